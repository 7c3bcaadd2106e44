package atom

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/math/unit"
)

// value is the value of an interface parameter, passed down through Molecules.
type value struct {
	text  string
	known bool
}

// parameters checks the values of i's interface parameters, and leaves them in c.values.
func (c *checker) parameters(i *Instance) {
	known := 0
	c.values = c.values[:0]
	for n := range i.declared {
		p := &i.declared[n]
		stated, ok := i.Parameters[p.Name]
		if ok {
			known++
		}
		passed, down := strings.CutPrefix(stated, "$")
		v := value{stated, ok}
		if down {
			v.text, v.known = i.Parent.valueOf(passed)
		}
		c.values = append(c.values, v)
		switch {
		case p.Length && p.Default == "":
			c.fault("length", i.join("$"+p.Name), i.Place, "the banks of length "+p.Name+" of "+i.Def.Name+" have no elements", p.hint())
		case !ok:
			c.fault("parameter", i.join("$"+p.Name), i.Place, "interface parameter "+p.Name+" of "+i.Def.Name+" has no value",
				"value it: "+p.Name+" = "+p.example())
		case down && i.Parent.Parent == nil:
			c.fault("parameter", i.join("$"+p.Name), i.Place, "$"+passed+" is no parameter of anything around it",
				"value it: "+p.Name+" = "+p.example())
		case down && v.known:
			if !p.takes(v.text) && !i.Parent.declares(passed) {
				c.fault("parameter", i.join("$"+p.Name), i.Place, p.refusal(v.text), p.hint())
			}
		case down:
			if _, ok := i.Parent.Parameters[passed]; !ok && !i.Parent.declares(passed) {
				c.fault("parameter", i.join("$"+p.Name), i.Place, i.Parent.Path+" has no interface parameter "+passed,
					orElse(meant(passed, slices.Sorted(maps.Keys(i.Parent.Parameters))), "value it: "+p.Name+" = "+p.example()))
			}
		case !p.takes(stated):
			c.fault("parameter", i.join("$"+p.Name), i.Place, p.refusal(stated), p.hint())
		}
	}
	if known == len(i.Parameters) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(i.Parameters)) {
		if i.declares(name) || i.passes(name) {
			continue
		}
		var names []string
		for _, p := range i.Def.Parameters {
			names = append(names, p.Name)
		}
		hint := "leave it out: " + i.Def.Name + " has none"
		if names != nil {
			hint = orElse(meant(name, names), "there is "+strings.Join(names, ", "))
		}
		c.fault("parameter", i.join("$"+name), i.Place, i.Def.Name+" has no interface parameter "+name, hint)
	}
}

// declares reports whether the definition of i has a parameter.
func (i *Instance) declares(name string) bool {
	return slices.ContainsFunc(i.Def.Parameters, func(p Parameter) bool { return p.Name == name })
}

// passes reports whether something inside i takes its value from i's parameter.
func (i *Instance) passes(name string) bool {
	for _, child := range i.Children {
		for n := range child.Def.Parameters {
			if child.Parameters[child.Def.Parameters[n].Name] == "$"+name {
				return true
			}
		}
		for _, v := range slices.Sorted(maps.Values(child.Parameters)) {
			if v == "$"+name {
				return true
			}
		}
	}
	return false
}

// valueOf follows a parameter's value outwards, through the Molecules that pass it down.
func (i *Instance) valueOf(name string) (string, bool) {
	for i != nil {
		v, ok := i.Parameters[name]
		if !ok {
			return "", false
		}
		passed, down := strings.CutPrefix(v, "$")
		if !down {
			return v, true
		}
		i, name = i.Parent, passed
	}
	return "", false
}

// takes reports whether v can be the parameter's value.
func (p *Parameter) takes(v string) bool {
	_, axis := unit.ParseAxis(v)
	switch {
	case p.Length:
		return v == p.Default
	case p.Axis:
		return axis && v != ""
	}
	return !axis && v != "" && !strings.ContainsAny(v, ". \t\n$")
}

func (p *Parameter) refusal(v string) string {
	switch {
	case p.Length:
		return "its banks of length " + p.Name + " were made with " + p.Default + " elements, not with " + v
	case p.Axis:
		return quote(v) + " is no axis, and parameter " + p.Name + " is over axes"
	}
	return quote(v) + " is no frame, and parameter " + p.Name + " is over frames"
}

func (p *Parameter) hint() string {
	switch {
	case p.Length:
		return "make it by atom.Sized, with a length from 1 to " + strconv.Itoa(MaxBank)
	case p.Axis:
		return "give x, y, z, xy, yz, xz or NOAXIS"
	}
	return "give the name of a frame, such as WORLD"
}

func (p *Parameter) example() string {
	if p.Axis {
		return "z, or whichever axis is meant"
	}
	return "WORLD, or whichever frame is meant"
}

// datatypeOf returns the datatype of an element with values for frame and axis; false if it cannot be known.
func datatypeOf(t unit.Type, frame, axis string) (d Datatype, ok bool) {
	d = Datatype{Type: t, Frame: unit.Frame(frame)}
	if frame == "" {
		d.Frame = unit.NoFrame
	}
	d.Axis, ok = unit.ParseAxis(axis)
	return d, ok && t != unit.NoType && !strings.HasPrefix(frame, "$")
}

// datatypes fills in the datatypes of i's ports that depend on its interface parameters. told holds the elements with a
// reported fault.
func (c *checker) datatypes(i *Instance, told map[*Element]bool) {
	for n, end := c.ports(i.ID); n < end; n++ {
		f := c.fact(n)
		if !f.open {
			continue
		}
		if p := c.m.port(n); !c.follows(f, p) {
			if !c.datatype(p, told) {
				c.port[n].told |= ofDatatype
			}
			f.is = c.m.quantity(p.Datatype)
		}
	}
}

// follows gives p the frame and the axis of the interface parameters; false if there is more to report about it.
func (c *checker) follows(f *fact, p *Port) bool {
	if f.frameOf == 0 && f.axisOf == 0 {
		return false
	}
	if f.axisOf > 0 {
		v := &c.values[f.axisOf-1]
		axis, is := unit.ParseAxis(v.text)
		if !is || !v.known {
			return false
		}
		f.is.axis, p.Datatype.Axis = axis, axis
	}
	if f.frameOf > 0 {
		v := &c.values[f.frameOf-1]
		if !v.known || !(&Parameter{}).takes(v.text) {
			return false
		}
		p.Datatype.Frame = unit.Frame(v.text)
		f.is.frame = c.m.frame(p.Datatype.Frame)
	}
	return true
}

// datatype fills in p's datatype; false if it cannot be known.
func (c *checker) datatype(p *Port, told map[*Element]bool) (ok bool) {
	e, valued := p.Element, true
	frame, axis := e.Frame, e.Axis
	if name, is := strings.CutPrefix(frame, "$"); is {
		frame, valued = p.Owner.valueOf(name)
		valued = valued && (&Parameter{}).takes(frame)
	}
	if name, is := strings.CutPrefix(axis, "$"); is {
		v, known := p.Owner.valueOf(name)
		axis, valued = v, valued && known
	}
	if p.Datatype, ok = datatypeOf(e.Type, frame, axis); !ok || !valued {
		c.undefined(p, told)
	}
	return ok && valued
}

// undefined reports why p's datatype cannot be known, if the fault is in the definition.
func (c *checker) undefined(p *Port, told map[*Element]bool) {
	e := p.Element
	tell := func(code, message, hint string) {
		if !told[e] {
			c.fault(code, p.Path(), p.place(), message, hint)
		}
		told[e] = true
	}
	if e.Type == unit.NoType {
		tell("type", "it has no type", "give it one, such as Angle")
	}
	for _, s := range []string{e.Frame, e.Axis} {
		name, is := strings.CutPrefix(s, "$")
		if !is {
			continue
		}
		if _, known := p.Owner.valueOf(name); !known && !p.Owner.declares(name) {
			tell("parameter", p.Owner.Def.Name+" has no interface parameter "+name, "declare it")
		}
	}
	if _, is := unit.ParseAxis(e.Axis); !is && !strings.HasPrefix(e.Axis, "$") {
		tell("axis", quote(e.Axis)+" is no axis", "give x, y, z, xy, yz, xz or NOAXIS")
	}
}
