package instance

import (
	"fmt"
	"strings"
)

// dump writes the instance out: components with their features, connections with what they lead over, chains that are none,
// flows and system operation modes, a line each.
func dump(i *Instance) string {
	var b strings.Builder
	when := func(active []bool) string {
		var names []string
		for k, m := range i.Modes {
			if active[k] {
				names = append(names, m.Name)
			}
		}
		if len(names) == len(i.Modes) {
			return ""
		}
		return " in " + strings.Join(names, " ")
	}
	var feature func(f *Feature, indent string)
	feature = func(f *Feature, indent string) {
		fmt.Fprintf(&b, "%s.%s: %s", indent, f.Name, strings.TrimSpace(f.Direction.String()+" "+f.Kind.String()))
		if f.Classifier != nil {
			b.WriteString(" " + f.Classifier.Name)
		}
		b.WriteByte('\n')
		for _, m := range f.Members {
			feature(m, indent+"  ")
		}
	}
	for _, c := range i.Components {
		indent := strings.Repeat("  ", c.depth)
		fmt.Fprintf(&b, "%s%s: %s", indent, c.Name, c.Category)
		if c.Classifier != nil {
			b.WriteString(" " + c.Classifier.Name)
		}
		b.WriteString(when(c.Active) + "\n")
		for _, f := range c.Features {
			feature(f, indent+"  ")
		}
	}
	over := func(segments []Segment) string {
		var names []string
		for _, s := range segments {
			name := join(s.Context.prefix(), s.Declaration.Name)
			if s.Turned {
				name = "~" + name
			}
			names = append(names, name)
		}
		return strings.Join(names, " ")
	}
	for _, c := range i.Connections {
		arrow := ""
		if c.Bidirectional {
			arrow = "<-> "
		}
		fmt.Fprintf(&b, "%s (%s%s over %s)%s\n", c.Name, arrow, c.Kind, over(c.Segments), when(c.Active))
	}
	for _, p := range i.Partial {
		if len(p.Segments) == 0 {
			fmt.Fprintf(&b, "alone: %s\n", p.From.Path())
		} else {
			fmt.Fprintf(&b, "partial: %s -> %s (over %s)\n", p.From.Path(), p.To.Path(), over(p.Segments))
		}
	}
	for _, f := range i.Flows {
		var steps []string
		for _, e := range f.Elements {
			switch {
			case e.Connection != nil:
				steps = append(steps, "->")
			case e.Spec != nil:
				steps = append(steps, e.Spec.Path())
			default:
				steps = append(steps, e.Component.Path())
			}
		}
		fmt.Fprintf(&b, "flow %s: %s%s\n", f.Path(), strings.Join(steps, " "), when(f.Active))
	}
	for _, m := range i.Modes {
		if m.Name != "" {
			initial := ""
			if m.Initial {
				initial = " initial"
			}
			fmt.Fprintf(&b, "mode %s%s\n", m.Name, initial)
		}
	}
	return b.String()
}
