package box

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/robot/franka"
)

const (
	greetingTime = 5 * time.Second // for Connect
	messageTime  = time.Second     // from a message's first byte to its last, and for an answer to be read
	waitingMost  = 64              // answers that a client has not read
)

// session is one client.
type session struct {
	conn    net.Conn
	udp     *datagrams
	answers chan franka.Response
	quit    chan struct{}
	over    atomic.Bool
	owed    atomic.Bool // a MotionStarted has not been sent yet
	held    uint64      // the cycle whose command is in Server.command

	pending [3]request // Move, StopMove, and others that wait for their outcome
}

// request is a request that waits for its outcome.
type request struct {
	id   uint32
	open bool
}

// slot returns the place in pending of requests of kind k.
func slot(k franka.Kind) int {
	switch k {
	case franka.Move:
		return 0
	case franka.StopMove:
		return 1
	}
	return 2
}

// end closes the connection; the goroutines notice.
func (c *session) end() {
	if !c.over.Swap(true) {
		close(c.quit)
		_ = c.conn.Close()
	}
}

// reply hands a response to the writer. It ends the connection of a client that does not read its answers.
func (c *session) reply(a franka.Response) {
	select {
	case c.answers <- a:
	default:
		c.end()
	}
}

// conclude answers the request that waits for o.
func (c *session) conclude(o Outcome) {
	if p := &c.pending[slot(o.Kind)]; p.open {
		p.open = o.Kind == franka.Move && o.Status == franka.MotionStarted
		if p.open {
			c.owed.Store(true)
		}
		c.reply(franka.Response{Kind: o.Kind, ID: p.id, Status: o.Status, Limit: o.Limit})
	}
}

// accept takes clients, one at a time.
func (s *Server) accept() {
	defer s.wg.Done()
	for {
		conn, err := sock.Accept(s.listener)
		if err != nil {
			s.done.Store(true)
			return
		}
		s.wg.Add(1)
		go s.serve(conn)
	}
}

// serve serves one connection until it ends.
func (s *Server) serve(conn net.Conn) {
	defer s.wg.Done()
	log := s.cfg.Log.With("client", conn.RemoteAddr().String())
	if t, ok := conn.(*net.TCPConn); ok {
		_ = t.SetNoDelay(true)
		_ = t.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true, Idle: time.Second, Interval: time.Second, Count: 3})
	}
	c := &session{conn: conn, answers: make(chan franka.Response, waitingMost), quit: make(chan struct{})}
	if !s.enter(c) {
		_ = conn.Close()
		log.Info("franka: client refused: the robot has one already")
		return
	}
	log.Info("franka: client connected")
	err := s.greet(c)
	if err == nil {
		s.wg.Add(1)
		go s.write(c)
		err = s.listen(c)
	}
	gone := err == nil || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed)
	s.leave(c, gone)
	c.end() // after leave, so that a client that sees this end finds the robot available
	if gone {
		log.Info("franka: client gone")
		return
	}
	log.Warn("franka: client dropped", "why", err)
}

// enter makes c the robot's client. The end of the previous client may take a moment to be noticed; one that has not sent
// Connect by then gives way.
func (s *Server) enter(c *session) bool {
	for try := range 2 {
		wait := time.NewTimer(changeover)
		select {
		case s.place <- struct{}{}:
			wait.Stop()
			return s.entered(c)
		case <-wait.C:
		}
		s.mu.Lock()
		mute := s.client != nil && s.session == nil
		if try > 0 || !mute {
			s.n.Refused++
			s.mu.Unlock()
			return false
		}
		s.client.end()
		s.mu.Unlock()
	}
	return false
}

// entered records that c has the robot.
func (s *Server) entered(c *session) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.client = c
	s.n.Accepted++
	if s.done.Load() {
		c.end()
	}
	return true
}

// leave releases the robot.
func (s *Server) leave(c *session, gone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !gone {
		s.n.Dropped++
	}
	s.session, s.client = nil, nil
	if a, ok := s.arm.(interface{ Abandon() }); ok { // a motion that waits for no commands does not end for lack of them
		a.Abandon()
	}
	if c.udp != nil {
		c.udp.close()
	}
	<-s.place
}

// greet answers Connect; after that, states are sent.
func (s *Server) greet(c *session) error {
	_ = c.conn.SetReadDeadline(time.Now().Add(greetingTime))
	v := s.version
	b := make([]byte, franka.RequestSize(s.version, franka.Connect))
	if _, err := io.ReadFull(c.conn, b[:franka.HeaderSize]); err != nil {
		return unfinished(err)
	}
	var q franka.Request
	if h, err := franka.ReadHeader(b, len(b)); err != nil || h.Command != 0 || int(h.Size) != len(b) {
		return fmt.Errorf("%w: the first message is no Connect (command %d of %d bytes)", franka.ErrMessage, h.Command, h.Size)
	}
	if _, err := io.ReadFull(c.conn, b[franka.HeaderSize:]); err != nil {
		return unfinished(err)
	}
	if _, err := franka.ReadRequest(b, v, &q); err != nil {
		return err
	}
	a, _ := s.arm.Handle(&q)
	out, err := franka.AppendResponse(nil, v, &a)
	if err != nil {
		return err
	}
	if a.Status == franka.Success {
		if err := c.stream(q.Port, v); err != nil {
			return err
		}
	}
	_ = c.conn.SetWriteDeadline(time.Now().Add(messageTime))
	if _, err := c.conn.Write(out); err != nil {
		return err
	}
	if a.Status != franka.Success {
		return franka.VersionError{Server: v, Library: q.Version}
	}
	s.mu.Lock()
	s.session = c
	s.mu.Unlock()
	return nil
}

// stream opens the UDP socket to the client's port: the same address as the TCP connection at both ends.
func (c *session) stream(port uint16, v franka.Version) error {
	local, ok := c.conn.LocalAddr().(*net.TCPAddr)
	remote, ok2 := c.conn.RemoteAddr().(*net.TCPAddr)
	if !ok || !ok2 || port == 0 {
		return fmt.Errorf("%w: Connect with UDP port %d", franka.ErrMessage, port)
	}
	u, err := net.DialUDP("udp", &net.UDPAddr{IP: local.IP, Zone: local.Zone}, &net.UDPAddr{IP: remote.IP, Port: int(port), Zone: remote.Zone})
	if err != nil {
		return err
	}
	if c.udp, err = newDatagrams(u, franka.CommandSize(v)+1); err != nil {
		_ = u.Close()
	}
	return err
}

// listen takes requests until the connection ends.
func (s *Server) listen(c *session) error {
	v := s.version
	buf := make([]byte, 0, 2*franka.MaxRequest)
	for {
		for {
			var q franka.Request
			n, err := franka.ReadRequest(buf, v, &q)
			if errors.Is(err, franka.ErrShort) {
				break
			}
			if err == nil && q.Kind == franka.Connect {
				err = fmt.Errorf("%w: a second Connect", franka.ErrMessage)
			}
			if err != nil {
				return err
			}
			if q.Kind == franka.LoadModelLibrary && s.cfg.Library != nil {
				s.library(c, &q)
			} else {
				s.handle(c, &q)
			}
			buf = buf[:copy(buf, buf[n:])]
		}
		deadline := time.Time{}
		if len(buf) > 0 {
			deadline = time.Now().Add(messageTime)
		}
		_ = c.conn.SetReadDeadline(deadline)
		n, err := c.conn.Read(buf[len(buf):cap(buf)])
		if buf = buf[:len(buf)+n]; err != nil {
			if len(buf) > 0 {
				return unfinished(err)
			}
			return err
		}
	}
}

// unfinished describes the early end of a message in its error.
func unfinished(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: a message ends before it is complete (%v)", franka.ErrMessage, err)
	}
	return err
}

// handle carries a request out and answers it.
func (s *Server) handle(c *session, q *franka.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, done := s.arm.Handle(q)
	started := a.Kind == franka.Move && a.Status == franka.MotionStarted
	if started || !done {
		c.pending[slot(q.Kind)] = request{id: q.ID, open: true}
	}
	if started {
		c.owed.Store(true)
		if s.robot != nil { // a robot elsewhere answers by an outcome
			s.note(Outcome{Kind: franka.Move, Status: a.Status, Motion: s.robot.Motion()})
		}
	}
	if done {
		c.reply(a)
	}
}

// library answers LoadModelLibrary. Meanwhile the robot continues.
func (s *Server) library(c *session, q *franka.Request) {
	a := franka.Response{Kind: q.Kind, ID: q.ID}
	var err error
	if a.Data, err = s.cfg.Library(q.Library); err != nil {
		s.cfg.Log.Warn("franka: no model library for a client", "client", c.conn.RemoteAddr().String(), "why", err)
		a.Status, a.Data = franka.Failed, nil
	}
	c.reply(a)
}

// write sends answers.
func (s *Server) write(c *session) {
	defer s.wg.Done()
	defer c.owed.Store(false)
	var out []byte
	for {
		select {
		case <-c.quit:
			return
		case a := <-c.answers:
			var err error
			if out, err = franka.AppendResponse(out[:0], s.version, &a); err == nil {
				_ = c.conn.SetWriteDeadline(time.Now().Add(messageTime))
				_, err = c.conn.Write(out)
			}
			if a.Kind == franka.Move && a.Status == franka.MotionStarted {
				c.owed.Store(false)
			}
			if err != nil {
				c.end()
				return
			}
		}
	}
}
