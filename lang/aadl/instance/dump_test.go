package instance

import (
	"fmt"
	"strings"
)

// dumper writes an instance.
type dumper struct {
	strings.Builder
	*Instance
}

// dump writes an instance out: components with their features, connections with what they lead over, chains that are none,
// flows and system operation modes, a line each.
func dump(i *Instance) string {
	d := &dumper{Instance: i}
	for _, c := range i.Components {
		d.component(c)
	}
	for _, c := range i.Connections {
		arrow := ""
		if c.Bidirectional {
			arrow = "<-> "
		}
		fmt.Fprintf(d, "%s (%s%s over %s)%s\n", c.Name, arrow, c.Kind, over(c.Segments), d.when(c.Active))
	}
	for _, p := range i.Partial {
		if len(p.Segments) == 0 {
			fmt.Fprintf(d, "alone: %s\n", p.From.Path())
		} else {
			fmt.Fprintf(d, "partial: %s -> %s (over %s)\n", p.From.Path(), p.To.Path(), over(p.Segments))
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
		fmt.Fprintf(d, "flow %s: %s%s\n", f.Path(), strings.Join(steps, " "), d.when(f.Active))
	}
	for _, m := range i.Modes {
		if m.Name != "" {
			initial := ""
			if m.Initial {
				initial = " initial"
			}
			fmt.Fprintf(d, "mode %s%s\n", m.Name, initial)
		}
	}
	return d.String()
}

func (d *dumper) component(c *Component) {
	indent := strings.Repeat("  ", c.depth)
	fmt.Fprintf(d, "%s%s: %s", indent, c.Name, c.Category)
	if c.Classifier != nil {
		d.WriteString(" " + c.Classifier.Name)
	}
	d.WriteString(d.when(c.Active) + "\n")
	for _, f := range c.Features {
		d.feature(f, indent+"  ")
	}
}

func (d *dumper) feature(f *Feature, indent string) {
	fmt.Fprintf(d, "%s.%s: %s", indent, f.Name, strings.TrimSpace(f.Direction.String()+" "+f.Kind.String()))
	if f.Classifier != nil {
		d.WriteString(" " + f.Classifier.Name)
	}
	d.WriteByte('\n')
	for _, m := range f.Members {
		d.feature(m, indent+"  ")
	}
}

// when names the system operation modes in which something is there, unless those are all.
func (d *dumper) when(active []bool) string {
	var names []string
	for k, m := range d.Modes {
		if active[k] {
			names = append(names, m.Name)
		}
	}
	if len(names) == len(d.Modes) {
		return ""
	}
	return " in " + strings.Join(names, " ")
}

// over names the declared connections of a chain; ~ is before those that it follows backwards.
func over(segments []Segment) string {
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
