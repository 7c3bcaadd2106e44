package lemon

import (
	"errors"
	"fmt"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm/guard"
)

// Hardware is what the program drives: the robot and the camera at its wrist.
type Hardware struct {
	Arm                 *XArm // nil in a replay
	Eye                 Eye
	Camera              perception.Intrinsics
	Mount               spatial.Pose // the camera's optical frame in the tool's frame
	Chain               *kinematics.Chain
	Collider            *kinematics.Collider
	Home                spatial.Pose // of the tool: where the program begins, and the orientation that it keeps
	JointAcc, JointJerk float64      // rad/s², rad/s³
}

// Network is the program before it is built, with the reactors that have figures.
type Network struct {
	Main       *reactor.Main
	Robot      *XArmInterface
	Operator   *Operator
	Moderator  *Moderator
	Planner    *Planner
	Safety     *SanityChecker
	Joints     *JointServo // nil with the Cartesian path
	Camera     *Camera
	Transform  *CoordTransform
	Following  *TargetHandling
	Validation *Validation
	Instructor *Instructor
}

// Planning is the motion planning network of Figure 6.
//
//	in  world_data, target, operator, place
//	out next, position, state (of the safety check)
type Planning struct {
	reactor.Reactor
	WorldData reactor.In[WorldData]
	Target    reactor.In[Target]
	Operator  reactor.In[OperatorCommand]
	Place     reactor.In[Retarget]
	Next      reactor.Out[Command]
	Position  reactor.Out[spatial.Pose]
	State     reactor.Out[SafetyState]
}

// Vision is the camera's network of Figure 10, an enclave of its own: however long a picture takes, control
// continues.
//
//	in  robot
//	out target
type Vision struct {
	reactor.Reactor
	Robot  reactor.In[spatial.Pose]
	Target reactor.Out[Target]
}

// New makes the program.
func New(p Params, h Hardware) (*Network, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	n := &Network{Main: reactor.NewMain("lemon")}
	n.Robot = newXArmInterface(n.Main, "robot", h.Arm, &p)
	n.Operator = newOperator(n.Main, "operator")
	planning, err1 := n.planning(&p, &h)
	vision, err2 := n.vision(&p, &h)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	reactor.Connect(&n.Operator.Command, &n.Robot.Operator)
	reactor.Connect(&n.Operator.Command, &planning.Operator)
	reactor.Connect(&n.Operator.Place, &planning.Place)
	reactor.Connect(&n.Robot.WorldData, &planning.WorldData)
	reactor.Connect(&planning.Next, &n.Robot.NextPositionChecked)
	reactor.Connect(&planning.State, &n.Robot.Safety).After(p.Period)
	reactor.Connect(&planning.Position, &vision.Robot).After(0)
	reactor.Connect(&vision.Target, &planning.Target).Physical()
	return n, nil
}

func (n *Network) planning(p *Params, h *Hardware) (*Planning, error) {
	g := &Planning{}
	reactor.Init(n.Main, "planning", g)
	face := NewInterface(g, "interface")
	csv := newCSVWorldData(g, "csv")
	n.Moderator = newModerator(g, "moderator", p)
	decoder := NewDecoder(g, "decoder")
	holder := newLastPositionHolder(g, "last_position")
	instructor := newInstructor(g, "instructor", p.Limits().Workspace)
	n.Instructor = instructor
	velocity := NewVelocity(g, "velocity", p)
	planner, err1 := NewPlanner(g, "planner", p)
	var arm *guard.Tool
	if p.Path == "cartesian" {
		arm = guard.NewTool(h.Chain, h.Collider, p.Period.Seconds())
	}
	check, err2 := NewSanityChecker(g, "safety", p, arm)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	n.Planner, n.Safety = planner, check
	reactor.Connect(&g.WorldData, &face.In)
	reactor.Connect(&face.Out, &csv.In)
	reactor.Connect(&face.Out, &n.Moderator.In)
	reactor.Connect(&n.Moderator.Out, &decoder.In)
	reactor.Connect(&n.Moderator.Alarm, &check.Alarm)
	reactor.Connect(&decoder.Position, &holder.Current)
	reactor.Connect(&decoder.Position, &instructor.Current)
	reactor.Connect(&decoder.Position, &velocity.Current)
	reactor.Connect(&decoder.Position, &planner.Current)
	reactor.Connect(&decoder.Position, &g.Position)
	reactor.Connect(&decoder.State, &planner.State)
	reactor.Connect(&decoder.State, &check.State)
	reactor.Connect(&holder.Last, &planner.Last)
	reactor.Connect(&g.Target, &instructor.Target)
	reactor.Connect(&g.Place, &instructor.Place)
	reactor.Connect(&instructor.TargetPosition, &planner.Target)
	reactor.Connect(&instructor.TargetPosition, &velocity.Target)
	reactor.Connect(&velocity.Speed, &planner.Speed)
	reactor.Connect(&planner.Next, &check.Next)
	reactor.Connect(&g.Operator, &check.Operator)
	reactor.Connect(&check.Verdict, &g.State)
	reactor.Connect(&check.Command, &planner.Commanded).After(p.Period)
	if p.Path == "cartesian" {
		reactor.Connect(&check.Checked, &n.Moderator.Commanded).After(p.Period)
		reactor.Connect(&check.Checked, &g.Next)
		return g, nil
	}
	j, err := newJointServo(g, "joints", p, h.Chain, h.Collider, h.JointAcc, h.JointJerk)
	if err != nil {
		return nil, err
	}
	n.Joints = j
	reactor.Connect(&decoder.State, &j.State)
	reactor.Connect(&check.Checked, &j.Checked)
	reactor.Connect(&j.Command, &n.Moderator.Commanded).After(p.Period)
	reactor.Connect(&j.Command, &g.Next)
	return g, nil
}

func (n *Network) vision(p *Params, h *Hardware) (*Vision, error) {
	v := &Vision{}
	reactor.Init(n.Main, "vision", v)
	v.Isolate()
	camera, err := newCamera(v, "camera", h.Eye, h.Camera, p)
	if err != nil {
		return nil, fmt.Errorf("vision: %w", err)
	}
	n.Camera = camera
	n.Transform = newCoordTransform(v, "transform", h.Mount, p)
	handling := newHandlingInterface(v, "handling")
	target := newTargetHandling(v, "target_handling", h.Mount, h.Home.R, p.Distance)
	none := newNoTargetHandling(v, "no_target_handling")
	n.Following = target
	n.Validation = newValidation(v, "validation", p.Limits().Workspace)
	initial := newInitialization(v, "initialization", h.Home)
	reactor.Connect(&camera.Located, &n.Transform.Located)
	reactor.Connect(&v.Robot, &n.Transform.Robot)
	reactor.Connect(&v.Robot, &initial.Robot)
	reactor.Connect(&n.Transform.Spot, &handling.Spot)
	reactor.Connect(&handling.ToTarget, &target.Spot)
	reactor.Connect(&handling.ToNoTarget, &none.Spot)
	reactor.Connect(&target.Target, &handling.FromTarget)
	reactor.Connect(&none.Target, &handling.FromNoTarget)
	reactor.Connect(&handling.Target, &n.Validation.Target)
	reactor.Connect(&initial.Target, &n.Validation.Initial)
	reactor.Connect(&n.Validation.Valid, &v.Target)
	return v, nil
}

// Build makes the program without hardware, for inspection.
func Build(p Params) (*reactor.Program, error) {
	h, err := Describe()
	if err != nil {
		return nil, err
	}
	n, err := New(p, h)
	if err != nil {
		return nil, err
	}
	return reactor.Build(n.Main, reactor.Options{Workers: p.Workers, Replay: true})
}
