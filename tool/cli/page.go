package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/bridge/foxglove"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/debug"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/serve"
	"github.com/sinew-robotics/sinew/trace/record"
)

// pageFlags say where a page is served, and to whom.
type pageFlags struct {
	Listen  string   `help:"Address of the live page. Off this machine it asks for TLS and a token." default:"127.0.0.1:0" placeholder:"ADDR"`
	Browser bool     `help:"Open the page in a browser." default:"true" negatable:""`
	Cert    string   `help:"TLS certificate of the page, PEM. Default off this machine: a self-made one." type:"existingfile" placeholder:"FILE"`
	Key     string   `help:"Its key." type:"existingfile" placeholder:"FILE"`
	Token   string   `help:"Token that the page asks of everybody. Default: a new one, printed, which on this machine is asked of those alone who move something. In the environment other users do not see it." env:"SINEW_PAGE_TOKEN" placeholder:"TEXT"`
	NoToken bool     `name:"no-token" help:"No token: whoever can use this machine may move the robot."`
	Origin  []string `help:"Other origins whose pages may connect, such as https://app.foxglove.dev." placeholder:"URL"`
}

// page is a program's page with all that is served beside it: topics, metrics and the Foxglove protocol.
type page struct {
	flags  pageFlags
	server *serve.Server
	bus    *live.Bus
	cancel context.CancelFunc
	remove func()
	lead   func() // removes the file that leads a browser here
}

// staged is what a page shows.
type staged struct {
	prog    *reactor.Program
	hub     *view.Hub
	control view.Control // nil for a run that goes on by itself
	clock   string
	orders  []view.Order
	meter   *exec.Meter // nil where there is none
}

// watch makes the bus of a program that has not begun. It must see every tag.
func (p *page) watch(prog *reactor.Program) (reactor.Observer, error) {
	var err error
	p.bus, err = live.New(prog)
	return p.bus, err
}

// open serves the page of what watch was called with, says where, and opens a browser if it shall.
func (p *page) open(s staged) error {
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	if s.control != nil { // the debugger has to know of what comes by other ways than its own
		p.bus.Through(func(ctx context.Context, path string, value []byte) (reactor.Tag, error) {
			a, err := s.control.Command(ctx, "set "+path+" "+string(value))
			if err == nil && a.Tag == nil { // it takes long, or the run has ended meanwhile
				err = errors.New("the debugger has been told and has not set it yet: look with info queue")
			}
			if err != nil {
				return reactor.Tag{}, err
			}
			return a.Tag.Tag(), nil
		})
	}
	topics := web.Handler(ctx, p.bus, web.About{Program: s.prog.Name, Clock: s.clock})
	fox, err := foxglove.Handler(ctx, p.bus, s.hub, foxglove.Options{Name: s.prog.Name, Origins: p.flags.Origin})
	if err != nil {
		cancel()
		return err
	}
	handlers := map[string]http.Handler{"/topics": topics, "/topic": topics, "/metrics": web.Metrics(p.bus, s.meter), "/foxglove": fox}
	p.server, err = serve.Serve(serve.Config{Hub: s.hub, Program: s.prog, Bus: p.bus, Control: s.control, Clock: s.clock, Orders: s.orders,
		Addr: p.flags.Listen, Cert: p.flags.Cert, Key: p.flags.Key, Token: p.flags.Token, NoToken: p.flags.NoToken, Origins: p.flags.Origin,
		Handlers: handlers, Subprotocols: map[string]http.Handler{foxglove.ProtocolSDK: fox, foxglove.ProtocolV1: fox}})
	if err != nil {
		cancel()
		return err
	}
	if p.remove, err = live.Announce(s.prog.Name, p.server.Address(), p.server.Token()); err != nil {
		fmt.Fprintf(os.Stderr, "sinew: `sinew topic` will not find this program by itself: %v\n", err)
	}
	fmt.Fprintf(os.Stderr, "watch it: %s\n", p.server.URL())
	if f := p.server.Fingerprint(); f != "" {
		fmt.Fprintf(os.Stderr, "its certificate is self-made: SHA-256 %s\n", f)
	}
	p.browse(openBrowser)
	return nil
}

// stage opens the page of a run that is about to begin.
func (p *page) stage(st *run.Stage) (reactor.Observer, error) {
	seer, err := p.watch(st.Program)
	if err != nil {
		return nil, err
	}
	return seer, p.open(staged{prog: st.Program, hub: st.Hub, clock: st.Clock, orders: st.Orders, meter: st.Meter})
}

// browse opens a browser if it shall. An address with a token does not belong into the arguments of a process, which
// every user of the machine can read: the browser gets a file that leads there, which its user alone can read.
func (p *page) browse(open func(url string)) {
	if !p.flags.Browser {
		return
	}
	at := p.server.URL()
	if p.server.Token() != "" {
		if p.server.Fingerprint() != "" {
			fmt.Fprintln(os.Stderr, "no browser is opened, as its warning about the certificate is for you to judge: open the address by hand")
			return
		}
		file, remove, err := live.Lead(at)
		if err != nil {
			fmt.Fprintf(os.Stderr, "sinew: no browser is opened: %v: open the address by hand\n", err)
			return
		}
		at, p.lead = (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String(), remove
	}
	open(at)
}

// lastWords is how long the end of the page waits for those who have sent something to be told what became of it.
const lastWords = time.Second

// close ends the page.
func (p *page) close() {
	if p.remove != nil {
		p.remove()
	}
	if p.lead != nil {
		p.lead()
	}
	if p.bus != nil {
		ctx, cancel := context.WithTimeout(context.Background(), lastWords)
		p.bus.Settle(ctx)
		cancel()
	}
	if p.cancel != nil {
		p.cancel()
	}
	if p.server != nil {
		_ = p.server.Close() // its browsers are gone: nobody to tell
	}
}

// attach makes hub and bus of a debugger's instance.
func (p *page) attach(s *staged) func(*run.Instance, *record.Recorder) (reactor.Observer, error) {
	return func(inst *run.Instance, rec *record.Recorder) (seer reactor.Observer, err error) {
		if s.hub == nil {
			if s.hub, err = view.NewHub(inst.Scene); err != nil {
				return nil, err
			}
			s.prog, s.orders = inst.Program, inst.Orders
			s.hub.Status("a run of " + inst.Program.Name + " in the debugger")
			if seer, err = p.watch(inst.Program); err != nil {
				return nil, err
			}
		} else if seer, err = p.bus, p.bus.Rebind(inst.Program); err != nil { // the run has been made anew
			return nil, err
		}
		if inst.Watch != nil {
			err = inst.Watch(rec, s.hub)
		}
		return seer, err
	}
}

// openSession opens the page of a debugging session whose instances were attached to it.
func (p *page) openSession(s *debug.Session, st *staged) error {
	st.control, st.clock = s, s.Status().Clock
	if st.clock == "recorded" { // there is nothing left to stop
		st.orders = slices.DeleteFunc(slices.Clone(st.orders), func(o view.Order) bool { return o.Kind == "stop" })
	}
	return p.open(*st)
}
