package debug

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/codec"
)

// Cause is a value, or a reaction, and what led to it.
type Cause struct {
	Kind     string   `json:"kind"` // port, door, action, timer, startup, …; state: an earlier reaction of the same reactor
	Path     string   `json:"path"`
	Tag      *Tag     `json:"tag"`
	Reaction string   `json:"reaction,omitempty"` // that set or scheduled it
	Value    string   `json:"value,omitempty"`
	Note     string   `json:"note,omitempty"`
	Causes   []*Cause `json:"causes,omitempty"`
	tag      reactor.Tag
}

// Bounds of a chain, and how many stretches of the run are searched for the reaction that scheduled an action.
const (
	whyDepth = 6
	whyNodes = 300
	whyBack  = 8
)

// why follows a value back through reactions and connections to the inputs that it came from.
func (s *Session) why(c *command) (view.Answer, error) {
	f, err := s.e.look.find(c.path, ports|doors)
	if err != nil {
		return view.Answer{}, err
	}
	home := s.e.at()
	if c.at != nil {
		if err := s.moveToTag(s.tagOf(c.at)); err != nil {
			return view.Answer{}, s.home(home, err)
		}
	}
	w := &tracer{s: s, home: s.e.at(), depth: whyDepth, seen: map[seen]bool{}}
	if c.n > 0 {
		w.depth = c.n
	}
	var m mark
	if f.port >= 0 {
		_, m = s.e.port(f.port)
	} else {
		_, m = s.e.door(f.door)
	}
	if m.n == 0 {
		return view.Answer{}, s.home(home, fmt.Errorf("nothing has come to %s so far: there is no why", f.path))
	}
	var root *Cause
	if f.port >= 0 {
		root, err = w.port(int32(s.e.look.source[f.port]), m.n, 0)
	} else {
		root, err = w.door(int32(f.door), m.n, 0)
	}
	if err = s.home(home, err); err != nil {
		return view.Answer{}, err
	}
	var b strings.Builder
	root.write(&b, 0)
	return view.Answer{Text: strings.TrimSuffix(b.String(), "\n"), Data: root}, nil
}

// home brings the run back to where the question was asked.
func (s *Session) home(at place, err error) error {
	if err != nil {
		s.job.stop.Store(false)
	}
	if back := s.moveTo(at); back != nil {
		return back
	}
	return err
}

// seen is something that the chain has passed.
type seen struct {
	kind byte
	id   int32
	n    uint64
}

// tracer follows causes.
type tracer struct {
	s     *Session
	home  place
	depth int
	nodes int
	seen  map[seen]bool
}

// node makes a cause, and reports whether to follow it further.
func (w *tracer) node(kind, path string, tag reactor.Tag, key seen, depth int) (*Cause, bool) {
	c := &Cause{Kind: kind, Path: path, Tag: tagOf(tag), tag: tag}
	w.nodes++
	switch {
	case w.seen[key]:
		c.Note = "see above"
		return c, false
	case depth >= w.depth || w.nodes > whyNodes:
		c.Note = "…"
		return c, false
	}
	w.seen[key] = true
	return c, true
}

// at returns what happened at the tag numbered n.
func (w *tracer) at(n uint64) (*segment, *tagLog, error) {
	g, err := w.s.segmentOf(n, w.home)
	if err != nil {
		return nil, nil, err
	}
	if at := n - g.from - 1; at < uint64(len(g.tags)) {
		return g, &g.tags[at], nil
	}
	return nil, nil, fmt.Errorf("tag %d does not come again", n)
}

// port says why a source port was set at the tag numbered n.
func (w *tracer) port(id int32, n uint64, depth int) (*Cause, error) {
	g, t, err := w.at(n)
	if err != nil {
		return nil, err
	}
	look := w.s.e.look
	c, on := w.node("port", look.ports[id].Path, t.tag, seen{'p', id, n}, depth)
	c.Value = g.show(look.portCd[id], t.values, id)
	if w.s.sets.byHand(look, int(id), t) {
		c.Note, on = "set by hand", false
	}
	if door := w.doorOf(id, t); door != "" && c.Note != "set by hand" {
		c.Note = "through a " + door
		on = on && door != "mock"
	}
	if !on {
		return c, nil
	}
	for i := range t.runs {
		if slices.Contains(t.runs[i].sets, id) {
			c.Reaction = w.s.e.prog.ReactionPath(t.runs[i].rx)
			if t.runs[i].late {
				c.Note = "deadline missed"
			}
			c.Causes, err = w.reaction(n, i, depth+1, false)
			return c, err
		}
	}
	return c, w.arrival(c, id, n, t, depth)
}

// doorOf is the kind of the door through which a source port was set at a tag; empty if it was not.
func (w *tracer) doorOf(id int32, t *tagLog) string {
	look := w.s.e.look
	for _, l := range t.doors {
		if d := look.doors[l.id]; d.Path == look.ports[id].Path {
			return d.Kind
		}
	}
	return ""
}

// arrival follows a value that was on its way through a connection with a delay.
func (w *tracer) arrival(c *Cause, id int32, n uint64, t *tagLog, depth int) error {
	look := w.s.e.look
	for _, x := range look.graph.Connections {
		if x.To != int(id) || !x.Delayed && !x.Physical {
			continue
		}
		from := int32(look.source[x.From])
		sent, ok, err := w.lastSet(from, n-1, func(tag reactor.Tag) bool { return x.Physical || !t.tag.Before(tag.After(x.Delay)) })
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		cause, err := w.port(from, sent, depth+1)
		if err != nil {
			return err
		}
		if x.Delayed {
			c.Note = fmt.Sprintf("%v later", x.Delay)
		}
		c.Causes = append(c.Causes, cause)
	}
	if len(c.Causes) == 0 && c.Note == "" {
		c.Note = "from outside"
	}
	return nil
}

// lastSet finds the last tag, up to the one numbered n, at which a source port was set.
func (w *tracer) lastSet(id int32, n uint64, fits func(reactor.Tag) bool) (uint64, bool, error) {
	for n > 0 {
		g, _, err := w.at(n)
		if err != nil {
			return 0, false, err
		}
		for ; n > g.from; n-- {
			t := &g.tags[n-g.from-1]
			if fits(t.tag) && slices.ContainsFunc(t.values, func(l logged) bool { return l.id == id }) {
				return n, true, nil
			}
		}
		n = g.ports[id].n
	}
	return 0, false, nil
}

// reaction lists what led to run i of the tag numbered n: what triggered it, what else it read, its devices' answers,
// and its reactor's state, unless it is itself such a state.
func (w *tracer) reaction(n uint64, i, depth int, remembered bool) (all []*Cause, err error) {
	_, t, err := w.at(n)
	if err != nil {
		return nil, err
	}
	e, rx := w.s.e, t.runs[i].rx
	at := e.look.inGraph[rx]
	if at == graph.None { // it implements a connection
		from, _, _ := strings.Cut(e.prog.ReactionPath(rx), " -> ")
		if p, ok := e.look.portByPath(from); ok {
			c, err := w.port(int32(e.look.source[p]), n, depth)
			return append(all, c), err
		}
		return nil, nil
	}
	r := &e.look.graph.Reactions[at]
	add := func(c *Cause, err2 error) {
		if c != nil {
			all = append(all, c)
		}
		if err == nil {
			err = err2
		}
	}
	for _, ref := range append(slices.Clone(r.Triggers), r.Uses...) {
		switch ref.Kind {
		case graph.RefPort:
			if id := int32(e.look.source[ref.ID]); slices.ContainsFunc(t.values, func(l logged) bool { return l.id == id }) {
				add(w.port(id, n, depth))
			}
		case graph.RefTrigger:
			add(w.trigger(ref.ID, n, depth))
		}
	}
	for _, id := range t.runs[i].asked {
		add(w.device(id, n))
	}
	if remembered {
		return all, err
	}
	for _, other := range e.look.graph.Reactors[r.Reactor].Reactions {
		if other != at && err == nil {
			c, err2 := w.state(other, n, i, depth)
			if err = err2; c != nil && c.Note == "" {
				all = append(all, c)
			}
		}
	}
	return all, err
}

// parent is the path of the reactor that holds something.
func parent(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }

// trigger says why a timer or action was present at the tag numbered n; nil if it was not.
func (w *tracer) trigger(id int, n uint64, depth int) (*Cause, error) {
	look := w.s.e.look
	x := look.graph.Triggers[id]
	_, t, err := w.at(n)
	if err != nil {
		return nil, err
	}
	if door, ok := look.doorByPath(x.Path); ok && slices.ContainsFunc(t.doors, func(l logged) bool { return l.id == int32(door) }) {
		return w.door(int32(door), n, depth)
	}
	i := slices.IndexFunc(t.fired, func(f fired) bool { return f.path == x.Path })
	if i < 0 {
		if x.Kind == graph.Shutdown && n == w.s.e.hist.tags && !w.s.e.next.ok {
			return &Cause{Kind: "shutdown", Path: x.Path, Tag: tagOf(t.tag), tag: t.tag}, nil
		}
		return nil, nil
	}
	c, on := w.node(x.Kind.String(), x.Path, t.tag, seen{'t', int32(id), n}, depth)
	c.Value = t.fired[i].value
	if x.Kind != graph.LogicalAction {
		c.Note = "" // there is nothing further
		return c, nil
	}
	if !on {
		return c, nil
	}
	for back, at := 0, n-1; back < whyBack && at > 0; back++ {
		g, _, err := w.at(at)
		if err != nil {
			return c, err
		}
		for ; at > g.from; at-- {
			for k := range g.tags[at-g.from-1].runs {
				run := &g.tags[at-g.from-1].runs[k]
				if slices.Contains(run.sends, sent{x.Path, t.tag}) {
					c.Reaction = w.s.e.prog.ReactionPath(run.rx)
					c.Note = "scheduled at " + stamp(g.tags[at-g.from-1].tag)
					c.Causes, err = w.reaction(at, k, depth+1, false)
					return c, err
				}
			}
		}
	}
	c.Note = "scheduled earlier"
	return c, nil
}

// state says what another reaction of a reactor did last before run i of the tag numbered n: it may have left state
// that played a part. nil if that is not known.
func (w *tracer) state(other int, n uint64, i, depth int) (*Cause, error) {
	e := w.s.e
	rx := &e.look.graph.Reactions[other]
	id, ok := e.look.reaction[rx.Path]
	if !ok || depth >= w.depth {
		return nil, nil
	}
	g, t, err := w.at(n)
	if err != nil {
		return nil, err
	}
	for k := i - 1; k >= 0; k-- {
		if t.runs[k].rx == id {
			return w.stateOf(rx.Path, id, n, k, depth)
		}
	}
	for at := n - 1; at > g.from; at-- {
		if k := runOf(&g.tags[at-g.from-1], id); k >= 0 {
			return w.stateOf(rx.Path, id, at, k, depth)
		}
	}
	at := w.lastTrigger(rx, g)
	if at == 0 {
		return nil, nil
	}
	if _, t, err = w.at(at); err != nil {
		return nil, err
	}
	if k := runOf(t, id); k >= 0 {
		return w.stateOf(rx.Path, id, at, k, depth)
	}
	return nil, nil
}

// runOf finds a reaction's run, -1 if it was not run.
func runOf(t *tagLog, id int32) int {
	return slices.IndexFunc(t.runs, func(r runLog) bool { return r.rx == id })
}

// lastTrigger is the number of the last tag before a stretch at which a port or door triggered a reaction; 0 none.
func (w *tracer) lastTrigger(rx *graph.Reaction, g *segment) uint64 {
	look, last := w.s.e.look, uint64(0)
	for _, r := range rx.Triggers {
		switch r.Kind {
		case graph.RefPort:
			last = max(last, g.ports[look.source[r.ID]].n)
		case graph.RefTrigger:
			if door, ok := look.doorByPath(look.graph.Triggers[r.ID].Path); ok {
				last = max(last, g.doors[door].n)
			}
		}
	}
	return last
}

func (w *tracer) stateOf(path string, id int32, n uint64, i, depth int) (*Cause, error) {
	_, t, err := w.at(n)
	if err != nil {
		return nil, err
	}
	c, on := w.node("state", parent(path), t.tag, seen{'s', id, n}, depth)
	c.Reaction = path
	if on {
		c.Causes, err = w.reaction(n, i, depth+1, true)
	}
	return c, err
}

// door ends a chain: something came in from outside. For an actuator the chain continues with the command.
func (w *tracer) door(id int32, n uint64, depth int) (*Cause, error) {
	c, err := w.device(id, n)
	if err != nil || w.s.e.look.doors[id].Kind != "actuator" {
		return c, err
	}
	_, t, err := w.at(n)
	if err != nil {
		return c, err
	}
	for i := range t.runs {
		if slices.Contains(t.runs[i].asked, id) {
			c.Reaction = w.s.e.prog.ReactionPath(t.runs[i].rx)
			c.Causes, err = w.reaction(n, i, depth+1, false)
		}
	}
	return c, err
}

// device returns what came through a door at the tag numbered n.
func (w *tracer) device(id int32, n uint64) (*Cause, error) {
	g, t, err := w.at(n)
	if err != nil {
		return nil, err
	}
	d := w.s.e.look.doors[id]
	return &Cause{Kind: "door", Path: d.Path, Tag: tagOf(t.tag), tag: t.tag, Note: d.Kind,
		Value: g.show(w.s.e.look.doorCd[id], t.doors, id)}, nil
}

// show writes the last value noted under an id.
func (g *segment) show(cd *codec.Codec, all []logged, id int32) string {
	for i := len(all) - 1; i >= 0; i-- {
		l := all[i]
		if l.id != id {
			continue
		}
		v := reflect.New(cd.Type())
		if l.to == 0 || cd.Decode(g.bytes[l.from:l.to], v.UnsafePointer()) != nil {
			return "(large)"
		}
		return text(cd, v.UnsafePointer(), shortValue)
	}
	return ""
}

// byHand reports whether a user set a source port at a tag.
func (ss *sets) byHand(look *names, source int, t *tagLog) bool {
	return slices.ContainsFunc(ss.all, func(x Set) bool {
		id, ok := look.portByPath(x.Path)
		return ok && look.source[id] == source && x.Tag == t.tag && x.Enclave == t.enclave
	})
}

// write writes the chain as an indented tree.
func (c *Cause) write(b *strings.Builder, depth int) {
	fmt.Fprintf(b, "%s%s %s", strings.Repeat("  ", depth), stamp(c.tag), c.Path)
	if c.Kind != "port" {
		fmt.Fprintf(b, " (%s)", c.Kind)
	}
	if c.Value != "" {
		b.WriteString(" = " + c.Value)
	}
	if c.Reaction != "" {
		b.WriteString(" by " + c.Reaction)
	}
	if c.Note != "" {
		b.WriteString(" [" + c.Note + "]")
	}
	b.WriteByte('\n')
	for _, x := range c.Causes {
		x.write(b, depth+1)
	}
}
