package run

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

// Scripted is a World to which events happen at their times. It is plain data besides the events' functions, so a
// keyframe can hold it.
type Scripted struct {
	World  exec.World // may be nil
	events []Event
	next   int
}

// NewScripted adds events to a world. Events at the same time happen in the order given.
func NewScripted(w exec.World, events []Event) *Scripted {
	es := slices.Clone(events)
	slices.SortStableFunc(es, func(a, b Event) int { return int(min(max(a.At-b.At, -1), 1)) })
	return &Scripted{World: w, events: es}
}

// NextEvent implements exec.World.
func (s *Scripted) NextEvent() reactor.Time {
	next := reactor.Forever
	if s.World != nil {
		next = s.World.NextEvent()
	}
	if s.next < len(s.events) {
		next = min(next, reactor.Time(s.events[s.next].At))
	}
	return next
}

// AdvanceTo implements exec.World: the world first, then the events that are due.
func (s *Scripted) AdvanceTo(t reactor.Time) error {
	var errs []error
	if s.World != nil {
		if err := s.World.AdvanceTo(t); err != nil {
			errs = append(errs, err)
		}
	}
	for s.next < len(s.events) && reactor.Time(s.events[s.next].At) <= t {
		e := s.events[s.next]
		s.next++
		if err := e.Do(); err != nil {
			errs = append(errs, fmt.Errorf("at %v: %w", e.At, err))
		}
	}
	return errors.Join(errs...)
}
