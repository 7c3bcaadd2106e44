// Made by go test ./bridge/ros1 -rewrite from geometry_msgs/TwistWithCovariance and yours to edit: it is not written again once edited; seal dd44bc37ee1deb7e.

// Package geometrymsgs has messages of the ROS package geometry_msgs.
package geometrymsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// TwistWithCovariance is the message geometry_msgs/TwistWithCovariance.
//
// A velocity and how well it is known.
type TwistWithCovariance struct {
	Twist Twist
	// along x, y, z and about them, by rows
	Covariance [36]float64
}

// Append adds the message's bytes to b.
func (m *TwistWithCovariance) Append(b []byte) []byte {
	b = m.Twist.Append(b)
	for i := range m.Covariance {
		b = wire.AppendFloat64(b, m.Covariance[i])
	}
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *TwistWithCovariance) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("geometry_msgs/TwistWithCovariance")
}

// Read takes the message from r, which notes what is wrong.
func (m *TwistWithCovariance) Read(r *wire.Reader) {
	m.Twist.Read(r)
	for i := range m.Covariance {
		m.Covariance[i] = r.Float64()
	}
}

// Describe says which type the message is of.
func (*TwistWithCovariance) Describe() wire.Description {
	return wire.Description{Type: "geometry_msgs/TwistWithCovariance", MD5: "1fe8a28e6890a4cc3ae4c3ca5c7d82e6",
		Text: TwistWithCovarianceText +
			wire.Nested + "geometry_msgs/Twist\n" + TwistText +
			wire.Nested + "geometry_msgs/Vector3\n" + Vector3Text}
}

// TwistWithCovarianceText is the definition of geometry_msgs/TwistWithCovariance, without those of the messages in
// it.
const TwistWithCovarianceText = `# A velocity and how well it is known.
Twist twist
float64[36] covariance # along x, y, z and about them, by rows
`
