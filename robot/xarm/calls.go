package xarm

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Serial asks for the serial numbers of the arm and of the box (register 2).
func (c *Client) Serial() (arm, box string, err error) {
	p, err := c.ask(RegSerial)
	if err != nil {
		return "", "", err
	}
	arm, err = cleanText(p)
	if err == nil && len(arm) < len(p) {
		box, err = cleanText(p[len(arm)+1:])
	}
	if err != nil {
		c.n.Rejected++
	}
	return strings.TrimSpace(arm), strings.TrimSpace(box), err
}

// MotionEnable enables or disables one joint, 1…7, or all of them with 8 (register 11). The box is then in
// StateReset. It may take the box 5 s.
func (c *Client) MotionEnable(joint int, on bool) error {
	if joint < 1 || joint > 8 {
		c.n.NotSent++
		return fmt.Errorf("%w: joint %d: 1…7, or 8 for all", ErrCommand, joint)
	}
	c.args = append(c.args[:0], byte(joint), bit(on))
	return c.setting(RegMotionEnable, max(c.cfg.Timeout, 5*time.Second))
}

// SetMode selects the mode (register 19). The box is then in StateReset and does not move until
// SetState(StateMotion).
func (c *Client) SetMode(m Mode) error {
	c.args = append(c.args[:0], byte(m))
	return c.setting(RegSetMode, c.cfg.Timeout)
}

// SetState asks for StateMotion, StatePaused, StateStopped or StateDecelerating (register 12). StateMotion also clears an
// error. If the error's cause is still present, the box stays stopped and refuses the call.
func (c *Client) SetState(s State) error {
	c.args = append(c.args[:0], byte(s))
	err := c.setting(RegSetState, c.cfg.Timeout)
	if bad := c.status & (StatusError | StatusNotReady); err == nil && s == StateMotion && bad != 0 {
		c.n.Refused++
		return Refused(c.status)
	}
	return err
}

// State asks for the state (register 13).
func (c *Client) State() (State, error) {
	p, err := c.ask(RegGetState)
	if err != nil {
		return 0, err
	}
	if err := c.bytes(p, 1); err != nil {
		return 0, err
	}
	return State(p[0]), nil
}

// CommandCount asks for the number of moves waiting in the box's buffer (register 14).
func (c *Client) CommandCount() (int, error) {
	p, err := c.ask(RegCommandCount)
	if err != nil {
		return 0, err
	}
	return c.count16(p)
}

// ErrWarn asks for the latched error and warning (register 15).
func (c *Client) ErrWarn() (ErrorCode, WarnCode, error) {
	p, err := c.ask(RegErrWarn)
	if err != nil {
		return 0, 0, err
	}
	if err := c.bytes(p, 2); err != nil {
		return 0, 0, err
	}
	return ErrorCode(p[0]), WarnCode(p[1]), nil
}

// CleanError clears the latched error (register 16); the box stays stopped.
func (c *Client) CleanError() error {
	c.args = c.args[:0]
	return c.setting(RegCleanError, c.cfg.Timeout)
}

// cleanWarn clears the warning (register 17).
func (c *Client) cleanWarn() error {
	c.args = c.args[:0]
	return c.setting(RegCleanWarn, c.cfg.Timeout)
}

// Recover takes the box from any state, even with a latched error, to mode m, ready to move: it clears the error and the
// warning, enables all joints, sets the mode and sets the state. It returns an error that comes back, for instance because
// the emergency stop is pressed, as an ErrorCode.
func (c *Client) Recover(m Mode) error {
	if err := c.Prepare(m); err != nil {
		return err
	}
	err := c.SetState(StateMotion)
	if c.closed || err == ErrTimeout {
		return err
	}
	if code, _, e := c.ErrWarn(); e == nil && code != ErrorNone {
		return code
	}
	return err
}

// Prepare is Recover without its last step: it leaves the box in StateReset, so that nothing moves yet.
func (c *Client) Prepare(m Mode) error {
	if err := c.CleanError(); err != nil {
		return err
	}
	if err := c.cleanWarn(); err != nil {
		return err
	}
	if err := c.MotionEnable(8, true); err != nil {
		return err
	}
	return c.SetMode(m)
}

// Heartbeat keeps the promise of ProtocolHeartbeat: call it after some seconds without another call (the box may drop a
// client silent for longer than 30 s).
func (c *Client) Heartbeat() error {
	c.n.Heartbeats++
	_, err := c.State()
	return err
}

// ServoCartesian sends the next target of the TCP in the base frame (register 30, mode 1): the box moves there at once, using
// its own inverse kinematics. Send at 30…250 Hz, in steps below 10 mm.
func (c *Client) ServoCartesian(target spatial.Pose) error {
	if !target.Finite() {
		c.n.NotSent++
		return ErrCommand
	}
	return c.servoWire(ToWire(target))
}

// servoWire is ServoCartesian for a pose that is already in the wire's form.
func (c *Client) servoWire(w WirePose) error {
	if !PlausiblePose(w) {
		c.n.NotSent++
		return ErrCommand
	}
	t := CartTarget{Pose: w}
	c.args = appendCartTarget(c.args[:0], &t)
	return c.command(RegServoCart, c.cfg.Timeout)
}

// ServoJoint sends the next joint angles (register 29, mode 1), seven of them in rad.
func (c *Client) ServoJoint(q []float64) error {
	var t JointTarget
	if len(q) != Joints || !Within(q, MaxAngle) {
		c.n.NotSent++
		return ErrCommand
	}
	copy(t.Q[:], q)
	c.args = appendJointTarget(c.args[:0], &t)
	return c.command(RegServoJoint, c.cfg.Timeout)
}

// JointVelocity sends joint velocities in rad/s (register 81, mode 4). The box stops on its own after d unless a new command
// comes; d = 0 means never and is for use by hand.
func (c *Client) JointVelocity(dq []float64, d time.Duration) error {
	var t JointVelocity
	if len(dq) != Joints || !Within(dq, maxRate) || d < 0 {
		c.n.NotSent++
		return ErrCommand
	}
	copy(t.DQ[:], dq)
	t.Sync, t.Duration = true, d.Seconds()
	c.args = appendJointVelocity(c.args[:0], &t)
	return c.command(RegJointVelocity, c.cfg.Timeout)
}

// CartesianVelocity sends a velocity of the TCP in the base frame (register 82, mode 5), with d as in
// JointVelocity.
func (c *Client) CartesianVelocity(v spatial.Twist, d time.Duration) error {
	t := CartVelocity{V: [6]float64{v.Lin.X * 1000, v.Lin.Y * 1000, v.Lin.Z * 1000, v.Ang.X, v.Ang.Y, v.Ang.Z}}
	if !Within(t.V[:3], maxTwistLin) || !Within(t.V[3:], maxRate) || d < 0 {
		c.n.NotSent++
		return ErrCommand
	}
	t.Duration = d.Seconds()
	c.args = appendCartVelocity(c.args[:0], &t)
	return c.command(RegCartVelocity, c.cfg.Timeout)
}

// MoveJoint queues a planned move to q (rad) at speed (rad/s) and acceleration (rad/s²) (register 23, mode 0).
func (c *Client) MoveJoint(q []float64, speed, acc float64) error {
	t := JointTarget{Speed: speed, Acc: acc}
	if len(q) != Joints || !Within(q, MaxAngle) || !(speed > 0 && acc > 0 && speed+acc <= math.MaxFloat32) {
		c.n.NotSent++
		return ErrCommand
	}
	copy(t.Q[:], q)
	c.args = appendJointTarget(c.args[:0], &t)
	return c.command(RegMoveJoint, c.cfg.Timeout)
}

// MoveLine queues a straight move of the TCP to target at speed (m/s) and acceleration (m/s²) (register 21,
// mode 0).
func (c *Client) MoveLine(target spatial.Pose, speed, acc float64) error {
	t := CartTarget{Pose: ToWire(target), Speed: speed * 1000, Acc: acc * 1000}
	if !PlausiblePose(t.Pose) || !(speed > 0 && acc > 0 && speed+acc <= 1e6) {
		c.n.NotSent++
		return ErrCommand
	}
	c.args = appendCartTarget(c.args[:0], &t)
	return c.command(RegMoveLine, c.cfg.Timeout)
}

// Position asks for the pose of the TCP in the base frame (register 41). The box refreshes it less often than it can be read:
// reading the same pose twice does not mean that the arm is at rest.
func (c *Client) Position() (spatial.Pose, error) {
	w, err := c.WirePosition()
	if err != nil {
		return spatial.Pose{}, err
	}
	return w.Pose(), nil
}

// WirePosition is Position in the wire's own form, mm and rad.
func (c *Client) WirePosition() (WirePose, error) {
	p, err := c.ask(RegTCPPose)
	if err != nil {
		return WirePose{}, err
	}
	if len(p) != 24 {
		c.n.Rejected++
		return WirePose{}, ErrBadLength
	}
	var w WirePose
	if err := c.numbers(p, w[:], MaxReach); err != nil {
		return WirePose{}, err
	}
	if !PlausiblePose(w) {
		c.n.Rejected++
		return WirePose{}, ErrNotFinite
	}
	return w, nil
}

// JointStates asks for the angles (rad), velocities (rad/s) and torques (N·m) of the seven joints (register 42). On an error
// the slices are unchanged.
func (c *Client) JointStates(q, dq, tau []float64) error {
	c.args = append(c.args[:0], 3)
	p, err := c.query(RegJointPos)
	if err != nil {
		return err
	}
	if len(p) != 3*4*Joints {
		c.n.Rejected++
		return ErrBadLength
	}
	var v [3 * Joints]float64
	if err := c.numbers(p, v[:], maxTorque); err != nil {
		return err
	}
	if !Within(v[:Joints], MaxAngle) || !Within(v[Joints:2*Joints], maxRate) {
		c.n.Rejected++
		return ErrNotFinite
	}
	copy(q, v[:Joints])
	copy(dq, v[Joints:2*Joints])
	copy(tau, v[2*Joints:])
	return nil
}
