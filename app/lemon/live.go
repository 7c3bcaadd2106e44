package lemon

import (
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/cwriter"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/tool/view"
)

// Live shows a run while it goes on: a progress line in the terminal, and a page when there is one. It
// implements Show.
type Live struct {
	Progress io.Writer     // nil for no progress line; what is no terminal gets a line every few seconds
	For      time.Duration // of the run, 0 without end
	// Page, unless nil, opens a page for the run; what it returns sees every tag.
	Page func(*view.Hub, *Stage) (reactor.Observer, error)

	meter   *exec.Meter
	bars    *mpb.Progress
	bar     *mpb.Bar
	stop    chan struct{}
	done    sync.WaitGroup
	errorMM atomic.Uint64 // float64 bits
	cycles  atomic.Uint64
	stopped atomic.Bool
	robot   atomic.Pointer[string] // why it does not move; "" or nil if it does
	state   robotState             // of the robot, as robot says it
	auto    bool                   // the program goes on by itself
	text    atomic.Pointer[wording]
	hub     *view.Hub
	screen  *screen
}

const (
	refresh    = 200 * time.Millisecond // of the progress line and the page's status
	lineEvery  = 5 * time.Second        // where the progress goes to a file
	developing = 66 * time.Millisecond  // a picture for the page
)

// Begin implements Show.
func (l *Live) Begin(st *Stage) (seer reactor.Observer, err error) {
	l.meter, l.stop, l.auto = st.Meter, make(chan struct{}), st.Params.AutoResume
	l.errorMM.Store(math.Float64bits(math.NaN()))
	l.text.Store(&wording{})
	if l.Page != nil {
		if seer, err = l.open(st); err != nil {
			return nil, err
		}
	}
	if isTerminal(l.Progress) {
		l.bars = mpb.New(mpb.WithOutput(l.Progress), mpb.WithWidth(24), mpb.WithRefreshRate(refresh))
		text := mpb.PrependDecorators(decor.Any(func(s decor.Statistics) string { return l.text.Load().in(s.AvailableWidth) }))
		if l.For > 0 {
			l.bar = l.bars.AddBar(int64(l.For), text)
		} else {
			l.bar = l.bars.New(0, mpb.SpinnerStyle(), text)
		}
	}
	l.done.Go(l.follow)
	return seer, nil
}

// open opens the page.
func (l *Live) open(st *Stage) (reactor.Observer, error) {
	scene, err := sceneOf(st.Params)
	if err != nil {
		return nil, err
	}
	if l.hub, err = view.NewHub(scene); err != nil {
		return nil, err
	}
	if l.screen, err = newScreen(l.hub, st.Params); err != nil {
		return nil, err
	}
	if st.Rig != nil {
		l.screen.lemon = st.Rig.lemonAt
	}
	seer, err := l.Page(l.hub, st)
	if err == nil {
		l.done.Go(func() { l.screen.develop(l.stop) })
	}
	return seer, err
}

// isTerminal tells whether a progress line can be rewritten in place.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && f != nil && cwriter.IsTerminal(int(f.Fd()))
}

// follow keeps the progress line and the page's status up to date.
func (l *Live) follow() {
	tick := time.NewTicker(refresh)
	defer tick.Stop()
	var older, before pace
	begun := time.Now()
	lines := time.Duration(0)
	for last := false; !last; {
		select {
		case <-l.stop:
			last = true
		case <-tick.C:
		}
		since := time.Since(begun)
		now := pace{since, l.meter.Time().Duration(), l.cycles.Load()}
		if now.wall-before.wall < refresh/2 {
			before = older // too short for a rate
		}
		text := l.line(before, now)
		older, before = before, now
		l.text.Store(&text)
		if l.hub != nil {
			l.hub.Status(text.long)
			l.hub.Alarm(text.alarm)
		}
		if l.bar != nil && l.For > 0 {
			l.bar.SetCurrent(min(int64(now.robot), int64(l.For)))
		}
		if l.bar == nil && l.Progress != nil && since/lineEvery > lines {
			lines = since / lineEvery
			fmt.Fprintln(l.Progress, text.in(math.MaxInt))
		}
	}
}

// wording is the progress in words.
type wording struct{ long, short, alarm string }

// in is the progress line for a terminal so many columns wide.
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

// pace is how far a run has come.
type pace struct {
	wall, robot time.Duration
	cycles      uint64
}

// line puts the progress into words.
func (l *Live) line(a, b pace) wording {
	w := wording{alarm: l.alarm()}
	w.long = fmt.Sprintf("%5.1f s", b.robot.Seconds())
	w.short = w.long
	if wall := (b.wall - a.wall).Seconds(); wall > 0 {
		rate := fmt.Sprintf(" · %.0f Hz", float64(b.cycles-a.cycles)/wall)
		w.long, w.short = w.long+rate, w.short+rate
		if x := (b.robot - a.robot).Seconds() / wall; b.robot > 0 && math.Abs(x-1) > 0.2 {
			w.long += fmt.Sprintf(" (%.1f× real time)", x)
		}
	}
	if e := math.Float64frombits(l.errorMM.Load()); !math.IsNaN(e) {
		w.long += fmt.Sprintf(" · error %.1f mm", e)
		w.short += fmt.Sprintf(" · %.1f mm", e)
	}
	w.long += fmt.Sprintf(" · %d deadline misses", l.meter.Misses())
	w.short += fmt.Sprintf(" · %d late", l.meter.Misses())
	return w
}

// robotState is what can keep the robot from moving.
type robotState struct {
	ready bool
	fault Fault
	code  uint8
}

// words say what is wrong and what to do about it; nothing if all is well. page tells whether there is one to reset the
// robot on, auto whether the program goes on by itself.
func (r robotState) words(page, auto bool) string {
	switch {
	case r.ready:
		return ""
	case r.code != 0:
		return fmt.Sprintf("the robot stopped: error %d, %s: remove the cause; %s", r.code, xarm.ErrorCode(r.code).Name(), next(page, auto))
	case r.fault == LinkLost:
		return "the robot does not answer: " + r.fault.String() + ", dialling it again"
	case r.fault != NoFault:
		return "the robot does not answer: " + r.fault.String()
	}
	return "the robot is not ready: " + next(page, auto)
}

// next says what makes a robot ready that answers.
func next(page, auto bool) string {
	how := "reset it, which needs the page, or let auto_resume in --params be true"
	if page {
		how = "press reset on the page once it rests"
	}
	if auto {
		how = "the program goes on by itself, except after an emergency stop: then " + how
	}
	return how
}

// alarm says why the robot does not move; nothing if it does.
func (l *Live) alarm() string {
	if s := l.robot.Load(); s != nil && *s != "" {
		return *s
	}
	if l.stopped.Load() {
		return "emergency stop by the safety check"
	}
	return ""
}

// End implements Show.
func (l *Live) End() {
	close(l.stop)
	l.done.Wait()
	if l.bar != nil {
		l.bar.Abort(false) // wherever it stands, the run is over
		l.bars.Wait()
	}
}

// Tick implements Show. Curves are kept also while nobody watches: a page that opens shows the last seconds.
func (l *Live) Tick(s *Sample) {
	l.cycles.Add(1)
	l.stopped.Store(s.Stopped)
	l.errorMM.Store(math.Float64bits(s.Error * 1000))
	if l.screen != nil {
		l.screen.tick(s)
	}
}

// Robot implements Show.
func (l *Live) Robot(t time.Duration, w *WorldData) {
	if r := (robotState{w.Ready, w.Fault, w.Error}); r != l.state {
		text := r.words(l.Page != nil, l.auto) // seldom: only a change allocates
		l.state = r
		l.robot.Store(&text)
	}
	if l.screen != nil {
		l.screen.robot(t, w)
	}
}

// Picture implements Show.
func (l *Live) Picture(t time.Duration, p *Picture) {
	if l.screen != nil {
		l.screen.picture(t, p)
	}
}

// Plan implements Show.
func (l *Live) Plan(c *motion.Command, t *Target) {
	if l.screen != nil {
		l.screen.plan(c, t)
	}
}
