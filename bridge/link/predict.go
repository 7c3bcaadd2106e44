package link

// orders is the greatest number of samples that a prediction uses: one (hold), two (line), three or four.
const orders = 4

// mostSamples is the greatest number of samples in a packet.
const mostSamples = 8

// gaps are the distances that references can have from each other. A packet names one by its index.
var gaps = [16]uint64{1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64}

// weights of the differences of the older references against the newest one.
type weights [orders - 1]float64

// lean returns the weights that extrapolate the polynomial through o+1 references at 0, −1, … to u. Each product is
// rounded separately, so that both ends get the same on any machine.
func lean(o int, u float64) weights {
	a, b := u+1, u+2
	switch o {
	case 1:
		return weights{-u}
	case 2:
		return weights{-float64(u * b), float64(float64(u*a) / 2)}
	case 3:
		c := u + 3
		return weights{
			-float64(float64(float64(u*b)*c) / 2), float64(float64(float64(u*a)*c) / 2), -float64(float64(float64(u*a)*b) / 6),
		}
	}
	return weights{}
}

// references are the samples that a packet is coded against: n rows, the newest age before the packet's sample, the
// others gap apart.
type references struct {
	n     int
	age   uint64
	gap   int
	rows  [orders]*row
	lean  [mostSamples][orders]weights // by how far back the sample is in the packet, and by order
	share [mostSamples][orders]float64 // by how far back: the part of the newest sample's residual that is expected there
	ready ready                        // the arguments for which lean and share were computed
}

type ready struct {
	age   uint64
	gap   int
	count int
}

// weigh fills the weights for a packet of count samples.
func (r *references) weigh(count int) {
	if r.ready == (ready{r.age, r.gap, count}) {
		return
	}
	r.ready = ready{r.age, r.gap, count}
	g := float64(gaps[r.gap])
	far := float64(r.age)
	for j := range count {
		t := float64(r.age) - float64(j)
		up, down := 1.0, 1.0
		for o := range orders {
			if r.lean[j][o] = lean(o, t/g); j == 0 {
				continue
			}
			up, down = float64(up*(t+float64(float64(o)*g))), float64(down*(far+float64(float64(o)*g)))
			r.share[j][o] = up / down
		}
	}
}

// bases are the values of one member in the references, in one chart.
type bases struct {
	n       int // how many can be used
	values  [orders][]int64
	scratch [orders][poseSlots]int64
}

// find looks the member up in the references, at most in the first most of them. It converts poses in other charts to
// this one. At a member with an incomparable representation it stops.
func (b *bases) find(m *member, i int, chart uint8, refs *references, most int) {
	b.n = 0
	b.more(m, i, chart, refs, most)
}

// more continues where find has stopped.
func (b *bases) more(m *member, i int, chart uint8, refs *references, most int) {
	from, to := m.slot, m.slot+m.slots(chart)
	k := b.n
	for ; k < min(refs.n, most); k++ {
		r := refs.rows[k]
		was := r.charts[i]
		if was == chart {
			b.values[k] = r.values[from:to]
			continue
		}
		if was > withoutW || chart > withoutW {
			break
		}
		rechart(b.scratch[k][:], m.of(r, was), was, chart, m.quantum)
		b.values[k] = b.scratch[k][:]
	}
	b.n = k
}

// predict fills out with the prediction of order o, below b.n; drift is added to counting members.
func (b *bases) predict(out []int64, o int, w *weights, drift int64) {
	v := b.values[0][:len(out)] // cut, so that the loops need no checks
	switch o {
	case 0:
		for i := range out {
			out[i] = v[i] + drift
		}
	case 1:
		v1 := b.values[1][:len(out)]
		for i := range out {
			out[i] = v[i] + within(float64(w[0]*float64(v1[i]-v[i])))
		}
	case 2:
		v1, v2 := b.values[1][:len(out)], b.values[2][:len(out)]
		for i := range out {
			out[i] = v[i] + within(float64(w[0]*float64(v1[i]-v[i]))+float64(w[1]*float64(v2[i]-v[i])))
		}
	default:
		v1, v2, v3 := b.values[1][:len(out)], b.values[2][:len(out)], b.values[3][:len(out)]
		for i := range out {
			out[i] = v[i] + within(float64(w[0]*float64(v1[i]-v[i]))+float64(w[1]*float64(v2[i]-v[i]))+
				float64(w[2]*float64(v3[i]-v[i])))
		}
	}
}

// residuals fills out with the zigzag values of x minus predict's prediction and returns their sum, in which each is
// limited to much.
func (b *bases) residuals(out []uint64, x []int64, o int, w *weights, drift int64) (sum uint64) {
	x = x[:len(out)]
	v := b.values[0][:len(out)]
	switch o {
	case 0:
		for i := range out {
			out[i] = zigzag(x[i] - v[i] - drift)
			sum += min(out[i], much)
		}
	case 1:
		v1 := b.values[1][:len(out)]
		for i := range out {
			out[i] = zigzag(x[i] - v[i] - within(float64(w[0]*float64(v1[i]-v[i]))))
			sum += min(out[i], much)
		}
	case 2:
		v1, v2 := b.values[1][:len(out)], b.values[2][:len(out)]
		for i := range out {
			out[i] = zigzag(x[i] - v[i] - within(float64(w[0]*float64(v1[i]-v[i]))+float64(w[1]*float64(v2[i]-v[i]))))
			sum += min(out[i], much)
		}
	default:
		v1, v2, v3 := b.values[1][:len(out)], b.values[2][:len(out)], b.values[3][:len(out)]
		for i := range out {
			out[i] = zigzag(x[i] - v[i] - within(float64(w[0]*float64(v1[i]-v[i]))+float64(w[1]*float64(v2[i]-v[i]))+
				float64(w[2]*float64(v3[i]-v[i]))))
			sum += min(out[i], much)
		}
	}
	return sum
}

// within rounds numbers that are in range; others become zero.
func within(x float64) int64 {
	if x < reach && x > -reach {
		return round(x)
	}
	return 0
}
