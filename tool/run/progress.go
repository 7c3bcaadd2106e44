package run

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/cwriter"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/view"
)

// Words are what a program says about its run, for the progress line and the page.
type Words struct {
	Cycles uint64   // cycles so far: their rate is shown; 0 if there are none
	Long   string   // such as "error 1.4 mm"; "" for nothing
	Short  string   // the same on a narrow terminal; "" is Long
	Alarm  string   // why the program is not working; "" if it is
	News   []string // lines that are printed once, above the progress line
}

// notes are lines for people, added from any goroutine.
type notes struct {
	mu   sync.Mutex
	all  []string
	told int
}

// mostNotes is the greatest number of lines that are stored.
const mostNotes = 1000

// say adds a line.
func (n *notes) say(line string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.all) < mostNotes {
		n.all = append(n.all, line)
	}
}

func (n *notes) lines() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.all)
}

// fresh are the lines added since the last call.
func (n *notes) fresh() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	defer func() { n.told = len(n.all) }()
	return slices.Clone(n.all[n.told:])
}

// How often progress is shown.
const (
	refresh   = 200 * time.Millisecond // of the progress line and the page's status
	lineEvery = 5 * time.Second        // if the progress goes to a file
)

// teller shows people the progress of a run.
type teller struct {
	to     io.Writer
	length time.Duration
	meter  *exec.Meter
	status func() Words
	said   *notes
	hub    *view.Hub
	bars   *mpb.Progress
	bar    *mpb.Bar
	text   atomic.Pointer[wording]
	stop   chan struct{}
	done   sync.WaitGroup
}

// tell starts showing progress, if anything shows it. The program is also asked before it runs, so that it can get ready
// to answer.
func (d *doing) tell() *teller {
	t := &teller{to: d.Progress, length: d.For, meter: &d.meter, status: d.inst.Status, said: &d.said, hub: d.hub, stop: make(chan struct{})}
	if t.to == nil && t.hub == nil {
		return t
	}
	t.text.Store(&wording{})
	if isTerminal(t.to) {
		t.bars = mpb.New(mpb.WithOutput(t.to), mpb.WithWidth(24), mpb.WithRefreshRate(refresh))
		text := mpb.PrependDecorators(decor.Any(func(s decor.Statistics) string { return t.text.Load().in(s.AvailableWidth) }))
		if t.length > 0 {
			t.bar = t.bars.AddBar(int64(t.length), text)
		} else {
			t.bar = t.bars.New(0, mpb.SpinnerStyle(), text)
		}
	}
	t.news(t.ask().News)
	t.done.Go(t.follow)
	return t
}

// isTerminal reports whether a progress line can be rewritten in place.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && f != nil && cwriter.IsTerminal(int(f.Fd()))
}

// follow keeps the progress line and the page's status up to date.
func (t *teller) follow() {
	tick := time.NewTicker(refresh)
	defer tick.Stop()
	var older, before pace
	begun := time.Now()
	lines := time.Duration(0)
	for last := false; !last; {
		select {
		case <-t.stop:
			last = true
		case <-tick.C:
		}
		w := t.ask()
		since := time.Since(begun)
		now := pace{since, t.meter.Time().Duration(), w.Cycles}
		if now.wall-before.wall < refresh/2 {
			before = older // too short for a rate
		}
		text := worded(&w, before, now, t.meter.Misses())
		older, before = before, now
		t.text.Store(&text)
		t.news(w.News)
		if t.hub != nil {
			t.hub.Status(text.long)
			t.hub.Alarm(text.alarm)
		}
		if t.bar != nil && t.length > 0 {
			t.bar.SetCurrent(min(int64(now.logical), int64(t.length)))
		}
		if t.bar == nil && t.to != nil && since/lineEvery > lines {
			lines = since / lineEvery
			fmt.Fprintln(t.to, text.in(math.MaxInt))
		}
	}
}

// ask asks the program for its progress. Lines from Order.Say come first.
func (t *teller) ask() (w Words) {
	if t.status != nil {
		w = t.status()
	}
	w.News = append(t.said.fresh(), w.News...)
	return w
}

// news prints lines, above the progress line if there is one.
func (t *teller) news(lines []string) {
	to := t.to
	if t.bars != nil {
		to = t.bars
	}
	for _, l := range lines {
		if to != nil {
			fmt.Fprintln(to, l)
		}
	}
}

// end stops showing progress.
func (t *teller) end() {
	close(t.stop)
	t.done.Wait()
	if t.bar != nil {
		t.bar.Abort(false) // whatever it shows, the run is over
		t.bars.Wait()
	}
}

// wording is the progress in words.
type wording struct{ long, short, alarm string }

// in is the progress line for a terminal with the given number of columns.
func (w *wording) in(width int) string {
	text := w.long
	if width < 76 {
		text = w.short
	}
	if w.alarm != "" {
		text += " · " + w.alarm
	}
	return text + " "
}

// pace is the position of a run at a moment.
type pace struct {
	wall, logical time.Duration
	cycles        uint64
}

// worded puts the progress from a to b into words.
func worded(w *Words, a, b pace, misses uint64) wording {
	l := wording{alarm: w.Alarm, long: fmt.Sprintf("%5.1f s", b.logical.Seconds())}
	l.short = l.long
	if wall := (b.wall - a.wall).Seconds(); wall > 0 {
		if b.cycles > 0 {
			rate := fmt.Sprintf(" · %.0f Hz", float64(b.cycles-a.cycles)/wall)
			l.long, l.short = l.long+rate, l.short+rate
		}
		if x := (b.logical - a.logical).Seconds() / wall; b.logical > 0 && math.Abs(x-1) > 0.2 {
			l.long += fmt.Sprintf(" (%.1f× real time)", x)
		}
	}
	if w.Long != "" {
		l.long += " · " + w.Long
		l.short += " · " + cmp.Or(w.Short, w.Long)
	}
	l.long += " · " + spelling.Count(misses, "deadline miss")
	l.short += fmt.Sprintf(" · %d late", misses)
	return l
}
