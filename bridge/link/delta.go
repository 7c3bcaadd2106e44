package link

import "math/bits"

// delta codes samples as the residuals of predictions from acknowledged samples. One value serves one direction at one
// end: it encodes or it decodes.
type delta struct {
	members []member
	most    int // samples per packet
	rows    [history]row
	fresh   [mostSamples]row // decoder: the contents of a packet, until it is found valid
	refs    references
	trial   references // encoder: at another gap
	bases   bases
	pred    []int64
	res     []int64  // residuals of the newest sample
	fold    []uint64 // zigzag values to write or as read
	tuner   tuner    // encoder
	before  []byte   // encoder: the last packed image
	last    *row     // encoder: its row
	since   []uint64 // encoder: by member, the sample since which it has not changed
	streak  int      // encoder: consecutive samples that end with the last
	lastSeq uint64
}

func newDelta(packed Layout, q Quanta, most int, encoder bool) *delta {
	d := &delta{members: membersOf(packed, q), most: most}
	longest, width := 1, 0
	for _, m := range d.members {
		longest, width = max(longest, m.count), width+m.count
	}
	d.pred, d.res = make([]int64, longest), make([]int64, longest)
	d.fold = make([]uint64, longest*most)
	fill(d.rows[:], d.members, width)
	if encoder {
		d.tuner = newTuner(len(d.members), width)
		d.before, d.since = make([]byte, packed.Size()), make([]uint64, len(d.members))
	} else {
		fill(d.fresh[:most], d.members, width)
	}
	return d
}

// fill makes empty rows.
func fill(rows []row, members []member, width int) {
	values, charts := make([]int64, len(rows)*width), make([]uint8, len(rows)*len(members))
	for i := range rows {
		rows[i] = row{values[i*width:][:width:width], charts[i*len(members):][:len(members):len(members)]}
		for k := range members {
			rows[i].charts[k] = members[k].rest()
		}
	}
}

// measure stores the packed image of sample seq, and returns a slice for reuse.
func (d *delta) measure(seq uint64, packed []byte) (free []byte) {
	r, last, before := &d.rows[seq%history], d.last, d.before
	if last == nil {
		last, before = &d.rows[(seq+1)%history], nil
	}
	measureAll(d.members, r, seq, packed, last, before, d.since)
	free, d.before = d.before, packed
	if d.last != nil && seq == d.lastSeq+1 {
		d.streak++
	} else {
		d.streak = 1
	}
	d.last, d.lastSeq = r, seq
	return free
}

// refer gathers the references for sample seq: the newest is age before it, the others gap apart.
func (d *delta) refer(r *references, seq, age uint64, gap int, have func(uint64) bool) {
	r.n, r.age, r.gap = 0, age, gap
	for k := range uint64(orders) {
		back := age + k*gaps[gap]
		if back >= history || back > seq || !have(seq-back) {
			return
		}
		r.rows[k] = &d.rows[(seq-back)%history]
		r.n++
	}
}

// together is how many of the last samples can share a packet whose newest reference is age back (0: none).
func (d *delta) together(seq, age uint64) int {
	n := min(d.most, d.streak)
	if age > 0 {
		n = min(n, int(age))
	}
	for j := 1; j < n; j++ {
		older := &d.rows[(seq-uint64(j))%history]
		for i, c := range d.last.charts {
			if older.charts[i] != c {
				return j
			}
		}
	}
	return n
}

// encode writes sample seq, which was measured last, and the earlier samples that belong into its packet. Without a
// reference it writes a keyframe.
func (d *delta) encode(w *bitWriter, win *window, seq uint64, age uint64) {
	count := d.together(seq, age)
	if d.most > 1 {
		w.put(uint64(count-1), 3)
	}
	d.refs.n = 0
	if age > 0 {
		d.tuner.reach(d, win, seq, age)
		d.refs.weigh(count)
		w.put(age, 8)
		w.put(uint64(d.refs.gap), 4)
	}
	for i := range d.members {
		d.encodeMember(w, i, seq, count)
	}
	if age > 0 {
		d.tuner.try(d, win, seq, age)
	}
}

func (d *delta) encodeMember(w *bitWriter, i int, seq uint64, count int) {
	m, b := &d.members[i], &d.bases
	if count == 1 && d.refs.n > 0 && d.since[i] <= seq-d.refs.age && !m.counts() {
		d.tuner.spent[i] = 0
		w.put(0, 1)
		return
	}
	chart := d.last.charts[i]
	x := m.of(d.last, chart)
	b.find(m, i, chart, &d.refs, 1)
	d.tuner.spent[i] = 0
	order := 0
	if d.asExpected(m, i, chart, x) {
		w.put(0, 1)
		clear(d.res[:len(x)])
	} else {
		v, n := m.form(chart)
		v, n = 1|v<<1, n+1
		if chart == exact {
			w.put(v, n)
			d.putExact(w, x)
		} else {
			order = d.tuner.choose(d, m, i, chart, x)
			if b.n > 0 {
				v, n = v|uint64(order)<<n, n+2
			}
			w.put(v, n)
			w.putResiduals(d.fold[:len(x)], d.tuner.spent[i]-1)
			if count > 1 {
				for k, z := range d.fold[:len(x)] {
					d.res[k] = unzigzag(z)
				}
			}
		}
	}
	if count > 1 {
		d.encodeOlder(w, m, chart, order, seq, count)
	}
}

// asExpected reports whether one bit can describe the member: it equals the newest reference, or has counted as
// predicted.
func (d *delta) asExpected(m *member, i int, chart uint8, x []int64) bool {
	if d.refs.n == 0 {
		if chart != m.rest() {
			return false
		}
		for _, v := range x {
			if v != 0 {
				return false
			}
		}
		return true
	}
	if d.refs.rows[0].charts[i] != chart {
		return false
	}
	drift := d.drift(m, 0)
	base := d.bases.values[0][:len(x)]
	for k, v := range x {
		if v != base[k]+drift {
			return false
		}
	}
	return true
}

// drift is how much a counting member has grown since the newest reference, j samples before the packet's newest.
func (d *delta) drift(m *member, j int) int64 {
	if !m.counts() {
		return 0
	}
	return int64(d.refs.age) - int64(j)
}

// form encodes the chart of the member in n bits, if there is a choice.
func (m *member) form(chart uint8) (v uint64, n uint) {
	switch {
	case m.pose:
		return uint64(chart), 3
	case m.kind == Float64 && m.quantum.Step > 0:
		return uint64(chart - plain), 1
	}
	return 0, 0
}

// putExact writes numbers to the bit: one bit for a number equal to the reference (or zero without one), 65 for
// others.
func (d *delta) putExact(w *bitWriter, x []int64) {
	for k, v := range x {
		var was int64
		if d.bases.n > 0 {
			was = d.bases.values[0][k]
		}
		if v == was {
			w.put(0, 1)
		} else {
			w.put(1, 1)
			w.put64(uint64(v), 64)
		}
	}
}

// expect fills pred with what the member is expected to be j samples before the packet's newest sample, whose
// residuals are in res; newer is the sample that follows it.
func (d *delta) expect(m *member, order, j int, newer []int64) []int64 {
	pred := d.pred[:len(newer)]
	if d.bases.n == 0 {
		step := int64(0)
		if m.counts() {
			step = 1
		}
		for k, v := range newer {
			pred[k] = v - step
		}
		return pred
	}
	d.bases.predict(pred, order, &d.refs.lean[j][order], d.drift(m, j))
	if share := d.refs.share[j][order]; j > 0 {
		for k := range pred {
			pred[k] += within(float64(float64(d.res[k]) * share))
		}
	}
	return pred
}

// encodeOlder writes the samples before the newest one: one bit if all are as expected.
func (d *delta) encodeOlder(w *bitWriter, m *member, chart uint8, order int, seq uint64, count int) {
	newer := m.of(d.last, chart)
	if chart == exact {
		for j := 1; j < count; j++ {
			x := m.of(&d.rows[(seq-uint64(j))%history], chart)
			for k, v := range x {
				if v == newer[k] {
					w.put(0, 1)
				} else {
					w.put(1, 1)
					w.put64(uint64(v), 64)
				}
			}
			newer = x
		}
		return
	}
	n, sum := 0, uint64(0)
	for j := 1; j < count; j++ {
		x := m.of(&d.rows[(seq-uint64(j))%history], chart)
		for k, p := range d.expect(m, order, j, newer) {
			d.fold[n] = zigzag(x[k] - p)
			sum += min(d.fold[n], 1<<62)
			n++
		}
		newer = x
	}
	if sum == 0 {
		w.put(0, 1)
		return
	}
	w.put(1, 1)
	w.putResiduals(d.fold[:n], sum)
}

// digest is a checksum of a row that both ends can compare.
func (d *delta) digest(r *row) uint64 {
	h := uint64(len(d.members))
	for i := range d.members {
		chart := r.charts[i]
		h = bits.RotateLeft64(h, 5) + uint64(chart)
		for _, v := range d.members[i].of(r, chart) {
			h = bits.RotateLeft64(h, 5) ^ uint64(v)
		}
	}
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>32
}
