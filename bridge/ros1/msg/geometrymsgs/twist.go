// Made by go test ./bridge/ros1 -rewrite from geometry_msgs/Twist and yours to edit: it is not written again once edited; seal b2f6d7ae4ba1a297.

// Package geometrymsgs has messages of the ROS package geometry_msgs.
package geometrymsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Twist is the message geometry_msgs/Twist.
//
// A velocity, in m/s and rad/s.
type Twist struct {
	Linear  Vector3
	Angular Vector3
}

// Append adds the message's bytes to b.
func (m *Twist) Append(b []byte) []byte {
	b = m.Linear.Append(b)
	b = m.Angular.Append(b)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *Twist) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("geometry_msgs/Twist")
}

// Read takes the message from r, which notes what is wrong.
func (m *Twist) Read(r *wire.Reader) {
	m.Linear.Read(r)
	m.Angular.Read(r)
}

// Describe says which type the message is of.
func (*Twist) Describe() wire.Description {
	return wire.Description{Type: "geometry_msgs/Twist", MD5: "9f195f881246fdfa2798d1d3eebca84a",
		Text: TwistText +
			wire.Nested + "geometry_msgs/Vector3\n" + Vector3Text}
}

// TwistText is the definition of geometry_msgs/Twist, without those of the messages in it.
const TwistText = `# A velocity, in m/s and rad/s.
Vector3 linear
Vector3 angular
`
