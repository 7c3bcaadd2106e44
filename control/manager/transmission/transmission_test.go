package transmission

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/control/hw"
)

func draw(t *rapid.T) Transmission {
	ratio := rapid.OneOf(rapid.Float64Range(0.1, 200), rapid.Float64Range(-200, -0.1))
	two := func(name string, g *rapid.Generator[float64]) [2]float64 {
		return [2]float64{g.Draw(t, name+"1"), g.Draw(t, name+"2")}
	}
	return Transmission{Kind: Kind(rapid.IntRange(0, 2).Draw(t, "kind")), Joint: two("joint", ratio), Actuator: two("actuator", ratio),
		Offset: two("offset", rapid.Float64Range(-3, 3))}
}

// Whatever goes to the actuators and back is what it was, and no work is lost on the way.
func TestRoundTripsAndPower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := draw(t)
		if err := tr.Validate(); err != nil {
			t.Fatal(err)
		}
		x := [2]float64{rapid.Float64Range(-10, 10).Draw(t, "x1"), rapid.Float64Range(-10, 10).Draw(t, "x2")}
		near := func(what string, got, want [2]float64) {
			n := 2
			if tr.Kind == Simple {
				n = 1
			}
			for i := range n {
				if math.Abs(got[i]-want[i]) > 1e-9*(1+math.Abs(want[i])) {
					t.Fatalf("%s %d: %g, want %g", what, i, got[i], want[i])
				}
			}
		}
		near("positions", tr.Positions(tr.ActuatorPositions(x)), x)
		near("velocities", tr.Velocities(tr.ActuatorVelocities(x)), x)
		near("efforts", tr.Efforts(tr.ActuatorEfforts(x)), x)
		tau := [2]float64{rapid.Float64Range(-10, 10).Draw(t, "τ1"), rapid.Float64Range(-10, 10).Draw(t, "τ2")}
		v, a := tr.ActuatorVelocities(x), tr.ActuatorEfforts(tau)
		joints, actuators := x[0]*tau[0], v[0]*a[0]
		if tr.Kind != Simple {
			joints += x[1] * tau[1]
			actuators += v[1] * a[1]
		}
		size := 1 + math.Abs(v[0]*a[0]) + math.Abs(v[1]*a[1])
		if math.Abs(joints-actuators) > 1e-9*size {
			t.Fatalf("%v: the joints do %g W, the actuators %g W", tr, joints, actuators)
		}
	})
}

// motors is hardware that goes where it is told.
type motors struct {
	in    hw.Info
	last  []float64
	state []float64
	modes []string
}

func (m *motors) Info() hw.Info              { return m.in }
func (m *motors) Enter(hw.LifeCycle) error   { return nil }
func (m *motors) Use(string) error           { return nil }
func (m *motors) Read(state []float64) error { copy(state, m.state); return nil }
func (m *motors) Write(c []float64) error {
	if len(c) != len(m.last) {
		return hw.ErrCommand
	}
	copy(m.last, c)
	copy(m.state, c)
	return nil
}

func (m *motors) Modes(start, _ []string) (bool, error) {
	m.modes = start
	return true, nil
}

func newMotors(kinds ...string) *motors {
	m := &motors{in: hw.Info{Name: "motors", Period: 1}}
	units := map[string]string{"position": "rad", "velocity": "rad/s", "effort": "N·m", "stiffness": "N·m/rad"}
	for _, name := range []string{"a", "m2", "m1"} {
		for _, k := range kinds {
			m.in.State = append(m.in.State, hw.Handle{Name: name + "/" + k, Unit: units[k], Index: len(m.in.State)})
		}
	}
	m.in.Groups = []hw.Group{{Name: "all", Command: m.in.State}}
	m.last, m.state = make([]float64, len(m.in.State)), make([]float64, len(m.in.State))
	return m
}

// What is commanded to joints is read of joints, the motors get what the formulas say, and nothing is allocated.
func TestDriver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := draw(t)
		tr.Kind = Kind(rapid.IntRange(1, 2).Draw(t, "of two"))
		m := newMotors("position", "velocity", "effort")
		d, err := NewDriver(m, []Fitted{{Name: "wrist", Transmission: tr, Joints: []string{"roll", "lift"}, Actuators: []string{"m1", "m2"}, Sliding: [2]bool{false, true}}})
		if err != nil {
			t.Fatal(err)
		}
		in := d.Info()
		if err := in.Validate(); err != nil || in.State[3].Name != "lift/position" || in.State[3].Unit != "m" || in.State[5].Unit != "N" || in.State[6].Name != "roll/position" || in.State[0].Name != "a/position" {
			t.Fatalf("%+v, %v", in, err)
		}
		if err := d.Write(nil); err == nil || d.Use("all") != nil {
			t.Fatal("what is not in use can be written")
		}
		x, got := make([]float64, 9), make([]float64, 9)
		for i := range x {
			x[i] = rapid.Float64Range(-10, 10).Draw(t, "x")
		}
		if n := testing.AllocsPerRun(5, func() { err = errors.Join(d.Write(x), d.Read(got)) }); err != nil || n != 0 {
			t.Fatalf("%v, %g allocations", err, n)
		}
		for i := range x {
			if math.Abs(x[i]-got[i]) > 1e-9*(1+math.Abs(x[i])) {
				t.Fatalf("%v becomes %v", x, got)
			}
		}
		want := tr.ActuatorPositions([2]float64{x[6], x[3]})
		if m.last[6] != want[0] || m.last[3] != want[1] || m.last[0] != x[0] {
			t.Fatalf("the motors are told %v for %v", m.last, x)
		}
	})
}

func TestWhatATransmissionCannotCarry(t *testing.T) {
	one := Fitted{Name: "t", Transmission: Transmission{Kind: Simple, Actuator: [2]float64{50}}, Joints: []string{"j"}, Actuators: []string{"m1"}}
	two := Fitted{Name: "t", Transmission: Transmission{Kind: Differential, Joint: [2]float64{1, 1}, Actuator: [2]float64{1, 1}}, Joints: []string{"j", "k"}, Actuators: []string{"m1", "gone"}}
	swapped := two
	swapped.Actuators = []string{"gone", "m1"}
	for want, c := range map[string]struct {
		f     Fitted
		kinds string
	}{"cannot carry m1/stiffness": {one, "stiffness"}, "m1/position is there, but not that of gone": {two, "position"},
		"m1/velocity is there, but not that of gone": {swapped, "velocity"}} {
		if _, err := NewDriver(newMotors(c.kinds), []Fitted{c.f}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %q", err, want)
		}
	}
	m := newMotors("position")
	d, err := NewDriver(m, []Fitted{one})
	if err != nil {
		t.Fatal(err)
	}
	if done, err := d.Modes([]string{"j/position", "a/position"}, nil); !done || err != nil || strings.Join(m.modes, " ") != "m1/position a/position" {
		t.Errorf("the modes are %v: %v", m.modes, err)
	}
}

func TestReductionsOfZeroAreRefused(t *testing.T) {
	for k := Simple; k <= FourBar; k++ {
		tr := Transmission{Kind: k, Joint: [2]float64{1, 1}, Actuator: [2]float64{0, 1}}
		if tr.Validate() == nil {
			t.Errorf("kind %d takes a reduction of 0", k)
		}
	}
}
