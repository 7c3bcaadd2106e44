// Made by go test ./bridge/ros1 -rewrite from geometry_msgs/PoseWithCovariance and yours to edit: it is not written again once edited; seal e1f107b7a89070da.

// Package geometrymsgs has messages of the ROS package geometry_msgs.
package geometrymsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// PoseWithCovariance is the message geometry_msgs/PoseWithCovariance.
//
// A pose and how well it is known.
type PoseWithCovariance struct {
	Pose Pose
	// of x, y, z and the rotations about them, by rows
	Covariance [36]float64
}

// Append adds the message's bytes to b.
func (m *PoseWithCovariance) Append(b []byte) []byte {
	b = m.Pose.Append(b)
	for i := range m.Covariance {
		b = wire.AppendFloat64(b, m.Covariance[i])
	}
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *PoseWithCovariance) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("geometry_msgs/PoseWithCovariance")
}

// Read takes the message from r, which notes what is wrong.
func (m *PoseWithCovariance) Read(r *wire.Reader) {
	m.Pose.Read(r)
	for i := range m.Covariance {
		m.Covariance[i] = r.Float64()
	}
}

// Describe says which type the message is of.
func (*PoseWithCovariance) Describe() wire.Description {
	return wire.Description{Type: "geometry_msgs/PoseWithCovariance", MD5: "c23e848cf1b7533a8d7c259073a97e6f",
		Text: PoseWithCovarianceText +
			wire.Nested + "geometry_msgs/Pose\n" + PoseText +
			wire.Nested + "geometry_msgs/Point\n" + PointText +
			wire.Nested + "geometry_msgs/Quaternion\n" + QuaternionText}
}

// PoseWithCovarianceText is the definition of geometry_msgs/PoseWithCovariance, without those of the messages in it.
const PoseWithCovarianceText = `# A pose and how well it is known.
Pose pose
float64[36] covariance # of x, y, z and the rotations about them, by rows
`
