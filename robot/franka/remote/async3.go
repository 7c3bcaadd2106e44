package remote

import (
	"encoding/binary"
	"math"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// nearAsync3 is "the asynchronous UDP communication – 3" (section 2.8): the application commands a time, and the
// interface moves its own toward it, by one period a cycle, and computes the motion for it. Far from the commanded
// time the motion is as smooth as a local one. Where it comes within a period the time stands still from one cycle to
// the next, and the arm with it: if that is not a moment of rest, the robot aborts.
type nearAsync3 struct {
	i       *Interface
	begun   bool
	current time.Duration
	command atomic.Int64
}

func (x *nearAsync3) cycle(s *franka.State, period time.Duration, c *franka.Command) (finished bool, err error) {
	if !x.begun {
		x.begun, period = true, 0
	}
	switch left := time.Duration(x.command.Load()) - x.current; {
	case left > period:
		x.current += period
	case -left > period:
		x.current -= period
	}
	return x.i.c.Local.Next(x.current, s, c), nil
}

func (x *nearAsync3) handle(b []byte) {
	if len(b) != 8 {
		x.i.count.damaged.Add(1)
		return
	}
	t := readFloat(b)
	if math.IsNaN(t) || math.IsInf(t, 0) {
		x.i.count.damaged.Add(1)
		return
	}
	_, rawCommand := rawSizes(x.i.c.Version)
	x.i.count.got(len(b), rawCommand)
	x.command.Store(int64(duration(t)))
}

func (x *nearAsync3) work() time.Duration { return never }

// farAsync3 sends the commanded time once a millisecond. Nothing comes back.
type farAsync3 struct {
	a   *Application
	due time.Duration
	buf [8]byte
}

func (x *farAsync3) handle([]byte) { x.a.count.stale.Add(1) }

func (x *farAsync3) tick() {
	now := x.a.wire.Now()
	if now < x.due {
		return
	}
	if x.due += time.Millisecond; x.due <= now {
		x.due = now + time.Millisecond
	}
	binary.LittleEndian.PutUint64(x.buf[:], math.Float64bits(x.a.c.CommandTime.Seconds()))
	x.a.command(x.buf[:])
}

func (x *farAsync3) next() (time.Duration, bool) { return x.due, true }
func (x *farAsync3) state() *franka.State        { return nil }
