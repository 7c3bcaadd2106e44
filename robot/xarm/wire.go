package xarm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Joints is the number of joints of the xArm 7; the wire always carries seven.
const Joints = 7

// Protocol identifiers in a frame's header.
const (
	ProtocolModbus    = 0 // standard Modbus TCP
	ProtocolPrivate   = 2 // the private protocol, as first spoken
	ProtocolHeartbeat = 3 // the same, and the client promises to talk at least every 30 s
)

// Sizes of frames in bytes.
const (
	HeaderLen = 6    // transaction, protocol, length
	MaxFrame  = 1024 // longest frame either end accepts
	MaxReply  = 320  // longest reply the vendor's C++ SDK accepts
)

// Errors of the frame codec.
var (
	ErrShort     = errors.New("xarm: frame incomplete: read more bytes")
	ErrBadFrame  = errors.New("xarm: bytes are no frame: the stream is out of step")
	ErrBadLength = errors.New("xarm: parameters of a wrong length for the register")
	ErrBadText   = errors.New("xarm: text on the wire is not printable")
	ErrNotFinite = errors.New("xarm: NaN, infinite or absurd number on the wire")
)

// Request is a command frame: u16 transaction, u16 protocol, u16 length, u8 register, parameters
// (vendor protocol, "request message"). With ProtocolModbus, Register is the unit and Params starts with the
// function code.
type Request struct {
	ID, Protocol uint16
	Register     Register
	Params       []byte
}

// Reply answers a Request with the same transaction, protocol and register, then a status byte and parameters.
type Reply struct {
	ID, Protocol uint16
	Register     Register
	Status       Status
	Params       []byte
}

// AppendRequest appends r's bytes to dst.
func AppendRequest(dst []byte, r Request) []byte {
	dst = AppendHeader(dst, r.ID, r.Protocol, 1+len(r.Params))
	dst = append(dst, byte(r.Register))
	return append(dst, r.Params...)
}

// AppendReply appends r's bytes to dst.
func AppendReply(dst []byte, r Reply) []byte {
	dst = AppendHeader(dst, r.ID, r.Protocol, 2+len(r.Params))
	dst = append(dst, byte(r.Register), byte(r.Status))
	return append(dst, r.Params...)
}

// AppendHeader appends the header of a frame whose register and parameters have length bytes.
func AppendHeader(dst []byte, id, protocol uint16, length int) []byte {
	dst = binary.BigEndian.AppendUint16(dst, id)
	dst = binary.BigEndian.AppendUint16(dst, protocol)
	return binary.BigEndian.AppendUint16(dst, uint16(length))
}

// frameLen returns the whole length of the frame at the start of b, given the least length its body may have.
func frameLen(b []byte, least int) (int, error) {
	if len(b) < HeaderLen {
		return 0, ErrShort
	}
	protocol, length := binary.BigEndian.Uint16(b[2:]), int(binary.BigEndian.Uint16(b[4:]))
	if protocol > ProtocolHeartbeat || length < least || HeaderLen+length > MaxFrame {
		return 0, ErrBadFrame
	}
	if len(b) < HeaderLen+length {
		return 0, ErrShort
	}
	return HeaderLen + length, nil
}

// ParseRequest reads the frame at the start of b and returns how many bytes it took. Params alias b. ErrShort
// asks for more bytes; ErrBadFrame says that b does not start with a frame.
func ParseRequest(b []byte) (Request, int, error) {
	n, err := frameLen(b, 1)
	if err != nil {
		return Request{}, 0, err
	}
	return Request{
		ID: binary.BigEndian.Uint16(b), Protocol: binary.BigEndian.Uint16(b[2:]),
		Register: Register(b[6]), Params: b[7:n],
	}, n, nil
}

// ParseReply reads the frame at the start of b and returns how many bytes it took. Params alias b.
// Errors are those of ParseRequest.
func ParseReply(b []byte) (Reply, int, error) {
	n, err := frameLen(b, 2)
	if err != nil {
		return Reply{}, 0, err
	}
	return Reply{
		ID: binary.BigEndian.Uint16(b), Protocol: binary.BigEndian.Uint16(b[2:]),
		Register: Register(b[6]), Status: Status(b[7]), Params: b[8:n],
	}, n, nil
}

// AppendFloat appends x as a little-endian 32-bit float.
func AppendFloat(dst []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint32(dst, math.Float32bits(float32(x)))
}

// AppendFloats appends each number of xs.
func AppendFloats(dst []byte, xs []float64) []byte {
	for _, x := range xs {
		dst = AppendFloat(dst, x)
	}
	return dst
}

// f32 reads the i-th 32-bit float of b, without checking it.
func f32(b []byte, i int) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
}

// ParseFloats fills dst from the start of b and refuses short input and numbers that are not finite; dst is then
// unchanged.
func ParseFloats(dst []float64, b []byte) error {
	if len(b) < 4*len(dst) {
		return ErrBadLength
	}
	for i := range dst {
		if x := f32(b, i); x-x != 0 {
			return ErrNotFinite
		}
	}
	for i := range dst {
		dst[i] = f32(b, i)
	}
	return nil
}

// WirePose is a pose as the wire has it: x, y, z in mm, then roll, pitch, yaw in rad.
type WirePose [6]float64

// ToWire converts a pose (m) to the wire's form. It does not round; the codec rounds to 32 bits.
func ToWire(p spatial.Pose) WirePose {
	e := p.R.RPY()
	return WirePose{p.P.X * 1000, p.P.Y * 1000, p.P.Z * 1000, e.Roll, e.Pitch, e.Yaw}
}

// Pose converts w to SI.
func (w WirePose) Pose() spatial.Pose {
	return spatial.Pose{
		P: spatial.V(w[0]/1000, w[1]/1000, w[2]/1000),
		R: spatial.RPY{Roll: w[3], Pitch: w[4], Yaw: w[5]}.Rot(),
	}
}

// AxisAngle returns w with its last three numbers read as a rotation vector.
func (w WirePose) AxisAngle() spatial.Pose {
	return spatial.Pose{P: spatial.V(w[0]/1000, w[1]/1000, w[2]/1000), R: spatial.Exp(spatial.V(w[3], w[4], w[5]))}
}

// ToAxisAngle returns p as the wire has it, with a rotation vector instead of roll, pitch and yaw.
func ToAxisAngle(p spatial.Pose) WirePose {
	v := p.R.Log()
	return WirePose{p.P.X * 1000, p.P.Y * 1000, p.P.Z * 1000, v.X, v.Y, v.Z}
}

// Bounds of readings: numbers beyond them are a fault of the wire, not of the arm.
const (
	MaxReach    = 10_000      // mm
	MaxAngle    = 4 * math.Pi // rad
	maxRate     = 100         // rad/s
	maxTorque   = 10_000      // N·m
	maxTwistLin = 100_000     // mm/s
)

// Within reports whether every |x| ≤ limit.
func Within(xs []float64, limit float64) bool {
	for _, x := range xs {
		if !(x <= limit && x >= -limit) {
			return false
		}
	}
	return true
}

func lengthError(r Register, got int, want string) error {
	return fmt.Errorf("%w: %v has %d bytes, want %s", ErrBadLength, r, got, want)
}
