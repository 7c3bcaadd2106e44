package link

// decode reads a packet of sample seq into fresh and returns how many samples it has. A long packet is a keyframe.
func (d *delta) decode(r *bitReader, win *window, seq uint64, long bool) (int, Status) {
	count := 1
	if d.most > 1 {
		count = int(r.get(3)) + 1
	}
	if count > d.most || uint64(count-1) > seq {
		return 0, Malformed
	}
	d.refs.n = 0
	if !long {
		age, gap := r.get(8), int(r.get(4))
		if r.bad || age < uint64(count) {
			return 0, Malformed
		}
		d.refer(&d.refs, seq, age, gap, win.holds)
		if d.refs.n == 0 {
			return 0, Undecodable
		}
		d.refs.weigh(count)
	}
	for i := range d.members {
		if s := d.decodeMember(r, i, count); s != OK {
			return 0, s
		}
	}
	if !r.done() {
		return 0, Malformed
	}
	return count, OK
}

func (d *delta) decodeMember(r *bitReader, i, count int) Status {
	m, b := &d.members[i], &d.bases
	chart, order := m.rest(), 0
	if d.refs.n > 0 {
		chart = d.refs.rows[0].charts[i]
	}
	changed := r.get(1) == 1
	if changed {
		if chart = d.getForm(r, m); r.bad || !m.valid(chart) {
			return Malformed
		}
	}
	b.find(m, i, chart, &d.refs, 1)
	d.fresh[0].charts[i] = chart
	x := m.of(&d.fresh[0], chart)
	switch {
	case !changed:
		d.predictNewest(m, 0, x)
		clear(d.res[:len(x)])
	case chart == exact:
		d.getExact(r, x)
	default:
		if b.n > 0 {
			order = int(r.get(2))
			if b.more(m, i, chart, &d.refs, order+1); order >= b.n {
				return Undecodable
			}
		}
		d.predictNewest(m, order, x)
		r.getResiduals(d.fold[:len(x)])
		for k := range x {
			d.res[k] = unzigzag(d.fold[k])
			x[k] += d.res[k]
		}
	}
	d.decodeOlder(r, m, i, chart, order, count)
	if r.bad {
		return Malformed
	}
	return OK
}

// predictNewest fills x with the prediction for the packet's newest sample.
func (d *delta) predictNewest(m *member, order int, x []int64) {
	if d.bases.n == 0 {
		clear(x)
		return
	}
	d.bases.predict(x, order, &d.refs.lean[0][order], d.drift(m, 0))
}

func (d *delta) getForm(r *bitReader, m *member) uint8 {
	switch {
	case m.pose:
		return uint8(r.get(3))
	case m.kind == Float64 && m.quantum.Step > 0:
		return plain + uint8(r.get(1))
	}
	return m.rest()
}

func (d *delta) getExact(r *bitReader, x []int64) {
	for k := range x {
		x[k] = 0
		if d.bases.n > 0 {
			x[k] = d.bases.values[0][k]
		}
		if r.get(1) == 1 {
			x[k] = int64(r.get64(64))
		}
	}
}

func (d *delta) decodeOlder(r *bitReader, m *member, i int, chart uint8, order, count int) {
	newer := m.of(&d.fresh[0], chart)
	if count > 1 && chart != exact {
		n := (count - 1) * len(newer)
		if r.get(1) == 1 {
			r.getResiduals(d.fold[:n])
		} else {
			clear(d.fold[:n])
		}
	}
	for j := 1; j < count; j++ {
		d.fresh[j].charts[i] = chart
		x := m.of(&d.fresh[j], chart)
		if chart == exact {
			for k := range x {
				x[k] = newer[k]
				if r.get(1) == 1 {
					x[k] = int64(r.get64(64))
				}
			}
		} else {
			for k, p := range d.expect(m, order, j, newer) {
				x[k] = p + unzigzag(d.fold[(j-1)*len(newer)+k])
			}
		}
		newer = x
	}
}

// keep adds a fresh sample to the history.
func (d *delta) keep(seq uint64, j int) {
	at := seq % history
	d.rows[at], d.fresh[j] = d.fresh[j], d.rows[at]
}
