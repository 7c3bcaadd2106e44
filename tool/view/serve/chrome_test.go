//go:build browser

package serve

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// chrome drives one page of a headless Chromium over the DevTools protocol.
type chrome struct {
	t       testing.TB
	ctx     context.Context
	c       *websocket.Conn
	id      int
	session string
	errors  []string // of the page's console
}

// newChrome starts Chromium and opens url.
func newChrome(t testing.TB, url string) *chrome {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	dir, err := os.MkdirTemp("", "chromium")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("chromium", "--headless", "--no-sandbox", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--window-size=1360,900",
		"--enable-unsafe-swiftshader", // WebGL by the processor where there is no graphics card; all else is drawn without it
		"--remote-debugging-port=0", "--user-data-dir="+dir, "about:blank")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal("chromium (Debian package chromium): ", err)
	}
	ended := make(chan struct{})
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		<-ended
		_ = cmd.Wait()
		_ = os.RemoveAll(dir)
	})
	address := make(chan string, 1)
	go func() {
		defer close(ended)
		for s := bufio.NewScanner(out); s.Scan(); {
			if _, at, ok := strings.Cut(s.Text(), "DevTools listening on "); ok {
				address <- at
			}
		}
	}()
	b := &chrome{t: t, ctx: ctx}
	select {
	case at := <-address:
		if b.c, _, err = websocket.Dial(ctx, at, nil); err != nil {
			t.Fatal(err)
		}
	case <-ctx.Done():
		t.Fatal("chromium did not start")
	}
	t.Cleanup(func() { _ = b.c.CloseNow() })
	b.c.SetReadLimit(64 << 20)
	target := b.call("Target.createTarget", map[string]any{"url": "about:blank"})
	b.session = b.call("Target.attachToTarget", map[string]any{"targetId": target["targetId"], "flatten": true})["sessionId"].(string)
	b.call("Runtime.enable", nil)
	b.call("Log.enable", nil)
	b.call("Page.enable", nil)
	b.call("Page.navigate", map[string]any{"url": url})
	return b
}

// call sends a command and returns its result, noting errors the page logs meanwhile.
func (b *chrome) call(method string, params map[string]any) map[string]any {
	b.t.Helper()
	result, fault := b.try(method, params)
	if fault != "" {
		b.t.Fatalf("%s: %s", method, fault)
	}
	return result
}

// try is call for a command that may fail, as what is asked of a page does while it goes to another address.
func (b *chrome) try(method string, params map[string]any) (result map[string]any, fault string) {
	b.t.Helper()
	b.id++
	m := map[string]any{"id": b.id, "method": method}
	if params != nil {
		m["params"] = params
	}
	if b.session != "" {
		m["sessionId"] = b.session
	}
	out, err := json.Marshal(m)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := b.c.Write(b.ctx, websocket.MessageText, out); err != nil {
		b.t.Fatal(err)
	}
	for {
		_, in, err := b.c.Read(b.ctx)
		if err != nil {
			b.t.Fatal(err)
		}
		var r struct {
			ID     int
			Method string
			Result map[string]any
			Error  *struct{ Message string }
			Params json.RawMessage
		}
		if err := json.Unmarshal(in, &r); err != nil {
			b.t.Fatal(err)
		}
		if r.Method == "Runtime.exceptionThrown" || r.Method == "Log.entryAdded" && strings.Contains(string(r.Params), `"level":"error"`) {
			b.errors = append(b.errors, string(r.Params))
		}
		if r.ID != b.id {
			continue
		}
		if r.Error != nil {
			return nil, r.Error.Message
		}
		return r.Result, ""
	}
}

// eval runs an expression in the page and returns its value as text; promises are awaited.
func (b *chrome) eval(expr string) string {
	b.t.Helper()
	r := b.call("Runtime.evaluate", map[string]any{"expression": expr, "returnByValue": true, "awaitPromise": true})
	return fmt.Sprint(r["result"].(map[string]any)["value"])
}

// until waits for an expression to become true, asking once per animation frame in the page.
func (b *chrome) until(what, expr string) {
	b.t.Helper()
	if !b.within(20000, expr) {
		b.t.Fatalf("%s did not happen; the page: %s; its errors: %v", what, b.eval("document.body.innerText"), b.errors)
	}
}

// within says whether an expression becomes true within so many milliseconds of the page's time.
func (b *chrome) within(ms int, expr string) bool {
	b.t.Helper()
	return b.eval(fmt.Sprintf(`new Promise(done => { const end = performance.now() + %d; const ask = () => { let v = false; try { v = (%s
		) } catch {} if (v) done("yes"); else if (performance.now() > end) done("no"); else requestAnimationFrame(ask) }; ask() })`, ms, expr)) == "yes"
}

// arrive waits for an expression to become true while the page is on its way.
func (b *chrome) arrive(what, expr string) {
	b.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		r, _ := b.try("Runtime.evaluate", map[string]any{"expression": expr, "returnByValue": true})
		if x, _ := r["result"].(map[string]any); x["value"] == true {
			return
		}
		if time.Now().After(end) {
			b.t.Fatalf("%s did not happen; the page is at %s", what, b.eval("location.href"))
		}
	}
}

// screenshot writes a picture of the page for people to look at.
func (b *chrome) screenshot(file string) {
	b.t.Helper()
	data, err := base64.StdEncoding.DecodeString(b.call("Page.captureScreenshot", nil)["data"].(string))
	if err == nil {
		err = errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, data, 0o644))
	}
	if err != nil {
		b.t.Fatal(err)
	}
}
