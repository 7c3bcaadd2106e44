// Made by sinew gen from Wheelchair::Wheelchair.pmk and yours to edit: it is not written again once edited; seal c3a48ce230f86954.

// Package system is Wheelchair::Wheelchair.pmk: all its nodes as one program.
package system

import (
	"context"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/amcl"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/automux"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/driver"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/follower"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/guard"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/joycontrol"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/joynode"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/keeper"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/manualmux"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/mapserver"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/movebase"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/odometry"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/outside"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/overseer"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/personalmobilitykit"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/platform"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/ratpnode"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/scanmerger"
	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/math/nav/steer"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/part"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Drivers are what is on the other side of the system's seams when it runs on the real clock. nil is nothing.
type Drivers struct {
	TeleoperationJoyNode joynode.Peer               // teleoperation.joy_node
	SensingLeftDriver    driver.Peer                // sensing.left_driver
	SensingRightDriver   driver.Peer                // sensing.right_driver
	NavigationMapServer  mapserver.Peer             // navigation.map_server
	NavigationAmcl       amcl.Peer                  // navigation.amcl
	NavigationMoveBase   movebase.Peer              // navigation.move_base
	PlatformPmk          personalmobilitykit.Driver // platform.pmk
	Keeper               keeper.Peer                // keeper
	Outside              outside.Peer               // outside
}

// Fillings are reactors of this program in the place of nodes that exist already. Where there is none, the node is
// elsewhere and a Peer joins it.
type Fillings struct {
	TeleoperationJoyNode func(*joynode.Seam) error   // teleoperation.joy_node
	SensingLeftDriver    func(*driver.Seam) error    // sensing.left_driver
	SensingRightDriver   func(*driver.Seam) error    // sensing.right_driver
	NavigationMapServer  func(*mapserver.Seam) error // navigation.map_server
	NavigationAmcl       func(*amcl.Seam) error      // navigation.amcl
	NavigationMoveBase   func(*movebase.Seam) error  // navigation.move_base
	Keeper               func(*keeper.Seam) error    // keeper
}

// Params are the parameters and variables of the nodes, with the values that the program begins with.
type Params = run.Values

// NewParams are those that the model names, and otherwise the defaults of their types.
func NewParams() Params {
	return run.NewValues(
		run.Group{Name: "teleoperation.joy_control", Type: platform.JoypadParametersType()},
		run.Group{Name: "platform.manual_mux", Type: platform.ChoiceParametersType()},
		run.Group{Name: "platform.auto_mux", Type: platform.ChoiceParametersType()},
		run.Group{Name: "platform.follower", Type: platform.DrivingParametersType()},
		run.Group{Name: "platform.guard", Type: platform.DrivingParametersType()},
	)
}

// Spec is how the tools see the program.
func Spec(d Drivers) run.Spec {
	return spec{run.New("wheelchair", NewParams(), build(nil, run.Order{})), d}
}

type spec struct {
	run.Spec
	drivers Drivers
}

// Make implements run.Spec. Drivers are there on the real clock alone.
func (s spec) Make(o run.Order) (*run.Instance, error) {
	var made *System
	i, err := run.New(s.Name(), NewParams(), build(&made, o)).Make(o)
	if err != nil || o.Replay || !o.Real {
		return i, err
	}
	i.Begin = func(_ context.Context, live *run.Around) error { return made.Join(live, o, s.drivers) }
	return i, nil
}

func build(made **System, o run.Order) func(*reactor.Main, *Params) error {
	return func(main *reactor.Main, p *Params) error {
		s, err := New(main, p)
		if err != nil {
			return err
		}
		if made != nil {
			*made = s
		}
		return part.Join(&o, s.Nodes()...)
	}
}

// Nodes are the nodes of the system, in the order of the model.
func (s *System) Nodes() []*node.Base {
	return []*node.Base{&s.teleoperation.joyControl.Base, &s.sensing.merger.Base, &s.navigation.odometry.Base, &s.platform.ratpNode.Base, &s.platform.manualMux.Base, &s.platform.autoMux.Base, &s.platform.follower.Base, &s.platform.guard.Base, &s.overseer.Base}
}

// Join puts what there is on the other side of the seams that this process has.
func (s *System) Join(live *run.Around, o run.Order, d Drivers) error {
	if d.TeleoperationJoyNode != nil && o.Runs("teleoperation.joy_node") {
		leave, err := s.teleoperation.joyNode.Join(d.TeleoperationJoyNode)
		if err != nil {
			return fmt.Errorf("teleoperation.joy_node: %w", err)
		}
		live.Keep(leave)
	}
	if d.SensingLeftDriver != nil && o.Runs("sensing.left_driver") {
		leave, err := s.sensing.leftDriver.Join(d.SensingLeftDriver)
		if err != nil {
			return fmt.Errorf("sensing.left_driver: %w", err)
		}
		live.Keep(leave)
	}
	if d.SensingRightDriver != nil && o.Runs("sensing.right_driver") {
		leave, err := s.sensing.rightDriver.Join(d.SensingRightDriver)
		if err != nil {
			return fmt.Errorf("sensing.right_driver: %w", err)
		}
		live.Keep(leave)
	}
	if d.NavigationMapServer != nil && o.Runs("navigation.map_server") {
		leave, err := s.navigation.mapServer.Join(d.NavigationMapServer)
		if err != nil {
			return fmt.Errorf("navigation.map_server: %w", err)
		}
		live.Keep(leave)
	}
	if d.NavigationAmcl != nil && o.Runs("navigation.amcl") {
		leave, err := s.navigation.amcl.Join(d.NavigationAmcl)
		if err != nil {
			return fmt.Errorf("navigation.amcl: %w", err)
		}
		live.Keep(leave)
	}
	if d.NavigationMoveBase != nil && o.Runs("navigation.move_base") {
		leave, err := s.navigation.moveBase.Join(d.NavigationMoveBase)
		if err != nil {
			return fmt.Errorf("navigation.move_base: %w", err)
		}
		live.Keep(leave)
	}
	if d.PlatformPmk != nil && o.Runs("platform.pmk") {
		leave, err := s.platform.pmk.Join(d.PlatformPmk)
		if err != nil {
			return fmt.Errorf("platform.pmk: %w", err)
		}
		live.Keep(leave)
		live.Need(d.PlatformPmk.Communicate)
	}
	if d.Keeper != nil && o.Runs("keeper") {
		leave, err := s.keeper.Join(d.Keeper)
		if err != nil {
			return fmt.Errorf("keeper: %w", err)
		}
		live.Keep(leave)
	}
	if d.Outside != nil && o.Runs("outside") {
		leave, err := s.outside.Join(d.Outside)
		if err != nil {
			return fmt.Errorf("outside: %w", err)
		}
		live.Keep(leave)
	}
	return nil
}

// System has all that is in Wheelchair::Wheelchair.pmk.
type System struct {
	state         *access.Cell[messages.DrivingState] // shared
	odom          *access.Cell[nav.Odometry]          // shared
	teleoperation *Teleoperation
	sensing       *Sensing
	navigation    *Navigation
	platform      *Platform
	keeper        *keeper.Seam
	overseer      *overseer.Node
	outside       *outside.Seam
}

// New makes the system in a program.
func New(parent reactor.Parent, p *Params) (*System, error) { return NewFilled(parent, p, &Fillings{}) }

// NewFilled makes the system in a program, with reactors in the place of nodes that exist already.
func NewFilled(parent reactor.Parent, p *Params, by *Fillings) (_ *System, err error) {
	s := &System{}
	s.state = access.NewCell[messages.DrivingState](parent, "state", 6)
	s.odom = access.NewCell[nav.Odometry](parent, "odom", 5)
	if s.teleoperation, err = newTeleoperation(parent, "teleoperation", p, by); err != nil {
		return nil, err
	}
	if s.sensing, err = newSensing(parent, "sensing", p, by); err != nil {
		return nil, err
	}
	if s.navigation, err = newNavigation(parent, "navigation", p, by); err != nil {
		return nil, err
	}
	if s.platform, err = newPlatform(parent, "platform", p, by); err != nil {
		return nil, err
	}
	if s.keeper, err = keeper.Fill(parent, "keeper", by.Keeper); err != nil {
		return nil, err
	}
	if s.overseer, err = overseer.New(parent, "overseer", watched(overseer.Config(), true, 200*time.Millisecond)); err != nil {
		return nil, err
	}
	s.outside = outside.New(parent, "outside")
	reactor.Connect(&s.outside.Goal, &s.navigation.Goal)
	reactor.Connect(&s.outside.Here, &s.navigation.Here)
	reactor.Connect(&s.outside.Stop, &s.overseer.Stop)
	reactor.Connect(&s.outside.Wish, &s.overseer.Wish)
	reactor.Connect(&s.teleoperation.CmdVel, &s.platform.Manual)
	reactor.Connect(&s.teleoperation.Wish, &s.overseer.Button)
	reactor.Connect(&s.sensing.Scan, &s.navigation.Scan)
	reactor.Connect(&s.sensing.Scan, &s.platform.Scan)
	reactor.Connect(&s.navigation.CmdVel, &s.platform.Autonomous)
	reactor.Connect(&s.navigation.Driving, &s.overseer.Driving)
	reactor.Connect(&s.platform.Kit, &s.overseer.Kit)
	reactor.Connect(&s.platform.Speed, &s.navigation.Speed)
	reactor.Connect(&s.platform.Sent, &s.navigation.Sent)
	reactor.Connect(&s.platform.Around, &s.navigation.Around)
	reactor.Connect(&s.platform.Verdict, &s.overseer.Verdict)
	reactor.Connect(&s.keeper.Health, &s.overseer.Health)
	reactor.Connect(&s.overseer.Report, &s.outside.Report)
	access.Join(s.overseer.StateData.Lines(), s.state.Lines().Part(0, 1))
	access.Join(s.keeper.StateData.Lines(), s.state.Lines().Part(1, 1))
	access.Join(s.platform.StateData.Lines(), s.state.Lines().Part(2, 4))
	access.Join(s.platform.Odom.Lines(), s.odom.Lines().Part(0, 2))
	access.Join(s.navigation.Odom.Lines(), s.odom.Lines().Part(2, 3))
	return s, nil
}

// Teleoperation is the system teleoperation.
type Teleoperation struct {
	reactor.Reactor
	CmdVel reactor.Out[nav.Velocity]
	Wish   reactor.Out[messages.DrivingState]

	joyNode    *joynode.Seam
	joyControl *joycontrol.Node
}

func newTeleoperation(parent reactor.Parent, name string, p *Params, by *Fillings) (_ *Teleoperation, err error) {
	s := &Teleoperation{}
	reactor.Init(parent, name, s)
	if s.joyNode, err = joynode.Fill(s, "joy_node", by.TeleoperationJoyNode); err != nil {
		return nil, err
	}
	if s.joyControl, err = joycontrol.New(s, "joy_control", joycontrol.Config(), p.Of("teleoperation.joy_control")); err != nil {
		return nil, err
	}
	reactor.Connect(&s.joyNode.Joy, &s.joyControl.Joy)
	reactor.Connect(&s.joyControl.CmdVel, &s.CmdVel)
	reactor.Connect(&s.joyControl.Wish, &s.Wish)
	return s, nil
}

// Sensing is the system sensing.
type Sensing struct {
	reactor.Reactor
	Scan reactor.Out[nav.Scans]

	leftDriver  *driver.Seam
	rightDriver *driver.Seam
	merger      *scanmerger.Node
}

func newSensing(parent reactor.Parent, name string, p *Params, by *Fillings) (_ *Sensing, err error) {
	s := &Sensing{}
	reactor.Init(parent, name, s)
	if s.leftDriver, err = driver.Fill(s, "left_driver", by.SensingLeftDriver); err != nil {
		return nil, err
	}
	if s.rightDriver, err = driver.Fill(s, "right_driver", by.SensingRightDriver); err != nil {
		return nil, err
	}
	if s.merger, err = scanmerger.New(s, "merger", watched(scanmerger.Config(), true, 200*time.Millisecond)); err != nil {
		return nil, err
	}
	reactor.Connect(&s.leftDriver.Scan, &s.merger.Left)
	reactor.Connect(&s.rightDriver.Scan, &s.merger.Right)
	reactor.Connect(&s.merger.Merged, &s.Scan)
	return s, nil
}

// Navigation is the system navigation.
type Navigation struct {
	reactor.Reactor
	Scan    reactor.In[nav.Scans]
	Around  reactor.In[steer.Around]
	Speed   reactor.In[nav.Velocity]
	Goal    reactor.In[nav.Goal]
	Here    reactor.In[nav.Goal]
	Sent    reactor.In[nav.Velocity]
	CmdVel  reactor.Out[nav.Velocity]
	Driving reactor.Out[nav.Driving]
	Odom    access.Asks[access.Write[nav.Odometry], access.Change]

	place     *access.Cell[nav.Place] // shared
	mapServer *mapserver.Seam
	amcl      *amcl.Seam
	moveBase  *movebase.Seam
	odometry  *odometry.Node
}

func newNavigation(parent reactor.Parent, name string, p *Params, by *Fillings) (_ *Navigation, err error) {
	s := &Navigation{}
	reactor.Init(parent, name, s)
	s.Odom.Init(&s.Reactor, "odom_set", "odom_change", 3)
	s.place = access.NewCell[nav.Place](s, "place", 2)
	if s.mapServer, err = mapserver.Fill(s, "map_server", by.NavigationMapServer); err != nil {
		return nil, err
	}
	if s.amcl, err = amcl.Fill(s, "amcl", by.NavigationAmcl); err != nil {
		return nil, err
	}
	if s.moveBase, err = movebase.Fill(s, "move_base", by.NavigationMoveBase); err != nil {
		return nil, err
	}
	if s.odometry, err = odometry.New(s, "odometry", watched(odometry.Config(), true, 200*time.Millisecond)); err != nil {
		return nil, err
	}
	reactor.Connect(&s.Goal, &s.moveBase.Goal)
	reactor.Connect(&s.Here, &s.amcl.Here)
	reactor.Connect(&s.Scan, &s.amcl.Scan)
	reactor.Connect(&s.mapServer.Map, &s.amcl.Map)
	reactor.Connect(&s.mapServer.Map, &s.moveBase.Map)
	reactor.Connect(&s.moveBase.CmdVel, &s.CmdVel)
	reactor.Connect(&s.moveBase.Driving, &s.Driving)
	reactor.Connect(&s.Speed, &s.odometry.Speed)
	reactor.Connect(&s.Sent, &s.moveBase.Sent)
	reactor.Connect(&s.Around, &s.moveBase.Around)
	access.Join(s.amcl.Place.Lines(), s.place.Lines().Part(0, 1))
	access.Join(s.moveBase.Place.Lines(), s.place.Lines().Part(1, 1))
	access.Join(s.amcl.Odom.Lines(), s.Odom.Lines().Part(0, 1))
	access.Join(s.moveBase.Odom.Lines(), s.Odom.Lines().Part(1, 1))
	access.Join(s.odometry.Odom.Lines(), s.Odom.Lines().Part(2, 1))
	return s, nil
}

// Platform is the system platform.
type Platform struct {
	reactor.Reactor
	Manual     reactor.In[nav.Velocity]
	Autonomous reactor.In[nav.Velocity]
	Scan       reactor.In[nav.Scans]
	Around     reactor.Out[steer.Around]
	Speed      reactor.Out[nav.Velocity]
	Sent       reactor.Out[nav.Velocity]
	Verdict    reactor.Out[nav.Driving]
	Kit        reactor.Out[hardware.PMKMeasured]
	StateData  access.Asks[access.Write[messages.DrivingState], access.Change]
	Odom       access.Asks[access.Write[nav.Odometry], access.Change]

	pmk       *personalmobilitykit.Seam
	ratpNode  *ratpnode.Node
	manualMux *manualmux.Node
	autoMux   *automux.Node
	follower  *follower.Node
	guard     *guard.Node
}

func newPlatform(parent reactor.Parent, name string, p *Params, by *Fillings) (_ *Platform, err error) {
	s := &Platform{}
	reactor.Init(parent, name, s)
	s.StateData.Init(&s.Reactor, "state_set", "state_change", 4)
	s.Odom.Init(&s.Reactor, "odom_set", "odom_change", 2)
	s.pmk = personalmobilitykit.New(s, "pmk")
	if s.ratpNode, err = ratpnode.New(s, "ratp_node", watched(ratpnode.Config(), true, 200*time.Millisecond)); err != nil {
		return nil, err
	}
	if s.manualMux, err = manualmux.New(s, "manual_mux", watched(manualmux.Config(), true, 200*time.Millisecond), p.Of("platform.manual_mux")); err != nil {
		return nil, err
	}
	if s.autoMux, err = automux.New(s, "auto_mux", watched(automux.Config(), true, 200*time.Millisecond), p.Of("platform.auto_mux")); err != nil {
		return nil, err
	}
	if s.follower, err = follower.New(s, "follower", watched(follower.Config(), true, 200*time.Millisecond), p.Of("platform.follower")); err != nil {
		return nil, err
	}
	if s.guard, err = guard.New(s, "guard", watched(guard.Config(), true, 200*time.Millisecond), p.Of("platform.guard")); err != nil {
		return nil, err
	}
	reactor.Connect(&s.Manual, &s.manualMux.Joypad)
	reactor.Connect(&s.Scan, &s.guard.Scan)
	reactor.Connect(&s.Autonomous, &s.autoMux.Autonomous)
	reactor.Connect(&s.pmk.Measured, &s.ratpNode.Measured)
	reactor.Connect(&s.pmk.Measured, &s.Kit)
	reactor.Connect(&s.ratpNode.Commanded, &s.pmk.Commanded)
	reactor.Connect(&s.ratpNode.Speed, &s.Speed)
	reactor.Connect(&s.ratpNode.Joystick, &s.manualMux.Joystick)
	reactor.Connect(&s.manualMux.CmdVel, &s.follower.CmdVel)
	reactor.Connect(&s.autoMux.CmdVel, &s.guard.CmdVel)
	reactor.Connect(&s.follower.SafeCmdVel, &s.autoMux.Manual)
	reactor.Connect(&s.guard.SafeCmdVel, &s.ratpNode.CmdVel)
	reactor.Connect(&s.guard.SafeCmdVel, &s.follower.Sent)
	reactor.Connect(&s.guard.SafeCmdVel, &s.Sent)
	reactor.Connect(&s.guard.Around, &s.follower.Around)
	reactor.Connect(&s.guard.Around, &s.Around)
	reactor.Connect(&s.guard.Verdict, &s.Verdict)
	access.Join(s.ratpNode.StateData.Lines(), s.StateData.Lines().Part(0, 1))
	access.Join(s.autoMux.StateData.Lines(), s.StateData.Lines().Part(1, 1))
	access.Join(s.guard.StateData.Lines(), s.StateData.Lines().Part(2, 1))
	access.Join(s.follower.StateData.Lines(), s.StateData.Lines().Part(3, 1))
	access.Join(s.follower.Odom.Lines(), s.Odom.Lines().Part(0, 1))
	access.Join(s.guard.Odom.Lines(), s.Odom.Lines().Part(1, 1))
	return s, nil
}

// watched makes a node tell its overseer every so often that it is well.
func watched(c node.Config, critical bool, every time.Duration) node.Config {
	c.Critical, c.Notify = critical, every
	return c
}
