package bus

import "math"

// slide is something that moves to a target at a speed.
type slide struct {
	at, target, speed float64
}

// step moves the slide and reports whether it is still moving.
func (s *slide) step(dt float64) bool {
	d := s.target - s.at
	way := s.speed * dt
	if math.Abs(d) <= way {
		s.at = s.target
		return false
	}
	s.at += math.Copysign(way, d)
	return true
}

// words are a 32-bit number in two registers, high half first.
type words struct{ high, low uint16 }

func (w words) value() float64 { return float64(int32(uint32(w.high)<<16 | uint32(w.low))) }

// half returns the high or the low half of x.
func half(x float64, low bool) uint16 {
	v := uint32(int32(math.Round(x)))
	if low {
		return uint16(v)
	}
	return uint16(v >> 16)
}

// digits returns a letter of a serial number, which has one in each register from base on.
func digits(serial string, base, addr uint16) (uint16, bool) {
	i := int(addr) - int(base)
	switch {
	case i < 0 || i > 15:
		return 0, false
	case i < len(serial):
		return uint16(serial[i]), true
	}
	return 0, true
}

// Gripper is the maker's two-finger gripper, or its smaller one for biology. Positions are in pulses; more pulses are wider.
type Gripper struct {
	Bio     bool
	Faults  GripperFaults
	slide   slide
	wanted  words
	enabled bool
	mode    uint16
	force   uint16
	rpm     uint16
	moving  bool
	resist  float64 // N, between the fingers
	caught  bool
	noise   uint32
}

// GripperFaults are the faults that a gripper can have.
type GripperFaults struct {
	Stuck   bool // it does not move
	Garbage bool // its position register shows anything
	Deaf    bool // it does not answer
}

// GripperForce is the closing force at a setting of 100, N; the setting is a percentage of it. The maker's pages state only the
// force.
const GripperForce = 30

// yield is the closing speed in pulses per second for each newton of force that remains, so that the gripper slows down when
// something between its fingers resists.
const yield = 25

// NewGripper makes an open gripper.
func NewGripper(bio bool) *Gripper {
	g := &Gripper{Bio: bio, force: 50}
	g.slide.at = 850
	if bio {
		g.slide.at = 150
	}
	g.slide.target = g.slide.at
	g.setSpeed(1500)
	return g
}

// setSpeed takes the maker's number, r/min. The maker's pages do not say how many pulses that is; here 6 r/min are a pulse per
// second, so that the full stroke of 850 takes a second at 5000.
func (g *Gripper) setSpeed(rpm uint16) {
	g.rpm, g.slide.speed = rpm, float64(rpm)/6
}

// Position returns the position in pulses.
func (g *Gripper) Position() float64 { return g.slide.at }

// Press sets the force, N, with which something between the fingers resists closing from now on. It cannot push the drive back.
func (g *Gripper) Press(newton float64) { g.resist = max(newton, 0) }

// Unit implements Device. A gripper that does not answer has an unused address.
func (g *Gripper) Unit() byte {
	if g.Faults.Deaf {
		return 0xFF
	}
	return 8
}

// Baud implements Device.
func (g *Gripper) Baud() int { return 2000000 }

// Step implements Device.
func (g *Gripper) Step(dt float64) {
	g.caught = false
	if !g.enabled || g.Faults.Stuck {
		g.moving = false
		return
	}
	free := g.slide.speed
	if g.slide.target < g.slide.at && g.resist > 0 {
		missing := GripperForce*float64(min(g.force, 100))/100 - g.resist
		g.slide.speed = min(free, yield*max(missing, 0))
		g.caught = missing < 0.1*GripperForce
	}
	g.moving = g.slide.step(dt) && !g.caught
	g.slide.speed = free
}

// Read implements Device.
func (g *Gripper) Read(addr uint16) (uint16, bool) {
	switch addr {
	case 0x0000: // 1 moving, 2 something is caught; the bio gripper's bits 2 and 3: 2 enabled
		v := uint16(0)
		switch {
		case g.moving:
			v = 1
		case g.caught:
			v = 2
		}
		if g.enabled {
			v |= 2 << 2
		}
		return v, true
	case 0x000F:
		return 0, true
	case 0x0100:
		if g.enabled {
			return 1, true
		}
		return 0, true
	case 0x0101, 0x010A:
		return g.mode, true
	case 0x0303:
		return g.rpm, true
	case 0x0506, 0x0500:
		return g.force, true
	case 0x0700, 0x0701:
		return half(g.wanted.value(), addr&1 != 0), true
	case 0x0702, 0x0703:
		if g.Faults.Garbage {
			g.noise = g.noise*1664525 + 1013904223
			return uint16(g.noise >> 16), true
		}
		return half(g.slide.at, addr&1 != 0), true
	case 0x0801, 0x0802, 0x0803:
		return [...]uint16{3, 4, 3}[addr-0x0801], true
	}
	if g.Bio {
		return digits("BI2300000000001", 0x0B10, addr)
	}
	return 0, false
}

// Write implements Device.
func (g *Gripper) Write(addr, v uint16) bool {
	switch addr {
	case 0x0100:
		g.enabled = v != 0
	case 0x0101, 0x010A, 0x110A:
		g.mode = v
	case 0x0303:
		g.setSpeed(v)
	case 0x0506, 0x0500:
		g.force = v
	case 0x0700:
		g.wanted.high = v
	case 0x0701:
		g.wanted.low = v
		low, high := -10.0, 850.0
		if g.Bio {
			low, high = 50, 150
		}
		g.slide.target = math.Min(math.Max(g.wanted.value(), low), high)
		g.moving = g.enabled && g.slide.target != g.slide.at
	case 0x0817:
		g.slide = slide{speed: g.slide.speed}
	case 0x0109, 0x000F, 0x1000: // errors are cleared, settings are kept
	default:
		return false
	}
	return true
}

// Robotiq is a 2F gripper with its maker's registers: three written from 1000 on, three read from 2000 on.
type Robotiq struct {
	active, going        bool
	waking               float64 // s until it is activated
	slide                slide
	request, speed, most byte
	action               byte
}

// Unit implements Device.
func (g *Robotiq) Unit() byte { return 9 }

// Baud implements Device.
func (g *Robotiq) Baud() int { return 115200 }

// Step implements Device.
func (g *Robotiq) Step(dt float64) {
	g.waking = math.Max(g.waking-dt, 0)
	if g.active && g.waking == 0 && g.action&8 != 0 {
		g.going = g.slide.step(dt)
	}
}

// Read implements Device.
func (g *Robotiq) Read(addr uint16) (uint16, bool) {
	switch addr {
	case 2000:
		v := g.action & 9
		switch {
		case g.active && g.waking > 0:
			v |= 1 << 4
		case g.active:
			v |= 3 << 4
		}
		if g.active && g.waking == 0 && !g.going {
			v |= 3 << 6 // at rest where it was sent
		}
		return uint16(v) << 8, true
	case 2001:
		return uint16(g.request), true
	case 2002:
		return uint16(math.Round(g.slide.at)) << 8, true
	}
	return 0, false
}

// Write implements Device.
func (g *Robotiq) Write(addr, v uint16) bool {
	switch addr {
	case 1000:
		g.action = byte(v >> 8)
		if on := g.action&1 != 0; on != g.active {
			g.active, g.waking, g.slide = on, 0, slide{}
			if on {
				g.waking = 1
			}
		}
	case 1001:
		g.request = byte(v)
	case 1002:
		g.speed, g.most = byte(v>>8), byte(v)
		g.slide.target = float64(g.request)
		g.slide.speed = 40 + float64(g.speed) // out of 255: the full stroke takes less than a second
		g.going = g.active && g.slide.at != g.slide.target
	default:
		return false
	}
	return true
}

// Track is the maker's linear track: 2000 units per millimetre.
type Track struct {
	slide   slide
	wanted  words
	enabled bool
	homing  bool
	onZero  bool
	moving  bool
	speed   uint16
}

// NewTrack makes a track that does not know its position yet.
func NewTrack() *Track {
	t := &Track{speed: 1000}
	t.slide = slide{at: 120, target: 120, speed: 150}
	return t
}

// Position returns the position in mm.
func (t *Track) Position() float64 { return t.slide.at }

// Unit implements Device.
func (t *Track) Unit() byte { return 1 }

// Baud implements Device.
func (t *Track) Baud() int { return 2000000 }

// Step implements Device.
func (t *Track) Step(dt float64) {
	t.moving = (t.enabled || t.homing) && t.slide.step(dt)
	if t.homing && !t.moving {
		t.homing, t.onZero = false, true
	}
}

// Read implements Device.
func (t *Track) Read(addr uint16) (uint16, bool) {
	flag := func(on bool) (uint16, bool) {
		if on {
			return 1, true
		}
		return 0, true
	}
	switch addr {
	case 0x0A20, 0x0A21:
		return half(2000*t.slide.at, addr&1 != 0), true
	case 0x0A22:
		return flag(t.moving)
	case 0x0A23, 0x0A27, 0x000F:
		return 0, true
	case 0x0A24, 0x0100:
		return flag(t.enabled)
	case 0x0A25:
		return flag(t.onZero)
	case 0x0A26:
		return 2, true // the safety input is closed
	case 0x0303:
		return t.speed, true
	case 0x0801, 0x0802, 0x0803:
		return [...]uint16{0, 2, 0}[addr-0x0801], true
	}
	return digits("AL130012345678", 0x0B10, addr)
}

// Write implements Device.
func (t *Track) Write(addr, v uint16) bool {
	switch addr {
	case 0x0100:
		t.enabled = v != 0
	case 0x0303:
		t.speed, t.slide.speed = v, float64(v)/6.667
	case 0x0700:
		t.wanted.high = v
	case 0x0701:
		t.wanted.low = v
		t.slide.target = math.Min(math.Max(t.wanted.value()/2000, 0), 700)
		t.moving = t.enabled
	case 0x0A0A:
		t.homing, t.slide.target = true, 0
	case 0x0A0E:
		t.slide.target = t.slide.at
	case 0x0109:
	default:
		return false
	}
	return true
}

// Slave is a device with registers that keep what is written to them.
type Slave struct {
	Address byte
	Rate    int
	words   [4096]uint16
}

// Unit implements Device.
func (s *Slave) Unit() byte { return s.Address }

// Baud implements Device.
func (s *Slave) Baud() int { return s.Rate }

// Step implements Device.
func (s *Slave) Step(float64) {}

// Read implements Device.
func (s *Slave) Read(addr uint16) (uint16, bool) {
	if int(addr) >= len(s.words) {
		return 0, false
	}
	return s.words[addr], true
}

// Write implements Device.
func (s *Slave) Write(addr, v uint16) bool {
	if int(addr) >= len(s.words) {
		return false
	}
	s.words[addr] = v
	return true
}
