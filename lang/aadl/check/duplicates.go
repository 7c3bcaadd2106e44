package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// enough is the most components with the same inputs that one is compared with: if there are more, they are intended.
const enough = 8

// traffic is what crosses the border of a component.
type traffic struct{ in, out []string }

// duplicates reports components of one classifier that read the same from the same sources, if nothing reads the outputs of
// one of them, or the same readers read both. Elements of an array, and hardware, are meant to be alike; components in
// different modes, or on different processors, may replace each other if something reads both. Components with access to
// data or subprograms may have effects there.
func (s *system) duplicates() {
	cross := s.crossing()
	type key struct {
		class   *aadl.Classifier
		sources string
	}
	like := map[key][]*instance.Component{}
	for _, c := range s.Components {
		t := cross[c]
		if c.Classifier == nil || t == nil || len(t.in) == 0 || !s.soft[c] || shares(c) || s.same[c.Parent] {
			if s.same[c.Parent] {
				s.same[c] = true
			}
			continue
		}
		if len(outputs(c)) == 0 {
			continue
		}
		k := key{c.Classifier, sorted(t.in)}
		if i := slices.IndexFunc(like[k], func(other *instance.Component) bool { return s.duplicate(other, c, cross) }); i < 0 && len(like[k]) < enough {
			like[k] = append(like[k], c)
		}
	}
}

// shares reports whether a component has, or provides, access to data or subprograms across its border.
func shares(c *instance.Component) bool {
	return slices.ContainsFunc(c.Features, func(f *instance.Feature) bool {
		return f.Kind.IsAccess() && f.Kind != syntax.BusAccess && f.Kind != syntax.VirtualBusAccess
	})
}

// crossing finds what crosses the borders of components: for each, the sources of what its ports read, and the readers of
// what they write.
func (s *system) crossing() map[*instance.Component]*traffic {
	cross := map[*instance.Component]*traffic{}
	of := func(c *instance.Component) *traffic {
		t := cross[c]
		if t == nil {
			t = &traffic{}
			cross[c] = t
		}
		return t
	}
	for _, n := range s.Connections {
		from, to := n.Source.Feature, n.Destination.Feature
		if from == nil || to == nil || !from.Kind.IsPort() || !to.Kind.IsPort() {
			continue
		}
		source, reader := from.Path(), to.Path()
		for c := to.Component; c != nil && !inside(from.Component, c); c = c.Parent {
			t := of(c)
			t.in = append(t.in, source+" -> "+local(to, c))
		}
		for c := from.Component; c != nil && !inside(to.Component, c); c = c.Parent {
			t := of(c)
			t.out = append(t.out, local(from, c)+" -> "+reader)
		}
	}
	return cross
}

// inside reports whether a component is another one, or inside it.
func inside(c, of *instance.Component) bool {
	for ; c != nil; c = c.Parent {
		if c == of {
			return true
		}
	}
	return false
}

func sorted(all []string) string {
	all = slices.Clone(all)
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// duplicate reports a component that is not needed because another one reads the same.
func (s *system) duplicate(a, b *instance.Component, cross map[*instance.Component]*traffic) bool {
	if inside(b, a) || a.Parent == b.Parent && a.Declaration == b.Declaration || !atOnce(a.Active, b.Active) {
		return false
	}
	needless, other, what := b, a, ""
	switch outA, outB := cross[a].out, cross[b].out; {
	case len(outB) == 0:
		what = "nothing reads what it gives"
	case len(outA) == 0:
		needless, other, what = a, b, "nothing reads what it gives"
	case sorted(outA) == sorted(outB) && slices.Equal(s.runsOn(a), s.runsOn(b)):
		what = "the same reads what both give"
	default:
		return false
	}
	s.same[needless] = true
	s.add(diag.Fault{Code: "aadl-duplicate", Pos: place(needless), Path: needless.Path(),
		What: fmt.Sprintf("this is another %s beside %s, reads the same from the same, and %s", needless.Classifier.Qualified(), other.Path(), what),
		Do:   "leave it out, or connect what it gives with what needs it"})
	return true
}

// writers reports data ports with several writers in one mode, because the value that is read is then a matter of chance
// (AS5506, section 9.2: a data port has one incoming connection in a mode). For any port it reports a writer that is
// connected twice.
func (s *system) writers() {
	for _, c := range s.Components {
		for _, f := range inputs(c) {
			if len(f.Incoming) < 2 {
				continue
			}
			from := map[instance.End]*instance.Connection{}
			var first *instance.Connection
			told := false
			for _, n := range f.Incoming {
				d := n.Declared()
				switch twin := from[n.Source]; {
				case twin != nil && atOnce(twin.Active, n.Active):
					s.faultAt("aadl-useless", at(d.File, d.Node), f, fmt.Sprintf("what %s writes comes here twice, over other connections too", n.Source.Path()), "leave out one of them")
				case twin != nil:
				case f.Kind == syntax.DataPort && first != nil && !told && atOnce(first.Active, n.Active) && !s.same[n.Source.Component] && !s.same[first.Source.Component]:
					told = true
					s.faultAt("aadl-writers", at(d.File, d.Node), f, fmt.Sprintf("both %s and %s write it", first.Source.Path(), n.Source.Path()),
						"connect one of them, connect them in different modes, or make it an event data port, which queues")
				}
				if from[n.Source] = n; first == nil {
					first = n
				}
			}
		}
	}
}
