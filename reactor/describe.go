package reactor

import (
	"github.com/sinew-robotics/sinew/graph"
)

// Graph describes the built program. Ids follow declaration order; the graph's reactor, port, trigger and
// reaction paths are those of the program.
func (p *Program) Graph() *graph.Graph {
	g := &graph.Graph{Name: p.Name}
	modes := map[*Mode]int{}
	for _, r := range p.main.reactors {
		for _, m := range r.modes {
			modes[m] = len(g.Modes)
			g.Modes = append(g.Modes, graph.Mode{Reactor: int(r.id), Name: m.name, Path: m.path(), Initial: m == r.initial})
		}
	}
	mode := func(m *Mode) int {
		if m == nil {
			return graph.None
		}
		return modes[m]
	}
	ids := map[*trigger]int{}
	for _, r := range p.main.reactors {
		n := graph.Reactor{Parent: graph.None, Name: r.name, Path: r.path(), Type: "Main", Enclave: int(r.enclave), Mode: mode(r.mode), Doc: r.doc, Picture: r.picture}
		if r.kind != nil {
			n.Type = r.kind.typ.Name()
		}
		for _, m := range r.modes {
			n.Modes = append(n.Modes, modes[m])
		}
		g.Reactors = append(g.Reactors, n)
		if r.parent != nil {
			g.Reactors[r.id].Parent = int(r.parent.id)
			parent := &g.Reactors[r.parent.id]
			parent.Children = append(parent.Children, int(r.id))
		}
	}
	for _, pt := range p.ports {
		r := &g.Reactors[pt.owner.id]
		r.Ports = append(r.Ports, int(pt.id))
		g.Ports = append(g.Ports, describePort(pt))
	}
	for _, t := range p.triggers {
		if t.kind == lineTrigger || t.down.empty() && (t.kind == startupTrigger || t.kind == shutdownTrigger) {
			continue
		}
		r := &g.Reactors[t.owner.id]
		ids[t] = len(g.Triggers)
		r.Triggers = append(r.Triggers, len(g.Triggers))
		g.Triggers = append(g.Triggers, describeTrigger(t, mode(t.mode())))
	}
	for _, rx := range p.reactions {
		if rx.copies {
			continue
		}
		r := &g.Reactors[rx.owner.id]
		r.Reactions = append(r.Reactions, len(g.Reactions))
		g.Reactions = append(g.Reactions, describeReaction(rx, ids, modes, mode(rx.mode())))
	}
	for _, c := range p.main.conns {
		b := c.base()
		g.Connections = append(g.Connections, graph.Connection{From: int(b.from.id), To: int(b.to.id), Delayed: b.delayed,
			Delay: b.delay, Physical: b.physical, Enclaves: b.from.owner.enclave != b.to.owner.enclave, Mode: mode(b.mode)})
	}
	for _, c := range p.main.carried {
		g.Connections = append(g.Connections, graph.Connection{From: int(c.from.id), To: int(c.to.id), Delayed: c.later, Mode: graph.None,
			Note: "carried by the program itself, which may disconnect it"})
	}
	return g
}

func describePort(pt *portBase) graph.Port {
	d := graph.Output
	if pt.input {
		d = graph.Input
	}
	return graph.Port{Reactor: int(pt.owner.id), Name: pt.field.name, Path: pathOf(pt), Dir: d, Type: TypeName(pt.field.values)}
}

func describeTrigger(t *trigger, mode int) graph.Trigger {
	kinds := [...]graph.TriggerKind{graph.Startup, graph.Shutdown, graph.Reset, graph.Timer, graph.LogicalAction, graph.PhysicalAction}
	d := graph.Trigger{Reactor: int(t.owner.id), Name: t.field.name, Path: t.path(), Kind: kinds[t.kind], Offset: t.offset,
		Period: t.period, Mode: mode}
	if !t.queued() {
		return d
	}
	d.MinDelay, d.MinSpacing = t.delay, t.spacing
	if t.spaced {
		d.Policy = t.policy.String()
	}
	if t.typ != nil {
		d.Type = TypeName(t.typ)
	}
	return d
}

func describeReaction(rx *reaction, ids map[*trigger]int, modes map[*Mode]int, mode int) graph.Reaction {
	d := graph.Reaction{Reactor: int(rx.owner.id), Name: rx.name, Path: rx.path(), Number: int(rx.number), Level: int(rx.level), Mode: mode}
	of := func(how use) (ports, events []graph.Ref) {
		for _, x := range rx.ports {
			if x.how == how {
				ports = append(ports, graph.Ref{Kind: graph.RefPort, ID: int(x.port.id)})
			}
		}
		for _, x := range rx.events {
			if x.how == how {
				events = append(events, graph.Ref{Kind: graph.RefTrigger, ID: ids[x.t]})
			}
		}
		return ports, events
	}
	ports, events := of(triggers)
	d.Triggers = append(events, ports...)
	d.Uses, _ = of(reads)
	d.Effects, events = of(sets)
	d.Effects = append(d.Effects, events...)
	if x := rx.few; x != nil {
		d.Deadline, d.HasDeadline = x.deadline, x.late != nil
		for _, m := range x.modes {
			d.Effects = append(d.Effects, graph.Ref{Kind: graph.RefMode, ID: modes[m]})
		}
	}
	return d
}

// carried is a connection whose values the program itself carries.
type carried struct {
	from, to *portBase
	later    bool
}

// Carries declares that the program itself carries a port's values to another port; later says that they arrive after the
// tag. Its only effect is on Program.Graph. It belongs in the constructor, after the declaration of both ports.
func Carries[T any](from, to Wire[T], later bool) {
	f, t := &from.port().portBase, &to.port().portBase
	if f.owner == nil || t.owner == nil || f.owner.main.built {
		panic("reactor: Carries belongs in a constructor, and its ports are declared")
	}
	f.owner.main.carried = append(f.owner.main.carried, carried{f, t, later})
}
