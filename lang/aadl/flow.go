package aadl

import "github.com/sinew-robotics/sinew/lang/aadl/syntax"

// flows reads flow specifications, implementations of flows and end to end flows.
func (l *linker) flows(c *Classifier) {
	specs := inherit(c, func(c *Classifier) []*Flow { return c.Specs })
	flows := inherit(c, func(c *Classifier) []*Flow { return c.Flows })
	inner := implemented{map[string]*Flow{}, map[string]bool{}}
	for _, f := range flows.all {
		if f.Kind != syntax.EndToEndFlow {
			inner.before[syntax.Fold(f.Name)] = f
		}
	}
	for _, y := range c.Syntax.Flows {
		if y.Name.Text == "" {
			continue
		}
		f := &Flow{Syntax: y, Kind: y.Kind, Elements: y.Elements, Modes: y.Modes}
		f.Owner = c
		if c.Syntax.Form == syntax.ComponentImplementation && y.Kind != syntax.EndToEndFlow {
			l.flowInside(c, f, &flows, inner)
			continue
		}
		old, ok := l.enter(c, y.Name, y.Refined, f)
		if !ok {
			continue
		}
		f.Member = l.join(c, y.Name, y.Properties, old)
		r := &specs
		if y.Kind == syntax.EndToEndFlow {
			r = &flows
		}
		if o, _ := old.(*Flow); o != nil {
			l.refineFlow(c, f, o)
			r.put(f)
		} else if !y.Refined {
			r.add(f)
		}
	}
	c.Specs, c.Flows = specs.all, flows.all
}

// refineFlow gives a flow what it takes from the one that it refines.
func (l *linker) refineFlow(c *Classifier, f, o *Flow) {
	if f.Kind != o.Kind {
		l.refined(c, f.Syntax.Name, "a flow "+o.Kind.String(), "a flow "+f.Kind.String())
	}
	if f.Syntax.Refined {
		f.Elements = o.Elements
	}
	if len(f.Modes) == 0 {
		f.Modes = o.Modes
	}
}

// implemented are the implementations of flows by the folded names of their specifications.
type implemented struct {
	before map[string]*Flow // inherited ones
	here   map[string]bool  // ones that have replaced one of those
}

// flowInside reads the implementation of a flow, which replaces an inherited one. A specification may have several, as in OSATE.
func (l *linker) flowInside(c *Classifier, f *Flow, flows *roll[*Flow], inner implemented) {
	y, s := f.Syntax, c.scope
	spec, _ := c.find(y.Name.Text).(*Flow)
	switch {
	case spec == nil || spec.Kind == syntax.EndToEndFlow:
		if !c.hollow() {
			l.fault(s, y.Name, "aadl-unresolved", "no flow "+y.Name.Text+" is specified for "+c.Name, l.suggest(y.Name.Text, func() (all []string) {
				if c.Type != nil {
					for _, f := range c.Type.Specs {
						all = append(all, f.Name)
					}
				}
				return all
			}))
		}
		f.Member = l.join(c, y.Name, y.Properties, nil)
		c.news = append(c.news, f)
		return
	case spec.Kind != y.Kind:
		l.fault(s, y.Name, "aadl-category", spec.Name+" is specified as a flow "+spec.Kind.String()+", and implemented as a flow "+y.Kind.String(),
			"write flow "+spec.Kind.String())
	}
	l.refer(s, y.Name, declared(spec))
	c.news = append(c.news, f)
	key := syntax.Fold(y.Name.Text)
	old := inner.before[key]
	if inner.here[key] || old == nil {
		f.Member = l.join(c, y.Name, y.Properties, nil)
		flows.add(f)
		return
	}
	inner.here[key] = true
	if y.Refined {
		f.Member = l.join(c, y.Name, y.Properties, old)
		l.refineFlow(c, f, old)
	} else {
		f.Member = l.join(c, y.Name, y.Properties, nil)
	}
	flows.put(f)
}
