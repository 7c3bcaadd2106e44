// Package convert makes bags of ROS 1 from recordings, and recordings from bags, so that the tools of both sides see what
// the other has recorded.
//
// A topic of a recording becomes one of the bag, with dots as slashes. Its schema becomes a definition: that of ROS
// where one is known by the same name and with the same fields, and otherwise one with the schema's names and fields.
// What ROS has no place for stands beside, so that the way back gives the recording's own topics, schemas, tags and bytes:
// in connections, and in messages of the topics /sinew/microstep, /sinew/original and /sinew/metadata.
package convert

import (
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
)

// Topics that hold what messages of ROS cannot.
const (
	microsteps = "/sinew/microstep" // the microstep of the messages that follow, up to the next time
	original   = "/sinew/original"  // the bytes of the next message, which leaves parts out: ROS has zeros there
	metadata   = "/sinew/metadata"  // the recording's metadata, as JSON
)

// What connections say besides what ROS knows, each of a recording's topic.
const (
	keyTopic  = "sinew_topic"
	keySchema = "sinew_schema" // name, a space, and the schema's bytes in base64
	keyMeta   = "sinew_meta"   // the channel's metadata, as JSON
	keyID     = "sinew_id"     // the channel's number: at one level of a tag, messages are in the order of their channels
	keyStart  = "sinew_start"  // nanoseconds that are added to logical times
)

// silent is the name of metadata that stands for a topic without messages.
const silent = "sinew_topic"

// sources are the types of messages on those topics.
var sources = []rosmsg.Source{{Name: "std_msgs/UInt32", Text: "uint32 data\n"}, {Name: "std_msgs/String", Text: "string data\n"}, {Name: "sinew/Bytes", Text: "uint8[] data\n"}}

// describe finds a type among those of this package.
func describe(name string) wire.Description {
	set, _ := rosmsg.Parse(sources) // which are right
	m, err := set.Type(name)
	if err != nil {
		panic(err) // it is one of them
	}
	return m.Describe()
}
