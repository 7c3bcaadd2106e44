// Package old is the wheelchair's program as written by hand, after the graph of examples/wheelchair/old.aadl: the same nodes
// under the same names with the same connections, and so with the same faults. The nodes use the same libraries as in the
// generated program, so only the architecture differs.
//
//   - The heartbeat goes to five nodes, but only ratp_node uses it.
//   - odom_pub and ratp_node both send the odometry; move_base has to know which is which.
//   - odom_pub is silent until amcl has sent the place, and amcl finds the place by odom_pub's odometry: amcl has to begin with a
//     pose without any evidence.
//   - laserscan_multi_merger merges scans that nobody reads, and nobody reads scanmatcher's results.
//   - All timers tick at the same time, so each node works with the others' data of a period ago.
package old

import (
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/driver"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/joynode"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/outside"
	pmk "github.com/sinew-robotics/sinew/app/wheelchair/nodes/personalmobilitykit"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/system"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/joypad"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Config describes the wheelchair's surroundings and start.
type Config struct {
	Grid *plane.Grid
	Told plane.Pose // where it begins, which this program must know
	Seed uint64
}

// System is the program.
type System struct {
	Locate *nav.Locate
	Drive  *nav.Drive

	joypad      *joynode.Seam
	left, right *driver.Seam
	wheels      *pmk.Seam
	outside     *outside.Seam
}

// New makes the program.
func New(main *reactor.Main, c Config) (*System, error) {
	s := &System{joypad: joynode.New(main, "joypad"), left: driver.New(main, "laser_left"), right: driver.New(main, "laser_right"),
		wheels: pmk.New(main, "wheels"), outside: outside.New(main, "outside")}
	heart := newHeartbeat(main)
	joy := newRelay[joypad.State](main, "joy_node", "moved", "joy")
	control := newJoyControl(main)
	sickLeft, sickRight := newRelay[nav.Scan](main, "sick_left", "seen", "scan"), newRelay[nav.Scan](main, "sick_right", "seen", "scan")
	merger, again := newMerger(main, "scanner_multi_merger_center"), newMerger(main, "laserscan_multi_merger")
	matcher := newScanMatcher(main)
	maps := newMapServer(main, c.Grid)
	amcl, err := newAMCL(main, c)
	if err != nil {
		return nil, err
	}
	pub, mux := newOdomPub(main), newMux(main)
	base, err := newMoveBase(main, c)
	if err != nil {
		return nil, err
	}
	avoid, err := newAvoidance(main)
	if err != nil {
		return nil, err
	}
	ratp := newRATP(main)
	s.Locate, s.Drive = amcl.locate, base.drive

	reactor.Connect(&s.joypad.Joy, &joy.From)
	reactor.Connect(&s.left.Scan, &sickLeft.From)
	reactor.Connect(&s.right.Scan, &sickRight.From)
	reactor.Connect(&s.wheels.Measured, &ratp.Measured)
	reactor.Connect(&ratp.Commanded, &s.wheels.Commanded)

	reactor.Connect(&joy.To, &control.Joy)
	reactor.Connect(&control.CmdVel, &mux.Manual)
	reactor.Connect(&base.CmdVel, &mux.Autonomous)
	reactor.Connect(&mux.CmdVel, &avoid.CmdVel)
	reactor.Connect(&avoid.SafeCmdVel, &ratp.CmdVel)

	reactor.Connect(&sickLeft.To, &merger.Left)
	reactor.Connect(&sickRight.To, &merger.Right)
	reactor.Connect(&merger.Merged, &amcl.Scan)
	reactor.Connect(&merger.Merged, &base.Scan)
	reactor.Connect(&merger.Merged, &avoid.Scan)
	reactor.Connect(&sickLeft.To, &again.Left)
	reactor.Connect(&sickRight.To, &again.Right)
	reactor.Connect(&sickLeft.To, &matcher.Scan)

	reactor.Connect(&maps.Map, &amcl.Map)
	reactor.Connect(&maps.Map, &base.Map)
	reactor.Connect(&ratp.Speed, &pub.Speed)
	reactor.Connect(&pub.Tf, &amcl.Tf)
	reactor.Connect(&amcl.InitialPose, &pub.InitialPose).After(period) // a cycle: each needs the other's last message
	reactor.Connect(&pub.Odom, base.Odom.At(0))
	reactor.Connect(&ratp.Odom, base.Odom.At(1))
	for _, to := range []*reactor.In[Heartbeat]{&ratp.Heartbeat, &control.Heartbeat, &pub.Heartbeat, &mux.Heartbeat, &avoid.Heartbeat} {
		reactor.Connect(&heart.Alive, to)
	}
	reactor.Connect(&s.outside.Goal, &base.Goal)
	return s, nil
}

// Join puts the devices on the other sides of their seams.
func (s *System) Join(live *run.Around, _ run.Order, d system.Drivers) error {
	keep := func(leave func(), err error) error {
		if err == nil {
			live.Keep(leave)
		}
		return err
	}
	if err := keep(s.joypad.Join(d.TeleoperationJoyNode)); err != nil {
		return err
	}
	if err := keep(s.left.Join(d.SensingLeftDriver)); err != nil {
		return err
	}
	if err := keep(s.right.Join(d.SensingRightDriver)); err != nil {
		return err
	}
	if err := keep(s.outside.Join(d.Outside)); err != nil {
		return err
	}
	if err := keep(s.wheels.Join(d.PlatformPmk)); err != nil {
		return err
	}
	live.Need(d.PlatformPmk.Communicate)
	return nil
}

// Nodes returns none, because this program's parts have no life cycle.
func (s *System) Nodes() []*node.Base { return nil }

// period is the period of all timers.
const period = 20 * time.Millisecond

// behind is the delay in s between a command and the wheels' motion, caused by the kit and the wheels.
const behind = 0.15

// Heartbeat says that the sender is alive.
type Heartbeat struct{ N uint64 }

// Odom is the odometry of one of two nodes.
type Odom struct {
	nav.Odometry
	Place   nav.Place
	HasPose bool // it comes from odom_pub, which knows the place
}

// heartbeat is the node heartbeat.
type heartbeat struct {
	reactor.Reactor
	Alive reactor.Out[Heartbeat]
	tick  reactor.Timer
	n     uint64
}

func newHeartbeat(parent reactor.Parent) *heartbeat {
	n := &heartbeat{}
	reactor.Init(parent, "heartbeat", n)
	n.tick.Set(0, 100*time.Millisecond)
	n.Reaction("beat").On(&n.tick).Sets(&n.Alive).Do(func() { n.n++; n.Alive.Set(Heartbeat{n.n}) })
	return n
}

// relay is a driver that passes on its device's messages.
type relay[T any] struct {
	reactor.Reactor
	From reactor.In[T]
	To   reactor.Out[T]
}

func newRelay[T any](parent reactor.Parent, name, from, to string) *relay[T] {
	n := &relay[T]{}
	reactor.Init(parent, name, n)
	n.Reaction("read").On(&n.From).Sets(&n.To).Do(func() { n.To.Set(n.From.Get()) })
	return n
}

// joyControl is the node joy_control.
type joyControl struct {
	reactor.Reactor
	Joy       reactor.In[joypad.State]
	Heartbeat reactor.In[Heartbeat]
	CmdVel    reactor.Out[nav.Velocity]
}

func newJoyControl(parent reactor.Parent) *joyControl {
	n := &joyControl{}
	reactor.Init(parent, "joy_control", n)
	n.Reaction("alive").On(&n.Heartbeat).Do(func() {})
	n.Reaction("drive").On(&n.Joy).Sets(&n.CmdVel).Do(func() {
		j, l := n.Joy.Ref(), plane.Comfort()
		v := nav.Velocity{Time: n.Elapsed().Seconds()}
		if j.Connected {
			v.Twist, v.Wish = chair.Twist(j.Axes[joypad.LeftY], j.Axes[joypad.LeftX], l.V, l.W, 0.08)
		}
		n.CmdVel.Set(v)
	})
	return n
}

// merger is a node that merges scans.
type merger struct {
	reactor.Reactor
	Left, Right reactor.In[nav.Scan]
	Merged      reactor.Out[nav.Scans]
	held        nav.Scans
}

func newMerger(parent reactor.Parent, name string) *merger {
	n := &merger{}
	reactor.Init(parent, name, n)
	n.Reaction("merge").On(&n.Left, &n.Right).Sets(&n.Merged).Do(func() {
		for i, in := range [...]*reactor.In[nav.Scan]{&n.Left, &n.Right} {
			if in.Present() {
				n.held[i] = in.Get()
			}
		}
		if n.held[0].N > 0 && n.held[1].N > 0 {
			n.Merged.Set(n.held)
			n.held[0].N, n.held[1].N = 0, 0
		}
	})
	return n
}

// scanMatcher is the node scanmatcher. Here it computes the middle of a scan's points, because nobody uses its result.
type scanMatcher struct {
	reactor.Reactor
	Scan reactor.In[nav.Scan]
	Pose reactor.Out[plane.Pose]

	scan plane.Scan
}

func newScanMatcher(parent reactor.Parent) *scanMatcher {
	n := &scanMatcher{}
	reactor.Init(parent, "scanmatcher", n)
	n.scan.Ranges = make([]float64, 0, nav.Beams)
	n.Reaction("match").On(&n.Scan).Sets(&n.Pose).Do(func() {
		n.Scan.Ref().To(&n.scan)
		var sum plane.Point
		for i := range n.scan.Ranges {
			if p, ok := n.scan.Seen(i); ok {
				sum = sum.Add(p)
			}
		}
		n.Pose.Set(plane.Pose{X: sum.X / float64(len(n.scan.Ranges)), Y: sum.Y / float64(len(n.scan.Ranges))})
	})
	return n
}

// mapServer is the node map_server.
type mapServer struct {
	reactor.Reactor
	Map reactor.Out[nav.Map]
}

func newMapServer(parent reactor.Parent, g *plane.Grid) *mapServer {
	n, m := &mapServer{}, nav.MapOf(g)
	reactor.Init(parent, "map_server", n)
	n.Reaction("serve").On(n.Startup()).Sets(&n.Map).Do(func() { n.Map.Set(m) })
	return n
}
