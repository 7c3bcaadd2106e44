package run

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/view"
)

// helm pauses and steps a run on a logical clock, and sets its pace. It implements view.Forward; the run calls hold.
type helm struct {
	mu      sync.Mutex
	turned  chan struct{} // closed and replaced when the fields below have changed
	status  view.Status
	until   reactor.Time // where it stops; Forever if nowhere
	steps   int          // tags that may run while it is paused
	over    bool         // it must not wait any more
	pace    exec.Pace
	shown   time.Time
	changed chan struct{}
}

var _ view.Forward = (*helm)(nil)

func newHelm(clock string, speed float64, length time.Duration) *helm {
	return &helm{turned: make(chan struct{}), changed: make(chan struct{}, 1), until: reactor.Forever,
		status: view.Status{Clock: clock, Running: true, Speed: speed, To: int64(length), Breaks: []view.Break{}}}
}

// Forward implements view.Forward.
func (h *helm) Forward() {}

// Changed implements view.Control.
func (h *helm) Changed() <-chan struct{} { return h.changed }

// Status implements view.Control.
func (h *helm) Status() view.Status {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.status
}

// hold is exec.Options.Hold.
func (h *helm) hold(tag reactor.Tag) (again bool) {
	h.mu.Lock()
	if h.status.Running && tag.Time > h.until {
		h.stand("at the time that was asked for")
	}
	var wait time.Duration
	switch now := time.Now(); {
	case h.over:
	case h.status.Running:
		wait = time.Duration(h.pace.Due(h.status.Speed, tag.Time, now.UnixNano()) - now.UnixNano())
	case h.steps > 0:
		h.steps--
	default:
		wait = time.Hour
	}
	if wait <= 0 {
		h.status.Time, h.status.Microstep = int64(tag.Time), tag.Microstep
		if now := time.Now(); !h.status.Running || now.Sub(h.shown) > 33*time.Millisecond {
			h.shown = now
			h.tell()
		}
		h.mu.Unlock()
		return false
	}
	turned := h.turned
	h.mu.Unlock()
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
	case <-turned:
	}
	return true
}

// stand pauses the run before its next tag.
func (h *helm) stand(why string) {
	h.status.Running, h.status.Reason, h.steps = false, why, 0
	h.turn()
}

// turn wakes the run and its viewers.
func (h *helm) turn() {
	close(h.turned)
	h.turned = make(chan struct{})
	h.tell()
}

func (h *helm) tell() {
	select {
	case h.changed <- struct{}{}:
	default:
	}
}

// release lets the run go on to its end. It does nothing if h is nil.
func (h *helm) release() {
	if h == nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.over {
		h.over, h.status.Running, h.status.Ended = true, false, true
		h.turn()
	}
}

// Command implements view.Control: pause, run [TIME], step [N], speed X.
func (h *helm) Command(_ context.Context, line string) (view.Answer, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return view.Answer{}, nil
	}
	verb, arg := words[0], strings.Join(words[1:], " ")
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over {
		return view.Answer{}, fmt.Errorf("%s: the run has ended", verb)
	}
	switch verb {
	case "pause":
		if h.status.Running {
			h.stand("paused")
		}
	case "run":
		until, err := moment(arg, reactor.Time(h.status.Time))
		if err != nil {
			return view.Answer{}, err
		}
		h.until, h.steps, h.status.Running, h.status.Reason = until, 0, true, ""
		h.turn()
	case "step":
		n, err := tags(arg, 1e6)
		if err != nil {
			return view.Answer{}, err
		}
		if h.status.Running {
			h.stand("paused")
		}
		h.steps += n
		h.turn()
	case "speed":
		speed, err := strconv.ParseFloat(strings.TrimSuffix(arg, "×"), 64)
		if err != nil || !(speed >= 0 && speed <= 1000) {
			return view.Answer{}, fmt.Errorf("speed %s: give a multiple of real time, such as 0.5, or 0 for as fast as it goes", arg)
		}
		h.status.Speed = speed
		h.turn()
	case "help":
		return view.Answer{Text: "pause, run [TIME], step [N], speed X\nTo go back, for breakpoints and reactions: sinew view RUN, once it has been recorded."}, nil
	default:
		return view.Answer{}, fmt.Errorf("%s: a run that is being made only goes forward: it knows pause, run [TIME], step [N] and speed X; sinew view takes its recording apart", verb)
	}
	return view.Answer{}, nil
}

// tags parses the number of tags to step, 1 for "".
func tags(text string, most int) (n int, err error) {
	if text == "" {
		return 1, nil
	}
	if n, err = strconv.Atoi(text); err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("step %s: give a number of tags from 1 to %d", text, most)
	}
	return n, nil
}

// moment parses the time to run to: "1.5s", "+20ms", or "" for the end.
func moment(text string, now reactor.Time) (reactor.Time, error) {
	if text == "" {
		return reactor.Forever, nil
	}
	rest, relative := strings.CutPrefix(text, "+")
	d, err := time.ParseDuration(strings.ReplaceAll(rest, " ", ""))
	if err != nil {
		var s float64
		if s, err = strconv.ParseFloat(rest, 64); err != nil || !(s >= 0 && s < 1e9) {
			return 0, fmt.Errorf("run %s: give a time, such as 1.5, 1.5s or +20ms", text)
		}
		d = time.Duration(s * 1e9)
	}
	at := reactor.Time(d)
	if relative {
		at = now.Add(d)
	}
	if at < now {
		return 0, fmt.Errorf("run %s: that has passed, and a run that is being made does not go back: sinew view does, with its recording", text)
	}
	return at, nil
}
