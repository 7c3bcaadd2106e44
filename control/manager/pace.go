package manager

import (
	"fmt"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/safety"
)

// pacer keeps the commands to a component on a thread of its own within the limits of its joints, in the hardware's time. Its thread
// may be late and miss ticks; so it sends not the manager's command, but the position at the time of sending on a curve that keeps the
// limits at all times:
//
//	q(t) = Σ qᵢ·B³(t/h − i)    q'(t) = Σ vᵢ·B²(t/h − i)    q''(t) = Σ aᵢ·B¹(t/h − i)
//
// with Bⁿ the uniform B-spline of degree n and h the manager's period. The points qᵢ, one per h, are the manager's commands after a
// safety.Axis, and vᵢ and aᵢ their backward differences. A B-spline lies within the hull of its points and its derivatives in those of
// theirs (de Boor, A Practical Guide to Splines, chapters IX and X), and by the mean value theorem the divided differences of samples
// of it do too, whenever they are taken. Positions are two periods behind their points, velocities one and a half, accelerations one.
type pacer struct {
	h      time.Duration
	joints []*pace
	of     []paced       // by number of the group
	next   time.Duration // of the next points
	moder  bool          // the hardware must be told what to follow; otherwise it follows what leads
	begun  bool
}

// paced is a number of the group; if it belongs to no joint, it is sent as the manager wants it.
type paced struct {
	joint *pace
	kind  Kind
}

// pace is one joint's curve.
type pace struct {
	name   string
	axis   *safety.Axis
	at     [Effort + 1]int // numbers of the group by kind, −1 for none
	q, dq  int             // states of the driver, −1 for none
	lead   Kind            // what the manager commands
	mode   Kind            // what the hardware follows
	claims int             // kinds that are claimed, by bits
	points [4][3]float64   // q, v, a; the newest last
	effort float64
}

// mostSteps is the lateness, in periods, up to which a curve goes on toward the newest command. After that it comes to rest.
const mostSteps = 64

// newPacer makes the pacer of a group, nil for a group without joints.
func newPacer(in hw.Info, g hw.Group, limits jointLimits, h time.Duration) *pacer {
	p := &pacer{h: h}
	state := func(name string) int {
		return slices.IndexFunc(in.State, func(s hw.Handle) bool { return s.Name == name })
	}
	for i, c := range g.Command {
		kind := KindOf(c.Name, c.Unit)
		if kind < Position || kind > Effort {
			p.of = append(p.of, paced{})
			continue
		}
		name := joint(c.Name)
		at := slices.IndexFunc(p.joints, func(j *pace) bool { return j.name == name })
		if at < 0 {
			axis, err := safety.NewAxis(limits.of(name), h.Seconds())
			if err != nil {
				return nil // the manager reports the error
			}
			at = len(p.joints)
			p.joints = append(p.joints, &pace{name: name, axis: axis, q: state(name + "/position"), dq: state(name + "/velocity"), at: [Effort + 1]int{-1, -1, -1, -1, -1, -1}})
		}
		p.joints[at].at[kind] = i
		if m := &p.joints[at].mode; *m == 0 || kind < *m {
			*m = kind
		}
		p.of = append(p.of, paced{p.joints[at], kind})
	}
	if len(p.joints) == 0 {
		return nil
	}
	return p
}

// leads appends to the group's commands what leads each joint of the group and which of its kinds are claimed, in a form that a pacer
// understands.
func (l *limiter) leads(to []float64) []float64 {
	for _, j := range l.joints {
		code := int(j.lead)
		for i := range l.numbers {
			if n := &l.numbers[i]; n.joint == j && n.e.by != nil && !l.halt {
				code |= 1 << (8 + n.e.kind)
			}
		}
		to = append(to, float64(code))
	}
	return to
}

// begin begins at rest at the hardware's position. command and state are the first command and the newest reading.
func (p *pacer) begin(now time.Duration, command, state []float64) error {
	for _, j := range p.joints {
		l := j.axis.Limit()
		q := min(max(0, l.Lower), l.Upper)
		switch i := j.at[Position]; {
		case i >= 0:
			q = command[i]
		case j.q >= 0:
			q = min(max(state[j.q], l.Lower), l.Upper)
		}
		if err := j.axis.Begin(q); err != nil {
			return fmt.Errorf("%s: %w", j.name, err)
		}
		for i := range j.points {
			j.points[i] = [3]float64{q}
		}
	}
	p.next, p.begun = now, true
	return nil
}

// due reports whether another point is needed for a command at now.
func (p *pacer) due(now time.Duration) bool { return p.next <= now }

// point makes the next points from a command, which is followed by what leads each joint. first says that no point was made since
// state was read; late, that the command is too old to go on.
func (p *pacer) point(command, state []float64, first, late bool) {
	n := len(p.of)
	for i, j := range p.joints {
		code := int(command[n+i])
		j.lead, j.claims = Kind(code&0xff), code>>8
		if !p.moder {
			j.mode = j.lead
		}
		j.move(command, state, first, late)
		copy(j.points[:], j.points[1:])
		q, v, a := j.axis.State()
		j.points[len(j.points)-1] = [3]float64{q, v, a}
	}
	p.next += p.h
}

// move takes a step toward the command.
func (j *pace) move(command, state []float64, first, late bool) {
	if late {
		j.axis.Brake()
		return
	}
	if first && j.lead != Position && j.mode != Position {
		j.rebase(state)
	}
	q, v, _ := j.axis.State()
	if first && j.dq >= 0 {
		v = state[j.dq] + j.axis.Period()*j.points[3][2]/2
	}
	i := j.at[j.lead]
	if i < 0 {
		return
	}
	switch x := command[i]; j.lead {
	case Position:
		j.axis.Position(x)
	case Velocity:
		j.axis.Velocity(x, q)
	case Acceleration:
		j.axis.Acceleration(x, q, v)
	case Effort:
		j.effort, _ = j.axis.Torque(x, q, v)
	}
}

// rebase makes the positions continue from those of the hardware, which follows something else, with the velocities of the points. So
// the hardware may be told to follow positions at any time.
func (j *pace) rebase(state []float64) {
	if j.q < 0 {
		return
	}
	p := &j.points
	for i := len(p) - 2; i >= 0; i-- {
		p[i][0] = p[i+1][0] - float64(p[i+1][1]*j.axis.Period())
	}
	by := state[j.q] - j.place(Position, 1)
	for i := range p {
		p[i][0] += by
	}
	j.axis.Place(p[len(p)-1][0])
}

// modes notes what the hardware has been told to follow.
func (p *pacer) modes(start []string) {
	for _, j := range p.joints {
		for _, kind := range [...]Kind{Position, Velocity, Acceleration, Effort} {
			if slices.Contains(start, j.name+"/"+kind.String()) {
				j.mode = kind
				break
			}
		}
	}
}

// rests reports whether all curves are at rest.
func (p *pacer) rests() bool {
	for _, j := range p.joints {
		for i := range j.points {
			if j.points[i] != j.points[0] || j.points[i][1] != 0 || j.points[i][2] != 0 {
				return false
			}
		}
	}
	return true
}

// skip skips the points until now, because nothing moves.
func (p *pacer) skip(now time.Duration) {
	p.next += ((now-p.next)/p.h + 1) * p.h
}

// put replaces a command by the values of the curves at now.
func (p *pacer) put(now time.Duration, command []float64) {
	u := 1 + float64(now-p.next)/float64(p.h) // since the newest points
	u = min(max(u, 0), 1)
	for i, n := range p.of {
		j := n.joint
		if j == nil {
			continue
		}
		claimed := j.claims&(1<<n.kind) != 0
		switch {
		case n.kind == Effort && j.lead == Effort:
			command[i] = j.effort
		case n.kind != Effort && (n.kind == j.lead || !claimed || n.kind == Position):
			command[i] = j.place(n.kind, u)
		}
	}
}

// place returns the curve's position, velocity or acceleration at u, 0 to 1, after the newest points.
func (j *pace) place(kind Kind, u float64) float64 {
	p := &j.points
	switch kind {
	case Velocity:
		return p[2][1] + float64((1-u)*(1-u)/2*(p[1][1]-p[2][1])) + float64(u*u/2*(p[3][1]-p[2][1]))
	case Acceleration:
		return p[2][2] + float64(u*(p[3][2]-p[2][2]))
	}
	x := 0.0 // differences from the second point, so that a joint at rest does not move
	for i, b := range [...]float64{(1 - u) * (1 - u) * (1 - u) / 6, 0, (1 + 3*u*(1+u*(1-u))) / 6, u * u * u / 6} {
		x += float64(b * (p[i][0] - p[1][0]))
	}
	return min(max(p[1][0]+x, min(p[0][0], p[1][0], p[2][0], p[3][0])), max(p[0][0], p[1][0], p[2][0], p[3][0])) // only for rounding
}
