package deploy

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/lang/param"
)

// Read reads a deployment: a text in Lua if its name ends in .lua, otherwise in YAML. open returns the texts of scripts
// and charts by the names that the deployment gives them. All faults of the text are returned.
func Read(file string, text []byte, open func(file string) ([]byte, error)) (*Plan, error) {
	r := &reader{open: open, p: &Plan{File: file}}
	var tree *param.Node
	if strings.EqualFold(filepath.Ext(file), ".lua") {
		var err error
		if tree, err = planOfLua(file, string(text)); err != nil {
			return nil, err
		}
	} else {
		var faults diag.Faults
		if tree, faults = param.Parse(param.YAML, file, text); len(faults) > 0 {
			return nil, faults
		}
	}
	r.plan(tree)
	if err := append(r.faults, r.p.Check()...).Err(); err != nil {
		return nil, err
	}
	return r.p, nil
}

// reader makes a plan from a tree.
type reader struct {
	open   func(string) ([]byte, error)
	p      *Plan
	faults diag.Faults
}

func (r *reader) wrong(n *param.Node, do, format string, args ...any) {
	r.faults = append(r.faults, diag.Fault{Code: "deploy-syntax", Pos: r.at(n), What: fmt.Sprintf(format, args...), Do: do})
}

// at returns a node's position.
func (r *reader) at(n *param.Node) diag.Pos {
	pos := n.Pos
	pos.File = r.p.File
	return pos
}

// field is a member of an object and the function that reads it.
type field struct {
	name string
	read func(n *param.Node)
}

// object reads the members of an object. Members that are not listed are faults.
func (r *reader) object(n *param.Node, what string, fields ...field) {
	if n.Shape != param.Object {
		r.wrong(n, "", "%s has names with values", what)
		return
	}
	seen := map[string]bool{}
next:
	for _, p := range n.Parts {
		for _, f := range fields {
			if f.name == p.Name {
				if seen[p.Name] {
					r.wrong(p.Node, "", "%s is given twice", p.Name)
				} else {
					f.read(p.Node)
				}
				seen[p.Name] = true
				continue next
			}
		}
		known := make([]string, len(fields))
		for i, f := range fields {
			known[i] = f.name
		}
		at := *p.Node
		if p.At.Line > 0 {
			at.Pos = p.At
		}
		r.wrong(&at, "it has "+strings.Join(known, ", "), "%s has no %.60q", what, p.Name)
	}
}

// list reads a list.
func (r *reader) list(read func(n *param.Node)) func(n *param.Node) {
	return func(n *param.Node) {
		if n.Shape != param.Array {
			r.wrong(n, "begin each item with a -", "this is a list")
			return
		}
		for _, p := range n.Parts {
			read(p.Node)
		}
	}
}

// word reads a text or number as written.
func (r *reader) word(into *string) func(n *param.Node) {
	return func(n *param.Node) {
		if n.Shape != param.Plain && n.Shape != param.Quoted {
			r.wrong(n, "", "a text is expected")
			return
		}
		*into = n.Text
	}
}

// parsed reads a word that must be parsed.
func parsed[T any](r *reader, into *T, example string, parse func(string) (T, error)) func(n *param.Node) {
	return func(n *param.Node) {
		var text string
		if r.word(&text)(n); text == "" {
			return
		}
		v, err := parse(text)
		if err != nil {
			r.wrong(n, "write it as in "+example, "%.60q is not understood", text)
			return
		}
		*into = v
	}
}

func (r *reader) duration(into *time.Duration) func(n *param.Node) {
	return parsed(r, into, "1ms or 500us", time.ParseDuration)
}

func (r *reader) number(into *int) func(n *param.Node) { return parsed(r, into, "4", strconv.Atoi) }

func (r *reader) size(into *int64) func(n *param.Node) { return parsed(r, into, "256K", ParseSize) }

// ParseSize parses a number of bytes with a unit: 65536, 64K, 2M, 2MiB.
func ParseSize(text string) (int64, error) {
	digits := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text), "B"), "I")
	number, shift := strings.TrimRight(digits, "KMG"), 0
	if unit := digits[len(number):]; len(unit) == 1 {
		shift = 10 * (strings.Index("KMG", unit) + 1)
	} else if unit != "" {
		number = ""
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 || n > 1<<40>>shift {
		return 0, fmt.Errorf("%.40q is no size", text)
	}
	return n << shift, nil
}

func (r *reader) plan(n *param.Node) {
	r.object(n, "a deployment",
		field{"deployment", r.word(&r.p.Name)},
		field{"base", r.duration(&r.p.Base)},
		field{"room", r.number(&r.p.Room)},
		field{"components", r.list(r.component)},
		field{"connections", r.list(r.connection)})
}

func (r *reader) component(n *param.Node) {
	s := Spec{Pos: r.at(n), Run: true}
	var chart, state string
	x := &s.Script
	r.object(n, "a component",
		field{"name", r.word(&s.Name)}, field{"kind", r.word(&s.Kind)}, field{"script", r.word(&x.File)}, field{"chart", r.word(&chart)},
		field{"thread", r.word(&s.Thread)}, field{"period", r.duration(&s.Period)}, field{"deadline", r.duration(&s.Deadline)},
		field{"master", r.word(&s.Master)}, field{"state", r.word(&state)}, field{"set", r.settings(&s.Set)},
		field{"heap", r.size(&x.Heap)}, field{"low", r.size(&x.Low)},
		field{"budget", parsed(r, &x.Budget, "100000", func(t string) (int64, error) { return strconv.ParseInt(t, 10, 64) })},
		field{"collector", r.collector(&x.Collector)})
	switch state {
	case "", "running":
	case "configured":
		s.Ready, s.Run = true, false
	case "made":
		s.Run = false
	default:
		r.wrong(n, "", "state is running, configured or made, not %.40q", state)
	}
	if chart != "" {
		if x.File != "" {
			r.wrong(n, "leave one out", "%s has a script and a chart", s.Name)
		}
		x.File, x.Chart = chart, true
	}
	if x.File != "" {
		text, err := r.open(x.File)
		if err != nil {
			r.wrong(n, "", "%s: %v", s.Name, err)
		}
		x.Text = string(text)
	}
	r.p.Components = append(r.p.Components, s)
}

func (r *reader) settings(into *[]Setting) func(n *param.Node) {
	return func(n *param.Node) {
		if n.Shape != param.Object {
			r.wrong(n, "", "set has names of properties with values")
			return
		}
		for _, p := range n.Parts {
			*into = append(*into, Setting{p.Name, jsonOf(p.Node), r.at(p.Node)})
		}
	}
}

// jsonOf returns a value of the text as JSON.
func jsonOf(n *param.Node) string {
	var parts []string
	for _, p := range n.Parts {
		v := jsonOf(p.Node)
		if n.Shape == param.Object {
			v = text(p.Name) + ":" + v
		}
		parts = append(parts, v)
	}
	switch {
	case n.Shape == param.Object:
		return "{" + strings.Join(parts, ",") + "}"
	case n.Shape == param.Array:
		return "[" + strings.Join(parts, ",") + "]"
	case n.Shape == param.Plain && json.Valid([]byte(n.Text)):
		return n.Text
	}
	return text(n.Text)
}

func (r *reader) collector(c *Collector) func(n *param.Node) {
	return func(n *param.Node) {
		mode := ""
		r.object(n, "a collector", field{"mode", r.word(&mode)}, field{"after", r.duration(&c.After)}, field{"cells", r.number(&c.Cells)})
		for _, m := range []Mode{Free, Controlled, Off} {
			if m.String() == mode {
				c.Mode = m
				return
			}
		}
		r.wrong(n, "", "mode is free, controlled or off, not %.40q", mode)
	}
}

func (r *reader) connection(n *param.Node) {
	l := Link{Pos: r.at(n)}
	if n.Shape == param.Object {
		r.object(n, "a connection", field{"from", r.word(&l.From)}, field{"to", r.word(&l.To)}, field{"after", r.duration(&l.After)},
			field{"physical", parsed(r, &l.Physical, "true", strconv.ParseBool)})
	} else {
		var text string
		r.word(&text)(n)
		from, to, ok := strings.Cut(text, "->")
		if !ok {
			r.wrong(n, "write component.output -> component.input", "%.80q is no connection", text)
			return
		}
		l.From, l.To = strings.TrimSpace(from), strings.TrimSpace(to)
	}
	r.p.Connections = append(r.p.Connections, l)
}

// verbs are the functions of a deployment in Lua. Each notes where it was called.
const verbs = `local plan, getinfo = {components = {}, connections = {}}, debug.getinfo
local lines = {}
local function note(t) lines[t] = getinfo(3, "l").currentline return t end
function create(t) table.insert(plan.components, note(t)) end
function connect(from, to, options)
  local t = {from = from, to = to}
  for k, v in pairs(options or {}) do t[k] = v end
  table.insert(plan.connections, note(t))
end
function deployment(name) plan.deployment = name end
function room(n) plan.room = n end
function base(t) plan.base = t end
return plan, lines`

// Bounds of a deployment in Lua, which runs once before the program is built.
const (
	planHeap   = 4 << 20
	planBudget = 10_000_000
	planDepth  = 16
	planNodes  = 100_000
)

// planOfLua runs a deployment in Lua and returns the tree of what it declares.
func planOfLua(file, text string) (*param.Node, error) {
	fault := func(err error) error {
		return diag.Faults{{Code: "deploy-syntax", Pos: diag.Pos{File: file}, What: err.Error()}}
	}
	vm, err := lua.New(lua.Config{Heap: planHeap, Budget: planBudget, Seed: 1, NoOffsets: true})
	if err != nil {
		return nil, err
	}
	f, err := vm.Load("=deploy", verbs)
	if err != nil {
		return nil, err
	}
	if _, err = vm.Call(f); err != nil {
		return nil, err
	}
	plan, lines := vm.Result(0), vm.Result(1)
	if err = vm.SetGlobal("package.loaded.deployment", plan); err == nil {
		err = vm.SetGlobal("package.loaded.lines", lines)
	}
	if err != nil {
		return nil, err
	}
	if err := vm.Do("@"+file, text); err != nil {
		return nil, fault(err)
	}
	t := luaTree{vm: vm, lines: lines}
	n := t.node(plan, diag.Pos{Line: 1, Column: 1}, 0)
	if t.err != nil {
		return nil, fault(t.err)
	}
	return n, nil
}

// luaTree turns tables into a tree.
type luaTree struct {
	vm    *lua.VM
	lines lua.Value
	nodes int // so far
	err   error
}

func (t *luaTree) node(v lua.Value, at diag.Pos, depth int) *param.Node {
	if line, ok := t.vm.Get(t.lines, v).AsInt(); ok && v.Type() == "table" {
		at = diag.Pos{Line: int(line), Column: 1}
	}
	n := &param.Node{Shape: param.Plain, Pos: at}
	if t.nodes++; t.nodes > planNodes {
		t.err = fmt.Errorf("a deployment has at most %d tables and values; this one has more", planNodes)
	}
	if t.err != nil {
		return n
	}
	switch v.Type() {
	case "table":
		if depth > planDepth {
			t.err = fmt.Errorf("tables within tables, %d deep: a deployment has no such", planDepth)
			return n
		}
		n.Shape = param.Object
		if t.vm.Len(v) > 0 || depth == 1 {
			n.Shape = param.Array
		}
		for k, e := range t.vm.Pairs(v) {
			n.Parts = append(n.Parts, param.NodePart{Name: t.vm.Text(k), Node: t.node(e, at, depth+1)})
		}
	case "boolean":
		n.Text = strconv.FormatBool(v.Truth())
	case "string":
		n.Shape, n.Text = param.Quoted, t.vm.Text(v)
	case "number":
		n.Text = t.vm.Text(v)
	default:
		t.err = fmt.Errorf("a deployment is made of tables, texts, numbers and truth values; there is a %s", v.Type())
	}
	return n
}
