package plot

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/sinew-robotics/sinew/graph"
)

// Path is a curve in space: the points (X[i], Y[i], Z[i]) in one right-handed frame with Z up.
type Path struct {
	Name    string
	X, Y, Z []float64
	Faint   bool
	Goal    bool // as a Series'
}

// Mark is a named point in space.
type Mark struct {
	Name    string
	X, Y, Z float64
}

// Space is a view of paths in space, seen from above at an angle, with their shadows on the floor.
type Space struct {
	Title string
	Unit  string // of all three axes
	Paths []Path
	Marks []Mark
}

// Plane returns the paths projected onto two axes (0 X, 1 Y, 2 Z) as a plot with equal axes, for instance
// Plane(0, 2) for the view from the side.
func (s Space) Plane(a, b int) Plot {
	names := [...]string{"x", "y", "z"}
	p := Plot{Title: s.Title, Equal: true, XLabel: names[a] + " [" + s.Unit + "]", YLabel: names[b] + " [" + s.Unit + "]"}
	for _, q := range s.Paths {
		xyz := [...][]float64{q.X, q.Y, q.Z}
		p.Series = append(p.Series, Series{Name: q.Name, X: xyz[a], Y: xyz[b], Faint: q.Faint, Goal: q.Goal})
	}
	for _, m := range s.Marks {
		xyz := [...]float64{m.X, m.Y, m.Z}
		p.Series = append(p.Series, Series{Name: m.Name, X: []float64{xyz[a]}, Y: []float64{xyz[b]}, Style: Points})
	}
	return p
}

// view projects points in space onto pixels: turned about Z, tilted, without perspective.
type view struct {
	lo, hi [3]float64
	scale  float64
	cx, cy float64
}

const (
	viewTurn = 35 * math.Pi / 180 // about Z: x comes towards the viewer's right
	viewTilt = 28 * math.Pi / 180 // above the floor
)

func flat(x, y, z float64) (float64, float64) {
	st, ct := math.Sincos(viewTurn)
	sp, cp := math.Sincos(viewTilt)
	u := float64(ct*x) - float64(st*y)
	depth := float64(st*x) + float64(ct*y)
	return u, float64(sp*depth) - float64(cp*z) // down is positive
}

func (v view) at(x, y, z float64) (float64, float64) {
	a, b := flat(x, -y, z)
	return v.cx + a*v.scale, v.cy + b*v.scale
}

// SVGSpace writes s as an SVG picture of width × height pixels (at least 160 × 120). It fails when a path's
// coordinates differ in number or w fails.
func SVGSpace(w io.Writer, s Space, width, height int) error {
	if width < 160 || height < 120 {
		return fmt.Errorf("plot %q: %d×%d pixels is too small: give at least 160×120", s.Title, width, height)
	}
	for i, p := range s.Paths {
		if len(p.X) != len(p.Y) || len(p.X) != len(p.Z) {
			return fmt.Errorf("plot %q: path %d (%q) has %d X, %d Y and %d Z values: give equally many",
				s.Title, i, p.Name, len(p.X), len(p.Y), len(p.Z))
		}
	}
	var b strings.Builder
	label := s.Title + ". Paths in space:"
	for _, p := range s.Paths {
		label += fmt.Sprintf(" %s (%d points);", p.Name, len(p.X))
	}
	openRoot(&b, float64(width), float64(height), label)
	fmt.Fprintf(&b, `<text class="t" x="16" y="20">%s</text>`+"\n", esc(s.Title))
	v := newView(s, float64(width), float64(height))
	v.box(&b, s.Unit)
	for _, goals := range [...]bool{false, true} {
		for i, p := range s.Paths {
			if p.Goal == goals {
				v.path(&b, p, i)
			}
		}
	}
	for i, m := range s.Marks {
		x, y := v.at(m.X, m.Y, m.Z)
		fx, fy := v.at(m.X, m.Y, v.lo[2])
		fmt.Fprintf(&b, `<g class="c%d"><line class="l x" x1="%s" y1="%s" x2="%s" y2="%s"/><circle class="p" cx="%s" cy="%s" r="4"/></g><text x="%s" y="%s">%s</text>`+"\n",
			(i+len(s.Paths))%colours, num(x), num(y), num(fx), num(fy), num(x), num(y), num(x+8), num(y+4), esc(m.Name))
	}
	spaceLegend(&b, s)
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func spaceLegend(b *strings.Builder, s Space) {
	x := 16.0
	for i, p := range s.Paths {
		if p.Name == "" {
			continue
		}
		fmt.Fprintf(b, `%s<text x="%s" y="40">%s</text>`+"\n", legendEntry{colour: i % colours, goal: p.Goal}.key(x, 36), num(x+20), esc(p.Name))
		x += 34 + 6.7*float64(len([]rune(p.Name)))
	}
}

// newView chooses the box and a scale that fits it into the picture.
func newView(s Space, w, h float64) view {
	var v view
	for k := range 3 {
		v.lo[k], v.hi[k] = math.Inf(1), math.Inf(-1)
	}
	take := func(p [3]float64) {
		if finite(p[0]) && finite(p[1]) && finite(p[2]) {
			for k := range 3 {
				v.lo[k], v.hi[k] = min(v.lo[k], p[k]), max(v.hi[k], p[k])
			}
		}
	}
	for _, p := range s.Paths {
		for i := range p.X {
			take([3]float64{p.X[i], p.Y[i], p.Z[i]})
		}
	}
	for _, m := range s.Marks {
		take([3]float64{m.X, m.Y, m.Z})
	}
	widest := 0.0
	for k := range 3 {
		widest = max(widest, v.hi[k]-v.lo[k])
	}
	for k := range 3 { // no side thinner than a quarter of the widest, then out to round numbers
		if !(v.lo[k] <= v.hi[k]) {
			v.lo[k], v.hi[k] = 0, 1
			continue
		}
		mid, half := (v.lo[k]+v.hi[k])/2, max(v.hi[k]-v.lo[k], widest/4, 1e-6)/2
		step := niceStep(2 * half / 4)
		v.lo[k], v.hi[k] = math.Floor((mid-half)/step+1e-9)*step, math.Ceil((mid+half)/step-1e-9)*step
	}
	v.scale = 1
	x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for c := range 8 {
		x, y := v.at(v.corner(c))
		x0, x1, y0, y1 = min(x0, x), max(x1, x), min(y0, y), max(y1, y)
	}
	top, side, foot := 52.0, 46.0, 34.0
	v.scale = min((w-2*side)/(x1-x0), (h-top-foot)/(y1-y0))
	v.cx = w/2 - v.scale*(x0+x1)/2
	v.cy = top + (h-top-foot)/2 - v.scale*(y0+y1)/2
	return v
}

// corner returns corner c of the box: bit k chooses the high end of axis k.
func (v view) corner(c int) (x, y, z float64) {
	p := v.lo
	for k := range 3 {
		if c>>k&1 == 1 {
			p[k] = v.hi[k]
		}
	}
	return p[0], p[1], p[2]
}

// ticks are the ticks of axis k, as many as have room for their labels: at least one.
func (v view) ticks(k int) (ts []tick, power int) {
	end := v.lo
	end[k] = v.hi[k]
	x0, y0 := v.at(v.lo[0], v.lo[1], v.lo[2])
	x1, y1 := v.at(end[0], end[1], end[2])
	a := axis{lo: v.lo[k], hi: v.hi[k]}
	for n := 4; ; n-- {
		ts, power = a.ticks(n)
		if len(ts) < 2 {
			return ts, power
		}
		part := (ts[1].value - ts[0].value) / (v.hi[k] - v.lo[k])
		wide := 0.0
		for _, t := range ts {
			wide = max(wide, graph.TextWidth(t.label))
		}
		if math.Abs(y1-y0)*part >= 14 || math.Abs(x1-x0)*part >= wide+6 {
			return ts, power
		}
		if n == 2 {
			return ts[:1], power
		}
	}
}

// box draws the floor with its grid, the two rear walls' edges, ticks and axis names.
func (v view) box(b *strings.Builder, unit string) {
	line := func(class string, x0, y0, z0, x1, y1, z1 float64) {
		ax, ay := v.at(x0, y0, z0)
		bx, by := v.at(x1, y1, z1)
		fmt.Fprintf(b, `<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", class, num(ax), num(ay), num(bx), num(by))
	}
	text := func(x, y, z, dx, dy float64, anchor, s string) {
		px, py := v.at(x, y, z)
		fmt.Fprintf(b, `<text x="%s" y="%s" text-anchor="%s">%s</text>`+"\n", num(px+dx), num(py+dy), anchor, esc(s))
	}
	lo, hi := v.lo, v.hi
	for k, name := range [...]string{"x", "y", "z"} {
		ts, power := v.ticks(k)
		if power != 0 {
			name += " × " + powerText(power)
		}
		for _, t := range ts {
			switch k {
			case 0:
				line("g", t.value, lo[1], lo[2], t.value, hi[1], lo[2])
				line("g", t.value, hi[1], lo[2], t.value, hi[1], hi[2])
				text(t.value, lo[1], lo[2], -4, 17, "end", t.label) // clear of the lowest of z
			case 1:
				line("g", lo[0], t.value, lo[2], hi[0], t.value, lo[2])
				line("g", lo[0], t.value, lo[2], lo[0], t.value, hi[2])
				text(hi[0], t.value, lo[2], 7, 10, "start", t.label)
			case 2:
				line("g", lo[0], hi[1], t.value, hi[0], hi[1], t.value)
				line("g", lo[0], lo[1], t.value, lo[0], hi[1], t.value)
				text(lo[0], lo[1], t.value, -7, 4, "end", t.label)
			}
		}
		title := name + " [" + unit + "]"
		switch k {
		case 0:
			text((lo[0]+hi[0])/2, lo[1], lo[2], -30, 28, "end", title)
		case 1:
			text(hi[0], (lo[1]+hi[1])/2, lo[2], 30, 24, "start", title)
		case 2:
			text(lo[0], lo[1], hi[2], -7, -14, "middle", title)
		}
	}
	line("f", lo[0], lo[1], lo[2], hi[0], lo[1], lo[2])
	line("f", hi[0], lo[1], lo[2], hi[0], hi[1], lo[2])
	line("f", lo[0], lo[1], lo[2], lo[0], lo[1], hi[2])
}

// path draws a curve and its shadow on the floor.
func (v view) path(b *strings.Builder, p Path, i int) {
	var curve, shadow strings.Builder
	down, lastX, lastY := false, 0.0, 0.0
	for k := range p.X {
		if !finite(p.X[k]) || !finite(p.Y[k]) || !finite(p.Z[k]) {
			down = false
			continue
		}
		x, y := v.at(p.X[k], p.Y[k], p.Z[k])
		if down && math.Hypot(x-lastX, y-lastY) < 0.3 {
			continue
		}
		sx, sy := v.at(p.X[k], p.Y[k], v.lo[2])
		op := byte('L')
		if !down {
			op = 'M'
		}
		fmt.Fprintf(&curve, "%c%s %s", op, num(x), num(y))
		fmt.Fprintf(&shadow, "%c%s %s", op, num(sx), num(sy))
		down, lastX, lastY = true, x, y
	}
	class := fmt.Sprintf("c%d", i%colours)
	if p.Faint {
		class += " x"
	}
	kind := class
	if p.Goal {
		kind += " o"
	}
	fmt.Fprintf(b, `<g class="%s"><title>%s</title><path class="l" d="%s" style="opacity:.18;stroke-width:3"/><path class="l %s" d="%s"/></g>`+"\n",
		class, esc(p.Name), shadow.String(), kind, curve.String())
}
