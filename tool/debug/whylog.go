package debug

import (
	"errors"
	"slices"
	"strings"
	"time"
	"unsafe"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// A run does not log which reaction set what. When that is needed, a stretch of the run, from one keyframe to the next,
// is run again and logged in full.

// segmentTags is the greatest number of tags that are logged together.
const segmentTags = 2000

// segment is a logged stretch of a run: everything after the tag numbered from, up to the one numbered to.
type segment struct {
	from, to uint64
	ports    []mark // before it: when each source port was last set
	doors    []mark
	tags     []tagLog // tags[i] is numbered from+1+i
	bytes    []byte   // the values
}

// tagLog is what happened at a tag.
type tagLog struct {
	tag     reactor.Tag
	enclave int
	fired   []fired // timers, actions, connections with a delay
	runs    []runLog
	doors   []logged
	values  []logged // of ports, in the order in which they were set
}

// fired is a trigger that was present at a tag.
type fired struct {
	path, kind, value string
}

// runLog is a reaction that was run.
type runLog struct {
	rx    int32
	late  bool
	sets  []int32 // source ports
	sends []sent
	asked []int32 // doors of devices
}

// sent is an event that a reaction scheduled.
type sent struct {
	path string
	tag  reactor.Tag
}

// logged is a value: the place of its bytes. to is 0 if it was too large.
type logged struct {
	id       int32
	from, to int
}

// whyLogs are the stretches logged so far.
type whyLogs struct{ all []*segment }

func (l *whyLogs) dropFrom(n uint64) {
	l.all = slices.DeleteFunc(l.all, func(g *segment) bool { return g.to > n })
}

// segmentOf returns the stretch with the tag numbered n. home is the run's position: nothing after it is run.
func (s *Session) segmentOf(n uint64, home place) (*segment, error) {
	for _, g := range s.logs.all {
		if g.from < n && n <= g.to {
			return g, nil
		}
	}
	i := s.frames.before(func(x *frame) bool { return x.n < n })
	from, to := uint64(0), home
	if to.r > 0 { // an open tag is logged to its end
		to = place{to.n + 1, 0}
	}
	if i >= 0 {
		from = s.frames.all[i].n
		if i+1 < len(s.frames.all) && s.frames.all[i+1].n <= home.n {
			to = place{s.frames.all[i+1].n, 0}
		}
	}
	if n-from > segmentTags {
		from = n - segmentTags
	}
	if to.n-from > segmentTags {
		to = place{from + segmentTags, 0}
	}
	g, err := s.writeDown(from, to)
	if err == nil {
		s.logs.all = append(s.logs.all, g)
		if len(s.logs.all) > 16 {
			s.logs.all = s.logs.all[1:]
		}
	}
	return g, err
}

// writeDown runs a stretch again and logs it.
func (s *Session) writeDown(from uint64, to place) (*segment, error) {
	if err := s.moveTo(place{from, 0}); err != nil {
		return nil, err
	}
	e := s.e
	g := &segment{from: from, to: to.n, ports: slices.Clone(e.hist.ports), doors: slices.Clone(e.hist.doors)}
	l := &logger{e: e, g: g, was: make([]bool, len(e.look.ports))}
	e.watch = l.saw
	defer func() { e.watch = nil }()
	for e.at().before(to) && e.next.ok {
		n, begun := e.hist.tags, time.Now()
		l.ahead()
		had, err := s.faults[n], s.known(n, e.runTag(true))
		if !had && errors.As(err, new(*exec.PanicError)) {
			delete(s.faults, n) // the run itself has not reached it, and is to stop there
			err = nil
		}
		if err != nil {
			return nil, err
		}
		l.ended()
		if err := s.afterTag(begun); err != nil {
			return nil, err
		}
		if err := s.breathe(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// logger logs what an engine does.
type logger struct {
	e     *engine
	g     *segment
	was   []bool                // source ports that were present before the latest reaction
	queue []reactor.QueuedEvent // before it
	asked int                   // devices before it
}

func (l *logger) tag() *tagLog { return &l.g.tags[len(l.g.tags)-1] }

// ahead notes what is due at the tag that comes next.
func (l *logger) ahead() {
	x := tagLog{tag: l.e.next.tag, enclave: l.e.next.e.ID}
	l.queue = l.e.prog.Queue()
	for _, q := range l.queue {
		if q.Enclave != x.enclave || x.tag.Before(q.Tag) {
			continue
		}
		f := fired{path: q.Path, kind: q.Kind}
		if q.Type != nil {
			if cd, err := codec.For(q.Type, ""); err == nil {
				f.value = text(cd, q.Value, shortValue)
			}
		}
		x.fired = append(x.fired, f)
	}
	l.g.tags = append(l.g.tags, x)
	clear(l.was)
	l.asked = 0
}

// saw is called for every reaction, and with -1 at the beginning of the tag and for values set by a user.
func (l *logger) saw(e *engine, rx int32) {
	t := l.tag()
	if rx < 0 {
		for id := range e.look.ports {
			if e.look.source[id] == id && e.look.ports[id].Enclave == e.open.ID && e.prog.Present(id) && (!l.was[id] || e.sets.byHand(e.look, id, t)) {
				l.set(int32(id))
			}
		}
		return
	}
	run := runLog{rx: rx, late: slices.Contains(e.open.Misses(), rx), asked: slices.Clone(e.open.Asked()[l.asked:])}
	l.asked = len(e.open.Asked())
	for _, id := range e.look.effects(rx) {
		if e.prog.Present(id) && !l.was[id] {
			run.sets = append(run.sets, int32(id))
			l.set(int32(id))
		}
	}
	if e.look.schedules(rx) {
		q := e.prog.Queue()
		for _, x := range q {
			if x.Kind == "action" && !slices.ContainsFunc(l.queue, func(y reactor.QueuedEvent) bool { return y.Path == x.Path && y.Tag == x.Tag }) {
				run.sends = append(run.sends, sent{x.Path, x.Tag})
			}
		}
		l.queue = q
	}
	t.runs = append(t.runs, run)
}

// set notes a port's value.
func (l *logger) set(id int32) {
	l.was[id] = true
	t := l.tag()
	t.values = append(t.values, l.value(id, l.e.look.portCd[id], l.e.look.ports[id].Value))
}

func (l *logger) value(id int32, cd *codec.Codec, at unsafe.Pointer) logged {
	x := logged{id: id, from: len(l.g.bytes)}
	if cd.Size(at) <= longValue {
		l.g.bytes = cd.Append(l.g.bytes, at)
		x.to = len(l.g.bytes)
	}
	return x
}

// ended notes what came through doors at the tag.
func (l *logger) ended() {
	t := l.tag()
	for _, id := range l.e.hist.came {
		t.doors = append(t.doors, l.value(id, l.e.look.doorCd[id], l.e.look.doors[id].Value))
	}
}

// effects are the source ports that a reaction may set.
func (n *names) effects(id int32) []int {
	at := n.inGraph[id]
	if at == graph.None { // it implements a connection
		_, to, _ := strings.Cut(n.paths[id], " -> ")
		if port, ok := n.portByPath(to); ok {
			return []int{n.source[port]}
		}
		return nil
	}
	var all []int
	for _, r := range n.graph.Reactions[at].Effects {
		if r.Kind == graph.RefPort {
			all = append(all, n.source[r.ID])
		}
	}
	return all
}

// schedules reports whether a reaction may schedule an action.
func (n *names) schedules(id int32) bool {
	at := n.inGraph[id]
	return at != graph.None && slices.ContainsFunc(n.graph.Reactions[at].Effects, func(r graph.Ref) bool { return r.Kind == graph.RefTrigger })
}
