package draw

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/model/chart"
)

// Options say how a chart is drawn.
type Options struct {
	Lit    []string    // full names of active states
	Width  float64     // greatest width of the picture in pixels; 0 for 1200
	Faults diag.Faults // of the chart: faulty states are red and say why
}

// style applies only to the class of the picture's root. A page may set the variables, and light a state with the class
// on.
const style = `<style>
.snc{--snc-bg:#fff;--snc-ink:#1d2733;--snc-soft:#5b6675;--snc-frame:#7d8896;--snc-box:#f6f8fa;--snc-leaf:#fff;--snc-line:#39454f;--snc-on:#0f7b46;--snc-onbox:#d6f3e2;--snc-oncomp:#eefaf2;--snc-bad:#c62828;font:12px system-ui,"Segoe UI","DejaVu Sans",sans-serif}
@media (prefers-color-scheme:dark){.snc{--snc-bg:#12171f;--snc-ink:#e6ebf2;--snc-soft:#9aa6b6;--snc-frame:#66717f;--snc-box:#181e27;--snc-leaf:#1f2732;--snc-line:#b4bfcc;--snc-on:#63c98d;--snc-onbox:#17402b;--snc-oncomp:#162a20;--snc-bad:#ff7b72}}
.snc text{fill:var(--snc-ink)}.snc .h{font-weight:600}.snc .s{fill:var(--snc-soft)}
.snc .c>rect{fill:var(--snc-box);stroke:var(--snc-frame)}.snc .l>rect{fill:var(--snc-leaf);stroke:var(--snc-frame);stroke-width:1.3}.snc .region>rect{stroke-dasharray:7 4}
.snc .c.on>rect{fill:var(--snc-oncomp);stroke:var(--snc-on)}.snc .root>rect,.snc .root.on>rect{fill:var(--snc-bg)}.snc .l.on>rect{fill:var(--snc-onbox);stroke:var(--snc-on);stroke-width:2.4}.snc .bad>rect{stroke:var(--snc-bad);stroke-width:2}
.snc .w{fill:none;stroke:var(--snc-line);stroke-linejoin:round}.snc .t{stroke-dasharray:5 3}.snc .a,.snc .i{fill:var(--snc-line)}.snc .y{fill:var(--snc-bg);stroke:var(--snc-line);stroke-width:1.3}
</style>
`

// SVG draws a chart. Every state is a group with its full name as data-state, and a tooltip; a transition's tooltip has
// its whole label. The picture follows the reader's light or dark setting. What does not resolve is omitted.
func SVG(m *chart.Model, o Options) (string, error) {
	if m.Root == nil {
		return "", fmt.Errorf("drawing a chart: it has no root")
	}
	if o.Width == 0 {
		o.Width = 1200
	}
	s := newScheme(m)
	d, err := s.Layout(graph.Options{Width: o.Width})
	if err != nil {
		return "", fmt.Errorf("drawing a chart: %w", err)
	}
	p := &picture{scheme: s, lit: map[string]bool{}, bad: map[string]string{}}
	for _, state := range o.Lit {
		for ; state != ""; state = around(state) {
			p.lit[state] = true
		}
	}
	for _, f := range o.Faults {
		p.bad[f.Path] += f.Text() + "\n"
	}
	p.f(`<svg xmlns="http://www.w3.org/2000/svg" class="snc" viewBox="0 0 %s %s" width="%s" height="%s" role="img" aria-label="%s">`+"\n",
		graph.Pixels(d.W), graph.Pixels(d.H), graph.Pixels(d.W), graph.Pixels(d.H), graph.Escape(fmt.Sprintf("Statechart %s: %d states", m.Name, len(s.Reactors))))
	p.b.WriteString(style)
	p.f(`<rect width="%s" height="%s" style="fill:var(--snc-bg)"/>`+"\n", graph.Pixels(d.W), graph.Pixels(d.H))
	for _, b := range d.Boxes {
		p.state(b)
	}
	for _, w := range d.Wires {
		p.wire(w)
	}
	for _, y := range d.Symbols {
		if y.Reaction != graph.None {
			p.label(y)
		} else {
			p.connector(y)
		}
	}
	p.b.WriteString("</svg>\n")
	return p.b.String(), nil
}

type picture struct {
	*scheme
	b   strings.Builder
	lit map[string]bool
	bad map[string]string
}

func (p *picture) f(format string, args ...any) { fmt.Fprintf(&p.b, format, args...) }

func (p *picture) state(b graph.Box) {
	path := p.names[b.Reactor]
	n := p.nodes[path]
	class := "l"
	if n.Composite() {
		class = "c"
	}
	if b.Depth == 0 {
		class += " root"
	}
	tip := path
	if parent := p.nodes[around(path)]; parent != nil && parent.Orthogonal {
		class += " region"
		tip += "\nregion: active together with its neighbours"
	}
	if p.lit[path] {
		class += " on"
	}
	if p.bad[path] != "" {
		class += " bad"
		tip += "\n" + strings.TrimSpace(p.bad[path])
	}
	if at := n.Pos.String(); at != "" {
		tip += "\n" + at
	}
	p.f(`<g class="%s" data-state="%s"><title>%s</title><rect x="%s" y="%s" width="%s" height="%s" rx="9"/>`, class, graph.Escape(path), graph.Escape(tip),
		graph.Pixels(b.X), graph.Pixels(b.Y), graph.Pixels(b.W), graph.Pixels(b.H))
	p.text("h", b.Title)
	if has := bodies(n); has != "" && n.Leaf() && b.W >= graph.TextWidth(has)+12 {
		p.text("s", graph.Text{X: b.X + b.W/2, Y: b.Y + 34, S: has, Anchor: graph.Middle})
	}
	p.b.WriteString("</g>\n")
}

func (p *picture) text(class string, t graph.Text) {
	p.f(`<text class="%s" x="%s" y="%s" text-anchor="%s">%s</text>`, class, graph.Pixels(t.X), graph.Pixels(t.Y), [...]string{"start", "middle", "end"}[t.Anchor], graph.Escape(t.S))
}

// wire draws a line, with an arrow where a transition ends.
func (p *picture) wire(w graph.Wire) {
	var path strings.Builder
	for i, q := range w.Points {
		if i == 0 {
			fmt.Fprintf(&path, "M%s %s", graph.Pixels(q.X), graph.Pixels(q.Y))
			continue
		}
		if i < len(w.Points)-1 {
			a, b := near(q, w.Points[i-1]), near(q, w.Points[i+1])
			fmt.Fprintf(&path, "L%s %sQ%s %s %s %s", graph.Pixels(a.X), graph.Pixels(a.Y), graph.Pixels(q.X), graph.Pixels(q.Y), graph.Pixels(b.X), graph.Pixels(b.Y))
			continue
		}
		fmt.Fprintf(&path, "L%s %s", graph.Pixels(q.X), graph.Pixels(q.Y))
	}
	p.f(`<path class="w" d="%s"/>`, path.String())
	if _, isConn := p.conn[w.To]; isConn || p.arrives[w.To] {
		end, before := w.Points[len(w.Points)-1], w.Points[len(w.Points)-2]
		if isConn { // the circle is smaller than its box
			p.arrow(graph.Point{X: end.X + 3, Y: end.Y}, end)
		} else {
			p.arrow(end, before)
		}
	}
	p.b.WriteString("\n")
}

// arrow draws an arrowhead at a point, coming from another.
func (p *picture) arrow(at, from graph.Point) {
	a := math.Atan2(at.Y-from.Y, at.X-from.X)
	corner := func(turn float64) graph.Point {
		return graph.Point{X: at.X - 9*math.Cos(a+turn), Y: at.Y - 9*math.Sin(a+turn)}
	}
	l, r := corner(0.42), corner(-0.42)
	p.f(`<path class="a" d="M%s %sL%s %sL%s %sz"/>`, graph.Pixels(at.X), graph.Pixels(at.Y), graph.Pixels(l.X), graph.Pixels(l.Y), graph.Pixels(r.X), graph.Pixels(r.Y))
}

// near is a point next to a corner, for rounding it.
func near(q, p graph.Point) graph.Point {
	dx, dy := p.X-q.X, p.Y-q.Y
	l := math.Abs(dx) + math.Abs(dy)
	if l == 0 {
		return q
	}
	k := min(6, l/2) / l
	return graph.Point{X: q.X + float64(dx*k), Y: q.Y + float64(dy*k)}
}

// notch is how far a line extends into the box of a reaction, which package graph draws with a notch.
const notch = 8

// label draws the part of a transition's line at its label, and the label below it.
func (p *picture) label(y graph.Symbol) {
	t := p.arcs[y.Reaction]
	class, tip := "w", ""
	if t != nil {
		tip = t.Src + " → " + t.Tgt + "\n" + full(t)
		if t.Internal {
			class, tip = "w t", tip+"\nwithout leaving "+t.Src
		}
	}
	p.f(`<g><title>%s</title><path class="%s" d="M%s %sH%s"/>`, graph.Escape(strings.TrimSpace(tip)), class, graph.Pixels(y.X-y.W/2+notch), graph.Pixels(y.Y), graph.Pixels(y.X+y.W/2))
	for _, line := range y.Lines {
		p.text("", lower(line))
	}
	p.b.WriteString("</g>\n")
}

// lower moves a label to its line, because package graph leaves half a chevron between them.
func lower(t graph.Text) graph.Text {
	t.Y -= 9
	return t
}

func (p *picture) connector(y graph.Symbol) {
	t := p.Triggers[y.Trigger]
	n := p.nodes[t.Path]
	p.f(`<g><title>%s</title>`, graph.Escape(n.Kind.String()+" "+t.Path))
	if n.Kind == chart.Junction {
		r := "6"
		if t.Kind == graph.Startup {
			r = "7"
		}
		p.f(`<circle class="i" cx="%s" cy="%s" r="%s"/><path class="w" d="M%s %sH%s"/>`, graph.Pixels(y.X), graph.Pixels(y.Y), r, graph.Pixels(y.X), graph.Pixels(y.Y), graph.Pixels(y.X+y.W/2))
	} else {
		letter := "H"
		if n.Kind == chart.Deep {
			letter = "H*"
		}
		p.f(`<circle class="y" cx="%s" cy="%s" r="10"/>`, graph.Pixels(y.X), graph.Pixels(y.Y))
		p.text("", graph.Text{X: y.X, Y: y.Y + 4, S: letter, Anchor: graph.Middle})
	}
	for _, line := range y.Lines {
		p.text("s", line)
	}
	p.b.WriteString("</g>\n")
}

// full returns a transition's label without abbreviation.
func full(t *chart.Transition) string {
	lines := []string{}
	if len(t.Events) > 0 {
		lines = append(lines, "events: "+strings.Join(t.Events, ", "))
	}
	for _, b := range t.Matches {
		lines = append(lines, "predicate: "+b.Text)
	}
	if t.Guard != nil {
		lines = append(lines, "guard: "+t.Guard.Text)
	}
	if t.Effect != nil {
		lines = append(lines, "effect: "+t.Effect.Text)
	}
	if t.Priority != 0 {
		lines = append(lines, fmt.Sprint("priority: ", t.Priority))
	}
	if at := t.Pos.String(); at != "" {
		lines = append(lines, at)
	}
	return strings.Join(lines, "\n")
}
