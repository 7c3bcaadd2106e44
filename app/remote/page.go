package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8/cwriter"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/serve"
)

// page is the live page of a run.
type page struct {
	addr   string
	bus    *live.Bus
	server *serve.Server // nil until it is open
	cancel context.CancelFunc
}

// open serves the page and says where. Its bus has to see every tag.
func (p *page) open(st *run.Stage) (_ reactor.Observer, err error) {
	if p.bus, err = live.New(st.Program); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	topics := web.Handler(ctx, p.bus, web.About{Program: st.Program.Name, Clock: st.Clock})
	p.server, err = serve.Serve(serve.Config{Hub: st.Hub, Program: st.Program, Bus: p.bus, Clock: st.Clock, Addr: p.addr, Orders: st.Orders,
		Handlers: map[string]http.Handler{"/topics": topics, "/topic": topics, "/metrics": web.Metrics(p.bus, st.Meter)}})
	if err != nil {
		cancel()
		return nil, err
	}
	p.cancel = cancel
	fmt.Fprintf(os.Stderr, "watch it: %s\n", p.server.URL())
	return p.bus, nil
}

// stay keeps the page open for who looks at it from a terminal, until ctx ends, and then closes it.
func (p *page) stay(ctx context.Context) {
	if p.server == nil {
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
