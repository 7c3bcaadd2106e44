package kag

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
)

// describe writes the tooltip of an instance's box.
func (d *drawing) describe(box int, i *atom.Instance) {
	r := &d.g.Reactors[box]
	r.Type = i.Def.Name
	d.owners[box] = i.Path
	var text []string
	if i.Def.Doc != "" {
		text = append(text, i.Def.Doc)
	}
	if i.Def.Physics != "" {
		text = append(text, "Physics: "+strings.TrimSpace(i.Def.Physics))
	}
	for _, p := range i.Def.Parameters {
		if v := i.Parameters[p.Name]; v != "" {
			text = append(text, p.Name+" = "+v)
		}
	}
	if c := constraintText(i.Constraint); c != "" {
		text = append(text, c)
	}
	if i.Loop != "" {
		text = append(text, "loop "+i.Loop)
	}
	if i.Driver != "" {
		text = append(text, "driver "+i.Driver)
	}
	for _, name := range slices.Sorted(maps.Keys(i.Values)) {
		value := fmt.Sprint(i.Values[name])
		if p := i.Port(name); p != nil {
			value = unit.Format(p.Element.Type, i.Values[name])
		}
		text = append(text, name+" = "+value)
	}
	r.Doc = strings.Join(text, "\n")
}

// constraintText describes how a Physics runs.
func constraintText(c atom.Constraint) string {
	switch c.Update {
	case atom.Constant:
		return "constant: runs once"
	case atom.Sporadic:
		if c.Condition != "" {
			return "sporadic: runs when " + c.Condition + " says so"
		}
		return "sporadic"
	case atom.Periodic:
		s := "periodic"
		if c.Periods != nil {
			s += ", T_phy = " + c.Periods.String()
		}
		if c.Worst > 0 {
			s += ", t_comp_max = " + period.Duration(c.Worst)
		}
		return s
	}
	return ""
}

// datatype returns a port's datatype; before Check has resolved it, what the declaration says of
// it.
func datatype(p *atom.Port) atom.Datatype {
	if p.Datatype.Type != unit.NoType {
		return p.Datatype
	}
	t := atom.Datatype{Type: p.Element.Type, Frame: unit.Frame(valued(p, p.Element.Frame))}
	t.Axis, _ = unit.ParseAxis(valued(p, p.Element.Axis))
	return t
}

// valued replaces an interface parameter by its value in the instance.
func valued(p *atom.Port, s string) string {
	if name, ok := strings.CutPrefix(s, "$"); ok {
		if v := p.Owner.Parameters[name]; v != "" {
			return v
		}
	}
	return s
}

// typeText writes a port's datatype: "AngularSpeed WORLD z".
func typeText(p *atom.Port) string {
	t := datatype(p)
	s := t.Type.String()
	if t.Frame != "" && t.Frame != unit.NoFrame {
		s += " " + string(t.Frame)
	}
	if t.Axis != unit.NoAxis {
		s += " " + t.Axis.String()
	}
	return s
}

// linkText writes a link for a tooltip.
func linkText(from, to *atom.Port) string {
	s := portPath(from) + " → " + portPath(to) + ": " + typeText(from)
	if t := typeText(to); t != typeText(from) {
		s += " → " + t
	}
	if to.Update.Update == atom.Periodic && to.Update.Periods != nil {
		s += ", T_Need = " + to.Update.Periods.String()
	}
	return s
}

func portPath(p *atom.Port) string {
	if p.Owner.Path == "" {
		return p.Element.Name
	}
	return p.Owner.Path + "." + p.Element.Name
}

// lines returns the parts that are not empty.
func lines(parts ...string) (out []string) {
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return out
}
