// Made by go test ./bridge/ros1 -rewrite from rosgraph_msgs/TopicStatistics and yours to edit: it is not written again once edited; seal 1693c25aa2eedc7e.

// Package rosgraphmsgs has messages of the ROS package rosgraph_msgs.
package rosgraphmsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// TopicStatistics is the message rosgraph_msgs/TopicStatistics.
//
// What came over a connection of a topic in a window of time.
type TopicStatistics struct {
	Topic         string
	NodePub       string
	NodeSub       string
	WindowStart   wire.Time
	WindowStop    wire.Time
	DeliveredMsgs int32
	DroppedMsgs   int32
	// bytes
	Traffic int32
	// from one message to the next
	PeriodMean   wire.Duration
	PeriodStddev wire.Duration
	PeriodMax    wire.Duration
	// from the stamp in a message's header to its arrival; zero without one
	StampAgeMean   wire.Duration
	StampAgeStddev wire.Duration
	StampAgeMax    wire.Duration
}

// Append adds the message's bytes to b.
func (m *TopicStatistics) Append(b []byte) []byte {
	b = wire.AppendText(b, m.Topic)
	b = wire.AppendText(b, m.NodePub)
	b = wire.AppendText(b, m.NodeSub)
	b = wire.AppendTime(b, m.WindowStart)
	b = wire.AppendTime(b, m.WindowStop)
	b = wire.AppendInt32(b, m.DeliveredMsgs)
	b = wire.AppendInt32(b, m.DroppedMsgs)
	b = wire.AppendInt32(b, m.Traffic)
	b = wire.AppendDuration(b, m.PeriodMean)
	b = wire.AppendDuration(b, m.PeriodStddev)
	b = wire.AppendDuration(b, m.PeriodMax)
	b = wire.AppendDuration(b, m.StampAgeMean)
	b = wire.AppendDuration(b, m.StampAgeStddev)
	b = wire.AppendDuration(b, m.StampAgeMax)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *TopicStatistics) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("rosgraph_msgs/TopicStatistics")
}

// Read takes the message from r, which notes what is wrong.
func (m *TopicStatistics) Read(r *wire.Reader) {
	m.Topic = r.Text(m.Topic)
	m.NodePub = r.Text(m.NodePub)
	m.NodeSub = r.Text(m.NodeSub)
	m.WindowStart = r.Time()
	m.WindowStop = r.Time()
	m.DeliveredMsgs = r.Int32()
	m.DroppedMsgs = r.Int32()
	m.Traffic = r.Int32()
	m.PeriodMean = r.Duration()
	m.PeriodStddev = r.Duration()
	m.PeriodMax = r.Duration()
	m.StampAgeMean = r.Duration()
	m.StampAgeStddev = r.Duration()
	m.StampAgeMax = r.Duration()
}

// Describe says which type the message is of.
func (*TopicStatistics) Describe() wire.Description {
	return wire.Description{Type: "rosgraph_msgs/TopicStatistics", MD5: "10152ed868c5097a5e2e4a89d7daa710",
		Text: TopicStatisticsText}
}

// TopicStatisticsText is the definition of rosgraph_msgs/TopicStatistics, without those of the messages in it.
const TopicStatisticsText = `# What came over a connection of a topic in a window of time.
string topic
string node_pub
string node_sub
time window_start
time window_stop
int32 delivered_msgs
int32 dropped_msgs
# bytes
int32 traffic
# from one message to the next
duration period_mean
duration period_stddev
duration period_max
# from the stamp in a message's header to its arrival; zero without one
duration stamp_age_mean
duration stamp_age_stddev
duration stamp_age_max
`
