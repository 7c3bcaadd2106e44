package link

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// signal makes images of a layout that change as robots' do, and as they should not.
type signal struct {
	l     Layout
	kinds []int
	r     *rand.Rand
}

func newSignal(rt *rapid.T, l Layout, label string) *signal {
	s := &signal{l: l, r: rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, label+" seed"), 1))}
	for i := range l {
		s.kinds = append(s.kinds, rapid.IntRange(0, 6).Draw(rt, fmt.Sprint(label, " ", i)))
	}
	return s
}

func (s *signal) fill(image []byte, k int) {
	for i, f := range s.l {
		at := s.l.Offset(i)
		b := image[at : at+f.Size()]
		switch {
		case f.Kind == Bool:
			for j := range b {
				b[j] = byte(s.r.IntN(40) / 39)
			}
		case f.Kind == Uint8:
			b[0] = byte(k / 100)
		case f.Kind == Uint64:
			v := uint64(1000 + k)
			if s.r.IntN(50) == 0 {
				v = s.r.Uint64()
			}
			binary.LittleEndian.PutUint64(b, v)
		case f.Count == 16 && s.kinds[i] < 5:
			s.pose(b, k, s.kinds[i])
		default:
			for j := range f.Count {
				binary.LittleEndian.PutUint64(b[8*j:], math.Float64bits(s.number(s.kinds[i], j, k)))
			}
		}
	}
}

func (s *signal) number(kind, j, k int) float64 {
	smooth := math.Sin(float64(k)/200 + float64(j))
	switch kind {
	case 0:
		return smooth
	case 1:
		return smooth + 1e-4*s.r.NormFloat64()
	case 2:
		return float64(j)
	case 3:
		return math.Float64frombits(s.r.Uint64())
	case 4:
		return []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 1e300, 5e-324, 1}[s.r.IntN(7)]
	}
	if s.r.IntN(20) == 0 {
		return 1000 * s.r.NormFloat64()
	}
	return smooth
}

// pose turns far enough for every chart; some kinds are no rotations or jump.
func (s *signal) pose(b []byte, k, kind int) {
	q := [4]float64{math.Sin(float64(k) / 97), math.Cos(float64(k) / 61), math.Sin(float64(k)/43 + 1), math.Cos(float64(k) / 150)}
	if kind == 3 && s.r.IntN(10) == 0 {
		q = [4]float64{s.r.NormFloat64(), s.r.NormFloat64(), s.r.NormFloat64(), s.r.NormFloat64()}
	}
	n := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	for i := range q {
		q[i] /= n
	}
	var m [16]float64
	turn(&m, q)
	m[12], m[13], m[14], m[15] = math.Sin(float64(k)/300), 0.5, float64(k)/1e4, 1
	if kind == 4 && s.r.IntN(5) == 0 {
		m[s.r.IntN(16)] += s.r.NormFloat64()
	}
	for i, v := range m {
		binary.LittleEndian.PutUint64(b[8*i:], math.Float64bits(v))
	}
}

// near reports where an image that came out differs from what went in by more than its quanta allow.
func near(l Layout, s Selection, q Quanta, got, want []byte) string {
	for _, i := range s.Members() {
		f, at := l[i], l.Offset(i)
		u := q.of(f)
		for j := range f.Count {
			a, b := got[at+j*f.Kind.Size():], want[at+j*f.Kind.Size():]
			switch {
			case f.Kind != Float64:
				if a[0] != b[0] || f.Kind == Uint64 && binary.LittleEndian.Uint64(a) != binary.LittleEndian.Uint64(b) {
					return fmt.Sprintf("%s[%d]", f.Name, j)
				}
			case math.Float64bits(float(a)) == math.Float64bits(float(b)):
			default:
				allowed := u.Step * 0.500001
				if f.Count == 16 && j < 12 {
					allowed = u.Angle
				}
				if !(math.Abs(float(a)-float(b)) <= allowed+1e-15*math.Abs(float(b))) {
					return fmt.Sprintf("%s[%d]: %g, not %g", f.Name, j, float(a), float(b))
				}
			}
		}
	}
	return ""
}

// hop is one direction of an impaired line.
type hop struct {
	r                          *rand.Rand
	loss, dup, reorder, damage float64
	delay                      int
	queue                      []parcel
}

type parcel struct {
	at      int
	b       []byte
	damaged bool
}

func newHop(rt *rapid.T, label string, damage bool) *hop {
	h := &hop{r: rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, label), 2)), delay: rapid.IntRange(0, 30).Draw(rt, label+" delay")}
	h.loss = rapid.SampledFrom([]float64{0, 0.05, 0.5}).Draw(rt, label+" loss")
	h.dup = rapid.SampledFrom([]float64{0, 0.1}).Draw(rt, label+" dup")
	h.reorder = rapid.SampledFrom([]float64{0, 0.2}).Draw(rt, label+" reorder")
	if damage {
		h.damage = rapid.SampledFrom([]float64{0, 0.1}).Draw(rt, label+" damage")
	}
	return h
}

func (h *hop) send(now int, b []byte) {
	for n := 1; n > 0; n-- {
		if h.r.Float64() < h.dup {
			n++
		}
		if h.r.Float64() < h.loss {
			continue
		}
		p := parcel{at: now + h.delay, b: append([]byte(nil), b...)}
		if h.r.Float64() < h.reorder {
			p.at += h.r.IntN(300) * h.r.IntN(2)
			p.at += h.r.IntN(5)
		}
		if h.r.Float64() < h.damage {
			if h.r.IntN(3) == 0 {
				p.b = p.b[:h.r.IntN(len(p.b))]
			} else {
				for range 1 + h.r.IntN(3) {
					p.b[h.r.IntN(len(p.b))] ^= byte(1 + h.r.IntN(255))
				}
			}
		}
		p.damaged = !bytes.Equal(p.b, b)
		h.queue = append(h.queue, p)
	}
}

func (h *hop) take(now int) []parcel {
	var out, rest []parcel
	for _, p := range h.queue {
		if p.at <= now {
			out = append(out, p)
		} else {
			rest = append(rest, p)
		}
	}
	h.queue = rest
	return out
}

// Whatever is lost, late, doubled or damaged on whatever line: what comes out as a sample is that sample.
func TestNeverAWrongValue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		state := testState.selection(rapid.SliceOfNDistinct(rapid.IntRange(0, len(testState)-1), 1, len(testState), rapid.ID).Draw(rt, "state"))
		command := testCommand.selection(rapid.SliceOfNDistinct(rapid.IntRange(0, len(testCommand)-1), 1, len(testCommand), rapid.ID).Draw(rt, "command"))
		c := Config{State: state, Command: command, NoCRC: rapid.Bool().Draw(rt, "no crc"),
			Compression: Compression(rapid.IntRange(0, 4).Draw(rt, "compression")), Redundancy: rapid.IntRange(1, 8).Draw(rt, "redundancy")}
		var psk []byte
		if rapid.Bool().Draw(rt, "key") {
			psk = []byte("0123456789abcdef")
		}
		app, robot := pair(t, c, psk)
		guarded := !c.NoCRC || psk != nil
		down, up := newHop(rt, "down", guarded), newHop(rt, "up", guarded)
		s, q := newSignal(rt, testState, "state"), newSignal(rt, testCommand, "command")
		var states, commands [][]byte
		skip := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "skip"), 3))
		got := 0
		for k := range rapid.IntRange(1, 350).Draw(rt, "cycles") {
			a, b := make([]byte, testState.Size()), make([]byte, testCommand.Size())
			s.fill(a, k)
			q.fill(b, k)
			states, commands = append(states, a), append(commands, b)
			if skip.IntN(20) > 0 {
				down.send(k, robot.Send(nil, uint64(k), a, k%7 == 0))
			}
			got += take(rt, app, down, k, testState, state, nil, states)
			if skip.IntN(20) > 0 {
				up.send(k, app.Send(nil, uint64(k), b, k%7 == 0))
			}
			take(rt, robot, up, k, testCommand, command, nil, commands)
		}
	})
}

// take hands what arrives to one end and compares it with what was sent.
func take(rt *rapid.T, s *Session, h *hop, now int, l Layout, sel Selection, q Quanta, sent [][]byte) (n int) {
	if s.Config().Compression != Delta {
		q = Quanta{}
	}
	image := make([]byte, l.Size())
	var p Packet
	for _, x := range h.take(now) {
		status := s.Receive(x.b, &p)
		if status != OK {
			if p.Count > 0 || p.New != 0 {
				rt.Fatalf("cycle %d: %v, and yet %+v", now, status, p)
			}
			continue
		}
		if x.damaged {
			rt.Fatalf("cycle %d: a damaged packet passed", now)
		}
		if p.Mark != (p.Seq%7 == 0) {
			rt.Fatalf("cycle %d: the mark of sample %d is %v", now, p.Seq, p.Mark)
		}
		for j := range p.Count {
			s.Sample(j, image)
			if fault := near(l, sel, q, image, sent[p.Seq-uint64(j)]); fault != "" {
				rt.Fatalf("cycle %d: sample %d−%d: %s", now, p.Seq, j, fault)
			}
			n++
		}
	}
	return n
}
