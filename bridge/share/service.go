package share

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/control/node"
)

// hello is how long the two ends may take to greet each other.
const hello = 5 * time.Second

// queued is the greatest number of records that wait to be sent to one end. An end that falls behind further is
// disconnected.
const queued = 64

var errTaken = errors.New("another process is this node: two nodes have one name")

func indexOf(names []string, name string) int { return slices.Index(names, name) }

func unknownNode(names []string) error {
	return fmt.Errorf("the overseer's table has no such node: it has %s", strings.Join(names, ", "))
}

// local refuses addresses that other machines could reach.
func local(network, address string) error {
	if network != "tcp" {
		return nil
	}
	if _, err := netip.ParseAddrPort(address); err != nil {
		return fmt.Errorf("%q is no address and port: give 127.0.0.1:PORT", address)
	}
	if !sock.Local(address) {
		return fmt.Errorf("%s is not on loopback: the service knows no keys, so it stays on this machine", address)
	}
	return nil
}

// receive reads a record.
func receive(c net.Conn, r *record) error {
	var b [Size]byte
	if _, err := io.ReadFull(c, b[:]); err != nil {
		return err
	}
	r.read(&b)
	return nil
}

// Service is a [Hub] behind a socket.
type Service struct {
	names    []string
	listener net.Listener
	reports  chan told
	done     chan struct{}
	all      sync.WaitGroup

	mu     sync.Mutex
	closed bool
	wires  []*wire // by node, nil while it is not connected
	open   map[net.Conn]bool
	system record   // the latest state, for nodes that connect later
	states []record // by node: what the overseer knows
	pids   []int    // by node: as its process has reported
	heard  []time.Time
}

type told struct {
	report node.Report
	err    error
}

func serve(network, address string, names []string) (Hub, error) {
	if err := local(network, address); err != nil {
		return nil, fmt.Errorf("share: %w", err)
	}
	if network == "unix" { // a socket without a listener was left by a killed process
		if c, err := net.Dial(network, address); err == nil {
			_ = c.Close()
			return nil, fmt.Errorf("share: %s belongs to an overseer that runs: end it, or give another path", address)
		}
		if i, err := os.Lstat(address); err == nil && i.Mode().Type() == os.ModeSocket {
			_ = os.Remove(address)
		}
	}
	l, err := net.Listen(network, address)
	if err != nil {
		return nil, fmt.Errorf("share: %w", err)
	}
	if network == "unix" {
		if err := os.Chmod(address, 0o600); err != nil {
			return nil, errors.Join(fmt.Errorf("share: %w", err), l.Close())
		}
	}
	s := &Service{names: names, listener: l, reports: make(chan told, queued*len(names)), done: make(chan struct{}),
		wires: make([]*wire, len(names)), open: map[net.Conn]bool{}, states: make([]record, len(names)), pids: make([]int, len(names)), heard: make([]time.Time, len(names))}
	s.all.Add(1)
	go s.accept()
	return s, nil
}

// Addr is where the service listens.
func (s *Service) Addr() net.Addr { return s.listener.Addr() }

func (s *Service) accept() {
	defer s.all.Done()
	for {
		c, err := sock.Accept(s.listener)
		if err != nil {
			return
		}
		s.mu.Lock()
		if s.closed || len(s.open) > 2*len(s.names)+16 {
			s.mu.Unlock()
			_ = c.Close()
			continue
		}
		s.open[c] = true
		s.mu.Unlock()
		s.all.Add(1)
		go func() {
			defer s.all.Done()
			s.talk(c)
			s.mu.Lock()
			delete(s.open, c)
			s.mu.Unlock()
			_ = c.Close()
		}()
	}
}

// talk serves one connection until it ends.
func (s *Service) talk(c net.Conn) {
	_ = c.SetDeadline(time.Now().Add(hello))
	var r record
	if receive(c, &r) != nil {
		return
	}
	if r.kind() == kindLook && r[1] == magic && r[2] == version {
		s.show(c)
		return
	}
	name, err := r.text(5, longestFault, "")
	i := indexOf(s.names, name)
	switch {
	case err != nil || r.kind() != kindHello || r[1] != magic || r[2] != version:
		err = errors.New("the other end speaks another protocol or version")
	case i < 0:
		err = unknownNode(s.names)
	}
	var w *wire
	if err == nil {
		w, err = s.join(i, int(uint32(r[3])), c)
	}
	if err != nil {
		var b [Size]byte
		r = record{kindRefused}
		r.put(5, longestFault, err.Error())
		r.bytes(&b)
		_, _ = c.Write(b[:])
		return
	}
	_ = c.SetReadDeadline(time.Time{})
	known := ""
	for receive(c, &r) == nil {
		p, err := r.report(i, known)
		s.mu.Lock()
		s.heard[i] = time.Now()
		s.mu.Unlock()
		known = p.Notice.Cause
		if err != nil {
			err = fmt.Errorf("node %s: %w", name, err)
		}
		if !s.tell(told{p, err}) {
			break
		}
	}
	w.close()
	gone := told{report: node.Report{Node: int32(i), Notice: node.Notice{State: node.Lost}}}
	s.mu.Lock()
	s.wires[i], s.pids[i] = nil, 0
	select {
	case s.reports <- gone: // before the messages of the next life
		s.mu.Unlock()
	default:
		s.mu.Unlock()
		s.tell(gone)
	}
}

func (s *Service) tell(t told) bool {
	select {
	case s.reports <- t:
		return true
	case <-s.done:
		return false
	}
}

// join makes a connection the one of node i, and sends it the state of the system.
func (s *Service) join(i, pid int, c net.Conn) (*wire, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wires[i] != nil {
		return nil, errTaken
	}
	_ = c.SetDeadline(time.Time{})
	w := newWire(c)
	s.wires[i], s.pids[i] = w, pid
	_ = w.send(&record{kindHello, magic, version}) // the queue is empty
	if s.system.kind() == kindSystem {
		_ = w.send(&s.system)
	}
	return w, nil
}

// Receive implements Hub.
func (s *Service) Receive() (node.Report, error) {
	select {
	case t := <-s.reports:
		select {
		case <-s.done: // what closing causes is not reported
		default:
			return t.report, t.err
		}
	case <-s.done:
	}
	return node.Report{}, ErrClosed
}

// Answer implements Hub.
func (s *Service) Answer(i int, a node.Answer) error {
	var r record
	r.fromMessage(&Message{Answer: a})
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wires[i] == nil {
		return nil // the node has gone, which is reported elsewhere
	}
	return unlessGone(s.wires[i].send(&r))
}

// Publish implements Hub.
func (s *Service) Publish(y node.System) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.system.fromMessage(&Message{Changed: true, Answer: node.Answer{System: y}})
	var errs []error
	for _, w := range s.wires {
		if w != nil {
			errs = append(errs, unlessGone(w.send(&s.system)))
		}
	}
	return errors.Join(errs...)
}

// unlessGone ignores ErrGone: the reader of the connection reports that.
func unlessGone(err error) error {
	if errors.Is(err, ErrGone) {
		return nil
	}
	return err
}

// Status implements Hub.
func (s *Service) Status(i int, st node.Status) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.states[i].fromStatus(&st)
	return nil
}

// Close implements Hub.
func (s *Service) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.done)
	err := s.listener.Close()
	for c := range s.open {
		_ = c.Close()
	}
	for _, w := range s.wires {
		if w != nil {
			w.close()
		}
	}
	s.mu.Unlock()
	s.all.Wait()
	return err
}

// client is a Line to a service.
type client struct {
	*wire
	last  node.System
	leave sync.Once
}

func dial(network, address, name string) (Line, error) {
	if err := local(network, address); err != nil {
		return nil, err
	}
	if len(name) > longestName {
		return nil, fmt.Errorf("the name has %d bytes, the most is %d", len(name), longestName)
	}
	c, err := net.DialTimeout(network, address, hello)
	if err != nil {
		return nil, err
	}
	_ = c.SetDeadline(time.Now().Add(hello))
	r := record{kindHello, magic, version, uint64(os.Getpid())}
	r.put(5, longestFault, name)
	var b [Size]byte
	r.bytes(&b)
	if _, err = c.Write(b[:]); err == nil {
		err = receive(c, &r)
	}
	if err == nil && (r.kind() != kindHello || r[1] != magic || r[2] != version) {
		why, bad := r.text(5, longestFault, "")
		if r.kind() != kindRefused || bad != nil {
			why = "the other end speaks another protocol or version"
		}
		err = errors.New(why)
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	_ = c.SetDeadline(time.Time{})
	return &client{wire: newWire(c)}, nil
}

// Send implements Line.
func (c *client) Send(p *node.Report) error {
	var r record
	r.fromReport(p)
	return c.send(&r)
}

// Receive implements Line.
func (c *client) Receive() (Message, error) {
	var r record
	if err := receive(c.conn, &r); err != nil {
		c.close()
		return Message{}, ErrGone
	}
	m, err := r.message(&c.last)
	c.last = m.Answer.System
	return m, err
}

// Close implements Line. What was sent before is still delivered, if the other end takes it within a second.
func (c *client) Close() error {
	c.leave.Do(func() {
		_ = c.conn.SetWriteDeadline(time.Now().Add(time.Second))
		close(c.bye)
		<-c.idle
		c.close()
	})
	return nil
}
