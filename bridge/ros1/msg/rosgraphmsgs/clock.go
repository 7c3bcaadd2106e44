// Made by go test ./bridge/ros1 -rewrite from rosgraph_msgs/Clock and yours to edit: it is not written again once edited; seal 8ed0dad924d02ca7.

// Package rosgraphmsgs has messages of the ROS package rosgraph_msgs.
package rosgraphmsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Clock is the message rosgraph_msgs/Clock.
//
// The time of a graph that does not follow the wall clock.
type Clock struct {
	Clock wire.Time
}

// Append adds the message's bytes to b.
func (m *Clock) Append(b []byte) []byte {
	b = wire.AppendTime(b, m.Clock)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *Clock) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("rosgraph_msgs/Clock")
}

// Read takes the message from r, which notes what is wrong.
func (m *Clock) Read(r *wire.Reader) {
	m.Clock = r.Time()
}

// Describe says which type the message is of.
func (*Clock) Describe() wire.Description {
	return wire.Description{Type: "rosgraph_msgs/Clock", MD5: "a9c97c1d230cfc112e270351a944ee47",
		Text: ClockText}
}

// ClockText is the definition of rosgraph_msgs/Clock, without those of the messages in it.
const ClockText = `# The time of a graph that does not follow the wall clock.
time clock
`
