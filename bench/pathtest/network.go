package pathtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

// CSVPath passes finished paths on, usually to one file each.
//
//	in path
type CSVPath struct {
	reactor.Reactor
	Path reactor.In[*Path]

	Paths int   // paths seen so far
	Err   error // of the first path that could not be passed on; the program stops there
}

// NewCSVPath makes the reactor; each is called with every path.
func NewCSVPath(parent reactor.Parent, name string, each func(*Path) error) *CSVPath {
	r := &CSVPath{}
	reactor.Init(parent, name, r)
	r.Reaction("write").On(&r.Path).Do(func() {
		r.Paths++
		if err := each(r.Path.Get()); err != nil && r.Err == nil {
			r.Err = err
			r.RequestStop()
		}
	})
	return r
}

// WriteCSV writes a path with cycles of dt seconds: one line per cycle, SI units.
func WriteCSV(w io.Writer, rows []Row, dt float64) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "t_s,x_m,y_m,z_m,roll_rad,pitch_rad,yaw_rad,v_m_s,a_m_s2,j_m_s3,verdict")
	for i, r := range rows {
		e := r.P.R.RPY()
		fmt.Fprintf(b, "%.3f,%.9f,%.9f,%.9f,%.9f,%.9f,%.9f,%.6f,%.6f,%.4f,%v\n", float64(i+1)*dt,
			r.P.P.X, r.P.P.Y, r.P.P.Z, e.Roll, e.Pitch, e.Yaw, r.V, r.A, r.J, r.Verdict)
	}
	return b.Flush()
}

// Network is the program before it is built.
type Network struct {
	Main   *reactor.Main
	Tester *PathPlanningTester
	CSV    *CSVPath
}

// New makes the program: the reactors under test get the parameters p, as in the demo. If p.Moderator is off, the
// thesis' planners derive their speed from the mocked robot's positions, which are exact here. Unlike in the demo, a
// jerk of 0 means no limit.
func New(p lemon.Params, cases func(i int) (Case, bool), each func(*Path) error) (*Network, error) {
	finite := p
	if finite.Jerk == 0 { // no limit, for the planners only
		finite.Jerk = 1
	}
	if err := finite.Validate(); err != nil {
		return nil, err
	}
	n := &Network{Main: reactor.NewMain("path_planning_test")}
	t := NewPathPlanningTester(n.Main, "tester", &p, cases)
	velocity := lemon.NewVelocity(n.Main, "velocity", &p)
	planner, err1 := lemon.NewPlanner(n.Main, "planner", &p)
	check, err2 := lemon.NewSanityChecker(n.Main, "safety", &p, nil)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	n.Tester, n.CSV = t, NewCSVPath(n.Main, "csv", each)
	reactor.Connect(&t.Current, &velocity.Current)
	reactor.Connect(&t.Target, &velocity.Target)
	reactor.Connect(&velocity.Speed, &planner.Speed)
	reactor.Connect(&t.State, &planner.State)
	reactor.Connect(&t.Current, &planner.Current)
	reactor.Connect(&t.Last, &planner.Last)
	reactor.Connect(&t.Target, &planner.Target)
	reactor.Connect(&t.Commanded, &planner.Commanded)
	reactor.Connect(&t.State, &check.State)
	reactor.Connect(&t.Takeover, &check.Takeover)
	reactor.Connect(&planner.Next, &check.Next)
	reactor.Connect(&planner.Next, &t.Next)
	reactor.Connect(&check.Checked, &t.Checked)
	reactor.Connect(&check.Command, &t.Command)
	reactor.Connect(&check.Verdict, &t.Verdict)
	reactor.Connect(&t.Path, &n.CSV.Path)
	return n, nil
}

// Run drives all cases through the network on the fast clock and returns the number of paths.
func Run(ctx context.Context, p lemon.Params, cases func(i int) (Case, bool), each func(*Path) error) (int, error) {
	n, err := New(p, cases, each)
	if err != nil {
		return 0, err
	}
	prog, err := reactor.Build(n.Main, reactor.Options{Workers: p.Workers})
	if err != nil {
		return 0, err
	}
	_, err = exec.Run(ctx, prog, exec.Options{})
	return n.CSV.Paths, errors.Join(err, n.CSV.Err, ctx.Err())
}
