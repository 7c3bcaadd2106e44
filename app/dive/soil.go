package dive

import (
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/tool/view"
)

// Ground is how a vehicle kept to the ground, as the simulator knows it but no sensor does.
type Ground struct {
	Mean      *float64 `json:"altitude_mean_m"` // of its height above the bottom after the first ten seconds; null in a shorter run
	RMS       *float64 `json:"altitude_rms_m"`  // from that mean
	Clearance float64  `json:"clearance_min_m"` // least distance between a sphere around the hull and the bottom or obstacles
	Touches   int      `json:"touches"`         // how often it touched the ground
	Way       float64  `json:"way_m"`           // distance over ground
	North     float64  `json:"north_m"`         // distance to the north
}

// settled is when the altitude begins to be measured.
const settled = 10 * time.Second

// soil follows how near the ground comes to the vehicle. It is only for figures.
type soil struct {
	ground   Ground
	n, high  int // cycles, and those with an altitude
	sum, sq  float64
	touching bool
	altitude float64 // now; 0 if it was never known
	last     spatial.Vec3
	truth    rov.State
}

// cycle takes the true state in a cycle.
func (g *soil) cycle(t time.Duration, c rov.Link) {
	h, ok := c.(honest)
	if !ok {
		return
	}
	near := h.Near()
	if math.IsInf(near.Altitude, 0) || near == (rov.Near{}) {
		return // open water, or a vehicle that does not report it
	}
	g.altitude = near.Altitude
	h.Truth(&g.truth, nil)
	p, to := g.truth.P, &g.ground
	if g.n == 0 {
		to.Clearance, g.last = near.Clearance, p
	}
	if g.n++; t >= settled {
		g.high++
		g.sum += near.Altitude
		g.sq += float64(near.Altitude * near.Altitude)
	}
	to.Clearance = min(to.Clearance, near.Clearance)
	if near.Clearance < 0 && !g.touching {
		to.Touches++
	}
	g.touching = near.Clearance < 0
	to.Way += math.Hypot(p.X-g.last.X, p.Y-g.last.Y)
	to.North, g.last = p.X, p
}

// figures returns the figures of the ground; nil if there is none.
func (g *soil) figures() *Ground {
	if g.n == 0 {
		return nil
	}
	f := g.ground
	if g.high > 0 {
		mean := g.sum / float64(g.high)
		rms := math.Sqrt(max(0, g.sq/float64(g.high)-float64(mean*mean)))
		f.Mean, f.RMS = &mean, &rms
	}
	return &f
}

// add adds them to those of a scenario, under the names of run.json.
func (g *Ground) add(m map[string]float64) {
	m["clearance_min_m"], m["touches"], m["way_m"], m["north_m"] = g.Clearance, float64(g.Touches), g.Way, g.North
	if g.Mean != nil {
		m["altitude_mean_m"], m["altitude_rms_m"] = *g.Mean, *g.RMS
	}
}

// String formats them in words.
func (g *Ground) String() string {
	s := fmt.Sprintf("ground: %.2f m clear of it at least, touched %d times; %.1f m driven, %.1f m to the north", g.Clearance, g.Touches, g.Way, g.North)
	if g.Mean != nil {
		s += fmt.Sprintf("; %.2f m above the bottom after %v (rms %.2f m)", *g.Mean, settled, *g.RMS)
	}
	return s
}

// Names on the page.
const (
	pathProximeter = "proximeter"
	pathSonar      = "sonar"
)

// The bottom on the page: patches around the start.
const (
	patch   = 2.0 // m, length of a side
	patches = 9   // to each side of the middle
	thick   = 3.0 // m: neighbours leave no gap
)

// terrain returns the ground as shapes around the vehicle's start, in the page's frame.
func (s *session) terrain() (shapes []view.Shape) {
	g := s.p.ground(s.seed)
	if g.Depth == 0 || s.strange {
		return nil
	}
	bed := g.Bed(s.seed)
	at := func(north, east, down float64) spatial.Pose {
		return spatial.Pose{P: flip(spatial.V(north, east, down-startDepth)), R: spatial.IdentityRot()}
	}
	for i := -patches; i <= patches; i++ {
		for k := -patches; k <= patches; k++ {
			north, east := patch*float64(i), patch*float64(k)
			depth, _, _ := bed.At(north, east)
			shade := uint32(0x60 + max(-0x20, min(0x30, int((g.Depth-depth)*0x18))))
			shapes = append(shapes, view.Shape{Kind: view.BoxShape, Size: [3]float64{patch, patch, thick},
				At: at(north, east, depth+thick/2), Colour: (shade+0x18)<<16 | (shade+8)<<8 | shade})
		}
	}
	for _, o := range bed.Pillars() {
		depth, _, _ := bed.At(o.North, o.East)
		shapes = append(shapes, view.Shape{Kind: view.CylinderShape, Size: [3]float64{o.Radius, depth},
			At: at(o.North, o.East, depth/2), Colour: 0x78716c})
	}
	return shapes
}

// page returns the scene of a watched run, with the ground, which a recording does not have.
func (s *session) page() view.Program {
	p := s.scene()
	if t := s.terrain(); len(t) > 0 {
		p.Links = append(p.Links, view.Link{Name: "ground", Shapes: t})
		p.Paths = append(p.Paths, view.Path{Name: pathProximeter, Colour: 0x0ea5e9}, view.Path{Name: pathSonar, Colour: 0x8b5cf6})
	}
	return p
}

// startDepth is the depth at which a simulated vehicle starts, m: the page's origin.
const startDepth = 2

// echoes draws the beams up to their last echoes.
func (c *screen) echoes(s *session) {
	v, r, at := &s.vehicle, &c.readings, c.pose[0]
	if _, ok := s.craft.Latest(r); !ok {
		return
	}
	end := func(m *rov.Mounting, along spatial.Vec3) spatial.Vec3 {
		return at.Apply(flip(m.Position.Add(m.Angles.Rot().Apply(along))))
	}
	if r.Proximeter.N > 0 {
		m := &v.Proximeter.Mounting
		c.beams[0], c.beams[1] = end(m, spatial.Vec3{}), end(m, spatial.V(r.Proximeter.Range, 0, 0))
		c.hub.Path(pathProximeter, c.beams[:2])
	}
	if r.Sonar.N > 0 {
		m := &v.Sonar.Mounting
		for i := range int(r.Sonar.Beams) {
			c.beams[2*i], c.beams[2*i+1] = end(m, spatial.Vec3{}), end(m, v.Sonar.Beam(i).Scale(r.Sonar.Ranges[i]))
		}
		c.hub.Path(pathSonar, c.beams[:2*int(r.Sonar.Beams)])
	}
}
