// Package dynamixel drives servos of ROBOTIS' X series over a serial line by protocol 2.0: the codec of both ends, a client, and
// a hw.Driver that writes all goals and reads all states with one packet each in a cycle (sync write, sync read). Package
// box simulates servos.
//
// Source: ROBOTIS e-Manual, "DYNAMIXEL Protocol 2.0" and "XM430-W350" (control table).
package dynamixel

import (
	"encoding/binary"
	"fmt"
)

// Instruction is the purpose of a packet.
type Instruction uint8

// The instructions.
const (
	Ping      Instruction = 0x01
	ReadData  Instruction = 0x02
	WriteData Instruction = 0x03
	Reboot    Instruction = 0x08
	Status    Instruction = 0x55 // a servo's answer
	SyncRead  Instruction = 0x82
	SyncWrite Instruction = 0x83
)

// Numbers of servos.
const (
	MaxID     = 252
	Broadcast = 254
)

// Sizes in bytes. MaxPacket is the limit for packets here, including stuffed bytes; the protocol's own limit is 64 kB.
const (
	overhead  = 10 // header (4), number, length (2), instruction, CRC (2)
	MaxPacket = 1024
)

// Packet is an instruction or an answer. In an answer the first of Params is the error.
type Packet struct {
	ID          uint8
	Instruction Instruction
	Params      []byte
}

// Append appends p's bytes to dst. It inserts another FD after FF FF FD in the parameters, so that they never look like a
// header.
func (p *Packet) Append(dst []byte) []byte {
	from := len(dst)
	dst = append(dst, 0xFF, 0xFF, 0xFD, 0x00, p.ID, 0, 0, byte(p.Instruction))
	run := 0 // how much of FF FF FD the last bytes match
	for _, b := range p.Params {
		dst = append(dst, b)
		if run = follow(run, b); run == 3 {
			dst = append(dst, 0xFD)
			run = 0
		}
	}
	binary.LittleEndian.PutUint16(dst[from+5:], uint16(len(dst)-from-7+2))
	return binary.LittleEndian.AppendUint16(dst, crc(0, dst[from:]))
}

// follow returns how much of FF FF FD matches after one more byte.
func follow(run int, b byte) int {
	switch {
	case b == 0xFF:
		return min(run+1, 2)
	case b == 0xFD && run == 2:
		return 3
	}
	return 0
}

// crc continues the CRC-16 of the protocol: polynomial 0x8005, initial value 0, not reflected.
func crc(c uint16, b []byte) uint16 {
	for _, x := range b {
		c ^= uint16(x) << 8
		for range 8 {
			if c&0x8000 != 0 {
				c = c<<1 ^ 0x8005
			} else {
				c <<= 1
			}
		}
	}
	return c
}

// Splitter finds packets in a stream of bytes. It recovers from bytes outside packets.
type Splitter struct {
	Skipped uint64 // bytes outside packets
	Damaged uint64 // packets whose CRC was wrong

	in  [MaxPacket]byte
	n   int
	out [MaxPacket]byte
}

// Put takes bytes from the front of b, as many as it has room for, and returns how many. Call Next until it finds nothing, then
// Put the rest.
func (s *Splitter) Put(b []byte) int {
	n := copy(s.in[s.n:], b)
	s.n += n
	return n
}

// Next sets p to the next packet, if it is complete. Its parameters are valid until the next call.
func (s *Splitter) Next(p *Packet) bool {
	off := 0
	for off < s.n {
		b := s.in[off:s.n]
		length := 0
		if len(b) >= 7 {
			length = int(binary.LittleEndian.Uint16(b[5:]))
		}
		switch {
		case !begins(b), len(b) >= 7 && (length < 3 || length+7 > MaxPacket):
			s.Skipped++
			off++
			continue
		case len(b) < 7 || len(b) < length+7:
			s.drop(off)
			return false
		}
		end := length + 7
		if crc(0, b[:end-2]) != binary.LittleEndian.Uint16(b[end-2:]) {
			s.Damaged++
			s.Skipped++
			off++
			continue
		}
		*p = Packet{ID: b[4], Instruction: Instruction(b[7]), Params: s.unstuff(b[8 : end-2])}
		s.drop(off + end)
		return true
	}
	s.drop(off)
	return false
}

// begins reports whether b may be the beginning of a packet.
func begins(b []byte) bool {
	for i, x := range [4]byte{0xFF, 0xFF, 0xFD, 0x00} {
		if i < len(b) && b[i] != x {
			return false
		}
	}
	return true
}

// unstuff copies parameters without the inserted bytes.
func (s *Splitter) unstuff(b []byte) []byte {
	n, run := 0, 0
	for i := 0; i < len(b); i++ {
		s.out[n] = b[i]
		n++
		if run = follow(run, b[i]); run == 3 {
			run = 0
			if i+1 < len(b) && b[i+1] == 0xFD {
				i++
			}
		}
	}
	return s.out[:n]
}

// drop removes the first n bytes.
func (s *Splitter) drop(n int) { s.n = copy(s.in[:], s.in[n:s.n]) }

// Fault is the error of an answer: a number, and a bit for a hardware status (address 70) other than 0.
type Fault uint8

// The errors.
const (
	Failed         Fault = 1
	BadInstruction Fault = 2
	BadCRC         Fault = 3
	OutOfRange     Fault = 4
	BadLength      Fault = 5
	OverLimit      Fault = 6
	NoAccess       Fault = 7
	Alert          Fault = 0x80
)

// Error implements error.
func (f Fault) Error() string {
	what := [...]string{"no error", "it failed", "it does not know the instruction", "the packet was damaged", "a value is out of range",
		"the data is too short for its address", "a value is over the limit that is set", "the address can only be read, or not while torque is on"}
	s := fmt.Sprintf("error %d", uint8(f&^Alert))
	if i := int(f &^ Alert); i < len(what) {
		s = what[i]
	}
	if f&Alert != 0 {
		s += "; the hardware status says that something is wrong with it"
	}
	return "dynamixel: the servo answers: " + s
}

// Hardware is a set of faults of a servo's hardware, address 70.
type Hardware uint8

func (h Hardware) String() string {
	if h == 0 {
		return "none"
	}
	s := ""
	for i, name := range [...]string{0: "input voltage", 2: "too hot", 3: "encoder", 4: "electrical shock", 5: "overload"} {
		if name != "" && h>>i&1 == 1 {
			if s != "" {
				s += ", "
			}
			s += name
		}
	}
	return s
}

// Register is a register in the control table.
type Register struct {
	Address, Size uint16
}

// Addresses in the control table of the X series.
const (
	AddrModel        = 0
	AddrReturnDelay  = 9  // 2 µs
	AddrMode         = 11 // while torque is off
	AddrTorque       = 64
	AddrStatusReturn = 68
	AddrHardware     = 70
	AddrWatchdog     = 98 // 20 ms; 255 once it has acted
	AddrGoalCurrent  = 102
	AddrGoalVelocity = 104
	AddrAcceleration = 108 // of the profile; 0 for none
	AddrProfile      = 112 // its velocity; 0 for none
	AddrGoalPosition = 116
	AddrCurrent      = 126
	AddrVelocity     = 128
	AddrPosition     = 132
	AddrVolts        = 144 // 0.1 V
	AddrDegrees      = 146
	AddrIndirect     = 168 // 28 addresses of 2 bytes,
	AddrIndirectData = 224 // whose bytes are here in sequence
	Indirects        = 28
)

// Reg returns the register at an address.
func Reg(address uint16) Register {
	switch address {
	case AddrReturnDelay, AddrMode, AddrTorque, AddrStatusReturn, AddrHardware, AddrWatchdog, AddrDegrees:
		return Register{address, 1}
	case AddrModel, AddrGoalCurrent, AddrCurrent, AddrVolts:
		return Register{address, 2}
	}
	if address >= AddrIndirect && address < AddrIndirect+2*Indirects {
		return Register{address, 2}
	}
	return Register{address, 4}
}

// Operating modes.
const (
	ModeCurrent  = 0
	ModeVelocity = 1
	ModeExtended = 4 // position over several turns
)

// Units of the X series.
const (
	CountsPerTurn = 4096
	SpeedUnit     = 0.229 // turns per minute
)
