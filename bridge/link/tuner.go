package link

import "math/bits"

// narrow is the number of values up to which every order is tried for every member in every packet.
const narrow = 32

// tuner chooses how an encoder predicts: the order for each member and the gap between the references. It only looks
// at the data, and its choices are written into the packet.
type tuner struct {
	wide  bool
	round int
	order []int              // by member: the order that did best lately
	spent []uint64           // by member: one more than the size of the newest sample's residuals in this packet; 0: none
	gap   int                // in use
	gain  [len(gaps)]float64 // what each gap would have cost more than the one in use, bits, smoothed
	cand  []uint64
}

// much limits a residual in sums, so that they do not overflow.
const much = 1 << 50

func newTuner(members, width int) tuner {
	return tuner{
		wide: width > narrow, order: make([]int, members), spent: make([]uint64, members), gap: 2,
		cand: make([]uint64, width),
	}
}

// reach finds references at the gap in use or, if some of those are not acknowledged, at the nearest gap with more.
func (t *tuner) reach(d *delta, win *window, seq, age uint64) {
	best, most := t.gap, 0
	for k := range 2*len(gaps) - 1 {
		g := t.gap + (k+1)/2 // the gap itself, then one above, one below, two above, …
		if k%2 == 0 {
			g = t.gap - k/2
		}
		if g < 0 || g >= len(gaps) {
			continue
		}
		if n := t.available(win, seq, age, g); n > most {
			best, most = g, n
			if n == orders {
				break
			}
		}
	}
	d.refer(&d.refs, seq, age, best, win.acknowledged)
}

// available counts the references that are acknowledged at a gap.
func (t *tuner) available(win *window, seq, age uint64, gap int) int {
	n := 0
	for k := range uint64(orders) {
		back := age + k*gaps[gap]
		if back >= history || back > seq || !win.acknowledged(seq-back) {
			break
		}
		n++
	}
	return n
}

// choose picks the order with the smallest residuals for a member's values x and leaves their zigzag values in d.fold.
func (t *tuner) choose(d *delta, m *member, i int, chart uint8, x []int64) int {
	res := d.fold[:len(x)]
	from, to := 0, orders // to try
	if t.wide {
		from, to = t.order[i], t.order[i]+1
		if turn := t.round + i; turn%8 == 0 {
			from = turn / 8 % orders
			to = from + 1
		}
	}
	if d.bases.n == 0 {
		t.spent[i] = 1
		for k, v := range x {
			res[k] = zigzag(v)
			t.spent[i] += min(res[k], much)
		}
		return 0
	}
	d.bases.more(m, i, chart, &d.refs, max(to, t.order[i]+1))
	first := min(t.order[i], d.bases.n-1)
	best, least := first, d.bases.residuals(res, x, first, &d.refs.lean[0][first], d.drift(m, 0))
	for o := from; o < min(to, d.bases.n); o++ {
		if o == first {
			continue
		}
		cand := t.cand[:len(x)]
		if sum := d.bases.residuals(cand, x, o, &d.refs.lean[0][o], d.drift(m, 0)); sum < least {
			best, least = o, sum
			copy(res, cand)
		}
	}
	t.order[i] = best
	t.spent[i] = least + 1
	return best
}

// cost is about how many bits n residuals of a total size need.
func cost(sum uint64, n int) float64 {
	mean := 16*sum/uint64(n) + 16
	l := bits.Len64(mean) - 1
	return float64(n) * (float64(l) + float64(mean-1<<l)/float64(uint64(1)<<l))
}

// try compares another gap with the one in use, over some or all of the members that were not as expected, and adopts
// it when it has done better for a while.
func (t *tuner) try(d *delta, win *window, seq, age uint64) {
	t.round++
	every := 4
	if t.wide {
		every = 16
	}
	used, other := d.refs.gap, t.round/every%len(gaps)
	if t.round%every != 0 || used != t.gap || other == used || t.available(win, seq, age, other) < orders {
		return
	}
	d.refer(&d.trial, seq, age, other, win.acknowledged)
	d.trial.weigh(1)
	stride := 1
	if t.wide {
		stride = max(1, len(d.members)/8)
	}
	diff := 0.0
	for i := t.round / (every * len(gaps)) % stride; i < len(d.members); i += stride {
		m, chart := &d.members[i], d.last.charts[i]
		if t.spent[i] == 0 {
			continue
		}
		x := m.of(d.last, chart)
		d.bases.find(m, i, chart, &d.trial, orders)
		least := ^uint64(0)
		for o := range d.bases.n {
			if !t.wide || o == t.order[i] {
				least = min(least, d.bases.residuals(t.cand[:len(x)], x, o, &d.trial.lean[0][o], d.drift(m, 0)))
			}
		}
		if d.bases.n > 0 {
			diff += cost(least, len(x)) - cost(t.spent[i]-1, len(x))
		}
	}
	t.gain[other] += (diff - t.gain[other]) / 4
	if t.gain[other] < -1 {
		t.gap, t.gain = other, [len(gaps)]float64{}
	}
}
