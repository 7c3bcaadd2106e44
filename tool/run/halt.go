package run

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/view"
)

// halt pauses and steps a run on the real clock. It implements view.Forward.
type halt struct {
	pause   exec.Pause
	length  time.Duration
	changed chan struct{}

	turn sync.Mutex // held while a command is carried out

	mu     sync.Mutex // guards the fields below
	reason string     // why the run is paused
	leave  func()     // ends the previous command's wait for its stop
	over   bool
}

var _ view.Forward = (*halt)(nil)

// settling is how long a command waits until tags that are due are done.
const settling = 5 * time.Second

// newHalt makes a halt; keep makes the run's surroundings follow its time.
func newHalt(keep func(rt.Span), length time.Duration) *halt {
	return &halt{pause: exec.Pause{Tell: keep}, length: length, changed: make(chan struct{}, 1), leave: func() {}}
}

// Forward implements view.Forward.
func (h *halt) Forward() {}

// Changed implements view.Control.
func (h *halt) Changed() <-chan struct{} { return h.changed }

// Status implements view.Control.
func (h *halt) Status() view.Status {
	held, now := h.pause.Held(), h.pause.Now()
	h.mu.Lock()
	defer h.mu.Unlock()
	s := view.Status{Clock: exec.Real.String(), Running: !held && !h.over, Ended: h.over, Time: int64(now), Speed: 1, To: int64(h.length), Breaks: []view.Break{}}
	if held {
		s.Reason = h.reason
	}
	return s
}

func (h *halt) tell() {
	select {
	case h.changed <- struct{}{}:
	default:
	}
}

// release lets the run go on to its end. It does nothing if h is nil.
func (h *halt) release() {
	if h == nil {
		return
	}
	h.mu.Lock()
	h.over = true
	h.leave()
	h.mu.Unlock()
	h.pause.Resume(reactor.Forever)
	h.tell()
}

// begin notes why the run will pause, unless it has ended. The context ends when another command moves the run.
func (h *halt) begin(verb, reason string) (until context.Context, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return nil, fmt.Errorf("%s: the run has ended", verb)
	}
	h.reason = reason
	h.leave()
	until, h.leave = context.WithCancel(context.Background())
	return until, nil
}

// Command implements view.Control: pause, run [TIME], step [N].
func (h *halt) Command(ctx context.Context, line string) (a view.Answer, err error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return a, nil
	}
	h.turn.Lock()
	defer h.turn.Unlock()
	defer h.tell()
	ctx, cancel := context.WithTimeout(ctx, settling)
	defer cancel()
	verb, arg := words[0], strings.Join(words[1:], " ")
	switch verb {
	case "pause":
		if _, err = h.begin(verb, "paused"); err == nil {
			err = h.pause.Hold(ctx)
		}
	case "run":
		err = h.run(ctx, arg)
	case "step":
		err = h.step(ctx, arg)
	case "help":
		a.Text = "pause, run [TIME], step [N]: a step goes on to the next tag\nTo go back, for breakpoints and reactions: sinew view RUN, once it has been recorded."
	case "speed":
		err = fmt.Errorf("speed: the real clock has one speed: --fast --speed %s gives another", arg)
	default:
		err = fmt.Errorf("%s: a run that is being made only goes forward: it knows pause, run [TIME] and step [N]; sinew view takes its recording apart", verb)
	}
	return a, err
}

// run goes on, until a time if one is given.
func (h *halt) run(ctx context.Context, arg string) error {
	if arg != "" {
		if err := h.pause.Hold(ctx); err != nil {
			return err
		}
	}
	until, err := moment(arg, h.pause.Now())
	if err != nil {
		return err
	}
	moved, err := h.begin("run", "at the time that was asked for")
	if err != nil {
		return err
	}
	h.pause.Resume(until)
	if until != reactor.Forever {
		go func() {
			if h.pause.Wait(moved) == nil {
				h.tell()
			}
		}()
	}
	return nil
}

// step runs the given number of tags.
func (h *halt) step(ctx context.Context, arg string) error {
	n, err := tags(arg, 100)
	if err != nil {
		return err
	}
	if _, err := h.begin("step", "paused"); err != nil {
		return err
	}
	for range n {
		if err := h.pause.Step(ctx); err != nil {
			return err
		}
	}
	return nil
}
