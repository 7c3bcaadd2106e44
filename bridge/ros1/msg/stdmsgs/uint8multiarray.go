// Made by go test ./bridge/ros1 -rewrite from std_msgs/UInt8MultiArray and yours to edit: it is not written again once edited; seal 86212af9b9f0c55d.

// Package stdmsgs has messages of the ROS package std_msgs.
package stdmsgs

import (
	"slices"

	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// UInt8MultiArray is the message std_msgs/UInt8MultiArray.
//
// Bytes of any shape.
type UInt8MultiArray struct {
	Layout MultiArrayLayout
	Data   []uint8
}

// Append adds the message's bytes to b.
func (m *UInt8MultiArray) Append(b []byte) []byte {
	b = m.Layout.Append(b)
	b = wire.AppendCount(b, len(m.Data))
	b = append(b, m.Data...)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *UInt8MultiArray) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("std_msgs/UInt8MultiArray")
}

// Read takes the message from r, which notes what is wrong.
func (m *UInt8MultiArray) Read(r *wire.Reader) {
	m.Layout.Read(r)
	m.Data = wire.Sized(m.Data, r.Count(1))
	copy(m.Data, r.Bytes(len(m.Data)))
}

// Describe says which type the message is of.
func (*UInt8MultiArray) Describe() wire.Description {
	return wire.Description{Type: "std_msgs/UInt8MultiArray", MD5: "82373f1612381bb6ee473b5cd6f5d89c",
		Text: UInt8MultiArrayText +
			wire.Nested + "std_msgs/MultiArrayLayout\n" + MultiArrayLayoutText +
			wire.Nested + "std_msgs/MultiArrayDimension\n" + MultiArrayDimensionText}
}

// Clone gives a copy that shares nothing with m.
func (m *UInt8MultiArray) Clone() UInt8MultiArray {
	c := *m
	c.Layout = m.Layout.Clone()
	c.Data = slices.Clone(m.Data)
	return c
}

// UInt8MultiArrayText is the definition of std_msgs/UInt8MultiArray, without those of the messages in it.
const UInt8MultiArrayText = `# Bytes of any shape.
MultiArrayLayout layout
uint8[] data
`
