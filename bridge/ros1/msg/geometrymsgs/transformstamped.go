// Made by go test ./bridge/ros1 -rewrite from geometry_msgs/TransformStamped and yours to edit: it is not written again once edited; seal 06713f35958ba5be.

// Package geometrymsgs has messages of the ROS package geometry_msgs.
package geometrymsgs

import (
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// TransformStamped is the message geometry_msgs/TransformStamped.
//
// Where the frame child_frame_id is, seen from header.frame_id.
type TransformStamped struct {
	Header       stdmsgs.Header
	ChildFrameId string
	Transform    Transform
}

// Append adds the message's bytes to b.
func (m *TransformStamped) Append(b []byte) []byte {
	b = m.Header.Append(b)
	b = wire.AppendText(b, m.ChildFrameId)
	b = m.Transform.Append(b)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *TransformStamped) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("geometry_msgs/TransformStamped")
}

// Read takes the message from r, which notes what is wrong.
func (m *TransformStamped) Read(r *wire.Reader) {
	m.Header.Read(r)
	m.ChildFrameId = r.Text(m.ChildFrameId)
	m.Transform.Read(r)
}

// Describe says which type the message is of.
func (*TransformStamped) Describe() wire.Description {
	return wire.Description{Type: "geometry_msgs/TransformStamped", MD5: "b5764a33bfeb3588febc2682852579b0",
		Text: TransformStampedText +
			wire.Nested + "std_msgs/Header\n" + stdmsgs.HeaderText +
			wire.Nested + "geometry_msgs/Transform\n" + TransformText +
			wire.Nested + "geometry_msgs/Vector3\n" + Vector3Text +
			wire.Nested + "geometry_msgs/Quaternion\n" + QuaternionText}
}

// TransformStampedText is the definition of geometry_msgs/TransformStamped, without those of the messages in it.
const TransformStampedText = `# Where the frame child_frame_id is, seen from header.frame_id.
Header header
string child_frame_id
Transform transform
`
