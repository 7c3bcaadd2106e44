// Made by go test ./bridge/ros1 -rewrite from roscpp/GetLoggers and yours to edit: it is not written again once edited; seal ed6846cd579649b3.

// Package roscpp has messages of the ROS package roscpp.
package roscpp

import (
	"slices"

	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// GetLoggers is the service roscpp/GetLoggers.
//
// Lists the loggers of a node.
func GetLoggers() wire.Service {
	return wire.Service{Type: "roscpp/GetLoggers", MD5: "32e97e85527d4678a8f9279894bb64b0"}
}

// GetLoggersRequest is what a client of roscpp/GetLoggers sends.
type GetLoggersRequest struct {
}

// Append adds the message's bytes to b.
func (m *GetLoggersRequest) Append(b []byte) []byte {
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *GetLoggersRequest) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("roscpp/GetLoggersRequest")
}

// Read takes the message from r, which notes what is wrong.
func (m *GetLoggersRequest) Read(_ *wire.Reader) {
}

// Describe says which type the message is of.
func (*GetLoggersRequest) Describe() wire.Description {
	return wire.Description{Type: "roscpp/GetLoggersRequest", MD5: "d41d8cd98f00b204e9800998ecf8427e"}
}

// GetLoggersResponse is what a server of roscpp/GetLoggers answers.
type GetLoggersResponse struct {
	Loggers []Logger
}

// Append adds the message's bytes to b.
func (m *GetLoggersResponse) Append(b []byte) []byte {
	b = wire.AppendCount(b, len(m.Loggers))
	for i := range m.Loggers {
		b = m.Loggers[i].Append(b)
	}
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *GetLoggersResponse) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("roscpp/GetLoggersResponse")
}

// Read takes the message from r, which notes what is wrong.
func (m *GetLoggersResponse) Read(r *wire.Reader) {
	m.Loggers = wire.Sized(m.Loggers, r.Count(8))
	for i := range m.Loggers {
		m.Loggers[i].Read(r)
	}
}

// Describe says which type the message is of.
func (*GetLoggersResponse) Describe() wire.Description {
	return wire.Description{Type: "roscpp/GetLoggersResponse", MD5: "32e97e85527d4678a8f9279894bb64b0"}
}

// Clone gives a copy that shares nothing with m.
func (m *GetLoggersResponse) Clone() GetLoggersResponse {
	c := *m
	c.Loggers = slices.Clone(m.Loggers)
	return c
}
