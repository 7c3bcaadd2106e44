package schedule

import (
	"math/big"
	"time"
)

// Supply is how much of a processor tasks get: all of it, or the part that a partition has.
type Supply interface {
	until(work time.Duration) time.Duration // the longest that work may take if nothing else needs the supply
	share() *big.Rat                        // of the processor, in the long run
	frame() time.Duration                   // after which it repeats
}

// Whole is the whole processor.
type Whole struct{}

func (Whole) until(work time.Duration) time.Duration { return work }
func (Whole) share() *big.Rat                        { return big.NewRat(1, 1) }
func (Whole) frame() time.Duration                   { return 1 }

// Server is Budget of the processor's time in each Period, at unknown times. Budget is positive and at most Period.
type Server struct{ Budget, Period time.Duration }

// until: at worst the last budget came at the beginning of its period, the next ones come at the ends of theirs.
func (s Server) until(work time.Duration) time.Duration {
	if work <= 0 {
		return 0
	}
	whole := (work - 1) / s.Budget
	return 2*(s.Period-s.Budget) + whole*s.Period + work - whole*s.Budget
}

func (s Server) share() *big.Rat      { return big.NewRat(int64(s.Budget), int64(s.Period)) }
func (s Server) frame() time.Duration { return s.Period }

// Window is an interval in each frame.
type Window struct{ Start, Length time.Duration }

// Windows are the intervals in each Frame in which tasks have the processor: at least one, in order, without overlap,
// within the frame.
type Windows struct {
	Frame   time.Duration
	Windows []Window
}

// until: at worst work arrives as a window ends.
func (s Windows) until(work time.Duration) (longest time.Duration) {
	if work <= 0 {
		return 0
	}
	var sum time.Duration
	for _, w := range s.Windows {
		sum += w.Length
	}
	frames := (work - 1) / sum
	rest := work - frames*sum
	for i, last := range s.Windows {
		end := last.Start + last.Length
		left := rest
		for k := 1; ; k++ {
			n := (i + k) % len(s.Windows)
			w := s.Windows[n]
			start := w.Start
			if i+k >= len(s.Windows) {
				start += s.Frame
			}
			if left <= w.Length {
				longest = max(longest, frames*s.Frame+start+left-end)
				break
			}
			left -= w.Length
		}
	}
	return longest
}

func (s Windows) share() *big.Rat {
	var sum time.Duration
	for _, w := range s.Windows {
		sum += w.Length
	}
	return big.NewRat(int64(sum), int64(s.Frame))
}

func (s Windows) frame() time.Duration { return s.Frame }

// Share is the fraction of a processor that a supply is in the long run; 1 is all of it.
func Share(s Supply) float64 {
	x, _ := s.share().Float64()
	return x
}
