package otg

import "math"

// line reduces the input to one joint along a straight line: every joint's start, target and derivatives are the same
// multiple, ratio, of those of the joint with the longest distance. It prepares the first axis for the line and reports
// whether there is one that is within the limits from its start to its target.
func (p *Planner) line(in *Input) bool {
	lead, most, way := 0, 0.0, 0
	for i := range p.axes {
		x := in.task(i)
		if !x.numbersFine() || !x.limitsFine() || !x.targetFine(in.Interface) {
			return false
		}
		for w, d := range x.differences() {
			if d = math.Abs(d); d > 0 && (w < way || w == way && d > most || most == 0) {
				lead, most, way = i, d, w
			}
		}
	}
	if most == 0 {
		return false
	}
	k := in.task(lead)
	of := k.differences()
	k.p0, k.pf = 0, of[0]
	k.vMax, k.vMin, k.aMax, k.aMin = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	k.jMax, k.pMax, k.pMin = math.Inf(1), math.Inf(1), math.Inf(-1)
	for i := range p.axes {
		x := in.task(i)
		d := x.differences()
		r := d[way] / of[way]
		for w := range d {
			if math.Abs(d[w]-r*of[w]) > 1e-13*(1+math.Abs(d[w])) {
				return false
			}
		}
		p.ratio[i] = r
		k.narrow(&x, r)
	}
	x := &p.axes[0]
	x.task = k
	return x.prepare(in.Interface).Usable() && x.lead <= 1e-9 && !x.loose
}

// differences are the values that must be in proportion: the distance, and both states' derivatives.
func (k *task) differences() [5]float64 { return [5]float64{k.pf - k.p0, k.v0, k.a0, k.vf, k.af} }

// narrow applies the limits of a joint that moves r times as far to k.
func (k *task) narrow(x *task, r float64) {
	if r == 0 {
		return
	}
	s := 1 / math.Abs(r)
	k.jMax = min(k.jMax, x.jMax*s)
	v, a, high, low := x.vMax, x.aMax, x.pMax-x.p0, x.pMin-x.p0
	w, b := x.vMin, x.aMin
	if r < 0 {
		v, w, a, b, high, low = -w, -v, -b, -a, -low, -high
	}
	k.vMax, k.vMin = min(k.vMax, v*s), max(k.vMin, w*s)
	k.aMax, k.aMin = min(k.aMax, a*s), max(k.aMin, b*s)
	k.pMax, k.pMin = min(k.pMax, high*s), max(k.pMin, low*s)
}

// straight plans along the line and writes every joint's share of it.
func (p *Planner) straight(in *Input, out *Trajectory, start float64) Status {
	axes := p.axes[:1]
	own := p.tracks[0].s
	p.tracks[0].s = p.scratch[:]
	s := p.settle(in, axes)
	if !s.Usable() {
		return s
	}
	line := p.tracks[0].s[:p.tracks[0].n]
	last, t := p.tracks[0], start+p.times[0]
	for i := range p.axes {
		x, r := in.task(i), p.ratio[i]
		to := p.tracks[i].s
		if i == 0 {
			to = own
		}
		for m, g := range line {
			to[m] = Segment{Start: g.Start, Duration: g.Duration, P: x.p0 + r*g.P, V: r * g.V, A: r * g.A, J: r * g.J}
		}
		out.count[i] += len(line)
		out.ends[i] = end{t, x.pf, x.vf, x.af}
		if in.Interface == Velocity {
			out.ends[i].p = x.p0 + r*last.p
		}
	}
	out.duration = max(out.duration, t)
	return s
}
