package franka

import (
	"errors"
	"fmt"
	"math"
)

// HeaderSize is the size of the header of a TCP message: u32 command, u32 command_id, u32 size.
const HeaderSize = 12

// MaxRequest is more than the longest request of any version, MaxResponse more than any response with its model library;
// longer messages are errors.
const (
	MaxRequest  = 1024
	MaxResponse = 64 << 20
)

// Errors of TCP messages.
var (
	// ErrShort says that the message is not complete yet.
	ErrShort = errors.New("franka: message incomplete: read more bytes")
	// ErrMessage reports bytes that are no message of the version; nothing after them can be read.
	ErrMessage = errors.New("franka: protocol error")
)

// Header starts every TCP message. A response repeats Command and ID of its request.
type Header struct {
	Command uint32 // number of the kind in the spoken version
	ID      uint32 // chosen by the client, counting from 0
	Size    uint32 // of the whole message, this header included
}

// ReadHeader reads the header at the start of b. ErrShort asks for more bytes; a size below that of a header or above
// most returns ErrMessage.
func ReadHeader(b []byte, most int) (h Header, err error) {
	if len(b) < HeaderSize {
		return h, ErrShort
	}
	c := coder{b: b[:HeaderSize], read: true}
	c.header(&h)
	if h.Size < HeaderSize || uint64(h.Size) > uint64(most) {
		return h, fmt.Errorf("%w: a message says it has %d bytes, not %d to %d", ErrMessage, h.Size, HeaderSize, most)
	}
	return h, nil
}

func (c *coder) header(h *Header) {
	c.u32(&h.Command)
	c.u32(&h.ID)
	c.u32(&h.Size)
}

// Request is a client's request by TCP. Kind determines which members are used; the others are zero.
type Request struct {
	Kind Kind
	ID   uint32

	Version            Version // Connect: the client's
	Port               uint16  // Connect: UDP port of the client that takes the states
	Move               MoveRequest
	Limit              int32 // GetCartesianLimit: which
	Collision          CollisionBehavior
	JointImpedance     [7]float64 // SetJointImpedance, Nm/rad
	CartesianImpedance [6]float64 // SetCartesianImpedance: N/m, Nm/rad
	Guiding            GuidingMode
	Frame              Pose // SetEEToK, SetNEToEE
	Load               Load
	Filters            Filters
	Library            Library
}

// MoveRequest starts a motion.
type MoveRequest struct {
	Generator  MotionGenerator // numbered as in states
	Controller Controller
	Path, Goal Deviation // greatest deviation of the arm on the way and at the end
	// Async, from version 10 on, makes the robot itself lead the joints to each commanded position, whenever one comes,
	// at MaxVelocity at most, rad/s.
	Async       bool
	MaxVelocity [Joints]float64
}

// Deviation is a bound on the deviation of a pose.
type Deviation struct{ Translation, Rotation, Elbow float64 } // m, rad, rad

// Possible reports whether a robot accepts d: all numbers are finite and not negative.
func (d Deviation) Possible() bool {
	for _, x := range [...]float64{d.Translation, d.Rotation, d.Elbow} {
		if !(x >= 0 && x <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// DefaultDeviation is libfranka's value, which is practically no bound.
var DefaultDeviation = Deviation{10, 3.12, 2 * math.Pi}

// CollisionBehavior holds the thresholds of contact (lower) and of the reflex (upper), while accelerating and at
// constant velocity.
type CollisionBehavior struct {
	LowerTorqueAcceleration, UpperTorqueAcceleration [7]float64 // Nm
	LowerTorque, UpperTorque                         [7]float64 // Nm
	LowerForceAcceleration, UpperForceAcceleration   [6]float64 // N, Nm
	LowerForce, UpperForce                           [6]float64 // N, Nm
}

// GuidingMode selects the directions that hand guiding leaves free.
type GuidingMode struct {
	Axes  [6]bool // x, y, z, roll, pitch, yaw
	Elbow bool
}

// Load is a body that the arm carries.
type Load struct {
	Mass    float64    // kg
	FxCload [3]float64 // centre of mass in the flange's frame, m
	Inertia [9]float64 // about the centre of mass, kg·m², column-major
}

// Filters are the cut-off frequencies of the robot's own filters, Hz. Each is 100 by default; 1000 turns one off.
type Filters struct{ JointPosition, JointVelocity, CartesianPosition, CartesianVelocity, Controller float64 }

// Library identifies the machine of a model library.
type Library struct {
	Architecture uint8 // 0 x64, 1 x86, 2 ARM, 3 ARM64
	System       uint8 // 0 Linux, 1 Windows
}

// CartesianLimit is one of the robot's virtual walls.
type CartesianLimit struct {
	Size   [3]float64 // m
	Frame  Pose
	Active bool
}

// Response answers a Request.
type Response struct {
	Kind    Kind
	ID      uint32
	Status  Status
	Version Version // Connect: the robot's
	Limit   CartesianLimit
	Data    []byte // LoadModelLibrary, GetRobotModel: the data after the status
}

// requestBody codes the payload of a request.
func (c *coder) requestBody(v Version, r *Request) {
	switch r.Kind {
	case Connect:
		c.u16((*uint16)(&r.Version))
		c.u16(&r.Port)
	case Move:
		c.move(v, &r.Move)
	case GetCartesianLimit:
		x := uint32(r.Limit)
		c.u32(&x)
		r.Limit = int32(x)
	case SetCollisionBehavior:
		c.collision(&r.Collision)
	case SetJointImpedance:
		c.floats(r.JointImpedance[:])
	case SetCartesianImpedance:
		c.floats(r.CartesianImpedance[:])
	case SetGuidingMode:
		for i := range r.Guiding.Axes {
			c.boolean(&r.Guiding.Axes[i])
		}
		c.boolean(&r.Guiding.Elbow)
	case SetEEToK, SetNEToEE:
		c.floats(r.Frame[:])
	case SetLoad:
		c.float(&r.Load.Mass)
		c.floats(r.Load.FxCload[:])
		c.floats(r.Load.Inertia[:])
	case SetFilters:
		f := &r.Filters
		for _, x := range [...]*float64{
			&f.JointPosition, &f.JointVelocity, &f.CartesianPosition, &f.CartesianVelocity, &f.Controller,
		} {
			c.float(x)
		}
	case LoadModelLibrary:
		c.u8(&r.Library.Architecture)
		c.u8(&r.Library.System)
	}
}

// move codes a Move: the controller first, and the generator, whose number is one less than in states. Numbers that FCI
// does not define are stored as undefined (255).
func (c *coder) move(v Version, m *MoveRequest) {
	controller, generator := uint32(m.Controller), uint32(m.Generator)-1
	c.u32(&controller)
	c.u32(&generator)
	m.Controller, m.Generator = Controller(min(controller, 255)), MotionGenerator(min(generator+1, 255))
	for _, d := range [...]*Deviation{&m.Path, &m.Goal} {
		c.float(&d.Translation)
		c.float(&d.Rotation)
		c.float(&d.Elbow)
	}
	if v.hasAsync() {
		c.boolean(&m.Async)
		c.floats(m.MaxVelocity[:])
	}
}

func (c *coder) collision(x *CollisionBehavior) {
	c.floats(x.LowerTorqueAcceleration[:])
	c.floats(x.UpperTorqueAcceleration[:])
	c.floats(x.LowerTorque[:])
	c.floats(x.UpperTorque[:])
	c.floats(x.LowerForceAcceleration[:])
	c.floats(x.UpperForceAcceleration[:])
	c.floats(x.LowerForce[:])
	c.floats(x.UpperForce[:])
}

// RequestSize is the size of a request of kind k in version v in bytes, header included.
func RequestSize(v Version, k Kind) int {
	if k == Move && v.hasAsync() {
		return 125
	}
	sizes := [kindCount]int{16, 68, 12, 16, 428, 68, 60, 19, 140, 140, 116, 52, 12, 14, 12}
	if k < kindCount {
		return sizes[k]
	}
	return HeaderSize
}

// responseSize is the size of a response of kind k in bytes, header included, without the data that follow a model.
func responseSize(k Kind) int {
	switch k {
	case Connect:
		return 15
	case GetCartesianLimit:
		return 166
	}
	return 13
}

// AppendRequest appends r as version v writes it; a Kind that v does not have is an error.
func AppendRequest(dst []byte, v Version, r *Request) ([]byte, error) {
	id, ok := r.Kind.ID(v)
	if !ok {
		return dst, noKind(r.Kind, v)
	}
	dst, b := grow(dst, RequestSize(v, r.Kind))
	c := coder{b: b}
	c.header(&Header{Command: id, ID: r.ID, Size: uint32(len(b))})
	x := *r // coding writes back, and must not change the caller's copy
	c.requestBody(v, &x)
	return dst, nil
}

func noKind(k Kind, v Version) error {
	return fmt.Errorf("franka: protocol version %d has no %v", v, k)
}

// ReadRequest reads the request at the start of b into r and returns how many bytes it took. ErrShort asks for more
// bytes; ErrMessage reports bytes that are no request of v. Connect is the same in every version.
func ReadRequest(b []byte, v Version, r *Request) (n int, err error) {
	h, err := ReadHeader(b, MaxRequest)
	if err != nil {
		return 0, err
	}
	k, ok := kindOf(h.Command, v)
	if !ok {
		return 0, fmt.Errorf("%w: command %d, which version %d does not have", ErrMessage, h.Command, v)
	}
	size := RequestSize(v, k)
	if h.Size != uint32(size) {
		return 0, fmt.Errorf("%w: %v of %d bytes, not %d", ErrMessage, k, h.Size, size)
	}
	if len(b) < size {
		return 0, ErrShort
	}
	*r = Request{Kind: k, ID: h.ID}
	c := coder{b: b[HeaderSize:size], read: true}
	c.requestBody(v, r)
	return size, nil
}

// AppendResponse appends r as version v writes it. A Status that the Kind does not have in v is replaced by the nearest
// one that it has; a Kind that v does not have is an error.
func AppendResponse(dst []byte, v Version, r *Response) ([]byte, error) {
	id, ok := r.Kind.ID(v)
	if !ok {
		return dst, noKind(r.Kind, v)
	}
	size := responseSize(r.Kind)
	if r.Kind == LoadModelLibrary || r.Kind == GetRobotModel {
		size += len(r.Data)
	}
	dst, b := grow(dst, size)
	c := coder{b: b}
	c.header(&Header{Command: id, ID: r.ID, Size: uint32(size)})
	code := r.Kind.code(v, r.Status)
	c.u8(&code)
	x := *r
	c.responseBody(&x)
	copy(c.b, r.Data)
	return dst, nil
}

// responseBody codes the data after the status.
func (c *coder) responseBody(r *Response) {
	switch r.Kind {
	case Connect:
		c.u16((*uint16)(&r.Version))
	case GetCartesianLimit:
		c.floats(r.Limit.Size[:])
		c.floats(r.Limit.Frame[:])
		c.boolean(&r.Limit.Active)
	}
}

// ReadResponse reads the response at the start of b into r and returns how many bytes it took. ErrShort asks for more
// bytes; ErrMessage reports bytes that are no response of v. Bytes after a response are its Data, which alias b.
func ReadResponse(b []byte, v Version, r *Response) (n int, err error) {
	h, err := ReadHeader(b, MaxResponse)
	if err != nil {
		return 0, err
	}
	k, ok := kindOf(h.Command, v)
	if !ok {
		return 0, fmt.Errorf("%w: answer to command %d, which version %d does not have", ErrMessage, h.Command, v)
	}
	size := responseSize(k)
	if h.Size < uint32(size) {
		return 0, fmt.Errorf("%w: answer to %v of %d bytes, not %d", ErrMessage, k, h.Size, size)
	}
	if uint64(len(b)) < uint64(h.Size) {
		return 0, ErrShort
	}
	n = int(h.Size)
	*r = Response{Kind: k, ID: h.ID}
	c := coder{b: b[HeaderSize:n], read: true}
	var code uint8
	c.u8(&code)
	all := k.statuses(v)
	if int(code) >= len(all) {
		return 0, fmt.Errorf("%w: answer to %v with status %d, which version %d does not have", ErrMessage, k, code, v)
	}
	r.Status = all[code]
	c.responseBody(r)
	if len(c.b) > 0 {
		r.Data = c.b
	}
	return n, nil
}
