package franka

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// peer is the other end in tests, in lockstep: the next state goes out when the last one's command has come, so no
// clock runs. What happens at a command is up to the test.
type peer struct {
	t    testing.TB
	v    Version
	ln   net.Listener
	udp  *net.UDPConn
	work sync.WaitGroup

	mu    sync.Mutex
	conn  net.Conn
	to    netip.AddrPort
	state State
	move  uint32 // command_id of the running Move
	got   []Command

	request func(r Request) (done bool) // with mu held; false leaves the answer to the peer
	command func(n int, c Command)      // with mu held, after the n-th command; without it motions end as asked
}

func newPeer(t testing.TB, v Version) *peer {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	udp, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	p := &peer{t: t, v: v, ln: ln, udp: udp}
	p.state = *goldenState(v)
	s := &p.state
	s.ID, s.MotionGenerator, s.Controller, s.Mode = 1000, GenerateIdle, OtherController, ModeIdle
	s.CurrentErrors, s.LastErrors, s.SuccessRate = 0, 0, 0
	s.OTEEc = IdentityPose()
	s.Qd, s.DQd, s.DDQd = [Joints]float64{0, -0.75, 0, -2.25, 0, 1.625, 0.75}, [Joints]float64{}, [Joints]float64{}
	s.ODPEEc, s.ODDPEEc, s.TauJd = [6]float64{}, [6]float64{}, [Joints]float64{}
	s.ElbowC, s.DelbowC, s.DDelbowC = [2]float64{0, -1}, [2]float64{}, [2]float64{}
	p.work.Add(2)
	go p.serve()
	go p.receive()
	t.Cleanup(p.close)
	return p
}

func (p *peer) close() {
	_ = p.ln.Close()
	_ = p.udp.Close()
	p.mu.Lock()
	if p.conn != nil {
		_ = p.conn.Close()
	}
	p.mu.Unlock()
	p.work.Wait()
}

func (p *peer) serve() {
	defer p.work.Done()
	for {
		conn, err := p.ln.Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		p.conn = conn
		p.mu.Unlock()
		for p.one(conn) == nil {
		}
		_ = conn.Close()
	}
}

// one answers a request.
func (p *peer) one(conn net.Conn) error {
	b := make([]byte, MaxRequest)
	if _, err := io.ReadFull(conn, b[:HeaderSize]); err != nil {
		return err
	}
	h, err := ReadHeader(b, MaxRequest)
	if err != nil {
		return err
	}
	if _, err := io.ReadFull(conn, b[HeaderSize:h.Size]); err != nil {
		return err
	}
	var r Request
	if _, err := ReadRequest(b[:h.Size], p.v, &r); err != nil {
		p.t.Error(err)
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.request != nil && p.request(r) {
		return nil
	}
	return p.usual(conn, r)
}

// usual is what a robot in order answers.
func (p *peer) usual(conn net.Conn, r Request) error {
	switch r.Kind {
	case Connect:
		if r.Version != p.v {
			p.answer(Response{Kind: Connect, ID: r.ID, Status: IncompatibleLibraryVersion, Version: p.v})
			return io.EOF
		}
		p.to = netip.AddrPortFrom(addrPort(conn.RemoteAddr()).Addr(), r.Port)
		p.answer(Response{Kind: Connect, ID: r.ID, Version: p.v})
		p.send()
	case Move:
		p.move = r.ID
		p.answer(Response{Kind: Move, ID: r.ID, Status: MotionStarted})
		p.send() // not in the mode yet
		p.state.MotionGenerator, p.state.Controller, p.state.Mode = r.Move.Generator, r.Move.Controller, ModeMove
		p.state.SuccessRate = 0.5
		p.send()
	case StopMove:
		p.answer(Response{Kind: StopMove, ID: r.ID})
		p.end(Preempted)
	case GetRobotModel, LoadModelLibrary:
		p.answer(Response{Kind: r.Kind, ID: r.ID, Data: make([]byte, 100000)})
	case GetCartesianLimit:
		p.answer(Response{Kind: r.Kind, ID: r.ID, Limit: CartesianLimit{Active: true}})
	default:
		p.answer(Response{Kind: r.Kind, ID: r.ID})
	}
	return nil
}

func (p *peer) answer(r Response) {
	b, err := AppendResponse(nil, p.v, &r)
	if err != nil {
		p.t.Error(err)
	}
	_, _ = p.conn.Write(b)
}

// end ends the motion: response, modes, state.
func (p *peer) end(s Status) {
	p.answer(Response{Kind: Move, ID: p.move, Status: s})
	p.idle()
	p.send()
}

func (p *peer) idle() {
	p.state.MotionGenerator, p.state.Controller, p.state.Mode = GenerateIdle, OtherController, ModeIdle
}

// send sends the next state.
func (p *peer) send() {
	p.state.ID++
	p.raw(AppendState(nil, p.v, &p.state))
}

func (p *peer) raw(b []byte) { _, _ = p.udp.WriteToUDPAddrPort(b, p.to) }

// receive takes commands, of which those that answer the last state count.
func (p *peer) receive() {
	defer p.work.Done()
	b := make([]byte, 4096)
	for {
		n, err := p.udp.Read(b)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			continue // the client is gone
		}
		var c Command
		p.mu.Lock()
		if err := ReadCommand(b[:n], p.v, &c); err != nil {
			p.t.Error(err)
		}
		if c.ID == p.state.ID {
			p.got = append(p.got, c)
			switch {
			case p.command != nil:
				p.command(len(p.got), c)
			case c.Finished || c.TorqueFinished:
				p.end(Success)
			default:
				p.send()
			}
		}
		p.mu.Unlock()
	}
}

// commands are those received so far.
func (p *peer) commands() []Command {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Command(nil), p.got...)
}

func (p *peer) dial(o Options) *Client {
	p.t.Helper()
	if o.StateTimeout == 0 {
		o.StateTimeout = time.Minute // a loaded machine
		o.Timeout = time.Minute
	}
	c, err := Dial(context.Background(), p.ln.Addr().String(), o)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = c.Close() })
	return c
}
