package coordination

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
)

// A machine that is slower in some rounds than in others changes no ratio of averages.
func TestRatiosDoNotDependOnTheMinute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		factor := rapid.Float64Range(0.1, 10).Draw(t, "ratio")
		ours, theirs := &way{}, &way{name: "peer"}
		for range rapid.IntRange(1, 30).Draw(t, "rounds") {
			slow := rapid.Float64Range(1, 100).Draw(t, "the machine's factor")
			samples := rapid.SliceOfN(rapid.Float64Range(1, 50), 1, 20).Draw(t, "samples")
			var a, b []float64
			for _, s := range samples {
				a, b = append(a, s*slow*factor), append(b, s*slow)
			}
			ours.add([][]float64{a})
			theirs.add([][]float64{b})
		}
		v := beside(ours, theirs, 0)
		near := func(x float64) bool { return math.Abs(x/factor-1) < 1e-9 }
		low, high := quartiles(v.avg)
		if !near(v.average()) || !near(low) || !near(high) || !near(v.late()) || !near(middle(v.tail)) {
			t.Fatalf("got %+v, want %g everywhere", v, factor)
		}
	})
}

func TestRatiosAreOfRoundsAndOfAllSamples(t *testing.T) {
	ours, theirs := &way{}, &way{name: "peer"}
	for _, r := range [][2]float64{{2, 1}, {9, 3}, {4, 1}, {1, 1}, {50, 100}} {
		ours.add([][]float64{{r[0]}})
		theirs.add([][]float64{{r[1]}})
	}
	v := beside(ours, theirs, 0)
	want := []any{2.0, "1–3", "0.5–4", 0.5, 2.0, "peer"}
	if got := v.cells(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	v.join(beside(ours, theirs, 0))
	if len(v.avg) != 10 || v.late() != 0.5 {
		t.Errorf("twice the same: %+v", v)
	}
	r := v.against(bench.Result{Value: 4, Note: "average"}, 3)
	if r.Ratio != 2 || r.PeerValue != 3 || !strings.Contains(r.Note, "median of 10 rounds' ratios, quartiles 1–3, range 0.5–4; p99 / peer 0.5, by round 2") {
		t.Errorf("got %+v", r)
	}
	theirs.each[0][0].avg = 0
	if v := beside(ours, theirs, 0); len(v.avg) != 4 {
		t.Errorf("a peer of 0 gives %v", v.avg)
	}
}

func TestIntervalsShareTheTime(t *testing.T) {
	sum := time.Duration(0)
	for _, i := range intervals {
		sum += share(i, 90*time.Millisecond)
		if n := share(i, 90*time.Millisecond) / i; n < 15 || n > 80 {
			t.Errorf("%d samples a round at %v", n, i)
		}
	}
	if off := sum - 450*time.Millisecond; off < -10 || off > 0 {
		t.Errorf("the intervals take %v in all, want 450 ms", sum)
	}
}

func TestABarWithoutAPeerIsNotMeasured(t *testing.T) {
	var said []string
	x := &experiments{Book: book.Book{Emit: func(r bench.Result) { said = append(said, r.Note) }}}
	x.versusBars("a", "Go / C", versus{}, 1, 1)
	if len(said) != 2 || !strings.HasSuffix(said[0], "not measured") || !strings.HasSuffix(said[1], "not measured") {
		t.Errorf("got %q", said)
	}
}

// Every round has every way once, the order differs between rounds, and the same seed gives the same order.
func TestRoundsAreShuffledByTheSeed(t *testing.T) {
	run := func(seed uint64) (order []string) {
		x := &experiments{o: Options{Options: bench.Options{Seed: seed}}, Book: book.Book{Emit: func(bench.Result) {}}}
		x.Part("a part", "")
		var ways []*way
		for k := range 5 {
			name := fmt.Sprint(k)
			ways = append(ways, &way{name: name, measure: func(context.Context) ([][]float64, error) {
				order = append(order, name)
				return [][]float64{{1}}, nil
			}})
		}
		ways = append(ways, &way{name: "broken", measure: func(context.Context) ([][]float64, error) { return nil, errors.New("no such peer") }})
		left, err := x.rotate("what", ways, 20)
		if err != nil || len(left) != 5 {
			t.Fatalf("%d ways are left: %v", len(left), err)
		}
		return order
	}
	order := run(7)
	firsts := map[string]bool{}
	for round := range slices.Chunk(order, 5) {
		firsts[round[0]] = true
		if got := slices.Sorted(slices.Values(round)); !slices.Equal(got, []string{"0", "1", "2", "3", "4"}) {
			t.Errorf("a round has %v", round)
		}
	}
	if len(order) != 100 || len(firsts) < 3 {
		t.Errorf("%d measurements; first in their rounds are %v", len(order), firsts)
	}
	if !slices.Equal(order, run(7)) || slices.Equal(order, run(8)) {
		t.Error("the order does not follow the seed")
	}
}
