package exec

import (
	"math"

	"github.com/sinew-robotics/sinew/reactor"
)

// Pace keeps logical time from running ahead of a multiple of physical time. Small delays are made up for, so that the
// mean is right; after a pause, a stall or a suspension of the process it continues at its speed from where it is, as
// if there had been no pause. The zero value is ready; a Pace belongs to one goroutine and reads no clock.
type Pace struct {
	speed float64
	wall  int64        // when logical time at was due
	at    reactor.Time // newest
	begun bool
}

// forgiven is the delay, in ns of physical time, beyond which Pace does not catch up.
const forgiven = 20e6

// Due returns when logical time to is due at a speed, in ns of the clock that now was read from; the result is now or
// earlier if it is due already. Calls must come in the order of their times; a new speed starts the pace afresh. Speeds
// of 0 and below mean no limit.
func (p *Pace) Due(speed float64, to reactor.Time, now int64) int64 {
	if !p.begun || p.speed != speed {
		*p = Pace{speed: speed, wall: now, at: to, begun: true}
		return now
	}
	if !(speed > 0) {
		return now
	}
	if span := float64(to-p.at) / speed; span > math.MaxInt64/4 {
		p.wall = math.MaxInt64 / 2 // for ever
	} else {
		p.wall += int64(span)
	}
	p.at = to
	if now-p.wall > forgiven {
		p.wall = now
	}
	return p.wall
}
