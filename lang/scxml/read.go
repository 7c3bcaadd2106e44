package scxml

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/model/chart"
)

// Rules describes the codes of faults in documents.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "scxml-syntax", Text: "a document that is no XML, or no SCXML at its root"},
		{Code: "scxml-element", Text: "an element or attribute value that SCXML does not have there"},
		{Code: "scxml-id", Text: "a state's id that is given twice, or a target or initial state that there is not"},
		{Code: "scxml-unsupported", Text: "what has no counterpart in a chart here"},
		{Code: "scxml-code", Text: "a condition or script that its host does not take"},
		{Code: "scxml-differs", Text: "what works, but not exactly as SCXML says (a warning)"},
	}
}

// reader makes a model from a tree.
type reader struct {
	host   Host
	faults diag.Faults
	paths  map[string]string   // of states, by id
	kinds  map[string]string   // names of elements, by path
	finals map[string]bool     // paths
	names  map[*element]string // of states, in their composite
	ids    map[string]string   // as written, by path
	data   []*element          // data models' data, and scripts, in order
	in     map[*element]string // paths of the states that conditions test
	null   bool                // the data model is SCXML's null
}

// Read reads a document; name is the name of its file. host may be nil: then conditions and scripts fail when they run.
// The model is nil if there are faults of severity diag.Error; Model.Check may find more.
func Read(name string, text []byte, host Host) (*chart.Model, diag.Faults) {
	root, faults := parse(name, text)
	if root == nil {
		return nil, faults
	}
	r := &reader{host: host, paths: map[string]string{}, kinds: map[string]string{}, finals: map[string]bool{}, names: map[*element]string{},
		ids: map[string]string{}, in: map[*element]string{}, null: attr(root, "datamodel") == "null"}
	m := &chart.Model{Name: attr(root, "name"), InnerFirst: true, Single: true}
	if m.Name == "" {
		m.Name = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	}
	m.Root = &chart.Node{Name: m.Name, Pos: root.At}
	r.collect(root, "root")
	r.fill(root, m.Root, "root")
	r.initialData(m)
	r.faults.Sort()
	if r.faults.Err() != nil {
		return nil, r.faults
	}
	return m, r.faults
}

func (r *reader) fault(code string, at diag.Pos, what, do string) {
	r.faults = append(r.faults, diag.Fault{Code: code, What: what, Do: do, Pos: at})
}

func (r *reader) differs(at diag.Pos, what, do string) {
	r.faults = append(r.faults, diag.Fault{Code: "scxml-differs", What: what, Do: do, Pos: at, Severity: diag.Warning})
}

// isState reports whether an element is a node of the chart.
func isState(name string) bool {
	return name == "state" || name == "parallel" || name == "final" || name == "history"
}

// collect gives every state its name and path.
func (r *reader) collect(e *element, path string) {
	r.kinds[path] = e.Local()
	n := 0
	for _, c := range e.Kids {
		if !isState(c.Local()) {
			continue
		}
		n++
		id := attr(c, "id")
		name := strings.NewReplacer(".", "_", "@", "_", `\`, "_").Replace(id)
		if id == "" {
			name = fmt.Sprintf("%s_%d", c.Local(), n)
		}
		r.names[c] = name
		if _, twice := r.paths[id]; twice && id != "" {
			r.fault("scxml-id", c.At, fmt.Sprintf("the id %s is given twice", id), "rename one")
		} else if id != "" {
			r.paths[id] = path + "." + name
		}
		r.finals[path+"."+name] = c.Local() == "final"
		r.ids[path+"."+name] = cmp.Or(id, name)
		r.collect(c, path+"."+name)
	}
}

// fill makes the parts of a composite, or a leaf's code.
func (r *reader) fill(e *element, n *chart.Node, path string) {
	n.Orthogonal = e.Local() == "parallel"
	var first string
	var entry, exit block
	var entered, left []*element
	for _, c := range e.Kids {
		switch c.Local() {
		case "state", "parallel", "final", "history":
			child := r.node(c, path)
			n.Nodes = append(n.Nodes, child)
			if first == "" && c.Local() != "history" {
				first = path + "." + child.Name
			}
		case "onentry":
			entry, entered = append(entry, r.content(c)...), append(entered, c.Kids...)
		case "onexit":
			exit, left = append(exit, r.content(c)...), append(left, c.Kids...)
		case "transition", "initial": // below
		case "datamodel":
			r.data = append(r.data, c.Kids...)
		case "script":
			r.data = append(r.data, c)
		case "invoke":
			r.invoke(c)
		case "donedata":
			r.fault("scxml-unsupported", c.At, c.Local()+" has no counterpart", "write it as a state's activity in Go or Lua, or remove it")
		default:
			r.unknown(c, e, "state", "parallel", "final", "history", "onentry", "onexit", "transition", "initial", "datamodel", "invoke")
		}
	}
	if done := r.done(path); e.Local() == "final" && len(done) > 0 {
		entry, entered = append(entry, done...), nil
	}
	n.Entry, n.Exit = r.body(entry, "onentry", e.At, entered), r.body(exit, "onexit", e.At, left)
	if first != "" && e.Local() != "parallel" {
		r.initial(e, n, path, first)
	}
	for _, c := range e.Kids {
		if isState(c.Local()) {
			r.transitions(c, n, path+"."+r.names[c])
		}
	}
	if path == "root" {
		r.rootsOwn(e)
	}
}

func (r *reader) invoke(e *element) {
	r.fault("scxml-unsupported", e.At, "invoke has no counterpart: what a chart consists of, and its memory, is fixed before it runs",
		"write the other chart as a state within, or as a component of its own that is connected by events")
}

// rootsOwn reports what the root cannot have.
func (r *reader) rootsOwn(e *element) {
	for _, c := range e.Kids {
		if c.Local() == "transition" {
			r.fault("scxml-element", c.At, "scxml itself has no transitions", "move it into a state")
		}
	}
	if d := attr(e, "datamodel"); d != "" && d != "null" && d != "lua" {
		r.differs(e.At, "the data model is "+d+", and conditions and scripts are given to a host that takes them for names or Lua", "write them so, or look them over")
	}
}

func (r *reader) unknown(c, in *element, known ...string) {
	r.fault("scxml-element", c.At, fmt.Sprintf("SCXML has no %s in %s", c.Local(), in.Local()), spelling.Suggest(c.Local(), known))
}

// node makes a state or history.
func (r *reader) node(e *element, parent string) *chart.Node {
	n := &chart.Node{Name: r.names[e], Pos: e.At}
	path := parent + "." + n.Name
	if e.Local() != "history" {
		r.fill(e, n, path)
		return n
	}
	switch attr(e, "type") {
	case "", "shallow":
		n.Kind = chart.Shallow
	case "deep":
		n.Kind = chart.Deep
	default:
		r.fault("scxml-element", e.At, "a history is of type "+attr(e, "type"), "give shallow or deep")
	}
	return n
}

// initial adds the transition by which a composite is entered: to what initial says, or to the first state.
func (r *reader) initial(e *element, n *chart.Node, path, first string) {
	t := &chart.Transition{Src: "initial", Tgt: first, Pos: e.At}
	if id := attr(e, "initial"); id != "" {
		t.Tgt = r.target(e, id)
	}
	for _, c := range e.Kids {
		if c.Local() != "initial" {
			continue
		}
		for _, inner := range c.Kids {
			if inner.Local() != "transition" {
				r.unknown(inner, c, "transition")
				continue
			}
			t.Tgt, t.Pos = r.target(inner, attr(inner, "target")), inner.At
			t.Effect = r.body(r.content(inner), "effect", inner.At, inner.Kids)
		}
	}
	if t.Tgt != "" && !strings.HasPrefix(t.Tgt, path+".") {
		r.fault("scxml-id", t.Pos, "the initial state is none within", "name a state within")
		return
	}
	n.Transitions = append(n.Transitions, t)
}

// target resolves ids to a path.
func (r *reader) target(e *element, ids string) string {
	list := words(ids)
	if len(list) > 1 {
		r.fault("scxml-unsupported", e.At, "a transition to several states at once has no counterpart", "name the parallel around them")
		return ""
	}
	if len(list) == 0 {
		return ""
	}
	path, ok := r.paths[list[0]]
	if !ok {
		known := make([]string, 0, len(r.paths))
		for id := range r.paths { // order: sorted below
			known = append(known, id)
		}
		slices.Sort(known)
		r.fault("scxml-id", e.At, "there is no state "+list[0], spelling.Suggest(list[0], known))
	}
	return path
}

// transitions adds a state's transitions to the composite around it.
func (r *reader) transitions(e *element, holder *chart.Node, src string) {
	for _, c := range e.Kids {
		if c.Local() != "transition" || e.Local() == "history" && holder.Orthogonal { // its regions are all entered anyway
			continue
		}
		t := &chart.Transition{Src: src, Pos: c.At}
		if ids := attr(c, "target"); ids != "" {
			if t.Tgt = r.target(c, ids); t.Tgt == "" {
				continue
			}
		}
		switch kind := attr(c, "type"); kind {
		case "", "external", "internal":
			t.Internal = t.Tgt == "" || kind == "internal" && e.Local() == "state" && strings.HasPrefix(t.Tgt, src+".")
		default:
			r.fault("scxml-element", c.At, "a transition is of type "+kind, "give external or internal")
		}
		if e.Local() == "history" {
			t.Internal = false
		} else {
			r.triggers(c, t)
		}
		if cond := strings.TrimSpace(attr(c, "cond")); cond != "" {
			t.Guard = &chart.Body{Text: cond, Pos: c.At, Test: r.cond(c, cond), From: source{[]*element{c}, r.in}}
		}
		t.Effect = r.body(r.content(c), "effect", c.At, c.Kids)
		holder.Transitions = append(holder.Transitions, t)
	}
}

// triggers sets what triggers a transition. A descriptor names an event and all events whose names continue it with a
// dot.
func (r *reader) triggers(e *element, t *chart.Transition) {
	for _, d := range words(attr(e, "event")) {
		d = strings.TrimSuffix(strings.TrimSuffix(d, "*"), ".")
		if d == "" {
			t.Matches = append(t.Matches, &chart.Body{Text: "*", Pos: e.At, Match: func(c *chart.Call, event chart.Event) (bool, error) {
				name := c.EventName(event)
				return !strings.HasPrefix(name, "e_done@") && event != chart.EventInit, nil
			}})
			continue
		}
		t.Events = append(t.Events, d)
		if d == "error" || d == "error.execution" {
			t.Events = append(t.Events, "e_error")
		}
		prefix := d + "."
		t.Matches = append(t.Matches, &chart.Body{Text: prefix + "*", Pos: e.At, Match: func(c *chart.Call, event chart.Event) (bool, error) {
			return strings.HasPrefix(c.EventName(event), prefix), nil
		}})
	}
}

// done makes the events that report that a composite has reached its end.
func (r *reader) done(path string) (acts block) {
	up := func(path string) string { return path[:max(strings.LastIndexByte(path, '.'), 0)] }
	parent := up(path)
	if parent == "root" {
		return nil
	}
	acts = append(acts, raise("done.state."+r.ids[parent]))
	whole := up(parent)
	if r.kinds[whole] != "parallel" {
		return acts
	}
	event := "done.state." + r.ids[whole]
	return append(acts, func(c *chart.Call) error {
		p := c.Node(whole)
		nodes, _ := c.Len()
		for n := range chart.NodeID(nodes) {
			if c.Parent(n) == p && c.Written(n).Kind == chart.StateNode && !r.finals[c.Path(c.Child(n))] {
				return nil
			}
		}
		return c.SendName(event)
	})
}
