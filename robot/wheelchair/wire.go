// Package wheelchair communicates with a Personal Mobility Kit: the controller in a powered wheelchair that drives its wheels,
// reads its joystick and watches its master. The package has the codec of both ends of the kit's serial line, a client, and
// the kit as a hw.Driver; package box simulates the kit. docs/format/pmk.md specifies the bytes on the line.
//
// Velocities are those of BASE: v forward in m/s, w counterclockwise in rad/s. A stick's x is forward and its y to the left,
// both from −1 to 1.
package wheelchair

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"
)

// Version is the version of the protocol.
const Version = 1

// Sizes in bytes. At 115200 baud, 8N1, the line carries 11520 bytes a second each way.
const (
	Overhead   = 7 // start (2), length, sequence, type, CRC (2)
	MaxPayload = 17
	MaxFrame   = Overhead + MaxPayload
	Baud       = 115200
)

// The two bytes with which a frame begins.
const (
	start0 = 0xA5
	start1 = 0x5A
)

// Type is the content type of a frame. Types of the kit's frames have the highest bit set.
type Type uint8

// The types of frames.
const (
	TypeHello   Type = 0x01 // master: asks for the kit's identity
	TypeDrive   Type = 0x02 // master: velocities from now on
	TypeStop    Type = 0x03 // master: stop
	TypeMode    Type = 0x04 // master: change the mode
	TypeLimits  Type = 0x05 // master: limits of the mode Remote
	TypeWelcome Type = 0x81 // kit: answers a hello
	TypeAnswer  Type = 0x82 // kit: answers stop, mode, limits and unknown requests
	TypeMotion  Type = 0x83 // kit, 50 times a second: wheels
	TypeStatus  Type = 0x84 // kit, 50 times a second: stick, faults, battery
)

// Frame is one frame. Its payload is the first N bytes of P.
type Frame struct {
	Seq  uint8 // counted by each end, one more with each frame
	Type Type
	N    uint8
	P    [MaxPayload]byte
}

// Append appends f's bytes to dst.
func (f *Frame) Append(dst []byte) []byte {
	from := len(dst)
	dst = append(dst, start0, start1, f.N, f.Seq, byte(f.Type))
	dst = append(dst, f.P[:f.N]...)
	return binary.LittleEndian.AppendUint16(dst, crc(dst[from+2:]))
}

// crc is CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF, not reflected (its check value is 0x29B1).
func crc(b []byte) uint16 {
	c := uint16(0xFFFF)
	for _, x := range b {
		c = c>>8 | c<<8
		c ^= uint16(x)
		c ^= c & 0xFF >> 4
		c ^= c << 12
		c ^= c & 0xFF << 5
	}
	return c
}

// Splitter finds frames in a stream of bytes. It recovers from any bytes outside frames: if a beginning turns out not to be
// that of a frame, it continues one byte later. It stores less than a frame.
type Splitter struct {
	Skipped uint64 // bytes outside frames
	Damaged uint64 // beginnings of frames with a wrong CRC

	in [MaxFrame]byte
	n  int
}

// Put takes bytes from the front of b, as many as it has room for, and returns how many. Call Next until it finds nothing,
// then Put the rest.
func (s *Splitter) Put(b []byte) int {
	n := copy(s.in[s.n:], b)
	s.n += n
	return n
}

// Next sets f to the next frame, if it is complete.
func (s *Splitter) Next(f *Frame) bool {
	off := 0
	found := false
	for !found && off < s.n {
		b := s.in[off:s.n]
		switch {
		case b[0] != start0, len(b) > 1 && b[1] != start1, len(b) > 2 && b[2] > MaxPayload:
			s.Skipped++
			off++
			continue
		case len(b) < 3 || len(b) < Overhead+int(b[2]):
			s.drop(off)
			return false
		}
		n := int(b[2])
		if crc(b[2:5+n]) != binary.LittleEndian.Uint16(b[5+n:]) {
			s.Skipped++
			s.Damaged++
			off++
			continue
		}
		*f = Frame{N: b[2], Seq: b[3], Type: Type(b[4])}
		copy(f.P[:], b[5:5+n])
		off += Overhead + n
		found = true
	}
	s.drop(off)
	return found
}

// drop removes the first n bytes.
func (s *Splitter) drop(n int) { s.n = copy(s.in[:], s.in[n:s.n]) }

// Mode is what the kit does with its wheels.
type Mode uint8

// The modes.
const (
	Idle   Mode = iota // stands still
	Native             // driven by the stick on board, whether or not there is a master
	Remote             // driven by the master
	Halted             // after an emergency stop: stands still until the master sets the mode Idle
)

func (m Mode) String() string {
	return [...]string{"idle", "native", "remote", "halted"}[min(m, Halted)]
}

// Fault is a set of the kit's faults.
type Fault uint16

// The faults.
const (
	Silent     Fault = 1 << iota // the master was silent for longer than Watchdog: the wheels stop until it speaks again
	Emergency                    // an emergency stop has been made
	LeftStuck                    // the left wheel is driven but does not turn
	RightStuck                   // the right wheel is driven but does not turn
	BatteryLow                   // below a tenth of its charge
)

func (f Fault) String() string {
	if f == 0 {
		return "none"
	}
	s := ""
	for i, name := range []string{"master silent", "emergency stop", "left wheel stuck", "right wheel stuck", "battery low"} {
		if f>>i&1 == 1 {
			if s != "" {
				s += ", "
			}
			s += name
		}
	}
	return s
}

// Watchdog is how long a master may be silent in the mode Remote before the kit stops the wheels.
const Watchdog = 100 * time.Millisecond

// Period is the period of motion and status frames, and the intended one of drive frames.
const Period = 20 * time.Millisecond

// Code is the kit's answer to a request.
type Code uint8

// The answers.
const (
	OK       Code = iota
	BadValue      // a value is out of range; nothing has changed
	BadMode       // not possible in the present mode
	Unknown       // unknown type, or wrong length
)

// Error implements error.
func (c Code) Error() string {
	return "pmk: the kit refuses: " + [...]string{"it does not", "a value is out of range", "not possible in its present mode: set another mode first", "it does not know this request: check its firmware"}[min(c, Unknown)]
}

// Stop says how to stop.
type Stop uint8

// The ways to stop.
const (
	Gently Stop = iota // within the limits; the mode stays
	AtOnce             // as fast as the motors can: an emergency stop, after which the mode is Halted
)

// Limits are the limits of the mode Remote.
type Limits struct {
	V, Back   float64 // m/s, forward and backward
	W         float64 // rad/s
	A, Alpha  float64 // m/s², rad/s²
	J, Angled float64 // m/s³, rad/s³: of the forward and of the angular acceleration
}

// KitLimits returns the widest limits that a kit accepts, and its initial ones. They are wider than comfortable: comfort is
// the responsibility of the master, which must also be able to stop in time.
func KitLimits() Limits {
	return Limits{V: 1.2, Back: 0.6, W: 1.5, A: 2.5, Alpha: 4, J: 25, Angled: 40}
}

// Check reports what is wrong with limits.
func (l Limits) Check() error {
	var errs []error
	most := KitLimits()
	for i, x := range l.fields() {
		if m := *most.fields()[i]; !(*x >= 0.01 && *x <= m) {
			errs = append(errs, fmt.Errorf("pmk: limit %s is %g: give 0.01 to %g", [...]string{"V", "Back", "W", "A", "Alpha", "J", "Angled"}[i], *x, m))
		}
	}
	return errors.Join(errs...)
}

func (l *Limits) fields() [7]*float64 {
	return [7]*float64{&l.V, &l.Back, &l.W, &l.A, &l.Alpha, &l.J, &l.Angled}
}

// Welcome is a kit's description of itself.
type Welcome struct {
	Version  uint8
	Nonce    uint16 // of the hello
	Firmware uint16
	Track    float64 // m
	Radius   float64 // m, of the driven wheels
	Counts   int     // of an encoder, one turn
	Top      float64 // m/s
}

// Motion is the motion of the wheels.
type Motion struct {
	Time        time.Duration // since the kit was switched on; it wraps around after 49 days
	Left, Right int32         // counts of the encoders, which wrap around
	Rims        [2]float64    // m/s, left and right
	Mode        Mode
}

// Status is the kit's other data.
type Status struct {
	Time    time.Duration
	X, Y    float64 // of the stick on board
	Buttons uint8
	Mode    Mode
	Faults  Fault
	Battery float64 // V
	Charge  float64 // share
	Driven  uint8   // sequence number of the last drive that was carried out
	Bad     uint8   // beginnings of frames with a wrong CRC, modulo 256
}

// fixed returns x as an integer, rounded and within 16 or 32 bits.
func fixed(x, unit, most float64) int64 {
	n := math.Round(x / unit)
	if n-n != 0 {
		return 0
	}
	return int64(min(max(n, -most-1), most))
}

func i16(x, unit float64) uint16 { return uint16(int16(fixed(x, unit, math.MaxInt16))) }
func u16(x, unit float64) uint16 { return uint16(max(fixed(x, unit, math.MaxUint16), 0)) }
func i32(x, unit float64) uint32 { return uint32(int32(fixed(x, unit, math.MaxInt32))) }

// Units on the line.
const (
	micro = 1e-6 // m/s and rad/s of a drive
	milli = 1e-3 // stick, lengths, limits, volts
	tenth = 1e-4 // m/s of the rims, m of the radius
)
