//go:build browser

package serve

import (
	"flag"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/show"
)

var shots = flag.String("shots", "", "folder to write screenshots of the page to")

// play shows the made-up program until stop is closed.
func play(s *show.Show, stop chan struct{}) {
	tick := time.NewTicker(4 * time.Millisecond)
	defer tick.Stop()
	for k := 0; ; k++ {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		t := time.Duration(k) * 4 * time.Millisecond
		s.Step(t)
		if k%10 == 0 && s.Hub.Watched() {
			s.Hub.Image(picture(k / 10))
			s.Hub.Status("running · 250 Hz · tracking 1.4 mm rms · 0 deadline misses")
		}
	}
}

// TestPage: the page loads, the arm moves, the image with the detection and the plots appear, keys steer,
// nothing comes from elsewhere, and no error is logged, in light and dark.
func TestPage(t *testing.T) {
	s := show.New()
	srv := serve(t, s.Hub)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		play(s, stop)
	}()
	t.Cleanup(func() { close(stop); <-stopped })
	b := newChrome(t, srv.URL())
	b.until("the connection", `document.getElementById("link").dataset.state === "live"`)
	b.until("frames", `+document.body.dataset.frames > 20`)
	b.until("WebGL", `document.getElementById("scene").dataset.webgl === "ok"`) // which comes after all else
	before := b.eval(`document.getElementById("scene").dataset.tip`)
	b.until("the arm's movement", `document.getElementById("scene").dataset.tip !== "`+before+`"`)
	b.until("the image", `+document.getElementById("camera").dataset.images > 3`)
	b.until("the detection", `document.getElementById("seen").textContent.includes("lemon 0.31 m")`)
	b.until("the plots", `+document.getElementById("plots").dataset.samples > 900 && document.querySelectorAll(".uplot canvas").length === 2`)
	b.until("the joint angles", `[...document.querySelectorAll("#joints dd")].every(e => e.textContent.endsWith("°"))`)
	b.until("the status", `document.getElementById("status").textContent.includes("250 Hz")`)
	if n := b.eval(`performance.getEntriesByType("resource").filter(e => !e.name.startsWith(location.origin) && !e.name.startsWith("data:")).length`); n != "0" {
		t.Error(n, "files come from elsewhere")
	}
	for _, bad := range []string{
		`[...document.querySelectorAll("canvas:not(.uplot canvas)")].filter(e => !e.getAttribute("aria-label")).length`,
		`[...document.querySelectorAll("section")].filter(e => !e.getAttribute("aria-label") && !e.getAttribute("aria-labelledby")).length`,
	} {
		if n := b.eval(bad); n != "0" {
			t.Error(n, "elements without a name:", bad)
		}
	}
	b.eval(`document.getElementById("scene").focus()`)
	if b.eval(`document.activeElement.id`) != "scene" {
		t.Error("the scene cannot have the focus")
	}
	paint := b.eval(`String(performance.getEntriesByName("first-contentful-paint")[0]?.startTime)`)
	t.Log("first paint after ms:", paint)
	look(s, t, b)
	if len(b.errors) > 0 {
		t.Error("the page logged:", strings.Join(b.errors, "\n"))
	}
}

// look takes the screenshots, when asked for.
func look(s *show.Show, t *testing.T, b *chrome) {
	if *shots == "" {
		return
	}
	themes(b, "page")
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 420, "height": 900, "deviceScaleFactor": 1, "mobile": true})
	b.until("a frame", `+document.body.dataset.frames > 0`)
	b.screenshot(filepath.Join(*shots, "page-narrow.png"))
}

// themes takes screenshots in light and dark.
func themes(b *chrome, name string) {
	for _, theme := range []string{"light", "dark"} {
		b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{{"name": "prefers-color-scheme", "value": theme}}})
		b.eval(`new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done(""))), 300))`)
		b.screenshot(filepath.Join(*shots, name+"-"+theme+".png"))
	}
}

// TestPageComesBack: the page survives the program's end and finds its successor.
func TestPageComesBack(t *testing.T) {
	first := show.New()
	srv := serve(t, first.Hub)
	addr := srv.ln.Addr().String()
	b := newChrome(t, srv.URL())
	b.until("the connection", `document.getElementById("link").dataset.state === "live"`)
	if err := srv.Close(); err != nil {
		t.Fatal(err)
	}
	b.until("the loss", `document.getElementById("link").dataset.state !== "live"`)
	again, err := Serve(Config{Hub: show.New().Hub, Addr: addr})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = again.Close() })
	b.until("the return", `document.getElementById("link").dataset.state === "live"`)
}

// TestTokenIsHandedOver: a browser that is led to the page by a file of its user's has the right to steer, keeps the token
// where no script sees it, and shows it in no address; one that opens the bare address only looks.
func TestTokenIsHandedOver(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	for _, own := range []string{"", "sixteen-or-more-x"} {
		r := run(t, func(c *Config) { c.Token = own })
		file, remove, err := live.Lead(r.srv.URL())
		if err != nil {
			t.Fatal(err)
		}
		b := newChrome(t, "file://"+file)
		b.arrive("the page", `document.body?.dataset.ready === "true" && document.querySelectorAll("[data-order]").length > 0`)
		remove()
		if at := b.eval(`location.href`); at != r.srv.Address() {
			t.Error("the address is", at)
		}
		if c := b.eval(`document.cookie + !!document.getElementById("look-only")`); c != "false" {
			t.Error(c)
		}
		b.call("Page.reload", nil)
		b.arrive("the page again", `document.body?.dataset.ready === "true" && document.querySelectorAll("[data-order]").length > 0`)
		for _, e := range b.call("Page.getNavigationHistory", nil)["entries"].([]any) {
			if at := fmt.Sprint(e.(map[string]any)["url"]); strings.Contains(at, "token") {
				t.Error("the history has", at)
			}
		}
	}
	r := run(t, nil)
	b := newChrome(t, r.srv.Address())
	b.arrive("the page", `document.body?.dataset.ready === "true" && !!document.getElementById("look-only")`)
	if n := b.eval(`document.querySelectorAll("[data-order]").length`); n != "0" {
		t.Error("a page that only looks offers", n, "orders")
	}
	b.click("#estop")
	b.until("the refusal", `document.body.dataset.estop === "failed"`)
}

// A graph that no program runs is laid out, its boxes and wires in their styles, and nothing is broken.
func TestPageOfAGraph(t *testing.T) {
	g := &graph.Graph{Name: "Robot", Reactors: []graph.Reactor{{Parent: graph.None, Name: "Robot", Path: "Robot", Mode: graph.None, Children: []int{1, 2}},
		{Name: "work", Path: "Robot.work", Mode: graph.None, Ports: []int{0}, Class: "thread"}, {Name: "store", Path: "Robot.store", Mode: graph.None, Ports: []int{1}, Class: "device"}},
		Ports:       []graph.Port{{Reactor: 1, Name: "i", Path: "Robot.work.i", Merges: true}, {Reactor: 2, Name: "o", Path: "Robot.store.o", Dir: graph.Output}},
		Connections: []graph.Connection{{From: 1, To: 0, Mode: graph.None, Class: "access"}},
		Classes: []graph.Class{{Name: "thread", Text: "thread", Shape: graph.Slanted, Dash: "6 3"}, {Name: "device", Text: "device", Shape: graph.Square, Double: true},
			{Name: "access", Text: "access", Wire: true, Dash: "2 3"}}}
	srv, err := Serve(Config{Graph: g, Addr: "127.0.0.1:0", NoToken: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = srv.Close() })
	b := newChrome(t, srv.URL())
	b.until("the layout", `document.getElementById("diagram").dataset.layout && document.getElementById("diagram").textContent.includes("work")`)
	for what, expr := range map[string]string{
		"a diagram in the whole middle and left": `document.getElementById("diagram").clientWidth > 0.6 * innerWidth && document.getElementById("plots-panel").clientHeight === 0`,
		"a dashed parallelogram":                 `document.querySelector('#diagram [data-reactor="Robot.work"] .reactor[style*="stroke-dasharray:6 3"][transform*=skewX]') !== null`,
		"a double frame":                         `document.querySelectorAll('#diagram [data-reactor="Robot.store"] .reactor').length === 2`,
		"a dashed wire":                          `document.querySelector('#diagram .edge .wire[style*="stroke-dasharray:2 3"]') !== null`,
	} {
		if b.eval(expr) != "true" {
			t.Error("there is no", what)
		}
	}
	if *shots != "" {
		b.screenshot(filepath.Join(*shots, "graph.png"))
	}
	if len(b.errors) > 0 {
		t.Error(b.errors)
	}
}

// TestRoom: a diagram that had no room when the program came is drawn once it has some.
func TestRoom(t *testing.T) {
	r := run(t, nil)
	b := newChrome(t, r.srv.URL())
	b.until("the page", `document.body.dataset.ready === "true"`)
	high := func(pixels int) {
		b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 1280, "height": pixels, "deviceScaleFactor": 1, "mobile": false})
	}
	high(420)
	b.eval(`localStorage.setItem("sinew.shares", JSON.stringify({ "g-centre": 0.08 })); window.old = true`)
	b.call("Page.reload", nil)
	b.arrive("the page again", `!window.old && document.body.dataset.ready === "true" && !document.getElementById("diagram-panel").hidden`)
	drawn := b.eval(`new Promise(done => setTimeout(() => done(!!document.querySelector("#diagram .picture")), 0))`) // after its first attempt
	if room := b.eval(`document.getElementById("diagram").clientHeight`); drawn != "false" {
		t.Fatalf("a diagram is drawn in %s pixels", room)
	}
	high(1400)
	b.until("the diagram", `document.querySelector("#diagram .picture")`)
}

// uncovered lists plots that draw no limit, or have one under what they say while they are empty, or say that elsewhere.
const uncovered = `[...document.querySelectorAll("#plots .plot")].map((plot, i) => {
	const canvas = plot.querySelector("canvas"), at = canvas.getBoundingClientRect(), hint = plot.querySelector(".yet").getBoundingClientRect();
	const k = canvas.width / at.width, pen = canvas.getContext("2d");
	const red = (x, y, w, h) => { // pixels
		const d = pen.getImageData(Math.floor(x * k), Math.floor(y * k), Math.ceil(w * k), Math.ceil(h * k)).data;
		return d.some((v, j) => j % 4 === 0 && d[j + 3] > 99 && v - d[j + 1] > 60);
	};
	if (!hint.height) return i + " says nothing; ";
	const over = plot.querySelector(".u-over").getBoundingClientRect(); // between the axes
	if (hint.top < over.top - 1 || hint.bottom > over.bottom + 1) return i + " says it beside the plot; ";
	if (!red(0, 0, at.width, at.height)) return i + " has no limit; ";
	return red(hint.left - at.left, hint.top - at.top, hint.width, hint.height) ? i + " covers a limit; " : "";
}).join("")`

// TestHintsLeaveLimits: what a plot says before it has values covers neither a limit's line nor its name, wherever that is.
func TestHintsLeaveLimits(t *testing.T) {
	p := show.Program()
	p.Plots = nil
	for i, at := range [][]float64{{0.5}, {0.4}, {0.6}, {0.05}, {0.25, 0.75}, {1}} {
		plot := view.Plot{Title: fmt.Sprint("plot ", i), Series: []string{fmt.Sprint("series ", i)}}
		for _, v := range at {
			plot.Limits = append(plot.Limits, view.Limit{Name: "the limit, with a long name", Value: v})
		}
		p.Plots = append(p.Plots, plot)
	}
	h, err := view.NewHub(p)
	if err != nil {
		t.Fatal(err)
	}
	b := newChrome(t, serve(t, h).URL())
	for _, size := range [][2]int{{1280, 800}, {1280, 1400}, {1600, 1000}, {2560, 1440}} {
		b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": false})
		b.within(3000, `document.querySelectorAll("#plots .plot canvas").length === 6 && !(`+uncovered+`)`) // it is drawn anew with the size
		if bad := b.eval(uncovered); bad != "" || b.eval(`document.querySelectorAll("#plots .plot").length`) != "6" {
			t.Errorf("at %d by %d: %s", size[0], size[1], bad)
		}
	}
}

// untidy lists joints that stand alone in a row below others, and plots whose title and values are on one row but not on one line.
const untidy = `(() => {
	const bad = [], rows = new Map();
	for (const j of document.querySelectorAll("#joints > div")) rows.set(j.offsetTop, (rows.get(j.offsetTop) ?? 0) + 1);
	if (rows.size !== 1 && [...rows.values()].pop() < 2) bad.push("rows of joints: " + [...rows.values()]);
	if (!rows.size) bad.push("no joints");
	const foot = (e) => { // where its letters stand: what has no height stands on their line
		const mark = e.appendChild(document.createElement("i"));
		mark.style.cssText = "display:inline-block;width:0;height:0";
		const y = mark.getBoundingClientRect().bottom;
		mark.remove();
		return y;
	};
	for (const p of document.querySelectorAll("#plots .plot")) {
		const title = foot(p.querySelector(".plot-title")), value = foot(p.querySelector(".value"));
		if (Math.abs(title - value) < 10 && Math.abs(title - value) > 0.6) bad.push(p.querySelector(".plot-title").textContent + " is off by " + (title - value));
	}
	return bad.join("; ");
})()`

// TestTidy: joints, titles and values are in line, and what was seen at the border of the camera's picture has its whole name in it.
func TestTidy(t *testing.T) {
	s := show.New()
	b := newChrome(t, serve(t, s.Hub).URL())
	b.until("the page", `document.body.dataset.ready === "true"`)
	s.Step(0)
	b.until("the joint angles", `[...document.querySelectorAll("#joints dd")].every(e => e.textContent.endsWith("°"))`)
	for _, wide := range []int{1280, 1440, 1600, 1920, 2560} {
		b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": wide, "height": 900, "deviceScaleFactor": 1, "mobile": false})
		if bad := b.eval(untidy); bad != "" {
			t.Errorf("at %d: %s", wide, bad)
		}
	}
	jpeg, seen := picture(0)
	for n, at := range [][2]float64{{600, 200}, {600, 0}, {0, 440}, {-30, 10}} {
		seen.X, seen.Y, seen.W, seen.H, seen.Label = at[0], at[1], 40, 40, "a lemon at the border"
		s.Hub.Image(jpeg, seen)
		b.until("the image", fmt.Sprintf(`+document.getElementById("camera").dataset.images === %d`, n+1))
		// The name is white on a dark ground, which begins with five pixels of it and ends so too, 20 high.
		dark := b.eval(fmt.Sprintf(`(() => {
			const c = document.getElementById("camera"), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
			const y = %v > 26 ? %[1]v - 14 : %[1]v + 54, row = [];
			for (let x = 0; x < c.width; x++) row.push(d[4 * (Math.min(y, c.height - 12) * c.width + x)] < 75);
			const first = row.indexOf(true), last = row.lastIndexOf(true);
			return [0, 1, 2, 3].every(i => row[first + i] && row[last - i]) && last - first > 120;
		})()`, at[1]))
		if dark != "true" {
			t.Errorf("the name of what is at %v is cut", at)
		}
	}
}
