package check

import (
	"fmt"
	"slices"
	"strings"
)

// texts writes the system as two texts in AADL.
func (p *plan) texts(latency string) map[string]string {
	parts, main := &strings.Builder{}, &strings.Builder{}
	fmt.Fprintf(parts, "package Parts\npublic\nwith Sinew;\n")
	for i := range p.types + 1 {
		fmt.Fprintf(parts, "data T%d properties Data_Size => %d Bytes; end T%d;\n", i, 8*(i+1), i)
	}
	fmt.Fprintf(main, "package Main\npublic\nwith Parts, Sinew;\n")
	groups := map[string]bool{}
	for _, c := range p.classes {
		for _, q := range c.ports {
			if q.out && q.group != "" && !groups[q.group] {
				groups[q.group] = true
				fmt.Fprintf(parts, "feature group %s\nfeatures\n", q.group)
				for _, r := range c.ports {
					if r.group == q.group {
						fmt.Fprintf(parts, "%s\n", r.text())
					}
				}
				fmt.Fprintf(parts, "end %s;\n", q.group)
			}
		}
		to := parts
		if c.category == "system" {
			to = main
		}
		c.write(p, to)
	}
	fmt.Fprintf(parts, "end Parts;\n")
	fmt.Fprintf(main, "end Main;\n")
	return map[string]string{"parts.aadl": parts.String(), "main.aadl": strings.ReplaceAll(main.String(), "@LATENCY@", latency)}
}

func (q *port) text() string {
	d, k, props := "in", q.kind, ""
	if q.out {
		d = "out"
	}
	if q.kind != "event port" {
		k += fmt.Sprintf(" Parts::T%d", q.data)
	}
	for _, s := range q.properties {
		props += " " + s + ";"
	}
	if props != "" {
		props = " {" + props + "}"
	}
	return fmt.Sprintf("  %s: %s %s%s;", q.name, d, k, props)
}

// write writes a class: a base type with what it inherits, the type, and its implementation.
func (c *class) write(p *plan, b *strings.Builder) {
	extends := ""
	if c.inherited > 0 {
		extends = " extends Base_" + c.name
		fmt.Fprintf(b, "%s Base_%s\n", c.category, c.name)
		features(b, c.ports[:c.inherited])
		fmt.Fprintf(b, "end Base_%s;\n", c.name)
	}
	fmt.Fprintf(b, "%s %s%s\n", c.category, c.name, extends)
	switch c.category {
	case "processor":
		fmt.Fprintf(b, "features\n  net: requires bus access Bus_%s;\n", strings.TrimPrefix(p.bus().name, "Bus_"))
	default:
		features(b, c.ports[c.inherited:])
	}
	c.writeSpecs(b)
	section(b, "properties", c.properties)
	fmt.Fprintf(b, "end %s;\n", c.name)
	if len(c.parts) == 0 {
		return
	}
	c.writeParts(p, b)
}

func (c *class) writeSpecs(b *strings.Builder) {
	if len(c.specs) > 0 {
		fmt.Fprintf(b, "flows\n")
		for _, f := range c.specs {
			switch {
			case f.in == "":
				fmt.Fprintf(b, "  %s: flow source %s {Latency => 1 ms .. 3 ms;};\n", f.name, f.out)
			case f.out == "":
				fmt.Fprintf(b, "  %s: flow sink %s;\n", f.name, f.in)
			default:
				fmt.Fprintf(b, "  %s: flow path %s -> %s;\n", f.name, f.in, f.out)
			}
		}
	}
}

// writeParts writes the implementation.
func (c *class) writeParts(p *plan, b *strings.Builder) {
	fmt.Fprintf(b, "%s implementation %s.i\nsubcomponents\n", c.category, c.name)
	for _, s := range c.parts {
		of := s.class.name
		if s.class.category != "system" {
			of = "Parts::" + of
		}
		if len(s.class.parts) > 0 {
			of += ".i"
		}
		if s.array > 0 {
			of += fmt.Sprintf("[%d]", s.array)
		}
		fmt.Fprintf(b, "  %s: %s %s;\n", s.name, s.class.category, of)
	}
	if len(c.conns) > 0 {
		fmt.Fprintf(b, "connections\n")
	}
	for _, n := range c.conns {
		kind, topic := "port", ""
		if n.group {
			kind = "feature group"
		}
		if strings.HasSuffix(n.to, ".net") {
			kind = "bus access"
		}
		if n.topic != "" {
			topic = fmt.Sprintf(" {Sinew::Topic => %q;}", n.topic)
		}
		fmt.Fprintf(b, "  %s: %s %s -> %s%s;\n", n.name, kind, n.from, n.to, topic)
	}
	section(b, "flows", c.flows)
	if c == p.root {
		var all []string
		for _, x := range p.binds {
			all = append(all, fmt.Sprintf("Actual_Processor_Binding => (reference (%s)) applies to %s", x.processor, x.what))
		}
		section(b, "properties", all)
	}
	fmt.Fprintf(b, "end %s.i;\n", c.name)
}

func (p *plan) bus() *class {
	return p.classes[slices.IndexFunc(p.classes, func(c *class) bool { return c.category == "bus" })]
}

func features(b *strings.Builder, ports []*port) {
	if len(ports) == 0 {
		return
	}
	var groups []string
	fmt.Fprintf(b, "features\n")
	for _, q := range ports {
		switch {
		case q.group == "":
			fmt.Fprintf(b, "%s\n", q.text())
		case slices.Contains(groups, q.group):
		case q.out:
			groups = append(groups, q.group)
			fmt.Fprintf(b, "  g: feature group %s;\n", q.group)
		default:
			groups = append(groups, q.group)
			fmt.Fprintf(b, "  g: feature group inverse of %s;\n", q.group)
		}
	}
}

func section(b *strings.Builder, name string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "%s\n", name)
	for _, s := range lines {
		fmt.Fprintf(b, "  %s;\n", strings.TrimSuffix(s, ";"))
	}
}
