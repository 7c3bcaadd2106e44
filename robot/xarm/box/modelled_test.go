package box

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/box/bus"
)

// ok sends a request and fails unless it is carried out.
func (r *rig) ok(reg xarm.Register, p ...byte) xarm.Reply {
	r.t.Helper()
	a := r.raw(reg, p)
	if a.Status&(xarm.StatusInvalid|xarm.StatusError|xarm.StatusWarning) != 0 {
		r.t.Fatalf("%v % x: status %#x", reg, p, a.Status)
	}
	return a
}

// down is a pose with the tool pointing down, for a request: mm.
func down(x, y, z float64, more ...float64) []byte {
	return floats(append([]float64{x, y, z, math.Pi, 0, 0}, more...)...)
}

func TestBlendedLinesDoNotStop(t *testing.T) {
	for _, c := range []struct {
		radius float64
		stops  bool
	}{{-1, true}, {0, true}, {40, false}} {
		r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
		r.ok(xarm.RegSleep, floats(0.1)...)
		for _, p := range [][2]float64{{400, 150}, {500, 150}} {
			r.ok(xarm.RegMoveLine, append(down(p[0], p[1], 300, 200, 2000, 0, c.radius), 0, 0, 0)...)
		}
		slowest := math.Inf(1)
		for range 4000 {
			r.pass(tick)
			if p := r.box.Pose().P; p.Y > 0.1 && p.X < 0.45 {
				slowest = min(slowest, r.box.twist.Lin.Norm())
			}
		}
		r.wantError(xarm.ErrorNone)
		if (slowest < 0.02) != c.stops {
			t.Errorf("radius %g mm: %.3f m/s at the corner", c.radius, slowest)
		}
		if d := r.box.Pose().P.Dist(spatial.V(0.5, 0.15, 0.3)); d > 1e-5 {
			t.Errorf("radius %g mm: it ends %g m off", c.radius, d)
		}
	}
}

func TestWhatIsQueuedHappensInOrder(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	out := func() uint16 { o, _ := r.box.Outputs(); return o }
	r.ok(xarm.RegMoveLine, down(400, 100, 300, 200, 2000, 0)...)
	r.ok(xarm.RegSetBoxOutputs, 1<<3, 1<<3)
	r.ok(xarm.RegCounterPlus)
	r.ok(xarm.RegMoveLine, down(400, -100, 300, 200, 2000, 0)...)
	r.ok(xarm.RegLoad, floats(0.5, 0, 0, 30)...)
	if n, _ := r.client.CommandCount(); n != 5 {
		t.Fatalf("%d commands wait", n)
	}
	r.pass(300 * time.Millisecond)
	if out() != 0 || r.box.counter != 0 || r.box.conf.load[0] != 0 {
		t.Fatal("something is done before its turn")
	}
	for out() == 0 {
		r.pass(tick)
		if r.box.Now() > 10*time.Second {
			t.Fatal("the output stays low")
		}
	}
	if d := r.box.Pose().P.Y; math.Abs(d-0.1) > 1e-3 || r.box.counter != 1 {
		t.Errorf("y = %g, counter %d when the output goes high", d, r.box.counter)
	}
	r.finish()
	if s, _ := r.client.State(); r.box.conf.load[0] != 0.5 || s != xarm.StateIdle {
		t.Errorf("load %g, state %v", r.box.conf.load[0], s)
	}
	r.ok(xarm.RegCounterReset)
	r.ok(xarm.RegSetBoxOutputs, 1<<3, 0)
	if r.box.counter != 0 || out() != 0 {
		t.Error("with nothing queued it is not done at once")
	}
}

func TestPlaceAndTimeTriggerOutputs(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	r.ok(xarm.RegBoxOutputAt, append([]byte{2, 1}, floats(400, 50, 350, 5)...)...)
	r.ok(xarm.RegBoxAnalogAt, append([]byte{1, 0x08, 0}, floats(400, 50, 350, 5)...)...)
	r.ok(xarm.RegToolOutputLater, append([]byte{1, 1}, floats(0.5)...)...)
	r.ok(xarm.RegMoveLine, down(400, 100, 300, 100, 1000, 0)...)
	for o, _ := r.box.Outputs(); o == 0; o, _ = r.box.Outputs() {
		r.pass(tick)
		if r.box.Now() > 10*time.Second {
			t.Fatal("the output stays low")
		}
	}
	if d := r.box.Pose().P.Dist(spatial.V(0.4, 0.05, 0.35)); d > 0.005 || d < 0.0045 || r.box.pins.analogOut[1] != 0x800 {
		t.Errorf("%g m from the place, analogue %d", d, r.box.pins.analogOut[1])
	}
	if _, tool := r.box.Outputs(); tool != 2 {
		t.Errorf("tool's outputs %#x", tool)
	}
	r.ok(xarm.RegClearOnStop, 0, 1)
	r.must(r.client.SetState(xarm.StateStopped))
	if o, tool := r.box.Outputs(); o != 0 || tool != 2 {
		t.Errorf("outputs %#x, tool's %#x after a stop", o, tool)
	}
}

// TestNothingLeavesTheFence by any mode.
func TestNothingLeavesTheFence(t *testing.T) {
	fence := func(r *rig) {
		var p []byte
		for _, x := range []int32{500, 200, 200, -200, 500, 100} {
			p = binary.LittleEndian.AppendUint32(p, uint32(x))
		}
		r.ok(xarm.RegFence, p...)
		r.ok(xarm.RegSetFence, 1)
	}
	for _, c := range []struct {
		name string
		mode xarm.Mode
		do   func(r *rig, i int)
	}{
		{"a line to a place outside", xarm.ModePosition, func(r *rig, i int) {
			if i == 0 {
				_ = r.client.MoveLine(shifted(r.box.Pose(), 0, 0.3, 0), 0.5, 5)
			}
		}},
		{"a joint move", xarm.ModePosition, func(r *rig, i int) {
			if q := xarm.Home(); i == 0 {
				q[0] = 1.5
				_ = r.client.MoveJoint(q[:], 2, 10)
			}
		}},
		{"servo targets", xarm.ModeServo, func(r *rig, i int) {
			if p := r.box.Pose(); i%4 == 0 {
				_ = r.client.ServoCartesian(shifted(p, 0, 0.002, 0))
			}
		}},
		{"a velocity of the tool", xarm.ModeCartVelocity, func(r *rig, i int) {
			if i == 0 {
				_ = r.client.CartesianVelocity(spatial.Twist{Lin: spatial.V(0, 0.5, 0)}, 0)
			}
		}},
		{"velocities of joints", xarm.ModeJointVelocity, func(r *rig, i int) {
			if i == 0 {
				_ = r.client.JointVelocity([]float64{2, 0, 0, 0, 0, 0, 0}, 0)
			}
		}},
	} {
		r := newRig(t, nil, Failures{}).ready(c.mode)
		fence(r)
		most := 0.0
		for i := range 3000 {
			c.do(r, i)
			r.pass(tick)
			most = max(most, r.box.Pose().P.Y)
		}
		if e, _ := r.fault(); e != xarm.ErrorSafetyBoundary || most > 0.2+0.002 {
			t.Errorf("%s: error %d, y up to %.4f m", c.name, e, most)
		}
		if r.speed() > 1e-3 {
			t.Errorf("%s: %g rad/s", c.name, r.speed())
		}
		if c.mode == xarm.ModePosition { // there is a way back
			r.must(r.client.Recover(xarm.ModePosition))
			r.must(r.client.MoveLine(spatial.Pose{P: spatial.V(0.4, 0, 0.3), R: spatial.RotX(math.Pi)}, 0.2, 2))
			r.finish()
			r.wantError(xarm.ErrorNone)
		}
	}
}

func TestReducedModeIsKept(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	r.ok(xarm.RegReducedSpeed, floats(50)...)
	r.ok(xarm.RegReducedJointSpeed, floats(0.2)...)
	ranges := make([]float64, 14)
	for i := range ranges {
		ranges[i] = 3 * float64(2*(i%2)-1)
	}
	ranges[0], ranges[1] = -0.5, 0.5
	r.ok(xarm.RegReducedRanges, floats(ranges...)...)
	r.ok(xarm.RegSetReduced, 1)
	if a := r.ok(xarm.RegReducedStates); len(a.Params) != 79 || a.Params[0] != 1 {
		t.Errorf("% x", a.Params)
	}
	r.must(r.client.MoveLine(shifted(r.box.Pose(), 0, 0.05, 0), 0.5, 5))
	fastest := 0.0
	for range 1500 {
		r.pass(tick)
		fastest = max(fastest, r.box.twist.Lin.Norm())
	}
	if fastest > 0.0505 || fastest < 0.045 {
		t.Errorf("%g m/s, allowed 0.05", fastest)
	}
	q := xarm.Home()
	q[0] = 0.4
	r.must(r.client.MoveJoint(q[:], 2, 10))
	for range 1000 {
		r.pass(tick)
		if s := r.speed(); s > 0.203 {
			t.Fatalf("%g rad/s, allowed 0.2", s)
		}
	}
	q[0] = 0.6
	_ = r.client.MoveJoint(q[:], 2, 10)
	r.wantError(xarm.ErrorJointLimit)
}

func TestWorldOffsetMovesTheCoordinates(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	base := r.box.Pose()
	r.ok(xarm.RegWorldOffset, floats(100, 0, 50, 0, 0, math.Pi/2)...)
	r.pass(20 * time.Millisecond)
	p, err := r.client.Position()
	r.must(err)
	world := spatial.Pose{P: spatial.V(0.1, 0, 0.05), R: spatial.RotZ(math.Pi / 2)}
	if d := spatial.Delta(p, world.Mul(base)); d.Lin.Norm() > 1e-6 || d.Ang.Norm() > 1e-6 {
		t.Errorf("it shows %v, want %v", p, world.Mul(base))
	}
	r.must(r.client.MoveLine(shifted(p, 0.05, 0, 0), 0.2, 2)) // the user's x is the base's −y
	r.finish()
	r.wantError(xarm.ErrorNone)
	if d := r.box.Pose().P.Sub(base.P); d.Dist(spatial.V(0, -0.05, 0)) > 1e-5 {
		t.Errorf("it moved by %v in the base", d)
	}
	w := xarm.ToWire(world.Mul(r.box.Pose()))
	a := r.ok(xarm.RegIK, floats(w[:]...)...)
	b := r.ok(xarm.RegFK, a.Params...)
	var back [6]float64
	r.must(xarm.ParseFloats(back[:], b.Params))
	if math.Abs(back[0]-w[0])+math.Abs(back[1]-w[1])+math.Abs(back[2]-w[2]) > 0.02 {
		t.Errorf("FK of IK: %v, want %v", back, w)
	}
}

func TestJerkSettingIsKept(t *testing.T) {
	took := func(jerk float64) time.Duration {
		r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
		if jerk > 0 {
			r.ok(xarm.RegTCPJerk, floats(jerk)...)
			r.ok(xarm.RegSaveConf)
			r.ok(xarm.RegSystemControl, 2)
			r.must(r.client.Recover(xarm.ModePosition))
		}
		begin := r.box.Now()
		r.must(r.client.MoveLine(shifted(r.box.Pose(), 0, 0.1, 0), 0.5, 5))
		for r.box.queue.n > 0 {
			r.pass(tick)
		}
		return r.box.Now() - begin
	}
	fast, slow := took(0), took(2000)
	// From rest to rest over d with jerk j alone: (32·d/j)^⅓.
	if want := math.Cbrt(32 * 0.1 / 2); math.Abs(slow.Seconds()-want) > 0.05*want || fast > slow/2 {
		t.Errorf("%v with a jerk of 2 m/s³, want %.3f s; %v without", slow, want, fast)
	}
}

func TestSettingsAreSavedAndCleaned(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	r.ok(xarm.RegTCPOffset, floats(0, 0, 100, 0, 0, 0)...)
	r.ok(xarm.RegSystemControl, 1)
	if r.box.conf.offset.P.Z != 0 {
		t.Error("an offset that was not saved is there after a restart")
	}
	r.ok(xarm.RegTCPOffset, floats(0, 0, 100, 0, 0, 0)...)
	r.ok(xarm.RegSaveConf)
	r.ok(xarm.RegSystemControl, 1)
	if z := r.box.conf.offset.P.Z; math.Abs(z-0.1) > 1e-7 {
		t.Errorf("offset %g m after a restart", z)
	}
	r.ok(xarm.RegCleanConf)
	r.ok(xarm.RegSystemControl, 1)
	if r.box.conf.offset.P.Z != 0 {
		t.Error("a cleaned offset is there")
	}
}

func TestADetachedJointStopsTheArm(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	r.raw(xarm.RegSetBrake, []byte{1, 1})
	if err := r.client.SetState(xarm.StateMotion); err == nil {
		t.Error("ready with joint 1 detached")
	}
	var rep xarm.Report
	r.must(xarm.DecodeReport(xarm.ReportRich, r.box.AppendReport(nil, xarm.ReportRich), &rep))
	if rep.Enabled != 0x7E || rep.Brakes != 0x7F {
		t.Errorf("enabled %#x, brakes %#x", rep.Enabled, rep.Brakes)
	}
	r.must(r.client.MotionEnable(1, true))
	r.must(r.client.SetState(xarm.StateMotion))
}

func TestSelfCollisionCanBeSwitchedOff(t *testing.T) {
	folded := [xarm.Joints]float64{0, 0.7644, 0, -0.1, 0, 0.4277, 0}
	for _, on := range []byte{1, 0} {
		r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
		r.ok(xarm.RegSelfCollision, on)
		_ = r.client.MoveJoint(folded[:], 1, 5)
		r.finish()
		if e, _ := r.fault(); (e == xarm.ErrorSelfCollision) != (on == 1) {
			t.Errorf("switch %d: error %d", on, e)
		}
	}
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	back := [xarm.Joints]float64{0, -1.8, 0, 0, 0, 1.5, 0} // the tool points down beside the base
	clear := r.box.clearance(&back)
	r.ok(xarm.RegCollisionTool, append(floats(100, 300), 21)...)
	if c := r.box.clearance(&back); c >= clear {
		t.Errorf("clearance %g m with a long tool, %g without", c, clear)
	}
	r.ok(xarm.RegCollisionTool, 0)
	if c := r.box.clearance(&back); c != clear {
		t.Errorf("clearance %g m after the tool is gone, want %g", c, clear)
	}
}

func TestARecordedTrajectoryIsPlayed(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	q := xarm.Home()
	q[0] = 0.5
	r.ok(xarm.RegRecord, 1)
	r.must(r.client.MoveJoint(q[:], 0.5, 2))
	var seen []float64
	for r.box.queue.n > 0 {
		r.pass(10 * time.Millisecond)
		seen = append(seen, r.box.q[0])
	}
	r.ok(xarm.RegRecord, 0)
	name := append([]byte("test.traj"), make([]byte, 72)...)
	status := func(want byte) {
		t.Helper()
		r.pass(time.Second)
		if a := r.ok(xarm.RegTrajectoryStatus); a.Params[0] != want {
			t.Errorf("status %d, want %d", a.Params[0], want)
		}
	}
	r.ok(xarm.RegSaveTrajectory, name...)
	status(trajSaved)
	r.ok(xarm.RegLoadTrajectory, []byte("other.traj")...)
	status(trajNotLoaded)
	r.ok(xarm.RegLoadTrajectory, name...)
	status(trajLoaded)
	r.ok(xarm.RegPlay, 1, 0, 0, 0, 2, 0, 0, 0)
	for r.box.mode != xarm.ModePlayback {
		r.pass(tick)
	}
	if math.Abs(r.box.q[0]) > 1e-3 {
		t.Errorf("it begins to play at %g rad", r.box.q[0])
	}
	worst := 0.0
	for i := 1; r.box.rec.playing && i < len(seen); i += 2 {
		r.pass(10 * time.Millisecond)
		worst = max(worst, math.Abs(r.box.q[0]-seen[i]))
	}
	r.pass(100 * time.Millisecond)
	if worst > 0.02 || r.box.rec.playing || math.Abs(r.box.q[0]-0.5) > 1e-3 {
		t.Errorf("at twice the speed it is %g rad off, and ends at %g", worst, r.box.q[0])
	}
	r.must(r.client.Recover(xarm.ModePosition))
}

func TestFeedbackTellsWhatHappensToCommands(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Firmware = "v2.7.1" }, Failures{}).ready(xarm.ModePosition)
	l := NewLink()
	send := func(id uint16, reg xarm.Register, p []byte) {
		r.box.Handle(l, xarm.AppendRequest(nil, xarm.Request{ID: id, Protocol: 3, Register: reg, Params: p}))
	}
	send(1, xarm.RegFeedbackType, []byte{feedbackStart | feedbackFinish | feedbackTrigger})
	send(2, xarm.RegMoveLine, down(400, 50, 300, 200, 2000, 0))
	send(3, xarm.RegSetBoxOutputs, []byte{1, 1})
	send(4, xarm.RegMoveLine, down(400, 0, 300, 200, 2000, 0))
	r.pass(time.Second)
	send(5, xarm.RegMoveLine, down(400, 200, 300, 20, 2000, 0))
	r.pass(200 * time.Millisecond)
	send(6, xarm.RegSetState, []byte{4})
	type event struct {
		id           uint16
		kind, result byte
	}
	var got []event
	for b := l.Unasked(nil); len(b) > 0; b = b[feedbackLen:] {
		if b[6] != 0xFF || binary.BigEndian.Uint16(b[4:]) != feedbackLen-6 {
			t.Fatalf("% x", b[:feedbackLen])
		}
		got = append(got, event{binary.BigEndian.Uint16(b), b[8], b[12]})
	}
	want := []event{{2, 1, 0}, {2, 2, 0}, {3, 4, 0}, {4, 1, 0}, {4, 2, 0}, {5, 1, 0}, {5, 2, 2}}
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%v, want %v", got, want)
			break
		}
	}
	old := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	r = old
	l = NewLink()
	send(1, xarm.RegFeedbackType, []byte{7})
	send(2, xarm.RegMoveHome, floats(1, 5, 0))
	r.pass(5 * time.Second)
	if b := l.Unasked(nil); len(b) != 0 {
		t.Errorf("firmware 1.12.10 tells % x", b)
	}
}

// A client that does not read loses the oldest frames, each as a whole, whatever their lengths.
func TestFramesAreLostWhole(t *testing.T) {
	l := NewLink()
	x := make([]byte, 40)
	for i := range 2000 {
		l.put(xarm.AppendReply(nil, xarm.Reply{ID: uint16(i), Protocol: 3, Register: xarm.RegIdentifyLoad, Params: x[:i*7%41]}))
	}
	b, n, first := l.Unasked(nil), 0, 0
	for len(b) > 0 {
		a, size, err := xarm.ParseReply(b)
		if err != nil || n > 0 && int(a.ID) != first+n || len(a.Params) != int(a.ID)*7%41 {
			t.Fatalf("frame %d: %+v, %v", n, a, err)
		}
		if n == 0 {
			first = int(a.ID)
		}
		b, n = b[size:], n+1
	}
	if first+n != 2000 || n < 50 {
		t.Errorf("%d frames from %d on", n, first)
	}
}

func TestOpenJointsStay(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	inf := math.Inf(1)
	r.ok(xarm.RegMoveJoint, floats(inf, inf, 0.3, inf, inf, inf, inf, 1, 5, 0)...)
	r.ok(xarm.RegMoveJoint, floats(0.2, inf, inf, inf, inf, inf, inf, 1, 5, 0)...)
	r.finish()
	want := xarm.Home()
	want[0], want[2] = 0.2, 0.3
	if !near(&r.box.q, &want, 1e-4) {
		t.Errorf("at %.4f, want %.4f", r.box.q, want)
	}
}

func TestStandardModbus(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Firmware = "v2.7.1" }, Failures{}).ready(xarm.ModePosition)
	ask := func(pdu ...byte) []byte {
		t.Helper()
		l := NewLink()
		b := r.box.Handle(l, append(xarm.AppendHeader(nil, 9, 0, 1+len(pdu)), append([]byte{1}, pdu...)...))
		if len(b) < 8 || binary.BigEndian.Uint16(b) != 9 || int(binary.BigEndian.Uint16(b[4:])) != len(b)-6 {
			t.Fatalf("% x", b)
		}
		return b[7:]
	}
	for _, c := range []struct{ ask, want []byte }{
		{[]byte{15, 0, 0, 0, 8, 1, 0b10110101}, []byte{15, 0, 0, 0, 8}},
		{[]byte{1, 0, 0, 0, 16}, []byte{1, 2, 0b10110101, 0}},
		{[]byte{2, 0, 0, 0, 16}, []byte{2, 2, 0xFF, 0xFF}},
		{[]byte{3, 0, 0x20, 0, 2}, []byte{3, 4, 0, 0, 0, 2}},
		{[]byte{4, 0, 0x40, 0, 1}, []byte{4, 2, 0x0F, 0x9F}}, // 399.9 mm
		{[]byte{6, 1, 0, 0x12, 0x34}, []byte{6, 1, 0, 0x12, 0x34}},
		{[]byte{22, 1, 0, 0xFF, 0x00, 0x00, 0x56}, []byte{22, 1, 0, 0xFF, 0x00, 0x00, 0x56}},
		{[]byte{23, 1, 0, 0, 1, 1, 1, 0, 1, 2, 0, 7}, []byte{23, 2, 0x12, 0x56}},
		{[]byte{5, 0, 0x8E, 0xFF, 0}, []byte{5, 0, 0x8E, 0xFF, 0}},
		{[]byte{1, 0, 0x8E, 0, 1}, []byte{1, 1, 1}},
		{[]byte{3, 2, 0, 0, 1}, []byte{0x83, 2}},
		{[]byte{7, 0, 0, 0, 1}, []byte{0x87, 1}},
		{[]byte{5, 0, 0, 1, 1}, []byte{0x85, 3}},
	} {
		if got := ask(c.ask...); !bytes.Equal(got, c.want) {
			t.Errorf("% x: % x, want % x", c.ask, got, c.want)
		}
	}
}

// rtu sends a request on a line and returns the answer without host and unit.
func (r *rig) rtu(host byte, request ...byte) []byte {
	r.t.Helper()
	a := r.ok(xarm.RegModbus, append([]byte{host}, request...)...)
	if len(a.Params) < 3 || a.Params[0] != host || a.Params[1] != request[0] {
		r.t.Fatalf("% x: % x", request, a.Params)
	}
	return a.Params[2:]
}

func TestToolsMoveOverModbus(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Tool, c.Track = ToolGripper, true }, Failures{}).ready(xarm.ModePosition)
	r.rtu(9, 8, 16, 1, 0, 0, 1, 2, 0, 1)
	r.rtu(9, 8, 16, 3, 3, 0, 1, 2, 0x0B, 0xB8)
	r.rtu(9, 8, 16, 7, 0, 0, 2, 4, 0, 0, 1, 0x2C)
	r.pass(100 * time.Millisecond)
	if a := r.rtu(9, 8, 3, 0, 0, 0, 1); a[3]&3 != 1 {
		t.Errorf("status % x while it moves", a)
	}
	r.pass(3 * time.Second)
	if a := r.rtu(9, 8, 3, 7, 2, 0, 2); binary.BigEndian.Uint32(a[2:]) != 300 {
		t.Errorf("position % x, want 300", a)
	}
	a := r.ok(xarm.RegToolRead32, 8, 7, 2) // the same in the older form
	if binary.BigEndian.Uint32(a.Params) != 300 {
		t.Errorf("position % x, want 300", a.Params)
	}
	if a := r.rtu(9, 8, 3, 0x12, 0x34, 0, 1); !bytes.Equal(a, []byte{0x83, 2}) {
		t.Errorf("% x, want exception 2", a)
	}
	r.rtu(11, 1, 6, 0x0A, 0x0A, 0, 1)
	r.pass(2 * time.Second)
	r.rtu(11, 1, 16, 1, 0, 0, 1, 2, 0, 1)
	r.rtu(11, 1, 16, 7, 0, 0, 2, 4, 0, 9, 0x27, 0xC0) // 300 mm
	r.pass(5 * time.Second)
	_, line := r.box.Devices()
	if at := line[0].(*bus.Track).Position(); math.Abs(at-300) > 1e-9 {
		t.Errorf("track at %g mm", at)
	}
	r.ok(xarm.RegToolWrite16, append([]byte{9, 0x1A, 0x0B}, floats(5)...)...) // 115200: it does not listen any more
	if a := r.raw(xarm.RegModbus, []byte{9, 8, 3, 0, 0, 0, 1}); a.Status&xarm.StatusError == 0 {
		t.Errorf("status %#x at another rate", a.Status)
	}
	r.wantError(xarm.ErrorEndEffector)
}

func TestTheVacuumGripperHolds(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Tool = ToolVacuum }, Failures{}).ready(xarm.ModePosition)
	inputs := func() byte {
		a := r.ok(xarm.RegToolRead16, 9, 0x0A, 0x14)
		return a.Params[3]
	}
	r.ok(xarm.RegToolWrite16, append([]byte{9, 0x1A, 0x15}, floats(0x0101)...)...)
	r.pass(10 * time.Millisecond)
	if inputs()&1 == 0 {
		t.Error("nothing is held")
	}
	r.ok(xarm.RegToolWrite16, append([]byte{9, 0x1A, 0x15}, floats(0x0100)...)...)
	r.pass(10 * time.Millisecond)
	if inputs()&1 != 0 {
		t.Error("it is still held")
	}
	r.box.SetToolInput(1, true)
	if inputs() != 2 {
		t.Errorf("inputs %#x", inputs())
	}
}

func TestInputsHaveFunctions(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	r.ok(xarm.RegInputFunction, 4, inputStop)
	r.ok(xarm.RegInputFunction, 5, inputReduced)
	r.ok(xarm.RegOutputFunction, 6, outputReduced)
	r.box.SetInput(5, false)
	if o, _ := r.box.Outputs(); !r.box.conf.reduced.on || o != 1<<6 {
		t.Errorf("reduced %v, outputs %#x", r.box.conf.reduced.on, o)
	}
	r.box.SetInput(4, false)
	if s, _ := r.client.State(); s != xarm.StateStopped {
		t.Errorf("state %v", s)
	}
	if a := r.ok(xarm.RegBoxInputs); binary.BigEndian.Uint16(a.Params) != 0xFFCF {
		t.Errorf("inputs % x", a.Params)
	}
	r.box.SetAnalog(0, false, 5)
	if a := r.ok(xarm.RegBoxAnalog1); binary.BigEndian.Uint16(a.Params) != 2047 {
		t.Errorf("analogue % x", a.Params)
	}
}
