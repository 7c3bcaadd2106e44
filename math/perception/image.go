package perception

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// MaxSide bounds the width and the height of a picture, in pixels. With it every sum in the package fits its
// integer type.
const MaxSide = 8192

// Image is a colour picture: 8-bit RGB, three bytes a pixel, rows from top to bottom. Pixel (x, y) is at
// Pix[y*Stride+3*x].
type Image struct {
	W, H   int    // size in pixels
	Stride int    // bytes from one row to the next, at least 3*W
	Pix    []byte // R, G, B, R, G, B, ...
}

// NewImage returns a black picture of w×h pixels. Sides outside 1..MaxSide give an image that Check rejects.
func NewImage(w, h int) Image {
	if !sidesOK(w, h) {
		return Image{W: w, H: h}
	}
	return Image{W: w, H: h, Stride: 3 * w, Pix: make([]byte, 3*w*h)}
}

// Check reports what is wrong with the picture's shape, nil if it is valid.
func (m *Image) Check() error {
	if m == nil {
		return errors.New("perception: image is nil: give a picture")
	}
	return shapeError("image", m.W, m.H, 3*m.W, m.Stride, len(m.Pix))
}

// OK is Check without the explanation; it does not allocate.
func (m *Image) OK() bool {
	return m != nil && shapeOK(m.W, m.H, 3*m.W, m.Stride, len(m.Pix))
}

// At returns the colour of pixel (x, y), black outside the picture.
func (m *Image) At(x, y int) (r, g, b byte) {
	if uint(x) >= uint(m.W) || uint(y) >= uint(m.H) {
		return 0, 0, 0
	}
	p := m.Pix[y*m.Stride+3*x:]
	return p[0], p[1], p[2]
}

// Set colours pixel (x, y); outside the picture it does nothing.
func (m *Image) Set(x, y int, r, g, b byte) {
	if uint(x) >= uint(m.W) || uint(y) >= uint(m.H) {
		return
	}
	p := m.Pix[y*m.Stride+3*x:]
	p[0], p[1], p[2] = r, g, b
}

// Row returns the 3*W bytes of row y, which must lie in the picture.
func (m *Image) Row(y int) []byte {
	o := y * m.Stride
	return m.Pix[o : o+3*m.W : o+3*m.W]
}

// DefaultDepthScale is the D435i's depth unit in metres: one millimetre.
const DefaultDepthScale = 0.001

// Depth is a depth picture: the distance along the optical axis (z, not the ray's length) in units of Scale
// metres; 0 means no data. Pixel (x, y) is at Pix[y*Stride+x].
type Depth struct {
	W, H   int      // size in pixels
	Stride int      // samples from one row to the next, at least W
	Scale  float64  // metres per unit; 0 means DefaultDepthScale
	Pix    []uint16 // raw depth, 0 = no data
}

// NewDepth returns a depth picture of w×h pixels without data, in millimetres. Sides outside 1..MaxSide give
// a picture that Check rejects.
func NewDepth(w, h int) Depth {
	if !sidesOK(w, h) {
		return Depth{W: w, H: h}
	}
	return Depth{W: w, H: h, Stride: w, Scale: DefaultDepthScale, Pix: make([]uint16, w*h)}
}

// Check reports what is wrong with the picture's shape or scale, nil if they are valid.
func (d *Depth) Check() error {
	if d == nil {
		return errors.New("perception: depth is nil: give a depth picture")
	}
	err := shapeError("depth", d.W, d.H, d.W, d.Stride, len(d.Pix))
	if !d.scaleOK() {
		err = errors.Join(err, fmt.Errorf("perception: depth scale is %v: give metres per unit, positive and finite", d.Scale))
	}
	return err
}

// OK is Check without the explanation; it does not allocate.
func (d *Depth) OK() bool {
	return d != nil && d.scaleOK() && shapeOK(d.W, d.H, d.W, d.Stride, len(d.Pix))
}

func (d *Depth) scaleOK() bool {
	return d.Scale == 0 || (d.Scale > 0 && !math.IsInf(d.Scale, 0))
}

// Unit returns the metres per unit of the raw numbers.
func (d *Depth) Unit() float64 {
	if d.Scale == 0 {
		return DefaultDepthScale
	}
	return d.Scale
}

// At returns the raw depth of pixel (x, y), 0 outside the picture.
func (d *Depth) At(x, y int) uint16 {
	if uint(x) >= uint(d.W) || uint(y) >= uint(d.H) {
		return 0
	}
	return d.Pix[y*d.Stride+x]
}

// Set stores the raw depth of pixel (x, y); outside the picture it does nothing.
func (d *Depth) Set(x, y int, raw uint16) {
	if uint(x) < uint(d.W) && uint(y) < uint(d.H) {
		d.Pix[y*d.Stride+x] = raw
	}
}

// Metres returns the depth of pixel (x, y) in metres, 0 if there is none.
func (d *Depth) Metres(x, y int) float64 { return float64(d.At(x, y)) * d.Unit() }

// Row returns the W samples of row y, which must lie in the picture.
func (d *Depth) Row(y int) []uint16 {
	o := y * d.Stride
	return d.Pix[o : o+d.W : o+d.W]
}

func sidesOK(w, h int) bool { return w > 0 && h > 0 && w <= MaxSide && h <= MaxSide }

func shapeOK(w, h, rowLen, stride, n int) bool {
	if !sidesOK(w, h) || stride < rowLen || rowLen > n {
		return false
	}
	// The sides are at most 2^13, so the bound on the stride keeps the product from overflowing.
	return h == 1 || (stride <= n && (h-1)*stride+rowLen <= n)
}

func shapeError(what string, w, h, rowLen, stride, n int) error {
	switch {
	case shapeOK(w, h, rowLen, stride, n):
		return nil
	case !sidesOK(w, h):
		return fmt.Errorf("perception: %s is %d×%d: sides must be 1 to %d", what, w, h, MaxSide)
	case stride < rowLen:
		return fmt.Errorf("perception: %s stride is %d: a row of %d pixels needs %d", what, stride, w, rowLen)
	}
	return fmt.Errorf("perception: %s holds %d numbers: %d×%d at stride %d need %d", what, n, w, h, stride, (h-1)*stride+rowLen)
}

// Intrinsics are a pinhole camera without distortion: u = Fx·x/z + Cx, v = Fy·y/z + Cy.
type Intrinsics struct {
	W, H   int     // size of its pictures in pixels
	Fx, Fy float64 // focal lengths in pixels
	Cx, Cy float64 // principal point in pixels
}

// D435iColor returns the intrinsics of a RealSense D435i's colour camera at 640×480. The sensor sees about
// 69°×42° at 16:9; 640×480 is cut from its middle, so the vertical view of 42° stays and, pixels being
// square, the horizontal view becomes about 54°. A depth picture aligned to colour shares them. A real
// camera reports its own; these serve simulation and tests.
func D435iColor() Intrinsics { return FromFOV(640, 480, 42*math.Pi/180) }

// FromFOV returns the intrinsics of a w×h camera with square pixels, its principal point in the middle
// and a vertical view of fovY radians.
func FromFOV(w, h int, fovY float64) Intrinsics {
	f := float64(h) / 2 / math.Tan(fovY/2)
	return Intrinsics{W: w, H: h, Fx: f, Fy: f, Cx: float64(w-1) / 2, Cy: float64(h-1) / 2}
}

// OK reports whether the numbers describe a camera: sides in range, focal lengths positive, all finite.
func (c Intrinsics) OK() bool {
	return sidesOK(c.W, c.H) && c.Fx > 0 && c.Fy > 0 &&
		!math.IsInf(c.Fx, 0) && !math.IsInf(c.Fy, 0) &&
		!math.IsInf(c.Cx, 0) && !math.IsNaN(c.Cx) && !math.IsInf(c.Cy, 0) && !math.IsNaN(c.Cy)
}

// Check reports what is wrong with the camera, nil if it is valid.
func (c Intrinsics) Check() error {
	if c.OK() {
		return nil
	}
	return fmt.Errorf("perception: intrinsics %+v describe no camera: sides must be 1 to %d, focal lengths positive, all finite", c, MaxSide)
}

// Project returns the pixel of a point in the optical frame. ok is false if the point is not in front of the
// camera, not finite, or outside the picture; (u, v) is then still the projection if one exists.
func (c Intrinsics) Project(p spatial.Vec3) (u, v float64, ok bool) {
	if !(p.Z > 0) || !p.Finite() {
		return 0, 0, false
	}
	u = float64(c.Fx*p.X/p.Z) + c.Cx
	v = float64(c.Fy*p.Y/p.Z) + c.Cy
	ok = u >= -0.5 && v >= -0.5 && u < float64(c.W)-0.5 && v < float64(c.H)-0.5
	return u, v, ok
}

// Deproject returns the point in the optical frame that pixel (u, v) shows at depth z metres.
func (c Intrinsics) Deproject(u, v, z float64) spatial.Vec3 {
	return spatial.V((u-c.Cx)/c.Fx*z, (v-c.Cy)/c.Fy*z, z)
}
