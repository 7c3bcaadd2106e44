package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// Event is something that happens to the program or its surroundings at a time.
type Event struct {
	At time.Duration
	Do func() error
}

// Script makes events happen at their times: in the instance's World, or by Do on the real clock.
func (i *Instance) Script(events ...Event) {
	if i.Clock == exec.Real {
		i.events = sorted(slices.Concat(i.events, events))
		return
	}
	w := &scripted{world: i.World, events: sorted(events)}
	i.World, i.State = w, append(i.State, w)
}

// sorted are the events sorted by time; those at the same time stay in the given order.
func sorted(events []Event) []Event {
	all := slices.Clone(events)
	sort.SliceStable(all, func(i, j int) bool { return all[i].At < all[j].At })
	return all
}

// play makes events happen on the real clock, which read start at the program's time zero, until ctx ends.
func play(ctx context.Context, start int64, events []Event, say func(string)) {
	bell := rt.NewWaiter(rt.Deep)
	defer context.AfterFunc(ctx, bell.Wake)()
	for _, e := range events {
		if _, woken := bell.WaitUntil(start + int64(e.At)); woken {
			return
		}
		if err := e.Do(); err != nil {
			say(err.Error())
		}
	}
}

// scripted is a World with events that happen at their times. Except for the events' functions it is plain data, so a
// keyframe can contain it.
type scripted struct {
	world  exec.World // may be nil
	events []Event
	next   int
}

// NextEvent implements exec.World.
func (s *scripted) NextEvent() reactor.Time {
	next := reactor.Forever
	if s.world != nil {
		next = s.world.NextEvent()
	}
	if s.next < len(s.events) {
		next = min(next, reactor.Time(s.events[s.next].At))
	}
	return next
}

// AdvanceTo implements exec.World: the world first, then the events that are due.
func (s *scripted) AdvanceTo(t reactor.Time) error {
	var errs []error
	if s.world != nil {
		if err := s.world.AdvanceTo(t); err != nil {
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
