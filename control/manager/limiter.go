package manager

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/safety"
)

// limiter keeps a group's commands within limits, and brings unclaimed commands to rest. It implements hw.Limiter.
type limiter struct {
	k       *component
	g       *group
	inner   hw.Limiter // given by the configuration; nil if the limiter has numbers
	numbers []number
	joints  []*motion
	halt    bool // bring everything to rest
	step    float64
}

// number is one number of a group.
type number struct {
	e         *entry
	joint     *motion // nil for other kinds
	low, high float64 // of other kinds
}

// motion is how a joint is commanded, in whatever way: by its position, velocity, acceleration or effort. The first of the
// claimed ways leads, and the limits follow the joint's motion through every change of the way.
type motion struct {
	name   string
	axis   *safety.Axis
	lead   Kind
	want   Kind // the lead of this cycle, Analogue for none
	places bool // its position can be commanded
	q, dq  int  // its position and velocity among the driver's states, −1 for none
}

// limiter makes the limiter of a group.
func (k *component) limiter(g *group, inner hw.Limiter, m *Manager, f *faults) *limiter {
	period := time.Duration(k.divide) * m.Period // between commands
	l := &limiter{k: k, g: g, inner: inner, step: period.Seconds()}
	if inner != nil {
		return l
	}
	path := "component " + k.info.Name
	for _, e := range g.entries {
		n := number{e: e, low: math.Inf(-1), high: math.Inf(1)}
		switch {
		case e.kind >= Position && e.kind <= Effort:
			n.joint = l.motion(joint(e.Name), m, f)
			n.joint.places = n.joint.places || e.kind == Position
			if n.joint.lead == Analogue || e.kind < n.joint.lead {
				n.joint.lead = e.kind
			}
			if e.kind == Acceleration && (n.joint.q < 0 || n.joint.dq < 0) {
				f.add("control-interface", path, "let the driver read them", "%s needs the joint's position and velocity", e.Name)
			}
		case e.kind.Width() > 1:
			f.add("control-interface", path, "give the component a limiter for the group "+g.Name, "%s has no limits", e.Name)
		}
		if r, ok := k.Ranges[e.Name]; ok {
			n.low, n.high = r[0], r[1]
		}
		l.numbers = append(l.numbers, n)
	}
	return l
}

// motion finds or makes the motion of a joint.
func (l *limiter) motion(name string, m *Manager, f *faults) *motion {
	for _, j := range l.joints {
		if j.name == name {
			return j
		}
	}
	if _, ok := m.limits[name]; !ok {
		f.add("control-interface", "component "+l.k.info.Name, "give limits for "+name, "%s has no limits", name)
	}
	lim := m.limits.of(name)
	x, err := safety.NewAxis(lim, l.step)
	if err != nil && lim.Validate() == nil { // other errors have been reported
		f.add("control-limit", name, "mend its limits", "%v", err)
	}
	j := &motion{name: name, axis: x, q: l.k.find(name + "/position"), dq: l.k.find(name + "/velocity")}
	l.joints = append(l.joints, j)
	return j
}

// Begin implements hw.Limiter: commands begin where the hardware rests.
func (l *limiter) Begin(state []float64) error {
	var errs []error
	if l.inner != nil {
		errs = append(errs, l.inner.Begin(state))
	}
	for _, j := range l.joints {
		low, high := j.axis.Limit().Lower, j.axis.Limit().Upper
		q := min(max(0, low), high)
		if j.q >= 0 {
			q = state[j.q]
		}
		if !j.places {
			q = min(max(q, low), high)
		}
		if err := j.axis.Begin(q); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", j.name, err))
		}
	}
	for i, e := range l.g.entries {
		v := 0.0
		if q := l.k.find(l.g.Command[i].Name); q >= 0 && e.Safe == Keep {
			v = state[q]
		}
		l.g.wanted[i], l.g.sent[i] = v, v
	}
	return errors.Join(errs...)
}

// begin returns a number's command as if it had led until now: a controller that claims it begins there.
func (l *limiter) begin(i int) float64 {
	if l.inner != nil || l.numbers[i].joint == nil {
		return l.g.sent[i]
	}
	q, dq, ddq := l.numbers[i].joint.axis.State()
	switch l.numbers[i].e.kind {
	case Position:
		return q
	case Velocity:
		return dq
	case Acceleration:
		return ddq
	}
	return l.g.sent[i]
}

// leading returns the name of what leads the joint of an interface.
func (l *limiter) leading(name string) string {
	for _, j := range l.joints {
		if j.name == joint(name) {
			return j.name + "/" + j.lead.String()
		}
	}
	return name
}

// Limit implements hw.Limiter.
func (l *limiter) Limit(command []float64) safety.Verdict {
	verdict := safety.Pass
	if l.inner != nil {
		for i, e := range l.g.entries {
			if e.by == nil || l.halt {
				command[i] = rest(e, l.g.sent[i])
			}
		}
		verdict = l.inner.Limit(command)
	}
	for _, j := range l.joints {
		j.want = Analogue
	}
	for i := range l.numbers {
		n := &l.numbers[i]
		if j := n.joint; j != nil && n.e.by != nil && (j.want == Analogue || n.e.kind < j.want) {
			j.want, j.lead = n.e.kind, n.e.kind
		}
	}
	for i := range l.numbers {
		if n := &l.numbers[i]; n.joint == nil || n.joint.lead == n.e.kind {
			verdict = max(verdict, l.limit(n, command, i))
		}
	}
	for i := range l.numbers { // the commands beside the lead follow the joint's present motion
		if n := &l.numbers[i]; n.joint != nil && n.joint.lead != n.e.kind {
			verdict = max(verdict, l.limit(n, command, i))
		}
	}
	for i, v := range command {
		if v != l.g.sent[i] {
			l.k.moved = true
			l.g.sent[i] = v
		}
	}
	return verdict
}

// rest returns the command to an interface that nobody claims.
func rest(e *entry, sent float64) float64 {
	if e.Safe == Zero {
		return 0
	}
	return sent
}

// limit limits one number.
func (l *limiter) limit(n *number, command []float64, i int) (v safety.Verdict) {
	x, free := command[i], n.e.by == nil || l.halt
	if free {
		if x = rest(n.e, l.g.sent[i]); l.halt {
			x = 0
		}
	}
	switch j := n.joint; {
	case j == nil:
		command[i], v = clamp(x, n.low, n.high, l.g.sent[i])
	case j.lead != n.e.kind:
		command[i], v = l.beside(n, x, free, l.g.sent[i])
	default:
		command[i], v = l.lead(j, x, free, free && (n.e.Safe == Keep || l.halt))
	}
	return v
}

// clamp bounds a number by a range and replaces NaN.
func clamp(x, low, high, otherwise float64) (float64, safety.Verdict) {
	if x != x {
		return otherwise, safety.Rejected
	}
	if y := min(max(x, low), high); y != x {
		return y, safety.Limited
	}
	return x, safety.Pass
}

// beside limits what is commanded in addition to the joint's lead, such as a velocity fed forward with a position.
// Unclaimed commands describe the same motion in other ways, so hardware may change its mode in any cycle.
func (l *limiter) beside(n *number, x float64, free bool, sent float64) (float64, safety.Verdict) {
	lim := n.joint.axis.Limit()
	most := lim.Effort
	q, dq, ddq := n.joint.axis.State()
	switch n.e.kind {
	case Position:
		return q, safety.Pass
	case Velocity:
		if most = lim.V; free {
			return dq, safety.Pass
		}
	case Acceleration:
		if most = min(lim.A, lim.D); free {
			return ddq, safety.Pass
		}
	}
	return clamp(x, -most, most, sent)
}

// lead limits what a joint follows. A free joint gets its safe value; a position that stays is braked.
func (l *limiter) lead(j *motion, x float64, free, stays bool) (float64, safety.Verdict) {
	q, dq, _ := j.axis.State()
	if j.q >= 0 && j.lead != Position {
		q = l.k.state[j.q]
	}
	if j.dq >= 0 {
		dq = l.k.state[j.dq]
	}
	switch j.lead {
	case Position:
		if stays {
			return j.axis.Brake(), safety.Pass
		}
		return j.axis.Position(x)
	case Velocity:
		return j.axis.Velocity(x, q)
	case Acceleration:
		if free {
			x = -dq / l.step
		}
		return j.axis.Acceleration(x, q, dq)
	}
	return j.axis.Torque(x, q, dq)
}

// String implements hw.Limiter.
func (l *limiter) String() string {
	if l.inner != nil {
		return l.inner.String()
	}
	return "limits of the joints, checked for a stop"
}
