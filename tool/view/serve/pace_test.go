//go:build browser

package serve

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkPagePace runs the demo on the real clock, for 30 s at a time, without a page in a browser and with one, and gives the
// pictures that the browser can draw a second (the bar is 60), with the robot in sight and without, the longest time between two,
// the page's first paint (1000 ms), and the deadlines that the run missed. Run it alone, with -benchtime 1x.
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

// watched runs the demo for 30 s, with its page open or not.
func watched(b *testing.B, bin, out string, open bool) {
	url, end := begin(b, bin, "demo", "--no-browser", "-q", "--for", "30s", "--out", out)
	defer end(false)
	if !open {
		return
	}
	c := newChrome(b, url)
	c.until("the arm", `document.getElementById("scene").dataset.tip && +document.getElementById("plots").dataset.samples > 500`)
	var paint, ready float64
	if _, err := fmt.Sscan(c.eval(`performance.getEntriesByName("first-contentful-paint")[0].startTime + " " + performance.getEntriesByType("mark").find(m => m.name === "ready").startTime`), &paint, &ready); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(paint, "ms-first-paint")
	b.ReportMetric(ready, "ms-ready")
	c.call("Performance.enable", nil)
	c.pace("")
	c.eval(`document.getElementById("robot-panel").style.display = "none"`)
	c.pace("-without-3D")
}

// pace looks at the page for some seconds: pictures a second, the longest time between two, what the page's own program takes for a
// picture, and what all of the page's work on its thread does.
func (b *chrome) pace(of string) {
	b.t.Helper()
	var fps, longest float64
	was := b.work()
	at := b.eval(`new Promise(done => { const all = []; const f = (t) => { all.push(t); if (t - all[0] < 5000) requestAnimationFrame(f);
		else done((all.length - 1) / (t - all[0]) * 1000 + " " + Math.max(...all.slice(1).map((x, i) => x - all[i]))) }; requestAnimationFrame(f) })`)
	is := b.work()
	if _, err := fmt.Sscan(at, &fps, &longest); err != nil {
		b.t.Fatal(at, err)
	}
	r, pictures := b.t.(*testing.B), fps*(is["Timestamp"]-was["Timestamp"])
	r.ReportMetric(fps, "pictures/s"+of)
	r.ReportMetric(longest, "ms-longest"+of)
	r.ReportMetric((is["ScriptDuration"]-was["ScriptDuration"])*1e3/pictures, "ms-script"+of)
	r.ReportMetric((is["TaskDuration"]-was["TaskDuration"])*1e3/pictures, "ms-task"+of)
}

// work is what the browser counts of the page's work, in s.
func (b *chrome) work() map[string]float64 {
	b.t.Helper()
	all := map[string]float64{}
	for _, m := range b.call("Performance.getMetrics", nil)["metrics"].([]any) {
		m := m.(map[string]any)
		all[m["name"].(string)], _ = m["value"].(float64)
	}
	return all
}
