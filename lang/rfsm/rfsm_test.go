package rfsm

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

var rewrite = flag.Bool("rewrite", false, "write down what the probes print; scripts/rfsm-probes.sh -w writes what rFSM prints")

// machine is a VM with the library, and what it prints.
type machine struct {
	*lua.VM
	lib *Library
	out bytes.Buffer
}

func newMachine(t testing.TB, vm lua.Config, cfg Config) *machine {
	t.Helper()
	m := &machine{}
	vm.Stdout = func(b []byte) { m.out.Write(b) }
	if vm.Heap == 0 {
		vm.Heap = 4 << 20
	}
	var err error
	if m.VM, err = lua.New(vm); err != nil {
		t.Fatal(err)
	}
	if m.lib, err = Open(m.VM, cfg); err != nil {
		t.Fatal(err)
	}
	return m
}

// run runs a text and gives what it prints.
func (m *machine) run(t testing.TB, name, text string) string {
	t.Helper()
	m.out.Reset()
	if err := m.Do(name, text); err != nil {
		t.Fatalf("%v\n%s\n%s", err, traceback(err), m.out.String())
	}
	return m.out.String()
}

func traceback(err error) string {
	if e, ok := err.(*lua.Error); ok {
		return e.Traceback
	}
	return ""
}

func read(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestProbes holds our engine against what rFSM itself prints of the same charts and events.
func TestProbes(t *testing.T) {
	probes, err := filepath.Glob("testdata/probes/*.lua")
	if err != nil || len(probes) == 0 {
		t.Fatal("there are no probes", err)
	}
	harness := read(t, "testdata/harness.lua")
	for _, p := range probes {
		t.Run(strings.TrimSuffix(filepath.Base(p), ".lua"), func(t *testing.T) {
			m := newMachine(t, lua.Config{Budget: 50_000_000}, Config{})
			m.run(t, "@probe.lua", "package.preload.probe = function() "+harness+" end")
			got := m.run(t, "@"+p, read(t, p))
			golden := strings.TrimSuffix(p, ".lua") + ".golden"
			if *rewrite {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want := read(t, golden); got != want {
				t.Errorf("differs from rFSM:\n%s", firstDifference(got, want))
			}
		})
	}
}

// firstDifference shows where two texts part.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		if i >= len(g) || i >= len(w) || g[i] != w[i] {
			from := max(0, i-6)
			return "got\n" + strings.Join(g[from:min(len(g), i+5)], "\n") + "\nwant\n" + strings.Join(w[from:min(len(w), i+5)], "\n")
		}
	}
	return ""
}

const grasping = `local rfsm = require("rfsm")
local state, trans = rfsm.state, rfsm.trans
return state {
   operational = state {
      approach = state { entry = function(fsm) fsm.speed = 0.1 end },
      grasp = state { entry = function(fsm) fsm.force = 5 end, exit = function(fsm) fsm.force = 0 end },
      trans { src = "initial", tgt = "approach" },
      trans { src = "approach", tgt = "grasp", events = { "e_contact" },
         guard = function() return true end, effect = function(fsm) fsm.speed = 0 end },
      trans { src = "grasp", tgt = "approach", events = { "e_released" } },
   },
   mem_low = state {},
   trans { src = "initial", tgt = "operational" },
   trans { src = "operational", tgt = "mem_low", events = { "e_mem_low" } },
   trans { src = "mem_low", tgt = "operational", events = { "e_mem_ok" } },
}`

// hosted is a chart that the test steps.
func hosted(t testing.TB, m *machine, text string, cfg chart.Config) (*Chart, *chart.Machine) {
	t.Helper()
	c, err := Load(m.lib, "@model.lua", text)
	if err != nil {
		t.Fatal(err)
	}
	machine, err := c.Machine(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c, machine
}

func TestLoad(t *testing.T) {
	m := newMachine(t, lua.Config{}, Config{})
	c, machine := hosted(t, m, grasping, chart.Config{})
	machine.Run()
	for _, step := range []struct{ event, leaf string }{
		{"e_contact", "root.operational.grasp"}, {"e_mem_low", "root.mem_low"}, {"e_unheard_of", "root.mem_low"},
		{"e_mem_ok", "root.operational.approach"},
	} {
		if err := machine.SendName(step.event); err != nil {
			t.Fatal(err)
		}
		machine.Run()
		if got := machine.Path(machine.Leaf()); got != step.leaf {
			t.Errorf("%s leads to %s, want %s", step.event, got, step.leaf)
		}
	}
	root := c.Model().Root
	if got := root.Child("operational").Child("grasp").Pos; got.File != "model.lua" || got.Line != 6 {
		t.Errorf("grasp was written at %v, want model.lua:6", got)
	}
	if got := root.Child("operational").Transitions[1].Guard.Pos; got.File != "model.lua" || got.Line != 9 {
		t.Errorf("the guard was written at %v, want model.lua:9", got)
	}
}

func TestLoadFaults(t *testing.T) {
	m := newMachine(t, lua.Config{}, Config{})
	for text, want := range map[string]string{
		"return 7":                "a number that is no state",
		"local x":                 "returns nothing",
		"return = ":               "unexpected",
		"error('the text fails')": "the text fails",
		`local rfsm = require("rfsm") local s = rfsm.state {} s.a = s return s`: "a state that is in itself",
		`local rfsm = require("rfsm")
return rfsm.state {
   a = rfsm.state {},
   rfsm.trans { src = "initial", tgt = "a" },
   rfsm.trans { src = "a", tgt = "b" },
   rfsm.trans { src = "c", tgt = "a" },
}`: "model.lua:5",
	} {
		if _, err := Load(m.lib, "@model.lua", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngives %v, want %q", text, err, want)
		}
	}
}

// TestRootWithoutStates: what has no states in it may have a doo, and is refused for what it lacks alone.
func TestRootWithoutStates(t *testing.T) {
	m := newMachine(t, lua.Config{}, Config{})
	got := m.run(t, "@model.lua", `local rfsm = require("rfsm") rfsm.init(rfsm.state { doo = function() end })`)
	if strings.Count(got, "ERROR") != 1 || !strings.Contains(got, "root has no initial connector") {
		t.Errorf("it says %q", got)
	}
}
