// Package canopen speaks CANopen (CiA 301) on CAN: frames and what they are for, the services of a master (NMT, SDO, SYNC,
// heartbeats), and a Node, which is a device with an object dictionary. A Bus is SocketCAN's (Open) or a Net in memory, whose
// frames take the time that they take on a wire.
package canopen

import (
	"encoding/binary"
	"fmt"
	"time"
)

// Frame is a frame of CAN with an identifier of 11 bits.
type Frame struct {
	ID   uint16
	N    uint8 // bytes of Data that are sent
	Data [8]byte
}

// Bus is one end of a bus. Frames that it sends do not come back to it.
type Bus interface {
	// Send queues a frame. It does not wait.
	Send(f *Frame) error
	// Take fills f with the next frame that has come, without waiting; false when there is none.
	Take(f *Frame) (bool, error)
	// Wait returns when a frame has come, or after d.
	Wait(d time.Duration) error
	Close() error
}

// Identifiers of CiA 301's predefined connection set; those of nodes have the node's number, 1 to 127, added.
const (
	idNMT       = 0x000
	idSync      = 0x080
	idEmergency = 0x080
	idSend1     = 0x180 // a node's first PDO to send; the next are 0x100 further
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
	Reset         Command = 0x81 // of the node: then it boots
	ResetDialogue Command = 0x82 // of its communication alone: then it boots
)

// NodeState is a node's state of network management, as heartbeats carry it.
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

// SetCommand makes f a command to a node, or to all with 0.
func (f *Frame) SetCommand(c Command, node uint8) {
	*f = Frame{ID: idNMT, N: 2, Data: [8]byte{byte(c), node}}
}

// SetSync makes f the SYNC.
func (f *Frame) SetSync() { *f = Frame{ID: idSync} }

// IsSync says whether f is the SYNC.
func (f *Frame) IsSync() bool { return f.ID == idSync }

// SetHeartbeat makes f a heartbeat; in the state Booting it is the message that a node has booted.
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

// Emergency is what a node tells at once when something fails in it (EMCY).
type Emergency struct {
	Code     uint16 // 0: no error any more
	Register uint8  // of errors, object 1001
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

// Bits is how many bits f occupies a bus for, up to the earliest begin of the next frame: 44 and the data, the bits that are
// stuffed in after five equal ones, and three bits of pause (ISO 11898-1).
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
	return total + stuffed + 1 + 2 + 7 + 3 // delimiter of the CRC, acknowledgement, end of frame, pause
}

// frameSize is that of a frame in SocketCAN's sockets.
const frameSize = 16

// Flags of an identifier in SocketCAN's frames.
const (
	flagLong   = 1 << 31 // 29 bits
	flagRemote = 1 << 30
	flagError  = 1 << 29
)

// encode writes f as SocketCAN has it.
func (f *Frame) encode(b *[frameSize]byte) {
	*b = [frameSize]byte{}
	binary.NativeEndian.PutUint32(b[:], uint32(f.ID&0x7ff))
	b[4] = min(f.N, 8)
	copy(b[8:], f.Data[:b[4]])
}

// decode reads a frame of SocketCAN's, and says whether it is one of CANopen's: data with a short identifier.
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
