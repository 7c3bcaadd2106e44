package scxml

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/model/chart"
)

// Write makes a document from a model, for other tools; Read reads the chart back. Executable content and conditions that Read has read are
// written as they were. Other code is not written out but called: the script or condition is a call, without arguments, of a function named
// by the body's Text, together with the state's name if several bodies have the same text. Parts without a counterpart in SCXML are faults
// with their places, and then there is no document; parts that work differently there, or are left out, are warnings.
func Write(m *chart.Model) ([]byte, diag.Faults) {
	if faults := m.Check(); faults.Err() != nil {
		return nil, faults
	}
	w := &writer{nodes: map[string]*chart.Node{}, ids: map[string]string{}, names: map[*chart.Body]string{}, from: map[string][]leading{}}
	w.gather(m)
	w.compare(m)
	w.open(0, "scxml", "xmlns", "http://www.w3.org/2005/07/scxml", "version", "1.0", "name", m.Name)
	if m.Root.Entry != nil {
		w.code(1, m.Root.Entry)
	}
	if m.Root.Exit != nil {
		w.differs(m.Root.Pos, "what the root does on exit is left out", "give it to a state")
	}
	w.inside(m.Root, "root", 1)
	for _, l := range w.from["root"] {
		w.unsupported(l.t.Pos, "a transition from the root", "draw it from a state around the others")
	}
	w.shut(0, "scxml")
	w.faults.Sort()
	if w.faults.Err() != nil {
		return nil, w.faults
	}
	return w.b.Bytes(), w.faults
}

// leading is a transition with the path of its target, "" for none.
type leading struct {
	t   *chart.Transition
	tgt string
}

// writer writes a model.
type writer struct {
	b      bytes.Buffer
	faults diag.Faults
	nodes  map[string]*chart.Node // by path
	ids    map[string]string      // by path
	names  map[*chart.Body]string // names of the functions that stand for code
	from   map[string][]leading   // transitions by the path of their source, in the order in which they are tried
	events []string
}

func (w *writer) unsupported(at diag.Pos, what, do string) {
	w.faults = append(w.faults, diag.Fault{Code: "scxml-unsupported", What: what + " has no counterpart in SCXML", Do: do, Pos: at})
}

func (w *writer) differs(at diag.Pos, what, do string) {
	w.faults = append(w.faults, diag.Fault{Code: "scxml-differs", What: what, Do: do, Pos: at, Severity: diag.Warning})
}

// gather finds the ids of states and the transitions of each. If several states have the same name, their paths are used instead.
func (w *writer) gather(m *chart.Model) {
	names := map[string]int{}
	m.Walk(func(n *chart.Node, path string, _ *chart.Node) {
		w.nodes[path] = n
		names[n.Name]++
	}, func(t *chart.Transition, _ *chart.Node, holder string) {
		src, l := chart.Resolve(t.Src, holder), leading{t: t}
		if t.Tgt != "" {
			l.tgt = chart.Resolve(t.Tgt, holder)
		}
		w.from[src] = append(w.from[src], l)
		w.events = append(w.events, t.Events...)
	})
	m.Walk(func(n *chart.Node, path string, _ *chart.Node) {
		id := n.Name
		if names[id] > 1 {
			id = strings.TrimPrefix(path, "root.")
		}
		if path != "root" && len(words(id)) != 1 {
			w.unsupported(n.Pos, fmt.Sprintf("the name %q", n.Name), "give the state a name without blanks")
		}
		w.ids[path] = id
		from := w.from[path]
		sort.SliceStable(from, func(i, j int) bool { return from[i].t.Priority > from[j].t.Priority })
	}, nil)
	w.nameCode(m)
}

// nameCode gives the functions their names: a body's text or, if another body has it too, the text and the state's id.
func (w *writer) nameCode(m *chart.Model) {
	type piece struct {
		b  *chart.Body
		of string
	}
	var all []piece
	texts, taken := map[string]int{}, map[string]bool{}
	add := func(of string, bodies ...*chart.Body) {
		for _, b := range bodies {
			if b != nil && written(b) == nil && !slices.ContainsFunc(all, func(p piece) bool { return p.b == b }) {
				texts[b.Text]++
				all = append(all, piece{b, of})
			}
		}
	}
	m.Walk(func(n *chart.Node, path string, _ *chart.Node) {
		add(w.ids[path], n.Entry, n.Exit)
		for _, l := range w.from[path] {
			add(w.ids[path], l.t.Guard, l.t.Effect)
		}
	}, nil)
	for _, p := range all {
		name := identifier(p.b.Text)
		if texts[p.b.Text] > 1 {
			name = identifier(p.b.Text + "_" + p.of)
		}
		for k, plain := 2, name; taken[name]; k++ {
			name = fmt.Sprintf("%s_%d", plain, k)
		}
		taken[name] = true
		w.names[p.b] = name
	}
}

// identifier turns a text into a valid name of a function.
func identifier(text string) string {
	name := strings.Map(func(r rune) rune {
		if r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, text)
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return "_" + name
	}
	return name
}

// compare reports what works differently in the document than in the model.
func (w *writer) compare(m *chart.Model) {
	if !m.InnerFirst {
		w.differs(m.Root.Pos, "SCXML asks the innermost state first, and this chart the outermost", "look over events that states within each other react to")
	}
	if !m.Single {
		w.differs(m.Root.Pos, "SCXML takes one event a step, and transitions without one between events; this chart takes all events at once", "look over transitions without events")
	}
	if len(w.names) > 0 {
		w.differs(m.Root.Pos, "functions are called by names in the document, not written out", "give whoever reads it functions of these names")
	}
	slices.Sort(w.events)
	w.events = slices.Compact(w.events)
	for _, e := range w.events {
		if longer := slices.IndexFunc(w.events, func(x string) bool { return strings.HasPrefix(x, e+".") }); longer >= 0 {
			w.differs(m.Root.Pos, fmt.Sprintf("in SCXML a transition for %s is one for %s, too", e, w.events[longer]), "rename one of the events")
		}
	}
}

// line begins a line.
func (w *writer) line(depth int) {
	for range depth {
		w.b.WriteString("  ")
	}
}

// open writes the beginning of an element, with pairs of attributes; empty ones are left out.
func (w *writer) open(depth int, name string, attrs ...string) {
	w.line(depth)
	w.tag(name, attrs)
	w.b.WriteString(">\n")
}

func (w *writer) tag(name string, attrs []string) {
	w.b.WriteString("<" + name)
	for i := 0; i < len(attrs); i += 2 {
		if attrs[i+1] != "" {
			w.b.WriteString(" " + attrs[i] + `="`)
			w.escape(attrs[i+1])
			w.b.WriteString(`"`)
		}
	}
}

// escape writes text; a buffer takes all of it.
func (w *writer) escape(text string) { _ = xml.EscapeText(&w.b, []byte(text)) }

func (w *writer) shut(depth int, name string) {
	w.line(depth)
	w.b.WriteString("</" + name + ">\n")
}

// written is what a body was read from, nil for nothing.
func written(b *chart.Body) []*element {
	s, _ := b.From.(source)
	return s.elements
}

// code writes executable content as it was read, or a script that calls it.
func (w *writer) code(depth int, b *chart.Body) {
	if all := written(b); all != nil {
		w.elements(depth, all, b.From.(source).in)
		return
	}
	w.line(depth)
	w.b.WriteString("<script>")
	w.escape(w.names[b] + "()")
	w.b.WriteString("</script>\n")
}

// elements writes elements that were read. Data are put into a data model.
func (w *writer) elements(depth int, all []*element, in map[*element]string) {
	for i, e := range all {
		data := e.Local() == "data"
		inner := depth
		if data {
			inner++
		}
		if data && (i == 0 || all[i-1].Local() != "data") {
			w.open(depth, "datamodel")
		}
		w.element(inner, e, in)
		if data && (i+1 == len(all) || all[i+1].Local() != "data") {
			w.shut(depth, "datamodel")
		}
	}
}

// element writes an element that was read, with its content.
func (w *writer) element(depth int, e *element, in map[*element]string) {
	var attrs []string
	for _, a := range e.Attrs {
		switch {
		case a.Name.Space != "" || a.Name.Local == "xmlns":
		case a.Name.Local == "cond":
			attrs = append(attrs, "cond", w.cond(e, in))
		default:
			attrs = append(attrs, a.Name.Local, a.Value)
		}
	}
	w.line(depth)
	w.tag(e.Local(), attrs)
	switch {
	case len(e.Kids) > 0:
		w.b.WriteString(">\n")
		w.elements(depth+1, e.Kids, in)
		w.shut(depth, e.Local())
	case e.Word() != "":
		w.b.WriteString(">" + inText.Replace(e.Text()) + "</" + e.Local() + ">\n")
	default:
		w.b.WriteString("/>\n")
	}
}

// inText escapes character data; its lines stay lines.
var inText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")

// cond is an element's condition. A state that it tests has its id in this document.
func (w *writer) cond(e *element, in map[*element]string) string {
	if id := w.ids[in[e]]; id != "" {
		return "In('" + id + "')"
	}
	return attr(e, "cond")
}

// wrapped writes a script in an element, if there is a body.
func (w *writer) wrapped(depth int, in string, b *chart.Body) {
	if b != nil {
		w.open(depth, in)
		w.code(depth+1, b)
		w.shut(depth, in)
	}
}

// inside writes the contents of a composite or leaf.
func (w *writer) inside(n *chart.Node, path string, depth int) {
	w.initial(n, path, depth)
	for _, c := range n.Nodes {
		at := path + "." + c.Name
		switch {
		case c.Kind == chart.Junction:
			if c.Name != "initial" {
				w.unsupported(c.Pos, "a connector", "lead its transitions from state to state")
			}
		case c.Kind != chart.StateNode:
			w.history(c, at, depth)
		default:
			w.state(c, at, depth)
		}
	}
}

// initial writes how a composite is entered.
func (w *writer) initial(n *chart.Node, path string, depth int) {
	ways := w.from[path+".initial"]
	if len(ways) == 0 {
		return
	}
	l := ways[0]
	if len(ways) > 1 || n.Orthogonal || l.t.Guard != nil || len(l.t.Events)+len(l.t.Matches) > 0 || !strings.HasPrefix(l.tgt, path+".") {
		w.unsupported(l.t.Pos, "an initial connector with several ways, conditions, or a way out of its state", "enter one state, and go on from there")
		return
	}
	w.open(depth, "initial")
	w.transition(l, depth+1, "target", w.target(l))
	w.shut(depth, "initial")
}

// history writes a history with its default transition.
func (w *writer) history(n *chart.Node, path string, depth int) {
	kind := map[chart.Kind]string{chart.Shallow: "shallow", chart.Deep: "deep"}[n.Kind]
	w.open(depth, "history", "id", w.ids[path], "type", kind)
	for i, l := range w.from[path] {
		if i > 0 || l.t.Guard != nil || len(l.t.Events)+len(l.t.Matches) > 0 {
			w.unsupported(l.t.Pos, "a history with several ways or with conditions", "let it lead to one state")
		}
		w.transition(l, depth+1, "target", w.target(l))
	}
	w.shut(depth, "history")
}

// state writes a state with its contents.
func (w *writer) state(n *chart.Node, path string, depth int) {
	name := "state"
	if n.Orthogonal {
		name = "parallel"
	}
	w.open(depth, name, "id", w.ids[path])
	w.wrapped(depth+1, "onentry", n.Entry)
	w.wrapped(depth+1, "onexit", n.Exit)
	if n.Doo != nil {
		w.differs(n.Doo.Pos, "the activity (doo) of "+path+" is left out", "let the program around the chart do it")
	}
	w.inside(n, path, depth+1)
	for _, l := range w.from[path] {
		kind := ""
		switch {
		case l.t.Internal && l.tgt != "" && (n.Orthogonal || !strings.HasPrefix(l.tgt, path+".")):
			w.unsupported(l.t.Pos, "an internal transition that leads out of its source", "make it an external one")
		case l.t.Internal && l.tgt != "":
			kind = "internal"
		}
		cond := ""
		if g := l.t.Guard; g != nil {
			cond = w.names[g] + "()"
			if s, ok := g.From.(source); ok {
				cond = w.cond(s.elements[0], s.in)
			}
		}
		if !l.t.Internal || l.tgt != "" || len(l.t.Events)+len(l.t.Matches) > 0 || l.t.Guard != nil {
			w.transition(l, depth+1, "event", w.descriptors(l.t, path), "cond", cond, "target", w.target(l), "type", kind)
		}
	}
	w.shut(depth, name)
}

// target is the id of a transition's target. A transition to an initial connector leads to its state.
func (w *writer) target(l leading) string {
	if l.tgt == "" {
		return ""
	}
	at := l.tgt
	if n := w.nodes[at]; n != nil && n.Kind == chart.Junction && n.Name == "initial" {
		at = strings.TrimSuffix(at, ".initial")
	}
	if at == "root" {
		w.unsupported(l.t.Pos, "a transition to the root", "put a state around the others")
	}
	return w.ids[at]
}

// transition writes a transition, with its effect.
func (w *writer) transition(l leading, depth int, attrs ...string) {
	w.line(depth)
	w.tag("transition", attrs)
	if l.t.Effect == nil {
		w.b.WriteString("/>\n")
		return
	}
	w.b.WriteString(">\n")
	w.code(depth+1, l.t.Effect)
	w.shut(depth, "transition")
}

// descriptors lists what triggers a transition of a state. An error is error.execution, and * means any event.
func (w *writer) descriptors(t *chart.Transition, src string) string {
	var all []string
	for _, e := range t.Events {
		failing, fails := strings.CutPrefix(e, "e_error@")
		switch {
		case fails && strings.HasPrefix(src+".", failing+"."):
			w.differs(t.Pos, "SCXML does not tell errors by their states: the transition takes each that comes in "+src, "look over what may fail there")
			e = "error.execution"
		case e == "e_error":
			e = "error.execution"
		case e == "e_done" || strings.Contains(e, "@"):
			w.unsupported(t.Pos, "the event "+e, "use a transition without events, or an event of the program's own")
		case len(words(e)) != 1 || strings.ContainsAny(e, "*(") || strings.HasSuffix(e, "."):
			w.unsupported(t.Pos, fmt.Sprintf("an event with the name %q", e), "rename it")
		}
		all = append(all, e)
	}
	for _, b := range t.Matches {
		switch e, prefix := strings.CutSuffix(b.Text, ".*"); {
		case b.Text == "*":
			all = append(all, "*")
		case !prefix || !slices.Contains(t.Events, e): // Read makes the same from one that is there
			w.unsupported(cmp.Or(b.Pos, t.Pos), "a predicate over events", "name the events")
		}
	}
	return strings.Join(slices.Compact(all), " ")
}
