package franka

import (
	"math"

	"github.com/sinew-robotics/sinew/bridge/link"
)

// Members are some of the members of franka::RobotState, a bit for each in the order of Layout.
type Members uint64

// MembersOf returns the members of v that have these names; it ignores names that v does not have.
func MembersOf(v Version, names ...string) (m Members) {
	l := Layout(v)
	for _, n := range names {
		if i, ok := l.Find(n); ok {
			m |= 1 << i
		}
	}
	return m
}

// Names returns their names in v, in order.
func (m Members) Names(v Version) (names []string) {
	for i, f := range Layout(v) {
		if m>>i&1 != 0 {
			names = append(names, f.Name)
		}
	}
	return names
}

// ReadPart is ReadMembers for an image with only some members: origin has the source of each by its index in Layout.
// State.Absent and State.Kept mark the others; numbers that never came are NaN, so that nobody mistakes them for
// measurements. It does not allocate.
func ReadPart(b []byte, v Version, s *State, origin func(i int) link.Origin) error {
	if err := ReadMembers(b, v, s); err != nil {
		return err
	}
	s.Absent, s.Kept = 0, 0
	for i := range memberCount(v) {
		switch origin(i) {
		case link.Zero:
			s.Absent |= 1 << i
		case link.Kept:
			s.Kept |= 1 << i
		}
	}
	if s.Absent != 0 {
		m := members{blank: s.Absent, coder: coder{b: b, read: true}}
		m.state(v, s)
	}
	return nil
}

// memberCount is the length of Layout.
func memberCount(v Version) int {
	switch {
	case v.hasAccelerometers():
		return 49
	case v.hasBaseAcceleration():
		return 47
	case v.hasNE():
		return 46
	}
	return 44
}

// blanks reports whether the next member is missing, and makes its numbers NaN.
func (m *members) blanks(x []float64) bool {
	if m.blank == 0 {
		return false
	}
	absent := m.blank>>m.index&1 != 0
	if m.index++; absent {
		for i := range x {
			x[i] = math.NaN()
		}
	}
	return absent
}
