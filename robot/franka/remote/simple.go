package remote

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// nearSimple is "the simplest and fastest synchronous UDP communication" (section 2.6): in each cycle it sends time
// and O_T_EE_c and waits for a pose, whichever comes. Nothing numbers the answers: one that comes after the wait is
// taken for the next cycle's, and in its own cycle the set-point stays where it was.
type nearSimple struct {
	i     *Interface
	begun bool
	t     time.Duration
	last  franka.Pose
	buf   [MaxDatagram]byte
}

func (x *nearSimple) cycle(s *franka.State, period time.Duration, c *franka.Command) (finished bool, err error) {
	if !x.begun {
		x.begun, x.last, period = true, s.OTEEc, 0
	}
	x.t += period
	rawState, rawCommand := rawSizes(x.i.c.Version)
	b := putTimedPose(x.buf[:], x.t.Seconds(), &s.OTEEc)
	if err := x.i.wire.Send(b); err != nil {
		return false, err
	}
	x.i.count.sent(len(b), rawState)
	until := x.i.wire.Now() + x.i.c.Wait
	for {
		n, err := x.i.wire.Receive(x.buf[:], until)
		if err == ErrTimeout {
			x.i.count.coasted.Add(1)
			break
		}
		if err != nil {
			return false, err
		}
		t, ok := readTimedPose(x.buf[:n], &x.last)
		if !ok {
			x.i.count.damaged.Add(1)
			continue
		}
		x.i.count.got(n, rawCommand)
		finished = math.Signbit(t)
		break
	}
	c.OTEEc = x.last
	return finished, nil
}

func (x *nearSimple) handle([]byte)       {}
func (x *nearSimple) work() time.Duration { return never }

// farSimple is the application of Simple and Async2: it answers each packet with the pose for the packet's time.
type farSimple struct {
	a    *Application
	s    franka.State
	c    franka.Command
	some bool
	buf  [timedPose]byte
}

func (x *farSimple) handle(b []byte) {
	t, ok := readTimedPose(b, &x.s.OTEEc)
	if !ok {
		x.a.count.damaged.Add(1)
		return
	}
	rawState, _ := rawSizes(x.a.c.Version)
	x.some = true
	x.a.count.got(len(b), rawState)
	if x.a.motion.Next(duration(t), &x.s, &x.c) {
		x.a.done, t = true, math.Copysign(t, -1)
	}
	answer := putTimedPose(x.buf[:], t, &x.c.OTEEc)
	x.a.command(answer)
}

func (x *farSimple) tick()                       {}
func (x *farSimple) next() (time.Duration, bool) { return never, false }

func (x *farSimple) state() *franka.State {
	if !x.some {
		return nil
	}
	return &x.s
}
