//go:build browser

package serve

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkPagePace runs the demo on the real clock, for 20 s at a time, without a page in a browser and with one, and gives the
// pictures that the browser can draw a second (the bar is 60), the longest time between two, the page's first paint (1000 ms), and
// the deadlines that the run missed. Run it alone, with -benchtime 1x.
func BenchmarkPagePace(b *testing.B) {
	bin := binary(b)
	for _, open := range []bool{false, true} {
		b.Run(fmt.Sprint("open=", open), func(b *testing.B) {
			dir := b.TempDir()
			for n := 0; b.Loop(); n++ {
				out := filepath.Join(dir, fmt.Sprint(n))
				watched(b, bin, out, open)
				var run struct {
					Misses float64 `json:"deadline_misses"`
					Late   float64 `json:"lateness_p99_us"`
				}
				text, err := os.ReadFile(filepath.Join(out, "run.json"))
				if err == nil {
					err = json.Unmarshal(text, &run)
				}
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(run.Misses, "misses")
				b.ReportMetric(run.Late, "µs-late-p99")
			}
		})
	}
}

// watched runs the demo for 20 s, with its page open or not.
func watched(b *testing.B, bin, out string, open bool) {
	url, end := begin(b, bin, "demo", "--no-browser", "-q", "--for", "20s", "--out", out)
	defer end(false)
	if !open {
		return
	}
	c := newChrome(b, url)
	c.until("the arm", `document.getElementById("scene").dataset.tip && +document.getElementById("plots").dataset.samples > 500`)
	var fps, longest float64
	at := c.eval(`new Promise(done => { const all = []; const f = (t) => { all.push(t); if (t - all[0] < 8000) requestAnimationFrame(f);
		else done((all.length - 1) / (t - all[0]) * 1000 + " " + Math.max(...all.slice(1).map((x, i) => x - all[i]))) }; requestAnimationFrame(f) })`)
	if _, err := fmt.Sscan(at, &fps, &longest); err != nil {
		b.Fatal(at, err)
	}
	var paint float64
	if _, err := fmt.Sscan(c.eval(`String(performance.getEntriesByName("first-contentful-paint")[0]?.startTime)`), &paint); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(fps, "pictures/s")
	b.ReportMetric(longest, "ms-longest")
	b.ReportMetric(paint, "ms-first-paint")
}
