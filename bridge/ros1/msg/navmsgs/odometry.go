// Made by go test ./bridge/ros1 -rewrite from nav_msgs/Odometry and yours to edit: it is not written again once edited; seal c9513fbc6cef64f6.

// Package navmsgs has messages of the ROS package nav_msgs.
package navmsgs

import (
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/geometrymsgs"
	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Odometry is the message nav_msgs/Odometry.
//
// Where a vehicle believes to be by counting its own motion.
type Odometry struct {
	// when, and the frame in which the pose is
	Header stdmsgs.Header
	// the vehicle's frame, in which the twist is
	ChildFrameId string
	Pose         geometrymsgs.PoseWithCovariance
	Twist        geometrymsgs.TwistWithCovariance
}

// Append adds the message's bytes to b.
func (m *Odometry) Append(b []byte) []byte {
	b = m.Header.Append(b)
	b = wire.AppendText(b, m.ChildFrameId)
	b = m.Pose.Append(b)
	b = m.Twist.Append(b)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *Odometry) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("nav_msgs/Odometry")
}

// Read takes the message from r, which notes what is wrong.
func (m *Odometry) Read(r *wire.Reader) {
	m.Header.Read(r)
	m.ChildFrameId = r.Text(m.ChildFrameId)
	m.Pose.Read(r)
	m.Twist.Read(r)
}

// Describe says which type the message is of.
func (*Odometry) Describe() wire.Description {
	return wire.Description{Type: "nav_msgs/Odometry", MD5: "cd5e73d190d741a2f92e81eda573aca7", Text: "# Where a vehicle believes to be by counting its own motion.\n" +
		"Header header # when, and the frame in which the pose is\n" +
		"string child_frame_id # the vehicle's frame, in which the twist is\n" +
		"geometry_msgs/PoseWithCovariance pose\n" +
		"geometry_msgs/TwistWithCovariance twist\n" +
		"\n" +
		"================================================================================\n" +
		"MSG: std_msgs/Header\n" +
		"# When and in which frame something was measured.\n" +
		"uint32 seq # counted by the publisher\n" +
		"time stamp\n" +
		"string frame_id\n" +
		"\n" +
		"================================================================================\n" +
		"MSG: geometry_msgs/PoseWithCovariance\n" +
		"# A pose and how well it is known.\n" +
		"Pose pose\n" +
		"float64[36] covariance # of x, y, z and the rotations about them, by rows\n" +
		"\n" +
		"================================================================================\n" +
		"MSG: geometry_msgs/Pose\n" +
		"# Where a frame is: a place and a rotation.\n" +
		"Point position\n" +
		"Quaternion orientation\n" +
		"\n" +
		"================================================================================\n" +
		"MSG: geometry_msgs/Point\n" +
		"# A place in three dimensions.\n" +
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
		"float64 w\n" +
		"\n" +
		"================================================================================\n" +
		"MSG: geometry_msgs/TwistWithCovariance\n" +
		"# A velocity and how well it is known.\n" +
		"Twist twist\n" +
		"float64[36] covariance # along x, y, z and about them, by rows\n" +
		"\n" +
		"================================================================================\n" +
		"MSG: geometry_msgs/Twist\n" +
		"# A velocity, in m/s and rad/s.\n" +
		"Vector3 linear\n" +
		"Vector3 angular\n" +
		"\n" +
		"================================================================================\n" +
		"MSG: geometry_msgs/Vector3\n" +
		"# A vector in three dimensions.\n" +
		"float64 x\n" +
		"float64 y\n" +
		"float64 z\n"}
}
