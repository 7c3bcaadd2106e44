package instance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// element is an element of a flow that is still to be followed, and those after it.
type element struct {
	in   *Component
	flow *aadl.Flow // that contains it
	path syntax.Path
	next *element
}

// trail is how far a flow has been followed.
type trail struct {
	elements []FlowElement
	at       *Component // the last leaf
	spec     *FlowSpec
	over     []string    // the declared connections since
	within   bool        // the last of them is in the implementation of a flow
	open     []candidate // connections that they may be part of
	active   []bool
}

// candidate is a connection that the flow may take.
type candidate struct {
	*Connection
	back bool // from its destination: to or from what is accessed, or bidirectional
	next int  // the next expected segment
}

func (c candidate) segment(i int) Segment {
	if c.back {
		i = len(c.Segments) - 1 - i
	}
	return c.Segments[i]
}

// far is the end at which the flow arrives.
func (c candidate) far() End {
	if c.back {
		return c.Source
	}
	return c.Destination
}

func (c candidate) near() End {
	if c.back {
		return c.Destination
	}
	return c.Source
}

// router follows one end to end flow.
type router struct {
	*builder
	flow   *Flow // as declared
	found  []*Flow
	nested []declared // end to end flows that are followed within
	misfit diag.Fault
	at     *element // of the misfit
	far    int      // number of elements before it
	silent bool     // the fault has been reported elsewhere
}

// flows builds the end to end flows, after the ends of flow specifications.
func (b *builder) flows() {
	for _, c := range b.Components {
		for _, s := range c.Specs {
			s.ends()
		}
	}
	steps := b.most.steps
	for _, c := range b.Components {
		if c.Classifier == nil || b.shallow {
			continue
		}
		for _, f := range c.Classifier.Flows {
			if f.Kind != syntax.EndToEndFlow || b.full {
				continue
			}
			r := &router{builder: b, flow: &Flow{Name: f.Name, Component: c, Declaration: f}, far: -1}
			r.step(elements(c, f, f.Elements, nil), trail{active: c.during(c.Active, f.Modes, b.Modes)}, &steps)
			r.tell()
		}
	}
}

// ends finds the features that a flow specification leads from and to. An implementation of the flow without elements may say which
// members of groups they are, as in OSATE.
func (s *FlowSpec) ends() {
	d := s.Declaration
	find := func(path syntax.Path) *Feature {
		if f, ok := s.Component.featuresAt(path); ok {
			return f[0]
		}
		return nil
	}
	if n := len(d.Elements); n > 0 {
		if d.Kind != syntax.FlowSource {
			s.In = find(d.Elements[0])
		}
		if d.Kind != syntax.FlowSink {
			s.Out = find(d.Elements[n-1])
		}
	}
	for _, k := range s.Component.implementations(d) {
		n := len(k.Elements)
		if n == 0 || n > 2 {
			continue
		}
		if in := find(k.Elements[0]); s.In != nil && in != nil && in.inGroup(s.In) {
			s.In = in
		}
		if out := find(k.Elements[n-1]); s.Out != nil && out != nil && out.inGroup(s.Out) {
			s.Out = out
		}
	}
}

// elements puts elements before others.
func elements(in *Component, f *aadl.Flow, paths []syntax.Path, next *element) *element {
	for _, p := range slices.Backward(paths) {
		next = &element{in, f, p, next}
	}
	return next
}

// tell adds the flows that were found, or reports why there is none.
func (r *router) tell() {
	if len(r.found) > 1 {
		for i, f := range r.found {
			f.Name += "[" + strconv.Itoa(i+1) + "]"
		}
	}
	r.Flows = append(r.Flows, r.found...)
	if len(r.found) == 0 && !r.silent && r.at != nil {
		r.report(r.at.flow.Owner.File, r.at.path, r.misfit)
	}
}

// fails notes why the flow does not go on at an element; the farthest element is reported.
func (r *router) fails(e *element, t trail, what, do string) {
	if len(t.elements) > r.far {
		r.far, r.at = len(t.elements), e
		r.misfit = diag.Fault{Code: "aadl-flow-chain", Path: r.flow.Path(), What: what, Do: do}
	}
}

// step follows the flow from an element on.
func (r *router) step(e *element, t trail, steps *int) {
	if *steps--; *steps < 0 || len(r.Flows)+len(r.found) >= r.most.flows {
		d := r.flow.Declaration
		r.limit(d.Owner.File, d.Syntax, r.flow.Path(), r.most.flows, "end to end flows")
		return
	}
	if e == nil {
		r.finish(t)
		return
	}
	if len(e.path) == 1 {
		switch d := r.declares(e.in, e.path[0].Text).(type) {
		case *aadl.Connection:
			r.connection(e, d, t, steps)
			return
		case *aadl.Flow:
			r.inner(e, e.in, d, t, steps)
			return
		}
	}
	some, n, ok := e.in.components(e.path)
	if !ok || n < len(e.path)-1 || n == 0 {
		r.silent = true // a name that leads nowhere
		return
	}
	for _, c := range t.towards(e.in, some) {
		if n == len(e.path) {
			r.leaf(e, c, nil, t, steps)
			continue
		}
		if c.Classifier == nil {
			r.leaf(e, c, nil, t, steps)
		} else if f, ok := r.declares(c, e.path[n].Text).(*aadl.Flow); ok {
			r.inner(e, c, f, t, steps)
		} else {
			r.silent = true
		}
		if r.full {
			return
		}
	}
}

// towards returns those of some components to which the connections lead.
func (t trail) towards(in *Component, some []*Component) []*Component {
	if len(some) == 1 || len(t.over) == 0 {
		return some
	}
	on := map[*Component]bool{}
	for _, c := range t.open {
		for k := c.far().Component; k != nil && k != in; k = k.Parent {
			on[k] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(some), func(c *Component) bool { return !on[c] })
}

// finish adds the flow.
func (r *router) finish(t trail) {
	if len(t.over) > 0 && !t.within || len(t.elements) == 0 {
		r.silent = true // the text ends in a connection
		return
	}
	f := *r.flow
	f.Elements, f.Active = t.elements, t.active
	r.found = append(r.found, &f)
}

// inner follows a flow of a component: an end to end flow in it, or the implementations of a flow specification, if any lead over
// parts of it.
func (r *router) inner(e *element, c *Component, f *aadl.Flow, t trail, steps *int) {
	if f.Kind == syntax.EndToEndFlow {
		key := declared{c, f}
		if slices.Contains(r.nested, key) || f == r.flow.Declaration && c == r.flow.Component {
			r.fails(e, t, "end to end flow "+f.Name+" contains itself", "take it out of itself")
			return
		}
		r.nested = append(r.nested, key)
		r.step(elements(c, f, f.Elements, e.next), t, steps)
		r.nested = r.nested[:len(r.nested)-1]
		return
	}
	expanded := false
	for _, k := range c.implementations(f) {
		paths := k.Elements
		if k.Kind != syntax.FlowSource && len(paths) > 0 {
			paths = paths[1:]
		}
		if k.Kind != syntax.FlowSink && len(paths) > 0 {
			paths = paths[:len(paths)-1]
		}
		if len(paths) < 2 || ending(c.Category) {
			continue
		}
		expanded = true
		within := t
		within.active = inBoth(t.active, c.during(c.Active, k.Modes, r.Modes))
		r.step(elements(c, k, paths, e.next), within, steps)
	}
	if expanded {
		return
	}
	for _, s := range c.Specs {
		if syntax.Same(s.Declaration.Name, f.Name) {
			r.leaf(e, c, s, t, steps)
			return
		}
	}
	r.silent = true
}

// connection follows a declared connection.
func (r *router) connection(e *element, d *aadl.Connection, t trail, steps *int) {
	t.within = e.flow.Kind != syntax.EndToEndFlow
	if t.at == nil && t.within { // the flow begins inside: this leads there
		r.step(e.next, t, steps)
		return
	}
	key := declared{e.in, d}
	var open []candidate
	if len(t.over) == 0 {
		open = r.leaving(t, key)
	}
	for _, c := range t.open {
		if c.next < len(c.Segments) {
			if s := c.segment(c.next); s.Context == e.in && s.Declaration == d {
				c.next++
				open = append(open, c)
			}
		}
	}
	t.open, t.over = open, append(t.over[:len(t.over):len(t.over)], d.Name)
	if len(open) > 0 {
		r.step(e.next, t, steps)
		return
	}
	if r.lost[d] {
		r.silent = true
		return
	}
	from := "the beginning of the flow"
	if t.at != nil {
		from = t.end()
	}
	r.fails(e, t, fmt.Sprintf("no connection leads from %s over %s", from, strings.Join(t.over, ", ")), "name the connections that lead on from there")
}

// end names where the flow has arrived.
func (t trail) end() string {
	if t.spec != nil && t.spec.Out != nil {
		return t.spec.Out.Path()
	}
	return t.at.Path()
}

// leaving returns the connections over a declared one from where the flow has arrived.
func (r *router) leaving(t trail, key declared) []candidate {
	if t.at == nil {
		return nil
	}
	var some []candidate
	take := func(c *Connection, back bool) {
		if back && !c.Bidirectional && !isAccess(c.Kind) {
			return
		}
		for i := range c.Segments {
			k := candidate{c, back, i + 1}
			s := k.segment(i)
			if s.Context != key.in || s.Declaration != key.of {
				continue
			}
			door := s.From
			if back {
				door = s.To
			}
			if t.spec == nil || t.spec.Out == nil || door.Feature == nil || door.Feature.inGroup(t.spec.Out) || t.spec.Out.inGroup(door.Feature) {
				some = append(some, k)
			}
			return
		}
	}
	if t.spec != nil && t.spec.Out != nil {
		connected(t.spec.Out, take)
	}
	if len(some) > 0 {
		return some
	}
	for _, c := range r.along(key) {
		for _, back := range [...]bool{false, true} {
			if near := (candidate{c, back, 0}).near(); near.Component.in(t.at) && (t.spec == nil || near.Component != t.at) {
				take(c, back)
			}
		}
	}
	return some
}

// connected yields the connections of a feature and of its members.
func connected(f *Feature, take func(c *Connection, back bool)) {
	for _, c := range f.Outgoing {
		take(c, false)
	}
	for _, c := range f.Incoming {
		take(c, true)
	}
	for _, m := range f.Members {
		connected(m, take)
	}
}

// in reports whether a component is another one or inside it.
func (c *Component) in(outer *Component) bool {
	for ; c != nil && c.depth > outer.depth; c = c.Parent {
	}
	return c == outer
}

// leaf arrives at a component whose inside is not followed. As in OSATE, each connection that leads there is a separate flow, in particular
// those between members of two groups.
func (r *router) leaf(e *element, c *Component, s *FlowSpec, t trail, steps *int) {
	arrive := func(over ...FlowElement) {
		next := t
		next.elements = slices.Concat(t.elements, over, []FlowElement{{Component: c, Spec: s}})
		next.active = inBoth(t.active, c.Active)
		for _, o := range over {
			next.active = inBoth(next.active, o.Connection.Active)
		}
		next.at, next.spec, next.over, next.open = c, s, nil, nil
		r.step(e.next, next, steps)
	}
	switch {
	case t.at == nil:
		arrive()
	case len(t.over) == 0:
		r.fails(e, t, fmt.Sprintf("no connection is named between %s and %s", t.at.Path(), c.Path()), "name the connections between them")
	default:
		some := false
		for _, k := range t.open {
			if k.fits(c, s) {
				some = true
				arrive(FlowElement{Connection: k.Connection})
			}
		}
		if !some {
			to := c.Path()
			if s != nil && s.In != nil {
				to = s.In.Path()
			}
			what := fmt.Sprintf("no connection leads from %s over %s to %s", t.end(), strings.Join(t.over, ", "), to)
			r.fails(e, t, what, "name the connections that lead there")
		}
	}
}

// fits reports whether a connection leads to a component through the feature at which its flow specification begins.
func (k candidate) fits(c *Component, s *FlowSpec) bool {
	last := k.segment(k.next - 1)
	door := last.To
	if k.back {
		door = last.From
	}
	if door.Component != c || k.far().Component == c && k.next != len(k.Segments) {
		return false
	}
	return s == nil || s.In == nil || door.Feature == nil || door.Feature.inGroup(s.In) || s.In.inGroup(door.Feature)
}

// inGroup reports whether a feature is another one, an element of the same array, or a member of it.
func (f *Feature) inGroup(g *Feature) bool {
	for ; f != nil; f = f.Group {
		if f.Decl == g.Decl && f.Component == g.Component && f.Group == g.Group {
			return true
		}
	}
	return false
}
