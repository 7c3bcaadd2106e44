// Made by go test ./bridge/ros1 -rewrite from sensor_msgs/LaserScan and yours to edit: it is not written again once edited; seal b8fd6bf71f98c662.

// Package sensormsgs has messages of the ROS package sensor_msgs.
package sensormsgs

import (
	"slices"

	"github.com/sinew-robotics/sinew/bridge/ros1/msg/stdmsgs"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// LaserScan is the message sensor_msgs/LaserScan.
//
// What a laser scanner saw in one turn, in its plane.
type LaserScan struct {
	// when the first beam was measured, and the scanner's frame
	Header stdmsgs.Header
	// rad, of the first beam, about z from x on
	AngleMin float32
	// rad, of the last beam
	AngleMax float32
	// rad, from one beam to the next
	AngleIncrement float32
	// s, from one beam to the next
	TimeIncrement float32
	// s, from one scan to the next
	ScanTime float32
	// m, nearer than which nothing is measured
	RangeMin float32
	// m, farther than which nothing is measured
	RangeMax float32
	// m
	Ranges []float32
	// in the scanner's own unit; may be empty
	Intensities []float32
}

// Append adds the message's bytes to b.
func (m *LaserScan) Append(b []byte) []byte {
	b = m.Header.Append(b)
	b = wire.AppendFloat32(b, m.AngleMin)
	b = wire.AppendFloat32(b, m.AngleMax)
	b = wire.AppendFloat32(b, m.AngleIncrement)
	b = wire.AppendFloat32(b, m.TimeIncrement)
	b = wire.AppendFloat32(b, m.ScanTime)
	b = wire.AppendFloat32(b, m.RangeMin)
	b = wire.AppendFloat32(b, m.RangeMax)
	b = wire.AppendCount(b, len(m.Ranges))
	for i := range m.Ranges {
		b = wire.AppendFloat32(b, m.Ranges[i])
	}
	b = wire.AppendCount(b, len(m.Intensities))
	for i := range m.Intensities {
		b = wire.AppendFloat32(b, m.Intensities[i])
	}
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *LaserScan) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("sensor_msgs/LaserScan")
}

// Read takes the message from r, which notes what is wrong.
func (m *LaserScan) Read(r *wire.Reader) {
	m.Header.Read(r)
	m.AngleMin = r.Float32()
	m.AngleMax = r.Float32()
	m.AngleIncrement = r.Float32()
	m.TimeIncrement = r.Float32()
	m.ScanTime = r.Float32()
	m.RangeMin = r.Float32()
	m.RangeMax = r.Float32()
	m.Ranges = wire.Sized(m.Ranges, r.Count(4))
	for i := range m.Ranges {
		m.Ranges[i] = r.Float32()
	}
	m.Intensities = wire.Sized(m.Intensities, r.Count(4))
	for i := range m.Intensities {
		m.Intensities[i] = r.Float32()
	}
}

// Describe says which type the message is of.
func (*LaserScan) Describe() wire.Description {
	return wire.Description{Type: "sensor_msgs/LaserScan", MD5: "90c7ef2dc6895d81024acba2ac42f369",
		Text: LaserScanText +
			wire.Nested + "std_msgs/Header\n" + stdmsgs.HeaderText}
}

// Clone gives a copy that shares nothing with m.
func (m *LaserScan) Clone() LaserScan {
	c := *m
	c.Ranges = slices.Clone(m.Ranges)
	c.Intensities = slices.Clone(m.Intensities)
	return c
}

// LaserScanText is the definition of sensor_msgs/LaserScan, without those of the messages in it.
const LaserScanText = `# What a laser scanner saw in one turn, in its plane.
Header header # when the first beam was measured, and the scanner's frame
float32 angle_min # rad, of the first beam, about z from x on
float32 angle_max # rad, of the last beam
float32 angle_increment # rad, from one beam to the next
float32 time_increment # s, from one beam to the next
float32 scan_time # s, from one scan to the next
float32 range_min # m, nearer than which nothing is measured
float32 range_max # m, farther than which nothing is measured
float32[] ranges # m
float32[] intensities # in the scanner's own unit; may be empty
`
