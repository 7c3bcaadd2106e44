package demo

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/internal/child"
)

// pageLoad is how long a page may take to load.
const pageLoad = 20 * time.Second

// ErrNoBrowser says that there is no browser to open the page.
var ErrNoBrowser = errors.New("there is no chromium: install the Debian package chromium")

// seen is what a browser reports about the page that it shows.
type seen struct {
	Paint  float64 // first contentful paint, ms after the navigation's start
	Frames float64 // the page's animation frames in
	Time   float64 // this number of ms
	Scene  float64 // pictures of the robot in this time, drawn by a thread of its own
	Worst  float64 // greatest interval between two of them, ms
	Script float64 // processor time of the page's script in this time, ms, styles and layout included
}

// frames counts the page's animation frames for a number of ms.
const frames = `new Promise(done => {
	const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
	const drawn = () => Number(document.getElementById("scene")?.dataset.drawn ?? 0), drawnBefore = drawn();
	let n = -1, worst = 0, begun = 0, last = 0;
	const frame = at => {
		if (n++ < 0) begun = at; else worst = Math.max(worst, at - last);
		last = at;
		if (at - begun < %d) requestAnimationFrame(frame);
		else done(JSON.stringify({Paint: paint, Frames: n, Time: at - begun, Worst: worst, Scene: drawn() - drawnBefore}));
	};
	requestAnimationFrame(frame);
})`

// browser is a headless Chromium.
type browser struct {
	end    func()
	ws     string // of its DevTools protocol
	exited chan struct{}
}

// browse starts a headless Chromium, which stores its files in dir.
func (c Clock) browse(dir string) (*browser, error) {
	name := c.Chrome
	if name == "" {
		name = "chromium"
	}
	cmd := exec.Command(name, "--headless", "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--hide-scrollbars", "--window-size=1360,900",
		"--enable-unsafe-swiftshader", "--remote-debugging-port=0", "--user-data-dir="+dir, "about:blank")
	cmd.SysProcAttr = attributes()
	said, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	wait, err := child.Start(cmd)
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			err = ErrNoBrowser
		}
		return nil, err
	}
	b := &browser{exited: make(chan struct{})}
	at := make(chan string, 1)
	go func() {
		defer close(b.exited)
		for lines := bufio.NewScanner(said); lines.Scan(); {
			if _, ws, ok := strings.Cut(lines.Text(), "DevTools listening on "); ok {
				at <- ws
			}
		}
	}()
	b.end = sync.OnceFunc(func() {
		endGroup(cmd.Process)
		<-b.exited
		_ = wait()
	})
	select {
	case b.ws = <-at:
		return b, nil
	case <-b.exited:
		err = errors.New("it ends before it reports the address of its DevTools")
	case <-time.After(pageLoad):
		err = fmt.Errorf("it does not say where its DevTools are within %v", pageLoad)
	}
	b.end()
	return nil, fmt.Errorf("chromium: %w", err)
}

// tab opens an empty page.
func (b *browser) tab(ctx context.Context) (*devTools, error) {
	c, _, err := websocket.Dial(ctx, b.ws, nil)
	if err != nil {
		return nil, err
	}
	t := &devTools{ctx: ctx, c: c}
	var page struct{ TargetID string }
	var to struct{ SessionID string }
	if err = t.call("Target.createTarget", map[string]any{"url": "about:blank"}, &page); err == nil {
		err = t.call("Target.attachToTarget", map[string]any{"targetId": page.TargetID, "flatten": true}, &to)
	}
	if err != nil {
		_ = c.CloseNow()
		return nil, err
	}
	t.session = to.SessionID
	return t, nil
}

// settle waits until the browser has painted an empty page, which means that it has started.
func (b *browser) settle(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pageLoad)
	defer cancel()
	t, err := b.tab(ctx)
	if err != nil {
		return err
	}
	defer t.c.CloseNow()
	_, err = t.eval(`new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(""))))`)
	return err
}

// open opens a page, and waits until it is live.
func (t *devTools) open(url string) error {
	err := t.call("Page.navigate", map[string]any{"url": url}, &struct{}{})
	for live := ""; err == nil && live != "true"; {
		if live, err = t.eval(`new Promise(done => requestAnimationFrame(() => done(String(document.getElementById("link")?.dataset.state === "live"))))`); err != nil {
			err = fmt.Errorf("the page does not become live: %w", err)
		}
	}
	return err
}

// watch opens a page, or an empty one, and counts its frames for d.
func (b *browser) watch(ctx context.Context, url string, d time.Duration) (s seen, err error) {
	ctx, cancel := context.WithTimeout(ctx, pageLoad+d+5*time.Second)
	defer cancel()
	t, err := b.tab(ctx)
	if err != nil {
		return s, err
	}
	defer t.c.CloseNow()
	if url != "" {
		if err := t.open(url); err != nil {
			return s, err
		}
	}
	if err := t.call("Performance.enable", map[string]any{}, &struct{}{}); err != nil {
		return s, err
	}
	before, err := t.script()
	if err != nil {
		return s, err
	}
	text, err := t.eval(fmt.Sprintf(frames, d.Milliseconds()))
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return s, err
	}
	s.Script, err = t.script()
	s.Script -= before
	return s, err
}

// script is the processor time of the page's script so far, styles and layout included, in ms.
func (t *devTools) script() (ms float64, err error) {
	var m struct {
		Metrics []struct {
			Name  string
			Value float64 // s
		}
	}
	err = t.call("Performance.getMetrics", map[string]any{}, &m)
	for _, x := range m.Metrics {
		switch x.Name {
		case "ScriptDuration", "LayoutDuration", "RecalcStyleDuration":
			ms += 1000 * x.Value
		}
	}
	return ms, err
}

// devTools speaks the DevTools protocol (https://chromedevtools.github.io/devtools-protocol) over one connection.
type devTools struct {
	ctx     context.Context
	c       *websocket.Conn
	id      int
	session string
}

// call sends a command and reads its result; it ignores events in between.
func (t *devTools) call(method string, params map[string]any, result any) error {
	t.id++
	m := map[string]any{"id": t.id, "method": method}
	if params != nil {
		m["params"] = params
	}
	if t.session != "" {
		m["sessionId"] = t.session
	}
	out, err := json.Marshal(m)
	if err == nil {
		err = t.c.Write(t.ctx, websocket.MessageText, out)
	}
	for err == nil {
		var in []byte
		if _, in, err = t.c.Read(t.ctx); err != nil {
			break
		}
		var r struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		switch err = json.Unmarshal(in, &r); {
		case err != nil || r.ID != t.id:
		case r.Error != nil:
			return fmt.Errorf("%s: %s", method, r.Error.Message)
		default:
			return json.Unmarshal(r.Result, result)
		}
	}
	return fmt.Errorf("chromium: %s: %w", method, err)
}

// eval evaluates an expression in the page: a string or a promise of one.
func (t *devTools) eval(expr string) (string, error) {
	var r struct {
		Result           struct{ Value string }
		ExceptionDetails *struct{ Text string }
	}
	err := t.call("Runtime.evaluate", map[string]any{"expression": expr, "returnByValue": true, "awaitPromise": true}, &r)
	if err == nil && r.ExceptionDetails != nil {
		err = errors.New(r.ExceptionDetails.Text)
	}
	return r.Result.Value, err
}

// browsed runs the demo with its page open in a browser, with an empty page open there, and without a browser, slice by slice, and
// observes the pages.
func (c Clock) browsed(ctx context.Context, dir string, emit bench.Emit) error {
	var pages [2]seen
	all, err := c.turns(func(variant int, length time.Duration) (*lemon.Summary, error) {
		if variant == len(pages) {
			return c.demo(ctx, dir, length, nil, "--no-web")
		}
		return c.shown(ctx, dir, length, variant == 1, &pages[variant])
	}, "with the page open", "with an empty page", "without a browser")
	if err != nil {
		return err
	}
	with, empty, without := all[0], all[1], all[2]
	emit(bench.Result{Name: "demo_browser_rms", Value: with.rms(), Unit: "mm", Note: "page open in a headless Chromium; bar 2.5 mm"}.Against("without", without.rms()))
	emit(bench.Result{Name: "demo_browser_worst", Value: with.worst, Unit: "mm", Note: "bar 10 mm"}.Against("without", without.worst))
	emit(bench.Result{Name: "demo_browser_cycles", Value: float64(with.cycles), Unit: "cycles", Note: "a cycle that is skipped misses no deadline"}.Against("without", float64(without.cycles)))
	emit(bench.Result{Name: "demo_browser_misses", Value: float64(with.misses), Unit: "misses", Note: with.frames()}.Against("without", float64(without.misses)))
	note := fmt.Sprintf("deadlines missed with %%s open less those without a browser, %v each on the real clock", c.For)
	emit(bench.Result{Name: "demo_browser_added_misses", Value: float64(with.misses) - float64(without.misses), Unit: "misses", Note: fmt.Sprintf(note, "the page") + "; bar 0"})
	emit(bench.Result{Name: "demo_empty_page_added_misses", Value: float64(empty.misses) - float64(without.misses), Unit: "misses", Note: fmt.Sprintf(note, "an empty page")})
	if pages[0].Time == 0 || pages[1].Time == 0 {
		return errors.New("a page was not seen: its runs are too short, give a longer --for")
	}
	pages[0].page(pages[1], emit)
	return nil
}

// shown runs the demo while a browser shows its page, or an empty one, and adds what the browser sees.
func (c Clock) shown(ctx context.Context, dir string, length time.Duration, empty bool, all *seen) (*lemon.Summary, error) {
	profile, err := os.MkdirTemp(dir, "chromium-")
	if err != nil {
		return nil, err
	}
	b, err := c.browse(profile)
	if err != nil {
		return nil, err
	}
	defer b.end()
	if err := b.settle(ctx); err != nil { // the browser's own start is not a cost of the page
		return nil, err
	}
	looked := make(chan struct{})
	return c.demo(ctx, dir, length, func(url string) (done func()) {
		if empty {
			url = ""
		}
		go func() {
			defer close(looked)
			s, err := b.watch(ctx, url, min(slice, c.For)/2)
			if err != nil && c.Log != nil {
				fmt.Fprintln(c.Log, "the page was not measured to its end:", err)
			}
			all.Paint, all.Worst = max(all.Paint, s.Paint), max(all.Worst, s.Worst)
			all.Frames, all.Scene = all.Frames+s.Frames, all.Scene+s.Scene
			all.Time, all.Script = all.Time+s.Time, all.Script+s.Script
		}()
		return func() {
			b.end() // a page that has not appeared by now is given up
			<-looked
		}
	}, "--no-browser")
}

// page emits what the browser saw of the page, beside an empty one.
func (s seen) page(empty seen, emit bench.Emit) {
	emit(bench.Result{Name: "demo_page_first_paint", Value: s.Paint, Unit: "ms", Note: "first contentful paint in a headless Chromium that has started before and draws by software; bar 1000 ms"})
	scene, each := 0.0, 0.0
	if s.Time > 0 && s.Frames > 0 {
		scene, each = s.Scene/s.Time*1000, s.Script/s.Frames
	}
	emit(bench.Result{Name: "demo_page_fps", Value: s.rate(), Unit: "1/s", Note: fmt.Sprintf("%.0f animation frames while the demo runs, %.1f ms between two at most; bar 60", s.Frames, s.Worst)}.
		Against("an empty page, which draws nothing", empty.rate()))
	emit(bench.Result{Name: "demo_scene_fps", Value: scene, Unit: "1/s", Note: "pictures of the robot, which a thread of the page draws beside; where the processor has to draw, for half of the time at most"})
	emit(bench.Result{Name: "demo_page_script", Value: each, Unit: "ms/frame", Note: "the page's script, styles and layout included; without what the browser draws; bar 16.6 ms"})
}

// rate is the number of animation frames a second.
func (s seen) rate() float64 { return s.Frames / max(1, s.Time) * 1000 }
