// Made by go test ./bridge/ros1 -rewrite from geometry_msgs/Vector3 and yours to edit: it is not written again once edited; seal 15c3beb5fca446a2.

// Package geometrymsgs has messages of the ROS package geometry_msgs.
package geometrymsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Vector3 is the message geometry_msgs/Vector3.
//
// A vector in three dimensions.
type Vector3 struct {
	X float64
	Y float64
	Z float64
}

// Append adds the message's bytes to b.
func (m *Vector3) Append(b []byte) []byte {
	b = wire.AppendFloat64(b, m.X)
	b = wire.AppendFloat64(b, m.Y)
	b = wire.AppendFloat64(b, m.Z)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *Vector3) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("geometry_msgs/Vector3")
}

// Read takes the message from r, which notes what is wrong.
func (m *Vector3) Read(r *wire.Reader) {
	m.X = r.Float64()
	m.Y = r.Float64()
	m.Z = r.Float64()
}

// Describe says which type the message is of.
func (*Vector3) Describe() wire.Description {
	return wire.Description{Type: "geometry_msgs/Vector3", MD5: "4a842b65f413084dc2b10fb484ea7f17",
		Text: Vector3Text}
}

// Vector3Text is the definition of geometry_msgs/Vector3, without those of the messages in it.
const Vector3Text = `# A vector in three dimensions.
float64 x
float64 y
float64 z
`
