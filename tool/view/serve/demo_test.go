//go:build browser

package serve

import (
	"bufio"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/built"
)

var sinew = flag.String("sinew", "", "the sinew command to try the page of; by default it is built")

// binary is the sinew command, built if need be, with other commands beside it.
func binary(t testing.TB, beside ...string) string {
	t.Helper()
	if *sinew != "" {
		return *sinew
	}
	bin := filepath.Join(t.TempDir(), "sinew")
	if err := built.Into(filepath.Dir(bin), "../../..", ".", append(beside, "./cmd/sinew")...); err != nil {
		t.Fatal(err)
	}
	return bin
}

// start starts a command that serves a page until it is interrupted at the end of the test, and returns the page's address.
func start(t testing.TB, bin string, args ...string) (url string) {
	t.Helper()
	url, end := begin(t, bin, args...)
	t.Cleanup(func() { end(true) })
	return url
}

// begin starts a command that serves a page, and returns the page's address and what waits for the command's end, which it
// may ask for by an interrupt.
func begin(t testing.TB, bin string, args ...string) (url string, end func(interrupt bool)) {
	t.Helper()
	cmd := exec.Command(bin, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	address, said := make(chan string, 1), make(chan string, 1)
	go func() {
		var all strings.Builder
		at := regexp.MustCompile(`http://\S+`)
		for s := bufio.NewScanner(out); s.Scan(); {
			all.WriteString(s.Text() + "\n")
			if u := at.FindString(s.Text()); u != "" {
				select {
				case address <- u:
				default:
				}
			}
		}
		said <- all.String()
	}()
	end = func(interrupt bool) {
		if interrupt {
			_ = cmd.Process.Signal(syscall.SIGINT)
		}
		late := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		text := <-said
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v ended with %v:\n%s", args, err, text)
		}
		late.Stop()
	}
	select {
	case url = <-address:
	case text := <-said:
		said <- text
		end(false)
		t.Fatalf("%v ended early:\n%s", args, text)
	case <-time.After(time.Minute):
		end(true)
		t.Fatalf("%v names no page within a minute", args)
	}
	return url, end
}

// TestDemoPage: the page of the demo, in lock-step at the pace of real time, shows the moving arm, the camera's image
// with the lemon found in it, and living plots.
func TestDemoPage(t *testing.T) {
	bin, begun := binary(t), time.Now()
	url := start(t, bin, "demo", "--no-browser", "-q", "--out", t.TempDir(), "--fast", "--speed", "1", "--for", "600s")
	served := time.Since(begun)
	b := newChrome(t, url)
	b.until("the connection", `document.getElementById("link").dataset.state === "live"`)
	tip := b.eval(`document.getElementById("scene").dataset.tip`)
	b.until("the arm's movement", `document.getElementById("scene").dataset.tip && document.getElementById("scene").dataset.tip !== "`+tip+`"`)
	t.Logf("the page is served after %v, the arm moves in it after %v, the browser's start included", served, time.Since(begun))
	b.until("the camera's image", `+document.getElementById("camera").dataset.images > 3`)
	b.until("the lemon", `document.getElementById("seen").textContent.startsWith("lemon")`)
	b.until("the plots", `+document.getElementById("plots").dataset.samples > 1500`)
	b.until("the status", `document.getElementById("status").textContent.includes("error")`)
	t.Log("first paint after ms:", b.eval(`String(performance.getEntriesByName("first-contentful-paint")[0]?.startTime)`),
		"bytes:", b.eval(`performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation")).reduce((n, e) => n + e.transferSize, 0)`))
	if *shots != "" {
		b.until("a full plot", `parseFloat(document.getElementById("time").textContent) > 14`)
		themes(b, "demo")
	}
	if len(b.errors) > 0 {
		t.Error("the page logged:", strings.Join(b.errors, "\n"))
	}
}

// TestDemoPause: the demo on the real clock is paused, stepped and let go on by the buttons of its page; while it stands its time
// and the arm do.
func TestDemoPause(t *testing.T) {
	b := newChrome(t, start(t, binary(t), "demo", "--no-browser", "-q", "--out", t.TempDir(), "--for", "600s"))
	now := func() float64 {
		var s float64
		if text := b.eval(`parseFloat(document.getElementById("time").textContent)`); text != "" {
			_, _ = fmt.Sscan(text, &s)
		}
		return s
	}
	b.within(60000, `parseFloat(document.getElementById("time").textContent) > 1`) // on a loaded machine WebGL takes its time
	b.until("the run", `document.body.dataset.state === "running" && parseFloat(document.getElementById("time").textContent) > 1`)
	b.click("#pause")
	b.until("the pause", `document.body.dataset.state === "stopped" && document.getElementById("where").textContent.includes("paused")`)
	at, tip := now(), b.eval(`document.getElementById("scene").dataset.tip`)
	for range 3 {
		was := now()
		b.click("#step")
		b.until("the next tag", fmt.Sprintf(`parseFloat(document.getElementById("time").textContent) > %f`, was))
		if d := now() - was; d > 0.0041 {
			t.Errorf("a step took %f s", d)
		}
	}
	if now() > at+0.0121 {
		t.Errorf("three steps took it from %f to %f s", at, now())
	}
	b.click("#run")
	b.until("that it goes on", fmt.Sprintf(`document.body.dataset.state === "running" && parseFloat(document.getElementById("time").textContent) > %f`, at+1))
	b.until("the arm's movement", `document.getElementById("scene").dataset.tip !== "`+tip+`"`)
	if len(b.errors) > 0 {
		t.Error("the page logged:", strings.Join(b.errors, "\n"))
	}
}

// TestViewPage takes a recorded run of the demo apart with the real debugger: plot a port, break, run, step, go back.
func TestViewPage(t *testing.T) {
	bin, dir := binary(t), filepath.Join(t.TempDir(), "run")
	if out, err := exec.Command(bin, "demo", "--fast", "--no-web", "-q", "--for", "4s", "--out", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	b := newChrome(t, start(t, bin, "view", dir, "--pause", "--no-pictures", "--no-browser"))
	b.until("the page", `document.body.dataset.ready === "true" && document.body.dataset.state === "stopped"`)
	b.until("the diagram", `document.querySelectorAll("[data-port]").length > 5`)
	b.click(`#diagram-tools [aria-label^='unfold']`) // in a small pane some are folded at first
	b.until("all of it", `document.querySelectorAll("[data-port]").length > 60`)
	time := func() string { return b.eval(`String(parseFloat(document.getElementById("time").textContent))`) }
	b.eval(`document.getElementById("goto").value = "1.5"`)
	b.click("#goto-go")
	b.until("1.5 s", `document.body.dataset.state === "stopped" && parseFloat(document.getElementById("time").textContent) >= 1.49`)
	const next = "planning.planner.next"
	b.click(`[data-port="` + next + `"]`)
	b.until("a column", `document.querySelector("#inspector [data-column]")`)
	column := b.eval(`document.querySelector("#inspector [data-column]").dataset.column`)
	b.click(`#inspector [data-column="` + column + `"]`)
	b.click(`#inspector [data-deed="break"]`)
	b.until("the breakpoint", `document.querySelector('#inspector [data-deed="break"]').getAttribute("aria-pressed") === "true"`)
	for range 3 {
		was := time()
		b.click("#run")
		b.until("the next hit", `document.body.dataset.state === "stopped" && parseFloat(document.getElementById("time").textContent) > `+was)
	}
	b.until("the plot", `+document.querySelector('[data-plot^="`+next+`"]').dataset.samples > 0`)
	was := time()
	b.click("#step") // to the end of the tag that the breakpoint is in
	b.click("#step")
	b.until("a tag on", `parseFloat(document.getElementById("time").textContent) > `+was)
	for range 4 {
		b.click("#back")
	}
	b.until("some tags back", `parseFloat(document.getElementById("time").textContent) < `+was)
	tip := b.eval(`document.getElementById("scene").dataset.tip`)
	b.eval(`document.getElementById("goto").value = "3"`)
	b.click(`#inspector [data-deed="break"]`)
	b.click("#goto-go")
	b.until("3 s", `document.body.dataset.state === "stopped" && parseFloat(document.getElementById("time").textContent) >= 2.99`)
	b.until("the arm's movement", `document.getElementById("scene").dataset.tip && document.getElementById("scene").dataset.tip !== "`+tip+`"`)
	if *shots != "" {
		themes(b, "view")
	}
	if len(b.errors) > 0 {
		t.Error("the page logged:", strings.Join(b.errors, "\n"))
	}
}
