package impair_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/internal/fuzz"
)

const ms = time.Millisecond

// arrival is a packet that came out.
type arrival struct {
	At time.Duration
	N  uint32
	B  []byte
}

// through sends n packets of size bytes, one a millisecond, each beginning with its number, and collects what comes out.
func through(t testing.TB, c impair.Config, n, size int) ([]arrival, *impair.Channel) {
	t.Helper()
	h, err := impair.New(c)
	if err != nil {
		t.Fatal(err)
	}
	var out []arrival
	drain := func(until time.Duration) {
		for at, ok := h.Next(); ok && at <= until; at, ok = h.Next() {
			b, ok := h.Receive(at)
			if !ok {
				t.Fatalf("Next says %v, Receive has nothing", at)
			}
			a := arrival{At: at, B: bytes.Clone(b)}
			if len(b) >= 4 {
				a.N = binary.LittleEndian.Uint32(b)
			}
			out = append(out, a)
		}
	}
	b := make([]byte, size)
	for i := range n {
		now := time.Duration(i) * ms
		drain(now)
		binary.LittleEndian.PutUint32(b, uint32(i))
		h.Send(now, b)
	}
	drain(math.MaxInt64)
	if h.Underway() != 0 {
		t.Fatalf("%d packets never arrived", h.Underway())
	}
	return out, h
}

func TestIdealLink(t *testing.T) {
	out, h := through(t, impair.Config{}, 100, 8)
	for i, a := range out {
		if a.At != time.Duration(i)*ms || a.N != uint32(i) {
			t.Fatalf("packet %d came as %d at %v", i, a.N, a.At)
		}
	}
	if diff := cmp.Diff(impair.Counters{Sent: 100, Delivered: 100, Bytes: 800}, h.Count); diff != "" {
		t.Error(diff)
	}
}

// lostOf lists the numbers that did not come out.
func lostOf(out []arrival, n int) []int {
	came := make([]bool, n)
	for _, a := range out {
		came[a.N] = true
	}
	var lost []int
	for i, c := range came {
		if !c {
			lost = append(lost, i)
		}
	}
	return lost
}

func TestExactBursts(t *testing.T) {
	out, h := through(t, impair.Config{Bursts: impair.Bursts{Length: 3, Every: 10}}, 25, 4)
	if diff := cmp.Diff([]int{7, 8, 9, 17, 18, 19}, lostOf(out, 25)); diff != "" {
		t.Error(diff)
	}
	if h.Count.Burst != 6 {
		t.Errorf("%d counted", h.Count.Burst)
	}
}

// TestShares checks each share against its setting within five deviations of a binomial number.
func TestShares(t *testing.T) {
	const n = 20000
	for _, c := range []struct {
		name string
		set  func(*impair.Config, float64)
		get  func(impair.Counters) uint64
	}{
		{"loss", func(c *impair.Config, s float64) { c.Loss = s }, func(c impair.Counters) uint64 { return c.Lost }},
		{"reorder", func(c *impair.Config, s float64) { c.Reorder = s }, func(c impair.Counters) uint64 { return c.Reordered }},
		{"duplicate", func(c *impair.Config, s float64) { c.Duplicate = s }, func(c impair.Counters) uint64 { return c.Duplicated }},
		{"corrupt", func(c *impair.Config, s float64) { c.Corrupt = s }, func(c impair.Counters) uint64 { return c.Corrupted }},
		{"truncate", func(c *impair.Config, s float64) { c.Truncate = s }, func(c impair.Counters) uint64 { return c.Truncated }},
	} {
		for _, share := range []float64{0, 0.01, 0.2, 1} {
			cfg := impair.Config{Seed: 5}
			c.set(&cfg, share)
			_, h := through(t, cfg, n, 16)
			got, want := float64(c.get(h.Count)), share*n
			if slack := 5 * math.Sqrt(want*(1-share)); math.Abs(got-want) > slack {
				t.Errorf("%s %v: %v of %d packets, want %v ± %v", c.name, share, got, n, want, slack)
			}
		}
	}
}

func TestMoreLossLosesTheSameAndMore(t *testing.T) {
	few, _ := through(t, impair.Config{Seed: 3, Loss: 0.05}, 2000, 4)
	same, _ := through(t, impair.Config{Seed: 3, Loss: 0.05, Delay: 7 * ms, Jitter: 3 * ms, Duplicate: 0.3}, 2000, 4)
	more, _ := through(t, impair.Config{Seed: 3, Loss: 0.2}, 2000, 4)
	a, b, c := lostOf(few, 2000), lostOf(same, 2000), lostOf(more, 2000)
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("other effects change which packets are lost: %s", diff)
	}
	in := map[int]bool{}
	for _, n := range c {
		in[n] = true
	}
	for _, n := range a {
		if !in[n] {
			t.Errorf("packet %d is lost at 5 %% and not at 20 %%", n)
		}
	}
	other, _ := through(t, impair.Config{Seed: 4, Loss: 0.05}, 2000, 4)
	if cmp.Equal(a, lostOf(other, 2000)) {
		t.Error("another seed loses the same packets")
	}
}

func TestGilbert(t *testing.T) {
	const n = 100000
	out, _ := through(t, impair.Config{Gilbert: impair.Gilbert{Enter: 0.01, Leave: 0.2}}, n, 4)
	lost := lostOf(out, n)
	runs := 0
	for i, k := range lost {
		if i == 0 || lost[i-1] != k-1 {
			runs++
		}
	}
	if share := float64(len(lost)) / n; math.Abs(share-0.01/0.21) > 0.006 {
		t.Errorf("share lost %v, want about %v", share, 0.01/0.21)
	}
	if mean := float64(len(lost)) / float64(runs); math.Abs(mean-5) > 0.5 {
		t.Errorf("mean burst %v, want about 5", mean)
	}
	half, _ := through(t, impair.Config{Gilbert: impair.Gilbert{Enter: 0.01, Leave: 0.2, Bad: 0.5}}, n, 4)
	if a, b := len(lostOf(half, n)), len(lost); b < 2*a-b/8 || b > 2*a+b/8 {
		t.Errorf("half lost in the bad state: %d packets against %d", a, b)
	}
}

func TestJitter(t *testing.T) {
	const n = 40000
	table := []time.Duration{0, 1 * ms, 2 * ms, 10 * ms}
	for _, c := range []struct {
		c                    impair.Config
		least, most          time.Duration
		mean, deviation, tol float64 // ms
	}{
		{impair.Config{Delay: 5 * ms, Jitter: 3 * ms}, 2 * ms, 8 * ms, 5, math.Sqrt(3), 0.05},
		{impair.Config{Delay: 50 * ms, Jitter: 3 * ms, Spread: impair.Normal}, 32 * ms, 68 * ms, 50, 3, 0.1},
		{impair.Config{Delay: 1 * ms, Spread: impair.Table, Table: table}, 1 * ms, 11 * ms, 1 + (0.5+1.5+6)/3, math.Sqrt((1./3+7./3+124./3)/3 - 64./9), 0.1},
	} {
		out, _ := through(t, c.c, n, 4)
		sum, square := 0.0, 0.0
		for _, a := range out {
			d := a.At - time.Duration(a.N)*ms
			if d < c.least || d > c.most {
				t.Fatalf("%v: a delay of %v", c.c, d)
			}
			x := d.Seconds() * 1e3
			sum, square = sum+x, square+x*x
		}
		mean := sum / n
		if dev := math.Sqrt(square/n - mean*mean); math.Abs(mean-c.mean) > c.tol || math.Abs(dev-c.deviation) > c.tol {
			t.Errorf("%v: mean %v, deviation %v, want %v, %v", c.c, mean, dev, c.mean, c.deviation)
		}
	}
}

func TestOrder(t *testing.T) {
	overtaken := func(c impair.Config) (n int) {
		out, _ := through(t, c, 5000, 4)
		for i := 1; i < len(out); i++ {
			if out[i].N < out[i-1].N {
				n++
			}
		}
		return n
	}
	if n := overtaken(impair.Config{Delay: 5 * ms, Jitter: 3 * ms}); n == 0 {
		t.Error("jitter lets nothing overtake")
	}
	if n := overtaken(impair.Config{Delay: 5 * ms, Jitter: 3 * ms, Ordered: true}); n != 0 {
		t.Errorf("%d packets overtaken on an ordered link", n)
	}
	if n := overtaken(impair.Config{Delay: 5 * ms, Jitter: 3 * ms, Ordered: true, Reorder: 0.1}); n == 0 {
		t.Error("reorder does nothing on an ordered link")
	}
}

func TestRate(t *testing.T) {
	// 72 + 28 bytes a millisecond over 50 000 bytes a second: two milliseconds each, so the queue fills.
	out, h := through(t, impair.Config{Rate: 50000, Queue: 20 * ms}, 1000, 72)
	for i := 1; i < len(out); i++ {
		if d := out[i].At - out[i-1].At; d < 2*ms {
			t.Fatalf("packets %d and %d are %v apart", out[i-1].N, out[i].N, d)
		}
	}
	if late := out[len(out)-1].At - time.Duration(out[len(out)-1].N)*ms; late > 22*ms {
		t.Errorf("a packet waited %v in a queue of 20 ms", late)
	}
	if h.Count.Overflowed == 0 || h.Count.Overflowed+h.Count.Delivered != 1000 {
		t.Errorf("counted %+v", h.Count)
	}
}

func TestDamage(t *testing.T) {
	whole := make([]byte, 64)
	out, _ := through(t, impair.Config{Corrupt: 1}, 500, 64)
	for i, a := range out {
		binary.LittleEndian.PutUint32(whole, uint32(i))
		flips := 0
		for k := range whole {
			flips += bits.OnesCount8(whole[k] ^ a.B[k])
		}
		if len(a.B) != 64 || flips > 3 {
			t.Fatalf("packet %d: %d bytes, %d bits flipped", i, len(a.B), flips)
		}
	}
	cut, _ := through(t, impair.Config{Truncate: 1}, 500, 64)
	for _, a := range cut {
		if len(a.B) >= 64 {
			t.Fatalf("a packet of %d bytes was not cut", len(a.B))
		}
	}
}

// TestLaws: whatever the setting, packets are neither lost unaccounted nor early, and two runs are equal.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		share := rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(0, 1))
		c := impair.Config{
			Seed: rapid.Uint64().Draw(t, "seed"), Delay: time.Duration(rapid.IntRange(0, 20e6).Draw(t, "delay")),
			Jitter: time.Duration(rapid.IntRange(0, 20e6).Draw(t, "jitter")), Spread: impair.Spread(rapid.IntRange(0, 1).Draw(t, "spread")),
			Ordered: rapid.Bool().Draw(t, "ordered"), Loss: share.Draw(t, "loss"), Reorder: share.Draw(t, "reorder"),
			Duplicate: share.Draw(t, "duplicate"), Corrupt: share.Draw(t, "corrupt"), Truncate: share.Draw(t, "truncate"),
			Rate: rapid.SampledFrom([]float64{0, 1e4, 1e6}).Draw(t, "rate"), Capacity: rapid.SampledFrom([]int{0, 1, 100}).Draw(t, "capacity"),
			Bursts:  impair.Bursts{Length: rapid.IntRange(0, 5).Draw(t, "burst"), Every: 20},
			Gilbert: impair.Gilbert{Enter: share.Draw(t, "enter"), Leave: 0.3},
		}
		run := func() (string, impair.Counters) {
			h, err := impair.New(c)
			if err != nil {
				t.Fatal(err)
			}
			var log strings.Builder
			for i := range 200 {
				now := time.Duration(i) * ms
				for b, ok := h.Receive(now); ok; b, ok = h.Receive(now) {
					fmt.Fprintf(&log, "%d %x\n", i, b)
					if len(b) == 4 && c.Corrupt == 0 && binary.LittleEndian.Uint32(b) > uint32(i) {
						t.Fatalf("packet %x came at %v, before it was sent", b, now)
					}
				}
				h.Send(now, binary.LittleEndian.AppendUint32(nil, uint32(i)))
			}
			n := h.Count
			if in, out := n.Sent+n.Duplicated, n.Lost+n.Burst+n.Delivered+uint64(h.Underway()); in > out+n.Overflowed || in < out {
				t.Fatalf("%d packets in, %d out: %+v", in, out, n)
			}
			return log.String(), n
		}
		a, an := run()
		b, bn := run()
		if a != b || an != bn {
			t.Fatalf("two runs differ: %s", cmp.Diff(a, b))
		}
	})
}

func TestNoAllocations(t *testing.T) {
	h, err := impair.New(impair.Config{Delay: 20 * ms, Jitter: 5 * ms, Loss: 0.1, Duplicate: 0.2, Reorder: 0.1, Corrupt: 0.1, Truncate: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	b, now := make([]byte, 400), time.Duration(0)
	step := func() {
		now += ms
		h.Send(now, b)
		for _, ok := h.Receive(now); ok; _, ok = h.Receive(now) {
		}
	}
	for range 2000 {
		step()
	}
	if n := testing.AllocsPerRun(2000, step); n != 0 {
		t.Errorf("%v allocations a packet", n)
	}
}

func TestSetWhileUnderway(t *testing.T) {
	h, _ := impair.New(impair.Config{Delay: 10 * ms})
	h.Send(0, []byte{1})
	if err := h.Set(impair.Config{Delay: 2 * ms}); err != nil {
		t.Fatal(err)
	}
	h.Send(ms, []byte{2})
	if b, ok := h.Receive(3 * ms); !ok || b[0] != 2 {
		t.Errorf("got %v, %v first", b, ok)
	}
	if err := h.Set(impair.Config{Loss: 2}); err == nil || h.Config().Delay != 2*ms {
		t.Errorf("a faulty setting was taken: %v, %v", err, h.Config())
	}
	h.Clear()
	if _, ok := h.Receive(time.Second); ok {
		t.Error("a cleared packet arrived")
	}
}

func TestFaultsOfConfigAllAtOnce(t *testing.T) {
	err := impair.Config{Delay: -1, Loss: 1.5, Rate: math.NaN(), Spread: impair.Table, Gilbert: impair.Gilbert{Enter: 1},
		Bursts: impair.Bursts{Length: 3, Every: 2}, Corrupt: math.NaN()}.Validate()
	for _, want := range []string{"delay", "loss 1.5", "rate NaN", "table", "gilbert leave", "bursts of 3", "corrupt NaN"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no word of %q in %v", want, err)
		}
	}
}

func TestText(t *testing.T) {
	const line = "delay 5ms 1ms normal ordered loss 5% burst 19/1000 gilbert 1% 20% 50% reorder 1% hold 3ms duplicate 0.5% " +
		"corrupt 0.1% truncate 2% rate 10000000bit queue 20ms"
	c, err := impair.Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.String(); got != line {
		t.Errorf("got  %s\nwant %s", got, line)
	}
	if c.Rate != 1.25e6 {
		t.Errorf("rate %v", c.Rate)
	}
	if c, err := impair.Parse(" ideal "); err != nil || !c.Ideal() || c.String() != "ideal" {
		t.Errorf("%+v, %v", c, err)
	}
	_, err = impair.Parse("delay soon loss 300% jam 3 rate 10 burst 5 seed")
	for _, want := range []string{`"soon"`, `"300%"`, `"jam"`, `rate "10"`, `burst "5"`, "seed at the end"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no word of %s in %v", want, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("delay 5ms 1ms loss 5%")
	f.Add("gilbert 1 1 rate 1Gbit seed 0x10")
	fuzz.Run(f, func(t *testing.T, s string) {
		c, err := impair.Parse(s)
		if err != nil {
			return
		}
		again, err := impair.Parse(c.String())
		if err != nil || again.String() != c.String() {
			t.Errorf("%q reads as %q, that as %q, %v", s, c, again, err)
		}
	})
}

func BenchmarkChannel(b *testing.B) {
	h, _ := impair.New(impair.Config{Delay: 20 * ms, Jitter: 5 * ms, Loss: 0.1, Corrupt: 0.1})
	p, now := make([]byte, 128), time.Duration(0)
	for b.Loop() {
		now += ms
		h.Send(now, p)
		for _, ok := h.Receive(now); ok; _, ok = h.Receive(now) {
		}
	}
}
