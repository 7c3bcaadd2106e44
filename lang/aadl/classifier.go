package aadl

import (
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// header reads what a classifier extends, realises and is the inverse of.
func (l *linker) header(c *Classifier) {
	y, s := c.Syntax, c.scope
	own := Declared{c.File, y}
	if y.Form == syntax.ComponentImplementation {
		l.realise(c)
		l.refer(s, y.Impl, own)
		l.refer(s, y.End.Impl, own)
	} else {
		l.refer(s, y.Name, own)
		l.refer(s, y.End.Name, own)
	}
	if y.Extends.Name.Text != "" {
		base := l.classifier(s, y.Extends)
		c.open = c.open || base == nil
		if base != nil && l.extendable(c, base) {
			c.Base.Classifier = base
		}
	}
	if y.Inverse.Name.Text != "" {
		i := l.classifier(s, y.Inverse)
		if i != nil && i.Syntax.Form != syntax.FeatureGroupType {
			l.fault(s, y.Inverse, "aadl-category", i.Qualified()+" is "+component(i.Syntax.Category)+", not a feature group", "name a feature group type")
			i = nil
		}
		c.Inverse = i
	}
	c.open = c.open || c.File.Faulty()
}

// realise finds the type of an implementation.
func (l *linker) realise(c *Classifier) {
	y, s := c.Syntax, c.scope
	name := syntax.Ref{Name: y.Name}
	c.Type = l.find(s, c.Package, name)
	if c.Type == nil && !c.Private {
		c.Type = c.Package.classifiers[syntax.Fold(y.Name.Text)]
	}
	switch {
	case c.Type == nil:
		c.open = true
		l.missing(s, c.Package, name)
		return
	case c.Type.Syntax.Form != syntax.ComponentType:
		l.fault(s, y.Name, "aadl-category", c.Type.Name+" is a feature group, which has no implementations", "name a component type")
		c.Type, c.open = nil, true
		return
	case c.Type.Syntax.Category != y.Category && y.Category != syntax.NoCategory:
		l.fault(s, y.Name, "aadl-category", c.Type.Qualified()+" is "+component(c.Type.Syntax.Category)+", its implementation "+component(y.Category),
			"write "+c.Type.Syntax.Category.String()+" implementation "+c.Name)
	}
	l.refer(s, y.End.Name, Declared{c.Type.File, c.Type.Syntax})
}

// extendable reports whether a classifier may extend another.
func (l *linker) extendable(c, base *Classifier) bool {
	y, s := c.Syntax, c.scope
	if y.Form != base.Syntax.Form {
		l.fault(s, y.Extends, "aadl-category", y.Form.String()+" extends "+base.Syntax.Form.String(), "name "+y.Form.String())
		c.open = true
		return false
	}
	if own, other := y.Category, base.Syntax.Category; own != other && other != syntax.AbstractCategory && own != syntax.NoCategory && other != syntax.NoCategory {
		l.fault(s, y.Extends, "aadl-category", component(own)+" extends "+base.Qualified()+", "+component(other),
			"name one that is "+component(own)+", or abstract; or declare this as "+component(other))
	}
	return true
}

// acyclic looks for classifiers that extend themselves, and breaks each circle.
func (l *linker) acyclic(c *Classifier) {
	if c.state != fresh {
		return
	}
	var chain []*Classifier
	for x := c; x != nil && x.state < ready; x = x.Base.Classifier {
		if x.state == busy {
			names := []string{x.Qualified()}
			for i := len(chain) - 1; i >= 0; i-- {
				names = append(names, chain[i].Qualified())
				if chain[i] == x {
					break
				}
			}
			last := chain[len(chain)-1]
			for i, j := 0, len(names)-1; i < j; i, j = i+1, j-1 {
				names[i], names[j] = names[j], names[i]
			}
			l.fault(last.scope, last.Syntax.Extends, "aadl-cycle", strings.Join(names, " extends "), "let one of them extend nothing")
			last.Base.Classifier, last.open = nil, true
			break
		}
		x.state = busy
		chain = append(chain, x)
	}
	for _, x := range chain {
		x.state = ready
	}
}

// inheritance sorts the classifiers so that each follows all from which it has members, except groups that are inverses in
// a circle, which get no members that way.
func (l *linker) inheritance() (all []*Classifier) {
	var path []*Classifier
	l.each(func(l *linker, c *Classifier) {
		for path = append(path, c); len(path) > 0; {
			c := path[len(path)-1]
			if c.state != ready {
				if path = path[:len(path)-1]; c.state == entered {
					c.state = done
					all = append(all, c)
				}
				continue
			}
			c.state = entered
			for _, from := range [...]*Classifier{c.Base.Classifier, c.Type, c.mirrored()} {
				if from != nil && from.state == ready {
					path = append(path, from)
				}
			}
		}
	})
	return all
}

// mirrored returns the group whose features, with directions reversed, c has because it has none of its own; nil if it has
// its own.
func (c *Classifier) mirrored() *Classifier {
	if len(c.Syntax.Features) > 0 || c.Syntax.Extends.Name.Text != "" {
		return nil
	}
	return c.Inverse
}

// ancestry checks the type of an implementation against that of the implementation it extends, which must be the same or one
// that the type extends.
func (l *linker) ancestry(c *Classifier) {
	base := c.Base.Classifier
	if c.Type == nil || base == nil || base.Type == nil || c.Type.descends(base.Type) {
		return
	}
	l.fault(c.scope, c.Syntax.Extends, "aadl-category", c.Name+" extends "+base.Qualified()+", but "+c.Type.Qualified()+" does not extend "+base.Type.Qualified(),
		"let it, or extend an implementation of one of its types")
}

// descends reports whether a classifier is another, or extends it directly or indirectly. An implementation descends from its
// type too.
func (c *Classifier) descends(from *Classifier) bool {
	if from.Syntax.Form != syntax.ComponentImplementation && c.Type != nil {
		c = c.Type
	}
	for x := c; x != nil; x = x.Base.Classifier {
		if x == from {
			return true
		}
	}
	return false
}
