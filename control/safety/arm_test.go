package safety

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// walled is an arm that reaches x up to a wall, and turns up to 1 rad from home.
type walled struct {
	at, probe spatial.Pose
	asked     int
}

func (w *walled) Try() { w.probe = w.at }

func (w *walled) Reach(p spatial.Pose, _ float64) bool {
	w.asked++
	w.probe = p
	return w.bears(p)
}

func (w *walled) bears(p spatial.Pose) bool { return w.within(p, 0) }

func (w *walled) within(p spatial.Pose, by float64) bool {
	return p.P.X <= 0.5+by && p.R.Mul(home().R.T()).Log().Norm() <= 1+by
}

func (w *walled) Take(p spatial.Pose, _ float64) { w.at = p }

// Whatever is proposed, the arm is never where it cannot be, and the limits still hold.
func TestNothingIsLetOutThatTheArmCannotStopAfter(t *testing.T) {
	t.Logf("seed %d", *seed)
	for i, j := range []float64{100, 0, 20} {
		c, arm := config(j), &walled{at: home()}
		c.Arm, c.AngJ = arm, []float64{0, 0, 400}[i]
		k, err := NewChecker(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := k.Reset(home()); err != nil {
			t.Fatal(err)
		}
		adv := adversary{r: rand.New(rand.NewPCG(*seed, uint64(90+i)))}
		a := audit{l: k.c.Limits, t: k.c.T, fail: func(f string, args ...any) { t.Helper(); t.Fatalf(f, args...) }}
		a.see(k.Command().Pose())
		near := 0
		for n := range 12_000 {
			var p spatial.Pose
			switch {
			case k.Stopped() && !k.Command().Moving() && k.Command().W == spatial.Vec3{}:
				if err := k.Reset(k.Command().Pose()); err != nil {
					t.Fatal(err)
				}
				continue
			case adv.r.IntN(50) == 0:
				p, _ = k.Missing()
			default:
				p, _ = k.Check(adv.propose(k.Command(), k.c.T))
			}
			a.see(p)
			if p != arm.at || !arm.within(p, 1e-3) { // what a stride may hide
				t.Fatalf("jerk %g, cycle %d: at %v, which the arm cannot reach", j, n, p)
			}
			if p.P.X > 0.49 {
				near++
			}
		}
		if near == 0 {
			t.Errorf("jerk %g: never near the wall: the test does not try what it says", j)
		}
	}
}

// An arm that is held at a border continues, in translation and rotation separately, as soon as a proposal leads back.
func TestAHeldMotionGoesOn(t *testing.T) {
	c := config(100)
	c.Arm = &walled{at: home()}
	k, err := NewChecker(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Reset(home()); err != nil {
		t.Fatal(err)
	}
	s, err := motion.NewServo(motion.ServoConfig{Limits: c.Limits.Limits})
	if err != nil {
		t.Fatal(err)
	}
	s.Reset(home())
	lead := func(to spatial.Pose) spatial.Pose {
		for range 1500 {
			s.Target(motion.Sighting{Pose: to})
			p, _ := s.Next(motion.Input{})
			k.Check(p)
			s.Adopt(k.Command())
		}
		return k.Command().Pose()
	}
	out := spatial.Pose{P: spatial.V(0.6, 0.1, 0.3), R: spatial.Exp(spatial.V(0, 0, 1.5)).Mul(home().R)}
	if at := lead(out); at.P.X < 0.45 || at.R.Mul(home().R.T()).Log().Norm() < 0.9 {
		t.Errorf("held at %v, %v rad from home", at.P, at.R.Mul(home().R.T()).Log().Norm())
	}
	if d := spatial.Delta(lead(home()), home()); d.Lin.Norm() > 1e-6 || d.Ang.Norm() > 1e-6 {
		t.Errorf("%v from home", d)
	}
}
