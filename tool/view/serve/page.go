package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/view"
)

const (
	framePeriod  = time.Second / 30
	writeTimeout = 5 * time.Second // after which a browser that takes nothing is disconnected
	maxBrowsers  = 16
	maxReplies   = 256 // replies that wait to be sent
	maxCommands  = 64  // commands of all pages that wait to be run
)

// page is one browser's connection. One goroutine reads and carries out requests, another writes.
type page struct {
	s       *Server
	c       *websocket.Conn
	rd      *view.Frames
	seen    uint64       // events
	out     chan []byte  // replies
	may     bool         // it has the token and may move something
	scripts bool         // and send what can run scripts
	acts    *live.Bucket // limits requests other than publish and param
	sends   *live.Bucket // limits those two: nothing else may hold up an emergency stop
	temper  *live.Bucket // limits refusals: when it is empty the page is disconnected

	mu     sync.Mutex     // guards what the reading goroutine changes and the writing one sends
	follow sync.WaitGroup // goroutines that wait for the outcome of an event
	curves []*curve
	next   int // id of the next curve
	rates  bool
	cloud  bool
	prints *prints
	drawn  atomic.Bool // a layout is under way
}

// enter admits a browser, unless the server is closing or full. Half of the places are for pages that may move
// something.
func (s *Server) enter(may bool) (ok, full bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.pages == maxBrowsers || !may && s.lookers == maxBrowsers/2 {
		return false, !s.closed
	}
	s.done.Add(1)
	s.pages++
	if !may {
		s.lookers++
	}
	s.hub.Enter()
	if s.pages == 1 && s.bus != nil {
		s.bus.open()
	}
	return true, false
}

func (s *Server) leave(may bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages--
	if !may {
		s.lookers--
	}
	s.hub.Leave()
	if s.pages == 0 && s.bus != nil {
		s.bus.shut()
	}
	s.done.Done()
}

// live serves one browser until it leaves, stalls or the server closes.
func (s *Server) live(w http.ResponseWriter, r *http.Request) {
	may := live.MayMove(r.Context())
	ok, full := s.enter(may)
	if full {
		http.Error(w, "too many pages are open: close one", http.StatusServiceUnavailable)
	}
	if !ok {
		return
	}
	defer s.leave(may)
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // the guard has checked the origin
	if err != nil {
		return
	}
	defer func() { _ = c.CloseNow() }()
	c.SetReadLimit(maxRequest)
	rd, next := s.hub.Frames()
	p := &page{
		s: s, c: c, may: may, scripts: live.MayScript(r.Context()), rd: rd, out: make(chan []byte, maxReplies),
		acts: live.NewBucket(100, 200), sends: live.NewBucket(200, 200), temper: live.NewBucket(20, 2000), next: next, prints: &prints{},
	}
	p.seen = s.hub.Newer()
	ctx, stop := context.WithCancel(p.rights())
	var all sync.WaitGroup
	defer p.release()
	defer p.follow.Wait()
	defer all.Wait()
	defer stop()
	all.Go(func() { p.read(ctx); stop() })
	p.write(ctx)
}

// rights is the server's context with the page's right to have scripts run. It outlives the page.
func (p *page) rights() context.Context {
	if p.scripts {
		return live.AllowScripts(p.s.ctx)
	}
	return p.s.ctx
}

// release ends the page's watches.
func (p *page) release() {
	for _, c := range p.curves {
		p.s.bus.unplot(c)
	}
	if p.s.bus != nil {
		p.prints.close()
	}
}

// read takes requests until the connection ends or the browser sends too many.
func (p *page) read(ctx context.Context) {
	for {
		kind, m, err := p.c.Read(ctx)
		if err != nil {
			return
		}
		if kind != websocket.MessageText {
			_ = p.c.Close(websocket.StatusUnsupportedData, "requests are texts")
			return
		}
		r, err := parseRequest(m)
		now := time.Now()
		if err == nil && !p.allow(r.do, now) {
			err = errTooMany
		}
		if err != nil && !p.temper.Take(now) {
			_ = p.c.Close(websocket.StatusPolicyViolation, "too many requests")
			return
		}
		var a view.Answer
		later := false
		if err == nil {
			a, later, err = p.do(ctx, r)
		}
		if !later || err != nil {
			p.answer(ctx, reply(r.id, a, err))
		}
	}
}

// do carries out a request, or leaves it to obey, which will reply if later is true. A Control's commands may take
// long, and pages must be read meanwhile.
func (p *page) do(ctx context.Context, r request) (a view.Answer, later bool, err error) {
	moves := r.do == "command" || r.do == "publish" || r.do == "param"
	switch {
	case r.do == "layout":
		return a, true, p.picture(ctx, r)
	case moves && !p.may:
		return a, false, live.ErrMayNot
	case (p.s.control == nil || p.s.forward) && moves && r.do != "command":
		return p.order(ctx, r)
	case p.s.control == nil || !moves:
		a, err = p.act(r)
		return a, false, err
	}
	if r.do == "command" {
		if strings.TrimSpace(r.line) == "pause" { // must not wait for the movement it ends
			a, err = p.s.control.Command(ctx, r.line)
			return a, false, err
		}
		if err := harmless(r.line); err != nil {
			return a, false, err
		}
	}
	select {
	case p.s.commands <- command{p, r}:
		return a, true, nil
	default:
		return a, false, errors.New("too many commands wait: pause first")
	}
}

// harmless refuses commands that would write to arbitrary folders of this machine.
func harmless(line string) error {
	if words := strings.Fields(line); len(words) == 0 || words[0] != "fork" {
		return nil
	}
	dir := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), "fork"))
	if dir != "" && !filepath.IsLocal(dir) {
		return fmt.Errorf("fork %s: a page writes only below the folder that the debugger was started in: give a relative path, with no .. in it", view.Short(dir, 200))
	}
	return nil
}

var errTooMany = errors.New("too many requests: ask less often")

// allow reports whether a page is within its limit of requests.
func (p *page) allow(do string, now time.Time) bool {
	if do == "publish" || do == "param" {
		return p.sends.Take(now)
	}
	return p.acts.Take(now)
}

// answer queues a reply, and waits while too many are queued, so that no more requests are read.
func (p *page) answer(ctx context.Context, m []byte) {
	select {
	case p.out <- m:
	case <-ctx.Done():
	}
}

// command is a command of the debugger, or an event for its run, with its sender.
type command struct {
	page *page
	request
}

// obey runs the commands of all pages in their order. They do not end with the page: a run continues while the page is
// reloaded.
func (s *Server) obey() {
	for {
		select {
		case <-s.ctx.Done():
			return
		case c := <-s.commands:
			a, err := s.steer(c.page.rights(), c.request)
			select {
			case c.page.out <- reply(c.id, a, err):
			default: // the page does not take earlier replies: others do not wait for it
				_ = c.page.c.CloseNow()
			}
		}
	}
}

// steer carries out a request with the Control.
func (s *Server) steer(ctx context.Context, r request) (view.Answer, error) {
	if r.do == "command" {
		return s.control.Command(ctx, r.line)
	}
	if err := s.takes(r); err != nil {
		return view.Answer{}, err
	}
	tag, err := s.bus.bus.Publish(ctx, r.path, r.value)
	return view.Answer{Tag: live.StampOf(tag)}, err
}

// takes reports whether an event can be sent to the program.
func (s *Server) takes(r request) error {
	if s.bus == nil {
		return errNoBus
	}
	return s.bus.takes(r)
}

// order sends an event to the program; the reply follows when the tag that takes it is done. The page is read
// meanwhile, so nothing holds up an emergency stop.
func (p *page) order(ctx context.Context, r request) (a view.Answer, later bool, err error) {
	if err := p.s.takes(r); err != nil {
		return a, false, err
	}
	p.follow.Add(1)
	p.s.bus.bus.Follow(ctx, r.path, r.value, func(tag reactor.Tag, err error) {
		defer p.follow.Done()
		p.answer(ctx, reply(r.id, view.Answer{Tag: live.StampOf(tag)}, err))
	})
	return a, true, nil
}

// act carries out a request immediately.
func (p *page) act(r request) (view.Answer, error) {
	switch r.do {
	case "command":
		return view.Answer{}, errors.New(cmp.Or(p.s.hello.Unable, "this run cannot be steered: it keeps the real clock"))
	case "cloud":
		p.mu.Lock()
		defer p.mu.Unlock()
		p.cloud = r.on
		return view.Answer{}, nil
	}
	if p.s.bus == nil {
		return view.Answer{}, errNoBus
	}
	switch r.do {
	case "plot":
		return p.plot(r)
	case "unplot":
		return view.Answer{}, p.unplot(r.series)
	case "print":
		return view.Answer{}, p.prints.set(p.s.bus, r.topic, r.on)
	}
	p.mu.Lock() // rates
	defer p.mu.Unlock()
	p.rates = r.on
	return view.Answer{}, nil
}

var errNoBus = errors.New("this page shows no program whose values could be looked at")

// write sends what is new 30 times a second, and replies immediately.
func (p *page) write(ctx context.Context) {
	if p.send(ctx, websocket.MessageText, p.s.greet(p.may)) != nil {
		return
	}
	tick := time.NewTicker(framePeriod)
	defer tick.Stop()
	news := &news{page: p}
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-p.out:
			if p.send(ctx, websocket.MessageText, m) != nil {
				return
			}
		case <-tick.C:
			if news.send(ctx) != nil {
				return
			}
		}
	}
}

func (p *page) send(ctx context.Context, kind websocket.MessageType, m []byte) error {
	ctx, cancel := context.WithTimeout(ctx, p.s.patience)
	defer cancel()
	return p.c.Write(ctx, kind, m)
}

// plot starts sending a column of a topic.
func (p *page) plot(r request) (view.Answer, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.curves) == maxCurves {
		return view.Answer{}, fmt.Errorf("%d curves are plotted already: remove one", maxCurves)
	}
	c, name, err := p.s.bus.plot(r.topic, r.column)
	if err != nil {
		return view.Answer{}, err
	}
	c.ID = p.next
	p.next++
	p.curves = append(p.curves, c)
	return view.Answer{Data: map[string]any{"series": c.ID, "name": name}}, nil
}

func (p *page) unplot(id int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, c := range p.curves {
		if c.ID == id {
			p.s.bus.unplot(c)
			p.curves = append(p.curves[:i:i], p.curves[i+1:]...)
			return nil
		}
	}
	return fmt.Errorf("this page has asked for no series %d", id)
}
