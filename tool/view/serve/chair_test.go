//go:build browser

package serve

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"
)

// mouse presses the left button, moves in steps, and leaves it pressed; let go with release.
func (b *chrome) mouse(kind string, x, y float64) {
	b.t.Helper()
	p := map[string]any{"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
	if kind == "mouseReleased" {
		p["buttons"] = 0
	}
	b.call("Input.dispatchMouseEvent", p)
}

// box is the middle of an element and its width and height, in pixels of the page.
func (b *chrome) box(selector string) (x, y, w, h float64) {
	b.t.Helper()
	at := b.eval(`(r => [r.left + r.width / 2, r.top + r.height / 2, r.width, r.height].join(" "))(document.querySelector(` + quoted(selector) + `).getBoundingClientRect())`)
	if _, err := fmt.Sscan(at, &x, &y, &w, &h); err != nil {
		b.t.Fatalf("%s is at %q: %v", selector, at, err)
	}
	return x, y, w, h
}

// vehicle is where the page shows the vehicle on its floor.
func (b *chrome) vehicle() (x, y float64) {
	b.t.Helper()
	at := b.eval(`document.getElementById("floor").dataset.vehicle`)
	if _, err := fmt.Sscan(at, &x, &y); err != nil {
		b.t.Fatalf("the vehicle is at %q: %v", at, err)
	}
	return x, y
}

// TestWheelchairPage drives the wheelchair in each mode by the mouse alone: by the stick, or by a goal that is given on the
// floor. It goes where it is driven, forward along the corridor.
func TestWheelchairPage(t *testing.T) {
	bin := binary(t, "./cmd/sinew-app")
	for _, mode := range []string{"manual", "mediated", "assisted", "auto"} {
		t.Run(mode, func(t *testing.T) {
			url := start(t, bin, "run", "wheelchair", "--web", "--no-browser", "-q", "--mode", mode, "--map", "corridor", "--stay",
				"--start", "2,1.6,0", "--goal", "2.6,1.6,0", "--for", "600s", "--out", t.TempDir())
			b := newChrome(t, url)
			b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false})
			b.until("the connection", `document.getElementById("link").dataset.state === "live"`)
			b.until("the vehicle", `!!document.getElementById("floor").dataset.vehicle`)
			if mode == "auto" {
				b.goal(5, 1.6)
			} else {
				x, y, _, h := b.box("#stick")
				b.mouse("mousePressed", x, y)
				b.mouse("mouseMoved", x, y-0.4*h)
			}
			b.until("a metre of way", `parseFloat(document.getElementById("floor").dataset.vehicle) > 3.1`)
			if *shots != "" {
				b.screenshot(filepath.Join(*shots, "wheelchair-"+mode+".png"))
			}
			if mode != "auto" {
				x, y, _, _ := b.box("#stick")
				b.mouse("mouseReleased", x, y)
			}
			if mode == "manual" {
				b.stopAndRelease()
			}
			if _, y := b.vehicle(); math.Abs(y-1.6) > 0.3 {
				t.Errorf("it is %.2f m beside the line on which it was driven", y-1.6)
			}
			if len(b.errors) > 0 {
				t.Error("the page logged:", strings.Join(b.errors, "\n"))
			}
		})
	}
}

// stopAndRelease presses the emergency stop: the page says why nothing moves, and offers the release, which ends it.
func (b *chrome) stopAndRelease() {
	b.t.Helper()
	b.press("#estop")
	b.until("the reason", `!document.getElementById("alarm-box").hidden && document.getElementById("alarm").textContent.includes("emergency stop")`)
	b.until("the state", `document.getElementById("status").textContent.includes("halted")`)
	if *shots != "" {
		b.screenshot(filepath.Join(*shots, "wheelchair-halted.png"))
	}
	b.press("#release")
	b.until("the release", `document.getElementById("alarm-box").hidden && document.getElementById("status").textContent.includes("manual")`)
}

// press presses a button of the mouse on an element and lets it go.
func (b *chrome) press(selector string) {
	b.t.Helper()
	b.eval(`document.querySelector(` + quoted(selector) + `).scrollIntoView({block: "nearest"})`)
	x, y, _, _ := b.box(selector)
	b.mouse("mousePressed", x, y)
	b.mouse("mouseReleased", x, y)
}

// goal gives a goal on the floor, which is headed along x: pressed there, and let go half a metre on.
func (b *chrome) goal(x, y float64) {
	b.t.Helper()
	var k, mx, my float64
	view := b.eval(`document.getElementById("floor").dataset.view`)
	if _, err := fmt.Sscan(view, &k, &mx, &my); err != nil {
		b.t.Fatalf("the floor shows %q: %v", view, err)
	}
	cx, cy, _, _ := b.box("#floor")
	px, py := cx+(x-mx)*k, cy-(y-my)*k
	b.mouse("mousePressed", px, py)
	b.mouse("mouseMoved", px+k/2, py)
	b.mouse("mouseReleased", px+k/2, py)
}
