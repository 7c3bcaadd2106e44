package rt

import "time"

// clock turns the runtime's monotonic reading into the system's. It is set once, when the program starts.
var clock = calibrate()

// origin is an instant of the runtime's clock and the system's reading at it, in ns.
type origin struct {
	at    time.Time
	nanos int64
}

// Now returns the monotonic time in ns. It is one clock read, without a system call if the kernel supports that.
func Now() int64 { return clock.nanos + int64(time.Since(clock.at)) }

// calibrate reads both clocks together and keeps the narrowest of a few tries. The system's reading is assigned
// to the start of its bracket, so that Now errs (by some tens of ns) on the late side and a kernel that wakes a
// thread in time never seems to wake it early.
func calibrate() origin {
	best, width := origin{}, time.Duration(-1)
	for range 16 {
		at := time.Now()
		n := systemNanos(at)
		if w := time.Since(at); width < 0 || w < width {
			best, width = origin{at: at, nanos: n}, w
		}
	}
	return best
}
