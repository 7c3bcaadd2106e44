package aadl

import (
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// holder reads the associations of a member of a classifier, or, if that is nil, of the classifier itself.
func (l *linker) holder(c *Classifier, m named, all []*Association) {
	if len(all) == 0 {
		return
	}
	s := c.scope
	x := subject{classifier: c}
	if m != nil {
		own := *s
		own.holder = m
		s, x = &own, subject{member: m}
	}
	l.hold(s, x, all)
}

// associate reads the associations of a package.
func (l *linker) associate(p *Package) {
	p.Associations = make([]*Association, len(p.Syntax.Properties))
	for i, y := range p.Syntax.Properties {
		p.Associations[i] = &Association{File: p.File, Syntax: y}
	}
	l.hold(p.public, subject{pack: p}, p.Associations)
}

// hold reads associations.
func (l *linker) hold(s *scope, x subject, all []*Association) {
	var seen map[string]*Association
	if len(all) > 1 {
		seen = make(map[string]*Association, len(all))
	}
	for _, a := range all {
		if !l.property(s, a) {
			continue
		}
		if seen != nil {
			key := a.key()
			if first := seen[key]; first != nil {
				l.fault(s, a.Syntax, "aadl-twice", a.Property.Name+" is given a value a second time, first at "+position(s.file, first.Syntax).String(), "leave out one")
				continue
			}
			seen[key] = a
		}
		l.association(s, x, a)
	}
}

// property finds the property of an association.
func (l *linker) property(s *scope, a *Association) bool {
	r := a.Syntax.Property
	if r.Name.Text == "" {
		return false
	}
	e, ok := l.entry(s, r)
	switch {
	case !ok:
		return false
	case e == nil:
		do := ""
		if other := l.elsewhere(r, syntax.PropertyDefinition); other != "" {
			do = "write " + other + ", if that is meant"
		} else {
			do = l.suggest(r.Name.Text, l.entryNames(s, r.Space.Text, syntax.PropertyDefinition))
		}
		l.fault(s, r, "aadl-unresolved", "there is no property "+r.String(), do)
		return false
	case e.property == nil:
		l.fault(s, r, "aadl-value", r.String()+" is a property "+e.syntax.Form.String()+", not a property", "name a property")
		return false
	}
	a.Property = e.property
	return true
}

// key identifies what an association of a holder gives a value, to find values given twice.
func (a *Association) key() string {
	var b strings.Builder
	b.WriteString(syntax.Fold(a.Property.Name))
	for _, p := range a.Syntax.AppliesTo {
		b.WriteString(" >")
		for _, step := range p {
			b.WriteByte('.')
			b.WriteString(syntax.Fold(step.Text))
			for _, i := range step.Indices {
				b.WriteString("[" + i.Low + ".." + i.High)
			}
		}
	}
	for _, r := range a.Syntax.InBinding {
		b.WriteString(" @" + syntax.Fold(r.String()))
	}
	return b.String()
}

// association reads what an association gives its property, and checks that the property applies to what the association is for.
func (l *linker) association(s *scope, x subject, a *Association) {
	y, p := a.Syntax, a.Property
	if y.Append && p.Type != nil && p.Type.Kind != syntax.ListType {
		l.fault(s, y, "aadl-value", "+=> adds to a list, and "+p.Name+" is "+p.Type.said(), "write =>")
	}
	if len(y.AppliesTo) == 0 {
		l.applies(s, y.Property, p, x)
	}
	for _, path := range y.AppliesTo {
		if to := l.contained(s, path, p.annexed()); to != nil {
			l.applies(s, y.Property, p, subject{member: to})
		}
	}
	a.AppliesTo = y.AppliesTo
	a.Values = make([]ModalValue, len(y.Values))
	for i, v := range y.Values {
		a.Values[i] = ModalValue{l.value(s, p.Type, v.Value), v.Modes}
		l.valueModes(s, v.Modes, y.AppliesTo)
	}
	for _, r := range y.InBinding {
		l.classifier(s, r)
	}
}

// applies reports a property on something that it does not apply to.
func (l *linker) applies(s *scope, at syntax.Node, p *Property, x subject) {
	if p.Syntax.AppliesTo == nil || p.Set.File.Faulty() {
		return
	}
	var to []string
	for _, o := range p.owners {
		if o.fits(x) {
			return
		}
		to = append(to, o.said())
	}
	l.fault(s, at, "aadl-applies", p.Name+" does not apply to "+x.said()+", but to "+strings.Join(to, ", "), "leave it out, or give it to one of those")
}

// root is where paths in associations begin: at the component that contains the associations, or at the subcomponent that has them.
func (s *scope) root() (c *Classifier, open bool) {
	var u Use
	switch m := s.holder.(type) {
	case *Subcomponent:
		u = m.Use
	case *Feature:
		u = m.Use
	default:
		return s.in, s.in == nil
	}
	if u.Prototype != nil {
		return u.Prototype.Constraint, true
	}
	return u.Classifier, u.Classifier == nil
}

// contained finds what a contained association is for, nil if that is not known.
func (l *linker) contained(s *scope, path syntax.Path, annexed bool) named {
	c, open := s.root()
	if annexed || open && (c == nil || len(path) > 0 && c.find(path[0].Text) == nil) {
		return nil
	}
	m, _ := l.follow(s, c, path)
	return m
}

// referenceValue returns a reference: from the component that contains it or, in the properties of a subcomponent, from that subcomponent.
func (l *linker) referenceValue(s *scope, t *Type, x *syntax.ReferenceValue) Value {
	v := Value{Kind: ReferencePath, Path: x.Path, File: s.file, Syntax: x}
	if len(x.Path) == 0 || x.Path[0].Text == "" || s.in == nil {
		return v
	}
	c := s.in
	if c.find(x.Path[0].Text) == nil {
		if inner, open := s.root(); open {
			return v
		} else if inner.find(x.Path[0].Text) != nil {
			c = inner
		}
	}
	m, at := l.follow(s, c, x.Path)
	if m == nil || fit(t.owners, subject{member: m}) {
		return v
	}
	l.fault(s, x.Path[at], "aadl-value", "a reference to "+said(t.owners)+" is expected, and "+x.Path[at].Text+" is "+subject{member: m}.said(), "refer to "+said(t.owners))
	return v
}

// classifierValue returns a classifier.
func (l *linker) classifierValue(s *scope, t *Type, x *syntax.ClassifierValue) Value {
	v := Value{Kind: ClassifierName, File: s.file, Syntax: x}
	if s.in != nil {
		if p, ok := s.in.prototype(x.Ref); ok {
			l.refer(s, x.Ref.Name, declared(p))
			return v
		}
	}
	if v.Classifier = l.classifier(s, x.Ref); v.Classifier == nil {
		return Value{File: s.file, Syntax: x}
	}
	if !fit(t.owners, subject{classifier: v.Classifier}) {
		l.fault(s, x.Ref, "aadl-value", "the classifier of "+said(t.owners)+" is expected, and "+v.Classifier.Qualified()+" is "+subject{classifier: v.Classifier}.said(),
			"name "+said(t.owners))
	}
	return v
}

// valueModes finds the modes in which a property has a value: modes of the component that contains it, of the subcomponent that has it, or
// of what it is for.
func (l *linker) valueModes(s *scope, all []*syntax.InMode, paths []syntax.Path) {
	if len(all) == 0 || s.in == nil {
		return
	}
	from := []*Classifier{s.in}
	known := !s.in.hollow()
	inner, open := s.root()
	if inner != nil && inner != s.in {
		from, known = append(from, inner), known && !open
	}
	for _, p := range paths {
		c := inner
		for _, step := range p {
			m, ok := named(nil), false
			if c != nil {
				m = c.find(step.Text)
			}
			var p *Subcomponent
			if p, ok = m.(*Subcomponent); !ok {
				break
			}
			if c = p.Use.Classifier; c == nil {
				known = false
				break
			}
			from = append(from, c)
		}
	}
	for _, y := range all {
		found := y.Name.Text == "" || y.Name.Text == "all" || y.Name.Text == "none" || !known
		for i := len(from) - 1; i >= 0 && !found; i-- {
			found = l.modal(s, y.Name, from[i])
		}
		if !found {
			l.fault(s, y.Name, "aadl-unresolved", s.in.Name+" has no mode "+y.Name.Text, l.suggest(y.Name.Text, s.in.modeNames))
		}
	}
}

// dimensions reads the sizes of an array.
func (l *linker) dimensions(c *Classifier, all []*syntax.Dimension) {
	for _, d := range all {
		n := 0.0
		switch x := d.Size.(type) {
		case *syntax.NumberValue:
			n = x.Float()
		case *syntax.NamedValue:
			v := l.value(c.scope, &Type{Kind: syntax.IntegerType}, x)
			if v.Kind != Integer {
				if v.Kind == PropertyName {
					l.fault(c.scope, x, "aadl-value", "the size of an array is a number or a constant, not a property", "name a constant")
				}
				continue
			}
			n = v.Number
		default:
			continue
		}
		if n < 1 || n > largestArray {
			l.fault(c.scope, d, "aadl-value", "an array has 1 to "+strconv.Itoa(largestArray)+" elements", "write a number within")
			continue
		}
		l.m.sizes[d] = int(n)
	}
}

// largestArray bounds the number of elements in one dimension.
const largestArray = 1 << 30
