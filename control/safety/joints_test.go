package safety

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func limits7() []JointLimit {
	l := make([]JointLimit, 7)
	for i := range l {
		l[i] = JointLimit{Lower: -2, Upper: 2.5, V: 3.14, A: 20, J: 500}
	}
	l[3] = JointLimit{Lower: -0.19, Upper: 3.9, V: 2, A: 10}
	return l
}

func newJoints(t testing.TB) *Joints {
	t.Helper()
	k, err := NewJoints(JointsConfig{Limits: limits7()})
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Reset(make([]float64, 7)); err != nil {
		t.Fatal(err)
	}
	return k
}

func TestNoInputBreaksAJointLimit(t *testing.T) {
	k := newJoints(t)
	r := rand.New(rand.NewPCG(*seed, 3))
	T := k.c.T
	q, out := make([]float64, 7), make([]float64, 7)
	var old [7][3]float64 // position, velocity, acceleration
	push := 1.0
	gain := 0.3
	for c := range 100_000 {
		if k.Stopped() {
			still := true
			for i := range q {
				_, dq, ddq := k.State(i)
				still = still && dq == 0 && ddq == 0
			}
			if still {
				if err := k.Reset(out); err != nil {
					t.Fatal(err)
				}
			}
		}
		if c%300 == 0 {
			push, gain = r.Float64()*2-1, []float64{0.006, 0.04, 0.3}[r.IntN(3)]
		}
		for i := range q {
			p, v, a := k.State(i)
			q[i] = p + (v+a*T+push*r.Float64()*gain)*T
			if r.IntN(20000) == 0 {
				q[i] = math.NaN()
			}
			if r.IntN(2000) == 0 {
				q[i] += 0.3
			}
		}
		if r.IntN(3000) == 0 {
			k.Stop()
		}
		if r.IntN(100) == 0 {
			k.Missing(out)
		} else {
			k.Check(q, out)
		}
		for i, l := range k.c.Limits {
			v := (out[i] - old[i][0]) / T
			a := (v - old[i][1]) / T
			j := (a - old[i][2]) / T
			if out[i] < l.Lower-1e-8 || out[i] > l.Upper+1e-8 || math.Abs(v) > l.V*(1+1e-5) || math.Abs(a) > l.A*(1+1e-5) || (l.J > 0 && math.Abs(j) > l.J*(1+1e-5)) {
				t.Fatalf("cycle %d joint %d: q %g dq %g ddq %g dddq %g breaks %+v", c, i, out[i], v, a, j, l)
			}
			old[i] = [3]float64{out[i], v, a}
		}
	}
	if k.Count[Pass] == 0 || k.Count[Limited] == 0 || k.Count[EStop] == 0 {
		t.Fatalf("the inputs do not try everything: %v", k.Count)
	}
}

func TestJointsFaults(t *testing.T) {
	k := newJoints(t)
	out := make([]float64, 7)
	if v := k.Check(make([]float64, 6), out); v != Rejected {
		t.Fatalf("six positions for seven joints: %v", v)
	}
	if err := k.Reset([]float64{9, 0, 0, 0, 0, math.NaN(), 0}); err == nil || strings.Count(err.Error(), "cannot start") != 2 {
		t.Fatalf("Reset with two joints out of range: %v", err)
	}
	k.Stop()
	if v := k.Check(out, out); v != EStop {
		t.Fatalf("after Stop: %v", v)
	}
	if _, err := NewJoints(JointsConfig{Limits: []JointLimit{{Lower: 1, Upper: 0}}}); err == nil ||
		!strings.Contains(err.Error(), "lower < upper") || !strings.Contains(err.Error(), "limit A") {
		t.Fatalf("faults of a joint: %v", err)
	}
	if _, err := NewJoints(JointsConfig{}); err == nil {
		t.Fatal("no joints accepted")
	}
}

func TestWatchdog(t *testing.T) {
	ms := time.Millisecond
	w := Watchdog{HoldAfter: 50 * ms, HaltAfter: 200 * ms}
	if w.Look(0) != Halt {
		t.Fatal("a watchdog never reset lives")
	}
	w.Reset(1000 * ms)
	for _, c := range []struct {
		at   time.Duration
		feed bool
		want Level
	}{
		{1050, false, Alive}, {1051, false, Hold}, {1100, true, Alive}, {1300, false, Hold},
		{900, true, Alive}, // a clock that jumps back: counts as 1300
		{1501, false, Halt}, {1502, true, Halt}, {2000, false, Halt},
	} {
		if c.feed {
			w.Feed(c.at * ms)
		}
		if got := w.Look(c.at * ms); got != c.want {
			t.Errorf("at %d ms: %v, want %v", c.at, got, c.want)
		}
	}
	if w.Falls != 1 || Worst(Alive, Hold, Alive) != Hold || Worst() != Alive {
		t.Error("counting or combining is wrong")
	}
	w.Reset(3000 * ms)
	if w.Look(3000*ms) != Alive {
		t.Error("Reset does not revive")
	}
}
