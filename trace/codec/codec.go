// Package codec turns Go values into protobuf messages and back. A Codec is compiled once for a type, by
// reflection; after that it reads and writes the value's memory at known offsets, so encoding a small value
// costs tens of nanoseconds and allocates nothing.
//
// The wire format is protobuf's (https://protobuf.dev/programming-guides/encoding), with a schema built from
// the Go type as a FileDescriptorSet, so any MCAP viewer can show the messages. Every number has a fixed width on the
// wire and is always written, even when zero: decoded values have exactly the encoded bits, including NaN payloads and
// negative zeros.
//
//	Go                                   protobuf (proto2, field numbers 1, 2, … in declaration order)
//	bool                                 bool
//	int8 int16 int32                     sfixed32
//	uint8 uint16 uint32                  fixed32
//	int int64, time.Duration             sfixed64; a Duration's field is named <name>_ns
//	uint uint64                          fixed64
//	float32, float64                     float, double
//	complex64, complex128                packed float, double: real and imaginary part
//	string                               string
//	[]byte, [n]byte                      bytes
//	[n]T, []T; [n][m]T is [n·m]T         repeated T, packed where T is a number
//	struct, *struct                      message; absent for a nil pointer
//	[][]T, []*T, *T of another T         repeated or single message of one field v
//	Tracer                               bytes
//
// Unexported fields are encoded too, because a replay needs them; blank fields are not. An empty slice that is not nil
// comes back as nil unless its elements are numbers or bytes.
package codec

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
)

// Tracer is implemented by *T for a type T that encodes itself. AppendTrace appends the value to dst and
// returns the result; DecodeTrace sets the value from such bytes and must not panic on other bytes.
type Tracer interface {
	AppendTrace(dst []byte) []byte
	DecodeTrace(data []byte) error
}

// Schemer is implemented by a Tracer whose bytes, recorded as a whole value, are a message with a separate schema.
// TraceSchema returns the name of the message, its encoding (an MCAP well-known schema encoding, such as "protobuf")
// and the schema's bytes.
type Schemer interface {
	TraceSchema() (name, encoding string, data []byte)
}

// Codec encodes and decodes the values of one Go type. It is immutable and safe for concurrent use.
type Codec struct {
	typ      reflect.Type
	name     string
	encoding string
	schema   []byte
	root     *message // nil if the value encodes itself
	cols     []column
}

// For compiles the codec of t. The schema's message is called name, a dotted protobuf name such as
// "spatial.Pose"; an empty name means the Go type's own. The error lists every field, by its path, that
// cannot be recorded: channels, functions, maps, interfaces, untyped pointers, time.Time and types that
// contain themselves.
func For(t reflect.Type, name string) (*Codec, error) {
	if x := uint16(1); *(*byte)(unsafe.Pointer(&x)) != 1 {
		return nil, fmt.Errorf("codec: %v: values are copied from memory, which needs a little-endian machine", t)
	}
	if name == "" {
		name = reactor.TypeName(t)
	}
	c := &Codec{typ: t, name: qualify(name), encoding: "protobuf"}
	if s, ok := reflect.New(t).Interface().(Schemer); ok && isTracer(t) {
		c.name, c.encoding, c.schema = s.TraceSchema()
		return c, nil
	}
	cc := &compiler{files: map[reflect.Type]*message{}, names: map[string]bool{}}
	c.root = cc.root(t, c.name)
	if err := cc.err(t); err != nil {
		return nil, err
	}
	schema, err := descriptorSet(c.name, cc.messages)
	if err != nil {
		return nil, fmt.Errorf("codec: %v: %w", t, err)
	}
	c.schema = schema
	c.cols = columnsOf(t)
	return c, nil
}

// Codecs compiles codecs like For, each once. The zero value is ready; it is for one goroutine.
type Codecs struct{ made map[request]*Codec }

type request struct {
	typ  reflect.Type
	name string
}

// For is the function For, which compiles only what it has not yet compiled.
func (k *Codecs) For(t reflect.Type, name string) (*Codec, error) {
	r := request{t, name}
	if c := k.made[r]; c != nil {
		return c, nil
	}
	c, err := For(t, name)
	if err != nil {
		return nil, err
	}
	if k.made == nil {
		k.made = map[request]*Codec{}
	}
	k.made[r] = c
	return c, nil
}

// Type returns the Go type.
func (c *Codec) Type() reflect.Type { return c.typ }

// Schema returns the schema's name, its encoding ("protobuf" except for a Schemer) and its bytes, for protobuf
// a serialized FileDescriptorSet. The bytes must not be changed.
func (c *Codec) Schema() (name, encoding string, data []byte) { return c.name, c.encoding, c.schema }

// Append appends the encoding of the value at p, a pointer to a value of the codec's type, to dst. It allocates only if
// dst has no room.
func (c *Codec) Append(dst []byte, p unsafe.Pointer) []byte {
	if c.root == nil {
		return tracerAt(c.typ, p).AppendTrace(dst)
	}
	return c.root.append(dst, p)
}

// Decode sets the value at p, a pointer to a value of the codec's type, from data. Any protobuf encoding of
// the schema's message is understood: fields in any order, missing ones become zero, unknown ones are
// skipped. Slices and strings are newly allocated and do not refer to data. The error names the field at
// fault; the value is then partly set.
func (c *Codec) Decode(data []byte, p unsafe.Pointer) error {
	reflect.NewAt(c.typ, p).Elem().SetZero()
	if c.root == nil {
		if err := tracerAt(c.typ, p).DecodeTrace(data); err != nil {
			return fmt.Errorf("codec: %s: %w", c.name, err)
		}
		return nil
	}
	d := decoder{budget: 1<<20 + 1024*len(data)}
	if err := d.message(c.root, data, p); err != nil {
		return fmt.Errorf("codec: %s: %w", c.name, err)
	}
	return nil
}

var tracerType = reflect.TypeFor[Tracer]()

func isTracer(t reflect.Type) bool { return reflect.PointerTo(t).Implements(tracerType) }

func tracerAt(t reflect.Type, p unsafe.Pointer) Tracer {
	return reflect.NewAt(t, p).Interface().(Tracer)
}

func varintLen(n int) int {
	l := 1
	for n >= 0x80 {
		n >>= 7
		l++
	}
	return l
}

func appendVarint(dst []byte, n int) []byte { return binary.AppendUvarint(dst, uint64(n)) }
