package atom

import (
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/math/unit"
)

// links checks each link on its own, the fan-in, and that no link is missing.
func (c *checker) links() {
	for n := range c.m.Links {
		l := &c.m.Links[n]
		if l.from, l.to = c.number(l.From, l.from), c.number(l.To, l.to); l.from < 0 || l.to < 0 {
			c.fault("link", "", l.Place, "a link that leads nowhere", "link a Product and a Need of this model")
			for _, p := range []int32{l.from, l.to} {
				if p >= 0 {
					c.port[p].told |= ofLinks
				}
			}
			continue
		}
		from, to := &c.port[l.from], &c.port[l.to]
		if !c.sound(l) {
			from.told |= ofLinks
			to.told |= ofLinks
			continue
		}
		if first := c.into[l.to]; first != 0 {
			f := c.m.Links[first-1]
			c.fault("fan-in", l.To.Path(), l.Place, "it is linked to "+f.From.Path()+already(f.Place)+", and a second time to "+
				l.From.Path(), "a Need has one link: leave one of them out, or combine the two in an Atom")
			continue
		}
		c.into[l.to] = int32(n) + 1
		a, b := c.fact(l.from), c.fact(l.to)
		if c.about[b.owner].kind != Molecule {
			c.fed++
		}
		if a.is != b.is && (from.told|to.told)&ofDatatype == 0 {
			c.differ(l.From, l.To, l.Place, false)
		}
	}
	c.missing()
}

// sound checks a link's direction, and that it stays in one composition.
func (c *checker) sound(l *Link) bool {
	a, b := c.fact(l.from), c.fact(l.to)
	from, fromOK := c.origin(a)
	to, toOK := c.end(b)
	if fromOK && toOK && from == to && c.about[from].kind != Alternative {
		return true
	}
	path := l.To.Path()
	switch {
	case a.role == StorageRole || b.role == StorageRole:
		p := l.From
		if l.To.role == StorageRole {
			p = l.To
		}
		c.fault("direction", p.Path(), l.Place, "an internal storage cannot be linked", "give the value out as a Product, or in as a Need")
	case fromOK && toOK && from == to:
		c.fault("scope", path, l.Place, "the laws of an Alternative cannot be linked: one of them is in command at a time",
			"link from outside, through the interface of "+c.m.Instances[from].Path)
	case c.backwards(a, b):
		c.fault("direction", path, l.Place, "a link goes from a Product to a Need: this one goes from "+l.From.Path()+" to "+path,
			"turn it round")
	case !fromOK:
		c.fault("direction", path, l.Place, l.From.Path()+" is a Need, and has nothing to give", "link from a Product")
	case !toOK:
		c.fault("direction", path, l.Place, path+" is a Product, and takes nothing", "link to a Need")
	default:
		c.fault("scope", path, l.Place, "it is not in the same composition as "+l.From.Path(),
			"lead the link through the interfaces of the Molecules in between")
	}
	return false
}

// origin returns the composition in which links start at p.
func (c *checker) origin(p *fact) (instance int32, ok bool) {
	if p.role == ProductRole {
		return c.about[p.owner].parent, true
	}
	return p.owner, p.role == NeedRole && c.about[p.owner].kind == Molecule
}

// end returns the composition in which links end at p.
func (c *checker) end(p *fact) (instance int32, ok bool) {
	if p.role == NeedRole {
		return c.about[p.owner].parent, true
	}
	return p.owner, p.role == ProductRole && c.about[p.owner].kind == Molecule
}

// backwards reports whether the link would be sound in the other direction.
func (c *checker) backwards(a, b *fact) bool {
	from, fromOK := c.origin(b)
	to, toOK := c.end(a)
	return fromOK && toOK && from == to
}

// missing finds needs, and products of Molecules, to which no link leads.
func (c *checker) missing() {
	for n := range c.m.count {
		k, f := &c.port[n], c.fact(n)
		if c.into[n] != 0 || k.told&ofLinks != 0 || f.unequal || f.role == StorageRole {
			continue
		}
		of := &c.about[f.owner]
		switch {
		case f.role == NeedRole && c.about[of.parent].kind != Alternative:
			p := c.m.port(n)
			c.fault("missing", p.Path(), p.place(), "no Product is linked to this Need", c.offers(p))
		case f.role == ProductRole && of.kind == Molecule:
			p := c.m.port(n)
			c.fault("missing", p.Path(), p.place(), "nothing inside of the Molecule is linked to this Product",
				"expose a Product of an Atom in it")
		}
	}
}

// manyFaults is how many faults get hints that require a search of the whole model.
const manyFaults = 200

// offers names products that a need could be linked to.
func (c *checker) offers(need *Port) string {
	if c.port[need.number].told&ofDatatype != 0 || len(c.faults) > manyFaults {
		return "link a Product to it"
	}
	var names []string
	for _, i := range need.Owner.Parent.Children {
		for _, p := range i.Ports {
			if p.role == ProductRole && p.Datatype == need.Datatype && i != need.Owner && len(names) < 3 {
				names = append(names, p.Path())
			}
		}
	}
	if parent := need.Owner.Parent; parent.Kind == Molecule {
		for _, p := range parent.Ports {
			if p.role == NeedRole && p.Datatype == need.Datatype && len(names) < 3 {
				names = append(names, p.Path())
			}
		}
	}
	if names == nil {
		return "link one of " + need.Datatype.String()
	}
	return "of " + need.Datatype.String() + " there is " + strings.Join(names, ", ")
}

// differ reports that two datatypes are not equal: one fault, by the first of type, frame and axis that differs. law
// is true inside an Alternative.
func (c *checker) differ(from, to *Port, place diag.Pos, law bool) {
	a, b := from.Datatype, to.Datatype
	verb := " needs "
	if to.role == ProductRole {
		verb = " is "
	}
	message := from.Path() + " is " + a.String() + ", " + to.Path() + verb + b.String()
	var hints []string
	code := "axis"
	if a.Axis != b.Axis {
		hints = append(hints, axisHint(from, to))
	}
	if a.Frame != b.Frame {
		code = "frame"
		hints = append(hints, frameHint(a.Frame, b.Frame))
	}
	if a.Type != b.Type {
		code = "type"
		hints = append(hints, typeHint(a.Type, b.Type))
	}
	slices.Reverse(hints)
	if law {
		hints = []string{"a law of an Alternative has the interface of the Alternative"}
	}
	c.fault(code, to.Path(), place, message, strings.Join(hints, ", and "))
}

// frameHint suggests how to get from one frame to another.
func frameHint(a, b unit.Frame) string {
	switch {
	case a == unit.NoFrame:
		return "say in which frame the value is: it should be " + string(b)
	case b == unit.NoFrame:
		return "say in which frame the value is needed: it comes in " + string(a)
	}
	hint := "add a frame shift from " + string(a) + " to " + string(b)
	if meant(string(a), []string{string(b)}) != "" {
		hint += " (or is one of the names misspelt?)"
	}
	return hint
}

// axisHint suggests where an axis can be changed.
func axisHint(from, to *Port) string {
	for k, p := range []*Port{from, to} {
		if name, ok := strings.CutPrefix(p.Element.Axis, "$"); ok {
			other := []*Port{to, from}[k]
			return "value interface parameter " + name + " of " + p.Owner.Path + " with " + other.Datatype.Axis.String() +
				", or link the value of axis " + to.Datatype.Axis.String()
		}
	}
	return "link the value of axis " + to.Datatype.Axis.String()
}

// typeHint suggests an Atom between two types.
func typeHint(a, b unit.Type) string {
	chains := [][]unit.Type{
		{unit.TypeAngle, unit.TypeAngularSpeed, unit.TypeAngularAcceleration, unit.TypeAngularJerk},
		{unit.TypeLength, unit.TypeSpeed, unit.TypeAcceleration, unit.TypeJerk},
	}
	for _, chain := range chains {
		switch i, j := slices.Index(chain, a), slices.Index(chain, b); {
		case i < 0 || j < 0:
		case j == i+1:
			return "add a derivative"
		case i == j+1:
			return "add an integrator"
		}
	}
	return "link a " + b.String()
}
