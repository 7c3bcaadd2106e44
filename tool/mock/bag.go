package mock

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/sinew-robotics/sinew/bridge/ros1/bag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/rosmsg/wire"
	"github.com/sinew-robotics/sinew/reactor"
)

// played feeds a door with the messages of a topic in a bag, which is read while the program runs.
type played struct {
	mock  *Mock
	typ   reflect.Type
	topic string
	begin int64 // the bag's beginning, which is the program's time zero
	read  *bag.Messages
	close func() error
	n     int // messages that the door has got
}

// played opens a bag for a door. It decodes all of the topic's messages once, so that none fails while the program
// runs.
func (m *Mock) played(d *place) (source, error) {
	if d.asked() {
		return nil, m.fault(codeSource, "feed it with topic:, csv:, const: or lua:", "%s is a %s, which is asked when the program wants; the messages of a bag are events", d.Path, d.Kind)
	}
	message, ok := reflect.New(d.Type).Interface().(wire.Message)
	if !ok {
		return nil, m.fault(codeTopic, "feed a door or port of a type that is generated from its definition", "%s takes %v, which is no message of ROS", d.Path, d.Type)
	}
	s := &played{mock: m, typ: d.Type, close: func() error { return nil }}
	r, err := bag.Open(m.file, bag.Options{})
	if err != nil {
		return nil, m.fault(codeFile, "", "%v", err)
	}
	s.begin = r.Span().Begin.Nanoseconds()
	s.topic, err = m.topicOf(r, message.Describe(), d)
	v := reflect.New(d.Type).UnsafePointer()
	for more := err == nil; more; {
		_, more, err = s.next(r.Messages, v)
	}
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, err
	}
	s.read, s.n = nil, 0
	return s, nil
}

// topicOf is the topic for a door: the named one, or the only one of the door's type.
func (m *Mock) topicOf(r *bag.Reader, want wire.Description, d *place) (string, error) {
	var topics, fit []string
	for _, c := range r.Connections() {
		if !slices.Contains(topics, c.Topic) {
			topics = append(topics, c.Topic)
		}
		if c.MD5 == want.MD5 && c.Type == want.Type && !slices.Contains(fit, c.Topic) {
			fit = append(fit, c.Topic)
		}
		if c.Topic == m.topic && (c.MD5 != want.MD5 || c.Type != want.Type) {
			return "", m.fault(codeTopic, "name a topic of that type with #TOPIC", "topic %s of %s holds %s with the sum %s, and %s takes %s with %s",
				c.Topic, m.file, c.Type, c.MD5, d.Path, want.Type, want.MD5)
		}
	}
	switch {
	case m.topic != "" && slices.Contains(topics, m.topic):
		return m.topic, nil
	case m.topic != "":
		return "", m.fault(codeTopic, spelling.Suggest(m.topic, topics), "%s has nothing of %s", m.file, m.topic)
	case len(fit) == 1:
		return fit[0], nil
	case len(fit) == 0:
		return "", m.fault(codeTopic, "`sinew ros1 bag info` lists its topics", "%s has no topic of %s, which %s takes", m.file, want.Type, d.Path)
	}
	return "", m.fault(codeTopic, "name one of them with #TOPIC", "%s has several topics of %s, which %s takes: %s", m.file, want.Type, d.Path, strings.Join(fit, ", "))
}

// next decodes the next message of the topic.
func (s *played) next(messages func(bag.Selection) *bag.Messages, v unsafe.Pointer) (tag reactor.Tag, ok bool, err error) {
	if s.read == nil {
		s.read = messages(bag.Selection{Topics: []string{s.topic}})
	}
	x, err := s.read.Next()
	if errors.Is(err, io.EOF) {
		return tag, false, nil
	}
	tag.Time = reactor.Time(x.Time.Nanoseconds() - s.begin)
	if err == nil {
		at := reflect.NewAt(s.typ, v)
		at.Elem().SetZero() // slices in the previous value may still be in use
		if err = at.Interface().(wire.Message).Decode(x.Data); err != nil {
			err = fmt.Errorf("topic %s of %s at %v: %w", s.topic, s.mock.file, tag, err)
		}
	}
	if err != nil {
		return tag, false, s.mock.fault(codeTopic, "", "%v", err)
	}
	s.n++
	return tag, true, nil
}

// Next implements reactor.EventSource. It panics with a fault if the bag has changed since it was checked.
func (s *played) Next(v unsafe.Pointer) (reactor.Tag, bool) {
	tag, ok, err := s.next(s.open, v)
	if err != nil {
		panic(err)
	}
	if !ok {
		_ = s.close() // it was only read
		s.close = func() error { return nil }
	}
	return tag, ok
}

// open opens the bag again.
func (s *played) open(want bag.Selection) *bag.Messages {
	r, err := bag.Open(s.mock.file, bag.Options{})
	if err != nil {
		panic(s.mock.fault(codeFile, "", "%v", err))
	}
	s.close = r.Close
	return r.Messages(want)
}

// Answer implements reactor.DeviceSource; sensors and actuators are never fed from a bag.
func (s *played) Answer(reactor.Tag, unsafe.Pointer) bool { return false }

// SaveState implements keyframe.Saver. The bag never changes.
func (s *played) SaveState() any { return s.n }

// RestoreState implements keyframe.Saver.
func (s *played) RestoreState(state any) {
	_ = s.close() // it was only read
	s.read, s.n = nil, 0
	for v := reflect.New(s.typ).UnsafePointer(); s.n < state.(int); {
		if _, ok := s.Next(v); !ok {
			return
		}
	}
}
