// Package convert makes bags of ROS 1 from recordings, and recordings from bags, so that the tools of each side can use
// what the other has recorded.
//
// A topic of a recording becomes a topic of the bag, with slashes for dots. Its schema becomes a definition: ROS's own if
// one has the same name and fields, otherwise one with the schema's names and fields. What ROS has no place for is stored
// separately, so that converting back restores the recording's topics, schemas, tags and bytes: in fields of connections,
// and in messages on the topics /sinew/microstep, /sinew/original and /sinew/metadata.
package convert

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Topics for what ROS messages cannot hold.
const (
	microsteps = "/sinew/microstep" // the microstep of the messages that follow, up to the next time
	original   = "/sinew/original"  // the bytes of the next message, if it leaves out parts, for which ROS has zeros
	metadata   = "/sinew/metadata"  // the recording's metadata, as JSON
)

// Further fields of connections, each of which belongs to a topic of a recording.
const (
	keyTopic  = "sinew_topic"
	keySchema = "sinew_schema" // name, a space, and the schema's bytes in base64
	keyMeta   = "sinew_meta"   // the channel's metadata, as JSON
	keyID     = "sinew_id"     // the channel's number: at one level of a tag, messages are in the order of their channels
	keyStart  = "sinew_start"  // nanoseconds that are added to logical times
)

// silent is the name of metadata that represents a topic without messages.
const silent = "sinew_topic"

// sources are the types of messages on the topics above.
var sources = []rosmsg.Source{{Name: "std_msgs/UInt32", Text: "uint32 data\n"}, {Name: "std_msgs/String", Text: "string data\n"}, {Name: "sinew/Bytes", Text: "uint8[] data\n"}}

// describe returns a type of this package.
func describe(name string) wire.Description {
	set, _ := rosmsg.Parse(sources) // they are valid
	m, err := set.Type(name)
	if err != nil {
		panic(err) // it is one of them
	}
	return m.Describe()
}
