package trajectory

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/math/motion/spline"
)

// Point is a waypoint.
type Point struct {
	Time                           time.Duration // from the start of the trajectory
	Position                       []float64     // rad or m
	Velocity, Acceleration, Effort []float64     // or empty
}

// Goal is a trajectory to execute.
type Goal struct {
	ID     uint32   // chosen by the caller, repeated in the status
	Joints []string // in the order of the points' numbers; empty: the controller's
	// Partial allows Joints to leave some out, as allow_partial_joints_goal does for all goals.
	Partial bool
	Start   time.Duration // logical time; 0, or past but before the last point: now
	Points  []Point
	// Tolerances of each of Joints, rad or m; empty or 0: the controller's, negative: not checked.
	PathTolerance, GoalTolerance []float64
	GoalTime                     time.Duration // time allowed for arriving after the end; 0: the controller's, negative: unlimited
}

// Cancel ends a trajectory; ID 0 ends any.
type Cancel struct{ ID uint32 }

// Code is a result, numbered as in control_msgs/FollowJointTrajectory.
type Code int32

// The codes.
const (
	Successful            Code = 0
	InvalidGoal           Code = -1
	InvalidJoints         Code = -2
	OldHeaderTimestamp    Code = -3
	PathToleranceViolated Code = -4
	GoalToleranceViolated Code = -5
)

// Phase is the stage that a goal has reached.
type Phase uint8

// The phases: a goal is refused at the door, or is accepted and then ends in one of the last four.
const (
	Idle Phase = iota
	Refused
	Waiting   // for its start
	Executing // on the path, or on the way to it
	Succeeded
	Aborted
	Cancelled
	Replaced // by another goal
)

// String returns the phase's name.
func (p Phase) String() string {
	return [...]string{"idle", "refused", "waiting", "executing", "succeeded", "aborted", "cancelled", "replaced"}[p]
}

// Status is the state of a goal.
type Status struct {
	ID    uint32
	Phase Phase
	Code  Code
	Joint int32   // the joint to blame, −1 for none
	Error float64 // of that joint, rad or m
	Why   string
}

// plan is an accepted goal: the points in the controller's order.
type plan struct {
	id       uint32
	start    time.Duration
	points   []spline.Point
	efforts  []spline.Point // empty without efforts
	path     []float64      // tolerances, 0 for none
	goal     []float64
	goalTime float64 // s, 0: unlimited
	given    []bool  // joints that the goal names
	slab     []float64
}

// newPlan reserves memory for n joints and the given number of points.
func newPlan(n, points int) *plan {
	return &plan{points: make([]spline.Point, 0, points), efforts: make([]spline.Point, 0, points),
		path: make([]float64, n), goal: make([]float64, n), given: make([]bool, n), slab: make([]float64, 0, 4*n*points)}
}

// row returns n fresh numbers.
func (p *plan) row(n int) []float64 {
	k := len(p.slab)
	p.slab = p.slab[:k+n]
	return p.slab[k : k+n : k+n]
}

// refusal is the reason why a goal is refused.
type refusal struct {
	code Code
	why  string
}

func refuse(code Code, format string, args ...any) *refusal {
	return &refusal{code, fmt.Sprintf(format, args...)}
}

// order stores for each of the controller's joints its index among the goal's, −1 if it has none.
func (c *Controller) order(g *Goal, at []int) *refusal {
	if len(g.Joints) == 0 {
		for i := range at {
			at[i] = i
		}
		return nil
	}
	found := 0
	for i, name := range c.joints {
		at[i] = slices.Index(g.Joints, name)
		if at[i] >= 0 {
			found++
		} else if !c.partial && !g.Partial {
			return refuse(InvalidJoints, "joint %s is missing: give all joints, or set allow_partial_joints_goal", name)
		}
	}
	if found != len(g.Joints) {
		for i, name := range g.Joints {
			if !slices.Contains(c.joints, name) {
				return refuse(InvalidJoints, "joint %q is not one of this controller: it has %v", name, c.joints)
			}
			if slices.Contains(g.Joints[:i], name) {
				return refuse(InvalidJoints, "joint %q is named twice", name)
			}
		}
	}
	return nil
}

// accept checks a goal as a whole and writes it into p.
func (c *Controller) accept(g *Goal, now time.Duration, p *plan) *refusal {
	if r := c.order(g, c.at); r != nil {
		return r
	}
	named := len(g.Joints)
	if named == 0 {
		named = len(c.joints)
	}
	if r := c.checkPoints(g, named, now); r != nil {
		return r
	}
	p.id, p.start, p.slab = g.ID, g.Start, p.slab[:0]
	if r := c.tolerances(g, named, p); r != nil {
		return r
	}
	c.copyPoints(g, p)
	return nil
}

// checkPoints checks the count and the values of the points.
func (c *Controller) checkPoints(g *Goal, named int, now time.Duration) *refusal {
	if len(g.Points) == 0 || len(g.Points) > c.points {
		return refuse(InvalidGoal, "%d points: give 1 to %d", len(g.Points), c.points)
	}
	before := time.Duration(-1)
	for k := range g.Points {
		w := &g.Points[k]
		if w.Time <= before || w.Time < 0 {
			return refuse(InvalidGoal, "point %d is at %v, not after the one before: times must rise", k, w.Time)
		}
		before = w.Time
		if len(w.Velocity) == 0 && len(w.Acceleration) > 0 {
			return refuse(InvalidGoal, "point %d has accelerations but no velocities: give both", k)
		}
		if len(w.Effort) > 0 && !c.effort {
			return refuse(InvalidGoal, "point %d has efforts, and no effort is commanded: leave them out", k)
		}
		if len(w.Effort) > 0 != (len(g.Points[0].Effort) > 0) {
			return refuse(InvalidGoal, "point %d: give efforts at all points or at none", k)
		}
		if r := c.checkPoint(g, named, k); r != nil {
			return r
		}
	}
	if end := g.Start + before; g.Start > 0 && end <= now {
		return refuse(OldHeaderTimestamp, "the trajectory ends at %v, and it is %v already", end, now)
	}
	return nil
}

// checkPoint checks the numbers of point k.
func (c *Controller) checkPoint(g *Goal, named, k int) *refusal {
	w := &g.Points[k]
	last := k == len(g.Points)-1
	for _, f := range [...]struct {
		what  string
		xs    []float64
		needs bool
	}{{"positions", w.Position, true}, {"velocities", w.Velocity, false}, {"accelerations", w.Acceleration, false}, {"efforts", w.Effort, false}} {
		if len(f.xs) != named && (f.needs || len(f.xs) > 0) {
			return refuse(InvalidGoal, "point %d has %d %s: give %d", k, len(f.xs), f.what, named)
		}
		for i, x := range f.xs {
			if x-x != 0 {
				return refuse(InvalidGoal, "point %d: %s[%d] is %g: give a finite number", k, f.what, i, x)
			}
		}
	}
	for i, j := range c.at {
		if j < 0 {
			continue
		}
		l := &c.limits[i]
		if x := w.Position[j]; !c.wraps[i] && !(x >= l.Lower && x <= l.Upper) {
			return refuse(InvalidGoal, "point %d: joint %s at %g is outside its limits %g to %g", k, c.joints[i], x, l.Lower, l.Upper)
		}
		if len(w.Velocity) > 0 && !(math.Abs(w.Velocity[j]) <= l.V) {
			return refuse(InvalidGoal, "point %d: joint %s with velocity %g exceeds its limit %g", k, c.joints[i], w.Velocity[j], l.V)
		}
		if len(w.Acceleration) > 0 && !(math.Abs(w.Acceleration[j]) <= l.A) {
			return refuse(InvalidGoal, "point %d: joint %s with acceleration %g exceeds its limit %g", k, c.joints[i], w.Acceleration[j], l.A)
		}
		if last && len(w.Velocity) > 0 && math.Abs(w.Velocity[j]) > 1.2e-7 {
			return refuse(InvalidGoal, "joint %s ends with velocity %g: a trajectory ends at rest", c.joints[i], w.Velocity[j])
		}
	}
	return nil
}

// tolerances fills in the plan's tolerances.
func (c *Controller) tolerances(g *Goal, named int, p *plan) *refusal {
	for _, f := range [...]struct {
		what      string
		given, by []float64
		to        []float64
	}{{"path", g.PathTolerance, c.tolerance[0], p.path}, {"goal", g.GoalTolerance, c.tolerance[1], p.goal}} {
		if len(f.given) != 0 && len(f.given) != named {
			return refuse(InvalidGoal, "%d %s tolerances: give %d or none", len(f.given), f.what, named)
		}
		for i, j := range c.at {
			x := f.by[i]
			if len(f.given) > 0 && j >= 0 && f.given[j] != 0 {
				x = f.given[j]
			}
			if x-x != 0 {
				return refuse(InvalidGoal, "%s tolerance of joint %s is %g: give a finite number", f.what, c.joints[i], x)
			}
			f.to[i] = max(x, 0)
		}
	}
	p.goalTime = c.goalTime.Seconds()
	if g.GoalTime != 0 {
		p.goalTime = max(g.GoalTime.Seconds(), 0)
	}
	return nil
}

// copyPoints puts the points into the controller's order. Joints that are not named are filled in when the plan begins.
func (c *Controller) copyPoints(g *Goal, p *plan) {
	n := len(c.joints)
	pick := func(xs []float64) []float64 {
		if len(xs) == 0 {
			return nil
		}
		to := p.row(n)
		for i, j := range c.at {
			to[i] = 0
			if j >= 0 {
				to[i] = xs[j]
			}
		}
		return to
	}
	p.points, p.efforts = p.points[:0], p.efforts[:0]
	for k := range g.Points {
		w := &g.Points[k]
		s := w.Time.Seconds()
		p.points = append(p.points, spline.Point{T: s, P: pick(w.Position), V: pick(w.Velocity), A: pick(w.Acceleration)})
		if len(w.Effort) > 0 {
			p.efforts = append(p.efforts, spline.Point{T: s, P: pick(w.Effort)})
		}
	}
	for i, j := range c.at {
		p.given[i] = j >= 0
	}
}
