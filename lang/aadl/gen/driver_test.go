package gen_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/access"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/depot"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/people"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/scales"
	depots "github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/depot/system"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/relay"
	relays "github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/system"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/relay/thermometer"
	"github.com/sinew-robotics/sinew/tool/run"
	place "github.com/sinew-robotics/sinew/trace/folder"
)

// gauge is a driver: a device that measures each two milliseconds, heats when it is told to, and may break.
type gauge struct {
	seam           *thermometer.Seam
	broken         error
	heated, closed atomic.Int64
	done           atomic.Bool // it has measured all that it will
}

func (g *gauge) Open(s *thermometer.Seam) error {
	g.seam = s
	return nil
}

func (g *gauge) Communicate(ctx context.Context) error {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for n := range 20 {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if !g.seam.DeliverRead(relay.Warmth(n)) {
			return errors.New("there is no room")
		}
	}
	g.done.Store(true)
	if g.broken != nil {
		return g.broken
	}
	<-ctx.Done()
	return nil
}

func (g *gauge) CommandHeat(v *relay.Warmth) bool { return g.heated.Add(1) > 0 && *v > 0 }
func (g *gauge) Limits() string                   { return "on or off" }
func (g *gauge) Close()                           { g.closed.Add(1) }

// played runs a program on the real clock until it has shown what it must, or ends by itself, and replays it. A minute is
// against hanging.
func played(t *testing.T, s, again run.Spec, shown func() bool) error {
	t.Helper()
	t.Setenv("SINEW_PRIORITY", "0")
	dir := filepath.Join(t.TempDir(), "run")
	ctx, end := context.WithCancel(t.Context())
	defer end()
	ended := make(chan struct{})
	defer func() { end(); <-ended }()
	go func() {
		defer close(ended)
		for !shown() && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		end()
	}()
	_, err := run.Do(ctx, s, run.Options{Order: run.Order{Real: true}, For: time.Minute, Out: place.Place{Dir: dir}})
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	r, err := run.Replay(t.Context(), []run.Spec{again}, filepath.Join(dir, "trace.mcap"))
	if err != nil || !r.Same() {
		t.Error(r, err)
	}
	return nil
}

// TestDriver: a driver speaks with its device beside the program, in which what it says triggers callbacks; what it did is replayed
// without it. When it breaks, the program ends with what it said.
func TestDriver(t *testing.T) {
	g := &gauge{}
	if err := played(t, relays.Spec(relays.Drivers{Thermometer: g}), relays.Spec(relays.Drivers{}), func() bool { return g.done.Load() && g.heated.Load() > 0 }); err != nil || g.heated.Load() == 0 || g.closed.Load() != 1 {
		t.Errorf("%v, %d commands, closed %d times", err, g.heated.Load(), g.closed.Load())
	}
	g = &gauge{broken: errors.New("the line is cut")}
	if err := played(t, relays.Spec(relays.Drivers{Thermometer: g}), nil, func() bool { return false }); err == nil || !strings.Contains(err.Error(), "the line is cut") || g.closed.Load() != 1 {
		t.Errorf("%v, closed %d times", err, g.closed.Load())
	}
}

// balance answers what it is asked from a goroutine of its own, and asks for boxes itself.
type balance struct {
	seam *scales.Seam
	asks chan access.Ticket
	told atomic.Int64
}

func (b *balance) Open(s *scales.Seam) error {
	b.seam, b.asks = s, make(chan access.Ticket, 8)
	go func() {
		for t := range b.asks {
			b.seam.AnswerWeigh(t, depot.WeighReply{Weight: 7}, nil)
			b.seam.CallFetch(t.Number, depot.FetchRequest{Wanted: 1})
		}
	}()
	return nil
}

func (b *balance) AskWeigh(t access.Ticket, _ *depot.WeighRequest) {
	select {
	case b.asks <- t:
	default:
	}
}

func (b *balance) ToldFetch(_ uint64, a *access.Answer[depot.FetchReply]) {
	if a.Err == nil {
		b.told.Add(1)
	}
}
func (b *balance) TakeGate(*depot.Gate) {}
func (b *balance) Close()               { close(b.asks) }

// person orders something once the gate must be open, and hears what it weighs.
type person struct {
	seam  *people.Seam
	heard atomic.Int64
	done  chan struct{}
}

func (p *person) Open(s *people.Seam) error {
	p.seam, p.done = s, make(chan struct{})
	go func() {
		for {
			select {
			case <-p.done:
				return
			case <-time.After(10 * time.Millisecond):
				p.seam.DeliverPanelOrder(1)
			}
		}
	}()
	return nil
}
func (p *person) TakePanelTold(v *depot.Boxes) {
	if *v == 7 {
		p.heard.Add(1)
	}
}
func (p *person) Close() { close(p.done) }

// TestPeers: nodes that exist already answer calls and make some from threads of their own; a replay needs none of them.
func TestPeers(t *testing.T) {
	b, p := &balance{}, &person{}
	if err := played(t, depots.Spec(depots.Drivers{Scales: b, People: p}), depots.Spec(depots.Drivers{}), func() bool { return b.told.Load() > 0 && p.heard.Load() > 0 }); err != nil || b.told.Load() == 0 || p.heard.Load() == 0 {
		t.Errorf("%v, %d answers to the scales, %d to people", err, b.told.Load(), p.heard.Load())
	}
}
