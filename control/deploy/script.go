package deploy

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/lang/rfsm"
)

// script is the body of a component in Lua. Its hooks are the global functions configureHook, startHook, updateHook, stopHook,
// cleanupHook and errorHook, looked up at each call, so that they can be replaced; missing hooks do nothing. A hook refuses
// with an error, or by returning false and a reason.
type script struct {
	c    *Component
	lib  *Library
	vm   *lua.VM
	conf Script

	charts *rfsm.Library // for require "rfsm"

	ports      []scriptPort // by handle number
	port       lua.Handle[portNumber]
	bindings   []binding // by the type's index in the library
	log        *Output[string]
	printed    []byte // in this activation
	silent     bool   // printed text is for a conversation
	happened   []string
	names      []string // of events that the script has raised
	low        bool
	spent      int64 // instructions of the last hook
	most       int64
	work, long int64 // of the collector
}

// portNumber is a handle of a port or property.
type portNumber uint64

// scriptPort is what a handle stands for.
type scriptPort struct {
	b   binding
	in  inlet
	out outlet
	p   property
}

// maxPrinted bounds what a script can print in one activation; the rest is discarded.
const maxPrinted = 4 << 10

const (
	defaultBudget = 100_000
	defaultCells  = 2000
)

// scriptKind returns the kind of a component with a script or chart.
func scriptKind(lib *Library, x Script) Kind {
	return Kind{Name: x.File, Machine: true, Make: func(c *Component) (Body, error) {
		if x.Chart {
			return newChart(c, lib, x)
		}
		return newScript(c, lib, x)
	}}
}

// openScript makes a machine with everything that scripts are offered.
func openScript(c *Component, lib *Library, x Script) (*script, error) {
	s := &script{c: c, lib: lib, conf: x, happened: make([]string, 0, 16), printed: make([]byte, 0, maxPrinted)}
	if s.conf.Budget == 0 {
		s.conf.Budget = defaultBudget
	}
	if s.conf.Collector.Cells == 0 {
		s.conf.Collector.Cells = defaultCells
	}
	s.log = NewOutput[string](c, "log", Port{})
	vm, err := lua.New(lua.Config{Heap: x.heap(), Budget: s.conf.Budget, Seed: 1, NoOffsets: true, Stdout: s.print,
		Now:   func() (int64, int64) { return int64(s.c.now) / 1e9, int64(s.c.now) % 1e9 },
		LowAt: x.low(), OnLow: func(lua.Usage) { s.isLow() }})
	if err != nil {
		return nil, err
	}
	s.vm = vm
	if s.charts, err = rfsm.Open(vm, rfsm.Config{Budget: s.conf.Budget}); err == nil {
		err = s.offer()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the heap of %d bytes has no room for what scripts are offered: %w", c.name, x.heap(), err)
	}
	return s, nil
}

// settle sets the collector's mode for the time after loading.
func (s *script) settle() {
	if s.conf.Collector.Mode != Free {
		s.vm.Collecting(false)
	}
}

// newScript makes the body of a component with a script.
func newScript(c *Component, lib *Library, x Script) (Body, error) {
	s, err := openScript(c, lib, x)
	if err != nil {
		return nil, err
	}
	if err := s.vm.Do("@"+x.File, x.Text); err != nil {
		return nil, err
	}
	s.settle()
	return s, nil
}

// isLow notes that memory is running low.
func (s *script) isLow() {
	if !s.low {
		s.low = true
		s.happen("e_mem_low")
	}
}

// happen notes an event for the end of the activation.
func (s *script) happen(event string) {
	if len(s.happened) < cap(s.happened) {
		s.happened = append(s.happened, event)
	}
}

func (s *script) print(b []byte) {
	s.printed = append(s.printed, b[:min(len(b), cap(s.printed)-len(s.printed))]...)
}

// hook calls a hook and returns its first result. A result of false is an error too.
func (s *script) hook(name string, args ...lua.Value) (result lua.Value, err error) {
	f := s.vm.Global(name)
	if f.IsNil() {
		return lua.Nil, nil
	}
	n, err := s.vm.Call(f, args...)
	s.spent = s.vm.Spent()
	s.most = max(s.most, s.spent)
	if err != nil {
		return lua.Nil, s.explain(err)
	}
	if n > 0 {
		result = s.vm.Result(0)
		if result.Type() == "boolean" && !result.Truth() {
			why := "no reason is given"
			if n > 1 {
				why = s.vm.Text(s.vm.Result(1))
			}
			return result, fmt.Errorf("%s: %s returns false: %s", s.conf.File, name, why)
		}
	}
	return result, nil
}

// explain adds what can be done about an error that is not in the script.
func (s *script) explain(err error) error {
	var exit lua.Exit
	switch {
	case errors.Is(err, lua.ErrBudget):
		return fmt.Errorf("%w: an activation has %d instructions, as `budget` says", err, s.conf.Budget)
	case errors.Is(err, lua.ErrMemory):
		s.isLow()
		return fmt.Errorf("%w: the heap has %d bytes, as `heap` says", err, s.conf.heap())
	case errors.As(err, &exit):
		return fmt.Errorf("%s calls os.exit: a component stops by sinew.ask(\"stop\", …), and does not end the program", s.conf.File)
	}
	return err
}

// Configure implements Body.
func (s *script) Configure() error { return s.plain("configureHook") }

// Start implements Body.
func (s *script) Start() error { return s.plain("startHook") }

// Update implements Body.
func (s *script) Update() error { return s.plain("updateHook") }

// Stop implements Body.
func (s *script) Stop() error { return s.plain("stopHook") }

// Cleanup implements Body.
func (s *script) Cleanup() error { return s.plain("cleanupHook") }

// Recover implements Recoverer.
func (s *script) Recover(fault error) (well bool, err error) {
	var text lua.Value
	if err := s.vm.Try(func() { text = s.vm.String(fault.Error()) }); err != nil {
		return false, s.explain(err)
	}
	r, err := s.hook("errorHook", text)
	s.flush()
	if err != nil && r.Type() == "boolean" { // it returned false: it has not recovered yet
		return false, nil
	}
	return r.Truth(), err
}

func (s *script) plain(name string) error {
	_, err := s.hook(name)
	s.flush()
	return err
}

// flush reports what was printed.
func (s *script) flush() {
	if len(s.printed) > 0 && !s.silent {
		s.log.Set(string(s.printed))
		s.printed = s.printed[:0]
	}
}

func (s *script) settings() Script { return s.conf }

func (s *script) stats() Stats {
	u := s.vm.Usage()
	return Stats{Used: u.Used, High: u.High, Size: u.Size, Largest: u.Largest, Spent: s.spent, Most: s.most, Collected: s.work, Longest: s.long}
}

// slack returns when the collector is to work after an activation.
func (s *script) slack() (time.Duration, bool) {
	return s.conf.Collector.After, s.conf.Collector.Mode == Controlled
}

func (s *script) collect() {
	work, _, err := s.vm.CollectDue(s.conf.Collector.Cells)
	s.work = int64(work)
	s.long = max(s.long, s.work)
	if err != nil {
		s.c.note("finaliser", s.explain(err))
	}
}

// happenings returns what has happened since the last call. The machine checks its memory only when its collector can run, so
// memory is checked here too: e_mem_low comes before any activation that begins with low memory.
func (s *script) happenings() []string {
	u := s.vm.Usage()
	if free := u.Size - u.Used; free < s.conf.low() {
		s.isLow()
	} else if s.low && free > s.conf.low()+s.conf.low()/4 {
		s.low = false
		s.happen("e_mem_ok")
	}
	all := s.happened
	s.happened = s.happened[:0]
	return all
}

// checkName is the function that a text may have to refuse its installation in place of another.
const checkName = "checkHook"

// belong hands the body over to a component, for a sibling of which it was made.
func (s *script) belong(c *Component) { s.c = c }

// prepare implements renewer.
func (s *script) prepare(text string) (*lua.Code, error) { return lua.Compile("@"+s.conf.File, text) }

// renew implements renewer. The text can declare only what exists already.
func (s *script) renew(text string, code *lua.Code) (string, error) {
	u := lua.Update{Chunk: "@" + s.conf.File, Code: code, Budget: s.conf.Budget}
	if strings.Contains(text, checkName) {
		u.Check = checkName
	}
	ports := len(s.ports)
	changes, err := s.vm.Update(u)
	if err != nil {
		s.ports = s.ports[:ports]
		return "", s.explain(err)
	}
	s.conf.Text = text
	s.flush()
	list := func(what string, names []string) string {
		if len(names) == 0 {
			return ""
		}
		return what + " " + strings.Join(names, " ") + "\n"
	}
	return list("replaced", changes.Replaced) + list("added", changes.Added) + list("removed", changes.Removed) + list("kept", changes.Kept), nil
}

// talk runs a line and returns what it shows.
func (s *script) talk(line string) (string, error) {
	expression, marked := strings.CutPrefix(strings.TrimLeft(line, " \t"), "=")
	f, err := s.vm.Load("=attach", "return "+expression)
	if err != nil && !marked {
		f, err = s.vm.Load("=attach", line)
	}
	if err != nil {
		return "", err
	}
	s.flush()
	s.silent = true
	defer func() { s.silent = false }()
	_, err = s.vm.Call(s.vm.Global(showName), f)
	out := strings.TrimSuffix(string(s.printed), "\n")
	s.printed = s.printed[:0]
	var e *lua.Error
	if err = s.explain(err); errors.As(err, &e) && e.Traceback != "" {
		err = fmt.Errorf("%w\n%s", err, e.Traceback)
	}
	return out, err
}
