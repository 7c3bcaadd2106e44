package cli

import (
	"context"
	"encoding/binary"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/bridge/foxglove"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/cli/plant"
	"github.com/sinew-robotics/sinew/tool/debug"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
	"github.com/sinew-robotics/sinew/tool/run"
)

// debugged opens the page of a plant that is being debugged.
func debugged(t *testing.T, f PageFlags) (*debug.Session, *Page) {
	t.Helper()
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	m := debug.Simulated(plant.Spec(), run.Order{}, reactor.Tag{Time: reactor.Time(time.Minute)}, nil)
	p := newSession(f, m)
	s, err := debug.Open(m, debug.Options{Attach: p.attach})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.open(s); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, p.Page
}

// TestEventsOfADebuggedRun: what comes by `sinew topic pub` or from a viewer is of the run's history: it comes again
// when the run goes back and passes by, and can be taken back.
func TestEventsOfADebuggedRun(t *testing.T) {
	s, p := debugged(t, PageFlags{Listen: "127.0.0.1:0"})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	do := func(line string) string {
		t.Helper()
		a, err := s.Command(ctx, line)
		if err != nil {
			t.Fatal(line, err)
		}
		return a.Text
	}
	c, err := web.NewClient(p.server.URL(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	pub, err := c.Publisher(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer pub.Close()
	ways := map[string]func(){
		"topic pub": func() {
			tag, err := pub.Publish(ctx, "plant.goal", []byte(`{"X": 3}`))
			if err != nil || tag.Time == 0 {
				t.Error(tag, err)
			}
		},
		"foxglove": func() {
			publishAsViewer(ctx, t, p.server.Address()+"foxglove?token="+p.server.Token(), "/plant/goal", `{"X": 3}`)
		},
	}
	for name, send := range ways {
		do("step 3")
		send()
		for end := time.Now().Add(time.Minute); !s.Status().Forked; {
			if time.Now().After(end) {
				t.Fatal(name, "went around the debugger")
			}
		}
		do("step")
		first := do("print plant.got")
		do("back 3")
		do("step 3")
		if again := do("print plant.got"); again != first || !strings.Contains(first, "3") {
			t.Errorf("%s: it was %q, and again %q", name, first, again)
		}
		if text := do("undo"); strings.Contains(text, "note") || s.Status().Forked {
			t.Error(name, text)
		}
	}
	if _, err := pub.Publish(ctx, "plant.gain", []byte("11")); err == nil || s.Status().Forked {
		t.Error("what is out of range was set:", err)
	}
}

// publishAsViewer sends a value as Foxglove does.
func publishAsViewer(ctx context.Context, t *testing.T, url, topic, value string) {
	t.Helper()
	ws, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{Subprotocols: []string{foxglove.ProtocolSDK}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.CloseNow() })
	if err := ws.Write(ctx, websocket.MessageText, []byte(`{"op":"advertise","channels":[{"id":1,"topic":"`+topic+`","encoding":"json"}]}`)); err != nil {
		t.Fatal(err)
	}
	if err := ws.Write(ctx, websocket.MessageBinary, append(binary.LittleEndian.AppendUint32([]byte{1}, 1), value...)); err != nil {
		t.Fatal(err)
	}
}

// TestBrowse: no process gets the token among its arguments; a file that its user alone can read leads there.
func TestBrowse(t *testing.T) {
	var opened []string
	open := func(url string) { opened = append(opened, url) }
	_, plain := debugged(t, PageFlags{Listen: "127.0.0.1:0", NoToken: true})
	plain.browse(open)
	plain.flags.Browser = true
	plain.browse(open)
	_, locked := debugged(t, PageFlags{Listen: "127.0.0.1:0"})
	locked.flags.Browser = true
	locked.browse(open)
	if len(opened) != 2 || opened[0] != plain.server.URL() || strings.Contains(strings.Join(opened, " "), locked.server.Token()) {
		t.Fatal(opened)
	}
	u, err := url.Parse(opened[1])
	if err != nil || u.Scheme != "file" {
		t.Fatal(opened[1], err)
	}
	text, err := os.ReadFile(u.Path)
	if err != nil || !strings.Contains(string(text), locked.server.URL()) {
		t.Errorf("%s %v", text, err)
	}
	locked.Close()
	if _, err := os.Stat(u.Path); err == nil {
		t.Error("the file stays")
	}
	_, far := debugged(t, PageFlags{Listen: "0.0.0.0:0"})
	far.flags.Browser = true
	far.browse(open)
	if len(opened) != 2 {
		t.Error("a browser is opened before a warning")
	}
}

// TestWhoMayPublish: on loopback nobody but the user, whose commands find the token by themselves.
func TestWhoMayPublish(t *testing.T) {
	_, p := debugged(t, PageFlags{Listen: "127.0.0.1:0"})
	all, err := live.Discover()
	if err != nil || len(all) != 1 || all[0].Token != p.server.Token() || all[0].URL != p.server.Address() {
		t.Fatal(all, err)
	}
	port := strings.TrimPrefix(strings.TrimSuffix(p.server.Address(), "/"), "http://127.0.0.1:")
	for address, want := range map[string]string{p.server.Address(): p.server.Token(), "http://localhost:" + port: p.server.Token(),
		"http://127.0.0.1:1": "", "https://127.0.0.1:" + port: "", "http://evil.example:" + port: "", "http://127.0.0.1:" + port + "/?token=mine": "", "://": ""} {
		if got := tokenFor(address); got != want {
			t.Errorf("to %s goes the token %q", address, got)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for token, want := range map[string]string{"": "needs the token", "x": "wants a token", all[0].Token: ""} {
		c, err := web.NewClient(all[0].URL, token, "")
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		pub, err := c.Publisher(ctx)
		if err == nil {
			defer pub.Close()
			_, err = pub.Publish(ctx, "plant.goal", []byte("{}"))
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("with the token %q: %v, want %q", token, err, want)
		}
		if _, err := c.List(ctx); (err == nil) != (token != "x") {
			t.Errorf("with the token %q nothing is listed: %v", token, err)
		}
	}
}
