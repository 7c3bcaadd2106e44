package remote

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// ReadConfig describes an application that reads a robot through an interface and does not move it. Up to eight may do so at the
// same time, alongside the one that moves it.
type ReadConfig struct {
	Interface   string
	Version     franka.Version // of the robot's protocol; 0: 5
	Subscribe   []string       // members of the state, by libfranka's names; nil: all
	Compression link.Compression
	NoCRC       bool
	Key         []byte
	Patience    time.Duration // for an answer to the hello; 0: 5 s
	Silence     time.Duration // after this time without a state it asks for them anew; 0: 1 s
	// Take is called with every arriving state. Members that the reader has not subscribed to are marked in it: see franka.State's
	// Absent.
	Take func(s *franka.State)
	// Lost is called when states stop coming, and Back when they come again; may be nil.
	Lost func(err error)
	Back func()
}

// Reader reads a robot through an interface.
type Reader struct {
	c       ReadConfig
	a       *client
	session *link.Session
	packet  link.Packet
	state   franka.State
	image   []byte
	command []byte
	out     []byte
	pace    pace
	newest  uint64
	acks    uint64 // sent
	since   int    // states sent since then

	mu      sync.Mutex // guards the following fields: Ask runs in another goroutine
	id      uint32
	request []byte // that waits for its answer; nil: none
	due     int64
	answer  chan answered
}

type answered struct {
	response franka.Response
	err      error
}

// ackEvery is the number of states acknowledged at once. Compression relies on acknowledged states.
const ackEvery = 8

// NewReader asks an interface for the robot's states and returns when it has accepted. Read receives them.
func NewReader(ctx context.Context, c ReadConfig) (*Reader, error) {
	if c.Version == 0 {
		c.Version = franka.Version5
	}
	if err := c.Version.Check(); err != nil {
		return nil, err
	}
	if c.Subscribe == nil {
		for _, m := range franka.Layout(c.Version) {
			c.Subscribe = append(c.Subscribe, m.Name)
		}
	}
	if c.Silence == 0 {
		c.Silence = time.Second
	}
	if c.Take == nil {
		c.Take = func(*franka.State) {}
	}
	if c.Lost == nil {
		c.Lost = func(error) {}
	}
	if c.Back == nil {
		c.Back = func() {}
	}
	r := &Reader{
		c: c, image: make([]byte, franka.Layout(c.Version).Size()), command: franka.AppendCommandMembers(nil, c.Version, new(franka.Command)),
		answer: make(chan answered, 1),
	}
	return r, r.join(ctx)
}

// join opens a session.
func (r *Reader) join(ctx context.Context) error {
	cfg := Config{Version: r.c.Version, Subscribe: r.c.Subscribe, Compression: r.c.Compression, NoCRC: r.c.NoCRC, Secrets: Secrets{Key: r.c.Key}, reads: true}
	a, err := newClient(ConnectConfig{Config: cfg, Interface: r.c.Interface, Patience: r.c.Patience})
	if err != nil {
		return err
	}
	if err = a.greet(ctx); err == nil {
		r.session, err = a.c.Config.session(link.Application)
	}
	if err != nil {
		a.port.Close()
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.a, r.acks, r.since = a, 0, 0
	r.pace, r.newest = pace{first: a.c.Config.First}, 0
	r.id, r.due = 0, 0
	if r.request != nil {
		r.id = 1
	}
	return nil
}

// Read passes states to Take until ctx ends. If none come, for instance because the interface was restarted, it asks for them again
// until they do.
func (r *Reader) Read(ctx context.Context) error {
	defer func() { r.a.port.Close() }()
	buf, heard, lost := make([]byte, MaxDatagram), rt.Now(), false
	for ctx.Err() == nil {
		n, err := r.a.wire.Receive(buf, time.Duration(rt.Now())+listens)
		switch {
		case err == nil && r.take(buf[:n]):
			heard = rt.Now()
			if lost {
				lost = false
				r.c.Back()
			}
		case err != nil && err != ErrTimeout:
			return err
		}
		r.repeat()
		if !r.a.ended && rt.Now()-heard < int64(r.c.Silence) {
			continue
		}
		if !lost {
			lost = true
			r.c.Lost(r.why())
		}
		r.a.port.Close()
		if err := r.rejoin(ctx); err != nil {
			return err
		}
		heard = rt.Now()
	}
	if r.session != nil {
		_ = r.a.wire.Send(r.session.Notify(nil, link.Notice{Topic: link.Bye}))
	}
	return ctx.Err()
}

// why says why no more states come.
func (r *Reader) why() error {
	if r.a.ended {
		return fmt.Errorf("remote: no more states: %s", r.a.reason)
	}
	return ErrSilent
}

// rejoin asks for the session until there is one, or the interface refuses for a reason other than that it is starting.
func (r *Reader) rejoin(ctx context.Context) error {
	for ctx.Err() == nil {
		err := r.join(ctx)
		if !errors.Is(err, ErrSilent) {
			return err
		}
	}
	return ctx.Err()
}

// take reads a datagram; it reports whether it brought a state or an answer.
func (r *Reader) take(b []byte) bool {
	if id, body, ok := readRequest(b, answerByte, r.a.mark); ok {
		r.answered(id, body)
		return true
	}
	p := &r.packet
	if most, ok := r.pace.until(r.a.wire.Now()); ok {
		r.session.Until(most)
	}
	if r.session.Receive(b, p) != link.OK || p.Notice || p.Snapshot || p.Seq <= r.newest {
		return false
	}
	r.newest = p.Seq
	r.pace.see(p.Seq, r.a.wire.Now())
	r.session.Sample(0, r.image)
	if franka.ReadPart(r.image, r.c.Version, &r.state, r.session.Origin) != nil {
		return false
	}
	r.state.ID = p.Seq
	if r.since++; r.since >= ackEvery || r.acks == 0 {
		r.since = 0
		r.acks++
		if r.out = r.session.Send(r.out[:0], r.acks, r.command, false); len(r.out) > 0 {
			_ = r.a.wire.Send(r.out)
		}
	}
	r.c.Take(&r.state)
	return true
}

// Ask sends the robot a request through the interface and returns its response, whatever the status: any request but Connect, Move,
// StopMove and those for its model. Only one goroutine may call Ask at a time, while another is in Read.
func (r *Reader) Ask(ctx context.Context, q *franka.Request) (franka.Response, error) {
	b, err := franka.AppendRequest(nil, r.c.Version, q)
	if err != nil {
		return franka.Response{}, err
	}
	r.mu.Lock()
	if r.request != nil {
		r.mu.Unlock()
		return franka.Response{}, franka.ErrBusy
	}
	select {
	case <-r.answer: // of an abandoned request
	default:
	}
	r.id++
	r.request, r.due = b, 0
	r.mu.Unlock()
	select {
	case a := <-r.answer:
		return a.response, a.err
	case <-ctx.Done():
		r.mu.Lock()
		defer r.mu.Unlock()
		r.request = nil
		return franka.Response{}, ctx.Err()
	}
}

// repeat keeps sending the request that waits for its answer.
func (r *Reader) repeat() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := rt.Now(); r.request != nil && now >= r.due {
		r.due = now + int64(repeat)
		_ = r.a.wire.Send(appendRequest(askByte, r.id, r.request, r.a.mark))
	}
}

// answered takes an answer.
func (r *Reader) answered(id uint32, body []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.request == nil || id != r.id || len(body) == 0 {
		return
	}
	r.request = nil
	var a answered
	if body[0] == 1 {
		_, a.err = franka.ReadResponse(body[1:], r.c.Version, &a.response)
	} else {
		a.err = fmt.Errorf("remote: the interface answers: %s", body[1:])
	}
	r.answer <- a
}
