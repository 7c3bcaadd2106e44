package impair

// draw names a number that is drawn for a packet.
type draw uint64

const (
	drawLoss draw = iota + 1
	drawState
	drawBad
	drawJitter
	drawSecond
	drawReorder
	drawDuplicate
	drawCorrupt
	drawWhere
	drawBit
	drawTruncate
	drawCut
	drawBell // the last one: bell counts on from here
)

// bits is the number drawn for packet n under the name what: the finaliser of SplitMix64 (G. Steele, D. Lea and
// C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014) over seed, name and n, twice.
func (h *Channel) bits(n uint64, what draw) uint64 {
	return mix(mix(h.c.Seed+0x9e3779b97f4a7c15*uint64(what)) + 0x9e3779b97f4a7c15*(n+1))
}

// chance is bits as a number from 0 to below 1.
func (h *Channel) chance(n uint64, what draw) float64 {
	return float64(h.bits(n, what)>>11) / (1 << 53)
}

// bell is a number with mean 0 and deviation 1: the sum of twelve uniform ones, of 21 bits each, less 6.
func (h *Channel) bell(n uint64, what draw) float64 {
	sum := uint64(0)
	for i := range draw(4) {
		r := h.bits(n, drawBell+4*what+i)
		sum += r>>43 + r>>22&(1<<21-1) + r>>1&(1<<21-1)
	}
	return float64(sum)/(1<<21) - 6
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
