package lemon

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/control/safety"
)

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
