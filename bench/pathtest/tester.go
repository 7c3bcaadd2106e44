package pathtest

import (
	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// Case is one path's task.
type Case struct {
	Start  motion.Command // the robot's motion at the beginning
	Target spatial.Pose   // base frame
}

// Row is one cycle of a path.
type Row struct {
	P       spatial.Pose // commanded, base frame
	Verdict safety.Verdict
	V, A, J float64 // norms of the differences, m/s, m/s², m/s³
}

// Path is a finished path. Its rows are valid until the next path begins.
type Path struct {
	Case    int
	Rows    []Row
	Arrived bool // at the target, or at the nearest point of the workspace
}

// A path ends when the robot has been at its target for this many cycles, or after this many in all.
const (
	Settled = 10
	Longest = 2500
)

// near is how close a path must come to its target, m.
const near = 1e-6

// PathPlanningTester mocks the robot. It holds the state S[i] and the list of the positions so far.
//
//	timer cycle
//	in    next, checked, command, verdict
//	out   state, current, last, target, commanded, takeover, path
type PathPlanningTester struct {
	reactor.Reactor
	Cycle     reactor.Timer
	Next      reactor.In[lemon.Plan]
	Checked   reactor.In[lemon.Command]
	Command   reactor.In[motion.Command]
	Verdict   reactor.In[lemon.SafetyState]
	State     reactor.Out[lemon.WorldData]
	Current   reactor.Out[spatial.Pose]
	Last      reactor.Out[spatial.Pose]
	Target    reactor.Out[lemon.Target]
	Commanded reactor.Out[motion.Command]
	Takeover  reactor.Out[motion.Command]
	Path      reactor.Out[*Path]

	cases   func(i int) (Case, bool)
	space   motion.Workspace
	servo   bool // the planner reports when it has arrived
	dt      float64
	stage   stage
	epoch   uint32
	c       Case
	goal    spatial.Vec3 // the target, or the nearest point of the workspace
	cmd     motion.Command
	last    spatial.Pose // p_la
	now     spatial.Pose // p_c
	v, a    spatial.Vec3
	settled int
	path    Path
}

// stage is the stage of a path: a new robot is announced at rest, then put in motion, and then the cycles run.
type stage uint8

const (
	announce stage = iota
	start
	run
)

// NewPathPlanningTester makes the reactor for a planner with parameters p. cases returns the cases in their order and
// reports when there are no more; the program stops then.
func NewPathPlanningTester(parent reactor.Parent, name string, p *lemon.Params, cases func(i int) (Case, bool)) *PathPlanningTester {
	l := p.Limits()
	r := &PathPlanningTester{cases: cases, space: l.Space(), servo: p.Planner == "servo", dt: p.Period.Seconds()}
	r.path.Rows = make([]Row, 0, Longest)
	r.path.Case = -1
	reactor.Init(parent, name, r)
	r.Cycle.Set(0, p.Period)
	r.Reaction("send").On(&r.Cycle).Sets(&r.State, &r.Current, &r.Last, &r.Target, &r.Commanded, &r.Takeover).Do(r.send)
	r.Reaction("take").On(&r.Checked).Uses(&r.Next, &r.Command, &r.Verdict).Sets(&r.Path).Do(r.take)
	return r
}

// send passes S[i] to the planner and the safety check.
func (r *PathPlanningTester) send() {
	switch r.stage {
	case announce:
		if !r.begin() {
			r.RequestStop()
			return
		}
	case start:
		r.stage = run
		r.Takeover.Set(r.cmd)
		r.Commanded.Set(r.cmd)
	case run:
		r.Commanded.Set(r.cmd)
	}
	r.State.Set(lemon.WorldData{Pose: r.now, Ready: true, Epoch: r.epoch})
	r.Current.Set(r.now)
	r.Last.Set(r.last)
	r.Target.Set(lemon.Target{Pose: r.c.Target, Taken: r.Tag().Time, Fresh: true, Moves: true})
}

// begin begins the next case.
func (r *PathPlanningTester) begin() bool {
	r.path = Path{Case: r.path.Case + 1, Rows: r.path.Rows[:0]}
	c, ok := r.cases(r.path.Case)
	if !ok {
		return false
	}
	r.c, r.cmd, r.now = c, c.Start, c.Start.Pose()
	r.last = spatial.Pose{P: r.now.P.Sub(c.Start.V.Scale(r.dt)), R: r.now.R}
	r.v, r.a, r.settled = c.Start.V, c.Start.A, 0
	r.goal = c.Target.P
	if q, ok := r.space.Project(r.goal); ok {
		r.goal = q
	}
	r.epoch++
	return true
}

// take makes S[i+1] from the answer.
func (r *PathPlanningTester) take() {
	if r.stage == announce {
		r.stage = start
		return
	}
	p := r.Checked.Get().Pose
	r.cmd = r.Command.Get()
	v := p.P.Sub(r.now.P).Scale(1 / r.dt)
	a := v.Sub(r.v).Scale(1 / r.dt)
	r.path.Rows = append(r.path.Rows, Row{P: p, Verdict: r.Verdict.Get().Verdict, V: v.Norm(), A: a.Norm(), J: a.Sub(r.a).Norm() / r.dt})
	r.last, r.now, r.v, r.a = r.now, p, v, a
	if r.settled++; !r.arrived() {
		r.settled = 0
	}
	r.path.Arrived = r.settled >= Settled
	if r.path.Arrived || len(r.path.Rows) >= Longest {
		r.stage = announce
		r.Path.Set(&r.path)
	}
}

func (r *PathPlanningTester) arrived() bool {
	if !r.Next.Present() || r.now.P.Dist(r.goal) > near {
		return false
	}
	n := r.Next.Get()
	if r.servo {
		return (n.Status == motion.Arrived || n.Status == motion.Projected) && !r.cmd.Moving()
	}
	return n.Pose.P.Dist(r.c.Target.P) < near
}
