package virtual

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// Delay draws how long something takes.
type Delay func(r *rand.Rand) time.Duration

// Fixed always takes d.
func Fixed(d time.Duration) Delay { return func(*rand.Rand) time.Duration { return d } }

// Table draws from quantiles at equal steps of probability, with linear interpolation.
func Table(q []time.Duration) Delay {
	return func(r *rand.Rand) time.Duration {
		x := r.Float64() * float64(len(q)-1)
		i := min(int(x), len(q)-2)
		return q[i] + time.Duration((x-float64(i))*float64(q[i+1]-q[i]))
	}
}

// Budget is how long after a state the robot accepts the command for it: FCI's documentation leaves 300 µs of the
// millisecond to the callback, and the rest to the cable and the machine, both ways.
const Budget = 500 * time.Microsecond

// Setup describes a run. The zero value of everything but Config and Motion is an ideal link and machines without
// delay.
type Setup struct {
	Config remote.Config
	Motion remote.Motion // the application's
	Robot  box.Config
	Seed   uint64 // of the delays and of Leg; the link has its own seeds

	Up   impair.Config // application to interface
	Down impair.Config // interface to application
	Leg  Leg           // robot to interface and back

	Budget time.Duration // how long after its state the robot accepts a command. 0: Budget
	Loop   Delay         // from a state until the interface's cycle begins
	Wake   Delay         // from a packet's arrival at the interface until its other thread has it
	Answer Delay         // from a packet's arrival at the application until it has been processed; at least 10 µs
	Tick   Delay         // lateness of the application's own clock
	Skew   float64       // drift of the application's clock: 1e-4 makes it 100 ppm fast

	Cycles int // at most; 0: 60 000
	// Watch is called in every cycle with the robot in motion: with its state and the command it took, or nil.
	Watch func(s *franka.State, c *franka.Command)
	// Script is called before every cycle and may interfere.
	Script func(c *Control)
}

// Leg is the independent loss of datagrams between the robot and the interface.
type Leg struct{ States, Commands float64 }

// Control gives a script its means.
type Control struct {
	Cycle       int // since the motion began, from 0
	Robot       *box.Robot
	Interface   *remote.Interface
	Application *remote.Application
	Up, Down    *impair.Channel
	AppDead     bool // the application neither receives nor sends
	NearDead    bool // the interface no longer answers the robot
	// Deaf stops the interface's other thread.
	Deaf bool
}

// Result is the result of a run.
type Result struct {
	Completed bool          // the motion completed
	Status    franka.Status // the robot's answer to Move
	Errors    franka.Errors // errors that made it abort
	Err       error         // of interface or application
	Cycles    int           // cycles with the robot in motion
	Missed    int           // of those, cycles without a command in time
	At        time.Duration // from the motion's beginning to its end

	Interface, Application remote.Stats
	T1, T2                 []time.Duration // Config.Samples at most
}

// String summarizes the result in a line.
func (r Result) String() string {
	switch {
	case r.Completed:
		return fmt.Sprintf("completed after %v, %d of %d commands missed", r.At, r.Missed, r.Cycles)
	case r.Errors != 0:
		return fmt.Sprintf("aborted after %v: %v, %d of %d commands missed", r.At, r.Errors, r.Missed, r.Cycles)
	case r.Err != nil:
		return fmt.Sprintf("ended after %v: %v", r.At, r.Err)
	}
	return fmt.Sprintf("not over after %v", r.At)
}

// Run runs a setup to the end of the motion. An error concerns the setup; the motion's outcome is in the Result.
func Run(s Setup) (Result, error) {
	w, err := newWorld(s)
	if err != nil {
		return Result{}, err
	}
	return w.run(), nil
}

// errStart says that the robot did not accept the motion.
var errStart = errors.New("virtual: the simulated robot does not begin to move")
