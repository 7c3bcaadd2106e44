package sim

import (
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Shape is the shape of a Primitive.
type Shape uint8

// The shapes.
const (
	Ellipsoid Shape = iota // half axes Size
	Box                    // half sides Size
)

// String returns the shape's name in lower case.
func (s Shape) String() string {
	if s == Box {
		return "box"
	}
	return "ellipsoid"
}

// RGB is a colour, 8 bits per channel.
type RGB struct{ R, G, B uint8 }

// Primitive is a coloured body.
type Primitive struct {
	Name  string
	Shape Shape
	Size  spatial.Vec3 // m: half axes or half sides along the body's x, y, z
	Pose  spatial.Pose // of the body's frame (its middle) in the base frame
	Color RGB
}

// Table is the table top the arm stands on: the rectangle X0..X1, Y0..Y1 at height Z, m. It is surrounded by the
// floor, at height Floor.
type Table struct {
	X0, X1, Y0, Y1, Z float64
	Floor             float64
	Color, FloorColor RGB
}

// Scene is the static surroundings of the camera.
type Scene struct {
	Table  Table
	Things []Primitive
	Lemon  RGB // the lemon's colour in full light
	Wall   RGB // seen beyond the floor
}

// DefaultScene returns a slate-grey table with a red ball, a green box and a blue ellipsoid next to the work area.
// Only the lemon is yellow: the table's and the wall's colours are bluish grey, and texture and noise never change
// the hue of the things by more than a few degrees.
func DefaultScene() Scene {
	return Scene{
		Table: Table{
			X0: -0.35, X1: 0.95, Y0: -0.75, Y1: 0.75, Z: 0, Floor: -0.72,
			Color: RGB{112, 122, 138}, FloorColor: RGB{74, 78, 88},
		},
		Things: []Primitive{
			{"ball", Ellipsoid, spatial.V(0.035, 0.035, 0.035), at(0.56, 0.27, 0.035, 0), RGB{205, 45, 40}},
			{"box", Box, spatial.V(0.045, 0.03, 0.025), at(0.31, -0.27, 0.025, 0.6), RGB{50, 145, 75}},
			{"stone", Ellipsoid, spatial.V(0.05, 0.035, 0.02), at(0.62, -0.22, 0.02, -0.5), RGB{60, 90, 190}},
		},
		Lemon: RGB{238, 206, 42},
		Wall:  RGB{150, 158, 170},
	}
}

func at(x, y, z, yaw float64) spatial.Pose {
	return spatial.Pose{P: spatial.V(x, y, z), R: spatial.RotZ(yaw)}
}

// Primitives lists everything to draw for a lemon at the given pose: the table top (a thin box whose upper face is
// at its height), the things and finally, if visible, the lemon. It appends to dst.
func (s *Scene) Primitives(dst []Primitive, lemon spatial.Pose, visible bool) []Primitive {
	const thick = 0.02
	t := &s.Table
	dst = append(dst, Primitive{
		Name: "table", Shape: Box, Color: t.Color,
		Size: spatial.V((t.X1-t.X0)/2, (t.Y1-t.Y0)/2, thick/2),
		Pose: at((t.X0+t.X1)/2, (t.Y0+t.Y1)/2, t.Z-thick/2, 0),
	})
	dst = append(dst, s.Things...)
	if visible {
		dst = append(dst, s.lemonAt(lemon))
	}
	return dst
}

func (s *Scene) lemonAt(p spatial.Pose) Primitive {
	return Primitive{Name: "lemon", Shape: Ellipsoid, Size: LemonRadii(), Pose: p, Color: s.Lemon}
}
