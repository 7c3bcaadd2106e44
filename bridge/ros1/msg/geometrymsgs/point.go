// Made by go test ./bridge/ros1 -rewrite from geometry_msgs/Point and yours to edit: it is not written again once edited; seal f91ab9b2a92e28fb.

// Package geometrymsgs has messages of the ROS package geometry_msgs.
package geometrymsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Point is the message geometry_msgs/Point.
//
// A place in three dimensions.
type Point struct {
	X float64
	Y float64
	Z float64
}

// Append adds the message's bytes to b.
func (m *Point) Append(b []byte) []byte {
	b = wire.AppendFloat64(b, m.X)
	b = wire.AppendFloat64(b, m.Y)
	b = wire.AppendFloat64(b, m.Z)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *Point) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("geometry_msgs/Point")
}

// Read takes the message from r, which notes what is wrong.
func (m *Point) Read(r *wire.Reader) {
	m.X = r.Float64()
	m.Y = r.Float64()
	m.Z = r.Float64()
}

// Describe says which type the message is of.
func (*Point) Describe() wire.Description {
	return wire.Description{Type: "geometry_msgs/Point", MD5: "4a842b65f413084dc2b10fb484ea7f17",
		Text: PointText}
}

// PointText is the definition of geometry_msgs/Point, without those of the messages in it.
const PointText = `# A place in three dimensions.
float64 x
float64 y
float64 z
`
