// Made by go test ./bridge/ros1 -rewrite from tf2_msgs/TFMessage and yours to edit: it is not written again once edited; seal 5c22477a5e47aa68.

// Package tf2msgs has messages of the ROS package tf2_msgs.
package tf2msgs

import (
	"slices"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/geometrymsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// TFMessage is the message tf2_msgs/TFMessage.
//
// Where frames are seen from their parents.
type TFMessage struct {
	Transforms []geometrymsgs.TransformStamped
}

// Append adds the message's bytes to b.
func (m *TFMessage) Append(b []byte) []byte {
	b = wire.AppendCount(b, len(m.Transforms))
	for i := range m.Transforms {
		b = m.Transforms[i].Append(b)
	}
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *TFMessage) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("tf2_msgs/TFMessage")
}

// Read takes the message from r, which notes what is wrong.
func (m *TFMessage) Read(r *wire.Reader) {
	m.Transforms = wire.Sized(m.Transforms, r.Count(76))
	for i := range m.Transforms {
		m.Transforms[i].Read(r)
	}
}

// Describe says which type the message is of.
func (*TFMessage) Describe() wire.Description {
	return wire.Description{Type: "tf2_msgs/TFMessage", MD5: "94810edda583a504dfda3829e70d7eec",
		Text: TFMessageText +
			wire.Nested + "geometry_msgs/TransformStamped\n" + geometrymsgs.TransformStampedText +
			wire.Nested + "std_msgs/Header\n" + stdmsgs.HeaderText +
			wire.Nested + "geometry_msgs/Transform\n" + geometrymsgs.TransformText +
			wire.Nested + "geometry_msgs/Vector3\n" + geometrymsgs.Vector3Text +
			wire.Nested + "geometry_msgs/Quaternion\n" + geometrymsgs.QuaternionText}
}

// Clone gives a copy that shares nothing with m.
func (m *TFMessage) Clone() TFMessage {
	c := *m
	c.Transforms = slices.Clone(m.Transforms)
	return c
}

// TFMessageText is the definition of tf2_msgs/TFMessage, without those of the messages in it.
const TFMessageText = `# Where frames are seen from their parents.
geometry_msgs/TransformStamped[] transforms
`
