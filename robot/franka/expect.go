package franka

import (
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// expected predicts the arrival of the next state from those of the others; the early ones are decisive.
type expected struct{ last int64 }

// came records an arrival.
func (e *expected) came(now int64) {
	const period = int64(time.Millisecond)
	if e.last += period; now < e.last || now > e.last+period {
		e.last = now
		return
	}
	e.last += (now - e.last) / 64
}

// next returns when the next state is expected.
func (e *expected) next() int64 { return e.last + int64(time.Millisecond) }

// lookOut sleeps until shortly before the next state is expected and then polls for it. It returns when there is
// one, or when it is so late that the loop may as well sleep.
func (e *expected) lookOut(udp *socket, o *Loop) {
	from := e.last + int64(time.Millisecond-o.Spin)
	if now := rt.Now(); e.last == 0 || now >= from+int64(o.Spin) || udp.poll(from) {
		return
	}
	if o.Ready != nil {
		o.Ready()
	}
	for until := from + 2*int64(o.Spin); !udp.poll(0) && rt.Now() < until; {
	}
}
