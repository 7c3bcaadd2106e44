package serve

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/sinew-robotics/sinew/tool/view"
)

const (
	stateEvery = 33 * time.Millisecond  // at most
	cloudEvery = 200 * time.Millisecond // at most
)

// report keeps the state message up to date. It is the only receiver from Changed.
func (s *Server) report() {
	for {
		st := s.control.Status()
		if st.Breaks == nil {
			st.Breaks = []view.Break{}
		}
		s.hub.Stand(time.Duration(st.Time), !st.Running) // otherwise the program's own time is newer than the status
		m, err := json.Marshal(struct {
			Type string `json:"type"`
			view.Status
		}{"state", st})
		if err == nil { // else Speed is not a number: the last message stays
			s.state.Store(&m)
		}
		select {
		case <-s.ctx.Done():
			return
		case <-time.After(stateEvery):
		}
		select {
		case <-s.ctx.Done():
			return
		case <-s.control.Changed():
		}
	}
}

// news is what a page has already received.
type news struct {
	page  *page
	state *[]byte
	rates *[]byte
	param *[]byte
	cloud uint64
	rows  []view.Event
	more  []*view.Curve
}

// send sends what is new since the last call.
func (n *news) send(ctx context.Context) error {
	p := n.page
	text := func(m []byte) error {
		if m == nil {
			return nil
		}
		return p.send(ctx, websocket.MessageText, m)
	}
	if st := p.s.state.Load(); st != n.state {
		n.state = st
		if err := text(*st); err != nil {
			return err
		}
	}
	p.mu.Lock()
	n.more = n.more[:0]
	for _, c := range p.curves {
		n.more = append(n.more, &c.Curve)
	}
	rates, cloud := p.rates, p.cloud
	p.mu.Unlock()
	if err := text(p.rd.Frame(n.more)); err != nil {
		return err
	}
	if head, jpeg := p.rd.Picture(); head != nil {
		if err := text(head); err != nil {
			return err
		}
		if err := p.send(ctx, websocket.MessageBinary, jpeg); err != nil {
			return err
		}
	}
	if err := text(n.events()); err != nil {
		return err
	}
	if cloud {
		if err := n.points(ctx); err != nil {
			return err
		}
	}
	if p.s.bus == nil {
		return nil
	}
	if m := p.s.bus.params.Load(); m != n.param {
		n.param = m
		if err := text(*m); err != nil {
			return err
		}
	}
	if m := p.s.bus.rates.Load(); rates && m != n.rates {
		n.rates = m
		return text(*m)
	}
	return nil
}

// events is a message with rows that are new to the page.
func (n *news) events() []byte {
	p := n.page
	var lost uint64
	n.rows, p.seen, lost = p.s.hub.Events(p.seen, n.rows[:0])
	if lost > 0 {
		n.rows = append(n.rows, view.Event{Time: int64(p.s.hub.Now()), Kind: "note", Text: strconv.FormatUint(lost, 10) + " events came too quickly to be shown"})
	}
	n.rows = p.prints.take(n.rows)
	return eventRows(n.rows)
}

// points sends the cloud, when there is a new one.
func (n *news) points(ctx context.Context) error {
	s := n.page.s
	data, number := s.cloud.get(s.hub, n.cloud)
	if number == n.cloud {
		return nil
	}
	n.cloud = number
	head := append(strconv.AppendUint([]byte(`{"type":"cloud","n":`), number, 10), '}')
	if err := n.page.send(ctx, websocket.MessageText, head); err != nil {
		return err
	}
	return n.page.send(ctx, websocket.MessageBinary, data)
}

// clouds makes point clouds for the pages that want them, one for all.
type clouds struct {
	mu   sync.Mutex
	n    uint64
	made time.Time
	data []byte
}

// get returns a cloud newer than number seen, when it is time for one; otherwise seen. The data must not be changed.
func (c *clouds) get(h *view.Hub, seen uint64) (data []byte, n uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n > seen {
		return c.data, c.n
	}
	if now := time.Now(); now.Sub(c.made) >= cloudEvery {
		c.made = now
		if p := h.Points(nil); p != nil { // new memory, because another page may still be sending the old one
			c.data = p
			c.n++
		}
	}
	return c.data, max(c.n, seen)
}

// eventRows is an events message; nil for no rows.
func eventRows(rows []view.Event) []byte {
	if len(rows) == 0 {
		return nil
	}
	b, err := json.Marshal(struct {
		Type string       `json:"type"`
		Rows []view.Event `json:"rows"`
	}{"events", rows})
	if err != nil { // texts and numbers do not fail
		return nil
	}
	return b
}
