package rt

import (
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// TestSpan: a span passes with the clock between its ends and stands outside; a shifted one is the same for another clock.
func TestSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Span{Start: rapid.Int64Range(0, 1e15).Draw(t, "start"), From: rapid.Int64Range(-1e15, 1e15).Draw(t, "from")}
		s.To = rapid.OneOf(rapid.Just(Forever), rapid.Int64Range(s.From, s.From+1e12)).Draw(t, "to")
		now, d := rapid.Int64Range(0, 1e15).Draw(t, "now"), rapid.Int64Range(-1e12, 1e12).Draw(t, "d")
		at := s.at(now)
		switch {
		case now-s.Start < s.From && at != s.From, now-s.Start > s.To && at != s.To:
			t.Fatalf("%+v at %d: %d, which is not where it stands", s, now, at)
		case now-s.Start >= s.From && now-s.Start <= s.To && at != now-s.Start:
			t.Fatalf("%+v at %d: %d", s, now, at)
		}
		if got := s.Shift(d).at(now); got != at+d {
			t.Fatalf("%+v shifted by %d at %d: %d, not %d", s, d, now, got, at+d)
		}
	})
}

// TestStopwatch: whatever a stopwatch is told, and from whichever threads it is read, it never goes back; it stands at the end of
// a span; and it has the same time as another that was told the same, however late, once both have caught up.
func TestStopwatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w, other Stopwatch
		stop := make(chan struct{})
		var all sync.WaitGroup
		var back sync.Map
		for i := range 2 {
			all.Go(func() {
				last := int64(0)
				for {
					n := w.Now()
					if n < last {
						back.Store(i, [2]int64{last, n})
					}
					last = n
					select {
					case <-stop:
						return
					default:
					}
				}
			})
		}
		start := Now()
		for range rapid.IntRange(1, 12).Draw(t, "turns") {
			now := w.Now()
			s := Span{Start: start, From: now, To: now + rapid.Int64Range(0, 30_000).Draw(t, "notice")}
			w.Follow(s)
			for !w.Held() {
			}
			late := start + s.To + rapid.Int64Range(0, 30_000).Draw(t, "late")
			for Now() < late {
			}
			other.Follow(s)
			held := w.Now()
			if held < s.To {
				t.Fatalf("it is held at %d, before the end of %+v", held, s)
			}
			if w.When(held+1) != Forever {
				t.Fatal("a time comes at which nobody lets it arrive")
			}
			start = Now() + 10_000 - held
			s = Span{Start: start, From: held, To: Forever}
			w.Follow(s)
			other.Follow(s)
			if at := w.When(held + 5000); at != start+held+5000 {
				t.Fatalf("5 µs after it goes on is at %d, not %d", at, start+held+5000)
			}
		}
		end := Span{Start: start, From: w.Now(), To: w.Now() + 100_000}
		w.Follow(end)
		other.Follow(end)
		inTime := Now() < start+end.To && other.Now() < end.To // neither has been somewhere else for long
		for !w.Held() || !other.Held() {
		}
		if a, b := w.Now(), other.Now(); a < end.To || b < end.To || inTime && a != b {
			t.Errorf("they are held at %d and %d, not at %d", a, b, end.To)
		}
		close(stop)
		all.Wait()
		back.Range(func(_, v any) bool { t.Errorf("it went back: %v", v); return true })
	})
}
