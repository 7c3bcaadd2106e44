// Made by go test ./bridge/ros1 -rewrite from geometry_msgs/Pose and yours to edit: it is not written again once edited; seal 67a690a3d8e0a5f1.

// Package geometrymsgs has messages of the ROS package geometry_msgs.
package geometrymsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Pose is the message geometry_msgs/Pose.
//
// Where a frame is: a place and a rotation.
type Pose struct {
	Position    Point
	Orientation Quaternion
}

// Append adds the message's bytes to b.
func (m *Pose) Append(b []byte) []byte {
	b = m.Position.Append(b)
	b = m.Orientation.Append(b)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *Pose) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("geometry_msgs/Pose")
}

// Read takes the message from r, which notes what is wrong.
func (m *Pose) Read(r *wire.Reader) {
	m.Position.Read(r)
	m.Orientation.Read(r)
}

// Describe says which type the message is of.
func (*Pose) Describe() wire.Description {
	return wire.Description{Type: "geometry_msgs/Pose", MD5: "e45d45a5a1ce597b249e23fb30fc871f",
		Text: PoseText +
			wire.Nested + "geometry_msgs/Point\n" + PointText +
			wire.Nested + "geometry_msgs/Quaternion\n" + QuaternionText}
}

// PoseText is the definition of geometry_msgs/Pose, without those of the messages in it.
const PoseText = `# Where a frame is: a place and a rotation.
Point position
Quaternion orientation
`
