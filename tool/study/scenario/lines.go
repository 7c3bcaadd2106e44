package scenario

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/sinew-robotics/sinew/internal/yamltree"
	"github.com/sinew-robotics/sinew/tool/run"
)

// json turns a node into JSON.
func (r *reader) json(n ast.Node) json.RawMessage {
	b, err := json.Marshal(r.plain(n))
	if err != nil {
		r.pass(codeValue, yamltree.Place(n), "this cannot be written as JSON: ", err)
		return json.RawMessage("null")
	}
	return b
}

// plain turns a node into what decoding JSON would give.
func (r *reader) plain(n ast.Node) any {
	switch n := n.(type) {
	case *ast.SequenceNode:
		list := []any{}
		for _, v := range n.Values {
			list = append(list, r.plain(v))
		}
		return list
	case *ast.MappingNode, *ast.MappingValueNode:
		object := map[string]any{}
		r.each(n, "this", func(name Text, v ast.Node) { object[name.Text] = r.plain(v) })
		return object
	case *ast.NullNode:
		return nil
	case *ast.BoolNode:
		return n.Value
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.LiteralNode:
		v := r.value(n)
		if v.Word {
			return v.Text
		}
		return json.Number(v.Text)
	}
	r.add(codeSyntax, yamltree.Place(n), "anchors, aliases and tags are not read here: write the value out")
	return nil
}

// axes reads parameters: each is one value, a list of values or a range.
func (r *reader) axes(n ast.Node, what string) (axes []Axis) {
	r.each(n, what, func(name Text, v ast.Node) {
		a := Axis{Name: name}
		switch v := v.(type) {
		case *ast.MappingNode, *ast.MappingValueNode:
			a.Values = r.span(v)
		case *ast.SequenceNode:
			for _, x := range v.Values {
				a.Values = append(a.Values, r.value(x))
			}
			if len(v.Values) == 0 {
				r.add(codeMissing, yamltree.Place(v), "%s has no value: give at least one", name.Text)
			}
		default:
			a.Values = []Value{r.value(v)}
		}
		axes = append(axes, a)
	})
	return axes
}

// span reads a range.
func (r *reader) span(n ast.Node) []Value {
	var from, to, step Text
	r.mapping(n, "a range", key{"from", func(n ast.Node) { from = r.text(n) }},
		key{"to", func(n ast.Node) { to = r.text(n) }}, key{"step", func(n ast.Node) { step = r.text(n) }})
	at := yamltree.Place(n)
	if from.Text == "" || to.Text == "" || step.Text == "" {
		r.add(codeMissing, at, "a range needs from, to and step, such as {from: 0.2, to: 0.5, step: 0.1}")
		return nil
	}
	words, err := spread(from.Text, to.Text, step.Text)
	if err != nil {
		r.pass(codeValue, at, "", err)
	}
	var values []Value
	for _, w := range words {
		values = append(values, Value{w, !run.IsNumber(w), at})
	}
	return values
}

// widest is the greatest number of values of a range.
const widest = 100000

// spread lists the numbers, or times such as 10ms, from one to another.
func spread(from, to, step string) ([]string, error) {
	var x [3]*big.Rat
	numbers, times, digits := 0, 0, 0
	for i, s := range []string{from, to, step} {
		x[i] = new(big.Rat)
		if d, err := time.ParseDuration(s); err == nil {
			x[i].SetInt64(int64(d))
			times++
		}
		if run.IsNumber(s) {
			v, _ := strconv.ParseFloat(s, 64)
			x[i].SetString(strconv.FormatFloat(v, 'f', -1, 64))
			n, _ := x[i].FloatPrec()
			digits = max(digits, n)
			numbers++
		}
	}
	isTime := times == 3 && numbers < 3
	if !isTime && numbers < 3 {
		return nil, fmt.Errorf("a range from %s to %s by %s: give three numbers, or three times such as 10ms", from, to, step)
	}
	if x[2].Sign() == 0 || x[2].Sign() != new(big.Rat).Sub(x[1], x[0]).Sign() && x[0].Cmp(x[1]) != 0 {
		return nil, fmt.Errorf("a range from %s to %s by %s never ends: give a step that leads there", from, to, step)
	}
	n, _ := new(big.Rat).Quo(new(big.Rat).Sub(x[1], x[0]), x[2]).Float64()
	if n >= widest || digits > 300 {
		return nil, fmt.Errorf("a range from %s to %s by %s has too many values: %d is the most", from, to, step, widest)
	}
	var words []string
	for v := new(big.Rat).Set(x[0]); v.Cmp(x[1])*x[2].Sign() <= 0; v.Add(v, x[2]) {
		if isTime {
			words = append(words, time.Duration(v.Num().Int64()).String())
			continue
		}
		w := v.FloatString(digits)
		if strings.Contains(w, ".") {
			w = strings.TrimSuffix(strings.TrimRight(w, "0"), ".")
		}
		words = append(words, w)
	}
	return words, nil
}

// seeds reads a number, a range such as 1..100, or a list of both.
func (r *reader) seeds(n ast.Node) {
	r.s.Seeds, r.s.seedsAt = nil, yamltree.Place(n)
	r.list(n, func(n ast.Node) {
		t := r.text(n)
		if t.Text == "" {
			return
		}
		seeds, err := seedRange(t.Text)
		if err != nil {
			r.pass(codeValue, t.at, "", err)
		}
		r.s.Seeds = append(r.s.Seeds, seeds...)
	})
	r.twice()
}

// twice finds repeated seeds.
func (r *reader) twice() {
	seen := map[uint64]bool{}
	for _, s := range r.s.Seeds {
		if seen[s] {
			r.add(codeDuplicate, r.s.seedsAt, "the seed %d is there twice: the runs would be the same", s)
		}
		seen[s] = true
	}
}

func seedRange(text string) (seeds []uint64, err error) {
	a, b, span := strings.Cut(text, "..")
	if !span {
		b = a
	}
	from, err1 := strconv.ParseUint(strings.TrimSpace(a), 10, 64)
	to, err2 := strconv.ParseUint(strings.TrimSpace(b), 10, 64)
	switch {
	case err1 != nil || err2 != nil:
		return nil, fmt.Errorf("%q is no seed: give a whole number from 0, or a range such as 1..100", text)
	case to < from:
		return nil, fmt.Errorf("seeds %s: write the lesser first", text)
	case to-from >= widest:
		return nil, fmt.Errorf("seeds %s: %d are the most", text, widest)
	}
	for s := from; ; s++ {
		if seeds = append(seeds, s); s == to {
			return seeds, nil
		}
	}
}

func (r *reader) zip(n ast.Node) {
	r.list(n, func(n ast.Node) {
		var names []Text
		r.list(n, func(n ast.Node) { names = append(names, r.text(n)) })
		if len(names) < 2 {
			r.add(codeMissing, yamltree.Place(n), "zip needs two names or more, such as [[speed, acceleration]]")
		}
		r.s.Zip = append(r.s.Zip, names)
	})
}

func (r *reader) faultLine(n ast.Node) {
	var f FaultLine
	r.mapping(n, "a fault", key{"at", func(n ast.Node) { f.At = r.text(n) }},
		key{"do", func(n ast.Node) { f.Do = r.text(n) }}, key{"for", func(n ast.Node) { f.For = r.text(n) }})
	if f.At.Text == "" || f.Do.Text == "" {
		r.add(codeMissing, yamltree.Place(n), "a fault needs at and do, such as {at: 3s, do: camera.dead, for: 1s}")
		return
	}
	r.s.Faults = append(r.s.Faults, f)
}

func (r *reader) setLine(n ast.Node) {
	var s SetLine
	valued := false
	r.mapping(n, "an entry of set", key{"at", func(n ast.Node) { s.At = r.text(n) }},
		key{"door", func(n ast.Node) { s.Door = r.text(n) }},
		key{"value", func(n ast.Node) { s.Value, s.valueAt, valued = r.plain(n), yamltree.Place(n), true }})
	if s.At.Text == "" || s.Door.Text == "" || !valued {
		r.add(codeMissing, yamltree.Place(n), "an entry of set needs at, door and value, such as {at: 2s, door: operator.order, value: 1}")
		return
	}
	r.s.Sets = append(r.s.Sets, s)
}

func (r *reader) plotLine(n ast.Node) {
	var p PlotLine
	r.mapping(n, "a plot", key{"x", func(n ast.Node) { p.X = r.text(n) }},
		key{"y", func(n ast.Node) { p.Y = r.text(n) }}, key{"by", func(n ast.Node) { p.By = r.text(n) }})
	if p.X.Text == "" || p.Y.Text == "" {
		r.add(codeMissing, yamltree.Place(n), "a plot needs x and y, such as {x: speed, y: tracking_rms_mm}")
		return
	}
	r.s.Plots = append(r.s.Plots, p)
}
