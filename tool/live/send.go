package live

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
)

// Patience is how long to wait for the tag that takes a value. After that there is an answer even if the program stands
// still.
const Patience = 5 * time.Second

// ErrUnanswered says that no tag has taken a value within Patience. One may still take it later.
var ErrUnanswered = errors.New("it is sent, and no tag has taken it yet")

// Sent is a value on its way into the program.
type Sent struct {
	path    string
	receipt *reactor.Receipt // nil: a debugger has entered the value at tag
	tag     reactor.Tag
}

// Through makes Send hand checked values to send instead of the program: a debugger must know every event, so that it
// is repeated when the run goes back and passes the place again. path is the door's, value its whole value as JSON on
// one line; the result is the tag that is to take it. nil restores the program. send may be called from several
// goroutines at once.
func (b *Bus) Through(send func(ctx context.Context, path string, value []byte) (reactor.Tag, error)) {
	if send == nil {
		b.through.Store(nil)
		return
	}
	b.through.Store(&send)
}

// Send sends a value, as JSON, to a physical action or a parameter: it comes in through its door like any other event.
// A field left out of the JSON is zero for an action, and unchanged for a parameter. The error lists all faults of the
// value; Wait returns the outcome of one that is sent. ctx bounds how long a debugger may take.
func (b *Bus) Send(ctx context.Context, name string, text []byte) (*Sent, error) {
	p, doors := b.program()
	k, err := b.door(doors, name)
	if err != nil {
		return nil, err
	}
	d, c := doors[k], b.topics[b.index[b.ports+k]].Codec
	v := reflect.New(d.Type)
	if Scripts(d.Type) && !MayScript(ctx) {
		return nil, fmt.Errorf("publish to %s: %w", d.Path, ErrMayNotScript)
	}
	if d.Param != nil {
		if err := c.DecodeJSON(b.paramText(d.Path), v.UnsafePointer()); err != nil {
			return nil, fmt.Errorf("publish to %s: its present value: %w", d.Path, err)
		}
	}
	if err := c.DecodeJSON(text, v.UnsafePointer()); err != nil {
		return nil, fmt.Errorf("publish to %s, a %s: %w", d.Path, d.Type, err)
	}
	if d.Param != nil {
		if err := d.Param.Check(v.Elem()); err != nil {
			return nil, fmt.Errorf("publish to %s: %w", d.Path, err)
		}
	}
	if send := b.through.Load(); send != nil {
		ctx, cancel := context.WithTimeout(ctx, Patience)
		defer cancel()
		tag, err := (*send)(ctx, d.Path, c.AppendJSON(nil, v.UnsafePointer()))
		if err != nil {
			return nil, fmt.Errorf("publish to %s: %w", d.Path, err)
		}
		return &Sent{path: d.Path, tag: tag}, nil
	}
	set := func(at unsafe.Pointer) { reflect.NewAt(d.Type, at).Elem().Set(v.Elem()) }
	return &Sent{path: d.Path, receipt: p.Submit(k, set)}, nil
}

// How often a receipt is polled: a control cycle wakes nothing.
const (
	firstLook = 50 * time.Microsecond
	lastLook  = 5 * time.Millisecond
)

// Wait returns the tag that has taken the value, once that tag is done, or why none has. It gives up with ctx, and
// after Patience with ErrUnanswered. In a run that is being debugged it is the tag that will take the value when the
// run reaches it.
func (s *Sent) Wait(ctx context.Context) (reactor.Tag, error) {
	if s.receipt == nil {
		return s.tag, nil
	}
	ctx, cancel := context.WithTimeout(ctx, Patience)
	defer cancel()
	t := time.NewTimer(firstLook)
	defer t.Stop()
	for pause := firstLook; ; pause = min(2*pause, lastLook) {
		over := ctx.Err()
		tag, err, done := s.receipt.Outcome()
		switch {
		case done && err != nil:
			return tag, fmt.Errorf("publish to %s: it is not taken: %w", s.path, err)
		case done:
			return tag, nil
		case over != nil:
			return tag, s.unanswered(over)
		}
		t.Reset(pause)
		select {
		case <-ctx.Done():
		case <-t.C:
		}
	}
}

// unanswered returns the error of a value without an answer.
func (s *Sent) unanswered(over error) error {
	if !errors.Is(over, context.DeadlineExceeded) {
		return fmt.Errorf("publish to %s: %w: %w", s.path, ErrUnanswered, over)
	}
	if due, ok := s.receipt.Due(); ok {
		return fmt.Errorf("publish to %s: %w: it waits for %v", s.path, ErrUnanswered, due)
	}
	return fmt.Errorf("publish to %s: %w: the program has not looked for it within %v", s.path, ErrUnanswered, Patience)
}

// Publish sends a value and waits for the outcome.
func (b *Bus) Publish(ctx context.Context, name string, text []byte) (reactor.Tag, error) {
	s, err := b.Send(ctx, name, text)
	if err != nil {
		return reactor.Tag{}, err
	}
	return s.Wait(ctx)
}

// Follow is Publish for callers that cannot wait: it returns after sending the value, so that values keep their order,
// and told is called with the outcome, on a goroutine of its own, or immediately if the value is refused immediately.
func (b *Bus) Follow(ctx context.Context, name string, text []byte, told func(reactor.Tag, error)) {
	s, err := b.Send(ctx, name, text)
	if err != nil {
		told(reactor.Tag{}, err)
		return
	}
	b.following.Add(1)
	go func() {
		defer b.following.Add(-1)
		told(s.Wait(ctx))
	}()
}

// Settle waits until all outcomes of Follow have been reported, at most until ctx is done: a program that has ended has
// an answer for all of them.
func (b *Bus) Settle(ctx context.Context) {
	t := time.NewTicker(firstLook)
	defer t.Stop()
	for b.following.Load() > 0 {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}

func (b *Bus) paramText(path string) []byte {
	for _, x := range b.Params() {
		if x.Path == path {
			return x.Value
		}
	}
	return nil
}
