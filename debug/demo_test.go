package debug

import (
	"os"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/follow"
	"github.com/sinew-robotics/sinew/program"
)

// TestLongRun measures going about in a long recording of the demo, named by SINEW_DEBUG_RUN.
func TestLongRun(t *testing.T) {
	file := os.Getenv("SINEW_DEBUG_RUN")
	if file == "" {
		t.Skip("SINEW_DEBUG_RUN names no run")
	}
	r, err := program.Open([]program.Spec{follow.Spec{}}, file)
	if err != nil {
		t.Fatal(err)
	}
	r.Without = []string{"vision"}
	m, err := Recorded(r)
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	s := openMaker(t, m, Options{})
	t.Logf("open %v", time.Since(begun))
	timed := func(line string) {
		begun := time.Now()
		a := do(t, s, line)
		t.Logf("%-20s %10v %s", line, time.Since(begun).Round(10*time.Microsecond), a.Text[:min(len(a.Text), 80)])
	}
	for _, l := range []string{"run", "back", "back", "back", "backr", "backr", "goto 300", "back", "back", "back", "stepr", "backr", "goto 299", "goto 451.3", "back", "back", "back 200",
		"goto 599.9", "back", "goto 10", "back", "back", "back", "why robot.next_position_checked", "why robot.next_position_checked at 500"} {
		timed(l)
	}
	f := &s.frames
	gap := time.Duration(0)
	for i := 1; i < len(f.all); i++ {
		gap = max(gap, time.Duration(f.all[i].tag.Time-f.all[i-1].tag.Time))
	}
	t.Logf("%d keyframes, %d bytes, at most %v apart; taking one took %v", len(f.all), f.bytes, gap, f.taking)
}
