package atom

import (
	"maps"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// constraints finds the constraint on every Physics and checks that its properties, and those of the needs, fit.
func (c *checker) constraints() {
	for _, i := range c.m.Instances[1:] {
		u := i.Constraint
		fine := c.properties(u, i, nil)
		around := c.update[i.Parent.ID]
		switch {
		case u.Update == Unstated && around.Update != Unstated:
			u = Constraint{Update: around.Update, Worst: u.Worst, Periods: around.Periods, Condition: around.Condition}
			if u.Update == Constant {
				u.Worst = 0
			}
			if i.leaf() {
				i.Constraint = u
			}
		case u.Update == Periodic && around.Update == Periodic && fine:
			own := u.Periods
			if u.Periods = own.Intersect(around.Periods); u.Periods.Empty() && !own.Empty() && !around.Periods.Empty() {
				c.fault("period", i.Path, i.Place, "it allows "+own.String()+", and "+i.Parent.Path+" around it "+
					around.Periods.String()+": no period is in both", "widen one of them")
				fine = false
			}
		case u.Update == Unstated && (i.Kind == Simple || i.Kind == External):
			c.fault("constraint", i.Path, i.Place, "nothing says how its Physics is run", "say constant, sporadic or periodic")
		}
		if !fine {
			u.Periods, u.Worst = nil, 0
		}
		c.update[i.ID] = u
		c.needs(i)
	}
}

// properties checks that a constraint has the properties that its value can have (section III-D).
// n is the need that it is on, nil for the Physics of i.
func (c *checker) properties(u Constraint, i *Instance, n *Port) bool {
	before, need, whose := len(c.faults), n != nil, "Physics"
	if need {
		whose = "Need"
	}
	tell := func(code, message, hint string) {
		if need {
			c.fault(code, n.Path(), n.place(), message, hint)
		} else {
			c.fault(code, i.Path, i.Place, message, hint)
		}
	}
	if u.Periods != nil && u.Update != Periodic {
		tell("constraint", "a "+u.Update.String()+" "+whose+" has no periods", "make it periodic, or leave the periods out")
	} else if err := u.Periods.Check(); err != nil {
		tell("time", err.Error(), "give something like [10 ms, 50 ms]")
	} else if u.Periods.Empty() {
		tell("period", "its set of allowed periods is empty", "give something like [10 ms, 50 ms], or leave it out")
	}
	if u.Condition != "" && (need || u.Update != Sporadic) {
		tell("constraint", "a "+u.Update.String()+" "+whose+" has no condition", "make it sporadic, or leave the condition out")
	}
	switch {
	case need && u.Worst != 0:
		tell("constraint", "a Need takes no computation time", "say it of the Physics")
	case u.Worst != 0 && u.Update == Constant:
		tell("constraint", "a constant Physics has no worst computation time: it runs once, before all else", "leave it out")
	case u.Worst < 0:
		tell("time", "a worst computation time of "+period.Duration(u.Worst), "give a time above 0, or 0 for not known")
	case len(c.faults) == before && u.Update == Periodic && u.Worst > u.Periods.Max():
		tell("time", "its worst computation time of "+period.Duration(u.Worst)+" is longer than every period it allows, "+
			u.Periods.String(), "allow longer periods, or make it faster")
	}
	if need && u.Update > Coupled || !need && u.Update >= Coupled {
		tell("constraint", "a "+whose+" cannot be "+u.Update.String(), "say constant, sporadic or periodic")
	}
	return len(c.faults) == before
}

// needs checks the constraints on i's needs.
func (c *checker) needs(i *Instance) {
	found := 0
	for _, p := range i.Ports {
		if p.role != NeedRole {
			continue
		}
		if len(i.Renewed) > 0 {
			if _, ok := i.Renewed[p.Element.Name]; ok {
				found++
			}
		}
		if u := &p.Update; u.Periods != nil || u.Worst != 0 || u.Condition != "" || u.Update > Coupled {
			if !c.properties(*u, i, p) {
				c.port[p.number].said = true
			}
		}
		if c.update[i.ID].Update != Constant || (i.Kind != Simple && i.Kind != External) || p.Update.Update == Constant {
			continue
		}
		if !p.stated() {
			p.Update = Constraint{Update: Constant}
		} else if !c.port[p.number].said {
			c.port[p.number].said = true
			c.fault("constraint", p.Path(), p.place(), "a Constant Physics runs once, so its Need cannot be "+p.Update.Update.String(),
				"make the Need constant, or the Physics periodic")
		}
	}
	if found == len(i.Renewed) {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(i.Renewed)) {
		if p := i.Port(name); p == nil || p.role != NeedRole {
			c.fault("constraint", i.join(name), i.Place, i.Def.Name+" has no Need "+name, meant(name, i.Elements(NeedRole)))
		}
	}
}

// stated reports whether somebody said how a need is updated.
func (p *Port) stated() bool {
	return p.Element.Update.Update != Unstated || p.Owner.Renewed[p.Element.Name].Update != Unstated ||
		p.Update.Update != Coupled
}

// Has reports whether i has elements in a role.
func (i *Instance) Has(r Role) bool {
	return slices.ContainsFunc(i.Ports, func(p *Port) bool { return p.role == r })
}

// Elements lists the names of i's elements in a role, as declared.
func (i *Instance) Elements(r Role) (names []string) {
	for _, p := range i.Ports {
		if p.role == r {
			names = append(names, p.Element.Name)
		}
	}
	return names
}

// conditions finds what says when sporadic Atoms run.
func (c *checker) conditions() {
	for _, i := range c.m.Instances[1:] {
		u := &c.update[i.ID]
		i.Condition = nil
		if u.Update != Sporadic || i.Kind != Simple && i.Kind != External {
			continue
		}
		if u.Condition == "" {
			sporadic := i.Kind == External
			for _, p := range i.Ports {
				sporadic = sporadic || p.role == NeedRole && p.Update.Update == Sporadic
			}
			if !sporadic {
				c.fault("condition", i.Path, i.Place, "nothing says when this sporadic Physics runs",
					"name the Atom that decides as its condition, or make one of its needs sporadic")
			}
			continue
		}
		c.condition(i, u.Condition)
	}
}

// condition finds the Boolean product called name: the path of a port, or of an instance with one Boolean product, from
// the root or from where i is.
func (c *checker) condition(i *Instance, name string) {
	var of *Instance
	element := ""
	for scope := i.Parent; of == nil && scope != nil; scope = scope.Parent {
		if of = c.m.paths[scope.join(name)]; of == nil {
			if dot := strings.LastIndexByte(name, '.'); dot > 0 {
				if of = c.m.paths[scope.join(name[:dot])]; of != nil && of.Port(name[dot+1:]) != nil {
					element = name[dot+1:]
				} else {
					of = nil
				}
			}
		}
	}
	if of == nil {
		c.fault("condition", i.Path, i.Place, "its condition "+name+" is nowhere", orElse(meant(name, slices.Sorted(maps.Keys(c.m.paths))),
			"give the path of an Atom with a Boolean product"))
		return
	}
	var truths []*Port
	for _, p := range of.Ports {
		if p.role == ProductRole && p.Element.Type == unit.TypeBoolean && (element == "" || p.Element.Name == element) {
			truths = append(truths, p)
		}
	}
	switch len(truths) {
	case 1:
		i.Condition = truths[0]
	case 0:
		c.fault("condition", i.Path, i.Place, "its condition "+name+" has no Boolean product", "name an Atom that has one")
	default:
		c.fault("condition", i.Path, i.Place, "its condition "+name+" has several Boolean products",
			"name the one that is meant: "+truths[0].Path())
	}
}
