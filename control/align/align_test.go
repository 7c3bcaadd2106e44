package align

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// message is one of a port.
type message struct {
	port int
	at   time.Duration
}

// feed adds messages and gives the times of the sets.
func feed(a *Aligner, ports int, all []message) (sets [][]time.Duration) {
	kept := make([][Depth]time.Duration, ports)
	slots := make([]int, ports)
	for _, m := range all {
		if slot, ok := a.Add(m.port, m.at); ok {
			kept[m.port][slot] = m.at
		}
		for a.Next(slots) {
			var set []time.Duration
			for p, s := range slots {
				set = append(set, kept[p][s])
			}
			sets = append(sets, set)
		}
	}
	return sets
}

func TestSets(t *testing.T) {
	for name, c := range map[string]struct {
		tolerance time.Duration
		all       []message
		want      [][]time.Duration
		dropped   uint64
	}{
		"the same time":          {0, []message{{0, 1}, {1, 2}, {0, 2}, {1, 3}, {0, 4}}, [][]time.Duration{{2, 2}}, 2},
		"nearly":                 {1, []message{{0, 1}, {1, 2}, {0, 2}, {1, 3}, {0, 4}}, [][]time.Duration{{1, 2}, {2, 3}}, 0},
		"one port is ahead":      {2, []message{{0, 1}, {0, 5}, {0, 9}, {1, 6}}, [][]time.Duration{{5, 6}}, 1},
		"older than the last":    {9, []message{{0, 5}, {0, 4}, {0, 5}, {1, 6}}, [][]time.Duration{{5, 6}}, 2},
		"a negative is no bound": {-3, []message{{0, 1}, {1, 1}}, [][]time.Duration{{1, 1}}, 0},
	} {
		a := New(2, c.tolerance)
		if got := feed(&a, 2, c.all); !slices.EqualFunc(got, c.want, slices.Equal) || a.Dropped() != c.dropped {
			t.Errorf("%s: got %v and %d dropped, want %v and %d", name, got, a.Dropped(), c.want, c.dropped)
		}
	}
}

func TestFull(t *testing.T) {
	a := New(2, 0)
	var all []message
	for k := range Depth + 3 {
		all = append(all, message{0, time.Duration(k)})
	}
	got := feed(&a, 2, append(all, message{1, 3}))
	if len(got) != 1 || got[0][0] != 3 || a.Dropped() != 3 {
		t.Errorf("got %v, %d dropped", got, a.Dropped())
	}
	a.Reset()
	if got := feed(&a, 2, []message{{1, 0}, {0, 0}}); len(got) != 1 {
		t.Errorf("after a reset there is no set: %v", got)
	}
}

// TestAll: every set is within the tolerance, sets rise, no message is in two, and there are as many as any choice of messages
// in order could give.
func TestAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ports := rapid.IntRange(1, 4).Draw(t, "ports")
		tolerance := time.Duration(rapid.IntRange(0, 5).Draw(t, "tolerance"))
		var all []message
		streams := make([][]time.Duration, ports)
		for p := range ports {
			at := time.Duration(0)
			for range rapid.IntRange(0, 6).Draw(t, "messages") {
				at += time.Duration(rapid.IntRange(1, 6).Draw(t, "step"))
				streams[p] = append(streams[p], at)
			}
		}
		rest := slices.Clone(streams)
		for { // any order in which ports keep theirs
			var some []int
			for p := range rest {
				if len(rest[p]) > 0 {
					some = append(some, p)
				}
			}
			if len(some) == 0 {
				break
			}
			p := rapid.SampledFrom(some).Draw(t, "next")
			all = append(all, message{p, rest[p][0]})
			rest[p] = rest[p][1:]
		}
		a := New(ports, tolerance)
		sets := feed(&a, ports, all)
		last := make([]time.Duration, ports)
		for _, set := range sets {
			if slices.Max(set)-slices.Min(set) > tolerance {
				t.Fatalf("%v is not within %v", set, tolerance)
			}
			for p := range set {
				if set[p] <= last[p] {
					t.Fatalf("%v: port %d does not rise", sets, p)
				}
				last[p] = set[p]
			}
		}
		if want := most(streams, tolerance); len(sets) != want {
			t.Fatalf("there are %d sets, and %d are possible: %v", len(sets), want, streams)
		}
	})
}

// most is how many sets there can be: it takes each message of the first port in turn or leaves it out, and tries all partners. Of
// partners that fit, the earliest leave the most for later.
func most(streams [][]time.Duration, tolerance time.Duration) int {
	if len(streams[0]) == 0 {
		return 0
	}
	best := 0
	for low := streams[0][0] - tolerance; low <= streams[0][0]; low++ { // the least time of the set that has the first message
		rest := make([][]time.Duration, len(streams))
		fits := true
		for p, s := range streams {
			k := slices.IndexFunc(s, func(at time.Duration) bool { return at >= low && at <= low+tolerance })
			if p == 0 {
				k = 0
			}
			if fits = fits && k >= 0; fits {
				rest[p] = s[k+1:]
			}
		}
		if fits {
			best = max(best, 1+most(rest, tolerance))
		}
	}
	next := slices.Clone(streams)
	next[0] = next[0][1:]
	return max(best, most(next, tolerance))
}

func TestNothingIsAllocated(t *testing.T) {
	a := New(3, 2)
	slots := make([]int, 3)
	at := time.Duration(0)
	if n := testing.AllocsPerRun(1000, func() {
		at++
		for p := range 3 {
			a.Add(p, at)
		}
		for a.Next(slots) {
			continue
		}
	}); n > 0 {
		t.Errorf("it allocates %v times", n)
	}
}
