// Package wire reads and writes the bytes of ROS 1 messages: little endian, without alignment, strings and sequences
// after their length (wiki.ros.org/msg). Generated messages and generic values are built on it. Input is never trusted:
// a length greater than the remaining bytes is refused before anything is allocated.
package wire

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"
)

// Message is a value that ROS nodes exchange: a pointer to a generated struct, or a generic value.
type Message interface {
	// Append adds the message's bytes to b.
	Append(b []byte) []byte
	// Decode sets the message from all of b, and keeps no part of b.
	Decode(b []byte) error
	// Describe returns its type.
	Describe() Description
}

// Description is what two nodes tell each other about a type.
type Description struct {
	Type string // such as std_msgs/String
	MD5  string // of the normalised definition, in hexadecimal
	Text string // the definition with those of all nested types; empty for halves of services
}

// Rule separates the definitions in a Description's text. Nested precedes the name of each nested type; its definition
// begins on the next line.
const (
	Rule   = "================================================================================"
	Nested = "\n" + Rule + "\nMSG: "
)

// Service is what two nodes tell each other about a service.
type Service struct {
	Type string // such as std_srvs/SetBool
	MD5  string
}

// Time is ROS's time: seconds and nanoseconds since the epoch of the clock in use, the wall clock's 1970 or a
// simulation's own.
type Time struct{ Sec, Nsec uint32 }

// Duration is ROS's duration in seconds and nanoseconds; Nsec is never negative in a normalised one.
type Duration struct{ Sec, Nsec int32 }

// TimeOf converts nanoseconds since the epoch to the nearest Time.
func TimeOf(ns int64) Time {
	switch {
	case ns < 0:
		return Time{}
	case ns/int64(time.Second) > math.MaxUint32:
		return Time{math.MaxUint32, uint32(time.Second) - 1}
	}
	return Time{uint32(ns / int64(time.Second)), uint32(ns % int64(time.Second))}
}

// Nanoseconds since the epoch.
func (t Time) Nanoseconds() int64 { return int64(t.Sec)*int64(time.Second) + int64(t.Nsec) }

// DurationOf converts d to the nearest Duration.
func DurationOf(d time.Duration) Duration {
	sec, nsec := int64(d/time.Second), int64(d%time.Second)
	if nsec < 0 {
		sec, nsec = sec-1, nsec+int64(time.Second)
	}
	switch {
	case sec > math.MaxInt32:
		return Duration{math.MaxInt32, int32(time.Second) - 1}
	case sec < math.MinInt32:
		return Duration{math.MinInt32, 0}
	}
	return Duration{int32(sec), int32(nsec)}
}

// Go returns d as a time.Duration.
func (d Duration) Go() time.Duration {
	return time.Duration(d.Sec)*time.Second + time.Duration(d.Nsec)
}

// Reader decodes a message's bytes. After the first failure everything it returns is zero.
type Reader struct {
	rest []byte
	size int
	why  string
	at   int
}

// NewReader reads b.
func NewReader(b []byte) Reader { return Reader{rest: b, size: len(b)} }

// Fail notes what is wrong at this place, unless there was a failure before.
func (r *Reader) Fail(why string) {
	if r.why == "" {
		r.why, r.at, r.rest = why, r.size-len(r.rest), nil
	}
}

// End returns the error of reading a message of a type; left-over bytes are an error too.
func (r *Reader) End(typ string) error {
	if r.why == "" && len(r.rest) > 0 {
		r.Fail(fmt.Sprintf("%d bytes are left over", len(r.rest)))
	}
	if r.why == "" {
		return nil
	}
	return fmt.Errorf("a %s of %d bytes: at byte %d: %s: was it sent by a node with another definition?", typ, r.size, r.at, r.why)
}

// Failed reports whether something is wrong.
func (r *Reader) Failed() bool { return r.why != "" }

// Bytes takes n bytes, which remain the reader's; nil if there are fewer.
func (r *Reader) Bytes(n int) []byte {
	if n > len(r.rest) {
		r.short(n)
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

func (r *Reader) short(n int) {
	r.Fail(fmt.Sprintf("it ends after %d of %d bytes", len(r.rest), n))
}

// Uint8 takes one byte.
func (r *Reader) Uint8() uint8 {
	if b := r.Bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint16 takes two bytes.
func (r *Reader) Uint16() uint16 {
	if b := r.Bytes(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// Uint32 takes four bytes.
func (r *Reader) Uint32() uint32 {
	if b := r.Bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// Uint64 takes eight bytes.
func (r *Reader) Uint64() uint64 {
	if b := r.Bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Bool takes a byte; any value but 0 is true.
func (r *Reader) Bool() bool { return r.Uint8() != 0 }

// Int8 takes a byte.
func (r *Reader) Int8() int8 { return int8(r.Uint8()) }

// Int16 takes two bytes.
func (r *Reader) Int16() int16 { return int16(r.Uint16()) }

// Int32 takes four bytes.
func (r *Reader) Int32() int32 { return int32(r.Uint32()) }

// Int64 takes eight bytes.
func (r *Reader) Int64() int64 { return int64(r.Uint64()) }

// Float32 takes four bytes.
func (r *Reader) Float32() float32 { return math.Float32frombits(r.Uint32()) }

// Float64 takes eight bytes.
func (r *Reader) Float64() float64 { return math.Float64frombits(r.Uint64()) }

// Time takes a time.
func (r *Reader) Time() Time { return Time{r.Uint32(), r.Uint32()} }

// Duration takes a duration.
func (r *Reader) Duration() Duration { return Duration{r.Int32(), r.Int32()} }

// Text takes a string. It returns old if that is equal, so that an unchanged text costs no allocation.
func (r *Reader) Text(old string) string {
	b := r.Bytes(r.Count(1))
	if old == string(b) {
		return old
	}
	return string(b)
}

// Count takes the length of a sequence with elements of at least size bytes each, one or more; 0 if so many cannot
// follow.
func (r *Reader) Count(size int) int {
	n := uint64(r.Uint32())
	if n*uint64(size) > uint64(len(r.rest)) {
		r.Fail(fmt.Sprintf("%d elements are announced, and %d bytes follow", n, len(r.rest)))
		return 0
	}
	return int(n)
}

// Sized returns a slice of n elements: s itself if it has the capacity.
func Sized[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	return append(s[:cap(s)], make([]T, n-cap(s))...)
}

// AppendUint8 adds one byte.
func AppendUint8(b []byte, x uint8) []byte { return append(b, x) }

// AppendUint16 adds two bytes.
func AppendUint16(b []byte, x uint16) []byte { return binary.LittleEndian.AppendUint16(b, x) }

// AppendUint32 adds four bytes.
func AppendUint32(b []byte, x uint32) []byte { return binary.LittleEndian.AppendUint32(b, x) }

// AppendUint64 adds eight bytes.
func AppendUint64(b []byte, x uint64) []byte { return binary.LittleEndian.AppendUint64(b, x) }

// AppendBool adds a byte.
func AppendBool(b []byte, x bool) []byte {
	if x {
		return append(b, 1)
	}
	return append(b, 0)
}

// AppendInt8 adds a byte.
func AppendInt8(b []byte, x int8) []byte { return append(b, uint8(x)) }

// AppendInt16 adds two bytes.
func AppendInt16(b []byte, x int16) []byte { return AppendUint16(b, uint16(x)) }

// AppendInt32 adds four bytes.
func AppendInt32(b []byte, x int32) []byte { return AppendUint32(b, uint32(x)) }

// AppendInt64 adds eight bytes.
func AppendInt64(b []byte, x int64) []byte { return AppendUint64(b, uint64(x)) }

// AppendFloat32 adds four bytes.
func AppendFloat32(b []byte, x float32) []byte { return AppendUint32(b, math.Float32bits(x)) }

// AppendFloat64 adds eight bytes.
func AppendFloat64(b []byte, x float64) []byte { return AppendUint64(b, math.Float64bits(x)) }

// AppendTime adds a time.
func AppendTime(b []byte, t Time) []byte { return AppendUint32(AppendUint32(b, t.Sec), t.Nsec) }

// AppendDuration adds a duration.
func AppendDuration(b []byte, d Duration) []byte { return AppendInt32(AppendInt32(b, d.Sec), d.Nsec) }

// AppendText adds a string after its length.
func AppendText(b []byte, s string) []byte { return append(AppendUint32(b, uint32(len(s))), s...) }

// AppendCount adds the length of a sequence.
func AppendCount(b []byte, n int) []byte { return AppendUint32(b, uint32(n)) }
