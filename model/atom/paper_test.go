package atom_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// sonar is the External of Figure 2, and approach the control that uses it.
type (
	sonar struct {
		Range atom.Product[unit.Length] `frame:"PROXIMETER" axis:"x" valid:"0 m .. 50 m" frozen:"1 s"`
	}
	approach struct {
		Distance atom.Need[unit.Length]   `frame:"ROBOT" axis:"x"`
		Speed    atom.Product[unit.Speed] `frame:"ROBOT" axis:"x"`
	}
	shift struct {
		In  atom.Need[unit.Length]    `frame:"$from" axis:"$axis"`
		Out atom.Product[unit.Length] `frame:"$to" axis:"$axis"`
	}
)

func (a *approach) Physics(unit.Time) { a.Speed.Set(unit.Speed(a.Distance.Get())) }
func (s *shift) Physics(unit.Time)    { s.Out.Set(s.In.Get()) }

// The sonar's range in its own frame does not fit a need in the robot's (section III-C, Figure 2); with a frame shift in
// between it does (Figure 3).
func TestSonar(t *testing.T) {
	build := func(shifted bool) *atom.Model {
		m := atom.New("sonar")
		s, c := &sonar{}, &approach{}
		atom.Add(m.Root, "sonar", s, atom.By("sonar"), atom.Every(0, period.Between(50*time.Millisecond, time.Second)))
		atom.Add(m.Root, "approach", c, atom.Every(time.Millisecond, period.Between(10*time.Millisecond, 100*time.Millisecond)))
		if !shifted {
			atom.Connect(&s.Range, &c.Distance)
			return m
		}
		f := &shift{}
		atom.Add(m.Root, "frame_shift", f, atom.Every(time.Millisecond, nil), atom.With("from", "PROXIMETER", "to", "ROBOT", "axis", "x"))
		atom.Connect(&s.Range, &f.In)
		atom.Connect(&f.Out, &c.Distance)
		return m
	}
	_, faults := build(false).Check(atom.Target{})
	if len(faults) != 1 || faults[0].Code != "frame" || faults[0].Path != "approach.distance" ||
		!strings.Contains(faults[0].Do, "add a frame shift from PROXIMETER to ROBOT") || faults[0].File != "paper_test.go" {
		t.Errorf("faults: %v", faults)
	}
	p, faults := build(true).Check(atom.Target{})
	if faults != nil {
		t.Fatal(faults)
	}
	g := p.Groups[0]
	if g.Allowed.String() != "[50 ms, 100 ms]" || g.Period != 50*time.Millisecond || g.Worst != 2*time.Millisecond || len(p.Groups) != 1 {
		t.Errorf("plan: %+v", p.Groups)
	}
}

// angleControl is the Atom of Figure 4, with an interface parameter for the axis.
type angleControl struct {
	E      atom.Need[unit.Angle]                  `frame:"WORLD" axis:"$axis"`
	DE     atom.Need[unit.AngularSpeed]           `frame:"WORLD" axis:"$axis"`
	K1     atom.Need[unit.Frequency]              `update:"constant"`
	K2     atom.Need[unit.FrequencySquared]       `update:"constant"`
	AccDes atom.Need[unit.AngularAcceleration]    `frame:"WORLD" axis:"$axis" update:"constant"`
	Acc    atom.Product[unit.AngularAcceleration] `frame:"WORLD" axis:"$axis"`
}

func (a *angleControl) Physics(unit.Time) {}

type (
	attitude struct {
		Angle atom.Product[unit.Angle]        `frame:"WORLD" axis:"$axis"`
		Rate  atom.Product[unit.AngularSpeed] `frame:"WORLD" axis:"$axis"`
	}
	gains struct {
		K1  atom.Product[unit.Frequency]
		K2  atom.Product[unit.FrequencySquared]
		Acc atom.Product[unit.AngularAcceleration] `frame:"WORLD" axis:"$axis"`
	}
)

// The law of the yaw angle controls roll and pitch as well: only the interface parameter changes.
func TestYawLawForEveryAxis(t *testing.T) {
	m := atom.New("angles")
	build := func(name, axis, sensor string) {
		a, c, k := &attitude{}, &angleControl{}, &gains{}
		atom.Add(m.Root, "imu_"+name, a, atom.By("imu"), atom.Every(0, nil), atom.With("axis", sensor))
		atom.Add(m.Root, name, c, atom.Every(time.Microsecond, nil), atom.With("axis", axis))
		atom.Add(m.Root, "expertise_"+name, k, atom.Once(), atom.With("axis", axis), atom.Valued("k1", 10), atom.Valued("k2", 10), atom.Valued("acc", 0))
		atom.Connect(&a.Angle, &c.E)
		atom.Connect(&a.Rate, &c.DE)
		atom.Connect(&k.K1, &c.K1)
		atom.Connect(&k.K2, &c.K2)
		atom.Connect(&k.Acc, &c.AccDes)
	}
	build("roll", "x", "x")
	build("pitch", "y", "y")
	build("yaw", "z", "z")
	p, faults := m.Check(atom.Target{})
	if faults != nil {
		t.Fatal(faults)
	}
	want := "[Angle, WORLD, y]"
	if got := m.Instances[1+4].Port("e").Datatype.String(); got != want {
		t.Errorf("pitch.e is %s, not %s", got, want)
	}
	if len(p.Groups) != 3 || len(p.Constants) != 3 {
		t.Errorf("%d compositions, %d constants", len(p.Groups), len(p.Constants))
	}
	build("wrong", "y", "z")
	_, faults = m.Check(atom.Target{})
	var got []string
	for _, f := range faults {
		got = append(got, f.Code+" "+f.Path)
	}
	if diff := cmp.Diff([]string{"axis wrong.e", "axis wrong.de"}, got); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
}

// Equation 1 sums over the seven Atoms of C2 and the communication; equation 2 intersects their sets.
func TestDiffusionOfSeven(t *testing.T) {
	m := atom.New("c2")
	source := &sonar{}
	atom.Add(m.Root, "source", source, atom.By("x"), atom.Every(100*time.Microsecond, period.Between(5*time.Millisecond, 25*time.Millisecond)))
	last := &source.Range
	sets := []string{"[10 ms, 60 ms]", "[20 ms, 100 ms]", "any", "[1 ms, 30 ms] ∪ [45 ms, 80 ms]", "any", "[2 ms, 1 s]", "any"}
	for k, s := range sets {
		set, err := period.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		f := &shift{}
		update := atom.Coupled
		if k == 0 {
			update = atom.Periodic
		}
		atom.Add(m.Root, "atom"+string(rune('1'+k)), f, atom.Every(time.Duration(k+1)*time.Millisecond, set),
			atom.With("from", "PROXIMETER", "to", "PROXIMETER", "axis", "x"), atom.Renewed("in", atom.Constraint{Update: update}))
		atom.Connect(last, &f.In)
		last = &f.Out
	}
	p, faults := m.Check(atom.Target{Communication: 500 * time.Microsecond})
	if faults != nil {
		t.Fatal(faults)
	}
	c1, c2 := p.Groups[0], p.Groups[1]
	if c2.Name != "C2" || c2.Worst != 28500*time.Microsecond || c2.Allowed.String() != "[28.5 ms, 30 ms] ∪ [45 ms, 60 ms]" || len(c2.Stages[0].Members) != 7 {
		t.Errorf("C2: %+v", c2)
	}
	if c1.Period != 5*time.Millisecond || c2.Period%c1.Period != 0 || c2.Response > c2.Period {
		t.Errorf("periods: %v and %v, answers in %v", c1.Period, c2.Period, c2.Response)
	}
	m.Timings = []atom.Timing{{Name: "C2", Communication: 250 * time.Microsecond}}
	for _, c := range []struct { // what is measured comes before what the model states, and that before what is said of all
		t    atom.Target
		want time.Duration
	}{
		{atom.Target{Communication: 500 * time.Microsecond}, 250 * time.Microsecond},
		{atom.Target{Times: map[string]time.Duration{atom.Between("C2"): 40 * time.Microsecond}}, 40 * time.Microsecond},
	} {
		p, faults := m.Check(c.t)
		if faults != nil {
			t.Fatal(faults)
		}
		if got := p.Groups[1]; got.Between != c.want || got.Worst != 28*time.Millisecond+c.want {
			t.Errorf("C2 takes %v with %v of communication, which is %v", got.Worst, got.Between, c.want)
		}
	}
	m.Timings[0].Communication = -1
	if _, faults := m.Check(atom.Target{}); len(faults) != 1 || faults[0].Code != "time" || faults[0].Path != "C2" {
		t.Errorf("less than no communication: %v", faults)
	}
	m.Timings = nil
	g := m.Graph()
	s := g.Simplify().Separate()
	if len(g.Nodes) != 8 || len(s.Edges) != 7 || len(s.Parts) != 2 || s.Nodes[0].Part != 0 || s.Nodes[7].Part != 1 {
		t.Errorf("graph: %d nodes; %d edges, parts %v", len(g.Nodes), len(s.Edges), s.Parts)
	}
}
