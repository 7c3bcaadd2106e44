package atom

import (
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
)

// resolve follows the links through Molecules and Alternatives and makes wires between the nodes of the graph.
func (c *checker) resolve() {
	most := c.fed // bound on wires: of links, and of what laws take and give by name
	node := int32(0)
	for n := 1; n < len(c.m.Instances); n++ {
		of := &c.about[n]
		if of.node = node; of.leaf() {
			node++
		}
		if c.about[of.parent].kind == Alternative {
			most += int(c.about[n+1].first - of.first)
		}
	}
	c.about[len(c.m.Instances)].node = node
	c.wires, c.ends = make([]Wire, 0, most), make([]edge, 0, most)
	for n := 1; n < len(c.m.Instances); n++ {
		switch c.about[n].kind {
		case Simple, External:
			for k, end := c.ports(n); k < end; k++ {
				if c.fact(k).role == NeedRole {
					c.wire(k, k)
				}
			}
		case Alternative:
			i := c.m.Instances[n]
			if i.Choice != nil && i.Choice.Select != nil && i.Choice.Select.Owner == i {
				c.wire(i.Choice.Select.number, i.Choice.Select.number)
			}
			c.given(i)
		}
	}
}

// given wires the products of an Alternative's laws to its own, and determines their update.
func (c *checker) given(alt *Instance) {
	for of, end := c.ports(alt.ID); of < end; of++ {
		if c.fact(of).role != ProductRole {
			continue
		}
		for _, law := range alt.Children {
			if law.Kind != Simple && law.Kind != Molecule {
				continue
			}
			p := c.twinOf(of, law.ID)
			if p < 0 || c.fact(p).role != ProductRole {
				continue
			}
			before := len(c.wires)
			if law.Kind == Simple {
				c.claims = c.claims[:0]
				c.append(p, of, 0, true)
			} else if c.wire(p, of); before == len(c.wires) {
				continue
			}
			u, mine := c.about[c.wires[before].From.Owner.ID].update, &c.about[alt.ID].update
			switch {
			case *mine == Unstated:
				*mine, alt.Constraint.Update = u, u
			case u != *mine && u != Unstated && c.port[of].told&ofLinks == 0:
				c.port[of].told |= ofLinks
				c.fault("alternative", c.m.port(p).Path(), law.Place, "it is updated on a "+u.String()+" basis, and "+alt.Path+" on a "+
					mine.String()+" one", "give all laws the same constraint")
			}
		}
	}
}

// wire follows the links to p back to the Product of a node, and appends the wire to end.
func (c *checker) wire(p, end int32) {
	c.claims = c.claims[:0]
	last, agree, u := int32(0), true, c.port[end].update
	for range len(c.m.Links) + len(c.m.Instances) {
		n, k := c.into[p], c.fact(p)
		of := &c.about[k.owner]
		if k.span != 0 && (k.role == NeedRole || of.kind == Molecule) {
			c.claims = append(c.claims, claim{p, n})
		}
		if n != 0 {
			if last == 0 {
				last = n
			}
			agree = agree && (p == end || k.role != NeedRole || c.port[p].update == u)
			p = c.m.Links[n-1].from
		} else if k.role == NeedRole && of.kind != Alternative && c.about[of.parent].kind == Alternative {
			if p = c.twin(p); p < 0 {
				return
			}
			continue
		} else {
			return
		}
		if k = c.fact(p); k.role == ProductRole && c.about[k.owner].leaf() {
			c.append(p, end, last, agree)
			return
		}
	}
}

// append adds a wire and its edge in the graph. agree says that what it passes through has the same update as its end.
func (c *checker) append(from, to, last int32, agree bool) {
	a, b, k := c.fact(from), c.fact(to), &c.port[to]
	u := k.update
	e := edge{from: c.about[a.owner].node, to: c.about[b.owner].node, update: u, timed: k.timed && k.told&ofUpdate == 0,
		judged: b.role != NeedRole || k.told&ofUpdate != 0}
	if b.role == ProductRole {
		e.update = Coupled
		if b.span != 0 {
			c.claims = slices.Insert(c.claims, 0, claim{to, 0})
		}
	}
	c.wires = append(c.wires, Wire{From: c.m.port(from), To: c.m.port(to), last: last,
		Periodic: b.role == NeedRole && u == Periodic})
	e.fits = agree && Compatible(e.update, c.about[a.owner].update)
	c.ends = append(c.ends, e)
	if len(c.claims) > 0 {
		c.narrow(&c.wires[len(c.wires)-1], a)
	}
}

// compatible checks Ctr(n) ≡ Ctr(p) for every wire (Definition 4), and that Molecules in between agree.
func (c *checker) compatible(g *net) {
	for n, e := range g.edges {
		if e.fits || e.judged {
			continue
		}
		w, u, need := &c.wires[n], g.update[e.from], e.update
		if c.between(w, w.To.number) || u == Unstated || Compatible(need, u) {
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

// place returns where the last link of a wire is written.
func (m *Model) place(w *Wire) diag.Pos {
	if w.last != 0 {
		return m.Links[w.last-1].Place
	}
	return w.To.place()
}

// between checks the needs of the Molecules and Alternatives that a wire passes through, if they state their update.
func (c *checker) between(w *Wire, end int32) bool {
	u := c.port[end].update
	c.chain = w.through(c.chain[:0])
	for _, n := range c.chain {
		to := c.m.Links[n].to
		k := &c.port[to]
		if to == end || c.fact(to).role != NeedRole || k.update == u || !c.states(to) {
			continue
		}
		c.fault("constraint", w.To.Path(), c.m.place(w), "the Need is "+u.String()+", and "+c.m.port(to).Path()+
			" that it is fed from is "+k.update.String(), "make both the same, or leave it out at the Molecule")
		return true
	}
	return false
}

// externals checks drivers and values.
func (c *checker) externals() {
	for n := 1; n < len(c.m.Instances); n++ {
		of := &c.about[n]
		if of.kind != External && !of.valued {
			continue
		}
		i := c.m.Instances[n]
		if of.kind == External && of.update == Periodic && i.Driver == "" {
			c.fault("driver", i.Path, i.Place, "a periodic External without a driver", "bind it to the driver that exchanges its values")
		}
		wanting := of.kind == External && i.Driver == "" && of.update == Constant
		if !wanting && !of.valued {
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
			case wanting && p.role == ProductRole:
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
