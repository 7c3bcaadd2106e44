package lemon

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/sim"
)

// The times after which a target counts less, from the frame that showed it last: motion.TrackerConfig's defaults.
const (
	holdAfter = 300 * ms // no more led on along its velocity
	stopAfter = 500 * ms // lost
)

// spoil makes the camera do something wrong between two times; lost loses the frames.
func (r *trial) spoil(from, to time.Duration, fault sim.Failure, lost bool) {
	var good Frame
	r.hooks.film = func(f *Frame) bool {
		if f.Shot.Time < from || f.Shot.Time >= to {
			good = *f
			return true
		}
		if fault == sim.Frozen {
			was := *f
			f.Shot = good.Shot
			f.Shot.Seq, f.Shot.Time = was.Shot.Seq, was.Shot.Time
		}
		f.Shot.Fault = fault
		return !lost
	}
}

// However the camera fails, no wrong target comes of it: the last one ages, is held after 300 ms and given up after
// 500 ms, the arm rests within 800 ms, and following goes on when the camera is well again.
func TestCameraFaults(t *testing.T) {
	t.Parallel()
	const from, to = 1800 * ms, 3000 * ms
	for _, c := range []struct {
		name  string
		fault sim.Failure
		lost  bool
	}{{"frozen", sim.Frozen, false}, {"black", sim.Black, false}, {"garbage", sim.Garbage, false}, {"no depth", sim.NoDepth, false}, {"no frames", sim.NoFailure, true}} {
		t.Run(c.name, func(t *testing.T) {
			r := newTrial(5 * time.Second)
			r.p.FrameRate = 30
			r.hooks.rig = lemon(sim.Sine{Center: spatial.V(0.45, 0, 0.08), Amplitude: spatial.V(0.02, 0.06, 0), Period: 2500 * ms})
			r.spoil(from, to, c.fault, c.lost)
			r.safe(t)
			for _, l := range r.located {
				if at := l.v.Taken.Duration(); l.v.Seen && at >= from && at < to {
					t.Fatalf("a lemon was seen at %v in a spoilt frame", at)
				}
			}
			r.ages(t, from, to)
			r.rests(t, from+800*ms, to)
			r.follows(t, r.length)
			r.readyAt(t, r.length, true)
			if c.fault == sim.Frozen && r.s.net.Camera.Bad < uint64((to-from).Seconds()*r.p.FrameRate)-1 {
				t.Errorf("%d frozen frames found", r.s.net.Camera.Bad)
			}
			if c.fault == sim.Frozen {
				r.again(t)
			}
		})
	}
}

// ages checks what the planner said about its target while none was seen.
func (r *trial) ages(t *testing.T, from, to time.Duration) {
	t.Helper()
	frame := time.Duration(float64(time.Second) / r.p.FrameRate)
	for _, p := range r.plans {
		switch s := p.v.Status; {
		case p.at >= from+holdAfter+r.p.Period && p.at < from+stopAfter-frame && s != motion.Holding:
			t.Fatalf("at %v the planner is %v, want holding", p.at, s)
		case p.at >= from+stopAfter+r.p.Period && p.at < to && s != motion.Stopping:
			t.Fatalf("at %v the planner is %v, want stopping", p.at, s)
		}
	}
}

// A lemon out of the workspace: the tool goes to the nearest point inside, and follows again when it comes back.
func TestTargetOutsideWorkspace(t *testing.T) {
	t.Parallel()
	r := newTrial(5 * time.Second)
	r.p.High[0] = 0.45
	c := spatial.V(0.40, 0, 0.08)
	r.hooks.rig = lemon(sim.Waypoints{Points: []spatial.Vec3{c, c.Add(spatial.V(0.15, 0, 0))}, Leg: 1500 * ms, Dwell: 500 * ms})
	r.safe(t)
	r.follows(t, r.length) // the truth is projected the same way
	if r.s.net.Validation.Moved == 0 {
		t.Error("no target was outside: the test does not try what it says")
	}
	for _, c := range r.commands {
		if c.v.Pose.P.X > r.p.High[0]+1e-9 {
			t.Fatalf("at %v the command is at x = %.6f m", c.at, c.v.Pose.P.X)
		}
	}
}

// liar is a reactor that hands out whatever targets a test wants, in place of the camera's.
type liar struct {
	reactor.Reactor
	Tick   reactor.Timer
	Target reactor.Out[Target]
	n      int
}

// newLiar sends targets 0, 1, … every 20 ms.
func newLiar(parent reactor.Parent, target func(n int, now reactor.Time) Target) *liar {
	l := &liar{}
	reactor.Init(parent, "liar", l)
	l.Tick.Set(0, 20*ms)
	l.Reaction("lie").On(&l.Tick).Sets(&l.Target).Do(func() {
		l.Target.Set(target(l.n, l.Tag().Time))
		l.n++
	})
	return l
}

// nonsense is the n-th of a list of targets that are no place, or none the robot can reach.
func nonsense(n int, now reactor.Time) Target {
	nan, inf := math.NaN(), math.Inf(1)
	down := spatial.RotX(math.Pi)
	at := func(x, y, z float64, r spatial.Rot) Target {
		return Target{Pose: spatial.Pose{P: spatial.V(x, y, z), R: r}, Taken: now, Fresh: true}
	}
	list := []Target{
		at(nan, 0, 0.3, down), at(0.4, inf, 0.3, down), at(0.4, 0, -inf, down), at(1e308, -1e308, 1e308, down),
		at(5e-324, 5e-324, 5e-324, down), at(0, 0, 0, down), at(0.4, 0, 0.3, spatial.Rot{}), at(9, 9, 9, down),
		at(-0.5, 0, 0.3, down), at(0.4, 0, -3, down), at(0.05, 0, 0.05, down), at(0.4, 0, 0.3, nanRot()),
		{}, {Fresh: true, Taken: now + 1e12}, {Fresh: true, Taken: -1 << 62},
		{Pose: at(0.4, 0, 0.3, down).Pose, Vel: spatial.V(nan, nan, nan), Moves: true, Fresh: true, Taken: now},
		{Pose: at(0.4, 0, 0.3, down).Pose, Vel: spatial.V(1e300, 0, 0), Moves: true, Fresh: true, Taken: now},
	}
	return list[n%len(list)]
}

func nanRot() spatial.Rot {
	r := spatial.IdentityRot()
	r[0] = math.NaN()
	return r
}

// probe collects what it is given.
type probe[T any] struct {
	reactor.Reactor
	In  reactor.In[T]
	got []timed[T]
}

func newProbe[T any](parent reactor.Parent, name string) *probe[T] {
	p := &probe[T]{}
	reactor.Init(parent, name, p)
	p.Reaction("keep").On(&p.In).Do(func() { p.got = append(p.got, timed[T]{p.Tag().Time.Duration(), p.In.Get()}) })
	return p
}

// What is no place never leaves the Validation: every target it lets through is finite and inside, or says stay.
func TestValidationRefusesNonsense(t *testing.T) {
	t.Parallel()
	r := newTrial(1500 * ms)
	ws := r.p.Limits().Workspace
	var v *Validation
	var out *probe[Target]
	r.hooks.extend = func(net *Network) {
		v = newValidation(net.Main, "checked", ws)
		out = newProbe[Target](net.Main, "out")
		reactor.Connect(&newLiar(net.Main, nonsense).Target, &v.Target)
		reactor.Connect(&v.Valid, &out.In)
	}
	r.safe(t)
	for _, x := range out.got {
		if !x.v.Pose.Finite() || !x.v.Vel.Finite() || !x.v.Hold && !ws.Contains(x.v.Pose.P) {
			t.Fatalf("at %v it let through %+v", x.at, x.v)
		}
	}
	if v.Refused == 0 || v.Moved == 0 || len(out.got) < 70 {
		t.Errorf("%d refused, %d moved, %d passed", v.Refused, v.Moved, len(out.got))
	}
}

// Nonsense straight into the planning network, behind the Validation: the limits hold all the same, and the arm goes
// nowhere it may not be.
func TestNonsenseTargetsInPlanning(t *testing.T) {
	t.Parallel()
	for _, planner := range []string{"servo", "thesis", "thesis-proportional"} {
		t.Run(planner, func(t *testing.T) {
			r := newTrial(3 * time.Second)
			r.p.Planner = planner
			r.lie(20*ms, nonsense)
			r.safe(t)
			for _, c := range r.commands {
				if !c.v.Pose.Finite() {
					t.Fatalf("at %v the command is %+v", c.at, c.v)
				}
			}
		})
	}
}

// lie gives the Instructor targets that did not pass the Validation, one every period.
func (r *trial) lie(every time.Duration, target func(n int, now reactor.Time) Target) {
	for n, at := 0, 300*ms; at < r.length; n, at = n+1, at+every {
		r.at(at, func(s *session) {
			s.net.Instructor.target, s.net.Instructor.has = target(n, reactor.Time(at)), true
		})
	}
}

// Targets all over the place, at the rate of the control cycle: no limit breaks.
func TestRandomTargets(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := newTrial(4 * time.Second)
			rng := newSplit(seed)
			r.lie(r.p.Period, func(_ int, now reactor.Time) Target {
				p := spatial.V(2*rng()-0.6, 2*rng()-1, 1.4*rng()-0.4)
				return Target{Pose: spatial.Pose{P: p, R: spatial.RotX(math.Pi)}, Taken: now, Fresh: true}
			})
			r.safe(t)
		})
	}
}

// newSplit is SplitMix64 as numbers in [0, 1).
func newSplit(seed uint64) func() float64 {
	return func() float64 {
		seed += 0x9E3779B97F4A7C15
		z := seed
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return float64((z^z>>31)>>11) / (1 << 53)
	}
}

// Frames that no eye can turn into pictures are counted and change nothing.
func TestUnreadableFrames(t *testing.T) {
	t.Parallel()
	r := newTrial(5 * time.Second)
	r.hooks.film = func(f *Frame) bool {
		if f.Shot.Time >= 1500*ms && f.Shot.Time < 3*time.Second {
			f.Shot.Camera = spatial.Pose{P: spatial.V(math.NaN(), 0, 0)}
		}
		return true
	}
	r.safe(t)
	r.follows(t, r.length)
	bad := 0
	for _, l := range r.located {
		if l.v.Status == perception.BadImage {
			bad++
		}
		if !l.v.Point.Finite() {
			t.Fatalf("at %v the lemon is at %v", l.at, l.v.Point)
		}
	}
	t.Logf("%d frames were unreadable", bad)
}
