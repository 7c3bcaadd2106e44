// Package playback makes a program from a recording whose own program is not compiled in. Its reactors have the
// recorded topics as ports, which take the recorded values at the recorded tags; nothing is computed. Debugger and
// page can show the recording and step through its tags, but the run cannot be repeated.
package playback

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/debug"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/codec"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Recording is a recording to be played back. It is a debug.Maker. It keeps all messages in memory.
type Recording struct {
	about  debug.About
	name   string   // of the program
	topics []*topic // in the order of the file
	scene  *scene   // what the page draws in space
	last   reactor.Tag
}

// topic is a recorded topic and its messages.
type topic struct {
	ch     *trace.Channel
	path   string // of the port that shows it
	writer string // of the reaction that wrote it, in the port's reactor; "" if that is not known
	level  int
	typ    reflect.Type
	cd     *codec.Codec
	draw   draw // shows the topic's messages in the page; such a topic has no port
	tags   []reactor.Tag
	data   [][]byte
}

// Open reads a recording. About().Note names the topics that cannot be shown.
func Open(file string) (*Recording, error) {
	f, err := trace.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := &Recording{scene: &scene{}}
	byChannel := map[*trace.Channel]*topic{}
	for {
		m, err := f.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		var shows draw
		if m.Channel.Metadata[trace.MetadataDerived] != "" {
			if shows = r.scene.draws(m); shows == nil {
				continue
			}
		}
		t := byChannel[m.Channel]
		if t == nil {
			t = &topic{ch: m.Channel, level: m.Channel.Level, draw: shows}
			byChannel[m.Channel], r.topics = t, append(r.topics, t)
		}
		tag := reactor.Tag{Time: reactor.Time(m.Time), Microstep: m.Microstep}
		if r.last.Before(tag) {
			r.last = tag
		}
		t.tags, t.data = append(t.tags, tag), append(t.data, slices.Clone(m.Data))
	}
	for _, c := range f.Channels() { // ports that were never set
		if byChannel[c] == nil && c.Metadata[trace.MetadataDerived] == "" {
			r.topics = append(r.topics, &topic{ch: c, level: c.Level})
		}
	}
	r.describe(f)
	return r, nil
}

// describe prepares the topics and the description of the run.
func (r *Recording) describe(f *trace.Reader) {
	all := map[string]string{}
	for _, m := range f.Metadata() {
		if m.Name == trace.MetadataRun {
			all = m.Values
		}
	}
	r.name = all[run.KeyProgram]
	notes := []string{f.Report()}
	var some []*topic
	for _, t := range r.topics {
		if err := t.open(); err != nil {
			notes = append(notes, fmt.Sprintf("%s is not shown: %v", t.ch.Topic, err))
			continue
		}
		some = append(some, t)
	}
	r.topics = some
	r.paths()
	r.about = debug.About{Clock: "recorded", Run: all, Stop: r.last,
		Note:     strings.Join(slices.DeleteFunc(notes, func(s string) bool { return s == "" }), "; "),
		ReadOnly: fmt.Sprintf("the recorded program %q is not compiled in here: what was recorded is shown, and it cannot be run again", r.name)}
}

// open finds the type of a topic's values, and decodes all of them once, so that none fails while it is played.
func (t *topic) open() error {
	if t.draw != nil {
		return nil
	}
	if !slices.IsSortedFunc(t.tags, reactor.Tag.Compare) {
		t.sort()
	}
	s := t.ch.Schema
	var errs []error
	for _, example := range [][]byte{t.first(), nil} { // with an example, arrays have their lengths; without one, they are slices
		typ, err := codec.TypeOf(s.Name, s.Data, example)
		if err == nil {
			t.typ = typ
			if t.cd, err = codec.For(typ, ""); err == nil {
				err = t.check()
			}
		}
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errs[1]
}

// first is the topic's first message, nil if there is none.
func (t *topic) first() []byte {
	if len(t.data) == 0 {
		return nil
	}
	return t.data[0]
}

// sort sorts messages by their tags: enclaves on the real clock may lag behind each other.
func (t *topic) sort() {
	order := make([]int, len(t.tags))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return t.tags[a].Compare(t.tags[b]) })
	tags, data := make([]reactor.Tag, len(order)), make([][]byte, len(order))
	for i, k := range order {
		tags[i], data[i] = t.tags[k], t.data[k]
	}
	t.tags, t.data = tags, data
}

func (t *topic) check() error {
	v := reflect.New(t.typ).UnsafePointer()
	for i, d := range t.data {
		if err := t.cd.Decode(d, v); err != nil {
			return fmt.Errorf("at %v: %w", t.tags[i], err)
		}
	}
	return nil
}

// paths gives every topic a port. Its path is that of the topic or the door; for a command _command is appended.
func (r *Recording) paths() {
	taken := map[string]bool{} // by ports and reactors
	for _, t := range r.topics {
		path, door := strings.CutPrefix(t.ch.Topic, record.DoorPrefix)
		if !door {
			if path, door = strings.CutPrefix(t.ch.Topic, record.CommandPrefix); door {
				path += "_command"
			}
		}
		t.path = named(path)
		writer, _, _ := strings.Cut(t.ch.Metadata["reaction"], " ")
		if owner, name := split(named(writer)); owner == owned(t.path) {
			t.writer = name
		}
		for at := owned(t.path); at != ""; at = owned(at) {
			taken[at] = true
		}
	}
	for _, t := range r.topics {
		for taken[t.path] {
			t.path += "_"
		}
		taken[t.path] = true
	}
}

// named turns a topic's name into a path.
func named(topic string) string {
	parts := strings.FieldsFunc(topic, func(c rune) bool { return c == '.' || c == '/' })
	for i, p := range parts {
		parts[i] = strings.Map(func(c rune) rune {
			if c == '_' || c == '-' || c == '[' || c == ']' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
				return c
			}
			return '_'
		}, p)
		if c := parts[i][0]; !(c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			parts[i] = "_" + parts[i]
		}
	}
	return strings.Join(parts, ".")
}

// split splits a path into that of the reactor and the last name.
func split(path string) (owner, name string) {
	i := strings.LastIndexByte(path, '.')
	return path[:max(i, 0)], path[i+1:]
}

// owned is the path of the reactor that contains a path.
func owned(path string) string {
	owner, _ := split(path)
	return owner
}

// About implements debug.Maker.
func (r *Recording) About() debug.About { return r.about }

// byLevel compares topics by the order in which their values were set within a tag.
func byLevel(a, b *topic) int { return cmp.Compare(a.level, b.level) }

// value decodes message k of the topic into v.
func (t *topic) value(k int) func(v unsafe.Pointer) {
	return func(v unsafe.Pointer) { _ = t.cd.Decode(t.data[k], v) } // was checked by open
}
