package exec

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
)

// byHand steps a program reaction by reaction.
func byHand(t *testing.T, p *reactor.Program, s *Stepper) {
	t.Helper()
	for {
		e, tag, ok, err := s.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return
		}
		e.Begin(tag)
		for place, more := e.Pop(); more; place, more = e.Pop() {
			if p.ReactionPath(e.Reaction(place)) == "" {
				t.Fatalf("place %d of the run order has no reaction", place)
			}
			e.Invoke(0, place)
		}
		e.End()
		p.FinishTag()
	}
}

// Random programs driven step by step, tag by tag or reaction by reaction, do what Run does.
func TestStepperDoesWhatRunDoes(t *testing.T) {
	stop := reactor.Tag{Time: reactor.Time(3 * time.Millisecond)}
	for seed := uint64(1); seed <= 200; seed++ {
		digest := func(drive func(p *reactor.Program)) string {
			p, err := reactor.Build(randomProgram(seed).Main, reactor.Options{})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			h := observe(p, false)
			drive(p)
			return h.digest()
		}
		run := digest(func(p *reactor.Program) {
			if _, err := Run(context.Background(), p, Options{Timeout: stop.Time.Duration()}); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		})
		tags := digest(func(p *reactor.Program) {
			s := NewStepper(p, nil, stop)
			for {
				if _, _, ok, _ := s.Next(); !ok {
					return
				}
				if err := s.Step(); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
			}
		})
		hand := digest(func(p *reactor.Program) { byHand(t, p, NewStepper(p, nil, stop)) })
		if run != tags || run != hand {
			t.Fatalf("seed %d: Run gives %s, Step %s, reaction by reaction %s", seed, run, tags, hand)
		}
	}
}

// steady is a world with an event every millisecond that sends its number.
type steady struct {
	n    int
	send func(int)
	fail int
}

func (w *steady) NextEvent() reactor.Time {
	return reactor.Time(w.n+1) * reactor.Time(time.Millisecond)
}

var errBroken = errors.New("the world broke")

func (w *steady) AdvanceTo(t reactor.Time) error {
	for w.NextEvent() <= t {
		w.n++
		w.send(w.n)
		if w.n == w.fail {
			return errBroken
		}
	}
	return nil
}

type listener struct {
	reactor.Reactor
	Heard reactor.PhysicalAction[int]
	log   []reactor.Tag
}

func newListener(t *testing.T) (*reactor.Program, *listener) {
	m := reactor.NewMain("main")
	l := &listener{}
	reactor.Init(m, "l", l)
	l.Reaction("hear").On(&l.Heard).Do(func() {
		if l.Heard.Get() == 13 {
			panic("unlucky")
		}
		l.log = append(l.log, l.Tag())
	})
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p, l
}

func TestStepperBringsTheWorldAlong(t *testing.T) {
	p, l := newListener(t)
	s := NewStepper(p, &steady{send: func(n int) { l.Heard.Schedule(n, 0) }}, reactor.Tag{Time: reactor.Time(5 * time.Millisecond)})
	for {
		_, _, ok, err := s.Next()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		if err := s.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if len(l.log) != 5 || l.log[4].Time != reactor.Time(5*time.Millisecond) {
		t.Fatalf("heard at %v, want once a millisecond up to 5 ms", l.log)
	}
}

func TestStepperReportsPanicsAndTheWorldsFaults(t *testing.T) {
	p, l := newListener(t)
	s := NewStepper(p, &steady{fail: 3, send: func(n int) { l.Heard.Schedule(n, 0) }}, reactor.ForeverTag)
	var err error
	for range 3 {
		err = s.Step()
	}
	if !errors.Is(err, errBroken) {
		t.Fatalf("the third step says %v, want the world's fault", err)
	}
	p, l = newListener(t)
	s = NewStepper(p, &steady{send: func(int) { l.Heard.Schedule(13, 0) }}, reactor.ForeverTag)
	var pe *PanicError
	if err := s.Step(); !errors.As(err, &pe) || pe.Reaction != "l.hear" {
		t.Fatalf("a panic is reported as %v", err)
	}
	if _, _, ok, _ := s.Next(); ok {
		_ = s.Step()
	}
	if _, _, ok, _ := s.Next(); ok {
		t.Fatal("the program goes on after a panic")
	}
}
