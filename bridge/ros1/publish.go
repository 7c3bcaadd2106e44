package ros1

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Overflow says what happens to a message when the queue of a connection is full.
type Overflow uint8

// The policies. Dropped messages are always counted.
const (
	DropOldest Overflow = iota // as in ROS
	Wait                       // Publish waits until there is room, at most for Config.Stall
)

// PubOptions of a publisher.
type PubOptions struct {
	Queue    int      // greatest number of messages that wait for a connection; 0 is 64
	Overflow Overflow // what happens if there are more
	Latch    bool     // send the last message to each new subscriber
}

// Publisher sends messages on a topic.
type Publisher struct {
	n     *Node
	topic string
	desc  wire.Description
	o     PubOptions
	links []*link // guarded by mu
	last  *frame  // the last message, for new subscribers
	free  []*frame
	gone  struct{ sent, bytes, dropped uint64 } // by connections that are closed by now
	mu    sync.Mutex
	over  bool // the publisher is closed
	reg   *registration
}

// frame is a message on its way to several connections.
type frame struct {
	refs    atomic.Int32
	buf     []byte // the encoded message, with its length
	parts   [][]byte
	size    int
	release func() // parts of a message that belong to the caller
}

// Advertise makes a publisher of messages such as m. A topic can have only one.
func (n *Node) Advertise(topic string, m wire.Message, o PubOptions) (*Publisher, error) {
	return n.advertise(topic, m.Describe(), o)
}

func (n *Node) advertise(topic string, d wire.Description, o PubOptions) (*Publisher, error) {
	name, err := n.Resolve(topic)
	if err != nil {
		return nil, err
	}
	if o.Queue == 0 {
		o.Queue = 64
	}
	if o.Queue < 0 {
		return nil, fmt.Errorf("publisher of %s: a queue of %d messages", name, o.Queue)
	}
	p := &Publisher{n: n, topic: name, desc: d, o: o}
	n.mu.Lock()
	if n.pubs[name] != nil {
		n.mu.Unlock()
		return nil, fmt.Errorf("%s is published by this node already: use one publisher", name)
	}
	n.pubs[name] = p
	n.mu.Unlock()
	reg := n.register(registration{ // a subscriber may come before this returns
		what: "publisher of " + name,
		do: func(c caller) error {
			_, err := c.ask("registerPublisher", name, d.Type, n.api)
			return err
		},
		undo: func(c caller) error {
			_, err := c.ask("unregisterPublisher", name, n.api)
			return err
		}})
	p.mu.Lock()
	p.reg = reg
	p.mu.Unlock()
	return p, nil
}

// Topic is the topic's global name.
func (p *Publisher) Topic() string { return p.topic }

// Subscribers is the number of connections.
func (p *Publisher) Subscribers() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.links)
}

// Publish sends m to all subscribers. It encodes m once; m may be changed when Publish returns. It waits for the network
// only with the policy Wait.
func (p *Publisher) Publish(m wire.Message) error {
	if d := m.Describe(); d.MD5 != p.desc.MD5 || d.Type != p.desc.Type {
		return fmt.Errorf("publisher of %s: a %s where %s is sent", p.topic, d.Type, p.desc.Type)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.frame()
	f.buf = m.Append(append(f.buf[:0], 0, 0, 0, 0))
	f.size = len(f.buf)
	binary.LittleEndian.PutUint32(f.buf, uint32(f.size-4))
	f.parts = append(f.parts[:0], f.buf)
	return p.send(f)
}

// PublishBody sends a message whose bytes are given in parts, without copying them: they must not change until release is
// called on another goroutine. release may be nil.
func (p *Publisher) PublishBody(release func(), parts ...[]byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	f := p.frame()
	f.buf, f.release = append(f.buf[:0], 0, 0, 0, 0), release
	f.size, f.parts = 4, append(f.parts[:0], f.buf)
	for _, part := range parts {
		f.size += len(part)
		f.parts = append(f.parts, part)
	}
	binary.LittleEndian.PutUint32(f.buf, uint32(f.size-4))
	return p.send(f)
}

// frame returns a free frame.
func (p *Publisher) frame() (f *frame) {
	if n := len(p.free); n > 0 {
		f, p.free = p.free[n-1], p.free[:n-1]
	} else {
		f = &frame{}
	}
	f.refs.Store(1)
	return f
}

// drop releases a frame; p.mu is held.
func (p *Publisher) drop(f *frame) {
	if f.refs.Add(-1) > 0 {
		return
	}
	if f.release != nil {
		f.release()
	}
	f.release = nil
	clear(f.parts)
	if len(p.free) < p.o.Queue+batch+2 {
		p.free = append(p.free, f)
	}
}

// ErrClosed is the error of using something that was closed, or whose node was.
var ErrClosed = errors.New("closed")

// send hands a frame to all connections; p.mu is held.
func (p *Publisher) send(f *frame) error {
	switch {
	case p.over || p.n.ctx.Err() != nil:
		p.drop(f)
		return fmt.Errorf("publisher of %s: %w", p.topic, ErrClosed)
	case f.size-4 > math.MaxUint32:
		p.drop(f)
		return fmt.Errorf("publisher of %s: a message of %d bytes, and %d is the most that ROS 1 can send", p.topic, f.size-4, math.MaxUint32)
	}
	if p.o.Overflow == Wait {
		p.await()
	}
	for _, l := range p.links {
		p.shed(l)
		f.refs.Add(1)
		l.put(f)
	}
	if p.o.Latch {
		if p.last != nil {
			p.drop(p.last)
		}
		p.last = f
		return nil
	}
	p.drop(f)
	return nil
}

// await waits until all connections have room; p.mu is held, but released while it waits.
func (p *Publisher) await() {
	for p.n.ctx.Err() == nil {
		i := slices.IndexFunc(p.links, func(l *link) bool { return l.full() && !l.ended() })
		if i < 0 {
			return
		}
		l := p.links[i]
		p.mu.Unlock()
		select {
		case <-l.room:
		case <-l.over:
		case <-p.n.ctx.Done():
		}
		p.mu.Lock()
	}
}

// farewell is how long the last messages may take to be written, and a subscriber to close its end after that.
const farewell = 500 * time.Millisecond

// finish ends the publisher's connections after their last messages. Subscribers such as roscpp discard what they have not
// read when they hear from the master that the publisher has gone; so first the data ends, and then the subscriber closes.
func (p *Publisher) finish() {
	p.mu.Lock()
	p.over = true
	links := slices.Clone(p.links)
	for _, l := range links {
		l.last = true
		poke(l.wake)
	}
	p.mu.Unlock()
	enough := time.After(farewell)
	for _, l := range links {
		select {
		case <-l.left:
			continue
		case <-enough:
		}
		for _, l := range links {
			_ = l.conn.Close()
		}
		return
	}
}

// Close ends the publisher. What is queued is sent if subscribers take it within half a second.
func (p *Publisher) Close() error {
	p.n.mu.Lock()
	if p.n.pubs[p.topic] == p {
		delete(p.n.pubs, p.topic)
	}
	p.n.mu.Unlock()
	p.finish()
	p.mu.Lock()
	reg := p.reg
	p.reg = nil
	if p.last != nil {
		p.drop(p.last)
		p.last = nil
	}
	p.mu.Unlock()
	if reg == nil {
		return nil
	}
	return p.n.unregister(reg)
}

// What is written at once: the number of messages, and the number of bytes after which no further one is added. A large
// message is written while it is still in the processor's cache.
const (
	batch     = 64
	batchSize = 128 << 10
)

// link is the connection of a subscriber: a ring of frames that a goroutine writes. Except for the goroutine's own fields,
// it is guarded by the publisher's lock.
type link struct {
	id    int
	conn  net.Conn
	peer  string
	ring  []*frame
	head  int
	count int
	wake  chan struct{} // there is something to write
	room  chan struct{} // something was taken
	over  chan struct{} // the connection is closed
	left  chan struct{} // and forgotten
	last  bool          // nothing more will be queued

	sent, bytes, dropped uint64

	out   [batch]*frame
	store [][]byte
	bufs  net.Buffers
}

func (l *link) full() bool { return l.count == len(l.ring) }

// ended reports whether the connection is closed.
func (l *link) ended() bool {
	select {
	case <-l.over:
		return true
	default:
		return false
	}
}

// put appends a frame; there must be room.
func (l *link) put(f *frame) {
	l.ring[(l.head+l.count)%len(l.ring)] = f
	l.count++
	poke(l.wake)
}

func poke(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// shed drops the oldest frame if there is no room.
func (p *Publisher) shed(l *link) {
	if l.full() {
		p.drop(l.ring[l.head])
		l.head = (l.head + 1) % len(l.ring)
		l.count--
		l.dropped++
	}
}

// take moves frames to l.out, and reports whether no more will come.
func (p *Publisher) take(l *link) (n int, last bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for size := 0; n < batch && l.count > 0 && size < batchSize; n++ {
		l.out[n] = l.ring[l.head]
		size += l.out[n].size
		l.ring[l.head] = nil
		l.head = (l.head + 1) % len(l.ring)
		l.count--
	}
	if n > 0 {
		poke(l.room)
	}
	return n, l.last
}

// end ends what is sent, and waits until the subscriber closes.
func (l *link) end() error {
	if c, ok := l.conn.(*net.TCPConn); ok && c.CloseWrite() == nil {
		select {
		case <-l.over:
		case <-time.After(farewell):
		}
	}
	return net.ErrClosed
}

// attach answers a subscriber's header and serves the connection until it ends.
func (p *Publisher) attach(c net.Conn, h header) error {
	if err := fits(p.topic, p.desc.Type, p.desc.MD5, h["type"], h["md5sum"]); err != nil {
		return refuse(c, "%w", err)
	}
	latching := "0"
	if p.o.Latch {
		latching = "1"
	}
	a := header{"callerid": p.n.name, "latching": latching, "md5sum": p.desc.MD5, "message_definition": p.desc.Text, "topic": p.topic, "type": p.desc.Type}
	if _, err := c.Write(a.append(nil)); err != nil {
		return err
	}
	if err := c.SetDeadline(time.Time{}); err != nil {
		return err
	}
	l := &link{id: p.n.id(), conn: c, peer: h["callerid"], ring: make([]*frame, p.o.Queue), wake: make(chan struct{}, 1), room: make(chan struct{}, 1), over: make(chan struct{}), left: make(chan struct{})}
	p.mu.Lock()
	if p.over {
		p.mu.Unlock()
		return ErrClosed
	}
	p.links = append(p.links, l)
	if p.last != nil {
		p.last.refs.Add(1)
		l.put(p.last)
	}
	p.mu.Unlock()
	p.n.log.Debug("a subscriber has come", "topic", p.topic, "peer", l.peer)
	p.n.busy.Go(func() { // subscribers send nothing more: a read ends with the connection
		_, _ = c.Read(make([]byte, 1))
		_ = c.Close()
		close(l.over)
	})
	err := p.write(l)
	_ = c.Close()
	p.detach(l)
	close(l.left)
	p.n.log.Debug("a subscriber has left", "topic", p.topic, "peer", l.peer, "error", err)
	return nil
}

// write sends what is queued until the connection ends.
func (p *Publisher) write(l *link) error {
	for {
		n, last := p.take(l)
		if n == 0 && last {
			return l.end()
		}
		if n == 0 {
			select {
			case <-l.wake:
			case <-l.over:
				return net.ErrClosed
			}
			continue
		}
		l.store = l.store[:0]
		size := 0
		for _, f := range l.out[:n] {
			l.store = append(l.store, f.parts...)
			size += f.size
		}
		l.bufs = l.store
		err := l.conn.SetWriteDeadline(time.Now().Add(p.n.cfg.Stall))
		if err == nil {
			_, err = l.bufs.WriteTo(l.conn)
		}
		p.mu.Lock()
		for i, f := range l.out[:n] {
			p.drop(f)
			l.out[i] = nil
		}
		if err == nil {
			l.sent, l.bytes = l.sent+uint64(n), l.bytes+uint64(size)
		} else {
			l.dropped += uint64(n)
		}
		p.mu.Unlock()
		if err != nil {
			return err
		}
	}
}

// detach forgets a connection.
func (p *Publisher) detach(l *link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.links = slices.DeleteFunc(p.links, func(o *link) bool { return o == l })
	for ; l.count > 0; l.count-- {
		p.drop(l.ring[l.head])
		l.head = (l.head + 1) % len(l.ring)
		l.dropped++
	}
	p.gone.sent += l.sent
	p.gone.bytes += l.bytes
	p.gone.dropped += l.dropped
}
