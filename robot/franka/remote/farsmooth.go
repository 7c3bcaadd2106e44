package remote

import (
	"time"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// farSmooth is the application of Smooth. Sample n of its motion is for the robot's cycle n after the first state that
// arrived. It derives the number of due samples from the states' ids, filtering the jitter of their transport, and
// continues by its own clock for a while when no states come. Therefore the two clocks do not drift apart, and it does
// not matter exactly when this machine runs.
type farSmooth struct {
	e     *End
	codec *farCodec
	clock robotClock
	s     franka.State
	some  bool

	n     int64 // of the sample to make next
	c     franka.Command
	pause int64 // cycles that passed while the arm was stopped
	odd   bool
	last  bool // the motion's last sample has been made
	due   time.Duration
}

// bridge is the number of cycles for which commands are made without news of the robot. An application that gets no
// more states ends its stream, and the arm stops.
const bridge = 100

func newFarSmooth(e *End) (Far, error) {
	codec, err := newFarCodec(&e.Config, e.count)
	return &farSmooth{e: e, codec: codec}, err
}

// Handle implements Far.
func (x *farSmooth) Handle(b []byte) {
	fresh := x.codec.read(b, x.e.Wire.Now(), &x.s)
	x.e.phase = x.codec.phase
	x.e.Done = x.e.Done || x.e.phase == Ended
	if !fresh {
		return
	}
	now := x.e.Wire.Now()
	if !x.some {
		x.some, x.due = true, now
		x.clock.first = x.s.ID
	}
	x.clock.see(x.s.ID, now)
	if x.e.phase != Stopped {
		x.e.acknowledged = false
	}
}

// Tick implements Far.
func (x *farSmooth) Tick() {
	now := x.e.Wire.Now()
	if !x.some || now < x.due {
		return
	}
	if x.due += time.Millisecond; x.due <= now {
		x.due = now + time.Millisecond
	}
	x.odd = !x.odd
	switch x.e.phase {
	case Stopped:
		if x.e.acknowledged || x.e.Config.Resume {
			x.send(x.codec.acknowledge(now))
		}
		fallthrough
	case Stopping:
		x.pause = x.clock.cycle(now) - (x.n - 1)
		return
	case Ended:
		return
	}
	for range x.wants(now, x.odd) {
		x.sample()
		x.n++
	}
}

// wanted predicts what Tick will do.
func (x *farSmooth) wanted() int {
	now := x.e.Wire.Now()
	if !x.some || now < x.due || x.last || x.e.phase == Stopped || x.e.phase == Stopping || x.e.phase == Ended {
		return 0
	}
	return int(x.wants(now, !x.odd))
}

// mostAtOnce is the greatest number of samples per tick. The rest waits for the next one.
const mostAtOnce = 2 * bridge

// wants returns the number of samples to make now, in an odd or an even tick.
func (x *farSmooth) wants(now time.Duration, odd bool) int64 {
	return max(0, min(x.until(now, odd)+1-x.n, mostAtOnce))
}

// until returns the last sample to make now, in an odd or an even tick.
func (x *farSmooth) until(now time.Duration, odd bool) int64 {
	target := x.clock.cycle(now) - x.pause
	if x.n > target && odd && x.clock.alive(now) { // too far ahead of the robot: slower, but not silent
		return x.n
	}
	return target
}

// sample makes and sends the next command.
func (x *farSmooth) sample() {
	if !x.last {
		x.c = franka.Command{}
		x.last = x.e.Motion.Next(time.Duration(x.n)*time.Millisecond, &x.s, &x.c)
		x.c.Finished = x.last
		x.e.count.cycles.Add(1)
	}
	x.send(x.codec.write(x.n, &x.c))
}

func (x *farSmooth) send(b []byte) {
	if b == nil {
		return
	}
	if err := x.e.Wire.Send(b); err != nil {
		x.e.Fault = err
	}
}

// Next implements Far.
func (x *farSmooth) Next() (time.Duration, bool) { return x.due, x.some }

// State implements Far.
func (x *farSmooth) State() *franka.State {
	if !x.some {
		return nil
	}
	return &x.s
}

// robotClock estimates the robot's present cycle from the arrived states; the fastest ones are decisive.
type robotClock struct {
	first  uint64
	newest uint64
	heard  time.Duration
	offset [64]time.Duration // of the robot's time relative to ours
	n      int
}

func (k *robotClock) see(id uint64, now time.Duration) {
	k.newest, k.heard = max(k.newest, id), now
	k.offset[k.n%len(k.offset)] = time.Duration(id-k.first)*time.Millisecond - now
	k.n++
}

// cycle returns the number of cycles since the first.
func (k *robotClock) cycle(now time.Duration) int64 {
	best := k.offset[0]
	for _, o := range k.offset[:min(k.n, len(k.offset))] {
		best = max(best, o)
	}
	return min(int64((now+best)/time.Millisecond), int64(k.newest-k.first)+bridge)
}

// pace bounds the numbers of the states: from the times of the first and of the newest, by a clock that is off by at
// most a hundredth.
type pace struct {
	first, newest uint64
	begun, heard  time.Duration
	any           bool
}

// until returns the greatest number that a state can have by now; false as long as nothing is known.
func (k *pace) until(now time.Duration) (most uint64, ok bool) {
	if !k.any {
		if k.first == 0 {
			return 0, false
		}
		k.any, k.newest, k.begun, k.heard = true, k.first, now, now
	}
	since := func(id uint64, at time.Duration) uint64 {
		return id + uint64(max(0, now-at)/time.Millisecond)*101/100 + early
	}
	return min(since(k.first, k.begun), since(k.newest, k.heard)), true
}

// early is how many cycles a state may be ahead of its time: delayed states arrive at once.
const early = 2 * bridge

func (k *pace) see(id uint64, now time.Duration) {
	if !k.any {
		k.any, k.first, k.begun = true, id, now
	}
	k.newest, k.heard = id, now
}

// alive reports whether there was recent news of the robot.
func (k *robotClock) alive(now time.Duration) bool { return now-k.heard < bridge*time.Millisecond }
