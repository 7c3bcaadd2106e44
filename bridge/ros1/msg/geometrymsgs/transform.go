// Made by go test ./bridge/ros1 -rewrite from geometry_msgs/Transform and yours to edit: it is not written again once edited; seal 3931501533fe33ce.

// Package geometrymsgs has messages of the ROS package geometry_msgs.
package geometrymsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Transform is the message geometry_msgs/Transform.
//
// A displacement and then a rotation.
type Transform struct {
	Translation Vector3
	Rotation    Quaternion
}

// Append adds the message's bytes to b.
func (m *Transform) Append(b []byte) []byte {
	b = m.Translation.Append(b)
	b = m.Rotation.Append(b)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *Transform) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("geometry_msgs/Transform")
}

// Read takes the message from r, which notes what is wrong.
func (m *Transform) Read(r *wire.Reader) {
	m.Translation.Read(r)
	m.Rotation.Read(r)
}

// Describe says which type the message is of.
func (*Transform) Describe() wire.Description {
	return wire.Description{Type: "geometry_msgs/Transform", MD5: "ac9eff44abf714214112b05d54a3cf9b",
		Text: TransformText +
			wire.Nested + "geometry_msgs/Vector3\n" + Vector3Text +
			wire.Nested + "geometry_msgs/Quaternion\n" + QuaternionText}
}

// TransformText is the definition of geometry_msgs/Transform, without those of the messages in it.
const TransformText = `# A displacement and then a rotation.
Vector3 translation
Quaternion rotation
`
