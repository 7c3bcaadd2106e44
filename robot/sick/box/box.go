// Package box simulates a TiM561 laser scanner that speaks CoLa A, on a simulated lidar. Its caller advances its time; it
// starts no goroutine and reads no clock. A Line carries bytes in memory; sock.Host carries them over TCP.
package box

import (
	"errors"
	"math"
	"math/rand/v2"
	"time"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/robot/sick"
	"github.com/sinew-robotics/sinew/sim/planar"
)

// Config describes a scanner. The zero value is a scanner without faults.
type Config struct {
	Seed   uint64 // of its faults
	Serial uint32 // 0 for 0xB96518
	Faults Faults
}

// Faults are the faults of a scanner.
type Faults struct {
	Silent bool     // it sends no scans and does not answer
	Frozen bool     // it repeats the same distances
	Noise  float64  // m, deviation of additional noise
	Sun    []Sector // directions of dazzling light: there a beam is marked as dazzled, sees nothing, or returns any distance
	// Clock is how far its clock is ahead, and Skew how much faster it runs, as a share.
	Clock time.Duration
	Skew  float64
}

// Sector is a range of directions, rad, in the scanner's frame: ahead is 0.
type Sector struct{ From, To float64 }

// Scanner is a simulated scanner.
type Scanner struct {
	Faults Faults

	lidar    *planar.Lidar
	rng      *rand.Rand
	now      time.Duration
	seen     uint64 // scans of the lidar
	scan     nav.Scan
	data     sick.Data
	sent     sick.Data // with distances within the output range
	out      []byte
	lines    []*Line
	telegram uint16
	first    int // of the transmitted beams
	last     int
}

// Identification of a TiM561.
const (
	deviceName    = "TiM561"
	deviceVersion = "V2.60-15.02.17"
	firstAngle    = -450000
	lastAngle     = 2250000
	stepAngle     = 3333
	frequency     = 1500
)

// New makes a scanner with a lidar.
func New(c Config, l *planar.Lidar) (*Scanner, error) {
	if l == nil {
		return nil, errors.New("sick box: there is no lidar: give one")
	}
	if s := l.Scanner(); s.Beams < 1 || s.Beams > sick.MaxBeams || s.Max > 65 {
		return nil, errors.New("sick box: the lidar has more beams, or sees farther, than telegrams have room for: use planar.TiM561")
	}
	if c.Serial == 0 {
		c.Serial = 0xB96518
	}
	p := l.Scanner()
	s := &Scanner{Faults: c.Faults, lidar: l, rng: rand.New(rand.NewPCG(c.Seed, uint64(c.Serial))), last: p.Beams - 1}
	angle := func(a float64) float64 { return math.Round(a * 180 / math.Pi * 1e4) }
	s.data = sick.Data{
		Version: 1, Device: 1, Serial: c.Serial, Scale: 1,
		Frequency: uint32(math.Round(100 / p.Turn.Seconds())), Rate: uint32(math.Round(2 * math.Pi / p.Step / p.Turn.Seconds() / 100)),
		First: int32(angle(p.First + math.Pi/2)), Step: uint16(angle(p.Step)), Distances: make([]uint16, p.Beams),
	}
	s.out = make([]byte, 0, sick.MaxTelegram)
	return s, nil
}

// Advance takes a scan that the lidar has finished and sends it to the hosts that want it. Call it at least once per turn of
// the lidar.
func (s *Scanner) Advance(now time.Duration) {
	s.now = max(s.now, now)
	n, began := s.lidar.Latest(&s.scan)
	if n == s.seen {
		return
	}
	s.seen = n
	if !s.Faults.Frozen || n == 1 {
		s.measure()
	}
	s.data.Counter++
	s.data.Start = s.clock(began)
	if s.Faults.Silent {
		return
	}
	for _, l := range s.lines {
		if l.stream {
			s.tell(l, "sSN LMDscandata")
		}
	}
}

// clock returns the scanner's clock, µs.
func (s *Scanner) clock(t time.Duration) uint32 {
	t += s.Faults.Clock + time.Duration(s.Faults.Skew*float64(t))
	return uint32(t.Microseconds())
}

// measure turns the lidar's distances into the scanner's.
func (s *Scanner) measure() {
	for i, r := range s.scan.Ranges {
		direction := s.scan.First + float64(i)*s.scan.Step
		mm := math.Round(1000 * r)
		if s.Faults.Noise > 0 && !math.IsInf(r, 0) {
			mm = math.Round(1000 * (r + s.Faults.Noise*s.rng.NormFloat64()))
		}
		dazzled := false
		for _, sun := range s.Faults.Sun {
			if direction >= sun.From && direction <= sun.To {
				mm = s.dazzled()
				dazzled = mm == sick.Dazzled
			}
		}
		switch {
		case dazzled:
		case mm > 1000*s.scan.Max || mm-mm != 0:
			mm = sick.NoEcho
		default:
			mm = max(mm, sick.Least)
		}
		s.data.Distances[i] = uint16(mm)
	}
}

// dazzled returns the measurement of a beam into the sun, mm.
func (s *Scanner) dazzled() float64 {
	switch s.rng.IntN(10) {
	case 0:
		return math.Round(1000 * (s.scan.Min + s.rng.Float64()*(s.scan.Max-s.scan.Min)))
	case 1, 2, 3:
		return math.Inf(1)
	}
	return sick.Dazzled
}

// tell sends the newest scan.
func (s *Scanner) tell(l *Line, head string) {
	s.telegram++
	s.data.Telegram, s.data.Sent = s.telegram, s.clock(s.now)
	s.sent = s.data
	s.sent.Distances = s.data.Distances[s.first : s.last+1]
	s.sent.First = s.angleOf(s.first)
	s.out = append(s.out[:0], sick.STX)
	s.out = append(s.out, head...)
	s.out = append(s.sent.Append(s.out), sick.ETX)
	l.add(s.out)
}

// handle answers a telegram.
func (s *Scanner) handle(l *Line, text []byte) {
	if s.Faults.Silent {
		return
	}
	r := sick.Read(text)
	kind, name := string(r.Word()), string(r.Word())
	if r.Err() != nil {
		s.refuse(l, sick.BadCharacter)
		return
	}
	switch kind {
	case "sRN":
		s.read(l, name)
	case "sWN":
		s.write(l, name, &r)
	case "sMN":
		s.call(l, name, &r)
	case "sEN":
		on := r.Uint(8)
		switch {
		case name != "LMDscandata":
			s.refuse(l, sick.NoEvent)
		case r.Err() != nil:
			s.refuse(l, sick.Missing)
		case on > 1:
			s.refuse(l, sick.BadValue)
		default:
			l.stream = on == 1
			s.answer(l, "sEA LMDscandata", on)
		}
	default:
		s.refuse(l, sick.UnknownKind)
	}
}

// answer sends words and numbers.
func (s *Scanner) answer(l *Line, head string, ns ...uint64) {
	s.out = append(append(s.out[:0], sick.STX), head...)
	for _, n := range ns {
		s.out = sick.Hex(s.out, n)
	}
	l.add(append(s.out, sick.ETX))
}

func (s *Scanner) refuse(l *Line, e sick.Refusal) { s.answer(l, "sFA", uint64(e)) }

// read answers requests for variables.
func (s *Scanner) read(l *Line, name string) {
	switch name {
	case "DeviceIdent":
		head := string(sick.Hex([]byte("sRA DeviceIdent"), uint64(len(deviceName)))) + " " + deviceName
		s.answer(l, string(sick.Hex([]byte(head), uint64(len(deviceVersion))))+" "+deviceVersion)
	case "SCdevicestate":
		s.answer(l, "sRA SCdevicestate", sick.Ready)
	case "LMDscandata":
		s.tell(l, "sRA LMDscandata")
	case "LMPscancfg":
		first, last := int32(firstAngle), int32(lastAngle)
		s.answer(l, "sRA LMPscancfg", frequency, 1, stepAngle, uint64(uint32(first)), uint64(uint32(last)))
	case "LMPoutputRange":
		s.answer(l, "sRA LMPoutputRange", 1, stepAngle, uint64(uint32(s.angleOf(s.first))), uint64(uint32(s.angleOf(s.last))))
	default:
		s.refuse(l, sick.NoVariable)
	}
}

// angleOf returns the direction of a beam in SICK's frame, in 1/10000°.
func (s *Scanner) angleOf(beam int) int32 {
	return s.data.First + int32(math.Round(float64(beam)*s.lidar.Scanner().Step*180/math.Pi*1e4))
}

// write sets variables.
func (s *Scanner) write(l *Line, name string, r *sick.Reader) {
	if name != "LMPoutputRange" {
		s.refuse(l, sick.NoVariable)
		return
	}
	one, step, first, last := r.Uint(16), r.Uint(32), r.Int32(), r.Int32()
	beam := func(a int32) int {
		return int(math.Round((float64(a) - float64(s.data.First)) / 1e4 * math.Pi / 180 / s.lidar.Scanner().Step))
	}
	switch {
	case r.Err() != nil:
		s.refuse(l, sick.Missing)
	case !l.login:
		s.refuse(l, sick.WriteDenied)
	case one != 1 || step != stepAngle || first < s.data.First || last < first || beam(last) >= len(s.data.Distances):
		s.refuse(l, sick.BadValue)
	default:
		s.first, s.last = beam(first), beam(last)
		s.answer(l, "sWA LMPoutputRange")
	}
}

// call calls methods.
func (s *Scanner) call(l *Line, name string, r *sick.Reader) {
	switch name {
	case "SetAccessMode":
		level, hash := r.Uint(8), r.Uint(32)
		if r.Err() != nil {
			s.refuse(l, sick.Missing)
			return
		}
		l.login = level == 3 && hash == sick.DefaultPassword
		ok := uint64(0)
		if l.login {
			ok = 1
		}
		s.answer(l, "sAN SetAccessMode", ok)
	case "mLMPsetscancfg":
		rate, sectors, step, first, last := r.Uint(32), r.Uint(16), r.Uint(32), r.Int32(), r.Int32()
		state := uint64(0)
		switch {
		case r.Err() != nil:
			s.refuse(l, sick.Missing)
			return
		case !l.login:
			s.refuse(l, sick.Denied)
			return
		case rate != frequency:
			state = 1
		case step != stepAngle:
			state = 2
		case sectors != 1 || first != firstAngle || last != lastAngle:
			state = 4
		}
		a, b := int32(firstAngle), int32(lastAngle)
		s.answer(l, "sAN mLMPsetscancfg", state, frequency, 1, stepAngle, uint64(uint32(a)), uint64(uint32(b)))
	case "Run":
		l.login = false
		s.answer(l, "sAN Run", 1)
	default:
		s.refuse(l, sick.NoMethod)
	}
}
