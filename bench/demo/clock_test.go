package demo

import (
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/tool/run"
)

// TestCompare: both runs take as long, take turns in who is first, and are added up.
func TestCompare(t *testing.T) {
	var turns []string
	figures := map[string]bench.Result{}
	c := Clock{For: 50 * time.Second}
	err := c.compare(func(r bench.Result) { figures[r.Name] = r }, func(variant int, length time.Duration) (*lemon.Summary, error) {
		rms, most := 1.0, 2.0
		s := &lemon.Summary{Summary: run.Summary{DeadlineMisses: 1}, Cycles: uint64(length / (4 * time.Millisecond)), TrackingRMS: &rms, TrackingMax: &most}
		turn := "quick " + length.String()
		if variant == 0 {
			turn, rms, s.DeadlineMisses = "slow "+length.String(), 3, 2
		}
		turns = append(turns, turn)
		return s, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(turns, ", "), "slow 20s, quick 20s, quick 20s, slow 20s, slow 10s, quick 10s"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if r := figures["demo_slow_pictures_misses"]; r.Value != 6 || r.PeerValue != 3 {
		t.Errorf("%+v", r)
	}
	if r := figures["demo_slow_pictures_rms"]; r.Value != 3 || r.PeerValue != 1 {
		t.Errorf("%+v", r)
	}
}

// TestAttend: the page is opened once, as soon as its address is told, and closed at the end.
func TestAttend(t *testing.T) {
	opened, closed := "", 0
	open := func(url string) func() { opened += url; return func() { closed++ } }
	text, err := attend(strings.NewReader("page  http://127.0.0.1:81/#token=x\nsee http://127.0.0.1:81/\n"), open)
	if err != nil || opened != "http://127.0.0.1:81/#token=x" || closed != 1 || !strings.Contains(text, "see ") {
		t.Errorf("%q opened %q, closed %d times, %v", text, opened, closed, err)
	}
	if _, err := attend(strings.NewReader("nothing\n"), open); err == nil {
		t.Error("no page, no error")
	}
}
