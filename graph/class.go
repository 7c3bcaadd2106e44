package graph

import (
	"fmt"
	"strings"
)

// Class is a style of reactors or connections, in addition to the default one, with its line in the legend. A graph
// with classes has a legend below.
type Class struct {
	Name   string // the value of Reactor.Class or Connection.Class
	Text   string // the legend's text; "" leaves it out
	Wire   bool   // a style of connections; otherwise of reactors
	Shape  Shape  // of a reactor's box
	Double bool   // a second frame inside the first
	Dash   string // lengths of strokes and gaps in pixels, "6 3"; "" is a solid line
	Heavy  bool   // a wider line
	Tint   Tint   // colour of the line, and faintly of the box
}

// Shape is the outline of a box.
type Shape uint8

// The shapes.
const (
	Rounded Shape = iota
	Square
	Cut     // corners cut off
	Pill    // half circles left and right
	Slanted // a parallelogram
)

// Tint is a colour that is distinguishable on light and dark backgrounds.
type Tint uint8

// The tints. Red is for faults.
const (
	Ink Tint = iota
	Blue
	Green
	Amber
	Violet
	Grey
	Red
)

// classStyle is added to a diagram with classes. Each tint has a line and a background.
const classStyle = `<style>
.sng{--sng-t0:#39454f;--sng-t1:#1f66b5;--sng-t2:#1c7c46;--sng-t3:#a8640a;--sng-t4:#6b4fc9;--sng-t5:#7d8896;--sng-t6:#c62828;--sng-g0:rgba(96,116,140,.09);--sng-g1:#e6f0fb;--sng-g2:#e4f4ea;--sng-g3:#fdf1dc;--sng-g4:#eee9fb;--sng-g5:rgba(96,116,140,.06);--sng-g6:#fde7e7}
@media (prefers-color-scheme:dark){.sng{--sng-t0:#b4bfcc;--sng-t1:#6fb0f5;--sng-t2:#63c98d;--sng-t3:#e0a24b;--sng-t4:#b9a5ff;--sng-t5:#66717f;--sng-t6:#ff7b72;--sng-g0:rgba(150,175,205,.08);--sng-g1:#16273a;--sng-g2:#152c20;--sng-g3:#30260f;--sng-g4:#241f3c;--sng-g5:rgba(150,175,205,.05);--sng-g6:#3a1d1d}}
.sng .f{stroke:var(--sng-t6);stroke-width:2}.sng .fp{fill:var(--sng-t6)}.sng .ft{fill:var(--sng-t6)}
</style>
`

// class returns the style called name, or nil if there is none.
func (g *Graph) class(name string) *Class {
	for i := range g.Classes {
		if name != "" && g.Classes[i].Name == name {
			return &g.Classes[i]
		}
	}
	return nil
}

// line returns the style of c's line.
func (c *Class) line() string {
	s := fmt.Sprintf("stroke:var(--sng-t%d)", c.Tint)
	if c.Dash != "" {
		s += ";stroke-dasharray:" + c.Dash
	}
	if c.Heavy {
		s += ";stroke-width:2.2"
	}
	return s
}

// frame draws the outline of a box in the style of c. A box with a fault is red.
func (s *svg) frame(c *Class, x, y, w, h float64, faulty, ground bool) {
	style := c.line()
	if ground {
		style += fmt.Sprintf(";fill:var(--sng-g%d)", c.Tint)
	} else {
		style += ";fill:none"
	}
	class := ""
	if faulty {
		class, style = ` class="f"`, "fill:var(--sng-g6)"
	}
	s.f(`<path%s style="%s" d="%s"/>`, class, style, outline(c.Shape, x, y, w, h))
	if c.Double {
		style = c.line() + ";fill:none"
		if faulty {
			style = "fill:none"
		}
		s.f(`<path%s style="%s" d="%s"/>`, class, style, outline(c.Shape, x+3, y+3, w-6, h-6))
	}
}

// outline is the path of a box.
func outline(shape Shape, x, y, w, h float64) string {
	r := 7.0
	switch shape {
	case Square:
		return fmt.Sprintf("M%s %sh%sv%sh%sz", Pixels(x), Pixels(y), Pixels(w), Pixels(h), Pixels(-w))
	case Slanted:
		r = min(4, h/6) // to both sides, so that pins in the middle of a side are on the outline
		return fmt.Sprintf("M%s %sh%sl%s %sh%sz", Pixels(x+r), Pixels(y), Pixels(w), Pixels(-2*r), Pixels(h), Pixels(-w))
	case Cut:
		r = min(9, h/3)
		return fmt.Sprintf("M%s %sh%sl%s %sv%sl%s %sh%sl%s %sv%sz", Pixels(x+r), Pixels(y), Pixels(w-2*r), Pixels(r), Pixels(r), Pixels(h-2*r),
			Pixels(-r), Pixels(r), Pixels(2*r-w), Pixels(-r), Pixels(-r), Pixels(2*r-h))
	case Pill:
		r = min(h/2, 14)
	}
	r = min(r, h/2, w/2)
	arc := func(dx, dy float64) string {
		return fmt.Sprintf("a%s %s 0 0 1 %s %s", Pixels(r), Pixels(r), Pixels(dx), Pixels(dy))
	}
	return fmt.Sprintf("M%s %sh%s%sv%s%sh%s%sv%s%sz", Pixels(x+r), Pixels(y), Pixels(w-2*r), arc(r, r), Pixels(h-2*r), arc(-r, r), Pixels(2*r-w),
		arc(-r, -r), Pixels(2*r-h), arc(r, -r))
}

// entry is a line of the legend at its place.
type entry struct {
	class *Class
	x, y  float64
}

const (
	legendH = 24.0 // height of a row
	sampleW = 34.0
)

// legend places the entries of g's legend in rows below a diagram of width w; high is the height they need, 0 without
// classes.
func (g *Graph) legend(w float64) (entries []entry, wide, high float64) {
	wide = max(w, 420)
	x, y, wire := margin, 0.0, false
	for i := range g.Classes {
		c := &g.Classes[i]
		if c.Text == "" {
			continue
		}
		need := sampleW + 8 + TextWidth(c.Text) + 18
		if x > margin && (x+need > wide-margin || c.Wire && !wire) {
			x, y = margin, y+legendH
		}
		wire = wire || c.Wire
		entries = append(entries, entry{c, x, y})
		x += need
	}
	if len(entries) > 0 {
		high = y + legendH + margin
	}
	return entries, wide, high
}

// legend draws the entries, the first row's top at y.
func (s *svg) legend(entries []entry, y float64) {
	if len(entries) == 0 {
		return
	}
	s.b.WriteString(`<g role="group" aria-label="Legend">` + "\n")
	for _, e := range entries {
		top := y + e.y
		if e.class.Wire {
			s.f(`<path style="fill:none;%s" d="M%s %sh%s"/><path style="fill:var(--sng-t%d)" d="M%s %sv9l8 -4.5z"/>`, e.class.line(), Pixels(e.x), Pixels(top+9),
				Pixels(sampleW-8), e.class.Tint, Pixels(e.x+sampleW-8), Pixels(top+4.5))
		} else {
			s.frame(e.class, e.x, top, sampleW, 18, false, true)
		}
		s.f(`<text x="%s" y="%s">%s</text>`+"\n", Pixels(e.x+sampleW+8), Pixels(top+13), Escape(e.class.Text))
	}
	s.b.WriteString("</g>\n")
}

// dotTint are the tints in DOT.
func (t Tint) dot() string {
	return [...]string{"#39454f", "#1f66b5", "#1c7c46", "#a8640a", "#6b4fc9", "#7d8896", "#c62828"}[t%7]
}

// dotBox returns the attributes of a reactor's cluster in the style of c; c may be nil.
func (c *Class) dotBox(fault string) string {
	if c == nil && fault == "" {
		return ""
	}
	if c == nil {
		c = &Class{}
	}
	colour := c.Tint.dot()
	if fault != "" {
		colour = Red.dot()
	}
	s := fmt.Sprintf(" color=%s;", quote(colour))
	if c.Double {
		s += " peripheries=2;"
	}
	if fault != "" {
		s += fmt.Sprintf(" penwidth=2; tooltip=%s;", quote(fault))
	}
	return s
}

// dotWire returns the attributes of a connection.
func (c *Class) dotWire(k Connection) string {
	if c == nil && k.Fault == "" && k.Note == "" {
		return ""
	}
	if c == nil {
		c = &Class{}
	}
	colour, tip := c.Tint.dot(), k.Note
	if k.Fault != "" {
		colour, tip = Red.dot(), strings.TrimPrefix(k.Note+"\n"+k.Fault, "\n")
	}
	return fmt.Sprintf(" color=%s tooltip=%s", quote(colour), quote(tip))
}

// dotStyle returns the line style of DOT that is nearest to c's.
func (c *Class) dotStyle() string {
	style := "solid"
	if c.Dash != "" {
		style = "dashed"
		if strings.HasPrefix(c.Dash, "1") {
			style = "dotted"
		}
	}
	if c.Heavy {
		style += ",bold"
	}
	return style
}

// legend writes the legend as a separate cluster.
func (d *dot) legend() {
	if len(d.g.Classes) == 0 {
		return
	}
	d.line(1, `subgraph "cluster legend" {`)
	d.line(2, `label="Legend"; style="rounded";`)
	for i := range d.g.Classes {
		c := &d.g.Classes[i]
		switch {
		case c.Text == "":
		case c.Wire:
			d.line(2, `l%d [label="" shape=point]; k%d [label=%s shape=plaintext]; l%d -> k%d [style=%s color=%s];`, i, i, quote(c.Text), i, i,
				quote(c.dotStyle()), quote(c.Tint.dot()))
		default:
			d.line(2, `l%d [label=%s shape=%s color=%s peripheries=%d];`, i, quote(c.Text), [...]string{"box", "box", "octagon", "oval", "parallelogram"}[c.Shape%5],
				quote(c.Tint.dot()), map[bool]int{false: 1, true: 2}[c.Double])
		}
	}
	d.line(1, "}")
}
