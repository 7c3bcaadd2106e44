package rosmsg

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// maxIndex is the greatest index in a Path.
const maxIndex = 65535

// Path leads to a single number or bool in a message, such as "twist.linear.x" or "position[2]".
type Path struct {
	Kind  Kind // of the number
	steps []step
}

// step goes to a field and, if that is an array, to an element of it.
type step struct{ field, index int }

// Path finds the path to a number in messages of the type.
func (m *Message) Path(text string) (*Path, error) {
	p := &Path{}
	words := strings.Split(text, ".")
	for n, word := range words {
		name, index, indexed := strings.Cut(word, "[")
		var names []string
		s := step{-1, -1}
		for k := range m.Fields {
			if names = append(names, m.Fields[k].Name); m.Fields[k].Name == name {
				s.field = k
			}
		}
		if s.field < 0 {
			return nil, fmt.Errorf("%s has no field %q: %s", m.Name, spelling.Clip(name), spelling.Suggest(name, names))
		}
		f := &m.Fields[s.field]
		so := strings.Join(words[:n+1], ".")
		switch i, err := strconv.Atoi(strings.TrimSuffix(index, "]")); {
		case indexed && f.Len == One:
			return nil, fmt.Errorf("%s of %s is no array: leave the index out", name, m.Name)
		case indexed && (err != nil || i < 0 || i > maxIndex || !strings.HasSuffix(index, "]")):
			return nil, fmt.Errorf("[%s is no index: give [0] to [%d]", index, maxIndex)
		case indexed && f.Len >= 0 && i >= f.Len:
			return nil, fmt.Errorf("%s has %d elements: give [0] to [%d]", so[:len(so)-len(index)-1], f.Len, f.Len-1)
		case indexed:
			s.index = i
		case f.Len != One:
			return nil, fmt.Errorf("%s is an array, %s: say which element, such as %s[0]", so, f.Type(), so)
		}
		p.steps, p.Kind = append(p.steps, s), f.Kind
		switch last := n == len(words)-1; {
		case last && f.Kind > Float64:
			return nil, fmt.Errorf("%s is a %s: name a number in it", so, f.Base)
		case !last && f.Kind != Nested:
			return nil, fmt.Errorf("%s is a %s, and has no field %s", so, f.Base, words[n+1])
		}
		m = f.Message
	}
	return p, nil
}

// Get returns the number in a value, a bool as 0 or 1; it fails if an array does not have the element.
func (p *Path) Get(v *Value) (x float64, ok bool) {
	at := &v.Part
	for _, s := range p.steps {
		if at = &at.list[s.field]; s.index < 0 {
			continue
		}
		if s.index >= at.Len() {
			return 0, false
		}
		if at.f.packed() {
			var all [8]byte
			size := at.f.Kind.size()
			copy(all[:], at.raw[s.index*size:(s.index+1)*size])
			return p.Kind.number(binary.LittleEndian.Uint64(all[:])), true
		}
		at = &at.list[s.index]
	}
	return p.Kind.number(at.bits), true
}

// Set puts a number into a value: the nearest that the field can hold; NaN in a field of whole numbers becomes 0. A
// sequence grows as needed.
func (p *Path) Set(v *Value, x float64) {
	at, bits := &v.Part, p.Kind.nearest(x)
	for _, s := range p.steps {
		if at = &at.list[s.field]; s.index < 0 {
			continue
		}
		if !at.f.packed() {
			if s.index >= len(at.list) {
				at.resize(s.index + 1)
			}
			at = &at.list[s.index]
			continue
		}
		size := at.f.Kind.size()
		for len(at.raw) < (s.index+1)*size {
			at.raw = append(at.raw, 0)
		}
		var all [8]byte
		binary.LittleEndian.PutUint64(all[:], bits)
		copy(at.raw[s.index*size:], all[:size])
		return
	}
	at.bits = bits
}

// number is the number that bits on the wire stand for.
func (k Kind) number(b uint64) float64 {
	switch k {
	case Int8:
		return float64(int8(b))
	case Int16:
		return float64(int16(b))
	case Int32:
		return float64(int32(b))
	case Int64:
		return float64(int64(b))
	case Float32:
		return float64(math.Float32frombits(uint32(b)))
	case Float64:
		return math.Float64frombits(b)
	}
	return float64(b)
}

// nearest is the bits of the number of kind k that is nearest to x.
func (k Kind) nearest(x float64) uint64 {
	size := 8 * k.size()
	switch k {
	case Float32:
		return uint64(math.Float32bits(float32(x)))
	case Float64:
		return math.Float64bits(x)
	case Bool:
		if x != 0 && !math.IsNaN(x) {
			return 1
		}
		return 0
	case Int8, Int16, Int32, Int64:
		most := math.Ldexp(1, size-1)
		switch x = math.RoundToEven(x); {
		case x >= most:
			return math.MaxUint64 >> (65 - size)
		case x <= -most:
			return 1 << (size - 1)
		case math.IsNaN(x):
			return 0
		}
		return uint64(int64(x)) & (math.MaxUint64 >> (64 - size))
	}
	switch x = math.RoundToEven(x); {
	case x >= math.Ldexp(1, size):
		return math.MaxUint64 >> (64 - size)
	case x > 0:
		return uint64(x)
	}
	return 0
}

// Stamp sets the time in the std_msgs/Header at the beginning of a message, and reports whether the message begins with
// one.
func (v *Value) Stamp(t wire.Time) bool {
	if len(v.list) == 0 || v.list[0].m == nil || v.list[0].m.Name != "std_msgs/Header" {
		return false
	}
	at := v.list[0].Field("stamp")
	at.bits = uint64(t.Sec) | uint64(t.Nsec)<<32
	return true
}
