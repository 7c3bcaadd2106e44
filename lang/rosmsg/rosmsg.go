// Package rosmsg reads the definitions of ROS 1 messages and services (.msg and .srv texts, wiki.ros.org/msg), computes
// the sums by which nodes check that their definitions agree, holds values of any such type, and writes Go structs for
// them.
package rosmsg

import (
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Kind is the kind of a field's elements.
type Kind uint8

// The kinds. ROS's char is a Uint8 and its byte an Int8.
const (
	Bool Kind = iota
	Int8
	Uint8
	Int16
	Uint16
	Int32
	Uint32
	Int64
	Uint64
	Float32
	Float64
	Time
	Duration
	String
	Nested
)

// String is the name of the kind in definitions.
func (k Kind) String() string {
	return [...]string{"bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64", "time", "duration", "string", "nested"}[k]
}

// size of a value in bytes, -1 if it varies.
func (k Kind) size() int {
	return [...]int{1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 8, 8, -1, -1}[k]
}

// kindOf finds a built-in type.
func kindOf(name string) (Kind, bool) {
	switch name {
	case "char":
		return Uint8, true
	case "byte":
		return Int8, true
	}
	for k := Bool; k < Nested; k++ {
		if k.String() == name {
			return k, true
		}
	}
	return Nested, false
}

// builtin are the names of all built-in types.
func builtin() (names []string) {
	for k := Bool; k < Nested; k++ {
		names = append(names, k.String())
	}
	return append(names, "char", "byte", "Header")
}

// Special numbers of values of a field.
const (
	One = -1 // a single value
	Any = -2 // a sequence of any length
)

// Field is a named value in a message.
type Field struct {
	Name    string
	Base    string // of its type without an array's brackets, as written or, for another message, in full: geometry_msgs/Point
	Kind    Kind
	Len     int      // One, Any, or how many
	Message *Message // if Nested
	Comment string   // the comments above it and on its line
	Pos     diag.Pos
}

// Type is the field's type as in definitions: float64[9].
func (f *Field) Type() string {
	switch f.Len {
	case One:
		return f.Base
	case Any:
		return f.Base + "[]"
	}
	return fmt.Sprintf("%s[%d]", f.Base, f.Len)
}

// Constant is a named value of a message's type.
type Constant struct {
	Name, Base string
	Kind       Kind
	Text       string // the value as written
	Value      any    // bool, int64, uint64, float64 or string
	Comment    string
	Pos        diag.Pos
}

// Message is the definition of a message or of half a service.
type Message struct {
	Name      string // such as std_msgs/String; halves of services end in Request and Response
	Comment   string // the lines at the top of the text
	Text      string // as read
	Constants []Constant
	Fields    []Field
	MD5       string // in hexadecimal
	Pos       diag.Pos

	least int  // size of the smallest value in bytes
	fixed bool // all values have this size
	norm  string
	state uint8 // of resolving
}

// Package is the first part of the name.
func (m *Message) Package() string { p, _, _ := strings.Cut(m.Name, "/"); return p }

// Short is the second part of the name.
func (m *Message) Short() string { _, s, _ := strings.Cut(m.Name, "/"); return s }

// Size is how many bytes every value has; fixed is false if they differ.
func (m *Message) Size() (bytes int, fixed bool) { return m.least, m.fixed }

// Describe returns what nodes tell each other about the type.
func (m *Message) Describe() wire.Description {
	return wire.Description{Type: m.Name, MD5: m.MD5, Text: m.Full()}
}

// Service is the definition of a service.
type Service struct {
	Name              string // such as std_srvs/SetBool
	Request, Response *Message
	MD5               string
	Comment           string
}

// Describe returns what nodes tell each other about the service.
func (s *Service) Describe() wire.Service { return wire.Service{Type: s.Name, MD5: s.MD5} }

// Set holds definitions that may refer to each other. It is immutable.
type Set struct {
	messages map[string]*Message
	services map[string]*Service
}

// Type finds a message by its name, such as std_msgs/String.
func (s *Set) Type(name string) (*Message, error) {
	if m := s.messages[name]; m != nil {
		return m, nil
	}
	return nil, fmt.Errorf("there is no definition of a message %s: %s", name, s.meant(name, s.Messages()))
}

// Service finds a service by its name, such as std_srvs/SetBool.
func (s *Set) Service(name string) (*Service, error) {
	if v := s.services[name]; v != nil {
		return v, nil
	}
	return nil, fmt.Errorf("there is no definition of a service %s: %s", name, s.meant(name, s.Services()))
}

// meant says what to write instead of a name.
func (s *Set) meant(name string, all []string) string {
	for _, a := range all {
		if strings.HasSuffix(a, "/"+name) {
			return fmt.Sprintf("did you mean %q?", a)
		}
	}
	return spelling.Suggest(name, all)
}

// Messages lists the names of all messages, sorted, without halves of services.
func (s *Set) Messages() (names []string) {
	for n := range s.messages {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Services lists the names of all services, sorted.
func (s *Set) Services() (names []string) {
	for n := range s.services {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Normal is the text whose MD5 sum names the definition: constants, then fields, without comments and with the sums of
// nested messages instead of their names.
func (m *Message) Normal() string { return m.norm }

// normal computes Normal; the sums of nested messages must be known.
func (m *Message) normal() string {
	var lines []string
	for i := range m.Constants {
		c := &m.Constants[i]
		lines = append(lines, c.Base+" "+c.Name+"="+c.Text)
	}
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Kind == Nested {
			lines = append(lines, f.Message.MD5+" "+f.Name)
		} else {
			lines = append(lines, f.Type()+" "+f.Name)
		}
	}
	return strings.Join(lines, "\n")
}

func sum(text string) string {
	s := md5.Sum([]byte(text))
	return hex.EncodeToString(s[:])
}

// Full is the text of the definition followed by those of all messages in it, as nodes send it to each other.
func (m *Message) Full() string {
	var b strings.Builder
	b.WriteString(m.Text)
	for _, d := range m.nested(nil) {
		b.WriteString(wire.Nested + d.Name + "\n" + d.Text)
	}
	return b.String()
}

// nested adds the messages in m to all, each once, an outer one before its inner ones.
func (m *Message) nested(all []*Message) []*Message {
	for i := range m.Fields {
		if d := m.Fields[i].Message; d != nil && !slices.Contains(all, d) {
			all = d.nested(append(all, d))
		}
	}
	return all
}
