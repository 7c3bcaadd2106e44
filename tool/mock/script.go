package mock

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

// Limits on a script and on each of its calls.
const (
	maxSteps  = 250_000   // instructions
	maxText   = 64 << 10  // bytes of one string
	maxScript = 128 << 10 // bytes of the file
	maxHeap   = 8 << 20   // bytes of all of a script's data
)

// script is a Lua machine that has loaded one file.
type script struct {
	mu    sync.Mutex // doors of several enclaves may use it
	file  string
	chunk string // the machine's name for the file, which does not depend on its folder
	vm    *lua.VM
	saved []byte
	last  []string // the state of the latest keyframe
}

// fault is a fault of a script that no line can be given for. door is the door that was to be fed, "" while the script
// was being loaded.
func (s *script) fault(door, what string) diag.Fault {
	return diag.Fault{Code: codeScript, Path: door, Pos: diag.Pos{File: s.file}, What: what}
}

// wrong turns an error of the machine into a fault at its file, line and column, if they are known. It may occur while
// the program runs: the reaction that called the script fails with it, and the program stops safely.
func (s *script) wrong(door string, err error) diag.Fault {
	what, where := err.Error(), ""
	var e *lua.Error
	if errors.As(err, &e) {
		where = e.Where
	}
	f := s.fault(door, "")
	var bad *syntax.Error
	switch {
	case errors.As(err, &bad):
		f.Line, f.Column, f.What = bad.Line, bad.Column, bad.What
		return f
	case errors.Is(err, lua.ErrBudget):
		what = strings.TrimSuffix(what, lua.ErrBudget.Error()) + fmt.Sprintf("the call takes too long: it was stopped after %d 000 instructions", maxSteps/1000)
	case errors.Is(err, lua.ErrMemory):
		what = fmt.Sprintf("the script's tables and texts take more than %d MiB; keep less of the past", maxHeap>>20)
	}
	if !s.place(&f, what) && s.place(&f, where) {
		f.What = what
	}
	return f
}

// place splits a message that may begin with the script's name and a line.
func (s *script) place(f *diag.Fault, message string) bool {
	f.What = message
	rest, ok := strings.CutPrefix(message, s.chunk+":")
	if !ok {
		return false
	}
	number, rest, ok := strings.Cut(rest, ":")
	line, err := strconv.Atoi(number)
	if !ok || err != nil {
		return false
	}
	f.Line, f.What = line, strings.TrimSpace(rest)
	return true
}

// openScript loads a script and runs its code outside of functions.
func openScript(file string) (*script, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, diag.Fault{Code: codeFile, What: fmt.Sprintf("mock: %s: cannot be read: %v", file, err), Do: "check the name"}
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxScript+1))
	if err != nil {
		return nil, diag.Fault{Code: codeFile, What: fmt.Sprintf("mock: %s: cannot be read: %v", file, err), Do: "check the disk"}
	}
	return loadScript(file, string(text), maxHeap)
}

// loadScript loads a script from its text, with a heap of the given size in bytes.
func loadScript(file, text string, heap int64) (*script, error) {
	name := "@" + filepath.Base(file)
	s := &script{file: file, chunk: syntax.Quote(name)}
	if len(text) > maxScript {
		return nil, s.fault("", fmt.Sprintf("the script is longer than %d KiB", maxScript>>10))
	}
	vm, err := lua.New(lua.Config{Heap: heap, Budget: maxSteps, Seed: 1, Libs: lua.Closed(), MaxText: maxText, NoOffsets: true})
	if err != nil {
		return nil, s.fault("", err.Error())
	}
	s.vm = vm
	if err := vm.Do(name, text); err != nil {
		return nil, s.wrong("", err)
	}
	if vm.Global("value").Type() != "function" {
		return nil, s.fault("", "there is no function value(t, n, path, command); add it")
	}
	return s, nil
}

// grain is the size in bytes of the pieces of a state; keyframes share unchanged pieces.
const grain = 8 << 10

// SaveState implements keyframe.Saver.
func (s *script) SaveState() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, err := s.vm.Save(s.saved[:0])
	if err != nil {
		panic(err) // scripts have no files, and no call is in progress between tags
	}
	s.saved = b
	// The heap is at the end of a state and what precedes it varies in length, so pieces are counted from the end.
	pieces := make([]string, (len(b)+grain-1)/grain)
	for i := range pieces {
		end := len(b) - i*grain
		piece := b[max(0, end-grain):end]
		if i < len(s.last) && s.last[i] == string(piece) {
			pieces[i] = s.last[i]
		} else {
			pieces[i] = string(piece)
		}
	}
	s.last = pieces
	return pieces
}

// RestoreState implements keyframe.Saver.
func (s *script) RestoreState(state any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = state.([]string)
	s.saved = s.saved[:0]
	for _, piece := range slices.Backward(s.last) {
		s.saved = append(s.saved, piece...)
	}
	if err := s.vm.Restore(s.saved); err != nil {
		panic(err) // the state is from this machine
	}
}
