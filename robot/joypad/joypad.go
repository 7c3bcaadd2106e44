// Package joypad reads game controllers: from Linux's input devices, with controllers being plugged in and out, and from scripts.
// It knows the layout of a Logitech F710 in its XInput mode, which is also that of other controllers served by the kernel's xpad
// driver.
//
// Like BASE's axes, sticks are 1 forward and to the left; triggers are 0 to 1, and the cross (d-pad) is like a stick.
package joypad

import (
	"encoding/binary"
	"math"
	"slices"
)

// The axes, as indices in State.Axes.
const (
	LeftX  = iota // left stick, 1 to the left
	LeftY         // left stick, 1 forward
	LeftT         // left trigger, 0 to 1
	RightX        // right stick, 1 to the left
	RightY        // right stick, 1 forward
	RightT        // right trigger, 0 to 1
	CrossX        // cross, 1 to the left
	CrossY        // cross, 1 forward
	Axes
)

// Button is a set of buttons.
type Button uint16

// The buttons.
const (
	A Button = 1 << iota
	B
	X
	Y
	LB // left bumper
	RB // right bumper
	Back
	Start
	Logo
	LS // left stick, pressed
	RS // right stick, pressed
)

// State is the state of a controller.
type State struct {
	Connected bool // if not, everything else is zero
	Axes      [Axes]float64
	Buttons   Button
}

// Pressed reports whether all of some buttons are pressed.
func (s State) Pressed(b Button) bool { return s.Buttons&b == b }

// Names of axes and buttons in scripts, in the order of their constants.
func axisNames() []string { return []string{"lx", "ly", "lt", "rx", "ry", "rt", "cx", "cy"} }
func buttonNames() []string {
	return []string{"a", "b", "x", "y", "lb", "rb", "back", "start", "logo", "ls", "rs"}
}

// EventSize is the size of Linux's struct input_event on 64-bit machines: seconds and microseconds (8 bytes each), type and code
// (2 each), value (4), in the machine's order, which is little-endian on all machines that this package supports.
const EventSize = 24

// Event is one event of an input device.
type Event struct {
	Type, Code uint16
	Value      int32
}

// ParseEvent reads an event.
func ParseEvent(b *[EventSize]byte) Event {
	return Event{binary.LittleEndian.Uint16(b[16:]), binary.LittleEndian.Uint16(b[18:]), int32(binary.LittleEndian.Uint32(b[20:]))}
}

// Append appends an event's bytes to dst; its time is in µs.
func (e Event) Append(dst []byte, µs int64) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, uint64(µs/1e6))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(µs%1e6))
	dst = binary.LittleEndian.AppendUint16(dst, e.Type)
	dst = binary.LittleEndian.AppendUint16(dst, e.Code)
	return binary.LittleEndian.AppendUint32(dst, uint32(e.Value))
}

// Types and codes of events (linux/input-event-codes.h).
const (
	EvSyn = 0
	EvKey = 1
	EvAbs = 3

	SynReport  = 0
	SynDropped = 3

	BtnSouth = 0x130 // A, the first of the buttons
	btnNorth = 0x133 // which xpad sends for X, on the left
	btnWest  = 0x134 // which xpad sends for Y, on top
	btnTL2   = 0x138 // a trigger as a button
	btnTR2   = 0x139
	absHatX  = 16
	absHatY  = 17
)

// Range is the range of an axis, as the kernel states it (struct input_absinfo).
type Range struct{ Min, Max, Flat int32 }

// Layout maps a device's events to a State. The zero value is not usable: use F710.
type Layout struct {
	Ranges [Axes]Range
	// Dead is the share of a stick's range around its middle that is treated as untouched; the rest is stretched. It is at least
	// the kernel's Flat.
	Dead float64
	// Placed says that the buttons' codes stand for positions, as in the drivers of PlayStation's and Nintendo's controllers.
	// xpad's codes stand for the printed letters, of which X and Y are swapped.
	Placed bool
}

// F710 returns the layout of a Logitech F710 in its XInput mode.
func F710() Layout {
	l := Layout{Dead: 0.1}
	for _, i := range []int{LeftX, LeftY, RightX, RightY} {
		l.Ranges[i] = Range{-32768, 32767, 128}
	}
	l.Ranges[LeftT], l.Ranges[RightT] = Range{0, 255, 0}, Range{0, 255, 0}
	l.Ranges[CrossX], l.Ranges[CrossY] = Range{-1, 1, 0}, Range{-1, 1, 0}
	return l
}

// axisOf returns the axis of a code, -1 for none: ABS_X, Y, Z, RX, RY, RZ are 0 to 5, and the hat is 16 and 17.
func axisOf(code uint16) int {
	switch {
	case code <= 5:
		return int(code)
	case code == absHatX || code == absHatY:
		return CrossX + int(code-absHatX)
	}
	return -1
}

// triggerOf returns the trigger of a button's code, -1 for none. It applies if the device has no axis for it.
func triggerOf(code uint16) int {
	switch code {
	case btnTL2:
		return LeftT
	case btnTR2:
		return RightT
	}
	return -1
}

// buttonOf returns the button of a code, 0 for none. Two codes in between, C and Z, belong to no button here, and two are
// triggers. X is the left button, Y the top one, whatever is printed on them.
func (l *Layout) buttonOf(code uint16) Button {
	if l.Placed && (code == btnNorth || code == btnWest) {
		code = btnNorth + btnWest - code
	}
	codes := [...]uint16{0x130, 0x131, 0x133, 0x134, 0x136, 0x137, 0x13a, 0x13b, 0x13c, 0x13d, 0x13e}
	if i := slices.Index(codes[:], code); i >= 0 {
		return 1 << i
	}
	return 0
}

// Value converts a raw value of an axis.
func (l *Layout) Value(axis int, raw int32) float64 {
	r := l.Ranges[axis]
	span := float64(r.Max) - float64(r.Min)
	if !(span > 0) {
		return 0
	}
	if axis == LeftT || axis == RightT {
		return min(max((float64(raw)-float64(r.Min))/span, 0), 1)
	}
	middle := (float64(r.Max) + float64(r.Min)) / 2
	v := min(max((float64(raw)-middle)/(span/2), -1), 1)
	dead := max(l.Dead, min(2*float64(r.Flat)/span, 0.5))
	if axis == CrossX || axis == CrossY {
		dead = 0
	}
	if math.Abs(v) <= dead {
		return 0 // and not its negative
	}
	v = math.Copysign((math.Abs(v)-dead)/(1-dead), v)
	return -v // devices count to the right and down
}

// Decoder makes states from a device's events. A report is complete with its SYN_REPORT; earlier parts of it are not visible yet.
type Decoder struct {
	Layout  Layout
	State   State  // of the last complete report
	Dropped uint64 // how often the kernel had to drop events

	next    State
	skipped bool
}

// NewDecoder makes a decoder of a connected and untouched device.
func NewDecoder(l Layout) *Decoder {
	d := &Decoder{Layout: l}
	d.Reset()
	return d
}

// Reset releases everything.
func (d *Decoder) Reset() {
	d.next = State{Connected: true}
	d.State, d.skipped = d.next, false
}

// Take takes an event and reports whether it completed a report, so that State is new. After SYN_DROPPED, with which the kernel
// says that events were lost, everything is considered released until it moves again; ask the device if possible.
func (d *Decoder) Take(e Event) bool {
	switch {
	case e.Type == EvSyn && e.Code == SynDropped:
		d.Dropped++
		d.Reset()
		d.skipped = true
		return true
	case e.Type == EvSyn && e.Code == SynReport:
		if d.skipped {
			d.skipped = false
			return false
		}
		d.State = d.next
		return true
	case d.skipped:
	case e.Type == EvAbs:
		if i := axisOf(e.Code); i >= 0 {
			d.next.Axes[i] = d.Layout.Value(i, e.Value)
		}
	case e.Type == EvKey:
		if i := triggerOf(e.Code); i >= 0 && d.Layout.Ranges[i] == (Range{}) {
			d.next.Axes[i] = float64(min(max(e.Value, 0), 1))
		}
		if b := d.Layout.buttonOf(e.Code); e.Value != 0 {
			d.next.Buttons |= b
		} else {
			d.next.Buttons &^= b
		}
	}
	return false
}
