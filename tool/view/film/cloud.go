package film

import (
	"encoding/binary"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/wellknown"
)

// pointSize is the number of bytes of a point in a cloud: x, y, z, red, green, blue, alpha.
const pointSize = 16

// Cloud is a PointCloud of coloured points in a frame.
func Cloud(m wellknown.Message, frame string, t int64, points []view.Point) wellknown.Message {
	m = m.Cloud(t, frame, pointSize)
	for i, axis := range [...]string{"x", "y", "z"} {
		m = m.Element(axis, 4*i, wellknown.Float32)
	}
	for i, colour := range [...]string{"red", "green", "blue", "alpha"} {
		m = m.Element(colour, 12+i, wellknown.Uint8)
	}
	return m.Part(6, func(m wellknown.Message) wellknown.Message {
		for _, p := range points {
			for _, x := range [...]float32{p.X, p.Y, p.Z} {
				m = binary.LittleEndian.AppendUint32(m, math.Float32bits(x))
			}
			m = append(m, byte(p.Colour>>16), byte(p.Colour>>8), byte(p.Colour), 255)
		}
		return m
	})
}

// surface is points on the shapes of a link, in its frame.
func surface(l view.Link) (all []view.Point) {
	for _, s := range l.Shapes {
		add := func(x, y, z float64) {
			p := s.At.Apply(spatial.V(x, y, z))
			all = append(all, view.Point{X: float32(p.X), Y: float32(p.Y), Z: float32(p.Z), Colour: s.Colour})
		}
		switch r, h := s.Size[0], s.Size[1]; s.Kind {
		case view.BoxShape:
			onBox(s.Size, add)
		case view.SphereShape:
			onBall(r, 0, 0, add)
		case view.CapsuleShape:
			onPipe(r, h, add)
			onBall(r, -h/2, h/2, add)
		default:
			onPipe(r, h, add)
		}
	}
	return all
}

// round is the number of points around a round shape, and along a box's side.
const round, side = 16, 5

// onBox adds a grid on each of a box's sides.
func onBox(size [3]float64, add func(x, y, z float64)) {
	for axis := range 3 {
		for i := range side {
			for j := range side {
				for _, end := range [...]float64{-0.5, 0.5} {
					var p [3]float64
					p[axis] = end * size[axis]
					p[(axis+1)%3] = (float64(i)/(side-1) - 0.5) * size[(axis+1)%3]
					p[(axis+2)%3] = (float64(j)/(side-1) - 0.5) * size[(axis+2)%3]
					add(p[0], p[1], p[2])
				}
			}
		}
	}
}

// onPipe adds rings on a cylinder along z.
func onPipe(r, h float64, add func(x, y, z float64)) {
	for k := range side {
		for i := range round {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / round)
			add(r*cos, r*sin, (float64(k)/(side-1)-0.5)*h)
		}
	}
}

// onBall adds rings on a sphere whose lower half is centred at low on the z axis and the upper half at high.
func onBall(r, low, high float64, add func(x, y, z float64)) {
	for k := 1; k < 8; k++ {
		up, out := math.Sincos(math.Pi * (float64(k)/8 - 0.5))
		z := low
		if up > 0 {
			z = high
		}
		for i := range round {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / round)
			add(r*out*cos, r*out*sin, z+r*up)
		}
	}
}
