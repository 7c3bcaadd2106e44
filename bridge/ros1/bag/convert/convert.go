package convert

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/lang/rosmsg"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
	"github.com/sinew-robotics/sinew/trace"
)

// Options of FromTrace.
type Options struct {
	Topics []string    // patterns; nil for all
	Start  int64       // the time in the bag of the recording's time zero, ns since 1970; above 0
	Known  *rosmsg.Set // definitions of ROS that are preferred to those made from schemas; may be nil
}

// Report says what became of the messages.
type Report struct {
	Messages uint64
	Left     map[string]string // topics that were left out, and why
}

// channel is a topic of the recording and its connection in the bag.
type channel struct {
	shape
	to *bag.Connection
}

// fromTrace writes a bag from a recording.
type fromTrace struct {
	w          *bag.Writer
	o          Options
	report     *Report
	channels   map[*trace.Channel]*channel
	used       map[string]bool
	time, most int64 // of the previous message; the greatest so far
	step       uint32
	steps      *bag.Connection // nil until it is needed
	bytes      *bag.Connection
	body, back []byte
}

// FromTrace writes the messages of a recording into a bag, followed by its metadata. It leaves out attachments.
func FromTrace(file string, w *bag.Writer, o Options) (*Report, error) {
	r, err := trace.Open(file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f := &fromTrace{w: w, o: o, report: &Report{Left: map[string]string{}}, channels: map[*trace.Channel]*channel{},
		used: map[string]bool{microsteps: true, original: true, metadata: true}, most: -1}
	for {
		m, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if o.Topics != nil && !trace.Match(o.Topics, m.Channel.Topic) {
			continue
		}
		if err := f.message(m); err != nil {
			return nil, fmt.Errorf("%s: %s at %v ns: %w", file, m.Channel.Topic, m.Time, err)
		}
	}
	if damage := r.Report(); damage != "" {
		f.report.Left["what is damaged of "+file] = damage
	}
	return f.report, f.about(r)
}

// about writes the metadata of the recording, and the topics without messages.
func (f *fromTrace) about(r *trace.Reader) error {
	all := r.Metadata()
	for _, c := range r.Channels() {
		if _, known := f.channels[c]; known || f.o.Topics != nil && !trace.Match(f.o.Topics, c.Topic) || c.Schema == nil {
			continue
		}
		values, err := told(c)
		if err != nil {
			return err
		}
		all = append(all, trace.Metadata{Name: silent, Values: values})
	}
	to := f.w.Connect(bag.Connection{Topic: metadata, Description: describe("std_msgs/String"), Latching: true, More: f.start()})
	for _, m := range all {
		text, err := json.Marshal(m)
		if err == nil {
			err = f.w.Write(to, wire.TimeOf(f.o.Start+max(f.most, 0)), wire.AppendText(nil, string(text)))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// told returns the fields of a connection that describe a topic of the recording.
func told(c *trace.Channel) (map[string]string, error) {
	meta, err := json.Marshal(c.Metadata)
	return map[string]string{keyTopic: c.Topic, keyMeta: string(meta), keyID: strconv.Itoa(int(c.ID)), keySchema: c.Schema.Name + " " + base64.StdEncoding.EncodeToString(c.Schema.Data)}, err
}

func (f *fromTrace) start() []bag.More {
	return []bag.More{{Name: keyStart, Value: strconv.FormatInt(f.o.Start, 10)}}
}

func (f *fromTrace) message(m trace.Message) (err error) {
	c, known := f.channels[m.Channel]
	if !known {
		if c, err = f.channel(m.Channel); err != nil {
			f.report.Left[m.Channel.Topic] = err.Error()
		}
		f.channels[m.Channel] = c
	}
	if c == nil {
		return nil
	}
	if f.body, err = c.toROS(f.body[:0], m.Data); err != nil {
		return err
	}
	if f.back, err = c.toProto(f.back[:0], f.body); err != nil {
		return err
	}
	at := wire.TimeOf(f.o.Start + m.Time)
	if m.Time != f.time {
		f.step = 0
	}
	// An enclave that lags behind others returns to an earlier time, for which the microstep must be given again.
	if lags := m.Time != f.time && m.Time <= f.most; m.Microstep != f.step || lags {
		if err := f.beside(&f.steps, microsteps, "std_msgs/UInt32", at, wire.AppendUint32(nil, m.Microstep)); err != nil {
			return err
		}
	}
	if !bytes.Equal(f.back, m.Data) {
		if err := f.beside(&f.bytes, original, "sinew/Bytes", at, append(wire.AppendCount(nil, len(m.Data)), m.Data...)); err != nil {
			return err
		}
	}
	f.time, f.step, f.most = m.Time, m.Microstep, max(f.most, m.Time)
	f.report.Messages++
	return f.w.Write(c.to, at, f.body)
}

// beside writes a message about the next one.
func (f *fromTrace) beside(to **bag.Connection, topic, typ string, at wire.Time, body []byte) error {
	if *to == nil {
		*to = f.w.Connect(bag.Connection{Topic: topic, Description: describe(typ), More: f.start()})
	}
	return f.w.Write(*to, at, body)
}

// channel makes the connection of a topic.
func (f *fromTrace) channel(c *trace.Channel) (*channel, error) {
	d, err := trace.Describe(c.Schema)
	if err != nil {
		return nil, err
	}
	m, err := definition(d, f.o.Known)
	if err == nil && !fits(m, d, false) {
		err = fmt.Errorf("the definition %s does not fit it", m.Name)
	}
	if err != nil {
		return nil, err
	}
	values, err := told(c)
	if err != nil {
		return nil, err
	}
	name := slashed(c.Topic)
	for f.used[name] {
		name += "_"
	}
	f.used[name] = true
	more := f.start()
	for _, key := range []string{keyTopic, keyMeta, keyID, keySchema} {
		more = append(more, bag.More{Name: key, Value: values[key]})
	}
	to := f.w.Connect(bag.Connection{Topic: name, Description: m.Describe(), More: more})
	return &channel{shape{m, d}, to}, nil
}

// slashed turns a topic of a recording into one that ROS allows.
func slashed(topic string) (name string) {
	for part := range strings.FieldsFuncSeq(topic, func(r rune) bool { return r == '.' || r == '/' }) {
		name += "/" + plain(part)
	}
	return name
}
