package lemon

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/tool/run"
)

// status is how a run goes, for those who watch it. The program's threads write it.
type status struct {
	errorMM atomic.Uint64 // float64 bits
	cycles  atomic.Uint64
	stopped atomic.Bool
	why     atomic.Pointer[string] // the robot does not move; "" or nil if it does
	state   robotState             // of the robot, as why says it
	auto    bool                   // the program goes on by itself
	page    bool                   // there is one
}

// developing is how often a page gets a picture.
const developing = 66 * time.Millisecond

// tick takes a cycle.
func (l *status) tick(s *Sample) {
	l.cycles.Add(1)
	l.stopped.Store(s.Stopped)
	l.errorMM.Store(math.Float64bits(s.Error * 1000))
}

// robot takes a reading.
func (l *status) robot(_ time.Duration, w *WorldData) {
	if r := (robotState{w.Ready, w.Fault, w.Error}); r != l.state {
		text := r.words(l.page, l.auto) // seldom: only a change allocates
		l.state = r
		l.why.Store(&text)
	}
}

// words implements run.Instance.Status.
func (l *status) words() run.Words {
	w := run.Words{Cycles: l.cycles.Load()}
	if e := math.Float64frombits(l.errorMM.Load()); w.Cycles > 0 && !math.IsNaN(e) {
		w.Long, w.Short = fmt.Sprintf("error %.1f mm", e), fmt.Sprintf("%.1f mm", e)
	}
	switch why := l.why.Load(); {
	case why != nil && *why != "":
		w.Alarm = *why
	case l.stopped.Load():
		w.Alarm = "emergency stop by the safety check"
	}
	return w
}

// robotState is what can keep the robot from moving.
type robotState struct {
	ready bool
	fault Fault
	code  uint8
}

// words say what is wrong and what to do about it; nothing if all is well. page tells whether there is one to reset the
// robot on, auto whether the program goes on by itself.
func (r robotState) words(page, auto bool) string {
	switch {
	case r.ready:
		return ""
	case r.code != 0:
		return fmt.Sprintf("the robot stopped: error %d, %s: remove the cause; %s", r.code, xarm.ErrorCode(r.code).Name(), next(page, auto))
	case r.fault == LinkLost:
		return "the robot does not answer: " + r.fault.String() + ", dialling it again"
	case r.fault != NoFault:
		return "the robot does not answer: " + r.fault.String()
	}
	return "the robot is not ready: " + next(page, auto)
}

// next says what makes a robot ready that answers.
func next(page, auto bool) string {
	how := "reset it, which needs the page, or let auto_resume in --params be true"
	if page {
		how = "press reset on the page once it rests"
	}
	if auto {
		how = "the program goes on by itself, except after an emergency stop: then " + how
	}
	return how
}
