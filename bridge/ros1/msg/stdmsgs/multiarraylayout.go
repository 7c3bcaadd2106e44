// Made by go test ./bridge/ros1 -rewrite from std_msgs/MultiArrayLayout and yours to edit: it is not written again once edited; seal bad9883ba4733d45.

// Package stdmsgs has messages of the ROS package std_msgs.
package stdmsgs

import (
	"slices"

	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// MultiArrayLayout is the message std_msgs/MultiArrayLayout.
type MultiArrayLayout struct {
	Dim        []MultiArrayDimension
	DataOffset uint32
}

// Append adds the message's bytes to b.
func (m *MultiArrayLayout) Append(b []byte) []byte {
	b = wire.AppendCount(b, len(m.Dim))
	for i := range m.Dim {
		b = m.Dim[i].Append(b)
	}
	b = wire.AppendUint32(b, m.DataOffset)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *MultiArrayLayout) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("std_msgs/MultiArrayLayout")
}

// Read takes the message from r, which notes what is wrong.
func (m *MultiArrayLayout) Read(r *wire.Reader) {
	m.Dim = wire.Sized(m.Dim, r.Count(12))
	for i := range m.Dim {
		m.Dim[i].Read(r)
	}
	m.DataOffset = r.Uint32()
}

// Describe says which type the message is of.
func (*MultiArrayLayout) Describe() wire.Description {
	return wire.Description{Type: "std_msgs/MultiArrayLayout", MD5: "0fed2a11c13e11c5571b4e2a995a91a3",
		Text: MultiArrayLayoutText +
			wire.Nested + "std_msgs/MultiArrayDimension\n" + MultiArrayDimensionText}
}

// Clone gives a copy that shares nothing with m.
func (m *MultiArrayLayout) Clone() MultiArrayLayout {
	c := *m
	c.Dim = slices.Clone(m.Dim)
	return c
}

// MultiArrayLayoutText is the definition of std_msgs/MultiArrayLayout, without those of the messages in it.
const MultiArrayLayoutText = `MultiArrayDimension[] dim
uint32 data_offset
`
