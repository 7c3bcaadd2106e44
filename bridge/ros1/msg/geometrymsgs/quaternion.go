// Made by go test ./bridge/ros1 -rewrite from geometry_msgs/Quaternion and yours to edit: it is not written again once edited; seal 1c4f1e8ccf85a92e.

// Package geometrymsgs has messages of the ROS package geometry_msgs.
package geometrymsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Quaternion is the message geometry_msgs/Quaternion.
//
// A rotation as a unit quaternion.
type Quaternion struct {
	X float64
	Y float64
	Z float64
	W float64
}

// Append adds the message's bytes to b.
func (m *Quaternion) Append(b []byte) []byte {
	b = wire.AppendFloat64(b, m.X)
	b = wire.AppendFloat64(b, m.Y)
	b = wire.AppendFloat64(b, m.Z)
	b = wire.AppendFloat64(b, m.W)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *Quaternion) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("geometry_msgs/Quaternion")
}

// Read takes the message from r, which notes what is wrong.
func (m *Quaternion) Read(r *wire.Reader) {
	m.X = r.Float64()
	m.Y = r.Float64()
	m.Z = r.Float64()
	m.W = r.Float64()
}

// Describe says which type the message is of.
func (*Quaternion) Describe() wire.Description {
	return wire.Description{Type: "geometry_msgs/Quaternion", MD5: "a779879fadf0160734f906b8c19c7004",
		Text: QuaternionText}
}

// QuaternionText is the definition of geometry_msgs/Quaternion, without those of the messages in it.
const QuaternionText = `# A rotation as a unit quaternion.
float64 x
float64 y
float64 z
float64 w
`
