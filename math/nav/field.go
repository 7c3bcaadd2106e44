package nav

import "math"

// Field gives the distance from any place of a grid to the nearest occupied cell.
type Field struct {
	grid *Grid
	dist []float32 // from each cell's centre to the border of the nearest occupied cell, in m; negative within it
	most float64
}

// NewField computes the distances of a grid: exactly those between centres (Felzenszwalb and Huttenlocher, Distance
// Transforms of Sampled Functions, 2012), less the half cell to the wall's border. Distances are limited to most metres.
// With unknown true, unknown cells are occupied.
func NewField(g *Grid, most float64, unknown bool) *Field {
	f := &Field{grid: g, dist: make([]float32, len(g.Cells)), most: most}
	n := max(g.Width, g.Height)
	e := envelope{at: make([]int, n), from: make([]float64, n+1), in: make([]float64, n), out: make([]float64, n)}
	squares := make([]float64, len(g.Cells))
	const far = 1e12 // more than every squared distance, and exact in sums with them
	for i, c := range g.Cells {
		if c >= Wall || unknown && c == Unknown {
			continue
		}
		squares[i] = far
	}
	for x := range g.Width {
		for y := range g.Height {
			e.in[y] = squares[y*g.Width+x]
		}
		e.transform(g.Height)
		for y := range g.Height {
			squares[y*g.Width+x] = e.out[y]
		}
	}
	for y := range g.Height {
		row := squares[y*g.Width : (y+1)*g.Width]
		copy(e.in, row)
		e.transform(g.Width)
		for x := range row {
			f.dist[y*g.Width+x] = float32(min(math.Sqrt(e.out[x])*g.Cell-g.Cell/2, most))
		}
	}
	return f
}

// envelope is the lower envelope of parabolas over one row.
type envelope struct {
	at      []int     // feet of its parabolas
	from    []float64 // where each begins to be the lowest
	in, out []float64
}

// transform sets out[q] to the least of (q-p)² + in[p] over all p.
func (e *envelope) transform(n int) {
	k := 0
	e.at[0], e.from[0], e.from[1] = 0, math.Inf(-1), math.Inf(1)
	for q := 1; q < n; q++ {
		s := e.cross(q, e.at[k])
		for s <= e.from[k] {
			k--
			s = e.cross(q, e.at[k])
		}
		k++
		e.at[k], e.from[k], e.from[k+1] = q, s, math.Inf(1)
	}
	k = 0
	for q := range n {
		for e.from[k+1] < float64(q) {
			k++
		}
		d := float64(q - e.at[k])
		e.out[q] = d*d + e.in[e.at[k]]
	}
}

// cross returns where the parabolas over q and p meet, p below q.
func (e *envelope) cross(q, p int) float64 {
	return (e.in[q] + float64(q*q) - e.in[p] - float64(p*p)) / float64(2*(q-p))
}

// At returns the distance from a point in MAP to the nearest wall, interpolated between the centres of cells; outside of the
// grid it is the distance at the grid's border.
func (f *Field) At(p Point) float64 {
	g := f.grid
	x := min(max((p.X-g.Origin.X)/g.Cell-0.5, 0), float64(g.Width-1))
	y := min(max((p.Y-g.Origin.Y)/g.Cell-0.5, 0), float64(g.Height-1))
	i, j := min(int(x), max(g.Width-2, 0)), min(int(y), max(g.Height-2, 0))
	u, v := x-float64(i), y-float64(j)
	right, up := min(i+1, g.Width-1), min(j+1, g.Height-1)
	a, b := float64(f.dist[j*g.Width+i]), float64(f.dist[j*g.Width+right])
	c, d := float64(f.dist[up*g.Width+i]), float64(f.dist[up*g.Width+right])
	return float64((1-v)*(float64((1-u)*a)+float64(u*b))) + float64(v*(float64((1-u)*c)+float64(u*d)))
}

// Slope returns the distance of At and its derivatives along x and y, which are zero beyond the grid's border.
func (f *Field) Slope(p Point) (dist, dx, dy float64) {
	g := f.grid
	x, y := (p.X-g.Origin.X)/g.Cell-0.5, (p.Y-g.Origin.Y)/g.Cell-0.5
	if !(x >= 0 && y >= 0 && x < float64(g.Width-1) && y < float64(g.Height-1)) {
		return f.At(p), 0, 0
	}
	i, j := int(x), int(y)
	u, v := x-float64(i), y-float64(j)
	at := j*g.Width + i
	a, b := float64(f.dist[at]), float64(f.dist[at+1])
	c, d := float64(f.dist[at+g.Width]), float64(f.dist[at+g.Width+1])
	low, high := a+float64(u*(b-a)), c+float64(u*(d-c))
	left, right := a+float64(v*(c-a)), b+float64(v*(d-b))
	return low + float64(v*(high-low)), (right - left) / g.Cell, (high - low) / g.Cell
}

// Flat returns a field that is zero within walls.
func (f *Field) Flat() *Field {
	flat := &Field{grid: f.grid, dist: make([]float32, len(f.dist)), most: f.most}
	for i, d := range f.dist {
		flat.dist[i] = max(d, 0)
	}
	return flat
}
