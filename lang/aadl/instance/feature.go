package instance

import (
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// featuresOf builds the features of a component.
func (b *builder) featuresOf(c *Component) {
	for _, f := range c.Classifier.Features {
		if c.Features = b.feature(c.Features, c, nil, f, c.within, false); b.full {
			return
		}
	}
}

// feature appends the elements of a feature; turned ones are members of an inverse group.
func (b *builder) feature(to []*Feature, c *Component, group *Feature, f *aadl.Feature, in *environment, turned bool) []*Feature {
	path := c
	sizes, n := b.sizes(path, f.Owner.File, f.Array, f.Name)
	if n < 0 || len(b.features)+n > b.most.features {
		b.limit(f.Owner.File, f.Syntax, join(c.Path(), f.Name), b.most.features, "features")
		return to
	}
	for element := range n {
		o := &Feature{Name: f.Name, Component: c, Group: group, Decl: f, Kind: f.Kind, Direction: f.Direction, id: len(b.features), place: len(to)}
		if len(sizes) > 0 {
			o.Name = indexed(f.Name, []int{element + 1})
		}
		b.features = append(b.features, o)
		m := in.resolve(f.Use, element)
		o.Classifier = m.classifier
		if m.actual != nil && m.actual.Category == syntax.FeatureCategory {
			if o.Kind = m.actual.Kind; m.actual.Direction != syntax.NoDirection {
				o.Direction = m.actual.Direction
			}
		} else if p := f.Use.Prototype; p != nil && o.Kind == syntax.PrototypeFeature {
			if o.Kind = syntax.AbstractFeature; o.Direction == syntax.NoDirection {
				o.Direction = p.Syntax.Direction
			}
		}
		if turned {
			o.Direction = o.Direction.Opposite()
		}
		if to = append(to, o); o.Kind == syntax.FeatureGroup && o.Classifier != nil {
			b.members(o, m, turned != f.Inverse)
		}
	}
	return to
}

// members builds the members of a feature group. A type that only says that it is the inverse of another has the members
// of that.
func (b *builder) members(g *Feature, m meaning, turned bool) {
	owner := m.classifier
	for range longestSubstitution {
		other := inverse(owner)
		if len(owner.Features) > 0 || other == nil {
			break
		}
		owner, turned = other, !turned
	}
	for outer := g.Group; outer != nil; outer = outer.Group {
		if outer.Classifier != g.Classifier || m.bindings != nil && outer.Decl != g.Decl {
			continue
		}
		names := []string{g.Classifier.Name}
		for o := g.Group; o != outer; o = o.Group {
			names = append(names, o.Classifier.Name)
		}
		names = append(names, outer.Classifier.Name)
		slices.Reverse(names)
		b.report(g.Decl.Owner.File, g.Decl.Syntax, diag.Fault{Code: "aadl-recursion", Path: g.Path(),
			What: "feature group " + strings.Join(names, " contains "), Do: "take it out of one of them: such a group has no end"})
		b.full = true
		return
	}
	within := m.within
	if owner != m.classifier {
		within = (*environment)(nil).resolve(aadl.Use{Classifier: owner}, 0).within
	}
	for _, f := range owner.Features {
		if g.Members = b.feature(g.Members, g.Component, g, f, within, turned); b.full {
			return
		}
	}
}

// inverse returns the type that a feature group type, or one it extends, is the inverse of.
func inverse(c *aadl.Classifier) *aadl.Classifier {
	for k := range chain(c) {
		if k.Inverse != nil {
			return k.Inverse
		}
	}
	return nil
}

// isAccess reports whether a kind of feature is an access.
func isAccess(k syntax.FeatureKind) bool {
	return syntax.DataAccess <= k && k <= syntax.SubprogramGroupAccess
}

// isInner reports whether a kind of feature is internal, or a proxy of the processor.
func isInner(k syntax.FeatureKind) bool { return k >= syntax.EventSource }

// span are consecutive elements of one name.
type span struct{ from, to int }

// few is how many names are compared one by one.
const few = 8

// index notes the positions of names in components with many children or features.
func (b *builder) index() {
	for _, c := range b.Components {
		if len(c.Children)+len(c.Features) <= few {
			continue
		}
		c.names = make(map[string]span, len(c.Children)+len(c.Features))
		note := func(name string, i int) {
			key := syntax.Fold(name)
			s, ok := c.names[key]
			if !ok {
				s.from = i
			}
			c.names[key] = span{s.from, i + 1}
		}
		for i, s := range c.Children {
			note(s.Declaration.Name, i)
		}
		for i, f := range c.Features {
			note("."+f.Decl.Name, i)
		}
	}
}

// children are the elements of a subcomponent.
func (c *Component) children(name string) []*Component {
	if c.names != nil {
		s := c.names[syntax.Fold(name)]
		return c.Children[s.from:s.to]
	}
	return run(c.Children, func(s *Component) bool { return syntax.Same(s.Declaration.Name, name) })
}

// featured are the elements of a feature.
func (c *Component) featured(name string) []*Feature {
	if c.names != nil {
		s := c.names["."+syntax.Fold(name)]
		return c.Features[s.from:s.to]
	}
	return run(c.Features, func(f *Feature) bool { return syntax.Same(f.Decl.Name, name) })
}

// member are the elements of a member of a feature group.
func (f *Feature) member(name string) []*Feature {
	return run(f.Members, func(m *Feature) bool { return syntax.Same(m.Decl.Name, name) })
}

// run is the first run of elements that are meant.
func run[T any](all []T, meant func(T) bool) []T {
	from := slices.IndexFunc(all, meant)
	if from < 0 {
		return nil
	}
	to := from + 1
	for to < len(all) && meant(all[to]) {
		to++
	}
	return all[from:to]
}

// chosen are the elements of an array that indices choose; without indices, all of them. It returns false if the array
// has no such elements.
func chosen[T any](all []T, at func(T) []int, by []syntax.Index) ([]T, bool) {
	if len(by) == 0 || len(all) == 0 {
		return all, true
	}
	var some []T
	for _, e := range all {
		have := at(e)
		if len(have) < len(by) {
			return nil, false
		}
		fits := true
		for i, x := range by {
			low, high := number(x.Low), number(x.High)
			if x.High == "" {
				high = low
			}
			fits = fits && low <= have[i] && have[i] <= high
		}
		if fits {
			some = append(some, e)
		}
	}
	return some, len(some) > 0
}

// number reads an index.
func number(text string) int {
	n, ok := (&syntax.NumberValue{Text: text}).Int()
	if !ok || n > int64(usual.features) {
		return 0
	}
	return int(n)
}

// at returns the indices of a feature.
func (f *Feature) at() []int {
	if len(f.Decl.Array) == 0 {
		return nil
	}
	_, text, _ := strings.Cut(f.Name[len(f.Decl.Name):], "[")
	return []int{number(strings.TrimSuffix(text, "]"))}
}
