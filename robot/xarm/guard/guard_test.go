package guard_test

import (
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	xarmbox "github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/robot/xarm/guard"
)

var (
	seed    = flag.Uint64("seed", 1, "seed of the random targets")
	targets = flag.Int("targets", 200, "random targets")
)

const period = 4 * time.Millisecond

// rig is a simulated box behind limits that ask the arm, and an application that thinks of none.
type rig struct {
	t    testing.TB
	box  *xarmbox.Box
	arm  *hw.Commander
	at   spatial.Pose // what the application believes to command
	c    [6]float64
	errs int
}

func newRig(t testing.TB, l motion.Limits) *rig {
	t.Helper()
	chain, err := xarm.Model()
	if err != nil {
		t.Fatal(err)
	}
	home := xarm.Home()
	box, err := xarmbox.New(xarmbox.Config{Kinematics: xarmbox.NewKinematics(chain, xarm.Collider(chain)), Start: home[:]})
	if err != nil {
		t.Fatal(err)
	}
	d, err := xarm.NewDriver(xarm.DriverConfig{Dial: xarmbox.NewMemNet(box, xarmbox.Failures{}).Dial})
	if err != nil {
		t.Fatal(err)
	}
	own, err := xarm.Model()
	if err != nil {
		t.Fatal(err)
	}
	limits := guard.Box()
	limits.Limits = l
	poses, err := guard.NewPoses(limits, period.Seconds(), guard.NewTool(own, xarm.Collider(own), period.Seconds()))
	if err != nil {
		t.Fatal(err)
	}
	claims, err := hw.NewClaims(d.Info())
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, box: box}
	if r.arm, err = claims.Command("test", d, xarm.GroupTCPPose, poses); err != nil {
		t.Fatal(err)
	}
	box.Advance(time.Second)
	for _, to := range []hw.LifeCycle{hw.Inactive, hw.Active} {
		if err := r.arm.Enter(to); err != nil {
			t.Fatal(err)
		}
	}
	r.at = box.Pose()
	return r
}

// toward sends the next pose on the way to a target, in steps of up to way and turn, and lets a cycle pass.
func (r *rig) toward(to spatial.Pose, way, turn float64) {
	p := r.at
	p.P = p.P.Add(to.P.Sub(p.P).Limit(way))
	p.R = spatial.Exp(to.R.Mul(p.R.T()).Log().Limit(turn)).Mul(p.R).Quat().Rot()
	e := p.R.RPY()
	r.c = [6]float64{p.P.X, p.P.Y, p.P.Z, e.Roll, e.Pitch, e.Yaw}
	if err := r.arm.Write(r.c[:]); err != nil {
		r.errs++
	}
	r.box.Advance(r.box.Now() + period)
	if r.at = p; r.at.P.Dist(r.box.Pose().P) > 0.02 { // it has run ahead: wait for the arm
		r.at = r.box.Pose()
	}
}

func wild(r *rand.Rand, from spatial.Pose) (p spatial.Pose) {
	in := func(low, high float64) float64 { return low + (high-low)*r.Float64() }
	u, _ := spatial.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit()
	p = from
	switch r.IntN(4) {
	case 0:
		p.P = u.Scale(10)
	case 1: // about at the end of the reach
		p.P = spatial.V(0, 0, 0.267).Add(u.Scale(in(0.5, 0.8)))
	case 2: // where the arm folds
		p.P = spatial.V(in(-0.2, 0.3), in(-0.2, 0.2), in(-0.1, 0.9))
	default:
		p.P = spatial.V(in(-0.6, 0.65), in(-0.6, 0.6), in(-0.2, 0.8))
	}
	if r.IntN(2) == 0 {
		v, _ := spatial.V(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Unit()
		p.R = spatial.Exp(v.Scale(in(0, math.Pi))).Mul(p.R)
	}
	return p
}

// TestNoTargetStopsTheBox sends an application that keeps no limits after random targets, slow and fast.
func TestNoTargetStopsTheBox(t *testing.T) {
	t.Logf("-seed=%d -targets=%d", *seed, *targets)
	kinds := []motion.Limits{{V: 0.5, A: 2, J: 100, AngV: 1, AngA: 4}, {V: 1, A: 10, AngV: math.Pi, AngA: 20}, {V: 0.1, A: 1, J: 20, AngV: 0.3, AngA: 2}}
	const each = 10
	stops, moved := 0, 0.0
	for i := range (*targets + each - 1) / each {
		random := rand.New(rand.NewPCG(*seed, uint64(i)))
		r := newRig(t, kinds[i%len(kinds)])
		home := r.box.Pose()
		for k := range each {
			to := wild(random, home)
			way, turn := 0.02*random.Float64(), 0.2*random.Float64()
			from := r.box.Pose()
			for range 150 {
				r.toward(to, way, turn)
			}
			moved += from.P.Dist(r.box.Pose().P)
			if _, _, e, _ := r.box.State(); e != 0 || r.errs > 0 {
				stops++
				t.Errorf("run %d, target %d, %v: error %d, %s; %d commands refused", i, k, to, e, e.Name(), r.errs)
				break
			}
		}
	}
	if mean := moved / float64(*targets); mean < 0.05 {
		t.Errorf("%.3g m from target to target: the arm hardly moves", mean)
	}
	t.Logf("%d stops, %.2g m a target", stops, moved/float64(*targets))
}

// TestHeldArmComesBack: an arm that is held at a border goes on as soon as what is asked for leads back.
func TestHeldArmComesBack(t *testing.T) {
	r := newRig(t, motion.Limits{V: 0.5, A: 4, J: 200, AngV: 1, AngA: 4})
	home := r.box.Pose()
	out := home
	out.P = spatial.V(0.33, -0.04, 0.95)
	for range 1000 {
		r.toward(out, 0.002, 0.01)
	}
	if far := home.P.Dist(r.box.Pose().P); far < 0.2 {
		t.Errorf("it went %.3g m toward what is out of reach", far)
	}
	for range 2000 { // near the border the joints bear little
		r.toward(home, 0.002, 0.01)
	}
	if d := home.P.Dist(r.box.Pose().P); d > 0.02 { // without a planner it swings about
		t.Errorf("%.3g m from home", d)
	}
}

// TestNothingAllocates where poses pass and where they are held.
func TestNothingAllocates(t *testing.T) {
	chain, err := xarm.Model()
	if err != nil {
		t.Fatal(err)
	}
	limits := guard.Box()
	limits.Limits = motion.DefaultLimits()
	p, err := guard.NewPoses(limits, period.Seconds(), guard.NewTool(chain, xarm.Collider(chain), period.Seconds()))
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, motion.DefaultLimits())
	state := make([]float64, xarm.StateLen)
	if err := r.arm.Read(state); err != nil {
		t.Fatal(err)
	}
	if err := p.Begin(state); err != nil {
		t.Fatal(err)
	}
	c := make([]float64, 6)
	copy(c, state[xarm.StatePose:])
	if n := testing.AllocsPerRun(1000, func() {
		c[2] += 0.001
		p.Limit(c)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkAsk is a cycle in which the arm is asked for a pose at 0.3 m/s and for the stop that follows.
func BenchmarkAsk(b *testing.B) {
	r := newRig(b, motion.DefaultLimits())
	state := make([]float64, xarm.StateLen)
	chain, err1 := xarm.Model()
	limits := guard.Box()
	limits.Limits = motion.DefaultLimits()
	p, err2 := guard.NewPoses(limits, period.Seconds(), guard.NewTool(chain, xarm.Collider(chain), period.Seconds()))
	if err := errors.Join(err1, err2, r.arm.Read(state), p.Begin(state)); err != nil {
		b.Fatal(err)
	}
	c, at := make([]float64, 6), state[xarm.StatePose:]
	b.ResetTimer()
	for i := range b.N {
		copy(c, at)
		c[1] += 0.2 * math.Sin(1.5*float64(i)*period.Seconds()) // m
		p.Limit(c)
	}
}
