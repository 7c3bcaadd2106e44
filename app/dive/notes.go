package dive

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/model/atom/project"
)

// notes are lines for people, from any thread.
type notes struct {
	mu   sync.Mutex
	all  []string
	told int
}

// say adds a line.
func (n *notes) say(line string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.all) < 1000 {
		n.all = append(n.all, line)
	}
}

func (n *notes) lines() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return append([]string(nil), n.all...)
}

// fresh are the lines that have not been asked for yet.
func (n *notes) fresh() []string {
	all := n.lines()
	defer func() { n.told = len(all) }()
	return all[n.told:]
}

// Rates of what a run says while it goes on.
const (
	refresh   = 200 * time.Millisecond
	lineEvery = 5 * time.Second
)

// follow says what happens while the program runs, and has it re-evaluated, on a thread without hurry.
func (r *voyage) follow() {
	r.s.watch.alarms.keep()
	r.live.Go(func() {
		tick := time.NewTicker(refresh)
		defer tick.Stop()
		var lines time.Duration
		begun := time.Now()
		for {
			last := false
			select {
			case <-r.over:
				last = true
			case <-tick.C:
			}
			r.tell()
			if last {
				return
			}
			if r.Revise {
				r.revise()
			}
			if since := time.Since(begun); r.Progress != nil && since/lineEvery > lines {
				lines = since / lineEvery
				fmt.Fprintln(r.Progress, r.line())
			}
		}
	})
}

// tell passes on what is new: notes of the link, events of the law, the emergency stop.
func (r *voyage) tell() {
	for _, l := range r.notes.fresh() {
		r.Log(l)
	}
	for _, e := range r.s.watch.alarms.take() {
		r.Log(fmt.Sprintf("%7.3f s: %s", e.At.Duration().Seconds(), words(e)))
	}
	presses := r.s.watch.presses.list()
	for _, e := range presses[r.pressed:] {
		r.Log(fmt.Sprintf("%7.3f s: %s", e.T, e.Text))
	}
	r.pressed = len(presses)
	if r.hub != nil {
		r.hub.Alarm(r.s.trouble())
		r.hub.Status(strings.TrimSpace(r.line()))
	}
}

// trouble says why the thrusters rest, "" where they do not.
func (s *session) trouble() string {
	if s.thrust != nil && s.thrust.held() {
		return estopText
	}
	for _, e := range s.proj.Flags() {
		if e.Kind == project.Stopped {
			return words(e)
		}
	}
	return ""
}

// line is the progress.
func (r *voyage) line() string {
	w := &r.s.watch
	text := fmt.Sprintf("%6.1f s", r.meter.Time().Duration().Seconds())
	if h := math.Float64frombits(w.turned.Load()); !math.IsNaN(h) {
		text += fmt.Sprintf(" · heading %.1f°", h*180/math.Pi)
	}
	if h := math.Float64frombits(w.wanted.Load()); !math.IsNaN(h) {
		text += fmt.Sprintf(" of %.1f°", wrap(h)*180/math.Pi)
	}
	text += fmt.Sprintf(" · %d cycles", w.cycles.Load())
	if n := len(r.s.proj.Flags()); n > 0 {
		text += fmt.Sprintf(" · %d flagged", n)
	}
	return text
}

// words puts an event into words.
func words(e project.Event) string {
	since := (e.At - e.Since).Duration()
	switch {
	case e.Kind == project.Retimed:
		return fmt.Sprintf("%s runs every %v from now on", e.Path, time.Duration(math.Round(e.Value*1e9)))
	case e.Kind == project.Overrun && e.Raised:
		return fmt.Sprintf("%s took %v, more than the %v stated", e.Path, e.Measured, e.Stated)
	case e.Kind == project.Overrun:
		return fmt.Sprintf("%s keeps to its time again, after %v", e.Path, since)
	case e.Kind == project.Stopped && e.Raised:
		return fmt.Sprintf("%s is told to stop: what it depends on has been flagged for too long", e.Path)
	case e.Kind == project.Stopped:
		return fmt.Sprintf("%s goes on after %v", e.Path, since)
	case !e.Raised:
		return fmt.Sprintf("%s is valid again after %v: %.6g", e.Path, since, e.Value)
	}
	what := map[string]string{project.NaN: "is no number", project.Range: "is out of its range", project.Frozen: "is frozen",
		project.Missing: "is missing"}[e.Kind]
	if e.Kind == project.Range || e.Kind == project.Frozen {
		what += fmt.Sprintf(": %.6g", e.Value)
	}
	return fmt.Sprintf("%s %s; the last valid value stays", e.Path, what)
}

// revise has the plan evaluated anew where Atoms took longer than they stated.
func (r *voyage) revise() {
	rev, err := r.s.proj.Revise()
	if rev == nil {
		return
	}
	for _, t := range rev.Overruns {
		r.notes.say(fmt.Sprintf("re-evaluation: %s took up to %v, %v were stated", t.Path, t.Max, t.Stated))
	}
	for _, c := range rev.Changes {
		r.notes.say(fmt.Sprintf("re-evaluation: %s goes from %v to %v", c.Composition, c.From, c.To))
	}
	if len(rev.Changes) > 0 {
		for _, why := range rev.Reasons {
			r.notes.say("re-evaluation: " + why)
		}
	}
	if err != nil {
		r.notes.say("re-evaluation: " + err.Error() + "; the periods stay")
	}
}
