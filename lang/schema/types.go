package schema

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/math/unit"
)

// reader makes a type from a schema.
type reader struct {
	root   *param.Node
	open   []string // references that are being followed
	parts  int      // types that have been made
	beyond diag.Faults
	faults diag.Faults
}

// maxDepth bounds schemas within schemas.
const maxDepth = 64

// notes are keywords that restrict nothing.
var notes = []string{"$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "unit", "format"}

// no notes what no type can express.
func (r *reader) no(at diag.Pos, what string) *param.Type {
	r.beyond = append(r.beyond, diag.Fault{Code: Beyond, Severity: diag.Warning, Pos: at, What: spelling.Clip(what)})
	return nil
}

// known refuses keywords that a type of this kind does not have.
func (r *reader) known(n *param.Node, keywords ...string) bool {
	ok := true
	for _, p := range n.Parts {
		if !slices.Contains(notes, p.Name) && !slices.Contains(keywords, p.Name) {
			r.no(p.At, p.Name+" says what no type can")
			ok = false
		}
	}
	return ok
}

// word is the text of a keyword, "" if there is none.
func word(n *param.Node, keyword string) string {
	if p := n.Part(keyword); p != nil && (p.Shape == param.Quoted || p.Notation == param.YAML && p.Shape == param.Plain) {
		return p.Text
	}
	return ""
}

// typeOf makes a type; nil if none can express the schema.
func (r *reader) typeOf(n *param.Node, depth int) *param.Type {
	switch r.parts++; {
	case r.parts == param.MaxParts+1:
		return r.no(n.Pos, fmt.Sprintf("a type consists of at most %d types, each counted wherever it is referred to", param.MaxParts))
	case r.parts > param.MaxParts: // reported
		return nil
	case n.Shape != param.Object || depth > maxDepth:
		return r.no(n.Pos, "a schema that is true or false, or too deep, is no type")
	case n.Part("$ref") != nil:
		return r.reference(n, depth)
	}
	if dialect := word(n, "$schema"); dialect != "" && !strings.Contains(dialect, "2020-12") {
		return r.no(n.Part("$schema").Pos, "only draft 2020-12 becomes a type")
	}
	t := &param.Type{Pos: n.Pos, Doc: said(n)}
	ok := false
	switch is := word(n, "type"); {
	case n.Part("enum") != nil && (is == "string" || n.Part("type") == nil):
		ok = r.enumeration(n, t)
	case n.Part("oneOf") != nil && (is == "object" || n.Part("type") == nil):
		ok = r.choice(n, t, depth)
	case is == "object":
		ok = r.record(n, t, depth)
	case is == "array":
		ok = r.list(n, t, depth)
	case is == "integer":
		t.Kind = param.Integer
		ok = r.known(n, "type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum") && r.ints(n, t)
	case is == "number":
		t.Kind = param.Real
		ok = r.known(n, "type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
		r.reals(n, t)
	case is == "string":
		t.Kind = param.String
		ok = r.known(n, "type", "minLength", "maxLength") && r.size(n, t, "minLength", "maxLength")
		if f := n.Part("format"); f != nil && ok {
			r.beyond = append(r.beyond, diag.Fault{Code: Beyond, Severity: diag.Warning, Pos: f.Pos, What: "format is not checked"})
		}
	case is == "boolean":
		t.Kind = param.Boolean
		ok = r.known(n, "type")
	default:
		r.no(n.Pos, "no type can be of several kinds, or of none: give one \"type\"")
	}
	if !ok {
		return nil
	}
	return r.united(n, t)
}

// said is a schema's own description.
func said(n *param.Node) string {
	return strings.TrimSpace(word(n, "title") + "\n" + word(n, "description"))
}

// united gives a number its unit.
func (r *reader) united(n *param.Node, t *param.Type) *param.Type {
	u := n.Part("unit")
	if u == nil {
		return t
	}
	_, known, ok := unit.Find(u.Text)
	if !ok || u.Text == "" || t.Kind != param.Integer && t.Kind != param.Real {
		r.faults = append(r.faults, diag.Fault{Code: Invalid, Pos: u.Pos, What: spelling.Clip(u.String()) + " is no unit for this", Do: "give a number one of package unit, such as m, m/s, rad, deg, s, ms, Hz, N or %"})
		return t
	}
	own := *t
	own.Unit = known.Symbol
	return &own
}

// reference follows a reference within the file.
func (r *reader) reference(n *param.Node, depth int) *param.Type {
	name, ok := strings.CutPrefix(word(n, "$ref"), "#/$defs/")
	defs := r.root.Part("$defs")
	if !ok || defs == nil || defs.Part(name) == nil || strings.ContainsAny(name, "/~%") {
		return r.no(n.Part("$ref").Pos, "a reference of a type is #/$defs/NAME")
	}
	if slices.Contains(r.open, name) {
		return r.no(n.Part("$ref").Pos, name+" contains itself")
	}
	if !r.known(n, "$ref") {
		return nil
	}
	r.open = append(r.open, name)
	t := r.typeOf(defs.Part(name), depth+1)
	r.open = r.open[:len(r.open)-1]
	if t == nil {
		return nil
	}
	own := *t
	own.Name = name
	return r.united(n, &own)
}

func (r *reader) enumeration(n *param.Node, t *param.Type) bool {
	t.Kind = param.Enumeration
	for _, p := range n.Part("enum").Parts {
		if p.Node.Shape != param.Quoted && !(p.Node.Notation == param.YAML && p.Node.Shape == param.Plain) {
			r.no(p.Node.Pos, "a type's names are texts")
			return false
		}
		t.Items = append(t.Items, param.Item{Name: p.Node.Text})
	}
	if len(t.Items) == 0 {
		r.no(n.Pos, "enum has no names")
		return false
	}
	return r.known(n, "type", "enum")
}

// closed refuses objects that may have more members than those listed.
func (r *reader) closed(n *param.Node) bool {
	if a := n.Part("additionalProperties"); a == nil || a.Text != "false" || a.Shape != param.Plain {
		r.no(n.Pos, "a type's members are all listed: say \"additionalProperties\": false")
		return false
	}
	return true
}

// needed lists the names that a schema requires.
func (r *reader) needed(n *param.Node) (names []string) {
	if q := n.Part("required"); q != nil {
		for _, p := range q.Parts {
			names = append(names, p.Node.Text)
		}
	}
	return names
}

func (r *reader) record(n *param.Node, t *param.Type, depth int) bool {
	t.Kind = param.Record
	ok := r.known(n, "type", "properties", "required", "additionalProperties") && r.closed(n)
	needed := r.needed(n)
	if properties := n.Part("properties"); properties != nil {
		for _, p := range properties.Parts {
			m := param.Member{Name: p.Name, Pos: p.At, Type: r.typeOf(p.Node, depth+1)}
			if m.Type == nil {
				ok = false
				continue
			}
			m.Doc = said(p.Node)
			if !slices.Contains(needed, p.Name) {
				m.Optional = true
				r.defaulted(p.Node, &m)
			}
			t.Members = append(t.Members, m)
		}
	}
	for _, name := range needed {
		if ok && t.Member(name) == nil {
			r.no(n.Part("required").Pos, name+" is required and not among the properties")
			ok = false
		}
	}
	return ok
}

// defaulted takes a member's default.
func (r *reader) defaulted(n *param.Node, m *param.Member) {
	d := n.Part("default")
	if d == nil {
		return
	}
	v, faults := param.Check(m.Type, d, nil)
	r.faults = append(r.faults, faults...)
	m.Optional, m.Default = false, &v
}

// choice takes alternatives that are objects with one member each.
func (r *reader) choice(n *param.Node, t *param.Type, depth int) bool {
	t.Kind = param.Choice
	for _, p := range n.Part("oneOf").Parts {
		one := &param.Type{}
		if p.Node.Shape != param.Object || word(p.Node, "type") != "object" || !r.record(p.Node, one, depth+1) || len(one.Members) != 1 || one.Members[0].Optional || one.Members[0].Default != nil || t.Member(one.Members[0].Name) != nil {
			r.no(p.Node.Pos, "an alternative of a type is an object of one required member, of another name each")
			return false
		}
		t.Members = append(t.Members, one.Members[0])
	}
	return r.known(n, "type", "oneOf") && len(t.Members) > 0
}

func (r *reader) list(n *param.Node, t *param.Type, depth int) bool {
	t.Kind = param.List
	items := n.Part("items")
	if items == nil {
		r.no(n.Pos, "a type's elements have a type: say what \"items\" are")
		return false
	}
	t.Elem = r.typeOf(items, depth+1)
	return r.known(n, "type", "items", "minItems", "maxItems") && t.Elem != nil && r.size(n, t, "minItems", "maxItems")
}

// size takes bounds of a number of elements or characters.
func (r *reader) size(n *param.Node, t *param.Type, low, high string) bool {
	s := param.Size{Max: math.MaxInt}
	for _, b := range []struct {
		keyword string
		into    *int
	}{{low, &s.Min}, {high, &s.Max}} {
		if p := n.Part(b.keyword); p != nil {
			x, err := strconv.ParseFloat(p.Text, 64)
			if err != nil || x > 1<<31 {
				r.no(p.Pos, b.keyword+" is no such number as a type has")
				return false
			}
			*b.into = int(x)
			t.Size = &s
		}
	}
	return true
}

// ints takes bounds of whole numbers.
func (r *reader) ints(n *param.Node, t *param.Type) bool {
	b := param.IntRange{Min: math.MinInt64, Max: math.MaxInt64}
	for _, p := range n.Parts {
		low, open := strings.HasSuffix(p.Name, "inimum"), strings.HasPrefix(p.Name, "exclusive")
		if !low && !strings.HasSuffix(p.Name, "aximum") {
			continue
		}
		x, err := strconv.ParseInt(p.Node.Text, 10, 64)
		if err != nil || open && (x == math.MinInt64 || x == math.MaxInt64) {
			r.no(p.Node.Pos, p.Name+" of whole numbers of 64 bits is one, too")
			return false
		}
		switch {
		case low && open:
			b.Min = max(b.Min, x+1)
		case low:
			b.Min = max(b.Min, x)
		case open:
			b.Max = min(b.Max, x-1)
		default:
			b.Max = min(b.Max, x)
		}
		t.Ints = &b
	}
	return true
}

// reals takes bounds of numbers. If there are two on one side, the narrower one applies.
func (r *reader) reals(n *param.Node, t *param.Type) {
	b := param.RealRange{Min: math.Inf(-1), Max: math.Inf(1)}
	for _, p := range n.Parts {
		low, open := strings.HasSuffix(p.Name, "inimum"), strings.HasPrefix(p.Name, "exclusive")
		x, err := strconv.ParseFloat(p.Node.Text, 64)
		if err != nil || !low && !strings.HasSuffix(p.Name, "aximum") {
			continue
		}
		switch {
		case low && (x > b.Min || x == b.Min && open):
			b.Min, b.MinOpen = x, open
		case !low && (x < b.Max || x == b.Max && open):
			b.Max, b.MaxOpen = x, open
		}
		t.Reals = &b
	}
}
