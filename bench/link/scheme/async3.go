package scheme

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// Async3 is "the asynchronous UDP communication – 3" (section 2.8): the application commands a time, and the
// interface moves its own time towards it, by one period per cycle, and computes the motion for it. Far from the
// commanded time the motion is as smooth as a local one. When it comes within a period, the time stops from one cycle
// to the next, and the arm with it: unless the arm is at rest then, the robot aborts.
type Async3 struct {
	CommandTime time.Duration // the commanded time; 0: 8 s
}

// String returns the scheme's name.
func (Async3) String() string { return "async3" }

// Manner implements remote.Scheme.
func (Async3) Manner() remote.Manner { return remote.Manner{Number: 4, Threaded: true} }

// Near implements remote.Scheme.
func (Async3) Near(e *remote.End) (remote.Near, error) { return &nearAsync3{e: e}, nil }

// Far implements remote.Scheme.
func (a Async3) Far(e *remote.End) (remote.Far, error) {
	if a.CommandTime < 0 {
		return nil, fmt.Errorf("scheme: command time %v: it must not be negative", a.CommandTime)
	}
	return &farAsync3{e: e, time: cmp.Or(a.CommandTime, 8*time.Second)}, nil
}

type nearAsync3 struct {
	e       *remote.End
	begun   bool
	current time.Duration
	command atomic.Int64
}

func (x *nearAsync3) Cycle(s *franka.State, period time.Duration, c *franka.Command) (finished bool, err error) {
	if !x.begun {
		x.begun, period = true, 0
	}
	switch left := time.Duration(x.command.Load()) - x.current; {
	case left > period:
		x.current += period
	case -left > period:
		x.current -= period
	}
	return x.e.Config.Local.Next(x.current, s, c), nil
}

func (x *nearAsync3) Handle(b []byte) {
	if len(b) != 8 || math.IsNaN(readFloat(b)) || math.IsInf(readFloat(b), 0) {
		x.e.Damaged()
		return
	}
	x.e.Got(len(b))
	x.command.Store(int64(duration(readFloat(b))))
}

func (x *nearAsync3) Work() time.Duration { return never }

// farAsync3 sends the commanded time once a millisecond. Nothing comes back.
type farAsync3 struct {
	e    *remote.End
	time time.Duration
	due  time.Duration
	buf  [8]byte
}

func (x *farAsync3) Handle([]byte) { x.e.Stale() }

func (x *farAsync3) Tick() {
	now := x.e.Wire.Now()
	if now < x.due {
		return
	}
	if x.due += time.Millisecond; x.due <= now {
		x.due = now + time.Millisecond
	}
	binary.LittleEndian.PutUint64(x.buf[:], math.Float64bits(x.time.Seconds()))
	x.e.Fault = x.e.Send(x.buf[:])
}

func (x *farAsync3) Next() (time.Duration, bool) { return x.due, true }
func (x *farAsync3) State() *franka.State        { return nil }
