package check

import (
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// system checks an instance.
type system struct {
	*instance.Instance
	declared *declared // declared properties
	matches  matches
	same     map[*instance.Component]bool // reported as duplicates of others
	soft     map[*instance.Component]bool // software, or with some in it
	told     map[any]bool                 // what has been reported, by a key that each rule chooses
	faults   diag.Faults
}

func (s *system) prepare() {
	s.matches = matchesOf(s.Model)
	s.declared = &declared{model: s.Model, members: map[*aadl.Classifier]*members{}, matches: s.matches}
	s.same, s.soft, s.told = map[*instance.Component]bool{}, map[*instance.Component]bool{}, map[any]bool{}
	for _, c := range s.Components {
		switch c.Category {
		case syntax.ThreadCategory, syntax.ThreadGroupCategory, syntax.ProcessCategory, syntax.SubprogramCategory:
		case syntax.SystemCategory, syntax.AbstractCategory:
			if len(c.Children) > 0 {
				continue
			}
		default:
			continue
		}
		for ; c != nil && !s.soft[c]; c = c.Parent {
			s.soft[c] = true
		}
	}
}

func hasPorts(fs []*instance.Feature) bool {
	for _, f := range fs {
		if f.Kind.IsPort() || hasPorts(f.Members) {
			return true
		}
	}
	return false
}

// fault notes a fault of an object, at its declaration.
func (s *system) fault(code string, o instance.Object, what, do string) {
	s.faultAt(code, place(o), o, what, do)
}

func (s *system) faultAt(code string, pos diag.Pos, o instance.Object, what, do string) {
	s.add(diag.Fault{Code: code, What: what, Do: do, Pos: pos, Path: o.Path()})
}

func (s *system) warnAt(code string, pos diag.Pos, o instance.Object, what, do string) {
	s.add(diag.Fault{Code: code, What: what, Do: do, Pos: pos, Path: o.Path(), Severity: diag.Warning})
}

// add notes a fault; a mistake in a classifier is reported once for all its instances.
func (s *system) add(f diag.Fault) {
	key := struct {
		code string
		pos  diag.Pos
	}{f.Code, f.Pos}
	if !s.told[key] {
		s.told[key] = true
		s.faults = append(s.faults, f)
	}
}

// place is where an object is declared; for a feature, where its component is declared, because there it can be
// connected.
func place(o instance.Object) diag.Pos {
	if f, ok := o.(*instance.Feature); ok {
		o = f.Component
	}
	d := o.Declared()
	return at(d.File, d.Node)
}

// written is the place of a segment.
func written(g instance.Segment) diag.Pos { return at(g.Declaration.Owner.File, g.Declaration.Syntax) }

// wherever is the place of a value: its association, or else where the object is declared.
func wherever(v instance.Value, o instance.Object) diag.Pos {
	if v.Association != nil {
		return at(v.Association.File, v.Association.Syntax)
	}
	return place(o)
}

// local is the path of an object within another that contains it.
func local(o instance.Object, in *instance.Component) string {
	if in.Parent == nil {
		return o.Path()
	}
	return strings.TrimPrefix(o.Path(), in.Path()+".")
}

// inputs and outputs are the ports of a component, members of its groups too, over which it reads or writes.
func inputs(c *instance.Component) []*instance.Feature {
	return ports(nil, c.Features, func(f *instance.Feature) bool { return f.Direction != syntax.DirectionOut })
}

func outputs(c *instance.Component) []*instance.Feature {
	return ports(nil, c.Features, func(f *instance.Feature) bool { return f.Direction != syntax.DirectionIn })
}

func ports(all, fs []*instance.Feature, want func(*instance.Feature) bool) []*instance.Feature {
	for _, f := range fs {
		if f.Kind.IsPort() && want(f) {
			all = append(all, f)
		}
		all = ports(all, f.Members, want)
	}
	return all
}

// atOnce reports whether two objects exist in the same system operation mode.
func atOnce(a, b []bool) bool {
	for i := range min(len(a), len(b)) {
		if a[i] && b[i] {
			return true
		}
	}
	return len(a) == 0 || len(b) == 0
}

// isPeriodic reports whether time alone dispatches a component. As in OSATE's analyses, a period without a protocol is
// enough.
func (s *system) isPeriodic(c *instance.Component) bool {
	if _, ok := s.Stated(c, "Timing_Properties::Period", nil); !ok {
		return false
	}
	p, ok := s.Word(c, "Thread_Properties::Dispatch_Protocol", nil)
	return !ok || p == "periodic"
}

// classifiers returns the classifiers in a list.
func classifiers(v instance.Value) (all []*aadl.Classifier) {
	if v.Classifier != nil {
		return []*aadl.Classifier{v.Classifier}
	}
	for _, e := range v.Elements {
		if e.Classifier != nil {
			all = append(all, e.Classifier)
		}
	}
	return all
}

// extends reports whether a classifier is another one, realises it, or extends it.
func extends(k, of *aadl.Classifier) bool {
	for ; k != nil; k = k.Base.Classifier {
		if k == of || k.Type != nil && extends(k.Type, of) {
			return true
		}
	}
	return false
}
