package panda

import (
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// world is what lock-step drives: the simulated robot, the interface next to it, and both directions of the
// link.
type world struct {
	robot    *box.Robot
	near     *remote.Interface
	up, down *impair.Channel // to the robot, from the robot
	link     *Link
	flight   *flight

	now      time.Duration
	cycle    time.Duration // when the robot's next cycle is
	workAt   time.Duration // when the interface's other thread next sends the state
	before   uint64
	command  franka.Command
	finished bool
	over     bool
}

const never = time.Duration(math.MaxInt64)

// newWorld makes a robot that has been told to begin.
func newWorld(o *setup) (*world, error) {
	w := &world{workAt: never, cycle: time.Millisecond}
	var err error
	if w.robot, err = box.New(box.Config{Version: o.remote.Version, Noise: box.DefaultNoise(), Seed: o.up.Seed}); err != nil {
		return nil, err
	}
	if w.up, err = impair.New(o.up); err != nil {
		return nil, err
	}
	if w.down, err = impair.New(o.down); err != nil {
		return nil, err
	}
	o.remote.First = w.robot.State().ID
	if w.near, err = remote.NewInterface(o.remote, nearWire{w}); err != nil {
		return nil, err
	}
	w.flight = newFlight(*w.robot.Limits(), roomFor)
	m := franka.MoveRequest{Generator: o.remote.Generator, Path: franka.DefaultDeviation, Goal: franka.DefaultDeviation}
	if s := w.robot.Move(m); s != franka.MotionStarted {
		return nil, fmt.Errorf("the simulated robot does not move: %v", s)
	}
	for w.robot.State().Mode != franka.ModeMove {
		w.robot.Step(nil)
	}
	s := w.robot.State()
	w.before, w.command.QC, w.command.OTEEc, w.command.ElbowC = s.ID, s.Qd, s.OTEEc, s.ElbowC
	return w, nil
}

// NextEvent implements exec.World.
func (w *world) NextEvent() reactor.Time {
	next := min(w.cycle, w.workAt)
	for _, way := range [...]*impair.Channel{w.up, w.down} {
		if at, ok := way.Next(); ok {
			next = min(next, at)
		}
	}
	if w.over || next == never {
		return reactor.Forever
	}
	return reactor.Time(max(next, w.now+1))
}

// AdvanceTo implements exec.World.
func (w *world) AdvanceTo(t reactor.Time) error {
	for next := w.NextEvent(); next <= t && !w.over; next = w.NextEvent() {
		w.now = next.Duration()
		if err := w.happen(); err != nil {
			return err
		}
	}
	w.now = t.Duration()
	return nil
}

// happen handles everything that is due now: arrivals, the robot's cycle, departures.
func (w *world) happen() error {
	for b, ok := w.up.Receive(w.now); ok; b, ok = w.up.Receive(w.now) {
		w.near.Handle(b)
	}
	for b, ok := w.down.Receive(w.now); ok; b, ok = w.down.Receive(w.now) {
		w.link.bring(b)
	}
	if w.now >= w.workAt {
		w.workAt = never
		w.near.Work()
	}
	if w.now < w.cycle {
		return nil
	}
	w.cycle = w.now + time.Millisecond
	return w.step()
}

// step lets the interface answer the robot's state, and advances time by a millisecond.
func (w *world) step() (err error) {
	s := w.robot.State()
	if !w.finished {
		w.finished, err = w.near.Cycle(s, time.Duration(s.ID-w.before)*time.Millisecond, &w.command)
		w.before, w.workAt = s.ID, w.now+20*time.Microsecond
	}
	if err != nil {
		return err
	}
	w.flight.add(s)
	w.command.ID, w.command.Finished = s.ID, w.finished
	w.robot.Step(&w.command)
	if w.robot.Moving() {
		return nil
	}
	w.over = true
	w.link.Over.Schedule(w.ending(), 0)
	return nil
}

// ending returns how the motion ended.
func (w *world) ending() Ending {
	for o, ok := w.robot.Outcome(); ok; o, ok = w.robot.Outcome() {
		if o.Kind == franka.Move && o.Status != franka.Success {
			return Ending{fmt.Sprintf("%v: %v", o.Status, o.Motion.Errors)}
		}
	}
	if err := w.near.Outcome(); err != nil {
		return Ending{err.Error()}
	}
	return Ending{}
}

// send puts the application's datagrams on the link.
func (w *world) send(d Datagrams) bool {
	d.each(func(b []byte) { w.up.Send(w.now, b) })
	return true
}

// beside returns the interface's counters.
func (w *world) beside() Beside { return besideOf(w.near) }

func besideOf(i *remote.Interface) Beside {
	s := i.Stats()
	return Beside{CommandsIn: s.Received.Packets, StatesOut: s.Sent.Packets, Damaged: s.Damaged, Coasted: s.Coasted, Replans: s.Replans, Stops: s.Stops, Depth: s.Depth}
}

// nearWire is the interface's end of the link.
type nearWire struct{ w *world }

// Now implements remote.Wire.
func (x nearWire) Now() time.Duration { return x.w.now }

// Send implements remote.Wire.
func (x nearWire) Send(b []byte) error {
	x.w.down.Send(x.w.now, b)
	return nil
}

// Receive implements remote.Wire: the world hands over what arrives.
func (x nearWire) Receive([]byte, time.Duration) (int, error) { return 0, remote.ErrTimeout }

// Wait implements remote.Wire: nothing here waits.
func (x nearWire) Wait(time.Duration) {}
