package dive

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/tool/run"
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

// news is what has not been told yet: notes of the link, events of the law, the emergency stop.
func (s *session) news() []string {
	lines := s.notes.fresh()
	for _, e := range s.watch.alarms.take() {
		lines = append(lines, fmt.Sprintf("%7.3f s: %s", e.At.Duration().Seconds(), words(e)))
	}
	presses := s.watch.presses.list()
	for _, e := range presses[s.pressed:] {
		lines = append(lines, fmt.Sprintf("%7.3f s: %s", e.T, e.Text))
	}
	s.pressed = len(presses)
	return lines
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

// status implements run.Instance.Status.
func (s *session) status() run.Words {
	w := &s.watch
	w.alarms.keep()
	var parts []string
	heading := ""
	if h := math.Float64frombits(w.turned.Load()); !math.IsNaN(h) {
		heading = fmt.Sprintf("heading %.1f°", h*180/math.Pi)
	}
	if h := math.Float64frombits(w.wanted.Load()); !math.IsNaN(h) {
		heading += fmt.Sprintf(" of %.1f°", wrap(h)*180/math.Pi)
	}
	if heading != "" {
		parts = append(parts, strings.TrimSpace(heading))
	}
	if n := len(s.proj.Flags()); n > 0 {
		parts = append(parts, fmt.Sprintf("%d flagged", n))
	}
	news := s.news()
	if s.sim != nil && !s.said {
		s.said, news = true, append([]string{"simulated vehicle at " + s.sim.addr}, news...)
	}
	return run.Words{Cycles: w.cycles.Load(), Long: strings.Join(parts, " · "), Alarm: s.trouble(), News: news}
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
func (s *session) revise() {
	rev, err := s.proj.Revise()
	if rev == nil {
		return
	}
	for _, t := range rev.Overruns {
		s.notes.say(fmt.Sprintf("re-evaluation: %s took up to %v, %v were stated", t.Path, t.Max, t.Stated))
	}
	for _, c := range rev.Changes {
		s.notes.say(fmt.Sprintf("re-evaluation: %s goes from %v to %v", c.Composition, c.From, c.To))
	}
	if len(rev.Changes) > 0 {
		for _, why := range rev.Reasons {
			s.notes.say("re-evaluation: " + why)
		}
	}
	if err != nil {
		s.notes.say("re-evaluation: " + err.Error() + "; the periods stay")
	}
}
