package remote

import (
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/guard"
)

// limiter stands behind schemes other than Smooth, which has its own: what they would command passes the limits of the
// robot too.
type limiter struct {
	kit
	count *counters
	last  int // cycles since the motion's last command came
	rests int // of those at the end, cycles at rest
	n     int
}

const (
	arrive = 2000 // cycles to come to the last command; then the arm comes to rest where it is
	settle = 20   // cycles at rest after which it will not come any nearer
)

func newLimiter(c *Config, count *counters) (*limiter, error) {
	k, err := newKit(c)
	return &limiter{kit: k, count: count}, err
}

// limit changes c, the answer to s, and returns whether the motion has ended.
func (l *limiter) limit(s *franka.State, c *franka.Command, finished bool) (bool, error) {
	l.space.see(s)
	if finished || l.last > 0 {
		l.last++
	}
	own, d1, d2 := l.space.own()
	if l.last > arrive {
		c.OTEEc = own.OTEEc
	}
	if l.rests++; l.last == 0 || !still(d1, d2) {
		l.rests = 0
	}
	if l.rests > settle || l.rests > 0 && own.OTEEc == c.OTEEc {
		c.OTEEc = own.OTEEc
		return true, nil
	}
	switch verdict := l.space.limit(c, false); {
	case verdict == safety.EStop:
		return false, errOutside
	case verdict != safety.Pass:
		bump(&l.count.limited, 1)
		if l.gate.Short() {
			bump(&l.count.held, 1)
		}
	}
	if l.n++; l.n%guard.LookEvery == 0 {
		l.reach.look(s)
		l.gate.Look()
	}
	return false, nil
}
