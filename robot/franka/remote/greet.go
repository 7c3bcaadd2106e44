package remote

import (
	"bytes"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"slices"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// Beside the link's own packets a session has two: with a call the interface of a scheme in which it is the client
// asks the application for its hello, and the application, when it has long heard nothing, the interface whether the
// session goes on; with an over it says how the session ended. Both begin with a byte that no
// packet of the link begins with, and a word.
const (
	callByte = 0x80
	overByte = 0x90
	word     = "SNLK"
)

// call is the whole of one.
func call(s Scheme) []byte { return append([]byte{callByte}, word+string(rune(s))...) }

func isCall(b []byte) bool { return len(b) == 6 && b[0] == callByte && string(b[1:5]) == word }

// isHello tells a hello from a datagram of a scheme, which may begin with any byte.
func isHello(b []byte) bool { return link.IsHello(b) && len(b) > 5 && string(b[1:5]) == word }

// over tells the application how the session ended: an empty text is a motion that came to its end.
func over(text string, s *seal) []byte {
	if len(text) > 200 {
		text = text[:200]
	}
	b := append([]byte{overByte}, word+text...)
	if s != nil {
		b = append(b, s.mac(&s.out, b)...)
	}
	return b
}

// readOver returns the text of an over.
func readOver(b []byte, s *seal) (text string, ok bool) {
	if len(b) < 5 || b[0] != overByte || string(b[1:5]) != word {
		return "", false
	}
	if s != nil {
		n := len(b) - sealSum
		if n < 5 || !hmac.Equal(s.mac(&s.in, b[:n]), b[n:]) {
			return "", false
		}
		b = b[:n]
	}
	return string(b[5:]), true
}

// seal authenticates datagrams that are not the link's own: a counter of 8 bytes and a MAC of 16 follow them
// (HMAC-SHA-256, RFC 2104). The counter of what comes in must rise, so nothing can be sent again.
type seal struct {
	out, in     keyed // sending and receiving are different threads'
	sent, heard uint64
}

// keyed computes MACs under one key.
type keyed struct {
	h   hash.Hash
	buf []byte
}

const sealSum = 16

// newSeal derives the keys of a session (HKDF-SHA-256, RFC 5869). The two directions have keys of their own.
func newSeal(k Secrets, interfaceEnd bool) (*seal, error) {
	if k.Key == nil {
		return nil, nil
	}
	salt := append(k.Asked[:], k.Answered[:]...)
	var h [2]keyed
	for i, purpose := range [2]string{"to application", "to interface"} {
		key, err := hkdf.Key(sha256.New, k.Key, salt, "sinew remote 1: "+purpose, sha256.Size)
		if err != nil {
			return nil, fmt.Errorf("remote: no key can be derived: %w", err)
		}
		h[i] = keyed{hmac.New(sha256.New, key), make([]byte, 0, sha256.Size)}
	}
	s := &seal{out: h[0], in: h[1]}
	if !interfaceEnd {
		s.out, s.in = s.in, s.out
	}
	return s, nil
}

func (s *seal) mac(k *keyed, b []byte) []byte {
	k.h.Reset()
	_, _ = k.h.Write(b)
	k.buf = k.h.Sum(k.buf[:0])
	return k.buf[:sealSum]
}

// append appends b with counter and MAC.
func (s *seal) append(dst, b []byte) []byte {
	s.sent++
	dst = append(dst, b...)
	dst = binary.LittleEndian.AppendUint64(dst, s.sent)
	return append(dst, s.mac(&s.out, dst)...)
}

// open returns the size of what b carries.
func (s *seal) open(b []byte) (int, bool) {
	n := len(b) - sealSum
	if n < 8 || !hmac.Equal(s.mac(&s.in, b[:n]), b[n:]) {
		return 0, false
	}
	count := binary.LittleEndian.Uint64(b[n-8:])
	if count <= s.heard {
		return 0, false
	}
	s.heard = count
	return n - 8, true
}

// extra is what a hello carries for the schemes.
type extra struct {
	acknowledge bool
	resume      bool
	depth       uint8
	stopAfter   uint16
	share       uint8 // percent
	local       string
}

const extraSize = 7

func (e *extra) append(dst []byte) []byte {
	var flags byte
	if e.acknowledge {
		flags |= 1
	}
	if e.resume {
		flags |= 2
	}
	dst = append(dst, 1, flags, e.depth)
	dst = binary.LittleEndian.AppendUint16(dst, e.stopAfter)
	return append(append(dst, e.share, byte(len(e.local))), e.local...)
}

func readExtra(b []byte) (e extra, err error) {
	if len(b) < extraSize || b[0] != 1 || len(b) != extraSize+int(b[6]) {
		return e, errors.New("remote: the hello is not one of a Franka's application")
	}
	return extra{
		acknowledge: b[1]&1 != 0, resume: b[1]&2 != 0, depth: b[2], stopAfter: binary.LittleEndian.Uint16(b[3:]),
		share: b[5], local: string(b[extraSize:]),
	}, nil
}

// hello asks for a session of c.
func (c *Config) hello(e extra) (link.Hello, error) {
	l, err := c.link()
	if err != nil {
		return link.Hello{}, err
	}
	h := l.Hello(c.Secrets.Asked)
	h.Scheme, h.Protocol = uint8(c.Scheme), uint16(c.Version)
	h.Generator, h.Controller = uint8(c.Generator), uint8(franka.JointImpedance)
	h.Extra = e.append(nil)
	return h, nil
}

// accept turns a hello into the configuration of the interface. Every fault is a reason to refuse.
func accept(h *link.Hello, s Scheme, v franka.Version) (c Config, e extra, err error) {
	if Scheme(h.Scheme) != s {
		return c, e, fmt.Errorf("the interface serves scheme %v, not %v", s, Scheme(h.Scheme))
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
		Depth: int(e.depth), StopAfter: int(e.stopAfter), Share: float64(e.share) / 100,
	}
	for _, i := range l.State.Members() {
		c.Subscribe = append(c.Subscribe, franka.Layout(v)[i].Name)
	}
	if franka.Controller(h.Controller) == franka.ExternalController {
		return c, e, ErrTorque
	}
	if err := c.Validate(); err != nil {
		return c, e, err
	}
	if e.local != "" {
		if c.Local, _, err = NewMotion(e.local); err != nil {
			return c, e, err
		}
	}
	c = c.filled()
	want, err := franka.CommandLayout(v).Select(c.commanded()...)
	if err != nil || !slices.Equal(want.Members(), l.Command.Members()) {
		return c, e, fmt.Errorf("the application sends other members of commands than its motion needs: %v", c.commanded())
	}
	return c, e, nil
}

// newNonce draws one end's part of a session's keys.
func newNonce() (n link.Nonce) {
	_, _ = rand.Read(n[:]) // never fails
	return n
}

// sameHello reports whether b is the hello that began the session, sent again.
func sameHello(b, first []byte) bool { return bytes.Equal(b, first) }
