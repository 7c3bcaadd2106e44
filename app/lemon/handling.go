package lemon

import (
	"math"
	"sync/atomic"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// HandlingInterface sends each spot to the routine for it, and passes the routine's answer on.
//
//	in  spot, from_target, from_no_target
//	out to_target, to_no_target, target
type HandlingInterface struct {
	reactor.Reactor
	Spot         reactor.In[Spot]
	FromTarget   reactor.In[Target]
	FromNoTarget reactor.In[Target]
	ToTarget     reactor.Out[Spot]
	ToNoTarget   reactor.Out[Spot]
	Target       reactor.Out[Target]
}

// newHandlingInterface makes the reactor.
func newHandlingInterface(parent reactor.Parent, name string) *HandlingInterface {
	r := &HandlingInterface{}
	reactor.Init(parent, name, r)
	r.Reaction("dispatch").On(&r.Spot).Sets(&r.ToTarget, &r.ToNoTarget).Do(func() {
		if s := r.Spot.Get(); s.Seen {
			r.ToTarget.Set(s)
		} else {
			r.ToNoTarget.Set(s)
		}
	})
	r.Reaction("answer").On(&r.FromTarget, &r.FromNoTarget).Sets(&r.Target).Do(func() {
		if r.FromTarget.Present() {
			r.Target.Set(r.FromTarget.Get())
		} else {
			r.Target.Set(r.FromNoTarget.Get())
		}
	})
	return r
}

// TargetHandling keeps the tool at a distance from the object: it adds the offset vector that puts the object on
// the camera's axis, Distance away.
//
//	in        spot
//	parameter distance
//	out       target
type TargetHandling struct {
	reactor.Reactor
	Spot     reactor.In[Spot]
	Distance reactor.Parameter[float64]
	Target   reactor.Out[Target]

	used atomic.Uint64 // float64 bits of the last target's distance
}

// Used returns the distance of the last target, m. Any thread may call it.
func (r *TargetHandling) Used() float64 { return math.Float64frombits(r.used.Load()) }

// Distances from the camera to the lemon, m: nearer, it fills the frame; farther away, depth is too rough.
const (
	leastDistance = 0.2
	mostDistance  = 0.6
)

// objectDepth is how far the object's centre lies behind the depth measured over it: 1/√2 of a lemon's half
// thickness of 28 mm, the median over the disc that the camera sees.
const objectDepth = 0.0198

// newTargetHandling makes the reactor; mount is the camera's optical frame in the tool's frame, hold the tool's
// orientation in the base frame.
func newTargetHandling(parent reactor.Parent, name string, mount spatial.Pose, hold spatial.Rot, distance float64) *TargetHandling {
	r := &TargetHandling{}
	r.used.Store(math.Float64bits(distance))
	reactor.Init(parent, name, r)
	r.Distance.Define(distance, reactor.ParamInfo{Unit: "m", Help: "from the camera to the lemon", Min: leastDistance, Max: mostDistance})
	r.Reaction("handle").On(&r.Spot).Sets(&r.Target).Do(func() {
		s := r.Spot.Get()
		centre := s.P.Add(s.Down.Scale(objectDepth))
		r.used.Store(math.Float64bits(r.Distance.Get()))
		r.Target.Set(Target{Pose: ToolFor(centre, mount, hold, r.Distance.Get()), Taken: s.Taken, Fresh: true})
	})
	return r
}

// ToolFor returns the tool pose with orientation hold from which the camera sees the point p in the middle of its picture
// at a distance in metres.
func ToolFor(p spatial.Vec3, mount spatial.Pose, hold spatial.Rot, distance float64) spatial.Pose {
	axis := hold.Mul(mount.R).Col(2)
	return spatial.Pose{P: p.Sub(axis.Scale(distance)).Sub(hold.Apply(mount.P)), R: hold}
}

// NoTargetHandling answers if nothing is seen: the robot stays where it is.
//
//	in  spot
//	out target
type NoTargetHandling struct {
	reactor.Reactor
	Spot   reactor.In[Spot]
	Target reactor.Out[Target]
}

// newNoTargetHandling makes the reactor.
func newNoTargetHandling(parent reactor.Parent, name string) *NoTargetHandling {
	r := &NoTargetHandling{}
	reactor.Init(parent, name, r)
	r.Reaction("handle").On(&r.Spot).Sets(&r.Target).Do(func() {
		s := r.Spot.Get()
		r.Target.Set(Target{Pose: s.Tool, Taken: s.Taken, Hold: true})
	})
	return r
}

// Validation lets through only targets within the robot's range. Those outside are moved to the nearest point inside, and
// an invalid target becomes an order to stay.
//
//	in  target, initial
//	out valid
type Validation struct {
	reactor.Reactor
	Target  reactor.In[Target]
	Initial reactor.In[Target]
	Valid   reactor.Out[Target]

	Moved   uint64 // targets that were outside
	Refused uint64 // targets that were invalid
}

// newValidation makes the reactor for a workspace.
func newValidation(parent reactor.Parent, name string, w motion.Workspace) *Validation {
	r := &Validation{}
	reactor.Init(parent, name, r)
	r.Reaction("validate").On(&r.Target, &r.Initial).Sets(&r.Valid).Do(func() {
		t := r.Initial.Get()
		if !r.Initial.Present() {
			t = r.Target.Get()
		}
		p, ok := w.Project(t.Pose.P)
		if !ok || !isPlace(&t) {
			r.Refused++
			r.Valid.Set(Target{Hold: true, Pose: spatial.Identity(), Taken: t.Taken})
			return
		}
		if p != t.Pose.P {
			r.Moved++
		}
		t.Pose.P = p
		r.Valid.Set(t)
	})
	return r
}

// isPlace reports whether a target is finite and its orientation a rotation.
func isPlace(t *Target) bool {
	x, y, z := t.Pose.R.Col(0), t.Pose.R.Col(1), t.Pose.R.Col(2)
	off := x.Cross(y).Sub(z).Norm() + y.Cross(z).Sub(x).Norm() + z.Cross(x).Sub(y).Norm()
	return t.Pose.Finite() && t.Vel.Finite() && off < 1e-6 && x.Norm() > 0.5
}

// Initialization makes the robot take up a default position before it follows anything: its target replaces the camera's
// until that position is reached or five seconds have passed.
//
//	in  robot
//	out target
type Initialization struct {
	reactor.Reactor
	Robot  reactor.In[spatial.Pose]
	Target reactor.Out[Target]

	done  bool
	asked bool // the first target has been sent
}

// newInitialization makes the reactor with the default position.
func newInitialization(parent reactor.Parent, name string, home spatial.Pose) *Initialization {
	r := &Initialization{}
	reactor.Init(parent, name, r)
	r.Reaction("init").On(&r.Robot).Sets(&r.Target).Do(func() {
		if r.done {
			return
		}
		now := r.Tag().Time
		r.done = r.Robot.Get().P.Dist(home.P) < 0.01 || now > reactor.Time(5e9)
		if !r.asked || now%reactor.Time(32e6) < reactor.Time(4e6) || r.done {
			r.Target.Set(Target{Pose: home, Taken: now, Fresh: true, Moves: true})
		}
		r.asked = true
	})
	return r
}
