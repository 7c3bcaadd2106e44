package atom

import (
	"strconv"

	"github.com/sinew-robotics/sinew/math/unit"
)

// alternatives checks that all laws behind one interface have that interface.
func (c *checker) alternatives() {
	for _, i := range c.m.Instances[1:] {
		if alt, _ := Law(i); alt != nil {
			c.inside(i, alt)
		}
		if i.Kind != Alternative {
			continue
		}
		choice := i.Choice
		if choice == nil || choice.Select == nil {
			c.fault("alternative", i.Path, i.Place, "nothing says which law is in command", "give it a Need select, Unsigned or Boolean")
		} else if t := choice.Select.Element.Type; choice.Select.role != NeedRole || t != unit.TypeUnsigned && t != unit.TypeBoolean {
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

// inside refuses what cannot be switched.
func (c *checker) inside(i, alt *Instance) {
	switch {
	case i.Kind == Alternative:
		c.fault("alternative", i.Path, i.Place, "an Alternative inside of the Alternative "+alt.Path, "put all laws into one")
	case i.Kind == External && (c.update[i.ID].Update != Constant || i.Parent == alt):
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
		return // told in inside
	}
	for _, p := range law.Ports {
		if p.role != NeedRole {
			continue
		}
		n := &c.port[p.number]
		of := alt.Port(p.Element.Name)
		switch {
		case n.into != 0 || n.told:
		case of == nil || of.role != NeedRole || alt.Choice != nil && of == alt.Choice.Select:
			n.told = true
			c.fault("alternative", p.Path(), p.place(), "the interface of "+alt.Path+" has no Need "+p.Element.Name,
				"laws have the needs and products of the Alternative, by name; it has "+list(alt.Elements(NeedRole)))
		case !n.vague && !c.port[of.number].vague && of.Datatype != p.Datatype:
			c.differ(of, p, law.Place, true)
		}
	}
	for _, of := range alt.Ports {
		if of.role != ProductRole {
			continue
		}
		p := law.Port(of.Element.Name)
		switch {
		case p == nil || p.role != ProductRole:
			c.fault("alternative", law.join(of.Element.Name), law.Place, "the law has no Product "+of.Element.Name+", which "+
				alt.Path+" gives", "laws have the needs and products of the Alternative, by name")
		case !c.port[p.number].vague && !c.port[of.number].vague && of.Datatype != p.Datatype:
			c.differ(of, p, law.Place, true)
		}
	}
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
