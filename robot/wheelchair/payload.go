package wheelchair

import (
	"encoding/binary"
	"math"
	"time"
)

// payload begins a frame's payload of n bytes.
func (f *Frame) payload(t Type, n uint8) []byte {
	f.Type, f.N, f.P = t, n, [MaxPayload]byte{}
	return f.P[:n]
}

// of returns the payload if the frame has the type and length.
func (f *Frame) of(t Type, n uint8) ([]byte, bool) { return f.P[:n], f.Type == t && f.N == n }

// SetHello makes f a hello.
func (f *Frame) SetHello(nonce uint16) {
	b := f.payload(TypeHello, 3)
	b[0] = Version
	binary.LittleEndian.PutUint16(b[1:], nonce)
}

// Hello reads a hello.
func (f *Frame) Hello() (version uint8, nonce uint16, ok bool) {
	b, ok := f.of(TypeHello, 3)
	return b[0], binary.LittleEndian.Uint16(b[1:]), ok
}

// SetWelcome makes f a welcome.
func (f *Frame) SetWelcome(w *Welcome) {
	b := f.payload(TypeWelcome, 13)
	b[0] = w.Version
	for i, x := range [6]uint16{w.Nonce, w.Firmware, u16(w.Track, milli), u16(w.Radius, tenth), u16(float64(w.Counts), 1), u16(w.Top, milli)} {
		binary.LittleEndian.PutUint16(b[1+2*i:], x)
	}
}

// Welcome reads a welcome.
func (f *Frame) Welcome(w *Welcome) bool {
	b, ok := f.of(TypeWelcome, 13)
	if !ok {
		return false
	}
	x := func(i int) uint16 { return binary.LittleEndian.Uint16(b[1+2*i:]) }
	*w = Welcome{b[0], x(0), x(1), float64(x(2)) * milli, float64(x(3)) * tenth, int(x(4)), float64(x(5)) * milli}
	return true
}

// SetDrive makes f a drive.
func (f *Frame) SetDrive(v, w float64) {
	b := f.payload(TypeDrive, 8)
	binary.LittleEndian.PutUint32(b, i32(v, micro))
	binary.LittleEndian.PutUint32(b[4:], i32(w, micro))
}

// Drive reads a drive.
func (f *Frame) Drive() (v, w float64, ok bool) {
	b, ok := f.of(TypeDrive, 8)
	return float64(int32(binary.LittleEndian.Uint32(b))) * micro, float64(int32(binary.LittleEndian.Uint32(b[4:]))) * micro, ok
}

// SetStop makes f a stop.
func (f *Frame) SetStop(s Stop) { f.payload(TypeStop, 1)[0] = byte(s) }

// Stop reads a stop.
func (f *Frame) Stop() (Stop, bool) {
	b, ok := f.of(TypeStop, 1)
	return Stop(b[0]), ok
}

// SetMode makes f a change of mode.
func (f *Frame) SetMode(m Mode) { f.payload(TypeMode, 1)[0] = byte(m) }

// Mode reads a change of mode.
func (f *Frame) Mode() (Mode, bool) {
	b, ok := f.of(TypeMode, 1)
	return Mode(b[0]), ok
}

// SetLimits makes f new limits.
func (f *Frame) SetLimits(l Limits) {
	b := f.payload(TypeLimits, 14)
	for i, x := range l.fields() {
		binary.LittleEndian.PutUint16(b[2*i:], u16(*x, milli))
	}
}

// Limits reads limits.
func (f *Frame) Limits(l *Limits) bool {
	b, ok := f.of(TypeLimits, 14)
	if ok {
		for i, x := range l.fields() {
			*x = float64(binary.LittleEndian.Uint16(b[2*i:])) * milli
		}
	}
	return ok
}

// SetAnswer makes f the answer to a request.
func (f *Frame) SetAnswer(to *Frame, c Code) {
	seq, t := to.Seq, to.Type
	copy(f.payload(TypeAnswer, 3), []byte{seq, byte(t), byte(c)})
}

// Answer reads an answer.
func (f *Frame) Answer() (seq uint8, t Type, c Code, ok bool) {
	b, ok := f.of(TypeAnswer, 3)
	return b[0], Type(b[1]), Code(b[2]), ok
}

// SetMotion makes f a motion.
func (f *Frame) SetMotion(m *Motion) {
	b := f.payload(TypeMotion, 17)
	binary.LittleEndian.PutUint32(b, uint32(m.Time.Milliseconds()))
	binary.LittleEndian.PutUint32(b[4:], uint32(m.Left))
	binary.LittleEndian.PutUint32(b[8:], uint32(m.Right))
	binary.LittleEndian.PutUint16(b[12:], i16(m.Rims[0], tenth))
	binary.LittleEndian.PutUint16(b[14:], i16(m.Rims[1], tenth))
	b[16] = byte(m.Mode)
}

// Motion reads a motion.
func (f *Frame) Motion(m *Motion) bool {
	b, ok := f.of(TypeMotion, 17)
	if !ok || Mode(b[16]) > Halted {
		return false
	}
	rim := func(i int) float64 { return float64(int16(binary.LittleEndian.Uint16(b[i:]))) * tenth }
	*m = Motion{
		Time: time.Duration(binary.LittleEndian.Uint32(b)) * time.Millisecond,
		Left: int32(binary.LittleEndian.Uint32(b[4:])), Right: int32(binary.LittleEndian.Uint32(b[8:])),
		Rims: [2]float64{rim(12), rim(14)}, Mode: Mode(b[16]),
	}
	return true
}

// SetStatus makes f a status.
func (f *Frame) SetStatus(s *Status) {
	b := f.payload(TypeStatus, 17)
	binary.LittleEndian.PutUint32(b, uint32(s.Time.Milliseconds()))
	binary.LittleEndian.PutUint16(b[4:], i16(s.X, milli))
	binary.LittleEndian.PutUint16(b[6:], i16(s.Y, milli))
	b[8], b[9] = s.Buttons, byte(s.Mode)
	binary.LittleEndian.PutUint16(b[10:], uint16(s.Faults))
	binary.LittleEndian.PutUint16(b[12:], u16(s.Battery, milli))
	b[14], b[15], b[16] = uint8(math.Round(100*min(max(s.Charge, 0), 1))), s.Driven, s.Bad
}

// Status reads a status. It rejects a stick beyond its ends.
func (f *Frame) Status(s *Status) bool {
	b, ok := f.of(TypeStatus, 17)
	stick := func(i int) float64 { return float64(int16(binary.LittleEndian.Uint16(b[i:]))) * milli }
	if !ok || Mode(b[9]) > Halted || math.Abs(stick(4)) > 1 || math.Abs(stick(6)) > 1 || b[14] > 100 {
		return false
	}
	*s = Status{
		Time: time.Duration(binary.LittleEndian.Uint32(b)) * time.Millisecond, X: stick(4), Y: stick(6),
		Buttons: b[8], Mode: Mode(b[9]), Faults: Fault(binary.LittleEndian.Uint16(b[10:])),
		Battery: float64(binary.LittleEndian.Uint16(b[12:])) * milli, Charge: float64(b[14]) / 100, Driven: b[15], Bad: b[16],
	}
	return true
}
