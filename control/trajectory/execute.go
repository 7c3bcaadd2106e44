package trajectory

import (
	"math"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/math/feedback"
	"github.com/sinew-robotics/sinew/math/motion/spline"
)

// Execute takes a goal, as the port does, and returns its status: Refused, or Waiting. A waiting goal replaces an earlier one that
// waits, and from the first update after its start one that is being executed.
func (c *Controller) Execute(g *Goal, io *manager.IO) Status {
	if !io.Active {
		return c.tell(Status{ID: g.ID, Phase: Refused, Code: InvalidGoal, Joint: -1, Why: "the controller is not active"})
	}
	if r := c.accept(g, io.Now, c.spare); r != nil {
		return c.tell(Status{ID: g.ID, Phase: Refused, Code: r.code, Joint: -1, Why: r.why})
	}
	if c.waiting {
		c.tell(Status{ID: c.pending.id, Phase: Replaced, Joint: -1})
	}
	c.pending, c.spare = c.spare, c.pending
	c.waiting = true
	return c.tell(Status{ID: g.ID, Phase: Waiting, Joint: -1})
}

// Cancel ends a goal: the joints come to rest within their limits.
func (c *Controller) Cancel(k Cancel) {
	if c.waiting && (k.ID == 0 || k.ID == c.pending.id) {
		c.waiting = false
		c.tell(Status{ID: c.pending.id, Phase: Cancelled, Joint: -1})
	}
	if c.running && (k.ID == 0 || k.ID == c.active.id) {
		c.end(Status{Phase: Cancelled, Joint: -1})
	}
}

// Status returns the latest status of any goal.
func (c *Controller) Status() Status { return c.last }

// tell queues a status. If the queue is full the oldest is dropped, because the newest matters most.
func (c *Controller) tell(s Status) Status {
	c.last = s
	if c.queued == len(c.queue) {
		copy(c.queue[:], c.queue[1:])
		c.queued--
	}
	c.queue[c.queued] = s
	c.queued++
	return s
}

// end ends the goal that is being executed, and comes to rest unless the joints have arrived.
func (c *Controller) end(s Status) {
	s.ID = c.active.id
	c.running = false
	if !c.motion.arrived() || s.Phase != Succeeded {
		c.motion.stop()
	}
	c.tell(s)
}

// Activate implements manager.Controller: the joints come to rest from their present motion.
func (c *Controller) Activate(io *manager.IO) error {
	n := len(c.joints)
	c.running, c.waiting, c.queued, c.last = false, false, 0, Status{}
	io.SetReference(0, 1)
	c.read(io)
	x, v := c.error, c.rate // x as scratch
	copy(x, c.measured)
	for i := range n {
		last := io.Command(i)
		switch {
		case last-last != 0: // nothing was commanded
		case c.kinds[0] == "position":
			x[i] = last
		case c.kinds[0] == "velocity":
			v[i] = last
		}
		c.loops[i] = feedback.PID{}
		if c.effort {
			c.tau[0][i] = io.Command((len(c.kinds)-1)*n + i)
		}
	}
	c.motion.reset(x, v)
	return nil
}

// Deactivate implements manager.Controller: it aborts the goal that is being executed.
func (c *Controller) Deactivate(*manager.IO) {
	if c.running {
		c.running = false
		c.tell(Status{ID: c.active.id, Phase: Aborted, Code: InvalidGoal, Joint: -1, Why: "the controller was deactivated"})
	}
	c.waiting = false
}

func (c *Controller) read(io *manager.IO) {
	n := len(c.joints)
	for i := range n {
		c.measured[i], c.rate[i] = io.State(i), io.State(n+i)
	}
}

// Update implements manager.Controller.
func (c *Controller) Update(io *manager.IO) error {
	c.read(io)
	c.compare()
	if c.running {
		c.watch(io.Dt)
	}
	if c.waiting && io.Now >= c.pending.start {
		c.begin(io)
	}
	scale := io.Reference(0)
	if !(scale >= 0) { // also catches NaN
		scale = 0
	}
	c.motion.step(min(scale, 1))
	c.command(io)
	if c.ported && c.queued > 0 {
		c.status.Set(c.queue[0])
		copy(c.queue[:], c.queue[1:c.queued])
		c.queued--
	}
	return nil
}

// compare computes the error of each joint: from the path if it has been met, otherwise from the last command.
func (c *Controller) compare() {
	m := c.motion
	for i := range c.error {
		x := m.x[i]
		if m.follow && m.met {
			x = m.p[i]
		}
		c.error[i] = x - c.measured[i]
		if c.wraps[i] {
			c.error[i] = math.Remainder(c.error[i], 2*math.Pi)
		}
	}
}

// watch ends a goal that has been reached, or whose tolerances have been violated.
func (c *Controller) watch(dt float64) {
	m, g := c.motion, c.active
	past := m.t >= m.path.End()
	for i, e := range c.error {
		if tol := g.path[i]; !past && tol > 0 && !(math.Abs(e) <= tol) {
			c.end(Status{Phase: Aborted, Code: PathToleranceViolated, Joint: int32(i), Error: e, Why: "outside the path tolerance"})
			return
		}
	}
	if !past {
		return
	}
	late := -1
	for i, e := range c.error {
		if tol := g.goal[i]; tol > 0 && !(math.Abs(e) <= tol) || c.stopped > 0 && !(math.Abs(c.rate[i]) <= c.stopped) {
			late = i
			break
		}
	}
	if late < 0 && m.arrived() {
		c.end(Status{Phase: Succeeded, Joint: -1})
		return
	}
	c.after += dt
	if g.goalTime > 0 && c.after > g.goalTime {
		s := Status{Phase: Aborted, Code: GoalToleranceViolated, Joint: int32(late), Why: "not at the goal within the goal time"}
		if late >= 0 {
			s.Error = c.error[late]
		}
		c.end(s)
	}
}

// begin executes the goal that waits.
func (c *Controller) begin(io *manager.IO) {
	if c.running {
		c.tell(Status{ID: c.active.id, Phase: Replaced, Joint: -1})
	}
	g := c.pending
	m := c.motion
	for i := range m.x {
		switch {
		case !g.given[i]:
			rest := m.x[i]
			if m.follow {
				rest = m.path.Last(i)
			}
			for k := range g.points {
				g.points[k].P[i] = rest
			}
		case c.wraps[i]:
			turn := 2 * math.Pi * math.Round((m.x[i]-g.points[0].P[i])/(2*math.Pi))
			for k := range g.points {
				g.points[k].P[i] += turn
			}
		}
	}
	degree := spline.Given
	if c.interpolation == "none" {
		degree = spline.Step
	}
	c.active, c.pending = g, c.active
	c.waiting = false
	if !m.begin(degree, g.points) { // accept has checked everything
		c.running = true
		c.end(Status{Phase: Aborted, Code: InvalidGoal, Joint: -1, Why: "the points make no path"})
		return
	}
	if g.start > 0 {
		m.t = (io.Now - g.start).Seconds()
	}
	if c.effort {
		clear(c.tau[1])
		clear(c.tau[2])
		c.efforts.Begin(spline.Given, c.tau[0], c.tau[1], c.tau[2])
		for _, w := range g.efforts {
			c.efforts.Add(w)
		}
		if len(g.efforts) == 0 {
			c.efforts.Add(spline.Point{T: m.path.End(), P: c.tau[1]})
		}
	}
	c.running, c.after = true, 0
	c.tell(Status{ID: g.id, Phase: Executing, Joint: -1})
}

// command sets the commands and exports from the motion.
func (c *Controller) command(io *manager.IO) {
	n, m := len(c.joints), c.motion
	if c.effort && m.follow {
		c.efforts.At(m.t, c.tau[0], c.tau[1], c.tau[2])
	}
	for i := range n {
		p, v, a := m.state(i)
		if m.on {
			p, v, a = m.p[i], m.v[i], m.a[i]
		}
		io.SetExport(4*i, p)
		io.SetExport(4*i+1, v)
		io.SetExport(4*i+2, a)
		io.SetExport(4*i+3, c.error[i])
		for k, kind := range c.kinds {
			switch {
			case kind == "position":
				io.SetCommand(k*n+i, p)
			case kind == "acceleration":
				io.SetCommand(k*n+i, a)
			case k > 0 && kind == "velocity":
				io.SetCommand(k*n+i, v)
			case k > 0: // an effort next to position commands: the trajectory's own
				io.SetCommand(k*n+i, c.tau[0][i])
			default:
				io.SetCommand(i, c.feedback(i, v, io.Dt))
			}
		}
	}
}

// feedback returns the velocity or effort for joint i, whose motion has velocity v.
func (c *Controller) feedback(i int, v, dt float64) float64 {
	u, _ := c.loops[i].Rate(&c.gains[i], c.error[i], v-c.rate[i], dt)
	u += float64(c.forward[i] * v)
	if c.effort {
		u += c.tau[0][i]
	}
	if g := &c.gains[i]; g.Max > 0 {
		u = min(max(u, g.Min), g.Max)
	}
	return u
}
