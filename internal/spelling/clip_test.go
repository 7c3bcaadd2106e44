package spelling

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestClip(t *testing.T) {
	for _, s := range []string{"", "short", "two\nlines\n", strings.Repeat("x", 600)} {
		if got := Clip(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
	got := Clip("speed is [" + strings.Repeat("1, ", 2_000_000) + "1]: give a number")
	if len(got) > 700 || !strings.HasPrefix(got, "speed is [1, 1, ") || !strings.HasSuffix(got, "1]: give a number") || !strings.Contains(got, " bytes … ") {
		t.Errorf("%d bytes: %q", len(got), got)
	}
	if got := Clip(strings.Repeat("a\n", 5000)); !strings.HasSuffix(got, "a\n… and 4901 more lines") || len(got) > 300 {
		t.Errorf("%d bytes: %q", len(got), got)
	}
}

func TestCount(t *testing.T) {
	for n, want := range []string{"0 deadline misses, 0 messages", "1 deadline miss, 1 message", "2 deadline misses, 2 messages"} {
		if got := Count(n, "deadline miss") + ", " + Count(uint64(n), "message"); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// TestClipIsBounded: whatever a message quotes, it is bounded, and text stays text.
func TestClipIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Repeat(rapid.String().Draw(t, "part"), rapid.IntRange(0, 3000).Draw(t, "times"))
		got := Clip(s)
		if len(got) > lines*(lineHead+lineTail+64)+64 || len(got) > len(s)+64 {
			t.Fatalf("%d bytes of %d", len(got), len(s))
		}
		if utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Fatalf("%q", got)
		}
	})
}
