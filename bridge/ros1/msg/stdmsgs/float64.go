// Made by go test ./bridge/ros1 -rewrite from std_msgs/Float64 and yours to edit: it is not written again once edited; seal 995221ebb3ae34b9.

// Package stdmsgs has messages of the ROS package std_msgs.
package stdmsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Float64 is the message std_msgs/Float64.
//
// A number.
type Float64 struct {
	Data float64
}

// Append adds the message's bytes to b.
func (m *Float64) Append(b []byte) []byte {
	b = wire.AppendFloat64(b, m.Data)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *Float64) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("std_msgs/Float64")
}

// Read takes the message from r, which notes what is wrong.
func (m *Float64) Read(r *wire.Reader) {
	m.Data = r.Float64()
}

// Describe says which type the message is of.
func (*Float64) Describe() wire.Description {
	return wire.Description{Type: "std_msgs/Float64", MD5: "fdb28210bfa9d7c91146260178d9a584",
		Text: Float64Text}
}

// Float64Text is the definition of std_msgs/Float64, without those of the messages in it.
const Float64Text = `# A number.
float64 data
`
