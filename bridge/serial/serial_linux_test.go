package serial

import (
	"testing"
	"time"
)

// TestWaitForAnEndThatIsClosed: while the other end is closed, Wait lasts as long as it was told to, as it does without input, but what
// that end has sent before is not waited for. Once the end is open again, its bytes come.
func TestWaitForAnEndThatIsClosed(t *testing.T) {
	const patience = 20 * time.Millisecond
	end, path, err := Pair()
	if err != nil {
		t.Fatal(err)
	}
	defer end.Close()
	waits := func() {
		t.Helper()
		if begun := time.Now(); end.Wait(patience) != nil || time.Since(begun) < patience {
			t.Errorf("waited for %v", time.Since(begun))
		}
	}
	takes := func(want string) {
		t.Helper()
		var b [16]byte
		if err := end.Wait(time.Minute); err != nil {
			t.Fatal(err)
		}
		if n, err := end.Take(b[:]); err != nil || string(b[:n]) != want {
			t.Errorf("took %q, want %q: %v", b[:n], want, err)
		}
	}
	for range 2 {
		other, err := Open(path, 1_000_000)
		if err != nil {
			t.Fatal(err)
		}
		waits()
		for _, text := range []string{"first", "last"} {
			if _, err := other.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
			if text == "first" {
				takes(text)
			}
		}
		if err := other.Close(); err != nil {
			t.Fatal(err)
		}
		takes("last")
		waits()
	}
}
