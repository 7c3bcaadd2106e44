package mock

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
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

// ScriptError is something that went wrong in a script. It may come up while the program runs: the reaction that asked
// fails with it, and the program stops safely.
type ScriptError struct {
	Door string // that was to be fed, "" while the script was loaded
	What string // file:line: what
}

// Error names the door, the file and the line.
func (e *ScriptError) Error() string {
	if e.Door == "" {
		return "mock: " + e.What
	}
	return "mock " + e.Door + ": " + e.What
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
		return nil, fmt.Errorf("mock: %s: cannot be read: %w; check the name", file, err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxScript+1))
	if err != nil {
		return nil, fmt.Errorf("mock: %s: cannot be read: %w; check the disk", file, err)
	}
	return loadScript(file, string(text))
}

// loadScript loads a script from its text.
func loadScript(file, text string) (*script, error) {
	if len(text) > maxScript {
		return nil, &ScriptError{"", fmt.Sprintf("%s: the script is longer than %d KiB", file, maxScript>>10)}
	}
	s := &script{file: file, budget: &budget{Context: context.Background()}}
	s.random.Seed(1, 0)
	boundArrays()
	chunk, err := parse.Parse(strings.NewReader(text), file)
	if err != nil {
		return nil, &ScriptError{"", syntax(file, err)}
	}
	boundConcat(chunk)
	code, err := lua.Compile(chunk, file)
	if err != nil {
		return nil, &ScriptError{"", strings.TrimSpace(err.Error())}
	}
	s.state = lua.NewState(lua.Options{CallStackSize: maxDepth, RegistrySize: 1024, RegistryMaxSize: 64 << 10, SkipOpenLibs: true})
	s.libraries()
	s.state.SetContext(s.budget)
	s.budget.left = maxSteps
	if err := s.call(s.state.NewFunctionFromProto(code), 0); err != nil {
		return nil, &ScriptError{"", err.Error()}
	}
	value, ok := s.state.GetGlobal("value").(*lua.LFunction)
	if !ok {
		return nil, &ScriptError{"", file + ": there is no function value(t, n, path, command); add it"}
	}
	s.value = value
	return s, nil
}

// syntax words an error of the parser as file:line:column.
func syntax(file string, err error) string {
	var p *parse.Error
	if !errors.As(err, &p) {
		return file + ": " + strings.TrimSpace(err.Error())
	}
	if p.Pos.Line == parse.EOF {
		return file + ": the script ends too early: " + p.Message
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
	if !strings.HasPrefix(what, s.file+":") {
		what = s.file + ": " + what
	}
	return errors.New(strings.TrimSpace(what))
}
