package heading

import (
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/robot/rov"
)

func TestModelIsValid(t *testing.T) {
	for _, v := range rov.Vehicles() {
		m := Model(v)
		plan, faults := m.Check(atom.Target{Cores: 2})
		for _, f := range faults {
			t.Errorf("%s: %v", v.Name, f)
		}
		if plan == nil {
			continue
		}
		var names []string
		for _, g := range plan.Groups {
			names = append(names, g.Name)
			t.Log(g.Name, g.Period, g.Offset, g.Response, g.Worst, g.Allowed, g.Core, g.Priority)
			for _, s := range g.Stages {
				var in []string
				for _, i := range s.Members {
					in = append(in, i.Path)
				}
				t.Log("  ", s.Name, in)
			}
		}
		if !slices.Equal(names, []string{"C1", "C2"}) {
			t.Errorf("compositions %v, want C1 and C2", names)
		}
		for _, r := range plan.Reasons {
			t.Log(r)
		}
	}
}

// Any number of thrusters makes a model; none, and an absurd number, are one fault, which says so.
func TestModelOfOtherThrusters(t *testing.T) {
	for _, n := range []int{1, 3, 12} {
		v := rov.JackLike()
		v.Thrusters = slices.Repeat(v.Thrusters, 2)[:n]
		if _, faults := Model(v).Check(atom.Target{}); faults != nil {
			t.Errorf("%d thrusters: %v", n, faults)
		}
	}
	for _, n := range []int{0, atom.MaxBank + 1} {
		v := rov.JackLike()
		v.Thrusters = slices.Repeat(v.Thrusters[:1], n)
		_, faults := Model(v).Check(atom.Target{})
		if len(faults) != 1 || faults[0].Path != "ThrusterAllocation" || !strings.Contains(faults[0].What, "thrusters") {
			t.Errorf("%d thrusters: %v", n, faults)
		}
	}
}
