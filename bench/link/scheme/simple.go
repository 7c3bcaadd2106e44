package scheme

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// Simple is "the simplest and fastest synchronous UDP communication" (section 2.6): in each cycle it sends time and
// O_T_EE_c and waits for any pose. Answers are not numbered: one that comes after the wait is used in the next cycle,
// and in its own cycle the set-point stays.
type Simple struct {
	Wait time.Duration // for the pose, within the robot's cycle; then the set-point stays. 0: 300 µs
}

// String returns the scheme's name.
func (Simple) String() string { return "simple" }

// Manner implements remote.Scheme.
func (Simple) Manner() remote.Manner { return remote.Manner{Number: 2, Calls: true} }

// Near implements remote.Scheme.
func (a Simple) Near(e *remote.End) (remote.Near, error) {
	wait, err := waits(a.Wait, fciLeaves)
	return &nearSimple{asked: asked{e: e, wait: wait}}, err
}

// Far implements remote.Scheme.
func (Simple) Far(e *remote.End) (remote.Far, error) { return &farSimple{e: e}, nil }

type nearSimple struct {
	asked
	begun, finished bool
	t               time.Duration
	last            franka.Pose
	out             [timedPose]byte
}

func (x *nearSimple) Cycle(s *franka.State, period time.Duration, c *franka.Command) (finished bool, err error) {
	if !x.begun {
		x.begun, x.last, period = true, s.OTEEc, 0
	}
	x.t += period
	x.finished = false
	err = x.exchange(putTimedPose(x.out[:], x.t.Seconds(), &s.OTEEc), x)
	c.OTEEc = x.last
	return x.finished, err
}

func (x *nearSimple) take(b []byte) bool {
	t, ok := readTimedPose(b, &x.last)
	x.finished = ok && math.Signbit(t)
	return ok
}

// farSimple is the application of Simple and Async2: it answers each packet with the pose for the packet's time.
type farSimple struct {
	answering
	e   *remote.End
	c   franka.Command
	buf [timedPose]byte
}

func (x *farSimple) Handle(b []byte) {
	t, ok := readTimedPose(b, &x.s.OTEEc)
	if !ok {
		x.e.Damaged()
		return
	}
	x.some = true
	x.e.Got(len(b))
	if x.e.Command(duration(t), &x.s, &x.c) {
		t = math.Copysign(t, -1)
	}
	x.e.Fault = x.e.Send(putTimedPose(x.buf[:], t, &x.c.OTEEc))
}
