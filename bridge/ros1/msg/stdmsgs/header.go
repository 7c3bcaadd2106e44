// Made by go test ./bridge/ros1 -rewrite from std_msgs/Header and yours to edit: it is not written again once edited; seal 623e367af702a2d1.

// Package stdmsgs has messages of the ROS package std_msgs.
package stdmsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Header is the message std_msgs/Header.
//
// When and in which frame something was measured.
type Header struct {
	// counted by the publisher
	Seq     uint32
	Stamp   wire.Time
	FrameId string
}

// Append adds the message's bytes to b.
func (m *Header) Append(b []byte) []byte {
	b = wire.AppendUint32(b, m.Seq)
	b = wire.AppendTime(b, m.Stamp)
	b = wire.AppendText(b, m.FrameId)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *Header) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("std_msgs/Header")
}

// Read takes the message from r, which notes what is wrong.
func (m *Header) Read(r *wire.Reader) {
	m.Seq = r.Uint32()
	m.Stamp = r.Time()
	m.FrameId = r.Text(m.FrameId)
}

// Describe says which type the message is of.
func (*Header) Describe() wire.Description {
	return wire.Description{Type: "std_msgs/Header", MD5: "2176decaecbce78abc3b96ef049fabed",
		Text: HeaderText}
}

// HeaderText is the definition of std_msgs/Header, without those of the messages in it.
const HeaderText = `# When and in which frame something was measured.
uint32 seq # counted by the publisher
time stamp
string frame_id
`
