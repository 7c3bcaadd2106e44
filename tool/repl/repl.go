// Package repl is a conversation with a machine of package lua: lines are run as they come, and what they give is shown.
// On a terminal lines are edited, completed and remembered; other input is read as it is, and what fails ends with an
// error at the end.
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

// Config is what a conversation is made with.
type Config struct {
	VM      *lua.VM
	In      *os.File
	Out     *os.File             // of prompts; on a terminal of faults too, and the machine should write there
	Faults  io.Writer            // of faults, where lines do not come from a terminal
	History string               // the file of lines that have been typed; "" for none
	Explain func(e error) string // adds to a fault what can be done; may be nil
	Exit    func(status int)     // ends the program when a signal says so, on a terminal
}

// ErrLines says that lines have failed which nobody has watched, as they do not come from a terminal.
var ErrLines = errors.New("lines have failed")

// session is a conversation under way.
type session struct {
	Config
	pending string // lines that are no whole statement yet
	failed  bool
}

// helpers is the machine's half: one function shows what a line gives, the other lists what can follow a name. Metamethods
// are not called to complete.
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

// home is where the machine keeps its half.
const home = "package.loaded.repl"

// Run talks until the input ends or a script calls os.exit, whose lua.Exit it returns.
func Run(c Config) error {
	f, err := c.VM.Load("=repl", helpers)
	if err == nil {
		_, err = c.VM.Call(f)
	}
	if err == nil {
		err = c.VM.SetGlobal(home, c.VM.Result(0))
	}
	if err != nil {
		return fmt.Errorf("the machine has no room for a conversation: %w", err)
	}
	s := &session{Config: c}
	if terminal(c.In) {
		s.Faults = s.Out
		return s.talk()
	}
	return s.read()
}

// read takes lines that do not come from a terminal.
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

// line takes a line: a command, an expression, a statement or a part of one. It returns lua.Exit, and nothing else.
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
	f, err := s.load(text)
	if err != nil {
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
	_, err = s.VM.CallContext(ctx, s.VM.Global(home+".show"), f)
	var exit lua.Exit
	if errors.As(err, &exit) {
		return exit
	}
	if err != nil {
		s.complain(err)
	}
	return nil
}

// load compiles an expression or, if it is none, a statement.
func (s *session) load(text string) (lua.Value, error) {
	expression, marked := strings.CutPrefix(strings.TrimLeft(text, " \t"), "=")
	f, err := s.VM.Load("=stdin", "return "+expression)
	if err == nil || marked {
		return f, err
	}
	return s.VM.Load("=stdin", text)
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

// command carries out what is for the conversation itself.
func (s *session) command(name string) error {
	switch name {
	case "memory", "m":
		u := s.VM.Usage()
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
