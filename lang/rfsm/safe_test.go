package rfsm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

// places are fields of a chart at which a function may fail, and the kind of its failure.
var places = []struct{ name, kind, state string }{
	{"entry", "ENTRY", "root.work.a"}, {"exit", "EXIT", "root.work.a"}, {"effect", "EFFECT", "root.work.a"},
	{"guard", "GUARD", "root.work.a"}, {"doo", "DOO", "root.work.a"}, {"predicate", "EVENT", "root.work.a"},
	{"pre_step_hook", "HOOK", "root"}, {"post_step_hook", "HOOK", "root"}, {"getevents", "HOOK", "root"}, {"idle_hook", "HOOK", "root"},
}

// trouble is what a function may do, and what the message about it says: one of these.
var trouble = []struct{ name, code, message string }{
	{"throws", `error("thrown")`, ": thrown"},
	{"throws a table", `error({})`, "(error object is a table value)"},
	{"throws nil", `error()`, "nil"},
	{"loops", `while true do end`, "instruction budget exhausted"},
	{"loops behind pcall", `while true do pcall(function() while true do end end) end`, "instruction budget exhausted"},
	{"recurses", `local function f() return 1 + f() end f()`, "stack overflow|not enough memory"},
	{"allocates", `local t = {} while true do t[#t + 1] = { #t } end`, "not enough memory"},
	{"makes a long string", `local s = "x" while true do s = s .. s end`, "not enough memory"},
	{"sorts wrongly", `local t = {} for i = 1, 100 do t[i] = i end table.sort(t, function() error("in a comparison") end)`, "in a comparison"},
	{"calls nothing", `local x = nothing.here`, "attempt to index a nil value"},
}

// faulty is a chart with trouble in one place, which goes to root.safe at any error.
func faulty(place, code string) string {
	f := "function(...)\n" + code + " end"
	at := func(names ...string) string {
		for _, n := range names {
			if n == place {
				return n + " = " + f + ", "
			}
		}
		return ""
	}
	events := `{ "e_go" }`
	if place == "predicate" {
		events = `{ ` + f + `, "e_go" }`
	}
	return `local rfsm = require("rfsm") local state, trans = rfsm.state, rfsm.trans
return state { warn = false, err = function(...) told = (told or 0) + 1 end, ` +
		at("pre_step_hook", "post_step_hook", "getevents", "idle_hook") + `
   work = state {
      a = state { ` + at("entry", "exit", "doo") + ` },
      b = state {},
      trans { src = "initial", tgt = "a" },
      trans { src = "a", tgt = "b", ` + at("guard", "effect") + `events = ` + events + ` },
   },
   safe = state {},
   trans { src = "initial", tgt = "work" },
   trans { src = "work", tgt = "safe", events = { "e_error" } },
}`
}

// TestTroubleBecomesAnEvent lets functions in all places do all that a script can do wrong: the chart goes where its author
// said, and the failure names kind, state, file and line.
func TestTroubleBecomesAnEvent(t *testing.T) {
	for _, p := range places {
		for _, w := range trouble {
			t.Run(p.name+" "+w.name, func(t *testing.T) {
				m := newMachine(t, lua.Config{Heap: 256 << 10}, Config{Budget: 150_000})
				var first *chart.Failure
				c, err := Load(m.lib, "@model.lua", faulty(p.name, w.code))
				if err != nil {
					t.Fatal(err)
				}
				hooks := c.Hooks()
				tell := hooks.Failed
				hooks.Failed = func(m *chart.Machine, f *chart.Failure) {
					if first == nil {
						first = &chart.Failure{Place: f.Place, State: f.State, Err: f.Err}
					}
					tell(m, f)
				}
				machine, err := chart.New(c.Model(), c, chart.Config{Passes: 40, Hooks: hooks})
				if err != nil {
					t.Fatal(err)
				}
				machine.Run()
				_ = machine.SendName("e_go")
				machine.Run()
				machine.Run()
				if got := machine.Path(machine.Leaf()); got != "root.safe" {
					t.Errorf("the chart is in %s", got)
				}
				if first == nil {
					t.Fatal("nothing failed")
				}
				if first.Place.String() != p.kind || machine.Path(first.State) != p.state {
					t.Errorf("%s of %s failed, want %s of %s", first.Place, machine.Path(first.State), p.kind, p.state)
				}
				var f *Failure
				if !errors.As(first.Err, &f) {
					t.Fatalf("%T", first.Err)
				}
				if !slices.ContainsFunc(strings.Split(w.message, "|"), func(s string) bool { return strings.Contains(f.Message, s) }) {
					t.Errorf("message %q, want %q", f.Message, w.message)
				}
				if !strings.Contains(f.Traceback, "model.lua:") {
					t.Errorf("the traceback names no line: %q", f.Traceback)
				}
				if told, _ := m.Global("told").AsInt(); told == 0 {
					t.Error("err was not told")
				}
			})
		}
	}
}

// TestWrongTypes puts values where functions should be.
func TestWrongTypes(t *testing.T) {
	for _, p := range []string{"entry", "exit", "doo", "effect", "guard", "pre_step_hook", "post_step_hook", "getevents", "idle_hook"} {
		for _, v := range []string{"7", `"text"`, "{}", "true", "setmetatable({}, { __call = 3 })"} {
			t.Run(p+" "+v, func(t *testing.T) {
				m := newMachine(t, lua.Config{}, Config{Budget: 100_000})
				text := strings.Replace(faulty(p, "X"), "function(...)\nX end", v, 1)
				_, machine := hosted(t, m, text, chart.Config{Passes: 40})
				machine.Run()
				_ = machine.SendName("e_go")
				machine.Run()
				machine.Run()
				if got := machine.Path(machine.Leaf()); got != "root.safe" || machine.Counts().Failures == 0 {
					t.Errorf("the chart is in %s after %d failures", got, machine.Counts().Failures)
				}
			})
		}
	}
}

// corruption is what functions may do to their chart's tables and to rFSM itself. The chart must go on.
var corruption = []string{
	`fsm._act_leaf = 7`, `fsm._act_leaf = nil`, `s._mode = {}`, `fsm._actchild = fsm`, `fsm.b = nil`, `fsm.a = nil`, `fsm[1] = nil fsm[2] = nil`,
	`fsm._intq = nil`, `s._parent = nil`, `s._fqn = {}`, `s._id = nil`, `s._otrs = 3`, `fsm._initialized = false`,
	`for k in pairs(fsm) do fsm[k] = nil end`, `for k in pairs(s) do s[k] = nil end`, `setmetatable(fsm, nil)`, `setmetatable(s, nil)`,
	`setmetatable(s, { __index = function() error("no") end })`, `setmetatable(s, { __newindex = function() error("no") end, __index = s })`,
	`local t = {} setmetatable(t, { __index = t }) setmetatable(s, t)`, `fsm[2].src, fsm[2].tgt, fsm[2].events = nil, nil, nil`,
	`require("rfsm").state.entry = function() end`, `package.loaded.rfsm = nil`, `for k in pairs(require("rfsm")) do require("rfsm")[k] = nil end`,
	`coroutine.resume, coroutine.create, coroutine.status = nil, nil, nil`, `for k in pairs(_G) do if k ~= "collectgarbage" then _G[k] = nil end end`,
	`fsm.err, fsm.warn, fsm.dbg, fsm.info = 1, 2, 3, 4`, `fsm._intq[1] = "e_more"`, `fsm.a, fsm.b = fsm.b, fsm.a`, `rawset(fsm, "root", fsm)`,
	`collectgarbage() fsm.a, fsm.b = nil, nil collectgarbage()`,
	`local i = 1 while true do
		local n, v = debug.getupvalue(require("rfsm").step, i)
		if not n then break end
		if type(v) == "table" then for k in pairs(v) do v[k] = nil end end
		if type(v) == "function" then
			local n, v = debug.getupvalue(v, 1)
			if type(v) == "table" then for k, r in pairs(v) do for f in pairs(r) do r[f] = nil end v[k] = nil end end
		end
		i = i + 1
	end`,
}

// TestCorruption lets entry functions destroy their chart's tables: nothing panics or hangs, and what the engine does not
// need is not missed.
func TestCorruption(t *testing.T) {
	for i, code := range corruption {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			m := newMachine(t, lua.Config{}, Config{Budget: 100_000})
			_, machine := hosted(t, m, `local rfsm = require("rfsm")
return rfsm.state {
   err = false, warn = false,
   a = rfsm.state { entry = function(fsm, s) `+code+` end },
   b = rfsm.state {},
   rfsm.trans { src = "initial", tgt = "a" },
   rfsm.trans { src = "a", tgt = "b", events = { "e_go" } },
}`, chart.Config{Passes: 100})
			machine.Run()
			_ = machine.SendName("e_go")
			machine.Run()
			if got := machine.Path(machine.Leaf()); got != "root.b" {
				t.Errorf("%s: the chart is in %s", code, got)
			}
			machine.Reset()
			machine.Run()
		})
	}
	for i, code := range corruption {
		t.Run(fmt.Sprint("script ", i), func(t *testing.T) {
			m := newMachine(t, lua.Config{Budget: 10_000_000}, Config{Budget: 100_000})
			err := m.Do("@script.lua", `local rfsm = require("rfsm")
local step, run, send = rfsm.step, rfsm.run, rfsm.send_events
local fsm = rfsm.init(rfsm.state {
   err = false, warn = false,
   a = rfsm.state { entry = function(fsm, s) `+code+` end },
   b = rfsm.state {},
   rfsm.trans { src = "initial", tgt = "a" },
   rfsm.trans { src = "a", tgt = "b", events = { "e_go" } },
})
run(fsm)
send(fsm, "e_go")
run(fsm)
collectgarbage()
step(fsm, 3)`)
			var fault *lua.Error
			if err != nil && !errors.As(err, &fault) {
				t.Errorf("%s: %v", code, err)
			}
		})
	}
}

// TestScriptIsStopped lets a script's chart meet what ends the whole activation: the script ends, and the machine can be
// used again.
func TestScriptIsStopped(t *testing.T) {
	const script = `local rfsm = require("rfsm")
fsm = fsm or rfsm.init(rfsm.state {
   err = false, warn = false,
   a = rfsm.state { entry = function() if trouble then trouble() end end },
   rfsm.trans { src = "initial", tgt = "a" },
   rfsm.trans { src = "a", tgt = "a", events = { "e" } },
})
rfsm.run(fsm)
rfsm.send_events(fsm, "e")
rfsm.run(fsm)
`
	ctx, cancel := context.WithCancel(context.Background())
	m := newMachine(t, lua.Config{Budget: 200_000, Context: ctx}, Config{})
	m.run(t, "@script.lua", script)
	err := m.Do("@script.lua", "trouble = function() while true do end end "+script)
	if !errors.Is(err, lua.ErrBudget) {
		t.Errorf("a loop without a budget of its own: %v", err)
	}
	m.run(t, "@script.lua", "trouble = nil "+script)
	var exit lua.Exit
	if err := m.Do("@script.lua", "trouble = function() os.exit(3) end "+script); !errors.As(err, &exit) || exit.Status != 3 {
		t.Errorf("os.exit(3): %v", err)
	}
	m.run(t, "@script.lua", "trouble = nil "+script)
	cancel()
	if err := m.Do("@script.lua", "trouble = function() while true do end end "+script); err == nil {
		t.Error("the context is done, and the script goes on")
	}
}

// TestOwnStep lets bodies use what only their host may.
func TestOwnStep(t *testing.T) {
	m := newMachine(t, lua.Config{Budget: 1_000_000}, Config{})
	out := m.run(t, "@script.lua", `local rfsm = require("rfsm")
for _, f in ipairs { rfsm.step, rfsm.run, rfsm.reset } do
   local fsm = rfsm.init(rfsm.state {
      err = function(kind) print(kind) end, warn = false,
      a = rfsm.state { entry = function(fsm) f(fsm) end },
      b = rfsm.state {},
      rfsm.trans { src = "initial", tgt = "a" },
      rfsm.trans { src = "a", tgt = "b", events = { "e_error" } },
   })
   rfsm.run(fsm)
   print(rfsm.get_actleaf_fqn(fsm))
end`)
	if want := strings.Repeat("USE\nroot.b\n", 3); out != want {
		t.Errorf("got\n%swant\n%s", out, want)
	}
}
