package rov

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace/keyframe"
)

const ms = time.Millisecond

func newWorld(t testing.TB, set func(*WorldConfig)) *World {
	t.Helper()
	c := WorldConfig{Vehicle: JackLike(), Seed: 7}
	if set != nil {
		set(&c)
	}
	w, err := NewWorld(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func advance(t testing.TB, w *World, to time.Duration) {
	t.Helper()
	if err := w.AdvanceTo(reactor.Time(to)); err != nil {
		t.Fatal(err)
	}
}

func with(t testing.TB, v Vehicle, level string) Vehicle {
	t.Helper()
	v, err := v.WithNoise(level)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// image is everything that can be seen of a world, as bits.
func image(w *World) uint64 {
	h := fnv.New64a()
	r := *w.Readings()
	f := make([]float64, len(w.engines))
	w.Forces(f)
	for _, x := range []any{r, *w.Truth(), f, w.Current()} {
		if err := binary.Write(h, binary.LittleEndian, x); err != nil {
			panic(err)
		}
	}
	return h.Sum64()
}

// busy is a world with everything in it.
func busy(c *WorldConfig) {
	c.Vehicle = c.Vehicle.WithDropouts(Dropouts{Share: 0.2, Mean: 150 * ms})
	c.Current = Current{Mean: spatial.V(0.2, 0.1, 0), Sigma: 0.1, Tau: 2 * time.Second}
	c.Failures = []Failure{{Part: IMUPart, Kind: Frozen, From: 100 * ms, To: 150 * ms}, {Part: ThrusterPart, Index: 2, Kind: Dead, From: 200 * ms}}
}

// However the way to each command is cut, the bits are the same.
func TestCutsDoNotMatter(t *testing.T) {
	const commands, between = 6, 50 * ms
	run := func(cuts func(from, to time.Duration) []time.Duration) (images []uint64) {
		w := newWorld(t, busy)
		r := rand.New(rand.NewPCG(1, 2))
		for i := range commands {
			f := make([]float64, 6)
			for k := range f {
				f[k] = 40 * (2*r.Float64() - 1)
			}
			w.Command(f)
			from := time.Duration(i) * between
			for _, c := range append(cuts(from, from+between), from+between) {
				advance(t, w, c)
			}
			images = append(images, image(w))
		}
		return images
	}
	want := run(func(_, _ time.Duration) []time.Duration { return nil })
	rapid.Check(t, func(rt *rapid.T) {
		got := run(func(from, to time.Duration) (cuts []time.Duration) {
			for range rapid.IntRange(0, 4).Draw(rt, "cuts") {
				cuts = append(cuts, from+time.Duration(rapid.Int64Range(-int64(10*ms), int64(to-from)).Draw(rt, "at")))
			}
			return cuts
		})
		if d := cmp.Diff(want, got); d != "" {
			rt.Fatal(d)
		}
	})
}

func TestSeedsPartAndRepeat(t *testing.T) {
	seen := map[uint64]uint64{}
	for _, seed := range []uint64{0, 1, 2, 3, 1} {
		w := newWorld(t, func(c *WorldConfig) { c.Seed = seed })
		advance(t, w, 500*ms)
		for other, im := range seen {
			if (im == image(w)) != (other == seed) {
				t.Errorf("seeds %d and %d: image equal is %v", seed, other, im == image(w))
			}
		}
		seen[seed] = image(w)
	}
}

// One sensor's drop-outs and faults leave the noise of all others, and its own afterwards, as it was.
func TestNoiseIsOwned(t *testing.T) {
	a := newWorld(t, nil)
	b := newWorld(t, func(c *WorldConfig) {
		c.Failures = []Failure{{Part: IMUPart, Kind: Dropout, To: time.Second}, {Part: DepthPart, Kind: NotANumber, To: time.Second}}
		c.Vehicle.IMU.Dropouts = Dropouts{Share: 0.1, Mean: 20 * ms}
	})
	advance(t, a, 900*ms)
	advance(t, b, 900*ms)
	if b.Readings().IMU.N != 0 || !math.IsNaN(b.Readings().Depth.Z) {
		t.Errorf("faults without effect: %+v", b.Readings())
	}
	if d := cmp.Diff(a.Readings().Loch, b.Readings().Loch); d != "" {
		t.Error(d)
	}
	for to := 1000 * ms; to < 3*time.Second; to += 5 * ms {
		advance(t, a, to)
		advance(t, b, to)
		if b.Readings().IMU.At == to && a.Readings().IMU.Yaw != b.Readings().IMU.Yaw {
			t.Fatalf("at %v one reads %v, the other %v", to, a.Readings().IMU.Yaw, b.Readings().IMU.Yaw)
		}
	}
	if d := cmp.Diff(a.Readings().Depth, b.Readings().Depth); d != "" {
		t.Error(d)
	}
}

// A thruster of first order without a limit of its rate: f = F·(1 − exp(−t/τ)).
func TestThrusterStep(t *testing.T) {
	w := newWorld(t, func(c *WorldConfig) {
		for i := range c.Vehicle.Thrusters {
			c.Vehicle.Thrusters[i].Rate = 0
		}
		c.Vehicle.Thrusters[1].Rate = 100
	})
	w.Command([]float64{20, 20, -90, 90, 0.9, -1.5})
	got := make([]float64, 6)
	for k := 1; k <= 300; k++ {
		advance(t, w, time.Duration(k)*ms)
		w.Forces(got)
		rise := 1 - math.Exp(-float64(k)*1e-3/0.03)
		near(t, "force", got[0], 20*rise, 1e-9)
		near(t, "force against saturation astern", got[2], -32*rise, 1e-9)
		near(t, "force against saturation ahead", got[3], 40*rise, 1e-9)
		near(t, "force in the dead zone", got[4], 0, 0)
		near(t, "force beyond the dead zone", got[5], -1.5*rise, 1e-9)
		if k <= 100 {
			near(t, "force at its rate", got[1], 100*float64(k)*1e-3, 1e-9)
		}
	}
	near(t, "force", got[1], 20, 0.05)
}

func TestThrusterFaultsAndGain(t *testing.T) {
	w := newWorld(t, func(c *WorldConfig) {
		c.Vehicle.Thrusters[0].Gain = 0.5
		c.Failures = []Failure{{Part: ThrusterPart, Index: 1, Kind: Dead, From: 500 * ms}, {Part: ThrusterPart, Index: 2, Kind: Stuck, From: 500 * ms, To: time.Second}}
	})
	f := make([]float64, 6)
	w.Command([]float64{20, 20, 20})
	advance(t, w, 500*ms)
	w.Command([]float64{20, 20, -20})
	advance(t, w, time.Second)
	w.Forces(f)
	for i, want := range []float64{10, 0, 20} {
		near(t, "force", f[i], want, 0.01)
	}
	advance(t, w, 2*time.Second)
	w.Forces(f)
	near(t, "force when it is no longer stuck", f[2], -20, 0.01)
}

// A fault that is mended before time moves on has never been, and leaves nothing behind.
func TestMendAtOnce(t *testing.T) {
	w, whole := newWorld(t, nil), newWorld(t, nil)
	for range 3 {
		for _, f := range []Failure{{Part: ThrusterPart, Index: 0, Kind: Dead}, {Part: IMUPart, Kind: Frozen}} {
			if err := w.Inject(f); err != nil {
				t.Fatal(err)
			}
			if !w.Mend(f.Part, f.Index, f.Kind) || w.Mend(f.Part, f.Index, f.Kind) {
				t.Errorf("%v is not mended once", f)
			}
		}
	}
	if len(w.failures) != 0 {
		t.Errorf("%d faults are left", len(w.failures))
	}
	for _, x := range []*World{w, whole} {
		x.Command([]float64{20, 10})
		advance(t, x, 100*ms)
	}
	if image(w) != image(whole) {
		t.Error("differs from a world without faults")
	}
}

// Whatever is commanded, the state stays finite.
func TestCommandsCannotBreakTheState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, err := NewWorld(WorldConfig{Vehicle: rapid.SampledFrom(Vehicles()).Draw(t, "vehicle")})
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i <= 4; i++ {
			w.Command(rapid.SliceOfN(rapid.OneOf(rapid.Float64(), rapid.Just(math.NaN()), rapid.Just(math.Inf(-1)), rapid.Just(math.MaxFloat64)), 0, 9).Draw(t, "forces"))
			if err := w.AdvanceTo(reactor.Time(i) * reactor.Time(50*ms)); err != nil {
				t.Fatal(err)
			}
			if !w.Truth().Finite() || math.Abs(normOf(w.Truth().Q)-1) > 1e-12 {
				t.Fatalf("%+v", w.Truth())
			}
		}
	})
}

func TestNotANumberIsNoForce(t *testing.T) {
	a, b := newWorld(t, nil), newWorld(t, nil)
	a.Command([]float64{math.NaN(), math.Inf(1), 5, 5, math.Inf(-1)})
	b.Command([]float64{0, 0, 5, 5})
	advance(t, a, time.Second)
	advance(t, b, time.Second)
	if image(a) != image(b) {
		t.Error("NaN is not 0")
	}
}

// A vehicle whose damping is too stiff for the step fails, and its state is the last good one.
func TestStiffnessIsReported(t *testing.T) {
	w := newWorld(t, func(c *WorldConfig) {
		c.Step, c.Vehicle.IMU.Every = 10*ms, 10*ms
		c.Vehicle.Quadratic = [6]float64{1e8, 1e8, 1e8, 1e8, 1e8, 1e8}
		c.Start = AtRest(spatial.V(0, 0, 2), spatial.RPY{})
		c.Start.Lin = spatial.V(10, 10, 10)
	})
	err := w.AdvanceTo(reactor.Time(10 * time.Second))
	if err == nil || !strings.Contains(err.Error(), "jack-like") {
		t.Errorf("error %v", err)
	}
	if !w.Truth().Finite() {
		t.Errorf("state %+v", w.Truth())
	}
	r := w.Readings()
	if sum := r.IMU.Yaw + r.IMU.R + r.IMU.Ax + r.Loch.U + r.Depth.Z; math.IsNaN(sum) || math.IsInf(sum, 0) {
		t.Errorf("readings %+v", r)
	}
	before := w.Now()
	if again := w.AdvanceTo(reactor.Time(20 * time.Second)); again != err || w.Now() != before || r.Time != before {
		t.Errorf("goes on to %v with %v, readings of %v", w.Now(), again, r.Time)
	}
}

func TestConfigIsChecked(t *testing.T) {
	c := WorldConfig{Vehicle: JackLike(), Step: 3 * ms}
	c.Vehicle.Mass, c.Vehicle.Inertia.Z, c.Vehicle.Linear[2] = 0, math.NaN(), -1
	c.Vehicle.Thrusters[0].Direction = spatial.V(1, 1, 0)
	c.Vehicle.Thrusters[3].Gain = math.Inf(1)
	c.Vehicle.IMU.Attitude[1] = Noise{Sigma: 1, Max: 0.1}
	c.Vehicle.Loch.BeamTilt = 0
	c.Current.Mean.X = math.NaN()
	c.Failures = []Failure{{Part: IMUPart, Kind: Dead}, {Part: ThrusterPart, Index: 6, Kind: Stuck}, {From: 5, To: 3}, {Kind: OutOfRange, Value: math.NaN()}, {Part: 99}}
	w, err := NewWorld(c)
	if w != nil || err == nil {
		t.Fatal("passed")
	}
	var lines []string
	if j, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range j.Unwrap() {
			lines = append(lines, e.Error())
		}
	}
	for _, want := range []string{"Mass", "Inertia.Z", "Linear of heave", "front_port).Direction", "rear_starboard).Gain", "Attitude[1]",
		"BeamTilt", "Current.Mean", "IMU.Every", "Loch.Every", "Depth.Every", "Failures[0]", "Failures[1]", "Failures[2]", "Failures[3]", "Failures[4]"} {
		n := 0
		for _, l := range lines {
			if strings.Contains(l, want) {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%d faults say %q, want one; all:\n%v", n, want, err)
		}
	}
	if len(lines) != 18 {
		t.Errorf("%d faults, want 18:\n%v", len(lines), err)
	}
	for _, v := range Vehicles() {
		if err := v.Check(); err != nil {
			t.Error(err)
		}
	}
	if _, err := Named("jak-like"); err == nil || !strings.Contains(err.Error(), `did you mean "jack-like"`) {
		t.Errorf("error %v", err)
	}
	if _, err := Named("bluerov2"); err == nil || !strings.Contains(err.Error(), `did you mean "bluerov2-heavy"`) {
		t.Errorf("error %v", err)
	}
	if v, err := Named("jack"); err != nil || v.Name != "jack-like" {
		t.Errorf("%s, %v", v.Name, err)
	}
	if _, err := JackLike().WithNoise("loud"); err == nil {
		t.Error("loud passed")
	}
	if err := errors.Join(newWorld(t, nil).Inject(Failure{Part: ThrusterPart, Index: -1, Kind: Dead})); err == nil {
		t.Error("thruster -1 passed")
	}
}

// A keyframe holds a world whole.
func TestKeyframe(t *testing.T) {
	w := newWorld(t, busy)
	w.Command([]float64{20, -10, 5, 30, -20, 10})
	advance(t, w, 333*ms)
	k, err := keyframe.NewKeeper(w.State())
	if err != nil {
		t.Fatal(err)
	}
	im := k.Take()
	advance(t, w, 999*ms)
	want := image(w)
	k.Restore(im)
	if w.Now() != 333*ms {
		t.Fatalf("at %v", w.Now())
	}
	advance(t, w, 999*ms)
	if image(w) != want {
		t.Error("differs behind the keyframe")
	}
}

func TestWorldDoesNotAllocate(t *testing.T) {
	w := newWorld(t, busy)
	f := []float64{20, -10, 5, 30, -20, 10}
	now := time.Duration(0)
	if n := testing.AllocsPerRun(100, func() {
		w.Command(f)
		now += 25 * ms
		if w.AdvanceTo(reactor.Time(now)) != nil {
			t.Fatal("failed")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkWorld(b *testing.B) {
	w := newWorld(b, nil)
	w.Command([]float64{20, -10, 5, 30, -20, 10})
	now := time.Duration(0)
	for b.Loop() {
		now += ms
		if w.AdvanceTo(reactor.Time(now)) != nil {
			b.Fatal("failed")
		}
	}
}

// What is drawn lies within the spread, fills it, goes with the seed, and makes a world.
func TestVary(t *testing.T) {
	c := WorldConfig{Vehicle: JackLike()}
	spread := Spread{Parameters: 0.5, Current: 0.5, Dropouts: 0.2, Silence: 500 * ms}
	var inertia, gain, current, share extent
	for seed := range uint64(150) {
		c.Seed = seed
		v := c.Vary(spread)
		if _, err := NewWorld(v); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(v, c.Vary(spread)); d != "" {
			t.Fatal(d)
		}
		inertia.add(v.Vehicle.Inertia.Z / c.Vehicle.Inertia.Z)
		gain.add(v.Vehicle.Thrusters[3].Gain)
		current.add(v.Current.Mean.Norm())
		share.add(v.Vehicle.IMU.Dropouts.Share)
		near(t, "density", v.Vehicle.Mass/v.Vehicle.Volume, c.Vehicle.Mass/c.Vehicle.Volume, 1e-9)
	}
	for _, e := range []struct {
		extent
		low, high float64
	}{{inertia, 0.5, 1.5}, {gain, 0.5, 1.5}, {current, 0, 0.5}, {share, 0, 0.2}} {
		if e.extent.low < e.low || e.extent.high > e.high+1e-12 || e.extent.high-e.extent.low < 0.95*(e.high-e.low) {
			t.Errorf("drawn from %v to %v, the spread is %v to %v", e.extent.low, e.extent.high, e.low, e.high)
		}
	}
	if c.Vehicle.Thrusters[0].Gain != 0 {
		t.Error("Vary changed what it was given")
	}
}
