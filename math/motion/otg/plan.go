package otg

import "math"

// Planner plans for a fixed number of joints. It holds only scratch memory: a plan depends only on the input. One
// goroutine may use it at a time.
type Planner struct {
	axes    []axis
	times   []float64 // duration of each axis
	tracks  []track
	ratio   []float64 // of each joint to the line's, when phases are synchronised
	rest    axis      // scratch of detours
	scratch [maxPhases]Segment
}

// NewPlanner returns a planner for n joints with all the memory it needs.
func NewPlanner(n int) *Planner {
	return &Planner{axes: make([]axis, n), times: make([]float64, n), tracks: make([]track, n), ratio: make([]float64, n)}
}

// Plan fills out with the quickest motion. It allocates nothing once out has been used for as many joints, and leaves
// out empty if the status is not usable.
func (p *Planner) Plan(in *Input, out *Trajectory) Status {
	out.reset(len(p.axes), 1)
	return p.leg(in, out, 0)
}

// Stop fills out with the motion that brings each joint to rest as fast as its acceleration and jerk allow. Target and
// synchronisation of the input are ignored.
func (p *Planner) Stop(in *Input, out *Trajectory) Status {
	s := *in
	s.Interface, s.Sync, s.PF, s.VF, s.AF, s.MinDuration, s.Discrete = Velocity, None, nil, nil, nil, 0, 0
	return p.Plan(&s, out)
}

// leg appends a motion to out, which so far lasts until start.
func (p *Planner) leg(in *Input, out *Trajectory, start float64) Status {
	if !in.shaped(len(p.axes)) {
		return Invalid
	}
	for i := range p.axes {
		k := (i*out.legs)*maxPhases + out.count[i]
		p.tracks[i] = track{s: out.segments[k : (i+1)*out.legs*maxPhases], start: start}
	}
	if in.Sync == Phase {
		if p.line(in) {
			return p.straight(in, out, start)
		}
	}
	for i := range p.axes {
		x := &p.axes[i]
		in.fill(&x.task, i)
		if s := x.prepare(in.Interface); !s.Usable() {
			return s
		}
	}
	s := p.settle(in, p.axes)
	if !s.Usable() {
		return s
	}
	for i := range p.axes {
		x, k := &p.axes[i], &p.tracks[i]
		out.count[i] += k.n
		out.ends[i] = end{start + p.times[i], x.pf, x.vf, x.af}
		if x.face == Velocity {
			out.ends[i].p = k.p
		}
		out.duration = max(out.duration, out.ends[i].t)
	}
	return s
}

// settle finds the durations of all axes and writes their tracks, until all pass the check.
func (p *Planner) settle(in *Input, axes []axis) Status {
	for range 3*len(axes) + 3 {
		if !p.synchronise(in, axes) {
			return TooLong
		}
		again := false
		for i := range axes {
			x, k := &axes[i], &p.tracks[i]
			k.n, k.t = 0, k.start
			x.write(p.times[i], k, &p.rest)
			if x.fine(k) {
				continue
			}
			if !p.evade(x, k, p.times[i]) {
				return Failed
			}
			again = true
		}
		if !again {
			return p.outcome(axes)
		}
	}
	return Failed
}

// outcome returns the status of a successful plan.
func (p *Planner) outcome(axes []axis) Status {
	s := OK
	for i := range axes {
		switch x := &axes[i]; {
		case x.slower:
			return Slower
		case x.beyond:
			s = Beyond
		case x.lead > 1e-9 && s == OK:
			s = Braked
		}
	}
	return s
}

// synchronise sets the duration of each axis: the shortest possible one for it, or for all.
func (p *Planner) synchronise(in *Input, axes []axis) bool {
	t := in.MinDuration
	for i := range axes {
		p.times[i] = in.fit(&axes[i], in.MinDuration)
		t = max(t, p.times[i])
	}
	if in.Sync == None {
		return t <= MaxDuration
	}
	for again := true; again && t <= MaxDuration; {
		again = false
		for i := range axes {
			if f := in.fit(&axes[i], t); f > t+4e-15*t {
				t, again = f, true
			}
		}
	}
	for i := range axes {
		p.times[i] = t
	}
	return t <= MaxDuration
}

// fit returns the shortest duration of at least t that is possible for an axis and that the input allows.
func (in *Input) fit(x *axis, t float64) float64 {
	f := x.next(t)
	for in.Discrete > 0 && f <= MaxDuration {
		whole := math.Ceil(f/in.Discrete*(1-4e-15)) * in.Discrete
		if f = x.next(whole); f <= whole*(1+8e-15) {
			return whole
		}
	}
	return f
}

// evade looks for another motion if the one of duration t leaves the position limits or fails the check.
func (p *Planner) evade(x *axis, k *track, t float64) bool {
	d := &x.detour
	if x.loose {
		x.loose = false
		return x.ready(x.face).Usable()
	}
	if x.useDetour || x.face == Velocity {
		x.beyond = true
		return x.check(k)
	}
	if !d.known {
		d.plan(x, &p.rest)
	}
	if !x.check(k) {
		x.useDetour, x.slower = true, true
		return true
	}
	if !d.keeps {
		x.beyond = true
		x.useDetour = x.breach(k) > d.over+x.tolerance()
		return true
	}
	good, bad := d.t, t
	for i := 1; i < evasions && good == d.t; i++ {
		share := float64(i) / evasions
		s := x.next(t + (d.t-t)*share*share)
		if s >= d.t {
			break
		}
		if p.keeps(x, k, s) {
			good = s
		} else {
			bad = s
		}
	}
	if good == d.t {
		x.useDetour = true
		return true
	}
	for range evasions {
		if s := x.next((good + bad) / 2); s < good && p.keeps(x, k, s) {
			good = s
		} else {
			bad = (good + bad) / 2
		}
	}
	x.least = good
	return true
}

// evasions is the number of longer durations that are tried before a detour.
const evasions = 16

// keeps reports whether the motion of duration t stays within the position limits.
func (p *Planner) keeps(x *axis, k *track, t float64) bool {
	k.n, k.t = 0, k.start
	x.write(t, k, &p.rest)
	return x.check(k) && x.breach(k) <= x.tolerance()
}

// shaped reports whether the input has its slices and known options.
func (in *Input) shaped(n int) bool {
	has := func(s []float64) bool { return len(s) == n }
	may := func(s []float64) bool { return s == nil || len(s) == n }
	return n > 0 && in.Interface <= Velocity && in.Sync <= None &&
		has(in.P0) && has(in.V0) && has(in.A0) && has(in.AMax) && has(in.JMax) &&
		may(in.VMax) && may(in.PF) && may(in.VF) && may(in.AF) && may(in.VMin) && may(in.AMin) && may(in.PMin) && may(in.PMax) &&
		(in.Interface == Velocity || in.VMax != nil && in.PF != nil) &&
		in.MinDuration >= 0 && in.MinDuration <= MaxDuration && in.Discrete >= 0 && in.Discrete <= MaxDuration
}
