package ros1

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// sample writes a bag of two topics, one of them latched, with a message every 10 ms.
func sample(t *testing.T, name string, count int) {
	t.Helper()
	w, err := bag.Create(name, bag.WriterOptions{Compression: bag.LZ4, ChunkSize: 500})
	if err != nil {
		t.Fatal(err)
	}
	a := w.Connect(bag.Connection{Topic: "/a", Description: text("").Describe(), More: []bag.More{{Name: "sinew_schema", Value: "a.B 0=+/=="}}})
	m := w.Connect(bag.Connection{Topic: "/map", Description: (&stdmsgs.Float64{}).Describe(), Latching: true})
	for i := range count {
		at := wire.TimeOf(1e18 + int64(i)*1e7)
		if i%2 == 0 {
			err = w.Write(m, at, (&stdmsgs.Float64{Data: float64(i)}).Append(nil))
		} else {
			err = w.Write(a, at, text(fmt.Sprint("line ", i, strings.Repeat(" é", i%20))).Append(nil))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// contents are the messages of a bag, by topic in their order.
func contents(t *testing.T, name string) (topics map[string][]string, r *bag.Reader) {
	t.Helper()
	r, err := bag.Open(name, bag.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	topics = map[string][]string{}
	for m := r.Messages(bag.Selection{}); ; {
		x, err := m.Next()
		if err == io.EOF {
			return topics, r
		}
		if err != nil {
			t.Fatal(err)
		}
		topics[x.Topic] = append(topics[x.Topic], x.Type+" "+x.MD5+" "+string(x.Data))
	}
}

// TestBagsInAGraph: what a node plays from a bag another one records into a bag: the same messages, at the same pace.
func TestBagsInAGraph(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	player, listener := dial(t, uri, "player"), dial(t, uri, "listener")
	dir := t.TempDir()
	const count = 60
	from, to := filepath.Join(dir, "from.bag"), filepath.Join(dir, "to.bag")
	sample(t, from, count)
	w, err := bag.Create(to, bag.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	all := make(chan struct{})
	rec := listener.RecordBag(w, func(n uint64) bool {
		if n == count {
			close(all)
		}
		return n < count
	})
	for _, topic := range []string{"a", "/map", "/a"} {
		if err := rec.Topic(topic); err != nil {
			t.Fatal(err)
		}
	}
	want, r := contents(t, from)
	began := time.Now()
	played, dropped, err := player.PlayBag(t.Context(), r, PlayOptions{Rate: 4, Await: true})
	if took := time.Since(began); took < (count-1)*10*time.Millisecond/4 { // it may be later, not earlier
		t.Errorf("it took %v", took)
	}
	if err != nil || played != count || dropped != 0 {
		t.Error(played, dropped, err)
	}
	wait(t, all)
	recorded, early, err := rec.Close()
	if err != nil || recorded != count || early != 0 {
		t.Error(recorded, early, err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, again := contents(t, to)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("recorded\n%v\nplayed\n%v", got, want)
	}
	if c := again.Connections(); len(c) != 2 || c[0].Caller != "/player" || c[0].Latching == c[1].Latching {
		t.Error(c)
	}
	if _, _, err := player.PlayBag(t.Context(), r, PlayOptions{Selection: bag.Selection{Topics: []string{"/none"}}}); err == nil {
		t.Error("nothing is played")
	}
	if _, _, err := player.PlayBag(t.Context(), r, PlayOptions{Rate: -1}); err == nil {
		t.Error("a bag is played backwards")
	}
}

// TestBagsAndClock: what is recorded in a graph whose time is a played bag's has the times of that bag.
func TestBagsAndClock(t *testing.T) {
	uri, _ := serve(t, "127.0.0.1:0")
	player := dial(t, uri, "player")
	if err := player.SetParam(t.Context(), "/use_sim_time", true); err != nil {
		t.Fatal(err)
	}
	listener := dial(t, uri, "listener")
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from.bag"), filepath.Join(dir, "to.bag")
	sample(t, from, 20)
	w, err := bag.Create(to, bag.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rec := listener.RecordBag(w, nil)
	if err := errors.Join(rec.Topic("/a"), rec.Topic("/map")); err != nil {
		t.Fatal(err)
	}
	_, r := contents(t, from)
	played, _, err := player.PlayBag(t.Context(), r, PlayOptions{Rate: 0.5, Await: true, Clock: true})
	if err != nil || played != 20 {
		t.Fatal(played, err)
	}
	until(t, "all", func() bool { rec.mu.Lock(); defer rec.mu.Unlock(); return rec.recorded+rec.early == 20 })
	recorded, _, err := rec.Close()
	if err != nil || recorded == 0 || w.Close() != nil { // the first message may be there before the first time
		t.Fatal(recorded, err)
	}
	_, again := contents(t, to)
	if s, of := again.Span(), r.Span(); s.Begin.Nanoseconds() < of.Begin.Nanoseconds() || s.End.Nanoseconds() > of.End.Nanoseconds() {
		t.Errorf("recorded from %v to %v, played from %v to %v", s.Begin, s.End, of.Begin, of.End)
	}
}
