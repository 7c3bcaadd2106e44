package rov

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// At rest and turned, ideal sensors give what their mounting says.
func TestIdealSensorsAtRest(t *testing.T) {
	angles := spatial.RPY{Roll: 0.2, Pitch: -0.1, Yaw: 2}
	w := newWorld(t, func(c *WorldConfig) {
		c.Vehicle = with(t, c.Vehicle, "none")
		c.Start = AtRest(spatial.V(0, 0, 4), angles)
	})
	r := w.Readings()
	v := w.Vehicle()
	turn := angles.Rot().Mul(v.IMU.Mounting.Angles.Rot())
	got := spatial.RPY{Roll: r.IMU.Roll, Pitch: r.IMU.Pitch, Yaw: r.IMU.Yaw}
	near(t, "attitude against the mounting's", turn.T().Mul(got.Rot()).Log().Norm(), 0, 1e-12)
	near(t, "depth", r.Depth.Z, 4+angles.Rot().Apply(v.Depth.Position).Z, 1e-12)
	if r.IMU.N != 1 || r.Loch.N != 1 || r.Depth.N != 1 {
		t.Errorf("samples at the start: %+v", r)
	}
}

// The specific force of a vehicle that is held by nothing but water at rest is the opposite of gravity.
func TestSpecificForceAtRest(t *testing.T) {
	w := newWorld(t, func(c *WorldConfig) {
		c.Vehicle = with(t, c.Vehicle, "none")
		c.Vehicle.Volume = c.Vehicle.Mass / FreshWater
		c.Vehicle.IMU.Mounting.Angles = spatial.RPY{}
	})
	r := &w.Readings().IMU
	if d := cmp.Diff([]float64{0, 0, -Gravity}, []float64{r.Ax, r.Ay, r.Az}, cmpopts.EquateApprox(0, 1e-12)); d != "" {
		t.Error(d)
	}
}

// While the robot moves, the IMU's force is the second difference of its own place, less gravity, and the Loch's speed
// the first difference of its own.
func TestLeverArms(t *testing.T) {
	var at []spatial.Vec3
	var log []spatial.Vec3
	w := newWorld(t, func(c *WorldConfig) {
		c.Step = 100 * time.Microsecond
		c.Vehicle = with(t, c.Vehicle, "none")
		c.Vehicle.IMU.Every, c.Vehicle.Loch.Every = ms, ms
		c.Vehicle.IMU.Mounting.Position = spatial.V(0.3, -0.2, 0.4)
		c.Start = AtRest(spatial.V(0, 0, 9), spatial.RPY{Roll: 0.3, Yaw: 1})
		c.Start.Lin, c.Start.Ang = spatial.V(0.5, 0.2, -0.1), spatial.V(0.5, -0.8, 1.2)
	})
	w.Command([]float64{20, 5, -10, 12, 8, 2})
	var force, speed spatial.Vec3
	for k := 300; k <= 302; k++ {
		advance(t, w, time.Duration(k)*ms)
		pose := w.Truth().Pose()
		at = append(at, pose.Apply(w.Vehicle().IMU.Mounting.Position))
		log = append(log, pose.Apply(w.Vehicle().Loch.Mounting.Position))
		if k == 301 {
			r := w.Readings()
			force = pose.R.Mul(w.Vehicle().IMU.Mounting.Angles.Rot()).Apply(spatial.V(r.IMU.Ax, r.IMU.Ay, r.IMU.Az))
			speed = pose.R.Mul(w.Vehicle().Loch.Mounting.Angles.Rot()).Apply(spatial.V(r.Loch.U, r.Loch.V, r.Loch.W))
		}
	}
	second := at[2].Sub(at[1].Scale(2)).Add(at[0]).Scale(1e6)
	near(t, "specific force", force.Add(spatial.V(0, 0, Gravity)).Dist(second), 0, 5e-3)
	near(t, "speed of the log", speed.Dist(log[2].Sub(log[0]).Scale(500)), 0, 1e-4)
}

func TestRates(t *testing.T) {
	w := newWorld(t, nil)
	advance(t, w, time.Second)
	r := w.Readings()
	if r.IMU.N != 201 || r.Loch.N != 6 || r.Depth.N != 11 || r.Time != time.Second || r.Loch.At != time.Second {
		t.Errorf("%+v", r)
	}
}

// The experiment's noise stays in its bounds and fills them.
func TestPaperNoise(t *testing.T) {
	truth := newWorld(t, func(c *WorldConfig) { c.Vehicle = with(t, c.Vehicle, "none") })
	w := newWorld(t, func(c *WorldConfig) { c.Vehicle = with(t, c.Vehicle, "paper") })
	var yaw, rate extent
	for now := time.Duration(0); now < 10*time.Second; now += 5 * ms {
		advance(t, truth, now)
		advance(t, w, now)
		yaw.add(w.Readings().IMU.Yaw - truth.Readings().IMU.Yaw)
		rate.add(w.Readings().IMU.R - truth.Readings().IMU.R)
	}
	for _, e := range []struct {
		name string
		extent
		max float64
	}{{"heading", yaw, 0.1}, {"yaw rate", rate, 0.05}} {
		near(t, e.name+" noise, most", e.high, e.max, e.max/50)
		near(t, e.name+" noise, least", e.low, -e.max, e.max/50)
		near(t, e.name+" noise, mean", e.sum/float64(e.n), 0, e.max/20)
		near(t, e.name+" noise, deviation", math.Sqrt(e.squares/float64(e.n)), e.max/math.Sqrt(3), e.max/20)
		if e.high > e.max || e.low < -e.max {
			t.Errorf("%s noise leaves ±%v: %v to %v", e.name, e.max, e.low, e.high)
		}
	}
}

type extent struct {
	low, high, sum, squares float64
	n                       int
}

func (e *extent) add(x float64) {
	if e.n == 0 {
		e.low, e.high = x, x
	}
	e.low, e.high, e.sum, e.squares, e.n = min(e.low, x), max(e.high, x), e.sum+x, e.squares+x*x, e.n+1
}

func TestCutNormalNoise(t *testing.T) {
	s := newSource(3, 1)
	var e extent
	for range 100_000 {
		e.add(s.of(&Noise{Sigma: 2, Max: 4}))
	}
	// A normal variable cut at two deviations has 0.77371 of its variance.
	near(t, "variance", e.squares/float64(e.n), 4*0.77371, 0.04)
	near(t, "mean", e.sum/float64(e.n), 0, 0.03)
	if e.high > 4 || e.low < -4 {
		t.Errorf("%v to %v", e.low, e.high)
	}
}

// Four beams give u and v the deviation σ/(√2·sin), and w σ/(2·cos).
func TestBeams(t *testing.T) {
	s := newSource(4, 1)
	n := Noise{Sigma: 0.01}
	var x, z extent
	for range 100_000 {
		e := beams(s.of(&n), s.of(&n), s.of(&n), s.of(&n), math.Pi/6)
		x.add(e.X)
		z.add(e.Z)
	}
	near(t, "deviation of u", math.Sqrt(x.squares/float64(x.n)), 0.01/math.Sqrt2/0.5, 1e-4)
	near(t, "deviation of w", math.Sqrt(z.squares/float64(z.n)), 0.01/2/math.Cos(math.Pi/6), 1e-4)
	if got := beams(0.5, 0, -0.5, 0, math.Pi/6); math.Abs(got.X-1) > 1e-12 || got.Y != 0 || got.Z != 0 {
		t.Errorf("ahead at 1 m/s is %v", got)
	}
}

func TestBias(t *testing.T) {
	s := newSource(5, 1)
	w := newWalk(Bias{Walk: 0.5, Max: 10}, 0.01, &s)
	var e extent
	last := 0.0
	for range 20_000 {
		x := w.next(&s)
		e.add(x - last)
		last = x
	}
	near(t, "deviation of a step", math.Sqrt(e.squares/float64(e.n)), 0.05, 2e-3)
	for range 200_000 {
		if x := w.next(&s); math.Abs(x) > 10 {
			t.Fatalf("%v", x)
		}
	}
}

func TestDropoutShare(t *testing.T) {
	w := newWorld(t, func(c *WorldConfig) {
		c.Vehicle = c.Vehicle.WithDropouts(Dropouts{Share: 0.3, Mean: 30 * ms})
	})
	advance(t, w, 10*time.Second)
	near(t, "share of readings", float64(w.Readings().IMU.N)/2001, 0.7, 0.05)
}

// Drop-outs shorter than the time between readings become longer ones, so that the share is kept.
func TestShareOfShortDropouts(t *testing.T) {
	for _, c := range []Dropouts{{Share: 0.9, Mean: 5 * ms}, {Share: 0.6, Mean: ms}, {Share: 0.2, Mean: ms}} {
		w := newWorld(t, func(wc *WorldConfig) { wc.Vehicle = wc.Vehicle.WithDropouts(c) })
		advance(t, w, 20*time.Second)
		near(t, "share of readings", float64(w.Readings().IMU.N)/4001, 1-c.Share, 0.04)
	}
}

// Angles stay in their range whatever noise and bias add.
func TestAnglesStayInRange(t *testing.T) {
	w := newWorld(t, func(c *WorldConfig) {
		c.Vehicle = with(t, c.Vehicle, "none")
		c.Vehicle.IMU.Mounting.Angles = spatial.RPY{}
		c.Vehicle.IMU.Attitude[0] = Noise{Max: 0.1}
		c.Vehicle.IMU.YawBias = Bias{Sigma: 20, Max: 60}
		c.Start = AtRest(spatial.V(0, 0, 9), spatial.RPY{Roll: math.Pi - 0.01})
	})
	for now := time.Duration(0); now < 200*ms; now += 5 * ms {
		advance(t, w, now)
		if r := &w.Readings().IMU; math.Abs(r.Roll) > math.Pi || math.Abs(r.Yaw) > math.Pi {
			t.Fatalf("at %v roll is %v, yaw %v", now, r.Roll, r.Yaw)
		}
	}
}

// What a vehicle states of its own sensors stays: "typical" takes nothing from it, "paper" the heading's and yaw rate's
// noise alone.
func TestOwnNoiseStays(t *testing.T) {
	v := JackLike()
	v.IMU.Force[0], v.Depth.Noise, v.Loch.Beams = Noise{Sigma: 1}, Noise{Max: 0.5}, false
	v.Loch.Speed = three(Noise{Max: 0.2})
	if d := cmp.Diff(v, with(t, v, "typical")); d != "" {
		t.Error(d)
	}
	want := v
	want.IMU.Attitude[2], want.IMU.Rate[2] = Noise{Max: 0.1}, Noise{Max: 0.05}
	want.IMU.RateBias = Bias{}
	if d := cmp.Diff(want, with(t, v, "paper")); d != "" {
		t.Error(d)
	}
	if got := with(t, v, "none"); got.Depth.Noise != (Noise{}) || got.Loch.Speed != [3]Noise{} || got.IMU.Force != [3]Noise{} {
		t.Errorf("%+v", got)
	}
}

func TestSensorFaults(t *testing.T) {
	w := newWorld(t, func(c *WorldConfig) {
		c.Failures = []Failure{
			{Part: IMUPart, Kind: Frozen, From: 100 * ms, To: 200 * ms},
			{Part: LochPart, Kind: OutOfRange, From: 100 * ms, To: 500 * ms, Value: -50},
			{Part: DepthPart, Kind: NotANumber, From: 100 * ms, To: 200 * ms},
		}
	})
	advance(t, w, 95*ms)
	good := w.Readings().IMU
	advance(t, w, 195*ms)
	bad := w.Readings()
	if bad.IMU.Yaw != good.Yaw || bad.IMU.N != good.N+20 || !math.IsNaN(bad.Depth.Z) {
		t.Errorf("%+v", bad)
	}
	advance(t, w, 400*ms)
	if bad.Loch.U != -50 || bad.IMU.Yaw == good.Yaw || math.IsNaN(bad.Depth.Z) {
		t.Errorf("%+v", bad)
	}
	if err := w.Inject(Failure{Part: IMUPart, Kind: Dropout, From: 400 * ms}); err != nil {
		t.Fatal(err)
	}
	n := bad.IMU.N
	advance(t, w, 800*ms)
	if bad.IMU.N != n || bad.Loch.U == -50 {
		t.Errorf("%+v", bad)
	}
}

// The current's deviation in the long run is Sigma, and it forgets in Tau.
func TestCurrent(t *testing.T) {
	d := newDrift(Current{Mean: spatial.V(0.3, 0, 0), Sigma: 0.1, Tau: time.Second}, 1, 20*ms)
	var e extent
	var last, product float64
	for k := int64(1); k <= 200_000; k++ {
		if d.advance(k) && k%50 == 0 {
			x := d.speed.X - 0.3
			e.add(x)
			product += x * last
			last = x
		}
	}
	near(t, "mean", e.sum/float64(e.n), 0, 0.01)
	near(t, "deviation", math.Sqrt(e.squares/float64(e.n)), 0.1, 0.01)
	near(t, "correlation after a second", product/e.squares, math.Exp(-1), 0.05)
}
