package rov

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// A beam ends on the bottom or on a pillar, passes through neither, and says its greatest range where there is nothing.
func TestBeamsEndWhereTheGroundBegins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		g := Ground{Depth: rapid.Float64Range(3, 20).Draw(t, "depth"), Pillars: Scatter(rapid.IntRange(0, 8).Draw(t, "pillars"), seed)}
		g.Relief = g.Depth * rapid.Float64Range(0, 0.2).Draw(t, "relief")
		b := g.Bed(seed)
		p := spatial.V(rapid.Float64Range(-2, 2).Draw(t, "x"), rapid.Float64Range(-2, 2).Draw(t, "y"), 0.1) // above all waves, before all pillars
		along := spatial.RPY{Pitch: rapid.Float64Range(-1.57, 1.57).Draw(t, "pitch"), Yaw: rapid.Float64Range(-3, 3).Draw(t, "yaw")}.Rot().Col(0)
		if n, _ := b.near(p, 0); n.Clearance <= 0.1 {
			t.Fatalf("the place is %g m from the ground", n.Clearance)
		}
		const far = 30.0
		inside := func(s float64) float64 { // how deep a point of the beam is in the ground, m
			q := p.Add(along.Scale(s))
			depth, _, _ := b.At(q.X, q.Y)
			in := q.Z - depth
			for _, o := range b.Pillars() {
				in = max(in, o.Radius-math.Hypot(q.X-o.North, q.Y-o.East))
			}
			return in
		}
		r := b.Cast(p, along, far)
		end := r
		if r == far && along.Z < 0 {
			end = min(far, p.Z/-along.Z) // where it leaves the water
		}
		for s := 0.0; s < end-1e-3; s += 0.02 {
			if in := inside(s); in > 1e-3 {
				t.Fatalf("the beam is %g m in the ground at %g m and ends at %g m", in, s, r)
			}
		}
		if in := inside(r); r < far && math.Abs(in) > 1e-3 {
			t.Fatalf("the beam ends at %g m, %g m off the ground", r, -in)
		}
	})
}

func TestScatteredPillarsLeaveRoom(t *testing.T) {
	for seed := range uint64(50) {
		all := Scatter(8, seed)
		if len(all) < 6 {
			t.Fatalf("seed %d: %d pillars of 8", seed, len(all))
		}
		for i, p := range all {
			if math.Hypot(p.North, p.East) < scatterNear {
				t.Errorf("seed %d: pillar %d is at the start", seed, i)
			}
			for _, o := range all[:i] {
				if math.Hypot(p.North-o.North, p.East-o.East)-p.Radius-o.Radius < scatterGap {
					t.Errorf("seed %d: two pillars are closer than the gap", seed)
				}
			}
		}
	}
}

// over is a world of a level bottom, without noise.
func over(t *testing.T, change func(*WorldConfig)) *World {
	t.Helper()
	v, err := JackLike().WithNoise("none")
	if err != nil {
		t.Fatal(err)
	}
	c := WorldConfig{Vehicle: v, Seed: 1, Ground: Ground{Depth: 6}}
	if change != nil {
		change(&c)
	}
	w, err := NewWorld(c)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// The ranges are those of the geometry: a level bottom under a tilted beam, a pillar straight ahead.
func TestRangesOfALevelBottomAndAPillar(t *testing.T) {
	w := over(t, func(c *WorldConfig) {
		c.Ground.Pillars = []Pillar{{North: 5, Radius: 1}}
		c.Vehicle.Sonar.Mounting, c.Vehicle.Sonar.Beams = Mounting{}, 3
	})
	r, m := w.Readings(), w.Vehicle().Proximeter.Mounting
	want := (6 - 2 - m.Position.Z) / math.Sin(1.2)
	if math.Abs(r.Proximeter.Range-want) > 1e-3 || r.Proximeter.N != 1 {
		t.Errorf("the proximeter measures %v, not %g", r.Proximeter, want)
	}
	if s := r.Sonar; s.Beams != 3 || math.Abs(s.Ranges[1]-4) > 1e-9 || s.Ranges[0] != 20 || s.Ranges[2] != 20 {
		t.Errorf("the sonar measures %v", s)
	}
	if n := w.Near(); n.Altitude != 4 || !(n.Clearance > 3.5 && n.Clearance < 4) {
		t.Errorf("the ground is at %+v", n)
	}
}

// The ground holds a vehicle that drives against it.
func TestTheGroundHolds(t *testing.T) {
	w := over(t, func(c *WorldConfig) { c.Ground.Pillars = []Pillar{{North: 2, Radius: 0.5}} })
	for n := range 4000 {
		f := []float64{20, 20, 20, 20, 30, 30} // ahead and down
		w.Command(f)
		if err := w.AdvanceTo(reactor.Time(n) * reactor.Time(5*time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		if c := w.Near().Clearance; c < -0.1 {
			t.Fatalf("after %v the vehicle is %g m in the ground", w.Now(), -c)
		}
	}
	if a := w.Near().Altitude; a > 0.6 {
		t.Errorf("it did not come down: %g m above the bottom", a)
	}
}

// In open water nothing echoes, and faults befall the new sensors as the others.
func TestSilenceStuckAndNoise(t *testing.T) {
	w := over(t, func(c *WorldConfig) { c.Ground = Ground{} })
	if r := w.Readings(); r.Proximeter.Range != 30 || r.Sonar.Ranges[0] != 20 || !math.IsInf(w.Near().Clearance, 1) {
		t.Errorf("open water: %+v, %+v", r.Proximeter, r.Sonar)
	}
	w = over(t, func(c *WorldConfig) {
		c.Failures = []Failure{
			{Part: ProximeterPart, Kind: Dropout, From: time.Second, To: 2 * time.Second},
			{Part: SonarPart, Kind: Frozen, From: time.Second, To: 2 * time.Second},
			{Part: ProximeterPart, Kind: Noisy, From: 2 * time.Second, Value: 1},
		}
	})
	w.Command([]float64{0, 0, 0, 0, 20, 20})
	at := func(d time.Duration) Readings {
		if err := w.AdvanceTo(reactor.Time(d)); err != nil {
			t.Fatal(err)
		}
		return *w.Readings()
	}
	before, during := at(990*time.Millisecond), at(1990*time.Millisecond)
	if before.Proximeter != during.Proximeter {
		t.Errorf("a silent proximeter goes from %v to %v", before.Proximeter, during.Proximeter)
	}
	if during.Sonar.Ranges != before.Sonar.Ranges || during.Sonar.N == before.Sonar.N {
		t.Errorf("a stuck sonar goes from %v to %v", before.Sonar, during.Sonar)
	}
	most := 0.0
	for n := range 20 {
		r := at(2*time.Second + time.Duration(n)*100*time.Millisecond)
		truth := w.echo(&w.vehicle.Proximeter.Mounting, w.sensors.beam, 30, &Noise{}, &w.sensors.proximeter.noise)
		most = max(most, math.Abs(r.Proximeter.Range-truth))
	}
	if most < 0.5 || most > 5 {
		t.Errorf("a noisy proximeter is off by up to %g m", most)
	}
}

func TestGroundDoesNotAllocate(t *testing.T) {
	w := over(t, func(c *WorldConfig) { c.Ground.Relief, c.Ground.Pillars = 0.5, Scatter(8, 1) })
	now := time.Duration(0)
	if n := testing.AllocsPerRun(20, func() {
		now += 200 * time.Millisecond
		_ = w.AdvanceTo(reactor.Time(now))
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
