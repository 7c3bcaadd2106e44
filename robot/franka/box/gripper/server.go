package gripper

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bridge/sock"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Device is the device of a Server: Hand or Cup.
type Device interface {
	Kind() franka.Gripper
	Do(q *franka.GripperRequest) (s franka.GripperStatus, done bool)
	Step() (s franka.GripperStatus, done bool)
	Append(dst []byte) []byte
	Scene() Scene
}

// Scene changes a device's surroundings by hand.
type Scene interface {
	Object(width float64) error
	Pull(force float64) error
	Break(broken bool)
	String() string
}

// Config says where a gripper listens.
type Config struct {
	Listen string // "" for the maker's port on loopback
	// Exposed allows addresses beyond loopback. The protocol has no password: anyone who reaches the port moves the gripper.
	Exposed bool
	Report  func(line string) // reports ended commands, if set; it must not block
	Log     *slog.Logger      // of connections; nil for none
}

// Server puts a device behind its protocol, for one client at a time; it closes a second connection at once.
type Server struct {
	cfg      Config
	listener net.Listener
	wg       sync.WaitGroup

	mu     sync.Mutex
	device Device
	client *client
	out    []byte
}

// client is the one connection.
type client struct {
	conn    net.Conn
	udp     *net.UDPConn // after Connect
	pending franka.GripperRequest
	waits   bool // pending has no answer yet
}

const messageTime = time.Second // for a message to arrive, and for an answer to be taken

// Listen opens a device's port.
func Listen(cfg Config, d Device) (*Server, error) {
	if cfg.Listen == "" {
		cfg.Listen = fmt.Sprintf("127.0.0.1:%d", d.Kind().Port())
	}
	if !cfg.Exposed && !sock.Local(cfg.Listen) {
		return nil, fmt.Errorf("gripper: listen address %q is not on loopback: the protocol has no password; use 127.0.0.1 and a tunnel, or set Exposed (--exposed)", cfg.Listen)
	}
	l, err := net.Listen("tcp", cfg.Listen)
	if err != nil {
		return nil, fmt.Errorf("gripper: the %v cannot listen: %w (choose another port)", d.Kind(), err)
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Report == nil {
		cfg.Report = func(string) {}
	}
	return &Server{cfg: cfg, listener: l, device: d}, nil
}

// Addr is the address of the TCP port.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// Do calls f with the device's scene while nothing else uses it.
func (s *Server) Do(f func(Scene)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s.device.Scene())
}

// Serve runs the device until ctx ends, then closes everything and waits for its goroutines.
func (s *Server) Serve(ctx context.Context) {
	stop := context.AfterFunc(ctx, s.Close)
	defer stop()
	s.wg.Add(1)
	go s.accept(ctx)
	tick := time.NewTicker(Cycle * time.Millisecond)
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-tick.C:
			s.cycle()
		}
	}
	s.wg.Wait()
}

// Close closes the port and the connection.
func (s *Server) Close() {
	_ = s.listener.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.client != nil {
		_ = s.client.conn.Close()
	}
}

// cycle steps the device and sends its state. If the machine pauses, the device's time slips.
func (s *Server) cycle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if status, done := s.device.Step(); done {
		s.conclude(status)
	}
	if s.client == nil || s.client.udp == nil {
		return
	}
	s.out = s.device.Append(s.out[:0])
	_, _ = s.client.udp.Write(s.out) // a state that the network does not accept is lost, as datagrams may be
}

// conclude answers the waiting command.
func (s *Server) conclude(status franka.GripperStatus) {
	if s.client == nil || !s.client.waits {
		return
	}
	s.client.waits = false
	s.reply(&s.client.pending, status)
}

// reply answers q. It drops a client that does not take its answer.
func (s *Server) reply(q *franka.GripperRequest, status franka.GripperStatus) {
	g := s.device.Kind()
	a := franka.GripperResponse{Kind: q.Kind, ID: q.ID, Status: status, Version: g.Version()}
	if q.Kind != franka.GripperConnect {
		s.cfg.Report(fmt.Sprintf("%v: %v %s", g, q.Kind, [...]string{"succeeded", "failed", "was unsuccessful", "was aborted"}[status]))
	}
	b, err := franka.AppendGripperResponse(s.out[:0], g, &a)
	if err == nil {
		_ = s.client.conn.SetWriteDeadline(time.Now().Add(messageTime))
		_, err = s.client.conn.Write(b)
	}
	if err != nil {
		_ = s.client.conn.Close()
	}
}

// accept takes clients, one at a time.
func (s *Server) accept(ctx context.Context) {
	defer s.wg.Done()
	for {
		conn, err := sock.Accept(s.listener)
		if err != nil {
			return
		}
		s.wg.Add(1)
		go s.serve(ctx, conn)
	}
}

// serve serves one connection until it ends.
func (s *Server) serve(ctx context.Context, conn net.Conn) {
	defer s.wg.Done()
	defer conn.Close()
	log := s.cfg.Log.With("client", conn.RemoteAddr().String())
	c := &client{conn: conn}
	s.mu.Lock()
	refused := s.client != nil || ctx.Err() != nil
	if !refused {
		s.client = c
	}
	s.mu.Unlock()
	if refused {
		log.Info("gripper: client refused: the gripper has one already")
		return
	}
	err := s.listen(c)
	s.mu.Lock()
	s.client = nil
	if c.udp != nil {
		_ = c.udp.Close()
	}
	if c.waits { // there is nobody to answer: the client's command ends
		s.device.Do(&franka.GripperRequest{Kind: franka.GripperStop})
	}
	s.mu.Unlock()
	if errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed) {
		log.Info("gripper: client gone")
		return
	}
	log.Warn("gripper: client dropped", "why", err)
}

// listen takes requests until the connection ends.
func (s *Server) listen(c *client) error {
	buf := make([]byte, 0, 256)
	for {
		for {
			var q franka.GripperRequest
			n, err := franka.ReadGripperRequest(buf, s.device.Kind(), &q)
			if errors.Is(err, franka.ErrShort) {
				break
			}
			if err == nil {
				err = s.handle(c, &q)
			}
			if err != nil {
				return err
			}
			buf = buf[:copy(buf, buf[n:])]
		}
		deadline := time.Time{}
		if len(buf) > 0 || c.udp == nil {
			deadline = time.Now().Add(messageTime)
		}
		_ = c.conn.SetReadDeadline(deadline)
		n, err := c.conn.Read(buf[len(buf):cap(buf)])
		if buf = buf[:len(buf)+n]; err != nil {
			return err
		}
	}
}

// handle carries a request out.
func (s *Server) handle(c *client, q *franka.GripperRequest) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if (q.Kind == franka.GripperConnect) != (c.udp == nil) {
		return fmt.Errorf("%w: Connect comes first, and once", franka.ErrMessage)
	}
	if q.Kind == franka.GripperConnect {
		return s.greet(c, q)
	}
	s.conclude(franka.GripperAborted)
	if status, done := s.device.Do(q); done {
		s.reply(q, status)
		return nil
	}
	c.pending, c.waits = *q, true
	return nil
}

// greet answers Connect; states are sent from then on.
func (s *Server) greet(c *client, q *franka.GripperRequest) error {
	g := s.device.Kind()
	if q.Version != g.Version() {
		s.reply(q, franka.GripperFail) // the status here means that the versions differ
		return fmt.Errorf("%w: the client speaks version %d, the %v %d", franka.ErrMessage, q.Version, g, g.Version())
	}
	local, ok := c.conn.LocalAddr().(*net.TCPAddr)
	remote, ok2 := c.conn.RemoteAddr().(*net.TCPAddr)
	if !ok || !ok2 || q.Port == 0 {
		return fmt.Errorf("%w: Connect with UDP port %d", franka.ErrMessage, q.Port)
	}
	var err error
	c.udp, err = net.DialUDP("udp", &net.UDPAddr{IP: local.IP, Zone: local.Zone}, &net.UDPAddr{IP: remote.IP, Port: int(q.Port), Zone: remote.Zone})
	if err == nil {
		s.reply(q, franka.GripperSuccess)
	}
	return err
}
