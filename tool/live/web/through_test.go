package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/reactor"
)

// TestTooManyValues: one connection cannot flood the program, and is told.
func TestTooManyValues(t *testing.T) {
	b, c := serve(t)
	taken := 0
	b.Through(func(context.Context, string, []byte) (reactor.Tag, error) { taken++; return reactor.Tag{}, nil }) // of one connection, so one after the other
	k, err := c.dial(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = k.ws.CloseNow() }()
	const all = 4000
	begun, ctx := time.Now(), soon(t)
	go func() {
		for i := range all {
			if k.send(ctx, request{ID: i + 1, Do: doPub, Name: "gain", Value: []byte("1")}) != nil {
				return
			}
		}
	}()
	refused := 0
	for range all {
		_, data, err := k.ws.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		switch a, err := read(data); {
		case err != nil:
			t.Fatal(err)
		case a.Error == ErrTooMany.Error():
			refused++
		case a.Error != "":
			t.Fatal(a.Error)
		}
	}
	if most := MaxValues + 1 + int(MaxValues*time.Since(begun).Seconds()); taken > most || taken+refused != all {
		t.Errorf("%d were taken and %d refused, want at most %d", taken, refused, most)
	}
}

// TestSilentProgram: one that takes connections and says nothing is an error before long, whatever it is asked.
func TestSilentProgram(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	deaf := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-ctx.Done():
		}
	}))
	mute := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/topics" {
			_, _ = w.Write([]byte("{"))
			_ = http.NewResponseController(w).Flush()
			<-ctx.Done()
			return
		}
		ws, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer func() { _ = ws.CloseNow() }()
		_, _, _ = ws.Read(ctx)
		<-ctx.Done()
	}))
	defer func() { cancel(); deaf.Close(); mute.Close() }()
	for name, url := range map[string]string{"deaf": deaf.URL, "mute": mute.URL} {
		c, err := NewClient(url, "", "")
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.patience = 50 * time.Millisecond
		_, list := c.List(soon(t))
		errs := map[string]error{"list": list, "echo": c.Echo(soon(t), []string{"x"}, nil, nil)}
		for _, what := range []string{"hz", "bw", "delay"} {
			errs[what] = c.Stats(soon(t), what, []string{"x"}, time.Second, nil)
		}
		if name == "deaf" {
			_, errs["pub"] = c.Publisher(soon(t))
		}
		for what, err := range errs {
			if !errors.Is(err, ErrSilent) || !strings.Contains(err.Error(), "does not answer") {
				t.Errorf("%s of a %s program: %v", what, name, err)
			}
		}
	}
}
