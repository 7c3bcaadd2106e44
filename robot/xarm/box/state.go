package box

import (
	"math"

	"github.com/sinew-robotics/sinew/robot/xarm"
)

// control carries out the calls that change the box's state.
func (b *Box) control(r xarm.Register, p []byte) outcome {
	want := 1
	switch r {
	case xarm.RegMotionEnable, xarm.RegSetBrake:
		want = 2
	case xarm.RegCleanError, xarm.RegCleanWarn:
		want = 0
	case xarm.RegSetMode:
		want = min(max(len(p), 1), 2) // the second byte belongs to mode 2
	}
	if len(p) != want {
		return bad
	}
	switch r {
	case xarm.RegSystemControl:
		if p[0] != 1 && p[0] != 2 {
			return bad
		}
		b.cfg.Start = append(b.cfg.Start[:0:0], b.q[:]...)
		b.powerOn()
	case xarm.RegCleanError:
		b.cleanError()
	case xarm.RegCleanWarn:
		b.warn = xarm.WarnNone
	case xarm.RegMotionEnable:
		return b.enable(p[0], p[1] != 0)
	case xarm.RegSetBrake:
		return b.loosen(p[0], p[1] != 0)
	case xarm.RegSetMode:
		return b.setMode(xarm.Mode(p[0]))
	case xarm.RegSetState:
		return b.setState(xarm.State(p[0]))
	}
	return done
}

// cleanError clears the error, unless its cause is still present. An arm that is still braking because of it continues to
// brake.
func (b *Box) cleanError() {
	b.err = xarm.ErrorNone
	if b.pressed {
		b.err = xarm.ErrorEmergencyStop
	}
}

// enable switches motors; the box then needs a set_state(0).
func (b *Box) enable(joint byte, on bool) outcome {
	mask, ok := joints(joint)
	switch {
	case !ok:
		return bad
	case !on:
		b.enabled &^= mask
	case !b.pressed:
		b.enabled |= mask
		b.loose &^= mask
	}
	b.systemReset()
	return done
}

// joints returns the mask of joint 1 to 7, or of all with 8.
func joints(n byte) (mask byte, ok bool) {
	switch {
	case n >= 1 && n <= xarm.Joints:
		return 1 << (n - 1), true
	case n == 8:
		return 1<<xarm.Joints - 1, true
	}
	return 0, false
}

// loosen releases a joint's brake with its motor off until the motor is enabled again. The simulated arm stays where it is
// because nobody turns it.
func (b *Box) loosen(joint byte, on bool) outcome {
	mask, ok := joints(joint)
	if !ok {
		return bad
	}
	if b.loose &^= mask; on {
		b.loose |= mask
		b.enabled &^= mask
	}
	b.systemReset()
	return done
}

// systemReset stops the arm and waits for set_state(0), as after each change of mode or configuration.
func (b *Box) systemReset() {
	if b.err != xarm.ErrorNone {
		b.halt(xarm.StateStopped)
		return
	}
	b.halt(xarm.StateReset)
}

func (b *Box) setMode(m xarm.Mode) outcome {
	if m > xarm.ModeCartOnline || m == 3 {
		return bad
	}
	b.mode = m
	b.systemReset()
	return done
}

func (b *Box) setState(s xarm.State) outcome {
	switch s {
	case xarm.StateMotion:
		return b.start()
	case xarm.StatePaused:
		if b.state == xarm.StateIdle {
			b.state = xarm.StatePaused
			if b.gen != genQueue {
				b.halt(xarm.StatePaused)
			}
		}
	case xarm.StateStopped:
		b.halt(xarm.StateStopped)
		b.clearOutputs()
	case xarm.StateDecelerating:
		b.halt(xarm.StateDecelerating)
	default:
		return bad
	}
	return done
}

// start makes the box ready, or continues after a pause; it clears an error unless its cause is still present (vendor's
// "robot state and mode explanation"). Mode and servo history begin afresh.
func (b *Box) start() outcome {
	b.cleanError()
	if b.err != xarm.ErrorNone || b.enabled != 1<<xarm.Joints-1 {
		return notReady
	}
	if b.state == xarm.StateIdle {
		return done
	}
	resume := b.state == xarm.StatePaused
	b.state = xarm.StateIdle
	if resume && b.queue.n > 0 {
		return done
	}
	b.adoptJoints()
	b.clear = b.clearance(&b.ref.q)
	b.servo.begin(b)
	if b.sense.mode != forceOff {
		b.vel = velocityMode{}
		b.gen = genForce
	}
	return done
}

// adoptJoints moves the set-point to the arm's true place if something has pushed the arm away while it was at rest.
func (b *Box) adoptJoints() {
	if !b.resting() {
		return
	}
	for i := range b.q {
		if math.Abs(b.q[i]-b.ref.q[i]) > 0.01 {
			b.ref.q = b.q
			return
		}
	}
}
