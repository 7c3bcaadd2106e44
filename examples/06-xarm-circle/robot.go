package main

import (
	"errors"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	xarmbox "github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/robot/xarm/guard"
)

// robot is an xArm 7 under Cartesian servo, behind claimed and limited commands.
type robot struct {
	arm   *hw.Commander
	state [xarm.StateLen]float64
}

// newRobot connects, claims the arm, and makes it ready to move. Commands stay within the limits, including those of
// the joints; otherwise the arm slows down along its way.
func newRobot(dial xarm.Dial) (*robot, error) {
	chain, err1 := xarm.Model()
	d, err2 := xarm.NewDriver(xarm.DriverConfig{Dial: dial})
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	limits := guard.Box()
	limits.Limits = motion.DefaultLimits() // the joints must be able to stop with them
	tool := guard.NewTool(chain, xarm.Collider(chain), period.Seconds())
	poses, err1 := guard.NewPoses(limits, period.Seconds(), tool)
	claims, err2 := hw.NewClaims(d.Info())
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	arm, err := claims.Command("circle", d, xarm.GroupTCPPose, poses)
	if err != nil {
		return nil, err
	}
	for _, to := range []hw.LifeCycle{hw.Inactive, hw.Active} {
		if err := arm.Enter(to); err != nil {
			return nil, err
		}
	}
	return &robot{arm: arm}, nil
}

// read returns the pose of the tool in the base frame, or the last one if reading fails.
func (r *robot) read() spatial.Pose {
	_ = r.arm.Read(r.state[:])
	p := r.state[xarm.StatePose:]
	return spatial.Pose{P: spatial.V(p[0], p[1], p[2]), R: spatial.RPY{Roll: p[3], Pitch: p[4], Yaw: p[5]}.Rot()}
}

// servo is the device that takes poses, and reports whether the box took them.
func (r *robot) servo() reactor.Driven[spatial.Pose, bool] {
	return hw.NewDrive(r.arm, func(p *spatial.Pose, to []float64) {
		e := p.R.RPY()
		copy(to, []float64{p.P.X, p.P.Y, p.P.Z, e.Roll, e.Pitch, e.Yaw})
	}, func(err error) bool { return err == nil })
}

// trouble returns the error latched in the box.
func (r *robot) trouble() string { return xarm.ErrorCode(r.state[xarm.StateError]).Name() }

// world lets a simulated box's time follow logical time.
type world struct{ box *xarmbox.Box }

// dial connects to the box, over a wire in memory.
func (w world) dial() xarm.Dial { return xarmbox.NewMemNet(w.box, xarmbox.Failures{}).Dial }

// AdvanceTo implements exec.World.
func (w world) AdvanceTo(t reactor.Time) error {
	w.box.Advance(w.start() + t.Duration())
	return nil
}

// NextEvent implements exec.World: the box has no events of its own.
func (w world) NextEvent() reactor.Time { return reactor.Forever }

func (world) start() time.Duration { return time.Second }

// newWorld makes a box with an arm at its home position.
func newWorld() (world, error) {
	chain, err := xarm.Model()
	if err != nil {
		return world{}, err
	}
	home := xarm.Home()
	box, err := xarmbox.New(xarmbox.Config{Kinematics: xarmbox.NewKinematics(chain, xarm.Collider(chain)), Start: home[:]})
	if err != nil {
		return world{}, err
	}
	w := world{box}
	box.Advance(w.start()) // the time to switch it on
	return w, nil
}
