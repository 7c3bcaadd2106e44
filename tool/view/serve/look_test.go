//go:build browser

package serve

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"regexp"
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
	program     string // beside sinew, "" for sinew itself
}

// sights are one of every kind, dir the folder of a recorded run of the demo.
func sights(dir, out string) []sight {
	moving := `parseFloat(document.getElementById("time").textContent) > 8`
	at := func(name string) string { return filepath.Join(out, name) }
	return []sight{
		{"demo", moving, []string{"demo", "--out", at("demo"), "--for", "600s"}, ""},
		{"demo-fast", moving, []string{"demo", "--fast", "--speed", "1", "--out", at("fast"), "--for", "600s"}, ""},
		{"wheelchair", moving, []string{"run", "../../../examples/wheelchair", "--web", "--map", "people", "--stay", "--out", at("wheelchair"), "--for", "600s"}, ""},
		{"grasp", moving, []string{"run", "../../../examples/grasp", "--web", "--out", at("grasp")}, ""},
		{"control", moving, []string{"run", "../../../examples/control-arm", "--web", "--out", at("control"), "--for", "600s"}, ""},
		{"dive", moving, []string{"run", "../../../examples/rov-heading", "--web", "--out", at("dive"), "--for", "600s"}, ""},
		{"franka", moving, []string{"-page", "127.0.0.1:0", "-out", at("franka"), "-times", "50"}, "remote"},
		{"architecture", `document.querySelector("#diagram .picture")`, []string{"graph", "../../../examples/wheelchair/new", "--page"}, ""},
		{"replay", `document.body.dataset.state === "ended"`, []string{"view", dir}, ""},
		{"debug", `document.body.dataset.state === "stopped" && document.querySelectorAll("[data-port]").length > 0 && document.getElementById("scene").dataset.tip`, []string{"view", dir, "--pause"}, ""},
	}
}

// TestLook takes screenshots of a page of every kind and of the reports named, in each width, light and dark.
func TestLook(t *testing.T) {
	if *shots == "" {
		t.Skip("takes screenshots only with -shots DIR")
	}
	bin, out := binary(t, "./cmd/sinew-app", "./app/remote"), t.TempDir()
	dir := filepath.Join(out, "recorded")
	if said, err := exec.Command(bin, "demo", "--fast", "--no-web", "-q", "--for", "6s", "--out", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, p := range sights(dir, out) {
		if !strings.Contains(p.name, *kinds) {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			command, args := bin, append(p.args, "--no-browser")
			if p.program != "" {
				command, args = filepath.Join(filepath.Dir(bin), p.program), p.args
			}
			b := newChrome(t, start(t, command, args...))
			if !b.within(90000, `document.body.dataset.ready === "true"`) { // a busy machine is slow with its scene
				t.Fatal("the page did not become ready")
			}
			if !b.within(30000, p.until) {
				t.Errorf("%s does not become true", p.until)
			}
			if bad := b.unoffered(command, p.args); bad != "" {
				t.Errorf("why it cannot be paused names %s, which %s does not offer", bad, command)
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

// unoffered are the flags that the page's reason why the run cannot be paused names, and which the program's help does not.
func (b *chrome) unoffered(command string, args []string) (bad string) {
	b.t.Helper()
	reason := b.eval(`document.getElementById("unable").textContent`)
	var line []string // of the command, without its flags
	for _, a := range args {
		if strings.HasPrefix(a, "-") {
			break
		}
		line = append(line, a)
	}
	help, _ := exec.Command(command, append(line, "-h")...).CombinedOutput() // package flag exits with 2
	for _, f := range flags.FindAllString(reason, -1) {
		if !regexp.MustCompile(`(?m)^\s+(-\w, )?--?` + strings.TrimLeft(f, "-") + `\b`).Match(help) {
			bad += " " + f
		}
	}
	return bad
}

var flags = regexp.MustCompile(`--?[a-z][a-z-]*`)

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
		if bad := b.eval(unsightly); bad != "" {
			b.t.Errorf("%s at %d pixels:\n%s", name, w[0], bad)
		}
	}
}

// unsightly lists, a line each, what a reader would call broken: a page wider than its window, chosen options and buttons that
// are cut, texts of pictures that leave their picture, and in diagrams texts that are too small or lie on each other or on a wire.
const unsightly = `(() => {
	const bad = [], say = (what, e) => bad.push(what + ": " + (e.textContent || e.value || e.id).trim().slice(0, 60));
	const seen = (e) => { const r = e.getBoundingClientRect(); return r.width > 0 && r.height > 0 && e.checkVisibility() ? r : undefined };
	if (document.documentElement.scrollWidth > innerWidth + 1) bad.push("the page is " + document.documentElement.scrollWidth + " pixels wide");
	const pen = document.createElement("canvas").getContext("2d");
	for (const s of document.querySelectorAll("select")) {
		if (!seen(s) || !s.selectedOptions.length) continue;
		const style = getComputedStyle(s);
		pen.font = style.font;
		const room = s.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 14; // its arrow
		if (pen.measureText(s.selectedOptions[0].textContent).width > room) say("cut", s.selectedOptions[0]);
	}
	for (const e of document.querySelectorAll("button, h2, h3, th, label")) if (seen(e) && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== "inline") say("cut", e);
	for (const svg of document.querySelectorAll("figure svg, .diagram svg")) {
		const frame = seen(svg);
		if (!frame) continue;
		for (const t of svg.querySelectorAll("text")) {
			const r = seen(t);
			if (r && (r.left < frame.left - 1 || r.right > frame.right + 1 || r.top < frame.top - 1 || r.bottom > frame.bottom + 1)) say("outside its picture", t);
		}
	}
	for (const svg of document.querySelectorAll("#diagram, .diagram svg")) {
		const texts = [...svg.querySelectorAll("text")].flatMap((t) => { const r = t.textContent.trim() && seen(t); return r ? [{ t, r }] : [] });
		for (const { t, r } of texts) if (t.getScreenCTM().a * parseFloat(getComputedStyle(t).fontSize) < 8.4) say("smaller than can be read", t);
		texts.forEach(({ t, r }, i) => { for (const o of texts.slice(i + 1)) {
			const w = Math.min(r.right, o.r.right) - Math.max(r.left, o.r.left), h = Math.min(r.bottom, o.r.bottom) - Math.max(r.top, o.r.top);
			if (w > 2 && h > 5) bad.push("on each other: " + t.textContent + ", " + o.t.textContent);
		} });
	}
	const wires = [...document.querySelectorAll("#diagram .wire")].flatMap((w) => {
		const m = w.getScreenCTM(), all = [];
		if (w.checkVisibility()) for (let s = 0, n = w.getTotalLength(); s <= n; s += 2) all.push(w.getPointAtLength(s).matrixTransform(m));
		return all;
	});
	for (const t of document.querySelectorAll("#diagram text:not(.delaytext)")) { // that one lies on its own wire, on a ground of its own
		const r = t.textContent.trim() && seen(t);
		if (r && wires.some((p) => p.x > r.left + 1 && p.x < r.right - 1 && p.y > r.top + 2 && p.y < r.bottom - 2)) say("on a wire", t);
	}
	for (const d of document.querySelectorAll("#diagram .delay")) { // its own wire goes through its middle
		const r = seen(d);
		if (r && wires.some((p) => p.x > r.left + 1 && p.x < r.right - 1 && p.y > r.top + 1 && p.y < r.bottom - 1 && Math.abs(p.y - (r.top + r.bottom) / 2) > 2.5)) say("on a wire", d.parentElement);
	}
	return [...new Set(bad)].slice(0, 20).join("\n");
})()`
