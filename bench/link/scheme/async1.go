package scheme

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// The first byte of Async1's datagrams is their kind.
const (
	askState  = 's' // answered by 's', time as float64 s, O_T_EE_c
	askTime   = 't' // answered by 't', time
	setPose   = 'p' // and 16 float64
	lastPose  = 'P' // setPose with the motion's last pose
	ask1Retry = 10 * time.Millisecond
)

// Async1 is "the asynchronous UDP communication – 1" (section 2.5): the robot's loop puts time and state into a data
// service and takes the pose that is there; another thread answers the application from that service. The loop does
// not know whether a pose is new, so the set-point stands still whenever none came in time.
type Async1 struct{}

// String returns the scheme's name.
func (Async1) String() string { return "async1" }

// Manner implements remote.Scheme.
func (Async1) Manner() remote.Manner { return remote.Manner{Number: 1, Threaded: true} }

// Near implements remote.Scheme.
func (Async1) Near(e *remote.End) (remote.Near, error) { return &nearAsync1{e: e}, nil }

// Far implements remote.Scheme.
func (Async1) Far(e *remote.End) (remote.Far, error) { return &farAsync1{e: e}, nil }

type nearAsync1 struct {
	e     *remote.End
	begun bool

	mu       rt.Mutex // the data service
	t        time.Duration
	state    franka.Pose
	pose     franka.Pose
	finished bool

	in  franka.Pose
	out [1 + timedPose]byte
}

func (x *nearAsync1) Cycle(s *franka.State, period time.Duration, c *franka.Command) (finished bool, err error) {
	x.mu.Lock()
	if !x.begun {
		x.begun, x.pose, period = true, s.OTEEc, 0
	}
	x.t += period
	x.state = s.OTEEc
	c.OTEEc, finished = x.pose, x.finished
	x.mu.Unlock()
	return finished, nil
}

func (x *nearAsync1) Handle(b []byte) {
	var answer []byte
	switch {
	case len(b) == 1 && (b[0] == askState || b[0] == askTime):
		x.mu.Lock()
		if !x.begun { // the robot's loop is not running yet: the application asks again
			x.mu.Unlock()
			return
		}
		answer = append(x.out[:0], b[0])
		answer = binary.LittleEndian.AppendUint64(answer, math.Float64bits(x.t.Seconds()))
		if b[0] == askState {
			answer = appendPose(answer, &x.state)
		}
		x.mu.Unlock()
	case len(b) == 1+16*8 && (b[0] == setPose || b[0] == lastPose) && readPose(b[1:], &x.in):
		x.mu.Lock()
		x.pose, x.finished = x.in, b[0] == lastPose
		x.mu.Unlock()
	default:
		x.e.Damaged()
		return
	}
	x.e.Got(len(b))
	if answer != nil && x.e.Send(answer) != nil {
		x.e.Dropped()
	}
}

func (x *nearAsync1) Work() time.Duration { return never }

// farAsync1 asks for the state once, then again and again for the time, and sends the pose for it.
type farAsync1 struct {
	e     *remote.End
	s     franka.State
	c     franka.Command
	some  bool
	start float64
	due   time.Duration // interval of repeated requests, as the answer may be lost
	buf   [1 + 16*8]byte
}

func (x *farAsync1) ask(what byte) {
	x.due = x.e.Wire.Now() + ask1Retry
	b := append(x.buf[:0], what)
	if what == setPose || what == lastPose {
		b = appendPose(b, &x.c.OTEEc)
	}
	x.e.Fault = x.e.Send(b)
}

func (x *farAsync1) Handle(b []byte) {
	switch {
	case len(b) == 1+timedPose && b[0] == askState:
		t, ok := readTimedPose(b[1:], &x.s.OTEEc)
		if !ok {
			break
		}
		x.e.Got(len(b))
		if !x.some {
			x.some, x.start = true, t
			x.ask(askTime)
		}
		return
	case len(b) == 9 && b[0] == askTime && x.some:
		t := readFloat(b[1:]) - x.start
		if math.IsNaN(t) || math.IsInf(t, 0) {
			break
		}
		x.e.Got(len(b))
		if x.e.Command(duration(t), &x.s, &x.c) {
			x.ask(lastPose)
		} else {
			x.ask(setPose)
		}
		x.ask(askTime)
		return
	}
	x.e.Damaged()
}

func (x *farAsync1) Tick() {
	what := byte(askTime)
	if !x.some {
		what = askState
	}
	if x.e.Wire.Now() >= x.due {
		x.ask(what)
	}
}

func (x *farAsync1) Next() (time.Duration, bool) { return x.due, true }

func (x *farAsync1) State() *franka.State {
	if !x.some {
		return nil
	}
	return &x.s
}
