//go:build browser

package serve

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var pictures = flag.String("pictures", "", "folder to write the pictures of README.md and docs anew to")

// heaviest is the size of a picture's file, in bytes, that is still quick to load with a page of text.
const heaviest = 350_000

// TestPictures takes the pictures of pages and reports that README.md and docs show:
//
//	go test -tags nethttpomithttp2,browser -run '^TestPictures$' ./tool/view/serve -pictures "$PWD/docs/pictures"
//
// With -kinds only those that have this in their names. Pages are taken while they run, so no two pictures are the same to the byte.
func TestPictures(t *testing.T) {
	if *pictures == "" {
		t.Skip("takes the pictures only with -pictures DIR")
	}
	bin, out := binary(t, "./cmd/sinew-app", "./app/remote"), t.TempDir()
	for _, p := range []struct {
		name string
		take func(t *testing.T, bin, out string) *chrome
	}{{"page", pictureOfDemo}, {"debug", pictureOfDebugger}, {"franka-remote", pictureOfLink}, {"wheelchair", pictureOfWheelchair},
		{"report", pictureOfReport}, {"rov-heading", pictureOfHeading}} {
		if !strings.Contains(p.name, *kinds) {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			b, file := p.take(t, bin, out), filepath.Join(*pictures, p.name+".png")
			if len(b.errors) > 0 {
				t.Fatal("the page logged:", strings.Join(b.errors, "\n"))
			}
			b.screenshot(file)
			if s, err := os.Stat(file); err != nil || s.Size() > heaviest {
				t.Errorf("%s has %d bytes, more than %d (%v)", file, s.Size(), heaviest, err)
			}
		})
	}
}

// made runs a command to its end, and fails the test if that says it failed.
func made(t *testing.T, bin string, args ...string) {
	t.Helper()
	if said, err := exec.Command(bin, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, said)
	}
}

// window opens a page in a window of that many pixels, light, and waits for what it is to show.
func window(t *testing.T, url string, wide, high int, until ...string) *chrome {
	t.Helper()
	b := newChrome(t, url)
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": false})
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{{"name": "prefers-color-scheme", "value": "light"}}})
	for _, expr := range until {
		if !b.within(90000, expr) { // a busy machine is slow with its scene
			t.Fatalf("%s does not become true; the page: %s", expr, b.eval("document.body.innerText"))
		}
	}
	return b
}

const (
	pageReady = `document.body.dataset.ready === "true" && document.getElementById("diagram").dataset.layout`
	armShown  = `document.getElementById("scene").dataset.tip && +document.getElementById("camera").dataset.images > 3`
)

func pictureOfDemo(t *testing.T, bin, out string) *chrome {
	url := start(t, bin, "demo", "--no-browser", "-q", "--fast", "--speed", "1", "--for", "600s", "--out", filepath.Join(out, "page"))
	b := window(t, url, 1360, 813, pageReady, armShown, `document.getElementById("seen").textContent.startsWith("lemon")`,
		`parseFloat(document.getElementById("time").textContent) > 14`)
	b.within(30000, `+document.getElementById("scene").dataset.ratio === 1`) // coarse as long as the machine is busy
	return b
}

func pictureOfDebugger(t *testing.T, bin, out string) *chrome {
	dir := filepath.Join(out, "debug")
	made(t, bin, "demo", "--fast", "--no-web", "-q", "--for", "6s", "--seed", "1", "--out", dir)
	b := window(t, start(t, bin, "view", dir, "--pause", "--no-browser"), 1360, 813, pageReady, `document.body.dataset.state === "stopped"`)
	for _, c := range []string{"goto 4", "break port planning.next", "run"} {
		b.eval(`(at => { at.value = ` + quoted(c) + `; at.form.requestSubmit() })(document.getElementById("command"))`)
		b.until(c, `document.getElementById("command").value === "" && document.getElementById("console-log").textContent.includes(`+quoted(c)+`)`)
	}
	b.until("the breakpoint", `document.getElementById("where").textContent.includes("breakpoint 1")`)
	b.click("#events-tab")
	b.click(`[data-port="planning.next"]`)
	b.until("the inspector and the picture", `document.getElementById("inspector").textContent.includes("Remove breakpoint") && `+armShown[:strings.Index(armShown, " &&")])
	return b
}

func pictureOfLink(t *testing.T, bin, out string) *chrome {
	url := start(t, filepath.Join(filepath.Dir(bin), "remote"), "-page", "127.0.0.1:0", "-motion", "cartesian", "-delay", "5ms", "-jitter", "1ms", "-loss", "5%",
		"-times", "50", "-out", filepath.Join(out, "link"))
	return window(t, url, 1360, 813, pageReady, `parseFloat(document.getElementById("time").textContent) > 19`)
}

func pictureOfWheelchair(t *testing.T, bin, out string) *chrome {
	url := start(t, bin, "run", "../../../examples/wheelchair", "--web", "--no-browser", "-q", "--stay", "--for", "600s", "--out", filepath.Join(out, "wheelchair"))
	return window(t, url, 1500, 900, pageReady, `parseFloat(document.getElementById("time").textContent) > 12`)
}

// reportOf is the upper part of a run's report.
func reportOf(t *testing.T, dir string, wide, high int) *chrome {
	s := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(s.Close)
	b := newChrome(t, s.URL+"/report.html")
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": false})
	b.arrive("the report", `document.readyState === "complete"`)
	return b
}

func pictureOfReport(t *testing.T, bin, out string) *chrome {
	dir := filepath.Join(out, "report")
	made(t, bin, "demo", "--fast", "--no-web", "-q", "--for", "6s", "--seed", "1", "--out", dir)
	return reportOf(t, dir, 1000, 2022)
}

func pictureOfHeading(t *testing.T, bin, out string) *chrome {
	dir := filepath.Join(out, "heading")
	made(t, bin, "run", "../../../examples/rov-heading", "--fast", "-q", "--out", dir)
	return reportOf(t, dir, 1280, 1900)
}
