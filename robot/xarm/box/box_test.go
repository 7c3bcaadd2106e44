package box

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

func TestRecoverBringsTheBoxToEveryMode(t *testing.T) {
	for _, m := range []xarm.Mode{xarm.ModePosition, xarm.ModeServo, xarm.ModeTeach, xarm.ModeJointVelocity, xarm.ModeCartVelocity, xarm.ModeJointOnline, xarm.ModeCartOnline} {
		r := newRig(t, nil, Failures{}).ready(m)
		state, mode, e, _ := r.box.State()
		if state != xarm.StateIdle || mode != m || e != xarm.ErrorNone {
			t.Errorf("mode %d: box is %v, mode %d, error %d", m, state, mode, e)
		}
		if r.client.Protocol() != xarm.ProtocolHeartbeat {
			t.Errorf("protocol %d after firmware 1.12.10", r.client.Protocol())
		}
	}
}

func TestNothingMovesAfterModeChangeUntilStateIsSet(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
	r.must(r.client.SetMode(xarm.ModeServo))
	if s, _ := r.client.State(); s != xarm.StateReset {
		t.Fatalf("state %v after set_mode, want reset", s)
	}
	err := r.client.ServoCartesian(shifted(r.box.Pose(), 0.005, 0, 0))
	var refused xarm.Refused
	if !errors.As(err, &refused) || refused.Status()&xarm.StatusNotReady == 0 {
		t.Fatalf("servo command in reset state: %v", err)
	}
	r.pass(100 * time.Millisecond)
	if r.speed() != 0 {
		t.Fatal("the arm moves")
	}
	r.must(r.client.SetState(xarm.StateMotion))
	r.must(r.client.ServoCartesian(shifted(r.box.Pose(), 0.005, 0, 0)))
	r.pass(100 * time.Millisecond)
	if s, _ := r.client.State(); s != xarm.StateIdle {
		t.Fatalf("state %v at rest", s)
	}
}

func TestMotionEnableIsAsked(t *testing.T) {
	r := newRig(t, nil, Failures{})
	_, err := r.client.Handshake()
	r.must(err)
	r.must(r.client.SetMode(xarm.ModeServo))
	if err := r.client.SetState(xarm.StateMotion); err == nil {
		t.Fatal("ready without motors")
	}
	r.must(r.client.MotionEnable(8, true))
	r.must(r.client.MotionEnable(3, false))
	if err := r.client.SetState(xarm.StateMotion); err == nil {
		t.Fatal("ready with joint 3 off")
	}
}

// servoTo sends targets along a straight line at 250 Hz.
func (r *rig) servoTo(d spatial.Vec3, steps int) error {
	start := r.box.Pose()
	for i := 1; i <= steps; i++ {
		f := float64(i) / float64(steps)
		if err := r.client.ServoCartesian(shifted(start, d.X*f, d.Y*f, d.Z*f)); err != nil {
			return err
		}
		r.pass(4 * time.Millisecond)
	}
	return nil
}

func TestServoCartesianFollows(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
	start := r.box.Pose()
	goal := shifted(start, 0.05, 0.08, 0.04)
	r.must(r.servoTo(goal.P.Sub(start.P), 100)) // 0.26 m/s; the sudden stop overshoots
	r.pass(400 * time.Millisecond)
	if d := r.box.Pose().P.Dist(goal.P); d > 2e-6 {
		t.Errorf("%.3g m from the goal", d)
	}
	p, err := r.client.Position()
	r.must(err)
	if d := p.P.Dist(goal.P); d > 2e-6 {
		t.Errorf("register is %.3g m from the goal", d)
	}
	if n := r.box.Counters(); n.Executed != 100 || n.Dropped != 0 {
		t.Errorf("%+v", n)
	}
}

func TestServoCommandsFasterThan250HzAreDropped(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
	q := xarm.Home()
	for i := range 1000 { // 1 kHz for 1 s
		q[0] = 1e-4 * float64(i)
		r.must(r.client.ServoJoint(q[:]))
		r.pass(time.Millisecond)
	}
	n := r.box.Counters()
	if n.Executed < 249 || n.Executed > 252 || n.Executed+n.Dropped != 1000 {
		t.Errorf("executed %d, dropped %d of 1000 at 1 kHz", n.Executed, n.Dropped)
	}
}

func TestJitterOfHalfAPeriodDropsNothing(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
	q := xarm.Home()
	for i := range 500 {
		r.must(r.client.ServoJoint(q[:]))
		if i%2 == 0 {
			r.pass(6 * time.Millisecond)
		} else {
			r.pass(2 * time.Millisecond)
		}
	}
	if n := r.box.Counters(); n.Dropped != 0 {
		t.Errorf("dropped %d", n.Dropped)
	}
}

func TestStepOf10mmIsRefused(t *testing.T) {
	for _, c := range []struct {
		step float64
		ok   bool
	}{{0.0099, true}, {0.0101, false}, {0.2, false}} {
		r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
		r.pass(time.Second)
		err := r.client.ServoCartesian(shifted(r.box.Pose(), 0, 0, c.step))
		if (err == nil) != c.ok {
			t.Errorf("step of %g m: %v", c.step, err)
		}
		if e, w := r.fault(); e != xarm.ErrorNone || (w == xarm.WarnParameter) == c.ok {
			t.Errorf("step of %g m: error %d, warning %v", c.step, e, w)
		}
	}
}

func TestServoErrors(t *testing.T) {
	limit := xarm.Home()
	limit[1] = 2.2
	jump := xarm.Home()
	jump[0] += 0.5
	folded := [xarm.Joints]float64{0, 0.7644, 0, -0.126, 0, 0.4277, 0}
	cases := []struct {
		name string
		do   func(r *rig)
		want xarm.ErrorCode
	}{
		{"TCP at 1.5 m/s", func(r *rig) { _ = r.servoTo(spatial.V(0, 0.3, 0), 50) }, xarm.ErrorServoLineSpeed},
		{"joint limit", func(r *rig) { _ = r.client.ServoJoint(limit[:]) }, xarm.ErrorJointLimit},
		{"joint jump", func(r *rig) { _ = r.client.ServoJoint(jump[:]) }, xarm.ErrorServoLineSpeed},
		{"wrist jump", func(r *rig) {
			q := xarm.Home()
			q[6] += 0.5
			_ = r.client.ServoJoint(q[:])
		}, xarm.ErrorSpeedLimit},
		{"out of reach", func(r *rig) { _ = r.servoTo(spatial.V(0.6, 0, 0), 12000) }, xarm.ErrorKinematic},
		{"self-collision", func(r *rig) { r.jointLine(folded, 1500) }, xarm.ErrorSelfCollision},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
			r.t = t
			c.do(r)
			r.wantError(c.want)
			r.pass(time.Second)
			if s, _ := r.client.State(); s != xarm.StateStopped {
				t.Errorf("state %v after an error", s)
			}
			if r.speed() != 0 {
				t.Errorf("still moving at %g rad/s", r.speed())
			}
			r.cleanFlow()
		})
	}
}

// jointLine servoes joints from where they are to q.
func (r *rig) jointLine(q [xarm.Joints]float64, steps int) {
	var from [xarm.Joints]float64
	var dq [xarm.Joints]float64
	r.box.Joints(from[:], dq[:])
	for i := 1; i <= steps; i++ {
		var x [xarm.Joints]float64
		for k := range x {
			x[k] = from[k] + (q[k]-from[k])*float64(i)/float64(steps)
		}
		if r.client.ServoJoint(x[:]) != nil {
			return
		}
		r.pass(4 * time.Millisecond)
	}
}

// cleanFlow checks that commands are refused until the error is cleaned, step by step, and that set_state(0) cleans it too.
func (r *rig) cleanFlow() {
	r.t.Helper()
	q := [xarm.Joints]float64{}
	dq := [xarm.Joints]float64{}
	r.box.Joints(q[:], dq[:])
	var refused xarm.Refused
	if err := r.client.ServoJoint(q[:]); !errors.As(err, &refused) || refused.Status()&xarm.StatusError == 0 {
		r.t.Errorf("command with an error latched: %v", err)
	}
	r.must(r.client.CleanError())
	if s, _ := r.client.State(); s != xarm.StateStopped {
		r.t.Errorf("state %v after clean_error, want stopped", s)
	}
	if err := r.client.ServoJoint(q[:]); !errors.As(err, &refused) || refused.Status() != xarm.StatusNotReady {
		r.t.Errorf("command before set_state(0): %v", err)
	}
	r.must(r.client.Recover(xarm.ModeServo))
	r.must(r.client.ServoJoint(q[:]))
	r.box.fault(xarm.ErrorPlanning)
	r.pass(time.Second)
	r.must(r.client.SetState(xarm.StateMotion))
	r.wantError(xarm.ErrorNone)
	r.must(r.client.ServoJoint(q[:]))
}

// TestAnErrorThatWasCleanedStaysAway while the arm still brakes from it.
func TestAnErrorThatWasCleanedStaysAway(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeJointVelocity)
	r.must(r.client.JointVelocity([]float64{0, 2.5, 0, 0, 0, 0, 0}, 0))
	for e, _ := r.fault(); e == xarm.ErrorNone; e, _ = r.fault() {
		r.pass(tick)
	}
	r.must(r.client.CleanError())
	if r.speed() == 0 {
		t.Fatal("it has stopped already")
	}
	r.pass(time.Second)
	r.wantError(xarm.ErrorNone)
	if r.speed() != 0 {
		t.Errorf("%g rad/s", r.speed())
	}
}

func TestEmergencyStopBrakesAndLatches(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeJointVelocity)
	v := [xarm.Joints]float64{1, -0.3, 0.2, 0.1, 0, 0, 0.5}
	r.must(r.client.JointVelocity(v[:], 0))
	r.pass(300 * time.Millisecond)
	var q0, q1, dq [xarm.Joints]float64
	r.box.Joints(q0[:], dq[:])
	r.box.EmergencyStop()
	ticks := 0
	for ; r.speed() > 1e-6 && ticks < 1000; ticks++ {
		r.pass(time.Millisecond)
		var now [xarm.Joints]float64
		r.box.Joints(q1[:], now[:])
		for i := range now { // along the present direction: no joint turns round
			if now[i]*v[i] < -1e-9 {
				t.Fatalf("joint %d reverses", i+1)
			}
		}
	}
	stop := 1.0 * 1.0 / (2 * xarm.JointAcc)
	if way := q1[0] - q0[0]; way > stop+1.0*0.004 {
		t.Errorf("stopped after %.4f rad, want at most %.4f and a cycle", way, stop)
	}
	r.wantError(xarm.ErrorEmergencyStop)
	if err := r.client.Recover(xarm.ModeServo); !errors.Is(err, xarm.ErrorEmergencyStop) {
		t.Errorf("recover with the button pressed: %v", err)
	}
	r.box.ReleaseEmergencyStop()
	r.wantError(xarm.ErrorEmergencyStop)
	r.must(r.client.Recover(xarm.ModeServo))
}

func TestCollisionByTorque(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
	tau := [xarm.Joints]float64{}
	tau[1] = 20
	r.plant.SetTorque(tau[:]) // 40 % of 50 N·m: below the 56 % of sensitivity 3
	r.pass(100 * time.Millisecond)
	r.wantError(xarm.ErrorNone)
	tau[1] = 35
	r.plant.SetTorque(tau[:])
	r.pass(2 * time.Millisecond)
	r.wantError(xarm.ErrorNone)
	r.pass(2 * time.Millisecond)
	r.wantError(xarm.ErrorCollision)
	tau[1] = 0
	r.plant.SetTorque(tau[:])
	r.must(r.client.Recover(xarm.ModeServo))
}

func TestJointVelocityMode(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeJointVelocity)
	v := [xarm.Joints]float64{0.5, 0, 0, 0, 0, 0, -0.5}
	r.must(r.client.JointVelocity(v[:], 200*time.Millisecond))
	r.pass(100 * time.Millisecond)
	if s := r.speed(); math.Abs(s-0.5) > 1e-3 {
		t.Errorf("speed %g, want 0.5", s)
	}
	if s, _ := r.client.State(); s != xarm.StateMoving {
		t.Errorf("state %v while moving", s)
	}
	r.pass(200 * time.Millisecond) // the dead-man time is over
	if r.speed() > 1e-6 {
		t.Errorf("still moving at %g rad/s after the duration", r.speed())
	}
	r.wantError(xarm.ErrorNone)
	r.must(r.client.JointVelocity([]float64{0, 2.5, 0, 0, 0, 0, 0}, 0))
	r.pass(3 * time.Second)
	r.wantError(xarm.ErrorJointLimit)
	var q, dq [xarm.Joints]float64
	r.box.Joints(q[:], dq[:])
	if q[1] > 2.0944 {
		t.Errorf("joint 2 at %g, beyond its limit", q[1])
	}
}

func TestCartesianVelocityMode(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeCartVelocity)
	start := r.box.Pose()
	r.must(r.client.CartesianVelocity(spatial.Twist{Lin: spatial.V(0, 0.1, 0)}, time.Second))
	r.pass(2 * time.Second)
	r.wantError(xarm.ErrorNone)
	d := r.box.Pose().P.Sub(start.P)
	if math.Abs(d.Y-0.1) > 1e-3 || math.Abs(d.X) > 1e-3 || math.Abs(d.Z) > 1e-3 {
		t.Errorf("moved by %v, want 0.1 m along y", d)
	}
	if turn := r.box.Pose().R.Mul(start.R.T()).Log().Norm(); turn > 1e-3 {
		t.Errorf("turned by %g rad", turn)
	}
	r.must(r.client.CartesianVelocity(spatial.Twist{Lin: spatial.V(0.3, 0, 0)}, 0))
	r.pass(3 * time.Second) // into full stretch
	if e, _ := r.fault(); e != xarm.ErrorSpeedLimit && e != xarm.ErrorJointLimit {
		t.Errorf("error %d at the end of reach", e)
	}
}

// TestATimedTwistRampsDown: the end of a command's duration is no jump of the set-point.
func TestATimedTwistRampsDown(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeCartVelocity)
	r.must(r.client.CartesianVelocity(spatial.Twist{Lin: spatial.V(0, 0.2, 0)}, 100*time.Millisecond))
	was, fastest := 0.0, 0.0
	for range 300 {
		from := r.box.tcp(&r.box.ref.q).P
		r.pass(tick)
		v := r.box.tcp(&r.box.ref.q).P.Dist(from) / tickDT
		if a := math.Abs(v-was) / tickDT; a > 1.01*xarm.TCPAcc {
			t.Fatalf("%.3g m/s² at %v", a, r.box.Now())
		}
		was, fastest = v, max(fastest, v)
	}
	if math.Abs(fastest-0.2) > 1e-3 || was > 1e-6 {
		t.Errorf("%.3g m/s at most, %.3g at the end", fastest, was)
	}
}

// TestAnArmThatStillBrakesSetsOutSmoothly: who stops an arm and lets it go on at once finds it in motion.
func TestAnArmThatStillBrakesSetsOutSmoothly(t *testing.T) {
	for _, m := range []xarm.Mode{xarm.ModeCartOnline, xarm.ModeCartVelocity} {
		r := newRig(t, nil, Failures{}).ready(m)
		start := r.box.Pose()
		set := func(y float64) {
			if m == xarm.ModeCartOnline {
				r.must(r.client.MoveLine(shifted(start, 0, y, 0), 0.5, 5))
			} else {
				r.must(r.client.CartesianVelocity(spatial.Twist{Lin: spatial.V(0, y, 0)}, 0))
			}
		}
		set(0.3)
		r.pass(400 * time.Millisecond)
		r.must(r.client.SetState(xarm.StateStopped))
		r.pass(3 * tick)
		r.must(r.client.SetState(xarm.StateMotion))
		if r.box.resting() {
			t.Fatalf("mode %v: it rests already", m)
		}
		set(-0.2)
		for range 100 {
			was := r.box.moving().Lin
			r.pass(tick)
			if a := r.box.moving().Lin.Dist(was) / tickDT; a > 1.1*xarm.TCPAcc {
				t.Fatalf("mode %v: %.3g m/s² at %v", m, a, r.box.Now())
			}
		}
		r.wantError(xarm.ErrorNone)
	}
}

// TestAPausedArmSetsOutNowhere: a target that it would move to at once is refused.
func TestAPausedArmSetsOutNowhere(t *testing.T) {
	for _, m := range []xarm.Mode{xarm.ModeJointOnline, xarm.ModeCartOnline} {
		r := newRig(t, nil, Failures{}).ready(m)
		r.must(r.client.SetState(xarm.StatePaused))
		goal := xarm.Home()
		goal[0] = 1
		err := r.client.MoveJoint(goal[:], 1, 5)
		if m == xarm.ModeCartOnline {
			err = r.client.MoveLine(shifted(r.box.Pose(), 0, 0.1, 0), 0.2, 2)
		}
		start := r.box.Pose()
		if r.pass(time.Second); err == nil || r.box.Pose().P.Dist(start.P) > 1e-9 {
			t.Errorf("mode %v: %v, moved by %v", m, err, r.box.Pose().P.Sub(start.P))
		}
	}
}

// TestTheSpeedFactorIsOfTheSession: the factor on the speed in mode 1 is 1.2 until a client sets another, and again after a
// restart.
func TestTheSpeedFactorIsOfTheSession(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
	factor := func() float64 {
		var x [1]float64
		r.must(xarm.ParseFloats(x[:], r.raw(xarm.RegGetCommonParam, []byte{1}).Params))
		return math.Round(1e6*x[0]) / 1e6
	}
	if f := factor(); f != 1.2 {
		t.Errorf("%v at first", f)
	}
	if r.raw(xarm.RegSetCommonParam, append([]byte{1}, floats(0.1)...)); factor() != 0.1 {
		t.Errorf("%v after 0.1", factor())
	}
	_ = r.servoTo(spatial.V(0, 0.1, 0), 200) // 0.125 m/s
	r.wantError(xarm.ErrorServoLineSpeed)
	r.raw(xarm.RegSystemControl, []byte{1})
	if r.must(r.client.Recover(xarm.ModeServo)); factor() != 1.2 {
		t.Errorf("%v after a restart", factor())
	}
	r.must(r.servoTo(spatial.V(0, 0.1, 0), 200))
	r.wantError(xarm.ErrorNone)
}

func TestStopAndPause(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	home := xarm.Home()
	goal := home
	goal[0] = 1
	r.must(r.client.MoveJoint(goal[:], 1, 5))
	r.pass(300 * time.Millisecond)
	r.must(r.client.SetState(xarm.StatePaused))
	r.pass(500 * time.Millisecond)
	if r.speed() != 0 {
		t.Errorf("speed %g while paused", r.speed())
	}
	if s, _ := r.client.State(); s != xarm.StatePaused {
		t.Errorf("state %v", s)
	}
	r.must(r.client.SetState(xarm.StateMotion))
	r.pass(2 * time.Second)
	var q, dq [xarm.Joints]float64
	r.box.Joints(q[:], dq[:])
	if math.Abs(q[0]-1) > 1e-6 {
		t.Errorf("joint 1 at %g after the pause, want 1", q[0])
	}
	r.must(r.client.MoveJoint(home[:], 1, 5))
	r.pass(300 * time.Millisecond)
	r.must(r.client.SetState(xarm.StateDecelerating))
	if s, _ := r.client.State(); s != xarm.StateDecelerating {
		t.Errorf("state %v", s)
	}
	r.pass(500 * time.Millisecond)
	if s, _ := r.client.State(); s != xarm.StateStopped || r.speed() != 0 {
		t.Errorf("state %v, speed %g", s, r.speed())
	}
	if n, _ := r.client.CommandCount(); n != 0 {
		t.Errorf("%d moves left after a stop", n)
	}
}

func TestPlannedMoves(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	start := r.box.Pose()
	r.must(r.client.MoveLine(shifted(start, 0, 0.1, 0.05), 0.2, 2))
	r.must(r.client.MoveLine(start, 0.2, 2))
	if n, _ := r.client.CommandCount(); n != 2 {
		t.Errorf("%d moves queued, want 2", n)
	}
	off := 0.0
	for range 2000 {
		r.pass(time.Millisecond)
		d := r.box.Pose().P.Sub(start.P)
		off = max(off, math.Abs(d.X), d.Cross(spatial.V(0, 0.1, 0.05)).Norm()/spatial.V(0, 0.1, 0.05).Norm())
	}
	r.wantError(xarm.ErrorNone)
	if off > 1e-4 {
		t.Errorf("%.3g m off the straight line", off)
	}
	if d := r.box.Pose().P.Dist(start.P); d > 1e-5 {
		t.Errorf("%.3g m from the start after there and back", d)
	}
	_ = r.client.MoveLine(shifted(start, 2, 0, 0), 0.2, 2)
	r.wantError(xarm.ErrorKinematic)
}

func TestOnlineModes(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeJointOnline)
	a, b := xarm.Home(), xarm.Home()
	a[0], b[0] = 1, -0.3
	r.must(r.client.MoveJoint(a[:], 1, 5))
	r.pass(400 * time.Millisecond)
	r.must(r.client.MoveJoint(b[:], 1, 5)) // replaces it under way
	r.pass(3 * time.Second)
	var q, dq [xarm.Joints]float64
	r.box.Joints(q[:], dq[:])
	if math.Abs(q[0]-b[0]) > 1e-4 {
		t.Errorf("joint 1 at %g, want %g", q[0], b[0])
	}
	r = newRig(t, nil, Failures{}).ready(xarm.ModeCartOnline)
	start := r.box.Pose()
	r.must(r.client.MoveLine(shifted(start, 0, 0.2, 0), 0.2, 2))
	r.pass(400 * time.Millisecond)
	goal := shifted(start, 0.05, 0, 0)
	r.must(r.client.MoveLine(goal, 0.2, 2))
	r.pass(3 * time.Second)
	r.wantError(xarm.ErrorNone)
	if d := r.box.Pose().P.Dist(goal.P); d > 1e-4 {
		t.Errorf("%.3g m from the goal", d)
	}
}

func TestStaleRegisters(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModeServo)
	start := r.box.Pose()
	same, reads := 0, 0
	var last xarm.WirePose
	for i := range 250 {
		r.must(r.client.ServoCartesian(shifted(start, 0, 0.0004*float64(i), 0)))
		r.pass(4 * time.Millisecond)
		w, err := r.client.WirePosition()
		r.must(err)
		if i > 20 { // moving steadily
			reads++
			if w == last {
				same++
			}
		}
		last = w
	}
	if share := float64(same) / float64(reads); share < 1.0/3 || share > 2.0/3 {
		t.Errorf("%d of %d reads at 250 Hz were duplicates, want about 60 %%", same, reads)
	}
}

func TestBoxIsDeterministic(t *testing.T) {
	run := func() (log []byte) {
		r := newRig(t, func(c *Config) { c.StaleJitter = 3 * time.Millisecond; c.Seed = 7 }, Failures{
			Seed: 3, Drop: 0.02, Duplicate: 0.05, Reorder: 0.05, Delay: 0.02, Corrupt: 0.01,
		})
		_, _ = r.client.Handshake()
		_ = r.client.Recover(xarm.ModeServo)
		start := r.box.Pose()
		for i := range 500 {
			_ = r.client.ServoCartesian(shifted(start, 0, 0.03*math.Sin(float64(i)/40), 0))
			r.pass(4 * time.Millisecond)
			_, _ = r.client.WirePosition()
			log = r.box.AppendReport(log, xarm.ReportRealtime)
		}
		return log
	}
	a, b := run(), run()
	if string(a) != string(b) {
		t.Fatal("two runs with the same seeds differ")
	}
}
