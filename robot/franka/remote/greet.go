package remote

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Besides the link's own packets, a session has two messages. With a call, the interface of a scheme in which it is
// the client asks the application for its hello; and an application that has long received nothing asks the interface
// whether the session is still open. With an over, the interface says how the session ended. Both begin with a byte
// with which no packet of the link begins, and a word.
const (
	callByte = 0x80
	overByte = 0x90
	word     = "SNLK"
)

// call is the whole text of a call.
func call(s Scheme) []byte { return append([]byte{callByte}, word+string(rune(s.Manner().Number))...) }

func isCall(b []byte) bool { return len(b) == 6 && b[0] == callByte && string(b[1:5]) == word }

// isHello distinguishes a hello from a datagram of a scheme, which may begin with any byte.
func isHello(b []byte) bool { return link.IsHello(b) && len(b) > 5 && string(b[1:5]) == word }

// over tells the application how the session ended: an empty text means that the motion completed.
func over(text string, s *mark) []byte {
	if len(text) > 200 {
		text = text[:200]
	}
	b := append([]byte{overByte}, word+text...)
	if s != nil {
		b = append(b, s.out.Over(nil, b)...)
	}
	return b
}

// readOver returns the text of an over.
func readOver(b []byte, s *mark) (text string, ok bool) {
	if len(b) < 5 || b[0] != overByte || string(b[1:5]) != word {
		return "", false
	}
	if s != nil {
		n := len(b) - seal.Size
		if n < 5 || !s.in.Good(nil, b) {
			return "", false
		}
		b = b[:n]
	}
	return string(b[5:]), true
}

// mark authenticates datagrams that are not the link's own: a counter of 8 bytes and a MAC follow them. The counter of
// arriving datagrams must increase, so that they cannot be replayed.
type mark struct {
	out, in     *seal.Seal // sending and receiving are in different threads
	sent, heard uint64
}

// newMark derives the keys of a session. Each direction has a separate key.
func newMark(k Secrets, interfaceEnd bool) (*mark, error) {
	if k.Key == nil {
		return nil, nil
	}
	in, err := seal.New(k.Key, "sinew remote 1: to interface", k.Asked, k.Answered)
	if err != nil {
		return nil, fmt.Errorf("remote: %w", err)
	}
	out, err := seal.New(k.Key, "sinew remote 1: to application", k.Asked, k.Answered)
	if err != nil {
		return nil, fmt.Errorf("remote: %w", err)
	}
	if !interfaceEnd {
		in, out = out, in
	}
	return &mark{out: out, in: in}, nil
}

// append appends b with counter and MAC.
func (s *mark) append(dst, b []byte) []byte {
	s.sent++
	dst = append(dst, b...)
	dst = binary.LittleEndian.AppendUint64(dst, s.sent)
	return append(dst, s.out.Over(nil, dst)...)
}

// open checks b and returns the size of its content.
func (s *mark) open(b []byte) (int, bool) {
	n := len(b) - seal.Size
	if n < 8 || !s.in.Good(nil, b) {
		return 0, false
	}
	count := binary.LittleEndian.Uint64(b[n-8:])
	if count <= s.heard {
		return 0, false
	}
	s.heard = count
	return n - 8, true
}

// extra is the part of a hello for the schemes.
type extra struct {
	acknowledge bool
	resume      bool
	depth       uint8
	stopAfter   uint16
	share       uint8 // percent
	local       string
	path, goal  franka.Deviation // zero: not stated
}

const (
	extraSize      = 7
	deviationsSize = 2 * 3 * 8
)

func (e *extra) deviations() [6]*float64 {
	return [6]*float64{&e.path.Translation, &e.path.Rotation, &e.path.Elbow, &e.goal.Translation, &e.goal.Rotation, &e.goal.Elbow}
}

func (e *extra) append(dst []byte) []byte {
	var flags byte
	if e.acknowledge {
		flags |= 1
	}
	if e.resume {
		flags |= 2
	}
	format := byte(1)
	if e.path != (franka.Deviation{}) || e.goal != (franka.Deviation{}) {
		format = 2
	}
	dst = append(dst, format, flags, e.depth)
	dst = binary.LittleEndian.AppendUint16(dst, e.stopAfter)
	dst = append(append(dst, e.share, byte(len(e.local))), e.local...)
	if format == 2 {
		for _, x := range e.deviations() {
			dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(*x))
		}
	}
	return dst
}

// said returns what a hello states of d: nothing for libfranka's default, as from ends that do not know deviations.
func said(d franka.Deviation) franka.Deviation {
	if d == franka.DefaultDeviation {
		return franka.Deviation{}
	}
	return d
}

func readExtra(b []byte) (e extra, err error) {
	if len(b) < extraSize {
		return e, errExtra
	}
	size := extraSize + int(b[6])
	rest := b[min(size, len(b)):]
	if b[0] < 1 || b[0] > 2 || len(b) != size+int(b[0]-1)*deviationsSize {
		return e, errExtra
	}
	e = extra{
		acknowledge: b[1]&1 != 0, resume: b[1]&2 != 0, depth: b[2], stopAfter: binary.LittleEndian.Uint16(b[3:]),
		share: b[5], local: string(b[extraSize:size]),
	}
	if b[0] == 2 {
		for i, x := range e.deviations() {
			*x = math.Float64frombits(binary.LittleEndian.Uint64(rest[8*i:]))
		}
	}
	return e, nil
}

var errExtra = errors.New("remote: the hello is not one of a Franka's application")

// hello asks for a session of c.
func (c *Config) hello(e extra) (link.Hello, error) {
	l, err := c.link()
	if err != nil {
		return link.Hello{}, err
	}
	h := l.Hello(c.Secrets.Asked)
	h.Scheme, h.Protocol = c.Scheme.Manner().Number, uint16(c.Version)
	h.Generator, h.Controller = uint8(c.Generator), uint8(c.Controller)
	if c.reads {
		h.Generator = uint8(franka.GenerateIdle)
	}
	h.Extra = e.append(nil)
	return h, nil
}

// accept turns a hello into the configuration of the interface. Every fault is a reason to refuse.
func accept(h *link.Hello, s Scheme, v franka.Version) (c Config, e extra, err error) {
	if h.Scheme != s.Manner().Number {
		return c, e, fmt.Errorf("the interface serves scheme %v, not %s", s, schemeName(h.Scheme))
	}
	if franka.Version(h.Protocol) != v {
		return c, e, fmt.Errorf("the robot speaks protocol %d, the application asks for %d", v, h.Protocol)
	}
	if e, err = readExtra(h.Extra); err != nil {
		return c, e, err
	}
	l, err := h.Config(franka.Layout(v), franka.CommandLayout(v))
	if err != nil {
		return c, e, err
	}
	c = Config{
		Scheme: s, Version: v, Generator: franka.MotionGenerator(h.Generator), Compression: h.Compression, NoCRC: !h.CRC,
		Redundancy: int(h.Redundancy), StateQuanta: l.StateQuanta, CommandQuanta: l.CommandQuanta, Resume: e.resume,
		Depth: int(e.depth), StopAfter: int(e.stopAfter), Share: float64(e.share) / 100, Path: e.path, Goal: e.goal,
	}
	c.reads = c.Generator == franka.GenerateIdle
	for _, i := range l.State.Members() {
		c.Subscribe = append(c.Subscribe, franka.Layout(v)[i].Name)
	}
	c.Controller = franka.Controller(h.Controller)
	if err := c.Validate(); err != nil {
		return c, e, err
	}
	if e.local != "" {
		if c.Local, _, err = NewMotion(e.local); err != nil {
			return c, e, err
		}
	}
	c = c.filled()
	want, err := franka.CommandLayout(v).Select(c.Commanded()...)
	if err != nil || !slices.Equal(want.Members(), l.Command.Members()) {
		return c, e, fmt.Errorf("the application sends other members of commands than its motion needs: %v", c.Commanded())
	}
	return c, e, nil
}

// sameHello reports whether b is the hello that began the session, sent once more.
func sameHello(b, first []byte) bool { return bytes.Equal(b, first) }
