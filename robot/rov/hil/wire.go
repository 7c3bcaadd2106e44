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

// The header of every datagram. Its first eight bytes, the check at its end, the place of the nonce in a hello and the
// whole of a refusal are the same in all versions, so that the ends can tell each other what does not match.
const (
	magic    = "SNRV"
	offFlags = 6
	flagMAC  = 1

	Version    = 2  // of the protocol: byte 4
	SizeHeader = 32 // bytes
	SizeCRC    = 4  // bytes after a datagram's content; a MAC may follow
)

// The greatest and smallest sizes of datagrams.
const (
	MaxThrusters = 48
	MaxText      = 200  // bytes
	MaxDatagram  = 1200 // bytes: below IPv6's minimum MTU, including headers
	SizeHello    = 256  // bytes, with the check; no answer to strangers is longer
)

// Kind is the kind of a datagram.
type Kind uint8

// The kinds.
const (
	KindHello     Kind = iota + 1 // controller: requests a session
	KindWelcome                   // simulator: accepts it
	KindRefuse                    // simulator: refuses it
	KindStep                      // controller, lock-step: set these forces and advance to this time
	KindReply                     // simulator: done, with the readings
	KindThrusters                 // controller, free-running: set these forces
	KindSensors                   // simulator, free-running: the readings
	KindBye                       // both: the session is over
	KindFault                     // simulator, lock-step: the step was not possible
	kindEnd
)

// Header is the beginning of every datagram.
type Header struct {
	Kind    Kind
	Keyed   bool   // a MAC follows
	Session uint64 // 0 in hello and refuse
	Seq     uint64
	Time    int64 // ns of the simulated World; its meaning depends on the kind
}

func appendHeader(dst []byte, h Header) []byte {
	dst = append(append(dst, magic...), Version, byte(h.Kind), 0, 0)
	dst = binary.LittleEndian.AppendUint64(dst, h.Session)
	dst = binary.LittleEndian.AppendUint64(dst, h.Seq)
	return binary.LittleEndian.AppendUint64(dst, uint64(h.Time))
}

// ReadHeader reads a header. With ErrVersion the kind is still valid.
func ReadHeader(b []byte) (h Header, err error) {
	if len(b) < SizeHeader+SizeCRC || len(b) > MaxDatagram || string(b[:4]) != magic {
		return h, errNotOurs
	}
	h.Kind = Kind(b[5])
	if b[4] != Version {
		return h, ErrVersion
	}
	if h.Kind == 0 || h.Kind >= kindEnd || b[offFlags] > flagMAC || b[7] != 0 {
		return h, errContent
	}
	h.Keyed = b[offFlags]&flagMAC != 0
	h.Session = binary.LittleEndian.Uint64(b[8:])
	h.Seq = binary.LittleEndian.Uint64(b[16:])
	h.Time = int64(binary.LittleEndian.Uint64(b[24:]))
	if (h.Kind == KindHello || h.Kind == KindRefuse) && (h.Session != 0 || h.Seq != 0 || h.Time != 0) {
		return h, errContent
	}
	return h, nil
}

// Hello asks for a session.
type Hello struct {
	Nonce     seal.Nonce // at the same place in all versions
	Mode      Mode
	Fresh     bool  // free-running: begin with the World as it was at the start
	Thrusters uint8 // 0: any number
	Vehicle   string
}

// AppendHello makes a hello; without a key s is nil, here and below.
func AppendHello(dst []byte, h *Hello, s *seal.Seal) []byte {
	start := len(dst)
	dst = appendHeader(dst, Header{Kind: KindHello})
	dst = append(dst, h.Nonce[:]...)
	dst = append(dst, byte(h.Mode), bit(h.Fresh), h.Thrusters)
	dst = appendText(dst, h.Vehicle)
	for len(dst)-start < SizeHello {
		dst = append(dst, 0)
	}
	return Finish(dst, start, s)
}

// ReadHello reads what Open has opened, as do the readers below.
func ReadHello(body []byte, h *Hello) error {
	if len(body) != SizeHello-SizeHeader {
		return errContent
	}
	r := reader{b: body}
	copy(h.Nonce[:], r.take(len(h.Nonce)))
	h.Mode, h.Fresh, h.Thrusters = Mode(r.u8()), r.flag(), r.u8()
	h.Vehicle = r.text()
	for _, zero := range r.take(len(r.b)) {
		r.bad = r.bad || zero != 0
	}
	if h.Mode > Free || h.Thrusters > MaxThrusters {
		return errContent
	}
	return r.end()
}

// Peer is the simulator's description of itself when a session opens.
type Peer struct {
	Mode       Mode
	Vehicle    string // its name, as rov.Named takes it
	Thrusters  int
	Seed       uint64
	Watchdog   time.Duration // simulated time without a valid command after which the thrusters are set to zero
	IMU        time.Duration // between readings
	Loch       time.Duration // between readings
	Depth      time.Duration // between readings
	Proximeter time.Duration // between readings; 0: not fitted
	Sonar      time.Duration // between readings; 0: not fitted
}

// Welcome opens a session.
type Welcome struct {
	Answers seal.Nonce
	Nonce   seal.Nonce
	Peer    Peer
	State   State
}

// AppendWelcome makes a welcome; h gives session and time.
func AppendWelcome(dst []byte, h Header, w *Welcome, s *seal.Seal) []byte {
	start := len(dst)
	h.Kind = KindWelcome
	dst = appendHeader(dst, h)
	dst = append(dst, w.Answers[:]...)
	dst = append(dst, w.Nonce[:]...)
	p := &w.Peer
	dst = append(dst, byte(p.Mode), byte(p.Thrusters))
	dst = binary.LittleEndian.AppendUint64(dst, p.Seed)
	for _, d := range [...]time.Duration{p.Watchdog, p.IMU, p.Loch, p.Depth, p.Proximeter, p.Sonar} {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(d))
	}
	dst = w.State.append(dst)
	return Finish(appendText(dst, p.Vehicle), start, s)
}

func readWelcome(body []byte, w *Welcome) error {
	r := reader{b: body}
	copy(w.Answers[:], r.take(len(w.Answers)))
	copy(w.Nonce[:], r.take(len(w.Nonce)))
	p := &w.Peer
	p.Mode, p.Thrusters, p.Seed = Mode(r.u8()), int(r.u8()), r.u64()
	for _, d := range [...]*time.Duration{&p.Watchdog, &p.IMU, &p.Loch, &p.Depth, &p.Proximeter, &p.Sonar} {
		if *d = time.Duration(r.i64()); *d < 0 {
			return errContent
		}
	}
	w.State.read(&r)
	p.Vehicle = r.text()
	if p.Mode != LockStep && p.Mode != Free || p.Thrusters > MaxThrusters || w.State.Next < 0 {
		return errContent
	}
	return r.end()
}

// Refusal says why there is no session. It has no MAC, because the key may be the reason, but repeats the hello's nonce,
// which nobody off the path knows. Its layout is the same in all versions.
type Refusal struct {
	Answers seal.Nonce
	Code    Code
	Reason  string
}

// AppendRefusal makes a refusal, which has no MAC.
func AppendRefusal(dst []byte, r *Refusal) []byte {
	start := len(dst)
	dst = appendHeader(dst, Header{Kind: KindRefuse})
	dst = append(append(dst, r.Answers[:]...), byte(r.Code))
	return Finish(appendText(dst, r.Reason), start, nil)
}

// ReadRefusal reads a refusal.
func ReadRefusal(body []byte, w *Refusal) error {
	r := reader{b: body}
	copy(w.Answers[:], r.take(len(w.Answers)))
	w.Code, w.Reason = Code(r.u8()), r.text()
	if w.Code == 0 || w.Code >= codeEnd {
		return errContent
	}
	return r.end()
}

// AppendForces makes a step or a thrusters datagram; no forces mean no new command.
func AppendForces(dst []byte, h Header, forces []float64, s *seal.Seal) []byte {
	start := len(dst)
	dst = append(appendHeader(dst, h), byte(len(forces)))
	for _, f := range forces {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(f))
	}
	return Finish(dst, start, s)
}

// ReadForces fills forces, which has room for MaxThrusters, and returns how many there are. All are finite.
func ReadForces(body []byte, forces []float64) (n int, err error) {
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

// AppendState makes a reply or a sensors datagram.
func AppendState(dst []byte, h Header, w *State, s *seal.Seal) []byte {
	start := len(dst)
	return Finish(w.append(appendHeader(dst, h)), start, s)
}

func readState(body []byte, w *State) error {
	r := reader{b: body}
	w.read(&r)
	if w.Next < 0 {
		return errContent
	}
	return r.end()
}

// AppendWord makes a bye or a fault.
func AppendWord(dst []byte, h Header, code Code, text string, s *seal.Seal) []byte {
	start := len(dst)
	return Finish(appendText(append(appendHeader(dst, h), byte(code)), text), start, s)
}

// ReadWord reads a bye or a fault.
func ReadWord(body []byte) (code Code, text string, err error) {
	r := reader{b: body}
	code, text = Code(r.u8()), r.text()
	if code == 0 || code >= codeEnd {
		return 0, "", errContent
	}
	return code, text, r.end()
}

func appendText(dst []byte, s string) []byte {
	s = plain(s)
	for len(s) > MaxText {
		_, n := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-n]
	}
	return append(append(dst, byte(len(s))), s...)
}

// plain removes unprintable characters from the other end's texts, which are shown on a terminal.
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

// reader takes values from the front of b; bad says that b was too short, or that a flag was neither 0 nor 1.
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
	if n > MaxText {
		r.bad = true
		return ""
	}
	s := string(r.take(n))
	r.bad = r.bad || plain(s) != s
	return s
}

// end reports whether everything was there, and nothing more.
func (r *reader) end() error {
	if r.bad || len(r.b) > 0 {
		return errContent
	}
	return nil
}
