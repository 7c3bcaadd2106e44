// Made by go test ./bridge/ros1 -rewrite from rosgraph_msgs/Log and yours to edit: it is not written again once edited; seal 11b94cb912883574.

// Package rosgraphmsgs has messages of the ROS package rosgraph_msgs.
package rosgraphmsgs

import (
	"slices"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Constants of Log.
const (
	LogDebug int8 = 1
	LogInfo  int8 = 2
	LogWarn  int8 = 4
	LogError int8 = 8
	LogFatal int8 = 16
)

// Log is the message rosgraph_msgs/Log.
//
// A line of a log, as /rosout carries it.
type Log struct {
	Header stdmsgs.Header
	Level  int8
	// of the node
	Name string
	Msg  string
	// of the source
	File     string
	Function string
	Line     uint32
	// that the node publishes
	Topics []string
}

// Append adds the message's bytes to b.
func (m *Log) Append(b []byte) []byte {
	b = m.Header.Append(b)
	b = wire.AppendInt8(b, m.Level)
	b = wire.AppendText(b, m.Name)
	b = wire.AppendText(b, m.Msg)
	b = wire.AppendText(b, m.File)
	b = wire.AppendText(b, m.Function)
	b = wire.AppendUint32(b, m.Line)
	b = wire.AppendCount(b, len(m.Topics))
	for i := range m.Topics {
		b = wire.AppendText(b, m.Topics[i])
	}
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *Log) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("rosgraph_msgs/Log")
}

// Read takes the message from r, which notes what is wrong.
func (m *Log) Read(r *wire.Reader) {
	m.Header.Read(r)
	m.Level = r.Int8()
	m.Name = r.Text(m.Name)
	m.Msg = r.Text(m.Msg)
	m.File = r.Text(m.File)
	m.Function = r.Text(m.Function)
	m.Line = r.Uint32()
	m.Topics = wire.Sized(m.Topics, r.Count(4))
	for i := range m.Topics {
		m.Topics[i] = r.Text(m.Topics[i])
	}
}

// Describe says which type the message is of.
func (*Log) Describe() wire.Description {
	return wire.Description{Type: "rosgraph_msgs/Log", MD5: "acffd30cd6b6de30f120938c17c593fb",
		Text: LogText +
			wire.Nested + "std_msgs/Header\n" + stdmsgs.HeaderText}
}

// Clone gives a copy that shares nothing with m.
func (m *Log) Clone() Log {
	c := *m
	c.Topics = slices.Clone(m.Topics)
	return c
}

// LogText is the definition of rosgraph_msgs/Log, without those of the messages in it.
const LogText = `# A line of a log, as /rosout carries it.

byte DEBUG=1
byte INFO=2
byte WARN=4
byte ERROR=8
byte FATAL=16

Header header
byte level
string name # of the node
string msg
string file # of the source
string function
uint32 line
string[] topics # that the node publishes
`
