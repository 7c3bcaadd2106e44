package wheelchair

import (
	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/amcl"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/mapserver"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/movebase"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/platform"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/system"
	"github.com/sinew-robotics/sinew/control/nav"
	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/route"
	"github.com/sinew-robotics/sinew/reactor"
)

// stack replaces ROS Navigation: reactors within the seams of its nodes.
type stack struct {
	grid   *plane.Grid
	told   *plane.Pose // the known start, nil if unknown
	seed   uint64
	ends   bool // the program ends at the goal
	locate *nav.Locate
	drive  *nav.Drive
	keeper *keeping
}

// fillings returns the reactors for the seams.
func (n *stack) fillings() *system.Fillings {
	return &system.Fillings{NavigationMapServer: n.mapServer, NavigationAmcl: n.amcl, NavigationMoveBase: n.moveBase, Keeper: n.keep}
}

// mapServer sends at the start which map is meant.
func (n *stack) mapServer(s *mapserver.Seam) error {
	m := nav.MapOf(n.grid)
	s.Reaction("serve").On(s.Startup()).Sets(&s.Map).Do(func() { s.Map.Set(m) })
	return nil
}

// amcl puts a Locate into its seam.
func (n *stack) amcl(s *amcl.Seam) (err error) {
	if n.locate, err = nav.NewLocate(s, "locate", nav.LocateConfig{Grid: n.grid, Seed: n.seed, Start: n.told}); err != nil {
		return err
	}
	l := n.locate
	reactor.Connect(&s.Scan, &l.Scans)
	reactor.Connect(&s.Map, &l.Map)
	reactor.Connect(&s.Here, &l.Here)
	s.Reaction("odometry").On(&s.Odom.Change).Sets(&l.Odometry).Do(func() { l.Odometry.Set(*s.Odom.Get()) })
	s.Reaction("place").On(&l.Place).Sets(&s.Place.Write).Do(func() { s.Place.Set(l.Place.Get()) })
	return nil
}

// moveBase puts a Drive and its Plan into their seam.
func (n *stack) moveBase(s *movebase.Seam) (err error) {
	p := platform.DefaultDrivingParameters()
	c := nav.DriveConfig{Grid: n.grid, Steer: chair.Steer(&p)}
	c.Route = route.Params{Outline: c.Steer.Outline, Limits: c.Steer.Limits}
	if n.drive, err = nav.NewDrive(s, "drive", c); err != nil {
		return err
	}
	plan, err := nav.NewPlan(s, "plan", n.grid, c.Route)
	if err != nil {
		return err
	}
	d := n.drive
	d.Connect(plan)
	reactor.Connect(&s.Around, &d.Around)
	reactor.Connect(&s.Goal, &d.Goal)
	reactor.Connect(&s.Sent, &d.Sent)
	reactor.Connect(&d.Command, &s.CmdVel)
	reactor.Connect(&d.Driving, &s.Driving)
	if n.ends {
		newFinish(s, d)
	}
	s.Reaction("map").On(&s.Map).Do(func() {}) // Locate checks whether it is the right one
	s.Reaction("odometry").On(&s.Odom.Change).Sets(&d.Odometry).Do(func() { d.Odometry.Set(*s.Odom.Get()) })
	s.Reaction("place").On(&s.Place.Change).Sets(&d.Place).Do(func() { d.Place.Set(*s.Place.Get()) })
	return nil
}
