package wheelchair

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/hardware"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/math/nav/steer"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/record"
)

// finish ends the program when the drive has arrived and the wheelchair has stood still for a second.
//
//	in   driving
type finish struct {
	reactor.Reactor
	Driving reactor.In[nav.Driving]
	since   time.Duration
	there   bool
}

func newFinish(parent reactor.Parent, d *nav.Drive) {
	f := &finish{}
	reactor.Init(parent, "finish", f)
	reactor.ConnectThrough(&d.Driving, &f.Driving, "driving_finish")
	f.Reaction("look").On(&f.Driving).Do(func() {
		if f.Driving.Ref().Doing != steer.Arrived {
			f.there = false
			return
		}
		if !f.there {
			f.there, f.since = true, f.Elapsed()
		}
		if f.Elapsed()-f.since >= time.Second {
			f.RequestStop()
		}
	})
}

// say sends a line to people.
func (s *session) say(line string) {
	if s.order.Say != nil {
		s.order.Say(line)
	}
}

// words describes a report; "" if nothing is unusual.
func words(d *nav.Driving) string {
	text := ""
	switch d.Doing {
	case steer.Slowing, steer.Avoiding, steer.Waiting, steer.Stopping:
		text = d.Doing.String()
	}
	if d.Reason != steer.Free {
		if text != "" {
			text += ": "
		}
		text += d.Reason.String()
	}
	if d.Fault != 0 {
		if text != "" {
			text += "; "
		}
		text += d.Fault.String()
	}
	return text
}

// report takes a report on what the wheelchair is doing.
func (s *session) report(d *nav.Driving) {}

// watch sets the taps that measure and, with a hub, those that show.
func (s *session) watch(rec *record.Recorder, hub *view.Hub) error {
	m := &s.meter
	if hub != nil {
		s.screen = newScreen(hub, s)
	}
	errs := []error{
		record.Tap(rec, s.ports.drive+".driving", func(tag reactor.Tag, d *nav.Driving) {
			if d.Doing == steer.Arrived && m.arrived == 0 {
				m.arrived = tag.Time.Duration()
			}
			s.now.drives(d)
		}),
		record.Tap(rec, s.ports.drive+".way", func(_ reactor.Tag, a *nav.Answer) { s.way(a) }),
		record.Tap(rec, s.ports.place, func(_ reactor.Tag, p *nav.Place) { m.place = *p }),
		record.Tap(rec, s.ports.odom, func(_ reactor.Tag, o *nav.Odometry) { m.odom = *o }),
		record.Tap(rec, s.ports.sent, func(tag reactor.Tag, v *nav.Velocity) {
			if m.scan > 0 {
				m.guarded, m.since, m.scan = m.scan, tag.Time, 0
			}
			s.screen.cycle(tag.Time.Duration(), s, v)
		}),
		record.Tap(rec, s.ports.scans, func(_ reactor.Tag, x *nav.Scans) {
			m.scan = max(x[0].Time, x[1].Time)
			s.screen.scans(x, m.place.At(m.odom.Pose), m.place.Time > 0)
		}),
		record.Tap(rec, s.ports.commanded, func(tag reactor.Tag, _ *hardware.PMKCommand) {
			if m.guarded == 0 || tag.Time == m.since {
				return // both programs also send again what they had before
			}
			if len(m.latency) < 1<<16 {
				m.latency = append(m.latency, tag.Time.Duration().Seconds()-m.guarded)
			}
			m.guarded = 0
		}),
	}
	if !s.Old {
		errs = append(errs, s.listen(rec),
			record.Tap(rec, s.ports.state, func(tag reactor.Tag, d *messages.DrivingState) { s.stands(tag.Time.Duration(), *d) }),
			record.Tap(rec, s.ports.verdict, func(_ reactor.Tag, d *nav.Driving) { m.verdict = *d }),
			record.Tap(rec, s.ports.report, func(tag reactor.Tag, d *nav.Driving) { s.reports(tag.Time.Duration(), d) }))
	}
	return errors.Join(errs...)
}

// way notes a way, or that there is none.
func (s *session) way(a *nav.Answer) {
	m := &s.meter
	if m.ways++; m.shortest == 0 && !a.Escape {
		m.shortest, m.least = a.Path.Length, a.Path.Time
	}
	s.screen.way(a)
	if a.Why != "" {
		s.note("no way: " + a.Why)
	}
}

// stands notes who drives.
func (s *session) stands(t time.Duration, d messages.DrivingState) {
	was := s.now.turns(d)
	if was == messages.DrivingStateAutonomous && d == messages.DrivingStateAssisted {
		s.meter.over++
	}
	if d != was {
		s.note(fmt.Sprintf("%.2f s: %v", t.Seconds(), d))
	}
}

// reports notes what is unusual, when that changes.
func (s *session) reports(t time.Duration, d *nav.Driving) {
	was := s.now.reports(d)
	if text := words(d); text != words(&was) {
		if text == "" {
			text = "all is well"
		}
		s.note(fmt.Sprintf("%.2f s: %s", t.Seconds(), text))
	}
}

// most is how many notes are kept.
const most = 200

// note keeps a line, and sends it.
func (s *session) note(line string) {
	if len(s.meter.said) < most {
		s.meter.said = append(s.meter.said, line)
	}
	s.say(line)
}

// moment is the state reported to people. The page's status reads it from a goroutine of its own.
type moment struct {
	mu    sync.Mutex
	state messages.DrivingState
	last  nav.Driving   // the report
	left  float64       // m, of the way to the goal; infinite if there is none
	gone  *node.Watched // the last critical node that has ended for good, or else the last other one; nil for none
}

// turns notes who drives, and returns who did before.
func (n *moment) turns(to messages.DrivingState) (was messages.DrivingState) {
	n.mu.Lock()
	defer n.mu.Unlock()
	was, n.state = n.state, to
	return was
}

// reports notes a report, and returns the previous one.
func (n *moment) reports(d *nav.Driving) (was nav.Driving) {
	n.mu.Lock()
	defer n.mu.Unlock()
	was, n.last = n.last, *d
	return was
}

// drives notes the distance to the goal.
func (n *moment) drives(d *nav.Driving) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.left = d.Left
}

// ends notes a node that has ended for good.
func (n *moment) ends(w *node.Watched) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.gone == nil || w.Critical {
		n.gone = w
	}
}

// words implements run.Instance.Status.
func (n *moment) words() run.Words {
	n.mu.Lock()
	defer n.mu.Unlock()
	last, alarms := n.last, []string(nil)
	if g := n.gone; g != nil {
		text := "the node " + g.Name + " has ended for good"
		switch {
		case g.Name == decider:
			text += ": nothing drives until the program is started again"
		case g.Critical:
			text += ": nothing but native can be chosen until the program is started again"
		}
		alarms = append(alarms, text)
		last.Fault &^= nav.NodeGone
	}
	halted := n.state == messages.DrivingStateHalted
	if halted && (n.gone == nil || !n.gone.Critical) {
		alarms = append(alarms, "emergency stop: nothing drives until it is released")
	}
	if text := words(&last); text != "" && !halted {
		alarms = append(alarms, text)
	}
	w := run.Words{Long: n.state.String(), Alarm: strings.Join(alarms, "; ")}
	if n.state == messages.DrivingStateAutonomous && n.left > 0 && !math.IsInf(n.left, 0) {
		w.Long += fmt.Sprintf(", %.1f m left", n.left)
	}
	return w
}
