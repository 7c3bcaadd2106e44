package plan

import (
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
)

// Asked says where in the program something asks for a service or shared data.
type Asked struct {
	Of     *Access
	Pos    diag.Pos
	From   string // its path: its ports' paths begin with it
	To     string // the path of the reactor that has what it asks for; empty: none
	Within string // the path of its own reactor
}

// Asked lists all clients.
func (p *Program) Asked() (all []Asked) {
	asking := map[*Access]*Access{}
	for _, c := range p.Components {
		for _, l := range p.Links[c] {
			asking[l.Asks] = l.Gives
		}
	}
	for _, c := range p.Components {
		if p.At[c] == nil && c.Parent != nil {
			continue
		}
		for _, a := range accessesOf(p, c) {
			if a.Gives || !a.Ends {
				continue
			}
			giver := a
			for next := asking[a]; next != nil; next = asking[next] {
				giver = next
			}
			x := Asked{Of: a, Pos: Place(a.Feature.Declared()), Within: p.pathOf(c)}
			if x.From = x.Within + "." + a.Name; giver.Gives {
				x.To = p.where(giver)
			}
			all = append(all, x)
		}
	}
	return all
}

// pathOf is the path of a component in the program.
func (p *Program) pathOf(c *instance.Component) string {
	if c.Parent == nil {
		return "outside"
	}
	path := p.At[c].Name
	for c = c.Parent; c.Parent != nil; c = c.Parent {
		path = p.At[c].Name + "." + path
	}
	return path
}

// where is the path of the reactor that has a service or shared data.
func (p *Program) where(a *Access) string {
	x := p.At[a.Component]
	switch {
	case a.Feature == nil && a.Service == nil && a.Component.Parent.Parent == nil:
		return a.Name
	case a.Feature == nil && a.Service == nil:
		return p.pathOf(a.Component.Parent) + "." + a.Name
	case !a.Ends: // of a node that is like another: it also serves this alone
		return p.pathOf(a.Component) + "." + a.Name + "_server"
	case a.Feature == nil && x != nil && x.Node != nil:
		for _, t := range x.Node.Threads {
			if len(t.Accesses) == 1 && t.Accesses[0] == a {
				return p.pathOf(a.Component) + "." + t.Called
			}
		}
	}
	return p.pathOf(a.Component)
}
