package atom

import (
	"strconv"

	"github.com/sinew-robotics/sinew/math/unit"
)

// alternatives checks that all laws behind one interface have that interface.
func (c *checker) alternatives() {
	for n := 1; n < len(c.m.Instances); n++ {
		alt, kind := c.home.under[n], c.about[n].kind
		if alt == 0 && kind != Alternative {
			continue
		}
		i := c.m.Instances[n]
		if alt != 0 {
			c.inside(i, c.m.Instances[alt])
		}
		if kind != Alternative {
			continue
		}
		choice := i.Choice
		if choice == nil || choice.Select == nil {
			c.fault("alternative", i.Path, i.Place, "nothing says which law is in command", "give it a Need select, Unsigned or Boolean")
		} else if t := choice.Select.Datatype.Type; choice.Select.role != NeedRole || t != unit.TypeUnsigned && t != unit.TypeBoolean {
			c.fault("alternative", choice.Select.Path(), choice.Select.place(), "what chooses a law is a Need, Unsigned or Boolean; this is "+
				t.String(), "change its type")
		} else if t == unit.TypeBoolean && len(i.Children) > 2 {
			c.fault("alternative", choice.Select.Path(), choice.Select.place(), "a Boolean cannot choose among "+
				strconv.Itoa(len(i.Children))+" laws", "make it Unsigned")
		}
		if choice != nil && choice.Fade < 0 {
			c.fault("time", i.Path, i.Place, "a fade cannot take less than no time", "give a time above 0, or 0 for none")
		}
		if len(i.Children) < 2 {
			c.fault("alternative", i.Path, i.Place, "an Alternative of "+strconv.Itoa(len(i.Children))+" laws", "add laws, or use the one as it is")
		}
		for _, law := range i.Children {
			c.law(i, law)
		}
	}
}

// inside refuses instances that cannot be switched.
func (c *checker) inside(i, alt *Instance) {
	switch {
	case i.Kind == Alternative:
		c.fault("alternative", i.Path, i.Place, "an Alternative inside of the Alternative "+alt.Path, "put all laws into one")
	case i.Kind == External && (c.about[i.ID].update != Constant || i.Parent == alt):
		c.fault("alternative", i.Path, i.Place, "an External inside of the Alternative "+alt.Path+" cannot be switched off",
			"put it outside and link its values in")
	case i.Loop != "" && i.Loop != loopOf(alt):
		c.fault("loop", i.Path, i.Place, "it is in loop "+i.Loop+", and the Alternative around it is not",
			"laws run in the loop of their Alternative: say it there")
	}
}

// law checks a law's interface against the Alternative's, by name.
func (c *checker) law(alt, law *Instance) {
	if law.Kind != Simple && law.Kind != Molecule {
		return // reported in inside
	}
	for n, end := c.ports(law.ID); n < end; n++ {
		f, k := c.fact(n), &c.port[n]
		if f.role != NeedRole || c.into[n] != 0 || k.told&ofLinks != 0 {
			continue
		}
		of := c.twin(n)
		switch {
		case of < 0 || c.fact(of).role != NeedRole || alt.Choice != nil && c.m.port(of) == alt.Choice.Select:
			k.told |= ofLinks
			p := c.m.port(n)
			c.fault("alternative", p.Path(), p.place(), "the interface of "+alt.Path+" has no Need "+p.Element.Name,
				"laws have the needs and products of the Alternative, by name; it has "+list(alt.Elements(NeedRole)))
		case c.fact(of).is != f.is && (k.told|c.port[of].told)&ofDatatype == 0:
			c.differ(c.m.port(of), c.m.port(n), law.Place, true)
		}
	}
	for of, end := c.ports(alt.ID); of < end; of++ {
		f := c.fact(of)
		if f.role != ProductRole {
			continue
		}
		n := c.twinOf(of, law.ID)
		switch {
		case n < 0 || c.fact(n).role != ProductRole:
			name := c.m.port(of).Element.Name
			c.fault("alternative", law.join(name), law.Place, "the law has no Product "+name+", which "+
				alt.Path+" gives", "laws have the needs and products of the Alternative, by name")
		case c.fact(n).is != f.is && (c.port[n].told|c.port[of].told)&ofDatatype == 0:
			c.differ(c.m.port(of), c.m.port(n), law.Place, true)
		}
	}
}

// pair notes for an Alternative, or a law of one, which ports of the Alternative have the names of its
// own.
func (i *Instance) pair() {
	alt := i.Parent
	if i.Kind == Alternative {
		alt = i
	} else if alt.Kind != Alternative {
		return
	}
	i.twins = int32(len(i.model.twins))
	for _, p := range i.Ports {
		twin := int32(-1)
		if of := alt.Port(p.Element.Name); of != nil {
			twin = of.number
		}
		i.model.twins = append(i.model.twins, twin)
	}
}

// twin returns the port of an Alternative with the name of one of its own ports or of a law's port; -1:
// none.
func (c *checker) twin(n int32) int32 {
	of := &c.about[c.fact(n).owner]
	return c.m.twins[of.twins+n-of.first]
}

// twin does the same from the model itself.
func (m *Model) twin(n int32) int32 {
	i := m.port(n).Owner
	return m.twins[i.twins+n-i.first]
}

// twinOf returns the first port of a law with the name of a port of its Alternative; -1: none.
func (c *checker) twinOf(of int32, law int) int32 {
	of = c.twin(of)
	for n, end := c.ports(law); n < end; n++ {
		if c.twin(n) == of {
			return n
		}
	}
	return -1
}

func list(names []string) string {
	out := ""
	for n, s := range names {
		if n > 0 {
			out += ", "
		}
		out += s
	}
	return out
}
