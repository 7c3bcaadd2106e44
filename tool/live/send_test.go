package live

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/live/plant"
)

// lively is the bus of a plant that runs at 1 kHz on the real clock until the test ends.
func lively(t *testing.T) *Bus {
	t.Helper()
	p := plant.New(t, time.Millisecond)
	b := newBus(t, p)
	ctx, cancel := context.WithCancel(context.Background())
	ran, started := make(chan error), make(chan struct{})
	go func() {
		_, err := exec.Run(ctx, p, exec.Options{Clock: exec.Real, KeepAlive: true, Started: func(at int64) { b.Started(at); close(started) }})
		ran <- err
	}()
	<-started
	t.Cleanup(func() {
		cancel()
		if err := <-ran; err != nil {
			t.Error(err)
		}
	})
	return b
}

// TestAnAnswerMeansThatItIsDone: when the answer says that a value was taken, it is in the program, at that tag.
func TestAnAnswerMeansThatItIsDone(t *testing.T) {
	b := lively(t)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for n := range 50 {
				if _, err := b.Publish(soon(t), "gain", []byte(strconv.Itoa(n%10))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	w := b.Watch(Options{}, id(t, b, "plant.heard"))
	defer w.Close()
	last := reactor.NeverTag
	for n := range 50 {
		tag, err := b.Publish(soon(t), "goal", []byte(`{"N": `+strconv.Itoa(n)+`}`))
		if err != nil || !last.Before(tag) {
			t.Fatal(tag, err)
		}
		batch, _ := w.collect() // no waiting: it is there
		if len(batch) != 1 || batch[0].Time != int64(tag.Time) || batch[0].Microstep != tag.Microstep {
			t.Fatalf("told that %d was taken at %v; the program has %+v", n, tag, batch)
		}
		for i, r := range w.rings {
			if r != nil {
				r.give(w.read[i])
			}
		}
		last = tag
	}
}

// TestAProgramThatStandsStillGivesAnAnswer, when Patience is over.
func TestAProgramThatStandsStillGivesAnAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := plant.New(t, time.Millisecond)
		b := newBus(t, p)
		begun := time.Now()
		_, err := b.Publish(t.Context(), "goal", []byte("{}"))
		if took := time.Since(begun); !errors.Is(err, ErrUnanswered) || took != Patience || !strings.Contains(err.Error(), "has not looked for it within 5s") {
			t.Errorf("after %v: %v", took, err)
		}
		p.Start()
		p.Enclaves[0].Next() // looks at what has come, and goes no further
		if _, err = b.Publish(t.Context(), "goal", []byte("{}")); !errors.Is(err, ErrUnanswered) {
			t.Error(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err = b.Publish(ctx, "goal", []byte("{}")); !errors.Is(err, ErrUnanswered) || !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

// TestTheEndIsAnAnswer: those who wait when the program ends are told, and Settle returns when they have been.
func TestTheEndIsAnAnswer(t *testing.T) {
	p := plant.New(t, time.Millisecond)
	b := newBus(t, p)
	p.Start()
	for _, e := range p.Enclaves {
		e.StopAt(reactor.Tag{})
	}
	var mu sync.Mutex
	var errs []error
	told := func(_ reactor.Tag, err error) {
		mu.Lock()
		errs = append(errs, err)
		mu.Unlock()
	}
	b.Follow(soon(t), "goal", []byte("{}"), told) // at the stop tag itself
	b.Follow(soon(t), "goal", []byte("{}"), told) // a microstep behind it
	b.Follow(soon(t), "goal", []byte(`{"M": 1}`), told)
	for p.Step(nil) {
	}
	b.Settle(soon(t))
	mu.Lock()
	defer mu.Unlock()
	over := 0
	for _, err := range errs {
		if err != nil && strings.Contains(err.Error(), "the program is over") {
			over++
		}
	}
	if len(errs) != 3 || over != 1 {
		t.Error(errs)
	}
}
