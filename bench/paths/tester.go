// Package paths is the second main of "Lingua Franca in Robotics", the PathPlanningTester (section 4.1), without its
// network (which is package pathtest): it mocks the robot, starts at random places and speeds, and lets a planner move to
// random targets through the safety check. Each path is checked, and can be written to a CSV file.
package paths

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/sinew-robotics/sinew/bench/pathtest"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Case is one random task.
type Case struct {
	Start  motion.Command
	Target spatial.Pose
	Jerk   float64 // m/s³, 0: no limit
}

// Area is where the tests move: convex, in front of the arm, within its reach (m, base frame).
func Area() motion.Workspace {
	return motion.Workspace{
		Low: spatial.V(0.2, -0.5, 0.05), High: spatial.V(0.7, 0.5, 0.75),
		Shells: []motion.Shell{{Center: spatial.V(0, 0, 0.267), Max: 0.7}},
	}
}

// jerks are the jerk limits under test, m/s³.
func jerks() []float64 { return []float64{0, 20, 100, 1000} }

// Limits are the tests' limits with the given jerk limit.
func Limits(jerk float64) safety.Limits {
	l := motion.DefaultLimits()
	l.J = jerk
	return safety.Limits{Limits: l, Workspace: Area(), Floor: 0.1}
}

// NewCase makes case i of a seed: a third of all cases start at rest, a tenth have targets outside the workspace.
func NewCase(seed uint64, i int) Case { return NewCaseWithin(seed, i, Limits) }

// NewCaseWithin is NewCase under other limits, given for a jerk limit in m/s³.
func NewCaseWithin(seed uint64, i int, limits func(jerk float64) safety.Limits) Case {
	r := rand.New(rand.NewPCG(seed, uint64(i)))
	c := Case{Jerk: jerks()[r.IntN(4)]}
	l := limits(c.Jerk)
	law, space := motion.NewLaw(l.Limits, motion.Period), l.Space()
	vec := func(max float64) spatial.Vec3 {
		u, _ := spatial.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit()
		return u.Scale(max * math.Cbrt(r.Float64()))
	}
	in := func(grow float64) spatial.Vec3 {
		for {
			mid, half := space.Low.Add(space.High).Scale(0.5), space.High.Sub(space.Low).Scale(0.5*grow)
			f := func() float64 { return 2*r.Float64() - 1 }
			if p := mid.Add(spatial.V(f()*half.X, f()*half.Y, f()*half.Z)); grow > 1 || space.Contains(p) {
				return p
			}
		}
	}
	c.Target = spatial.Pose{P: in(1), R: spatial.Exp(vec(math.Pi))}
	if r.IntN(10) == 0 {
		c.Target.P = in(3)
	}
	moving := r.IntN(3) != 0
	for {
		c.Start = motion.At(spatial.Pose{P: in(1), R: spatial.Exp(vec(math.Pi))})
		if moving {
			c.Start.V, c.Start.W = vec(l.V), vec(l.AngV)
			if r.IntN(2) == 0 {
				c.Start.A = vec(l.A)
			}
		}
		if law.Viable(c.Start.State, &space) {
			return c
		}
	}
}

// Planner is what is tested. Begin prepares it for a case; Next plans one cycle from the robot's last two poses and reports
// whether it has arrived.
type Planner interface {
	Begin(c Case) error
	Next(last, current spatial.Pose) (next spatial.Pose, arrived bool)
}

// Adopter is a planner that continues from the commands that the safety check has passed. Its path is finished only when
// these are at rest.
type Adopter interface{ Adopt(motion.Command) }

// Row is one cycle of a path.
type Row = pathtest.Row

// Outcome is the result of a case.
type Outcome struct {
	Cycles    int // cycles until the position arrived, or all
	All       int // cycles of the whole path, until the planner reports that it has arrived, plus ten
	Arrived   bool
	Limited   int     // cycles in which the safety check had to change the command
	Over      float64 // m beyond the target, seen from the start, in excess of what stopping from the initial speed requires
	V, A, J   float64 // largest share of each limit
	Outside   float64 // m: farthest outside the workspace
	FromRest  bool
	Reachable bool // the target was in the workspace
}

// Tester runs cases, one Step per cycle.
type Tester struct {
	plan    Planner
	check   *safety.Checker
	c       Case
	l       safety.Limits
	limits  func(jerk float64) safety.Limits
	space   motion.Workspace
	last    spatial.Pose
	now     spatial.Pose
	v, a    spatial.Vec3
	dir     spatial.Vec3
	due     float64 // how far beyond the target stopping from the initial speed leads
	goal    spatial.Pose
	out     Outcome
	settled int
}

// NewTester tests p.
func NewTester(p Planner) *Tester { return NewTesterWithin(p, Limits) }

// NewTesterWithin tests p under limits other than the package's; p must know them.
func NewTesterWithin(p Planner, limits func(jerk float64) safety.Limits) *Tester {
	return &Tester{plan: p, limits: limits}
}

// Begin begins a case.
func (t *Tester) Begin(c Case) error {
	t.c, t.l = c, t.limits(c.Jerk)
	k, err := safety.NewChecker(safety.Config{Limits: t.l})
	if err != nil {
		return err
	}
	if err := k.Start(c.Start); err != nil {
		return fmt.Errorf("paths: %w", err)
	}
	t.check = k
	t.space = t.l.Space()
	t.now = c.Start.Pose()
	t.last = spatial.Pose{P: t.now.P.Sub(c.Start.V.Scale(motion.Period)), R: t.now.R}
	t.v, t.a = c.Start.V, c.Start.A
	t.goal = c.Target
	q, ok := t.space.Project(c.Target.P)
	t.out = Outcome{FromRest: !c.Start.Moving(), Reachable: ok && q == c.Target.P}
	if ok {
		t.goal.P = q
	}
	t.dir, _ = t.goal.P.Sub(t.now.P).Unit()
	t.due, t.settled = 0, 0
	law := motion.NewLaw(t.l.Limits, motion.Period)
	for s := c.Start.State; s.Moving(); {
		s = law.Stop(s)
		t.due = max(t.due, s.P.Sub(t.goal.P).Dot(t.dir))
	}
	return t.plan.Begin(c)
}

// Step runs one cycle and reports whether the path is finished: arrived for 10 cycles, or 10 s are over.
func (t *Tester) Step() (Row, bool) {
	wish, arrived := t.plan.Next(t.last, t.now)
	p, verdict := t.check.Check(wish)
	if plan, ok := t.plan.(Adopter); ok {
		c := t.check.Command()
		plan.Adopt(c)
		arrived = arrived && !c.Moving()
	}
	const T = motion.Period
	v := p.P.Sub(t.now.P).Scale(1 / T)
	a := v.Sub(t.v).Scale(1 / T)
	row := Row{P: p, Verdict: verdict, V: v.Norm(), A: a.Norm(), J: a.Sub(t.a).Norm() / T}
	t.last, t.now, t.v, t.a = t.now, p, v, a
	o := &t.out
	if verdict != safety.Pass {
		o.Limited++
	}
	o.V, o.A = max(o.V, row.V/t.l.V), max(o.A, row.A/t.l.A)
	if t.l.J > 0 {
		o.J = max(o.J, row.J/t.l.J)
	}
	o.Over = max(o.Over, p.P.Sub(t.goal.P).Dot(t.dir)-t.due)
	o.Outside = max(o.Outside, -t.space.Clearance(p.P))
	o.All++
	if p.P.Dist(t.goal.P) > 1e-6 {
		o.Cycles, arrived = o.All, false
	}
	if t.settled++; !arrived {
		t.settled = 0
	}
	o.Arrived = t.settled >= pathtest.Settled
	return row, o.Arrived || o.All >= pathtest.Longest
}

// Outcome returns the results so far.
func (t *Tester) Outcome() Outcome { return t.out }

// Faults names every property that the outcome violates; strict also requires arrival without overshoot.
func (o Outcome) Faults(strict bool) (faults []string) {
	const tol = 1 + 5e-6
	say := func(broken bool, format string, args ...any) {
		if broken {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	say(!(o.V <= tol), "speed at %.9g of its limit", o.V)
	say(!(o.A <= tol), "acceleration at %.9g of its limit", o.A)
	say(!(o.J <= tol), "jerk at %.9g of its limit", o.J)
	say(!(o.Outside <= 1e-8), "%.3g m outside the workspace", o.Outside)
	say(strict && !o.Arrived, "no arrival within %d cycles", o.Cycles)
	say(strict && o.FromRest && o.Over > 1e-9, "%.3g m of overshoot from rest", o.Over)
	return faults
}
