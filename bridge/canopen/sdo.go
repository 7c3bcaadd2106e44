package canopen

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Abort is the reason for which a node refuses an SDO (CiA 301, table of abort codes).
type Abort uint32

// The codes that nodes of this package send.
const (
	AbortToggle   Abort = 0x05030000
	AbortTimeout  Abort = 0x05040000
	AbortCommand  Abort = 0x05040001
	AbortMemory   Abort = 0x05040005
	AbortReadOnly Abort = 0x06010002
	AbortMissing  Abort = 0x06020000
	AbortMapping  Abort = 0x06040041
	AbortTooLong  Abort = 0x06040042
	AbortLength   Abort = 0x06070010
	AbortSub      Abort = 0x06090011
	AbortValue    Abort = 0x06090030
	AbortGeneral  Abort = 0x08000000
	AbortState    Abort = 0x08000022
)

// Error implements error.
func (a Abort) Error() string {
	what := map[Abort]string{
		AbortToggle: "the toggle bit did not alternate", AbortTimeout: "it waited too long", AbortCommand: "it does not know this command",
		AbortMemory: "it has no memory for that", AbortReadOnly: "the object can only be read", AbortMissing: "it has no such object",
		AbortMapping: "the object cannot be mapped to a PDO", AbortTooLong: "the PDO would be longer than 8 bytes",
		AbortLength: "the length is wrong", AbortSub: "it has no such subindex", AbortValue: "the value is out of its range",
		AbortGeneral: "general error", AbortState: "not in the present state of the device",
	}[a]
	if what == "" {
		what = "see CiA 301"
	}
	return fmt.Sprintf("canopen: SDO refused with %08X: %s", uint32(a), what)
}

// ErrSilent is the error of a request without an answer.
var ErrSilent = errors.New("canopen: no answer: check wiring, termination, bit rate and the node's number")

// maxObject is the greatest size in bytes of an object that is transferred.
const maxObject = 512

// request makes the frame of an SDO's request or answer.
func (f *Frame) setSDO(id uint16, command byte, index uint16, sub uint8, data uint32) {
	*f = Frame{ID: id, N: 8}
	f.Data[0] = command
	binary.LittleEndian.PutUint16(f.Data[1:], index)
	f.Data[3] = sub
	binary.LittleEndian.PutUint32(f.Data[4:], data)
}

// Upload reads an object of a node into b and returns its number of bytes.
func (m *Master) Upload(node uint8, index uint16, sub uint8, b []byte) (int, error) {
	n, err := m.upload(node, index, sub, b)
	return n, sdoFault(err, node, index, sub)
}

func (m *Master) upload(node uint8, index uint16, sub uint8, b []byte) (int, error) {
	m.out.setSDO(idRequest+uint16(node), 0x40, index, sub, 0)
	a, err := m.ask(node)
	if err != nil {
		return 0, err
	}
	switch c := a.Data[0]; {
	case c>>5 != 2 || binary.LittleEndian.Uint16(a.Data[1:]) != index || a.Data[3] != sub:
		return 0, m.abort(node, index, sub, AbortCommand)
	case c&2 != 0:
		n := 4
		if c&1 != 0 {
			n -= int(c >> 2 & 3)
		}
		if n > len(b) {
			return 0, AbortLength
		}
		return copy(b, a.Data[4:4+n]), nil
	}
	size, got := int(min(binary.LittleEndian.Uint32(a.Data[4:]), maxObject+1)), 0
	if size > len(b) {
		return 0, m.abort(node, index, sub, AbortMemory)
	}
	for toggle := byte(0); ; toggle ^= 0x10 {
		m.out = Frame{ID: idRequest + uint16(node), N: 8, Data: [8]byte{0x60 | toggle}}
		if a, err = m.ask(node); err != nil {
			return 0, err
		}
		c := a.Data[0]
		n := 7 - int(c>>1&7)
		switch {
		case c>>5 != 0:
			return 0, m.abort(node, index, sub, AbortCommand)
		case c&0x10 != toggle:
			return 0, m.abort(node, index, sub, AbortToggle)
		case got+n > len(b):
			return 0, m.abort(node, index, sub, AbortMemory)
		}
		got += copy(b[got:], a.Data[1:1+n])
		if c&1 != 0 {
			return got, nil
		}
	}
}

// Download writes an object of a node.
func (m *Master) Download(node uint8, index uint16, sub uint8, b []byte) error {
	return sdoFault(m.download(node, index, sub, b), node, index, sub)
}

func (m *Master) download(node uint8, index uint16, sub uint8, b []byte) error {
	id := idRequest + uint16(node)
	if n := len(b); n > 0 && n <= 4 {
		m.out.setSDO(id, 0x23|byte(4-n)<<2, index, sub, 0)
		copy(m.out.Data[4:], b)
	} else {
		m.out.setSDO(id, 0x21, index, sub, uint32(len(b)))
	}
	short := m.out.Data[0]&2 != 0
	a, err := m.ask(node)
	if err != nil {
		return err
	}
	if a.Data[0] != 0x60 || binary.LittleEndian.Uint16(a.Data[1:]) != index || a.Data[3] != sub {
		return m.abort(node, index, sub, AbortCommand)
	}
	for toggle, more := byte(0), !short; more; toggle ^= 0x10 {
		n := min(len(b), 7)
		more = n < len(b)
		m.out = Frame{ID: id, N: 8, Data: [8]byte{toggle | byte(7-n)<<1}}
		if !more {
			m.out.Data[0] |= 1
		}
		copy(m.out.Data[1:], b[:n])
		b = b[n:]
		if a, err = m.ask(node); err != nil {
			return err
		}
		if a.Data[0] != 0x20|toggle {
			return m.abort(node, index, sub, AbortToggle)
		}
	}
	return nil
}

// Number reads an object that is an unsigned number of at most 4 bytes.
func (m *Master) Number(node uint8, index uint16, sub uint8) (uint32, error) {
	var b [4]byte
	_, err := m.Upload(node, index, sub, b[:])
	return binary.LittleEndian.Uint32(b[:]), err
}

// Set writes an object that is a number of size bytes, 1, 2 or 4.
func (m *Master) Set(node uint8, index uint16, sub uint8, size int, value uint32) error {
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], value)
	return m.Download(node, index, sub, b[:size])
}

// sdoFault names the object that an error is about.
func sdoFault(err error, node uint8, index uint16, sub uint8) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("node %d, object %04X:%02X: %w", node, index, sub, err)
}

// abort tells a node that a transfer ends.
func (m *Master) abort(node uint8, index uint16, sub uint8, why Abort) error {
	m.out.setSDO(idRequest+uint16(node), 0x80, index, sub, uint32(why))
	return errors.Join(why, m.bus.Send(&m.out))
}

// ask sends m.out and waits for the node's answer.
func (m *Master) ask(node uint8) (*Frame, error) {
	m.answered, m.asked = false, node
	defer func() { m.asked = 0 }()
	if err := m.Poll(); err != nil { // late answers to requests that were given up
		return nil, err
	}
	m.answered = false
	if err := m.bus.Send(&m.out); err != nil {
		return nil, err
	}
	err := m.until(func() bool { return m.answered })
	switch a := &m.answer; {
	case err != nil:
		return nil, err
	case a.Data[0] == 0x80:
		return nil, Abort(binary.LittleEndian.Uint32(a.Data[4:]))
	}
	return &m.answer, nil
}
