package plot

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/graph"
)

// style is the style of a picture. Every rule is limited to the class of the picture's root, so that pictures do not
// affect the page they are in; the page may set the same variables to change the look.
const style = `<style>
.snp{--snp-bg:#fff;--snp-ink:#1c2430;--snp-soft:#5b6675;--snp-grid:#e6eaf0;--snp-frame:#c3cbd6;--snp-limit:#c62828;--snp-0:#1f6feb;--snp-1:#d9730d;--snp-2:#0f8f6f;--snp-3:#a83fb5;--snp-4:#6a7a0c;--snp-5:#b8336a;--snp-6:#0a7f9c;--snp-7:#7a5c3e;font:12px system-ui,"Segoe UI","DejaVu Sans",sans-serif}
@media (prefers-color-scheme:dark){.snp{--snp-bg:#12171f;--snp-ink:#e6ebf2;--snp-soft:#97a3b4;--snp-grid:#232b37;--snp-frame:#3a4656;--snp-limit:#ff7b72;--snp-0:#6cb0ff;--snp-1:#ffae57;--snp-2:#4fd1a5;--snp-3:#dd9bf0;--snp-4:#c5d64a;--snp-5:#ff8fb5;--snp-6:#5fd3ee;--snp-7:#d3b08c}}
.snp text{fill:var(--snp-soft);font-variant-numeric:tabular-nums}.snp .t{fill:var(--snp-ink);font-weight:600;font-size:14px}
.snp .g{stroke:var(--snp-grid);stroke-width:1}.snp .f{stroke:var(--snp-frame);stroke-width:1;fill:none}
.snp .l{fill:none;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}.snp .x{stroke-width:1;opacity:.55}
.snp .m{stroke:var(--snp-limit);stroke-width:1.2;stroke-dasharray:6 4}.snp .mt{fill:var(--snp-limit);font-size:11px;paint-order:stroke;stroke:var(--snp-bg);stroke-width:3px}
.snp .c0{--c:var(--snp-0)}.snp .c1{--c:var(--snp-1)}.snp .c2{--c:var(--snp-2)}.snp .c3{--c:var(--snp-3)}.snp .c4{--c:var(--snp-4)}.snp .c5{--c:var(--snp-5)}.snp .c6{--c:var(--snp-6)}.snp .c7{--c:var(--snp-7)}
.snp .o{stroke-dasharray:5 3;stroke-width:1.3}.snp .b{fill:var(--c);opacity:.28}
.snp .l,.snp .k{stroke:var(--c)}.snp .p{fill:var(--c)}.snp .k{stroke-width:3;stroke-linecap:round}
</style>
`

const colours = 8

// drawing is a picture being written.
type drawing struct {
	b      strings.Builder
	p      Plot
	w, h   float64
	x, y   axis
	xt, yt []tick
	xp, yp int // powers of ten left out of the labels
	rows   [][]legendEntry
}

func newDrawing(p Plot, w, h float64) *drawing {
	d := &drawing{p: p, w: w, h: h}
	xlo, xhi, ylo, yhi := d.ranges()
	left, right, top, bottom := 52.0, 14.0, 14.0, 30.0
	if p.Title != "" {
		top += 20
	}
	if p.XLabel != "" {
		bottom += 16
	}
	if p.YLabel != "" {
		left += 18
	}
	d.rows = d.legendRows(left)
	top += 20 * float64(len(d.rows))
	d.x = axis{lo: xlo, hi: xhi, from: left, to: w - right, log: p.LogX}
	d.y = axis{lo: ylo, hi: yhi, from: h - bottom, to: top, log: p.LogY}
	if p.Equal && !p.LogX && !p.LogY {
		equalise(&d.x, &d.y)
	}
	d.xt, d.xp = d.x.ticks(int((d.x.to - d.x.from) / 80))
	if p.Categories != nil {
		d.xt, d.xp = d.categories(), 0
	}
	d.yt, d.yp = d.y.ticks(int((d.y.from - d.y.to) / 42))
	return d
}

// ranges returns what both axes must span.
func (d *drawing) ranges() (xlo, xhi, ylo, yhi float64) {
	xlo, xhi, ylo, yhi = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, s := range d.p.Series {
		half := 0.0
		if s.Style == Bars {
			half = barWidth(s.X, d.p.LogX) / 2
			if ylo, yhi = min(ylo, 0), max(yhi, 0); d.p.LogY {
				ylo = min(ylo, -0.3) // a count of one has a bar
			}
		}
		for i := range s.X {
			if x, y := scaled(s.X[i], d.p.LogX), scaled(s.Y[i], d.p.LogY); finite(x) && finite(y) {
				xlo, xhi, ylo, yhi = min(xlo, x-half), max(xhi, x+half), min(ylo, y), max(yhi, y)
			}
		}
	}
	for _, l := range d.p.Lines {
		if v := scaled(l.Value, d.p.LogX); l.Vertical && finite(v) {
			xlo, xhi = min(xlo, v), max(xhi, v)
		} else if v := scaled(l.Value, d.p.LogY); !l.Vertical && finite(v) {
			ylo, yhi = min(ylo, v), max(yhi, v)
		}
	}
	if d.p.FromZero && !d.p.LogY {
		ylo, yhi = min(ylo, 0), max(yhi, 0)
	}
	if n := len(d.p.Categories); n > 0 {
		xlo, xhi = 0.5, float64(n)+0.5
	}
	zero := ylo == 0
	xpad := 0.0
	if d.p.Equal {
		xpad = 0.05
	}
	xlo, xhi = fit(xlo, xhi, xpad)
	top := yhi - 0.1*(yhi-ylo)
	ylo, yhi = fit(ylo, yhi, 0.06)
	if slices.ContainsFunc(d.p.Lines, func(l Line) bool { return !l.Vertical && l.Name != "" && scaled(l.Value, d.p.LogY) > top }) {
		yhi += 0.07 * (yhi - ylo) // room above it for the line's name
	}
	if zero && !d.p.Equal && ylo > -0.5*yhi {
		ylo = 0
	}
	if d.p.LogX && xhi-xlo < 1 {
		mid := (xlo + xhi) / 2
		xlo, xhi = math.Floor(mid-0.3), math.Ceil(mid+0.3)
	}
	if d.p.LogY && yhi-ylo < 1 {
		mid := (ylo + yhi) / 2
		ylo, yhi = math.Floor(mid-0.3), math.Ceil(mid+0.3)
	}
	return xlo, xhi, ylo, yhi
}

// categories are the ticks of an axis with names, as long as their room permits.
func (d *drawing) categories() (ts []tick) {
	room := int((d.x.to - d.x.from) / float64(len(d.p.Categories)) / 6.8)
	for i, name := range d.p.Categories {
		if r := []rune(name); len(r) > room && room > 1 {
			name = string(r[:room-1]) + "…"
		}
		ts = append(ts, tick{float64(i + 1), esc(name)})
	}
	return ts
}

// scaled returns v on an axis: unchanged, or its logarithm, NaN if there is none.
func scaled(v float64, log bool) float64 {
	if !log {
		return v
	}
	if v < least || !finite(v) {
		return math.NaN()
	}
	return math.Log10(v)
}

// equalise widens one axis until a unit is equally long on both.
func equalise(x, y *axis) {
	ux, uy := (x.hi-x.lo)/(x.to-x.from), (y.hi-y.lo)/(y.from-y.to)
	grow := func(a *axis, by float64) {
		mid, half := (a.lo+a.hi)/2, (a.hi-a.lo)/2*by
		a.lo, a.hi = mid-half, mid+half
	}
	if ux < uy {
		grow(x, uy/ux)
	} else {
		grow(y, ux/uy)
	}
}

// open writes the root element with the picture's alternative text.
func (d *drawing) open() {
	openRoot(&d.b, d.w, d.h, d.p.Title+". "+d.summary())
	if d.p.Title != "" {
		fmt.Fprintf(&d.b, `<text class="t" x="%s" y="20">%s</text>`+"\n", num(d.x.from), esc(d.p.Title))
	}
}

func openRoot(b *strings.Builder, w, h float64, label string) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" class="snp" viewBox="0 0 %s %s" width="%s" height="%s" role="img" aria-label="%s">`+"\n",
		num(w), num(h), num(w), num(h), esc(label))
	b.WriteString(style)
	fmt.Fprintf(b, `<rect width="%s" height="%s" rx="6" style="fill:var(--snp-bg)"/>`+"\n", num(w), num(h))
}

// summary says in words what the picture shows.
func (d *drawing) summary() string {
	var parts []string
	for _, s := range d.p.Series {
		lo, hi := math.Inf(1), math.Inf(-1)
		for _, y := range s.Y {
			if finite(y) {
				lo, hi = min(lo, y), max(hi, y)
			}
		}
		if lo <= hi {
			parts = append(parts, strings.TrimSpace(fmt.Sprintf("%s: %d samples from %.4g to %.4g %s", s.Name, len(s.Y), lo, hi, s.Unit)))
		} else {
			parts = append(parts, s.Name+": no samples")
		}
	}
	for _, l := range d.p.Lines {
		parts = append(parts, fmt.Sprintf("line %s at %.4g", l.Name, l.Value))
	}
	return strings.Join(parts, "; ")
}

// axes writes grid, frame, tick labels and axis labels.
func (d *drawing) axes() {
	b := &d.b
	for _, t := range d.xt {
		x := num(d.x.at(t.value))
		fmt.Fprintf(b, `<line class="g" x1="%s" x2="%s" y1="%s" y2="%s"/>`, x, x, num(d.y.from), num(d.y.to))
		fmt.Fprintf(b, `<text x="%s" y="%s" text-anchor="middle">%s</text>`+"\n", x, num(d.y.from+17), t.label)
	}
	for _, t := range d.yt {
		y := d.y.at(t.value)
		fmt.Fprintf(b, `<line class="g" x1="%s" x2="%s" y1="%s" y2="%s"/>`, num(d.x.from), num(d.x.to), num(y), num(y))
		fmt.Fprintf(b, `<text x="%s" y="%s" text-anchor="end">%s</text>`+"\n", num(d.x.from-7), num(y+4), t.label)
	}
	fmt.Fprintf(b, `<rect class="f" x="%s" y="%s" width="%s" height="%s"/>`+"\n",
		num(d.x.from), num(d.y.to), num(d.x.to-d.x.from), num(d.y.from-d.y.to))
	if s := axisLabel(d.p.XLabel, d.xp); s != "" {
		fmt.Fprintf(b, `<text x="%s" y="%s" text-anchor="middle">%s</text>`+"\n", num((d.x.from+d.x.to)/2), num(d.y.from+35), s)
	}
	if s := axisLabel(d.p.YLabel, d.yp); s != "" {
		fmt.Fprintf(b, `<text transform="translate(16 %s) rotate(-90)" text-anchor="middle">%s</text>`+"\n", num((d.y.from+d.y.to)/2), s)
	}
}

func axisLabel(s string, power int) string {
	if power != 0 {
		s = strings.TrimSpace(s + " × " + powerText(power))
	}
	return esc(s)
}

// openClip opens the inner picture in which curves cannot leave the frame.
func (d *drawing) openClip() {
	fmt.Fprintf(&d.b, `<svg x="%s" y="%s" width="%s" height="%s" viewBox="%s %s %s %s">`+"\n",
		num(d.x.from), num(d.y.to), num(d.x.to-d.x.from), num(d.y.from-d.y.to),
		num(d.x.from), num(d.y.to), num(d.x.to-d.x.from), num(d.y.from-d.y.to))
}

// limit writes one limit line.
func (d *drawing) limit(l Line) {
	if !finite(l.Value) {
		return
	}
	if l.Vertical {
		if at := d.x.at(l.Value); finite(at) {
			x := num(at)
			fmt.Fprintf(&d.b, `<line class="m" x1="%s" x2="%s" y1="%s" y2="%s"/>`+"\n", x, x, num(d.y.from), num(d.y.to))
		}
	} else if y := d.y.at(l.Value); finite(y) {
		fmt.Fprintf(&d.b, `<line class="m" x1="%s" x2="%s" y1="%s" y2="%s"/>`+"\n", num(d.x.from), num(d.x.to), num(y), num(y))
	}
}

// lineNames writes the names of the limit lines, inside the frame, next to their lines.
func (d *drawing) lineNames() {
	vertical := 0
	var taken []float64 // where names stand, from the top
	for _, l := range d.p.Lines {
		if l.Name == "" || !finite(l.Value) {
			continue
		}
		if l.Vertical {
			x, anchor, dx := d.x.at(l.Value), "start", 4.0
			if !finite(x) {
				continue
			}
			if x > (d.x.from+d.x.to)/2 {
				anchor, dx = "end", -4
			}
			fmt.Fprintf(&d.b, `<text class="mt" x="%s" y="%s" text-anchor="%s">%s</text>`+"\n",
				num(x+dx), num(d.y.to+14+float64(vertical%4)*14), anchor, esc(l.Name))
			vertical++
			continue
		}
		y := d.y.at(l.Value)
		if !finite(y) {
			continue
		}
		if y -= 4; y < d.y.to+12 {
			y += 16
		}
		if slices.ContainsFunc(taken, func(at float64) bool { return math.Abs(at-y) < 12 }) {
			if slices.ContainsFunc(d.p.Lines, func(o Line) bool { return o != l && o.Name == l.Name && !o.Vertical }) {
				continue // it says the same as the existing one
			}
			y = slices.Max(taken) + 12
		}
		taken = append(taken, y)
		fmt.Fprintf(&d.b, `<text class="mt" x="%s" y="%s" text-anchor="end">%s</text>`+"\n", num(d.x.to-5), num(y), esc(l.Name))
	}
}

type legendEntry struct {
	text   string
	colour int
	goal   bool
	point  bool
}

// key is the sign of an entry at x and y: drawn as its series is.
func (e legendEntry) key(x, y float64) string {
	if e.point {
		return fmt.Sprintf(`<circle class="p c%d" cx="%s" cy="%s" r="4"/>`, e.colour, num(x+8), num(y))
	}
	class := "k"
	if e.goal {
		class = "l o"
	}
	return fmt.Sprintf(`<line class="%s c%d" x1="%s" x2="%s" y1="%s" y2="%s"/>`, class, e.colour, num(x+2), num(x+14), num(y), num(y))
}

// legendEntries lists the named series when there is more than one, or one whose name says more than the title.
func (d *drawing) legendEntries() (es []legendEntry) {
	for i, s := range d.p.Series {
		if s.Name == "" {
			continue
		}
		text := s.Name
		if s.Unit != "" {
			text += " [" + s.Unit + "]"
		}
		es = append(es, legendEntry{text, s.colour(i), s.Goal, s.Style == Points && len(s.X) == 1})
	}
	if len(d.p.Series) == 1 && len(es) == 1 && d.p.Series[0].Unit == "" {
		return nil
	}
	return es
}

// wide is the width of an entry in pixels.
func (e legendEntry) wide() float64 { return 34 + graph.TextWidth(e.text) }

// legendRows breaks the legend, which begins at left, into rows: at most four, and no more than leave half the
// height for the plot.
func (d *drawing) legendRows(left float64) (rows [][]legendEntry) {
	es, x := d.legendEntries(), math.Inf(1)
	for i, e := range es {
		if x+e.wide() > d.w {
			if len(rows) == min(4, max(1, int(d.h/2-60)/20)) {
				last := &rows[len(rows)-1]
				*last = append(*last, legendEntry{text: fmt.Sprintf("+%d more", len(es)-i), colour: -1})
				return rows
			}
			rows, x = append(rows, nil), left
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		x += e.wide()
	}
	return rows
}

func (d *drawing) legend() {
	for i, row := range d.rows {
		x, y := d.x.from, d.y.to-9-20*float64(len(d.rows)-1-i)
		for _, e := range row {
			if e.colour < 0 {
				fmt.Fprintf(&d.b, `<text x="%s" y="%s" text-anchor="end">%s</text>`+"\n", num(d.w-6), num(y), e.text)
				continue
			}
			fmt.Fprintf(&d.b, `%s<text x="%s" y="%s">%s</text>`+"\n", e.key(x, y-4), num(x+20), num(y), esc(e.text))
			x += e.wide()
		}
	}
}

// num writes a pixel with one decimal.
func num(v float64) string {
	s := strconv.FormatFloat(v, 'f', 1, 64)
	s = strings.TrimSuffix(s, ".0")
	if s == "-0" {
		return "0"
	}
	return s
}

// esc makes s fit for XML: quoted, and without the characters XML does not allow.
func esc(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?")))
}
