package scheme

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/robot/franka/remote/virtual"
)

const us = time.Microsecond

// skewed draws times like those that the schemes' author measured: least, mean, greatest.
func skewed(least, mean, most time.Duration) virtual.Delay {
	return func(r *rand.Rand) time.Duration {
		return min(most, least+time.Duration(r.ExpFloat64()*float64(mean-least)))
	}
}

// asMeasured are the delays of the report's machines for each scheme, about.
func asMeasured(s remote.Scheme) virtual.Setup {
	u := virtual.Setup{Config: remote.Config{Scheme: s, Unlimited: true}, Motion: &remote.Cartesian{}, Seed: 1}
	switch s.(type) {
	case Sync: // 2.4.3: more than 400 µs to receive, 32 to 200 to send, and the coding
		u.Answer = skewed(400*us, 500*us, 3*time.Millisecond)
		u.Loop = skewed(100*us, 130*us, 200*us)
	case Async1: // 2.5.3: T2 119.8, 8854, 35
		u.Answer, u.Wake = skewed(35*us, 120*us, 8854*us), skewed(5*us, 20*us, 200*us)
	case Simple, Async2: // 2.6.3 and 2.7.3: 84, 421, 55
		u.Answer = skewed(55*us, 84*us, 421*us)
	default: // 2.8.3: T2 48, 1079, 30
		u.Answer, u.Wake = skewed(30*us, 120*us, 8854*us), skewed(30*us, 48*us, 1079*us)
	}
	return u
}

func run(t *testing.T, s virtual.Setup) virtual.Result {
	t.Helper()
	r, err := virtual.Run(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// nod is a short motion of the tool: up and down by 3 cm in 2 s, faster than what a standing set-point is allowed.
type nod struct{ start *franka.Pose }

func (m *nod) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	if m.start == nil {
		p := s.OTEEc
		m.start = &p
	}
	x := min(1, t.Seconds()/2)
	c.OTEEc = *m.start
	c.OTEEc[14] += 1.92 * math.Pow(x*(1-x), 3)
	return x == 1
}

// TestOnAnIdealLink: without delays that vary every scheme works but async3, which ends where its commanded time is not
// a moment of rest.
func TestOnAnIdealLink(t *testing.T) {
	for _, scheme := range append(Five()[:4], Async3{CommandTime: 700 * time.Millisecond}) {
		t.Run(scheme.String(), func(t *testing.T) {
			t.Parallel()
			r := run(t, virtual.Setup{
				Config: remote.Config{Scheme: scheme, Unlimited: true, Local: &nod{}},
				Motion: &nod{}, Answer: virtual.Fixed(100 * us),
			})
			if want := scheme.String() != "async3"; r.Completed != want {
				t.Error(r)
			}
		})
	}
}

// TestAsMeasured: with the delays that the schemes' author measured the five fail as theirs did.
func TestAsMeasured(t *testing.T) {
	type outcome struct {
		Completed bool
		Slow      bool // communication_constraints_violation
		Jump      bool // a discontinuity
	}
	for scheme, want := range map[remote.Scheme]outcome{
		Sync{}:   {Slow: true},
		Async1{}: {Jump: true},
		Simple{}: {Jump: true},
		Async2{}: {Jump: true},
		Async3{}: {Jump: true},
	} {
		t.Run(scheme.String(), func(t *testing.T) {
			r := run(t, asMeasured(scheme))
			got := outcome{Completed: r.Completed, Slow: r.Errors.Has(franka.CommunicationConstraintsViolation)}
			for _, e := range []franka.Error{
				franka.CartesianMotionGeneratorVelocityDiscontinuity, franka.CartesianMotionGeneratorAccelerationDiscontinuity,
				franka.CartesianMotionGeneratorJointVelocityDiscontinuity, franka.CartesianMotionGeneratorJointAccelerationDiscontinuity,
			} {
				got.Jump = got.Jump || r.Errors.Has(e)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%v\n%s", r, d)
			}
		})
	}
}

// TestAsync3Ends: the motion is whole as long as the commanded time is far, and aborts by acceleration in the cycle
// after it was reached.
func TestAsync3Ends(t *testing.T) {
	for _, at := range []time.Duration{2 * time.Second, 3 * time.Second} {
		r := run(t, asMeasured(Async3{CommandTime: at}))
		if !r.Errors.Has(franka.CartesianMotionGeneratorVelocityDiscontinuity) || r.At < at-2*time.Millisecond || r.At > at+15*time.Millisecond {
			t.Errorf("commanded %v: %v", at, r)
		}
	}
	if r := run(t, asMeasured(Async3{CommandTime: 20 * time.Second})); !r.Completed { // the motion's own end comes first
		t.Error(r)
	}
}

// TestSimpleBearsConstantDelay: up to its wait; beyond the robot's budget it fails.
func TestSimpleBearsConstantDelay(t *testing.T) {
	for delay, want := range map[time.Duration]bool{100 * us: true, 290 * us: true} {
		r := run(t, virtual.Setup{Config: remote.Config{Unlimited: true, Scheme: Simple{}}, Motion: &nod{}, Answer: virtual.Fixed(delay)})
		if r.Completed != want || r.Interface.T1.Max != delay {
			t.Errorf("%v: %v, %v in the cycle", delay, r, r.Interface.T1.Max)
		}
	}
	r := run(t, virtual.Setup{Config: remote.Config{Unlimited: true, Scheme: Simple{Wait: time.Second}}, Motion: &remote.Cartesian{}, Answer: virtual.Fixed(510 * us)})
	if r.Completed || !r.Errors.Has(franka.CommunicationConstraintsViolation) {
		t.Error(r)
	}
}

// TestAsync2CountsForEver: one lost packet, and no command is used again.
func TestAsync2CountsForEver(t *testing.T) {
	r := run(t, virtual.Setup{
		Config: remote.Config{Scheme: Async2{}, Unlimited: true}, Motion: &remote.Cartesian{}, Cycles: 1000,
		Script: func(c *virtual.Control) {
			loss := impair.Config{}
			if c.Cycle == 5 {
				loss.Loss = 1
			}
			_ = c.Up.Set(loss)
		},
	})
	if r.Completed || r.Interface.Coasted != r.Interface.Cycles-5 || r.Interface.T1.Min != 300*us || r.Interface.T1.Max != 300*us {
		t.Error(r, r.Interface.T1)
	}
}

// TestSameSetupSameResult: a run repeats to the bit.
func TestSameSetupSameResult(t *testing.T) {
	for _, scheme := range Five() {
		one := func() (r virtual.Result, states []franka.State) {
			u := asMeasured(scheme)
			u.Up = impair.Config{Delay: time.Millisecond, Jitter: 500 * us, Loss: 0.05, Seed: 7}
			u.Down, u.Cycles = u.Up, 600
			u.Watch = func(s *franka.State, _ *franka.Command) { states = append(states, *s) }
			u.Config.Samples = 100
			return run(t, u), states
		}
		r1, s1 := one()
		r2, s2 := one()
		if d := cmp.Diff(r1, r2, cmp.Comparer(func(a, b error) bool { return a == b })); d != "" {
			t.Errorf("%v: %s", scheme, d)
		}
		if d := cmp.Diff(s1, s2); d != "" {
			t.Errorf("%v: %s", scheme, d)
		}
	}
}

// TestTheFiveAreLimited: unless they are to repeat what their programs did, no scheme lets a command out that the robot
// refuses, on links under which their own commands are refused.
func TestTheFiveAreLimited(t *testing.T) {
	for _, scheme := range append(Five()[:4], Async3{CommandTime: 3 * time.Second}) {
		t.Run(scheme.String(), func(t *testing.T) {
			t.Parallel()
			u := asMeasured(scheme)
			u.Config.Unlimited, u.Cycles = false, 6000
			r := run(t, u)
			if r.Errors&^franka.Errors(0).With(franka.CommunicationConstraintsViolation) != 0 {
				t.Errorf("%v, %d limited", r, r.Interface.Limited)
			}
			if scheme.String() != "sync" && r.Interface.Limited == 0 {
				t.Errorf("nothing was limited: %v", r)
			}
		})
	}
}
