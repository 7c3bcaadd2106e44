// Made by go test ./bridge/ros1 -rewrite from roscpp/Logger and yours to edit: it is not written again once edited; seal f15f30e771521f63.

// Package roscpp has messages of the ROS package roscpp.
package roscpp

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Logger is the message roscpp/Logger.
//
// A logger of a node and its level: debug, info, warn, error or fatal.
type Logger struct {
	Name  string
	Level string
}

// Append adds the message's bytes to b.
func (m *Logger) Append(b []byte) []byte {
	b = wire.AppendText(b, m.Name)
	b = wire.AppendText(b, m.Level)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *Logger) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("roscpp/Logger")
}

// Read takes the message from r, which notes what is wrong.
func (m *Logger) Read(r *wire.Reader) {
	m.Name = r.Text(m.Name)
	m.Level = r.Text(m.Level)
}

// Describe says which type the message is of.
func (*Logger) Describe() wire.Description {
	return wire.Description{Type: "roscpp/Logger", MD5: "a6069a2ff40db7bd32143dd66e1f408e",
		Text: LoggerText}
}

// LoggerText is the definition of roscpp/Logger, without those of the messages in it.
const LoggerText = `# A logger of a node and its level: debug, info, warn, error or fatal.
string name
string level
`
