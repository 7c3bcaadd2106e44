package link

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"strings"
)

// Kind is the type of one element of a member.
type Kind uint8

// The kinds, little-endian in images.
const (
	Float64 Kind = iota // 8 bytes, IEEE 754
	Uint64              // 8 bytes
	Uint8               // 1 byte
	Bool                // 1 byte, 0 or 1
)

// Size is the number of bytes of one element.
func (k Kind) Size() int {
	if k == Float64 || k == Uint64 {
		return 8
	}
	return 1
}

func (k Kind) String() string {
	switch k {
	case Float64:
		return "float64"
	case Uint64:
		return "uint64"
	case Uint8:
		return "uint8"
	case Bool:
		return "bool"
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Field is one member: Count elements of one kind. Codecs that know poses treat a Float64 member with 16 elements as
// a homogeneous transform, column-major.
type Field struct {
	Name    string
	Kind    Kind
	Count   int
	Quantum Quantum // how finely Delta sees it unless a Config says otherwise; not part of the hash
}

// Size is the number of bytes of the member.
func (f Field) Size() int { return f.Kind.Size() * f.Count }

// Layout lists the members of an image in their order, without padding.
type Layout []Field

// Size is the number of bytes of an image.
func (l Layout) Size() int {
	n := 0
	for _, f := range l {
		n += f.Size()
	}
	return n
}

// Find returns the index of the member called name, or false.
func (l Layout) Find(name string) (int, bool) {
	for i, f := range l {
		if f.Name == name {
			return i, true
		}
	}
	return 0, false
}

// Offset is where member i begins in an image, in bytes.
func (l Layout) Offset(i int) int { return l[:i].Size() }

// Numbers are the elements of member i in an image.
func (l Layout) Numbers(i int, image []byte) []float64 {
	f, b := l[i], image[l.Offset(i):]
	xs := make([]float64, f.Count)
	for k := range xs {
		switch f.Kind {
		case Float64:
			xs[k] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*k:]))
		case Uint64:
			xs[k] = float64(binary.LittleEndian.Uint64(b[8*k:]))
		default:
			xs[k] = float64(b[k])
		}
	}
	return xs
}

// Hash identifies a layout: the two ends of a link compare it before they refer to members by index. It is the CRC-32
// (IEEE) of "name:kind:count;" of each member.
func (l Layout) Hash() uint32 {
	var b strings.Builder
	for _, f := range l {
		fmt.Fprintf(&b, "%s:%d:%d;", f.Name, f.Kind, f.Count)
	}
	return crc32.ChecksumIEEE([]byte(b.String()))
}

// maxMembers follows from the index in a hello, maxImage from the size of a datagram.
const (
	maxMembers = 255
	maxImage   = 1<<15 - 1
)

// Validate reports all faults of a layout: members without a name or elements, unknown kinds, names used twice, too
// many members or bytes.
func (l Layout) Validate() error {
	var errs []error
	seen := map[string]bool{}
	for i, f := range l {
		switch {
		case f.Name == "":
			errs = append(errs, fmt.Errorf("link: member %d has no name", i))
		case seen[f.Name]:
			errs = append(errs, fmt.Errorf("link: two members are called %s", f.Name))
		}
		seen[f.Name] = true
		if f.Kind > Bool {
			errs = append(errs, fmt.Errorf("link: member %s has the unknown %v", f.Name, f.Kind))
		}
		if f.Count < 1 || f.Count > maxImage {
			errs = append(errs, fmt.Errorf("link: member %s has %d elements: 1 to %d are possible", f.Name, f.Count, maxImage))
			return errors.Join(errs...)
		}
	}
	if len(l) > maxMembers {
		errs = append(errs, fmt.Errorf("link: %d members: at most %d are possible", len(l), maxMembers))
	}
	if n := l.Size(); n > maxImage {
		errs = append(errs, fmt.Errorf("link: an image of %d bytes: at most %d are possible", n, maxImage))
	}
	return errors.Join(errs...)
}
