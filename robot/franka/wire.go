package franka

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Errors of the codec. They are wrapped with details.
var (
	// ErrSize reports a datagram of a size other than the version's. libfranka calls it "incorrect object size".
	ErrSize = errors.New("franka: incorrect object size")
	// ErrMode reports a mode byte that FCI does not define.
	ErrMode = errors.New("franka: mode that the protocol version does not have")
)

// coder reads or writes bytes, so that the order of members is written down only once. The slice is exactly as long as the
// data.
type coder struct {
	b      []byte
	read   bool
	single bool // floats have 4 bytes, not 8
}

func (c *coder) take(n int) []byte {
	b := c.b[:n]
	c.b = c.b[n:]
	return b
}

func (c *coder) u8(x *uint8) {
	if b := c.take(1); c.read {
		*x = b[0]
	} else {
		b[0] = *x
	}
}

func (c *coder) u16(x *uint16) {
	if b := c.take(2); c.read {
		*x = binary.LittleEndian.Uint16(b)
	} else {
		binary.LittleEndian.PutUint16(b, *x)
	}
}

func (c *coder) u32(x *uint32) {
	if b := c.take(4); c.read {
		*x = binary.LittleEndian.Uint32(b)
	} else {
		binary.LittleEndian.PutUint32(b, *x)
	}
}

func (c *coder) u64(x *uint64) {
	if b := c.take(8); c.read {
		*x = binary.LittleEndian.Uint64(b)
	} else {
		binary.LittleEndian.PutUint64(b, *x)
	}
}

// boolean is one byte: 0 or 1; any other number reads as true.
func (c *coder) boolean(x *bool) {
	if b := c.take(1); c.read {
		*x = b[0] != 0
	} else if b[0] = 0; *x {
		b[0] = 1
	}
}

func (c *coder) float(x *float64) {
	if c.single {
		y := math.Float32bits(float32(*x))
		if c.u32(&y); c.read {
			*x = float64(math.Float32frombits(y))
		}
		return
	}
	if b := c.take(8); c.read {
		*x = math.Float64frombits(binary.LittleEndian.Uint64(b))
	} else {
		binary.LittleEndian.PutUint64(b, math.Float64bits(*x))
	}
}

func (c *coder) floats(x []float64) {
	if c.single {
		for i := range x {
			c.float(&x[i])
		}
		return
	}
	b := c.take(8 * len(x))
	if c.read {
		for i := range x {
			x[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
		}
		return
	}
	for i := range x {
		binary.LittleEndian.PutUint64(b[8*i:], math.Float64bits(x[i]))
	}
}

// flags are n bytes, one for each error.
func (c *coder) flags(x *Errors, n int) {
	b := c.take(n)
	if c.read {
		*x = 0
		for i := range b {
			if b[i] != 0 {
				*x |= 1 << i
			}
		}
		return
	}
	for i := range b {
		b[i] = byte(*x >> i & 1)
	}
}

// grow returns dst with n more bytes, and those bytes.
func grow(dst []byte, n int) (all, added []byte) {
	l := len(dst)
	all = slices.Grow(dst, n)[:l+n]
	return all, all[l:]
}

// StateSize is the size of a RobotState datagram in bytes: 2085 for version 3, 2341 for 4, 2373 for 5 to 9, 1377 from 10 on.
func StateSize(v Version) int {
	switch {
	case v < Version4:
		return 2085
	case v < Version5:
		return 2341
	case v.single():
		return 1377
	}
	return 2373
}

// CommandSize is the size of a RobotCommand datagram in bytes: 371 from version 7 on, 370 before.
func CommandSize(v Version) int {
	if v.hasNone() {
		return 371
	}
	return 370
}

// AppendState appends the datagram of s to dst (protocol notes, section 6.1). MTotal, ITotal and FxCtotal are not in it, nor
// are members that v does not have. It allocates only to lengthen dst.
func AppendState(dst []byte, v Version, s *State) []byte {
	dst, b := grow(dst, StateSize(v))
	c := coder{b: b, single: v.single()}
	c.state(v, s)
	return dst
}

// ReadState reads a datagram into s; members that v does not have become zero, the totals are computed. A wrong size and
// undefined modes are errors, after which s must not be used. It allocates only errors.
func ReadState(b []byte, v Version, s *State) error {
	if len(b) != StateSize(v) {
		return fmt.Errorf("%w: a state of protocol %d has %d bytes, this datagram %d: does the other end speak "+
			"another version?", ErrSize, v, StateSize(v), len(b))
	}
	if !v.hasNE() {
		s.FTNE, s.NETEE = Pose{}, Pose{}
	}
	if !v.hasBaseAcceleration() {
		s.ODDPO = [3]float64{}
	}
	if !v.hasAccelerometers() {
		s.AccelerometerTop, s.AccelerometerBottom = [6][3]float64{}, [6][3]float64{}
	}
	c := coder{b: b, read: true, single: v.single()}
	c.state(v, s)
	s.Total()
	switch {
	case s.MotionGenerator > GenerateNone || s.MotionGenerator == GenerateNone && !v.hasNone():
		return fmt.Errorf("%w: version %d, %v in a state", ErrMode, v, s.MotionGenerator)
	case s.Controller > OtherController:
		return fmt.Errorf("%w: version %d, %v in a state", ErrMode, v, s.Controller)
	case s.Mode > ModeRecovery:
		return fmt.Errorf("%w: version %d, robot %v in a state", ErrMode, v, s.Mode)
	}
	return nil
}

// state is the order of a RobotState datagram.
func (c *coder) state(v Version, s *State) {
	c.u64(&s.ID)
	c.floats(s.OTEE[:])
	c.floats(s.OTEEd[:])
	c.floats(s.FTEE[:])
	c.floats(s.EETK[:])
	if v.hasNE() {
		c.floats(s.FTNE[:])
		c.floats(s.NETEE[:])
	}
	c.float(&s.MEE)
	c.floats(s.IEE[:])
	c.floats(s.FxCee[:])
	c.float(&s.MLoad)
	c.floats(s.ILoad[:])
	c.floats(s.FxCload[:])
	c.floats(s.Elbow[:])
	c.floats(s.ElbowD[:])
	c.floats(s.TauJ[:])
	c.floats(s.TauJd[:])
	c.floats(s.DTauJ[:])
	c.floats(s.Q[:])
	c.floats(s.Qd[:])
	c.floats(s.DQ[:])
	c.floats(s.DQd[:])
	c.floats(s.DDQd[:])
	c.floats(s.JointContact[:])
	c.floats(s.CartesianContact[:])
	c.floats(s.JointCollision[:])
	c.floats(s.CartesianCollision[:])
	c.floats(s.TauExtHatFiltered[:])
	c.floats(s.OFExtHatK[:])
	c.floats(s.KFExtHatK[:])
	c.floats(s.ODPEEd[:])
	if v.hasBaseAcceleration() {
		c.floats(s.ODDPO[:])
	}
	c.floats(s.ElbowC[:])
	c.floats(s.DelbowC[:])
	c.floats(s.DDelbowC[:])
	c.floats(s.OTEEc[:])
	c.floats(s.ODPEEc[:])
	c.floats(s.ODDPEEc[:])
	c.floats(s.Theta[:])
	c.floats(s.DTheta[:])
	if v.hasAccelerometers() {
		for _, xs := range [...]*[6][3]float64{&s.AccelerometerTop, &s.AccelerometerBottom} {
			for i := range xs {
				c.floats(xs[i][:])
			}
		}
	}
	c.u8((*uint8)(&s.MotionGenerator))
	c.u8((*uint8)(&s.Controller))
	c.flags(&s.CurrentErrors, v.Errors())
	c.flags(&s.LastErrors, v.Errors())
	c.u8((*uint8)(&s.Mode))
	c.float(&s.SuccessRate)
}

// AppendCommand appends the datagram of c to dst (protocol notes, section 6.2). It allocates only to lengthen dst.
func AppendCommand(dst []byte, v Version, c *Command) []byte {
	dst, b := grow(dst, CommandSize(v))
	w := members{coder: coder{b: b}}
	w.command(v, c)
	return dst
}

// ReadCommand reads a datagram into c. Only a wrong size is an error: the robot judges whether it can follow the numbers.
func ReadCommand(b []byte, v Version, c *Command) error {
	if len(b) != CommandSize(v) {
		return fmt.Errorf("%w: a command of protocol %d has %d bytes, this datagram %d: does the other end speak "+
			"another version?", ErrSize, v, CommandSize(v), len(b))
	}
	c.TorqueFinished = false
	r := members{coder: coder{b: b, read: true}}
	r.command(v, c)
	return nil
}
