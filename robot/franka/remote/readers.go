package remote

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// readers are the applications that only read the robot: with or without a motion, each gets the members that it
// subscribed to of every state. One thread at a time owns them: Serve's between motions, the one beside the robot's loop
// during a motion.
type readers struct {
	s     *Server
	all   []*reader
	some  atomic.Bool        // there are some: the robot's loop passes whole states on
	views ring[franka.State] // from the robot's loop
	image []byte             // of a state
	out   []byte             // a packet

	mu   sync.Mutex // guards done, to which goroutines waiting for the robot add
	done []done     // its answers
}

// reader is one application that reads.
type reader struct {
	peer    netip.AddrPort
	hello   []byte
	answer  []byte
	nonce   seal.Nonce
	session *link.Session
	proof   *mark
	heard   int64
	last    uint32 // its last request,
	asking  bool   // whether the robot has it now,
	replied []byte // and the body of the answer
	packet  link.Packet
}

// done is the robot's answer to a request.
type done struct {
	who seal.Nonce
	id  uint32
	a   franka.Response
	err error // why there is no answer
}

const (
	mostReaders = 8
	// readerLost is the time without a packet after which a reader is dropped. Readers acknowledge states all the time.
	readerLost = 5 * time.Second
)

func newReaders(s *Server) *readers {
	return &readers{s: s, views: newRing[franka.State](4), out: make([]byte, 0, MaxDatagram)}
}

// asksStates distinguishes a hello that asks only for states from one that asks for a motion.
func asksStates(h *link.Hello) bool { return h.Generator == uint8(franka.GenerateIdle) }

// greet answers a hello that asks for states.
func (x *readers) greet(h *link.Hello, b []byte, from netip.AddrPort) {
	for _, r := range x.all {
		if r.peer == from && sameHello(b, r.hello) {
			_ = x.s.port.SendTo(r.answer, from)
			return
		}
	}
	if x.s.used[h.Nonce] {
		return
	}
	if err := x.admit(h, b, from); err != nil {
		x.s.refuse(h, b, from, err)
	}
}

// admit opens a reader's session. Its first state is believed, because the robot's state number by then is not known here.
func (x *readers) admit(h *link.Hello, b []byte, from netip.AddrPort) error {
	c, _, err := x.s.agree(h)
	switch {
	case err != nil:
		return err
	case !isSmooth(x.s.c.Scheme):
		return fmt.Errorf("scheme %v has no readers: start the interface with --scheme smooth", x.s.c.Scheme)
	case len(x.all) == mostReaders:
		return fmt.Errorf("%d applications read this robot already", mostReaders)
	}
	r := &reader{peer: from, hello: append([]byte(nil), b...), nonce: h.Nonce, heard: rt.Now()}
	if r.session, err = c.session(link.Interface); err != nil {
		return err
	}
	if r.answer, r.proof, err = answer(&c.Secrets, 0); err != nil {
		return err
	}
	x.s.used[h.Nonce] = true
	x.all = slices.DeleteFunc(x.all, func(o *reader) bool { return o.peer == from }) // which has started anew
	x.all = append(x.all, r)
	x.some.Store(true)
	_ = x.s.port.SendTo(r.answer, from)
	x.s.c.Notice(fmt.Sprintf("%v reads the robot", from))
	return nil
}

// take handles a datagram of a reader; false: it is not from one, or is a hello.
func (x *readers) take(b []byte, from netip.AddrPort) bool {
	if isHello(b) {
		return false
	}
	i := slices.IndexFunc(x.all, func(r *reader) bool { return r.peer == from })
	if i < 0 {
		return false
	}
	r := x.all[i]
	if id, q, ok := readRequest(b, askByte, r.proof); ok {
		r.heard = rt.Now()
		x.ask(r, id, q)
		return true
	}
	switch status := r.session.Receive(b, &r.packet); {
	case status != link.OK:
		return true
	case r.packet.Notice && r.session.Notice().Topic == link.Bye:
		x.drop(i, "has left")
	default:
		r.heard = rt.Now()
	}
	return true
}

// drop removes a reader.
func (x *readers) drop(i int, why string) {
	x.s.c.Notice(fmt.Sprintf("reader %v %s", x.all[i].peer, why))
	x.all = slices.Delete(x.all, i, i+1)
	x.some.Store(len(x.all) > 0)
}

// pass hands a state of the robot's loop to the thread beside it. If that is behind, readers miss a state.
func (x *readers) pass(s *franka.State) {
	if !x.some.Load() {
		return
	}
	if v := x.views.slot(); v != nil {
		*v = *s
		x.views.push()
	}
}

// passed sends what the robot's loop has passed on.
func (x *readers) passed() {
	for v := x.views.front(); v != nil; v = x.views.front() {
		x.feed(v)
		x.views.pop()
	}
}

// feed sends a state to all readers, and the robot's answers to those who asked.
func (x *readers) feed(s *franka.State) {
	now := rt.Now()
	x.image = franka.AppendMembers(x.image[:0], x.s.robot.Version(), s)
	for i := len(x.all) - 1; i >= 0; i-- {
		r := x.all[i]
		if now-r.heard > int64(readerLost) {
			x.drop(i, fmt.Sprintf("was silent for %v", readerLost))
			continue
		}
		if x.out = r.session.Send(x.out[:0], s.ID, x.image, false); len(x.out) > 0 {
			_ = x.s.port.SendTo(x.out, r.peer)
		}
	}
	x.replies()
}

// gone tells all readers that there are no more states.
func (x *readers) gone(text string) {
	for _, r := range x.all {
		_ = x.s.port.SendTo(over(text, r.proof), r.peer)
	}
	x.all = nil
	x.some.Store(false)
}

// ask passes a request on to the robot, one per reader at a time. A repeated request gets the same answer again.
func (x *readers) ask(r *reader, id uint32, request []byte) {
	switch {
	case id == r.last && r.replied != nil:
		_ = x.s.port.SendTo(appendRequest(answerByte, id, r.replied, r.proof), r.peer)
		return
	case id <= r.last || r.asking:
		return
	}
	r.last, r.replied = id, nil
	q := new(franka.Request)
	_, err := franka.ReadRequest(request, x.s.robot.Version(), q)
	switch {
	case err != nil:
		x.reply(done{who: r.nonce, id: id, err: err})
	case q.Kind == franka.Connect || q.Kind == franka.Move || q.Kind == franka.StopMove || q.Kind == franka.LoadModelLibrary || q.Kind == franka.GetRobotModel:
		x.reply(done{who: r.nonce, id: id, err: fmt.Errorf("an interface does not pass %v on", q.Kind)})
	default:
		r.asking = true
		go x.carry(x.s.robot, q, done{who: r.nonce, id: id})
	}
}

// carry takes a request to the robot. A recovery takes some seconds.
func (x *readers) carry(robot *franka.Client, q *franka.Request, d done) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	d.a, d.err = robot.Ask(ctx, q)
	x.mu.Lock()
	defer x.mu.Unlock()
	x.done = append(x.done, d)
}

// replies sends the robot's answers.
func (x *readers) replies() {
	x.mu.Lock()
	all := x.done
	x.done = nil
	x.mu.Unlock()
	for _, d := range all {
		x.reply(d)
	}
}

// reply answers a request, if the reader is still there.
func (x *readers) reply(d done) {
	i := slices.IndexFunc(x.all, func(r *reader) bool { return r.nonce == d.who })
	if i < 0 {
		return
	}
	r := x.all[i]
	out, err := franka.AppendResponse([]byte{1}, x.s.robot.Version(), &d.a)
	if d.err == nil {
		d.err = err
	}
	if d.err != nil {
		out = append([]byte{0}, d.err.Error()...)
	}
	r.asking, r.replied = false, out
	_ = x.s.port.SendTo(appendRequest(answerByte, d.id, out, r.proof), r.peer)
}

// Requests and their answers are separate datagrams: a byte with which no packet of the link begins, a word, the request's
// number, what FCI sends by TCP, and a CRC-32; with a key, counter and MAC as mark appends them. An answer has a byte
// before FCI's response: 1, or 0 and a text if the robot gave none.
const (
	askByte    = 0xa0
	answerByte = 0xb0
)

func appendRequest(kind byte, id uint32, body []byte, proof *mark) []byte {
	b := append([]byte{kind}, word...)
	b = binary.LittleEndian.AppendUint32(b, id)
	b = append(b, body...)
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	if proof != nil {
		b = proof.append(nil, b)
	}
	return b
}

func readRequest(b []byte, kind byte, proof *mark) (id uint32, body []byte, ok bool) {
	const front, sum = 9, 4
	if len(b) < front+sum || b[0] != kind || string(b[1:5]) != word {
		return 0, nil, false
	}
	if proof != nil {
		n, ok := proof.open(b)
		if !ok {
			return 0, nil, false
		}
		b = b[:n]
	}
	n := len(b) - sum
	if n < front || crc32.ChecksumIEEE(b[:n]) != binary.LittleEndian.Uint32(b[n:]) {
		return 0, nil, false
	}
	return binary.LittleEndian.Uint32(b[5:]), b[front:n], true
}
