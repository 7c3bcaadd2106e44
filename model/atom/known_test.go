package atom_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
)

// TestDatatypesFromParameters: an axis and a frame by parameters that are declared, that are not, and that change between
// two checks.
func TestDatatypesFromParameters(t *testing.T) {
	model := func(frame, axis string, values ...string) (*atom.Model, *atom.Instance) {
		m := atom.New("m")
		gives := []atom.Element{{Name: "p", Role: atom.ProductRole, Type: unit.TypeAngle, Frame: frame, Axis: axis}}
		i := m.Root.Enter(atom.External, "e", &atom.Definition{Name: "E", Elements: gives, Parameters: []atom.Parameter{{Name: "axis", Axis: true}, {Name: "frame"}}},
			nil, diag.Pos{}, atom.Once(), atom.Valued("p", 1), atom.With(values...))
		takes := []atom.Element{{Name: "n", Type: unit.TypeAngle, Frame: "WORLD", Axis: "z", Update: atom.Constraint{Update: atom.Constant}}}
		o := m.Root.Enter(atom.External, "o", &atom.Definition{Name: "O", Elements: takes}, nil, diag.Pos{}, atom.Once(), atom.By("o"))
		m.Join(i.Ports[0], o.Ports[0], diag.Pos{})
		return m, i
	}
	codes := func(m *atom.Model) (all []string) {
		_, faults := m.Check(atom.Target{})
		for _, f := range faults {
			all = append(all, f.Code+" "+f.Path)
		}
		return all
	}
	for _, c := range []struct {
		frame, axis string
		values      []string
		want        []string
	}{
		{"$frame", "$axis", []string{"axis", "z", "frame", "WORLD"}, nil},
		{"$frame", "$axis", []string{"axis", "x", "frame", "WORLD"}, []string{"axis o.n"}},
		{"$frame", "$axis", []string{"axis", "z", "frame", "ROBOT"}, []string{"frame o.n"}},
		{"$other", "$axis", []string{"axis", "z", "frame", "WORLD"}, []string{"parameter e.p"}},
		{"$frame", "$other", []string{"axis", "z", "frame", "WORLD"}, []string{"parameter e.p"}},
		{"$frame", "up", []string{"axis", "z", "frame", "WORLD"}, []string{"axis e.p"}},
		{"WORLD", "$axis", []string{"axis", "up", "frame", "WORLD"}, []string{"parameter e.$axis"}},
	} {
		m, i := model(c.frame, c.axis, c.values...)
		for range 2 {
			if got := codes(m); !slices.Equal(got, c.want) {
				t.Errorf("%s %s with %v: %v, not %v", c.frame, c.axis, c.values, got, c.want)
			}
		}
		if c.want == nil && i.Ports[0].Datatype.String() != "[Angle, WORLD, z]" {
			t.Errorf("its datatype is %v", i.Ports[0].Datatype)
		}
	}
	m, i := model("$frame", "$axis", "axis", "z", "frame", "WORLD")
	for _, c := range []struct {
		frame string
		want  []string
	}{{"WORLD", nil}, {"ROBOT", []string{"frame o.n"}}, {"no frame", []string{"parameter e.$frame"}}, {"WORLD", nil}} {
		if i.Parameters["frame"] = c.frame; !slices.Equal(codes(m), c.want) {
			t.Errorf("with frame %s: %v, not %v", c.frame, codes(m), c.want)
		}
	}
}

// TestManyPorts: links that are changed after Join are read as they are, also where ports fill several blocks of memory, and
// a port of another model is none of this one's.
func TestManyPorts(t *testing.T) {
	build := func() *atom.Model {
		m := atom.New("m")
		e := []atom.Element{{Name: "p", Role: atom.ProductRole, Type: unit.TypeAngle}, {Name: "n", Type: unit.TypeAngle, Update: atom.Constraint{Update: atom.Constant}}}
		for n := range 400 {
			i := m.Root.Enter(atom.External, fmt.Sprint("e", n), &atom.Definition{Name: "E", Elements: e[:min(n+1, 2)]}, nil, diag.Pos{}, atom.Once(), atom.Valued("p", 1))
			if n > 0 {
				m.Join(m.Instances[n].Ports[0], i.Ports[1], diag.Pos{})
			}
		}
		return m
	}
	m, other := build(), build()
	if _, faults := m.Check(atom.Target{}); faults != nil {
		t.Fatal(faults)
	}
	m.Links[10].From, m.Links[300].From = m.Instances[399].Ports[0], m.Instances[1].Ports[0]
	plan, faults := m.Check(atom.Target{})
	if plan == nil {
		t.Fatal(faults)
	}
	for n, w := range plan.Wires {
		if l := m.Links[n]; w.From != l.From || w.To != l.To {
			t.Fatalf("wire %d is from %s to %s, the link from %s to %s", n, w.From.Path(), w.To.Path(), l.From.Path(), l.To.Path())
		}
	}
	m.Links[10].From = other.Instances[1].Ports[0]
	if _, faults = m.Check(atom.Target{}); len(faults) != 1 || faults[0].Code != "link" {
		t.Errorf("a link from another model: %v", faults)
	}
}
