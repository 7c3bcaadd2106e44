package main

import (
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// robot is an xArm 7 under Cartesian servo.
type robot struct {
	d     *xarm.Driver
	state [xarm.StateLen]float64
	cmd   [6]float64
}

// newRobot connects and makes the arm ready to move.
func newRobot(dial xarm.Dial) (*robot, error) {
	d, err := xarm.NewDriver(xarm.DriverConfig{Dial: dial})
	if err != nil {
		return nil, err
	}
	r := &robot{d: d}
	if err := d.Use(xarm.GroupTCPPose); err != nil {
		return nil, err
	}
	for _, to := range []hw.LifeCycle{hw.Inactive, hw.Active} {
		if err := d.Enter(to); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// read returns the pose of the tool in the base frame; a reading that fails repeats the last one.
func (r *robot) read() spatial.Pose {
	_ = r.d.Read(r.state[:])
	p := r.state[xarm.StatePose:]
	return spatial.Pose{P: spatial.V(p[0], p[1], p[2]), R: spatial.RPY{Roll: p[3], Pitch: p[4], Yaw: p[5]}.Rot()}
}

// write sends the next pose and reports whether the box took it.
func (r *robot) write(p spatial.Pose) bool {
	e := p.R.RPY()
	r.cmd = [6]float64{p.P.X, p.P.Y, p.P.Z, e.Roll, e.Pitch, e.Yaw}
	return r.d.Write(r.cmd[:]) == nil
}

// trouble names the error latched in the box.
func (r *robot) trouble() string { return xarm.ErrorCode(r.state[xarm.StateError]).Name() }

// world lets a simulated box's time follow logical time.
type world struct{ box *xarm.Box }

// AdvanceTo implements exec.World.
func (w world) AdvanceTo(t reactor.Time) error {
	w.box.Advance(w.start() + t.Duration())
	return nil
}

// NextEvent implements exec.World: the box wants nothing by itself.
func (w world) NextEvent() reactor.Time { return reactor.Forever }

func (world) start() time.Duration { return time.Second }

// newWorld makes a box with an arm that stands at its home position.
func newWorld() (world, error) {
	chain, err := xarm.Model()
	if err != nil {
		return world{}, err
	}
	home := xarm.Home()
	box, err := xarm.NewBox(xarm.BoxConfig{Kinematics: xarm.NewKinematics(chain, xarm.Collider(chain)), Start: home[:]})
	if err != nil {
		return world{}, err
	}
	w := world{box}
	box.Advance(w.start()) // as long as it takes to switch it on
	return w, nil
}
