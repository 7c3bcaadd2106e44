package mock

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"

	lua "github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/parse"

	"github.com/sinew-robotics/sinew/diag"
)

// Bounds of what a script may do in one call, and of its own size.
const (
	maxSteps  = 250_000   // instructions
	maxText   = 64 << 10  // bytes of one string
	maxScript = 128 << 10 // bytes of the file
	maxDepth  = 200       // calls within calls
)

// fault is something wrong in a script: file:line:column: what, as far as they are known. It may come up while the
// program runs: the reaction that asked fails with it, and the program stops safely. door is the one that was to be fed, ""
// while the script was loaded.
func (s *script) fault(door, what string) diag.Fault {
	f := diag.Fault{Code: codeScript, Path: door, Pos: diag.Pos{File: s.file}}
	f.What = strings.TrimPrefix(what, s.file+":")
	for _, n := range []*int{&f.Line, &f.Column} {
		number, rest, ok := strings.Cut(f.What, ":")
		x, err := strconv.Atoi(number)
		if !ok || err != nil {
			break
		}
		*n, f.What = x, rest
	}
	f.What = strings.TrimSpace(f.What)
	return f
}

// script is a Lua interpreter with one file in it. Keyframes look inside.
type script struct {
	mu     sync.Mutex // doors of several enclaves may ask
	file   string
	state  *lua.LState
	budget *budget
	random rand.PCG
	value  *lua.LFunction
}

// budget ends a call after a number of instructions: the interpreter asks for Done before each one.
type budget struct {
	context.Context
	left int
}

var (
	errSteps = errors.New("the call takes too long: it was stopped after 250 000 instructions")
	over     = func() chan struct{} { c := make(chan struct{}); close(c); return c }()
)

// Done implements context.Context.
func (b *budget) Done() <-chan struct{} {
	if b.left--; b.left < 0 {
		return over
	}
	return nil
}

// Err implements context.Context.
func (b *budget) Err() error { return errSteps }

// boundArrays keeps an instruction from making an array of 64 Mi places: a longer list ends in a table.
var boundArrays = sync.OnceFunc(func() { lua.MaxArrayIndex = 1 << 20 })

// openScript loads a script and runs what stands outside of its functions.
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
	return loadScript(file, string(text))
}

// loadScript loads a script from its text.
func loadScript(file, text string) (*script, error) {
	s := &script{file: file, budget: &budget{Context: context.Background()}}
	if len(text) > maxScript {
		return nil, s.fault("", fmt.Sprintf("the script is longer than %d KiB", maxScript>>10))
	}
	s.random.Seed(1, 0)
	boundArrays()
	chunk, err := parse.Parse(strings.NewReader(text), file)
	if err != nil {
		return nil, s.fault("", syntax(file, err))
	}
	boundConcat(chunk)
	code, err := lua.Compile(chunk, file)
	if err != nil {
		return nil, s.fault("", err.Error())
	}
	s.state = lua.NewState(lua.Options{CallStackSize: maxDepth, RegistrySize: 1024, RegistryMaxSize: 64 << 10, SkipOpenLibs: true})
	s.libraries()
	s.state.SetContext(s.budget)
	s.budget.left = maxSteps
	if err := s.call(s.state.NewFunctionFromProto(code), 0); err != nil {
		return nil, s.fault("", err.Error())
	}
	value, ok := s.state.GetGlobal("value").(*lua.LFunction)
	if !ok {
		return nil, s.fault("", "there is no function value(t, n, path, command); add it")
	}
	s.value = value
	return s, nil
}

// syntax words an error of the parser as file:line:column.
func syntax(file string, err error) string {
	var p *parse.Error
	if !errors.As(err, &p) {
		return err.Error()
	}
	if p.Pos.Line == parse.EOF {
		return "the script ends too early: " + p.Message
	}
	at := diag.Pos{File: file, Line: p.Pos.Line, Column: p.Pos.Column}
	return fmt.Sprintf("%v: %s near %q", at, p.Message, p.Token)
}

// call calls a function of the script; results are left on the stack.
func (s *script) call(f lua.LValue, results int, args ...lua.LValue) (err error) {
	s.budget.left = maxSteps
	if err = s.state.CallByParam(lua.P{Fn: f, NRet: results, Protect: true}, args...); err == nil {
		return nil
	}
	what := err.Error()
	var a *lua.ApiError
	if errors.As(err, &a) {
		what = a.Object.String()
	}
	what, _, _ = strings.Cut(what, "\nstack traceback:")
	return errors.New(what)
}
