package managed

import (
	"fmt"
	"slices"
	"sort"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/trajectory"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

const (
	every = 20 * time.Millisecond // how often a twist is sent while it is wanted

	// patience is how long a held move continues without being repeated, so that a page that goes away lets go.
	patience = 250 * time.Millisecond
)

// Move is a person's order to a controller from the page. It has positions, a twist, or neither, which stops what the
// controller does.
type Move struct {
	Controller string
	// Joints go to Position within Time, and no faster than the controller's limits permit; other joints come to rest.
	Joints   []string
	Position []float64     // rad or m
	Time     time.Duration // 0: as fast as the limits permit
	// Twist is the tip's: m/s, then rad/s.
	Twist [6]float64
	// Hold ends the move after patience unless it is repeated. A twist is always held.
	Hold bool
}

// Clone copies a move that waits.
func (m Move) Clone() Move {
	m.Joints, m.Position = slices.Clone(m.Joints), slices.Clone(m.Position)
	return m
}

func (m *Move) equal(o *Move) bool {
	return m.Controller == o.Controller && m.Twist == o.Twist && m.Hold == o.Hold && slices.Equal(m.Joints, o.Joints) && slices.Equal(m.Position, o.Position)
}

// operator gives orders and goals: those of the file's script, at their times, and those of people at the page.
//
//	action next, again
//	action move   by hand
//	in     listing
//	out    order
//	out    <controller>_goal, <controller>_cancel, <controller>_twist
type operator struct {
	reactor.Reactor
	Next    reactor.Action[int]
	Again   reactor.Action[int]
	Move    reactor.PhysicalAction[Move]
	Listing reactor.In[*manager.Listing]
	Order   reactor.Out[manager.Order]

	steps   []step
	goals   map[string]*reactor.Out[trajectory.Goal]
	cancels map[string]*reactor.Out[trajectory.Cancel]
	twists  map[string]*reactor.Out[spatial.Twist]
	given   uint32 // goals so far
	known   *manager.Listing
	held    Move // by hand; without a controller: none
	heard   time.Duration
	waits   bool // for Again
}

// newOperator makes an operator and connects it with the controllers that take goals or twists.
func newOperator(parent reactor.Parent, name string, f *file, r *manager.Reactor) (*operator, error) {
	s := &operator{steps: repeated(f.Script), goals: map[string]*reactor.Out[trajectory.Goal]{},
		cancels: map[string]*reactor.Out[trajectory.Cancel]{}, twists: map[string]*reactor.Out[spatial.Twist]{}}
	reactor.Init(parent, name, s)
	var sets []reactor.Effect
	for i := range f.Controllers {
		c := f.Controllers[i].Name
		if to, err := manager.PortOf[trajectory.Goal](r, c, "goal"); err == nil {
			s.goals[c] = connected(s, c+"_goal", to, &sets)
		}
		if to, err := manager.PortOf[trajectory.Cancel](r, c, "cancel"); err == nil {
			s.cancels[c] = connected(s, c+"_cancel", to, &sets)
		}
		if to, err := manager.PortOf[spatial.Twist](r, c, "twist"); err == nil {
			s.twists[c] = connected(s, c+"_twist", to, &sets)
		}
	}
	for _, st := range s.steps {
		switch {
		case st.Goal != nil && s.goals[st.Goal.Controller] == nil:
			return nil, fmt.Errorf("script at %v: no controller %q that takes goals", st.At, st.Goal.Controller)
		case st.Twist != nil && s.twists[st.Twist.Controller] == nil:
			return nil, fmt.Errorf("script at %v: no controller %q that takes twists", st.At, st.Twist.Controller)
		}
	}
	reactor.Connect(&s.Order, &r.Ask)
	reactor.Connect(&r.Listing, &s.Listing)
	s.Reaction("begin").On(s.Startup()).Sets(&s.Next).Do(func() { s.next(0) })
	s.Reaction("do").On(&s.Next).Sets(append(sets, &s.Next, &s.Order)...).Do(s.do)
	s.Reaction("hand").On(&s.Move).Sets(append(sets, &s.Again)...).Do(func() {
		if err := s.hand(s.Move.Get()); err != nil {
			s.Move.Refuse(err.Error())
		}
	})
	s.Reaction("again").On(&s.Again).Sets(append(sets, &s.Again)...).Do(s.again)
	s.Reaction("listen").On(&s.Listing).Do(func() { s.known = s.Listing.Get() })
	return s, nil
}

// connected declares an output and connects it.
func connected[T any](s *operator, name string, to reactor.Wire[T], sets *[]reactor.Effect) *reactor.Out[T] {
	out := &reactor.Out[T]{}
	s.Declare(name, out)
	reactor.Connect[T](out, to)
	*sets = append(*sets, out)
	return out
}

// repeated returns a step for each twist that is sent, in the order of their times.
func repeated(steps []step) (list []step) {
	for _, s := range steps {
		list = append(list, s)
		if s.Twist == nil {
			continue
		}
		for at := every; at < s.Twist.For; at += every {
			again := s
			again.At += at
			list = append(list, again)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].At < list[j].At })
	return list
}

// next schedules a step.
func (s *operator) next(i int) {
	if i < len(s.steps) {
		s.Next.Schedule(i, max(0, s.steps[i].At-s.Elapsed()))
	}
}

// do carries a step out.
func (s *operator) do() {
	i := s.Next.Get()
	switch st := &s.steps[i]; {
	case st.Switch != nil:
		s.Order.Set(manager.Order{Verb: "switch", Activate: st.Switch.Activate, Deactivate: st.Switch.Deactivate, Strict: st.Switch.Strict, Timeout: st.Switch.Timeout})
	case st.Goal != nil:
		s.given++
		g := trajectory.Goal{ID: s.given}
		for _, p := range st.Goal.Points {
			g.Points = append(g.Points, trajectory.Point{Time: p.Time, Position: p.Position, Velocity: p.Velocity})
		}
		s.goals[st.Goal.Controller].Set(g)
	default:
		s.twists[st.Twist.Controller].Set(twist([6]float64(slices.Concat(st.Twist.Linear[:], st.Twist.Angular[:]))))
	}
	s.next(i + 1)
}

func twist(v [6]float64) spatial.Twist {
	return spatial.Twist{Lin: spatial.V(v[0], v[1], v[2]), Ang: spatial.V(v[3], v[4], v[5])}
}

// hand carries out a person's move, or returns why not.
func (s *operator) hand(m Move) error {
	m.Hold = m.Hold || m.Twist != [6]float64{}
	if err := s.able(&m); err != nil {
		return err
	}
	if m.Hold && m.equal(&s.held) { // a goal in progress is not given anew, because it would start over
		s.heard = s.Elapsed()
		return nil
	}
	if s.held.Controller != m.Controller || len(m.Position) == 0 {
		s.release()
	}
	s.held = Move{}
	if len(m.Position) > 0 {
		s.given++
		s.goals[m.Controller].Set(trajectory.Goal{ID: s.given, Joints: m.Joints, Partial: true,
			Points: []trajectory.Point{{Time: max(m.Time, 0), Position: m.Position}}})
	} else if m.Hold {
		s.twists[m.Controller].Set(twist(m.Twist))
	} else {
		s.rest(m.Controller)
	}
	if !m.Hold {
		return nil
	}
	s.held, s.heard = m, s.Elapsed()
	if !s.waits {
		s.waits = true
		s.Again.Schedule(0, every)
	}
	return nil
}

// able returns why a controller cannot be moved this way.
func (s *operator) able(m *Move) error {
	takes, out := "goals of joints", s.goals[m.Controller] != nil
	switch {
	case len(m.Position) > 0 && m.Twist != [6]float64{}:
		return fmt.Errorf("positions and a twist at once: give one")
	case len(m.Position) != len(m.Joints):
		return fmt.Errorf("%d positions of %d joints: give one of each", len(m.Position), len(m.Joints))
	case len(m.Position) == 0 && m.Hold:
		takes, out = "twists", s.twists[m.Controller] != nil
	case len(m.Position) == 0:
		takes, out = "moves by hand", out || s.twists[m.Controller] != nil
	}
	if !out {
		return fmt.Errorf("there is no controller %q that takes %s", m.Controller, takes)
	}
	if s.known == nil || s.known.Halted {
		return fmt.Errorf("everything is stopped: resume, then activate %s", m.Controller)
	}
	i := slices.IndexFunc(s.known.Controllers, func(c manager.ControllerListing) bool { return c.Name == m.Controller })
	if i < 0 {
		return fmt.Errorf("%s is not loaded", m.Controller)
	}
	if c := &s.known.Controllers[i]; c.State != manager.Active.String() {
		return fmt.Errorf("%s is %s: activate it first", m.Controller, c.State)
	}
	return nil
}

// again repeats a held move, or releases it if nobody has repeated it for too long.
func (s *operator) again() {
	s.waits = false
	switch {
	case s.held.Controller == "":
		return
	case s.Elapsed()-s.heard >= patience:
		s.release()
		return
	case len(s.held.Position) == 0:
		s.twists[s.held.Controller].Set(twist(s.held.Twist))
	}
	s.waits = true
	s.Again.Schedule(0, every)
}

// release releases a held move.
func (s *operator) release() {
	s.rest(s.held.Controller)
	s.held = Move{}
}

// rest makes a controller bring the joints or the tip to rest; "" is none.
func (s *operator) rest(controller string) {
	if out := s.cancels[controller]; out != nil {
		out.Set(trajectory.Cancel{})
	}
	if out := s.twists[controller]; out != nil {
		out.Set(spatial.Twist{})
	}
}
