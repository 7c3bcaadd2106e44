// Package sick communicates with laser scanners of SICK's TiM5xx family over CoLa A, the maker's ASCII protocol: it has the
// codec of both ends, a client, and a scanner as a hw.Driver without commands. Package box simulates a TiM561.
// docs/format/cola.md lists the telegrams in use, with their sources.
//
// In SICK's frame a scanner looks along its y: 90° is straight ahead. In package nav's, and in this package's Scan, ahead is 0.
package sick

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Sizes of telegrams in bytes, and of scans.
const (
	MaxTelegram = 16 << 10 // longest text that either end accepts
	MaxBeams    = 2048
	Port        = 2112 // of a TiM5xx over Ethernet
)

// Delimiters of a telegram's text.
const (
	STX = 0x02
	ETX = 0x03
)

// Errors of the codec.
var (
	ErrSyntax = errors.New("sick: the telegram is malformed")
	ErrBeams  = errors.New("sick: the telegram has no distances, or too many")
)

// Frame appends a telegram with its text to dst.
func Frame(dst []byte, text string) []byte {
	return append(append(append(dst, STX), text...), ETX)
}

// Splitter finds telegrams in a stream of bytes. Bytes between telegrams, and telegrams that are too long or cut short by the
// beginning of another, are skipped.
type Splitter struct {
	Skipped uint64 // bytes
	buf     []byte
	within  bool
}

// Put takes bytes from the front of b up to the end of a telegram, and returns how many. text is the telegram's content, valid
// until the next call; nil if it is not complete yet.
func (s *Splitter) Put(b []byte) (n int, text []byte) {
	for i, c := range b {
		switch {
		case c == STX:
			s.Skipped += uint64(len(s.buf))
			s.buf, s.within = s.buf[:0], true
		case !s.within:
			s.Skipped++
		case c == ETX:
			text, s.within = s.buf, false
			s.buf = s.buf[:0]
			return i + 1, text
		case len(s.buf) == MaxTelegram:
			s.Skipped += uint64(len(s.buf)) + 1
			s.buf, s.within = s.buf[:0], false
		default:
			s.buf = append(s.buf, c)
		}
	}
	return len(b), nil
}

// Reader reads the words of a telegram one after the other. After an invalid word, all that follow are 0.
type Reader struct {
	rest []byte
	bad  bool
}

// Read makes a reader of a telegram's text.
func Read(text []byte) Reader { return Reader{rest: text} }

// Err returns an error if a word was invalid.
func (r *Reader) Err() error {
	if r.bad {
		return ErrSyntax
	}
	return nil
}

// More reports whether there are more words.
func (r *Reader) More() bool { return !r.bad && len(r.rest) > 0 }

// Word returns the next word.
func (r *Reader) Word() []byte {
	for i, c := range r.rest {
		if c == ' ' {
			w := r.rest[:i]
			r.rest = r.rest[i+1:]
			r.bad = r.bad || i == 0
			return w
		}
	}
	w := r.rest
	r.rest = nil
	r.bad = r.bad || len(w) == 0
	return w
}

// Uint reads a number of at most so many bits: hexadecimal digits, or decimal ones after a +.
func (r *Reader) Uint(bits int) uint64 {
	w := r.Word()
	n, ok := number(w)
	if !ok || bits < 64 && n>>bits != 0 {
		r.bad = true
	}
	if r.bad {
		return 0
	}
	return n
}

// Int32 reads a signed number: the two's complement in hexadecimal digits, or decimal ones after a sign.
func (r *Reader) Int32() int32 {
	w := r.Word()
	if len(w) > 0 && (w[0] == '-' || w[0] == '+') {
		n, ok := decimal(w[1:])
		if ok = ok && n <= math.MaxInt32; !ok || r.bad {
			r.bad = true
			return 0
		}
		if w[0] == '-' {
			return -int32(n)
		}
		return int32(n)
	}
	n, ok := number(w)
	if !ok || n>>32 != 0 || r.bad {
		r.bad = true
		return 0
	}
	return int32(uint32(n))
}

// Float reads a float: its 32 bits in hexadecimal digits.
func (r *Reader) Float() float64 {
	x := math.Float32frombits(uint32(r.Uint(32)))
	if x-x != 0 {
		r.bad = true
		return 0
	}
	return float64(x)
}

// Text reads a string: its length, then that many characters, which may include spaces.
func (r *Reader) Text() []byte {
	n := int(r.Uint(16))
	if r.bad || n > len(r.rest) {
		r.bad = true
		return nil
	}
	s := r.rest[:n]
	if r.rest = r.rest[n:]; len(r.rest) > 0 {
		if r.rest[0] != ' ' {
			r.bad = true
			return nil
		}
		r.rest = r.rest[1:]
	}
	return s
}

func number(w []byte) (uint64, bool) {
	if len(w) > 0 && w[0] == '+' {
		return decimal(w[1:])
	}
	if len(w) == 0 || len(w) > 16 {
		return 0, false
	}
	n := uint64(0)
	for _, c := range w {
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 | uint64(c-'0')
		case c >= 'A' && c <= 'F':
			n = n<<4 | uint64(c-'A'+10)
		case c >= 'a' && c <= 'f':
			n = n<<4 | uint64(c-'a'+10)
		default:
			return 0, false
		}
	}
	return n, true
}

func decimal(w []byte) (uint64, bool) {
	if len(w) == 0 || len(w) > 18 {
		return 0, false
	}
	n := uint64(0)
	for _, c := range w {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + uint64(c-'0')
	}
	return n, true
}

// Hex appends a space and a number in hexadecimal digits.
func Hex(dst []byte, n uint64) []byte {
	const digits = "0123456789ABCDEF"
	dst = append(dst, ' ')
	shift := 60
	for shift > 0 && n>>shift == 0 {
		shift -= 4
	}
	for ; shift >= 0; shift -= 4 {
		dst = append(dst, digits[n>>shift&15])
	}
	return dst
}

// Data is a scan as in telegram LMDscandata.
type Data struct {
	Version, Device   uint16
	Serial            uint32
	Status            [2]uint8
	Telegram, Counter uint16
	Start, Sent       uint32 // µs since the scanner was switched on: of the first beam, and of the telegram
	Inputs, Outputs   [2]uint8
	Frequency         uint32   // of scans, 1/100 Hz
	Rate              uint32   // of beams, 100 Hz
	Scale, Offset     float64  // of distances, mm
	First             int32    // 1/10000°, in SICK's frame
	Step              uint16   // 1/10000°
	Distances         []uint16 // 0: nothing seen; 1 to 15: not measured
}

// Distances below Least are codes for why the scanner measured nothing.
const (
	NoEcho  = 0
	Dazzled = 1
	Least   = 16
)

// Append appends the words of a scan to the text of a telegram.
func (d *Data) Append(dst []byte) []byte {
	for _, n := range [...]uint64{
		uint64(d.Version), uint64(d.Device), uint64(d.Serial), uint64(d.Status[0]), uint64(d.Status[1]), uint64(d.Telegram), uint64(d.Counter),
		uint64(d.Start), uint64(d.Sent), uint64(d.Inputs[0]), uint64(d.Inputs[1]), uint64(d.Outputs[0]), uint64(d.Outputs[1]), 0,
		uint64(d.Frequency), uint64(d.Rate), 0, 1,
	} {
		dst = Hex(dst, n)
	}
	dst = append(dst, " DIST1"...)
	dst = Hex(dst, uint64(math.Float32bits(float32(d.Scale))))
	dst = Hex(dst, uint64(math.Float32bits(float32(d.Offset))))
	dst = Hex(dst, uint64(uint32(d.First)))
	dst = Hex(dst, uint64(d.Step))
	dst = Hex(dst, uint64(len(d.Distances)))
	for _, x := range d.Distances {
		dst = Hex(dst, uint64(x))
	}
	return append(dst, " 0 0 0 0 0 0"...) // no 8-bit channels, position, name, comment, time, event
}

// Parse reads the words of a scan: it reuses d.Distances if that is long enough. It skips channels other than DIST1, and
// everything after the channels.
func (d *Data) Parse(r *Reader) error {
	keep := d.Distances[:0]
	*d = Data{
		Version: uint16(r.Uint(16)), Device: uint16(r.Uint(16)), Serial: uint32(r.Uint(32)), Status: [2]uint8{uint8(r.Uint(8)), uint8(r.Uint(8))},
		Telegram: uint16(r.Uint(16)), Counter: uint16(r.Uint(16)), Start: uint32(r.Uint(32)), Sent: uint32(r.Uint(32)),
		Inputs: [2]uint8{uint8(r.Uint(8)), uint8(r.Uint(8))}, Outputs: [2]uint8{uint8(r.Uint(8)), uint8(r.Uint(8))},
	}
	r.Uint(16) // the layer's angle
	d.Frequency, d.Rate = uint32(r.Uint(32)), uint32(r.Uint(32))
	for range r.Uint(4) { // encoders: position and speed
		r.Uint(32)
		r.Uint(16)
	}
	for range r.Uint(8) {
		name := r.Word()
		dist := string(name) == "DIST1"
		scale, offset, first, step, n := r.Float(), r.Float(), r.Int32(), uint16(r.Uint(16)), int(r.Uint(16))
		switch {
		case r.bad:
			return ErrSyntax
		case n > MaxBeams:
			return ErrBeams
		case dist:
			d.Scale, d.Offset, d.First, d.Step = scale, offset, first, step
			keep = keep[:0]
		}
		for range n {
			if x := uint16(r.Uint(16)); dist {
				keep = append(keep, x)
			}
		}
		if r.bad {
			return ErrSyntax
		}
	}
	d.Distances = keep
	switch {
	case r.bad:
		return ErrSyntax
	case len(keep) == 0:
		return ErrBeams
	case d.Step == 0 || d.Rate == 0 || !(d.Scale > 0):
		return ErrSyntax
	}
	return nil
}

// tenThousandths is the size of the protocol's unit of angle, rad.
const tenThousandths = math.Pi / 180 / 1e4

// Scan sets s, whose ranges are reused if they are long enough, to the scan in the form of package nav. least and most are the
// distances that the scanner measures, in m.
func (d *Data) Scan(s *nav.Scan, mount nav.Pose, least, most float64) {
	ranges := s.Ranges[:0]
	for _, x := range d.Distances {
		r := (float64(x)*d.Scale + d.Offset) / 1000
		switch {
		case x == NoEcho || r > most:
			r = math.Inf(1)
		case x < Least || r < least:
			r = math.NaN()
		}
		ranges = append(ranges, r)
	}
	*s = nav.Scan{
		Mount: mount, First: float64(d.First)*tenThousandths - math.Pi/2, Step: d.StepAngle(), Min: least, Max: most,
		Ranges: ranges, Turn: float64(len(ranges)-1) / (100 * float64(d.Rate)),
	}
}

// StepAngle returns the angle from one beam to the next, rad. The unit rounds a third of a degree to 3333, which over 270°
// would be 0.03° off, so it returns exactly a third for such a step.
func (d *Data) StepAngle() float64 {
	if d.Step == 3333 {
		return math.Pi / 180 / 3
	}
	return float64(d.Step) * tenThousandths
}

// Began returns when the scan's first beam was sent, since the scanner was switched on; it wraps around after 71 minutes.
func (d *Data) Began() time.Duration { return time.Duration(d.Start) * time.Microsecond }

// Refusal is a scanner's error answer (telegram sFA).
type Refusal uint16

func (e Refusal) Error() string {
	text := map[Refusal]string{
		1: "access denied: log in first", 2: "it has no such method", 3: "it has no such variable", 4: "not possible now", 5: "a value is out of range",
		8: "parameters are missing", 9: "a parameter is of a wrong type", 0xA: "writing is denied: log in first",
		0xB: "it does not know this", 0xC: "it does not know this kind of command", 0xD: "it is busy", 0xF: "it has no such event", 0x11: "a character is not allowed",
	}[e]
	if text == "" {
		text = "its documentation says why"
	}
	return fmt.Sprintf("sick: the scanner refuses (sFA %s): %s", strconv.FormatUint(uint64(e), 16), text)
}

// Refusals of a scanner.
const (
	Denied       Refusal = 0x1
	NoMethod     Refusal = 0x2
	NoVariable   Refusal = 0x3
	BadValue     Refusal = 0x5
	Missing      Refusal = 0x8
	WriteDenied  Refusal = 0xA
	UnknownKind  Refusal = 0xC
	NoEvent      Refusal = 0xF
	BadCharacter Refusal = 0x11
)
