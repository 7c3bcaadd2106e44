package managed

import (
	"cmp"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/control/trajectory"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
)

// every is how often a twist is sent while it is wanted.
const every = 20 * time.Millisecond

// script does what the YAML file says, at its times.
//
//	action next
//	out    order
//	out    <controller>_goal, <controller>_twist
type script struct {
	reactor.Reactor
	Next  reactor.Action[int]
	Order reactor.Out[manager.Order]

	steps  []step
	goals  map[string]*reactor.Out[trajectory.Goal]
	twists map[string]*reactor.Out[spatial.Twist]
	given  uint32 // goals so far
}

// newScript makes one and connects it.
func newScript(parent reactor.Parent, name string, steps []step, r *manager.Reactor) (*script, error) {
	s := &script{steps: repeated(steps), goals: map[string]*reactor.Out[trajectory.Goal]{}, twists: map[string]*reactor.Out[spatial.Twist]{}}
	reactor.Init(parent, name, s)
	sets := []reactor.Effect{&s.Next, &s.Order}
	for _, st := range s.steps {
		switch {
		case st.Goal != nil && s.goals[st.Goal.Controller] == nil:
			to, err := manager.PortOf[trajectory.Goal](r, st.Goal.Controller, "goal")
			if err != nil {
				return nil, err
			}
			out := &reactor.Out[trajectory.Goal]{}
			s.goals[st.Goal.Controller] = out
			s.Declare(st.Goal.Controller+"_goal", out)
			reactor.Connect[trajectory.Goal](out, to)
			sets = append(sets, out)
		case st.Twist != nil && s.twists[st.Twist.Controller] == nil:
			to, err := manager.PortOf[spatial.Twist](r, st.Twist.Controller, "twist")
			if err != nil {
				return nil, err
			}
			out := &reactor.Out[spatial.Twist]{}
			s.twists[st.Twist.Controller] = out
			s.Declare(st.Twist.Controller+"_twist", out)
			reactor.Connect[spatial.Twist](out, to)
			sets = append(sets, out)
		}
	}
	reactor.Connect(&s.Order, &r.Ask)
	s.Reaction("begin").On(s.Startup()).Sets(&s.Next).Do(func() { s.next(0) })
	s.Reaction("do").On(&s.Next).Sets(sets...).Do(s.do)
	return s, nil
}

// repeated has a step for each twist that is sent, in the order of their times.
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
	slices.SortStableFunc(list, func(a, b step) int { return cmp.Compare(a.At, b.At) })
	return list
}

// next schedules a step.
func (s *script) next(i int) {
	if i < len(s.steps) {
		s.Next.Schedule(i, max(0, s.steps[i].At-s.Elapsed()))
	}
}

// do carries a step out.
func (s *script) do() {
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
		s.twists[st.Twist.Controller].Set(spatial.Twist{Lin: spatial.V(st.Twist.Linear[0], st.Twist.Linear[1], st.Twist.Linear[2]),
			Ang: spatial.V(st.Twist.Angular[0], st.Twist.Angular[1], st.Twist.Angular[2])})
	}
	s.next(i + 1)
}
