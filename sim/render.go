package sim

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/perception"
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Renderer draws what an RGB-D camera sees of a scene: colour, and depth aligned to it. It casts one ray per pixel, row
// by row: the table incrementally, bodies only in the columns that their outline bounds.
//
// Render is a function of the Shot alone, given the Renderer's configuration. A Renderer holds scratch memory, so
// goroutines that render at the same time need one each.
type Renderer struct {
	in     perception.Intrinsics
	scene  Scene
	colors []*palette // of the things, with the lemon's last
	tiles  tiles
	table  []uint16
	shadow float64
	grain  []int8 // texture of the table, grainSide², levels

	inv    []float64 // inverse depth of the row being drawn, 1/m
	bodies []drawn
}

const (
	grainSide   = 256
	grainPer    = 300.0   // texels per metre
	grainOffset = 1 << 20 // keeps texel indices positive, a multiple of grainSide
	farthest    = 15.0    // m; beyond it is the wall
)

// NewRenderer returns a renderer of the scene for a camera with the given intrinsics and noise.
func NewRenderer(scene Scene, in perception.Intrinsics, noise Noise) (*Renderer, error) {
	err := in.Check()
	for _, p := range scene.Things {
		if !(p.Size.X > 0 && p.Size.Y > 0 && p.Size.Z > 0) || !p.Size.Finite() || !p.Pose.Finite() {
			err = errors.Join(err, fmt.Errorf("sim: scene: thing %q has size %v: every half axis must be positive and finite", p.Name, p.Size))
		}
	}
	if !(noise.Disparity >= 0 && noise.Holes >= 0 && noise.Color >= 0) {
		err = errors.Join(err, fmt.Errorf("sim: noise %+v: no number may be negative", noise))
	}
	if err != nil {
		return nil, err
	}
	r := &Renderer{
		in: in, scene: scene, tiles: newTiles(noise), table: depthTable(), grain: newGrain(),
		inv: make([]float64, in.W), bodies: make([]drawn, len(scene.Things)+1),
	}
	r.scene.Wall = muted(scene.Wall)
	r.scene.Table.Color, r.scene.Table.FloorColor = muted(scene.Table.Color), muted(scene.Table.FloorColor)
	for _, p := range scene.Things {
		r.colors = append(r.colors, newPalette(p.Color))
	}
	r.colors = append(r.colors, newPalette(scene.Lemon))
	if noise.Occlusion {
		r.shadow = in.Fx * stereoBase
	}
	return r, nil
}

// muted moves a colour away from the ends of the scale by more than grain and noise can add.
func muted(c RGB) RGB {
	m := func(x uint8) uint8 { return max(24, min(x, 231)) }
	return RGB{m(c.R), m(c.G), m(c.B)}
}

// Intrinsics returns the camera's intrinsics.
func (r *Renderer) Intrinsics() perception.Intrinsics { return r.in }

// newGrain makes a smooth texture of two scales that tiles without a seam, within ±12 levels.
func newGrain() []int8 {
	g := make([]int8, grainSide*grainSide)
	coarse, middle := newLattice(5, 1), newLattice(3, 2)
	for y := range grainSide {
		for x := range grainSide {
			g[y*grainSide+x] = int8(math.Round(5*coarse.at(x, y) + 4*middle.at(x, y) + 3*(2*unitFloat(mix(3, uint64(y*grainSide+x)))-1)))
		}
	}
	return g
}

// lattice is a grid of random values in −1..1 that repeats in both directions; its step is a power of two.
type lattice struct {
	bits, n int
	nodes   []float64
}

func newLattice(bits int, seed uint64) lattice {
	n := grainSide >> bits
	l := lattice{bits: bits, n: n, nodes: make([]float64, n*n)}
	for k := range l.nodes {
		l.nodes[k] = 2*unitFloat(mix(seed, uint64(k))) - 1
	}
	return l
}

// at interpolates between the nodes.
func (l *lattice) at(x, y int) float64 {
	step := 1 << l.bits
	i, j := x>>l.bits, y>>l.bits
	fx, fy := float64(x&(step-1))/float64(step), float64(y&(step-1))/float64(step)
	right, row, next := (i+1)&(l.n-1), j*l.n, ((j+1)&(l.n-1))*l.n
	top := l.nodes[row+i]*(1-fx) + l.nodes[row+right]*fx
	bottom := l.nodes[next+i]*(1-fx) + l.nodes[next+right]*fx
	return top*(1-fy) + bottom*fy
}

// Render draws the shot into img and depth, which must have the intrinsics' size; depth gets millimetres.
// On an error it leaves both unchanged.
func (r *Renderer) Render(s *Shot, img *perception.Image, depth *perception.Depth) error {
	if !img.OK() || !depth.OK() || img.W != r.in.W || img.H != r.in.H || depth.W != r.in.W || depth.H != r.in.H {
		return fmt.Errorf("sim: pictures do not fit a %d×%d camera: %w", r.in.W, r.in.H, errors.Join(img.Check(), depth.Check()))
	}
	if !s.Camera.Finite() || !s.Lemon.Finite() {
		return fmt.Errorf("sim: shot %d: a pose is not finite: camera %v, lemon %v", s.Seq, s.Camera.P, s.Lemon.P)
	}
	depth.Scale = perception.DefaultDepthScale
	n := r.prepare(s)
	for v := range r.in.H {
		row := img.Row(v)
		y := (float64(v) - r.in.Cy) / r.in.Fy
		r.background(row, s.Camera, y)
		for i := range n {
			r.bodies[i].shadowRow(row, r.inv, &r.in, y)
		}
		for i := range n {
			r.bodies[i].drawRow(row, r.inv, &r.in, y)
		}
		r.tiles.addColor(row, s.Seed, v)
		r.tiles.measureDepth(depth.Row(v), r.inv, r.table, s.Seed, v, r.shadow)
	}
	s.Fault.Apply(img, depth, s.Seed)
	return nil
}

// prepare prepares the visible bodies and returns their number.
func (r *Renderer) prepare(s *Shot) int {
	cam, n := s.Camera.Inv(), 0
	for i := range r.scene.Things {
		if r.bodies[n].prepare(&r.scene.Things[i], r.colors[i], cam, r.scene.Table.Z) {
			n++
		}
	}
	if s.Visible {
		lemon := r.scene.lemonAt(s.Lemon)
		if r.bodies[n].prepare(&lemon, r.colors[len(r.scene.Things)], cam, r.scene.Table.Z) {
			n++
		}
	}
	return n
}

// background draws table, floor and wall of a row and sets its inverse depths. Along a row the ray's
// direction, and with it the inverse depth of a horizontal plane, is linear.
func (r *Renderer) background(row []byte, cam spatial.Pose, y float64) {
	in, t := &r.in, &r.scene.Table
	d0 := cam.R.Apply(spatial.V(-in.Cx/in.Fx, y, 1))
	du := cam.R.Col(0).Scale(1 / in.Fx)
	top := 1 / (t.Z - cam.P.Z)
	u0, u1 := aheadSpan(d0.Z*top, du.Z*top, in.W)
	r.wall(row, 0, u0)
	r.wall(row, u1, in.W)
	floor := (t.Z - cam.P.Z) / (t.Floor - cam.P.Z) // ratio of the floor's inverse depth to the table's
	inv := r.inv
	for u := u0; u < u1; u++ {
		f := float64(u)
		w := (d0.Z + du.Z*f) * top
		z := 1 / w
		x, y := cam.P.X+z*(d0.X+du.X*f), cam.P.Y+z*(d0.Y+du.Y*f)
		c := t.Color
		if !(x >= t.X0 && x < t.X1 && y >= t.Y0 && y < t.Y1) {
			c, w = t.FloorColor, max(0, w*floor)
		}
		inv[u] = w
		i, j := int(x*grainPer+grainOffset), int(y*grainPer+grainOffset)
		g := byte(r.grain[(j&(grainSide-1))*grainSide+i&(grainSide-1)])
		p := row[3*u : 3*u+3 : 3*u+3]
		p[0], p[1], p[2] = c.R+g, c.G+g, c.B+g
	}
}

// aheadSpan returns the columns u0 ≤ u < u1 at which the inverse depth a + b·u is nearer than the wall.
func aheadSpan(a, b float64, w int) (u0, u1 int) {
	const eps = 1 / farthest
	switch {
	case !(math.Abs(a) < 1e9) || !(math.Abs(b) < 1e9): // the camera is in the plane
		return 0, 0
	case b == 0:
		if a > eps {
			return 0, w
		}
		return 0, 0
	case b > 0:
		return clampColumn(math.Floor((eps-a)/b)+1, w), w
	}
	return 0, clampColumn(math.Ceil((eps-a)/b), w)
}

func (r *Renderer) wall(row []byte, u0, u1 int) {
	c := r.scene.Wall
	for u := u0; u < u1; u++ {
		r.inv[u] = 0
		row[3*u], row[3*u+1], row[3*u+2] = c.R, c.G, c.B
	}
}
