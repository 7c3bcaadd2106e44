package demo

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

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

// watch opens a page, waits until it is live, and counts its frames for d.
func (b *browser) watch(ctx context.Context, url string, d time.Duration) (s seen, err error) {
	ctx, cancel := context.WithTimeout(ctx, pageLoad+d+5*time.Second)
	defer cancel()
	t, err := b.tab(ctx)
	if err != nil {
		return s, err
	}
	defer t.c.CloseNow()
	if err := t.call("Page.navigate", map[string]any{"url": url}, &struct{}{}); err != nil {
		return s, err
	}
	for live := ""; live != "true"; {
		if live, err = t.eval(`new Promise(done => requestAnimationFrame(() => done(String(document.getElementById("link")?.dataset.state === "live"))))`); err != nil {
			return s, fmt.Errorf("the page does not become live: %w", err)
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

// page emits what the browser saw of the page.
func (s seen) page(emit bench.Emit) {
	emit(bench.Result{Name: "demo_page_first_paint", Value: s.Paint, Unit: "ms", Note: "first contentful paint in a headless Chromium that has started before and draws by software; bar 1000 ms"})
	fps, scene, each := 0.0, 0.0, 0.0
	if s.Time > 0 && s.Frames > 0 {
		fps, scene, each = s.Frames/s.Time*1000, s.Scene/s.Time*1000, s.Script/s.Frames
	}
	emit(bench.Result{Name: "demo_page_fps", Value: fps, Unit: "1/s", Note: fmt.Sprintf("%.0f animation frames while the demo runs, %.1f ms between two at most; bar 60", s.Frames, s.Worst)})
	emit(bench.Result{Name: "demo_scene_fps", Value: scene, Unit: "1/s", Note: "pictures of the robot, which a thread of the page draws beside; where the processor has to draw, for half of the time at most"})
	emit(bench.Result{Name: "demo_page_script", Value: each, Unit: "ms/frame", Note: "the page's script, styles and layout included; without what the browser draws; bar 16.6 ms"})
}
