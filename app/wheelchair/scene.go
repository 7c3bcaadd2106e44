package wheelchair

import (
	"encoding/json"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/messages"
	"github.com/sinew-robotics/sinew/control/nav"
	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/joypad"
	"github.com/sinew-robotics/sinew/tool/view"
)

// Names of what a page shows, and colours.
const (
	goalMarker = "goal"
	wayPath    = "way"
	goneTrack  = "driven"
	trueTrack  = "truth"

	wayColour    = 0x16a34a
	goneColour   = 0x8b5cf6
	trueColour   = 0x94a3b8
	scanColour   = 0xdc2626
	poseColour   = 0x0ea5e9
	personColour = 0xf59e0b
)

// scene describes what a page shows: the map from above with the wheelchair on it, and how it is
// driven.
func (s *session) scene() view.Program {
	g := s.at.grid
	f := &view.Floor{Width: g.Width, Height: g.Height, Cell: g.Cell, X: g.Origin.X, Y: g.Origin.Y, Cells: make([]byte, len(g.Cells))}
	for i, c := range g.Cells {
		switch {
		case c == plane.Unknown:
			f.Cells[i] = view.FloorUnknown
		case c >= plane.Wall:
			f.Cells[i] = view.FloorWall
		}
	}
	for _, p := range chair.Outline() {
		f.Outline = append(f.Outline, [2]float64{p.X, p.Y})
	}
	seat := view.Shape{Kind: view.BoxShape, Size: [3]float64{1.1, 0.65, 0.9}, At: spatial.Pose{P: spatial.V(0.25, 0, 0.45), R: spatial.IdentityRot()}, Colour: 0x1a63d8}
	return view.Program{Name: Program, Floor: f, Window: 20 * time.Second,
		Links:   []view.Link{{Name: "wheelchair", Shapes: []view.Shape{seat}}},
		Markers: []view.Marker{{Name: goalMarker, Shape: view.Shape{Kind: view.SphereShape, Size: [3]float64{0.1}, At: spatial.Identity(), Colour: wayColour}}},
		Paths:   []view.Path{{Name: trueTrack, Colour: trueColour}, {Name: goneTrack, Colour: goneColour}, {Name: wayPath, Colour: wayColour}},
		Plots: []view.Plot{
			{Title: "Forward", Unit: "m/s", Series: []string{"v sent", "v measured"}},
			{Title: "Turning", Unit: "rad/s", Series: []string{"w sent", "w measured"}},
			{Title: "Clearance", Unit: "m", Series: []string{"clearance"}},
		}}
}

// text formats an example of an order.
func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // structs of numbers
	}
	return string(b)
}

// orders returns what a page can send: modes, goals, where the wheelchair is, and a stick.
func (s *session) orders() []view.Order {
	all := []view.Order{
		{Path: "outside.from_stop", Label: "emergency stop", Kind: "stop", Example: text(struct{}{})},
		{Path: "outside.from_wish", Label: "release", Kind: "release", Example: text(messages.DrivingStateManual)},
		{Path: "outside.from_goal", Label: "drive here", Kind: "pose", Fields: []string{"Pose.X", "Pose.Y", "Pose.Yaw"}, Example: `{"Pose": {"X": 0, "Y": 0, "Yaw": 0}, "Number": 2}`},
		{Path: "teleoperation.joy_node.from_joy", Label: "stick", Kind: "stick", Fields: []string{"Axes[1]", "Axes[0]"}, Example: text(joypad.State{Connected: true})},
		{Path: "outside.from_here", Label: "look where it is"},
	}
	for _, m := range []messages.DrivingState{messages.DrivingStateNative, messages.DrivingStateManual, messages.DrivingStateAssisted, messages.DrivingStateAutonomous} {
		all = append(all, view.Order{Path: "outside.from_wish", Label: m.String(), Kind: "choice", Example: text(m)})
	}
	return all
}

// screen shows a run on a page. A nil screen shows nothing.
type screen struct {
	hub                 *view.Hub
	v, w, dv, dw, clear *view.Series
	links               [1]spatial.Pose
	driven, truth       track
	mu                  sync.Mutex // for what follows, which a page's server reads
	seen                [2 * nav.Beams]view.Point
	n                   int
	people              []view.Point
	particles           []plane.Pose
	points              []view.Point
	views               nav.Views
	ticks               int
}

// track is the past path of something.
type track struct {
	points []spatial.Vec3
	last   plane.Point
}

// add continues the track, in steps of 5 cm.
func (t *track) add(p plane.Pose) bool {
	if len(t.points) > 0 && p.Point().Sub(t.last).Norm() < 0.05 {
		return false
	}
	if len(t.points) == cap(t.points) && len(t.points) >= 4096 {
		t.points = t.points[:copy(t.points, t.points[1:])]
	}
	t.last = p.Point()
	t.points = append(t.points, spatial.V(p.X, p.Y, 0.02))
	return true
}

func newScreen(hub *view.Hub, s *session) *screen {
	c := &screen{hub: hub, v: hub.Series("v sent"), w: hub.Series("w sent"), dv: hub.Series("v measured"), dw: hub.Series("w measured"), clear: hub.Series("clearance")}
	c.driven.points, c.truth.points = make([]spatial.Vec3, 0, 4096), make([]spatial.Vec3, 0, 4096)
	c.views.Fresh()
	if s.at.has {
		hub.Pose(goalMarker, standing(s.at.goal))
	}
	hub.Cloud(c.cloud)
	return c
}

// standing returns a pose on the floor as a pose in space.
func standing(p plane.Pose) spatial.Pose {
	return spatial.Pose{P: spatial.V(p.X, p.Y, 0), R: spatial.RPY{Yaw: p.Yaw}.Rot()}
}

// way shows a new way, and its goal.
func (c *screen) way(a *nav.Answer) {
	if c == nil {
		return
	}
	var points []spatial.Vec3
	for _, l := range a.Path.Legs {
		for _, w := range l.Ways {
			points = append(points, spatial.V(w.X, w.Y, 0.03))
		}
	}
	c.hub.Path(wayPath, points)
	c.hub.Pose(goalMarker, standing(a.Goal))
}

// cycle shows a cycle of the guard.
func (c *screen) cycle(t time.Duration, s *session, sent *nav.Velocity) {
	if c == nil {
		return
	}
	m := &s.meter
	c.v.Add(t, sent.V)
	c.w.Add(t, sent.W)
	c.dv.Add(t, m.odom.Twist.V)
	c.dw.Add(t, m.odom.Twist.W)
	c.clear.Add(t, m.verdict.Clear)
	if c.ticks++; m.place.Time > 0 {
		at := m.place.At(m.odom.Pose)
		if c.driven.add(at) {
			c.hub.Path(goneTrack, c.driven.points)
		}
		c.links[0] = standing(at)
		c.hub.Links(t, c.links[:])
	}
	if s.rig != nil {
		if c.truth.add(s.rig.Body.Pose()) {
			c.hub.Path(trueTrack, c.truth.points)
		}
	}
	if c.ticks%10 != 0 || !c.hub.Watched() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.particles = s.locate.Particles(c.particles[:0])
	c.people = c.people[:0]
	if s.rig == nil {
		return
	}
	w := s.rig.World
	for i := range w.People() {
		c.people = disc(c.people, w.Person(i).At, w.Person(i).Radius)
	}
	for i := range w.Boxes() {
		if corners, there := w.Box(i); there {
			for k, a := range corners {
				b := corners[(k+1)%len(corners)]
				for f := 0.0; f < 1; f += 0.05 {
					c.people = append(c.people, view.Point{X: float32(a.X + f*(b.X-a.X)), Y: float32(a.Y + f*(b.Y-a.Y)), Colour: personColour})
				}
			}
		}
	}
}

// disc appends the outline of a disc.
func disc(to []view.Point, at plane.Point, r float64) []view.Point {
	for i := range 24 {
		p := plane.Pose{X: at.X, Y: at.Y, Yaw: float64(i) * 0.2618}.Apply(plane.Point{X: r})
		to = append(to, view.Point{X: float32(p.X), Y: float32(p.Y), Colour: personColour})
	}
	return to
}

// scans shows the scans, from where the wheelchair believes to be.
func (c *screen) scans(x *nav.Scans, at plane.Pose, known bool) {
	if c == nil || !known || !c.hub.Watched() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n = 0
	for _, v := range c.views.Take(x) {
		for i := range v.Ranges {
			if p, ok := v.Seen(i); ok {
				p = at.Apply(p)
				c.seen[c.n] = view.Point{X: float32(p.X), Y: float32(p.Y), Z: 0.2, Colour: scanColour}
				c.n++
			}
		}
	}
}

// cloud returns all points for a page.
func (c *screen) cloud() []view.Point {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.points = append(c.points[:0], c.seen[:c.n]...)
	for _, p := range c.particles {
		c.points = append(c.points, view.Point{X: float32(p.X), Y: float32(p.Y), Colour: poseColour})
	}
	c.points = append(c.points, c.people...)
	return c.points
}
