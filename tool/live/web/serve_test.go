package web

import (
	"context"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/coder/websocket"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/plant"
)

// serve runs the plant at 1 kHz on the real clock behind a handler, until the test ends.
func serve(t *testing.T) (*live.Bus, *Client) {
	t.Helper()
	p := plant.New(t, time.Millisecond)
	b := newBus(t, p)
	ctx, cancel := context.WithCancel(context.Background())
	s := httptest.NewServer(Allowed(Handler(ctx, b, About{"plant", "real"})))
	ran := make(chan error)
	started := make(chan struct{})
	go func() {
		_, err := exec.Run(ctx, p, exec.Options{Clock: exec.Real, KeepAlive: true, Started: func(at int64) { b.Started(at); close(started) }})
		ran <- err
	}()
	<-started
	c, err := NewClient(s.URL+"/?token=x", "", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		cancel()
		s.Close()
		if err := <-ran; err != nil {
			t.Error(err)
		}
	})
	if c.token != "x" || strings.Contains(c.base.String(), "token") {
		t.Errorf("the token in the address: %q of %s", c.token, c.base)
	}
	return b, c
}

var errEnough = errors.New("enough")

func TestList(t *testing.T) {
	b, c := serve(t)
	l, err := c.List(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	if l.Program != "plant" || l.Clock != "real" || len(l.Topics) != len(b.Topics()) || len(l.Params) != 1 || len(l.Orders) != 1 {
		t.Errorf("%+v", l)
	}
	if x := l.Topics[0]; x.Name != "plant.out" || !cmp.Equal(x.Writers, []string{"plant.step"}) || len(x.Columns) != 4 {
		t.Errorf("%+v", x)
	}
}

func TestStats(t *testing.T) {
	_, c := serve(t)
	for _, what := range []string{"hz", "bw", "delay"} {
		var sum Row
		err := c.Stats(soon(t), what, []string{"plant.out"}, 100*time.Millisecond, func(of []Listed, s *Stats) error {
			r := s.Rows[0]
			if of[0].ID != r.Topic || of[0].Name != "plant.out" || s.Seconds <= 0 {
				t.Errorf("%+v %+v", of, s)
			}
			sum.N += r.N
			sum.Logical, sum.Wall, sum.Size = sum.Logical.Merge(r.Logical), sum.Wall.Merge(r.Wall), sum.Size.Merge(r.Size)
			sum.Delay = sum.Delay.Merge(r.Delay)
			if sum.N >= 150 {
				return errEnough
			}
			return nil
		})
		if !errors.Is(err, errEnough) {
			t.Fatal(what, err)
		}
		if l := sum.Logical; l.N < sum.N-1 || math.Abs(l.Mean-1e-3) > 1e-9 || l.Std() > 1e-9 || l.Min != 1e-3 || l.Max != 1e-3 {
			t.Errorf("%s: logical %+v", what, l)
		}
		if w := sum.Wall; w.Min > 1e-3 || w.Max < 1e-3 || w.N != sum.Logical.N {
			t.Errorf("%s: wall %+v", what, w)
		}
		if d := sum.Delay; d.N != sum.N || d.Min < 0 || d.Mean > 10 {
			t.Errorf("%s: delay %+v", what, d)
		}
		if bw := sum.Size.Max > 30; bw != (what == "bw") {
			t.Errorf("%s: size %+v", what, sum.Size)
		}
	}
	for _, x := range []struct{ what, topic, want string }{
		{"hz", "nosuch", "no topic is called nosuch"},
		{"fly", "plant.out", `the request "fly" is not one of`},
	} {
		err := c.Stats(soon(t), x.what, []string{x.topic}, time.Second, nil)
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v", x.want, err)
		}
	}
}

func TestEcho(t *testing.T) {
	b, c := serve(t)
	n := 0
	err := c.Echo(soon(t), []string{"plant.*", "far.out"}, func(of []Listed) error {
		if len(of) != 8 || len(of[0].Schema) == 0 || of[0].Encoding != "protobuf" {
			t.Errorf("%d topics", len(of))
		}
		return nil
	}, func(batch []live.Message, lost uint64) error {
		for _, m := range batch {
			x, ok := b.Topic(m.Topic)
			if !ok {
				t.Fatal(m)
			}
			if x.Name == "plant.out" {
				var v plant.Reading
				if err := x.Codec.Decode(m.Data, unsafe.Pointer(&v)); err != nil || int64(v.N-1)*1e6 != m.Time {
					t.Fatalf("%+v at %d: %v", v, m.Time, err)
				}
				n++
			}
		}
		if n > 50 {
			return errEnough
		}
		return nil
	})
	if !errors.Is(err, errEnough) {
		t.Error(err)
	}
}

func TestPublisher(t *testing.T) {
	b, c := serve(t)
	p, err := c.Publisher(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	w := b.Watch(live.Options{}, id(t, b, "door/plant.gain"))
	defer w.Close()
	tag, err := p.Publish(soon(t), "gain", []byte("4"))
	if err != nil {
		t.Fatal(err)
	}
	if v := string(b.Params()[0].Value); v != "4" {
		t.Errorf("it is taken, and the gain is %s", v)
	}
	if batch, _, err := w.Next(soon(t)); err != nil || batch[0].Time != int64(tag.Time) || batch[0].Microstep != tag.Microstep {
		t.Errorf("taken at %v; it came in at %+v, %v", tag, batch, err)
	}
	for _, x := range []struct{ name, value, want string }{
		{"gain", "40", "40 is out of range"},
		{"gain", "{", "is not JSON"},
		{"nosuch", "1", "there is none"},
	} {
		if _, err := p.Publish(soon(t), x.name, []byte(x.value)); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%v, want %q", err, x.want)
		}
	}
}

// TestClientThatNeverReads holds up neither the program nor the server.
func TestClientThatNeverReads(t *testing.T) {
	b, c := serve(t)
	k, err := c.dial(soon(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = k.ws.CloseNow() }()
	if err := k.send(soon(t), request{Do: doEcho, Topics: []string{"*"}}); err != nil {
		t.Fatal(err)
	}
	w := b.Watch(live.Options{}, 0)
	defer w.Close()
	for n := 0; n < 500; {
		batch, lost, err := w.Next(soon(t))
		if err != nil || lost > 0 {
			t.Fatal(lost, err)
		}
		n += len(batch)
	}
}

func TestServerRefuses(t *testing.T) {
	_, c := serve(t)
	for _, text := range []string{"", "{}", "[]", `{"do":"hz"}`, `{"do":"hz","topics":["plant.out"],"x":1}`, `{"do":"pub"}`, `{"do":"hz","topics":["*"]} 1`,
		`{"do":"hz","topics":["` + strings.Repeat("*", maxName+1) + `"]}`,
		strings.Repeat(" ", maxRequest+10)} {
		k, err := c.dial(soon(t))
		if err != nil {
			t.Fatal(err)
		}
		if err := k.ws.Write(soon(t), websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
		_, data, err := k.ws.Read(soon(t))
		if a, bad := read(data); err == nil && (bad == nil || a.Type != "error") {
			t.Errorf("%.50q is answered with %s", text, data)
		}
		_ = k.ws.CloseNow()
	}
	_, res, err := websocket.Dial(soon(t), c.base.JoinPath("topic").String(),
		&websocket.DialOptions{HTTPClient: c.http, HTTPHeader: http.Header{"Origin": {"http://elsewhere.example"}}})
	if err == nil || res.StatusCode != http.StatusForbidden {
		t.Error("a page from elsewhere may watch")
	}
	for _, address := range []string{"", "127.0.0.1:80", "ftp://a", "http://"} {
		if _, err := NewClient(address, "", ""); err == nil {
			t.Errorf("%q is taken for an address", address)
		}
	}
	gone, err := NewClient("http://127.0.0.1:1", "", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := gone.List(soon(t)); err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Error(err)
	}
}

// TestCertificate: a server with a certificate of its own is known by the file.
func TestCertificate(t *testing.T) {
	b := newBus(t, plant.New(t, time.Millisecond))
	s := httptest.NewUnstartedServer(Handler(t.Context(), b, About{}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	defer s.Close()
	file := filepath.Join(t.TempDir(), "cert.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	for ca, want := range map[string]string{"": "give it with --ca", file: ""} {
		c, err := NewClient(s.URL, "", ca)
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.List(soon(t))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("with %q: %v", ca, err)
		}
		if k, err := c.dial(soon(t)); (err == nil) != (want == "") {
			t.Errorf("with %q: %v", ca, err)
		} else if err == nil {
			_ = k.ws.CloseNow()
		}
		c.Close()
	}
	if _, err := NewClient(s.URL, "", filepath.Join(filepath.Dir(file), "none.pem")); err == nil {
		t.Error("a file that is not there is taken")
	}
}

// TestMoments against the definition, however the numbers are split.
func TestMoments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(rapid.Int64Range(-1e9, 1e12), 1, 50).Draw(t, "numbers")
		cut := rapid.IntRange(0, len(xs)).Draw(t, "cut")
		var a, b sum
		mean := 0.0
		for i, x := range xs {
			if i < cut {
				a.add(x)
			} else {
				b.add(x)
			}
			mean += float64(x) / float64(len(xs))
		}
		m := a.moments(1).Merge(b.moments(1))
		m2, least, most := 0.0, math.Inf(1), math.Inf(-1)
		for _, x := range xs {
			m2 += (float64(x) - mean) * (float64(x) - mean)
			least, most = min(least, float64(x)), max(most, float64(x))
		}
		std := math.Sqrt(m2 / float64(len(xs)))
		if m.N != uint64(len(xs)) || m.Min != least || m.Max != most || math.Abs(m.Mean-mean) > 1 || math.Abs(m.Std()-std) > 1e-3*(1+std) {
			t.Fatalf("%+v, want mean %v std %v", m, mean, std)
		}
	})
}

// FuzzRequest: no request panics, and what is taken can be served.
func FuzzRequest(f *testing.F) {
	f.Add([]byte(`{"do":"hz","topics":["plant.*"],"every_ms":1}`))
	f.Add([]byte(`{"do":"pub","id":3,"name":"gain","value":{"N":1}}`))
	b := newBus(f, plant.New(f, time.Millisecond))
	fuzz.Run(f, func(t *testing.T, data []byte) {
		r, err := readRequest(data)
		if err != nil {
			return
		}
		if r.Every < minEvery || r.Every > maxEvery {
			t.Error(r)
		}
		for _, p := range r.Topics {
			b.Find(p)
		}
		if r.Do == doPub {
			_, _ = b.Send(t.Context(), r.Name, r.Value)
		}
	})
}

// FuzzBatch: no batch panics, and what is read is written the same.
func FuzzBatch(f *testing.F) {
	f.Add(appendMessage(make([]byte, 8), &live.Message{Topic: 1, Time: 2, Microstep: 3, Wall: 4, Data: []byte("abc")}))
	f.Add(make([]byte, 40))
	fuzz.Run(f, func(t *testing.T, data []byte) {
		batch, lost, err := readBatch(nil, data)
		if err != nil {
			return
		}
		again := append([]byte(nil), data[:8]...)
		for i := range batch {
			again = appendMessage(again, &batch[i])
		}
		if string(again) != string(data) {
			t.Errorf("%d lost, %v", lost, batch)
		}
	})
}
