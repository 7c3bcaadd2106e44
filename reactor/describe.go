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
			g.Modes = append(g.Modes, graph.Mode{Reactor: r.id, Name: m.name, Path: m.path, Initial: m == r.initial})
		}
	}
	mode := func(m *Mode) int {
		if m == nil {
			return graph.None
		}
		return modes[m]
	}
	triggers := map[*trigger]int{}
	for _, r := range p.main.reactors {
		n := graph.Reactor{Parent: graph.None, Name: r.name, Path: r.path, Type: r.typ, Enclave: r.enclave, Mode: mode(r.mode), Doc: r.doc}
		if r.parent != nil {
			n.Parent = r.parent.id
		}
		for _, c := range r.children {
			n.Children = append(n.Children, c.id)
		}
		for _, m := range r.modes {
			n.Modes = append(n.Modes, modes[m])
		}
		for _, pt := range r.ports {
			n.Ports = append(n.Ports, int(pt.id))
			g.Ports = append(g.Ports, describePort(pt))
		}
		for _, t := range r.triggers {
			if t.rx == nil && (t.kind == startupTrigger || t.kind == shutdownTrigger) {
				continue
			}
			triggers[t] = len(g.Triggers)
			n.Triggers = append(n.Triggers, len(g.Triggers))
			g.Triggers = append(g.Triggers, describeTrigger(t, mode(t.mode)))
		}
		g.Reactors = append(g.Reactors, n)
	}
	for _, rx := range p.reactions {
		if rx.copies {
			continue
		}
		r := &g.Reactors[rx.owner.id]
		r.Reactions = append(r.Reactions, len(g.Reactions))
		g.Reactions = append(g.Reactions, describeReaction(rx, triggers, modes, mode(rx.mode)))
	}
	for _, c := range p.main.conns {
		b := c.base()
		g.Connections = append(g.Connections, graph.Connection{From: int(b.from.id), To: int(b.to.id), Delayed: b.delayed,
			Delay: b.delay, Physical: b.physical, Enclaves: b.from.enclaveID != b.to.enclaveID, Mode: mode(b.mode)})
	}
	return g
}

func describePort(pt *portBase) graph.Port {
	d := graph.Output
	if pt.input {
		d = graph.Input
	}
	return graph.Port{Reactor: pt.owner.id, Name: pt.name, Path: pt.path, Dir: d, Type: TypeName(pt.typ)}
}

func describeTrigger(t *trigger, mode int) graph.Trigger {
	kinds := [...]graph.TriggerKind{graph.Startup, graph.Shutdown, graph.Reset, graph.Timer, graph.LogicalAction, graph.PhysicalAction}
	d := graph.Trigger{Reactor: t.owner.id, Name: t.name, Path: t.path, Kind: kinds[t.kind], Offset: t.offset,
		Period: t.period, MinDelay: t.delay, MinSpacing: t.spacing, Mode: mode}
	if t.spaced {
		d.Policy = t.policy.String()
	}
	if t.typ != nil {
		d.Type = TypeName(t.typ)
	}
	return d
}

func describeReaction(rx *reaction, triggers map[*trigger]int, modes map[*Mode]int, mode int) graph.Reaction {
	d := graph.Reaction{Reactor: rx.owner.id, Name: rx.name, Path: rx.path, Number: rx.number, Level: rx.level,
		Deadline: rx.deadline, HasDeadline: rx.late != nil, Mode: mode}
	for _, t := range rx.on {
		d.Triggers = append(d.Triggers, graph.Ref{Kind: graph.RefTrigger, ID: triggers[t]})
	}
	for _, pt := range rx.ports {
		d.Triggers = append(d.Triggers, graph.Ref{Kind: graph.RefPort, ID: int(pt.id)})
	}
	for _, pt := range rx.uses {
		d.Uses = append(d.Uses, graph.Ref{Kind: graph.RefPort, ID: int(pt.id)})
	}
	for _, pt := range rx.sets {
		d.Effects = append(d.Effects, graph.Ref{Kind: graph.RefPort, ID: int(pt.id)})
	}
	for _, t := range rx.acts {
		d.Effects = append(d.Effects, graph.Ref{Kind: graph.RefTrigger, ID: triggers[t]})
	}
	for _, m := range rx.modes {
		d.Effects = append(d.Effects, graph.Ref{Kind: graph.RefMode, ID: modes[m]})
	}
	return d
}
