// Package shadow makes a Franka at the far end of a link look like a local one to a program that knows nothing of the link: it
// provides FCI on this machine and uses an interface beside the robot. Programs of libfranka connect to box.Server, which asks a
// Shadow instead of a simulated robot. The Shadow reads the robot through the interface, passes requests on, and turns each Move
// into a motion by remote.Smooth.
//
// As on a robot, the client gets a state and must answer it each millisecond by this machine's clock, whatever the line loses or
// delays, so that its motion is as smooth as locally. The commanded values in a state (q_d, O_T_EE_c and their derivatives) are
// those of the client's last command.
//
// Unlike on a robot, the measured values in a state are as old as the line makes them, and repeated if the line lost a state.
// Commands reach the robot after the line's delay and the interface's jitter buffer. Therefore a client may generate motions, but
// not close a fast loop; torques are refused, and models come from this end. An asynchronous motion of protocol 10 is led from
// here.
package shadow

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// Config says where the robot is.
type Config struct {
	Interface string
	// Link is the robot's Version (0: 5), the key in Secrets, and how motions use the line: Compression, NoCRC, Redundancy, Depth,
	// StopAfter and Share.
	Link     remote.Config
	Realtime *rt.Options       // of the thread that sends commands; nil: none
	Patience time.Duration     // time without a state of the robot after which the link is considered broken; 0: 1 s, in motions 5 s
	Notice   func(text string) // gets a line about each event; may be nil
}

const (
	// lead is the number of samples at which a motion rests before it follows the client, which begins a moment later.
	lead = 6
	// restful is the number of samples at which a motion rests after the client's last command.
	restful = 3
	// wanted is the number of client commands that should wait to be sent: it covers the jitter between the client's thread and
	// the link's.
	wanted = 3
	// missesMost is the greatest number of consecutive cycles without an answer of the client, as on a robot.
	missesMost = 20
	// slower is the relative change of the cycle time per command that waits beyond wanted, at most mostSlower.
	slower, mostSlower = 0.004, 0.02
)

// late is a robot's error for a motion whose commands do not come.
func late() franka.Errors { return franka.Errors(0).With(franka.CommunicationConstraintsViolation) }

// Shadow stands in for the robot. Its methods are those of box.Controlled, which the server calls; Run does the rest.
type Shadow struct {
	c      Config
	reader *remote.Reader
	ctx    context.Context // of the motion's and the requests' goroutines
	wg     sync.WaitGroup
	notes  chan string // lines for Config.Notice, which may block

	mu      rt.Mutex // guards the following fields
	newest  franka.State
	live    bool         // states are arriving
	state   franka.State // state that was sent
	answers []box.Outcome
	reflex  franka.Errors // errors that hold the client back, even if the robot has none
	agreed  bool          // the client has cleared them: the interface may continue
	run     run
}

// run is a motion of the client.
type run struct {
	box.Motion
	on       bool
	begun    bool // the link asks for commands
	finished bool // the client has sent its last command
	stopping bool
	misses   int
	should   commanded
	queue    chan franka.Command
	cancel   context.CancelFunc
	broken   bool          // ended by this end
	fault    franka.Errors // reason; late if there is none

	async  bool                   // a Leader leads it
	speed  [franka.Joints]float64 // at most, then
	leader *box.Leader
}

// New reads the robot through its interface and returns when that has accepted. Run must follow.
func New(ctx context.Context, c Config) (*Shadow, error) {
	if c.Link.Version == 0 {
		c.Link.Version = franka.Version5
	}
	if c.Notice == nil {
		c.Notice = func(string) {}
	}
	x := &Shadow{c: c, notes: make(chan string, 64)}
	var err error
	x.reader, err = remote.NewReader(ctx, remote.ReadConfig{
		Interface: c.Interface, Version: c.Link.Version, Key: c.Link.Secrets.Key, Compression: c.Link.Compression, NoCRC: c.Link.NoCRC, Silence: c.Patience,
		Take: x.take, Lost: x.lost, Back: func() { x.tell("the interface is back") },
	})
	return x, err
}

// Run reads states until ctx ends; then it also ends a motion.
func (x *Shadow) Run(ctx context.Context) error {
	x.mu.Lock()
	x.ctx = ctx
	x.mu.Unlock()
	told := make(chan struct{})
	go func() {
		defer close(told)
		for text := range x.notes {
			x.c.Notice(text)
		}
	}()
	err := x.reader.Read(ctx)
	x.mu.Lock()
	x.breakOff()
	x.ctx = nil
	x.mu.Unlock()
	x.wg.Wait()
	close(x.notes)
	<-told
	return err
}

// tell passes a line on. It drops lines if the reader is too slow.
func (x *Shadow) tell(text string) {
	select {
	case x.notes <- text:
	default:
	}
}

// take keeps the newest state.
func (x *Shadow) take(s *franka.State) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.newest, x.live = *s, true
	if x.state.ID == 0 {
		x.state = *s
	}
}

// lost marks states as missing for the client too, so that it does not take old ones for new.
func (x *Shadow) lost(err error) {
	x.tell(fmt.Sprintf("no states from the interface: %v", err))
	x.mu.Lock()
	defer x.mu.Unlock()
	x.live = false
	x.breakOff()
}

// breakOff ends the motion at this end: the link stops the arm.
func (x *Shadow) breakOff() {
	if x.run.on {
		x.run.broken = true
		x.run.cancel()
	}
}

// State implements box.Controlled.
func (x *Shadow) State() *franka.State {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.live {
		return nil
	}
	return &x.state
}

// Waits implements box.Controlled.
func (x *Shadow) Waits() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.following() && x.shows() && !x.run.async
}

// following reports whether the client is leading a motion.
func (x *Shadow) following() bool {
	return x.run.on && x.run.begun && !x.run.finished && !x.run.broken
}

// Outcome implements box.Controlled.
func (x *Shadow) Outcome() (o box.Outcome, ok bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.answers) == 0 {
		return o, false
	}
	o = x.answers[0]
	x.answers = append(x.answers[:0], x.answers[1:]...)
	return o, true
}

// Period returns the length of the present cycle: the client follows the robot's clock, not this machine's.
func (x *Shadow) Period() time.Duration {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.following() {
		return time.Millisecond
	}
	off := slower * float64(len(x.run.queue)-wanted)
	return time.Duration(float64(time.Millisecond) * (1 + max(-mostSlower, min(off, mostSlower))))
}

// Step implements box.Controlled.
func (x *Shadow) Step(c *franka.Command) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.following() && x.shows() {
		if x.run.async {
			x.lead(c)
		} else {
			x.follow(c)
		}
	}
	x.show()
}

// shows reports whether the last state sent was one of the motion.
func (x *Shadow) shows() bool {
	return x.state.Mode == franka.ModeMove && x.state.MotionGenerator == x.run.Generator
}

// follow takes the client's command for the last state sent, or continues without one as a robot does.
func (x *Shadow) follow(c *franka.Command) {
	r := &x.run
	r.Cycles++
	var next franka.Command
	switch {
	case c != nil && c.ID == x.state.ID:
		next, r.misses = *c, 0
	case r.Cycles == r.Waited+1: // the motion has not begun
		r.Waited++
		return
	default:
		r.Missed++
		if r.misses++; r.misses > missesMost {
			x.tell(fmt.Sprintf("motion %d: the client left %d cycles in a row unanswered", r.Number, r.misses))
			x.breakOff()
			return
		}
		next = r.should.coast(r.Generator)
	}
	r.should.follow(r.Generator, &next)
	x.send(&next)
}

// send gives the link the next command.
func (x *Shadow) send(next *franka.Command) {
	select {
	case x.run.queue <- *next:
		x.run.finished = next.Finished
	default:
		x.tell(fmt.Sprintf("motion %d: the interface takes no more commands, %d wait", x.run.Number, len(x.run.queue)))
		x.breakOff()
	}
}

// show makes the next state from the robot's newest and the client's commands.
func (x *Shadow) show() {
	s, id := &x.state, x.state.ID+1
	*s = x.newest
	s.ID = id
	s.CurrentErrors |= x.reflex
	if x.reflex != 0 {
		s.LastErrors |= x.reflex
		s.Mode = franka.ModeReflex
	}
	switch r := &x.run; {
	case r.on && r.begun && !r.broken:
		s.Mode, s.MotionGenerator, s.Controller = franka.ModeMove, r.Generator, r.Controller
		r.should.show(r.Generator, s)
		s.SuccessRate = 1 - float64(min(r.misses, missesMost))/missesMost
	default:
		s.MotionGenerator = franka.GenerateIdle
		if s.Mode == franka.ModeMove { // the robot's state is older than the motion's end
			s.Mode = franka.ModeIdle
		}
	}
}

// follower turns the client's commands into the link's. It belongs to the link's thread.
type follower struct {
	queue chan franka.Command
	begin func()
	timer *time.Timer
	last  franka.Command
	late  int // samples without a client command that have not been made up for
	rest  int // samples after the client's last command

	velocities bool // members that the client commands
}

// Next implements remote.Motion: the link asks for the client's commands, one per cycle of the robot.
func (r *follower) Next(t time.Duration, s *franka.State, c *franka.Command) (finished bool) {
	n := int(t / time.Millisecond)
	if n == 0 {
		r.last = franka.Command{QC: s.Qd, OTEEc: s.OTEEc, ElbowC: s.ElbowC}
		r.begin()
	}
	switch {
	case r.last.Finished: // the client's filters leave some velocity, but a motion over the link ends at rest
		r.rest++
		r.last.DQC, r.last.ODPEEc = [franka.Joints]float64{}, [6]float64{}
	case n >= lead:
		r.timer.Reset(3 * time.Millisecond)
		select {
		case r.last = <-r.queue:
			for ; r.velocities && r.late > 0 && !r.last.Finished && len(r.queue) > 0; r.late-- {
				r.last = <-r.queue // replaces a command that came too late: the path remains the client's
			}
		case <-r.timer.C: // repeat the last one
			r.late++
		}
		r.timer.Stop()
	}
	*c = r.last
	return r.rest == restful
}

// move runs a motion over the link to its end.
func (x *Shadow) move(ctx context.Context, cfg remote.Config, m box.Motion, queue chan franka.Command, acknowledge bool) {
	defer x.wg.Done()
	started := false
	velocities := m.Generator == franka.GenerateJointVelocity || m.Generator == franka.GenerateCartesianVelocity
	f := &follower{queue: queue, velocities: velocities, timer: time.NewTimer(time.Hour), begin: func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.run.begun = true
	}}
	defer f.timer.Stop()
	stats, err := remote.Connect(ctx, remote.ConnectConfig{
		Config: cfg, Motion: f, Interface: x.c.Interface, Acknowledge: acknowledge, Realtime: x.c.Realtime, Patience: x.c.Patience,
		Started: func(*remote.Application) {
			started = true
			x.mu.Lock()
			defer x.mu.Unlock()
			x.run.should.start(&x.newest, x.c.Link.Version)
			if x.run.async {
				var ok bool
				if x.run.leader, ok = x.leader(x.run.speed); !ok {
					x.breakOff()
				}
			}
			x.answers = append(x.answers, box.Outcome{Kind: franka.Move, Status: franka.MotionStarted, Motion: m})
		},
	})
	x.ended(started, err)
	x.tell(fmt.Sprintf("motion %d: %d commands sent, %d states of it came, %d lost", m.Number, stats.Sent.Packets, stats.Received.Packets, stats.Lost))
}

// ended answers the client's Move.
func (x *Shadow) ended(started bool, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	r := &x.run
	r.on = false
	status := franka.Success
	switch {
	case !started:
		status = franka.NotPossible
		x.tell(fmt.Sprintf("the client's Move is refused: %v", err))
	case r.stopping:
		status = franka.Preempted
	case r.broken:
		status, x.reflex = franka.ReflexAborted, cmp.Or(r.fault, late())
	case err != nil:
		status, x.reflex = franka.ReflexAborted, x.newest.CurrentErrors|late()
		if x.newest.Mode == franka.ModeReflex && x.newest.LastErrors != 0 {
			x.reflex = x.newest.LastErrors
		}
		x.tell(fmt.Sprintf("motion %d: %v", r.Number, err))
	}
	r.Errors = x.reflex
	x.answers = append(x.answers, box.Outcome{Kind: franka.Move, Status: status, Motion: r.Motion})
	if r.stopping {
		x.answers = append(x.answers, box.Outcome{Kind: franka.StopMove, Status: franka.Success})
	}
}
