package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8/cwriter"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
)

// page is the live page of a run.
type page struct {
	bus    *live.Bus
	server *view.Server
	cancel context.CancelFunc
}

// openPage serves the page at addr and says where. Its bus has to see every tag.
func openPage(addr string, prog *reactor.Program, s *screen, m *exec.Meter) (*page, error) {
	bus, err := live.New(prog)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	topics := live.Handler(ctx, bus, live.About{Program: prog.Name, Clock: "real"})
	orders := []view.Order{{Path: "link.stop", Label: "stop", Example: "true", Kind: "stop"},
		{Path: "link.acknowledge", Label: "go on after a stop", Example: "true"}}
	server, err := view.Serve(view.Config{Hub: s.hub, Program: prog, Bus: bus, Clock: "real", Addr: addr, Orders: orders,
		Handlers: map[string]http.Handler{"/topics": topics, "/topic": topics, "/metrics": live.Metrics(bus, m)}})
	if err != nil {
		cancel()
		return nil, err
	}
	fmt.Fprintf(os.Stderr, "watch it: %s\n", server.URL())
	return &page{bus, server, cancel}, nil
}

// stay keeps the page open for who looks at it from a terminal, until ctx ends, and then closes it.
func (p *page) stay(ctx context.Context) {
	if p == nil {
		return
	}
	if cwriter.IsTerminal(int(os.Stderr.Fd())) && ctx.Err() == nil {
		fmt.Fprintf(os.Stderr, "the page stays at %s until you press Ctrl-C\n", p.server.URL())
		<-ctx.Done()
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	p.bus.Settle(last) // whoever has sent something is told what became of it
	cancel()
	p.cancel()
	_ = p.server.Close() // its browsers are gone: nobody to tell
}
