package lemon

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

func vector(t *rapid.T, name string, most float64) spatial.Vec3 {
	f := rapid.Float64Range(-most, most)
	return spatial.V(f.Draw(t, name+" x"), f.Draw(t, name+" y"), f.Draw(t, name+" z"))
}

// A target with constant acceleration is known exactly after a while, however old its frames are.
func TestEstimateOfConstantAcceleration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, v, a := vector(t, "p", 0.5), vector(t, "v", 0.3), vector(t, "a", 0.5)
		at := func(now reactor.Time) spatial.Vec3 {
			s := now.Duration().Seconds()
			return p.Add(v.Scale(s)).Add(a.Scale(s * s / 2))
		}
		e := estimate{}
		late := reactor.Time(rapid.IntRange(0, 90).Draw(t, "ms late")) * reactor.Time(time.Millisecond)
		for i := range 60 {
			taken := reactor.Time(i) * reactor.Time(time.Second/30)
			now := taken + late
			s := e.see(&Target{Pose: spatial.Pose{P: at(taken), R: spatial.IdentityRot()}, Taken: taken, Fresh: true}, now)
			if i < 45 {
				continue
			}
			if ahead := s.Pose.P.Add(s.Vel.Scale(s.Age)); !s.Moves || ahead.Dist(at(now)) > 1e-6 {
				t.Fatalf("frame %d: %v expected now, %v true", i, ahead, at(now))
			}
		}
	})
}

func TestEstimateStartsAnew(t *testing.T) {
	see := func(e *estimate, ms int, x float64) spatial.Vec3 {
		now := reactor.Time(ms) * reactor.Time(time.Millisecond)
		return e.see(&Target{Pose: spatial.Pose{P: spatial.V(x, 0, 0), R: spatial.IdentityRot()}, Taken: now, Fresh: true}, now).Vel
	}
	e := estimate{}
	see(&e, 0, 0)
	if v := see(&e, 33, 0.005); v.X <= 0 {
		t.Errorf("a target that moves has velocity %v", v)
	}
	if v := see(&e, 66, 0.3); v != (spatial.Vec3{}) {
		t.Errorf("after a jump to another target: %v", v)
	}
	see(&e, 99, 0.305)
	if v := see(&e, 900, 0.31); v != (spatial.Vec3{}) {
		t.Errorf("after a long gap: %v", v)
	}
	before := e
	see(&e, 900, 0.4)
	see(&e, 0, 0.4)
	see(&e, -20, 0.4)
	if e != before {
		t.Error("a frame that was there already, or from before all, changed the estimate")
	}
	e.see(&Target{Pose: spatial.Pose{P: spatial.V(math.NaN(), 0, 0)}, Taken: before.taken + 1}, before.taken+2)
	if !e.p.Finite() {
		t.Error("a frame that is no number got in")
	}
}

// A joint follows whatever solution it is given within its limits, exactly where that is possible, and comes to
// rest on it afterwards.
func TestPursue(t *testing.T) {
	const acc, jerk, dt = 20.0, 500.0, 0.004
	rapid.Check(t, func(t *rapid.T) {
		k, err := safety.NewJoints(safety.JointsConfig{Limits: []safety.JointLimit{{Lower: -50, Upper: 50, V: math.Pi, A: acc, J: jerk}}, T: dt})
		if err != nil {
			t.Fatal(err)
		}
		if err := k.Reset([]float64{0}); err != nil {
			t.Fatal(err)
		}
		r := &JointServo{limit: k, acc: acc, jerk: jerk, dt: dt}
		goal, rate := 0.0, 0.0
		step := func(want float64) float64 {
			next := rate + min(max(want-rate, -acc*jointAccShare*dt), acc*jointAccShare*dt)
			out := []float64{r.pursue(0, goal, next)}
			goal += next * dt
			rate, r.rate[0] = next, next
			k.Check(out, out)
			return math.Abs(goal - out[0])
		}
		for range rapid.IntRange(1, 6).Draw(t, "legs") {
			want := rapid.Float64Range(-math.Pi*jointSpeedShare, math.Pi*jointSpeedShare).Draw(t, "rad/s")
			for range rapid.IntRange(1, 200).Draw(t, "cycles") {
				if e := step(want); e > 0.1 {
					t.Fatalf("%.3f rad behind", e)
				}
			}
		}
		e := 0.0
		for range 500 {
			e = step(0)
		}
		if e > 1e-4 {
			t.Errorf("%.5f rad off 2 s after the solution came to rest", e)
		}
		if k.Stopped() {
			t.Error("the joint limiter stopped it")
		}
		goal, rate = 0, 0
		if err := k.Reset([]float64{0}); err != nil {
			t.Fatal(err)
		}
		r.rate[0] = 0
		for i := range 300 { // jerk 0.8·500 rad/s³ and less: exact
			s := float64(i+1) * dt
			next := (1 - math.Cos(8*s)) * 0.5
			out := []float64{r.pursue(0, goal, next)}
			goal += next * dt
			r.rate[0] = next
			k.Check(out, out)
			if e := math.Abs(goal - out[0]); e > 1e-9 {
				t.Fatalf("cycle %d: %g rad off a solution within the limits", i, e)
			}
		}
	})
}

// A solution that is shaken so hard that the jerk limit cannot follow must not rock the joint up.
func TestPursueDoesNotSwing(t *testing.T) {
	const acc, jerk, dt = 20.0, 500.0, 0.004
	for _, cycles := range []int{5, 10, 15, 25, 40, 60} {
		k, err := safety.NewJoints(safety.JointsConfig{Limits: []safety.JointLimit{{Lower: -50, Upper: 50, V: math.Pi, A: acc, J: jerk}}, T: dt})
		if err != nil {
			t.Fatal(err)
		}
		if err := k.Reset([]float64{0}); err != nil {
			t.Fatal(err)
		}
		r := &JointServo{limit: k, acc: acc, jerk: jerk, dt: dt}
		goal, rate, worst := 0.0, 0.0, 0.0
		for i := range 2000 {
			a := acc * jointAccShare
			if i/cycles%2 == 1 {
				a = -a
			}
			rate += a * dt
			out := []float64{r.pursue(0, goal, rate)}
			goal += rate * dt
			r.rate[0] = rate
			k.Check(out, out)
			worst = max(worst, math.Abs(goal-out[0]))
		}
		t.Logf("acceleration changes sign every %d cycles: at most %.4f rad behind", cycles, worst)
		if worst > 0.07 {
			t.Errorf("acceleration changes sign every %d cycles: up to %.3f rad behind", cycles, worst)
		}
	}
}

// Frames that come in another order are as good as in theirs, as long as the young ones are remembered.
func TestEstimateOutOfOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type frame struct {
			at reactor.Time
			p  spatial.Vec3
		}
		var frames []frame
		for i := range 40 {
			frames = append(frames, frame{reactor.Time(i) * reactor.Time(time.Second/30), vector(t, "p", 0.02)})
		}
		var want, got estimate
		for _, f := range frames {
			want.take(f.at, f.p)
		}
		for i := 1; i+4 < len(frames); i += 4 { // the first one is where it begins
			n := rapid.IntRange(0, 3).Draw(t, "rotated by")
			turned := append(append([]frame{}, frames[i+n:i+4]...), frames[i:i+n]...)
			copy(frames[i:], turned)
		}
		for _, f := range frames {
			got.take(f.at, f.p)
		}
		if want.course != got.course {
			t.Fatalf("in order %+v, otherwise %+v", want.course, got.course)
		}
	})
}
