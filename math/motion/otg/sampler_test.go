package otg

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// checked is a robot that differentiates its commands, continues with constant acceleration if one is missing, and
// notes by how much its limits were passed.
type checked struct {
	dt      float64
	limits  []Limit
	x, v, a []float64
	worst   [4]float64 // parts of position range, V, A, J beyond the limit, rounding taken off
	fastest float64    // largest |v|/V
}

func newChecked(limits []Limit, dt float64) *checked {
	n := len(limits)
	return &checked{dt: dt, limits: limits, x: make([]float64, n), v: make([]float64, n), a: make([]float64, n)}
}

func (r *checked) next(i int, x, v, a float64) {
	l := r.limits[i]
	ulp := 4 * 0x1p-52 * max(1, math.Abs(x))
	over := func(k int, x, limit, rounding float64) {
		r.worst[k] = max(r.worst[k], (x-rounding-limit)/limit)
	}
	j := (a - r.a[i]) / r.dt
	over(0, max(x-l.Upper, l.Lower-x)+1, 1, ulp)
	over(1, math.Abs(v), l.V, ulp/r.dt)
	over(2, math.Abs(a), l.A, ulp/(r.dt*r.dt))
	over(3, math.Abs(j), l.J, ulp/(r.dt*r.dt*r.dt))
	r.fastest = max(r.fastest, math.Abs(v)/l.V)
	r.x[i], r.v[i], r.a[i] = x, v, a
}

func (r *checked) tell(x []float64) {
	for i := range x {
		v := (x[i] - r.x[i]) / r.dt
		r.next(i, x[i], v, (v-r.v[i])/r.dt)
	}
}

func (r *checked) miss() {
	for i := range r.x {
		v := r.v[i] + r.a[i]*r.dt
		r.next(i, r.x[i]+v*r.dt, v, r.a[i])
	}
}

func (r *checked) keeps(t interface{ Fatalf(string, ...any) }, what string) {
	for k, name := range [4]string{"position", "velocity", "acceleration", "jerk"} {
		if r.worst[k] > 1e-9 {
			t.Fatalf("%s: %s limit passed by the part %g of it: %+v", what, name, r.worst[k], *r)
		}
	}
}

// pandaLimits are FCI's.
func pandaLimits() []Limit {
	return []Limit{
		{-2.8973, 2.8973, 2.175, 15, 7500}, {-1.7628, 1.7628, 2.175, 7.5, 3750}, {-2.8973, 2.8973, 2.175, 10, 5000},
		{-3.0718, -0.0698, 2.175, 12.5, 6250}, {-2.8973, 2.8973, 2.61, 15, 7500}, {-0.0175, 3.7525, 2.61, 20, 10000},
		{-2.8973, 2.8973, 2.61, 20, 10000},
	}
}

func middle(l []Limit) []float64 {
	x := make([]float64, len(l))
	for i := range l {
		x[i] = (l[i].Lower + l[i].Upper) / 2
	}
	return x
}

func newSampler(t testing.TB, c SamplerConfig) (*Sampler, *checked) {
	t.Helper()
	s, err := NewSampler(c)
	if err != nil {
		t.Fatal(err)
	}
	r := newChecked(c.Limits, s.dt)
	copy(r.x, middle(c.Limits))
	if status := s.Resume(r.x, r.v, r.a); !status.Usable() {
		t.Fatal(status)
	}
	return s, r
}

// order gives the sampler a random request.
func order(r *rand.Rand, s *Sampler) {
	limits, n := s.Limits(), len(s.limits)
	p, v := make([]float64, n), make([]float64, n)
	for i, l := range limits {
		p[i] = l.Lower + (l.Upper-l.Lower)*min(1, max(0, 1.2*r.Float64()-0.1))
		v[i] = l.V * min(1, max(-1, 3*r.Float64()-1.5))
	}
	switch r.IntN(6) {
	case 0:
		s.Stop()
	case 1, 2:
		s.TargetVelocity(v)
	default:
		s.Target(p)
	}
}

// A robot that loses bursts of up to lost commands sees its limits kept by a sampler that gets new requests all the
// time.
func TestSamplerKeepsRobotsLimits(t *testing.T) {
	for _, lost := range []int{0, 1, 3, 19} {
		random := rand.New(rand.NewPCG(7, uint64(lost)))
		s, r := newSampler(t, SamplerConfig{Limits: pandaLimits(), Lost: lost})
		x, calm, gaps := make([]float64, 7), 0, 0
		for cycle := range 40_000 {
			if random.IntN(150) == 0 {
				order(random, s)
			}
			s.Step(x)
			calm++
			if lost > 0 && calm > 1 && random.IntN(5) == 0 {
				for range 1 + random.IntN(lost) {
					r.miss()
				}
				calm = 0
				gaps++
				if _, status := s.Follow(r.x, r.v, r.a); !status.Usable() {
					t.Fatalf("cycle %d: after a gap: %v", cycle, status)
				}
				continue
			}
			r.tell(x)
			if same, status := s.Follow(r.x, r.v, r.a); !same || status != OK {
				t.Fatalf("cycle %d: %v", cycle, status)
			}
		}
		r.keeps(t, "lost "+string(rune('0'+lost%10)))
		t.Logf("lost %d: %d gaps, velocity up to %.3f of the limit, excess %g", lost, gaps, r.fastest, r.worst)
	}
}

func maxAbs(x []float64) (m float64) {
	for _, y := range x {
		m = max(m, math.Abs(y))
	}
	return m
}

func drawLimits(t *rapid.T, n int) []Limit {
	l := make([]Limit, n)
	for i := range l {
		l[i] = Limit{Lower: -math.Inf(1), Upper: math.Inf(1), V: rapid.Float64Range(0.1, 5).Draw(t, "V"), A: rapid.Float64Range(0.5, 30).Draw(t, "A")}
		l[i].J = l[i].A * rapid.Float64Range(10, 800).Draw(t, "J/A")
	}
	return l
}

func TestSamplerAnyLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, lost := rapid.IntRange(1, 3).Draw(t, "joints"), rapid.IntRange(0, 19).Draw(t, "lost")
		limits := drawLimits(t, n)
		apart := rapid.IntRange(1, 5).Draw(t, "apart")
		s, err := NewSampler(SamplerConfig{Limits: limits, Lost: lost, Apart: apart, Sync: Sync(rapid.IntRange(0, 2).Draw(t, "sync"))})
		if err != nil {
			t.Fatal(err)
		}
		r := newChecked(limits, s.dt)
		x, p, calm := make([]float64, n), make([]float64, n), 0
		for range rapid.IntRange(10, 400).Draw(t, "cycles") {
			if rapid.IntRange(0, 60).Draw(t, "order") == 0 {
				for i := range p {
					p[i] = r.x[i] + rapid.Float64Range(-1, 1).Draw(t, "p")
				}
				if rapid.Bool().Draw(t, "velocity") {
					s.TargetVelocity(p)
				} else {
					s.Target(p)
				}
			}
			s.Step(x)
			if calm++; lost > 0 && calm > apart && rapid.IntRange(0, 10).Draw(t, "gap") == 0 {
				for range rapid.IntRange(1, lost).Draw(t, "burst") {
					r.miss()
				}
				calm = 0
			} else {
				r.tell(x)
			}
			if _, status := s.Follow(r.x, r.v, r.a); !status.Usable() {
				t.Fatalf("after a gap: %v", status)
			}
		}
		r.keeps(t, "random")
		s.Stop()
		for left := s.Left(); left > 0; left-- {
			s.Step(x)
			r.tell(x)
		}
		if s.Step(x) {
			t.Fatalf("still moving after the stop: %+v", s)
		}
		r.tell(x)
		r.keeps(t, "stop")
	})
}

func TestSamplerArrives(t *testing.T) {
	s, r := newSampler(t, SamplerConfig{Limits: pandaLimits()})
	goal := []float64{1, -1, 0.5, -1, 2, 1, -2.5}
	if status := s.Target(goal); status != OK {
		t.Fatal(status)
	}
	x, cycles := make([]float64, 7), s.Left()
	for k := range cycles {
		moving := s.Step(x)
		if s.Left() != cycles-k-1 || moving != (s.Left() > 0) {
			t.Fatalf("cycle %d of %d: moving %v, left %d", k, cycles, moving, s.Left())
		}
		r.tell(x)
	}
	for range 3 {
		for i := range goal {
			if x[i] != goal[i] {
				t.Fatalf("ends at %v, not at %v", x, goal)
			}
		}
		if s.Step(x) {
			t.Error("moves at its target")
		}
		r.tell(x)
	}
	if maxAbs(r.v) != 0 || maxAbs(r.a) != 0 {
		t.Errorf("the robot still sees motion: %v %v", r.v, r.a)
	}
	r.keeps(t, "arriving")
}

// Meet catches up with a moving stream after a gap, without a step in acceleration.
func TestSamplerMeets(t *testing.T) {
	limits := pandaLimits()[:1]
	stream := func(k int) (p, v, a float64) {
		w := 2.0
		at := w * float64(k) * 1e-3
		return 0.5 * math.Sin(at), 0.5 * w * math.Cos(at), -0.5 * w * w * math.Sin(at)
	}
	for gap := 1; gap < 20; gap++ {
		s, err := NewSampler(SamplerConfig{Limits: limits})
		if err != nil {
			t.Fatal(err)
		}
		r := newChecked(limits, 1e-3)
		k := 100
		r.x[0], r.v[0], r.a[0] = stream(k)
		r.v[0] -= r.a[0] * 1e-3 / 2
		for range gap {
			r.miss()
			k++
		}
		s.Resume(r.x, r.v, r.a)
		var p, v, a [1]float64
		ahead := 1
		for ; ; ahead++ {
			p[0], v[0], a[0] = stream(k + ahead)
			if s.Meet(ahead, p[:], v[:], a[:]) {
				break
			}
			if ahead > 400 {
				t.Fatalf("gap %d: never meets the stream", gap)
			}
		}
		x := make([]float64, 1)
		for range ahead {
			s.Step(x)
			r.tell(x)
			k++
		}
		if math.Abs(x[0]-p[0]) > 1e-13 {
			t.Errorf("gap %d: meets at %v, wanted %v", gap, x[0], p[0])
		}
		for range 50 {
			k++
			x[0], _, _ = stream(k)
			r.tell(x)
		}
		r.keeps(t, "meeting")
		if gap == 19 {
			t.Logf("a gap of 19: met %d cycles later", ahead)
		}
	}
}

// A target in motion that is not followed up becomes a stop, and a velocity ends at the position limit.
func TestSamplerEndsMotions(t *testing.T) {
	limits := pandaLimits()[:2]
	s, r := newSampler(t, SamplerConfig{Limits: limits, Lost: 3})
	x := make([]float64, 2)
	cycles := 0
	for cycles = 1; !s.Meet(cycles, []float64{1, -1}, []float64{0.5, -0.5}, []float64{1, 0}); cycles++ {
		if cycles > 5000 {
			t.Fatal("cannot meet")
		}
	}
	for range cycles {
		s.Step(x)
		r.tell(x)
	}
	if math.Abs(x[0]-1) > 1e-13 || math.Abs(x[1]+1) > 1e-13 {
		t.Errorf("met at %v", x)
	}
	for n := 0; s.Step(x); n++ {
		r.tell(x)
		if n > 2000 {
			t.Fatal("does not stop")
		}
	}
	r.tell(x)
	for _, v := range [][]float64{{2, -2}, {-2, 2}} {
		if status := s.TargetVelocity(v); !status.Usable() {
			t.Fatal(status)
		}
		for n := 0; s.Step(x); n++ {
			r.tell(x)
			if n > 8000 {
				t.Fatal("does not stop at the limit")
			}
		}
		r.tell(x)
	}
	if d := limits[1].Upper - x[1]; d > 0.3 && limits[0].Lower-x[0] < -0.3 {
		t.Errorf("stopped far from both limits: %v", x)
	}
	r.keeps(t, "ends")
}

func TestSamplerFaults(t *testing.T) {
	_, err := NewSampler(SamplerConfig{Limits: []Limit{{0, 0.001, 1, 1, 1}, {-1, 1, 0, 1, 1}}, Lost: 5, Sync: 9})
	if err == nil || len(err.(interface{ Unwrap() []error }).Unwrap()) != 2 {
		t.Errorf("faults: %v", err)
	}
	s, _ := newSampler(t, SamplerConfig{Limits: pandaLimits()})
	nan := []float64{0, 0, 0, -1, 0, math.NaN(), 0}
	far := []float64{0, 0, 0, -1, 0, 9, 0}
	zero := make([]float64, 7)
	if s.Resume(nan, zero, zero) != Invalid || s.Target(nan) != Invalid || s.Target(far) != Unreachable || s.Meet(100, nan, zero, zero) ||
		s.Meet(0, zero, zero, zero) || s.TargetVelocity(nan) != Invalid || s.TargetVelocity(far) != OK {
		t.Error("bad input taken", s.Resume(nan, zero, zero), s.Target(nan), s.Target(far), s.Meet(100, nan, zero, zero),
			s.Meet(0, zero, zero, zero), s.TargetVelocity(nan), s.TargetVelocity(far))
	}
	s.Step(zero)
	if s.Stop() != OK || s.Resume(zero, nan, zero) != Invalid {
		t.Error("does not stop, or takes bad input")
	}
}

func TestSamplerAllocs(t *testing.T) {
	s, r := newSampler(t, SamplerConfig{Limits: pandaLimits(), Lost: 3})
	goal, x := []float64{1, -1, 0.5, -1, 1, 1, -2}, make([]float64, 7)
	if n := testing.AllocsPerRun(200, func() {
		s.Target(goal)
		s.Step(x)
		r.tell(x)
		s.TargetVelocity(goal)
		s.Step(x)
		r.tell(x)
		s.Meet(5, goal, goal, goal)
		r.miss()
		s.Follow(r.x, r.v, r.a)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
