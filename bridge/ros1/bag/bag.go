// Package bag reads and writes bags: ROS 1's recordings of messages, files in the format rosbag 2.0
// (http://wiki.ros.org/Bags/Format/2.0; docs/format/rosbag.md describes it byte by byte). A Reader returns a bag's messages
// in the order of their times and holds a few chunks at once; a Writer makes bags that rosbag reads. Nothing in a file is
// trusted: sizes and counts are checked against what is there before memory is allocated, and what is inconsistent is
// refused with its position.
package bag

import (
	"fmt"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Connection is a topic as one publisher has sent it.
type Connection struct {
	ID    uint32
	Topic string
	wire.Description
	Caller   string // name of the publishing node; empty if unknown
	Latching bool   // the publisher sends its last message to later subscribers
	More     []More // further fields, with names that ROS does not know
}

// More is a further field of a connection.
type More struct{ Name, Value string }

// Message is one message of a bag.
type Message struct {
	*Connection
	Time wire.Time // at which it was recorded
	Data []byte    // of a Reader's message: valid until the next one is read
}

// Decode decodes the message into a generated type, which must be the connection's. rosmsg.Values decodes any type, using
// the connection's Description.
func (m *Message) Decode(into wire.Message) error {
	if d := into.Describe(); d.MD5 != m.MD5 || d.Type != m.Type {
		return fmt.Errorf("bag: %s holds %s with the md5sum %s, not %s with %s", m.Topic, m.Type, m.MD5, d.Type, d.MD5)
	}
	if err := into.Decode(m.Data); err != nil {
		return fmt.Errorf("bag: %s at %s: %w", m.Topic, seconds(m.Time), err)
	}
	return nil
}

// Span is a stretch of recorded time and its number of messages.
type Span struct {
	Begin, End wire.Time
	Messages   uint64
}

// add widens the span by a message.
func (s *Span) add(t wire.Time) {
	if s.Messages == 0 || t.Nanoseconds() < s.Begin.Nanoseconds() {
		s.Begin = t
	}
	if s.Messages == 0 || t.Nanoseconds() > s.End.Nanoseconds() {
		s.End = t
	}
	s.Messages++
}

// Codes of faults in bags.
const (
	codeFile    = "bag-file"
	codeRecord  = "bag-record"
	codeChunk   = "bag-chunk"
	codeIndex   = "bag-index"
	codeNoIndex = "bag-unindexed"
)

// Rules explains the codes of faults in bags.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: codeFile, Text: "a file that is no bag, or a bag that is not read: of an older version, or encrypted"},
		{Code: codeRecord, Text: "a record that is damaged, ends too early, or lacks a field"},
		{Code: codeChunk, Text: "a chunk whose compression is unknown, or that does not give the bytes it announces"},
		{Code: codeIndex, Text: "an index that does not say what is in the file"},
		{Code: codeNoIndex, Text: "a bag without an index, as an interrupted recording leaves it"},
	}
}

// fault is a fault at a byte of a file; -1 for no position.
func fault(code string, at int64, do, format string, args ...any) *diag.Fault {
	what := fmt.Sprintf(format, args...)
	if at >= 0 {
		what = fmt.Sprintf("at byte %d: %s", at, what)
	}
	return &diag.Fault{Code: code, What: what, Do: do}
}

// seconds writes a time as rosbag does.
func seconds(t wire.Time) string { return fmt.Sprintf("%d.%09d", t.Sec, t.Nsec) }
