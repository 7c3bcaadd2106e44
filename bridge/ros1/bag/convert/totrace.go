package convert

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/trace"
)

// toTrace writes a recording from a bag.
type toTrace struct {
	w        *trace.Writer
	report   *Report
	begin    int64
	channels map[*bag.Connection]*target
	now      tag    // from /sinew/microstep
	original []byte // the bytes of the next message, from /sinew/original; nil if there are none
}

// tag is a place in time.
type tag struct {
	time int64
	step uint32
}

// target is a topic of the recording.
type target struct {
	shape
	id    uint16
	start int64
	ours  bool // comes from a recording
	last  tag
}

// ToTrace writes the messages of a bag into a recording. From a bag that FromTrace wrote it restores the topics, schemas,
// tags and metadata of the original recording. For any other bag time zero is the time of the first message, and messages
// on one topic at the same time get successive microsteps.
func ToTrace(r *bag.Reader, w *trace.Writer) (*Report, error) {
	t := &toTrace{w: w, report: &Report{Left: map[string]string{}}, begin: r.Span().Begin.Nanoseconds(), channels: map[*bag.Connection]*target{}}
	all := r.Connections()
	number := func(c *bag.Connection) int {
		n, err := strconv.Atoi(said(c, keyID))
		if err != nil { // it does not come from a recording
			return math.MaxInt
		}
		return n
	}
	slices.SortStableFunc(all, func(a, b *bag.Connection) int { return cmp.Compare(number(a), number(b)) })
	for _, c := range all {
		if said(c, keyTopic) != "" {
			t.find(c)
		}
	}
	for m := r.Messages(bag.Selection{}); ; {
		x, err := m.Next()
		if errors.Is(err, io.EOF) {
			return t.report, nil
		}
		if err == nil {
			err = t.message(x)
		}
		if err != nil {
			return nil, err
		}
	}
}

// said returns a further field of a connection.
func said(c *bag.Connection, key string) string {
	for _, m := range c.More {
		if m.Name == key {
			return m.Value
		}
	}
	return ""
}

func (t *toTrace) message(x bag.Message) error {
	ns := x.Time.Nanoseconds()
	if ns != t.now.time {
		t.now = tag{time: ns}
	}
	if said(x.Connection, keyStart) != "" {
		switch {
		case x.Topic == microsteps && len(x.Data) == 4:
			t.now.step = binary.LittleEndian.Uint32(x.Data)
			return nil
		case x.Topic == original && len(x.Data) >= 4:
			t.original = append([]byte{}, x.Data[4:]...)
			return nil
		case x.Topic == metadata && len(x.Data) >= 4:
			var m trace.Metadata
			if err := json.Unmarshal(x.Data[4:], &m); err != nil {
				return fmt.Errorf("%s: %w", metadata, err)
			}
			if m.Name != silent {
				return t.w.Metadata(m.Name, m.Values)
			}
			_, _, err := t.own(func(key string) string { return m.Values[key] })
			return err
		}
	}
	c := t.find(x.Connection)
	if c == nil {
		return nil
	}
	at := tag{time: ns - c.start, step: t.now.step}
	if !c.ours {
		if at.step = 0; at.time == c.last.time {
			at.step = c.last.step + 1
		}
		c.last = at
	}
	data, err := c.toProto(nil, x.Data)
	if err != nil {
		return fmt.Errorf("%s at %v ns: %w", x.Topic, ns, err)
	}
	if c.ours && t.original != nil {
		data, t.original = t.original, nil
	}
	if at.time < 0 {
		return fmt.Errorf("%s at %v ns: it is before the start of its recording", x.Topic, ns)
	}
	t.w.Write(c.id, at.time, at.step, data)
	t.report.Messages++
	return nil
}

// find finds or makes the topic of a connection; nil if the topic is left out.
func (t *toTrace) find(c *bag.Connection) *target {
	x, known := t.channels[c]
	if !known {
		var err error
		if x, err = t.channel(c); err != nil {
			t.report.Left[c.Topic] = err.Error()
		}
		t.channels[c] = x
	}
	return x
}

// channel makes the topic of a connection.
func (t *toTrace) channel(c *bag.Connection) (x *target, err error) {
	x = &target{start: t.begin, last: tag{time: -1}}
	m, faults := rosmsg.Full(c.Type, c.Text)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	if m.MD5 != c.MD5 {
		return nil, fmt.Errorf("the definition of %s has the md5sum %s, and the connection says %s", c.Type, m.MD5, c.MD5)
	}
	var d protoreflect.MessageDescriptor
	if say := func(key string) string { return said(c, key) }; say(keyTopic) != "" {
		x.ours = true
		if x.start, err = strconv.ParseInt(say(keyStart), 10, 64); err == nil {
			x.id, d, err = t.own(say)
		}
	} else {
		var s *trace.Schema
		if s, err = schema(m); err == nil {
			x.id, d, err = t.open(strings.ReplaceAll(strings.Trim(c.Topic, "/"), "/", "."), s, nil)
		}
	}
	if err != nil {
		return nil, err
	}
	if !fits(m, d, false) {
		return nil, fmt.Errorf("the definition of %s lacks the fields of the schema %s", c.Type, d.FullName())
	}
	x.shape = shape{m, d}
	return x, nil
}

// own makes a topic as it was in the original recording.
func (t *toTrace) own(say func(key string) string) (uint16, protoreflect.MessageDescriptor, error) {
	name, text, _ := strings.Cut(say(keySchema), " ")
	var meta map[string]string
	data, err := base64.StdEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal([]byte(say(keyMeta)), &meta)
	}
	if err != nil {
		return 0, nil, err
	}
	return t.open(say(keyTopic), &trace.Schema{Name: name, Encoding: "protobuf", Data: data}, meta)
}

func (t *toTrace) open(topic string, s *trace.Schema, meta map[string]string) (id uint16, d protoreflect.MessageDescriptor, err error) {
	if d, err = trace.Describe(s); err == nil {
		id, err = t.w.Channel(topic, *s, "protobuf", meta)
	}
	return id, d, err
}
