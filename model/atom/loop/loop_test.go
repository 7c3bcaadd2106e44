package loop

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/reactor"
)

const ms = reactor.Time(time.Millisecond)

// TestGuard: what is not valid does not go on, and halts what depends on it in time.
func TestGuard(t *testing.T) {
	var g Guard
	var w Watch
	var events []Event
	w.Over(Options{Hold: 20 * time.Millisecond, Alarm: func(e Event) { events = append(events, e) }},
		Between(&g, "IMU.yaw", unit.Radians(-1), unit.Radians(1), 2).Freezes(30*time.Millisecond).Begins(0.25))
	for n, c := range []struct {
		give, want float64
		halt       Halt
	}{
		{math.NaN(), 0.25, 2}, // nothing valid yet: at once
		{0.5, 0.5, 0},
		{7, 0.5, 0},          // 20 ms: out of range
		{math.NaN(), 0.5, 0}, // 30 ms
		{-7, 0.5, 2},         // 40 ms: for too long
		{1, 1, 0},
		{1, 1, 0}, {1, 1, 0}, {1, 1, 0}, {1, 1, 0}, {1, 1, 2}, // 80 ms: frozen; 100 ms: for too long
		{-1, -1, 0},
	} {
		at := reactor.Time(n) * 10 * ms
		if got := Pass(&g, unit.Angle(c.give), at); float64(got) != c.want {
			t.Errorf("at %v: %v passes for %v, want %v", at, got, c.give, c.want)
		}
		if got := w.Halts(at); got != c.halt {
			t.Errorf("at %v: %b must come to rest, want %b", at, got, c.halt)
		}
	}
	want := []Event{{0, "IMU.yaw", Missing, true, math.NaN()}, {10 * ms, "IMU.yaw", Missing, false, 0.5}, {20 * ms, "IMU.yaw", Range, true, 7},
		{50 * ms, "IMU.yaw", Range, false, 1}, {80 * ms, "IMU.yaw", Frozen, true, 1}, {110 * ms, "IMU.yaw", Frozen, false, -1}}
	if d := cmp.Diff(want, events, cmp.Comparer(func(a, b float64) bool {
		return math.Float64bits(a) == math.Float64bits(b) || a == b || a != a && b != b
	})); d != "" {
		t.Error(d)
	}
}

// TestChoice: a switch goes on from where it was, fades, and lowers the flags of the law that it leaves.
func TestChoice(t *testing.T) {
	var c Choice
	var left, other Guard
	var w Watch
	w.Over(Options{}, Finite(&left, "a.u", 1), Finite(&other, "b.u", 1))
	c.Between(20*time.Millisecond, 1, []*Guard{&left}, []*Guard{&other})
	for n, s := range []struct{ number, want float64 }{{0, 10}, {7, 10}, {math.NaN(), 10}, {1, 10}, {1.5, 25}, {1, 40}, {-1, 40}} {
		at := reactor.Time(n) * 10 * ms
		if n == 2 {
			Pass(&left, unit.Force(math.NaN()), at)
			if d := cmp.Diff([]string{"a.u"}, w.Flagged()); d != "" {
				t.Error(d)
			}
		}
		c.Pick(s.number, at)
		c.Begin(at)
		if got := c.Blend(0, []float64{10, 40}[c.Law]); got != s.want || got != c.Out(0) {
			t.Errorf("cycle %d gives %v, want %v", n, got, s.want)
		}
	}
	if f := w.Flagged(); f != nil || w.Halts(0) != 0 {
		t.Errorf("%v is flagged of a law that is not in command", f)
	}
}

// TestTurn: an angle fades the short way round, and stays in ±π.
func TestTurn(t *testing.T) {
	const deg = math.Pi / 180
	f := NewFade(40*time.Millisecond, 1)
	for n, s := range []struct{ give, want float64 }{{170, 170}, {-170, 170}, {-170, 175}, {-170, 180}, {-170, -175}, {-170, -170}} {
		if n == 1 {
			f.Switch()
		}
		f.Begin(reactor.Time(n) * 10 * ms)
		if got := f.Turn(0, s.give*deg); math.Abs(math.Remainder(got-s.want*deg, 2*math.Pi)) > 1e-12 || math.Abs(got) > math.Pi {
			t.Errorf("cycle %d gives %v°, want %v°", n, got/deg, s.want)
		}
	}
}
