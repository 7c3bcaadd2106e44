package check

import (
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

const (
	onProcessor = "Deployment_Properties::Actual_Processor_Binding"
	inMemory    = "Deployment_Properties::Actual_Memory_Binding"
	overBus     = "Deployment_Properties::Actual_Connection_Binding"
)

// runsOn returns the components that a component is bound to.
func (s *system) runsOn(c *instance.Component) []*instance.Component { return s.bound(c, onProcessor) }

func (s *system) bound(o instance.Object, property string) (to []*instance.Component) {
	for _, r := range s.References(o, property, nil) {
		if c, ok := r.(*instance.Component); ok {
			to = append(to, c)
		}
	}
	return to
}

// bindings reports software that is not bound although other software is, and bindings that are not allowed.
func (s *system) bindings() {
	s.unbound(onProcessor, "processor", diag.Error, func(c *instance.Component) bool {
		return c.Category == syntax.ThreadCategory || c.Category == syntax.ProcessCategory && !holds(c, syntax.ThreadCategory, syntax.ThreadGroupCategory)
	})
	s.unbound(inMemory, "memory", diag.Warning, func(c *instance.Component) bool { return c.Category == syntax.ProcessCategory })
	s.virtual()
	for _, c := range s.Components {
		s.allowed(c, onProcessor, "Deployment_Properties::Allowed_Processor_Binding")
		s.allowed(c, inMemory, "Deployment_Properties::Allowed_Memory_Binding")
		if c.Category == syntax.ThreadCategory {
			s.dispatched(c)
		}
	}
	for _, n := range s.Connections {
		s.allowed(n, overBus, "Deployment_Properties::Allowed_Connection_Binding")
	}
	s.limits()
}

// holds reports whether a component has parts of some categories.
func holds(c *instance.Component, categories ...syntax.Category) bool {
	return slices.ContainsFunc(c.Children, func(p *instance.Component) bool { return slices.Contains(categories, p.Category) })
}

// unbound reports components without a binding, if others have one. If nothing in a component has one, the component is
// reported.
func (s *system) unbound(property, what string, severity diag.Severity, must func(*instance.Component) bool) {
	some := 0
	free := map[*instance.Component]bool{}  // without a binding
	taken := map[*instance.Component]bool{} // with a binding, or with one inside
	for _, c := range s.Components {
		if !must(c) {
			continue
		}
		if _, ok := s.Stated(c, property, nil); !ok {
			free[c] = true
			continue
		}
		some++
		for ; c != nil && !taken[c]; c = c.Parent {
			taken[c] = true
		}
	}
	if some == 0 {
		return
	}
	type element struct { // elements of an array are reported as one
		in   *instance.Component
		part *aadl.Subcomponent
	}
	told := map[element]bool{}
	for _, c := range s.Components {
		if !free[c] {
			continue
		}
		for c.Parent != nil && c.Parent.Parent != nil && !taken[c.Parent] {
			c = c.Parent
		}
		if told[element{c.Parent, c.Declaration}] {
			continue
		}
		told[element{c.Parent, c.Declaration}] = true
		_, short, _ := cutLast(property)
		s.faults = append(s.faults, diag.Fault{Code: "aadl-unbound", Severity: severity, Pos: place(c), Path: c.Path(), What: fmt.Sprintf("this %s is bound to no %s, but others are", c.Category, what),
			Do: fmt.Sprintf("bind it: %s => (reference (%s)) applies to %s", short, what, c.Path())})
	}
}

// virtual reports virtual processors that are used but not bound to a processor.
func (s *system) virtual() {
	told := map[*instance.Component]bool{}
	for _, c := range s.Components {
		if c.Category != syntax.ThreadCategory && c.Category != syntax.ProcessCategory {
			continue
		}
		for _, v := range s.runsOn(c) {
			if v.Category != syntax.VirtualProcessorCategory || told[v] || len(s.processorsOf(v)) > 0 {
				continue
			}
			told[v] = true
			s.fault("aadl-unbound", v, fmt.Sprintf("%s runs on this virtual processor, which is in no processor and bound to none", c.Path()),
				fmt.Sprintf("bind it: Actual_Processor_Binding => (reference (processor)) applies to %s", v.Path()))
		}
	}
}

// processorsOf are the processors that a platform component is, is part of, or is bound to.
func (s *system) processorsOf(c *instance.Component) []*instance.Component {
	var all []*instance.Component
	for range 64 { // for virtual processors inside, or bound to, virtual processors
		if c == nil {
			break
		}
		if c.Category != syntax.VirtualProcessorCategory {
			return append(all, c)
		}
		if to := s.runsOn(c); len(to) > 0 {
			c = to[0]
			continue
		}
		if c = c.Parent; c != nil && c.Category != syntax.ProcessorCategory && c.Category != syntax.VirtualProcessorCategory {
			break
		}
	}
	return all
}

// allowed checks a binding against the allowed ones, and against the allowed classifiers.
func (s *system) allowed(o instance.Object, actual, allowed string) {
	is, ok := s.Stated(o, actual, nil)
	if !ok {
		return
	}
	may, some := s.Stated(o, allowed, nil)
	class, classes := s.Stated(o, allowed+"_Class", nil)
	if !some && !classes {
		return
	}
	key := [3]*aadl.Association{is.Association, may.Association, class.Association}
	if s.told[key] && is.Association != nil {
		return // inherited: the same fault as that of the container
	}
	_, short, _ := cutLast(allowed)
	list := s.bound(o, allowed)
	kinds := classifiers(class)
	for _, to := range s.bound(o, actual) {
		if some && len(list) > 0 && !slices.ContainsFunc(list, func(c *instance.Component) bool { return inside(to, c) || slices.Contains(s.processorsOf(to), c) }) {
			s.told[key] = true
			s.faultAt("aadl-binding", wherever(is, o), o, fmt.Sprintf("this is bound to %s, which %s does not have", to.Path(), short), "bind it to one of "+paths(list))
			return
		}
		if classes && len(kinds) > 0 && !slices.ContainsFunc(kinds, func(k *aadl.Classifier) bool { return extends(to.Classifier, k) }) {
			s.told[key] = true
			s.faultAt("aadl-binding", wherever(is, o), o, fmt.Sprintf("this is bound to %s, whose classifier %s_Class does not have", to.Path(), short), "bind it to one of a classifier that is allowed")
			return
		}
	}
}

func paths(all []*instance.Component) string {
	s := ""
	for i, c := range all {
		if i > 0 {
			s += ", "
		}
		s += c.Path()
	}
	return s
}

// dispatched reports threads whose processor does not support their dispatch protocol or period.
func (s *system) dispatched(c *instance.Component) {
	for _, p := range s.runsOn(c) {
		if want, ok := s.Word(c, "Thread_Properties::Dispatch_Protocol", nil); ok {
			if v, ok := s.Stated(p, "Deployment_Properties::Allowed_Dispatch_Protocol", nil); ok && len(v.Elements) > 0 &&
				!slices.ContainsFunc(v.Elements, func(e aadl.Value) bool { return syntax.Same(e.Text, want) }) {
				s.fault("aadl-dispatch", c, fmt.Sprintf("this thread is %s, which its processor %s does not dispatch", want, p.Path()),
					"bind it to another processor, or add the protocol to Allowed_Dispatch_Protocol")
			}
		}
		period, ok := s.Stated(c, "Timing_Properties::Period", nil)
		v, limited := s.Stated(p, "Deployment_Properties::Allowed_Period", nil)
		if ok && limited && len(v.Elements) > 0 && !slices.ContainsFunc(v.Elements, func(e aadl.Value) bool {
			return len(e.Elements) >= 2 && e.Elements[0].In(1) <= period.In(1) && period.In(1) <= e.Elements[1].In(1)
		}) {
			s.fault("aadl-dispatch", c, fmt.Sprintf("the processor %s has no such period", p.Path()), "choose a period within Allowed_Period")
		}
	}
}

// limits checks the number of threads on processors that have a limit.
func (s *system) limits() {
	count := map[*instance.Component]int{}
	for _, c := range s.Components {
		if c.Category == syntax.ThreadCategory {
			for _, p := range s.runsOn(c) {
				count[p]++
			}
		}
	}
	for _, p := range s.Components {
		if n, ok := s.Number(p, "Deployment_Properties::Thread_Limit", "", nil); ok && float64(count[p]) > n {
			s.fault("aadl-binding", p, fmt.Sprintf("%d threads are bound to it, but its Thread_Limit is %g", count[p], n), "bind some of them to another")
		}
	}
}

// collocations reports components that must share a piece of hardware but do not, or must not share one but do.
func (s *system) collocations() {
	for _, c := range s.Components {
		for _, property := range []string{"Collocated", "Not_Collocated"} {
			v, ok := s.Stated(c, "Deployment_Properties::"+property, nil)
			if ok {
				s.collocation(c, property == "Collocated", v)
			}
		}
	}
}

func (s *system) collocation(c *instance.Component, want bool, v instance.Value) {
	var location *aadl.Classifier
	for i, n := range v.Names {
		if syntax.Same(n, "Location") {
			location = v.Elements[i].Classifier
		}
	}
	targets := s.References(c, "Deployment_Properties::"+map[bool]string{true: "Collocated", false: "Not_Collocated"}[want], nil)
	for i, a := range targets {
		for _, b := range targets[:i] {
			on, other := s.places(a, location), s.places(b, location)
			if len(on) == 0 || len(other) == 0 {
				continue
			}
			shared := slices.IndexFunc(on, func(p *instance.Component) bool { return slices.Contains(other, p) })
			switch {
			case want && shared < 0:
				s.faultAt("aadl-collocation", wherever(v, c), c, fmt.Sprintf("%s and %s are to be together, but are on %s and %s", b.Path(), a.Path(), paths(other), paths(on)), "bind both to one")
				return
			case !want && shared >= 0:
				s.faultAt("aadl-collocation", wherever(v, c), c, fmt.Sprintf("%s and %s are to be apart, but are both on %s", b.Path(), a.Path(), on[shared].Path()), "bind one of them elsewhere")
				return
			}
		}
	}
}

// places are the pieces of hardware of a classifier that something is bound to, or inside.
func (s *system) places(o instance.Object, location *aadl.Classifier) (all []*instance.Component) {
	for _, property := range []string{onProcessor, inMemory, overBus} {
		for _, p := range s.bound(o, property) {
			for up := p; up != nil; up = up.Parent {
				if location == nil && up == p || location != nil && extends(up.Classifier, location) {
					all = append(all, up)
				}
			}
		}
	}
	return all
}
