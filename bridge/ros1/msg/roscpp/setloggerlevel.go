// Made by go test ./bridge/ros1 -rewrite from roscpp/SetLoggerLevel and yours to edit: it is not written again once edited; seal 879df486f6072d86.

// Package roscpp has messages of the ROS package roscpp.
package roscpp

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// SetLoggerLevel is the service roscpp/SetLoggerLevel.
//
// Sets the level of a logger of a node.
func SetLoggerLevel() wire.Service {
	return wire.Service{Type: "roscpp/SetLoggerLevel", MD5: "51da076440d78ca1684d36c868df61ea"}
}

// SetLoggerLevelRequest is what a client of roscpp/SetLoggerLevel sends.
type SetLoggerLevelRequest struct {
	Logger string
	Level  string
}

// Append adds the message's bytes to b.
func (m *SetLoggerLevelRequest) Append(b []byte) []byte {
	b = wire.AppendText(b, m.Logger)
	b = wire.AppendText(b, m.Level)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *SetLoggerLevelRequest) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("roscpp/SetLoggerLevelRequest")
}

// Read takes the message from r, which notes what is wrong.
func (m *SetLoggerLevelRequest) Read(r *wire.Reader) {
	m.Logger = r.Text(m.Logger)
	m.Level = r.Text(m.Level)
}

// Describe says which type the message is of.
func (*SetLoggerLevelRequest) Describe() wire.Description {
	return wire.Description{Type: "roscpp/SetLoggerLevelRequest", MD5: "51da076440d78ca1684d36c868df61ea"}
}

// SetLoggerLevelResponse is what a server of roscpp/SetLoggerLevel answers.
type SetLoggerLevelResponse struct {
}

// Append adds the message's bytes to b.
func (m *SetLoggerLevelResponse) Append(b []byte) []byte {
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *SetLoggerLevelResponse) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("roscpp/SetLoggerLevelResponse")
}

// Read takes the message from r, which notes what is wrong.
func (m *SetLoggerLevelResponse) Read(_ *wire.Reader) {
}

// Describe says which type the message is of.
func (*SetLoggerLevelResponse) Describe() wire.Description {
	return wire.Description{Type: "roscpp/SetLoggerLevelResponse", MD5: "d41d8cd98f00b204e9800998ecf8427e"}
}
