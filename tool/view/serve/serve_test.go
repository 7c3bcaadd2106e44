package serve

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/show"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func serve(t *testing.T, h *view.Hub) *Server {
	t.Helper()
	s, err := Serve(Config{Hub: h, Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return s
}

// watch opens a connection as a page does; it ends with the test, which has a minute.
func watch(t *testing.T, srv *Server) (context.Context, *websocket.Conn) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	c, _, err := websocket.Dial(ctx, liveAt(srv, srv.Token()), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.CloseNow() })
	return ctx, c
}

func TestLiveOverWebSocket(t *testing.T) {
	s := show.New()
	srv := serve(t, s.Hub)
	ctx, c := watch(t, srv)
	c.SetReadLimit(1 << 20)
	if _, m, err := c.Read(ctx); err != nil || !strings.Contains(string(m), `"type":"hello"`) {
		t.Fatal(err, string(m))
	}
	jpeg, seen := picture(0)
	got, images := 0, 0
	for k := 0; got < 3 || images < 1; k++ { // the server's ticks pace this loop
		s.Step(time.Duration(k) * 40 * time.Millisecond)
		s.Hub.Image(jpeg, seen)
		kind, m, err := c.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if kind == websocket.MessageBinary {
			images++
			if len(m) != len(jpeg) {
				t.Fatal("the image has", len(m), "bytes, not", len(jpeg))
			}
		} else if strings.Contains(string(m), `"links"`) {
			got++
		}
	}
}

// TestStalledBrowser: a browser that reads nothing costs the program nothing, and Close does not wait for it.
func TestStalledBrowser(t *testing.T) {
	s := show.New()
	srv := serve(t, s.Hub)
	watch(t, srv)
	jpeg := make([]byte, 8<<20) // more than the sockets take
	watched := false            // at some time: who takes nothing for long is given up
	for k := range 20000 {
		watched = watched || s.Hub.Watched()
		s.Step(time.Duration(k) * 4 * time.Millisecond)
		if k%1000 == 0 {
			s.Hub.Image(jpeg, view.Detection{})
		}
	}
	if !watched {
		t.Fatal("nobody watched")
	}
}

func get(t *testing.T, url, host string) (int, http.Header, string) {
	t.Helper()
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		req.Host = host
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(b)
}

func TestPageIsServed(t *testing.T) {
	srv := serve(t, show.New().Hub)
	if code, h, body := get(t, srv.Address(), ""); code != 200 || !strings.Contains(body, `src="app.js"`) || h.Get("Content-Security-Policy") == "" {
		t.Error(code, h)
	}
	if code, h, _ := get(t, srv.Address()+"app.js", ""); code != 200 || !strings.HasPrefix(h.Get("Content-Type"), "text/javascript") {
		t.Error(code, h)
	}
	for name := range srv.files { // of the page itself only its newest version will do
		_, h, body := get(t, strings.TrimSuffix(srv.Address(), "/")+name, "")
		forGood := strings.Contains(h.Get("Cache-Control"), "immutable")
		if want := strings.HasPrefix(name, "/main-") || strings.HasPrefix(name, "/view-") || strings.HasPrefix(name, "/chunk-"); forGood != want {
			t.Errorf("%s is kept by browsers for good: %v", name, forGood)
		}
		if name == "/" && (!strings.Contains(body, "<style>") || strings.Contains(body, "stylesheet")) {
			t.Error("the page asks for a style sheet before it can be painted")
		}
	}
	if code, _, _ := get(t, srv.Address()+"../server.go", ""); code != 404 {
		t.Error("a file outside the page:", code)
	}
	if code, _, _ := get(t, srv.Address(), "evil.example"); code != 403 {
		t.Error("another host's name was served:", code)
	}
	total := 0
	for name, f := range srv.files {
		if name != "/" {
			total += len(f.gzip())
			if plain, err := unzip(f.gzip()); err != nil || !bytes.Equal(plain, f.plain) || len(plain) == 0 {
				t.Errorf("%s compressed is not what it is: %v", name, err)
			}
		}
	}
	t.Logf("the page is %d bytes compressed", total)
	if total > 1<<20 {
		t.Errorf("the page is %d bytes compressed, over 1 MB", total)
	}
}

func TestClosedByDefault(t *testing.T) {
	srv := serve(t, show.New().Hub)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, res, err := websocket.Dial(ctx, liveAt(srv, srv.Token()),
		&websocket.DialOptions{HTTPHeader: http.Header{"Origin": {"https://evil.example"}}})
	if err == nil || res == nil || res.StatusCode != 403 {
		t.Errorf("a foreign page was let in: %v", err)
	}
}
