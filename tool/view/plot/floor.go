package plot

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Drive is a vehicle's path on a floor.
type Drive struct {
	Name    string
	Poses   []nav.Pose
	Outline nav.Outline // drawn at both ends, and every Every metres or half radian in between; nil for none
	Every   float64     // m; 0 for 1
	Faint   bool
}

// Floor is a map with drives on it, seen from above, x to the right.
type Floor struct {
	Title  string
	Map    *nav.Grid
	Drives []Drive
	Points []nav.Point // what scans saw
}

// SVGFloor writes f as an SVG picture of a width in pixels (at least 160). It fails when w fails.
func SVGFloor(w io.Writer, f Floor, width int) error {
	if width < 160 {
		return fmt.Errorf("plot %q: %d pixels is too small: give at least 160", f.Title, width)
	}
	const side, top, foot = 16.0, 48.0, 34.0
	g := f.Map
	scale := (float64(width) - 2*side) / (float64(g.Width) * g.Cell) // pixels for a metre
	height := top + foot + float64(g.Height)*g.Cell*scale
	at := func(p nav.Point) (string, string) {
		return num(side + (p.X-g.Origin.X)*scale), num(height - foot - (p.Y-g.Origin.Y)*scale)
	}
	var b strings.Builder
	label := fmt.Sprintf("%s. A map of %.1f by %.1f m.", f.Title, float64(g.Width)*g.Cell, float64(g.Height)*g.Cell)
	for _, d := range f.Drives {
		label += fmt.Sprintf(" %s (%d poses);", d.Name, len(d.Poses))
	}
	openRoot(&b, float64(width), height, label)
	fmt.Fprintf(&b, `<text class="t" x="16" y="20">%s</text>`+"\n", esc(f.Title))
	walls(&b, g, at, scale)
	for i, d := range f.Drives {
		d.draw(&b, i, at)
	}
	for _, p := range f.Points {
		x, y := at(p)
		fmt.Fprintf(&b, `<circle cx="%s" cy="%s" r="1.5" style="fill:var(--snp-limit)"/>`+"\n", x, y)
	}
	x := side
	for i, d := range f.Drives {
		if d.Name != "" {
			fmt.Fprintf(&b, `<line class="k c%d" x1="%s" x2="%s" y1="36" y2="36"/><text x="%s" y="40">%s</text>`+"\n", i%colours, num(x+2), num(x+14), num(x+20), esc(d.Name))
			x += 34 + 6.7*float64(len([]rune(d.Name)))
		}
	}
	metre := niceStep(float64(g.Width) * g.Cell / 6)
	fmt.Fprintf(&b, `<line class="f" x1="16" x2="%s" y1="%s" y2="%s"/><text x="16" y="%s">%g m</text>`+"\n</svg>\n", num(side+metre*scale), num(height-foot+10), num(height-foot+10), num(height-8), metre)
	_, err := io.WriteString(w, b.String())
	return err
}

// walls draws occupied and unknown cells, a row's neighbours together.
func walls(b *strings.Builder, g *nav.Grid, at func(nav.Point) (string, string), scale float64) {
	for _, kind := range []struct {
		style string
		is    func(v int8) bool
	}{
		{"fill:var(--snp-grid)", func(v int8) bool { return v == nav.Unknown }},
		{"fill:var(--snp-ink)", func(v int8) bool { return v >= nav.Wall }},
	} {
		b.WriteString(`<path style="` + kind.style + `" shape-rendering="crispEdges" d="`)
		for y := range g.Height {
			for x := 0; x < g.Width; x++ {
				first := x
				for x < g.Width && kind.is(g.At(x, y)) {
					x++
				}
				if x > first {
					px, py := at(nav.Point{X: g.Origin.X + float64(first)*g.Cell, Y: g.Origin.Y + float64(y+1)*g.Cell})
					fmt.Fprintf(b, "M%s %sh%sv%sh-%sz", px, py, num(float64(x-first)*g.Cell*scale), num(g.Cell*scale), num(float64(x-first)*g.Cell*scale))
				}
			}
		}
		b.WriteString(`"/>` + "\n")
	}
}

// draw draws a drive's line and outlines.
func (d *Drive) draw(b *strings.Builder, i int, at func(nav.Point) (string, string)) {
	class := fmt.Sprintf("c%d", i%colours)
	if d.Faint {
		class += " x"
	}
	fmt.Fprintf(b, `<g class="%s"><title>%s</title>`, class, esc(d.Name))
	every := d.Every
	if every == 0 {
		every = 1
	}
	far := every
	var line strings.Builder
	for k, p := range d.Poses {
		x, y := at(p.Point())
		fmt.Fprintf(&line, "%c%s %s", "ML"[min(k, 1)], x, y)
		if k > 0 {
			far += p.Dist(d.Poses[k-1]) + 2*every*math.Abs(nav.Angle(p.Yaw-d.Poses[k-1].Yaw))
		}
		if len(d.Outline) == 0 || far < every && k != len(d.Poses)-1 {
			continue
		}
		far = 0
		fmt.Fprintf(b, `<path class="l %s" style="opacity:.5;stroke-width:1" d="`, class)
		for j, c := range d.Outline {
			x, y := at(p.Apply(c))
			fmt.Fprintf(b, "%c%s %s", "ML"[min(j, 1)], x, y)
		}
		b.WriteString(`z"/>`)
	}
	if line.Len() > 0 {
		fmt.Fprintf(b, `<path class="l %s" d="%s"/>`, class, line.String())
	}
	b.WriteString("</g>\n")
}
