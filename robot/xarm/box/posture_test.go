package box

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// finish lets time pass until the buffer is empty and the arm rests.
func (r *rig) finish() {
	for i := 0; ; i++ {
		r.pass(10 * time.Millisecond)
		if s := r.box.shownState(); s != xarm.StateMoving || i > 20_000 {
			break
		}
	}
	r.pass(100 * time.Millisecond)
}

// inFront draws poses in front of the arm, with the tool up to 40° off straight down.
func inFront(rng *rand.Rand) spatial.Pose {
	between := func(a, b float64) float64 { return a + (b-a)*rng.Float64() }
	p := spatial.Pose{P: spatial.V(between(0.25, 0.6), between(-0.35, 0.35), between(0.05, 0.45))}
	lean := spatial.V(between(-1, 1), between(-1, 1), 0).Limit(1).Scale(0.7)
	p.R = spatial.Exp(lean).Mul(spatial.RotZ(between(-1.5, 1.5))).Mul(spatial.RotX(math.Pi))
	return p
}

// TestRandomLinesNeedNoJointTooFast: lines between random poses never end in error 24: the TCP slows down where a joint would
// be too fast. SINEW_LONG=1 tries 5000.
func TestRandomLinesNeedNoJointTooFast(t *testing.T) {
	n := 40
	if os.Getenv("SINEW_LONG") != "" {
		n = 5000
	}
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	rng := rand.New(rand.NewPCG(1, 2))
	counts := map[xarm.ErrorCode]int{}
	for range n {
		_ = r.client.MoveLine(inFront(rng), 0.05+0.45*rng.Float64(), 2)
		r.finish()
		e, _ := r.fault()
		if counts[e]++; e != xarm.ErrorNone { // somebody drives it home
			r.must(r.client.Recover(xarm.ModePosition))
			home := xarm.Home()
			r.must(r.client.MoveJoint(home[:], 1, 5))
			r.finish()
		}
	}
	for e, k := range counts { // order: each is logged
		t.Logf("%d of %d lines end with C%d, %s", k, n, byte(e), e.Name())
	}
	if counts[xarm.ErrorSpeedLimit] > 0 {
		t.Errorf("%d end with error 24", counts[xarm.ErrorSpeedLimit])
	}
	if counts[xarm.ErrorNone] < n*9/10 {
		t.Errorf("only %d of %d lines are gone", counts[xarm.ErrorNone], n)
	}
}

// TestCyclesEndWhereTheyBegan: the arm has a joint more than a pose needs, but a cycle of poses brings every joint back.
func TestCyclesEndWhereTheyBegan(t *testing.T) {
	r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
	poses := []spatial.Pose{
		{P: spatial.V(0.3, 0, 0.2)}, {P: spatial.V(0.35, 0.25, 0.3)}, {P: spatial.V(0.55, 0.15, 0.15)},
		{P: spatial.V(0.5, -0.2, 0.35)}, {P: spatial.V(0.3, -0.25, 0.25)},
	}
	leans := []spatial.Vec3{{}, spatial.V(0.3, 0, 0), spatial.V(0, -0.3, 0), spatial.V(-0.2, 0.2, 0.4), {}}
	for i := range poses {
		poses[i].R = spatial.Exp(leans[i]).Mul(spatial.RotX(math.Pi))
	}
	cycle := func() [xarm.Joints]float64 {
		for _, p := range append(poses[1:], poses[0]) {
			r.must(r.client.MoveLine(p, 0.4, 5))
		}
		r.finish()
		r.wantError(xarm.ErrorNone)
		return r.box.ref.q
	}
	begin := r.box.ref.q
	r.must(r.client.MoveLine(poses[0], 0.4, 5))
	r.finish()
	first := r.box.ref.q
	n := 5
	if os.Getenv("SINEW_LONG") != "" {
		n = 100
	}
	worst := 0.0
	for range n {
		last := cycle()
		for i := range last {
			worst = math.Max(worst, math.Abs(last[i]-first[i]))
		}
	}
	t.Logf("%d cycles: joints are %.4f° from where they began at most (first %.3f, begin %.3f)", n, worst*180/math.Pi, first, begin)
	if worst > math.Pi/180 {
		t.Error("more than 1°")
	}
}

// TestAPostureIsTakenByMultiplier: a reference and a multiplier decide which way the elbow goes (common parameter 7).
func TestAPostureIsTakenByMultiplier(t *testing.T) {
	elbow := func(near float64) float64 {
		r := newRig(t, nil, Failures{}).ready(xarm.ModePosition)
		p := append([]byte{7}, floats(near, 0, 0, 0, 0, 0, 0, 10, 1, 1, 1, 1, 1, 1)...)
		if a := r.raw(xarm.RegSetCommonParam, p); a.Status&xarm.StatusInvalid != 0 {
			t.Fatalf("status %#x", a.Status)
		}
		for _, y := range []float64{0.2, -0.2, 0} {
			r.must(r.client.MoveLine(shifted(spatial.Pose{P: spatial.V(0.4, 0, 0.3), R: spatial.RotX(math.Pi)}, 0, y, 0), 0.2, 2))
			r.finish()
		}
		r.wantError(xarm.ErrorNone)
		return r.box.ref.q[0]
	}
	if a, b := elbow(0.5), elbow(-0.5); a < 0.2 || b > -0.2 {
		t.Errorf("joint 1 at %.2f and %.2f, asked for 0.5 and -0.5", a, b)
	}
}

// TestACircleAt250HzIsFollowed within 0.2 mm rms of the circle, in mode 1 with the arm's dynamics.
func TestACircleAt250HzIsFollowed(t *testing.T) {
	r, _ := dynamicRig(t)
	r.ready(xarm.ModeServo)
	start := r.box.Pose()
	const radius, turns, seconds = 0.1, 2, 8.0
	n := int(seconds * 250)
	sum, count := 0.0, 0
	for i := range n {
		u := float64(i) / float64(n)
		a := turns * 2 * math.Pi * u * u * (3 - 2*u) // it sets out and arrives gently
		r.must(r.client.ServoCartesian(shifted(start, radius*(math.Cos(a)-1), radius*math.Sin(a), 0)))
		r.pass(4 * time.Millisecond)
		d := r.box.Pose().P.Sub(start.P)
		off := math.Hypot(math.Hypot(d.X+radius, d.Y)-radius, d.Z)
		sum, count = sum+off*off, count+1
	}
	rms := 1000 * math.Sqrt(sum/float64(count))
	t.Logf("%.3f mm rms from the circle", rms)
	if rms > 0.2 {
		t.Error("more than 0.2 mm")
	}
}
