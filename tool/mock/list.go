package mock

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"reflect"
	"strings"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/codec"
	"github.com/sinew-robotics/sinew/trace/record"
)

// list feeds a door with values that are known before the program runs.
type list struct {
	codec  *codec.Codec
	period time.Duration // unless 0, the one value is repeated
	tags   []reactor.Tag
	data   [][]byte
	next   int // the next event; for a device the row that is in effect
}

func (l *list) add(tag reactor.Tag, data []byte) {
	l.tags, l.data = append(l.tags, tag), append(l.data, data)
}

// Next implements reactor.EventSource.
func (l *list) Next(v unsafe.Pointer) (reactor.Tag, bool) {
	if l.period > 0 {
		tag := reactor.Tag{Time: reactor.Time(l.next) * reactor.Time(l.period)}
		l.next++
		_ = l.codec.Decode(l.data[0], v) // values have been checked
		return tag, true
	}
	if l.next == len(l.tags) {
		return reactor.Tag{}, false
	}
	i := l.next
	l.next++
	_ = l.codec.Decode(l.data[i], v)
	return l.tags[i], true
}

// Answer implements reactor.DeviceSource.
func (l *list) Answer(tag reactor.Tag, v unsafe.Pointer) bool {
	for l.next+1 < len(l.tags) && !tag.Before(l.tags[l.next+1]) {
		l.next++
	}
	_ = l.codec.Decode(l.data[l.next], v)
	return true
}

// SaveState implements keyframe.Saver.
func (l *list) SaveState() any { return l.next }

// RestoreState implements keyframe.Saver.
func (l *list) RestoreState(state any) { l.next = state.(int) }

// feedTopics feeds doors from a recording, which is read once.
func (m *Mock) feedTopics(p *reactor.Program, doors []place) error {
	file := traceFile(m.file)
	r, err := trace.Open(file)
	if err != nil {
		return m.fault(codeFile, "", "%v", err)
	}
	defer r.Close()
	t := topics{mock: m, file: file, got: map[string]*list{}, wanted: map[string]bool{}, schemas: map[string]*trace.Schema{}}
	for i := range doors {
		t.want(&doors[i])
	}
	if err := t.read(r); err != nil {
		return err
	}
	var errs []error
	for i := range doors {
		l, err := t.of(&doors[i], r)
		if err == nil {
			err = connect(p, &doors[i], l)
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// topics reads what doors want from a recording.
type topics struct {
	mock    *Mock
	file    string
	wanted  map[string]bool
	got     map[string]*list
	all     []string
	schemas map[string]*trace.Schema
}

// names lists the topics from which a door may be fed, the preferred one first.
func (t *topics) names(d *place) []string {
	name := d.Path
	if t.mock.topic != "" {
		name = t.mock.topic
		return []string{name, record.DoorPrefix + name}
	}
	return []string{record.DoorPrefix + name, name}
}

func (t *topics) want(d *place) {
	for _, n := range t.names(d) {
		t.wanted[n] = true
	}
}

func (t *topics) read(r *trace.Reader) error {
	for {
		m, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return t.mock.fault(codeFile, "", "%v", err)
		}
		topic := m.Channel.Topic
		if !t.wanted[topic] {
			continue
		}
		l := t.got[topic]
		if l == nil {
			l = &list{}
			t.got[topic] = l
		}
		l.add(reactor.Tag{Time: reactor.Time(m.Time), Microstep: m.Microstep}, bytes.Clone(m.Data))
	}
	for _, c := range r.Channels() {
		t.all = append(t.all, c.Topic)
		t.schemas[c.Topic] = c.Schema
	}
	return nil
}

// of is the source for a door, once the recording has been read.
func (t *topics) of(d *place, r *trace.Reader) (*list, error) {
	names := t.names(d)
	for _, n := range names {
		l := t.got[n]
		if l == nil {
			continue
		}
		return t.check(n, &list{codec: d.codec, tags: l.tags, data: l.data}, d)
	}
	do := "`sinew trace info` lists its topics, name one with #TOPIC"
	if near := nearest(cmp.Or(t.mock.topic, d.Path), t.all); near != "" {
		do = "is " + near + " meant?"
	}
	if lost := r.Report(); lost != "" {
		do += "; " + lost
	}
	return nil, t.mock.fault(codeTopic, do, "%s has nothing of %s", t.file, strings.Join(names, " or "))
}

// check reports whether a topic's messages are values for a door.
func (t *topics) check(topic string, l *list, d *place) (*list, error) {
	name, encoding, schema := d.codec.Schema()
	if s := t.schemas[topic]; s == nil || s.Name != name || s.Encoding != encoding || !bytes.Equal(s.Data, schema) {
		had := "values of no schema"
		if s != nil {
			had = s.Name
		}
		if had == name {
			had += " of another form"
		}
		return nil, t.mock.fault(codeTopic, "name a topic of that type with #TOPIC", "topic %s of %s holds %s, and %s takes %s", topic, t.file, had, d.Path, name)
	}
	v := reflect.New(d.Type)
	for i, data := range l.data {
		if err := d.codec.Decode(data, v.UnsafePointer()); err != nil {
			return nil, t.mock.fault(codeTopic, "", "topic %s of %s at %v: %v", topic, t.file, l.tags[i], err)
		}
	}
	return l, nil
}
