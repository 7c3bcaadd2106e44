// Package paramtest draws random types, values of them, and texts with one fault each at a known place, for tests of code
// that reads, writes, checks and generates types.
package paramtest

import (
	"fmt"
	"math"
	"strings"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/lang/param"
)

// units are a few that package unit knows.
var units = []string{"", "", "m/s", "deg", "rad/s", "ms", "%", "°C", "N·m"}

// name draws a name that is unique in its scope.
func name(t *rapid.T, n int, label string) string {
	return fmt.Sprintf("%s%d", rapid.SampledFrom([]string{"max-speed", "kp", "type", "x", "frame-id", "string"}).Draw(t, label), n)
}

// Record draws a record with members at most depth levels deep.
func Record(t *rapid.T, depth int) *param.Type {
	k := &param.Type{Kind: param.Record, Name: "Parameters"}
	members(t, k, depth, 1, 5)
	return k
}

func members(t *rapid.T, k *param.Type, depth, low, high int) {
	for n := range rapid.IntRange(low, high).Draw(t, "members") {
		m := param.Member{Name: name(t, n, "member"), Type: Type(t, depth-1)}
		if k.Kind == param.Record {
			switch rapid.IntRange(0, 4).Draw(t, "presence") {
			case 0:
				m.Optional = true
			case 1:
				v := Value(t, m.Type)
				m.Default = &v
			}
		}
		if rapid.Bool().Draw(t, "documented") {
			m.Doc = "What the member is for."
		}
		k.Members = append(k.Members, m)
	}
}

// Type draws a type at most depth levels deep.
func Type(t *rapid.T, depth int) *param.Type {
	kinds := []param.Kind{param.Integer, param.Real, param.Boolean, param.String, param.Enumeration}
	if depth > 0 {
		kinds = append(kinds, param.Record, param.Choice, param.List, param.List)
	}
	k := &param.Type{Kind: rapid.SampledFrom(kinds).Draw(t, "kind")}
	bounded := rapid.Bool().Draw(t, "bounded")
	switch k.Kind {
	case param.Record:
		members(t, k, depth, 0, 4)
	case param.Choice:
		members(t, k, depth, 1, 4)
	case param.List:
		k.Elem = Type(t, depth-1)
		k.Size = size(t, bounded, 5)
	case param.Enumeration:
		for n := range rapid.IntRange(1, 4).Draw(t, "items") {
			k.Items = append(k.Items, param.Item{Name: name(t, n, "item")})
		}
	case param.Integer:
		k.Unit = rapid.SampledFrom(units).Draw(t, "unit")
		if bounded {
			low := rapid.Int64Range(-1e6, 1e6).Draw(t, "low")
			k.Ints = &param.IntRange{Min: low, Max: low + rapid.Int64Range(0, 1e6).Draw(t, "width")}
		}
	case param.Real:
		k.Unit = rapid.SampledFrom(units).Draw(t, "unit")
		if bounded {
			low := rapid.Float64Range(-1e3, 1e3).Draw(t, "low")
			k.Reals = &param.RealRange{Min: low, Max: low + rapid.Float64Range(0.5, 1e3).Draw(t, "width"),
				MinOpen: rapid.Bool().Draw(t, "minopen"), MaxOpen: rapid.Bool().Draw(t, "maxopen")}
		}
	case param.String:
		k.Size = size(t, bounded, 8)
		k.Alphabet = param.Alphabet(rapid.IntRange(0, 4).Draw(t, "alphabet"))
	}
	return k
}

func size(t *rapid.T, bounded bool, most int) *param.Size {
	if !bounded {
		return nil
	}
	low := rapid.IntRange(0, most).Draw(t, "least")
	return &param.Size{Min: low, Max: low + rapid.IntRange(0, most-low).Draw(t, "more")}
}

// length draws a length within a size.
func length(t *rapid.T, s *param.Size) int {
	if s == nil {
		return rapid.IntRange(0, 4).Draw(t, "length")
	}
	return rapid.IntRange(s.Min, s.Max).Draw(t, "length")
}

// Value draws a value of a type.
func Value(t *rapid.T, k *param.Type) param.Value {
	v := param.Value{Kind: k.Kind}
	switch k.Kind {
	case param.Record:
		for _, m := range k.Members {
			if !m.Optional || rapid.Bool().Draw(t, "there") {
				v.Parts = append(v.Parts, param.Part{Name: m.Name, Value: Value(t, m.Type)})
			}
		}
	case param.Choice:
		m := rapid.SampledFrom(k.Members).Draw(t, "alternative")
		v.Parts = []param.Part{{Name: m.Name, Value: Value(t, m.Type)}}
	case param.List:
		for range length(t, k.Size) {
			v.Parts = append(v.Parts, param.Part{Value: Value(t, k.Elem)})
		}
	case param.Enumeration:
		v.Text = rapid.SampledFrom(k.Items).Draw(t, "item").Name
	case param.Integer:
		r := param.IntRange{Min: math.MinInt64, Max: math.MaxInt64}
		if k.Ints != nil {
			r = *k.Ints
		}
		v.Int = rapid.Int64Range(r.Min, r.Max).Draw(t, "int")
	case param.Real:
		r := param.RealRange{Min: -1e300, Max: 1e300}
		if k.Reals != nil {
			r = *k.Reals
		}
		if v.Real = rapid.Float64Range(r.Min, r.Max).Draw(t, "real"); !k.Reals.Has(v.Real) { // an open bound
			v.Real = r.Min + (r.Max-r.Min)/2
		}
	case param.Boolean:
		v.Bool = rapid.Bool().Draw(t, "bool")
	case param.String:
		runes := []rune("aZ09 '(-:\"\\#{}[]é→𝄞\u00a0&<>")
		for range length(t, k.Size) {
			r := rapid.SampledFrom(runes).Draw(t, "rune")
			if !k.Alphabet.Has(r) {
				r = '7'
			}
			v.Text += string(r)
		}
	}
	return v
}

// Trial is a type with a text of values, and a text with one fault.
type Trial struct {
	Type     *param.Type
	Notation param.Notation
	Clean    []byte
	Bad      Seeded
}

// Trials draws trials in the given notations. Members that have a default may be left out. adjust, if not nil, changes
// each type before it is used.
func Trials(adjust func(*param.Type), notations ...param.Notation) *rapid.Generator[Trial] {
	return rapid.Custom(func(t *rapid.T) Trial {
		n := rapid.SampledFrom(notations).Draw(t, "notation")
		for {
			k := Record(t, 3)
			if adjust != nil {
				adjust(k)
			}
			v := Value(t, k)
			omit(t, k, &v)
			clean, err := param.Format(&v, n)
			if err != nil {
				t.Fatal(err)
			}
			if bad, ok := Break(t, k, v, n); ok {
				return Trial{k, n, clean, bad}
			}
		}
	})
}

// omit leaves out some of the members that have a default.
func omit(t *rapid.T, k *param.Type, v *param.Value) {
	parts := v.Parts[:0:0]
	for _, p := range v.Parts {
		inner := k.Elem
		if m := k.Member(p.Name); m != nil {
			if inner = m.Type; m.Default != nil && rapid.Bool().Draw(t, "omitted") {
				continue
			}
		}
		omit(t, inner, &p.Value)
		parts = append(parts, p)
	}
	v.Parts = parts
}

// Tally counts the kinds of faults and their places.
type Tally map[string]int

// Add counts a trial.
func (t Tally) Add(s *Trial) {
	t[fmt.Sprint(s.Notation, " ", s.Bad.What)]++
	for _, in := range s.Bad.In {
		t["in "+in]++
	}
}

// Short names the cases of notations and types that were tried too rarely.
func (t Tally) Short(least int, notations ...param.Notation) (few []string) {
	all := []string{"in a choice", "in a list", "in an optional member", "in a member with a default", "in a record within another", "in an enumeration"}
	for _, n := range notations {
		for _, what := range []string{"out of range", "wrong length", "another kind", "no such name", "no such alternative", "no such member", "a member is missing"} {
			all = append(all, fmt.Sprint(n, " ", what))
		}
	}
	for _, what := range all {
		if t[what] < least {
			few = append(few, fmt.Sprintf("%s: %d", what, t[what]))
		}
	}
	return few
}

// Loosen removes bounds, sizes and alphabets from a type and all that it consists of, so that it no longer refuses what
// only they refuse.
func Loosen(k *param.Type) *param.Type {
	if k == nil {
		return nil
	}
	own := *k
	own.Ints, own.Reals, own.Size, own.Alphabet, own.Elem = nil, nil, nil, param.UTF8, Loosen(k.Elem)
	own.Members = append([]param.Member{}, k.Members...)
	for i := range own.Members {
		own.Members[i].Type = Loosen(own.Members[i].Type)
	}
	return &own
}

// Seeded is a text of values with one fault.
type Seeded struct {
	What         string   // was done
	In           []string // where it was done
	Text         []byte
	Code         string
	Line, Column int
}

// mark holds the place of the broken value in a text.
const mark = "zz-here"

// spot is a value within another, with its type.
type spot struct {
	v  *param.Value
	t  *param.Type
	in []string
}

// spots lists v and all values within it; in says what v is in.
func spots(v *param.Value, t *param.Type, all []spot, in ...string) []spot {
	if t.Kind == param.Enumeration {
		in = append(in, "an enumeration")
	}
	all = append(all, spot{v, t, in})
	for i := range v.Parts {
		p := &v.Parts[i]
		k, within := t.Elem, append([]string{}, in...)
		switch m := t.Member(p.Name); {
		case m == nil:
			within = append(within, "a list")
		case t.Kind == param.Choice:
			k, within = m.Type, append(within, "a choice")
		default:
			if k = m.Type; m.Optional {
				within = append(within, "an optional member")
			}
			if m.Default != nil {
				within = append(within, "a member with a default")
			}
			if k.Kind == param.Record {
				within = append(within, "a record within another")
			}
		}
		all = spots(&p.Value, k, all, within...)
	}
	return all
}

// Break writes a value of a type with one fault in it; ok is false if the drawn value cannot be wrong in that way.
func Break(t *rapid.T, k *param.Type, v param.Value, n param.Notation) (s Seeded, ok bool) {
	at := rapid.SampledFrom(spots(&v, k, nil)).Draw(t, "spot")
	bad := broken{Value: *at.v}
	bad.draw(t, at.t, n)
	if bad.code == "" {
		return s, false
	}
	*at.v = param.Value{Kind: param.Enumeration, Text: mark}
	text, err := param.Format(&v, n)
	if err != nil {
		t.Fatal(err)
	}
	wrong, err := param.FormatLine(&bad.Value, n)
	if err != nil {
		t.Fatal(err)
	}
	if bad.raw != "" {
		wrong = bad.raw
	}
	marked := mark
	if n != param.ASN1 {
		marked = `"` + mark + `"`
	}
	before, after, found := strings.Cut(string(text), marked)
	if !found {
		t.Fatalf("%s is not in the text:\n%s", marked, text)
	}
	if bad.at != "" {
		before += wrong[:strings.Index(wrong, bad.at)]
		wrong = wrong[strings.Index(wrong, bad.at):]
	}
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return Seeded{bad.what, at.in, []byte(before + wrong + after), bad.code, 1 + strings.Count(before, "\n"), 1 + len([]rune(line))}, true
}

// broken is a value that is not of its type.
type broken struct {
	param.Value
	what, code string
	raw        string // what to write instead
	at         string // the part of it that has the fault, if not its beginning
}

// draw makes the value wrong in one of the ways that its type has.
func (b *broken) draw(t *rapid.T, k *param.Type, n param.Notation) {
	if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
		b.otherKind(k)
		return
	}
	high := rapid.Bool().Draw(t, "high")
	switch k.Kind {
	case param.Record:
		b.member(t, k)
	case param.Choice:
		b.Parts = []param.Part{{Name: "nosuch", Value: b.Parts[0].Value}}
		b.what, b.code, b.at = "no such alternative", param.Names, "nosuch"
		if n != param.ASN1 {
			b.at = `"nosuch`
		}
	case param.Enumeration:
		b.Text, b.what, b.code = "nosuch", "no such name", param.Kinds
	case param.List, param.String:
		b.length(k, high)
	case param.Integer:
		if k.Ints == nil {
			b.raw = "9223372036854775808"
		} else if b.Int = k.Ints.Min - 1; high {
			b.Int = k.Ints.Max + 1
		}
		b.what, b.code = "out of range", param.Ranges
	case param.Real:
		r := k.Reals
		switch {
		case r == nil:
			b.raw = "1E999"
		case high && r.MaxOpen:
			b.Real = r.Max
		case high:
			b.Real = math.Nextafter(r.Max, math.Inf(1))
		case r.MinOpen:
			b.Real = r.Min
		default:
			b.Real = math.Nextafter(r.Min, math.Inf(-1))
		}
		b.what, b.code = "out of range", param.Ranges
	}
	if n != param.ASN1 && b.at == "nosuch" {
		b.at = `"nosuch`
	}
}

// otherKind replaces the value with one of another kind.
func (b *broken) otherKind(k *param.Type) {
	b.what, b.code = "another kind", param.Kinds
	if k.Kind == param.Boolean || k.Kind == param.String {
		b.Value = param.Value{Kind: param.Integer, Int: 7}
		return
	}
	b.Value = param.Value{Kind: param.Boolean, Bool: true}
}

// member leaves a member out, or adds an unknown one.
func (b *broken) member(t *rapid.T, k *param.Type) {
	var needed []int
	for i, p := range b.Parts {
		if m := k.Member(p.Name); !m.Optional && m.Default == nil {
			needed = append(needed, i)
		}
	}
	if len(needed) > 1 && rapid.Bool().Draw(t, "missing") {
		i := rapid.SampledFrom(needed).Draw(t, "which")
		b.Parts = append(append([]param.Part{}, b.Parts[:i]...), b.Parts[i+1:]...)
		b.what, b.code = "a member is missing", param.Missing
		return
	}
	b.Parts = append(append([]param.Part{}, b.Parts...), param.Part{Name: "nosuch", Value: param.Value{Kind: param.Boolean}})
	b.what, b.code, b.at = "no such member", param.Names, "nosuch"
}

// length makes a text or list longer or shorter than it may be.
func (b *broken) length(k *param.Type, high bool) {
	if k.Size == nil || !high && k.Size.Min == 0 {
		return
	}
	b.what, b.code = "wrong length", param.Sizes
	n := k.Size.Min - 1
	if high {
		n = k.Size.Max + 1
	}
	switch {
	case k.Kind == param.String:
		b.Text = strings.Repeat("7", n)
	case n < len(b.Parts):
		b.Parts = b.Parts[:n]
	case len(b.Parts) == 0:
		b.code = ""
	default:
		for len(b.Parts) < n {
			b.Parts = append(append([]param.Part{}, b.Parts...), b.Parts[0])
		}
	}
}
