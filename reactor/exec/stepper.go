package exec

import (
	"errors"

	"github.com/sinew-robotics/sinew/reactor"
)

// Stepper lets its caller drive a program step by step on the Fast or LockStep clock, in exactly the order of Run. Only
// one goroutine may use it.
type Stepper struct {
	l    *logicalLoop
	seen int // number of errors already returned
}

// NewStepper starts a program that ends at stop at the latest; w may be nil.
func NewStepper(p *reactor.Program, w World, stop reactor.Tag) *Stepper {
	r := &runner{p: p, o: Options{Clock: Fast, World: w, KeepAlive: w != nil, Meter: &Meter{}}, stop: stop}
	s := &Stepper{l: &logicalLoop{runner: r, told: make([]reactor.Counters, len(p.Enclaves))}}
	if w != nil {
		r.o.Clock = LockStep
		s.l.useClock()
	}
	p.Start()
	for _, e := range p.Enclaves {
		e.StopAt(stop)
	}
	return s
}

// Next advances the World as far as needed and returns the next tag and its enclave; ok is false when the program is
// over. The error is the World's, and ends the program.
func (s *Stepper) Next() (e *reactor.Enclave, tag reactor.Tag, ok bool, err error) {
	for {
		if e, tag = s.l.next(); e != nil {
			break
		}
		if s.l.o.KeepAlive && s.l.stop == reactor.ForeverTag && !s.l.over() {
			s.l.p.RequestStop() // nothing will ever come
		} else if !s.l.idle() {
			break
		}
	}
	err = errors.Join(s.l.errs[s.seen:]...)
	s.seen = len(s.l.errs)
	return e, tag, e != nil, err
}

// Step runs the whole next tag. A panic in a reaction is returned as a PanicError; the next tag is then that of the
// shutdown reactions.
func (s *Stepper) Step() error {
	e, tag, ok, err := s.Next()
	if !ok || err != nil {
		return err
	}
	return s.Guard(e, func() { s.l.p.StepAt(e, tag, nil) })
}

// Guard calls f, which runs reactions of e, and turns a panic in one of them into a PanicError and a safe end of the
// program, as Run does.
func (s *Stepper) Guard(e *reactor.Enclave, f func()) error {
	s.l.current = e
	err := s.l.guard(&s.l.current, f)
	if err != nil {
		s.l.abort()
	}
	return err
}

// RequestStop ends the program one microstep after the latest tag.
func (s *Stepper) RequestStop() { s.l.p.RequestStop() }

// State returns pointers to the stepper's own state: together with Program.State and the World's it is everything that
// a keyframe must hold.
func (s *Stepper) State() []any { return []any{&s.l.now, &s.l.world, &s.l.n, &s.l.o.World} }
