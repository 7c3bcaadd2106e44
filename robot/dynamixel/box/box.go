// Package box simulates servos of ROBOTIS' X series on one line: control table, protocol 2.0, watchdog, a motor with gear,
// friction and limits, and possible failures.
package box

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net"
	"time"

	"github.com/sinew-robotics/sinew/robot/dynamixel"
)

// table is the number of addresses in a control table.
const table = 256

// Servo is a simulated servo.
type Servo struct {
	ID uint8

	mem      [table]byte
	angle    float64 // turns
	speed    float64 // turns/s
	current  float64 // A
	silence  time.Duration
	jammed   bool
	mute     bool
	overload time.Duration
}

// Of an XM430-W350 at 12 V.
const (
	topSpeed = 46.0 / 60 // turns/s without load
	stall    = 2.3       // A
	torque   = 1.78      // N·m/A
	inertia  = 0.02      // kg·m², at the output
	model    = 1020
)

// NewServo makes a servo in the middle of its turn.
func NewServo(id uint8) (*Servo, error) {
	if id > dynamixel.MaxID {
		return nil, fmt.Errorf("dynamixel box: number %d: give 0 to %d", id, dynamixel.MaxID)
	}
	s := &Servo{ID: id, angle: 0.5}
	s.set(dynamixel.AddrModel, 2, model)
	s.mem[6], s.mem[7], s.mem[8] = 45, id, 3
	s.set(dynamixel.AddrReturnDelay, 1, 250)
	s.set(dynamixel.AddrMode, 1, 3)
	s.set(38, 2, 1193) // limit of current
	s.set(44, 4, 200)  // limit of velocity
	s.set(48, 4, 4095)
	s.set(dynamixel.AddrStatusReturn, 1, 2)
	s.set(dynamixel.AddrVolts, 2, 120)
	s.set(dynamixel.AddrDegrees, 1, 30)
	s.set(dynamixel.AddrGoalPosition, 4, 2048)
	s.show()
	return s, nil
}

func (s *Servo) get(at, size uint16) uint32 {
	var b [4]byte
	copy(b[:size], s.mem[at:])
	return binary.LittleEndian.Uint32(b[:])
}

func (s *Servo) set(at, size uint16, v uint32) {
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], v)
	copy(s.mem[at:at+size], b[:])
}

// Angle returns the output's angle, rad from the middle of its turn.
func (s *Servo) Angle() float64 { return (s.angle - 0.5) * 2 * math.Pi }

// Speed returns the output's speed, rad/s.
func (s *Servo) Speed() float64 { return s.speed * 2 * math.Pi }

// Jam blocks the output.
func (s *Servo) Jam(jammed bool) { s.jammed = jammed }

// Mute makes the servo send and hear nothing.
func (s *Servo) Mute(mute bool) { s.mute = mute }

// Fail sets hardware faults, which switch the torque off.
func (s *Servo) Fail(h dynamixel.Hardware) {
	s.mem[dynamixel.AddrHardware] |= byte(h)
	s.mem[dynamixel.AddrTorque] = 0
}

// place follows an indirect address.
func (s *Servo) place(at uint16) uint16 {
	if at >= dynamixel.AddrIndirectData && at < dynamixel.AddrIndirectData+dynamixel.Indirects {
		to := uint16(s.get(dynamixel.AddrIndirect+2*(at-dynamixel.AddrIndirectData), 2))
		if to < dynamixel.AddrIndirect {
			return to
		}
	}
	return at
}

// read appends n bytes of the control table.
func (s *Servo) read(dst []byte, at, n uint16) ([]byte, dynamixel.Fault) {
	if int(at)+int(n) > table || n == 0 {
		return dst, dynamixel.BadLength
	}
	for i := range n {
		dst = append(dst, s.mem[s.place(at+i)])
	}
	return dst, 0
}

// write changes the control table.
func (s *Servo) write(at uint16, b []byte) dynamixel.Fault {
	if len(b) == 0 || int(at)+len(b) > table {
		return dynamixel.BadLength
	}
	on := s.mem[dynamixel.AddrTorque] == 1
	v := func() float64 {
		var x [4]byte
		copy(x[:], b)
		return float64(int32(binary.LittleEndian.Uint32(x[:])))
	}
	switch {
	case at < dynamixel.AddrReturnDelay-2 || at == dynamixel.AddrHardware || at >= 120 && at < dynamixel.AddrIndirect:
		return dynamixel.NoAccess
	case at < dynamixel.AddrTorque && on:
		return dynamixel.NoAccess
	case at == dynamixel.AddrTorque && b[0] == 1 && s.mem[dynamixel.AddrHardware] != 0:
		return dynamixel.Failed
	case at >= dynamixel.AddrGoalCurrent-2 && at < 120 && s.mem[dynamixel.AddrWatchdog] == 255:
		return dynamixel.OutOfRange // until the watchdog is cleared
	case at == dynamixel.AddrWatchdog && b[0] > 127:
		return dynamixel.OutOfRange
	case at == dynamixel.AddrMode && b[0] != 0 && b[0] != 1 && b[0] != 3 && b[0] != 4 && b[0] != 5:
		return dynamixel.OutOfRange
	case at == dynamixel.AddrGoalVelocity && len(b) == 4 && math.Abs(v()) > float64(s.get(44, 4)):
		return dynamixel.OverLimit
	case at == dynamixel.AddrGoalCurrent && len(b) == 2 && math.Abs(float64(int16(binary.LittleEndian.Uint16(b)))) > float64(s.get(38, 2)):
		return dynamixel.OverLimit
	case at == dynamixel.AddrGoalPosition && len(b) == 4 && s.mem[dynamixel.AddrMode] == 3 && (v() < 0 || v() > 4095):
		return dynamixel.OverLimit
	}
	copy(s.mem[at:], b)
	switch at {
	case dynamixel.AddrTorque:
		if b[0] == 1 && !on {
			s.set(dynamixel.AddrGoalVelocity, 4, 0)
			s.set(dynamixel.AddrGoalPosition, 4, s.get(dynamixel.AddrPosition, 4))
		}
	case dynamixel.AddrWatchdog:
		s.silence = 0
	}
	return 0
}

// tick advances time by d.
func (s *Servo) tick(d time.Duration) {
	if limit := s.mem[dynamixel.AddrWatchdog]; limit > 0 && limit < 128 {
		if s.silence += d; s.silence > time.Duration(limit)*20*time.Millisecond {
			s.mem[dynamixel.AddrWatchdog] = 255
		}
	}
	s.move(d.Seconds())
	if s.jammed && math.Abs(s.current) > 0.5*stall {
		if s.overload += d; s.overload > 300*time.Millisecond {
			s.Fail(1 << 5)
		}
	} else {
		s.overload = 0
	}
	s.show()
}

// move advances the motor.
func (s *Servo) move(dt float64) {
	const perTurn = dynamixel.CountsPerTurn
	wish := 0.0 // A
	pace := func(to float64) float64 {
		return inertia*2*math.Pi*60*(to-s.speed)/torque + 0.05*math.Tanh(s.speed/0.01)
	}
	stopped := s.mem[dynamixel.AddrWatchdog] == 255
	switch on := s.mem[dynamixel.AddrTorque] == 1; {
	case !on:
	case stopped:
		wish = pace(0)
	default:
		switch s.mem[dynamixel.AddrMode] {
		case dynamixel.ModeCurrent:
			wish = float64(int16(s.get(dynamixel.AddrGoalCurrent, 2))) * 0.00269
		case dynamixel.ModeVelocity:
			wish = pace(float64(int32(s.get(dynamixel.AddrGoalVelocity, 4))) * dynamixel.SpeedUnit / 60)
		default:
			goal := float64(int32(s.get(dynamixel.AddrGoalPosition, 4))) / perTurn
			wish = pace(min(max((goal-s.angle)*25, -topSpeed), topSpeed))
		}
	}
	most := stall * max(0, 1-math.Abs(s.speed)/(1.3*topSpeed)) // the motor's own voltage uses up the supply
	if wish*s.speed <= 0 {
		most = stall
	}
	s.current = min(max(wish, -most), most)
	if s.jammed {
		s.speed = 0
		return
	}
	s.speed += dt * s.current * torque / inertia / (2 * math.Pi)
	s.speed /= 1 + dt*2 // the gear's friction
	grip := 0.05 * torque / inertia / (2 * math.Pi) * dt
	if s.mem[dynamixel.AddrTorque] != 1 {
		grip *= 20 // the gear's friction holds a servo that nothing drives
	}
	s.speed = math.Copysign(max(math.Abs(s.speed)-grip, 0), s.speed)
	s.angle += dt * s.speed
}

// show updates the measured values.
func (s *Servo) show() {
	s.set(dynamixel.AddrCurrent, 2, uint32(uint16(int16(math.Round(s.current/0.00269)))))
	s.set(dynamixel.AddrVelocity, 4, uint32(int32(math.Round(s.speed*60/dynamixel.SpeedUnit))))
	s.set(dynamixel.AddrPosition, 4, uint32(int32(math.Round(s.angle*dynamixel.CountsPerTurn))))
}

// Line is servos and the cable between them and a master, in memory. Only Advance and waiting make its time pass. Bytes take
// their time at the line's rate. It implements dynamixel.Conn.
type Line struct {
	Servos []*Servo
	// Pass, if set, makes time pass when the master waits; otherwise only this line's time does.
	Pass func(d time.Duration)
	// Damage changes bytes that the servos send; nil for none.
	Damage func(b []byte)
	Busy   time.Duration // how long bytes have occupied the line

	now    time.Duration
	byte   time.Duration
	split  dynamixel.Splitter
	packet dynamixel.Packet
	params []byte
	out    []byte // sent by servos and not yet taken
	times  []time.Duration
	free   time.Duration // when the line is free
	in     []byte        // sent by the master
	inAt   []time.Duration
	closed bool
}

// step is the time step of the servos' motors.
const step = time.Millisecond

// NewLine makes a line at a rate with servos of the given numbers.
func NewLine(baud int, ids ...uint8) (*Line, error) {
	if baud < 9600 || baud > 4_500_000 {
		return nil, fmt.Errorf("dynamixel box: %d baud: give 9600 to 4500000", baud)
	}
	l := &Line{byte: time.Duration(10e9 / float64(baud))}
	l.Pass = l.Advance
	var errs []error
	for _, id := range ids {
		s, err := NewServo(id)
		errs = append(errs, err)
		l.Servos = append(l.Servos, s)
	}
	return l, errors.Join(errs...)
}

// Advance advances time by d.
func (l *Line) Advance(d time.Duration) {
	for end := l.now + d; l.now < end; {
		next := min(l.now-l.now%step+step, end)
		l.hear(next)
		if l.now = next; next%step == 0 {
			for _, s := range l.Servos {
				s.tick(step)
			}
		}
	}
}

// hear gives the servos the bytes that have arrived by a time.
func (l *Line) hear(until time.Duration) {
	for len(l.in) > 0 && l.inAt[0] <= until {
		l.now = max(l.now, l.inAt[0])
		b := l.in[:1]
		l.split.Put(b)
		l.in, l.inAt = l.in[:copy(l.in, l.in[1:])], l.inAt[:copy(l.inAt, l.inAt[1:])]
		for l.split.Next(&l.packet) {
			l.obey()
		}
	}
}

// Write implements dynamixel.Conn. It disturbs bytes that servos are still sending, as on a two-wire line.
func (l *Line) Write(p []byte) (int, error) {
	if l.closed {
		return 0, net.ErrClosed
	}
	for i, at := range l.times {
		if at > l.now {
			l.out[i] ^= 0x5A
		}
	}
	at := max(l.now, l.free)
	if len(l.times) > 0 && l.times[len(l.times)-1] > l.now {
		at = l.now
	}
	for _, b := range p {
		at += l.byte
		l.in, l.inAt = append(l.in, b), append(l.inAt, at)
	}
	l.free = at
	l.Busy += time.Duration(len(p)) * l.byte
	return len(p), nil
}

// Take implements dynamixel.Conn.
func (l *Line) Take(p []byte) (n int, err error) {
	if l.closed {
		return 0, net.ErrClosed
	}
	for n < len(p) && n < len(l.out) && l.times[n] <= l.now {
		p[n] = l.out[n]
		n++
	}
	l.out, l.times = l.out[:copy(l.out, l.out[n:])], l.times[:copy(l.times, l.times[n:])]
	return n, nil
}

// Wait implements dynamixel.Conn: it lets time pass.
func (l *Line) Wait(d time.Duration) error {
	if l.closed {
		return net.ErrClosed
	}
	l.Pass(d)
	return nil
}

// Close implements dynamixel.Conn.
func (l *Line) Close() error {
	l.closed = true
	return nil
}

// Dial opens the line, also repeatedly.
func (l *Line) Dial() (dynamixel.Conn, error) {
	l.closed = false
	l.in, l.inAt, l.out, l.times = l.in[:0], l.inAt[:0], l.out[:0], l.times[:0]
	return l, nil
}

// obey carries out the received packet.
func (l *Line) obey() {
	p := &l.packet
	for _, s := range l.Servos {
		if !s.mute && (p.ID == s.ID || p.ID == dynamixel.Broadcast) {
			s.silence = 0
		}
	}
	switch p.Instruction {
	case dynamixel.SyncWrite:
		l.syncWrite(p.Params)
	case dynamixel.SyncRead:
		l.syncRead(p.Params)
	case dynamixel.Status: // another servo's
	default:
		for _, s := range l.Servos {
			if !s.mute && (p.ID == s.ID || p.ID == dynamixel.Broadcast && p.Instruction == dynamixel.Ping) {
				l.alone(s, p)
			}
		}
	}
}

// alone carries out an instruction to one servo.
func (l *Line) alone(s *Servo, p *dynamixel.Packet) {
	b := p.Params
	l.params = append(l.params[:0], 0)
	fault := dynamixel.Fault(0)
	switch p.Instruction {
	case dynamixel.Ping:
		l.params = append(l.params, s.mem[0], s.mem[1], s.mem[6])
	case dynamixel.ReadData:
		if len(b) != 4 {
			fault = dynamixel.BadLength
			break
		}
		l.params, fault = s.read(l.params, binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:]))
	case dynamixel.WriteData:
		if len(b) < 3 {
			fault = dynamixel.BadLength
			break
		}
		fault = s.write(binary.LittleEndian.Uint16(b), b[2:])
	case dynamixel.Reboot:
		s.mem[dynamixel.AddrHardware], s.mem[dynamixel.AddrTorque], s.mem[dynamixel.AddrWatchdog] = 0, 0, 0
	default:
		fault = dynamixel.BadInstruction
	}
	l.send(s, fault)
}

// send sends a servo's answer, filling in its error.
func (l *Line) send(s *Servo, fault dynamixel.Fault) {
	if fault != 0 {
		l.params = l.params[:1]
	}
	if l.params[0] = byte(fault); s.mem[dynamixel.AddrHardware] != 0 {
		l.params[0] |= byte(dynamixel.Alert)
	}
	from := len(l.out)
	p := dynamixel.Packet{ID: s.ID, Instruction: dynamixel.Status, Params: l.params}
	l.out = p.Append(l.out)
	if l.Damage != nil {
		l.Damage(l.out[from:])
	}
	at := max(l.now, l.free) + time.Duration(s.mem[dynamixel.AddrReturnDelay])*2*time.Microsecond + 20*time.Microsecond
	for range l.out[from:] {
		at += l.byte
		l.times = append(l.times, at)
	}
	l.Busy += time.Duration(len(l.out)-from) * l.byte
	l.free = at
}

// syncRead makes each requested servo answer in turn.
func (l *Line) syncRead(b []byte) {
	if len(b) < 5 {
		return
	}
	for _, id := range b[4:] {
		for _, s := range l.Servos {
			if s.ID != id || s.mute {
				continue
			}
			var fault dynamixel.Fault
			l.params, fault = s.read(append(l.params[:0], 0), binary.LittleEndian.Uint16(b), binary.LittleEndian.Uint16(b[2:]))
			l.send(s, fault)
		}
	}
}

// syncWrite writes without an answer.
func (l *Line) syncWrite(b []byte) {
	if len(b) < 4 {
		return
	}
	at, n := binary.LittleEndian.Uint16(b), int(binary.LittleEndian.Uint16(b[2:]))
	for b = b[4:]; n > 0 && len(b) >= n+1; b = b[n+1:] {
		for _, s := range l.Servos {
			if s.ID == b[0] && !s.mute {
				_ = s.write(at, b[1:n+1])
			}
		}
	}
}
