package franka

import (
	"context"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Loop are the options of a control loop. The zero value corresponds to libfranka up to 0.9: the robot's joint impedance
// controller, rate limiter on, low-pass filter at 100 Hz.
type Loop struct {
	Controller  Controller      // which follows the motion; Torques selects ExternalController automatically
	Generator   MotionGenerator // Control only: the generator whose members of Command the callback fills
	NoRateLimit bool            // send commands unchanged, whether or not they keep the limits
	Cutoff      float64         // of the low-pass filter, Hz; 0 for DefaultCutoff, CutoffOff and more for none
	Path, Goal  Deviation       // greatest deviation of the arm; zero for DefaultDeviation
	Realtime    *rt.Options     // lock the loop to its thread and request this from the system; nil for neither
	Report      func(rt.Report) // gets what the system granted; may be nil
	Stats       *Stats          // incremented while the loop runs; may be nil

	// Guard has the last word on every command, whatever the callback requests. If nil, commands pass only libfranka's limiter,
	// and the robot ends a motion that it cannot follow, as with libfranka. guard.New makes one.
	Guard Guard

	After func(s *State) // called when the answer to s was sent, for work that can wait until then; may be nil
	// Spin is how long before the next state is expected the loop stops sleeping and polls, for at most twice as long, so that
	// no other thread takes its processor and its caches. Linux only; 0 for no spinning.
	Spin  time.Duration
	Ready func() // called before each spin, to touch memory that the callback will need; may be nil
}

// Guard keeps a loop's commands within the robot's limits: package guard has one.
type Guard interface {
	// Limit makes x, the answer to s, a command that keeps the robot's limits and leaves a way to stop. finished says that x is
	// the callback's last command. Limit then gets it again until it reports that the motion may end with the command it makes.
	Limit(s *State, x *Command, finished bool) (done bool, err error)
	// Look is called when the answer to s was sent.
	Look(s *State)
}

func (o Loop) withDefaults() Loop {
	if o.Cutoff <= 0 {
		o.Cutoff = DefaultCutoff
	}
	if o.Path == (Deviation{}) {
		o.Path = DefaultDeviation
	}
	if o.Goal == (Deviation{}) {
		o.Goal = DefaultDeviation
	}
	return o
}

// Stats are statistics of control loops. Use them only in the goroutine of the loop: in callbacks, or after the loop.
type Stats struct {
	Cycles   uint64        // states that were answered
	Lost     uint64        // states that never came or came after a newer one
	Callback exec.Lateness // time spent in the callback
	Answer   exec.Lateness // from a state's reception to its command's sending, including the callback
}

// setup configures the loop's thread; nil if the loop asks for none.
func (o *Loop) setup() *rt.Thread {
	if o.Realtime == nil {
		return nil
	}
	report, thread := rt.Setup(*o.Realtime)
	if o.Report != nil {
		o.Report(report)
	}
	return thread
}

// JointPositions moves the arm by joint positions, rad. The callback gets each state in which the robot waits for a command,
// the time since the one before (0 at first, whole milliseconds), and q, which keeps its values between calls and at first
// holds the state's q_d, where the motion must begin. The callback returns true with the last position. It has some 300 µs.
//
// The loop ends without an error when the robot has come to rest, with a *ControlError when the robot ended the
// motion, and with the context's or another error after it has stopped the robot.
func (c *Client) JointPositions(ctx context.Context, o Loop,
	f func(s *State, period time.Duration, q *[Joints]float64) (finished bool)) error {
	o.Generator = GenerateJointPosition
	return c.Control(ctx, o, func(s *State, period time.Duration, x *Command) bool { return f(s, period, &x.QC) })
}

// JointVelocities moves the arm by joint velocities, rad/s; see JointPositions. dq is zero at first.
func (c *Client) JointVelocities(ctx context.Context, o Loop,
	f func(s *State, period time.Duration, dq *[Joints]float64) (finished bool)) error {
	o.Generator = GenerateJointVelocity
	return c.Control(ctx, o, func(s *State, period time.Duration, x *Command) bool { return f(s, period, &x.DQC) })
}

// CartesianPoses moves the arm by poses of the end effector in the base; see JointPositions. p is O_T_EE_c at first.
// To command the elbow as well, use Control.
func (c *Client) CartesianPoses(ctx context.Context, o Loop,
	f func(s *State, period time.Duration, p *Pose) (finished bool)) error {
	o.Generator = GenerateCartesianPose
	return c.Control(ctx, o, func(s *State, period time.Duration, x *Command) bool { return f(s, period, &x.OTEEc) })
}

// CartesianVelocities moves the arm by twists of the end effector in the base, m/s and rad/s; see JointPositions. v is
// zero at first.
func (c *Client) CartesianVelocities(ctx context.Context, o Loop,
	f func(s *State, period time.Duration, v *[6]float64) (finished bool)) error {
	o.Generator = GenerateCartesianVelocity
	return c.Control(ctx, o, func(s *State, period time.Duration, x *Command) bool { return f(s, period, &x.ODPEEc) })
}

// Torques controls the arm by joint torques without gravity, Nm; see JointPositions. tau is zero at first. As in libfranka up
// to 0.17 a joint velocity generator at rest runs alongside.
func (c *Client) Torques(ctx context.Context, o Loop,
	f func(s *State, period time.Duration, tau *[Joints]float64) (finished bool)) error {
	o.Generator, o.Controller = GenerateJointVelocity, ExternalController
	return c.Control(ctx, o, func(s *State, period time.Duration, x *Command) bool { return f(s, period, &x.TauJd) })
}
