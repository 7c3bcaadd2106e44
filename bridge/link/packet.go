package link

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/sinew-robotics/sinew/bridge/seal"
)

// The kinds of packets, in the upper half of their first byte.
const (
	kindHello    = 1
	kindAccept   = 2
	kindRefuse   = 3
	kindState    = 4
	kindCommand  = 5
	kindNotice   = 6
	kindSnapshot = 7
)

// The flags of states and commands, in the lower half of the first byte.
const (
	flagLong  = 1 // the whole number follows the header, and the payload does not depend on other samples
	flagAck   = 2 // the header acknowledges a sample
	flagAsk   = 4 // the sender cannot read the other direction: it asks for a keyframe
	flagMark  = 8 // the caller's
	sizeCRC   = 4
	sizeShort = 4
	sizeLong  = 8 // more
)

// MaxPacket is more bytes than any packet needs.
const MaxPacket = 1 << 16

// head is the short header of a state or a command.
type head struct {
	kind, flags byte
	seq, ack    uint16 // their lowest 12 bits
}

func (h head) append(dst []byte) []byte {
	return append(dst, h.kind<<4|h.flags, byte(h.seq), byte(h.seq>>8&15|h.ack<<4), byte(h.ack>>4))
}

func readHead(b []byte) head {
	return head{
		kind: b[0] >> 4, flags: b[0] & 15,
		seq: uint16(b[1]) | uint16(b[2]&15)<<8, ack: uint16(b[2]>>4) | uint16(b[3])<<4,
	}
}

// guard is the end of a session's packets: a CRC, a MAC, both or nothing. Both cover the packet's whole number, and
// the CRC also the session's, so that packets of another session or another time are refused.
type guard struct {
	crc     bool
	session uint32
	seal    *seal.Seal // nil: none
	number  [8]byte
}

func (g *guard) append(dst []byte, start int, number uint64, crc bool) []byte {
	binary.LittleEndian.PutUint64(g.number[:], number)
	if crc {
		dst = binary.LittleEndian.AppendUint32(dst, g.sum(dst[start:]))
	}
	if g.seal != nil {
		dst = append(dst, g.seal.Over(g.number[:], dst[start:])...)
	}
	return dst
}

func (g *guard) sum(b []byte) uint32 {
	return crc32.Update(crc32.Update(g.session, crc32.IEEETable, g.number[:]), crc32.IEEETable, b)
}

// size is the number of bytes of the guard.
func (g *guard) size(crc bool) int {
	n := 0
	if crc {
		n += sizeCRC
	}
	if g.seal != nil {
		n += seal.Size
	}
	return n
}

// check returns b without its guard. b is longer than that.
func (g *guard) check(b []byte, number uint64, crc bool) ([]byte, Status) {
	binary.LittleEndian.PutUint64(g.number[:], number)
	if g.seal != nil {
		if !g.seal.Good(g.number[:], b) {
			return nil, Forged
		}
		b = b[:len(b)-seal.Size]
	}
	if crc {
		n := len(b) - sizeCRC
		if g.sum(b[:n]) != binary.LittleEndian.Uint32(b[n:]) {
			return nil, Damaged
		}
		b = b[:n]
	}
	return b, OK
}

// Notice is a message between the ends, other than states and commands. It is repeated until an answer comes.
type Notice struct {
	Topic   Topic
	Counter uint32 // rises by one from notice to notice; equal in repetitions
	Seq     uint64 // the sample it is about
	Code    uint16 // the caller's
	Text    string // at most 255 bytes
}

// Topic is what a notice is about.
type Topic uint8

// The topics.
const (
	Stop        Topic = iota + 1 // application: come to rest
	Finished                     // interface: the motion has ended at sample Seq
	Fault                        // interface: the motion was aborted; Code and Text say why
	Latched                      // interface: at rest after a gap; nothing moves until this is acknowledged
	Acknowledge                  // application: the notice with counter Seq has been seen
	Bye                          // the session ends
)

const sizeNotice = 17

// IsHello reports by its first byte whether a packet is a hello, for a listener that has no session with its sender
// yet.
func IsHello(b []byte) bool { return len(b) > 0 && b[0] == kindHello<<4 }

func appendNotice(dst []byte, n *Notice) []byte {
	text := n.Text
	if len(text) > 255 {
		text = text[:255]
	}
	dst = append(dst, kindNotice<<4, byte(n.Topic))
	dst = binary.LittleEndian.AppendUint32(dst, n.Counter)
	dst = binary.LittleEndian.AppendUint64(dst, n.Seq)
	dst = binary.LittleEndian.AppendUint16(dst, n.Code)
	return append(append(dst, byte(len(text))), text...)
}

func readNotice(b []byte, n *Notice) bool {
	if len(b) < sizeNotice || len(b) != sizeNotice+int(b[16]) || b[0] != kindNotice<<4 {
		return false
	}
	topic := Topic(b[1])
	if topic < Stop || topic > Bye {
		return false
	}
	*n = Notice{
		Topic: topic, Counter: binary.LittleEndian.Uint32(b[2:]), Seq: binary.LittleEndian.Uint64(b[6:]),
		Code: binary.LittleEndian.Uint16(b[14:]), Text: string(b[sizeNotice:]),
	}
	return true
}
