package serve

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view/show"
)

// BenchmarkPageOpen steps a plant every 4 ms, with no page open and with one that shows diagram and ten plots, and
// gives what a cycle takes the program's thread and the process. The bar is 80 µs, 2 % of a cycle.
func BenchmarkPageOpen(b *testing.B) {
	for _, pages := range []int{0, 1, 4} {
		b.Run(fmt.Sprintf("pages=%d", pages), func(b *testing.B) {
			_, p := newPlant(b)
			p.SetClock(nil)
			bus, err := live.New(p)
			if err != nil {
				b.Fatal(err)
			}
			p.Observe(bus)
			s := show.New()
			srv, err := Serve(Config{Hub: s.Hub, Program: p, Bus: bus, Clock: "real", Addr: "127.0.0.1:0"})
			if err != nil {
				b.Fatal(err)
			}
			ctx, cancel := context.WithCancel(context.Background())
			done := make(chan struct{}, pages)
			for range pages {
				go func() { read(ctx, b, srv, bus); done <- struct{}{} }()
			}
			for bus.Watchers() < min(pages, 1)*11 {
				runtime.Gosched()
			}
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			p.Start()
			jpeg, seen := picture(0)
			var took []time.Duration
			cpu, begun := cpuTime(), time.Now()
			for k := 0; b.Loop(); k++ {
				time.Sleep(time.Until(begun.Add(time.Duration(k) * 4 * time.Millisecond)))
				if k%16 == 0 {
					s.Hub.Image(jpeg, seen) // made elsewhere
				}
				at := time.Now()
				p.Step(nil)
				s.Step(time.Duration(k) * 4 * time.Millisecond)
				took = append(took, time.Since(at))
			}
			all := time.Since(begun)
			b.ReportMetric(100*(cpuTime()-cpu).Seconds()/all.Seconds(), "%core")
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2])/1e3, "µs/cycle")
			b.ReportMetric(float64(took[len(took)*99/100])/1e3, "µs-p99")
			cancel()
			for range pages {
				<-done
			}
			if err := srv.Close(); err != nil {
				b.Error(err)
			}
		})
	}
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// read is a page with the diagram and ten plots that takes all it is sent.
func read(ctx context.Context, b *testing.B, srv *Server, bus *live.Bus) {
	c, _, err := websocket.Dial(ctx, liveAt(srv, srv.Token()), nil)
	if err != nil {
		b.Error(err)
		return
	}
	defer func() { _ = c.CloseNow() }()
	c.SetReadLimit(8 << 20)
	asks := []string{`"do":"rates","on":true`}
	for _, t := range bus.Topics() {
		if strings.HasSuffix(t.Name, ".value") {
			asks = append(asks, fmt.Sprintf(`"do":"plot","topic":%d,"column":"P.X"`, t.ID))
		}
	}
	for i, a := range asks {
		if err := c.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"id":%d,%s}`, i, a)); err != nil {
			b.Error(err)
			return
		}
	}
	for {
		if _, _, err := c.Read(ctx); err != nil {
			return
		}
	}
}
