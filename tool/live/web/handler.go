// Package web serves a bus of package live over HTTP, with metrics for Prometheus, and has its client.
// docs/format/live.md describes the protocol.
package web

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
)

// About describes a served program.
type About struct {
	Program string
	Clock   string // "real", "lock-step" or "recorded"
}

const (
	maxClients   = 32
	writeTimeout = 5 * time.Second       // after which a client that takes nothing is disconnected
	statsQueue   = 4 << 20               // at 100 kHz more than a second
	statsPoll    = 50 * time.Millisecond // single events are not shown
	echoQueue    = 1 << 20
	maxChunk     = 256 << 10 // bytes of values in one message, unless one value is larger
	maxWaiting   = 256       // values of one connection whose tags are not done yet; at this number reading stops
)

// MaxValues is how many values a second are taken from one connection, and how many at once.
const MaxValues = 1000

// ErrTooMany refuses a value.
var ErrTooMany = fmt.Errorf("too many values: send at most %d a second", MaxValues)

type handler struct {
	ctx     context.Context
	b       *live.Bus
	about   About
	clients atomic.Int32
	lookers atomic.Int32 // the slots that are open to requests that may only look
}

// Handler serves a bus: GET /topics returns the list, /topic is a WebSocket that answers one request. The server that
// contains it decides who may connect and who may send values: see live.Allow. Pages of other origins are refused. When
// ctx ends, so do all connections.
func Handler(ctx context.Context, b *live.Bus, about About) http.Handler {
	h := &handler{ctx: ctx, b: b, about: about}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /topics", h.list)
	mux.HandleFunc("GET /topic", h.topic)
	return mux
}

func (h *handler) list(w http.ResponseWriter, _ *http.Request) {
	l := Listing{Program: h.about.Program, Clock: h.about.Clock, Params: h.b.Params(), Orders: h.b.Orders(), Constants: h.b.Constants()}
	for _, t := range h.b.Topics() {
		l.Topics = append(l.Topics, listed(&t, false))
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(l) // the client went away: nobody to tell
}

func (h *handler) topic(w http.ResponseWriter, r *http.Request) {
	leave, ok := Enter(r, maxClients, &h.clients, &h.lookers)
	defer leave()
	if !ok {
		http.Error(w, "too many watch this program: end one", http.StatusServiceUnavailable)
		return
	}
	ws, err := websocket.Accept(w, r, nil) // refuses pages of other origins
	if err != nil {
		return
	}
	defer func() { _ = ws.CloseNow() }()
	ws.SetReadLimit(maxRequest)
	ctx, cancel := context.WithCancel(h.ctx)
	defer cancel()
	c := &conn{ws: ws, may: live.MayMove(r.Context())}
	if live.MayScript(r.Context()) {
		ctx = live.AllowScripts(ctx)
	}
	if err := h.serve(ctx, c); err != nil && websocket.CloseStatus(err) < 0 && ctx.Err() == nil {
		_ = c.send(ctx, answer{Type: "error", Error: spelling.Clip(err.Error())})
		_ = ws.Close(websocket.StatusPolicyViolation, "")
	}
}

// conn is one end of a connection.
type conn struct {
	ws  *websocket.Conn
	may bool // send values
}

func (c *conn) send(ctx context.Context, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return c.write(ctx, websocket.MessageText, data)
}

func (c *conn) write(ctx context.Context, kind websocket.MessageType, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	return c.ws.Write(ctx, kind, data)
}

// serve answers requests until the client leaves; the error is the reason.
func (h *handler) serve(ctx context.Context, c *conn) error {
	values, room := live.NewBucket(MaxValues, MaxValues), make(chan struct{}, maxWaiting)
	ctx, cancel := context.WithCancel(ctx)
	var waiting sync.WaitGroup
	defer waiting.Wait()
	defer cancel()
	for {
		kind, data, err := c.ws.Read(ctx)
		if err != nil {
			return gone{err}
		}
		if kind != websocket.MessageText {
			return errors.New("a request is a text")
		}
		req, err := readRequest(data)
		if err != nil {
			return err
		}
		if req.Do != doPub {
			return h.watch(ctx, c, req)
		}
		reply := func(tag reactor.Tag, err error) {
			a := answer{Type: "reply", ID: req.ID}
			if err != nil {
				a.Error = spelling.Clip(err.Error())
			} else {
				a.Tag = live.StampOf(tag)
			}
			if c.send(ctx, a) != nil {
				cancel()
			}
		}
		if err := c.refuse(values); err != nil {
			reply(reactor.Tag{}, err)
			continue
		}
		select {
		case room <- struct{}{}:
		case <-ctx.Done():
			return gone{ctx.Err()}
		}
		waiting.Add(1)
		h.b.Follow(ctx, req.Name, req.Value, func(tag reactor.Tag, err error) {
			defer waiting.Done()
			reply(tag, err)
			<-room
		})
	}
}

// refuse says why a connection may not send a value now.
func (c *conn) refuse(values *live.Bucket) error {
	switch {
	case !c.may:
		return live.ErrMayNot
	case !values.Take(time.Now()):
		return ErrTooMany
	}
	return nil
}

// gone is the error of a connection that has ended; it needs no answer.
type gone struct{ error }

// Unwrap returns the reason of the end.
func (g gone) Unwrap() error { return g.error }

// watch serves one request until the client leaves or stalls.
func (h *handler) watch(ctx context.Context, c *conn, req request) error {
	if _, real := h.b.Origin(); req.Do == doDelay && !real {
		return errors.New("delay needs the real clock: on others logical time says nothing of wall time")
	}
	var ids []int
	var unknown []string
	for _, p := range req.Topics {
		found := h.b.Find(p)
		if len(found) == 0 {
			unknown = append(unknown, p)
		}
		ids = append(ids, found...)
	}
	if len(unknown) > 0 {
		return fmt.Errorf("no topic is called %s: `sinew topic list` names them", strings.Join(unknown, ", "))
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	a := answer{Type: "topics"}
	for _, id := range ids {
		if t, ok := h.b.Topic(id); ok {
			a.Topics = append(a.Topics, listed(&t, req.Do == doEcho))
		}
	}
	var w *live.Watch
	if req.Do == doEcho { // nothing is lost after the client has the topics
		w = h.b.Watch(live.Options{Queue: echoQueue}, ids...)
		defer w.Close()
	}
	if err := c.send(ctx, a); err != nil {
		return gone{err}
	}
	ctx = c.ws.CloseRead(ctx)
	if w != nil {
		return gone{h.echo(ctx, c, w)}
	}
	return gone{h.stats(ctx, c, req, ids)}
}

// echo sends every value, a batch at a time.
func (h *handler) echo(ctx context.Context, c *conn, w *live.Watch) error {
	var buf []byte
	for {
		batch, lost, err := w.Next(ctx)
		if err != nil {
			return err
		}
		buf = binary.LittleEndian.AppendUint64(buf[:0], lost)
		for i := range batch {
			if len(buf) > batchHead && len(buf)+len(batch[i].Data) > maxChunk {
				if err := c.write(ctx, websocket.MessageBinary, buf); err != nil {
					return err
				}
				buf = binary.LittleEndian.AppendUint64(buf[:0], 0)
			}
			buf = appendMessage(buf, &batch[i])
		}
		if err := c.write(ctx, websocket.MessageBinary, buf); err != nil {
			return err
		}
	}
}

// tally is a topic's counts since the last report.
type tally struct {
	n                          uint64
	size, logical, wall, delay sum
	seen                       bool
	lastTime, lastWall         int64
}

// stats sends statistics at the requested interval: one small message, whatever the rate.
func (h *handler) stats(ctx context.Context, c *conn, req request, ids []int) error {
	w := h.b.Watch(live.Options{Queue: statsQueue, Poll: statsPoll, Bare: req.Do != doBW}, ids...)
	defer w.Close()
	tallies, place := make([]tally, len(ids)), map[int]int{}
	for i, id := range ids {
		place[id] = i
	}
	every, begun := time.Duration(req.Every)*time.Millisecond, time.Now()
	for {
		next := begun.Add(every)
		interval, cancel := context.WithDeadline(ctx, next)
		s, err := h.count(interval, w, tallies, place, req.Do == doBW)
		cancel()
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.Seconds = time.Since(begun).Seconds()
		begun = time.Now()
		for i := range tallies {
			t := &tallies[i]
			s.Rows = append(s.Rows, Row{ids[i], t.n, t.size.moments(1), t.logical.moments(1e-9), t.wall.moments(1e-9), t.delay.moments(1e-9)})
			*t = tally{seen: t.seen, lastTime: t.lastTime, lastWall: t.lastWall}
		}
		if err := c.send(ctx, answer{Type: "stats", Stats: s}); err != nil {
			return err
		}
	}
}

// count counts until the interval ends; its error is what ended the watch early.
func (h *handler) count(interval context.Context, w *live.Watch, tallies []tally, place map[int]int, sizes bool) (*Stats, error) {
	s := &Stats{}
	origin, real := h.b.Origin()
	for {
		batch, lost, err := w.Next(interval)
		switch {
		case errors.Is(err, live.ErrClosed):
			return nil, err
		case err != nil:
			return s, nil
		}
		s.Lost += lost
		for i := range batch {
			m := &batch[i]
			t := &tallies[place[m.Topic]]
			t.n++
			if sizes {
				t.size.add(int64(len(m.Data)))
			}
			if t.seen {
				t.logical.add(m.Time - t.lastTime)
				t.wall.add(m.Wall - t.lastWall)
			}
			t.seen, t.lastTime, t.lastWall = true, m.Time, m.Wall
			if real {
				t.delay.add(m.Wall - origin - m.Time)
			}
			s.Time = max(s.Time, m.Time)
		}
	}
}
