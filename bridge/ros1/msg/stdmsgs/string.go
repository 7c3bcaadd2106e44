// Made by go test ./bridge/ros1 -rewrite from std_msgs/String and yours to edit: it is not written again once edited; seal 257dbf2da70f6c09.

// Package stdmsgs has messages of the ROS package std_msgs.
package stdmsgs

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// String is the message std_msgs/String.
//
// A text.
type String struct {
	Data string
}

// Append adds the message's bytes to b.
func (m *String) Append(b []byte) []byte {
	b = wire.AppendText(b, m.Data)
	return b
}

// Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.
func (m *String) Decode(b []byte) error {
	r := wire.NewReader(b)
	m.Read(&r)
	return r.End("std_msgs/String")
}

// Read takes the message from r, which notes what is wrong.
func (m *String) Read(r *wire.Reader) {
	m.Data = r.Text(m.Data)
}

// Describe says which type the message is of.
func (*String) Describe() wire.Description {
	return wire.Description{Type: "std_msgs/String", MD5: "992ce8a1687cec8c8bd883ec73ca41d1",
		Text: StringText}
}

// StringText is the definition of std_msgs/String, without those of the messages in it.
const StringText = `# A text.
string data
`
