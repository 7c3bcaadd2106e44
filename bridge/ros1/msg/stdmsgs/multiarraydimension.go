// Made by go test ./bridge/ros1 -rewrite from std_msgs/MultiArrayDimension and yours to edit: it is not written again once edited; seal db7c11e1eeea82a8.

// Package stdmsgs has messages of the ROS package std_msgs.
package stdmsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// MultiArrayDimension is the message std_msgs/MultiArrayDimension.
type MultiArrayDimension struct {
	Label  string
	Size   uint32
	Stride uint32
}

// Append adds the message's bytes to b.
func (m *MultiArrayDimension) Append(b []byte) []byte {
	b = wire.AppendText(b, m.Label)
	b = wire.AppendUint32(b, m.Size)
	b = wire.AppendUint32(b, m.Stride)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *MultiArrayDimension) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("std_msgs/MultiArrayDimension")
}

// Read takes the message from r, which notes what is wrong.
func (m *MultiArrayDimension) Read(r *wire.Reader) {
	m.Label = r.Text(m.Label)
	m.Size = r.Uint32()
	m.Stride = r.Uint32()
}

// Describe says which type the message is of.
func (*MultiArrayDimension) Describe() wire.Description {
	return wire.Description{Type: "std_msgs/MultiArrayDimension", MD5: "4cd0c83a8683deae40ecdac60e53bfa8",
		Text: MultiArrayDimensionText}
}

// MultiArrayDimensionText is the definition of std_msgs/MultiArrayDimension, without those of the messages in it.
const MultiArrayDimensionText = `string label
uint32 size
uint32 stride
`
