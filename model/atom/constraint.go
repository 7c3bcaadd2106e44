package atom

import (
	"maps"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// constraints determines the constraint on every Physics, and checks the properties of these constraints and of those
// on needs.
func (c *checker) constraints() {
	c.physics[0] = &Constraint{}
	for _, i := range c.m.Instances[1:] {
		of, u := &c.about[i.ID], &i.Constraint
		fine := c.properties(u, i, nil)
		around := c.physics[of.parent]
		switch {
		case u.Update == Unstated && around.Update != Unstated:
			u = &Constraint{Update: around.Update, Worst: u.Worst, Periods: around.Periods, Condition: around.Condition}
			if u.Update == Constant {
				u.Worst = 0
			}
			if of.leaf() {
				i.Constraint = *u
			}
		case u.Update == Periodic && around.Update == Periodic && fine:
			both := u.Periods.Intersect(around.Periods)
			if both.Empty() && !u.Periods.Empty() && !around.Periods.Empty() {
				c.fault("period", i.Path, i.Place, "it allows "+u.Periods.String()+", and "+i.Parent.Path+" around it "+
					around.Periods.String()+": no period is in both", "widen one of them")
				fine = false
			}
			u = &Constraint{Update: Periodic, Worst: u.Worst, Periods: both}
		case u.Update == Unstated && (i.Kind == Simple || i.Kind == External):
			c.fault("constraint", i.Path, i.Place, "nothing says how its Physics is run", "say constant, sporadic or periodic")
		}
		if !fine {
			u = &Constraint{Update: u.Update, Condition: u.Condition}
		}
		of.update, c.physics[i.ID] = u.Update, u
		if of.timed || of.renewed || of.update == Constant {
			c.needs(i, of)
		}
	}
}

// properties checks that a constraint has the properties that fit its value (section III-D). n is the need that the
// constraint is on, nil for the Physics of i.
func (c *checker) properties(u *Constraint, i *Instance, n *Port) bool {
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
func (c *checker) needs(i *Instance, of *about) {
	found := 0
	for n, end := c.ports(i.ID); n < end; n++ {
		if c.fact(n).role != NeedRole {
			continue
		}
		k, p := &c.port[n], c.m.port(n)
		if of.renewed {
			if _, ok := i.Renewed[p.Element.Name]; ok {
				found++
			}
		}
		if k.timed && !c.properties(&p.Update, i, p) {
			k.told |= ofUpdate
		}
		if of.update != Constant || (of.kind != Simple && of.kind != External) || k.update == Constant {
			continue
		}
		if !c.states(n) {
			p.Update, k.update = Constraint{Update: Constant}, Constant
		} else if k.told&ofUpdate == 0 {
			k.told |= ofUpdate
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

// states reports whether a need's update has been stated.
func (c *checker) states(n int32) bool {
	f := c.fact(n)
	if f.stated || c.port[n].update != Coupled {
		return true
	}
	p := c.m.port(n)
	return c.about[f.owner].renewed && p.Owner.Renewed[p.Element.Name].Update != Unstated
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

// conditions finds what decides when sporadic Atoms run.
func (c *checker) conditions() {
	for n, i := range c.m.Instances {
		of := &c.about[n]
		if of.decided {
			i.Condition = nil
		}
		if of.update != Sporadic || of.kind != Simple && of.kind != External {
			continue
		}
		condition := c.physics[i.ID].Condition
		if condition == "" {
			sporadic := i.Kind == External
			for k, end := c.ports(n); k < end; k++ {
				sporadic = sporadic || c.fact(k).role == NeedRole && c.port[k].update == Sporadic
			}
			if !sporadic {
				c.fault("condition", i.Path, i.Place, "nothing says when this sporadic Physics runs",
					"name the Atom that decides as its condition, or make one of its needs sporadic")
			}
			continue
		}
		c.condition(i, condition)
	}
}

// condition finds the Boolean product called name: the path of a port, or of an instance with one Boolean product, from
// the root or relative to i.
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
	var truth *Port
	truths := 0
	for n, end := c.ports(of.ID); n < end; n++ {
		f := c.fact(n)
		if f.role != ProductRole || f.is.typ != unit.TypeBoolean || element != "" && c.m.port(n).Element.Name != element {
			continue
		}
		if truths++; truth == nil {
			truth = c.m.port(n)
		}
	}
	switch truths {
	case 1:
		i.Condition = truth
	case 0:
		c.fault("condition", i.Path, i.Place, "its condition "+name+" has no Boolean product", "name an Atom that has one")
	default:
		c.fault("condition", i.Path, i.Place, "its condition "+name+" has several Boolean products",
			"name the one that is meant: "+truth.Path())
	}
}
