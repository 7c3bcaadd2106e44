package deploy

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/reactor"
)

// FuzzRead reads deployments in YAML. What is refused has a code that is listed and a place within the text; what is taken
// fits its bounds, and the values of its properties are JSON.
func FuzzRead(f *testing.F) {
	f.Add([]byte(loop))
	f.Add([]byte(coordination))
	codes := map[string]bool{}
	for _, r := range append(Rules(), param.Rules()...) {
		codes[r.Code] = true
	}
	open := func(name string) ([]byte, error) {
		if strings.HasPrefix(name, "no") {
			return nil, errors.New("there is no such file")
		}
		return []byte("x = 1"), nil
	}
	fuzz.Run(f, func(t *testing.T, text []byte) {
		p, err := Read("plan.yaml", text, open)
		if err != nil {
			faults, others := diag.Of(err)
			for _, x := range faults {
				if !codes[x.Code] || x.Pos.Line > len(text)+1 {
					t.Errorf("%s at line %d of %d bytes: %v", x.Code, x.Pos.Line, len(text), x)
				}
			}
			if len(faults) == 0 || len(others) > 0 {
				t.Errorf("faults without a place: %v", others)
			}
			return
		}
		if len(p.Components) > MaxComponents || p.Room > MaxRoom {
			t.Errorf("%d components, room for %d", len(p.Components), p.Room)
		}
		for i := range p.Components {
			s := &p.Components[i]
			if !validName(s.Name) || p.spec(s.Name) != s || (s.Kind == "") == (s.Script.Text == "") {
				t.Errorf("%+v", s)
			}
			for _, x := range s.Set {
				if !json.Valid([]byte(x.Value)) {
					t.Errorf("%s.%s: %s", s.Name, x.Name, x.Value)
				}
			}
		}
	})
}

// TestTakenNames are refused with their place in the plan, not only when the reactors are built.
func TestTakenNames(t *testing.T) {
	for text, name := range map[string]string{"": "done", "sinew.input('turn', 'float')": "a", "sinew.property('state', 1)": "b", "sinew.output('x', 'float') sinew.property('x', 1)": "c",
		"sinew.property('x', 1) sinew.input('x', 'float')": "d"} {
		p, err := Read("plan.yaml", []byte("components:\n  - {name: "+name+", script: a.lua}"), texts{"a.lua": text}.open)
		if err == nil {
			_, err = New(reactor.NewMain("main"), "deployer", library(), p)
		}
		if err == nil || !strings.HasPrefix(err.Error(), "plan.yaml:2:5: "+name) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestSizes reads sizes as people write them.
func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{"65536": 65536, "64K": 64 << 10, "2m": 2 << 20, "2MiB": 2 << 20, "3KB": 3 << 10, "7B": 7, "1024G": 1 << 40,
		"": -1, "K": -1, "-1": -1, "1X": -1, "1KM": -1, "1025G": -1, "9223372036854775808": -1, "1.5M": -1} {
		n, err := ParseSize(text)
		if err != nil {
			n = -1
		}
		if n != want {
			t.Errorf("%q: %d, %v", text, n, err)
		}
	}
}

// TestLuaIsBounded: a deployment in Lua that does not end, or is without end, is refused.
func TestLuaIsBounded(t *testing.T) {
	for text, want := range map[string]string{
		"while true do end": "budget",
		"local row, t = {}, {} for i = 1, 400 do row[i] = i end for i = 1, 400 do t[i] = row end create(t)": "100000 tables and values",
		"local t = {} t[1] = t create(t)":                                                              "deep",
		`local s = "x" while true do s = s .. s end`:                                                   "memory",
		`create{name = "a", kind = function() end}`:                                                    "there is a function",
		`create{name = "a", kind = "plant"} connect("a.position", "a.force", {after = "1ms"}) x = = 1`: "plan.lua:1",
	} {
		_, err := Read("plan.lua", []byte(text), texts{}.open)
		if faults, _ := diag.Of(err); len(faults) == 0 || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestLuaSaysTheSame: the functions of a deployment in Lua make the plan that YAML makes.
func TestLuaSaysTheSame(t *testing.T) {
	const inLua = `deployment("loop") room(2)
create{name = "plant", kind = "plant", period = "1ms", set = {mass = 1}}
create{name = "control", script = "control.lua", period = "1ms", set = {goal = 0.8}, collector = {mode = "controlled", cells = 500}}
connect("plant.position", "control.measured")
connect("control.force", "plant.force")`
	var plans [2]*Plan
	for i, text := range []string{loop, inLua} {
		p, err := Read([]string{"plan.yaml", "plan.lua"}[i], []byte(text), texts{"control.lua": control}.open)
		if err != nil {
			t.Fatal(err)
		}
		p.File = ""
		for k := range p.Components {
			p.Components[k].Pos = diag.Pos{}
			for j := range p.Components[k].Set {
				p.Components[k].Set[j].Pos = diag.Pos{}
			}
		}
		for k := range p.Connections {
			p.Connections[k].Pos = diag.Pos{}
		}
		plans[i] = p
	}
	a, b := plans[0], plans[1]
	if fmt.Sprintf("%+v", a) != fmt.Sprintf("%+v", b) || !slices.Equal(a.Connections, b.Connections) {
		t.Errorf("YAML: %+v\nLua: %+v", a, b)
	}
}
