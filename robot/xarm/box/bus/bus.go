// Package bus simulates RS-485 lines with devices that speak Modbus RTU: grippers, a linear track, and a slave with plain
// registers. Frames come without their checksum, as the xArm's box passes them on.
//
// Formats: "MODBUS over Serial Line V1.02" and "MODBUS Application Protocol V1.1b3"; the devices have the registers that
// the vendors' programs use. The package has no clock: Step advances time.
package bus

import "encoding/binary"

// Device is a Modbus slave with holding registers.
type Device interface {
	// Unit is the device's address, and Baud the rate at which it listens.
	Unit() byte
	Baud() int
	// Read returns a register; false if it does not exist.
	Read(addr uint16) (uint16, bool)
	// Write sets a register; false if it does not exist or cannot be set.
	Write(addr, value uint16) bool
	// Step advances time by dt seconds.
	Step(dt float64)
}

// Line is one RS-485 line.
type Line struct {
	Baud    int
	Devices []Device
}

// Step advances time by dt seconds.
func (l *Line) Step(dt float64) {
	for _, d := range l.Devices {
		d.Step(dt)
	}
}

// device finds the device that listens to a unit address at the line's rate.
func (l *Line) device(unit byte) Device {
	for _, d := range l.Devices {
		if d.Unit() == unit && d.Baud() == l.Baud {
			return d
		}
	}
	return nil
}

// Exceptions of Modbus.
const (
	illegalFunction = 1
	illegalAddress  = 2
	illegalValue    = 3
)

// maximum number of registers that one request may read or write.
const most = 123

// Ask sends a request, unit first and without checksum, and appends the answer to dst; false if no device answers.
func (l *Line) Ask(request, dst []byte) ([]byte, bool) {
	if len(request) < 2 {
		return dst, false
	}
	d := l.device(request[0])
	if d == nil {
		return dst, false
	}
	dst = append(dst, request[0])
	begin := len(dst)
	dst, exception := serve(d, request[1:], dst)
	if exception != 0 {
		dst = append(dst[:begin], request[1]|0x80, exception)
	}
	return dst, true
}

// serve carries out a request's function and appends its answer.
func serve(d Device, p, dst []byte) ([]byte, byte) {
	if len(p) < 5 {
		return dst, illegalValue
	}
	addr, n := binary.BigEndian.Uint16(p[1:]), binary.BigEndian.Uint16(p[3:])
	switch p[0] {
	case 3, 4:
		if n == 0 || n > most {
			return dst, illegalValue
		}
		dst = append(dst, p[0], byte(2*n))
		for i := range n {
			v, ok := d.Read(addr + i)
			if !ok {
				return dst, illegalAddress
			}
			dst = binary.BigEndian.AppendUint16(dst, v)
		}
		return dst, 0
	case 6:
		if !d.Write(addr, n) {
			return dst, illegalAddress
		}
		return append(dst, p[:5]...), 0
	case 16:
		if n == 0 || n > most || len(p) < 6+2*int(n) || int(p[5]) != 2*int(n) {
			return dst, illegalValue
		}
		for i := range n {
			if !d.Write(addr+i, binary.BigEndian.Uint16(p[6+2*i:])) {
				return dst, illegalAddress
			}
		}
		return append(dst, p[:5]...), 0
	}
	return dst, illegalFunction
}

// Read returns a register of the device at a unit address; false if no device answers or the register is refused.
func (l *Line) Read(unit byte, addr uint16) (uint16, bool) {
	if d := l.device(unit); d != nil {
		return d.Read(addr)
	}
	return 0, false
}

// Write sets a device's register; see Read.
func (l *Line) Write(unit byte, addr, value uint16) bool {
	d := l.device(unit)
	return d != nil && d.Write(addr, value)
}

// Checksum is the CRC of Modbus RTU over b; its low byte is sent first.
func Checksum(b []byte) uint16 {
	crc := uint16(0xFFFF)
	for _, x := range b {
		crc ^= uint16(x)
		for range 8 {
			if crc&1 != 0 {
				crc = crc>>1 ^ 0xA001
			} else {
				crc >>= 1
			}
		}
	}
	return crc
}

// Bauds are the rates that the maker's registers number from 0.
func Bauds() []int {
	return []int{4800, 9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1000000, 1500000, 2000000, 2500000}
}
