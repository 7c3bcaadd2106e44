package grasp

import (
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/lang/rfsm"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/model/chart"
	"github.com/sinew-robotics/sinew/model/chart/draw"
	"github.com/sinew-robotics/sinew/reactor"
)

// Note is a message from the chart.
type Note struct {
	Text string
	End  bool // it is the last one: the program ends
	Done bool // the object has been put down at its goal
}

// Coordinator runs the chart: it turns the state of the rest of the program into events, which look.go describes, and
// carries out what the chart's functions ask for (verbs.go).
//
//	in               reading, felt, state (of the cycle before)
//	physical actions operator (1 resets after an emergency stop), trouble (a mistake in the scripts, on purpose)
//	out              wish, hand, restart, note; leaf and failed are the chart's
type Coordinator struct {
	chart.Reactor
	Reading  reactor.In[Reading]
	Felt     reactor.In[Felt]
	State    reactor.In[State]
	Operator reactor.PhysicalAction[uint8]
	Trouble  reactor.PhysicalAction[string]
	Wish     reactor.Out[Wish]
	Hand     reactor.Out[Hand]
	Restart  reactor.Out[bool]
	Note     reactor.Out[Note]

	p       *Params
	task    Task
	vm      *lua.VM
	wish    Wish
	hand    Hand
	width   float64       // m, of the gripper in the reading before
	wished  time.Duration // when the last wish was made
	alarm   time.Duration // when e_timeout is due; 0 for never
	seen    seen
	trouble string
	litter  bool
	picture string // of the chart, SVG

	Attempts, Recovered uint32
	Faults              uint32
}

// seen is the basis of the events.
type seen struct {
	reading                      Reading
	felt                         Felt
	state                        State
	ready, good, sound, low      bool    // the arm takes commands, sensor and gripper can be believed, memory is low
	epoch                        uint32  // in which e_ready was raised
	reached                      uint32  // the last wish reported as reached
	touching                     int     // cycles in a row
	contact, gripped, open, slip bool    // already raised
	biased                       bool    // already raised
	caught, odd, even            int     // consecutive readings of the gripper
	count                        uint32  // of its readings
	held                         float64 // m, between the fingers when they caught something
	hands                        uint32  // its readings when the hand last got a command
}

func newCoordinator(parent reactor.Parent, name string, p *Params, t Task) (*Coordinator, error) {
	r := &Coordinator{p: p, task: t}
	r.seen.good, r.seen.sound = true, true
	var err error
	r.vm, err = lua.New(lua.Config{Heap: p.Heap, Budget: 100 * p.Budget, Seed: 1})
	if err != nil {
		return nil, err
	}
	lib, err := rfsm.Open(r.vm, rfsm.Config{Budget: p.Budget})
	if err != nil {
		return nil, err
	}
	if err := r.verbs(); err != nil {
		return nil, err
	}
	if len(p.Chart) == 0 {
		return nil, fmt.Errorf("there is no chart: give the folder that has %s", main)
	}
	for _, t := range p.Chart[:len(p.Chart)-1] {
		if err := r.vm.Do("@"+t.Name, t.Text); err != nil {
			return nil, err
		}
	}
	last := p.Chart[len(p.Chart)-1]
	c, err := rfsm.Load(lib, "@"+last.Name, last.Text)
	if err != nil {
		return nil, err
	}
	m, err := c.Machine(chart.Config{Events: Events(), Queue: 64})
	if err != nil {
		return nil, err
	}
	if r.picture, err = draw.SVG(c.Model(), draw.Options{}); err != nil {
		return nil, err
	}
	reactor.Init(parent, name, r)
	r.Reaction("operate").On(&r.Operator).Do(func() { r.raise("e_reset") })
	r.Reaction("break").On(&r.Trouble).Do(r.spoil)
	r.Reaction("look").On(&r.Reading).Uses(&r.Felt, &r.State).Do(r.look)
	r.Setup(m, chart.Settings{Inputs: -1, Period: p.Period, Effects: []reactor.Effect{&r.Wish, &r.Hand, &r.Restart, &r.Note}, Picture: r.picture})
	return r, nil
}

// raise sends an event of Events to the chart, whose queue has room for all of them.
func (r *Coordinator) raise(event string) {
	_ = r.Machine().SendName(event) // an overflow raises an event and a report of the chart's own
}

// want asks for a motion.
func (r *Coordinator) want(w Wish) {
	w.Number, w.Bias = r.wish.Number+1, r.wish.Bias
	r.wish, r.wished = w, r.Elapsed()
	s := &r.seen
	s.touching, s.contact = 0, false
	r.Wish.Set(w)
}

// grip commands the gripper.
func (r *Coordinator) grip(h Hand) {
	r.hand = h
	s := &r.seen
	s.gripped, s.open, s.slip, s.caught, s.hands = false, false, false, 0, s.count
	r.Hand.Set(h)
}

// say sends a message to people.
func (r *Coordinator) say(n Note) {
	r.Note.Set(n)
	if n.End {
		r.RequestStop()
	}
}

// at returns where the tool's point is: as commanded, or as read if nothing is commanded.
func (r *Coordinator) at() (spatial.Vec3, float64) {
	if s := &r.seen; s.state.Number == 0 {
		return s.reading.Pose.Apply(spatial.V(0, 0, reach)), yawOf(s.reading.Pose.R)
	}
	return r.seen.state.P, r.seen.state.Yaw
}
