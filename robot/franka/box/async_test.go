package box

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// asyncMove asks for an asynchronous motion at one speed of all joints.
func asyncMove(speed float64) franka.MoveRequest {
	m := franka.MoveRequest{Generator: franka.GenerateJointPosition, Path: franka.DefaultDeviation, Goal: franka.DefaultDeviation, Async: true}
	for i := range m.MaxVelocity {
		m.MaxVelocity[i] = speed
	}
	return m
}

// startAsync begins one and returns when states show it.
func (r *rig) startAsync(speed float64) *rig {
	r.t.Helper()
	if s := r.Move(asyncMove(speed)); s != franka.MotionStarted {
		r.t.Fatalf("Move: %v", s)
	}
	for r.State().Mode != franka.ModeMove {
		r.Step(nil)
	}
	return r
}

// TestAsyncKeepsTheLimits sets random targets at a low rate, one in four of them late or out of order: no limit is broken, no
// silence ends the motion, and the arm ends at the last target.
func TestAsyncKeepsTheLimits(t *testing.T) {
	first := newRig(t, Config{Version: franka.Version10})
	rapid.Check(t, func(rt *rapid.T) {
		speed := rapid.Float64Range(0.05, 2).Draw(rt, "speed")
		r := first.again(Config{Version: franka.Version10}).startAsync(speed)
		if r.Waits() || !r.Async() {
			rt.Fatal("states wait for commands")
		}
		home, goal, ended := r.State().Qd, r.State().Qd, franka.MotionGenerator(0)
		last, old := *r.State(), franka.Command{}
		for n := range rapid.IntRange(1, 12).Draw(rt, "targets") {
			for i := range goal {
				goal[i] = home[i] + rapid.Float64Range(-0.3, 0.3).Draw(rt, "goal")
			}
			c := franka.Command{ID: r.State().ID - uint64(rapid.IntRange(0, min(n, 3)).Draw(rt, "late")), QC: goal}
			pause := rapid.IntRange(5, 200).Draw(rt, "pause")
			for k := range pause {
				switch {
				case k == 0:
					r.Step(&c)
				case k == 2 && old.ID < c.ID:
					r.Step(&old) // overtaken
				default:
					r.Step(nil)
				}
				last = within1ms(rt, r, last, speed)
			}
			old = c
		}
		for n := 0; ended == 0; n++ {
			r.Step(&franka.Command{ID: r.State().ID, QC: goal, Finished: true})
			last = within1ms(rt, r, last, speed)
			if o, ok := r.Outcome(); ok {
				if o.Status != franka.Success {
					rt.Fatalf("%v %v", o.Status, o.Motion.Errors)
				}
				ended = 1
			}
			if n > 30000 {
				rt.Fatal("it does not end")
			}
		}
		for i, q := range r.State().Qd {
			if math.Abs(q-goal[i]) > 1e-9 {
				rt.Fatalf("joint %d at %g, not %g", i+1, q, goal[i])
			}
		}
	})
}

// within1ms checks a cycle's set-point by its differences from the one before.
func within1ms(t *rapid.T, r *rig, last franka.State, speed float64) franka.State {
	s := *r.State()
	if s.CurrentErrors != 0 {
		t.Fatalf("errors %v", s.CurrentErrors)
	}
	for i, l := range r.limits.Joints {
		v, a, j := (s.Qd[i]-last.Qd[i])/dt, (s.DQd[i]-last.DQd[i])/dt, (s.DDQd[i]-last.DDQd[i])/dt
		if math.Abs(v) > speed*(1+1e-6) || math.Abs(a) > l.A*(1+1e-5) || math.Abs(j) > l.J*(1+1e-4) || math.Abs(v-s.DQd[i]) > 1e-9 {
			t.Fatalf("joint %d: %g rad/s, %g rad/s², %g rad/s³", i+1, v, a, j)
		}
	}
	return s
}

func TestAsyncRefuses(t *testing.T) {
	for _, row := range []struct {
		v      franka.Version
		change func(m *franka.MoveRequest)
	}{
		{franka.Version9, func(*franka.MoveRequest) {}},
		{franka.Version10, func(m *franka.MoveRequest) { m.Generator = franka.GenerateJointVelocity }},
		{franka.Version10, func(m *franka.MoveRequest) { m.Generator = franka.GenerateCartesianPose }},
		{franka.Version10, func(m *franka.MoveRequest) { m.Controller = franka.ExternalController }},
		{franka.Version10, func(m *franka.MoveRequest) { m.MaxVelocity[3] = 0 }},
		{franka.Version10, func(m *franka.MoveRequest) { m.MaxVelocity[3] = math.NaN() }},
		{franka.Version10, func(m *franka.MoveRequest) { m.MaxVelocity[3] = 2.63 }},
	} {
		r, m := newRig(t, Config{Version: row.v}), asyncMove(1)
		row.change(&m)
		if s := r.Move(m); s != franka.InvalidArgument || r.Moving() {
			t.Errorf("version %d, %+v: %v", row.v, m, s)
		}
	}
}

// TestAsyncEnds: by a target that no joint can be at, by the stop, and when its client goes.
func TestAsyncEnds(t *testing.T) {
	for _, row := range []struct {
		name   string
		do     func(r *rig)
		status franka.Status
		errors franka.Errors
	}{
		{"too far", func(r *rig) {
			c := franka.Command{ID: r.State().ID, QC: r.State().Qd}
			c.QC[3] = 0.2
			r.Step(&c)
		}, franka.ReflexAborted, franka.Errors(0).With(franka.JointViaMotionGeneratorPlanningJointLimitViolation)},
		{"no number", func(r *rig) {
			c := franka.Command{ID: r.State().ID, QC: r.State().Qd}
			c.QC[1] = math.NaN()
			r.Step(&c)
		}, franka.ReflexAborted, franka.Errors(0).With(franka.JointViaMotionGeneratorPlanningJointLimitViolation)},
		{"left", func(r *rig) { r.Abandon() }, franka.ReflexAborted, franka.Errors(0).With(franka.CommunicationConstraintsViolation)},
		{"stopped", func(r *rig) { r.Stop() }, franka.Preempted, 0},
		{"user stop", func(r *rig) { r.UserStop(true) }, franka.EmergencyAborted, 0},
	} {
		r := newRig(t, Config{Version: franka.Version10}).startAsync(1)
		c := franka.Command{ID: r.State().ID, QC: r.State().Qd}
		c.QC[0] += 0.3
		r.Step(&c)
		r.pass(150)
		row.do(r)
		var o Outcome
		for n, ok := 0, false; !ok && n < 1000; n++ {
			r.Step(nil)
			o, ok = r.Outcome()
		}
		if o.Status != row.status || o.Motion.Errors != row.errors {
			t.Errorf("%s: %v %v", row.name, o.Status, o.Motion.Errors)
		}
		r.pass(1000)
		if s := r.State(); s.DQd != [7]float64{} || r.Async() {
			t.Errorf("%s: moves at %v", row.name, s.DQd)
		}
	}
}

func TestAsyncAllocatesNothing(t *testing.T) {
	r := newRig(t, Config{Version: franka.Version10}).startAsync(1)
	home, k := r.State().Qd, 0
	c := franka.Command{QC: home}
	r.Step(&c)
	if n := testing.AllocsPerRun(300, func() {
		c.ID, c.QC[2] = r.State().ID, home[2]+0.1*math.Sin(float64(k))
		if k++; k%20 == 0 {
			r.Step(&c)
		} else {
			r.Step(nil)
		}
	}); n != 0 {
		t.Errorf("%g allocations a cycle", n)
	}
}

// TestAccelerometers compares what the boards measure with second differences of where they are, moved by commands.
func TestAccelerometers(t *testing.T) {
	r := newRig(t, Config{Version: franka.Version10})
	rest := r.pass(100).State()
	if a := rest.AccelerometerBottom[0]; math.Abs(a[2]-9.81) > 1e-6 || math.Abs(rest.AccelerometerTop[0][2]+9.81) > 1e-6 {
		t.Errorf("at rest: %v, %v", rest.AccelerometerTop[0], a)
	}
	r.startAsync(2)
	goal := r.State().Qd
	for i := range goal {
		goal[i] += 0.3 * float64(1-i%2*2)
	}
	r.Step(&franka.Command{ID: r.State().ID, QC: goal})
	places := func() (at [6][2]spatial.Pose) {
		for i := range at {
			link := spatial.Identity()
			if i > 0 {
				link = r.plant.chain.Frame(r.plant.data, i-1)
			}
			for k := range at[i] {
				b := r.boards[i][k]
				at[i][k] = link.Mul(spatial.Pose{P: b.at, R: b.in})
			}
		}
		return at
	}
	r.pass(60)
	two := places()
	r.Step(nil)
	one := places()
	most := 0.0
	for range 100 {
		before := *r.State()
		r.Step(nil)
		now := places()
		for i := range now {
			for k, got := range [...][3]float64{before.AccelerometerTop[i], before.AccelerometerBottom[i]} {
				a := now[i][k].P.Sub(one[i][k].P.Scale(2)).Add(two[i][k].P).Scale(1 / (dt * dt)).Sub(r.plant.chain.Gravity)
				want := one[i][k].R.ApplyT(a)
				if off := want.Dist(spatial.V(got[0], got[1], got[2])); off > 0.05 {
					t.Fatalf("board %d.%d: %v, want %v", i+1, k, got, want)
				}
				most = max(most, math.Abs(a.Norm()-9.81))
			}
		}
		two, one = one, now
	}
	if most < 0.3 {
		t.Errorf("the boards were accelerated by %g m/s² at most: too little to show anything", most)
	}
}
