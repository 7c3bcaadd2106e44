package dive

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/tool/view/film"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Series of the scene.
const (
	seriesHeading = "heading"
	seriesTruth   = "true heading"
	seriesWanted  = "set-point"
)

// scene describes what a page shows: the vehicle, its heading and its thrusts.
func (s *session) scene() view.Program {
	v := &s.vehicle
	body := view.Link{Name: "vehicle", Shapes: []view.Shape{
		{Kind: view.BoxShape, Size: [3]float64{v.Size.X, v.Size.Y, v.Size.Z}, At: spatial.Identity(), Colour: 0xf59e0b}}}
	forces := view.Plot{Title: "Forces", Unit: "N"}
	for i, t := range v.Thrusters {
		forces.Series = append(forces.Series, fmt.Sprintf("thruster %d", i+1))
		along := spatial.Pose{P: flip(t.Position), R: turned(flip(t.Direction))}
		body.Shapes = append(body.Shapes, view.Shape{Kind: view.CylinderShape, Size: [3]float64{0.04, 0.08}, At: along, Colour: 0x374151})
	}
	nose := view.Shape{Kind: view.SphereShape, Size: [3]float64{0.05}, At: spatial.Pose{P: spatial.V(v.Size.X/2, 0, 0), R: spatial.IdentityRot()}, Colour: 0xdc2626}
	body.Shapes = append(body.Shapes, nose)
	p := view.Program{Name: s.model.Name, Links: []view.Link{body}, Window: 20 * time.Second,
		Paths:   []view.Path{{Name: seriesWanted, Colour: 0x16a34a}},
		Markers: []view.Marker{{Name: "north, east, down", Kind: view.FrameMarker, Shape: view.Shape{Size: [3]float64{0.6}, At: spatial.Identity()}}},
		Plots:   []view.Plot{{Title: "Heading", Unit: "°", Series: []string{seriesHeading, seriesTruth, seriesWanted}}}}
	if len(forces.Series) > 0 {
		p.Plots = append(p.Plots, forces)
	}
	return p
}

// flip converts a vector of a frame with z down to one with z up.
func flip(v spatial.Vec3) spatial.Vec3 { return spatial.V(v.X, -v.Y, -v.Z) }

// turned returns a rotation that takes z to a direction.
func turned(d spatial.Vec3) spatial.Rot {
	return spatial.RPY{Pitch: math.Atan2(math.Hypot(d.X, d.Y), d.Z), Yaw: math.Atan2(d.Y, d.X)}.Rot()
}

// screen shows a run on a page.
type screen struct {
	hub                    *view.Hub
	heading, truth, wanted *view.Series
	forces                 []*view.Series
	pose                   [2]spatial.Pose // of the vehicle, and of the ground if there is one
	links                  int
	readings               rov.Readings
	beams                  [2 * rov.MaxBeams]spatial.Vec3
	origin                 spatial.Vec3 // the vehicle's first position, the middle of the page
	placed                 bool
	dial                   dial
}

// dial unwraps headings, so that their lines on a page do not jump.
type dial struct {
	heading       float64 // as shown
	order, wanted float64 // as given, and as shown
}

// turn takes the next heading and order, and returns them as shown: the order the short way round from the heading, unless
// the heading clearly turns the other way.
func (d *dial) turn(heading, order float64) (float64, float64) {
	if !math.IsNaN(heading) {
		d.heading += wrap(heading - d.heading)
	}
	const clearly = 0.3 // rad beyond half a turn
	if order != d.order || !(math.Abs(d.wanted-d.heading) <= math.Pi+clearly) {
		d.order, d.wanted = order, d.heading+wrap(order-d.heading)
	}
	return d.heading, d.wanted
}

// on shows the run on a hub made for scene.
func (w *watch) on(hub *view.Hub, s *session) {
	c := &screen{hub: hub, heading: hub.Series(seriesHeading), truth: hub.Series(seriesTruth), wanted: hub.Series(seriesWanted)}
	for i := range s.vehicle.Thrusters {
		c.forces = append(c.forces, hub.Series(fmt.Sprintf("thruster %d", i+1)))
	}
	c.links, c.pose[1] = 1, spatial.Identity()
	if len(s.terrain()) > 0 {
		c.links, c.origin, c.placed = 2, spatial.V(0, 0, startDepth), true
	}
	w.screen = c
}

// cycle shows a cycle. It neither allocates nor waits.
func (c *screen) cycle(t time.Duration, s *session) {
	now, deg := &s.flight.now, 180/math.Pi
	add := func(to *view.Series, v float64) {
		if !math.IsNaN(v) {
			to.Add(t, v*deg)
		}
	}
	heading, wanted := c.dial.turn(now.Measured, now.SetPoint)
	if !math.IsNaN(now.Measured) {
		add(c.heading, heading)
	}
	add(c.truth, heading+wrap(now.Truth-heading))
	add(c.wanted, wanted)
	for i, f := range c.forces {
		f.Add(t, s.flight.forces[i])
	}
	if !c.hub.Watched() {
		return
	}
	c.pose[0] = headed(now.Measured)
	if !math.IsNaN(now.Truth) {
		p := s.truth.Pose()
		if !c.placed {
			c.origin, c.placed = p.P, true
		}
		p.P = p.P.Sub(c.origin)
		c.pose[0] = flipped(p)
	}
	draw(c.hub, t, c.pose[:c.links], now.SetPoint)
	if c.links > 1 {
		c.echoes(s)
	}
}

// headed returns the pose of a vehicle of which only the heading is known.
func headed(heading float64) spatial.Pose { return spatial.Pose{R: spatial.RPY{Yaw: -heading}.Rot()} }

// draw draws the vehicle, and its wanted heading unless that is NaN.
func draw(on view.Canvas, t time.Duration, pose []spatial.Pose, wanted float64) {
	on.Links(t, pose)
	on.Pose("north, east, down", spatial.Pose{R: spatial.RPY{Roll: math.Pi}.Rot()})
	if !math.IsNaN(wanted) {
		const ahead = 1.5 // m
		line := [2]spatial.Vec3{pose[0].P, pose[0].P.Add(headed(wanted).R.Col(0).Scale(ahead))}
		on.Path(seriesWanted, line[:])
	}
}

// flipped converts a pose in north, east, down to the page's frame with z up.
func flipped(p spatial.Pose) spatial.Pose {
	over := spatial.RPY{Roll: math.Pi}.Rot()
	return spatial.Pose{P: flip(p.P), R: over.Mul(p.R).Mul(over)}
}

// buttons returns the orders that a page can send: the emergency stop, and set-points of an operator with one Angle.
func (s *session) buttons() (all []view.Order) {
	if s.thrust != nil {
		all = brakes()
	}
	for _, i := range operators(s.model) {
		in := s.proj.Inlet(i.Path)
		if in == nil {
			continue
		}
		var only *atom.Port
		for _, p := range i.Ports {
			if p.Element.Role == atom.ProductRole {
				if only != nil {
					only = nil
					break
				}
				only = p
			}
		}
		if only == nil || only.Element.Type != unit.TypeAngle {
			continue
		}
		for _, deg := range []float64{0, 75, -75} {
			var v project.Sample
			v.Set(0, deg*math.Pi/180)
			text, err := json.Marshal(v)
			if err != nil {
				continue // a struct of numbers
			}
			all = append(all, view.Order{Path: in.Path() + ".offered", Label: fmt.Sprintf("%s = %g°", only.Element.Name, deg), Example: string(text)})
		}
	}
	return all
}

// film adds to a recording what viewers draw without a plug-in: the heading as measured and as wanted. The vehicle's
// position does not enter the program, so it is not in the recording either.
func (s *session) film(w *trace.Writer, rec *record.Recorder) error {
	heading, wanted := s.shown()
	f, err := film.New(w, s.scene(), heading+" "+wanted, film.Options{})
	if err != nil {
		return err
	}
	var pose [1]spatial.Pose
	to := math.NaN()
	_, err1 := record.Follow(rec, wanted, func(_ reactor.Tag, v *float64) { to = *v })
	_, err2 := record.Follow(rec, heading, func(tag reactor.Tag, v *float64) {
		f.At(tag.Time.Duration())
		if pose[0] = headed(*v); f.Watched() && !math.IsNaN(*v) {
			draw(f, tag.Time.Duration(), pose[:], to)
		}
	})
	return errors.Join(err1, err2, f.FollowMisses(rec))
}
