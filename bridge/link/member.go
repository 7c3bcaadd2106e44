package link

import (
	"bytes"
	"encoding/binary"
	"math"
)

// member is one selected member as Delta sees it.
type member struct {
	kind    Kind
	count   int
	quantum Quantum
	pose    bool
	num     float64 // Step is num/den
	den     float64
	inv     float64 // and inv its inverse
	at      int     // in a packed image, bytes
	size    int     // there
	slot    int     // in a row
}

// row is one sample in whole numbers; charts say how each member is represented in it.
type row struct {
	values []int64
	charts []uint8
}

// membersOf lays the members of a packed image out.
func membersOf(packed Layout, q Quanta) []member {
	members := make([]member, 0, len(packed))
	at, next := 0, 0
	for _, f := range packed {
		m := member{kind: f.Kind, count: f.Count, at: at, size: f.Size(), slot: next}
		if f.Kind == Float64 {
			m.quantum = q.of(f)
			m.num, m.den = tens(m.quantum.Step).fraction()
			m.inv = m.den / m.num
			m.pose = f.Count == 16 && m.quantum.Step > 0 && m.quantum.Angle > 0
		}
		members = append(members, m)
		at += f.Size()
		next += f.Count
	}
	return members
}

// slots is the number of numbers in a row.
func (m *member) slots(chart uint8) int {
	if chart <= withoutW {
		return poseSlots
	}
	return m.count
}

func (m *member) of(r *row, chart uint8) []int64 { return r.values[m.slot : m.slot+m.slots(chart)] }

// rest is a member's chart before any sample is known.
func (m *member) rest() uint8 {
	switch {
	case m.pose:
		return withoutW
	case m.kind == Float64 && m.quantum.Step <= 0:
		return exact
	}
	return plain
}

// counts reports whether the member is expected to grow by one from sample to sample, as a time in milliseconds does.
func (m *member) counts() bool { return m.kind == Uint64 }

func float(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

// measure turns the member's bytes into whole numbers and returns their chart.
func (m *member) measure(values []int64, b []byte, last uint8) uint8 {
	switch m.kind {
	case Uint64:
		for i := range values {
			values[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
		}
		return plain
	case Uint8, Bool:
		for i := range values {
			values[i] = int64(b[i])
		}
		return plain
	}
	if m.pose {
		var pose [16]float64
		for i := range pose {
			pose[i] = float(b[8*i:])
		}
		if chart, ok := putPose(values, &pose, last, m.quantum); ok {
			return chart
		}
	}
	if m.quantum.Step > 0 && m.plain(values, b) {
		return plain
	}
	for i := range values {
		values[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return exact
}

// plain rounds each number; false if one is out of range.
func (m *member) plain(values []int64, b []byte) bool {
	if m.pose {
		return rounded(values[:12], b, 1/m.quantum.Angle) && rounded(values[12:], b[8*12:], m.inv)
	}
	return rounded(values, b, m.inv)
}

// rounded fills values with the numbers of b times inv, rounded; false if one is out of range.
func rounded(values []int64, b []byte, inv float64) bool {
	for i := range values {
		if len(b) < 8 {
			return false
		}
		v := math.Float64frombits(binary.LittleEndian.Uint64(b)) * inv
		if !(v < reach && v > -reach) {
			return false
		}
		values[i], b = round(v), b[8:]
	}
	return true
}

// alike reports whether two images of a member are equal.
func alike(a, b []byte) bool {
	if len(a) >= 8 && len(b) >= 8 && binary.LittleEndian.Uint64(a) != binary.LittleEndian.Uint64(b) {
		return false
	}
	return bytes.Equal(a, b)
}

// restore turns whole numbers back into bytes.
func (m *member) restore(b []byte, values []int64, chart uint8) {
	switch {
	case m.kind == Uint8 || m.kind == Bool:
		for i, v := range values {
			b[i] = byte(v)
		}
	case m.kind == Uint64 || chart == exact:
		for i, v := range values {
			binary.LittleEndian.PutUint64(b[8*i:], uint64(v))
		}
	case chart <= withoutW:
		var pose [16]float64
		getPose(&pose, values, chart, m.quantum)
		for i, v := range pose {
			binary.LittleEndian.PutUint64(b[8*i:], math.Float64bits(v))
		}
	default:
		for i, v := range values {
			x := float64(v) * m.num / m.den // the decimal nearest to it, instead of a multiple of a rounded step
			if m.pose && i < 12 {
				x = float64(v) * m.quantum.Angle
			}
			binary.LittleEndian.PutUint64(b[8*i:], math.Float64bits(x))
		}
	}
}

// measureAll turns the packed image of sample seq into r. Members that have not changed since last, whose bytes are
// before, are copied from there; for the others it sets since to seq.
func measureAll(members []member, r *row, seq uint64, packed []byte, last *row, before []byte, since []uint64) {
	for i := range members {
		m := &members[i]
		b := packed[m.at : m.at+m.size]
		values := r.values[m.slot : m.slot+m.count]
		if before != nil && alike(b, before[m.at:m.at+m.size]) {
			copy(values, last.values[m.slot:])
			r.charts[i] = last.charts[i]
			continue
		}
		r.charts[i], since[i] = m.measure(values, b, last.charts[i]), seq
	}
}

// restoreAll is the reverse.
func restoreAll(members []member, packed []byte, r *row) {
	for i := range members {
		m := &members[i]
		m.restore(packed[m.at:m.at+m.size], m.of(r, r.charts[i]), r.charts[i])
	}
}

// valid reports whether a received chart is possible for the member.
func (m *member) valid(chart uint8) bool {
	switch {
	case chart <= withoutW:
		return m.pose
	case chart == plain:
		return m.kind != Float64 || m.quantum.Step > 0
	case chart == exact:
		return m.kind == Float64
	}
	return false
}
