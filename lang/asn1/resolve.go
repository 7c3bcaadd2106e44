package asn1

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/math/unit"
)

// assigned returns the type of an assignment; nil after a fault.
func (l *linker) assigned(a *assignment) *param.Type {
	if a.result != nil || a.begun {
		return a.result
	}
	a.begun = true
	defer func() { a.done = true }()
	t := l.resolve(a.in, a.of)
	if t == nil {
		return nil
	}
	if a.value == nil {
		own := *t
		own.Name, own.Pos, own.Doc = a.name.Text, a.name.Pos, a.notes.doc
		t = &own
	}
	if t = l.united(t, a.notes); l.large(t) {
		l.fault(Large, a.name.Pos, fmt.Sprintf("%s consists of more than %d types", a.name.Text, param.MaxParts), "name fewer types that name others")
		return nil
	}
	a.result = t
	return t
}

// large reports whether a type consists of more types than it may.
func (l *linker) large(t *param.Type) bool { return l.count(t) > param.MaxParts }

// count is the number of types that a type consists of, at most one more than it may be.
func (l *linker) count(t *param.Type) int {
	if n := l.parts[t]; n > 0 {
		return n
	}
	n := 1
	if t.Elem != nil {
		n += l.count(t.Elem)
	}
	for i := range t.Members {
		n = min(n+l.count(t.Members[i].Type), param.MaxParts+1)
	}
	l.parts[t] = n
	return n
}

// resolve makes a type from its text; nil after a fault.
func (l *linker) resolve(m *module, x *typeText) *param.Type {
	t := &param.Type{Kind: x.kind, Pos: x.Pos, Alphabet: x.alphabet, Items: x.items}
	ok := true
	switch x.kind {
	case param.NoKind:
		t = l.named(m, x)
	case param.List:
		if t.Elem = l.resolve(m, x.elem); t.Elem == nil {
			return nil
		}
	case param.Record, param.Choice:
		for i := range x.members {
			member, sound := l.member(m, &x.members[i])
			t.Members = append(t.Members, member)
			ok = ok && sound
		}
	}
	if t == nil || !ok {
		return nil
	}
	for _, b := range x.bounds {
		if t = l.bounded(m, t, b); t == nil {
			return nil
		}
	}
	return t
}

// named finds the type that a name stands for.
func (l *linker) named(m *module, x *typeText) *param.Type {
	a, known := m.find(x.name.Text)
	if x.in.Text != "" {
		from := l.modules[x.in.Text]
		if from == nil {
			l.faults = append(l.faults, unknown(x.Pos, "module", x.in.Text, nil))
			return nil
		}
		if a, known = from.names[x.name.Text], false; a != nil && !from.exported(x.name.Text) {
			l.fault(Name, x.name.Pos, fmt.Sprintf("%s does not export %s", from.name.Text, x.name.Text), "add it to its EXPORTS")
			return nil
		}
		if a != nil && m.from[x.name.Text] != from {
			l.fault(Name, x.name.Pos, fmt.Sprintf("%s is not imported from %s", x.name.Text, from.name.Text), "add it to IMPORTS")
			return nil
		}
	}
	switch {
	case a == nil && known: // its import has been reported
		return nil
	case a == nil || a.value != nil:
		var all []string
		for _, o := range m.all {
			if o.value == nil {
				all = append(all, o.name.Text)
			}
		}
		l.faults = append(l.faults, unknown(x.name.Pos, "type", x.name.Text, all))
		return nil
	case a.begun && !a.done:
		l.fault(Recursion, x.name.Pos, x.name.Text+" contains itself", "data of no fixed depth is not supported: bound it with types of different names")
		return nil
	}
	return l.assigned(a)
}

// member makes a member from its text; sound is false after a fault.
func (l *linker) member(m *module, x *memberText) (out param.Member, sound bool) {
	out = param.Member{Name: x.name.Text, Doc: x.notes.doc, Pos: x.name.Pos, Optional: x.optional}
	t := l.resolve(m, x.of)
	if t == nil {
		return out, false
	}
	if out.Type = l.united(t, x.notes); x.value == nil {
		return out, true
	}
	v, ok := l.value(m, out.Type, x.value)
	out.Default = &v
	return out, ok
}

// united gives a number, or the numbers of a list, the unit in a comment.
func (l *linker) united(t *param.Type, n notes) *param.Type {
	if n.unitAt.Line == 0 {
		return t
	}
	inner := t
	for inner.Kind == param.List {
		inner = inner.Elem
	}
	_, u, ok := unit.Find(n.unit)
	switch {
	case inner.Kind != param.Integer && inner.Kind != param.Real:
		l.fault(UnitFault, n.unitAt, fmt.Sprintf("the unit %s is given to what is no number", n.unit), "leave it out")
	case !ok || n.unit == "":
		l.fault(UnitFault, n.unitAt, fmt.Sprintf("there is no unit %q", n.unit), "give one of package unit, such as m, m/s, rad, deg, s, ms, Hz, N or %")
	case inner.Unit != "" && inner.Unit != u.Symbol:
		l.fault(UnitFault, n.unitAt, fmt.Sprintf("the unit is %s, and that of the type is %s", u.Symbol, inner.Unit), "leave it out, or use a type without a unit")
	default:
		return withUnit(t, u.Symbol)
	}
	return t
}

func withUnit(t *param.Type, symbol string) *param.Type {
	own := *t
	if own.Kind == param.List {
		own.Elem = withUnit(own.Elem, symbol)
	} else {
		own.Unit = symbol
	}
	return &own
}

// bounded restricts a type; nil after a fault.
func (l *linker) bounded(m *module, t *param.Type, b bounds) *param.Type {
	own := *t
	own.Name = ""
	ok := false
	switch {
	case b.size && (t.Kind == param.List || t.Kind == param.String):
		ok = l.sized(m, &own, b)
	case !b.size && t.Kind == param.Integer:
		ok = l.ints(m, &own, b)
	case !b.size && t.Kind == param.Real:
		ok = l.reals(m, &own, b)
	case b.size:
		l.fault(Bound, b.Pos, "a SIZE for what is no list or string", "leave it out")
	default:
		l.fault(Bound, b.Pos, "a range for what is no number", "leave it out, or write SIZE (…)")
	}
	if !ok {
		return nil
	}
	return &own
}

// whole is a bound that is a whole number.
func (l *linker) whole(m *module, n *param.Node, otherwise int64) (int64, bool) {
	if n == nil {
		return otherwise, true
	}
	v, ok := l.value(m, &param.Type{Kind: param.Integer}, n)
	return v.Int, ok
}

// span reads both bounds as whole numbers within those of the type; open bounds are moved by one.
func (l *linker) span(m *module, b bounds, low, high int64) (from, to int64, ok bool) {
	from, ok = l.whole(m, b.low, low)
	to, ok2 := l.whole(m, b.high, high)
	if !ok || !ok2 {
		return 0, 0, false
	}
	if b.lowOpen && from < math.MaxInt64 {
		from++
	}
	if b.highOpen && to > math.MinInt64 {
		to--
	}
	return from, to, l.holds(b.Pos, from <= to, from >= low && to <= high)
}

// holds reports bounds that hold nothing, or more than they may.
func (l *linker) holds(at diag.Pos, some, within bool) bool {
	switch {
	case !some:
		l.fault(Bound, at, "no value is within these bounds", "give the lower bound first")
	case !within:
		l.fault(Bound, at, "the bounds lie outside those of the type", "give narrower ones")
	default:
		return true
	}
	return false
}

func (l *linker) ints(m *module, t *param.Type, b bounds) bool {
	was := param.IntRange{Min: math.MinInt64, Max: math.MaxInt64}
	if t.Ints != nil {
		was = *t.Ints
	}
	low, high, ok := l.span(m, b, was.Min, was.Max)
	t.Ints = &param.IntRange{Min: low, Max: high}
	return ok
}

func (l *linker) sized(m *module, t *param.Type, b bounds) bool {
	was := param.Size{Max: math.MaxInt}
	if t.Size != nil {
		was = *t.Size
	}
	low, high, ok := l.span(m, b, int64(was.Min), int64(was.Max))
	t.Size = &param.Size{Min: int(low), Max: int(high)}
	return ok
}

func (l *linker) reals(m *module, t *param.Type, b bounds) bool {
	was := param.RealRange{Min: math.Inf(-1), Max: math.Inf(1)}
	if t.Reals != nil {
		was = *t.Reals
	}
	r, ok := was, true
	if b.low != nil {
		v, sound := l.value(m, &param.Type{Kind: param.Real}, b.low)
		r.Min, r.MinOpen, ok = v.Real, b.lowOpen, sound
	}
	if b.high != nil {
		v, sound := l.value(m, &param.Type{Kind: param.Real}, b.high)
		r.Max, r.MaxOpen, ok = v.Real, b.highOpen, ok && sound
	}
	if !ok {
		return false
	}
	some := r.Min < r.Max || r.Min == r.Max && !r.MinOpen && !r.MaxOpen
	within := r.Min >= was.Min && r.Max <= was.Max && !(r.Min == was.Min && was.MinOpen && !r.MinOpen) && !(r.Max == was.Max && was.MaxOpen && !r.MaxOpen)
	t.Reals = &r
	return l.holds(b.Pos, some, within)
}
