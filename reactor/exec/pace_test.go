package exec

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// TestPace drives a pace with its own clock and occasionally stalls the run. Between no two tags may it be faster than
// its speed, except for the small delay that is made up for; without a stall it is on time.
func TestPace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		speed := rapid.SampledFrom([]float64{0.1, 1, 3, 50}).Draw(t, "speed")
		stalls := rapid.Bool().Draw(t, "stalls")
		var p Pace
		now, at := int64(1e15), reactor.Time(0)
		p.Due(speed, at, now)
		begun, most := now, 0.0 // physical time less what logical time takes
		for i := range rapid.IntRange(1, 300).Draw(t, "tags") {
			at += reactor.Time(rapid.Int64Range(1, 20e6).Draw(t, "step"))
			now = max(now, p.Due(speed, at, now))
			behind, rounding := float64(now-begun)-float64(at)/speed, float64(i+2)
			if most-behind > forgiven+rounding {
				t.Fatalf("%v were caught up", time.Duration(most-behind))
			}
			if most = max(most, behind); !stalls && math.Abs(behind) > rounding {
				t.Fatalf("off by %v without a stall", time.Duration(behind))
			}
			if stalls && rapid.IntRange(0, 20).Draw(t, "stalled") == 0 {
				now += rapid.Int64Range(1, 10e9).Draw(t, "stall")
			}
		}
	})
	var p Pace
	p.Due(1e-300, 0, 0)
	if d := p.Due(1e-300, 1e18, 5); d < math.MaxInt64/4 {
		t.Errorf("a time that never comes is due at %d", d)
	}
	if d := p.Due(0, 1e18, 7); d != 7 {
		t.Errorf("without a limit a time is due at %d", d)
	}
}

// staller is a world that stops once.
type staller struct {
	now   reactor.Time
	stall time.Duration
}

func (w *staller) NextEvent() reactor.Time { return w.now + reactor.Time(time.Millisecond) }

func (w *staller) AdvanceTo(t reactor.Time) error {
	if w.now < reactor.Time(100*time.Millisecond) && t >= reactor.Time(100*time.Millisecond) {
		s := rt.Sleeper{}
		s.SleepUntil(rt.Now() + int64(w.stall))
	}
	w.now = t
	return nil
}

// TestAPauseIsNotCaughtUp: 400 ms at real time with a pause of 300 ms take 700 ms.
func TestAPauseIsNotCaughtUp(t *testing.T) {
	m := reactor.NewMain("m")
	w := &staller{stall: 300 * time.Millisecond}
	res := mustRun(t, build(t, m, 1), Options{Clock: LockStep, World: w, Speed: 1, Timeout: 400 * time.Millisecond, KeepAlive: true})
	if least := 700*time.Millisecond - forgiven - 5*time.Millisecond; res.Elapsed < least {
		t.Errorf("it took %v, want %v or more", res.Elapsed, least)
	}
}
