package debug

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
)

// patience is how long to wait for the answer to a movement that ends automatically.
const patience = time.Minute

// Command carries out one line of the command language, which `help` lists. It does not wait for a run that continues
// by itself: see Wait. It waits for other movements, which continue if ctx ends before them. A run can be inspected
// while it continues. A set of a value that can run scripts needs the right that live.AllowScripts gives.
func (s *Session) Command(ctx context.Context, line string) (view.Answer, error) {
	c, err := parse(line)
	if err != nil {
		return view.Answer{}, err
	}
	switch c.verb {
	case "":
		return view.Answer{}, nil
	case "help":
		text, err := help(c.topic)
		return view.Answer{Text: text}, err
	case "quit":
		return view.Answer{}, errors.New("quit ends the terminal's debugger: there is none here")
	case "pause":
		if err := s.Pause(ctx); err != nil {
			return view.Answer{}, err
		}
		return s.looking(ctx, &c)
	case "set":
		c.scripts = live.MayScript(ctx)
		return s.setting(ctx, &c)
	case "step", "stepr", "back", "backr", "run", "reverse", "goto", "undo", "fork", "why":
		return s.moving(ctx, &c)
	}
	return s.looking(ctx, &c)
}

// ask is a set that a running run carries out between two tags.
type ask struct {
	c      *command
	answer view.Answer
	err    error
	done   chan struct{}
}

// setting carries out set. A running run does it between two tags, and continues.
func (s *Session) setting(ctx context.Context, c *command) (view.Answer, error) {
	s.mu.Lock()
	j := s.job
	if j == nil || j.finite {
		s.mu.Unlock()
		return s.moving(ctx, c)
	}
	a := &ask{c: c, done: make(chan struct{})}
	s.asks = append(s.asks, a)
	s.mu.Unlock()
	select {
	case <-a.done:
		return a.answer, a.err
	case <-j.done:
	case <-ctx.Done():
	}
	s.mu.Lock()
	at := slices.Index(s.asks, a)
	if at >= 0 {
		s.asks = slices.Delete(s.asks, at, at+1)
	}
	s.mu.Unlock()
	switch {
	case at < 0:
		return a.answer, a.err
	case ctx.Err() != nil:
		return view.Answer{}, ctx.Err()
	}
	return s.moving(ctx, c) // the run ended before it got there
}

// serve carries out the sets requested of a run.
func (s *Session) serve() {
	for len(s.asks) > 0 {
		a := s.asks[0]
		s.asks = slices.Delete(s.asks, 0, 1)
		a.answer, a.err = s.set(a.c)
		close(a.done)
	}
}

// moving carries out a command that moves the run.
func (s *Session) moving(ctx context.Context, c *command) (view.Answer, error) {
	wait := patience
	if c.verb == "run" {
		wait = 20 * time.Millisecond
	}
	return s.start(ctx, c.verb != "run", wait, func() (a view.Answer, err error) {
		switch c.verb {
		case "step":
			err = s.step(c.n)
		case "stepr":
			err = s.stepReaction(c.n)
		case "back":
			err = s.back(c.n)
		case "backr":
			err = s.backReaction(c.n)
		case "run":
			err = s.runTo(s.tagOf(c.at))
		case "reverse":
			err = s.reverse()
		case "goto":
			err = s.goTo(s.tagOf(c.at))
		case "set":
			a, err = s.set(c)
		case "undo":
			a, err = s.undo()
		case "fork":
			a, err = s.fork(c.text)
		case "why":
			a, err = s.why(c)
		}
		if errors.Is(err, errStopped) {
			err = nil
		}
		return a, err
	})
}

// tagOf is the last tag of a moment, or of all time.
func (s *Session) tagOf(m *moment) reactor.Tag {
	if m == nil {
		return reactor.ForeverTag
	}
	return m.tag(s.e.tag().Time)
}

// goTo brings the run to the point just after a tag.
func (s *Session) goTo(tag reactor.Tag) error {
	err := s.orPanic(func() error { return s.moveToTag(tag) })
	if err == nil && s.e.open == nil && !s.e.next.ok && s.e.hist.last.tag.Before(tag) && tag.Microstep != math.MaxUint32 {
		s.reason = "the run is over"
	}
	return err
}

// looking carries out a command that does not move the run.
func (s *Session) looking(ctx context.Context, c *command) (view.Answer, error) {
	if err := s.settled(ctx); err != nil {
		return view.Answer{}, err
	}
	defer s.mu.Unlock()
	var a view.Answer
	var err error
	switch c.verb {
	case "speed":
		s.speed = c.number
		a.Text = fmt.Sprintf("speed %g times real time", s.speed)
		if s.speed == 0 {
			a.Text = "as fast as it goes"
		}
	case "break":
		var b *breakpoint
		if b, err = s.newBreakpoint(c); err == nil {
			s.born++
			b.id = s.born
			b.before(s.e)
			s.breaks = append(slices.Clip(s.breaks), b)
			a.Text = fmt.Sprintf("breakpoint %d: %s", b.id, b.text)
		}
	case "delete":
		err = s.forget(c.n)
	case "info":
		a, err = s.info(c.topic, c.path)
	case "print":
		a, err = s.print(c.path)
	case "where", "pause":
		a.Text = s.where()
	}
	a.Text = s.takeNotes() + a.Text
	s.notify()
	return a, err
}

// forget removes a breakpoint, or all.
func (s *Session) forget(id int) error {
	if id == 0 {
		s.breaks = nil
		return nil
	}
	i := slices.IndexFunc(s.breaks, func(b *breakpoint) bool { return b.id == id })
	if i < 0 {
		return fmt.Errorf("there is no breakpoint %d; `info breaks` lists them", id)
	}
	s.breaks = slices.Delete(slices.Clone(s.breaks), i, i+1)
	return nil
}
