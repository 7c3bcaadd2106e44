package virtual

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// world owns the time. Whoever waits advances it by calling advance.
type world struct {
	s        Setup
	now      time.Duration
	rng      *rand.Rand
	robot    *box.Robot
	near     *remote.Interface
	far      *remote.Application
	up, down *impair.Channel
	inbox    queue         // arrived at the interface, for Receive
	toNear   queue         // in transit through the interface's other thread
	toFar    queue         // and through the application
	tickAt   time.Duration // time of the application's next tick, including lateness
	tickFor  time.Duration // its nominal time
	workAt   time.Duration
	ctl      Control
	threaded bool // packets reach the interface in its other thread
	res      Result
}

// queue holds datagrams in the order of the times at which they are processed.
type queue struct {
	items []item
	free  [][]byte
}

type item struct {
	at time.Duration
	b  []byte
}

func (q *queue) push(at time.Duration, b []byte) {
	if n := len(q.items); n > 0 {
		at = max(at, q.items[n-1].at)
	}
	var buf []byte
	if n := len(q.free); n > 0 {
		buf, q.free = q.free[n-1], q.free[:n-1]
	}
	q.items = append(q.items, item{at, append(buf[:0], b...)})
}

func (q *queue) pop() []byte {
	b := q.items[0].b
	copy(q.items, q.items[1:])
	q.items = q.items[:len(q.items)-1]
	q.free = append(q.free, b)
	return b
}

func (q *queue) next() time.Duration {
	if len(q.items) == 0 {
		return never
	}
	return q.items[0].at
}

const never = time.Duration(math.MaxInt64)

// nearWire is the interface's end.
type nearWire struct{ w *world }

func (x nearWire) Now() time.Duration       { return x.w.now }
func (x nearWire) Wait(until time.Duration) { x.w.advance(until) }

func (x nearWire) Send(b []byte) error {
	x.w.down.Send(x.w.now, b)
	return nil
}

func (x nearWire) Receive(b []byte, until time.Duration) (int, error) {
	for {
		if len(x.w.inbox.items) > 0 {
			return copy(b, x.w.inbox.pop()), nil
		}
		if !x.w.event(until) {
			x.w.now = max(x.w.now, until)
			return 0, remote.ErrTimeout
		}
	}
}

// farWire is the application's end. It is notified when something arrives.
type farWire struct{ w *world }

func (x farWire) Now() time.Duration                         { return x.w.appTime(x.w.now) }
func (x farWire) Wait(time.Duration)                         {}
func (x farWire) Receive([]byte, time.Duration) (int, error) { return 0, remote.ErrTimeout }

func (x farWire) Send(b []byte) error {
	x.w.up.Send(x.w.now, b)
	return nil
}

// appTime is the application's clock.
func (w *world) appTime(t time.Duration) time.Duration {
	return t + time.Duration(float64(t)*w.s.Skew)
}

// realTime is the reverse, rounded up.
func (w *world) realTime(t time.Duration) time.Duration {
	if t == never {
		return never
	}
	x := time.Duration(float64(t) / (1 + w.s.Skew))
	for w.appTime(x) < t {
		x++
	}
	return x
}

func newWorld(s Setup) (*world, error) {
	if s.Budget == 0 {
		s.Budget = Budget
	}
	if s.Cycles == 0 {
		s.Cycles = 60000
	}
	if s.Config.Version == 0 {
		s.Config.Version = s.Robot.Version
	}
	s.Robot.Version = s.Config.Version
	if s.Config.Scheme == nil {
		s.Config.Scheme = remote.Smooth{}
	}
	w := &world{s: s, threaded: s.Config.Scheme.Manner().Threaded, rng: rand.New(rand.NewPCG(s.Seed, 0x7f4a7c15)), tickAt: never, tickFor: never}
	var err error
	if w.robot, err = box.New(s.Robot); err != nil {
		return nil, err
	}
	if w.up, err = impair.New(s.Up); err != nil {
		return nil, fmt.Errorf("virtual: to the interface: %w", err)
	}
	if w.down, err = impair.New(s.Down); err != nil {
		return nil, fmt.Errorf("virtual: to the application: %w", err)
	}
	s.Config.First = w.robot.State().ID
	if w.near, err = remote.NewInterface(s.Config, nearWire{w}); err != nil {
		return nil, err
	}
	if w.far, err = remote.NewApplication(s.Config, farWire{w}, s.Motion); err != nil {
		return nil, err
	}
	w.ctl = Control{Robot: w.robot, Interface: w.near, Application: w.far, Up: w.up, Down: w.down}
	return w, nil
}

func (w *world) draw(d Delay, least time.Duration) time.Duration {
	if d == nil {
		return least
	}
	return max(least, d(w.rng))
}

// advance processes everything that is due by then.
func (w *world) advance(until time.Duration) {
	for w.event(until) {
	}
	w.now = max(w.now, until)
}

// event processes the next event that is due by then; false if there is none.
func (w *world) event(until time.Duration) bool {
	w.schedule()
	at, what := never, -1
	see := func(t time.Duration, k int) {
		if t < at {
			at, what = t, k
		}
	}
	if t, ok := w.up.Next(); ok {
		see(t, 0)
	}
	if t, ok := w.down.Next(); ok {
		see(t, 1)
	}
	if !w.ctl.Deaf {
		see(w.toNear.next(), 2)
		see(w.workAt, 4)
	}
	see(w.toFar.next(), 3)
	see(w.tickAt, 5)
	if what < 0 || at > until {
		return false
	}
	w.now = max(w.now, at)
	w.happen(what)
	return true
}

// schedule draws when the application's next tick runs.
func (w *world) schedule() {
	due, ok := w.far.Next()
	if !ok || w.ctl.AppDead {
		w.tickAt, w.tickFor = never, never
		return
	}
	if due != w.tickFor {
		w.tickFor = due
		w.tickAt = max(w.now, w.realTime(due)) + w.draw(w.s.Tick, 0)
	}
}

// leastAnswer prevents an application that sends as soon as it receives from doing so in no time.
const leastAnswer = 10 * time.Microsecond

func (w *world) happen(what int) {
	switch what {
	case 0:
		b, ok := w.up.Receive(w.now)
		switch {
		case !ok:
		case w.threaded:
			w.toNear.push(w.now+w.draw(w.s.Wake, 0), b)
		default:
			w.inbox.push(w.now, b)
		}
	case 1:
		if b, ok := w.down.Receive(w.now); ok && !w.ctl.AppDead {
			w.toFar.push(w.now+w.draw(w.s.Answer, leastAnswer), b)
		}
	case 2:
		w.near.Handle(w.toNear.pop())
	case 3:
		if b := w.toFar.pop(); !w.ctl.AppDead {
			w.far.Handle(b)
		}
	case 4:
		w.workAt = never
		w.near.Work()
	case 5:
		w.tickFor = never
		w.far.Tick()
	}
}
