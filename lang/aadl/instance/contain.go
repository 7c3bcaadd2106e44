package instance

import (
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// held is a contained association for an object.
type held struct {
	association *aadl.Association
	in          *Component // where its references begin, and the one with the modes that it means
}

// contain notes for every object its contained associations, and prepares the look-up of values.
func (b *builder) contain() {
	b.Instance.held = map[declared][]held{}
	b.Instance.stated = map[*aadl.Classifier]map[*aadl.Property][]*aadl.Association{}
	for _, c := range b.Components {
		if c.Declaration != nil {
			for _, a := range c.Declaration.Associations {
				b.hold(c, held{a, c.Parent})
			}
		}
		b.state(c.Classifier)
		for k := range chain(c.Classifier) {
			for _, a := range k.Associations {
				b.hold(c, held{a, c})
			}
		}
	}
	for _, f := range b.features {
		b.state(f.Classifier)
	}
}

// state notes the associations of a classifier and of what it extends or realises.
func (b *builder) state(c *aadl.Classifier) {
	if _, ok := b.Instance.stated[c]; ok || c == nil {
		return
	}
	all := map[*aadl.Property][]*aadl.Association{}
	for k := range chain(c) {
		for _, a := range k.Associations {
			if len(a.AppliesTo) == 0 && a.Property != nil {
				all[a.Property] = append(all[a.Property], a)
			}
		}
	}
	b.Instance.stated[c] = all
}

// hold notes a contained association at what its paths lead to from a component.
func (b *builder) hold(c *Component, h held) {
	for _, path := range h.association.AppliesTo {
		if h.association.Property == nil {
			continue
		}
		to := b.reach(c, path)
		if to.none() {
			b.astray(c, h.association, path)
		}
		for _, k := range to.components {
			k.held = append(k.held, h)
		}
		for _, f := range to.features {
			f.held = append(f.held, h)
		}
		for _, d := range to.declared {
			b.Instance.held[d] = append(b.Instance.held[d], h)
		}
	}
}

// astray reports a path that leads nowhere, if that depends on the system: on the elements of an array, or on what a prototype
// stands for. Other such paths are reported when names are resolved.
func (b *builder) astray(c *Component, a *aadl.Association, path syntax.Path) {
	depends := false
	for _, s := range path {
		depends = depends || len(s.Indices) > 0
	}
	at, steps, _ := c.components(path)
	for _, k := range at {
		for ; k != nil && k.Declaration != nil; k = k.Parent {
			depends = depends || k.Declaration.Use.Prototype != nil
		}
	}
	if depends && !b.shallow {
		b.report(a.File, path, diag.Fault{Code: "aadl-instance-path", Path: c.Path(),
			What: "no " + path[min(steps, len(path)-1)].Text + " is there, at which this property is to be", Do: "name a part of the system, with indices from 1 to the size of an array"})
	}
}

// reached is what a path leads to.
type reached struct {
	components []*Component
	features   []*Feature
	declared   []declared // connections, flows and modes
}

func (r reached) none() bool { return len(r.components)+len(r.features)+len(r.declared) == 0 }

// reach finds what a path leads to from a component.
func (i *Instance) reach(c *Component, path syntax.Path) (r reached) {
	found, steps, ok := c.components(path)
	if !ok {
		return r
	}
	if steps == len(path) {
		r.components = found
		return r
	}
	for _, k := range found {
		if features, ok := k.featuresAt(path[steps:]); ok {
			r.features = append(r.features, features...)
		} else if steps == len(path)-1 {
			if d := i.declares(k, path[steps].Text); d != nil {
				r.declared = append(r.declared, declared{k, d})
			}
		}
	}
	return r
}

// declares returns the connection, flow specification, end to end flow or mode with a name in a component's classifier.
func (i *Instance) declares(c *Component, name string) any {
	if c.Classifier == nil {
		return nil
	}
	return i.names[c.Classifier][syntax.Fold(name)]
}

// declarations notes what has a name in a classifier and is not a component or feature.
func (b *builder) declarations(c *aadl.Classifier) {
	if _, ok := b.names[c]; ok {
		return
	}
	names := make(map[string]any, len(c.Connections)+len(c.Specs)+len(c.Flows)+len(c.Modes))
	for _, d := range c.Connections {
		names[syntax.Fold(d.Name)] = d
	}
	for _, flows := range [...][]*aadl.Flow{c.Flows, c.Specs} {
		for _, f := range flows {
			names[syntax.Fold(f.Name)] = f
		}
	}
	for _, m := range c.Modes {
		names[syntax.Fold(m.Name)] = m
	}
	b.names[c] = names
}
