package manager

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/reactor"
)

// sample is what was sent, and when.
type sample struct{ x, t float64 }

// differences is the greatest k! times a divided difference of samples, less what rounding may make of it.
func differences(all []sample, k int) (most float64) {
	for i := k; i < len(all); i++ {
		x, r := [4]float64{}, 4e-16
		for n := range k + 1 {
			x[n] = all[i-n].x
		}
		for n := 1; n <= k; n++ {
			least := math.Inf(1)
			for a := 0; a+n <= k; a++ {
				dt := all[i-a].t - all[i-a-n].t
				least = min(least, dt)
				x[a] = float64(n) * (x[a] - x[a+1]) / dt
			}
			r = float64(2*n) * r / least
		}
		most = max(most, math.Abs(x[0])-4*r)
	}
	return most
}

// However late its thread is, and whatever it is commanded, what a joint is sent holds its limits at the times at which it is sent.
func TestWhatIsSentHoldsItsLimitsAtAnyTimes(t *testing.T) {
	l := safety.Unlimited()
	l.Lower, l.Upper, l.V, l.A, l.D, l.J = -1.5, 2, 2, 12, 12, 400
	const h = time.Millisecond
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]Kind{Position, Velocity}).Draw(t, "kind")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		in := hw.Info{Name: "arm", Period: h, State: []hw.Handle{{Name: "j/position", Unit: "rad"}},
			Groups: []hw.Group{{Name: "all", Command: []hw.Handle{{Name: "j/" + kind.String(), Unit: kindUnit(kind)}}}}}
		p := newPacer(in, in.Groups[0], jointLimits{"j": l}, h)
		state, command := []float64{0.2}, []float64{0.2, float64(int(kind) | 1<<(8+kind))}
		if kind == Velocity {
			command[0] = 0
		}
		if err := p.begin(0, command, state); err != nil {
			t.Fatal(err)
		}
		var sent []sample
		now, wish := time.Duration(0), command[0]
		for range 1500 {
			if r.IntN(150) == 0 {
				wish = r.NormFloat64() * 2
			}
			late := time.Duration(r.ExpFloat64() * float64(h) / 3)
			if r.IntN(40) == 0 {
				late += time.Duration(r.IntN(30)) * h
			}
			if r.IntN(1000) == 0 {
				late += 300 * h
			}
			now += max(h/2+late, 1)
			command[0] = wish
			for n := 0; p.due(now); n++ {
				if n > mostSteps && p.rests() {
					p.skip(now)
					break
				}
				p.point(command, state, n == 0, n > mostSteps)
			}
			out := []float64{command[0]}
			p.put(now, out)
			x := sample{out[0], now.Seconds()}
			if kind == Velocity && len(sent) > 0 { // the hardware goes on with what it was told last
				state[0] += sent[len(sent)-1].x * (x.t - sent[len(sent)-1].t)
			} else if kind == Position {
				state[0] = x.x
			}
			sent = append(sent, x)
		}
		most := []float64{l.V, l.A, l.J}
		if kind == Velocity {
			most = most[1:]
		}
		for k, m := range most {
			if d := differences(sent, k+1); d > m*(1+1e-5) {
				t.Errorf("%v: derivative %d is %g, at most %g", kind, k+1, d, m)
			}
		}
		for _, s := range sent {
			if kind == Position && (s.x < l.Lower-1e-8 || s.x > l.Upper+1e-8) || kind == Velocity && math.Abs(s.x) > l.V*(1+1e-5) {
				t.Fatalf("%v: %g is sent at %g s", kind, s.x, s.t)
			}
		}
	})
}

func kindUnit(k Kind) string { return kinds[k].units[0] }

// Threads that are late by up to 40 cycles at times, as on a busy machine, and skip what they missed: the hardware, which is told
// the time, sees no command outside the limits, and its joints have come to rest in the end.
func TestLateThreadsKeepLimits(t *testing.T) {
	for _, by := range []string{"a", "v"} {
		for seed := range uint64(5) {
			op, l, p := apartProgram(t, time.Millisecond, func(c *Config, l *looked) {
				if by == "v" {
					c.Controllers[0].Start, c.Controllers[1].Start = Inactive, Active
				}
				c.Components[0].Stale = time.Second
			}, map[time.Duration]Order{
				500 * time.Millisecond:  {Verb: "switch", Activate: []string{"v"}, Deactivate: []string{"a"}},
				1200 * time.Millisecond: {Verb: "switch", Activate: []string{"a"}, Deactivate: []string{"v"}},
				2200 * time.Millisecond: {Verb: "stop"}, // a tick that is skipped gives no order
				2300 * time.Millisecond: {Verb: "stop"},
			})
			stretched(p, seed, 3*time.Second)
			if l.w.Count > 0 || !l.w.Rest() || l.Writes < 500 {
				t.Errorf("%s, seed %d: outside the limits %d times: %s; at rest: %v; %d commands; %q", by, seed, l.w.Count, l.w.First, l.w.Rest(), l.Writes, op.log)
			}
		}
	}
}

// stretched runs a program on one thread and a physical clock that stands still but for what waits and what stalls.
func stretched(p *reactor.Program, seed uint64, long time.Duration) {
	r := rand.New(rand.NewPCG(seed, 1))
	now := reactor.Time(0)
	p.SetClock(func(*reactor.Enclave) reactor.Time { return now })
	p.Start()
	for {
		e, tag := p.Earliest()
		if e == nil || now > reactor.Time(long) {
			return
		}
		now = max(now, tag.Time)
		if r.IntN(300) == 0 {
			now += reactor.Time(r.IntN(40e6))
		}
		e.Skip(now)
		if e, tag = p.Earliest(); e == nil {
			return
		}
		now = max(now, tag.Time) + reactor.Time(r.ExpFloat64()*50e3)
		p.StepAt(e, tag, nil)
	}
}
