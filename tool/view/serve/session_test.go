//go:build browser

package serve

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/show"
)

// click presses what a selector finds, as a mouse would.
func (b *chrome) click(selector string) {
	b.t.Helper()
	b.until(selector, `document.querySelector(`+quoted(selector)+`) && !document.querySelector(`+quoted(selector)+`).disabled`)
	b.eval(`document.querySelector(` + quoted(selector) + `).dispatchEvent(new MouseEvent("click", {bubbles: true}))`)
}

// halt sends an emergency stop as a debugger does: the run takes it when it goes on.
func (r *running) halt(_ context.Context, path string, _ []byte) (reactor.Tag, error) {
	if path != "plant.halt" || !r.plant.Halt.Schedule(true, 0) {
		return reactor.Tag{}, fmt.Errorf("%s is not taken", path)
	}
	return reactor.Tag{}, nil
}

func quoted(s string) string { return fmt.Sprintf("%q", s) }

// TestSession takes a program apart in the page: load, watch it move, plot a port from the diagram, set a breakpoint,
// step, tune, retarget, stop.
func TestSession(t *testing.T) {
	d := newDriver()
	d.status.Clock, d.status.To = "lock-step", 0
	d.tick = func() int64 { return 0 } // run replaces it
	r := run(t, func(c *Config) {
		c.Control = d
		c.Orders = []view.Order{
			{Path: "plant.goal", Label: "retarget", Kind: "point", Fields: []string{"X", "Y", "Z"}, Marker: "lemon"},
			{Path: "plant.halt", Label: "emergency stop", Kind: "stop", Example: "true"},
		}
	})
	r.bus.Through(r.halt)
	s := show.On(r.hub)
	inner := d.tick
	d.tick = func() int64 {
		at := inner()
		s.Step(time.Duration(at))
		return at
	}
	b := newChrome(t, r.srv.URL())
	b.until("the page", `document.body.dataset.ready === "true" && document.body.dataset.state === "stopped"`)

	b.click(`#diagram-tools [aria-label^='unfold']`) // in a small pane some are folded at first
	b.until("the diagram", `document.querySelectorAll("[data-port]").length > 20 && document.querySelectorAll("[data-reaction]").length > 10`)
	paint := b.eval(`String(performance.getEntriesByName("first-contentful-paint")[0]?.startTime)`)
	t.Log("first paint after ms:", paint, "diagram laid out in ms:", b.eval(`document.getElementById("diagram").dataset.layout`))

	b.click("#run")
	b.until("the run", `document.body.dataset.state === "running"`)
	tip := b.eval(`document.getElementById("scene").dataset.tip`)
	b.until("the arm's movement", `document.getElementById("scene").dataset.tip !== "`+tip+`"`)
	path := b.eval(`[...document.querySelectorAll("[data-port]")].map(e => e.dataset.port).find(p => p.endsWith("plant.place"))`)
	b.click(`[data-port="` + path + `"]`)
	b.click(`#inspector [data-column="X"]`)
	b.until("the plot", `+document.querySelector('[data-plot="plant.place X"]').dataset.samples > 100`)
	b.until("the rate", `document.getElementById("inspector").textContent.includes("250 Hz")`)

	b.click(`#inspector [data-deed="break"]`)
	b.until("the breakpoint", `document.body.dataset.state === "stopped" && document.getElementById("where").textContent.includes("breakpoint")`)
	if *shots != "" {
		themes(b, "session")
	}
	before := d.Status()
	if len(before.Breaks) != 1 || !strings.Contains(before.Breaks[0].Text, "plant.place") {
		t.Error(before.Breaks)
	}
	for range 3 {
		b.click("#step")
	}
	b.until("three steps", fmt.Sprintf(`parseFloat(document.getElementById("time").textContent) === %v`, float64(before.Time+12e6)/1e9))

	b.click("#estop")
	b.until("the order to stop", `document.body.dataset.estop === "sent"`)
	b.click("#step") // it comes in at the next tag
	b.click("#step")
	b.until("the event", `document.getElementById("events-body").textContent.includes("plant.halt")`)
	if !r.plant.halted.Load() {
		t.Error("the emergency stop did not reach the program")
	}
	if n := b.eval(`performance.getEntriesByType("resource").filter(e => !e.name.startsWith(location.origin) && !e.name.startsWith("data:") && !e.name.startsWith("blob:")).length`); n != "0" {
		t.Error(n, "files come from elsewhere")
	}
	if len(b.errors) > 0 {
		t.Error("the page logged:", strings.Join(b.errors, "\n"))
	}
	if *shots != "" {
		b.screenshot(filepath.Join(*shots, "session-end.png"))
	}
}
