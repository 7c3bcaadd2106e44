package ros1

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// SubOptions configure a subscription.
type SubOptions struct {
	Delay bool // let publishers gather small messages (TCP_NODELAY is not requested)
}

// pointer is *T, which must be a message.
type pointer[T any] interface {
	*T
	wire.Message
}

// Subscribe calls f with each message that comes on a topic, one at a time. The message is reused for the next one: f must
// copy what it needs later. While f runs, publishers' queues fill.
func Subscribe[T any, P pointer[T]](n *Node, topic string, o SubOptions, f func(m *T)) (*Subscription, error) {
	return n.subscribe(topic, P(new(T)).Describe(), o, func(header) (func([]byte) error, error) {
		m := new(T)
		return func(b []byte) error {
			if err := P(m).Decode(b); err != nil {
				return err
			}
			f(m)
			return nil
		}, nil
	})
}

// SubscribeAny calls f with each message that comes on a topic, of any type: publishers send the definition.
func (n *Node) SubscribeAny(topic string, o SubOptions, f func(m *rosmsg.Value)) (*Subscription, error) {
	return n.subscribe(topic, wire.Description{Type: "*", MD5: "*"}, o, func(h header) (func([]byte) error, error) {
		m, faults := rosmsg.Full(h["type"], h["message_definition"])
		if err := faults.Err(); err != nil {
			return nil, fmt.Errorf("its definition of %s: %w", h["type"], err)
		}
		if m.MD5 != h["md5sum"] {
			return nil, fmt.Errorf("its definition of %s has the md5sum %s, and it says %s", h["type"], m.MD5, h["md5sum"])
		}
		v := m.New()
		return func(b []byte) error {
			if err := v.Decode(b); err != nil {
				return err
			}
			f(v)
			return nil
		}, nil
	})
}

// SubscribeValue calls f with each message of a type that is known only at run time, like Subscribe.
func (n *Node) SubscribeValue(topic string, m *rosmsg.Message, o SubOptions, f func(v *rosmsg.Value)) (*Subscription, error) {
	return n.subscribe(topic, m.Describe(), o, func(header) (func([]byte) error, error) {
		v := m.New()
		return func(b []byte) error {
			if err := v.Decode(b); err != nil {
				return err
			}
			f(v)
			return nil
		}, nil
	})
}

// SubscribeBody calls f with the bytes of each message that comes on a topic and its publisher's description. f must copy
// what it needs later.
func (n *Node) SubscribeBody(topic string, o SubOptions, f func(d wire.Description, body []byte)) (*Subscription, error) {
	return n.subscribe(topic, wire.Description{Type: "*", MD5: "*"}, o, func(h header) (func([]byte) error, error) {
		d := wire.Description{Type: h["type"], MD5: h["md5sum"], Text: h["message_definition"]}
		return func(b []byte) error { f(d, b); return nil }, nil
	})
}

// Subscription receives the messages of a topic.
type Subscription struct {
	n     *Node
	topic string
	desc  wire.Description
	o     SubOptions
	taker func(h header) (func(body []byte) error, error)
	one   sync.Mutex // calls of f, one at a time
	reg   *registration

	over atomic.Bool

	mu    sync.Mutex
	peers map[string]*peer // by the publisher's API
	lists int              // lists of publishers that the master has sent unasked
}

// peer is a publisher that the master has named.
type peer struct {
	id     int
	api    string
	cancel context.CancelFunc
	name   string

	// Guarded by the subscription's lock.
	received, bytes, bad, dropped uint64
	connected                     bool
	why                           error
	line                          string // of the connection

	window window // only used by the connection's goroutine
}

// errFull is the error for a message that finds no room in a program's queue: the message is dropped and counted.
var errFull = errors.New("the program's queue is full")

func (n *Node) subscribe(topic string, d wire.Description, o SubOptions, taker func(h header) (func([]byte) error, error)) (*Subscription, error) {
	name, err := n.Resolve(topic)
	if err != nil {
		return nil, err
	}
	s := &Subscription{n: n, topic: name, desc: d, o: o, taker: taker, peers: map[string]*peer{}}
	n.mu.Lock()
	n.subs[name] = append(n.subs[name], s)
	n.mu.Unlock()
	s.reg = n.register(registration{
		what: "subscription to " + name,
		do: func(c caller) error {
			for {
				s.mu.Lock()
				before := s.lists
				s.mu.Unlock()
				v, err := c.ask("registerSubscriber", name, d.Type, n.api)
				if err != nil || s.answered(before, texts(v)) {
					return err
				}
			}
		},
		undo: func(c caller) error {
			s.over.Store(true)
			n.mu.Lock()
			others := slices.ContainsFunc(n.subs[name], func(o *Subscription) bool { return !o.over.Load() })
			n.mu.Unlock()
			if others {
				return nil
			}
			_, err := c.ask("unregisterSubscriber", name, n.api)
			return err
		}})
	return s, nil
}

// texts returns the texts in an array.
func texts(v xmlrpc.Value) (all []string) {
	a, _ := v.(xmlrpc.Array)
	for _, x := range a {
		if s, ok := x.(string); ok {
			all = append(all, s)
		}
	}
	return all
}

// Topic is the topic's global name.
func (s *Subscription) Topic() string { return s.topic }

// Publishers is the number of connections.
func (s *Subscription) Publishers() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.peers {
		if p.connected {
			n++
		}
	}
	return n
}

// Errors says why publishers that the master names are not connected.
func (s *Subscription) Errors() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []error
	for _, p := range s.peers {
		if !p.connected && p.why != nil {
			all = append(all, fmt.Errorf("%s: publisher at %s: %w", s.topic, p.api, p.why))
		}
	}
	return errors.Join(all...)
}

// listed handles a list of publishers that the master has sent.
func (s *Subscription) listed(apis []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lists++
	s.update(apis)
}

// answered handles the list in the answer to a registration. If another list has overtaken it, which may be older or newer,
// it returns false.
func (s *Subscription) answered(before int, apis []string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lists != before {
		return false
	}
	s.update(apis)
	return true
}

// update connects to the publishers on a list, and disconnects from the others; s.mu is held.
func (s *Subscription) update(apis []string) {
	if s.over.Load() || s.n.ctx.Err() != nil {
		return
	}
	for api, p := range s.peers {
		if !slices.Contains(apis, api) {
			p.cancel()
			delete(s.peers, api)
		}
	}
	for _, api := range apis {
		if s.peers[api] != nil {
			continue
		}
		ctx, cancel := context.WithCancel(s.n.ctx)
		p := &peer{id: s.n.id(), api: api, cancel: cancel}
		s.peers[api] = p
		s.n.spawn(func() { s.follow(ctx, p) })
	}
}

// follow receives from a publisher as long as the master names it.
func (s *Subscription) follow(ctx context.Context, p *peer) {
	defer p.cancel()
	pause := s.n.cfg.Backoff
	for ctx.Err() == nil {
		was := p.received
		err := s.receive(ctx, p)
		s.mu.Lock()
		p.connected, p.why = false, err
		if p.received > was {
			pause = s.n.cfg.Backoff
		}
		s.mu.Unlock()
		if ctx.Err() != nil {
			return
		}
		s.n.log.Info("a publisher is lost", "topic", s.topic, "publisher", p.api, "error", err, "again in", pause)
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		pause = min(2*pause, 32*s.n.cfg.Backoff)
	}
}

// receive connects to a publisher and receives its messages until the connection ends.
func (s *Subscription) receive(ctx context.Context, p *peer) error {
	v, err := xmlrpc.NewClient(p.api, 0).Ask(ctx, "requestTopic", s.n.name, s.topic, xmlrpc.Array{xmlrpc.Array{"TCPROS"}})
	if err != nil {
		return err
	}
	to, ok := v.(xmlrpc.Array)
	if !ok || len(to) != 3 || to[0] != "TCPROS" {
		return fmt.Errorf("requestTopic: it answers %v, not [TCPROS, host, port]", v)
	}
	host, _ := to[1].(string)
	port, _ := to[2].(int32)
	d := net.Dialer{Timeout: s.n.cfg.Hello}
	c, err := d.DialContext(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(int(port))))
	if err != nil {
		return err
	}
	if !s.n.open(c) {
		return ErrClosed
	}
	defer s.n.shut(c)
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	delay := "1"
	if s.o.Delay {
		delay = "0"
	}
	r := newBodies(c, s.n.cfg.MaxMessage)
	h, err := hello(c, r.r, header{"callerid": s.n.name, "topic": s.topic, "type": s.desc.Type, "md5sum": s.desc.MD5, "message_definition": s.desc.Text, "tcp_nodelay": delay}, s.n.cfg.Hello)
	if err != nil {
		return err
	}
	if err := fits(s.topic, s.desc.Type, s.desc.MD5, h["type"], h["md5sum"]); err != nil {
		return err
	}
	take, err := s.taker(h)
	if err != nil {
		return err
	}
	s.mu.Lock()
	p.connected, p.why, p.name, p.line = true, nil, h["callerid"], line(c)
	s.mu.Unlock()
	return s.pump(ctx, p, h, r, take)
}

// pump receives the messages of a connection until it ends.
func (s *Subscription) pump(ctx context.Context, p *peer, h header, r *bodies, take func([]byte) error) error {
	for {
		body, err := r.next()
		if err == io.EOF {
			return errors.New("the publisher has closed the connection")
		}
		if err != nil {
			return err
		}
		told := s.told()
		var now int64
		if told != nil {
			now = s.n.Now().Nanoseconds()
		}
		s.one.Lock()
		if ctx.Err() == nil {
			err = take(body)
		}
		s.one.Unlock()
		lost := err == errFull
		if told != nil {
			s.measure(told, p, h, now, body, lost)
		}
		s.mu.Lock()
		p.received++
		p.bytes += uint64(len(body)) + 4
		switch {
		case lost:
			p.dropped++
			err = nil
		case err != nil:
			p.bad++
		}
		s.mu.Unlock()
		if err != nil {
			return err
		}
	}
}

// Close ends the subscription. A running call of its function is completed; no other begins.
func (s *Subscription) Close() error {
	s.n.mu.Lock()
	s.n.subs[s.topic] = slices.DeleteFunc(s.n.subs[s.topic], func(o *Subscription) bool { return o == s })
	if len(s.n.subs[s.topic]) == 0 {
		delete(s.n.subs, s.topic)
	}
	s.n.mu.Unlock()
	s.mu.Lock()
	s.over.Store(true)
	for api, p := range s.peers {
		p.cancel()
		delete(s.peers, api)
	}
	s.mu.Unlock()
	return s.n.unregister(s.reg)
}
