package box

import (
	"encoding/binary"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
)

// pins are the digital and analogue inputs and outputs of the box and of the tool. An analogue value of 4095 is 10 V at the
// box and 3.3 V at the tool.
type pins struct {
	in, out            uint16 // of the box, bit i: number i
	toolIn, toolOut    uint16 // as the tool's module has them
	analogIn           [2]uint16
	analogOut          [2]uint16
	toolAnalog         [2]uint16
	inputFor, outputOf [16]byte // functions of inputs and outputs; 0, 255: none
	triggers           [64]trigger
}

// trigger is an action that happens once: after a time, or when the TCP is near a point.
type trigger struct {
	do     action
	note   note
	at     time.Duration // 0 for a place
	place  spatial.Vec3  // in the user's coordinates, m
	within float64       // m
}

// Functions of inputs and outputs (registers 137 and 138).
const (
	inputStop    = 1
	inputReduced = 13

	outputStopped   = 1
	outputMoving    = 2
	outputError     = 11
	outputWarning   = 12
	outputCollision = 13
	outputManual    = 14
	outputReduced   = 16
	outputEnabled   = 17
	outputPressed   = 18
)

// SetInput sets the level of a digital input of the box, 0 to 15. All are high at first, as unconnected inputs are.
func (b *Box) SetInput(i int, high bool) {
	if i < 0 || i > 15 {
		return
	}
	was := b.pins.in
	b.pins.in &^= 1 << i
	if high {
		b.pins.in |= 1 << i
	}
	if was == b.pins.in {
		return
	}
	switch b.pins.inputFor[i] {
	case inputStop:
		if !high {
			b.setState(xarm.StateStopped)
		}
	case inputReduced:
		b.conf.reduced.on = !high
	}
}

// SetToolInput sets the level of a digital input of the tool, 0 or 1.
func (b *Box) SetToolInput(i int, high bool) {
	if i < 0 || i > 1 {
		return
	}
	b.pins.toolIn &^= 1 << i
	if high {
		b.pins.toolIn |= 1 << i
	}
}

// SetAnalog sets analogue input i, 0 or 1, of the box (0 to 10 V) or of the tool (0 to 3.3 V).
func (b *Box) SetAnalog(i int, tool bool, volts float64) {
	if i < 0 || i > 1 {
		return
	}
	if tool {
		b.pins.toolAnalog[i] = uint16(4095 * min(max(volts/3.3, 0), 1))
	} else {
		b.pins.analogIn[i] = uint16(4095 * min(max(volts/10, 0), 1))
	}
}

// Outputs returns the box's digital outputs, bit i for number i, and the tool's.
func (b *Box) Outputs() (box, tool uint16) { return b.outputs(), b.pins.toolOut }

// outputs returns the box's outputs, including those that report a state.
func (b *Box) outputs() uint16 {
	out := b.pins.out
	for i, f := range b.pins.outputOf {
		on := false
		switch f {
		case outputStopped:
			on = b.state == xarm.StateStopped
		case outputMoving:
			on = b.shownState() == xarm.StateMoving
		case outputError:
			on = b.err != xarm.ErrorNone
		case outputWarning:
			on = b.warn != xarm.WarnNone
		case outputCollision:
			on = b.err == xarm.ErrorCollision
		case outputManual:
			on = b.mode == xarm.ModeTeach
		case outputReduced:
			on = b.conf.reduced.on
		case outputEnabled:
			on = b.enabled == 1<<xarm.Joints-1
		case outputPressed:
			on = b.pressed
		default:
			continue
		}
		if out &^= 1 << i; on {
			out |= 1 << i
		}
	}
	return out
}

// toolPins are the masks of the tool's outputs 0 to 4 in the register of its module.
func toolPin(n byte) uint16 { return [...]uint16{0x01, 0x02, 0x10, 0x04, 0x08}[n%5] }

// watchTriggers carries out the triggers that are due.
func (b *Box) watchTriggers() {
	for i := range b.pins.triggers {
		t := &b.pins.triggers[i]
		switch {
		case t.do.what == actNothing:
			continue
		case t.at > 0 && b.now < t.at:
			continue
		case t.at == 0 && b.conf.world.Apply(b.lastPose.P).Dist(t.place) > t.within:
			continue
		}
		b.act(&t.do)
		b.tell(&t.note, feedbackTrigger, 0)
		*t = trigger{}
	}
}

// clearOutputs clears the outputs that a stop is configured to clear.
func (b *Box) clearOutputs() {
	if b.conf.clearOnStop[0] {
		b.pins.out, b.pins.analogOut = 0, [2]uint16{}
	}
	if b.conf.clearOnStop[1] {
		b.pins.toolOut = 0
	}
}

// io answers the registers of inputs and outputs.
func (b *Box) io(l *Link, r xarm.Register, p []byte) outcome {
	switch r {
	case xarm.RegBoxInputs:
		l.params = binary.BigEndian.AppendUint16(l.params, b.pins.in)
	case xarm.RegBoxAnalog1:
		l.params = binary.BigEndian.AppendUint16(l.params, b.pins.analogIn[0])
	case xarm.RegBoxAnalog2:
		l.params = binary.BigEndian.AppendUint16(l.params, b.pins.analogIn[1])
	case xarm.RegSetBoxOutputs:
		if len(p) < 2 || len(p) > 5 {
			return bad
		}
		a := action{what: actBoxOutputs, mask: uint16(p[0]), value: uint16(p[1])}
		if len(p) >= 4 {
			a.mask, a.value = a.mask|uint16(p[2])<<8, a.value|uint16(p[3])<<8
		}
		return b.output(a, l, p, len(p)&^1)
	case xarm.RegSetBoxAnalog1, xarm.RegSetBoxAnalog2:
		if len(p) < 2 || len(p) > 3 || binary.BigEndian.Uint16(p) > 4095 {
			return bad
		}
		return b.output(action{what: actBoxAnalog, n: byte(r - xarm.RegSetBoxAnalog1), value: binary.BigEndian.Uint16(p)}, l, p, 2)
	case xarm.RegInputFunction, xarm.RegOutputFunction:
		if len(p) != 2 || p[0] > 15 {
			return bad
		}
		if r == xarm.RegInputFunction {
			b.pins.inputFor[p[0]] = p[1]
		} else {
			b.pins.outputOf[p[0]] = p[1]
		}
	case xarm.RegBoxIO:
		l.params = b.appendPins(append(l.params, 0, 0))
	case xarm.RegClearOnStop:
		if len(p) != 2 || p[0] > 1 || p[1] > 1 {
			return bad
		}
		b.conf.clearOnStop[p[0]] = p[1] == 1
		l.params = binary.BigEndian.AppendUint16(l.params, uint16(p[1]))
	default:
		return b.arm(l, r, p)
	}
	return done
}

// output sets outputs in their turn or, if a last byte after n requests it, at once.
func (b *Box) output(a action, l *Link, p []byte, n int) outcome {
	if len(p) > n && p[n] == 0 {
		b.act(&a)
		return done
	}
	return b.queued(a, l)
}

// appendPins appends the box's pins as register 139 and the report contain them, 48 bytes: safety inputs (all closed), inputs,
// safety outputs, outputs, analogue values, functions.
func (b *Box) appendPins(dst []byte) []byte {
	s := &b.pins
	for _, v := range [...]uint16{0xFF, s.in, 0, b.outputs(), s.analogIn[0], s.analogIn[1], s.analogOut[0], s.analogOut[1]} {
		dst = binary.BigEndian.AppendUint16(dst, v)
	}
	dst = append(append(dst, s.inputFor[:8]...), s.outputOf[:8]...)
	return append(append(dst, s.inputFor[8:]...), s.outputOf[8:]...)
}

// arm sets a trigger.
func (b *Box) arm(l *Link, r xarm.Register, p []byte) outcome {
	var do action
	wait, x := waitPlace, [4]float64{}
	switch r {
	case xarm.RegBoxOutputLater, xarm.RegToolOutputLater:
		if wait = waitTime; len(p) != 6 || p[1] > 1 || xarm.ParseFloats(x[:1], p[2:]) != nil || !xarm.Within(x[:1], 1e6) {
			return bad
		}
	case xarm.RegBoxOutputAt, xarm.RegToolOutputAt, xarm.RegBoxAnalogAt:
		n := 2
		if r == xarm.RegBoxAnalogAt {
			n = 3
		}
		if len(p) != n+16 || xarm.ParseFloats(x[:], p[n:]) != nil || !xarm.Within(x[:], xarm.MaxReach) || x[3] < 0 {
			return bad
		}
	default:
		return unknown
	}
	switch {
	case r == xarm.RegBoxAnalogAt:
		if do = (action{what: actBoxAnalog, n: p[0], value: binary.BigEndian.Uint16(p[1:])}); p[0] > 1 || do.value > 4095 {
			return bad
		}
	case r == xarm.RegBoxOutputLater || r == xarm.RegBoxOutputAt:
		if p[0] > 15 {
			return bad
		}
		do = action{what: actBoxOutputs, mask: 1 << p[0], value: uint16(p[1]) << p[0]}
	default:
		if p[0] > 4 {
			return bad
		}
		do = action{what: actToolOutputs, mask: toolPin(p[0])}
		if p[1] != 0 {
			do.value = do.mask
		}
	}
	do.wait, do.x = wait, x
	return b.queued(do, l)
}

// setTrigger makes an action wait for its time or place.
func (b *Box) setTrigger(a *action, n *note) {
	t := trigger{do: *a, note: *n}
	t.do.wait = waitNot
	if a.wait == waitTime {
		t.at = b.now + max(1, time.Duration(a.x[0]*float64(time.Second)))
	} else {
		t.place, t.within = spatial.V(a.x[0]/1000, a.x[1]/1000, a.x[2]/1000), a.x[3]/1000
	}
	for i := range b.pins.triggers {
		if b.pins.triggers[i].do.what == actNothing {
			b.pins.triggers[i] = t
			return
		}
	}
	b.warn = xarm.WarnBufferFull
}
