package managed

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/trajectory"
	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
)

// The doors through which people move the robot.
const (
	ordersDoor = "robot.order"
	movesDoor  = "operator.move"
)

// orders returns what the page can send.
func orders() []view.Order {
	return []view.Order{
		{Path: ordersDoor, Label: "E-STOP: everything comes to rest", Kind: "stop", Example: `{"Verb":"stop"}`},
		{Path: ordersDoor, Label: "resume", Kind: "release", Example: `{"Verb":"resume"}`},
		{Path: ordersDoor, Label: "order", Kind: "control", Example: `{"Verb":"switch","Activate":[],"Deactivate":[],"Strict":true}`},
		{Path: movesDoor, Label: "move by hand", Kind: "move"},
	}
}

// scene describes what is shown.
func (r *robot) scene() view.Program {
	p := view.Program{Name: r.model.Name, Links: view.NewTree(r.model).Links([2]uint32{0x9aa0a6, 0xe8eaed}), Plots: r.plots()}
	b := &view.Board{Orders: ordersDoor, Moves: movesDoor}
	for i := range r.model.Joints {
		j := &r.model.Joints[i]
		if j.Type != kinematics.Revolute && j.Type != kinematics.Continuous && j.Type != kinematics.Prismatic {
			continue
		}
		l, unit := r.r.Limit(j.Name), "rad"
		if j.Type == kinematics.Prismatic {
			unit = "m"
		}
		p.Joints = append(p.Joints, j.Name)
		b.Joints = append(b.Joints, view.BoardJoint{Name: j.Name, Unit: unit, Lower: max(l.Lower, l.Soft[0]), Upper: min(l.Upper, l.Soft[1]), Velocity: l.V})
	}
	for _, c := range r.f.Controllers {
		if _, err := manager.PortOf[trajectory.Goal](r.r, c.Name, "goal"); err == nil {
			b.Goals = append(b.Goals, c.Name)
		}
		if _, err := manager.PortOf[spatial.Twist](r.r, c.Name, "twist"); err == nil {
			b.Twists = append(b.Twists, c.Name)
		}
	}
	p.Board = b
	return p
}

// plots returns a plot for each kind and unit that the hardware measures, or is commanded without measuring it.
func (r *robot) plots() (plots []view.Plot) {
	list := r.r.List()
	for _, e := range slices.Concat(list.States, list.Commands) {
		name := seriesOf(list, &e)
		if name == "" {
			continue
		}
		i := slices.IndexFunc(plots, func(p view.Plot) bool { return p.Title == e.Kind && p.Unit == e.Unit })
		if i < 0 {
			i = len(plots)
			plots = append(plots, view.Plot{Title: e.Kind, Unit: e.Unit})
		}
		if !slices.Contains(plots[i].Series, name) {
			plots[i].Series = append(plots[i].Series, name)
		}
	}
	return plots
}

// seriesOf returns the name of an interface's curve, "" for none. The hardware's numbers have one, except accelerations, which
// are mostly commanded, and gains. A joint's position has the joint's name.
func seriesOf(l *manager.Listing, e *manager.InterfaceListing) string {
	k := manager.KindOf(e.Name, e.Unit)
	if k.Width() > 1 || k == manager.Digital || k == manager.Acceleration || k == manager.Stiffness || k == manager.Damping ||
		slices.ContainsFunc(l.Controllers, func(c manager.ControllerListing) bool { return slices.Contains(c.Offers, e.Name) }) {
		return ""
	}
	return strings.TrimSuffix(strings.Replace(e.Name, "/", " ", 1), " position")
}

// screen shows the robot on a hub.
type screen struct {
	hub    *view.Hub
	r      *robot
	tree   *view.Tree
	values []float64
	at     map[string]int // index of a joint's position among the values
	q      []float64
	joints []string
	series []curve
	next   time.Duration
	shown  uint64                     // last shown revision of the listing
	where  func(joint string) float64 // position
}

// curve is a plotted value.
type curve struct {
	*view.Series
	at int
}

// between is the time between two pictures, or two samples of a curve.
const between = 4 * time.Millisecond

// newScreen makes a screen; without a hub it returns nil, and the methods do nothing.
func newScreen(hub *view.Hub, r *robot) *screen {
	if hub == nil {
		return nil
	}
	s := &screen{hub: hub, r: r, tree: view.NewTree(r.model), at: map[string]int{}, joints: r.scene().Joints}
	s.q, s.where = make([]float64, len(s.joints)), s.position
	return s
}

// listing shows the listing, and says why nothing moves.
func (s *screen) listing(l *manager.Listing) {
	if s == nil {
		return
	}
	s.hub.Listing(l)
	s.shown = l.Revision
	at := 0
	s.series = s.series[:0]
	for i := range len(l.States) + len(l.Commands) {
		var e *manager.InterfaceListing
		if i < len(l.States) {
			e = &l.States[i]
			if joint, is := strings.CutSuffix(e.Name, "/position"); is {
				s.at[joint] = at
			}
		} else {
			e = &l.Commands[i-len(l.States)]
		}
		if c := s.hub.Series(seriesOf(l, e)); c != nil && !slices.ContainsFunc(s.series, func(o curve) bool { return o.Series == c }) {
			s.series = append(s.series, curve{c, at})
		}
		at += manager.KindOf(e.Name, e.Unit).Width()
	}
	s.values = slices.Grow(s.values, at+len(l.Controllers))
	s.hub.Alarm(why(l))
}

// words says which controllers are active, and why the robot does not move.
func words(l *manager.Listing) (w run.Words) {
	if l == nil {
		return w
	}
	var active []string
	for _, c := range l.Controllers {
		if c.State == manager.Active.String() {
			active = append(active, c.Name)
		}
	}
	w.Long, w.Alarm = "no controller is active", why(l)
	if len(active) > 0 {
		w.Long = strings.Join(active, ", ") + " active"
	}
	return w
}

// why returns why the robot does not move, "" if it can.
func why(l *manager.Listing) string {
	for _, h := range l.Hardware {
		if h.Fault != "" {
			return h.Name + ": " + h.Fault
		}
	}
	if l.Halted {
		return "stopped: every controller is at rest. Resume, then activate one"
	}
	return ""
}

// event adds a row to the table of events.
func (s *screen) event(e manager.Event) {
	if s == nil {
		return
	}
	kind := "note"
	if e.Kind != manager.Switched {
		kind = "fault"
	}
	s.hub.Event(view.Event{Time: int64(e.Time), Kind: kind, What: "robot", Text: e.Kind.String() + ": " + e.Text})
}

// goal reports the outcome of a goal that was not reached.
func (s *screen) goal(t reactor.Tag, name string, st *trajectory.Status) {
	if s != nil && (st.Phase == trajectory.Refused || st.Phase == trajectory.Aborted) {
		s.hub.Event(view.Event{Time: int64(t.Time), Kind: "fault", What: "robot." + name + "_status", Text: fmt.Sprintf("goal %d was %v: %s", st.ID, st.Phase, st.Why)})
	}
}

// AtTag implements reactor.Observer: it shows the robot after a tag of the manager's enclave. Components on threads of their own
// have other enclaves, at whose tags the manager may be running.
func (s *screen) AtTag(e *reactor.Enclave, rec reactor.Record) {
	if e.Name != s.r.prog.Name {
		return
	}
	t := rec.Tag.Time.Duration()
	if t < s.next && t >= s.next-between || s.r.r.Revision() != s.shown { // the next cycle makes a new listing
		return
	}
	s.next = t + between
	s.values = s.r.r.Values(s.values[:0])
	for _, c := range s.series {
		if c.at < len(s.values) {
			c.Add(t, s.values[c.at])
		}
	}
	s.hub.Values(s.r.r.Revision(), s.values)
	if !s.hub.Watched() {
		s.hub.Time(t)
		return
	}
	s.tree.Draw(s.hub, t, s.where)
	for i, j := range s.joints {
		s.q[i] = s.position(j)
	}
	s.hub.Joints(t, s.q)
}

// position returns a joint's measured position, 0 if it has none.
func (s *screen) position(joint string) float64 {
	if i, ok := s.at[joint]; ok && i < len(s.values) {
		return s.values[i]
	}
	return 0
}
