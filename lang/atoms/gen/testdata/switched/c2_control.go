// Made by sinew gen from switched.atoms.yaml and yours to edit: it is not written again once edited; seal 9ee44c80aa138aaf.

package switched

import (
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/model/atom/loop"
	"github.com/sinew-robotics/sinew/reactor"
)

// ControlLoop is the real-time loop Control of composition C2, every 30 ms: SeparatorDepth, Moved, Seldom, Asked,
// Error, Choice.pid, Choice.spring, Choice.stiff.soft and Choice.
type ControlLoop struct {
	reactor.Reactor
	tick  reactor.Timer
	due   bool       // the timer has fired at this tag
	Watch loop.Watch // what is flagged, and which actuators must come to rest for it

	// What other loops produce.
	DepthZ       reactor.In[unit.Length]   // Depth.z: Length (m), frame WORLD, axis z
	OperatorZDes reactor.In[unit.Length]   // Operator.z_des: Length (m), frame WORLD, axis z
	OperatorMode reactor.In[unit.Unsigned] // Operator.mode: Unsigned

	// What other loops read.
	ChoiceU reactor.Out[unit.Force] // Choice.u: Force (N), frame WORLD, axis z

	// Actuators that must come to rest: as far as the loops before know, and as far as is known here.
	Halt reactor.Out[loop.Halt]

	// What runs, in this order.
	separatorDepth  lib.Separator[unit.Length]
	moved           lib.Changed[unit.Length]
	seldom          lib.Buffer[unit.Length]
	asked           lib.Buffer[unit.Length]
	error_          lib.Subtractor[unit.Length]
	choicePid       lib.PID[unit.Length, unit.Force]
	choiceSpring    Spring
	choiceStiffSoft Soft
	choice          loop.Choice // which law of the Alternative Choice is in command
	choiceNow       struct {    // what it gives
		U unit.Force // Force (N), frame WORLD, axis z
	}

	held struct { // the last value of each input
		depthZ, operatorZDes unit.Length
		operatorMode         unit.Unsigned
	}

	guards struct { // what each value may be
		separatorDepthOut, movedChanged, movedLast, movedRuns, seldomOut, askedOut, errorOut, choicePidU    loop.Guard
		choicePidI, choicePidD, choicePidLast, choicePidRuns, choiceSpringE, choiceSpringU                  loop.Guard
		choiceSpringBias, choiceStiffSoftIn, choiceStiffSoftOut, choiceStiffSoftBias, choiceSelect, choiceU loop.Guard
		choiceStiffU                                                                                        loop.Guard
	}
}

// NewControlLoop makes the loop in parent.
func NewControlLoop(parent reactor.Parent, k *Knowledge, o loop.Options) *ControlLoop {
	s := &ControlLoop{}
	reactor.Init(parent, "control", s)
	s.tick.Set(C2Offset, C2Period)
	s.held.operatorZDes = unit.Metres(1.5)
	s.know(k)
	s.guard(o)
	s.Reaction("tick").On(&s.tick).Do(func() { s.due = true })
	s.Reaction("cycle").On(&s.tick, &s.DepthZ, &s.OperatorZDes, &s.OperatorMode).
		Sets(&s.Halt, &s.ChoiceU).
		Deadline(C2Period, s.late).Do(s.cycle)
	return s
}

// late runs in place of cycle when it could not start within the period. It counts that and runs nevertheless: a late
// value is better here than none. Change that where it is not.
func (s *ControlLoop) late() {
	s.Watch.Late++
	s.cycle()
}

// cycle takes what has arrived, and runs what is due.
func (s *ControlLoop) cycle() {
	at := s.Tag().Time
	loop.Take(&s.held.depthZ, &s.DepthZ)
	newOperatorZDes := loop.Take(&s.held.operatorZDes, &s.OperatorZDes)
	loop.Take(&s.held.operatorMode, &s.OperatorMode)
	tick := s.due
	s.due = false
	if tick {
		dt := unit.Time(C2Period.Seconds())
		s.runSeparatorDepth(dt, at)
		s.runMoved(dt, at)
	}
	if tick && s.moved.Changed.Get().True() {
		s.runSeldom(0, at)
	}
	if newOperatorZDes {
		s.runAsked(0, at)
	}
	if tick {
		dt := unit.Time(C2Period.Seconds())
		s.runError(dt, at)
		s.pickChoice(at)
		if s.choice.Law == 0 { // pid
			s.runChoicePid(dt, at)
		}
		if s.choice.Law == 1 { // spring
			s.runChoiceSpring(dt, at)
		}
		if s.choice.Law == 2 { // stiff
			s.runChoiceStiffSoft(dt, at)
		}
		s.giveChoice(dt, at)
	}
	s.Watch.Report(&s.Halt, at)
}

// runSeparatorDepth runs SeparatorDepth, a SeparatorLength with frame WORLD and axis z.
func (s *ControlLoop) runSeparatorDepth(dt unit.Time, at reactor.Time) {
	a := &s.separatorDepth
	a.In.Put(s.held.depthZ)
	a.Physics(dt)
	loop.Keep(&s.guards.separatorDepthOut, &a.Out, at)
}

// runMoved runs Moved, a ChangedLength with frame WORLD and axis z.
func (s *ControlLoop) runMoved(dt unit.Time, at reactor.Time) {
	a := &s.moved
	a.In.Put(s.separatorDepth.Out.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.movedChanged, &a.Changed, at)
	loop.Keep(&s.guards.movedLast, &a.Last, at)
	loop.Keep(&s.guards.movedRuns, &a.Runs, at)
}

// runSeldom runs Seldom, a BufferLength with frame WORLD and axis z.
func (s *ControlLoop) runSeldom(dt unit.Time, at reactor.Time) {
	a := &s.seldom
	a.In.Put(s.separatorDepth.Out.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.seldomOut, &a.Out, at)
}

// runAsked runs Asked, a BufferLength with frame WORLD and axis z.
func (s *ControlLoop) runAsked(dt unit.Time, at reactor.Time) {
	a := &s.asked
	a.In.Put(s.held.operatorZDes)
	a.Physics(dt)
	loop.Keep(&s.guards.askedOut, &a.Out, at)
}

// runError runs Error, a SubtractorLength with frame WORLD and axis z.
func (s *ControlLoop) runError(dt unit.Time, at reactor.Time) {
	a := &s.error_
	a.A.Put(s.asked.Out.Get())
	a.B.Put(s.seldom.Out.Get())
	a.Physics(dt)
	loop.Keep(&s.guards.errorOut, &a.Out, at)
}

// feedChoicePid gives the needs of Choice.pid their values, to run or to track.
func (s *ControlLoop) feedChoicePid() {
	a := &s.choicePid
	a.E.Put(s.error_.Out.Get())
}

// runChoicePid runs Choice.pid, a PIDLengthForce with frame WORLD and axis z.
func (s *ControlLoop) runChoicePid(dt unit.Time, at reactor.Time) {
	a := &s.choicePid
	s.feedChoicePid()
	a.Physics(dt)
	loop.Keep(&s.guards.choicePidU, &a.U, at)
	loop.Keep(&s.guards.choicePidI, &a.I, at)
	loop.Keep(&s.guards.choicePidD, &a.D, at)
	loop.Keep(&s.guards.choicePidLast, &a.Last, at)
	loop.Keep(&s.guards.choicePidRuns, &a.Runs, at)
}

// feedChoiceSpring gives the needs of Choice.spring their values, to run or to track.
func (s *ControlLoop) feedChoiceSpring(at reactor.Time, runs bool) {
	a := &s.choiceSpring
	a.E.Put(loop.Admit(&s.guards.choiceSpringE, s.error_.Out.Get(), at, runs))
}

// runChoiceSpring runs Choice.spring, a Spring.
func (s *ControlLoop) runChoiceSpring(dt unit.Time, at reactor.Time) {
	a := &s.choiceSpring
	s.feedChoiceSpring(at, true)
	a.Physics(dt)
	loop.Keep(&s.guards.choiceSpringU, &a.U, at)
	loop.Keep(&s.guards.choiceSpringBias, &a.Bias, at)
}

// feedChoiceStiffSoft gives the needs of Choice.stiff.soft their values, to run or to track.
func (s *ControlLoop) feedChoiceStiffSoft(at reactor.Time, runs bool) {
	a := &s.choiceStiffSoft
	a.In.Put(loop.Admit(&s.guards.choiceStiffSoftIn, s.error_.Out.Get(), at, runs))
}

// runChoiceStiffSoft runs Choice.stiff.soft, a soft.
func (s *ControlLoop) runChoiceStiffSoft(dt unit.Time, at reactor.Time) {
	a := &s.choiceStiffSoft
	s.feedChoiceStiffSoft(at, true)
	a.Physics(dt)
	loop.Keep(&s.guards.choiceStiffSoftOut, &a.Out, at)
	loop.Keep(&s.guards.choiceStiffSoftBias, &a.Bias, at)
}

// pickChoice chooses the law of Choice that is in command: 0 is pid, 1 is spring and 2 is stiff. What is none of
// these changes nothing.
func (s *ControlLoop) pickChoice(at reactor.Time) {
	s.choice.Pick(float64(loop.Pass(&s.guards.choiceSelect, s.held.operatorMode, at)), at)
}

// giveChoice gives what the law of Choice in command gives, without a bump after a switch, and lets the others track.
func (s *ControlLoop) giveChoice(dt unit.Time, at reactor.Time) {
	c := &s.choice
	c.Begin(at)
	switch c.Law {
	case 0:
		s.choiceNow.U = unit.Force(c.Blend(0, float64(s.choicePid.U.Get())))
	case 1:
		s.choiceNow.U = unit.Force(c.Blend(0, float64(s.choiceSpring.U.Get())))
	case 2:
		s.choiceNow.U = unit.Force(c.Blend(0, float64(loop.Pass(&s.guards.choiceStiffU, s.choiceStiffSoft.Out.Get(), at))))
	}
	if c.Law != 0 {
		s.choicePid.U.Set(unit.Force(c.Out(0)))
		s.feedChoicePid()
		s.choicePid.Track(dt)
		loop.Settle(&s.guards.choicePidU, &s.choicePid.U)
		loop.Settle(&s.guards.choicePidI, &s.choicePid.I)
		loop.Settle(&s.guards.choicePidD, &s.choicePid.D)
		loop.Settle(&s.guards.choicePidLast, &s.choicePid.Last)
		loop.Settle(&s.guards.choicePidRuns, &s.choicePid.Runs)
	}
	if c.Law != 1 {
		s.choiceSpring.U.Set(unit.Force(c.Out(0)))
		s.feedChoiceSpring(at, false)
		s.choiceSpring.Track(dt)
		loop.Settle(&s.guards.choiceSpringU, &s.choiceSpring.U)
		loop.Settle(&s.guards.choiceSpringBias, &s.choiceSpring.Bias)
	}
	if c.Law != 2 {
		s.choiceStiffSoft.Out.Set(unit.Force(c.Out(0)))
		s.feedChoiceStiffSoft(at, false)
		s.choiceStiffSoft.Track(dt)
		loop.Settle(&s.guards.choiceStiffSoftOut, &s.choiceStiffSoft.Out)
		loop.Settle(&s.guards.choiceStiffSoftBias, &s.choiceStiffSoft.Bias)
		loop.Admit(&s.guards.choiceStiffU, s.choiceStiffSoft.Out.Get(), at, false)
	}
	s.choiceNow.U = loop.Pass(&s.guards.choiceU, s.choiceNow.U, at)
	s.ChoiceU.Set(s.choiceNow.U)
}

// know gives the Atoms what is constant, and their storages and products what they begin with.
func (s *ControlLoop) know(k *Knowledge) {
	s.moved.Delta.Put(k.Half.Out)
	s.choicePid.K.Put(k.Known.K)
	s.choicePid.Ti.Put(k.Known.Ti)
	s.choicePid.Td.Put(k.Known.Td)
	s.choicePid.N.Put(k.Known.N)
	s.choicePid.Min.Put(k.Known.Low)
	s.choicePid.Max.Put(k.Known.High)
	s.choiceSpring.Gain.Put(k.Known.Gain)
	s.choiceStiffSoft.Gain.Put(k.Known.Gain)
	s.choice.Between(330*time.Millisecond, 1,
		[]*loop.Guard{&s.guards.choicePidU, &s.guards.choicePidI, &s.guards.choicePidD, &s.guards.choicePidLast, &s.guards.choicePidRuns}, // of pid
		[]*loop.Guard{&s.guards.choiceSpringE, &s.guards.choiceSpringU, &s.guards.choiceSpringBias},                                       // of spring
		[]*loop.Guard{&s.guards.choiceStiffSoftIn, &s.guards.choiceStiffSoftOut, &s.guards.choiceStiffSoftBias, &s.guards.choiceStiffU},   // of stiff
	)
}

// guard says what each value may be, and which actuators depend on it.
func (s *ControlLoop) guard(o loop.Options) {
	g := &s.guards
	s.Watch.Over(o,
		loop.Finite(&g.separatorDepthOut, "SeparatorDepth.out", HaltsMotors|HaltsWatch),
		loop.Finite(&g.movedChanged, "Moved.changed", HaltsMotors|HaltsWatch),
		loop.Number(&g.movedLast, "Moved.last", HaltsMotors|HaltsWatch),
		loop.Number(&g.movedRuns, "Moved.runs", HaltsMotors|HaltsWatch),
		loop.Finite(&g.seldomOut, "Seldom.out", HaltsMotors|HaltsWatch),
		loop.Finite(&g.askedOut, "Asked.out", HaltsMotors|HaltsWatch),
		loop.Finite(&g.errorOut, "Error.out", HaltsMotors|HaltsWatch),
		loop.Finite(&g.choicePidU, "Choice.pid.u", HaltsMotors|HaltsWatch),
		loop.Number(&g.choicePidI, "Choice.pid.i", HaltsMotors|HaltsWatch),
		loop.Number(&g.choicePidD, "Choice.pid.d", HaltsMotors|HaltsWatch),
		loop.Number(&g.choicePidLast, "Choice.pid.last", HaltsMotors|HaltsWatch),
		loop.Number(&g.choicePidRuns, "Choice.pid.runs", HaltsMotors|HaltsWatch),
		loop.Between(&g.choiceSpringE, "Choice.spring.e", unit.Metres(-1.5), unit.Metres(1.5), HaltsMotors|HaltsWatch),
		loop.Between(&g.choiceSpringU, "Choice.spring.u", unit.Newtons(-60), unit.Newtons(40), HaltsMotors|HaltsWatch),
		loop.Number(&g.choiceSpringBias, "Choice.spring.bias", HaltsMotors|HaltsWatch),
		loop.Between(&g.choiceStiffSoftIn, "Choice.stiff.soft.in", unit.Metres(-1.2), unit.Metres(1.2), HaltsMotors|HaltsWatch),
		loop.Finite(&g.choiceStiffSoftOut, "Choice.stiff.soft.out", HaltsMotors|HaltsWatch),
		loop.Number(&g.choiceStiffSoftBias, "Choice.stiff.soft.bias", HaltsMotors|HaltsWatch),
		loop.Between(&g.choiceSelect, "Choice.select", unit.Unsigned(0), unit.Unsigned(2), 0),
		loop.Between(&g.choiceU, "Choice.u", unit.Newtons(-200), unit.Newtons(200), HaltsMotors|HaltsWatch),
		loop.Between(&g.choiceStiffU, "Choice.stiff.u", unit.Newtons(-25), unit.Newtons(25), HaltsMotors|HaltsWatch),
	)
}
