package debug

import (
	"errors"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
)

// step runs n tags; the rest of an open one counts as one.
func (s *Session) step(n int) error {
	for range n {
		if err := s.orPanic(s.tagOn); err != nil {
			return err
		}
	}
	return nil
}

// stepReaction advances by n reactions. It also stops before the first reaction of a tag.
func (s *Session) stepReaction(n int) error {
	for range n {
		if err := s.orPanic(s.reactOn); err != nil {
			return err
		}
	}
	return nil
}

func (s *Session) reactOn() error {
	e, n, begun := s.e, s.e.hist.tags, time.Now()
	var err error
	if e.open == nil {
		err = e.begin()
	} else {
		err = e.react()
	}
	if err == nil && e.open != nil && e.pending() < 0 {
		err = e.end()
	}
	if err := s.known(n, err); err != nil {
		return err
	}
	if e.open != nil {
		return s.breathe()
	}
	if err := s.afterTag(begun); err != nil {
		return err
	}
	return s.breathe()
}

// back goes back n tags; leaving an open one counts as one.
func (s *Session) back(n int) error {
	at := s.e.at()
	if at.r > 0 {
		n--
	}
	if at == (place{}) {
		return errBeginning
	}
	return s.moveTo(place{at.n - min(at.n, uint64(n)), 0})
}

var errBeginning = errors.New("this is the beginning: there is nothing to go back to")

// backReaction goes back n reactions.
func (s *Session) backReaction(n int) error {
	for range n {
		at := s.e.at()
		switch ran := s.e.hist.ran; {
		case at == (place{}):
			return errBeginning
		case at.r > 0:
			at.r--
		default:
			at = place{at.n - 1, ran} // before the last of them
		}
		if err := s.moveTo(at); err != nil {
			return err
		}
	}
	return nil
}

// orPanic calls f, which advances by a tag or reaction. When a reaction panics for the first time the run is brought
// back to the point just before it.
func (s *Session) orPanic(f func() error) error {
	n := s.e.hist.tags
	err := f()
	var p *exec.PanicError
	if !errors.As(err, &p) {
		return err
	}
	if err := s.moveTo(place{n, 1}); err != nil {
		return err
	}
	for id := s.e.pending(); id >= 0 && s.e.prog.ReactionPath(id) != p.Reaction; id = s.e.pending() {
		if err := s.e.react(); err != nil {
			return err
		}
	}
	s.reason = fmt.Sprintf("the next reaction panics: %v", p.Value)
	if errors.As(err, new(reactor.ReplayError)) && s.about.Hash == "" && !p.Tag.Before(s.about.Stop) {
		s.reason = "the end of the recording, which was cut off"
	}
	return errStopped
}

// errStopped says that the run has stopped for the reason that has been noted.
var errStopped = errors.New("stopped")

// pace keeps a run from advancing faster than wanted.
type pace struct {
	exec.Pace
	begun time.Time
}

// wait waits until the next tag may run.
func (p *pace) wait(s *Session) error {
	if s.speed <= 0 || s.e.open != nil {
		*p = pace{begun: time.Now()}
		return nil
	}
	speed := s.speed
	due := time.Duration(p.Due(speed, s.e.next.tag.Time, int64(time.Since(p.begun))))
	for s.e.open == nil {
		left := due - time.Since(p.begun)
		if left <= 0 || s.speed != speed {
			return nil
		}
		s.mu.Unlock()
		time.Sleep(min(left, 10*time.Millisecond))
		s.mu.Lock()
		s.breath = time.Time{}
		if err := s.breathe(); err != nil {
			return err
		}
		s.serve()
	}
	return nil
}
