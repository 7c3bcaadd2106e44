package check

import (
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// accesses reports accesses that a component requires and nothing provides.
func (s *system) accesses() {
	seen := map[*instance.Feature]bool{}
	for _, p := range s.Partial {
		for _, f := range []*instance.Feature{p.From.Feature, p.To.Feature} {
			if f == nil || seen[f] || !f.Kind.IsAccess() || f.Direction != syntax.DirectionRequires || f.Component.Parent == nil || s.excused(f) {
				continue
			}
			seen[f] = true
			if len(f.Incoming)+len(f.Outgoing) > 0 || !s.lowest(f, p) {
				continue
			}
			if !s.soft[f.Component] || f.Kind == syntax.BusAccess || f.Kind == syntax.VirtualBusAccess { // hardware is often partly used
				s.warnAt("aadl-access", place(f), f, fmt.Sprintf("%s requires %s, but nothing provides it", f.Path(), f.Kind), "connect it, leave it out, or say Required_Connection => false of it")
				continue
			}
			s.fault("aadl-access", f, fmt.Sprintf("%s requires %s, but nothing provides it", f.Path(), f.Kind), "connect it, leave it out, or say Required_Connection => false of it")
		}
	}
}

// lowest reports whether a feature is the one of its chain to report: the one nearest to the root.
func (s *system) lowest(f *instance.Feature, p *instance.Partial) bool {
	for _, e := range []instance.End{p.From, p.To} {
		if e.Feature != nil && e.Feature != f && e.Feature.Component != f.Component && inside(f.Component, e.Feature.Component) {
			return false
		}
	}
	return true
}

// attachments are the buses that pieces of hardware have access to.
func (s *system) attachments() map[*instance.Component][]*instance.Component {
	to := map[*instance.Component][]*instance.Component{}
	for _, n := range s.Connections {
		if n.Kind != syntax.BusAccess && n.Kind != syntax.VirtualBusAccess {
			continue
		}
		a, b := n.Source.Component, n.Destination.Component
		if n.Source.Feature != nil && n.Destination.Feature == nil {
			a, b = b, a
		}
		// a is accessed by b; if both are features, either may be the bus
		to[b] = append(to[b], a)
		if n.Source.Feature != nil && n.Destination.Feature != nil {
			to[a] = append(to[a], b)
		}
	}
	return to
}

// connectionBindings reports connections over buses that do not reach the hardware at their ends, connections without a bus
// between two pieces of hardware, and buses that do not provide what a connection needs. The first medium of a connection must
// reach its source and the last its destination. OSATE 2 checks the source's hardware twice, and never the destination's.
func (s *system) connectionBindings() {
	bus := s.attachments()
	some := slices.ContainsFunc(s.Connections, func(n *instance.Connection) bool { return len(s.bound(n, overBus)) > 0 })
	for _, n := range s.Connections {
		if n.Source.Feature == nil || n.Destination.Feature == nil || !n.Source.Feature.Kind.IsPort() {
			continue
		}
		media := s.bound(n, overBus)
		s.quality(n, media)
		from, to := s.hardware(n.Source.Component), s.hardware(n.Destination.Component)
		if from == nil || to == nil || from == to || len(bus[from]) == 0 || len(bus[to]) == 0 {
			continue
		}
		if len(media) == 0 {
			if some && !slices.ContainsFunc(bus[from], func(b *instance.Component) bool { return slices.Contains(bus[to], b) }) {
				d := n.Declared()
				s.faultAt("aadl-bus", at(d.File, d.Node), n, fmt.Sprintf("%s and %s share no bus, and the connection is bound to none", from.Path(), to.Path()),
					"bind it to the buses between them: Actual_Connection_Binding")
			}
			continue
		}
		s.reached(n, media[0], from, bus, "source")
		s.reached(n, media[len(media)-1], to, bus, "destination")
	}
}

// hardware is what a component runs on, or the component itself if it is hardware.
func (s *system) hardware(c *instance.Component) *instance.Component {
	if c.Category == syntax.DeviceCategory || c.Category == syntax.ProcessorCategory {
		return c
	}
	for _, p := range s.runsOn(c) {
		if of := s.processorsOf(p); len(of) > 0 {
			return of[0]
		}
	}
	return nil
}

// reached reports a medium that does not reach a piece of hardware.
func (s *system) reached(n *instance.Connection, medium, hardware *instance.Component, bus map[*instance.Component][]*instance.Component, which string) {
	for range 64 { // a virtual bus is on, or inside, what carries it
		if medium.Category != syntax.VirtualBusCategory {
			break
		}
		if on := s.bound(medium, overBus); len(on) > 0 {
			medium = on[0]
		} else if medium.Parent != nil && medium.Parent.Category != syntax.SystemCategory {
			medium = medium.Parent
		} else {
			return // its carrier is not stated
		}
	}
	if medium.Category != syntax.BusCategory || slices.Contains(bus[hardware], medium) {
		return
	}
	v, _ := s.Stated(n, overBus, nil)
	key := [2]any{v.Association, hardware}
	if s.told[key] {
		return
	}
	s.told[key] = true
	s.faultAt("aadl-bus", wherever(v, n), n, fmt.Sprintf("%s does not reach the %s: %s has no access to it", medium.Path(), which, hardware.Path()),
		"connect them with a bus access, or bind the connection to another bus")
}

// quality reports connections that need what their media do not provide.
func (s *system) quality(n *instance.Connection, media []*instance.Component) {
	if len(media) == 0 {
		return
	}
	for _, o := range []instance.Object{n, n.Source.Feature, n.Destination.Feature} {
		v, ok := s.Stated(o, "Deployment_Properties::Required_Connection_Quality_Of_Service", nil)
		for i := 0; ok && i < len(v.Elements); i++ {
			word := v.Elements[i].Text
			if slices.ContainsFunc(media, func(m *instance.Component) bool { return s.provides(m, word) }) {
				continue
			}
			s.once(n, wherever(v, o), word, fmt.Sprintf("%s is required, but %s does not provide it", word, paths(media)))
		}
		v, ok = s.Stated(o, "Deployment_Properties::Required_Virtual_Bus_Class", nil)
		for _, k := range classifiers(v) {
			if !ok || !slices.ContainsFunc(media, s.says) || slices.ContainsFunc(media, func(m *instance.Component) bool { return s.carries(m, k) }) {
				continue
			}
			s.once(n, wherever(v, o), k.Qualified(), fmt.Sprintf("a virtual bus %s is required, but %s does not provide it", k.Qualified(), paths(media)))
		}
	}
}

func (s *system) once(n *instance.Connection, pos any, word, what string) {
	key := [2]any{pos, word}
	if s.told[key] {
		return
	}
	s.told[key] = true
	d := n.Declared()
	s.faultAt("aadl-quality", at(d.File, d.Node), n, what, "bind the connection to a bus that does, or say that this one does")
}

// provides reports whether a medium provides a quality of service.
func (s *system) provides(m *instance.Component, word string) bool {
	v, _ := s.Stated(m, "Deployment_Properties::Provided_Connection_Quality_Of_Service", nil)
	return slices.ContainsFunc(v.Elements, func(e aadl.Value) bool { return syntax.Same(e.Text, word) })
}

// says reports whether a medium states the virtual buses that it provides. If not, OSATE's latencies assume that it provides
// the required ones.
func (s *system) says(m *instance.Component) bool {
	_, ok := s.Stated(m, "Deployment_Properties::Provided_Virtual_Bus_Class", nil)
	return ok || holds(m, syntax.VirtualBusCategory)
}

// carries reports whether a medium is a virtual bus of a classifier, has one in it, or says that it provides it.
func (s *system) carries(m *instance.Component, k *aadl.Classifier) bool {
	v, _ := s.Stated(m, "Deployment_Properties::Provided_Virtual_Bus_Class", nil)
	return extends(m.Classifier, k) || slices.ContainsFunc(classifiers(v), func(c *aadl.Classifier) bool { return extends(c, k) }) ||
		slices.ContainsFunc(m.Children, func(c *instance.Component) bool { return extends(c.Classifier, k) })
}
