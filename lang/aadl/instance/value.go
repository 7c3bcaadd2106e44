package instance

import (
	"math"
	"time"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// Value is a value of a property of an object, and where it comes from.
type Value struct {
	aadl.Value
	Object      Object            // references in it are from here, see Reference
	Association *aadl.Association // nil: the default of the definition

	parts []Value // those that were appended, the last first
}

// longestDefault bounds the chain of properties that have each other's values.
const longestDefault = 100

// Value returns the value of a property for an object in a system operation mode; nil stands for the initial one. The
// property is named with its set: "Timing_Properties::Period". Value returns false if there is none.
//
// The first of these that states a value determines it: a contained association (applies to) of the outermost component with one, then of
// inner ones; the declaration itself, then those it refines; the implementation and those it extends; the type and those it extends; the
// data classifier of a feature; if the definition says inherit, the component that contains it; the default. For a flow specification, the
// implementation of the flow comes before its own associations.
func (i *Instance) Value(o Object, property string, m *OperationMode) (Value, bool) {
	p := i.Model.Property(property)
	if p == nil {
		return Value{}, false
	}
	return i.value(o, p, m, longestDefault)
}

func (i *Instance) value(o Object, p *aadl.Property, m *OperationMode, defaults int) (Value, bool) {
	if v, ok := i.explicit(o, p, m, defaults); ok {
		return v, true
	}
	if p.Default == nil || p.Default.Kind == aadl.NoValue || defaults == 0 {
		return Value{}, false
	}
	if p.Default.Kind == aadl.PropertyName {
		if p.Default.Property == nil {
			return Value{}, false
		}
		v, ok := i.value(o, p.Default.Property, m, defaults-1)
		v.Association = nil
		return v, ok
	}
	return Value{Value: *p.Default, Object: o}, true
}

// Stated is like Value, but ignores the default of the definition.
func (i *Instance) Stated(o Object, property string, m *OperationMode) (Value, bool) {
	p := i.Model.Property(property)
	if p == nil {
		return Value{}, false
	}
	return i.explicit(o, p, m, longestDefault)
}

// explicit looks up a value in associations. Appended values are put after what would have been inherited.
func (i *Instance) explicit(o Object, p *aadl.Property, m *OperationMode, defaults int) (Value, bool) {
	var found []Value
	i.sources(o, p, func(a *aadl.Association, in *Component) bool {
		v, ok := i.during(a, in, o, m)
		if !ok || len(a.Syntax.InBinding) > 0 && !i.bound(a, o, p, m) {
			return true
		}
		found = append(found, Value{Value: v, Object: in, Association: a})
		return a.Syntax.Append
	})
	if len(found) == 0 {
		return Value{}, false
	}
	v := found[0]
	if v.Kind == aadl.PropertyName && v.Property != nil && defaults > 0 {
		named, ok := i.value(o, v.Property, m, defaults-1)
		named.Association = v.Association
		return named, ok
	}
	if len(found) > 1 || v.Association.Syntax.Append {
		v.Elements = nil
		if last := found[len(found)-1]; last.Association.Syntax.Append && p.Default != nil {
			v.Elements = append(v.Elements, p.Default.Elements...)
		}
		for k := len(found) - 1; k >= 0; k-- {
			v.Elements = append(v.Elements, found[k].Elements...)
		}
		v.parts = found
	}
	return v, true
}

// sources yields the associations of a property that may determine an object's value, in order of precedence, each with the
// component that it is relative to.
func (i *Instance) sources(o Object, p *aadl.Property, yield func(*aadl.Association, *Component) bool) bool {
	all := func(list []*aadl.Association, in *Component) bool {
		for _, a := range list {
			if a.Property == p && len(a.AppliesTo) == 0 && !yield(a, in) {
				return false
			}
		}
		return true
	}
	contained := func(list []held) bool {
		for _, h := range list {
			if h.association.Property == p && !yield(h.association, h.in) {
				return false
			}
		}
		return true
	}
	of := func(c *Component, declaration any, list []*aadl.Association) bool {
		return contained(i.held[declared{c, declaration}]) && all(list, c) && (!p.Inherit || i.sources(c, p, yield))
	}
	switch o := o.(type) {
	case *Component:
		if !contained(o.held) || o.Declaration != nil && !all(o.Declaration.Associations, o.Parent) || !all(i.stated[o.Classifier][p], o) {
			return false
		}
		return o.Parent == nil || !p.Inherit || i.sources(o.Parent, p, yield)
	case *Feature:
		if !contained(o.held) || !all(o.Decl.Associations, o.Component) || !all(i.stated[o.Classifier][p], o.Component) {
			return false
		}
		if p.Inherit && o.Group != nil {
			return i.sources(o.Group, p, yield)
		}
		return !p.Inherit || i.sources(o.Component, p, yield)
	case *Connection:
		across := o.across()
		for _, s := range o.Segments {
			if !contained(i.held[declared{s.Context, s.Declaration}]) {
				return false
			}
		}
		for k, s := range append([]Segment{across}, o.Segments...) {
			if (k == 0 || s != across) && !all(s.Declaration.Associations, s.Context) {
				return false
			}
		}
		return !p.Inherit || i.sources(across.Context, p, yield)
	case *FlowSpec:
		impls := o.Component.implementations(o.Declaration)
		for _, f := range impls {
			if !contained(i.held[declared{o.Component, f}]) {
				return false
			}
		}
		if !contained(i.held[declared{o.Component, o.Declaration}]) {
			return false
		}
		for _, f := range impls {
			if !all(f.Associations, o.Component) {
				return false
			}
		}
		return of(o.Component, nil, o.Declaration.Associations)
	case *Flow:
		return of(o.Component, o.Declaration, o.Declaration.Associations)
	case *Mode:
		return of(o.Component, o.Declaration, o.Declaration.Associations)
	}
	return true
}

// implementations returns the implementations of a flow specification in a component.
func (c *Component) implementations(spec *aadl.Flow) []*aadl.Flow {
	var some []*aadl.Flow
	for _, f := range c.Classifier.Flows {
		if f.Kind != syntax.EndToEndFlow && syntax.Same(f.Name, spec.Name) {
			some = append(some, f)
		}
	}
	return some
}

// during is the value of an association in a system operation mode: one for the mode of the component that declares it, or
// that it is for, takes precedence over one for no mode.
func (i *Instance) during(a *aadl.Association, in *Component, o Object, m *OperationMode) (v aadl.Value, ok bool) {
	if m == nil {
		m = i.initial
	}
	own := owner(o)
	for _, k := range a.Values {
		switch {
		case len(k.Modes) == 0:
			if !ok {
				v, ok = k.Value, true
			}
		case current(in, m, k.Modes) || own != in && current(own, m, k.Modes):
			return k.Value, k.Value.Kind != aadl.NoValue
		}
	}
	return v, ok && v.Kind != aadl.NoValue
}

// current reports whether a component, or the nearest enclosing one with modes, is in one of some modes.
func current(c *Component, m *OperationMode, in []*syntax.InMode) bool {
	for ; c != nil; c = c.Parent {
		if c.modal != nil {
			mode := m.Modes[c.modal.at]
			return mode != nil && among(in, mode.Declaration.Name)
		}
	}
	return false
}

// owner is the component that has the object, or the object itself.
func owner(o Object) *Component {
	switch o := o.(type) {
	case *Component:
		return o
	case *Feature:
		return o.Component
	case *Connection:
		return o.across().Context
	case *FlowSpec:
		return o.Component
	case *Flow:
		return o.Component
	case *Mode:
		return o.Component
	}
	return nil
}

// bindings are the properties that bind.
var bindings = [...]string{"Deployment_Properties::Actual_Processor_Binding", "Deployment_Properties::Actual_Memory_Binding",
	"Deployment_Properties::Actual_Connection_Binding"}

// bound reports whether an object is bound to what the in binding part of an association names.
func (i *Instance) bound(a *aadl.Association, o Object, p *aadl.Property, m *OperationMode) bool {
	for _, name := range bindings {
		if syntax.Same(p.Name, name) {
			return false
		}
		for _, to := range i.References(o, name, m) {
			c, ok := to.(*Component)
			if !ok {
				continue
			}
			for k := range chain(c.Classifier) {
				for _, ref := range a.Syntax.InBinding {
					if text := ref.String(); syntax.Same(text, k.Name) || syntax.Same(text, k.Qualified()) {
						return true
					}
				}
			}
		}
	}
	return false
}

// nanosecond is the unit of durations.
const nanosecond = "ns"

// Duration returns a value of time, exact to the nanosecond.
func (i *Instance) Duration(o Object, property string, m *OperationMode) (time.Duration, bool) {
	v, ok := i.Value(o, property, m)
	if !ok {
		return 0, false
	}
	return duration(v.Value, i.Model.Property(property))
}

// duration is a number as a time.
func duration(v aadl.Value, p *aadl.Property) (time.Duration, bool) {
	ns, ok := inUnit(v, p, nanosecond)
	if !ok || math.Abs(ns) >= math.MaxInt64 {
		return 0, false
	}
	return time.Duration(math.Round(ns)), true
}

// Durations returns the least and the greatest time of a range.
func (i *Instance) Durations(o Object, property string, m *OperationMode) (low, high time.Duration, ok bool) {
	v, ok := i.Value(o, property, m)
	if !ok || v.Kind != aadl.Range || len(v.Elements) < 2 {
		return 0, 0, false
	}
	p := i.Model.Property(property)
	low, ok = duration(v.Elements[0], p)
	high, fine := duration(v.Elements[1], p)
	return low, high, ok && fine
}

// Number returns a number in a unit of its type, given by name ("Bytes"); for a number without units the unit is "".
func (i *Instance) Number(o Object, property, unit string, m *OperationMode) (float64, bool) {
	v, ok := i.Value(o, property, m)
	if !ok {
		return 0, false
	}
	return inUnit(v.Value, i.Model.Property(property), unit)
}

// inUnit is a number in a unit of a property's type.
func inUnit(v aadl.Value, p *aadl.Property, unit string) (float64, bool) {
	if v.Kind != aadl.Integer && v.Kind != aadl.Real {
		return 0, false
	}
	if unit == "" {
		return v.Number, true
	}
	t := p.Type
	for t != nil && t.Units == nil {
		t = t.Element
	}
	if t == nil {
		return 0, false
	}
	for _, u := range t.Units.Units {
		if !syntax.Same(u.Name, unit) || u.Factor == 0 {
			continue
		}
		if v.Unit.Factor >= u.Factor { // the larger by the smaller, which is exact if it can be
			return v.Number * (v.Unit.Factor / u.Factor), true
		}
		return v.In(u.Factor), true
	}
	return 0, false
}

// Word returns a literal of an enumeration, in lower case, or a string.
func (i *Instance) Word(o Object, property string, m *OperationMode) (string, bool) {
	v, ok := i.Value(o, property, m)
	switch {
	case ok && v.Kind == aadl.Word:
		return syntax.Fold(v.Text), true
	case ok && v.Kind == aadl.String:
		return v.Text, true
	}
	return "", false
}

// References returns the targets of the references of a value: all elements for an array without indices, and those of a list in its order.
// Instantiate has reported faults in them.
func (i *Instance) References(o Object, property string, m *OperationMode) []Object {
	v, ok := i.Value(o, property, m)
	if !ok {
		return nil
	}
	var all []Object
	if len(v.parts) == 0 {
		return i.refer(all, v.Value, v.Object, o)
	}
	for k := len(v.parts) - 1; k >= 0; k-- {
		all = i.refer(all, v.parts[k].Value, v.parts[k].Object, o)
	}
	return all
}

// refer appends the targets of the references in a value, relative to the component that stated them or else to the one that has
// the value.
func (i *Instance) refer(all []Object, v aadl.Value, from, o Object) []Object {
	for _, e := range v.Elements {
		all = i.refer(all, e, from, o)
	}
	if v.Kind != aadl.ReferencePath {
		return all
	}
	to := i.reach(owner(from), v.Path)
	if c, ok := o.(*Component); ok && to.none() {
		to = i.reach(c, v.Path)
	}
	for _, c := range to.components {
		all = append(all, c)
	}
	for _, f := range to.features {
		all = append(all, f)
	}
	for _, d := range to.declared {
		all = i.objects(all, d)
	}
	return all
}

// objects appends the objects of a declaration in a component.
func (i *Instance) objects(all []Object, d declared) []Object {
	for _, c := range i.along(d) {
		all = append(all, c)
	}
	for _, s := range d.in.Specs {
		if d.of == any(s.Declaration) {
			all = append(all, s)
		}
	}
	for _, f := range i.Flows {
		if f.Component == d.in && d.of == any(f.Declaration) {
			all = append(all, f)
		}
	}
	for _, m := range d.in.Modes {
		if d.of == any(m.Declaration) {
			all = append(all, m)
		}
	}
	return all
}
