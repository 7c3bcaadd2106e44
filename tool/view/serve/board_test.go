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
	b, url := armPage(t, func(own string) string {
		return strings.Replace(own, "start: active\n", "start: active\n    budget: 10s\n", 1)
	})
	b.until("the joints", `/\d/.test(`+place("elbow")+`.textContent) && document.querySelector("[data-hand=arm]").dataset.is === "active"`)

	was := b.eval(degrees("elbow"))
	b.hold("elbow up", degrees("elbow")+" > "+was+" + 4")
	if *shots != "" {
		b.screenshot(filepath.Join(*shots, "control.png"))
	}
	b.letGo()
	b.rests("elbow")

	b.slide("wrist_1", 1./8)

	b.hold("elbow down", degrees("elbow")+" < "+b.eval(degrees("elbow"))+" - 1")
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": "Escape", "code": "Escape", "modifiers": 8, "windowsVirtualKeyCode": 27})
	b.until("the reason", `!document.getElementById("alarm-box").hidden && document.getElementById("alarm").textContent.includes("stopped")`)
	b.rests("elbow")
	b.letGo()
	b.press("#release")
	b.until("the release", `document.getElementById("alarm-box").hidden`)
	b.press("[data-hand=arm] .small-text")
	b.until("the arm's activity", `document.querySelector("[data-controller=arm]").dataset.is === "active"`)
	// Where the elbow came to rest depends on the machine's load, and below 80° the arm is nearly singular: its wrist is above the
	// shoulder, and the servo rightly refuses what lowers σ. From here on it stands at a place of its own.
	b.slide("elbow", 1./3)

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
	b.hold("tip −z", `Math.abs(`+degrees("elbow")+" - "+was+") > 2")
	b.call("Page.navigate", map[string]any{"url": "about:blank"})
	b.call("Page.navigate", map[string]any{"url": url})
	b.until("the joints", `/\d/.test(`+place("elbow")+`.textContent)`)
	b.rests("elbow")
	if len(b.errors) > 0 {
		t.Error("the page logged:", strings.Join(b.errors, "\n"))
	}
}

// armPage opens the page of the example's arm, without its script and with its controllers changed.
func armPage(t *testing.T, change func(controllers string) string) (b *chrome, url string) {
	t.Helper()
	bin, arm := binary(t, "./cmd/sinew-app"), filepath.Join(t.TempDir(), "arm")
	if err := os.CopyFS(arm, os.DirFS("../../../examples/control-arm")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(arm, "controllers.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	own, _, _ := strings.Cut(string(text), "script:")
	if err := os.WriteFile(filepath.Join(arm, "controllers.yaml"), []byte(change(own)), 0o600); err != nil {
		t.Fatal(err)
	}
	url = start(t, bin, "run", arm, "--web", "--no-browser", "-q", "--for", "600s", "--out", filepath.Join(t.TempDir(), "run"))
	b = newChrome(t, url)
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": false})
	return b, url
}

// TestSlidersOfTwoControllers moves sliders of two controllers within a tenth of a second: each controller gets its own joints, and all
// of them. What a button takes over from a slider is not stopped by it.
func TestSlidersOfTwoControllers(t *testing.T) {
	b, _ := armPage(t, func(own string) string {
		own, _, _ = strings.Cut(own, "  - name: servo")
		return strings.Replace(own, ", wrist_3]}", "]}\n  - name: wrist\n    type: joint_trajectory\n    start: active\n    parameters: {joints: [wrist_3]}", 1)
	})
	b.until("the joints", `/\d/.test(`+place("wrist_3")+`.textContent) && ["arm", "wrist"].every((c) => document.querySelector("[data-hand=" + c + "]").dataset.is === "active")`)
	b.eval(`window.slide = (joint, ...to) => { const r = document.querySelector("[data-joint=" + joint + "]"); for (const v of to) { r.value = v; r.dispatchEvent(new Event("input")) } }`)
	b.eval(`slide("elbow", 1, 1.1); slide("wrist_3", 0.2, 0.3)`)
	for joint, want := range map[string]string{"elbow": "63", "wrist_3": "17.2"} {
		b.until(joint+" at its slider's place", "Math.abs("+degrees(joint)+" - "+want+") < 0.5")
	}

	b.eval(`{ const send = WebSocket.prototype.send; window.stops = 0; WebSocket.prototype.send = function (m) { if (String(m).includes('"Joints":[]')) window.stops++; return send.call(this, m) } }`)
	was := b.eval(degrees("wrist_3"))
	b.eval(`slide("elbow", 1, 1.1); document.querySelector('[aria-label="wrist_3 up"]').dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}))`)
	b.until("the wrist moves", degrees("wrist_3")+" > "+was+" + 5")
	b.eval(`document.querySelector('[aria-label="wrist_3 up"]').dispatchEvent(new KeyboardEvent("keyup", {key: "Enter", bubbles: true}))`)
	b.rests("wrist_3")
	if n := b.eval("window.stops"); n != "0" || len(b.errors) > 0 {
		t.Error(n, "moves of no joint were sent; the page logged:", b.errors)
	}
}

// place is the text that says where a joint is, and degrees its number.
func place(joint string) string {
	return `document.querySelector('[data-joint="` + joint + `"]').closest(".slide").lastElementChild`
}

func degrees(joint string) string {
	return `parseFloat(` + place(joint) + `.textContent.replace("−", "-"))`
}

// hold presses the button of a title and keeps it pressed until something has come of it. A page lets go by itself when the
// controllers have changed under it or it has no time to say that it holds: then it is pressed again. letGo lets go.
func (b *chrome) hold(title, expr string) {
	b.t.Helper()
	for range 10 {
		x, y, _, _ := b.box(`[aria-label="` + title + `"]`)
		b.mouse("mousePressed", x, y)
		if b.within(3000, expr) {
			return
		}
		b.letGo()
	}
	b.t.Fatalf("%s moves nothing; the page: %s; its errors: %v", title, b.eval("document.body.innerText"), b.errors)
}

func (b *chrome) letGo() { b.t.Helper(); b.mouse("mouseReleased", 5, 5) }

// slide drags a joint's slider from its middle by a part of its width and waits until the joint rests there.
func (b *chrome) slide(joint string, part float64) {
	b.t.Helper()
	x, y, w, _ := b.box(`[data-joint=` + joint + `]`)
	b.mouse("mousePressed", x, y)
	b.mouse("mouseMoved", x+w*part, y)
	b.mouse("mouseReleased", x+w*part, y)
	b.until("the slider's place", `Math.abs(`+degrees(joint)+` - document.querySelector("[data-joint=`+joint+`]").value * 180 / Math.PI) < 0.5`)
	b.rests(joint)
}

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
