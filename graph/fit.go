package graph

import "math"

// narrow lays out main at most so wide, if it can be so narrow; 0 is no limit.
func (l *layouter) narrow(width float64) *block {
	best := l.reactor(0, 0, math.Inf(1))
	if width <= 0 || best.w+2*margin <= width {
		return best
	}
	fits := false
	for _, share := range shares {
		l.share = share
		limit := width - 2*margin
		for range 5 {
			b := l.reactor(0, 0, math.Floor(limit))
			over := b.w + 2*margin - width
			if ok := over <= 0; ok && (!fits || b.h < best.h) || !ok && !fits && b.w < best.w {
				best, fits = b, ok
			}
			if over <= 0 {
				break
			}
			limit -= 1.2*over + 8 // wires take more room than was thought
		}
		nested := len(l.wrapped) > 5
		clear(l.wrapped)
		if !nested {
			break
		}
	}
	return best
}

// shares are the parts of a box's width that are tried as the greatest of those in it: alone in a row, or beside others.
var shares = [...]float64{1, 0.62, 0.45}
