//go:build browser

package view

import (
	"bufio"
	"flag"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

var sinew = flag.String("sinew", "", "the sinew command to try the page of; by default it is built")

// demo starts the demo with its page and returns the page's address.
func demo(t *testing.T, args ...string) (url string) {
	t.Helper()
	bin := *sinew
	if bin == "" {
		bin = filepath.Join(t.TempDir(), "sinew")
		build := exec.Command("go", "build", "-o", bin, "./cmd/sinew")
		build.Dir = ".."
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("go build ./cmd/sinew: %v\n%s", err, out)
		}
	}
	cmd := exec.Command(bin, append([]string{"demo", "--no-browser", "-q", "--out", t.TempDir()}, args...)...)
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
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGINT)
		late := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
		text := <-said
		if err := cmd.Wait(); err != nil {
			t.Errorf("the demo ended with %v:\n%s", err, text)
		}
		late.Stop()
	})
	select {
	case url = <-address:
	case text := <-said:
		said <- text
		t.Fatalf("the demo ended early:\n%s", text)
	case <-time.After(30 * time.Second):
		t.Fatal("the demo names no page within 30 s")
	}
	return url
}

// TestDemoPage: the page of the demo, in lock-step at the pace of real time, shows the moving arm, the camera's image
// with the lemon found in it, and living plots.
func TestDemoPage(t *testing.T) {
	url := demo(t, "--fast", "--speed", "1", "--for", "90s")
	b := newChrome(t, url)
	b.until("the connection", `document.getElementById("link").dataset.state === "live"`)
	tip := b.eval(`document.getElementById("scene").dataset.tip`)
	b.until("the arm's movement", `document.getElementById("scene").dataset.tip && document.getElementById("scene").dataset.tip !== "`+tip+`"`)
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
