//go:build browser

package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestControlPage works the panel of managed controllers by the mouse: joints move while a button is held and rest when it is let
// go, a slider leads a joint to its place, an emergency stop wins, refusals have their reason, and a page that goes away lets go.
func TestControlPage(t *testing.T) {
	bin, arm := binary(t, "./cmd/sinew-app"), filepath.Join(t.TempDir(), "arm")
	if err := os.CopyFS(arm, os.DirFS("../../../examples/control-arm")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(arm, "controllers.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	own, _, _ := strings.Cut(string(text), "script:")
	own = strings.Replace(own, "start: active\n", "start: active\n    budget: 10s\n", 1)
	if err := os.WriteFile(filepath.Join(arm, "controllers.yaml"), []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	url := start(t, bin, "run", arm, "--web", "--no-browser", "-q", "--for", "600s", "--out", filepath.Join(t.TempDir(), "run"))
	b := newChrome(t, url)
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": false})
	b.until("the joints", `/\d/.test(`+place("elbow")+`.textContent) && document.querySelector("[data-hand=arm]").dataset.is === "active"`)

	was := b.eval(degrees("elbow"))
	b.grasp("elbow up")
	b.until("the elbow's movement", degrees("elbow")+" > "+was+" + 4")
	if *shots != "" {
		b.screenshot(filepath.Join(*shots, "control.png"))
	}
	b.letGo()
	b.rests("elbow")

	x, y, w, _ := b.box(`[data-joint=wrist_1]`)
	b.mouse("mousePressed", x, y)
	b.mouse("mouseMoved", x+w/8, y)
	b.mouse("mouseReleased", x+w/8, y)
	b.until("the slider's place", `Math.abs(`+degrees("wrist_1")+` - document.querySelector("[data-joint=wrist_1]").value * 180 / Math.PI) < 0.5`)
	b.rests("wrist_1")

	b.grasp("elbow down")
	b.until("the elbow's movement", degrees("elbow")+" < "+b.eval(degrees("elbow"))+" - 1")
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": "Escape", "code": "Escape", "modifiers": 8, "windowsVirtualKeyCode": 27})
	b.until("the reason", `!document.getElementById("alarm-box").hidden && document.getElementById("alarm").textContent.includes("stopped")`)
	b.rests("elbow")
	b.letGo()
	b.press("#release")
	b.until("the release", `document.getElementById("alarm-box").hidden`)
	b.press("[data-hand=arm] .small-text")
	b.until("the arm's activity", `document.querySelector("[data-controller=arm]").dataset.is === "active"`)

	b.press("#activate-servo")
	b.until("the refusal", `document.getElementById("control-said").textContent.includes("refused") && document.getElementById("control-said").textContent.includes("arm")`)
	t.Log(b.eval(`document.getElementById("control-said").textContent`))
	b.press("#switch-servo")
	b.until("the switch", `document.querySelector("[data-controller=servo]").dataset.is === "active" && document.querySelector("[data-controller=arm]").dataset.is === "inactive"`)
	b.set("servo", "singularity/soft", "99")
	b.until("the range", `document.getElementById("control-said").textContent.includes("outside 0.001 to 1")`)
	b.set("servo", "singularity/soft", "0.09")
	b.until("the parameter", `document.getElementById("control-said").textContent.includes("taken")`)
	b.until("a claim", `document.querySelector('[data-interface="command elbow/position"]').textContent.includes("servo")`)

	was = b.eval(degrees("elbow"))
	b.grasp("tip +z")
	b.until("the tip's movement", `Math.abs(`+degrees("elbow")+" - "+was+") > 2")
	b.call("Page.navigate", map[string]any{"url": "about:blank"})
	b.call("Page.navigate", map[string]any{"url": url})
	b.until("the joints", `/\d/.test(`+place("elbow")+`.textContent)`)
	b.rests("elbow")
	if len(b.errors) > 0 {
		t.Error("the page logged:", strings.Join(b.errors, "\n"))
	}
}

// place is the text that says where a joint is, and degrees its number.
func place(joint string) string {
	return `document.querySelector('[data-joint="` + joint + `"]').closest(".slide").lastElementChild`
}

func degrees(joint string) string {
	return `parseFloat(` + place(joint) + `.textContent.replace("−", "-"))`
}

// grasp presses the button of a title and keeps it pressed; letGo lets go.
func (b *chrome) grasp(title string) {
	b.t.Helper()
	x, y, _, _ := b.box(`[aria-label="` + title + `"]`)
	b.mouse("mousePressed", x, y)
}

func (b *chrome) letGo() { b.t.Helper(); b.mouse("mouseReleased", 5, 5) }

// rests waits until a joint stands: the same place for half a second of the program's time.
func (b *chrome) rests(joint string) {
	b.t.Helper()
	b.until(joint+" at rest", `(() => { const now = parseFloat(document.getElementById("time").textContent), at = `+degrees(joint)+`, k = window.rest ??= {at, now};
		if (k.at !== at) window.rest = {at, now}; return k.at === at && now - k.now > 0.5 })()`)
	b.eval(`delete window.rest`)
}

// set sets a controller's parameter in its field.
func (b *chrome) set(controller, parameter, value string) {
	b.t.Helper()
	b.eval(`(() => { document.querySelector("[data-controller=` + controller + `] details").open = true; const f = document.getElementById("set-` + controller + `-` + parameter + `"); f.value = "` + value + `"; f.dispatchEvent(new Event("change")) })()`)
}
