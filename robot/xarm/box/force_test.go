package box

import (
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

func sensorRig(t *testing.T, change func(*Config)) *rig {
	r := newRig(t, func(c *Config) {
		if c.ForceSensor = true; change != nil {
			change(c)
		}
	}, Failures{}).ready(xarm.ModePosition)
	r.ok(xarm.RegForceEnable, 1)
	return r
}

func (r *rig) force(raw ...byte) (f [6]float64) {
	r.t.Helper()
	r.must(xarm.ParseFloats(f[:], r.ok(xarm.RegForceData, raw...).Params))
	return f
}

func TestTheSensorFeelsLoadAndPush(t *testing.T) {
	r := sensorRig(t, func(c *Config) { c.Payload = [4]float64{1, 0, 0, 50} })
	if f := r.force(1); math.Abs(f[2]-9.81) > 1e-3 { // the tool points down: its z is along gravity
		t.Errorf("raw %v with a load of 1 kg", f)
	}
	r.ok(xarm.RegForceZero)
	r.box.SetWrench(spatial.V(3, 0, 0), spatial.V(0, 0, 0.5))
	if f := r.force(); math.Abs(f[0]-3) > 1e-5 || math.Abs(f[2]) > 1e-5 || math.Abs(f[5]-0.5) > 1e-6 {
		t.Errorf("%v", f)
	}
	r.ok(xarm.RegSaveConf)
	r.ok(xarm.RegSystemControl, 2)
	r.box.SetWrench(spatial.Vec3{}, spatial.Vec3{})
	r.ok(xarm.RegForceEnable, 1)
	if f := r.force(); math.Abs(f[2]) > 1e-5 {
		t.Errorf("%v after a restart: the zero was saved", f)
	}
	if a := r.ok(xarm.RegForceConfig); len(a.Params) != 280 || a.Params[1] != 1 {
		t.Errorf("%d bytes, on %d", len(a.Params), a.Params[1])
	}
	r.ok(xarm.RegForceEnable, 0)
	if f := r.force(); f != [6]float64{} {
		t.Errorf("%v while it is off", f)
	}
}

func TestAdmittanceGivesWayLikeASpring(t *testing.T) {
	r := sensorRig(t, nil)
	six := func(a, b float64) []float64 { return []float64{a, a, a, b, b, b} }
	r.ok(xarm.RegAdmittanceMKB, floats(append(append(six(0.05, 0.0005), six(400, 5)...), six(0, 0)...)...)...)
	r.ok(xarm.RegAdmittanceAxes, 0, 0, 0, 1, 0, 0, 0)
	r.ok(xarm.RegForceMode, 1)
	r.must(r.client.SetState(xarm.StateMotion))
	start := r.box.Pose()
	r.box.SetWrench(spatial.V(4, 0, -8), spatial.Vec3{}) // 8 N up in the base, as the tool points down
	r.pass(3 * time.Second)
	d := r.box.Pose().P.Sub(start.P)
	if math.Abs(d.Z-8.0/400) > 1e-3 || math.Abs(d.X) > 1e-4 {
		t.Errorf("it gives way by %v, want 20 mm up", d)
	}
	r.box.SetWrench(spatial.Vec3{}, spatial.Vec3{})
	r.pass(3 * time.Second)
	if d := r.box.Pose().P.Dist(start.P); d > 1e-3 {
		t.Errorf("%g m from where it was", d)
	}
	r.wantError(xarm.ErrorNone)
}

func TestForceControlPressesOnTheFloor(t *testing.T) {
	r := sensorRig(t, func(c *Config) { c.Floor = 2000 })
	r.must(r.client.MoveLine(spatial.Pose{P: spatial.V(0.4, 0, 0.05), R: spatial.RotX(math.Pi)}, 0.2, 2))
	r.finish()
	six := func(a float64) []float64 { return []float64{a, a, a, a, a, a} }
	r.ok(xarm.RegForcePID, floats(append(append(append(six(0.005), six(0.00005)...), six(0.05)...), 200, 200, 200, 0.35, 0.35, 0.35)...)...)
	r.ok(xarm.RegForceControl, append([]byte{1, 0, 0, 1, 0, 0, 0}, floats(append([]float64{0, 0, 5, 0, 0, 0}, six(0)...)...)...)...)
	r.ok(xarm.RegForceZero)
	r.ok(xarm.RegForceMode, 2)
	r.must(r.client.SetState(xarm.StateMotion))
	r.pass(8 * time.Second)
	r.wantError(xarm.ErrorNone)
	if f := r.force(); math.Abs(-f[2]-5) > 0.5 {
		t.Errorf("it presses with %.2f N at z = %.4f m, want 5", -f[2], r.box.Pose().P.Z)
	}
}

func TestTheSensorStopsTheArm(t *testing.T) {
	r := sensorRig(t, nil)
	r.ok(xarm.RegSetCommonParam, 11, 1, 0, 0, 0)
	r.ok(xarm.RegSetCommonParam, append([]byte{12}, floats(20, 20, 20, 2, 2, 2)...)...)
	r.must(r.client.MoveLine(shifted(r.box.Pose(), 0, 0.2, 0), 0.1, 2))
	r.pass(300 * time.Millisecond)
	r.wantError(xarm.ErrorNone)
	r.box.SetWrench(spatial.V(0, 25, 0), spatial.Vec3{})
	r.pass(10 * time.Millisecond)
	r.wantError(xarm.ErrorForceCollision)
}

func TestIdentificationAnswersWhenItIsOver(t *testing.T) {
	r := sensorRig(t, func(c *Config) { c.Payload = [4]float64{0.8, 1, 2, 40} })
	l := NewLink()
	if b := r.box.Handle(l, xarm.AppendRequest(nil, xarm.Request{ID: 5, Protocol: 3, Register: xarm.RegIdentifyLoad, Params: []byte{1}})); len(b) != 0 {
		t.Fatalf("an answer at once: % x", b)
	}
	r.pass(time.Second)
	if p := r.box.progress(); p < 10 || p > 30 || !l.Tells() {
		t.Errorf("progress %d %% after a second", p)
	}
	r.pass(identifyFor)
	a, n, err := xarm.ParseReply(l.Unasked(nil))
	var x [4]float64
	if err != nil || n != 8+16 || a.ID != 5 || a.Status != 0 || xarm.ParseFloats(x[:], a.Params) != nil || math.Abs(x[0]-0.8) > 1e-6 {
		t.Errorf("%+v, %v: %v", a, x, err)
	}
	r.box.Handle(l, xarm.AppendRequest(nil, xarm.Request{ID: 6, Protocol: 3, Register: xarm.RegIdentifyLoad, Params: []byte{1}}))
	r.must(r.client.SetState(xarm.StateStopped))
	r.pass(tick)
	if a, _, err = xarm.ParseReply(l.Unasked(nil)); err != nil || a.Status&xarm.StatusInvalid == 0 || len(a.Params) != 16 {
		t.Errorf("after a stop: %+v %v", a, err)
	}
	r.must(r.client.SetState(xarm.StateMotion))
	r.box.Handle(l, xarm.AppendRequest(nil, xarm.Request{ID: 7, Protocol: 3, Register: xarm.RegIdentifyLoad, Params: []byte{1}}))
	r.box.Forget(l)
	r.pass(identifyFor + time.Second)
	if b := l.Unasked(nil); len(b) != 0 {
		t.Errorf("a client that has gone is told % x", b)
	}
}

func TestCalibrationsFindWhatThereIs(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	point, offset := spatial.V(0.4, 0.1, 0.2), spatial.V(0.02, -0.03, 0.15)
	var p []byte
	for _, turn := range []spatial.Vec3{spatial.V(3, 0, 0), spatial.V(2.5, 0.5, 0), spatial.V(-2.5, 0.3, 1), spatial.V(2.8, -0.6, -0.5)} {
		rot := spatial.Exp(turn)
		w := xarm.ToWire(spatial.Pose{P: point.Sub(rot.Apply(offset)), R: rot})
		p = append(p, floats(w[:]...)...)
	}
	numbers := func(a xarm.Reply, n int) []float64 {
		x := make([]float64, n)
		r.must(xarm.ParseFloats(x, a.Params))
		return x
	}
	if x := numbers(r.ok(xarm.RegCalibrateTCP, p...), 3); spatial.V(x[0]/1000, x[1]/1000, x[2]/1000).Dist(offset) > 1e-5 {
		t.Errorf("offset %v mm, want %v m", x, offset)
	}
	user := spatial.RotZ(0.7).Mul(spatial.RotX(0.2)) // of the user's frame in the base
	p = nil
	for _, at := range []spatial.Vec3{{}, spatial.V(0.1, 0, 0), spatial.V(0.1, 0.05, 0)} {
		w := xarm.ToWire(spatial.Pose{P: point.Add(user.Apply(at)), R: spatial.IdentityRot()})
		p = append(p, floats(w[:]...)...)
	}
	x := numbers(r.ok(xarm.RegCalibrateUserTurn, append(p, 0, 0)...), 3)
	if d := rotOf(x).Mul(user).Log().Norm(); d > 1e-5 {
		t.Errorf("the base is turned by %v in the user's frame, %g rad off", x, d)
	}
	x = numbers(r.ok(xarm.RegCalibrateUserPlace, floats(x[0], x[1], x[2], 400, 100, 200)...), 3)
	if o := user.T().Apply(point).Scale(-1000); spatial.V(x[0], x[1], x[2]).Dist(o) > 0.01 {
		t.Errorf("the base at %v mm, want %v", x, o)
	}
	// Joint 1's axis is the base's z.
	if x := numbers(r.ok(xarm.RegRotationRadius, 1), 1); math.Abs(x[0]-1000*math.Hypot(r.box.Pose().P.X, r.box.Pose().P.Y)) > 1e-3 {
		t.Errorf("radius %v mm", x)
	}
}

func TestDHParametersMoveTheGeometry(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	var dh [28]float64
	r.must(xarm.ParseFloats(dh[:], r.ok(xarm.RegGetDH).Params))
	fk := func() (x [6]float64) {
		r.must(xarm.ParseFloats(x[:], r.raw(xarm.RegFK, floats(.1, .2, .3, .8, .5, .6, .7)).Params))
		return x
	}
	own := fk()
	r.raw(xarm.RegSetDH, append(floats(dh[:]...), 0))
	if x := fk(); math.Abs(x[0]-own[0])+math.Abs(x[1]-own[1])+math.Abs(x[2]-own[2])+math.Abs(x[4]-own[4]) > 1e-3 {
		t.Errorf("the maker's parameters give %v, the description %v", x, own)
	}
	dh[1] += 10
	r.raw(xarm.RegSetDH, append(floats(dh[:]...), 0))
	if x := fk(); math.Abs(x[2]-own[2]-10) > 1e-3 {
		t.Errorf("z = %g with a first joint 10 mm higher, want %g", x[2], own[2]+10)
	}
	r.raw(xarm.RegSystemControl, []byte{1})
	if x := fk(); math.Abs(x[2]-own[2]) > 1e-3 {
		t.Errorf("z = %g after a restart, want %g", x[2], own[2])
	}
}
