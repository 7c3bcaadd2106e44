package nav

import (
	"math"

	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/locate"
	"github.com/sinew-robotics/sinew/reactor"
)

// LocateConfig describes a Locate. Grid is required.
type LocateConfig struct {
	Grid   *plane.Grid
	Params locate.Params
	Seed   uint64
	Start  *plane.Pose // where the vehicle begins, to about Near; nil if unknown
	Near   float64     // m, one standard deviation of Start; its yaw has the same number in rad; 0 for 0.1
}

// Locate finds where the vehicle is on a map.
//
//	in   odometry  each moves the place
//	in   scans     each corrects the place
//	in   here      somebody's word on where it is, to half a metre; number 0: nobody knows, and the whole map is searched
//	in   map       which map is meant; a map other than the program's is a fault
//	out  place
type Locate struct {
	reactor.Reactor
	Odometry reactor.In[Odometry]
	Scans    reactor.In[Scans]
	Here     reactor.In[Goal]
	Map      reactor.In[Map]
	Place    reactor.Out[Place]

	cfg     LocateConfig
	locator *locate.Locator
	views   Views
	last    Odometry
	wrong   bool
	own     Map
}

// NewLocate makes a Locate.
func NewLocate(parent reactor.Parent, name string, c LocateConfig) (*Locate, error) {
	l, err := locate.New(c.Grid, c.Params, c.Seed)
	if err != nil {
		return nil, err
	}
	if c.Near == 0 {
		c.Near = 0.1
	}
	n := &Locate{cfg: c, locator: l, own: MapOf(c.Grid)}
	n.views.Fresh()
	reactor.Init(parent, name, n)
	n.Reaction("map").On(&n.Map).Do(func() { n.wrong = *n.Map.Ref() != n.own })
	n.Reaction("move").On(&n.Odometry).Do(n.move)
	n.Reaction("here").On(&n.Here).Do(n.here)
	n.Reaction("see").On(&n.Scans).Sets(&n.Place).Do(n.see)
	return n, nil
}

// move takes odometry. The start pose applies at the first one.
func (n *Locate) move() {
	o := n.Odometry.Ref()
	if o.Time <= n.last.Time {
		return
	}
	first := n.last.Time == 0
	n.last = *o
	if n.locator.Move(o.Time, o.Pose) == nil && first && n.cfg.Start != nil {
		_ = n.locator.Start(*n.cfg.Start, n.cfg.Near, n.cfg.Near) // finite, or NewLocate would have failed
	}
}

func (n *Locate) here() {
	if g := n.Here.Ref(); g.Number == 0 {
		n.locator.Search()
	} else {
		_ = n.locator.Start(g.Pose, 0.5, 0.35) // a pose that is not finite changes nothing
	}
}

func (n *Locate) see() {
	if n.last.Time == 0 {
		return
	}
	n.locator.See(n.views.Take(n.Scans.Ref()))
	e := n.locator.Estimate()
	p := Place{Pose: e.Pose, Odometry: n.last.Pose, Time: n.last.Time, State: e.State, Doubt: doubt(&e), Places: int32(e.Places), Fit: e.Fit}
	if n.wrong {
		p.State, p.Doubt = locate.Lost, math.Inf(1)
	}
	n.Place.Set(p)
}

// Particles appends the particles' poses, for observers between two tags.
func (n *Locate) Particles(to []plane.Pose) []plane.Pose { return n.locator.Particles(to) }
