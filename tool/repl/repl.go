// Package repl is a conversation with a machine of package lua: it runs lines as they come and shows their values. On a
// terminal lines are edited, completed and remembered. Other input is read as it is; if a line fails, the conversation
// returns an error at its end.
package repl

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

// Machine is the other side of a conversation.
type Machine interface {
	// Load reports whether a line can be compiled; expression says that its value is to be shown.
	Load(text string, expression bool) error
	// Run runs the line that was loaded last, and shows the value of an expression.
	Run(ctx context.Context) error
	// Names lists the fields of the value at a path, including those of its metatable.
	Names(path string, methods bool) []string
	// Memory reports the size and limit of the heap.
	Memory() (lua.Usage, error)
}

// Config configures a conversation.
type Config struct {
	VM      *lua.VM // a machine in this process, or
	Machine Machine // another machine
	In      *os.File
	Out     *os.File             // for prompts and, on a terminal, for faults; the machine should write there, too
	Faults  io.Writer            // for faults if lines do not come from a terminal
	History string               // the file for remembered lines; "" for none
	Explain func(e error) string // adds to a fault what can be done about it; may be nil
	Exit    func(status int)     // called when a signal ends the program, on a terminal
}

// ErrLines says that lines have failed in input that does not come from a terminal.
var ErrLines = errors.New("lines have failed")

// session is a conversation in progress.
type session struct {
	Config
	pending string // lines that are not a whole statement yet
	failed  bool
}

// helpers is the machine's half: one function shows the values of a line, the other lists what can follow a name.
// Completing never calls metamethods.
const helpers = `local print, pack, unpack, type, next, pairs, rawget, getmetatable = print, table.pack, table.unpack, type, next, pairs, rawget, getmetatable
local function index(v)
  local m = type(v) == "table" and getmetatable(v) or type(v) == "string" and getmetatable("")
  return type(m) == "table" and rawget(m, "__index") or nil
end
local function field(v, name)
  for _ = 1, 20 do
    if type(v) == "userdata" then for k, w in pairs(v) do if k == name then return w end end return nil end
    if type(v) == "table" and rawget(v, name) ~= nil then return rawget(v, name) end
    v = index(v)
    if v == nil then return nil end
  end
end
return {
  show = function(f) local r = pack(f()) if r.n > 0 then print(unpack(r, 1, r.n)) end end,
  names = function(path, methods)
    local v, names = _G, {}
    for name in path:gmatch("[^.]+") do v = field(v, name) end
    for _ = 1, 20 do
      if type(v) == "userdata" then for k in pairs(v) do names[#names + 1] = k end return table.concat(names, "\n") end
      if type(v) == "table" then
        for k, w in next, v do if type(k) == "string" and (not methods or type(w) == "function") then names[#names + 1] = k end end
      end
      v = index(v)
      if v == nil then break end
    end
    return table.concat(names, "\n")
  end,
}`

// home is the registry key of the machine's half.
const home = "package.loaded.repl"

// local is a machine in this process.
type local struct {
	vm     *lua.VM
	loaded lua.Value
}

// newLocal prepares a machine in this process for a conversation.
func newLocal(vm *lua.VM) (Machine, error) {
	f, err := vm.Load("=repl", helpers)
	if err == nil {
		_, err = vm.Call(f)
	}
	if err == nil {
		err = vm.SetGlobal(home, vm.Result(0))
	}
	if err != nil {
		return nil, fmt.Errorf("the machine has no room for a conversation: %w", err)
	}
	return &local{vm: vm}, nil
}

// Load implements Machine.
func (l *local) Load(text string, expression bool) (err error) {
	if expression {
		text = "return " + text
	}
	l.loaded, err = l.vm.Load("=stdin", text)
	return err
}

// Run implements Machine.
func (l *local) Run(ctx context.Context) error {
	_, err := l.vm.CallContext(ctx, l.vm.Global(home+".show"), l.loaded)
	return err
}

// Names implements Machine.
func (l *local) Names(path string, methods bool) []string {
	var p lua.Value
	if err := l.vm.Try(func() { p = l.vm.String(path) }); err != nil {
		return nil
	}
	if _, err := l.vm.Call(l.vm.Global(home+".names"), p, lua.Bool(methods)); err != nil {
		return nil
	}
	return strings.Split(l.vm.Text(l.vm.Result(0)), "\n")
}

// Memory implements Machine.
func (l *local) Memory() (lua.Usage, error) { return l.vm.Usage(), nil }

// Run carries on the conversation until the input ends or a script calls os.exit, in which case it returns the lua.Exit.
func Run(c Config) error {
	s := &session{Config: c}
	if s.Machine == nil {
		m, err := newLocal(c.VM)
		if err != nil {
			return err
		}
		s.Machine = m
	}
	if terminal(c.In) {
		s.Faults = s.Out
		return s.talk()
	}
	return s.read()
}

// read reads lines that do not come from a terminal.
func (s *session) read() error {
	in := bufio.NewReader(s.In)
	for {
		line, err := in.ReadString('\n')
		if line != "" {
			if err := s.line(strings.TrimRight(line, "\r\n")); err != nil {
				return err
			}
		}
		if err == io.EOF {
			break
		} else if err != nil {
			return err
		}
	}
	if s.pending != "" {
		s.complain(errors.New("the input ends in the middle of a statement"))
	}
	if s.failed {
		return ErrLines
	}
	return nil
}

// line handles a line: a command, an expression, a statement or a part of one. Its only error is lua.Exit.
func (s *session) line(text string) error {
	if s.pending == "" && strings.HasPrefix(text, ":") && !strings.HasPrefix(text, "::") {
		return s.command(strings.TrimSpace(text[1:]))
	}
	if s.pending != "" {
		text = s.pending + "\n" + text
	}
	s.pending = ""
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if err := s.load(text); err != nil {
		var fault *syntax.Error
		if errors.As(err, &fault) && strings.HasSuffix(fault.What, "near <eof>") {
			s.pending = text
			return nil
		}
		s.complain(err)
		return nil
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := s.Machine.Run(ctx)
	var exit lua.Exit
	if errors.As(err, &exit) {
		return exit
	}
	if err != nil {
		s.complain(err)
	}
	return nil
}

// load compiles a text as an expression or, if that fails, as a statement.
func (s *session) load(text string) error {
	expression, marked := strings.CutPrefix(strings.TrimLeft(text, " \t"), "=")
	if err := s.Machine.Load(expression, true); err == nil || marked {
		return err
	}
	return s.Machine.Load(text, false)
}

// complain shows an error with the calls that led to it.
func (s *session) complain(err error) {
	s.failed = true
	text := err.Error()
	var fault *lua.Error
	if errors.As(err, &fault) {
		if errors.Is(err, context.Canceled) {
			text = "interrupted"
		}
		if s.Explain != nil {
			text += s.Explain(err)
		}
		calls := strings.Split(fault.Traceback, "\n")
		for len(calls) > 1 && strings.HasPrefix(calls[len(calls)-1], "\trepl:") {
			calls = calls[:len(calls)-1]
		}
		if len(calls) > 1 {
			text += "\n" + strings.Join(calls, "\n")
		}
	}
	fmt.Fprintln(s.Faults, text)
}

// command carries out a command to the conversation itself.
func (s *session) command(name string) error {
	switch name {
	case "memory", "m":
		u, err := s.Machine.Memory()
		if err != nil {
			s.complain(err)
			return nil
		}
		fmt.Fprintf(s.Out, "%s of %s in use, at most %s so far; the largest free block has %s\n", size(u.Used), size(u.Size), size(u.High), size(u.Largest))
	case "quit", "q":
		return lua.Exit{}
	case "help", "h":
		fmt.Fprint(s.Out, "An expression is shown, a statement is run; one that is not complete goes on in the next line.\n"+
			"local variables end with their line. Tab completes names and fields, the arrows bring earlier lines,\n"+
			"Ctrl-C interrupts, Ctrl-D ends.\n"+
			":memory  how the heap stands\n:quit    the end\n")
	default:
		s.failed = true
		fmt.Fprintf(s.Faults, "there is no command :%s; :help lists them\n", name)
	}
	return nil
}

// size writes a number of bytes.
func size(n int64) string {
	switch {
	case n < 10<<10:
		return fmt.Sprintf("%d bytes", n)
	case n < 10<<20:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}
