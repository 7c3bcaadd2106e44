package box

import (
	"encoding/binary"
	"math"

	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/robot/xarm/box/bus"
)

// Tool is the tool at the flange.
type Tool string

// The tools.
const (
	ToolNone    Tool = ""
	ToolGripper Tool = "gripper" // the maker's
	ToolBio     Tool = "bio"     // its smaller one
	ToolVacuum  Tool = "vacuum"  // switched by the tool's outputs; there is always something to hold
	ToolRobotiq Tool = "robotiq"
	ToolSlave   Tool = "slave" // a Modbus slave of unit 1 with plain registers, at 115200
)

// Tools lists the names of all tools.
func Tools() []Tool {
	return []Tool{ToolNone, ToolGripper, ToolBio, ToolVacuum, ToolRobotiq, ToolSlave}
}

// Addresses on the RS-485 lines.
const (
	hostTool     = 9  // the line in the arm
	hostBox      = 11 // the line at the box
	hostBoxPages = 10 // the same, in the maker's protocol pages
	unitGripper  = 8
	hostSensor   = 8 // of servo registers: the force-torque sensor
)

// lines are the RS-485 lines of the arm and of the box.
type lines struct{ tool, box bus.Line }

// equip attaches devices to the lines.
func (b *Box) equip() {
	b.lines.tool = bus.Line{Baud: 2000000}
	b.lines.box = bus.Line{Baud: 2000000}
	var d bus.Device
	switch b.cfg.Tool {
	case ToolGripper, ToolBio:
		d = bus.NewGripper(b.cfg.Tool == ToolBio)
	case ToolRobotiq:
		d = &bus.Robotiq{}
	case ToolSlave:
		d = &bus.Slave{Address: 1, Rate: 115200}
	}
	if d != nil {
		b.lines.tool.Devices = append(b.lines.tool.Devices, d)
	}
	if b.cfg.Track {
		b.lines.box.Devices = append(b.lines.box.Devices, bus.NewTrack())
	}
}

// Devices returns the line in the arm and the line at the box.
func (b *Box) Devices() (tool, box []bus.Device) { return b.lines.tool.Devices, b.lines.box.Devices }

// stepTools advances the tools' time by a tick.
func (b *Box) stepTools() {
	b.lines.tool.Step(tickDT)
	b.lines.box.Step(tickDT)
	if b.cfg.Tool == ToolVacuum {
		b.pins.toolIn &^= 1
		if b.pins.toolOut&3 == 1 {
			b.pins.toolIn |= 1
		}
	}
	b.watchTriggers()
}

// lineOf returns the line of a host.
func (b *Box) lineOf(host byte) *bus.Line {
	switch host {
	case hostTool, unitGripper:
		return &b.lines.tool
	case hostBox, hostBoxPages:
		return &b.lines.box
	}
	return nil
}

// silent latches the error of a device that does not answer, which depends on its line: 19 in the arm, 111 at the
// box.
func (b *Box) silent(l *bus.Line) outcome {
	e := xarm.ErrorEndEffector
	if l == &b.lines.box {
		e = xarm.ErrorBoxLine
	}
	b.fault(e)
	return done
}

// serial answers the registers of the RS-485 lines and of the devices on them.
func (b *Box) serial(l *Link, r xarm.Register, p []byte) outcome {
	switch r {
	case xarm.RegModbusTimeout, xarm.RegSerialTimeout:
		if len(p) != 1 && len(p) != 2 {
			return bad
		}
		n, v := 4, float64(p[0])
		if r == xarm.RegSerialTimeout {
			n = 5
		}
		if len(p) == 2 {
			v = float64(binary.BigEndian.Uint16(p))
		}
		b.conf.params[n][0] = v
	case xarm.RegModbus, xarm.RegSerialData:
		return b.relay(l, r, p)
	case xarm.RegToolError:
		l.params = append(l.params, 0, 0)
	case xarm.RegToolWrite16, xarm.RegToolWrite32:
		return b.toolWrite(l, r, p)
	case xarm.RegToolRead16, xarm.RegToolRead32:
		return b.toolRead(l, r, p)
	default:
		return b.servoRegisters(l, r, p)
	}
	return done
}

// relay passes a request on to a line: Modbus RTU without its checksum, or raw bytes, which are Modbus with a
// checksum.
func (b *Box) relay(l *Link, r xarm.Register, p []byte) outcome {
	if len(p) < 3 {
		return bad
	}
	line := b.lineOf(p[0])
	if line == nil || p[0] == unitGripper {
		return bad
	}
	request := p[1:]
	if r == xarm.RegSerialData {
		n := len(request) - 2
		if n < 2 || bus.Checksum(request[:n]) != binary.LittleEndian.Uint16(request[n:]) {
			return b.silent(line)
		}
		request = request[:n]
	}
	answer, ok := line.Ask(request, append(l.params, p[0]))
	if l.params = answer; !ok {
		return b.silent(line)
	}
	if r == xarm.RegSerialData {
		l.params = binary.LittleEndian.AppendUint16(l.params, bus.Checksum(l.params[1:]))
	}
	return done
}

// Registers of the tool's module and of the box's line. At an address 0x1000 higher, what is written is also saved.
const (
	moduleSensor2 = 0x0A12
	moduleBaud    = 0x0A0B
	moduleInputs  = 0x0A14
	moduleOutputs = 0x0A15
	moduleAnalog1 = 0x0A16
	moduleAnalog2 = 0x0A17
	moduleState   = 0x0A18
	moduleVersion = 0x0801
	moduleReboot  = 0x0607
	moduleKeep    = 0x1000
)

// toolWrite writes a register of the tool's module, of the box's line or of a gripper.
func (b *Box) toolWrite(l *Link, r xarm.Register, p []byte) outcome {
	var x [1]float64
	if len(p) < 7 || len(p) > 8 || xarm.ParseFloats(x[:], p[3:]) != nil || !xarm.Within(x[:], 1<<31) {
		return bad
	}
	addr, v := binary.BigEndian.Uint16(p[1:]), uint32(int32(x[0]))
	line := b.lineOf(p[0])
	switch {
	case line == nil:
		return bad
	case p[0] == unitGripper && r == xarm.RegToolWrite32:
		if !line.Write(unitGripper, addr, uint16(v>>16)) || !line.Write(unitGripper, addr+1, uint16(v)) {
			return b.silent(line)
		}
		return done
	case p[0] == unitGripper:
		if !line.Write(unitGripper, addr, uint16(v)) {
			return b.silent(line)
		}
		return done
	}
	switch addr &^ moduleKeep {
	case moduleBaud:
		if int(v) >= len(bus.Bauds()) {
			return bad
		}
		line.Baud = bus.Bauds()[v]
		return done
	case moduleReboot:
		return done
	case moduleOutputs:
		if p[0] == hostTool {
			// The high byte selects the outputs, the low byte holds their new levels.
			return b.output(action{what: actToolOutputs, mask: uint16(v >> 8 & 0x1F), value: uint16(v & 0x1F)}, l, p, 7)
		}
	}
	return refused
}

// toolRead reads a register of the tool's module, of the box's line or of a gripper.
func (b *Box) toolRead(l *Link, r xarm.Register, p []byte) outcome {
	if len(p) != 3 {
		return bad
	}
	addr := binary.BigEndian.Uint16(p[1:])
	line := b.lineOf(p[0])
	v, ok := uint32(0), true
	switch {
	case line == nil:
		return bad
	case p[0] == unitGripper:
		var high, low uint16
		if high, ok = line.Read(unitGripper, addr); r == xarm.RegToolRead32 {
			low, _ = line.Read(unitGripper, addr+1)
			v = uint32(high)<<16 | uint32(low)
		} else {
			v = uint32(high)
		}
		if !ok {
			b.silent(line)
		}
	case addr == moduleBaud:
		for i, baud := range bus.Bauds() {
			if baud == line.Baud {
				v = uint32(i)
			}
		}
	case p[0] == hostTool:
		if v, ok = b.module(addr); !ok {
			return refused
		}
	default:
		return refused
	}
	l.params = binary.BigEndian.AppendUint32(l.params, v)
	return done
}

// module returns a register of the tool's module.
func (b *Box) module(addr uint16) (uint32, bool) {
	s := &b.pins
	switch addr {
	case moduleInputs:
		return uint32(s.toolIn), true
	case moduleSensor2:
		return 0, true
	case moduleOutputs, moduleState:
		return uint32(s.toolOut), true
	case moduleAnalog1:
		return uint32(s.toolAnalog[0]), true
	case moduleAnalog2:
		return uint32(s.toolAnalog[1]), true
	case moduleVersion, moduleVersion + 1, moduleVersion + 2:
		return [...]uint32{2, 7, 3}[addr-moduleVersion], true
	}
	return 0, false
}

// servoRegisters answers for the joints' drives: their state, version and temperature. Their gains are not modelled.
func (b *Box) servoRegisters(l *Link, r xarm.Register, p []byte) outcome {
	switch r {
	case xarm.RegServoDebug:
		if b.cfg.PageForms {
			l.params = append(l.params, 0) // how the command went
		}
		l.params = xarm.PadZeros(l.params, len(l.params)+16)
		return done
	case xarm.RegServoError, xarm.RegServoRead16, xarm.RegServoRead32:
	case xarm.RegServoWrite16:
		// Cleaning the error of a drive that has none.
		if len(p) == 7 && p[0] >= 1 && p[0] <= 8 && binary.BigEndian.Uint16(p[1:]) == 0x0109 {
			return done
		}
		return refused
	case xarm.RegServoWrite32, xarm.RegServoZero:
		return refused
	default:
		return unknown
	}
	if len(p) != 3 || p[0] < 1 || p[0] > 8 {
		return bad
	}
	if p[0] == hostSensor {
		return b.sensorRegister(l, binary.BigEndian.Uint16(p[1:]))
	}
	v := int32(0)
	switch i := p[0] - 1; binary.BigEndian.Uint16(p[1:]) {
	case 0x0000, 0x000F, 0x0010:
	case 0x0001: // current, mA
		v = int32(math.Round(1000 * b.current(int(i))))
	case 0x000E:
		v = 30
	case 0x0100:
		v = int32(b.enabled >> i & 1)
	case moduleVersion, moduleVersion + 1, moduleVersion + 2:
		v = [...]int32{2, 6, 9}[binary.BigEndian.Uint16(p[1:])-moduleVersion]
	default:
		return refused
	}
	l.params = binary.BigEndian.AppendUint32(l.params, uint32(v))
	return done
}

// torqueConstant is the torque per ampere, N·m/A; the maker does not state it.
const torqueConstant = 10.0

// current of a joint, A.
func (b *Box) current(i int) float64 { return b.tau[i] / torqueConstant }
