package live

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/reactor"
)

// TestThrough: what is published goes where it is wanted, checked and whole, and not to the program.
func TestThrough(t *testing.T) {
	p := newPlant(t, time.Millisecond)
	b := newBus(t, p)
	var got []string
	at := reactor.Tag{Time: 7, Microstep: 1}
	b.Through(func(_ context.Context, path string, value []byte) (reactor.Tag, error) {
		got = append(got, path+" "+string(value))
		if path == "plant.gain" {
			return reactor.Tag{}, errors.New("the run is over")
		}
		return at, nil
	})
	if tag, err := b.Publish(t.Context(), "goal", []byte("{\n\"P\": {\"X\": 1}\n}")); err != nil || tag != at {
		t.Error(tag, err)
	}
	if _, err := b.Publish(t.Context(), "plant.gain", []byte("3")); err == nil || !strings.Contains(err.Error(), "publish to plant.gain: the run is over") {
		t.Error(err)
	}
	for name, value := range map[string]string{"gain": "30", "goal": `{"Q":1}`, "nosuch": "1", "plant.out": "{}", "plant.eye": "1"} {
		if _, err := b.Publish(t.Context(), name, []byte(value)); err == nil {
			t.Error(name, value, "is taken")
		}
	}
	if diff := cmp.Diff([]string{`plant.goal {"N":0,"P":{"X":1,"Y":0,"Z":0}}`, "plant.gain 3"}, got); diff != "" {
		t.Error(diff)
	}
	b.Through(nil)
	w := b.Watch(Options{}, id(t, b, "plant.heard"))
	defer w.Close()
	if _, err := b.Send(t.Context(), "goal", []byte(`{"N":7}`)); err != nil {
		t.Error(err)
	}
	run(t, p, 10*time.Millisecond)
	batch, _, err := w.Next(soon(t))
	if err != nil || len(batch) != 1 {
		t.Errorf("the program got %d events, want the last alone: %v", len(batch), err)
	}
}

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
