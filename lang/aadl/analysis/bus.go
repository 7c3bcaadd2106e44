package analysis

import (
	"fmt"
	"slices"
	"sort"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

const (
	bandWidthCapacity = "SEI::BandWidthCapacity"
	bandWidthBudget   = "SEI::BandWidthBudget"
)

// traffic is what goes over each bus and virtual bus.
type traffic struct {
	*system
	connections map[*instance.Component][]*instance.Connection
	virtual     map[*instance.Component][]*instance.Component
	path        []*instance.Component // guards against circles of virtual buses
}

// buses computes the load of each bus. As in OSATE, a connection without a binding goes over each bus to which the
// hardware of both its ends has access.
func (s *system) buses() (all []BusLoad) {
	t := &traffic{system: s, connections: map[*instance.Component][]*instance.Connection{},
		virtual: map[*instance.Component][]*instance.Component{}}
	var roots []*instance.Component
	for _, c := range s.components() {
		switch c.Category {
		case syntax.BusCategory:
			roots = append(roots, c)
		case syntax.VirtualBusCategory:
			for _, b := range s.carriers(c) {
				t.virtual[b] = append(t.virtual[b], c)
			}
		}
	}
	if len(roots) == 0 {
		return nil
	}
	access := s.access()
	for _, c := range s.Instance.Connections {
		if !s.is(c.Active) {
			continue
		}
		to := s.bound(c, connBinding)
		if len(to) == 0 {
			to = s.between(c, access)
		}
		for _, b := range to {
			t.connections[b] = append(t.connections[b], c)
		}
	}
	for _, b := range roots {
		all = append(all, t.load(b, 0))
	}
	return all
}

// carriers are what a virtual bus is bound to, or inside.
func (s *system) carriers(c *instance.Component) []*instance.Component {
	to := s.bound(c, connBinding)
	if p := c.Parent; len(to) == 0 && p != nil && (p.Category == syntax.BusCategory || p.Category == syntax.VirtualBusCategory) {
		return []*instance.Component{p}
	}
	return to
}

// access are the buses to which each hardware component has access.
func (s *system) access() map[*instance.Component][]*instance.Component {
	all := map[*instance.Component][]*instance.Component{}
	for _, c := range s.Instance.Connections {
		if !s.is(c.Active) || c.Kind != syntax.BusAccess {
			continue
		}
		a, b := component(c.Source), component(c.Destination)
		if a == nil || b == nil {
			continue
		}
		if a.Category == syntax.BusCategory {
			all[b] = append(all[b], a)
		}
		if b.Category == syntax.BusCategory {
			all[a] = append(all[a], b)
		}
	}
	return all
}

// between are the buses to which the hardware of both ends of a connection has access.
func (s *system) between(c *instance.Connection, access map[*instance.Component][]*instance.Component) (all []*instance.Component) {
	a, b := component(c.Source), component(c.Destination)
	if len(access) == 0 || a == nil || b == nil {
		return nil
	}
	if a, b = s.hardware(a), s.hardware(b); a == nil || b == nil || a == b {
		return nil
	}
	for _, bus := range access[a] {
		if slices.Contains(access[b], bus) && !slices.Contains(all, bus) {
			all = append(all, bus)
		}
	}
	return all
}

// load is the load of a bus or virtual bus, with what is bound to it; the carrier adds some bytes to each message.
func (t *traffic) load(b *instance.Component, overhead float64) BusLoad {
	t.path = append(t.path, b)
	defer func() { t.path = t.path[:len(t.path)-1] }()
	l := BusLoad{Bus: b.Path(), Kind: b.Category.String(), Mode: t.mode.Name, Overhead: overhead + t.amount(b, dataSizeProperty, "Bytes"),
		Capacity: t.amount(b, bandWidthCapacity, "KBytesps"), Budget: t.amount(b, bandWidthBudget, "KBytesps")}
	for _, v := range t.virtual[b] {
		if slices.Contains(t.path, v) {
			continue
		}
		n := t.load(v, l.Overhead)
		l.Virtual = append(l.Virtual, n)
		l.Actual += n.Actual
		l.Required += n.Budget
	}
	single := t.connections[b]
	if v, ok := t.Value(b, "SEI::Broadcast_Protocol", t.mode); ok && v.Bool {
		single = t.broadcasts(single, &l)
	}
	for _, c := range single {
		n := t.connection(c, l.Overhead)
		l.Connections = append(l.Connections, n)
		l.Actual += n.Actual
		l.Required += n.Budget
	}
	t.judge(b, l)
	return l
}

// broadcasts adds the groups of connections that begin at the same feature, and returns the others.
func (t *traffic) broadcasts(all []*instance.Connection, l *BusLoad) (single []*instance.Connection) {
	groups := map[instance.End][]*instance.Connection{}
	var sources []instance.End
	for _, c := range all {
		if groups[c.Source] = append(groups[c.Source], c); len(groups[c.Source]) == 2 {
			sources = append(sources, c.Source)
		}
	}
	sort.Slice(sources, func(i, j int) bool { return endPath(sources[i]) < endPath(sources[j]) })
	for _, from := range sources {
		g := BroadcastLoad{Source: endPath(from), Actual: t.rate(from, l.Overhead)}
		for _, c := range groups[from] {
			n := t.connection(c, l.Overhead)
			g.Connections = append(g.Connections, n)
			g.Budget = max(g.Budget, n.Budget)
		}
		for i, n := range g.Connections {
			if n.Budget != g.Budget {
				t.fault(diag.Warning, "aadl-bus-load", groups[from][i], fmt.Sprintf(
					"its budget is %s KB/s, that of another connection from %s on the same broadcasting bus %s KB/s",
					figure(n.Budget), g.Source, figure(g.Budget)), "give all of them the same: what is broadcast is sent once")
			}
		}
		l.Broadcasts = append(l.Broadcasts, g)
		l.Actual += g.Actual
		l.Required += g.Budget
	}
	for _, c := range all {
		if len(groups[c.Source]) == 1 {
			single = append(single, c)
		}
	}
	return single
}

func endPath(e instance.End) string {
	if e.Feature != nil {
		return e.Feature.Path()
	}
	return e.Component.Path()
}

// connection is the load of a connection.
func (t *traffic) connection(c *instance.Connection, overhead float64) ConnectionLoad {
	l := ConnectionLoad{Connection: c.Path(), Actual: t.rate(c.Source, overhead), Budget: t.amount(c, bandWidthBudget, "KBytesps")}
	if l.Budget > 0 && exceeds(l.Actual, l.Budget) {
		t.fault(diag.Error, "aadl-bus-load", c, fmt.Sprintf("it sends %s KB/s, more than its budget of %s KB/s", figure(l.Actual), figure(l.Budget)),
			"send less or less often, or give it more")
	}
	return l
}

// rate is what a feature sends, in kilobytes per second: size and overhead of a message, times messages per second. Unlike
// OSATE, we use the sum of the parts as the size of a type without Data_Size.
func (t *traffic) rate(from instance.End, overhead float64) float64 {
	f := from.Feature
	if f == nil {
		return 0
	}
	size := t.first(f, "Bytes", dataSizeProperty, sourceDataSize)
	if size == 0 {
		size = t.dataSize(f.Classifier)
	}
	return (size + overhead) / 1000 * t.messages(f)
}

// messages is how many messages a feature sends per second.
func (t *traffic) messages(f *instance.Feature) float64 {
	for _, p := range []string{"SEI::Data_Rate", "SEI::Message_Rate"} {
		if t.has(f, p) {
			return t.amount(f, p, "perSecond")
		}
	}
	dispatches := 0.0
	if p := t.time(f.Component, period); p > 0 {
		dispatches = second / p
	}
	v, ok := t.Value(f, "Communication_Properties::Output_Rate", t.mode)
	if !ok {
		return dispatches
	}
	most := 0.0
	if r, ok := field(v.Value, "Value_Range"); ok {
		_, most = limits(r, func(x aadl.Value) float64 { return x.Number })
	}
	if u, ok := field(v.Value, "Rate_Unit"); !ok || !syntax.Same(u.Text, "PerDispatch") {
		if most > 0 {
			return most
		}
		return dispatches
	}
	return most * dispatches
}

// judge reports where a bus carries more than it may, and which budgets are missing although others are stated.
func (t *traffic) judge(b *instance.Component, l BusLoad) {
	wrong := func(what, do string) { t.fault(diag.Error, "aadl-bus-load", b, what, do) }
	budgets := l.budgeted()
	if l.Capacity > 0 && exceeds(l.Actual, l.Capacity) {
		wrong(fmt.Sprintf("it carries %s KB/s, more than its capacity of %s KB/s", figure(l.Actual), figure(l.Capacity)),
			"send less over it, bind connections to another bus, or take a faster one")
	}
	if l.Capacity > 0 && exceeds(l.Budget, l.Capacity) {
		wrong(fmt.Sprintf("its budget of %s KB/s is more than its capacity of %s KB/s", figure(l.Budget), figure(l.Capacity)),
			"lower the budget to the capacity")
	}
	if l.Budget > 0 && exceeds(l.Required, l.Budget) {
		wrong(fmt.Sprintf("the budgets of what is bound to it add up to %s KB/s, more than its own of %s KB/s", figure(l.Required), figure(l.Budget)),
			"raise its budget, or lower those")
	}
	if !budgets {
		return
	}
	missing := func(o instance.Object, what, property string) {
		t.fault(diag.Warning, "aadl-budget", o, what, "state "+property)
	}
	if l.Capacity == 0 {
		missing(b, "it has a budget, or carries what has one, but no capacity", bandWidthCapacity)
	}
	if l.Budget == 0 {
		missing(b, "what is bound to it has budgets, it has none", bandWidthBudget)
	}
	for _, c := range t.connections[b] {
		if t.amount(c, bandWidthBudget, "KBytesps") == 0 {
			missing(c, "it has no budget for "+b.Path()+", on which budgets are stated", bandWidthBudget)
		}
	}
}

// budgeted reports whether the bus, or anything bound to it, has a budget.
func (l *BusLoad) budgeted() bool {
	return l.Budget > 0 || l.Required > 0 || slices.ContainsFunc(l.Virtual, func(v BusLoad) bool { return v.budgeted() })
}

// exceeds compares sums of figures, ignoring their last digits, which are rounding errors.
func exceeds(a, b float64) bool { return a > b*(1+1e-12) }
