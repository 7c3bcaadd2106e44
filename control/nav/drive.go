package nav

import (
	"math"
	"time"

	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/route"
	"github.com/sinew-robotics/sinew/math/nav/steer"
	"github.com/sinew-robotics/sinew/reactor"
)

// DriveConfig describes a Drive. Grid is required, and so is what steer.Params and route.Params require of Steer and Route.
type DriveConfig struct {
	Grid  *plane.Grid
	Steer steer.Params
	Route route.Params
	// Close and Aligned are how near the goal, in m and rad, counts as reached; 0 for 0.07 and 0.07.
	Close, Aligned float64
}

// step is the period of a Drive, as steer requires for a Pilot.
const step = 50 * time.Millisecond

// How long a Drive waits, in s.
const (
	oldPlace = 1.0 // since the scans from which the place was found
	patience = 1.5 // without progress, before another way is searched
	again    = 2.0 // between searches; doubled after each one that finds no way
	longest  = 16  // s, at most
)

// Drive takes a vehicle to goals on a map: it asks a Plan for a way, follows it, and asks for another when it makes no
// progress. If the place is not known, it turns and drives carefully until it is. Its commands are meant to go through a
// steer.Guard.
//
//	in   odometry
//	in   around    what an Eye has seen
//	in   place     where the vehicle is, from a Locate
//	in   goal      number 0: rest
//	in   sent      the commands that the vehicle was given, from any source
//	in   answer    from a Plan
//	out  request   for the Plan
//	out  command   every 50 ms
//	out  driving   what it is doing, and why
//	out  way       to be followed from now on, for observers
type Drive struct {
	reactor.Reactor
	Odometry reactor.In[Odometry]
	Around   reactor.In[steer.Around]
	Place    reactor.In[Place]
	Goal     reactor.In[Goal]
	Sent     reactor.In[Velocity]
	Answer   reactor.In[Answer]
	Request  reactor.Out[Request]
	Command  reactor.Out[Velocity]
	Driving  reactor.Out[Driving]
	Way      reactor.Out[Answer]
	period   reactor.Timer

	cfg   DriveConfig
	field *plane.Field // of the walls of the map
	sight *Sight
	pilot *steer.Pilot
	place Place
	goal  Goal
	way   course
	seek  seeker
	slip  slip

	walkers []steer.Walker // in the last request
	points  []plane.Point  // points that stood still then
}

// course is the progress on the way to a goal.
type course struct {
	asked   uint32  // the number of the last request
	when    float64 // s, time of the last request
	waiting bool    // for the answer
	has     bool    // the pilot follows a way
	escape  bool    // the way only leads away from an obstacle
	why     bool    // there is no way
	wait    float64 // s, until the next search
	tries   int     // to get closer to the goal, after the end of a way
	done    bool
	request Request
}

// NewDrive makes a Drive.
func NewDrive(parent reactor.Parent, name string, c DriveConfig) (*Drive, error) {
	if c.Close == 0 {
		c.Close = 0.07
	}
	if c.Aligned == 0 {
		c.Aligned = 0.07
	}
	n := &Drive{walkers: make([]steer.Walker, 0, steer.Walkers), points: make([]plane.Point, 0, steer.Spots), cfg: c, field: plane.NewField(c.Grid, 1, false)}
	var err error
	if n.sight, err = NewSight(c.Steer); err != nil {
		return nil, err
	}
	if n.pilot, err = steer.NewPilot(c.Steer); err != nil {
		return nil, err
	}
	reactor.Init(parent, name, n)
	n.period.Set(4*time.Millisecond, step)
	n.Reaction("odometry").On(&n.Odometry).Do(func() { n.sight.Move(n.Odometry.Ref()) })
	n.Reaction("around").On(&n.Around).Do(func() { n.sight.Take(n.Around.Ref()) })
	n.Reaction("place").On(&n.Place).Do(func() {
		n.place = *n.Place.Ref()
		n.slip.see(&n.place)
	})
	n.Reaction("sent").On(&n.Sent).Do(func() { n.sight.State.Sent.Add(n.Sent.Ref().Time, n.Sent.Ref().Twist) })
	n.Reaction("goal").On(&n.Goal).Do(n.take)
	n.Reaction("answer").On(&n.Answer).Sets(&n.Way).Do(n.follow)
	n.Reaction("step").On(&n.period).Sets(&n.Command, &n.Driving, &n.Request).Do(n.step)
	return n, nil
}

// Connect connects a Drive with a Plan, which runs in an enclave of its own.
func (n *Drive) Connect(p *Plan) {
	reactor.Connect(&n.Request, &p.Request).After(time.Millisecond)
	reactor.Connect(&p.Answer, &n.Answer).Physical()
}

// take starts on another goal.
func (n *Drive) take() {
	n.goal = *n.Goal.Ref()
	n.way = course{asked: n.way.asked}
	n.seek = seeker{}
}

// follow takes a way if it answers the last request.
func (n *Drive) follow() {
	a := n.Answer.Ref()
	w := &n.way
	if a.Number != w.asked || !w.waiting || n.goal.Number == 0 {
		return
	}
	w.waiting, w.why = false, a.Why != "" && !a.Escape
	n.Way.Set(*a)
	if w.why {
		w.wait = min(2*max(w.wait, again), longest)
		return // the previous way may become free again
	}
	w.wait = again
	w.has = n.pilot.Follow(&a.Path) == nil
	w.escape = a.Escape
}

func (n *Drive) step() {
	now := n.Elapsed()
	at := n.sight.At(now)
	at.Pose, at.Doubt = n.place.At(at.Odometry), n.place.Doubt
	if n.place.Time == 0 {
		at.Doubt = math.Inf(1)
	}
	c, fault := n.decide(at)
	n.slip.slow(&c, at.Time)
	n.Command.Set(Velocity{Twist: c.Twist, Time: at.Time, Wish: c.Doing != steer.Resting})
	n.Driving.Set(Driving{Doing: c.Doing, Reason: c.Reason, Left: c.Left, Blocked: c.Blocked, Fault: fault})
}

// decide returns the command that is wanted now.
func (n *Drive) decide(at *steer.State) (c steer.Command, fault Fault) {
	w := &n.way
	switch {
	case n.goal.Number == 0:
		return steer.Command{Doing: steer.Resting}, 0
	case n.place.Time == 0 || at.Time-at.Since > oldPlace:
		return steer.Command{Doing: steer.Waiting, Reason: steer.Odometry}, 0
	case !n.place.Known():
		w.has, w.waiting = false, false
		return n.seek.step(at), 0
	case at.Time-n.place.Time > oldPlace:
		return steer.Command{Doing: steer.Waiting, Reason: steer.Lost}, 0
	case w.done:
		return steer.Command{Doing: steer.Arrived}, 0
	case !w.has:
		if w.why {
			fault = NoWay
		}
		n.ask(at)
		return steer.Command{Doing: steer.Waiting, Reason: steer.Obstacle}, fault
	}
	c = n.pilot.Step(at, n.sight.Near)
	switch {
	case c.Doing == steer.Arrived:
		n.arrive(at)
	case c.Reason == steer.OffPath || c.Blocked > patience:
		n.ask(at)
	}
	if w.why && c.Blocked > patience {
		fault = NoWay
	}
	return c, fault
}

// arrive checks whether the end of the way is the goal.
func (n *Drive) arrive(at *steer.State) {
	w := &n.way
	d := n.goal.Inv().Mul(at.Pose)
	if !w.escape && (d.Point().Norm() < n.cfg.Close && math.Abs(d.Yaw) < n.cfg.Aligned || w.tries == 3) {
		w.done = true
		return
	}
	if !w.escape {
		w.tries++
	}
	w.has, w.when = false, 0
}

// ask asks for a way from where the vehicle is standing.
func (n *Drive) ask(at *steer.State) {
	w, moving := &n.way, n.sight.State.Twist
	if w.waiting && at.Time-w.when < 10*again || w.when > 0 && at.Time-w.when < w.wait || math.Abs(moving.V) > 0.03 || math.Abs(moving.W) > 0.05 {
		return
	}
	w.asked++
	w.when, w.waiting = at.Time, true
	r := &w.request
	r.Number, r.From, r.To, r.N = w.asked, at.Pose, n.goal.Pose, 0
	n.strange(r)
	n.Request.Set(*r)
}

// apart is the least distance, in m, from walls of the map of points that the map lacks.
const (
	apart = 0.25
	body  = 0.2 // m beyond a person's radius within which points belong to the person
)

// strange lists points that were seen and that the map lacks, except those of walking people, who will be elsewhere. If there
// are more than a request can hold, it lists every second point, or every third.
func (n *Drive) strange(r *Request) {
	near, odometry := n.sight.Near, n.sight.State.Odometry
	n.walkers = near.People(n.sight.State.Time, n.walkers[:0])
	toMap := r.From.Mul(near.Frame.Mul(odometry).Inv())
	kept := n.points[:0]
	for _, p := range near.Obstacles(n.points[:0]) {
		if q := toMap.Apply(p); !n.walks(p) && n.field.At(q) > apart {
			kept = append(kept, q)
		}
	}
	for i := 0; i < len(kept); i += 1 + (len(kept)-1)/len(r.Seen) {
		r.Seen[r.N] = kept[i]
		r.N++
	}
}

// walks reports whether a point in the frame of odometry belongs to somebody walking.
func (n *Drive) walks(p plane.Point) bool {
	for i := range n.walkers {
		if n.walkers[i].At.Sub(p).Norm() < n.walkers[i].Radius+body {
			return true
		}
	}
	return false
}

// seeker moves a vehicle that does not know where it is, a little at a time, so that its scans find the place.
type seeker struct {
	kind  int
	since float64 // s, when this kind of moving began; 0: not yet
	still float64 // s, when the guard last let something pass
}

// want returns the motion of this kind: turning one way or the other, or driving a little.
func (s *seeker) want() plane.Twist {
	return [...]plane.Twist{{W: 0.4}, {V: 0.2}, {W: -0.4}, {V: -0.15}}[s.kind]
}

func (s *seeker) step(at *steer.State) steer.Command {
	if s.since == 0 {
		s.since, s.still = at.Time, at.Time
	}
	if _, sent := at.Sent.Last(); math.Abs(sent.V)+math.Abs(sent.W) > 0.05 {
		s.still = at.Time
	}
	most := 17.0 // a whole turn
	if s.want().W == 0 {
		most = 5
	}
	if at.Time-s.still > 1.5 || at.Time-s.since > most {
		*s = seeker{kind: (s.kind + 1) % 4, since: at.Time, still: at.Time}
	}
	return steer.Command{Twist: s.want(), Doing: steer.Following, Reason: steer.Lost, Blocked: at.Time - s.still}
}
