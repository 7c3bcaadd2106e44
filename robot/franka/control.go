package franka

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// ControlError says that the robot ended a motion or did not begin it.
type ControlError struct {
	Status      Status  // of the Move
	Mode        Mode    // of the robot
	Reasons     Errors  // that ended the motion: FCI's reflex_reason
	SuccessRate float64 // of commands, last seen while the motion ran; 0 when it never ran
	Lost        uint64  // states lost in a row in the last sample
}

// Error formats it as libfranka does.
func (e *ControlError) Error() string {
	text := "franka: Move: " + e.Status.String()
	if e.Reasons != 0 {
		text += "! " + e.Reasons.String()
	}
	if e.Mode != ModeIdle && e.Mode != ModeMove {
		text += fmt.Sprintf(", robot mode %v", e.Mode)
	}
	if e.SuccessRate > 0 || e.Lost > 0 {
		text += fmt.Sprintf("\ncontrol_command_success_rate: %.2f, packets lost in a row in the last sample: %d",
			e.SuccessRate, e.Lost)
	}
	return text
}

// patience is how many states to wait for a mode after the response that announces it.
const patience = 200

// motion is one control loop at work.
type motion struct {
	c     *Client
	o     Loop
	id    uint32 // of the Move
	seen  uint32 // arrivals by TCP at the last check
	shape *shaper
	state State
	wish  Command // the callback's, kept from cycle to cycle
	out   Command
	rate  float64
	async bool            // positions come whenever the program has some
	speed [Joints]float64 // the robot's greatest joint velocities towards them

	before   uint64 // message_id of the callback's last state
	last     bool   // the callback has finished
	finished bool   // and so has the motion
	expect   expected
	thread   *rt.Thread // of the loop, if it asks for one
}

// Control is the general form of the other loops: the callback fills the members of x that the generator and
// controller of o use, and may also command the elbow. x keeps its values between calls; at first it holds what keeps
// the arm where it is. See JointPositions for the rest. A cycle does not allocate.
func (c *Client) Control(ctx context.Context, o Loop,
	f func(s *State, period time.Duration, x *Command) (finished bool)) (err error) {
	if o.Generator < GenerateJointPosition || o.Generator > GenerateNone || o.Controller > ExternalController ||
		o.Generator == GenerateNone && (!c.version.hasNone() || o.Controller != ExternalController) {
		return fmt.Errorf("%w: version %d, generator %v with controller %v", ErrMode, c.version, o.Generator, o.Controller)
	}
	if !c.take() {
		return ErrBusy
	}
	defer c.busy.Unlock()
	o = o.withDefaults()
	m := &motion{c: c, o: o, thread: o.setup(), shape: newShaper(c.version, !o.NoRateLimit, o.Cutoff)}
	if m.thread != nil {
		defer m.thread.Release()
	}
	if err := m.start(ctx); err != nil {
		return err
	}
	over := false
	defer func() { // after an error or a panic of the callback
		if !over {
			m.stop()
		}
	}()
	err = m.await(ctx)
	if err == nil {
		err = m.run(ctx, f)
	}
	if err == nil {
		err = m.finish()
	}
	var ended *ControlError
	over = err == nil || errors.As(err, &ended)
	return err
}

// start sends Move and waits until the robot says that the motion has begun.
func (m *motion) start(ctx context.Context) (err error) {
	r := Request{Kind: Move, Move: MoveRequest{
		Generator: m.o.Generator, Controller: m.o.Controller, Path: m.o.Path, Goal: m.o.Goal, Async: m.async, MaxVelocity: m.speed,
	}}
	if err = m.c.tcp.failed(); err != nil { // the socket may be closed
		return err
	}
	if _, err = m.c.drain(); err != nil {
		return err
	}
	if m.id, err = m.c.tcp.send(&r); err != nil {
		return err
	}
	a, err := m.c.tcp.wait(ctx, m.id)
	switch {
	case err != nil:
		if m.c.tcp.failed() == nil {
			m.stop() // it may still begin
		}
		return fmt.Errorf("franka: Move: %w", err)
	case a.Kind != Move || a.Status == Success:
		return fmt.Errorf("%w: %v answered to Move: %v", ErrMessage, a.Kind, a.Status)
	case a.Status != MotionStarted:
		return m.refused(a.Status)
	}
	return nil
}

// refused is the error of a Move that did not begin, with the errors of a fresh state.
func (m *motion) refused(s Status) error {
	e := &ControlError{Status: s, Mode: ModeIdle}
	if _, err := m.c.receive(&m.state); err == nil {
		e.Mode, e.Reasons = m.state.Mode, m.state.CurrentErrors
	}
	return e
}

// in reports whether the state shows the motion that was asked for.
func (m *motion) in() bool {
	return m.state.MotionGenerator == m.o.Generator && m.state.Controller == m.o.Controller && m.state.Mode == ModeMove
}

// idle reports whether the state shows that no motion is running.
func (m *motion) idle() bool {
	g := m.state.MotionGenerator
	return (g == GenerateIdle || g == GenerateNone) && m.state.Controller != ExternalController
}

// next receives a state and checks for other events.
func (m *motion) next(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if m.thread != nil {
		m.thread.Rest(m.expect.next())
	}
	if m.o.Spin > 0 {
		m.expect.lookOut(m.c.udp, &m.o)
	}
	if _, err := m.c.receive(&m.state); err != nil {
		return err
	}
	if n := m.c.tcp.arrived.Load(); n != m.seen {
		m.seen = n
		return m.c.tcp.failed()
	}
	return nil
}

// await waits for the first state of the motion.
func (m *motion) await(ctx context.Context) error {
	for n := 0; ; n++ {
		if err := m.next(ctx); err != nil {
			return err
		}
		if m.in() {
			return nil
		}
		if m.state.Mode == ModeReflex || m.state.Mode == ModeUserStopped {
			return m.aborted()
		}
		if a, ok, _ := m.c.tcp.claim(m.id); ok {
			return m.unasked(m.ended(a))
		}
		if n > int(m.c.o.StateTimeout/time.Millisecond) {
			return fmt.Errorf("%w: Move began, but no state shows it", ErrTimeout)
		}
	}
}

// run answers states until the callback has finished and the robot has noticed.
func (m *motion) run(ctx context.Context, f func(s *State, period time.Duration, x *Command) bool) error {
	m.hold()
	m.before = m.state.ID
	for {
		if err := m.answer(f); err != nil {
			return err
		}
		if err := m.next(ctx); err != nil {
			return err
		}
		if st := m.o.Stats; st != nil {
			st.Lost += m.c.gap
		}
		switch {
		case m.finished && m.idle():
			return nil
		case !m.finished && !m.in():
			return m.aborted()
		}
	}
}

// answer sends the command for the present state: the callback's or, once the motion has finished, its last one
// again.
func (m *motion) answer(f func(s *State, period time.Duration, x *Command) bool) error {
	received := rt.Now()
	m.expect.came(received)
	if !m.finished {
		period := time.Duration(m.state.ID-m.before) * time.Millisecond
		m.before, m.rate = m.state.ID, m.state.SuccessRate
		if !m.last {
			m.last = f(&m.state, period, &m.wish)
			if st := m.o.Stats; st != nil {
				st.Callback.Add(time.Duration(rt.Now() - received))
			}
		}
		if err := m.limit(); err != nil {
			return err
		}
	}
	m.out.ID = m.state.ID
	m.out.Finished = m.finished && m.o.Generator != GenerateNone
	m.out.TorqueFinished = m.finished && m.o.Controller == ExternalController && m.c.version.hasNone()
	if err := m.c.sendCommand(&m.out); err != nil {
		return err
	}
	if st := m.o.Stats; st != nil {
		st.Cycles++
		st.Answer.Add(time.Duration(rt.Now() - received))
	}
	if m.o.Guard != nil && !m.finished {
		m.o.Guard.Look(&m.state)
	}
	if m.o.After != nil {
		m.o.After(&m.state)
	}
	return nil
}

// limit makes a command from the callback's wish.
func (m *motion) limit() (err error) {
	m.out = m.wish
	if err := m.shape.Shape(m.o.Generator, m.o.Controller, &m.state, &m.out); err != nil {
		return err
	}
	if m.finished = m.last; m.o.Guard != nil {
		m.finished, err = m.o.Guard.Limit(&m.state, &m.out, m.last)
	}
	m.only()
	return err
}

// hold fills wish with values that keep the arm at the state's commanded ones.
func (m *motion) hold() {
	s := &m.state
	m.wish = Command{QC: s.Qd, OTEEc: s.OTEEc, ElbowC: s.ElbowC}
}

// only clears the members that the motion does not use, as libfranka sends them.
func (m *motion) only() {
	g, x := m.o.Generator, &m.out
	if g != GenerateJointPosition {
		x.QC = [Joints]float64{}
	}
	if g != GenerateJointVelocity {
		x.DQC = [Joints]float64{}
	}
	if g != GenerateCartesianPose {
		x.OTEEc = Pose{}
	}
	if g != GenerateCartesianVelocity {
		x.ODPEEc = [6]float64{}
	}
	if !cartesian(g) || !x.ValidElbow {
		x.ElbowC, x.ValidElbow = [2]float64{}, false
	}
	if m.o.Controller != ExternalController {
		x.TauJd = [Joints]float64{}
	}
}

// finish waits for the Move's second response after a motion that ended as planned.
func (m *motion) finish() error {
	a, err := m.c.tcp.wait(context.Background(), m.id)
	if err != nil {
		return fmt.Errorf("franka: the end of a motion: %w", err)
	}
	return m.ended(a)
}

// aborted waits for the Move's second response after a state that shows no motion any more.
func (m *motion) aborted() error {
	return m.unasked(m.finish())
}

// unasked makes an error from an end that the robot reports as a success although it was not asked to end.
func (m *motion) unasked(err error) error {
	if err == nil {
		return fmt.Errorf("%w: the robot ended the motion by itself", ErrMessage)
	}
	return err
}

// ended turns the Move's second response into an error. The reasons may come with a later state than the response.
func (m *motion) ended(a Response) error {
	switch {
	case a.Kind != Move || a.Status == MotionStarted:
		return fmt.Errorf("%w: %v answered to a Move that ran: %v", ErrMessage, a.Kind, a.Status)
	case a.Status == Success:
		return nil
	}
	for n := 0; n < patience && a.Status == ReflexAborted && m.state.LastErrors == 0; n++ {
		if _, err := m.c.receive(&m.state); err != nil {
			break
		}
	}
	e := &ControlError{Status: a.Status, Mode: m.state.Mode, SuccessRate: m.rate, Lost: m.c.gap}
	if a.Status == ReflexAborted {
		e.Reasons = m.state.LastErrors
	}
	return e
}

// stop ends a motion whose end the robot does not know of, as after an error of our own.
func (m *motion) stop() {
	if m.c.tcp.failed() != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), min(m.c.o.Timeout, time.Second))
	defer cancel()
	if _, err := m.c.tcp.call(ctx, &Request{Kind: StopMove}); err == nil {
		if _, err := m.c.tcp.wait(ctx, m.id); err == nil {
			return
		}
	}
	m.c.tcp.drop(m.id)
}
