package graph

import (
	"cmp"
	"math"
)

// Half the height of a delay, and its least distance from anything that it must not cover, in pixels.
const (
	labelHalf = 8.0
	labelAir  = 2.0
)

// cover is a rectangle that a delay must not cover; of is the wire to which it belongs, or None.
type cover struct {
	x0, y0, x1, y1 float64
	of             int
}

// place moves each delay along its level piece of wire to the nearest place at which it covers no other wire, border, symbol or
// text. A delay without such a place stays.
func (d *Drawing) place() {
	all := d.covers()
	for i := range d.Wires {
		w := &d.Wires[i]
		if w.Label.S == "" {
			continue
		}
		half := labelWidth(w.Label.S) / 2
		if lo, hi, ok := w.level(); ok {
			w.Label.X = nearest(w.Label.X, lo+half, hi-half, d.taken(all, i, half))
		}
		all = append(all, cover{w.Label.X - half, w.Label.Y - labelHalf, w.Label.X + half, w.Label.Y + labelHalf, None})
	}
}

// labelWidth returns the width of a delay with its frame.
func labelWidth(s string) float64 { return TextWidth(s) + 14 }

// level returns the extent of the horizontal piece of w under its delay.
func (w *Wire) level() (lo, hi float64, ok bool) {
	for k := 1; k < len(w.Points); k++ {
		p, q := w.Points[k-1], w.Points[k]
		lo, hi = min(p.X, q.X), max(p.X, q.X)
		if p.Y == q.Y && p.Y == w.Label.Y && lo <= w.Label.X && w.Label.X <= hi {
			return lo, hi, true
		}
	}
	return 0, 0, false
}

// covers lists everything that no delay may cover, except other delays.
func (d *Drawing) covers() (all []cover) {
	for i, w := range d.Wires {
		for k := 1; k < len(w.Points); k++ {
			p, q := w.Points[k-1], w.Points[k]
			all = append(all, cover{min(p.X, q.X), min(p.Y, q.Y), max(p.X, q.X), max(p.Y, q.Y), i})
		}
	}
	for _, b := range d.Boxes {
		x, y := b.X+b.W, b.Y+b.H
		all = append(all, cover{b.X, b.Y, x, b.Y, None}, cover{b.X, y, x, y, None}, cover{b.X, b.Y, b.X, y, None}, cover{x, b.Y, x, y, None})
	}
	for _, s := range d.Symbols {
		all = append(all, cover{s.X - s.W/2, s.Y - s.H/2, s.X + s.W/2, s.Y + s.H/2, None})
		for _, t := range s.Lines {
			all = append(all, t.cover())
		}
	}
	for _, p := range d.Pins {
		all = append(all, p.Label.cover(), cover{p.X + 4, p.Y - 13, p.X + rateW, p.Y, None}) // a page shows a rate there
	}
	return all
}

// cover returns the approximate rectangle of a text.
func (t Text) cover() cover {
	w := TextWidth(t.S)
	x := t.X
	switch t.Anchor {
	case Middle:
		x -= w / 2
	case End:
		x -= w
	}
	return cover{x, t.Y - 10, x + w, t.Y + 3, None}
}

// stretch is an open interval of places.
type stretch struct{ lo, hi float64 }

// taken lists the intervals in which the middle of wire i's delay, with half its width on either side, must not be.
func (d *Drawing) taken(all []cover, i int, half float64) (out []stretch) {
	w := &d.Wires[i]
	for _, c := range all {
		above, below := c.y1 <= w.Label.Y-labelHalf-labelAir, c.y0 >= w.Label.Y+labelHalf+labelAir
		if above || below || c.of == i {
			continue
		}
		if c.of != None && c.y0 == w.Label.Y && c.y1 == w.Label.Y && d.Wires[c.of].From == w.From {
			continue // another wire from the same port, on the same line
		}
		out = append(out, stretch{c.x0 - half - labelAir, c.x1 + half + labelAir})
	}
	return out
}

// nearest returns the free place between lo and hi nearest to x, or x if there is none.
func nearest(x, lo, hi float64, taken []stretch) float64 {
	ok := func(at float64) bool {
		for _, s := range taken {
			if s.lo < at && at < s.hi {
				return false
			}
		}
		return true
	}
	if ok(x) {
		return x
	}
	best, far := x, math.Inf(1)
	for _, s := range taken {
		for _, at := range [...]float64{s.lo, s.hi} {
			if at < lo || at > hi || !ok(at) {
				continue
			}
			if c := cmp.Compare(math.Abs(at-x), far); c < 0 || c == 0 && at < best {
				best, far = at, math.Abs(at-x)
			}
		}
	}
	return best
}
