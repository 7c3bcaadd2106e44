package dive

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
)

// fake is a vehicle that says what it is told to.
type fake struct {
	readings rov.Readings
	age      time.Duration
	deaf     bool
	forces   []float64
}

func (f *fake) Latest(r *rov.Readings) (time.Duration, bool) {
	*r = f.readings
	return f.age, !f.deaf
}

func (f *fake) Command(forces []float64) { f.forces = append(f.forces[:0], forces...) }

// push is an External that takes six forces.
type push struct {
	F [6]atom.Need[unit.Force] `frame:"ROBOT"`
}

// compassed is an External that gives a heading and a rate.
type compassed struct {
	Psi atom.Product[unit.Angle]        `frame:"IMU" axis:"z"`
	R   atom.Product[unit.AngularSpeed] `frame:"IMU" axis:"z"`
}

func bound(t *testing.T, driver string, body any, c rov.Link, cycle time.Duration) project.Driver {
	t.Helper()
	m := atom.New("test")
	atom.Add(m.Root, "it", body, atom.By(driver), atom.Every(0, nil))
	v := rov.JackLike()
	groups := []atom.Group{{Period: cycle, Stages: []atom.Stage{{Members: m.Instances}}}}
	drivers, _, faults := bind(m, nil, groups, &v, c)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return drivers["it"]
}

func TestASensorGivesTheNewestSample(t *testing.T) {
	c := &fake{}
	d := bound(t, driverIMU, &compassed{}, c, time.Millisecond)
	var at reactor.Time
	exchange := func() (s project.Sample) {
		at++
		d.Exchange(reactor.Tag{Time: at}, nil, &s)
		return s
	}
	if s := exchange(); s.OK != 0 {
		t.Errorf("before the first sample: %+v", s)
	}
	c.readings.Time = 3 * time.Second
	c.readings.IMU.N, c.readings.IMU.At, c.readings.IMU.Yaw, c.readings.IMU.R = 1, 3*time.Second, 0.5, 0.25
	if s := exchange(); s.OK != 3 || s.V[0] != 0.5 || s.V[1] != 0.25 {
		t.Errorf("a sample: %+v", s)
	}
	c.age = 5 * rov.JackLike().IMU.Every
	if s := exchange(); s.OK != 3 {
		t.Errorf("one that is old: %+v", s)
	}
	c.age++
	if s := exchange(); s.OK != 0 {
		t.Errorf("one that is too old: %+v", s)
	}
	c.age, c.deaf = 0, true
	if s := exchange(); s.OK != 0 {
		t.Errorf("a vehicle that does not answer: %+v", s)
	}
}

// How old a sample may be is a matter of the sensor's rate and of the cycle that reads it: neither a lost datagram nor one
// late cycle makes a fast sensor missing.
func TestWhenASensorIsMissing(t *testing.T) {
	v := rov.JackLike()
	for _, w := range []struct {
		cycle, most time.Duration
	}{{time.Millisecond, 5 * v.IMU.Every}, {25 * time.Millisecond, 50 * time.Millisecond}, {50 * time.Millisecond, 100 * time.Millisecond}} {
		c := &fake{}
		c.readings.IMU.N = 1
		d := bound(t, driverIMU, &compassed{}, c, w.cycle)
		for n, age := range []time.Duration{0, 4 * v.IMU.Every, w.most, w.most + 1} {
			c.readings.Time = age / 2 // an old sample in readings that are late
			c.age = age - c.readings.Time
			var s project.Sample
			if d.Exchange(reactor.Tag{Time: reactor.Time(n)}, nil, &s); (s.OK != 0) != (age <= w.most) {
				t.Errorf("read every %v: a sample of age %v: %+v", w.cycle, age, s)
			}
		}
	}
}

// Whatever the law asks for, no force and no change of a force leaves what the thruster can do, and what is no number
// leads to zero.
func TestThrustersStayWithinTheirLimits(t *testing.T) {
	v := rov.JackLike()
	wild := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-100, 100), rapid.Just(math.NaN()), rapid.Just(math.Inf(-1)))
	rapid.Check(t, func(t *rapid.T) {
		c := &fake{}
		m := atom.New("test")
		atom.Add(m.Root, "it", &push{}, atom.By(driverThrusters), atom.Every(0, nil))
		_, d, faults := bind(m, nil, nil, &v, c)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		before := make([]float64, 6)
		var at reactor.Time
		for range rapid.IntRange(1, 50).Draw(t, "cycles") {
			in := rapid.SliceOfN(wild, 6, 6).Draw(t, "wish")
			dt := rapid.Int64Range(0, int64(time.Second)).Draw(t, "dt")
			at += reactor.Time(dt)
			var out project.Sample
			d.Exchange(reactor.Tag{Time: at}, in, &out)
			for i, f := range c.forces {
				limit := &v.Thrusters[i]
				if math.IsNaN(f) || f > limit.Forward || f < -limit.Backward {
					t.Fatalf("thruster %d is commanded %g N", i, f)
				}
				if step := math.Abs(f - before[i]); step > limit.Rate*time.Duration(dt).Seconds()+1e-9 {
					t.Fatalf("thruster %d goes from %g to %g N in %v", i, before[i], f, time.Duration(dt))
				}
				if (math.IsNaN(in[i]) || math.IsInf(in[i], 0)) && math.Abs(f) > math.Abs(before[i]) {
					t.Fatalf("thruster %d goes from %g to %g N where the law asks for %g", i, before[i], f, in[i])
				}
				if out.V[i] != f || out.OK>>i&1 != 1 {
					t.Fatalf("the recording has %g N, the thruster %g", out.V[i], f)
				}
			}
			copy(before, c.forces)
		}
	})
}

func TestDriversDoNotAllocate(t *testing.T) {
	w, err := rov.NewWorld(rov.WorldConfig{Vehicle: rov.JackLike()})
	if err != nil {
		t.Fatal(err)
	}
	c := &within{world: w}
	sensor, thrust := bound(t, driverIMU, &compassed{}, c, time.Millisecond), bound(t, driverThrusters, &push{}, c, 0)
	in := make([]float64, 6)
	var at reactor.Time
	var out project.Sample
	n := testing.AllocsPerRun(1000, func() {
		at += reactor.Time(25 * time.Millisecond)
		sensor.Exchange(reactor.Tag{Time: at}, nil, &out)
		thrust.Exchange(reactor.Tag{Time: at}, in, &out)
	})
	if n != 0 {
		t.Errorf("%g allocations a cycle", n)
	}
}

func TestBindFindsAllFaults(t *testing.T) {
	type unknown struct {
		Psi  atom.Product[unit.Angle]
		Salt atom.Product[unit.Ratio]
	}
	type few struct {
		F [5]atom.Need[unit.Force]
	}
	type torque struct {
		F [6]atom.Need[unit.Torque]
	}
	m := atom.New("test")
	atom.Add(m.Root, "salty", &unknown{}, atom.By(driverIMU), atom.Every(0, nil))
	atom.Add(m.Root, "typo", &compassed{}, atom.By("rov.imy"), atom.Every(0, nil))
	atom.Add(m.Root, "few", &few{}, atom.By(driverThrusters), atom.Every(0, nil))
	atom.Add(m.Root, "twist", &torque{}, atom.By(driverThrusters), atom.Every(0, nil))
	v := rov.JackLike()
	_, _, faults := bind(m, nil, nil, &v, silent{})
	if len(faults) != 4 {
		t.Fatalf("%d faults:\n%v", len(faults), faults)
	}
	for i, want := range []string{`no value "salt"`, `did you mean "rov.imu"`, "5 forces for the 6 thrusters", "takes a Force"} {
		if got := faults[i].Error(); !contains(got, want) {
			t.Errorf("fault %d is %q, want %q in it", i, got, want)
		}
	}
}
