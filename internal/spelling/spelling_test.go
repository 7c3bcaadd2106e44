package spelling

import (
	"testing"

	"pgregory.net/rapid"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		far  int
	}{{"", "", 0}, {"q_d", "q_d", 0}, {"q", "q_d", 2}, {"tau_j", "tau_J", 1}, {"kitten", "sitting", 3}, {"", "abc", 3}, {"ab", "ba", 2}} {
		if far := Distance(c.a, c.b); far != c.far {
			t.Errorf("%q to %q: %d, not %d", c.a, c.b, far, c.far)
		}
	}
}

// TestMetric checks what makes it a distance, and the bounds that lengths give.
func TestMetric(t *testing.T) {
	word := rapid.StringMatching(`[a-c_]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := word.Draw(t, "a"), word.Draw(t, "b"), word.Draw(t, "c")
		ab := Distance(a, b)
		switch {
		case ab != Distance(b, a), ab > Distance(a, c)+Distance(c, b), (ab == 0) != (a == b),
			ab > max(len(a), len(b)), ab < max(len(a)-len(b), len(b)-len(a)):
			t.Errorf("%q to %q: %d", a, b, ab)
		}
	})
}

func TestNearest(t *testing.T) {
	names := []string{"planner", "planning", "Path", "lemon", "limits"}
	for word, want := range map[string]string{"planer": "planner", "lemmon": "lemon", "path": "Path", "limit": "limits", "camera": "", "": ""} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%q: %q was meant, not %q", word, got, want)
		}
	}
}
