package plan

import (
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// segments yields all declared connections that are part of a connection.
func segments(i *instance.Instance) func(yield func(instance.Segment) bool) {
	return func(yield func(instance.Segment) bool) {
		for _, c := range i.Connections {
			for _, s := range c.Segments {
				if !yield(s) {
					return
				}
			}
		}
		for _, part := range i.Partial {
			for _, s := range part.Segments {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// lookAt notes which data and subprograms are accessed.
func (p *Program) lookAt(i *instance.Instance) {
	for s := range segments(i) {
		for _, e := range []instance.End{s.From, s.To} {
			if e.Feature == nil {
				p.accessed[e.Component] = true
			}
		}
	}
}

// accessAt is the access at an end of a connection; nil if there is none.
func (p *Program) accessAt(e instance.End) *Access {
	if e.Feature == nil {
		return p.Owners[e.Component]
	}
	return p.Accesses[e.Feature]
}

// link collects the clients in each component with their servers, and counts the clients behind each access.
func (p *Program) link() {
	asking := map[*Access]*Access{}
	for s := range segments(p.Instance) {
		l := Link{Asks: p.accessAt(s.To), Gives: p.accessAt(s.From), AsksEnd: s.To, GivesEnd: s.From}
		if l.Asks == nil || l.Gives == nil {
			continue
		}
		switch other := asking[l.Asks]; {
		case other == l.Gives:
		case other != nil:
			p.fault(l.AsksEnd.Feature, diag.Error, "gen-fan-in", "several things give "+l.AsksEnd.Feature.Path()+" what it asks for", "let it ask one of them")
		default:
			asking[l.Asks] = l.Gives
			p.Links[s.Context] = append(p.Links[s.Context], l)
		}
	}
	for _, n := range p.Nodes {
		p.serveAlone(n)
	}
	p.narrow(asking)
	p.measure()
}

// serveAlone gives a node threads for those of its services that nothing in it provides.
func (p *Program) serveAlone(n *Node) {
	for _, a := range n.Accesses {
		if !a.Gives || a.Feature == nil || p.has(n.Component, a) {
			continue
		}
		if a.Service == nil {
			p.fault(a.Feature, diag.Error, "gen-access", "the access "+a.Feature.Name+" gives data that nothing in "+n.Component.Path()+" owns", "put the data into it, and connect them")
			continue
		}
		t := p.server(n, a.Feature, n.Component, a.Feature.Name, a.Name+"_server", a.Service, n.names)
		p.Links[n.Component] = append(p.Links[n.Component], Link{Asks: a, Gives: t.Accesses[0],
			AsksEnd: instance.End{Feature: a.Feature, Component: n.Component}, GivesEnd: instance.End{Component: n.Component}})
	}
}

// has reports whether something in a component provides one of its accesses.
func (p *Program) has(c *instance.Component, a *Access) bool {
	for _, l := range p.Links[c] {
		if l.Asks == a {
			return true
		}
	}
	return false
}

// narrow limits the rights of each client to those of everything that passes the data on, and of their owner.
func (p *Program) narrow(asking map[*Access]*Access) {
	for _, c := range p.Components {
		for _, a := range accessesOf(p, c) {
			if a.Service != nil || a.Gives || !a.Ends {
				continue
			}
			for g := asking[a]; g != nil; g = asking[g] {
				a.Reads, a.Writes = a.Reads && g.Reads, a.Writes && g.Writes
			}
			if !a.Reads && !a.Writes {
				p.fault(a.Feature, diag.Error, "gen-access", "the access "+a.Feature.Name+" may neither read nor write the data", "see the Access_Right of what is between")
			}
		}
	}
}

// measure counts the clients of each access, and assigns the server's channels to them.
func (p *Program) measure() {
	asked := map[*Access][]*Access{} // its clients
	for _, c := range p.Components {
		for _, l := range p.Links[c] {
			asked[l.Gives] = append(asked[l.Gives], l.Asks)
		}
	}
	alike := p.alike()
	known := map[*Access]int{}
	var width func(a *Access) int
	sum := func(a *Access) (n int) {
		for _, x := range asked[a] {
			n += width(x)
		}
		return n
	}
	width = func(a *Access) int {
		if !a.Gives && a.Ends {
			return 1
		}
		if n, ok := known[a]; ok {
			return n
		}
		n := sum(a)
		for _, x := range alike[a] {
			n = max(n, sum(x))
		}
		if a.Ends {
			n = max(n, 1)
		}
		known[a] = n
		return n
	}
	set := func(all ...*Access) {
		for _, a := range all {
			a.Width = width(a)
		}
	}
	for _, c := range p.Components {
		for _, l := range p.Links[c] {
			set(l.Asks, l.Gives)
		}
		set(accessesOf(p, c)...)
	}
	for _, n := range p.Nodes {
		for _, t := range n.Threads {
			set(t.Accesses...)
		}
	}
	for _, c := range p.Components {
		next := map[*Access]int{}
		for k := range p.Links[c] {
			l := &p.Links[c][k]
			l.First = next[l.Gives]
			next[l.Gives] += l.Asks.Width
		}
	}
}

// accessesOf returns the accesses of a component.
func accessesOf(p *Program, c *instance.Component) (all []*Access) {
	if a := p.Owners[c]; a != nil {
		all = append(all, a)
	}
	var walk func(features []*instance.Feature)
	walk = func(features []*instance.Feature) {
		for _, f := range features {
			if a := p.Accesses[f]; a != nil {
				all = append(all, a)
			}
			if f.Kind == syntax.FeatureGroup {
				walk(f.Members)
			}
		}
	}
	walk(c.Features)
	return all
}

// alike returns, for each access given by one of several components that share a package, the accesses of all of them.
func (p *Program) alike() map[*Access][]*Access {
	same := map[*Access][]*Access{}
	note := func(all []*instance.Component) {
		byField := map[string][]*Access{}
		for _, c := range all {
			for _, a := range accessesOf(p, c) {
				if a.Gives {
					byField[a.Field] = append(byField[a.Field], a)
				}
			}
		}
		for _, c := range all {
			for _, a := range accessesOf(p, c) {
				same[a] = byField[a.Field]
			}
		}
	}
	for _, n := range p.Nodes {
		note(n.all)
	}
	for _, s := range p.Seams {
		note(s.all)
	}
	return same
}
