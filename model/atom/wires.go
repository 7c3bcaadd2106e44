package atom

import (
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
)

// resolve follows the links through Molecules and Alternatives to wires between the nodes of the graph.
func (c *checker) resolve() {
	c.wires, c.ends = make([]Wire, 0, len(c.m.Links)), make([]edge, 0, len(c.m.Links))
	c.chain = make([]int, 0, len(c.m.Links)+len(c.m.Links)/4)
	node := int32(0)
	for _, i := range c.m.Instances[1:] {
		if c.at[i.ID] = node; i.leaf() {
			node++
		}
	}
	for _, i := range c.m.Instances[1:] {
		switch i.Kind {
		case Simple, External:
			for _, p := range i.Ports {
				if p.role == NeedRole {
					c.wire(p, p, len(c.chain))
				}
			}
		case Alternative:
			if i.Choice != nil && i.Choice.Select != nil && i.Choice.Select.Owner == i {
				c.wire(i.Choice.Select, i.Choice.Select, len(c.chain))
			}
			c.given(i)
		}
	}
}

// given wires the products of an Alternative's laws to its own, and finds how they are updated.
func (c *checker) given(alt *Instance) {
	for _, of := range alt.Ports {
		if of.role != ProductRole {
			continue
		}
		for _, law := range alt.Children {
			p := law.Port(of.Element.Name)
			if p == nil || p.role != ProductRole {
				continue
			}
			before := len(c.wires)
			if law.Kind == Simple {
				c.claims = c.claims[:0]
				c.append(Wire{From: p, To: of})
			} else if law.Kind == Molecule {
				c.wire(p, of, len(c.chain))
			}
			if before == len(c.wires) {
				continue
			}
			u, mine := c.update[c.wires[before].From.Owner.ID].Update, &c.update[alt.ID]
			switch {
			case mine.Update == Unstated:
				mine.Update, alt.Constraint.Update = u, u
			case u != mine.Update && u != Unstated && !c.port[of.number].told:
				c.port[of.number].told = true
				c.fault("alternative", p.Path(), law.Place, "it is updated on a "+u.String()+" basis, and "+alt.Path+" on a "+
					mine.Update.String()+" one", "give all laws the same constraint")
			}
		}
	}
}

// wire follows the links to p back to the Product of a node, and appends the wire to end. A chain of links starts at
// start of c.chain.
func (c *checker) wire(p, end *Port, start int) {
	c.claims = c.claims[:0]
	for range len(c.m.Links) + len(c.m.Instances) {
		n := c.port[p.number].into
		if p.ranged && (p.role == NeedRole || p.Owner.Kind == Molecule) {
			c.claims = append(c.claims, claim{p, n})
		}
		if n != 0 {
			c.chain = append(c.chain, int(n)-1)
			p = c.m.Links[n-1].From
		} else if alt := p.Owner.Parent; alt != nil && alt.Kind == Alternative && p.role == NeedRole {
			if p = alt.Port(p.Element.Name); p == nil {
				break
			}
			continue
		} else {
			break
		}
		if p.role == ProductRole && p.Owner.leaf() {
			links := c.chain[start:len(c.chain):len(c.chain)]
			if len(links) > 1 {
				slices.Reverse(links)
			}
			periodic := end.role == NeedRole && end.Update.Update == Periodic
			c.append(Wire{From: p, To: end, Links: links, Periodic: periodic})
			return
		}
	}
	c.chain = c.chain[:start]
}

// append adds a wire, and the edge of the graph that it is.
func (c *checker) append(w Wire) {
	e := edge{c.at[w.From.Owner.ID], c.at[w.To.Owner.ID], w.To.Update.Update}
	if w.To.role == ProductRole {
		e.update = Coupled
		if w.To.ranged {
			c.claims = slices.Insert(c.claims, 0, claim{w.To, 0})
		}
	}
	if len(c.claims) > 0 {
		c.narrow(&w)
	}
	c.wires, c.ends = append(c.wires, w), append(c.ends, e)
}

// compatible checks Ctr(n) ≡ Ctr(p) of every wire (Definition 4), and that what Molecules in between say agrees.
func (c *checker) compatible(g *net) {
	for n, e := range g.edges {
		w, u, need := &c.wires[n], g.nodes[e.from].Update, e.update
		if len(w.Links) < 2 && Compatible(need, u) {
			continue
		}
		if w.To.role != NeedRole || c.port[w.To.number].said || c.between(w) || u == Unstated || Compatible(need, u) {
			continue
		}
		hint := "make the Need " + u.String()
		if u == Periodic {
			hint = "make the Need coupled, or periodic if it need not be new at every run"
		}
		c.fault("constraint", w.To.Path(), c.m.place(w), "the Need is "+need.String()+", and the Physics of "+w.From.Owner.Path+
			" that it is linked to is "+u.String(), hint)
	}
}

// place is where the last link of a wire is written.
func (m *Model) place(w *Wire) diag.Pos {
	if n := len(w.Links); n > 0 {
		return m.Links[w.Links[n-1]].Place
	}
	return w.To.place()
}

// between checks the needs of the Molecules and Alternatives that a wire passes through, where they say how they are updated.
func (c *checker) between(w *Wire) bool {
	for _, n := range w.Links {
		p := c.m.Links[n].To
		if p == w.To || p.role != NeedRole || p.Update.Update == w.To.Update.Update || !p.stated() {
			continue
		}
		c.fault("constraint", w.To.Path(), c.m.place(w), "the Need is "+w.To.Update.Update.String()+", and "+p.Path()+
			" that it is fed from is "+p.Update.Update.String(), "make both the same, or leave it out at the Molecule")
		return true
	}
	return false
}

// externals checks drivers and values.
func (c *checker) externals() {
	for _, i := range c.m.Instances[1:] {
		if i.Kind == External && c.update[i.ID].Update == Periodic && i.Driver == "" {
			c.fault("driver", i.Path, i.Place, "a periodic External without a driver", "bind it to the driver that exchanges its values")
		}
		if i.Kind != External && len(i.Values) == 0 {
			continue
		}
		found := 0
		for _, p := range i.Ports {
			v, ok := i.Values[p.Element.Name]
			switch {
			case ok:
				found++
				if !p.Element.Validity.Holds(v) {
					c.fault("value", p.Path(), i.Place, unit.Format(p.Element.Type, v)+" is out of its valid range", "change the one or the other")
				} else if p.role == NeedRole {
					c.fault("value", p.Path(), i.Place, "a Need has no value of its own", "link it to a constant External")
				}
			case i.Kind == External && p.role == ProductRole && i.Driver == "" && c.update[i.ID].Update == Constant:
				c.fault("value", p.Path(), i.Place, "a constant without a value", "give one, or a driver that does")
			}
		}
		if found < len(i.Values) {
			c.strangers(i)
		}
	}
}

// strangers reports values for elements that do not exist.
func (c *checker) strangers(i *Instance) {
	names := make([]string, 0, len(i.Values))
	for name := range i.Values { // order: sorted below
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if i.Port(name) == nil {
			c.fault("value", i.join(name), i.Place, i.Def.Name+" has no element "+name,
				orElse(meant(name, append(i.Elements(ProductRole), i.Elements(StorageRole)...)), "leave it out"))
		}
	}
}
