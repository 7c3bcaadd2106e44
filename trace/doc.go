// Package trace records what a program does on its logical timeline, and reads, inspects and compares recordings. A
// recording is an MCAP file (https://mcap.dev/spec) with protobuf schemas, so PlotJuggler, Foxglove, Rerun and others
// open it; docs/format/trace.md describes it byte by byte.
//
// Every message has a topic, the path of a port such as "planning.planner.next" or "door/" and the path of
// a physical input, and a tag: its logical time in nanoseconds since the program's start and its microstep.
// Nothing in a file depends on the wall clock, so the same run gives the same bytes.
package trace

import (
	"bytes"
	"fmt"
)

// Schema says how a channel's messages are encoded.
type Schema struct {
	ID       uint16
	Name     string // such as "spatial.Pose"
	Encoding string // of Data, such as "protobuf"
	Data     []byte // for protobuf a serialized FileDescriptorSet
}

// Channel is a stream of messages of one schema on a topic.
type Channel struct {
	ID       uint16
	Topic    string
	Encoding string // of the messages, such as "protobuf"
	Schema   *Schema
	Metadata map[string]string
	Level    int // place of its messages within a tag, from the metadata "level": causes before effects
}

// Fits returns an error if of does not decode the channel's messages. A replay calls it before decoding, to find
// fields that were added, removed or moved since the recording.
func (c *Channel) Fits(of Schemed) error {
	name, encoding, data := of.Schema()
	s := c.Schema
	switch {
	case s.Name != name || s.Encoding != encoding:
		return fmt.Errorf("trace: %s was recorded as %s (%s), the program has %s (%s); replay it with the program that recorded it",
			c.Topic, s.Name, s.Encoding, name, encoding)
	case !bytes.Equal(s.Data, data):
		return fmt.Errorf("trace: %s: the fields of %s are not those of the recording; replay it with the program that recorded it", c.Topic, name)
	}
	return nil
}

// Profile is the profile in the header of Sinew's files.
const Profile = "sinew"

// MetadataGap names the metadata record in the place of dropped messages; its keys are from_time,
// from_microstep, to_time, to_microstep (the tags of the first and last message lost), messages, chunks and
// bytes, all decimal.
const MetadataGap = "sinew/gap"

// MetadataEnd names the metadata record at the end of a run; its key output_hash covers everything that the program
// produced.
const MetadataEnd = "sinew/end"

// KeyHash is the key of the output hash, in MetadataEnd and in run.json.
const KeyHash = "output_hash"

// MetadataRun names the metadata record in which the program describes the run.
const MetadataRun = "sinew/run"

// AttachmentGraph names the attachment with the program's graph, as JSON.
const AttachmentGraph = "graph.json"
