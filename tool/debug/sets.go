package debug

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"unsafe"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// Set is a value that a user has set. It makes the run a fork of the one that was opened.
type Set struct {
	Tag       reactor.Tag
	Enclave   int
	Reactions int    // number of the tag's reactions that had been run; beforeTag: none, the tag had not begun
	Path      string // of a port or door
	Value     string // JSON
	born      int    // its number in the order of setting, from 1
}

// beforeTag is the number of reactions of a tag that has not begun.
const beforeTag = -1

// String describes what is set and when.
func (s *Set) String() string { return fmt.Sprintf("%s = %s at %s", s.Path, s.Value, stamp(s.Tag)) }

// sets are all values that a user has set, in the order in which the run reaches them. history.sets of them have been
// done.
type sets struct {
	all  []Set
	born int
	lost func(s *Set) // is called for a set whose place the run no longer reaches
	port func(s *Set) // is called for a set of a port, when it is done
}

// add enters a value at the run's position.
func (ss *sets) add(e *engine, s Set) {
	ss.born++
	s.born = ss.born
	ss.all = slices.Insert(ss.all, e.hist.sets, s)
	e.hist.sets++
}

// due reports whether anything is to be set at the tag that comes next.
func (ss *sets) due(e *engine) bool {
	for e.hist.sets < len(ss.all) && e.next.ok {
		s := &ss.all[e.hist.sets]
		if !s.Tag.Before(e.next.tag) {
			return s.Tag == e.next.tag && s.Enclave == e.next.e.ID
		}
		e.hist.sets++
		ss.lost(s)
	}
	return false
}

// doorsAt sends the events that are to be sent before the next tag begins.
func (ss *sets) doorsAt(e *engine) error {
	for n := e.hist.sets; n < len(ss.all); n++ {
		s := &ss.all[n]
		if s.Tag != e.next.tag || s.Enclave != e.next.e.ID || s.Reactions != beforeTag {
			break
		}
		e.hist.sets++
		if err := e.apply(s); err != nil {
			return err
		}
		if err := e.peek(); err != nil {
			return err
		}
	}
	return nil
}

// portsAt does the sets of ports that are due at the present place of the open tag.
func (ss *sets) portsAt(e *engine) error {
	for n := e.hist.sets; n < len(ss.all); n++ {
		s := &ss.all[n]
		if s.Tag != e.open.Tag() || s.Enclave != e.open.ID || s.Reactions != len(e.ran) {
			break
		}
		e.hist.sets++
		if err := e.apply(s); err != nil {
			return err
		}
	}
	return nil
}

// apply sets a value at the run's position.
func (e *engine) apply(s *Set) error {
	if port, ok := e.look.portByPath(s.Path); ok {
		id := e.look.source[port]
		p := e.look.ports[id]
		v, err := decode(e.look.portCd[id], s.Value, p.Value)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Path, err)
		}
		if e.sets.port != nil {
			e.sets.port(s)
		}
		return e.prog.Force(port, func(at unsafe.Pointer) { reflect.NewAt(p.Type, at).Elem().Set(v) })
	}
	door, ok := e.look.doorByPath(s.Path)
	if !ok {
		return fmt.Errorf("there is no port or door %s any more", s.Path)
	}
	d := e.look.doors[door]
	v, err := decode(e.look.doorCd[door], s.Value, d.Value)
	if err != nil {
		return fmt.Errorf("%s: %w", s.Path, err)
	}
	tag := e.arrival(d)
	e.prog.Enclaves[d.Enclave].Inject(door, tag, func(at unsafe.Pointer) { reflect.NewAt(d.Type, at).Elem().Set(v) })
	return nil
}

// decode reads JSON over a copy of the value at now: members that are left out keep their values.
func decode(cd *codec.Codec, text string, now unsafe.Pointer) (reflect.Value, error) {
	v := reflect.New(cd.Type())
	if err := cd.Decode(cd.Append(nil, now), v.UnsafePointer()); err != nil {
		return v, err
	}
	err := cd.DecodeJSON([]byte(text), v.UnsafePointer())
	return v.Elem(), err
}

// arrival is the tag at which an event sent now through a door can come: the next tag, or the next microstep if the
// door's enclave is in that tag or beyond. Two events of one door do not share a tag.
func (e *engine) arrival(d reactor.Door) reactor.Tag {
	tag := e.next.tag
	if e.open != nil {
		tag = e.open.Tag()
	}
	reached := e.hist.lasts[d.Enclave]
	if e.open != nil && e.open.ID == d.Enclave {
		reached = tag
	}
	if e.hist.tags > 0 && !reached.Before(tag) || e.open != nil {
		tag = later(tag, reached).After(0)
	}
	for {
		taken := slices.ContainsFunc(e.prog.Queue(), func(q reactor.QueuedEvent) bool { return q.Path == d.Path && q.Tag == tag })
		if !taken {
			return tag
		}
		tag = tag.After(0)
	}
}

func later(a, b reactor.Tag) reactor.Tag {
	if a.Before(b) {
		return b
	}
	return a
}

// topicSet carries the sets of a forked run. Events through doors are not among them: they are recorded at their doors.
const topicSet = "sinew/set"

// setMessage is a Set as it is recorded; its tag is the message's.
type setMessage struct {
	Enclave, Reactions int32
	Path, Value        string
}

// readSets finds the sets in a recording.
func readSets(file string) ([]Set, error) {
	f, err := trace.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	cd, err := codec.For(reflect.TypeFor[setMessage](), "sinew.Set")
	if err != nil {
		return nil, err
	}
	var all []Set
	for {
		m, err := f.Next()
		switch {
		case errors.Is(err, io.EOF):
			return all, nil
		case err != nil:
			return nil, err
		case m.Channel.Topic != topicSet:
			continue
		}
		var x setMessage
		if err := cd.Decode(m.Data, unsafe.Pointer(&x)); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, topicSet, err)
		}
		tag := reactor.Tag{Time: reactor.Time(m.Time), Microstep: m.Microstep}
		all = append(all, Set{tag, int(x.Enclave), int(x.Reactions), x.Path, x.Value, len(all) + 1})
	}
}
