package plot

import (
	"fmt"
	"math"
	"strings"
)

// series writes one curve.
func (d *drawing) series(i int, s Series) {
	class := fmt.Sprintf("c%d", s.colour(i))
	if s.Faint {
		class += " x"
	}
	if s.Goal {
		class += " o"
	}
	fmt.Fprintf(&d.b, `<g class="%s"><title>%s</title>`, class, esc(strings.TrimSpace(s.Name+" "+s.Unit)))
	switch s.Style {
	case Points:
		d.points(s)
	case Bars:
		d.bars(s)
	default:
		d.path(s, class)
	}
	d.b.WriteString("</g>\n")
}

// path writes lines or steps, thinned, with a gap at every sample that cannot be drawn.
func (d *drawing) path(s Series, class string) {
	x, y := thin(s, d.x)
	if b := d.band(s); b != nil {
		fmt.Fprintf(&d.b, `<path class="b" d="%s"/>`, b.outline())
		x, y, s.Style = b.x, b.mean, Lines
	}
	var b strings.Builder
	down, lastX, lastY := false, 0.0, 0.0
	run := 0
	for i := range x {
		px, py := d.x.at(x[i]), d.clampY(d.y.at(y[i]))
		if !finite(px) || !finite(py) {
			down = d.endRun(&b, down, run)
			continue
		}
		if !down {
			fmt.Fprintf(&b, "M%s %s", num(px), num(py))
			run = 0
		} else if s.Style == Steps {
			fmt.Fprintf(&b, "H%sV%s", num(px), num(py))
		} else {
			if math.Hypot(px-lastX, py-lastY) < 0.25 && i+1 < len(x) {
				continue
			}
			fmt.Fprintf(&b, "L%s %s", num(px), num(py))
		}
		down, lastX, lastY = true, px, py
		run++
	}
	d.endRun(&b, down, run)
	fmt.Fprintf(&d.b, `<path class="l %s" d="%s"/>`, class, b.String())
}

// band is a series that goes up and down within every pixel column, where a line would fill an area with one colour. It has
// the least, the greatest and the mean value of columns two pixels wide, in pixels except for x and mean. Gaps are left
// out.
type band struct{ x, mean, px, low, high []float64 }

// band returns nil for a series that a line shows well: a series is a band if it goes to and fro by more than 6 pixels
// within at least 24 columns and a fifth of all.
func (d *drawing) band(s Series) *band {
	wide := int((d.x.to - d.x.from) / 2)
	if d.x.log || s.Style != Lines || len(s.X) < 5*wide || wide < 2 || !rises(s.X) {
		return nil
	}
	type cell struct {
		low, high, sum, n, last, travel float64 // travel: up and down, in pixels
	}
	cells := make([]cell, wide)
	for i, x := range s.X {
		y := d.y.at(s.Y[i])
		if !finite(y) {
			continue
		}
		c := &cells[min(max(int((d.x.at(x)-d.x.from)/2), 0), wide-1)]
		if c.n == 0 {
			c.low, c.high, c.last = y, y, y
		}
		c.low, c.high, c.sum, c.n = max(c.low, y), min(c.high, y), c.sum+s.Y[i], c.n+1
		c.travel, c.last = c.travel+math.Abs(y-c.last), y
	}
	b, busy := &band{}, 0
	for k, c := range cells {
		if c.n == 0 {
			continue
		}
		at := d.x.from + 2*float64(k) + 1
		b.px, b.low, b.high = append(b.px, at), append(b.low, d.clampY(c.low)), append(b.high, d.clampY(c.high))
		b.x = append(b.x, d.x.lo+(at-d.x.from)/(d.x.to-d.x.from)*(d.x.hi-d.x.lo))
		b.mean = append(b.mean, c.sum/c.n)
		if c.low-c.high > 6 && c.travel > 1.5*(c.low-c.high) {
			busy++
		}
	}
	if busy < 24 || busy < len(b.x)/5 {
		return nil
	}
	return b
}

// outline is the path around a band.
func (b *band) outline() string {
	var s strings.Builder
	for i := range b.px {
		fmt.Fprintf(&s, "%c%s %s", "ML"[min(i, 1)], num(b.px[i]), num(b.high[i]))
	}
	for i := len(b.px) - 1; i >= 0; i-- {
		fmt.Fprintf(&s, "L%s %s", num(b.px[i]), num(b.low[i]))
	}
	return s.String() + "z"
}

// endRun closes a run of samples; a lone sample becomes a dot.
func (d *drawing) endRun(b *strings.Builder, down bool, run int) bool {
	if down && run == 1 {
		b.WriteString("h0.01")
	}
	return false
}

// clampY keeps pixels in a range that every viewer can draw.
func (d *drawing) clampY(p float64) float64 {
	return math.Max(-10*d.h, math.Min(10*d.h, p))
}

func (d *drawing) points(s Series) {
	lastX, lastY, r := math.Inf(1), math.Inf(1), 2
	if len(s.X) == 1 {
		r = 4 // a mark
	}
	for i := range s.X {
		px, py := d.x.at(s.X[i]), d.y.at(s.Y[i])
		if !finite(px) || !finite(py) || math.Abs(px-lastX) < 0.5 && math.Abs(py-lastY) < 0.5 {
			continue
		}
		lastX, lastY = px, py
		fmt.Fprintf(&d.b, `<circle class="p" cx="%s" cy="%s" r="%d"/>`, num(px), num(py), r)
	}
}

func (d *drawing) bars(s Series) {
	wide := barWidth(s.X, d.x.log)
	for i := range s.X {
		a, b := d.x.at(s.X[i]-wide/2), d.x.at(s.X[i]+wide/2)
		if d.x.log {
			a, b = d.x.at(s.X[i]*math.Pow(10, -wide/2)), d.x.at(s.X[i]*math.Pow(10, wide/2))
		}
		top, foot := d.y.at(s.Y[i]), d.y.from
		if !d.y.log {
			foot = d.y.at(0)
		}
		if !finite(a) || !finite(b) || !finite(top) || s.Y[i] == 0 {
			continue
		}
		gap := math.Min(1, (b-a)/5)
		fmt.Fprintf(&d.b, `<rect class="p" x="%s" y="%s" width="%s" height="%s"/>`,
			num(a+gap/2), num(math.Min(top, foot)), num(math.Max(b-a-gap, 0.5)), num(math.Max(math.Abs(foot-top), 0.6)))
	}
}

// barWidth is the least distance of neighbouring X, or of their logarithms; 1 when there is none.
func barWidth(x []float64, log bool) float64 {
	w := math.Inf(1)
	for i := 1; i < len(x); i++ {
		a, b := scaled(x[i-1], log), scaled(x[i], log)
		if d := math.Abs(b - a); d > 0 && d < w && finite(a) && finite(b) {
			w = d
		}
	}
	if math.IsInf(w, 1) {
		return 1
	}
	return w
}

// thin returns, for a series whose X rises, the first, lowest, highest and last sample of each pixel column, and any other
// series unchanged.
func thin(s Series, a axis) (x, y []float64) {
	columns := int(math.Abs(a.to-a.from)) + 1
	if len(s.X) <= 4*columns || !rises(s.X) {
		return s.X, s.Y
	}
	column := func(x float64) float64 {
		if p := math.Floor(a.at(x) - a.from); finite(p) {
			return p
		}
		return -1 // what a logarithmic axis cannot show
	}
	for i := 0; i < len(s.X); {
		here := column(s.X[i])
		first, low, high, gap := i, -1, -1, -1
		for ; i < len(s.X) && column(s.X[i]) == here; i++ {
			switch v := s.Y[i]; {
			case !finite(v):
				gap = i
			case low < 0:
				low, high = i, i
			case v < s.Y[low]:
				low = i
			case v > s.Y[high]:
				high = i
			}
		}
		last := -1
		for _, k := range ordered(first, low, high, gap, i-1) {
			if k != last && k >= 0 {
				x, y = append(x, s.X[k]), append(y, s.Y[k])
				last = k
			}
		}
	}
	return x, y
}

// ordered sorts five indices.
func ordered(k ...int) []int {
	for i := 1; i < len(k); i++ {
		for j := i; j > 0 && k[j] < k[j-1]; j-- {
			k[j], k[j-1] = k[j-1], k[j]
		}
	}
	return k
}

// rises reports whether x never falls and is finite.
func rises(x []float64) bool {
	for i, v := range x {
		if !finite(v) || i > 0 && v < x[i-1] {
			return false
		}
	}
	return true
}
