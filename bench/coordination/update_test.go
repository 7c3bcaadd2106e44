package coordination

import (
	"testing"

	"github.com/sinew-robotics/sinew/bench/wakeup"
)

func TestMissedByOwnFault(t *testing.T) {
	const ms, begun = int64(cycle), int64(7e9)
	gaps := []gap{{first: 10, n: 3, end: begun + 13*ms + ms/2}, {first: 20, n: 1, end: begun + 21*ms + ms/10}}
	for _, c := range []struct {
		what  string
		stops []wakeup.Stop
		ours  int64
	}{
		{"nothing stands still", nil, 4},
		{"a stop as long as all the lateness", []wakeup.Stop{{CPU: 0, From: begun + 10*ms, To: begun + 13*ms + ms/2}}, 1},
		{"a stop as long as half of it", []wakeup.Stop{{CPU: 0, From: begun + 11*ms, To: begun + 12*ms + ms/2}}, 3},
		{"half of it on each of two processors at once", []wakeup.Stop{{CPU: 0, From: begun + 11*ms, To: begun + 13*ms}, {CPU: 1, From: begun + 11*ms, To: begun + 13*ms}}, 2},
		{"stops in both rows", []wakeup.Stop{{CPU: 1, From: begun + 9*ms, To: begun + 13*ms}, {CPU: 0, From: begun + 20*ms, To: begun + 21*ms}}, 0},
		{"a stop before", []wakeup.Stop{{CPU: 0, From: begun + 5*ms, To: begun + 9*ms}}, 4},
	} {
		l := &loop{gaps: gaps, begun: begun}
		if all, ours := l.missed(c.stops); all != 4 || ours != c.ours {
			t.Errorf("%s: %d missed, %d by own fault, want 4, %d", c.what, all, ours, c.ours)
		}
	}
}
