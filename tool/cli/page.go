package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/bridge/foxglove"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/debug"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/live/web"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/serve"
	"github.com/sinew-robotics/sinew/trace/record"
)

// PageFlags are the flags that say where a page is served and to whom.
type PageFlags struct {
	Listen  string   `help:"Address of the live page. Off this machine it needs TLS and a token." default:"127.0.0.1:0" placeholder:"ADDR"`
	Browser bool     `help:"Open the page in a browser." default:"true" negatable:""`
	Cert    string   `help:"TLS certificate of the page, PEM. Default off this machine: a self-made one." type:"existingfile" placeholder:"FILE"`
	Key     string   `help:"Private key of the certificate, PEM." type:"existingfile" placeholder:"FILE"`
	Token   string   `help:"Token that everybody must send. Default: a new one, printed, which on this machine is needed only to move something. Prefer the environment variable, which other users cannot see." env:"SINEW_PAGE_TOKEN" placeholder:"TEXT"`
	NoToken bool     `name:"no-token" help:"No token: every user of this machine can move the robot."`
	Attach  bool     `help:"Without a page: open the program's socket alone, for 'sinew component' and 'sinew script attach' of this user."`
	Origin  []string `help:"Other origins whose pages may connect, such as https://app.foxglove.dev." placeholder:"URL"`
}

// If returns the flags if a page, or only the socket, is wanted, and otherwise nil.
func (f *PageFlags) If(wanted bool) *PageFlags {
	switch {
	case wanted && f.Attach:
		g := *f
		g.Attach = false // a page has the socket too
		return &g
	case wanted || f.Attach:
		return f
	}
	return nil
}

// Page is a program's page with all that is served with it: topics, metrics and the Foxglove protocol.
type Page struct {
	flags  PageFlags
	server *serve.Server
	bus    *live.Bus
	cancel context.CancelFunc
	remove func()
	lead   func()       // removes the file that directs a browser to the page
	own    *http.Server // serves the program's socket
}

// NewPage makes a page that is not open yet.
func NewPage(f PageFlags) *Page { return &Page{flags: f} }

// Show opens the page of a run that has not begun, prints its address, and opens a browser if that is wanted. The observer
// that it returns must see every tag. Show is a run.Options.Page.
func (p *Page) Show(s *run.Stage) (reactor.Observer, error) {
	var err error
	if p.bus, err = live.New(s.Program); err != nil {
		return nil, err
	}
	return p.bus, p.open(s, s.Control)
}

// URL is the page's address with its token, "" while the page is not open.
func (p *Page) URL() string {
	if p.server == nil {
		return ""
	}
	return p.server.URL()
}

// open serves the page of a program that has a bus. control is nil for a run that is not steered.
func (p *Page) open(s *run.Stage, control view.Control) error {
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel = cancel
	topics := web.Handler(ctx, p.bus, web.About{Program: s.Program.Name, Clock: s.Clock})
	path, err := p.listen(topics)
	if err != nil {
		cancel()
		return err
	}
	if p.flags.Attach {
		return p.announce(live.Running{Name: s.Program.Name, URL: "unix:" + path, Socket: path})
	}
	fox, err := foxglove.Handler(ctx, p.bus, s.Hub, foxglove.Options{Name: s.Program.Name, Origins: p.flags.Origin})
	if err != nil {
		cancel()
		return err
	}
	handlers := map[string]http.Handler{"/topics": topics, "/topic": topics, "/metrics": web.Metrics(p.bus, s.Meter), "/foxglove": fox}
	err = p.serve(serve.Config{Hub: s.Hub, Program: s.Program, Bus: p.bus, Control: control, Unable: s.Unable, Clock: s.Clock, Orders: s.Orders,
		Handlers: handlers, Subprotocols: map[string]http.Handler{foxglove.ProtocolSDK: fox, foxglove.ProtocolV1: fox}})
	if err != nil {
		cancel()
		return err
	}
	p.say()
	return p.announce(live.Running{Name: s.Program.Name, URL: p.server.Address(), Token: p.server.Token(), Socket: path})
}

// announce lets `sinew topic` find the program. Failing to is an error only for a program that has nothing but its socket.
func (p *Page) announce(r live.Running) (err error) {
	if p.remove, err = live.Announce(r); err == nil || p.flags.Attach {
		return err
	}
	fmt.Fprintf(os.Stderr, "sinew: `sinew topic` will not find this program by itself: %v\n", err)
	return nil
}

// listen opens the program's socket, which only its user can use. A page works without it if the system has none.
func (p *Page) listen(topics http.Handler) (path string, err error) {
	l, path, err := web.Socket()
	if err != nil {
		if p.flags.Attach {
			return "", err
		}
		fmt.Fprintf(os.Stderr, "sinew: `sinew script attach` will not reach this program: %v\n", err)
		return "", nil
	}
	p.own = &http.Server{Handler: web.Owned(topics), ReadHeaderTimeout: 5 * time.Second, ErrorLog: log.New(io.Discard, "", 0)}
	go func() { _ = p.own.Serve(l) }()
	return path, nil
}

// ShowGraph shows a graph that no program runs, such as an architecture, until the context ends.
func (p *Page) ShowGraph(ctx context.Context, g *graph.Graph) error {
	hub, err := view.NewHub(view.Program{Name: g.Name})
	if err != nil {
		return err
	}
	hub.Status("an architecture: nothing runs")
	if err := p.serve(serve.Config{Hub: hub, Graph: g}); err != nil {
		return err
	}
	defer p.Close()
	p.say()
	<-ctx.Done()
	return nil
}

// serve opens the page according to the flags.
func (p *Page) serve(c serve.Config) (err error) {
	f := p.flags
	c.Addr, c.Cert, c.Key, c.Token, c.NoToken, c.Origins = f.Listen, f.Cert, f.Key, f.Token, f.NoToken, f.Origin
	p.server, err = serve.Serve(c)
	return err
}

// say prints the page's address, and opens a browser if that is wanted.
func (p *Page) say() {
	fmt.Fprintf(os.Stderr, "watch it: %s\n", p.server.URL())
	if f := p.server.Fingerprint(); f != "" {
		fmt.Fprintf(os.Stderr, "its certificate is self-made: SHA-256 %s\n", f)
	}
	p.browse(openBrowser)
}

// browse opens a browser if that is wanted. An address with a token must not be an argument of a process, because every
// user of the machine can read it: the browser gets a file that directs it to the address and that only its user can read.
func (p *Page) browse(open func(url string)) {
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

// lastWords is how long a page stays open at the end, so that senders learn what became of their values.
const lastWords = time.Second

// Close closes the page if it is open.
func (p *Page) Close() {
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
	if p.own != nil {
		_ = p.own.Close() // removes the socket
	}
	if p.server != nil {
		_ = p.server.Close() // its browsers have gone: nobody to report to
	}
}

// session is the page of a debugging session.
type session struct {
	*Page
	stage run.Stage
	text  string // of the page's line of status; "" for the usual one
}

// newSession makes the page of a run that is being debugged.
func newSession(f PageFlags, m debug.Maker) *session {
	return &session{Page: NewPage(f), text: m.About().ReadOnly}
}

// attach makes the hub and the bus for an instance of the debugger. It is a debug.Options.Attach.
func (p *session) attach(inst *run.Instance, rec *record.Recorder) (seer reactor.Observer, err error) {
	s := &p.stage
	if s.Hub == nil {
		if s.Hub, err = view.NewHub(inst.Scene); err != nil {
			return nil, err
		}
		s.Program, s.Orders = inst.Program, inst.Orders
		s.Hub.Status(cmp.Or(p.text, "a run of "+inst.Program.Name+" in the debugger"))
		if p.bus, err = live.New(inst.Program); err != nil {
			return nil, err
		}
	} else if err = p.bus.Rebind(inst.Program); err != nil { // the run has been made again
		return nil, err
	}
	if inst.Watch != nil {
		err = inst.Watch(rec, s.Hub)
	}
	return p.bus, err
}

// foresee shows the initial state before a run begins, such as the robot's pose.
func (p *session) foresee(ctx context.Context, s *debug.Session) error {
	h := p.stage.Hub
	h.Enter()
	defer h.Leave()
	if err := s.Foresee(ctx, h.Placed); err != nil {
		return err
	}
	h.Forget()
	return nil
}

// open opens the page of a debugging session to whose instances it was attached.
func (p *session) open(s *debug.Session) error {
	st := &p.stage
	st.Clock = s.Status().Clock
	if st.Clock == "recorded" { // there is nothing left to stop
		st.Orders = slices.DeleteFunc(slices.Clone(st.Orders), func(o view.Order) bool { return o.Kind == "stop" || o.Kind == "release" })
	}
	p.bus.Through(func(ctx context.Context, path string, value []byte) (reactor.Tag, error) { // the debugger has to know what others send
		a, err := s.Command(ctx, "set "+path+" "+string(value))
		if err == nil && a.Tag == nil { // the set takes long, or the run has ended meanwhile
			err = errors.New("the debugger has not set it yet: see info queue")
		}
		if err != nil {
			return reactor.Tag{}, err
		}
		return a.Tag.Tag(), nil
	})
	return p.Page.open(st, s)
}

// openBrowser opens the page if the machine has a browser; otherwise the printed address must do.
func openBrowser(url string) {
	name := "xdg-open"
	if runtime.GOOS == "darwin" {
		name = "open"
	}
	if path, err := exec.LookPath(name); err == nil {
		cmd := exec.Command(path, url)
		if cmd.Start() == nil {
			go func() { _ = cmd.Wait() }()
		}
	}
}
