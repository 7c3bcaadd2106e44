package instance

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// edge is a declared connection between two ends; elements of arrays have separate edges.
type edge struct {
	declaration *aadl.Connection
	id          int32 // of the declaration in the component
	in          *Component
	ends        [2]End
	array       [2]int32 // how many array elements within the component there are at the end; 0: no array
	element     [2]int32
	inner       string // how elements of arrays within the two ends are paired
}

// half is an edge seen from one of its ends.
type half struct {
	edge   int32
	turned bool // from its destination
}

// lists are many short lists in one slice.
type lists[T any] struct {
	first []int32 // where each begins, and the last one ends
	all   []T
}

func (l *lists[T]) at(i int) []T { return l.all[l.first[i]:l.first[i+1]] }

// collect makes n lists of what each yields; each is called twice.
func collect[T any](n int, each func(yield func(list int, v T))) lists[T] {
	l := lists[T]{first: make([]int32, n+1)}
	each(func(i int, _ T) { l.first[i+1]++ })
	for i := range n {
		l.first[i+1] += l.first[i]
	}
	l.all = make([]T, l.first[n])
	next := slices.Clone(l.first)
	each(func(i int, v T) {
		l.all[next[i]] = v
		next[i]++
	})
	return l
}

// at is the index of an end in contacts: of its edges in the component that contains it or, for inner ones, in the component
// itself. Features come after components.
func (b *builder) at(e End, outer bool) int {
	at := 2 * e.Component.index
	if e.Feature != nil {
		at = 2 * (len(b.Components) + e.Feature.id)
	}
	if outer {
		at++
	}
	return at
}

// edgesAt are the edges at an end.
func (b *builder) edgesAt(e End, outer bool) []half { return b.contacts.at(b.at(e, outer)) }

// ends are the targets of an end of a declared connection.
type ends struct {
	all     []End // ordered by the component's element, then the feature's
	sizes   []int // of the arrays: the feature's first, then the component's
	feature bool  // the first of sizes is the feature's
}

// connect builds the connections of all components, and then follows them.
func (b *builder) connect() {
	n := 0
	for _, c := range b.Components {
		if c.Classifier != nil {
			n += len(c.Classifier.Connections)
		}
	}
	b.declared, b.during, b.edges = make(map[declared]int32, n), make([][]bool, 0, n), make([]edge, 0, n)
	for _, c := range b.Components {
		if c.Classifier == nil || b.shallow && c.Parent != nil {
			continue
		}
		for _, d := range c.Classifier.Connections {
			if b.declare(c, d); b.full {
				return
			}
		}
	}
	b.contacts = collect(2*(len(b.Components)+len(b.features)), func(yield func(int, half)) {
		for i, e := range b.edges {
			for side, end := range e.ends {
				yield(b.at(end, end.Feature == nil || end.Component != e.in), half{int32(i), side == 1})
			}
		}
	})
	b.follow()
}

// declare adds the edges of a declared connection. Connections to calls of subprograms are not part of a system, in
// which connections lead to threads and subprograms.
func (b *builder) declare(c *Component, d *aadl.Connection) {
	from, ok := b.leads(c, d, d.Source)
	to, fine := b.leads(c, d, d.Destination)
	if !ok || !fine {
		b.lost[d] = true
		return
	}
	b.declared[declared{c, d}] = int32(len(b.during))
	b.during = append(b.during, c.during(c.Active, d.Modes, b.Modes))
	if len(from.sizes)+len(to.sizes) == 0 {
		b.add(edge{declaration: d, in: c, ends: [2]End{from.all[0], to.all[0]}})
		return
	}
	sets, patterns := b.stated(c, d)
	pair := func(inner string) func(src, dst []int) {
		return func(src, dst []int) {
			i, j := from.index(src), to.index(dst)
			if i < 0 || j < 0 {
				b.misfit(c, d, fmt.Sprintf("Connection_Set has indices %v and %v, which the arrays do not have", src, dst), "")
				return
			}
			b.add(edge{declaration: d, in: c, ends: [2]End{from.all[i], to.all[j]}, inner: inner,
				array: [2]int32{from.array(), to.array()}, element: [2]int32{int32(i), int32(j)}})
		}
	}
	for _, set := range sets {
		pair("")(set[0], set[1])
	}
	if len(sets) > 0 && len(patterns) == 0 {
		return
	}
	if len(patterns) == 0 {
		patterns = [][]string{nil}
	}
	for _, p := range patterns {
		p, inner := b.own(p, from, to)
		b.pairs(c, d, p, from.sizes, to.sizes, nil, nil, pair(inner))
	}
}

// own removes from a pattern the part for arrays within the two ends; patterns begin with the innermost arrays.
func (b *builder) own(pattern []string, from, to ends) (own []string, inner string) {
	if over := len(pattern) - max(len(from.sizes), len(to.sizes)); over > 0 && len(pattern) > 1 {
		return pattern[over:], pattern[0]
	}
	return pattern, ""
}

// misfit reports a fault of a declared connection between arrays.
func (b *builder) misfit(c *Component, d *aadl.Connection, what, do string) {
	if do == "" {
		do = "correct Connection_Pattern or Connection_Set of the connection"
	}
	b.report(d.Owner.File, d.Syntax, diag.Fault{Code: "aadl-pattern", Path: join(c.prefix(), d.Name), What: what, Do: do})
}

// add adds an edge.
func (b *builder) add(e edge) {
	if len(b.edges) >= b.most.connections {
		b.limit(e.declaration.Owner.File, e.declaration.Syntax, join(e.in.prefix(), e.declaration.Name), b.most.connections, "connections")
		return
	}
	e.id = int32(len(b.during)) - 1
	b.edges = append(b.edges, e)
}

// leads returns the targets of an end of a connection, and false if they do not exist or belong to a call.
func (b *builder) leads(c *Component, d *aadl.Connection, path syntax.Path) (ends, bool) {
	if len(path) > 1 && (syntax.Same(path[0].Text, "self") || syntax.Same(path[0].Text, "processor")) {
		path = path[1:]
	} else if some := c.childrenAt(path); len(some) > 0 {
		return b.within(some, path)
	} else if len(path) > 0 && len(c.children(path[0].Text)) > 0 {
		b.report(d.Owner.File, path, diag.Fault{Code: "aadl-array", Path: join(c.prefix(), d.Name), What: path[0].Text + " has no such elements",
			Do: "indices count from 1 to the size of the array"})
	}
	features, ok := c.featuresAt(path)
	return spread(c, features, path), ok
}

// childrenAt are the elements of the subcomponent at the beginning of a path.
func (c *Component) childrenAt(path syntax.Path) []*Component {
	if len(path) == 0 {
		return nil
	}
	some, _ := chosen(c.children(path[0].Text), func(c *Component) []int { return c.Indices }, path[0].Indices)
	return some
}

// within returns the targets of an end in subcomponents; for a subcomponent without a classifier it is the component itself.
func (b *builder) within(some []*Component, path syntax.Path) (ends, bool) {
	var e ends
	for i, s := range some {
		if len(path) == 1 || s.Classifier == nil {
			e.all = append(e.all, End{Component: s})
			continue
		}
		features, ok := s.featuresAt(path[1:])
		if !ok {
			return e, false
		}
		one := spread(s, features, path[1:])
		if i == 0 {
			e.sizes, e.feature = one.sizes, one.feature
		}
		e.all = append(e.all, one.all...)
	}
	if s := some[0]; len(path[0].Indices) == 0 && len(s.Indices) > 0 {
		last := some[len(some)-1].Indices
		e.sizes = append(e.sizes, last...)
	} else if len(some) > 1 {
		e.sizes = append(e.sizes, len(some))
	}
	return e, true
}

// spread are features at an end.
func spread(c *Component, features []*Feature, path syntax.Path) ends {
	e := ends{all: make([]End, len(features))}
	for i, f := range features {
		e.all[i] = End{f, c}
	}
	if len(features) > 0 && len(features[0].Decl.Array) > 0 && len(path[len(path)-1].Indices) == 0 || len(features) > 1 {
		e.sizes, e.feature = []int{len(features)}, true
	}
	return e
}

// array is the number of array elements at the end; 0: no array.
func (e ends) array() int32 {
	if len(e.sizes) == 0 {
		return 0
	}
	return int32(len(e.all))
}

// index is the position of an element by its indices, -1 if there is none.
func (e ends) index(at []int) int {
	if len(at) != len(e.sizes) {
		return -1
	}
	i, rest := 0, at
	sizes := e.sizes
	if e.feature {
		rest, sizes = at[1:], sizes[1:]
	}
	for k, n := range rest {
		if n < 1 || n > sizes[k] {
			return -1
		}
		i = i*sizes[k] + n - 1
	}
	if e.feature {
		if at[0] < 1 || at[0] > e.sizes[0] {
			return -1
		}
		i = i*e.sizes[0] + at[0] - 1
	}
	if i >= len(e.all) {
		return -1
	}
	return i
}

// pairs yields the pairs of elements that a pattern connects. Dimensions that it leaves open are one to one or, if only one
// of the two sides has dimensions left, all elements.
func (b *builder) pairs(c *Component, d *aadl.Connection, pattern []string, src, dst, at, to []int, yield func(src, dst []int)) {
	if len(src)+len(dst) == 0 {
		yield(at, to)
		return
	}
	name := "one_to_one"
	switch {
	case len(src) == 0:
		name = "one_to_all"
	case len(dst) == 0:
		name = "all_to_one"
	case len(pattern) > 0:
		name, pattern = syntax.Fold(pattern[0]), pattern[1:]
	}
	next := func(src, dst []int, i, j int) {
		if b.full {
			return
		}
		x, y := at, to
		if i > 0 {
			x = append(at[:len(at):len(at)], i)
		}
		if j > 0 {
			y = append(to[:len(to):len(to)], j)
		}
		b.pairs(c, d, pattern, src, dst, x, y, yield)
	}
	switch name {
	case "one_to_all":
		for j := range dst[0] {
			next(src, dst[1:], 0, j+1)
		}
		return
	case "all_to_one":
		for i := range src[0] {
			next(src[1:], dst, i+1, 0)
		}
		return
	}
	if name != "all_to_all" && src[0] != dst[0] {
		b.misfit(c, d, fmt.Sprintf("%s connects arrays of %d and %d elements", d.Name, src[0], dst[0]),
			"make them equal, or state Connection_Pattern All_To_All or Connection_Set")
	}
	for i := range src[0] {
		for j := range partners(name, i, dst[0]) {
			next(src[1:], dst[1:], i+1, j+1)
		}
	}
}

// partners yields the elements, from 0 to n-1, that a pattern connects the i-th one to.
func partners(pattern string, i, n int) func(yield func(int) bool) {
	from, to := i, i+1
	cyclic := func(step int) { from = ((i+step)%n + n) % n; to = from + 1 }
	if n > 0 {
		switch pattern {
		case "all_to_all":
			from, to = 0, n
		case "next":
			from, to = i+1, i+2
		case "previous":
			from, to = i-1, i
		case "next_next":
			from, to = i+2, i+3
		case "previous_previous":
			from, to = i-2, i-1
		case "cyclic_next":
			cyclic(1)
		case "cyclic_previous":
			cyclic(-1)
		case "cyclic_next_next":
			cyclic(2)
		case "cyclic_previous_previous":
			cyclic(-2)
		case "even_to_even":
			if i%2 == 0 { // elements count from 1
				to = from
			}
		case "odd_to_odd":
			if i%2 == 1 {
				to = from
			}
		}
	}
	return func(yield func(int) bool) {
		for j := max(from, 0); j < min(to, n); j++ {
			if !yield(j) {
				return
			}
		}
	}
}

// stated are Connection_Set and Connection_Pattern of a declared connection.
func (b *builder) stated(c *Component, d *aadl.Connection) (sets [][2][]int, patterns [][]string) {
	meant := func(p syntax.Path) bool { return len(p) == 1 && syntax.Same(p[0].Text, d.Name) }
	find := func(name string) []aadl.Value {
		a := associated(d.Associations, name)
		for k := range chain(c.Classifier) {
			for _, other := range k.Associations {
				if a == nil && named(other, name) && slices.ContainsFunc(other.AppliesTo, meant) {
					a = other
				}
			}
		}
		if a == nil || len(a.Values) == 0 {
			return nil
		}
		return a.Values[0].Value.Elements
	}
	for _, r := range find("Communication_Properties::Connection_Set") {
		var set [2][]int
		for i, name := range r.Names {
			side := 0
			if strings.EqualFold(name, "dst") {
				side = 1
			}
			for _, n := range r.Elements[i].Elements {
				set[side] = append(set[side], int(n.Number))
			}
		}
		sets = append(sets, set)
	}
	for _, l := range find("Communication_Properties::Connection_Pattern") {
		var words []string
		for _, w := range l.Elements {
			words = append(words, w.Text)
		}
		patterns = append(patterns, words)
	}
	return sets, patterns
}

// associated returns the first association of a property that is not contained.
func associated(all []*aadl.Association, name string) *aadl.Association {
	for _, a := range all {
		if len(a.AppliesTo) == 0 && named(a, name) {
			return a
		}
	}
	return nil
}

func named(a *aadl.Association, name string) bool {
	return a.Property != nil && syntax.Same(a.Property.Name, name)
}
