package box

import (
	"encoding/binary"
	"math"

	"github.com/sinew-robotics/sinew/robot/xarm"
)

// Exceptions of Modbus TCP (Modbus application protocol V1.1b3, section 7).
const (
	modbusNoFunction = 1
	modbusNoAddress  = 2
	modbusNoValue    = 3
)

// userMap has the user registers and coils of the Modbus map, 0x100 to 0x1FF.
type userMap struct {
	coils [256]bool
	words [256]uint16
}

// modbus answers a standard Modbus TCP request with the maker's map (vendor's "ModbusTCP manual"), which came with firmware
// 2.1; older firmware supports none of its functions.
func (b *Box) modbus(l *Link, r xarm.Request) []byte {
	b.n.ModbusCalls++
	if len(r.Params) == 0 {
		b.n.BadFrames++
		return nil
	}
	l.params = append(l.params[:0], r.Params[0])
	code := byte(modbusNoFunction)
	if b.modbusMap {
		code = b.modbusCall(l, r.Params[0], r.Params[1:])
	}
	if code != 0 {
		l.params = append(l.params[:0], r.Params[0]|0x80, code)
	}
	l.out = xarm.AppendHeader(l.out[:0], r.ID, xarm.ProtocolModbus, 1+len(l.params))
	l.out = append(append(l.out, byte(r.Register)), l.params...)
	return l.out
}

// modbusCall carries out a function and returns 0 or an exception.
func (b *Box) modbusCall(l *Link, function byte, p []byte) byte {
	if len(p) < 4 {
		return modbusNoValue
	}
	addr, n := int(binary.BigEndian.Uint16(p)), int(binary.BigEndian.Uint16(p[2:]))
	switch function {
	case 1, 2:
		return b.modbusBits(l, function, addr, n)
	case 3, 4:
		return b.modbusWords(l, function, addr, n)
	case 5:
		if n != 0 && n != 0xFF00 {
			return modbusNoValue
		}
		l.params = append(l.params, p[:4]...)
		return b.setCoil(addr, n != 0)
	case 6:
		l.params = append(l.params, p[:4]...)
		return b.setWord(addr, uint16(n))
	case 15:
		if n == 0 || n > 256 || len(p) < 5+(n+7)/8 {
			return modbusNoValue
		}
		l.params = append(l.params, p[:4]...)
		for i := range n {
			if code := b.setCoil(addr+i, p[5+i/8]>>(i%8)&1 != 0); code != 0 {
				return code
			}
		}
		return 0
	case 16:
		l.params = append(l.params, p[:4]...)
		return b.setWords(addr, n, p[4:])
	case 22:
		if len(p) < 6 {
			return modbusNoValue
		}
		and, or := binary.BigEndian.Uint16(p[2:]), binary.BigEndian.Uint16(p[4:])
		v, ok := b.holding(addr)
		if !ok {
			return modbusNoAddress
		}
		l.params = append(l.params, p[:6]...)
		return b.setWord(addr, v&and|or&^and)
	case 23:
		if len(p) < 9 {
			return modbusNoValue
		}
		if code := b.setWords(int(binary.BigEndian.Uint16(p[4:])), int(binary.BigEndian.Uint16(p[6:])), p[8:]); code != 0 {
			return code
		}
		return b.modbusWords(l, function, addr, n)
	}
	return modbusNoFunction
}

// modbusBits reads coils (function 1) or inputs (2).
func (b *Box) modbusBits(l *Link, function byte, addr, n int) byte {
	if n == 0 || n > 512 {
		return modbusNoValue
	}
	l.params = xarm.PadZeros(append(l.params, byte((n+7)/8)), len(l.params)+1+(n+7)/8)
	bits := l.params[len(l.params)-(n+7)/8:]
	for i := range n {
		v, ok := b.coil(addr + i)
		if function == 2 {
			v, ok = b.input(addr + i)
		}
		if !ok {
			return modbusNoAddress
		}
		bits[i/8] |= flag(v) << (i % 8)
	}
	return 0
}

// modbusWords reads holding registers (functions 3 and 23) or input registers (4).
func (b *Box) modbusWords(l *Link, function byte, addr, n int) byte {
	if n == 0 || n > 125 {
		return modbusNoValue
	}
	l.params = append(l.params, byte(2*n))
	for i := range n {
		v, ok := b.holding(addr + i)
		if function == 4 {
			v, ok = b.reading(addr + i)
		}
		if !ok {
			return modbusNoAddress
		}
		l.params = binary.BigEndian.AppendUint16(l.params, v)
	}
	return 0
}

// coil reads a bit that can be set.
func (b *Box) coil(addr int) (on, ok bool) {
	switch {
	case addr < 0x20:
		return addr < 16 && b.outputs()>>addr&1 != 0, true
	case addr < 0x28:
		return addr < 0x22 && b.pins.toolOut>>(addr-0x20)&1 != 0, true
	case addr >= 0x80 && addr < 0x87:
		return b.loose>>(addr-0x80)&1 == 0 && b.enabled>>(addr-0x80)&1 != 0, true
	case addr >= 0x87 && addr < 0x8E:
		return b.enabled>>(addr-0x87)&1 != 0, true
	case addr == 0x8E:
		return b.conf.reduced.on, true
	case addr == 0x8F:
		return b.conf.reduced.fenced, true
	case addr == 0x90:
		return b.state == xarm.StatePaused, true
	case addr == 0x91:
		return b.state == xarm.StateStopped, true
	case addr >= 0x92 && addr < 0xA0:
		return int(b.mode) == addr-0x92, true
	case addr < 0x100:
		return false, true
	case addr < 0x200:
		return b.user.coils[addr-0x100], true
	}
	return false, false
}

// setCoil sets a coil; joints, pause and stop take it as the private protocol's register would.
func (b *Box) setCoil(addr int, on bool) byte {
	switch {
	case addr < 16:
		b.act(&action{what: actBoxOutputs, mask: 1 << addr, value: uint16(flag(on)) << addr})
	case addr == 0x20 || addr == 0x21:
		b.act(&action{what: actToolOutputs, mask: 1 << (addr - 0x20), value: uint16(flag(on)) << (addr - 0x20)})
	case addr >= 0x87 && addr < 0x8E:
		b.enable(byte(addr-0x87)+1, on)
	case addr == 0x8E:
		b.conf.reduced.on = on
	case addr == 0x8F:
		b.conf.reduced.fenced = on
	case addr == 0x90 && on:
		b.setState(xarm.StatePaused)
	case addr == 0x91 && on:
		b.setState(xarm.StateStopped)
	case addr == 0x90 || addr == 0x91:
		b.setState(xarm.StateMotion)
	case addr >= 0x92 && addr < 0xA0 && on:
		if b.setMode(xarm.Mode(addr-0x92)) != done {
			return modbusNoValue
		}
	case addr >= 0x100 && addr < 0x200:
		b.user.coils[addr-0x100] = on
	case addr < 0x100: // reserved, or read only
	default:
		return modbusNoAddress
	}
	return 0
}

// input reads a digital input.
func (b *Box) input(addr int) (on, ok bool) {
	switch {
	case addr < 0x20:
		return addr < 16 && b.pins.in>>addr&1 != 0, true
	case addr < 0x28:
		return addr < 0x22 && b.pins.toolIn>>(addr-0x20)&1 != 0, true
	}
	return false, addr < 0x80
}

// holding reads a register that can be set.
func (b *Box) holding(addr int) (uint16, bool) {
	switch {
	case addr == 0:
		return 0, true // outputs 16 to 31
	case addr == 1:
		return b.outputs(), true
	case addr == 2:
		return b.pins.toolOut & 3, true
	case addr == 3 || addr == 4:
		return uint16(math.Round(float64(b.pins.analogOut[addr-3]) / 4095 * 10000)), true
	case addr == 0x20:
		return uint16(b.mode), true
	case addr == 0x21:
		return uint16(b.shownState()), true
	case addr < 0x100:
		return 0, true
	case addr < 0x200:
		return b.user.words[addr-0x100], true
	}
	return 0, false
}

// setWord sets a register. Programs of the maker's Studio, at 0x30, do not exist here.
func (b *Box) setWord(addr int, v uint16) byte {
	switch {
	case addr == 1:
		b.act(&action{what: actBoxOutputs, mask: 0xFFFF, value: v})
	case addr == 2:
		b.act(&action{what: actToolOutputs, mask: 3, value: v & 3})
	case addr == 3 || addr == 4:
		if v > 10000 {
			return modbusNoValue
		}
		b.act(&action{what: actBoxAnalog, n: byte(addr - 3), value: uint16(float64(v) / 10000 * 4095)})
	case addr == 0x20:
		if b.setMode(xarm.Mode(v)) != done {
			return modbusNoValue
		}
	case addr == 0x21:
		if b.setState(xarm.State(v)) == bad {
			return modbusNoValue
		}
	case addr >= 0x30 && addr < 0x40:
		return modbusNoValue
	case addr >= 0x100 && addr < 0x200:
		b.user.words[addr-0x100] = v
	case addr < 0x100:
	default:
		return modbusNoAddress
	}
	return 0
}

func (b *Box) setWords(addr, n int, p []byte) byte {
	if n == 0 || n > 123 || len(p) < 1+2*n {
		return modbusNoValue
	}
	for i := range n {
		if code := b.setWord(addr+i, binary.BigEndian.Uint16(p[1+2*i:])); code != 0 {
			return code
		}
	}
	return 0
}

// reading returns a register of what the arm and the box measure: tenths of mm and degrees.
func (b *Box) reading(addr int) (uint16, bool) {
	tenth := func(x float64) (uint16, bool) { return uint16(int16(clamp(math.Round(10*x), math.MaxInt16))), true }
	degrees := 180 / math.Pi
	part := func(w *xarm.WirePose, i int) (uint16, bool) {
		if i < 3 {
			return tenth(w[i])
		}
		return tenth(w[i] * degrees)
	}
	switch {
	case addr == 1:
		return b.pins.in, true
	case addr == 2:
		return b.pins.toolIn & 3, true
	case addr == 3 || addr == 4:
		return uint16(math.Round(float64(b.pins.analogIn[addr-3]) / 4095 * 10000)), true
	case addr == 7 || addr == 8:
		return uint16(math.Round(float64(b.pins.toolAnalog[addr-7]) / 4095 * 3300)), true
	case addr == 0x20:
		return uint16(b.err), true
	case addr == 0x21:
		return uint16(b.warn), true
	case addr == 0x22:
		return uint16(b.counter >> 16), true
	case addr == 0x23:
		return uint16(b.counter), true
	case addr >= 0x40 && addr < 0x46:
		return part(&b.pose, addr-0x40)
	case addr >= 0x46 && addr < 0x49:
		aa := xarm.ToAxisAngle(b.lastPose)
		return tenth(aa[addr-0x43] * degrees)
	case addr == 0x49:
		return uint16(math.Round(1000 * b.conf.load[0])), true
	case addr < 0x4D && addr > 0x49:
		return tenth(b.conf.load[addr-0x49])
	case addr >= 0x4D && addr < 0x53:
		return part(&b.conf.offsetWire, addr-0x4D)
	case addr >= 0x53 && addr < 0x59:
		return part(&b.conf.worldWire, addr-0x53)
	case addr >= 0x59 && addr < 0x60:
		return tenth(b.q[addr-0x59] * degrees)
	case addr >= 0x60 && addr < 0x67:
		return 30, true
	case addr >= 0x67 && addr < 0x6E:
		return tenth(b.dq[addr-0x67] * degrees)
	case addr == 0x6E:
		return tenth(1000 * b.twist.Lin.Norm())
	}
	return 0, addr < 0x80
}
