package otg

// course is the search for a motion through waypoints: the state in which each is passed.
type course struct {
	p       *Planner
	in      Input          // of one leg
	knots   [][3][]float64 // position, velocity, acceleration at start, waypoints and target
	cost    []float64      // of each leg, see try
	time    []float64      // duration of each leg
	trial   *Trajectory
	bounded bool // there are position limits
}

// viaRounds is how often the steps of the search are halved.
const viaRounds = 7

// PlanVia fills out with a motion through the positions via[0], via[1], … (n elements each) to the target. The joints
// are at a waypoint together; with Discrete, at a multiple of it. The velocities and accelerations there are found by
// a local search: it begins with a stop at each waypoint, tries directions along the chord of the neighbours, then
// changes one joint at one waypoint at a time, and keeps improvements. The result keeps all limits and is never slower
// than stopping at each waypoint, but is not necessarily the quickest. With Sync Phase the legs are straight, with a
// stop at each waypoint. Unlike Plan, it allocates, and takes about two milliseconds for each waypoint of seven joints.
// MinDuration applies to the whole motion.
func (p *Planner) PlanVia(in *Input, via [][]float64, out *Trajectory) Status {
	n, legs := len(p.axes), len(via)+1
	out.reset(n, legs)
	if !in.shaped(n) || in.Interface != Position {
		return Invalid
	}
	for _, v := range via {
		if len(v) != n {
			return Invalid
		}
	}
	if legs == 1 {
		return p.leg(in, out, 0)
	}
	c := p.course(in, via)
	if s := c.assess(); !s.Usable() {
		return s
	}
	if in.Sync != Phase {
		c.search()
	}
	return c.write(in, out)
}

// course begins with a stop at each waypoint.
func (p *Planner) course(in *Input, via [][]float64) *course {
	n, legs := len(p.axes), len(via)+1
	zero := make([]float64, n)
	or := func(s []float64) []float64 {
		if s == nil {
			return zero
		}
		return s
	}
	c := &course{p: p, in: *in, trial: NewTrajectory(n, 0), cost: make([]float64, legs), time: make([]float64, legs)}
	c.bounded = in.PMin != nil || in.PMax != nil
	c.in.MinDuration = 0
	if in.Sync == None {
		c.in.Sync = Time
	}
	c.knots = append(c.knots, [3][]float64{in.P0, in.V0, in.A0})
	for _, v := range via {
		c.knots = append(c.knots, [3][]float64{v, make([]float64, n), make([]float64, n)})
	}
	c.knots = append(c.knots, [3][]float64{in.PF, or(in.VF), or(in.AF)})
	return c
}

// set makes leg k the input.
func (c *course) set(k int) {
	a, b := &c.knots[k], &c.knots[k+1]
	c.in.P0, c.in.V0, c.in.A0 = a[0], a[1], a[2]
	c.in.PF, c.in.VF, c.in.AF = b[0], b[1], b[2]
}

// assess plans all legs.
func (c *course) assess() Status {
	for k := range c.cost {
		var s Status
		if c.cost[k], c.time[k], s = c.try(k); !s.Usable() {
			return s
		}
	}
	return OK
}

// try returns the duration of leg k, and its cost for the search, which includes a little of every joint's own duration
// so that joints that do not determine it improve too.
func (c *course) try(k int) (cost, time float64, s Status) {
	c.set(k)
	p := c.p
	if c.bounded || c.in.Sync == Phase {
		c.trial.reset(len(p.axes), 1)
		if s = p.leg(&c.in, c.trial, 0); !s.Usable() {
			return 0, 0, s
		}
		time = c.trial.duration
	} else {
		for i := range p.axes {
			x := &p.axes[i]
			c.in.fill(&x.task, i)
			if s = x.prepare(Position); !s.Usable() {
				return 0, 0, s
			}
		}
		if !p.synchronise(&c.in, p.axes) {
			return 0, 0, TooLong
		}
		time = p.times[0]
	}
	sum := 0.0
	for i := range p.axes {
		x := &p.axes[i]
		if x.lead > 1e-9 && k > 0 {
			s = Braked
		}
		sum += x.next(0)
	}
	return time + 0.02*sum/float64(len(p.axes)), time, s
}

// better re-plans the legs on both sides of waypoint k and reports whether they are quicker and otherwise no worse.
func (c *course) better(k int) bool {
	c0, t0, s0 := c.try(k - 1)
	if s0 != OK && !(k == 1 && s0 == Braked) {
		return false
	}
	c1, t1, s1 := c.try(k)
	if s1 != OK || !(c0+c1 < c.cost[k-1]+c.cost[k]-1e-9) || !(t0+t1 < c.time[k-1]+c.time[k]+1e-9) {
		return false
	}
	c.cost[k-1], c.time[k-1], c.cost[k], c.time[k] = c0, t0, c1, t1
	return true
}

// search improves the waypoints one at a time.
func (c *course) search() {
	for range 2 {
		for k := 1; k < len(c.cost); k++ {
			c.chord(k)
		}
	}
	step := 0.25
	for range viaRounds {
		for k := 1; k < len(c.cost); k++ {
			for i := range c.p.axes {
				c.nudge(k, i, step)
			}
		}
		step /= 2
	}
}

// chord tries velocities along the chord between the neighbours of waypoint k.
func (c *course) chord(k int) {
	before, here, after := &c.knots[k-1], &c.knots[k], &c.knots[k+1]
	old := make([]float64, len(here[1]))
	t := c.time[k-1] + c.time[k]
	for _, share := range [...]float64{0.25, 0.5, 0.75, 1, 1.25, 1.5, 2} {
		copy(old, here[1])
		for i := range old {
			here[1][i] = share * (after[0][i] - before[0][i]) / t
		}
		if !c.better(k) {
			copy(here[1], old)
		}
	}
}

// nudge tries steps of one joint's velocity and acceleration at waypoint k, as shares of their limits.
func (c *course) nudge(k, i int, step float64) {
	x := c.in.task(i)
	x.bound()
	size := [3]float64{1: min(x.vMax, -x.vMin), 2: min(x.aMax, -x.aMin)}
	for what := 1; what <= 2; what++ {
		at := &c.knots[k][what][i]
		for _, sign := range [...]float64{1, -1} {
			for range 4 {
				old := *at
				*at += sign * step * size[what]
				if !c.better(k) {
					*at = old
					break
				}
			}
		}
	}
}

// write plans all legs into out.
func (c *course) write(in *Input, out *Trajectory) Status {
	whole := 0.0
	for _, t := range c.time {
		whole += t
	}
	stretch := max(0, in.MinDuration/whole)
	worst, start := OK, 0.0
	for k := range c.cost {
		c.set(k)
		if stretch > 1 {
			c.in.MinDuration = c.time[k] * stretch
		}
		s := c.p.leg(&c.in, out, start)
		if !s.Usable() {
			out.reset(out.n, out.legs)
			return s
		}
		if s > worst && !(s == Braked && k > 0) {
			worst = s
		}
		start = out.duration
	}
	return worst
}
