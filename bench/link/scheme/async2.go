package scheme

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// Async2 is "the asynchronous UDP communication – 2" (section 2.7): a receiver on its own thread counts down what the
// robot's loop counts up with each packet sent. The loop waits for a fixed time. If the count is 0 then, the pose was
// computed from this very cycle and is used; otherwise it is discarded, the clock returns to the previous time and the
// set-point stays. A lost packet is never counted down.
type Async2 struct {
	Wait time.Duration // for the pose, within the robot's cycle; 0: 300 µs
}

// String returns the scheme's name.
func (Async2) String() string { return "async2" }

// Manner implements remote.Scheme.
func (Async2) Manner() remote.Manner { return remote.Manner{Number: 3, Threaded: true, Calls: true} }

// Near implements remote.Scheme.
func (a Async2) Near(e *remote.End) (remote.Near, error) {
	wait, err := waits(a.Wait, fciLeaves)
	return &nearAsync2{e: e, wait: wait}, err
}

// Far implements remote.Scheme.
func (Async2) Far(e *remote.End) (remote.Far, error) { return &farSimple{e: e}, nil }

type nearAsync2 struct {
	e     *remote.End
	wait  time.Duration
	begun bool
	t     time.Duration
	used  franka.Pose

	mu       rt.Mutex
	count    int
	pose     franka.Pose
	finished bool

	out [timedPose]byte
	in  franka.Pose
}

func (x *nearAsync2) Cycle(s *franka.State, period time.Duration, c *franka.Command) (finished bool, err error) {
	if !x.begun {
		x.begun, x.used, period = true, s.OTEEc, 0
	}
	before := x.t
	x.t += period
	until := x.e.Wire.Now() + x.wait
	x.mu.Lock()
	x.count++
	x.mu.Unlock()
	if err := x.e.Send(putTimedPose(x.out[:], x.t.Seconds(), &s.OTEEc)); err != nil {
		return false, err
	}
	x.e.Wire.Wait(until)
	x.mu.Lock()
	if x.count == 0 {
		x.used, finished = x.pose, x.finished
	} else {
		x.t = before
		x.e.Coasted()
	}
	x.mu.Unlock()
	c.OTEEc = x.used
	return finished, nil
}

func (x *nearAsync2) Handle(b []byte) {
	t, ok := readTimedPose(b, &x.in)
	if !ok {
		x.e.Damaged()
		return
	}
	x.e.Got(len(b))
	x.mu.Lock()
	x.count--
	x.pose, x.finished = x.in, math.Signbit(t)
	x.mu.Unlock()
}

func (x *nearAsync2) Work() time.Duration { return never }
