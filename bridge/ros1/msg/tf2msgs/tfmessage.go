// Made by go test ./bridge/ros1 -rewrite from tf2_msgs/TFMessage and yours to edit: it is not written again once edited; seal 41746b46e3445739.

// Package tf2msgs has messages of the ROS package tf2_msgs.
package tf2msgs

import (
	"slices"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/geometrymsgs"
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
	return wire.Description{Type: "tf2_msgs/TFMessage", MD5: "94810edda583a504dfda3829e70d7eec", Text: "# Where frames are seen from their parents.\n" +
		"geometry_msgs/TransformStamped[] transforms\n" +
		"\n" +
		"================================================================================\n" +
		"MSG: geometry_msgs/TransformStamped\n" +
		"# Where the frame child_frame_id is, seen from header.frame_id.\n" +
		"Header header\n" +
		"string child_frame_id\n" +
		"Transform transform\n" +
		"\n" +
		"================================================================================\n" +
		"MSG: std_msgs/Header\n" +
		"# When and in which frame something was measured.\n" +
		"uint32 seq # counted by the publisher\n" +
		"time stamp\n" +
		"string frame_id\n" +
		"\n" +
		"================================================================================\n" +
		"MSG: geometry_msgs/Transform\n" +
		"# A displacement and then a rotation.\n" +
		"Vector3 translation\n" +
		"Quaternion rotation\n" +
		"\n" +
		"================================================================================\n" +
		"MSG: geometry_msgs/Vector3\n" +
		"# A vector in three dimensions.\n" +
		"float64 x\n" +
		"float64 y\n" +
		"float64 z\n" +
		"\n" +
		"================================================================================\n" +
		"MSG: geometry_msgs/Quaternion\n" +
		"# A rotation as a unit quaternion.\n" +
		"float64 x\n" +
		"float64 y\n" +
		"float64 z\n" +
		"float64 w\n"}
}

// Clone gives a copy that shares nothing with m.
func (m *TFMessage) Clone() TFMessage {
	c := *m
	c.Transforms = slices.Clone(m.Transforms)
	return c
}
