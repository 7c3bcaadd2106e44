package hil

import (
	"encoding/binary"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/bridge/seal"
)

// The header of every datagram. The same in all versions are its first eight bytes, what guards its end, the place of the
// nonce in a hello and the whole of a refusal: so that the ends can tell each other what does not fit.
const (
	magic      = "SNRV"
	version    = 1
	offFlags   = 6
	flagMAC    = 1
	sizeHeader = 32
)

const (
	maxThrusters = 64
	maxText      = 200
	maxDatagram  = 1200 // below the least MTU of IPv6, headers included
	sizeHello    = 256  // and what guards it; no answer to whom the simulator does not know is longer
)

// kind is what a datagram is.
type kind uint8

const (
	kindHello     kind = iota + 1 // controller: may I?
	kindWelcome                   // simulator: you may
	kindRefuse                    // simulator: you may not
	kindStep                      // controller, lock-step: take these forces and advance to this time
	kindReply                     // simulator: done, and this is what there is
	kindThrusters                 // controller, free-running: take these forces
	kindSensors                   // simulator, free-running: this is what there is
	kindBye                       // both: the session is over
	kindFault                     // simulator, lock-step: the step could not be made
	kindEnd
)

// header is what every datagram begins with.
type header struct {
	kind    kind
	keyed   bool   // a MAC follows
	session uint64 // 0 in hello and refuse
	seq     uint64
	time    int64 // ns of the simulated World; what it means depends on the kind
}

func appendHeader(dst []byte, h header) []byte {
	dst = append(append(dst, magic...), version, byte(h.kind), 0, 0)
	dst = binary.LittleEndian.AppendUint64(dst, h.session)
	dst = binary.LittleEndian.AppendUint64(dst, h.seq)
	return binary.LittleEndian.AppendUint64(dst, uint64(h.time))
}

// readHeader reads a header. With errVersion the kind is valid nevertheless.
func readHeader(b []byte) (h header, err error) {
	if len(b) < sizeHeader+sizeCRC || len(b) > maxDatagram || string(b[:4]) != magic {
		return h, errNotOurs
	}
	h.kind = kind(b[5])
	if b[4] != version {
		return h, errVersion
	}
	if h.kind == 0 || h.kind >= kindEnd || b[offFlags] > flagMAC || b[7] != 0 {
		return h, errContent
	}
	h.keyed = b[offFlags]&flagMAC != 0
	h.session = binary.LittleEndian.Uint64(b[8:])
	h.seq = binary.LittleEndian.Uint64(b[16:])
	h.time = int64(binary.LittleEndian.Uint64(b[24:]))
	if (h.kind == kindHello || h.kind == kindRefuse) && (h.session != 0 || h.seq != 0 || h.time != 0) {
		return h, errContent
	}
	return h, nil
}

// hello asks for a session.
type hello struct {
	nonce     seal.Nonce // in this place in all versions
	mode      Mode
	fresh     bool  // free-running: begin with the World as it was at the start
	thrusters uint8 // 0: any number
	vehicle   string
}

func appendHello(dst []byte, h *hello, s *seal.Seal) []byte {
	start := len(dst)
	dst = appendHeader(dst, header{kind: kindHello})
	dst = append(dst, h.nonce[:]...)
	dst = append(dst, byte(h.mode), bit(h.fresh), h.thrusters)
	dst = appendText(dst, h.vehicle)
	for len(dst)-start < sizeHello {
		dst = append(dst, 0)
	}
	return finish(dst, start, s)
}

func readHello(body []byte, h *hello) error {
	if len(body) != sizeHello-sizeHeader {
		return errContent
	}
	r := reader{b: body}
	copy(h.nonce[:], r.take(len(h.nonce)))
	h.mode, h.fresh, h.thrusters = Mode(r.u8()), r.flag(), r.u8()
	h.vehicle = r.text()
	for _, zero := range r.take(len(r.b)) {
		r.bad = r.bad || zero != 0
	}
	if h.mode > Free || h.thrusters > maxThrusters {
		return errContent
	}
	return r.end()
}

// Peer is what the simulator says of itself when a session opens.
type Peer struct {
	Mode      Mode
	Vehicle   string // its name, as rov.Named takes it
	Thrusters int
	Seed      uint64
	Watchdog  time.Duration // simulated, without a valid command after which the thrusters are set to zero
	IMU       time.Duration // between readings
	Loch      time.Duration // between readings
	Depth     time.Duration // between readings
}

// welcome opens a session.
type welcome struct {
	answers seal.Nonce
	nonce   seal.Nonce
	peer    Peer
	state   state
}

func appendWelcome(dst []byte, h header, w *welcome, s *seal.Seal) []byte {
	start := len(dst)
	h.kind = kindWelcome
	dst = appendHeader(dst, h)
	dst = append(dst, w.answers[:]...)
	dst = append(dst, w.nonce[:]...)
	p := &w.peer
	dst = append(dst, byte(p.Mode), byte(p.Thrusters))
	dst = binary.LittleEndian.AppendUint64(dst, p.Seed)
	for _, d := range [...]time.Duration{p.Watchdog, p.IMU, p.Loch, p.Depth} {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(d))
	}
	dst = w.state.append(dst)
	return finish(appendText(dst, p.Vehicle), start, s)
}

func readWelcome(body []byte, w *welcome) error {
	r := reader{b: body}
	copy(w.answers[:], r.take(len(w.answers)))
	copy(w.nonce[:], r.take(len(w.nonce)))
	p := &w.peer
	p.Mode, p.Thrusters, p.Seed = Mode(r.u8()), int(r.u8()), r.u64()
	for _, d := range [...]*time.Duration{&p.Watchdog, &p.IMU, &p.Loch, &p.Depth} {
		if *d = time.Duration(r.i64()); *d < 0 {
			return errContent
		}
	}
	w.state.read(&r)
	p.Vehicle = r.text()
	if p.Mode != LockStep && p.Mode != Free || p.Thrusters > maxThrusters || w.state.Next < 0 {
		return errContent
	}
	return r.end()
}

// refuse says why there is no session. It carries no MAC, because the key may be the reason, but names the hello's nonce,
// which nobody off the path knows. Its layout is the same in all versions.
type refuse struct {
	answers seal.Nonce
	code    Code
	reason  string
}

func appendRefuse(dst []byte, r *refuse) []byte {
	start := len(dst)
	dst = appendHeader(dst, header{kind: kindRefuse})
	dst = append(append(dst, r.answers[:]...), byte(r.code))
	return finish(appendText(dst, r.reason), start, nil)
}

func readRefuse(body []byte, w *refuse) error {
	r := reader{b: body}
	copy(w.answers[:], r.take(len(w.answers)))
	w.code, w.reason = Code(r.u8()), r.text()
	if w.code == 0 || w.code >= codeEnd {
		return errContent
	}
	return r.end()
}

// appendForces makes a step or a thrusters datagram: no forces stand for no new command.
func appendForces(dst []byte, h header, forces []float64, s *seal.Seal) []byte {
	start := len(dst)
	dst = append(appendHeader(dst, h), byte(len(forces)))
	for _, f := range forces {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(f))
	}
	return finish(dst, start, s)
}

// readForces fills forces, which has room for maxThrusters, and returns how many there are. All are finite.
func readForces(body []byte, forces []float64) (n int, err error) {
	r := reader{b: body}
	n = int(r.u8())
	if n > len(forces) {
		return 0, errContent
	}
	for i := range n {
		f := r.f64()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return 0, errContent
		}
		forces[i] = f
	}
	return n, r.end()
}

// appendState makes a reply or a sensors datagram.
func appendState(dst []byte, h header, w *state, s *seal.Seal) []byte {
	start := len(dst)
	return finish(w.append(appendHeader(dst, h)), start, s)
}

func readState(body []byte, w *state) error {
	r := reader{b: body}
	w.read(&r)
	if w.Next < 0 {
		return errContent
	}
	return r.end()
}

// appendWord makes a bye or a fault.
func appendWord(dst []byte, h header, code Code, text string, s *seal.Seal) []byte {
	start := len(dst)
	return finish(appendText(append(appendHeader(dst, h), byte(code)), text), start, s)
}

func readWord(body []byte) (code Code, text string, err error) {
	r := reader{b: body}
	code, text = Code(r.u8()), r.text()
	if code == 0 || code >= codeEnd {
		return 0, "", errContent
	}
	return code, text, r.end()
}

func appendText(dst []byte, s string) []byte {
	s = plain(s)
	for len(s) > maxText {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return append(append(dst, byte(len(s))), s...)
}

// plain leaves what can be printed: texts of the other end come to a terminal.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, s)
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// reader takes values from the front of b; bad says that it was too short, or a flag neither 0 nor 1.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) take(n int) []byte {
	if len(r.b) < n {
		r.bad, r.b = true, nil
		return nil
	}
	t := r.b[:n]
	r.b = r.b[n:]
	return t
}

func (r *reader) u8() uint8 {
	if t := r.take(1); t != nil {
		return t[0]
	}
	return 0
}

func (r *reader) flag() bool {
	v := r.u8()
	r.bad = r.bad || v > 1
	return v == 1
}

func (r *reader) u32() uint32 {
	if t := r.take(4); t != nil {
		return binary.LittleEndian.Uint32(t)
	}
	return 0
}

func (r *reader) u64() uint64 {
	if t := r.take(8); t != nil {
		return binary.LittleEndian.Uint64(t)
	}
	return 0
}

func (r *reader) i64() int64   { return int64(r.u64()) }
func (r *reader) f64() float64 { return math.Float64frombits(r.u64()) }

func (r *reader) text() string {
	n := int(r.u8())
	if n > maxText {
		r.bad = true
		return ""
	}
	s := string(r.take(n))
	r.bad = r.bad || plain(s) != s
	return s
}

// end reports whether all was there, and nothing more.
func (r *reader) end() error {
	if r.bad || len(r.b) > 0 {
		return errContent
	}
	return nil
}
