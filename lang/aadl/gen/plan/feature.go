package plan

import (
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// features reads the ports and accesses of a component. Those in feature groups have the groups' names before their own.
func (p *Program) features(c *instance.Component, names *gogen.Names) (ports []*Port, accesses []*Access) {
	var walk func(all []*instance.Feature, before string)
	walk = func(all []*instance.Feature, before string) {
		for _, f := range all {
			name := before + f.Name
			switch f.Kind {
			case syntax.DataPort, syntax.EventDataPort, syntax.EventPort:
				ports = append(ports, p.readPort(f, before, names)...)
			case syntax.DataAccess, syntax.SubprogramAccess, syntax.SubprogramGroupAccess:
				if a := p.readAccess(f, name, names); a != nil {
					accesses = append(accesses, a)
				}
			case syntax.BusAccess, syntax.VirtualBusAccess:
			case syntax.FeatureGroup:
				if len(f.Members) == 0 {
					p.fault(f, diag.Error, "gen-port", "the feature group "+f.Name+" has nothing in it", "name its type, and declare features there")
				}
				walk(f.Members, name+"_")
			default:
				p.fault(f, diag.Error, "gen-port", "the feature "+f.Name+" is of a kind that is not generated", "declare ports in its place")
			}
		}
	}
	walk(c.Features, "")
	return ports, accesses
}

// readPort reads a port. A port that is both in and out becomes two.
func (p *Program) readPort(f *instance.Feature, before string, names *gogen.Names) []*Port {
	name := before + f.Name
	if other, ok := p.stated(f); ok && other != "" {
		name = other
	}
	one := func(name string, in bool) *Port {
		q := &Port{Feature: f, Name: before + f.Name, Field: gogen.Exported(name), In: in, Held: f.Kind == syntax.DataPort, Signal: f.Kind == syntax.EventPort || f.Classifier == nil}
		if got := names.Exported(name); got != q.Field {
			p.fault(f, diag.Error, "gen-port", "the port "+f.Name+" would be called "+q.Field+", as something else of it is", "give it another name")
		}
		if q.Type = (Type{Name: "struct{}"}); !q.Signal {
			q.Type = p.typeOf(f, f.Classifier)
		}
		return q
	}
	outer := f.Component.Parent != nil // what comes into the system comes out of the seam to everything outside
	switch f.Direction {
	case syntax.DirectionIn, syntax.DirectionOut:
		q := one(name, (f.Direction == syntax.DirectionIn) == outer)
		p.Ports[f] = q
		return []*Port{q}
	case syntax.DirectionInOut:
		in, out := one(name+"_in", outer), one(name+"_out", !outer)
		in.Name, out.Name = in.Name+"_in", out.Name+"_out"
		p.Ports[f], p.Outs[f] = in, out
		return []*Port{in, out}
	}
	p.fault(f, diag.Error, "gen-port", "the port "+f.Name+" has no direction", "say in, or out")
	return nil
}

// outside is the seam to everything outside the system, if the system has features; otherwise nil.
func (p *Program) outside(c *instance.Component) *Seam {
	if c.Parent != nil {
		return nil
	}
	s := &Seam{Component: c, Dir: "outside", Outside: true, all: []*instance.Component{c}}
	s.Ports, s.Accesses = p.features(c, seamNames())
	if len(s.Ports)+len(s.Accesses) == 0 {
		return nil
	}
	for _, a := range s.Accesses {
		a.Gives = !a.Gives
		if a.Gives && a.Service == nil {
			p.fault(a.Feature, diag.Error, "gen-access", "the access "+a.Feature.Name+" is to data outside of the whole system", "put the data into the system")
		}
	}
	p.Seams = append(p.Seams, s)
	return s
}
