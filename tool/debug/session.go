package debug

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Options configure a Session. The zero value is good.
type Options struct {
	Every  int // tags between keyframes; 0: as many as can be repeated in a moment
	Frames int // keyframes at most; 4096 when 0
	Memory int // bytes that keyframes may take, about; 1 GiB when 0
	// Attach is called with every instance that is made, before it runs, and may return an observer of its own.
	Attach func(*run.Instance, *record.Recorder) (reactor.Observer, error)
	// Progress is called from time to time during a long movement with how far it has come. It must be quick.
	Progress func(now reactor.Time)
}

// Session is a run being debugged. Its methods may be called from any goroutine. It implements view.Control.
type Session struct {
	m       Maker
	about   About
	o       Options
	mu      sync.Mutex // guards the fields below; a job releases it from time to time
	e       *engine
	sets    sets
	frames  frames
	faults  map[uint64]bool // tags with a fault that was reported
	breaks  []*breakpoint
	born    int // breakpoints so far
	reason  string
	notes   []string
	speed   float64
	job     *job
	asks    []*ask // of a running run
	unread  *job   // whose answer has not been read
	breath  time.Time
	shown   time.Time
	logs    whyLogs
	closed  bool
	changed chan struct{}
}

var _ view.Control = (*Session)(nil)

// job is a movement under way.
type job struct {
	finite bool // it ends automatically
	begun  time.Time
	stop   atomic.Bool
	done   chan struct{}
	err    error
	answer view.Answer
}

// Open makes a run and stops at its beginning.
func Open(m Maker, o Options) (*Session, error) {
	if o.Frames == 0 {
		o.Frames = 4096
	}
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	o.Frames = max(o.Frames, 4)
	s := &Session{m: m, about: m.About(), o: o, faults: map[uint64]bool{}, changed: make(chan struct{}, 1)}
	s.sets.all = append(s.sets.all, s.about.Sets...)
	s.sets.born = len(s.sets.all)
	s.sets.lost = func(x *Set) { s.note("%v could not be set again: its tag does not come any more", x) }
	if s.about.Note != "" {
		s.note("of the recording is lost: %s", s.about.Note)
	}
	return s, s.remake()
}

func (s *Session) make() (*engine, error) {
	inst, err := s.m.Make()
	if err == nil {
		var e *engine
		if e, err = newEngine(inst, s.about.Stop, &s.sets, nil, s.o.Attach); err == nil {
			return e, nil
		}
	}
	if inst != nil && inst.Close != nil {
		err = errors.Join(err, inst.Close())
	}
	return nil, err
}

func closeInstance(e *engine) error {
	if e.inst.Close == nil {
		return nil
	}
	return e.inst.Close()
}

// Close ends any movement and frees the run.
func (s *Session) Close() error {
	s.mu.Lock()
	closed, j := s.closed, s.job
	s.closed = true
	s.mu.Unlock()
	if closed {
		return nil
	}
	if j != nil {
		j.stop.Store(true)
		<-j.done
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return closeInstance(s.e)
}

// note keeps a remark for the next answer.
func (s *Session) note(format string, args ...any) {
	s.notes = append(s.notes, fmt.Sprintf(format, args...))
}

// takeNotes returns and forgets what was noted.
func (s *Session) takeNotes() string {
	var b strings.Builder
	for _, n := range s.notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	s.notes = nil
	return b.String()
}

// notify wakes the callers that wait on Changed.
func (s *Session) notify() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// Changed implements view.Control.
func (s *Session) Changed() <-chan struct{} { return s.changed }

// breathe lets other callers inspect the run, and returns errPaused when it is to pause.
func (s *Session) breathe() error {
	now := time.Now()
	if now.Sub(s.breath) < 4*time.Millisecond {
		return nil
	}
	s.breath = now
	if now.Sub(s.shown) > 33*time.Millisecond {
		s.shown = now
		s.notify()
		if s.o.Progress != nil && now.Sub(s.job.begun) > time.Second {
			s.o.Progress(s.e.tag().Time)
		}
	}
	s.mu.Unlock()
	s.mu.Lock() // a waiting caller gets it first: a mutex that has been waited for long is handed over
	if s.job.stop.Load() {
		return errPaused
	}
	return nil
}

var (
	errPaused  = errors.New("paused")
	errRunning = errors.New("the run goes on: pause it first")
	errClosed  = errors.New("the session is closed")
)

// Status implements view.Control.
func (s *Session) Status() view.Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status()
}

func (s *Session) status() view.Status {
	e := s.e
	st := view.Status{Clock: s.about.Clock, Running: s.job != nil, Ended: e.open == nil && !e.next.ok, Forked: len(s.sets.all) > 0,
		Reason: s.reason, Speed: s.speed, Breaks: []view.Break{}}
	tag := e.tag()
	st.Time, st.Microstep = int64(tag.Time), tag.Microstep
	switch id := e.pending(); {
	case e.open != nil:
		st.Enclave = e.open.Name
		if id >= 0 {
			st.Reaction = e.prog.ReactionPath(id)
		}
	case e.next.ok:
		st.Enclave = e.next.e.Name
	}
	if s.about.Stop != (reactor.Tag{}) && s.about.Stop.Time != reactor.Forever {
		st.To = int64(s.about.Stop.Time)
	}
	for _, b := range s.breaks {
		st.Breaks = append(st.Breaks, view.Break{ID: b.id, Text: b.text, Hits: b.hits})
	}
	return st
}

// start begins a movement. wait is how long to wait for the answer; a longer movement continues in the background.
func (s *Session) start(ctx context.Context, finite bool, wait time.Duration, move func() (view.Answer, error)) (view.Answer, error) {
	if err := s.still(ctx); err != nil {
		return view.Answer{}, err
	}
	j := &job{finite: finite, begun: time.Now(), done: make(chan struct{})}
	s.job, s.unread, s.reason = j, j, ""
	s.notify()
	s.mu.Unlock()
	go func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		j.answer, j.err = move()
		if errors.Is(j.err, errPaused) {
			s.reason, j.err = "paused", nil
		}
		if j.err != nil && !finite { // there may be no caller waiting for it
			s.reason = j.err.Error()
		}
		s.job = nil
		s.notify()
		close(j.done)
	}()
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-j.done:
		return s.read(j)
	case <-t.C:
		return view.Answer{}, nil
	case <-ctx.Done():
		return view.Answer{}, ctx.Err()
	}
}

// read takes the answer of a movement that is done.
func (s *Session) read(j *job) (view.Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unread == j {
		s.unread = nil
	}
	j.answer.Text = s.takeNotes() + j.answer.Text
	if j.answer.Text == "" && j.err == nil {
		j.answer.Text = s.where()
	}
	return j.answer, j.err
}

// still waits until no movement is under way, and returns with the lock held if there is no error. It does not wait for
// a run that continues by itself.
func (s *Session) still(ctx context.Context) error {
	for {
		s.mu.Lock()
		j := s.job
		switch {
		case s.closed:
			s.mu.Unlock()
			return errClosed
		case j == nil:
			return nil
		}
		s.mu.Unlock()
		if !j.finite {
			return errRunning
		}
		select {
		case <-j.done:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// settled waits like still, but also gives access to a run that continues. The lock is held if there is no error.
func (s *Session) settled(ctx context.Context) error {
	err := s.still(ctx)
	if errors.Is(err, errRunning) {
		s.mu.Lock()
		return nil
	}
	return err
}

// ahead is how many tags Foresee runs at most.
const ahead = 1000

// Foresee runs a run that has not begun, unseen, until enough reports that there is something to see, and then returns it
// to its beginning. What has watched it meanwhile knows the initial state. A run that fails on the way is left there.
func (s *Session) Foresee(ctx context.Context, enough func() bool) error {
	s.mu.Lock()
	notes := s.notes
	s.mu.Unlock()
	_, err := s.start(ctx, true, patience, func() (a view.Answer, err error) {
		for n := 0; err == nil && n < ahead && !enough(); n++ {
			err = s.step(1) // the error will occur again, visibly
		}
		if s.e.at() != (place{}) {
			return a, s.moveTo(place{})
		}
		return a, nil
	})
	s.mu.Lock()
	s.notes, s.reason = notes, ""
	s.mu.Unlock()
	return err
}

// Wait waits until the run stops, and returns why, or what went wrong, unless that has been reported.
func (s *Session) Wait(ctx context.Context) (view.Answer, error) {
	s.mu.Lock()
	j := s.unread
	s.mu.Unlock()
	if j == nil {
		return view.Answer{}, nil
	}
	select {
	case <-j.done:
		return s.read(j)
	case <-ctx.Done():
		return view.Answer{}, ctx.Err()
	}
}

// Pause stops a movement, and waits until it has stopped.
func (s *Session) Pause(ctx context.Context) error {
	s.mu.Lock()
	j := s.job
	s.mu.Unlock()
	if j == nil {
		return nil
	}
	j.stop.Store(true)
	select {
	case <-j.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// stamp writes a tag as the command language reads it: seconds and microstep.
func stamp(t reactor.Tag) string {
	whole, part := t.Time/1e9, t.Time%1e9
	frac := strings.TrimRight(fmt.Sprintf(".%09d", part), "0")
	return strconv.FormatInt(int64(whole), 10) + strings.TrimSuffix(frac, ".") + ":" + strconv.FormatUint(uint64(t.Microstep), 10)
}

// where describes the run's position.
func (s *Session) where() string {
	e, st := s.e, s.status()
	var b strings.Builder
	switch {
	case e.open != nil && st.Reaction != "":
		fmt.Fprintf(&b, "at %s in %s, before %s (its reaction %d)", stamp(e.tag()), st.Enclave, st.Reaction, len(e.ran)+1)
	case e.open != nil:
		fmt.Fprintf(&b, "at %s in %s, after its %d reactions", stamp(e.tag()), st.Enclave, len(e.ran))
	case e.hist.tags == 0:
		b.WriteString("at the beginning")
	default:
		fmt.Fprintf(&b, "after %s in %s (tag %d)", stamp(e.tag()), e.prog.Enclaves[e.hist.enclave].Name, e.hist.tags)
	}
	switch {
	case st.Ended:
		b.WriteString(", the end")
	case e.open == nil:
		fmt.Fprintf(&b, ", next %s", stamp(e.next.tag))
		if e.prog.Enclaves[e.hist.enclave] != e.next.e || e.hist.tags == 0 {
			fmt.Fprintf(&b, " in %s", e.next.e.Name)
		}
	}
	if s.reason != "" {
		b.WriteString(": " + s.reason)
	}
	return b.String()
}
