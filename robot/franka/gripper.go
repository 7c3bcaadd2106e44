package franka

import (
	"fmt"
	"slices"
)

// Gripper is a device on the flange that does not use the arm's protocol: TCP for requests and UDP for states as in FCI,
// with other headers.
type Gripper uint8

// The devices: the Franka Hand, and Schmalz's Cobot Pump as Franka sells it.
const (
	Hand Gripper = iota
	Pump
)

// String names the device.
func (g Gripper) String() string { return [...]string{"hand", "vacuum gripper"}[g] }

// Port is the port at which the device takes commands on a real robot.
func (g Gripper) Port() int { return [...]int{1338, 1339}[g] }

// Version is the supported version of the device's protocol, that of libfranka from 0.6 on.
func (g Gripper) Version() uint16 { return [...]uint16{3, 1}[g] }

// GripperHeaderSize is the size of the header of a gripper's TCP messages: u16 command, u32 command_id, u32 size.
const GripperHeaderSize = 10

// GripperKind is the kind of a gripper's request.
type GripperKind uint8

// The commands. Both devices have Connect and Stop.
const (
	GripperConnect GripperKind = iota
	GripperHoming              // of the hand: finds its greatest width
	GripperGrasp               // of the hand
	GripperMove                // of the hand
	GripperVacuum              // of the pump
	GripperDropOff             // of the pump
	GripperStop
	gripperKinds
)

// String names the command.
func (k GripperKind) String() string {
	return [gripperKinds]string{"Connect", "Homing", "Grasp", "Move", "Vacuum", "DropOff", "Stop"}[k]
}

// kinds are a device's commands by their numbers.
func (g Gripper) kinds() []GripperKind {
	if g == Pump {
		return []GripperKind{GripperConnect, GripperVacuum, GripperDropOff, GripperStop}
	}
	return []GripperKind{GripperConnect, GripperHoming, GripperGrasp, GripperMove, GripperStop}
}

// GripperRequest is a client's request; its Kind determines which members are used.
type GripperRequest struct {
	Kind GripperKind
	ID   uint32

	Version      uint16  // Connect
	Port         uint16  // Connect: UDP port of the client that takes the states
	Width        float64 // Grasp, Move: between the fingers, m
	Inner, Outer float64 // Grasp: by how much the object may be narrower and wider, m
	Speed        float64 // Grasp, Move: of the width, m/s
	Force        float64 // Grasp, N
	Vacuum       uint8   // Vacuum: set-point, 10 mbar
	Profile      uint8   // Vacuum: 0 to 3
	Timeout      int64   // Vacuum, DropOff: ms
}

// GripperStatus is the result in a gripper's response.
type GripperStatus uint16

// The statuses. Connect has the first two; the second means that the versions differ.
const (
	GripperSuccess GripperStatus = iota
	GripperFail
	GripperUnsuccessful // carried out without the requested result: nothing grasped
	GripperAborted      // by another command
)

// GripperResponse answers a request.
type GripperResponse struct {
	Kind    GripperKind
	ID      uint32
	Status  GripperStatus
	Version uint16 // Connect: the device's
}

// HandState is the hand's state.
type HandState struct {
	ID          uint32  // milliseconds since its start
	Width       float64 // between the fingers, m
	MaxWidth    float64 // as found by homing, m
	Grasped     bool
	Temperature uint16 // °C
}

// PumpState is the vacuum gripper's state.
type PumpState struct {
	ID       uint32 // milliseconds since its start
	InRange  bool   // the vacuum has the requested value
	Detached bool   // the part has come off after a drop-off
	Present  bool   // a part seals the cup
	Status   uint8  // 0 green, 1 yellow, 2 orange, 3 red
	Power    int32  // %
	Vacuum   int32  // below the surrounding pressure, mbar
}

func (c *coder) gripperHeader(command *uint16, id, size *uint32) {
	c.u16(command)
	c.u32(id)
	c.u32(size)
}

// gripperBody codes the payload of a request.
func (c *coder) gripperBody(q *GripperRequest) {
	switch q.Kind {
	case GripperConnect:
		c.u16(&q.Version)
		c.u16(&q.Port)
	case GripperGrasp:
		for _, x := range [...]*float64{&q.Width, &q.Inner, &q.Outer, &q.Speed, &q.Force} {
			c.float(x)
		}
	case GripperMove:
		c.float(&q.Width)
		c.float(&q.Speed)
	case GripperVacuum:
		c.u8(&q.Vacuum)
		c.u8(&q.Profile)
		c.i64(&q.Timeout)
	case GripperDropOff:
		c.i64(&q.Timeout)
	}
}

func (c *coder) i64(x *int64) {
	u := uint64(*x)
	c.u64(&u)
	*x = int64(u)
}

// gripperRequestSize is the size of a request in bytes, header included.
func gripperRequestSize(k GripperKind) int {
	return [gripperKinds]int{14, 10, 50, 26, 20, 18, 10}[k]
}

func gripperResponseSize(k GripperKind) int {
	if k == GripperConnect {
		return 14
	}
	return 12
}

// AppendGripperRequest appends q as g reads it; a command that g does not have is an error.
func AppendGripperRequest(dst []byte, g Gripper, q *GripperRequest) ([]byte, error) {
	dst, c, err := appendGripperMessage(dst, g, q.Kind, q.ID, gripperRequestSize)
	if err != nil {
		return dst, err
	}
	x := *q
	c.gripperBody(&x)
	return dst, nil
}

// ReadGripperRequest reads the request at the start of b and returns how many bytes it took. ErrShort asks for more
// bytes; ErrMessage reports bytes that are no request of g.
func ReadGripperRequest(b []byte, g Gripper, q *GripperRequest) (n int, err error) {
	k, id, c, err := readGripperMessage(b, g, gripperRequestSize)
	if err != nil {
		return 0, err
	}
	*q = GripperRequest{Kind: k, ID: id}
	c.gripperBody(q)
	return gripperRequestSize(k), nil
}

// AppendGripperResponse appends a as g writes it.
func AppendGripperResponse(dst []byte, g Gripper, a *GripperResponse) ([]byte, error) {
	dst, c, err := appendGripperMessage(dst, g, a.Kind, a.ID, gripperResponseSize)
	if err != nil {
		return dst, err
	}
	x := *a
	c.gripperAnswer(&x)
	return dst, nil
}

// ReadGripperResponse reads the response at the start of b and returns how many bytes it took; errors are those of
// ReadGripperRequest.
func ReadGripperResponse(b []byte, g Gripper, a *GripperResponse) (n int, err error) {
	k, id, c, err := readGripperMessage(b, g, gripperResponseSize)
	if err != nil {
		return 0, err
	}
	*a = GripperResponse{Kind: k, ID: id}
	c.gripperAnswer(a)
	return gripperResponseSize(k), nil
}

// gripperAnswer codes the payload of a response.
func (c *coder) gripperAnswer(a *GripperResponse) {
	c.u16((*uint16)(&a.Status))
	if a.Kind == GripperConnect {
		c.u16(&a.Version)
	}
}

// appendGripperMessage appends a message's header and returns the coder of its payload.
func appendGripperMessage(dst []byte, g Gripper, k GripperKind, id uint32, sizeOf func(GripperKind) int) ([]byte, coder, error) {
	n := slices.Index(g.kinds(), k)
	if n < 0 {
		return dst, coder{}, fmt.Errorf("franka: a %v has no %v", g, k)
	}
	dst, b := grow(dst, sizeOf(k))
	c, command, size := coder{b: b}, uint16(n), uint32(len(b))
	c.gripperHeader(&command, &id, &size)
	return dst, c, nil
}

// readGripperMessage reads the header of the message at the start of b, which must be whole and of its kind's size, and
// returns the coder of its payload.
func readGripperMessage(b []byte, g Gripper, sizeOf func(GripperKind) int) (k GripperKind, id uint32, c coder, err error) {
	if len(b) < GripperHeaderSize {
		return 0, 0, c, ErrShort
	}
	c = coder{b: b, read: true}
	var command uint16
	var size uint32
	c.gripperHeader(&command, &id, &size)
	kinds := g.kinds()
	if int(command) >= len(kinds) {
		return 0, 0, c, fmt.Errorf("%w: command %d, which a %v does not have", ErrMessage, command, g)
	}
	k = kinds[command]
	switch want := sizeOf(k); {
	case int(size) != want:
		return 0, 0, c, fmt.Errorf("%w: %v of %d bytes, not %d", ErrMessage, k, size, want)
	case len(b) < want:
		return 0, 0, c, ErrShort
	}
	return k, id, c, nil
}

// Sizes of the states' datagrams in bytes.
const (
	HandStateSize = 23
	PumpStateSize = 16
)

func (c *coder) hand(s *HandState) {
	c.u32(&s.ID)
	c.float(&s.Width)
	c.float(&s.MaxWidth)
	c.boolean(&s.Grasped)
	c.u16(&s.Temperature)
}

func (c *coder) pump(s *PumpState) {
	power, vacuum := uint32(s.Power), uint32(s.Vacuum)
	c.u32(&s.ID)
	c.boolean(&s.InRange)
	c.boolean(&s.Detached)
	c.boolean(&s.Present)
	c.u8(&s.Status)
	c.u32(&power)
	c.u32(&vacuum)
	s.Power, s.Vacuum = int32(power), int32(vacuum)
}

// AppendHandState appends the datagram of s.
func AppendHandState(dst []byte, s HandState) []byte {
	dst, b := grow(dst, HandStateSize)
	c := coder{b: b}
	c.hand(&s)
	return dst
}

// ReadHandState reads such a datagram; another size returns ErrSize.
func ReadHandState(b []byte, s *HandState) error {
	if len(b) != HandStateSize {
		return fmt.Errorf("%w: a hand's state has %d bytes, this datagram %d", ErrSize, HandStateSize, len(b))
	}
	c := coder{b: b, read: true}
	c.hand(s)
	return nil
}

// AppendPumpState appends the datagram of s.
func AppendPumpState(dst []byte, s PumpState) []byte {
	dst, b := grow(dst, PumpStateSize)
	c := coder{b: b}
	c.pump(&s)
	return dst
}

// ReadPumpState reads such a datagram; another size returns ErrSize.
func ReadPumpState(b []byte, s *PumpState) error {
	if len(b) != PumpStateSize {
		return fmt.Errorf("%w: a vacuum gripper's state has %d bytes, this datagram %d", ErrSize, PumpStateSize, len(b))
	}
	c := coder{b: b, read: true}
	c.pump(s)
	return nil
}
