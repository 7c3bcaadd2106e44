package rfsm

import (
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/model/chart"
)

// reader makes a model from the tables of a chart, initialised or not.
type reader struct {
	*Library
	nodes, transitions []lua.Value // in the order of chart.Model.Walk
	predicates         [][]lua.Value
	objects            []lua.Value // events that are not strings, numbers or booleans
	depth              int         // of the node being read
}

// kind says which element of rFSM a value is: "state", "connector", "transition", or "".
func (l *Library) kind(v lua.Value) string {
	if meta := l.vm.Metatable(v); !l.vm.Inherited(meta, l.k[kRfsm]).Truth() {
		return ""
	}
	f := l.vm.Inherited(v, l.k[kType])
	if f.Type() != "function" {
		return ""
	}
	kind := l.vm.Get(l.vm.Get(l.core, l.k[kKinds]), f)
	if kind.IsNil() { // of one of the user's classes
		n, err := l.vm.CallWithin(1000, f, v)
		if err != nil {
			return ""
		}
		kind = l.vm.Result(0)
		l.vm.Pop(n)
	}
	for k := kState; k <= kTransition; k++ {
		if l.k[k].Same(kind) {
			return keyTexts[k]
		}
	}
	return ""
}

// element is a field that holds an element.
type element struct {
	name  string
	kind  string
	value lua.Value
}

// elements returns the elements of a state, in the order of pairs.
func (r *reader) elements(state lua.Value) (all []element) {
	type field struct {
		name string
		v    lua.Value
	}
	var fields []field
	for k, v := range r.vm.Pairs(state) {
		name := r.vm.Text(k)
		if v.Type() == "table" && name != "" && !strings.HasPrefix(name, "_") {
			fields = append(fields, field{name, v})
		}
	}
	for _, f := range fields {
		if kind := r.kind(f.v); kind != "" {
			all = append(all, element{f.name, kind, f.v})
		}
	}
	return all
}

// maxDepth bounds the nesting of states.
const maxDepth = 100

// node reads a state with everything in it, or a connector.
func (r *reader) node(name, kind string, t lua.Value) *chart.Node {
	n := &chart.Node{Name: name, Pos: r.pos(t)}
	r.nodes = append(r.nodes, t)
	if kind == "connector" {
		n.Kind = chart.Junction
		return n
	}
	n.Entry, n.Exit, n.Doo = r.body(t, kEntry), r.body(t, kExit), r.body(t, kDoo)
	if r.depth++; r.depth > maxDepth {
		r.vm.Fail("%s: a state that is in itself, or more than %d states in each other", n.Pos, maxDepth)
	}
	defer func() { r.depth-- }()
	elements := r.elements(t)
	for _, e := range elements {
		if e.kind == "state" || e.kind == "connector" {
			n.Nodes = append(n.Nodes, r.node(e.name, e.kind, e.value))
		}
	}
	for _, e := range elements {
		if e.kind == "transition" {
			n.Transitions = append(n.Transitions, r.transition(e.value))
		}
	}
	return n
}

// transition reads a transition.
func (r *reader) transition(t lua.Value) *chart.Transition {
	tr := &chart.Transition{Src: r.path(t, kSrc), Tgt: r.path(t, kTgt), Guard: r.body(t, kGuard), Effect: r.body(t, kEffect), Pos: r.pos(t)}
	if n, ok := r.vm.Inherited(t, r.k[kPn]).AsFloat(); ok {
		tr.Priority = int(n)
	}
	r.transitions = append(r.transitions, t)
	var predicates []lua.Value
	events := r.vm.Inherited(t, r.k[kEvents])
	if events.Type() == "string" {
		tr.Events = append(tr.Events, r.event(events))
	}
	for i := range r.vm.Len(events) {
		v := r.vm.Get(events, lua.Int(int64(i)+1))
		if v.Type() == "function" {
			predicates = append(predicates, v)
			tr.Matches = append(tr.Matches, r.code(v, "predicate"))
		} else {
			tr.Events = append(tr.Events, r.event(v))
		}
	}
	r.predicates = append(r.predicates, predicates)
	return tr
}

// path is where a transition begins or ends: a name, or the full name of a node.
func (r *reader) path(t lua.Value, k key) string {
	v := r.vm.Inherited(t, r.k[k])
	if v.Type() != "table" {
		return strings.ReplaceAll(r.vm.Text(v), `\`, ".")
	}
	switch fqn := r.vm.Text(r.vm.Get(v, r.k[kFqn])); fqn {
	case "root":
		return "root.root" // a path without a dot is that of a child
	default:
		return fqn
	}
}

// event is the engine's name for an event. Strings are their own names, unless they begin with a bracket: the names of
// all other values are in brackets.
func (r *reader) event(v lua.Value) string {
	if name := r.plain(v); name != "" {
		return name
	}
	for i, o := range r.objects {
		if o.Same(v) {
			return objectName(v, i)
		}
	}
	r.objects = append(r.objects, v)
	return objectName(v, len(r.objects)-1)
}

func objectName(v lua.Value, i int) string { return "(" + v.Type() + " " + strconv.Itoa(i+1) + ")" }

// plain is the name of an event that follows from its value; "" for objects.
func (l *Library) plain(v lua.Value) string {
	l.text = l.appendPlain(l.text[:0], v)
	return string(l.text)
}

func (l *Library) appendPlain(dst []byte, v lua.Value) []byte {
	switch v.Type() {
	case "string":
		from := len(dst)
		dst = l.vm.AppendText(dst, v)
		if len(dst) == from {
			return append(dst, "()"...)
		}
		if dst[from] == '(' {
			dst = append(dst, ' ')
			copy(dst[from+1:], dst[from:])
			dst[from] = '('
		}
		return dst
	case "number":
		if i, ok := v.AsInt(); ok { // 7 and 7.0 are the same key
			v = lua.Int(i)
		}
		return append(l.vm.AppendText(append(dst, '('), v), ')')
	case "boolean":
		return append(strconv.AppendBool(append(dst, '('), v.Truth()), ')')
	}
	return dst
}

// body describes a function in a field, if there is one.
func (r *reader) body(t lua.Value, k key) *chart.Body {
	if v := r.vm.Inherited(t, r.k[k]); !v.IsNil() {
		return r.code(v, keyTexts[k])
	}
	return nil
}

func (r *reader) code(f lua.Value, text string) *chart.Body {
	file, line := r.vm.Where(f)
	return &chart.Body{Text: text, Pos: diag.Pos{File: file, Line: line}}
}

// pos is where an element was written.
func (r *reader) pos(t lua.Value) diag.Pos {
	where := r.vm.Text(r.vm.Get(t, r.k[kWhere]))
	i := strings.LastIndexByte(where, ':')
	if i < 0 {
		return diag.Pos{File: where}
	}
	line, _ := strconv.Atoi(where[i+1:])
	return diag.Pos{File: where[:i], Line: line}
}
