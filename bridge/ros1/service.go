package ros1

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bridge/ros1/xmlrpc"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// server answers the calls of a service.
type server struct {
	n        *Node
	name     string
	svc      wire.Service
	q, a     string // types of request and response
	answerer func() func(body, to []byte) ([]byte, error)
	reg      *registration

	calls, in, out atomic.Uint64
}

// Serve answers calls of a service with f, which may be called concurrently for different connections. The caller gets
// the error of f. close ends the service.
func Serve[Q, A any, QP pointer[Q], AP pointer[A]](n *Node, service string, svc wire.Service, f func(request *Q, response *A) error) (stop func() error, err error) {
	s := &server{n: n, svc: svc, q: QP(new(Q)).Describe().Type, a: AP(new(A)).Describe().Type}
	s.answerer = func() func(body, to []byte) ([]byte, error) {
		q := new(Q)
		return func(body, to []byte) ([]byte, error) {
			if err := QP(q).Decode(body); err != nil {
				return nil, err
			}
			a := new(A)
			if err := f(q, a); err != nil {
				return nil, err
			}
			return AP(a).Append(to), nil
		}
	}
	return n.offer(service, s)
}

func (n *Node) offer(service string, s *server) (stop func() error, err error) {
	if s.name, err = n.Resolve(service); err != nil {
		return nil, err
	}
	n.mu.Lock()
	if n.serves[s.name] != nil {
		n.mu.Unlock()
		return nil, fmt.Errorf("%s is served by this node already", s.name)
	}
	n.serves[s.name] = s
	n.mu.Unlock()
	s.reg = n.register(registration{
		what: "service " + s.name,
		do: func(c caller) error {
			_, err := c.ask("registerService", s.name, n.rpc, n.api)
			return err
		},
		undo: func(c caller) error {
			_, err := c.ask("unregisterService", s.name, n.rpc)
			return err
		}})
	return func() error {
		n.mu.Lock()
		if n.serves[s.name] == s {
			delete(n.serves, s.name)
		}
		n.mu.Unlock()
		return n.unregister(s.reg)
	}, nil
}

// attach serves a client's connection.
func (s *server) attach(c net.Conn, h header) error {
	if m := h["md5sum"]; m != s.svc.MD5 && m != "*" {
		return refuse(c, "%w", fits(s.name, s.svc.Type, s.svc.MD5, "*", m))
	}
	a := header{"callerid": s.n.name, "md5sum": s.svc.MD5, "type": s.svc.Type, "request_type": s.q, "response_type": s.a, "service": s.name}
	if _, err := c.Write(a.append(nil)); err != nil || h["probe"] == "1" {
		return err
	}
	if err := c.SetDeadline(time.Time{}); err != nil {
		return err
	}
	r, answer := newBodies(c, s.n.cfg.MaxMessage), s.answerer()
	var b []byte
	for {
		body, err := r.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		s.calls.Add(1)
		s.in.Add(uint64(len(body)) + 4)
		b = append(b[:0], 1, 0, 0, 0, 0)
		if whole, err := answer(body, b); err != nil {
			b = append(append(b[:0], 0, 0, 0, 0, 0), err.Error()...)
		} else {
			b = whole
		}
		binary.LittleEndian.PutUint32(b[1:], uint32(len(b)-5))
		s.out.Add(uint64(len(b)))
		if err := c.SetWriteDeadline(time.Now().Add(s.n.cfg.Stall)); err != nil {
			return err
		}
		if _, err := c.Write(b); err != nil {
			return err
		}
		if p := h["persistent"]; p != "1" && !strings.EqualFold(p, "true") {
			return nil
		}
	}
}

// Client calls a service over a persistent connection. It must be used by one goroutine at a time.
type Client struct {
	n    *Node
	name string
	svc  wire.Service
	conn net.Conn
	r    *bufio.Reader
	buf  []byte
	in   []byte
	err  error // the error after which the connection cannot be used
}

// ErrService is the error of a service that reports failure.
type ErrService struct{ Service, Text string }

// Error returns the service's error text.
func (e *ErrService) Error() string { return fmt.Sprintf("%s: %s", e.Service, e.Text) }

// Connect finds a service and connects to it.
func (n *Node) Connect(ctx context.Context, service string, svc wire.Service) (*Client, error) {
	return n.connect(ctx, service, svc, header{"persistent": "1"})
}

func (n *Node) connect(ctx context.Context, service string, svc wire.Service, more header) (*Client, error) {
	c, _, err := n.dialService(ctx, service, svc, more)
	return c, err
}

func (n *Node) dialService(ctx context.Context, service string, svc wire.Service, h header) (*Client, header, error) {
	name, err := n.Resolve(service)
	if err != nil {
		return nil, nil, err
	}
	v, err := caller{ctx, n}.ask("lookupService", name)
	var refused *xmlrpc.Refused
	if errors.As(err, &refused) {
		return nil, nil, fmt.Errorf("no node serves %s", name)
	}
	if err != nil {
		return nil, nil, err
	}
	uri, _ := v.(string)
	addr, ok := strings.CutPrefix(uri, "rosrpc://")
	if !ok {
		return nil, nil, fmt.Errorf("%s is said to be at %.100q, which is no rosrpc://HOST:PORT", name, uri)
	}
	d := net.Dialer{Timeout: n.cfg.Hello}
	conn, err := d.DialContext(ctx, "tcp", strings.TrimSuffix(addr, "/"))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	if !n.open(conn) {
		return nil, nil, ErrClosed
	}
	h["callerid"], h["service"], h["md5sum"], h["type"] = n.name, name, svc.MD5, svc.Type
	c := &Client{n: n, name: name, svc: svc, conn: conn, r: bufio.NewReaderSize(conn, 16<<10)}
	a, err := hello(conn, c.r, h, n.cfg.Hello)
	if err == nil {
		err = fits(name, svc.Type, svc.MD5, a["type"], a["md5sum"])
	}
	if err != nil {
		n.shut(conn)
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, a, nil
}

// Probe asks for a service's type without calling it.
func (n *Node) Probe(ctx context.Context, service string) (wire.Service, error) {
	c, h, err := n.dialService(ctx, service, wire.Service{Type: "*", MD5: "*"}, header{"probe": "1"})
	if err != nil {
		return wire.Service{}, err
	}
	c.Close()
	return wire.Service{Type: h["type"], MD5: h["md5sum"]}, nil
}

// Call calls a service once.
func (n *Node) Call(ctx context.Context, service string, svc wire.Service, request, response wire.Message) error {
	c, err := n.connect(ctx, service, svc, header{"persistent": "0"})
	if err != nil {
		return err
	}
	defer c.Close()
	return c.Call(ctx, request, response)
}

// Call calls the service. After an error other than *ErrService the connection is closed.
func (c *Client) Call(ctx context.Context, request, response wire.Message) error {
	if c.err != nil {
		return c.err
	}
	// The end of ctx makes anything that waits on the connection fail. The deadline set then is removed before the next
	// call.
	var once sync.Once
	stop := context.AfterFunc(ctx, func() { once.Do(func() { _ = c.conn.SetDeadline(time.Unix(1, 0)) }) })
	err := c.call(request, response)
	if !stop() {
		once.Do(func() {}) // waits until it is set
	}
	var said *ErrService
	if err != nil && !errors.As(err, &said) {
		c.err = fmt.Errorf("%s: %w", c.name, errors.Join(ctx.Err(), err))
		c.Close()
		return c.err
	}
	_ = c.conn.SetDeadline(time.Time{}) // a closed connection fails at the next call
	return err
}

func (c *Client) call(request, response wire.Message) error {
	c.buf = request.Append(append(c.buf[:0], 0, 0, 0, 0))
	binary.LittleEndian.PutUint32(c.buf, uint32(len(c.buf)-4))
	if _, err := c.conn.Write(c.buf); err != nil {
		return err
	}
	head, err := c.r.Peek(5)
	if err != nil {
		return fmt.Errorf("no answer: %w", err)
	}
	ok, n := head[0] != 0, int(binary.LittleEndian.Uint32(head[1:]))
	if n > c.n.cfg.MaxMessage {
		return fmt.Errorf("an answer of %d bytes is announced, and %d is the most (Config.MaxMessage)", n, c.n.cfg.MaxMessage)
	}
	_, _ = c.r.Discard(5) // they have been peeked
	if c.in, err = grown(c.r, c.in, n); err != nil {
		return fmt.Errorf("the connection ends within an answer of %d bytes: %w", n, err)
	}
	if !ok {
		return &ErrService{c.name, string(c.in)}
	}
	return response.Decode(c.in)
}

// Close closes the connection.
func (c *Client) Close() {
	if c.err == nil {
		c.err = ErrClosed
	}
	c.n.shut(c.conn)
}
