// Package canopen speaks CANopen (CiA 301) on CAN: frames and their meanings, the services of a master (NMT, SDO, SYNC,
// heartbeats), and a Node, which is a device with an object dictionary. A Bus is an end of a SocketCAN interface (Open) or
// of a Net in memory, where frames take as long as on a wire.
package canopen

import (
	"encoding/binary"
	"fmt"
	"time"
)

// Frame is a CAN frame with an 11-bit identifier.
type Frame struct {
	ID   uint16
	N    uint8 // number of bytes of Data that are sent
	Data [8]byte
}

// Bus is one end of a bus. It does not receive the frames that it sends.
type Bus interface {
	// Send queues a frame. It does not wait.
	Send(f *Frame) error
	// Take fills f with the next received frame, without waiting; it returns false if there is none.
	Take(f *Frame) (bool, error)
	// Wait returns when a frame has been received, or after d.
	Wait(d time.Duration) error
	Close() error
}

// Identifiers of CiA 301's predefined connection set. For a node its number, 1 to 127, is added.
const (
	idNMT       = 0x000
	idSync      = 0x080
	idEmergency = 0x080
	idSend1     = 0x180 // a node's first PDO to send; the others follow at distances of 0x100
	idReceive1  = 0x200 // a node's first PDO to receive
	idAnswer    = 0x580 // SDO, from the node
	idRequest   = 0x600 // SDO, to the node
	idHeartbeat = 0x700
)

// MaxNode is the highest number of a node.
const MaxNode = 127

// Command is a command of network management.
type Command uint8

// The commands.
const (
	Start         Command = 0x01 // to Operational
	Stop          Command = 0x02 // to Stopped
	PreOperation  Command = 0x80 // to PreOperational
	Reset         Command = 0x81 // resets the node, which then boots
	ResetDialogue Command = 0x82 // resets only its communication; then it boots
)

// NodeState is a node's state of network management, as in heartbeats.
type NodeState uint8

// The states.
const (
	Booting        NodeState = 0
	Stopped        NodeState = 4
	Operational    NodeState = 5
	PreOperational NodeState = 127
)

func (s NodeState) String() string {
	switch s {
	case Booting:
		return "booting"
	case Stopped:
		return "stopped"
	case Operational:
		return "operational"
	case PreOperational:
		return "pre-operational"
	}
	return fmt.Sprintf("state %d", uint8(s))
}

// SetCommand makes f a command to a node, or for node 0 to all nodes.
func (f *Frame) SetCommand(c Command, node uint8) {
	*f = Frame{ID: idNMT, N: 2, Data: [8]byte{byte(c), node}}
}

// SetSync makes f the SYNC.
func (f *Frame) SetSync() { *f = Frame{ID: idSync} }

// IsSync reports whether f is the SYNC.
func (f *Frame) IsSync() bool { return f.ID == idSync }

// SetHeartbeat makes f a heartbeat; with the state Booting it is the boot-up message.
func (f *Frame) SetHeartbeat(node uint8, s NodeState) {
	*f = Frame{ID: idHeartbeat + uint16(node), N: 1, Data: [8]byte{byte(s)}}
}

// Heartbeat returns a heartbeat's node and state.
func (f *Frame) Heartbeat() (node uint8, s NodeState, ok bool) {
	if f.ID <= idHeartbeat || f.ID > idHeartbeat+MaxNode || f.N != 1 {
		return 0, 0, false
	}
	return uint8(f.ID - idHeartbeat), NodeState(f.Data[0] & 0x7f), true
}

// Emergency is an error that a node reports immediately (EMCY).
type Emergency struct {
	Code     uint16 // 0: the errors are gone
	Register uint8  // error register, object 1001
}

// SetEmergency makes f an emergency message.
func (f *Frame) SetEmergency(node uint8, e Emergency) {
	*f = Frame{ID: idEmergency + uint16(node), N: 8}
	binary.LittleEndian.PutUint16(f.Data[:], e.Code)
	f.Data[2] = e.Register
}

// Emergency returns an emergency message's node and content.
func (f *Frame) Emergency() (node uint8, e Emergency, ok bool) {
	if f.ID <= idEmergency || f.ID > idEmergency+MaxNode || f.N < 3 {
		return 0, e, false
	}
	return uint8(f.ID - idEmergency), Emergency{binary.LittleEndian.Uint16(f.Data[:]), f.Data[2]}, true
}

// SentPDO is the identifier of a node's n-th PDO to send, from 1 to 4.
func SentPDO(node uint8, n int) uint16 { return idSend1 + uint16(n-1)<<8 + uint16(node) }

// ReceivedPDO is the identifier of a node's n-th PDO to receive, from 1 to 4.
func ReceivedPDO(node uint8, n int) uint16 { return idReceive1 + uint16(n-1)<<8 + uint16(node) }

// Bits is the number of bits for which f occupies a bus until the next frame can begin: 44 and the data, the stuff bits
// after five equal bits, and three bits between frames (ISO 11898-1).
func (f *Frame) Bits() int {
	n := min(int(f.N), 8)
	stuffed, run, last, total := 0, 0, uint32(2), 0
	crc := uint32(0)
	add := func(value uint32, bits int, check bool) {
		for i := bits - 1; i >= 0; i-- {
			b := value >> i & 1
			total++
			if check {
				next := b ^ crc>>14&1
				if crc = crc << 1 & 0x7fff; next != 0 {
					crc ^= 0x4599
				}
			}
			if b == last {
				run++
			} else {
				last, run = b, 1
			}
			if run == 5 {
				stuffed++
				last, run = 1-b, 1
			}
		}
	}
	add(0, 1, true) // start of frame
	add(uint32(f.ID&0x7ff), 11, true)
	add(0, 3, true) // a data frame, no extension, a reserved bit
	add(uint32(n), 4, true)
	for _, b := range f.Data[:n] {
		add(uint32(b), 8, true)
	}
	add(crc, 15, false)
	return total + stuffed + 1 + 2 + 7 + 3 // CRC delimiter, acknowledgement, end of frame, intermission
}

// frameSize is the size of a frame in SocketCAN's sockets.
const frameSize = 16

// Flags of an identifier in SocketCAN's frames.
const (
	flagLong   = 1 << 31 // 29 bits
	flagRemote = 1 << 30
	flagError  = 1 << 29
)

// encode writes f in SocketCAN's format.
func (f *Frame) encode(b *[frameSize]byte) {
	*b = [frameSize]byte{}
	binary.NativeEndian.PutUint32(b[:], uint32(f.ID&0x7ff))
	b[4] = min(f.N, 8)
	copy(b[8:], f.Data[:b[4]])
}

// decode reads a frame in SocketCAN's format, and reports whether it is a CANopen frame: a data frame with a short
// identifier.
func (f *Frame) decode(b []byte) bool {
	if len(b) != frameSize || b[4] > 8 {
		return false
	}
	id := binary.NativeEndian.Uint32(b)
	if id&(flagLong|flagRemote|flagError) != 0 || id > 0x7ff {
		return false
	}
	*f = Frame{ID: uint16(id), N: b[4]}
	copy(f.Data[:f.N], b[8:])
	return true
}
