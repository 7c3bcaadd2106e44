package safety

import "time"

// Level is how far a [Watchdog] has fallen.
type Level uint8

// Levels in order of loss.
const (
	Alive Level = iota
	Hold        // inputs are late: start nothing new
	Halt        // inputs are lost: brake, latched until Reset
)

func (l Level) String() string { return [...]string{"alive", "hold", "halt"}[min(l, Halt)] }

// Watchdog watches one input on logical time: silence for longer than HoldAfter means Hold, for longer than HaltAfter
// Halt, which is latched. Times count from any fixed origin; a time before one already seen is taken as the latter,
// so a clock that jumps back cannot feed the watchdog. The zero value halts at once.
type Watchdog struct {
	HoldAfter, HaltAfter time.Duration

	now, fed time.Duration
	alive    bool
	Falls    int // how often it went to Halt
}

// Reset restarts the watch at time now and releases a halt.
func (w *Watchdog) Reset(now time.Duration) { w.now, w.fed, w.alive = now, now, true }

// Feed reports that the input arrived at time now.
func (w *Watchdog) Feed(now time.Duration) {
	w.Look(now) // an input that comes too late does not undo a halt
	w.fed = w.now
}

// Look returns the level at time now.
func (w *Watchdog) Look(now time.Duration) Level {
	w.now = max(w.now, now)
	quiet := w.now - w.fed
	switch {
	case !w.alive:
		return Halt
	case quiet > w.HaltAfter:
		w.alive = false
		w.Falls++
		return Halt
	case quiet > w.HoldAfter:
		return Hold
	}
	return Alive
}

// Worst returns the lowest level of several watchdogs, for inputs that are all needed.
func Worst(levels ...Level) Level {
	worst := Alive
	for _, l := range levels {
		worst = max(worst, l)
	}
	return worst
}
