package record_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

type counter struct {
	reactor.Reactor
	Tick reactor.Timer
	Out  reactor.Out[int]
	n    int
}

type hearer struct {
	reactor.Reactor
	In reactor.In[int]
}

// TestFollow: the followed values are the recorded ones, by the port's own path or that of a port that reads it.
func TestFollow(t *testing.T) {
	m := reactor.NewMain("m")
	c, h := &counter{}, &hearer{}
	reactor.Init(m, "c", c)
	reactor.Init(m, "h", h)
	c.Tick.Set(0, time.Millisecond)
	c.Reaction("count").On(&c.Tick).Sets(&c.Out).Do(func() { c.n++; c.Out.Set(c.n) })
	h.Reaction("hear").On(&h.In).Do(func() {})
	reactor.Connect(&c.Out, &h.In)
	p, err := reactor.Build(m, reactor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w, err := trace.NewWriter(&b, trace.Options{Wait: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.New(p, w, record.Options{Trace: []string{"c.out"}})
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]int{}
	for _, topic := range []string{"c.out", "h.in"} {
		if ok, err := record.Follow(r, topic, func(_ reactor.Tag, n *int) { sums[topic] += *n }); !ok || err != nil {
			t.Errorf("%s: %v, %v", topic, ok, err)
		}
	}
	if ok, err := record.Follow(r, "c.nothing", func(reactor.Tag, *int) {}); ok || err != nil {
		t.Errorf("what is not recorded is followed: %v, %v", ok, err)
	}
	if _, err := record.Follow(r, "c.out", func(reactor.Tag, *string) {}); err == nil || !strings.Contains(err.Error(), "it carries int, not string") {
		t.Error(err)
	}
	if _, err := exec.Run(t.Context(), p, exec.Options{Timeout: 9 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if sums["c.out"] != 55 || sums["h.in"] != 55 {
		t.Error(sums)
	}
}
