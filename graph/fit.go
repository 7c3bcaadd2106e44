package graph

import (
	"math"
	"slices"
)

// Readable is the scale above which a diagram's text can be read on a screen.
const Readable = 0.84

// Fit lays out the diagram for a pane of w by h pixels, in rows with which it can be shown largest.
func (g *Graph) Fit(o Options, w, h float64) (*Drawing, error) {
	l, err := g.layouter(o)
	if err != nil {
		return nil, err
	}
	fit := func() (*block, float64) { return l.fit(w, h, math.Inf(1)) }
	b, k := fit()
	return l.draw(l.bundling(b, k, Readable, fit)), nil
}

// FitFolded is like Fit but also chooses which boxes are folded: it opens boxes as long as the text can be read, those that
// contain others first, and returns the boxes that stay folded. It ignores o.Folded.
func (g *Graph) FitFolded(o Options, w, h float64) (*Drawing, []int, error) {
	o.Folded = nil
	l, err := g.layouter(o)
	if err != nil {
		return nil, nil, err
	}
	if o.Least <= 0 {
		l.o.Least = Readable
	}
	fit := func() (*block, float64) {
		l.unfold(w, h)
		return l.fit(w, h, math.Inf(1))
	}
	b, k := fit()
	b = l.bundling(b, k, l.o.Least, fit)
	folded := []int{}
	for r, is := range l.folded {
		if is {
			folded = append(folded, r)
		}
	}
	return l.draw(b), folded, nil
}

// unfold chooses which boxes are open.
func (l *layouter) unfold(w, h float64) {
	var holders, leaves []int // by depth
	for level := []int{l.o.Root}; len(level) > 0; {
		var next []int
		for _, r := range level {
			next = append(next, l.g.Reactors[r].Children...)
		}
		for _, r := range next {
			if len(l.g.Reactors[r].Children) > 0 {
				holders = append(holders, r)
			} else if l.g.holds(r) {
				leaves = append(leaves, r)
			}
		}
		level = next
	}
	set := func(rs []int, folded bool) {
		for _, r := range rs {
			l.folded[r] = folded
		}
		l.forget()
	}
	tries := 16
	open := func(rs []int) bool {
		if len(rs) == 0 {
			return true
		}
		if tries--; tries < 0 || l.shown(rs) > 400 {
			return false
		}
		set(rs, false)
		if _, k := l.fit(w, h, l.o.Least); k >= l.o.Least {
			return true
		}
		set(rs, true)
		return false
	}
	set(slices.Concat(holders, leaves), true)
	if open(slices.Concat(holders, leaves)) {
		return
	}
	if !open(holders) {
		for _, r := range holders {
			if p := l.g.Reactors[r].Parent; !l.folded[p] {
				open([]int{r})
			}
		}
	}
	if !open(leaves) {
		slices.SortStableFunc(leaves, func(a, b int) int { return l.weight(a) - l.weight(b) })
		for _, r := range leaves {
			if p := l.g.Reactors[r].Parent; !l.folded[p] && !open([]int{r}) {
				return
			}
		}
	}
}

// weight returns the number of elements directly in the box of r.
func (l *layouter) weight(r int) int {
	re := &l.g.Reactors[r]
	return len(re.Triggers) + len(re.Reactions) + len(re.Children)
}

// shown returns the number of elements in the picture if rs are opened too.
func (l *layouter) shown(rs []int) (n int) {
	for r := range l.g.Reactors {
		if !l.folded[r] || slices.Contains(rs, r) {
			n += l.weight(r)
		}
	}
	return n
}

// largest is the greatest initial scale of a diagram in a page.
const largest = 1.25

// fit lays out main so that a pane shows it at the greatest scale, or at a sufficient one.
func (l *layouter) fit(w, h, enough float64) (best *block, scale float64) {
	try := func(limit float64) bool {
		b := l.reactor(l.o.Root, 0, limit)
		k := min(largest, w/(b.w+2*margin), h/(b.h+2*margin))
		better := k > scale*1.02
		if better || best == nil {
			best, scale = b, k
		}
		return better
	}
	try(math.Inf(1))
	if scale >= min(enough, 1) || w <= 0 || h <= 0 {
		return best, scale
	}
	whole := best.w
	for _, share := range shares {
		l.share = share
		worse := 0
		for limit := whole * 0.85; worse < 4 && limit > 150 && scale < enough; limit *= 0.85 {
			if worse++; try(math.Floor(limit)) {
				worse = 0
			}
		}
		nested := len(l.wrapped) > 16
		clear(l.wrapped)
		if !nested || scale >= enough {
			break
		}
	}
	return best, scale
}

// narrow lays out main with at most a width, if possible; 0 means no limit.
func (l *layouter) narrow(width float64) *block {
	best := l.reactor(l.o.Root, 0, math.Inf(1))
	if width <= 0 || best.w+2*margin <= width {
		return best
	}
	fits := false
	for _, share := range shares {
		l.share = share
		limit, step, last := width-2*margin, 1.0, math.Inf(1)
		for range 7 {
			b := l.reactor(l.o.Root, 0, math.Floor(limit))
			if b.w >= last && last > 1.2*width {
				break // the wires alone are too wide
			}
			last = b.w
			over := b.w + 2*margin - width
			if ok := over <= 0; ok && (!fits || b.h < best.h) || !ok && !fits && b.w < best.w {
				best, fits = b, ok
			}
			if over <= 0 {
				break
			}
			limit -= step * (1.2*over + 8) // wires take more room than estimated
			step *= 1.4
		}
		nested := len(l.wrapped) > 5
		clear(l.wrapped)
		if !nested {
			break
		}
	}
	return best
}

// shares are the fractions of a box's width to try as the greatest width of the boxes in it: alone in a row, or next to
// others.
var shares = [...]float64{1, 0.62, 0.45}
