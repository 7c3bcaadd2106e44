package manager

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/control/safety"
)

// entry is an interface of the robot: a state or command of a component, or a reference or exported state of a
// controller.
type entry struct {
	Interface      // with its full name
	kind      Kind // …
	comp      *component
	ctrl      *loaded // whose reference or exported state it is
	group     int     // of the component's commands
	values    []float64
	sent      []float64 // of a component's commands: after limits
	by        *loaded   // who claims it
}

// component is a piece of hardware at work.
type component struct {
	Component
	info   hw.Info
	divide int
	life   hw.LifeCycle
	want   hw.LifeCycle
	groups []*group
	use    *group // in use, nil for none yet
	next   *group // to be used
	cmd    *hw.Commander
	claims *hw.Claims

	states  []*entry
	state   []float64 // where the states are
	reading []float64
	lost    int
	same    int
	moved   bool // something else was sent since the last reading
	modes   bool // Modes has been asked and is not done
	broken  bool // failed in this cycle
	fault   string
	reads   uint64
	misses  uint64
}

// group is a group of commands that go out together.
type group struct {
	hw.Group
	index   int
	entries []*entry // by number: those of several numbers stand there several times
	wanted  []float64
	sent    []float64
	buf     []float64
	limit   hw.Limiter
}

// owner is who commands all drivers.
const owner = "manager"

// newComponent lists the interfaces of a component.
func newComponent(c Component, m *Manager, f *faults) *component {
	k := &component{Component: c, info: c.Driver.Info(), want: c.Start}
	path := "component " + k.info.Name
	if err := k.info.Validate(); err != nil {
		f.add("control-name", path, "mend the driver", "%v", err)
		return nil
	}
	k.divide = f.period(path, c.Period, m.Period)
	if c.Type == Sensor && len(k.info.Groups) > 0 {
		f.add("control-interface", path, "make it an actuator or a system", "it is a sensor and has commands")
	}
	if c.Start > hw.Active {
		f.add("control-start", path, "say unconfigured, inactive or active", "it cannot begin %v", c.Start)
	}
	claims, err := hw.NewClaims(k.info)
	if err != nil {
		f.add("control-name", path, "mend the driver", "%v", err)
		return nil
	}
	k.claims = claims
	k.state, k.reading = make([]float64, len(k.info.State)), make([]float64, len(k.info.State))
	for _, e := range entries(k.info.State, k.state, f, path) {
		e.comp = k
		k.states = append(k.states, e)
		m.offer(m.states, &m.stateList, e, f, path)
	}
	for i, g := range k.info.Groups {
		n := len(g.Command)
		own := &group{Group: g, index: i, wanted: make([]float64, n), sent: make([]float64, n), buf: make([]float64, n)}
		at := 0
		for _, e := range entries(g.Command, own.wanted, f, path) {
			e.comp, e.group, e.sent = k, i, own.sent[at:at+len(e.values)]
			e.Safe = m.Safe[e.Name].of(e.kind)
			at += len(e.values)
			for range e.values {
				own.entries = append(own.entries, e)
			}
			m.offer(m.commands, &m.commandList, e, f, path)
		}
		own.limit = k.limiter(own, c.Limits[g.Name], m, f)
		k.groups = append(k.groups, own)
	}
	if len(k.groups) > 0 {
		k.next = k.groups[0]
	}
	return k
}

// entries finds the interfaces that handles make: a pose is seven handles, "tool/pose/x" to "tool/pose/qw".
func entries(handles []hw.Handle, values []float64, f *faults, path string) (list []*entry) {
	for i := 0; i < len(handles); {
		h := handles[i]
		e := &entry{Interface: Interface{Name: h.Name, Unit: h.Unit}}
		e.kind = KindOf(h.Name, h.Unit)
		if whole := joint(h.Name); KindOf(whole, h.Unit).Width() > 1 {
			e.Name, e.kind = whole, KindOf(whole, h.Unit)
			for k, part := range kinds[e.kind].parts {
				if i+k >= len(handles) || handles[i+k].Name != whole+"/"+part {
					f.add("control-interface", path, "give the handles "+strings.Join(kinds[e.kind].parts, " ")+" in this order",
						"%s is no whole %v", whole, e.kind)
					return list
				}
			}
		}
		checkUnit(e.Interface, f, path)
		n := e.kind.Width()
		if i+n > len(handles) {
			f.add("control-interface", path, "give its parts as handles of their own", "%s is one number, but a %v", e.Name, e.kind)
			return list
		}
		e.values = values[i : i+n : i+n]
		list = append(list, e)
		i += n
	}
	return list
}

// checkUnit checks that a unit is one of the kind's.
func checkUnit(i Interface, f *faults, path string) {
	units := kinds[i.Kind()].units
	if units == nil {
		return
	}
	for _, u := range units {
		if u == i.Unit {
			return
		}
	}
	f.add("control-interface", path, "give it in "+strings.Join(units, " or "), "%s is in %q", i.Name, i.Unit)
}

// axis limits one number of a group.
type axis struct {
	e         *entry
	kind      Kind
	axis      *safety.Axis // of a joint
	q, dq     int          // its position and velocity among the driver's states, −1 for none
	low, high float64      // of other kinds
}

// limiter keeps a group's commands within limits and brings to rest what nobody claims. It implements hw.Limiter.
type limiter struct {
	k     *component
	g     *group
	inner hw.Limiter // given by the configuration; nil if there are axes
	axes  []axis
	halt  bool // bring everything to rest
	step  float64
}

// limiter makes the limiter of a group.
func (k *component) limiter(g *group, inner hw.Limiter, m *Manager, f *faults) hw.Limiter {
	period := k.Period
	if period == 0 {
		period = m.Period
	}
	l := &limiter{k: k, g: g, inner: inner, step: period.Seconds()}
	if inner != nil {
		return l
	}
	for _, e := range g.entries {
		a := axis{e: e, kind: e.kind, q: k.find(joint(e.Name) + "/position"), dq: k.find(joint(e.Name) + "/velocity"),
			low: math.Inf(-1), high: math.Inf(1)}
		switch path := "component " + k.info.Name; {
		case e.kind >= Position && e.kind <= Effort:
			lim, ok := m.limits[joint(e.Name)]
			if !ok {
				f.add("control-interface", path, "give limits for "+joint(e.Name), "%s has no limits", e.Name)
				lim = safety.Unlimited()
			}
			x, err := safety.NewAxis(lim, period.Seconds())
			if err != nil {
				f.add("control-limit", joint(e.Name), "mend its limits", "%v", err)
				continue
			}
			a.axis = x
			if e.kind == Acceleration && (a.q < 0 || a.dq < 0) {
				f.add("control-interface", path, "let the driver read them", "%s needs the joint's position and velocity", e.Name)
			}
		case e.kind.Width() > 1:
			f.add("control-interface", path, "give the component a limiter for the group "+g.Name, "%s has no limits", e.Name)
		}
		if r, ok := k.Ranges[e.Name]; ok {
			a.low, a.high = r[0], r[1]
		}
		l.axes = append(l.axes, a)
	}
	return l
}

func (k *component) find(state string) int {
	for i, h := range k.info.State {
		if h.Name == state {
			return i
		}
	}
	return -1
}

// Begin implements hw.Limiter: commands begin where the hardware rests.
func (l *limiter) Begin(state []float64) error {
	var errs []error
	if l.inner != nil {
		errs = append(errs, l.inner.Begin(state))
	}
	for i := range l.g.entries {
		v := 0.0
		if e := l.g.entries[i]; e.kind == Position {
			if q := l.k.find(e.Name); q >= 0 {
				v = state[q]
			}
		} else if q := l.k.find(l.g.Command[i].Name); q >= 0 && e.Safe == Keep {
			v = state[q]
		}
		l.g.wanted[i], l.g.sent[i] = v, v
	}
	for i := range l.axes {
		if a := &l.axes[i]; a.axis != nil {
			q := 0.0
			if a.q >= 0 {
				q = state[a.q]
			} else if low, high := a.axis.Limit().Lower, a.axis.Limit().Upper; a.kind != Position && !(low <= 0 && high >= 0) {
				q = min(max(0, low), high)
			}
			if err := a.axis.Begin(q); err != nil && a.kind == Position {
				errs = append(errs, fmt.Errorf("%s: %w", joint(a.e.Name), err))
			}
		}
	}
	return errors.Join(errs...)
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
	for i := range l.axes {
		v := l.limit(&l.axes[i], command, i)
		verdict = max(verdict, v)
	}
	for i, v := range command {
		if v != l.g.sent[i] {
			l.k.moved = true
			l.g.sent[i] = v
		}
	}
	return verdict
}

// rest is what an interface is commanded when nobody claims it.
func rest(e *entry, sent float64) float64 {
	if e.Safe == Zero {
		return 0
	}
	return sent
}

// limit limits one number.
func (l *limiter) limit(a *axis, command []float64, i int) safety.Verdict {
	x, free := command[i], a.e.by == nil || l.halt
	if free {
		x = rest(a.e, l.g.sent[i])
	}
	if a.axis == nil {
		if !(x >= a.low && x <= a.high) {
			v := safety.Limited
			if x != x {
				x, v = l.g.sent[i], safety.Rejected
			}
			command[i] = min(max(x, a.low), a.high)
			return v
		}
		command[i] = x
		return safety.Pass
	}
	q, dq, _ := a.axis.State()
	if a.q >= 0 && a.kind != Position {
		q = l.k.state[a.q]
	}
	if a.dq >= 0 {
		dq = l.k.state[a.dq]
	}
	var v safety.Verdict
	switch {
	case a.kind == Position && free:
		command[i] = a.axis.Brake()
	case a.kind == Position:
		command[i], v = a.axis.Position(x)
	case a.kind == Velocity:
		command[i], v = a.axis.Velocity(x, q)
	case a.kind == Acceleration:
		if free {
			x = -dq / l.step
		}
		command[i], v = a.axis.Acceleration(x, q, dq)
	default:
		command[i], v = a.axis.Torque(x, q, dq)
	}
	return v
}

// String implements hw.Limiter.
func (l *limiter) String() string {
	if l.inner != nil {
		return l.inner.String()
	}
	return "limits of the joints, checked for a stop"
}

// read takes a reading, or says why the component has failed.
func (k *component) read() error {
	if s, ok := k.Driver.(hw.Stater); ok && s.LifeCycle() < k.life {
		return fmt.Errorf("it fell back to %v by itself", s.LifeCycle())
	}
	err := k.Driver.Read(k.reading)
	k.reads++
	if err == nil {
		for i, v := range k.reading {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("%s reads %g", k.info.State[i].Name, v)
			}
		}
	}
	if err != nil {
		k.misses++
		if k.lost++; k.lost > k.Lost {
			return err
		}
		return nil
	}
	k.lost = 0
	if k.Frozen > 0 && k.life == hw.Active {
		if k.frozen() {
			return fmt.Errorf("its readings have been the same %d times while it was commanded to move", k.same)
		}
	}
	copy(k.state, k.reading)
	k.moved = false
	return nil
}

// frozen counts readings that repeat the last one although the hardware was sent something else.
func (k *component) frozen() bool {
	for i, v := range k.reading {
		if v != k.state[i] {
			k.same = 0
			return false
		}
	}
	if k.moved {
		k.same++
	}
	return k.same > k.Frozen
}

// write sends the commands.
func (k *component) write() error {
	if k.cmd == nil || k.use == nil {
		return nil
	}
	copy(k.use.buf, k.use.wanted)
	err := k.cmd.Write(k.use.buf)
	if err != nil {
		k.misses++
		if k.lost++; k.lost <= k.Lost {
			return nil
		}
	}
	return err
}

// settled reports whether the component is where it is wanted.
func (k *component) settled() bool {
	return k.life == k.want && (k.use == k.next || k.life == hw.Unconfigured || k.life == hw.Finalized)
}

// step goes one step toward the wanted group and state. Each takes a cycle of its own, because hardware may take its time.
func (k *component) step() error {
	if k.use != k.next && k.life < hw.Active && k.life > hw.Unconfigured {
		return k.take(k.next)
	}
	to := k.want
	switch {
	case k.use != k.next && k.life == hw.Active:
		to = hw.Inactive
	case to == hw.Finalized || to == k.life:
	case to > k.life:
		to = k.life + 1
	default:
		to = k.life - 1
	}
	if to == k.life {
		return nil
	}
	var err error
	if k.cmd != nil {
		err = k.cmd.Enter(to)
	} else {
		err = k.Driver.Enter(to)
	}
	if err == nil {
		k.life = to
		k.lost, k.same = 0, 0
	}
	return err
}

// take commands another group.
func (k *component) take(g *group) error {
	if k.cmd != nil {
		k.claims.Release(owner)
	}
	cmd, err := k.claims.Command(owner, k.Driver, g.Name, g.limit)
	if err != nil {
		return err
	}
	k.cmd, k.use = cmd, g
	// The commander learns the state that the driver has been brought to before it commanded it.
	if _, ok := k.Driver.(hw.Stater); !ok {
		return k.cmd.Enter(k.life)
	}
	return nil
}

// fail takes the component out: it is brought to Unconfigured, which ends what it did, or finalized if it cannot be.
func (k *component) fail(why error) {
	k.broken, k.fault = true, why.Error()
	k.want, k.modes = hw.Unconfigured, false
	err := k.Driver.Enter(hw.Unconfigured)
	k.life = hw.Unconfigured
	if err != nil {
		k.fault += "; it could not be reset: " + err.Error()
		_ = k.Driver.Enter(hw.Finalized)
		k.life, k.want = hw.Finalized, hw.Finalized
	}
	k.use, k.cmd = nil, nil
	k.claims.Release(owner)
}
