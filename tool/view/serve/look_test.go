//go:build browser

package serve

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var (
	kinds   = flag.String("kinds", "", "with -shots: only the pages that have this in their names")
	reports = flag.String("reports", "", "with -shots: run folders, separated by commas, whose report.html is looked at too")
)

// widths are those at which pages are looked at, with their heights.
var widths = [][2]int{{1280, 800}, {1600, 1000}, {2560, 1440}}

// sight is a page to look at: the command that serves it, and what is awaited before it is.
type sight struct {
	name, until string
	args        []string
}

// sights are one of every kind, dir the folder of a recorded run of the demo.
func sights(dir, out string) []sight {
	moving := `parseFloat(document.getElementById("time").textContent) > 8`
	at := func(name string) string { return filepath.Join(out, name) }
	return []sight{
		{"demo", moving, []string{"demo", "--out", at("demo"), "--for", "600s"}},
		{"demo-fast", moving, []string{"demo", "--fast", "--speed", "1", "--out", at("fast"), "--for", "600s"}},
		{"wheelchair", moving, []string{"run", "../../../examples/wheelchair", "--web", "--map", "people", "--stay", "--out", at("wheelchair"), "--for", "600s"}},
		{"grasp", moving, []string{"run", "../../../examples/grasp", "--web", "--out", at("grasp")}},
		{"control", moving, []string{"run", "../../../examples/control-arm", "--web", "--out", at("control"), "--for", "600s"}},
		{"dive", moving, []string{"run", "../../../examples/rov-heading", "--web", "--out", at("dive"), "--for", "600s"}},
		{"replay", `document.body.dataset.state === "ended"`, []string{"view", dir}},
		{"debug", `document.body.dataset.state === "stopped" && document.querySelectorAll("[data-port]").length > 0`, []string{"view", dir, "--pause"}},
	}
}

// TestLook takes screenshots of a page of every kind and of the reports named, in each width, light and dark.
func TestLook(t *testing.T) {
	if *shots == "" {
		t.Skip("takes screenshots only with -shots DIR")
	}
	bin, out := binary(t, "./cmd/sinew-app"), t.TempDir()
	dir := filepath.Join(out, "recorded")
	if said, err := exec.Command(bin, "demo", "--fast", "--no-web", "-q", "--for", "6s", "--out", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, p := range sights(dir, out) {
		if !strings.Contains(p.name, *kinds) {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			b := newChrome(t, start(t, bin, append(p.args, "--no-browser")...))
			b.until("the page", `document.body.dataset.ready === "true"`)
			if !b.within(30000, p.until) {
				t.Errorf("%s does not become true", p.until)
			}
			if len(b.errors) > 0 {
				t.Error("the page logged:", strings.Join(b.errors, "\n"))
			}
			b.sizes(p.name)
		})
	}
	for dir := range strings.SplitSeq(*reports, ",") {
		if dir == "" {
			continue
		}
		s := httptest.NewServer(http.FileServer(http.Dir(dir)))
		b := newChrome(t, s.URL+"/report.html")
		b.arrive("the report", `document.readyState === "complete"`)
		b.sizes("report-" + filepath.Base(dir))
		s.Close()
	}
}

// sizes takes screenshots of what is open in each width, light and dark, of a report in its whole length.
func (b *chrome) sizes(name string) {
	b.t.Helper()
	for _, w := range widths {
		high := w[1]
		if n := 0; strings.HasPrefix(name, "report") {
			if _, err := fmt.Sscan(b.eval(`document.documentElement.scrollHeight`), &n); err == nil {
				high = min(max(high, n), 6000)
			}
		}
		b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": w[0], "height": high, "deviceScaleFactor": 1, "mobile": false})
		themes(b, fmt.Sprintf("%s-%d", name, w[0]))
	}
}
