package plan

import (
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// Remap says which topic replaces the one that the code of a node names.
type Remap struct{ Own, Topic string }

// Remaps returns the Remaps of a node in a system, without ports that are not topics or already have their topic's
// name.
func (p *Program) Remaps(c *instance.Component) (all []Remap) {
	for _, f := range c.Features {
		if p.Ports[f] == nil {
			continue
		}
		for _, k := range p.Connections {
			topic, ok := p.Topic(k, f)
			if !ok {
				continue
			}
			if r := (Remap{p.Own(f), topic}); r.Own != r.Topic && !slices.Contains(all, r) {
				all = append(all, r)
			}
			break
		}
	}
	return all
}

// Instances are the components that a node stands for.
func (p *Program) Instances(n *Node) (all []*instance.Component) {
	var look func(*instance.Component)
	look = func(in *instance.Component) {
		for _, c := range in.Children {
			switch x := p.At[c]; {
			case x == nil:
			case x.Group != nil:
				look(c)
			case x.Node == n:
				all = append(all, c)
			}
		}
	}
	look(p.Root)
	return all
}

// Own is the topic of a port in the code of its node.
func (p *Program) Own(f *instance.Feature) string {
	if name, ok := p.Word(f, "Sinew::Default_Topic", nil); ok {
		return name
	}
	return f.Name
}

// Topic is the topic of a connection that passes a port of a node.
func (p *Program) Topic(k *instance.Connection, f *instance.Feature) (string, bool) {
	var first *instance.Feature
	passes := false
	note := func(e instance.End) {
		if e.Feature != nil && (e.Component.Category == syntax.ProcessCategory || e.Component.Category == syntax.DeviceCategory) {
			if first == nil {
				first = e.Feature
			}
			passes = passes || e.Feature == f
		}
	}
	for _, s := range k.Segments {
		note(s.From)
		note(s.To)
	}
	if !passes {
		return "", false
	}
	if name, ok := p.Word(k, "Sinew::Topic", nil); ok {
		return name, true
	}
	if name, ok := p.Word(first, "Sinew::Topic", nil); ok {
		return name, true
	}
	return "/" + strings.ReplaceAll(first.Path(), ".", "/"), true
}

// Seamed lists the seams in a group and its inner groups.
func (g *Group) Seamed(all []*Part) []*Part {
	for _, x := range g.Parts {
		if x.Seam != nil {
			all = append(all, x)
		}
		if x.Group != nil {
			all = x.Group.Seamed(all)
		}
	}
	return all
}
