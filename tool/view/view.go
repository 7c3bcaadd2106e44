// Package view holds what a running program shows: the robot in space, the camera's image with detections, plots of
// numbers over time, events and a line of status, and what people may send to the program. Package serve shows it in a
// web page; nothing here uses a network.
//
// A program shows itself on a Hub. Its methods may be called from a control cycle: they never block, never allocate
// (except Image, Status, Alarm and Event, which must not be called in control cycles) and return immediately while
// nobody watches. The newest value of each kind replaces the one before; each series keeps its last samples in a ring,
// watched or not, so a page that is opened late has its curves immediately. Values that a viewer is too slow to take
// are overwritten, so a stalled page costs the program nothing. Values of ports and doors, which are not in the hub,
// come from a live.Bus.
//
// Lengths are metres, angles radians, times the program's logical time. Poses are in the world frame, Z up.
package view

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Program describes what is shown. It is fixed when the hub is made.
type Program struct {
	Name    string
	Links   []Link   // of the robot, base first; none shows no robot
	Joints  []string // names, in the order of Hub.Joints
	Markers []Marker // things with a pose: target, tool, …
	Paths   []Path   // lines in space that change as a whole, such as a planned path
	Plots   []Plot
	Window  time.Duration // the time span of plots; 0 is 12 s
	Board   *Board        // of managed controllers; nil for none
	Floor   *Floor        // the map that the robot drives on, shown from above instead of the space; nil for none
}

// Link is one rigid body of the robot. Its shapes are placed in the link's frame.
type Link struct {
	Name   string
	Shapes []Shape
}

// ShapeKind is the kind of a primitive.
type ShapeKind uint8

// The kinds of shape and the meaning of Shape.Size.
const (
	BoxShape      ShapeKind = iota // the three sides along x, y, z
	CylinderShape                  // radius, length along z
	SphereShape                    // radius
	CapsuleShape                   // radius, length along z of the part between the two half spheres
)

// sides is the number of values of Shape.Size that a kind of shape uses.
func (k ShapeKind) sides() int {
	return [...]int{BoxShape: 3, CylinderShape: 2, SphereShape: 1, CapsuleShape: 2}[min(k, CapsuleShape)]
}

// Shape is a primitive body, its middle at At.
type Shape struct {
	Kind   ShapeKind
	Size   [3]float64
	At     spatial.Pose
	Colour uint32 // 0xRRGGBB
}

// MarkerKind says how a marker is drawn.
type MarkerKind uint8

// The kinds of marker.
const (
	BodyMarker    MarkerKind = iota // as its shape
	FrameMarker                     // as three axes, Shape.Size[0] long
	FrustumMarker                   // as a camera's field of view along z: Shape.Size is half the width, half the height, and the depth at which they apply
)

// Marker is a thing that moves independently.
type Marker struct {
	Name  string
	Shape Shape
	Trail int // number of its last places drawn as a line; 0 none
	Kind  MarkerKind
}

// Path is a line in space.
type Path struct {
	Name   string
	Colour uint32 // 0xRRGGBB
}

// Point is one of a cloud, metres in the world frame.
type Point struct {
	X, Y, Z float32
	Colour  uint32 // 0xRRGGBB
}

// Plot is one pair of axes with its series.
type Plot struct {
	Title, Unit string
	Series      []string // names, each unique within the program
	Limits      []Limit
}

// Limit is a line across a plot.
type Limit struct {
	Name  string
	Value float64
}

// Detection is something found in an image: the box around it in pixels, x to the right, y down.
type Detection struct {
	Found      bool
	X, Y, W, H float64
	Label      string
}

// Validate reports all faults of p.
func (p Program) Validate() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf("view: "+format, args...)) }
	for _, l := range p.Links {
		for _, s := range l.Shapes {
			s.validate("link "+l.Name, s.Kind.sides(), fault)
		}
	}
	seen := map[string]bool{}
	name := func(kind, n string) {
		if n == "" || seen[kind+n] {
			fault("%s %q: names must be given and unique", kind, n)
		}
		seen[kind+n] = true
	}
	for _, m := range p.Markers {
		name("marker", m.Name)
		m.Shape.validate("marker "+m.Name, m.sides(), fault)
		if m.Kind > FrustumMarker {
			fault("marker %s: unknown kind of marker %d", m.Name, m.Kind)
		}
		if m.Trail < 0 || m.Trail > 100000 {
			fault("marker %s: a trail of %d places: give 0 to 100000", m.Name, m.Trail)
		}
	}
	for _, l := range p.Paths {
		name("path", l.Name)
	}
	for _, q := range p.Plots {
		for _, s := range q.Series {
			name("series", s)
		}
	}
	if p.Floor != nil {
		p.Floor.validate(len(p.Links), fault)
	}
	if p.Window < 0 {
		fault("a window of %v: give a positive time", p.Window)
	}
	return errors.Join(faults...)
}

// sides is the number of values of Shape.Size that the marker uses.
func (m Marker) sides() int {
	switch m.Kind {
	case FrameMarker:
		return 1
	case FrustumMarker:
		return 3
	}
	return m.Shape.Kind.sides()
}

// validate reports the faults of a shape that uses the given number of sizes.
func (s Shape) validate(of string, sides int, fault func(format string, args ...any)) {
	if s.Kind > CapsuleShape {
		fault("%s: unknown kind of shape %d", of, s.Kind)
	}
	for _, v := range s.Size[:sides] {
		if !(v > 0) || math.IsInf(v, 0) {
			fault("%s: a side of %v m: give a positive length", of, v)
		}
	}
	for _, v := range seven(s.At) {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			fault("%s: its pose %v is not finite", of, s.At)
			break
		}
	}
}

// Canvas is a surface on which a program draws: a Hub, or a film for a recording.
type Canvas interface {
	// Watched reports whether anything needs to be drawn now.
	Watched() bool
	// Links sets the pose of every link in the world, Joints the joints' angles, rad.
	Links(t time.Duration, poses []spatial.Pose)
	Joints(t time.Duration, q []float64)
	// Pose moves a marker, Path replaces a path; names that the program does not have are ignored.
	Pose(name string, p spatial.Pose)
	Path(name string, points []spatial.Vec3)
}
