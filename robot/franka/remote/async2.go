package remote

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// nearAsync2 is "the asynchronous UDP communication – 2" (section 2.7): a receiver in a thread of its own counts
// down what the robot's loop counts up with each packet sent. The loop waits for a fixed time. If the count is 0 then,
// the pose was computed from this very cycle and is used; otherwise it is given up, the clock goes back to the
// previous time and the set-point stays. A lost packet is never counted down.
type nearAsync2 struct {
	i     *Interface
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

func (x *nearAsync2) cycle(s *franka.State, period time.Duration, c *franka.Command) (finished bool, err error) {
	if !x.begun {
		x.begun, x.used, period = true, s.OTEEc, 0
	}
	before := x.t
	x.t += period
	until := x.i.wire.Now() + x.i.c.Wait
	x.mu.Lock()
	x.count++
	x.mu.Unlock()
	b := putTimedPose(x.out[:], x.t.Seconds(), &s.OTEEc)
	if err := x.i.wire.Send(b); err != nil {
		return false, err
	}
	rawState, _ := rawSizes(x.i.c.Version)
	x.i.count.sent(len(b), rawState)
	x.i.wire.Wait(until)
	x.mu.Lock()
	if x.count == 0 {
		x.used, finished = x.pose, x.finished
	} else {
		x.t = before
		x.i.count.coasted.Add(1)
	}
	x.mu.Unlock()
	c.OTEEc = x.used
	return finished, nil
}

func (x *nearAsync2) handle(b []byte) {
	t, ok := readTimedPose(b, &x.in)
	if !ok {
		x.i.count.damaged.Add(1)
		return
	}
	_, rawCommand := rawSizes(x.i.c.Version)
	x.i.count.got(len(b), rawCommand)
	x.mu.Lock()
	x.count--
	x.pose, x.finished = x.in, math.Signbit(t)
	x.mu.Unlock()
}

func (x *nearAsync2) work() time.Duration { return never }
