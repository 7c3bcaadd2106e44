// Made by go test ./bridge/ros1 -rewrite from std_srvs/SetBool and yours to edit: it is not written again once edited; seal 7b0071a5d3529a28.

// Package stdsrvs has messages of the ROS package std_srvs.
package stdsrvs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// SetBool is the service std_srvs/SetBool.
//
// Switches something on or off.
func SetBool() wire.Service {
	return wire.Service{Type: "std_srvs/SetBool", MD5: "09fb03525b03e7ea1fd3992bafd87e16"}
}

// SetBoolRequest is what a client of std_srvs/SetBool sends.
type SetBoolRequest struct {
	Data bool
}

// Append adds the message's bytes to b.
func (m *SetBoolRequest) Append(b []byte) []byte {
	b = wire.AppendBool(b, m.Data)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *SetBoolRequest) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("std_srvs/SetBoolRequest")
}

// Read takes the message from r, which notes what is wrong.
func (m *SetBoolRequest) Read(r *wire.Reader) {
	m.Data = r.Bool()
}

// Describe says which type the message is of.
func (*SetBoolRequest) Describe() wire.Description {
	return wire.Description{Type: "std_srvs/SetBoolRequest", MD5: "8b94c1b53db61fb6aed406028ad6332a"}
}

// SetBoolResponse is what a server of std_srvs/SetBool answers.
type SetBoolResponse struct {
	Success bool
	Message string
}

// Append adds the message's bytes to b.
func (m *SetBoolResponse) Append(b []byte) []byte {
	b = wire.AppendBool(b, m.Success)
	b = wire.AppendText(b, m.Message)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *SetBoolResponse) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("std_srvs/SetBoolResponse")
}

// Read takes the message from r, which notes what is wrong.
func (m *SetBoolResponse) Read(r *wire.Reader) {
	m.Success = r.Bool()
	m.Message = r.Text(m.Message)
}

// Describe says which type the message is of.
func (*SetBoolResponse) Describe() wire.Description {
	return wire.Description{Type: "std_srvs/SetBoolResponse", MD5: "937c9679a518e3a18d831e57125ea522"}
}
