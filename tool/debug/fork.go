package debug

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/codec"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// set sets a port at the open tag or the next one of its enclave, or sends an event through a door.
func (s *Session) set(c *command) (view.Answer, error) {
	if s.about.ReadOnly != "" {
		return view.Answer{}, fmt.Errorf("nothing can be set: %s", s.about.ReadOnly)
	}
	f, err := s.e.look.find(c.path, ports|doors)
	if err != nil {
		return view.Answer{}, err
	}
	if !c.scripts && live.Scripts(s.e.look.typeOf(f)) {
		return view.Answer{}, fmt.Errorf("set %s: %w", f.path, live.ErrMayNotScript)
	}
	x := Set{Path: f.path, Value: c.text}
	var at reactor.Tag
	if f.port >= 0 {
		at, err = s.setPort(f.port, &x)
	} else {
		at, err = s.sendDoor(f.door, &x)
	}
	if err != nil {
		return view.Answer{}, err
	}
	s.sets.add(s.e, x)
	s.newHistory()
	return view.Answer{Tag: live.StampOf(at), Text: fmt.Sprintf("set %v; the run is a fork from here on (undo takes it back, fork DIR writes it)\n%s", &x, s.where())}, nil
}

// newHistory forgets everything after the run's position.
func (s *Session) newHistory() {
	s.frames.dropFrom(s.e.hist.tags)
	maps.DeleteFunc(s.faults, func(n uint64, _ bool) bool { return n >= s.e.hist.tags })
	s.logs.dropFrom(s.e.hist.tags)
}

// setPort brings the run past all reactions that may write the port at the tag, which it returns, and sets it there.
func (s *Session) setPort(port int, x *Set) (at reactor.Tag, err error) {
	e := s.e
	source := e.look.source[port]
	if _, err := decode(e.look.portCd[source], x.Value, e.look.ports[source].Value); err != nil {
		return at, fmt.Errorf("%s: %w", x.Path, err)
	}
	enclave := e.look.ports[port].Enclave
	if e.open != nil && e.open.ID != enclave {
		return at, fmt.Errorf("%s belongs to the enclave %s, and the open tag is of %s: step to its end first", x.Path, e.prog.Enclaves[enclave].Name, e.open.Name)
	}
	for e.open == nil && e.next.ok && e.next.e.ID != enclave {
		if err := s.tagOn(); err != nil {
			return at, err
		}
	}
	if e.open == nil {
		if err := e.begin(); err != nil {
			return at, err
		}
	}
	level := e.look.writersLevel(source)
	for id := e.pending(); id >= 0 && e.look.level(id) <= level; id = e.pending() {
		if err := e.react(); err != nil {
			return at, err
		}
	}
	for _, id := range e.ran {
		if e.look.reads(id, source) {
			return at, fmt.Errorf("%s has read %s at this tag already: go back before it with backr, or on to the next tag with step",
				e.prog.ReactionPath(id), x.Path)
		}
	}
	x.Tag, x.Enclave, x.Reactions = e.open.Tag(), e.open.ID, len(e.ran)
	return x.Tag, e.apply(x)
}

// sendDoor sends an event through a door as soon as possible: at the tag that it returns.
func (s *Session) sendDoor(door int, x *Set) (at reactor.Tag, err error) {
	e := s.e
	d := e.look.doors[door]
	if d.Kind == "sensor" || d.Kind == "actuator" {
		return at, fmt.Errorf("%s is a %s: it answers when it is asked. Set the port that its answer goes to, or mock it", d.Path, d.Kind)
	}
	v, err := decode(e.look.doorCd[door], x.Value, d.Value)
	if err != nil {
		return at, fmt.Errorf("%s: %w", x.Path, err)
	}
	if err := d.Param.Check(v); err != nil {
		return at, fmt.Errorf("%s: %w", x.Path, err)
	}
	switch {
	case e.open != nil:
		x.Tag, x.Enclave, x.Reactions = e.open.Tag(), e.open.ID, len(e.ran)
	case e.next.ok:
		x.Tag, x.Enclave, x.Reactions = e.next.tag, e.next.e.ID, beforeTag
	default:
		return at, errEnd
	}
	if at = e.arrival(d); e.prog.Enclaves[d.Enclave].Stop().Before(at) {
		return at, fmt.Errorf("an event for %s would come at %s, behind the end of the run", x.Path, stamp(at))
	}
	if err := e.apply(x); err != nil {
		return at, err
	}
	if e.open == nil {
		err = e.peek()
	}
	return at, err
}

// level is a reaction's level; a reaction that implements a connection has none and counts as the highest.
func (n *names) level(id int32) int {
	if at := n.inGraph[id]; at != graph.None {
		return n.graph.Reactions[at].Level
	}
	return len(n.inGraph)
}

// writersLevel is the highest level of those that may set a port, -1 when only a connection does.
func (n *names) writersLevel(source int) int {
	level := -1
	for _, w := range n.ports[source].Writers {
		if id, ok := n.reaction[w]; ok && n.inGraph[id] != graph.None {
			level = max(level, n.level(id))
		}
	}
	return level
}

// reads reports whether a reaction is triggered by a port or uses it.
func (n *names) reads(id int32, source int) bool {
	at := n.inGraph[id]
	if at == graph.None {
		return false
	}
	is := func(r graph.Ref) bool { return r.Kind == graph.RefPort && n.source[r.ID] == source }
	rx := &n.graph.Reactions[at]
	return slices.ContainsFunc(rx.Triggers, is) || slices.ContainsFunc(rx.Uses, is)
}

// undo takes back the latest set. If the run was past it, it is brought back to where the value was set.
func (s *Session) undo() (view.Answer, error) {
	if len(s.sets.all) == 0 {
		return view.Answer{}, errors.New("nothing has been set: there is nothing to undo")
	}
	i := 0
	for k := range s.sets.all {
		if s.sets.all[k].born > s.sets.all[i].born {
			i = k
		}
	}
	x := s.sets.all[i]
	past := i < s.e.hist.sets
	if past {
		err := s.toFrame(func(n uint64, tag reactor.Tag) bool { return n == 0 || tag.Before(x.Tag) })
		if err != nil {
			return view.Answer{}, err
		}
	}
	s.sets.all = slices.Delete(slices.Clone(s.sets.all), i, i+1)
	s.newHistory()
	a := view.Answer{Text: fmt.Sprintf("no longer set: %v", &x)}
	if !past {
		return a, nil
	}
	return a, s.moveBefore(&x)
}

// moveBefore moves to where something was set.
func (s *Session) moveBefore(x *Set) error {
	ahead := func() bool {
		return s.e.next.ok && (s.e.next.tag.Before(x.Tag) || s.e.next.tag == x.Tag && s.e.next.e.ID != x.Enclave)
	}
	for s.e.open == nil && ahead() {
		if err := s.tagOn(); err != nil {
			return err
		}
	}
	if x.Reactions == beforeTag || s.e.open != nil || !s.e.next.ok || s.e.next.tag != x.Tag {
		return nil
	}
	return s.moveTo(place{s.e.hist.tags, 1 + x.Reactions})
}

// metadataFork names the metadata that says what was set in a recording.
const metadataFork = "sinew/fork"

// fork writes the forked run into a new run folder: all of it, or up to its position if it has no end.
func (s *Session) fork(dir string) (view.Answer, error) {
	if s.about.ReadOnly != "" {
		return view.Answer{}, fmt.Errorf("no fork can be made: %s", s.about.ReadOnly)
	}
	place := folder.Place{Dir: dir}
	if err := place.Check(); err != nil {
		return view.Answer{}, err
	}
	inst, err := s.m.Make()
	if err != nil {
		return view.Answer{}, err
	}
	if inst.Close != nil {
		defer inst.Close()
	}
	made, err := place.Make(time.Now())
	if err != nil {
		return view.Answer{}, err
	}
	w, err := made.Record(trace.Options{Wait: true})
	if err != nil {
		made.Discard()
		return view.Answer{}, err
	}
	said, err := s.write(inst, w)
	if err = errors.Join(err, w.Close()); err != nil {
		made.Discard()
		return view.Answer{}, err
	}
	return view.Answer{Text: fmt.Sprintf("%s\nrun folder  %s: `sinew debug %s` opens it", said, dir, dir)}, nil
}

// write runs an instance to its end and records everything. It returns the outcome.
func (s *Session) write(inst *run.Instance, w *trace.Writer) (said string, err error) {
	mine := &sets{all: slices.Clone(s.sets.all), lost: func(*Set) {}}
	if mine.port, err = setWriter(w); err != nil {
		return "", err
	}
	if err := w.Metadata(trace.MetadataRun, s.describe(inst)); err != nil {
		return "", err
	}
	meta := map[string]string{"parent_hash": s.about.Hash, "sets": strconv.Itoa(len(mine.all))}
	for i, x := range mine.all {
		meta["set_"+strconv.Itoa(i+1)] = x.String()
	}
	if err := w.Metadata(metadataFork, meta); err != nil {
		return "", err
	}
	e, err := newEngine(inst, s.about.Stop, mine, w, nil)
	if err != nil {
		return "", err
	}
	last := s.e.hist.tags
	for n := uint64(0); e.next.ok; n++ {
		if n >= last && s.about.Stop == (reactor.Tag{}) {
			e.steps.RequestStop()
			err = e.peek()
		}
		if err == nil {
			err = e.runTag(false)
		}
		if errors.As(err, new(reactor.ReplayError)) { // it has left the recording's path, so it ends here
			return fmt.Sprintf("the fork ends at %s: %v", stamp(e.tag()), err), nil
		}
		if s.faults[n] {
			err = nil // the same went wrong in the run being written
		}
		if err = errors.Join(err, s.breathe()); err != nil {
			return "", err
		}
	}
	return "output hash " + e.rec.Hash(), e.rec.Close()
}

// setWriter returns what records the ports that are set.
func setWriter(w *trace.Writer) (func(*Set), error) {
	cd, err := codec.For(reflect.TypeFor[setMessage](), "sinew.Set")
	if err != nil {
		return nil, err
	}
	ch, err := w.ChannelOf(topicSet, cd, nil)
	return func(x *Set) {
		m := setMessage{int32(x.Enclave), int32(x.Reactions), x.Path, x.Value}
		w.Record(ch, int64(x.Tag.Time), x.Tag.Microstep, cd, unsafe.Pointer(&m))
	}, err
}

// describe returns the description of the run in a fork's recording.
func (s *Session) describe(inst *run.Instance) map[string]string {
	about := maps.Clone(s.about.Run)
	if len(about) == 0 && inst.Describe != nil {
		about = inst.Describe()
	}
	if about == nil {
		about = map[string]string{}
	}
	about[run.KeyTrace], about[run.KeyFork] = "*", strconv.Itoa(len(s.sets.all))
	return about
}
