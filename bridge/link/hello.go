package link

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/sinew-robotics/sinew/bridge/seal"
)

const (
	magic   = "SNLK"
	format  = 2
	nothing = "link: the packet is no %s"
)

// Hello is an application's request for a session. It begins every session, and is repeated until an answer comes.
// Scheme, Protocol, Generator, Controller and Extra are passed on unchanged.
type Hello struct {
	Scheme                 uint8
	Protocol               uint16 // of the robot
	Generator, Controller  uint8
	Compression            Compression
	CRC                    bool
	Redundancy             uint8
	StateHash, CommandHash uint32 // of the whole layouts
	State, Command         []Subscribed
	Nonce                  Nonce
	Extra                  []byte // at most 255 bytes
}

// Subscribed is one member of a layout that is to be sent.
type Subscribed struct {
	Member  uint8
	Quantum Quantum
}

// Nonce makes a session's keys unique.
type Nonce = seal.Nonce

// purposes is the beginning of the names under which keys are derived.
const purposes = "sinew link 1: "

// Accept answers a hello: the session is open as requested.
type Accept struct {
	Answers Nonce  // the hello's
	Nonce   Nonce  // the interface's own
	Extra   []byte // at most 255 bytes
}

// Refuse answers a hello: there is no session, for a stated reason. It is not authenticated, but has the hello's
// nonce.
type Refuse struct {
	Answers Nonce
	Reason  string // at most 255 bytes
}

// AppendHello appends h as a packet. With a pre-shared key it carries a MAC; psk is nil without.
func AppendHello(dst []byte, h *Hello, psk []byte) ([]byte, error) {
	if len(h.State) > maxMembers || len(h.Command) > maxMembers || len(h.Extra) > 255 {
		return nil, fmt.Errorf("link: a hello holds at most %d members each way and 255 more bytes", maxMembers)
	}
	start := len(dst)
	dst = append(append(dst, kindHello<<4), magic...)
	dst = append(dst, format, h.Scheme)
	dst = binary.LittleEndian.AppendUint16(dst, h.Protocol)
	var flags byte
	if h.CRC {
		flags |= 1
	}
	if psk != nil {
		flags |= 2
	}
	dst = append(dst, h.Generator, h.Controller, byte(h.Compression), flags, h.Redundancy)
	dst = binary.LittleEndian.AppendUint32(dst, h.StateHash)
	dst = binary.LittleEndian.AppendUint32(dst, h.CommandHash)
	dst = append(dst, h.Nonce[:]...)
	dst = appendSubscribed(dst, h.State)
	dst = appendSubscribed(dst, h.Command)
	dst = append(append(dst, byte(len(h.Extra))), h.Extra...)
	return finish(dst, start, psk, "hello")
}

func appendSubscribed(dst []byte, list []Subscribed) []byte {
	dst = append(dst, byte(len(list)))
	for _, s := range list {
		step, angle := tens(s.Quantum.Step), tens(s.Quantum.Angle)
		dst = append(dst, s.Member, step.m, byte(step.e), angle.m, byte(angle.e))
	}
	return dst
}

// finish adds the CRC and, under a key, the MAC of a packet outside sessions.
func finish(dst []byte, start int, psk []byte, purpose string, nonces ...Nonce) ([]byte, error) {
	dst = binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[start:]))
	if psk == nil {
		return dst, nil
	}
	s, err := seal.New(psk, purposes+purpose, nonces...)
	if err != nil {
		return nil, err
	}
	return append(dst, s.Over(nil, dst[start:])...), nil
}

// Errors of answers and hellos that a listener distinguishes.
var (
	ErrKey     = errors.New("link: the peer does not know the key, or does not use one: give both ends the same --key")
	ErrDamaged = errors.New("link: the packet is damaged")
)

// open checks and removes the MAC and the CRC.
func open(b, psk []byte, purpose string, nonces ...Nonce) ([]byte, error) {
	if psk != nil {
		s, err := seal.New(psk, purposes+purpose, nonces...)
		if err != nil {
			return nil, err
		}
		if !s.Good(nil, b) {
			return nil, ErrKey
		}
		b = b[:len(b)-seal.Size]
	}
	n := len(b) - sizeCRC
	if n < 1 || crc32.ChecksumIEEE(b[:n]) != binary.LittleEndian.Uint32(b[n:]) {
		return nil, ErrDamaged
	}
	return b[:n], nil
}

// ReadHello parses a hello. With a key the hello must carry the right MAC; otherwise the error is ErrKey.
func ReadHello(b []byte, h *Hello, psk []byte) error {
	const fixed = 38
	if len(b) < fixed+3+sizeCRC || b[0] != kindHello<<4 || string(b[1:5]) != magic {
		return fmt.Errorf(nothing, "hello")
	}
	if b[5] != format {
		return fmt.Errorf("link: the peer speaks format %d, this end %d: use the same version at both", b[5], format)
	}
	if psk == nil && b[12]&2 != 0 {
		return ErrKey
	}
	b, err := open(b, psk, "hello")
	if err != nil {
		return err
	}
	if len(b) < fixed {
		return fmt.Errorf(nothing, "hello")
	}
	*h = Hello{
		Scheme: b[6], Protocol: binary.LittleEndian.Uint16(b[7:]), Generator: b[9], Controller: b[10],
		Compression: Compression(b[11]), CRC: b[12]&1 != 0, Redundancy: b[13],
		StateHash: binary.LittleEndian.Uint32(b[14:]), CommandHash: binary.LittleEndian.Uint32(b[18:]), Nonce: Nonce(b[22:]),
	}
	rest := b[fixed:]
	var ok bool
	if h.State, rest, ok = readSubscribed(rest); ok {
		h.Command, rest, ok = readSubscribed(rest)
	}
	if !ok || b[12] > 3 || len(rest) < 1 || len(rest) != 1+int(rest[0]) {
		return errors.New("link: the hello is cut short or has too much")
	}
	h.Extra = bytes.Clone(rest[1:])
	return nil
}

func readSubscribed(b []byte) (list []Subscribed, rest []byte, ok bool) {
	if len(b) < 1 || len(b) < 1+5*int(b[0]) {
		return nil, nil, false
	}
	n := int(b[0])
	for b = b[1:]; n > 0; n, b = n-1, b[5:] {
		step, angle := decimal{b[1], int8(b[2])}, decimal{b[3], int8(b[4])}
		if !step.valid() || !angle.valid() {
			return nil, nil, false
		}
		list = append(list, Subscribed{b[0], Quantum{Step: step.value(), Angle: angle.value()}})
	}
	return list, b, true
}

// AppendAccept appends a as a packet; with a key it carries a MAC.
func AppendAccept(dst []byte, a *Accept, psk []byte) ([]byte, error) {
	if len(a.Extra) > 255 {
		return nil, errors.New("link: an accept holds at most 255 more bytes")
	}
	start := len(dst)
	dst = append(append(dst, kindAccept<<4), a.Answers[:]...)
	dst = append(dst, a.Nonce[:]...)
	dst = append(append(dst, byte(len(a.Extra))), a.Extra...)
	return finish(dst, start, psk, "accept", a.Answers)
}

// AppendRefuse appends r as a packet.
func AppendRefuse(dst []byte, r *Refuse) []byte {
	reason := r.Reason
	if len(reason) > 255 {
		reason = reason[:255]
	}
	start := len(dst)
	dst = append(append(dst, kindRefuse<<4), r.Answers[:]...)
	dst = append(append(dst, byte(len(reason))), reason...)
	return binary.LittleEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[start:]))
}

// Refused is the error of a session that the interface has refused.
type Refused struct{ Reason string }

func (e *Refused) Error() string { return "link: the interface refuses: " + e.Reason }

// ReadAnswer reads the answer to the hello with the given nonce: an Accept, or a *Refused error.
func ReadAnswer(b []byte, asked Nonce, a *Accept, psk []byte) error {
	if len(b) < 1+len(asked)+1+sizeCRC || Nonce(b[1:]) != asked {
		return fmt.Errorf(nothing, "answer to this hello")
	}
	switch b[0] {
	case kindRefuse << 4:
		b, err := open(b, nil, "")
		if err != nil {
			return err
		}
		if len(b) < 18 || len(b) != 18+int(b[17]) {
			return fmt.Errorf(nothing, "answer to this hello")
		}
		return &Refused{string(b[18:])}
	case kindAccept << 4:
		b, err := open(b, psk, "accept", asked)
		if err != nil {
			return err
		}
		if len(b) < 34 || len(b) != 34+int(b[33]) {
			return fmt.Errorf(nothing, "answer to this hello")
		}
		*a = Accept{Answers: asked, Nonce: Nonce(b[17:]), Extra: bytes.Clone(b[34:])}
		return nil
	}
	return fmt.Errorf(nothing, "answer to this hello")
}
