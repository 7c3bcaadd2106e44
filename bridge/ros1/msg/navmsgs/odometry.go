// Made by go test ./bridge/ros1 -rewrite from nav_msgs/Odometry and yours to edit: it is not written again once edited; seal 839999a89e09cfdb.

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
	return wire.Description{Type: "nav_msgs/Odometry", MD5: "cd5e73d190d741a2f92e81eda573aca7",
		Text: OdometryText +
			wire.Nested + "std_msgs/Header\n" + stdmsgs.HeaderText +
			wire.Nested + "geometry_msgs/PoseWithCovariance\n" + geometrymsgs.PoseWithCovarianceText +
			wire.Nested + "geometry_msgs/Pose\n" + geometrymsgs.PoseText +
			wire.Nested + "geometry_msgs/Point\n" + geometrymsgs.PointText +
			wire.Nested + "geometry_msgs/Quaternion\n" + geometrymsgs.QuaternionText +
			wire.Nested + "geometry_msgs/TwistWithCovariance\n" + geometrymsgs.TwistWithCovarianceText +
			wire.Nested + "geometry_msgs/Twist\n" + geometrymsgs.TwistText +
			wire.Nested + "geometry_msgs/Vector3\n" + geometrymsgs.Vector3Text}
}

// OdometryText is the definition of nav_msgs/Odometry, without those of the messages in it.
const OdometryText = `# Where a vehicle believes to be by counting its own motion.
Header header # when, and the frame in which the pose is
string child_frame_id # the vehicle's frame, in which the twist is
geometry_msgs/PoseWithCovariance pose
geometry_msgs/TwistWithCovariance twist
`
