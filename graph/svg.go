package graph

import (
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
)

// diagramStyle is the style of a diagram; every rule is limited to the class of its root. A page with the diagram
// may set the variables.
const diagramStyle = `<style>
.sng{--sng-bg:#fff;--sng-ink:#1d2733;--sng-soft:#5b6675;--sng-frame:#7d8896;--sng-main:#fff;--sng-box:rgba(96,116,140,.09);--sng-mode:rgba(240,173,60,.12);--sng-modeline:#b9832b;--sng-wire:#39454f;--sng-effect:#39454f;--sng-reaction:#8f9ba8;--sng-rtext:#fff;--sng-symbol:#fff;--sng-late:#c62828;--sng-delay:#6b4fc9;font:12px system-ui,"Segoe UI","DejaVu Sans",sans-serif}
@media (prefers-color-scheme:dark){.sng{--sng-bg:#12171f;--sng-ink:#e6ebf2;--sng-soft:#9aa6b6;--sng-frame:#66717f;--sng-main:#12171f;--sng-box:rgba(150,175,205,.08);--sng-mode:rgba(240,173,60,.13);--sng-modeline:#c79645;--sng-wire:#b4bfcc;--sng-effect:#b4bfcc;--sng-reaction:#55616f;--sng-rtext:#fff;--sng-symbol:#1b222c;--sng-late:#ff7b72;--sng-delay:#b9a5ff}}
.sng text{fill:var(--sng-ink)}.sng .s{fill:var(--sng-soft)}.sng .d{fill:var(--sng-late)}.sng .n{fill:var(--sng-rtext);font-weight:600}.sng .h{font-weight:600}
.sng .b{fill:var(--sng-box);stroke:var(--sng-frame)}.sng .b0{fill:var(--sng-main)}.sng .e{stroke-dasharray:7 4;stroke-width:1.6}.sng .m{fill:var(--sng-mode);stroke:var(--sng-modeline)}.sng .mi{stroke-width:2}.sng .mt{font-style:italic}
.sng .w{fill:none;stroke:var(--sng-wire);stroke-linejoin:round}.sng .w1,.sng .w2{stroke-dasharray:4 3}.sng .w2{stroke-dasharray:1.5 3}.sng .w3{stroke-dasharray:4 3}.sng .w4{stroke:var(--sng-modeline)}.sng .w5{stroke-dasharray:9 3}
.sng .r{fill:var(--sng-reaction)}.sng .y{fill:var(--sng-symbol);stroke:var(--sng-ink)}.sng .p,.sng .a{fill:var(--sng-ink)}.sng .l{fill:var(--sng-bg);stroke:var(--sng-delay)}.sng .lt{fill:var(--sng-delay)}.sng .k{fill:none;stroke:var(--sng-ink)}
</style>
`

// SVG writes the diagram of g as an SVG picture in Lingua Franca's visual language: reactors are rounded
// boxes, ports triangles on their borders, reactions numbered chevrons, timers clocks, actions triangles with
// L or P, startup a circle, shutdown a diamond; wires of triggers and effects are dashed, uses dotted, physical
// connections long-dashed with a ~, delays are written on the wire, modes are inner boxes and enclaves have dashed
// frames. It follows the reader's light or dark setting, and every element has its path as tooltip.
func (g *Graph) SVG(w io.Writer, o Options) error {
	d, err := g.Layout(o)
	if err != nil {
		return err
	}
	return g.Draw(w, d)
}

// Draw writes a drawing of g in the style of SVG.
func (g *Graph) Draw(w io.Writer, d *Drawing) error {
	s := svg{g: g}
	entries, wide, high := g.legend(d.W)
	width, height := d.W, d.H+high
	if high > 0 {
		width = wide
	}
	s.f(`<svg xmlns="http://www.w3.org/2000/svg" class="sng" viewBox="0 0 %s %s" width="%s" height="%s" role="img" aria-label="%s">`+"\n",
		Pixels(width), Pixels(height), Pixels(width), Pixels(height), Escape(g.summary()))
	s.b.WriteString(diagramStyle)
	if len(g.Classes) > 0 {
		s.b.WriteString(classStyle)
	}
	s.f(`<rect width="%s" height="%s" style="fill:var(--sng-bg)"/>`+"\n", Pixels(width), Pixels(height))
	for _, b := range d.Boxes {
		s.box(b)
	}
	for _, k := range d.Wires {
		s.wire(k)
	}
	for _, k := range d.Wires {
		s.label(k)
	}
	for _, p := range d.Pins {
		s.pin(p)
	}
	for _, y := range d.Symbols {
		s.symbol(y)
	}
	s.legend(entries, d.H)
	s.b.WriteString("</svg>\n")
	_, err := io.WriteString(w, s.b.String())
	return err
}

// summary describes the diagram in words.
func (g *Graph) summary() string {
	return fmt.Sprintf("Diagram of %s: %d reactors, %d ports, %d reactions, %d connections",
		g.Name, len(g.Reactors), len(g.Ports), len(g.Reactions), len(g.Connections))
}

type svg struct {
	b strings.Builder
	g *Graph
}

func (s *svg) f(format string, args ...any) { fmt.Fprintf(&s.b, format, args...) }

func (s *svg) box(b Box) {
	if b.Reactor == None {
		m := s.g.Modes[b.Mode]
		class, note := "m", ""
		if m.Initial {
			class, note = "m mi", " (initial mode)"
		}
		s.f(`<g><title>%s</title><rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="8"/>`, Escape(m.Path+note), class, Pixels(b.X), Pixels(b.Y), Pixels(b.W), Pixels(b.H))
		s.text("mt", b.Title)
		s.b.WriteString("</g>\n")
		return
	}
	r := s.g.Reactors[b.Reactor]
	class, tip := "b", r.Path
	if b.Depth == 0 {
		class += " b0"
	}
	if r.Type != "" {
		tip += " : " + r.Type
	}
	if r.Doc != "" {
		tip += "\n" + r.Doc
	}
	if b.Enclave {
		class += " e"
		tip += fmt.Sprintf("\nenclave %d", r.Enclave)
	}
	s.f(`<g data-path="%s"><title>%s</title>`, Escape(r.Path), Escape(tip+faultLine(r.Fault)))
	if c := s.g.class(r.Class); c != nil || r.Fault != "" {
		if c == nil {
			c = &Class{}
		}
		s.frame(c, b.X, b.Y, b.W, b.H, r.Fault != "", true)
	} else {
		s.f(`<rect class="%s" x="%s" y="%s" width="%s" height="%s" rx="7"/>`, class, Pixels(b.X), Pixels(b.Y), Pixels(b.W), Pixels(b.H))
	}
	s.text("h", b.Title)
	s.b.WriteString("</g>\n")
}

func (s *svg) text(class string, t Text) {
	s.f(`<text class="%s" x="%s" y="%s" text-anchor="%s">%s</text>`, class, Pixels(t.X), Pixels(t.Y), [...]string{"start", "middle", "end"}[t.Anchor], Escape(t.S))
}

func (s *svg) wire(k Wire) {
	var p strings.Builder
	for i, q := range k.Points {
		op := "L"
		if i == 0 {
			op = "M"
		}
		if i > 0 && i+1 < len(k.Points) { // round the corner
			a, b := toward(q, k.Points[i-1]), toward(q, k.Points[i+1])
			fmt.Fprintf(&p, "L%s %sQ%s %s %s %s", Pixels(a.X), Pixels(a.Y), Pixels(q.X), Pixels(q.Y), Pixels(b.X), Pixels(b.Y))
			continue
		}
		fmt.Fprintf(&p, "%s%s %s", op, Pixels(q.X), Pixels(q.Y))
	}
	s.f(`<path class="w w%d"%s d="%s"><title>%s</title></path>`, k.Kind, s.look(k), p.String(), Escape(wireTip(k)))
	if e := k.Points[len(k.Points)-1]; k.Arrow {
		s.f(`<path class="a" d="M%s %sl-6 -3.5v7z"/>`, Pixels(e.X), Pixels(e.Y))
	}
	s.b.WriteString("\n")
}

// look returns the style of a wire that is a bundle or has a class or a fault.
func (s *svg) look(k Wire) string {
	c := s.g.class(k.Class)
	if c == nil && k.Fault == "" {
		if len(k.Also) > 0 {
			return ` style="stroke-width:2.2"`
		}
		return ""
	}
	if c == nil {
		c = &Class{}
	}
	if k.Fault != "" {
		c = &Class{Tint: Red, Dash: c.Dash, Heavy: true}
	}
	return ` style="` + c.line() + `"`
}

// wireTip is the tooltip of a wire: its note, or else its ends.
func wireTip(k Wire) string {
	tip := k.Note
	if tip == "" {
		tip = k.From + " → " + k.To + suffix(k.Label.S)
	}
	if n := len(k.Also); n > 0 {
		tip += fmt.Sprintf("\nand %d more", n)
	}
	return tip + faultLine(k.Fault)
}

func faultLine(fault string) string {
	if fault == "" {
		return ""
	}
	return "\n" + fault
}

func suffix(label string) string {
	if label == "" {
		return ""
	}
	return " " + label
}

// toward returns a point near q on the way to p.
func toward(q, p Point) Point {
	const r = 4.0
	dx, dy := p.X-q.X, p.Y-q.Y
	l := max(dx, -dx) + max(dy, -dy)
	if l == 0 {
		return q
	}
	k := min(r, l/2) / l
	return Point{q.X + dx*k, q.Y + dy*k}
}

func (s *svg) label(k Wire) {
	if k.Label.S == "" {
		return
	}
	w := TextWidth(k.Label.S) + 10
	s.f(`<rect class="l" x="%s" y="%s" width="%s" height="16" rx="8"/>`, Pixels(k.Label.X-w/2), Pixels(k.Label.Y-8), Pixels(w))
	t := k.Label
	t.Y += 4
	s.text("lt", t)
	s.b.WriteString("\n")
}

func (s *svg) pin(p Pin) {
	port := s.g.Ports[p.Port]
	class, name := "p", "s"
	if port.Fault != "" {
		class, name = "fp", "ft"
	}
	s.f(`<g data-path="%s"><title>%s</title><path class="%s" d="M%s %sv9l8 -4.5z"/>`, Escape(port.Path), Escape(port.Path+typed(port.Type)+s.beside(p)+faultLine(port.Fault)),
		class, Pixels(p.X-4), Pixels(p.Y-4.5))
	s.text(name, p.Label)
	s.b.WriteString("</g>\n")
}

// beside lists the ports that share a pin, one a line.
func (s *svg) beside(p Pin) (lines string) {
	for _, q := range p.Also {
		lines += "\n" + s.g.Ports[q].Path + typed(s.g.Ports[q].Type)
	}
	return lines
}

func typed(t string) string {
	if t == "" {
		return ""
	}
	return " : " + t
}

// symbol draws a reaction or trigger with its lines of text.
func (s *svg) symbol(y Symbol) {
	g := s.g
	if y.Reaction != None {
		r := g.Reactions[y.Reaction]
		x0, x1, y0, y1 := y.X-y.W/2, y.X+y.W/2, y.Y-y.H/2, y.Y+y.H/2
		tip := "reaction " + r.Path
		if r.Level != None {
			tip += fmt.Sprintf(", level %d", r.Level)
		}
		if r.HasDeadline {
			tip += ", deadline " + span(r.Deadline)
		}
		s.f(`<g data-path="%s"><title>%s</title><path class="r" d="M%s %sH%sL%s %sL%s %sH%sL%s %sz"/>`, Escape(r.Path), Escape(tip),
			Pixels(x0), Pixels(y0), Pixels(x1-chevron), Pixels(x1), Pixels(y.Y), Pixels(x1-chevron), Pixels(y1), Pixels(x0), Pixels(x0+chevron), Pixels(y.Y))
		s.f(`<text class="n" x="%s" y="%s" text-anchor="middle">%d</text>`, Pixels(y.X+1), Pixels(y.Y+4), r.Number)
	} else {
		t := g.Triggers[y.Trigger]
		s.f(`<g data-path="%s"><title>%s</title>`, Escape(t.Path), Escape(t.Kind.String()+" "+t.Path+typed(t.Type)))
		s.trigger(t, y)
	}
	for i, t := range y.Lines {
		class := "s"
		if y.Late && i == len(y.Lines)-1 {
			class = "d"
		}
		s.text(class, t)
	}
	s.b.WriteString("</g>\n")
}

func (s *svg) trigger(t Trigger, y Symbol) {
	x, v := Pixels(y.X), Pixels(y.Y)
	switch t.Kind {
	case Startup:
		s.f(`<circle class="y" cx="%s" cy="%s" r="9"/>`, x, v)
	case Shutdown:
		s.f(`<path class="y" d="M%s %sl10 10l-10 10l-10 -10z"/>`, x, Pixels(y.Y-10))
	case Reset:
		s.f(`<circle class="y" cx="%s" cy="%s" r="9"/><path class="k" d="M%s %sa4.5 4.5 0 1 1 -2.5 -1m-1.5 -2.5l2 2.3l-2.6 1.8"/>`, x, v, Pixels(y.X+4.5), Pixels(y.Y+0.5))
	case Timer:
		s.f(`<circle class="y" cx="%s" cy="%s" r="10"/><path class="k" d="M%s %sV%sL%s %s"/>`, x, v, x, Pixels(y.Y-7), v, Pixels(y.X+5), Pixels(y.Y+3))
	default:
		letter := "L"
		if t.Kind == PhysicalAction {
			letter = "P"
		}
		s.f(`<path class="y" d="M%s %sl11 20h-22z"/><text class="s" x="%s" y="%s" text-anchor="middle">%s</text>`, x, Pixels(y.Y-10), x, Pixels(y.Y+7), letter)
	}
}

// Pixels formats a length for an SVG, in pixels with at most one decimal.
func Pixels(v float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
}

// Escape escapes a text for an SVG, including attributes.
func Escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?")))
}
