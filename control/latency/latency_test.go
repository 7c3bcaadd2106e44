package latency

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/manager/controllertest"
	"github.com/sinew-robotics/sinew/control/safety"
)

func params(more ...controllertest.Param) []controllertest.Param {
	return append([]controllertest.Param{{Name: "joints", Value: []string{"a", "b"}}}, more...)
}

func TestConformance(t *testing.T) {
	controllertest.Run(t, controllertest.Subject{New: func() manager.Controller { return New() }, Setup: controllertest.Setup(nil), Params: params(), Jump: 1e-9,
		States: func(rnd *rand.Rand, io *manager.IO) {
			for i := range 2 {
				io.States(i)[0] = 0.1 * rnd.NormFloat64()
				io.SetCommand(i, io.State(i))
			}
		}})
}

// measure runs the controller on joints whose readings are commands of so long ago, with a gain and noise.
func measure(t interface{ Fatal(...any) }, seed uint64, delay [2]time.Duration, gain, noise float64) []Result {
	rnd := rand.New(rand.NewPCG(seed, 0))
	c := New()
	_, io, err := controllertest.Begin(c, controllertest.Setup(nil), params()...)
	if err != nil {
		t.Fatal(err)
	}
	io.SetCommand(0, 0.5)
	io.SetCommand(1, -1)
	if err := c.Activate(io); err != nil {
		t.Fatal(err)
	}
	var sent [2][]float64 // what was commanded, for each cycle
	for !c.Finished() {
		for i := range 2 {
			n := len(sent[i])
			at := float64(n) - float64(delay[i])/1e6 // in cycles; commands change on the way between two
			low := int(math.Floor(at))
			value := func(k int) float64 {
				if k < 0 || n == 0 {
					return [2]float64{0.5, -1}[i]
				}
				return sent[i][min(k, n-1)]
			}
			x := value(low) + (at-float64(low))*(value(low+1)-value(low))
			io.States(i)[0] = gain*x + noise*rnd.NormFloat64()
		}
		if err := c.Update(io); err != nil {
			t.Fatal(err)
		}
		for i := range 2 {
			sent[i] = append(sent[i], io.Command(i))
		}
	}
	return c.Results()
}

// A known delay is found within half a cycle, in spite of noise of a fiftieth of the motion.
func TestKnownDelaysAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := [2]time.Duration{}
		for i := range d {
			d[i] = time.Duration(rapid.IntRange(1000, 150_000).Draw(t, "µs")) * time.Microsecond
		}
		gain := rapid.Float64Range(0.8, 1.1).Draw(t, "gain")
		for i, r := range measure(t, rapid.Uint64().Draw(t, "seed"), d, gain, 0.0003) {
			if off := r.Delay - d[i]; !r.Found || off.Abs() > 500*time.Microsecond {
				t.Fatalf("%v: it is %v", r, d[i])
			}
		}
	})
}

func TestWhatHasNoDelay(t *testing.T) {
	for name, gain := range map[string]float64{"a joint that stands still": 0, "one that hardly moves": 0.2} {
		for _, r := range measure(t, 1, [2]time.Duration{5 * time.Millisecond, 5 * time.Millisecond}, gain, 0.0001) {
			if r.Found || !strings.Contains(r.String(), "no delay was found") {
				t.Errorf("%s: %v", name, r)
			}
		}
	}
	if r := measure(t, 1, [2]time.Duration{300 * time.Millisecond, 5 * time.Millisecond}, 1, 0); r[0].Found || !r[1].Found {
		t.Errorf("a delay beyond the search: %v", r)
	}
}

func TestRefused(t *testing.T) {
	c := New()
	for want, p := range map[string]controllertest.Param{"does not tell delays": {Name: "frequency", Value: 5.0}, "not two periods": {Name: "duration", Value: 500 * time.Millisecond},
		"no joints": {Name: "joints", Value: []string{}}} {
		if _, _, err := controllertest.Begin(New(), controllertest.Setup(nil), params(p)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %q", err, want)
		}
	}
	s := controllertest.Setup(nil)
	inner := s.Limit
	s.Limit = func(joint string) (l safety.AxisLimit) {
		l = inner(joint)
		l.Upper = 0.001
		return l
	}
	_, io := controllertest.Configure(t, c, s, params()...)
	if err := c.Activate(io); err == nil || !strings.Contains(err.Error(), "a has no room to move by 0.0158") {
		t.Error(err)
	}
}
