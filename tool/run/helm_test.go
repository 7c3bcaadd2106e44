package run

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/view"
)

// steered runs the plain program with a page that steers it, and returns its hash.
func steered(t *testing.T, steer func(context.Context, view.Control)) (hash string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	done := make(chan struct{})
	out, err := Do(ctx, stepper(), Options{Order: Order{Seed: 3}, For: 40 * ms, Page: func(s *Stage) (reactor.Observer, error) {
		if s.Control == nil {
			t.Fatal("a run on a logical clock has nothing that steers it")
		}
		if steer == nil {
			close(done)
			return nil, nil
		}
		if _, err := s.Control.Command(ctx, "pause"); err != nil { // before the first tag
			return nil, err
		}
		go func() { defer close(done); steer(ctx, s.Control) }()
		return nil, nil
	}})
	<-done
	if err != nil {
		t.Fatal(err)
	}
	return out.Summary.OutputHash
}

// wait waits until the run is as wanted.
func wait(ctx context.Context, t *testing.T, c view.Control, what string, is func(view.Status) bool) view.Status {
	t.Helper()
	for {
		if s := c.Status(); is(s) {
			return s
		}
		select {
		case <-c.Changed():
		case <-ctx.Done():
			t.Errorf("%s did not come: %+v", what, c.Status())
			return view.Status{}
		}
	}
}

// TestHelm: a run stands before its first tag, is stepped, goes on to a time and to its end, and is the same as one that nobody steered.
func TestHelm(t *testing.T) {
	do := func(ctx context.Context, c view.Control, line string) {
		if _, err := c.Command(ctx, line); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	plain := steered(t, nil)
	hash := steered(t, func(ctx context.Context, c view.Control) {
		if s := c.Status(); s.Running || s.Time != 0 || s.Ended {
			t.Errorf("it does not stand at its beginning: %+v", s)
		}
		do(ctx, c, "step 3")
		at := wait(ctx, t, c, "the third tag", func(s view.Status) bool { return s.Time > 0 }).Time
		do(ctx, c, "step")
		at = wait(ctx, t, c, "another tag", func(s view.Status) bool { return s.Time > at }).Time
		do(ctx, c, "run 20ms")
		s := wait(ctx, t, c, "20 ms", func(s view.Status) bool { return !s.Running && s.Reason != "" && s.Reason != "paused" })
		if s.Time > 20e6 || s.Time <= at {
			t.Errorf("it stands at %d ns", s.Time)
		}
		for line, want := range map[string]string{"run 1ms": "passed", "run soon": "give a time", "step 0": "give a number", "speed -1": "multiple", "back": "only goes forward"} {
			if _, err := c.Command(ctx, line); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", line, err, want)
			}
		}
		do(ctx, c, "speed 1000")
		do(ctx, c, "run")
	})
	if hash != plain {
		t.Errorf("a run that was steered has the hash %s, another %s", hash, plain)
	}
}

// TestHelmEnds: a run that stands ends when it is interrupted.
func TestHelmEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var control view.Control
	_, _ = Do(ctx, stepper(), Options{Order: Order{Seed: 3}, For: time.Hour, Page: func(s *Stage) (reactor.Observer, error) {
		control = s.Control
		_, err := control.Command(ctx, "pause")
		time.AfterFunc(10*time.Millisecond, cancel)
		return nil, err
	}})
	if s := control.Status(); !s.Ended {
		t.Errorf("%+v", s)
	}
	if _, err := control.Command(t.Context(), "run"); err == nil {
		t.Error("a run that has ended goes on")
	}
}
