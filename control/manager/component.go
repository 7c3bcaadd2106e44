package manager

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/control/hw"
)

// entry is an interface of the robot: a state or command of a component, or a reference or exported state of a
// controller.
type entry struct {
	Interface // with its full name
	kind      Kind
	comp      *component
	ctrl      *loaded // its reference or exported state
	group     int     // of the component's commands
	values    []float64
	sent      []float64 // of a component's commands, after limits
	by        *loaded   // the claimant
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
	next   *group // wanted
	cmd    *hw.Commander
	claims *hw.Claims

	states  []*entry
	state   []float64 // where the states are
	reading []float64
	lost    int // readings in a row that failed
	unsent  int // commands in a row that failed
	same    int
	moved   bool // something else was sent since the last reading
	modes   bool // Modes has been asked and is not done
	broken  bool // failed in this cycle
	fault   string
	reads   uint64
	misses  uint64
}

// group is a group of commands that are sent together.
type group struct {
	hw.Group
	index   int
	entries []*entry // by number; an entry of several numbers appears several times
	wanted  []float64
	sent    []float64
	buf     []float64
	limit   *limiter
}

// owner owns all drivers' commands.
const owner = "manager"

// newComponent lists the interfaces of a component.
func newComponent(c Component, m *Manager, f *faults) *component {
	k := &component{Component: c, info: c.Driver.Info(), want: c.Start}
	path := "component " + k.info.Name
	if err := k.info.Validate(); err != nil {
		f.add("control-name", path, "mend the driver", "%v", err)
		return nil
	}
	switch _, ok := k.beside(); {
	case ok:
		if len(k.info.Groups) > 0 { // its commands are those of every divide-th cycle
			f.period(path, c.Period, m.Period)
		}
		k.divide = 1 // its newest report is taken each cycle
	case c.Apart: // the manager is stepped by hand
		k.divide = max(1, int(math.Round(float64(c.Period)/float64(m.Period))))
	default:
		k.divide = f.period(path, c.Period, m.Period)
	}
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
	if a, ok := k.beside(); ok {
		a.leads = func(to []float64) []float64 { return k.use.limit.leads(to) }
	}
	return k
}

// entries finds the interfaces that handles form: a pose is seven handles, "tool/pose/x" to "tool/pose/qw".
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
	if units := kinds[i.Kind()].units; units != nil && !slices.Contains(units, i.Unit) {
		f.add("control-interface", path, "give it in "+strings.Join(units, " or "), "%s is in %q", i.Name, i.Unit)
	}
}

func (k *component) find(state string) int {
	return slices.IndexFunc(k.info.State, func(h hw.Handle) bool { return h.Name == state })
}

// beside returns the driver of a component on a thread of its own.
func (k *component) beside() (*apart, bool) {
	switch d := k.Driver.(type) {
	case *apart:
		return d, true
	case apartModing:
		return d.apart, true
	}
	return nil, false
}

// due reports whether the component is read and commanded in this cycle.
func (k *component) due(cycle uint64) bool { return cycle%uint64(k.divide) == 0 }

// read takes a reading, or returns why the component has failed.
func (k *component) read() error {
	if s, ok := k.Driver.(hw.Stater); ok && s.LifeCycle() < k.life {
		return fmt.Errorf("it fell back to %v by itself", s.LifeCycle())
	}
	err := k.Driver.Read(k.reading)
	if a, ok := k.beside(); ok && !a.fresh && err == nil {
		return nil // there is nothing new
	}
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
	if k.Frozen > 0 && k.life == hw.Active && k.frozen() {
		return fmt.Errorf("its readings have been the same %d times while it was commanded to move", k.same)
	}
	copy(k.state, k.reading)
	k.moved = false
	return nil
}

// frozen counts readings that repeat the last one although other commands were sent, and reports whether there are too
// many.
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
	if err == nil {
		k.unsent = 0
		return nil
	}
	k.misses++
	if k.unsent++; k.unsent > k.Lost {
		return err
	}
	return nil
}

// settled reports whether the component is in the state and group that are wanted.
func (k *component) settled() bool {
	return k.life == k.want && (k.use == k.next || k.life == hw.Unconfigured || k.life == hw.Finalized)
}

// step goes one step toward the wanted group and state. Each step has a cycle to itself, because hardware may be slow.
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
	if errors.Is(err, errUnderWay) {
		return nil
	}
	if err == nil {
		k.life = to
		k.lost, k.unsent, k.same = 0, 0, 0
	}
	return err
}

// take begins to command another group.
func (k *component) take(g *group) error {
	if k.cmd != nil {
		k.claims.Release(owner)
		k.use, k.cmd = nil, nil
	}
	cmd, err := k.claims.Command(owner, k.Driver, g.Name, g.limit)
	if errors.Is(err, errUnderWay) {
		return nil
	}
	if err != nil {
		return err
	}
	k.cmd, k.use = cmd, g
	// The commander must learn the state in which the driver was before it commanded it.
	if _, ok := k.Driver.(hw.Stater); !ok {
		return k.cmd.Enter(k.life)
	}
	return nil
}

// fail takes the component out of use: it goes to Unconfigured, which ends what it did, or to Finalized if that fails.
func (k *component) fail(why error) {
	k.broken, k.fault = true, why.Error()
	k.want, k.modes = hw.Unconfigured, false
	err := k.Driver.Enter(hw.Unconfigured)
	k.life = hw.Unconfigured
	if err != nil && !errors.Is(err, errUnderWay) {
		k.fault += "; it could not be reset: " + err.Error()
		_ = k.Driver.Enter(hw.Finalized)
		k.life, k.want = hw.Finalized, hw.Finalized
	}
	k.use, k.cmd = nil, nil
	k.claims.Release(owner)
}
