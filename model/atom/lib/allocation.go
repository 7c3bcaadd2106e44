package lib

import (
	"math"
)

// Spare is the factor by which forces stay beyond the dead zone, so that rounding does not bring them into it.
const Spare = 1.05

// allocation is the state and the method of a ThrusterAllocation: see Shares. size makes its slices, for the number of
// thrusters.
type allocation struct {
	known                   bool
	columns                 [][6]float64 // directions and positions
	inverse                 [6][]float64 // B⁺, by component of τ
	groups                  []group
	cancelling              int // groups in use
	grouped                 []bool
	alone                   []int // thrusters in no group
	single                  int   // of them
	forward, backward, dead []float64
	f                       []float64

	b    [][6]float64 // scratch memory of prepare
	g, v [][]float64
	m    [6][]float64
	free []int
	part []float64
}

// group is forces that cancel each other.
type group struct {
	members []member
	size    int
}

// member is a thruster's part in a group, with its limits in the direction of that part.
type member struct {
	thruster          int
	part, sign, scale float64 // part = sign·scale
	dead, limit       float64
}

// size allocates the memory for n thrusters.
func (l *allocation) size(n int) {
	floats := func() []float64 { return make([]float64, n) }
	*l = allocation{columns: make([][6]float64, n), groups: make([]group, n), grouped: make([]bool, n), alone: make([]int, n),
		forward: floats(), backward: floats(), dead: floats(), f: floats(),
		b: make([][6]float64, n), g: make([][]float64, n), v: make([][]float64, n), free: make([]int, n), part: floats()}
	for k := range 6 {
		l.inverse[k], l.m[k] = floats(), floats()
	}
	for i := range n {
		l.g[i], l.v[i], l.groups[i].members = floats(), floats(), make([]member, n)
	}
}

// read takes over the geometry and the limits: once if they are Constant, otherwise at every run, which then recomputes the
// rest.
func (l *allocation) read(t *needed) {
	l.known = true
	for i := range l.columns {
		l.columns[i] = [6]float64{float64(t.DirectionX[i].Get()), float64(t.DirectionY[i].Get()), float64(t.DirectionZ[i].Get()),
			float64(t.PositionX[i].Get()), float64(t.PositionY[i].Get()), float64(t.PositionZ[i].Get())}
		l.forward[i], l.backward[i] = float64(t.Forward[i].Get()), float64(t.Backward[i].Get())
		if l.forward[i] == 0 && l.backward[i] == 0 {
			l.forward[i], l.backward[i] = math.Inf(1), math.Inf(1)
		}
		l.dead[i] = float64(Spare * float64(t.DeadZone[i].Get()))
		l.known = l.known && t.PositionX[i].Constant() && t.PositionY[i].Constant() && t.PositionZ[i].Constant() &&
			t.DirectionX[i].Constant() && t.DirectionY[i].Constant() && t.DirectionZ[i].Constant() &&
			t.Forward[i].Constant() && t.Backward[i].Constant() && t.DeadZone[i].Constant()
	}
	l.prepare()
	for g := range l.groups[:l.cancelling] {
		for k := range l.groups[g].members[:l.groups[g].size] {
			m := &l.groups[g].members[k]
			m.dead, m.limit = l.dead[m.thruster], l.limit(m.thruster, m.sign)
		}
	}
}

// prepare computes the pseudo-inverse and the groups.
func (l *allocation) prepare() {
	for i, c := range l.columns {
		dx, dy, dz, x, y, z := c[0], c[1], c[2], c[3], c[4], c[5]
		l.b[i] = [6]float64{dx, dy, dz, float64(y*dz) - float64(z*dy), float64(z*dx) - float64(x*dz), float64(x*dy) - float64(y*dx)}
	}
	l.invert()
	l.group()
}

// invert computes B⁺ = (BᵀB)⁺Bᵀ by Jacobi rotations of BᵀB; singular values below 10⁻⁶ of the largest are taken as 0.
func (l *allocation) invert() {
	n, b, g, v := len(l.b), l.b, l.g, l.v
	for i := range n {
		clear(g[i])
		clear(v[i])
		v[i][i] = 1
		for j := range n {
			for k := range 6 {
				g[i][j] += float64(b[i][k] * b[j][k])
			}
		}
	}
	for range 30 {
		for p := range n {
			for q := p + 1; q < n; q++ {
				jacobi(g, v, p, q)
			}
		}
	}
	largest := 0.0
	for i := range n {
		largest = max(largest, g[i][i])
	}
	for k := range 6 {
		clear(l.inverse[k])
	}
	for e := range n {
		if g[e][e] <= 1e-12*largest {
			continue
		}
		var row [6]float64 // eᵀBᵀ over the eigenvalue
		for k := range 6 {
			for j := range n {
				row[k] += float64(v[j][e] * b[j][k])
			}
			row[k] /= g[e][e]
		}
		for i := range n {
			for k := range 6 {
				l.inverse[k][i] += float64(v[i][e] * row[k])
			}
		}
	}
	for i := range n { // removes rounding noise if a thruster has no part
		for k := range 6 {
			if math.Abs(l.inverse[k][i]) < 1e-12 {
				l.inverse[k][i] = 0
			}
		}
	}
}

// jacobi rotates the plane (p, q) so that g[p][q] becomes 0 (Golub and Van Loan, Matrix Computations, algorithm 8.4.1).
func jacobi(g, v [][]float64, p, q int) {
	if math.Abs(g[p][q]) <= 1e-17*(math.Abs(g[p][p])+math.Abs(g[q][q])) {
		return
	}
	theta := (g[q][q] - g[p][p]) / (2 * g[p][q])
	t := 1 / (math.Abs(theta) + math.Sqrt(float64(theta*theta)+1))
	if theta < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(float64(t*t)+1)
	s := float64(t * c)
	turn := func(a, b float64) (float64, float64) {
		return float64(c*a) - float64(s*b), float64(s*a) + float64(c*b)
	}
	for k := range g {
		g[k][p], g[k][q] = turn(g[k][p], g[k][q])
	}
	for k := range g {
		g[p][k], g[q][k] = turn(g[p][k], g[q][k])
		v[k][p], v[k][q] = turn(v[k][p], v[k][q])
	}
}

// group finds forces that cancel each other: a basis of the null space of B by Gauss–Jordan elimination, as sparse as that
// makes it. It uses those basis vectors that share no thruster with an earlier one. Each is scaled to a greatest part of 1.
func (l *allocation) group() {
	for j, c := range l.b {
		for i := range 6 {
			l.m[i][j] = c[i]
		}
	}
	pivots, rank := l.eliminate()
	l.cancelling, l.single = 0, 0
	clear(l.grouped)
	for _, j := range l.free[:len(l.b)-rank] {
		g := l.part
		clear(g)
		g[j] = 1
		size, taken := 1.0, l.grouped[j]
		for row, p := range pivots[:rank] {
			if g[p] = -l.m[row][j]; math.Abs(g[p]) < 1e-9 {
				g[p] = 0
			}
			size = max(size, math.Abs(g[p]))
			taken = taken || g[p] != 0 && l.grouped[p]
		}
		if taken {
			continue
		}
		all := &l.groups[l.cancelling]
		l.cancelling++
		all.size = 0
		for i, x := range g {
			if x != 0 {
				part := x / size
				all.members[all.size] = member{thruster: i, part: part, sign: math.Copysign(1, part), scale: math.Abs(part)}
				all.size++
				l.grouped[i] = true
			}
		}
	}
	for i, grouped := range l.grouped {
		if !grouped {
			l.alone[l.single] = i
			l.single++
		}
	}
}

// eliminate brings m into reduced row echelon form and returns the columns with pivots, by row; free has the columns
// without.
func (l *allocation) eliminate() (pivots [6]int, row int) {
	m, others := &l.m, 0
	for j := range l.b {
		best := min(row, 5)
		for i := row; i < 6; i++ {
			if math.Abs(m[i][j]) > math.Abs(m[best][j]) {
				best = i
			}
		}
		if row == 6 || math.Abs(m[best][j]) < 1e-9 {
			l.free[others] = j
			others++
			continue
		}
		m[row], m[best] = m[best], m[row]
		for k, p := 0, m[row][j]; k < len(l.b); k++ {
			m[row][k] /= p
		}
		for i := range 6 {
			if p := m[i][j]; i != row && p != 0 {
				for k := range l.b {
					m[i][k] -= float64(p * m[row][k])
				}
			}
		}
		pivots[row] = j
		row++
	}
	return pivots, row
}

// solve computes the forces f for the wrench.
func (l *allocation) solve(wrench *[6]float64) {
	f, asked := l.f, false
	for c, v := range wrench {
		if v == 0 { // most laws ask for only some of the six
			continue
		}
		row := l.inverse[c][:len(f)]
		if !asked {
			for i, b := range row {
				f[i] = 0 + float64(b*v) // avoids −0
			}
			asked = true
			continue
		}
		for i, b := range row {
			f[i] += float64(b * v)
		}
	}
	if !asked {
		clear(f)
		return
	}
	l.shrink()
	for g := range l.groups[:l.cancelling] {
		l.bias(&l.groups[g])
	}
	for _, i := range l.alone[:l.single] {
		f[i] = outside(f[i], l.dead[i], l.limit(i, f[i]))
	}
}

// outside returns, for a force in the dead zone, 0 or the end of the dead zone, whichever is nearer and feasible.
func outside(f, dead, limit float64) float64 {
	switch size := math.Abs(f); {
	case !(size < dead):
		return f
	case size < dead/2 || dead > limit:
		return 0
	}
	return math.Copysign(dead, f)
}

// shrink brings all forces within their limits by one factor.
func (l *allocation) shrink() {
	k, f := 1.0, l.f
	for i, v := range f {
		limit := l.forward[i]
		if v < 0 {
			limit, v = l.backward[i], -v
		}
		if v > limit {
			k = min(k, limit/v)
		}
	}
	if k < 1 {
		for i := range f {
			f[i] = float64(k * f[i])
		}
	}
}

// limit returns the greatest force of thruster i in the direction of sign.
func (l *allocation) limit(i int, sign float64) float64 {
	if sign < 0 {
		return l.backward[i]
	}
	return l.forward[i]
}

// bias adds to the forces of a group the least multiple of its cancelling forces with which none is in its dead zone and
// each has the sign that it has in the group. It adds nothing if nothing is asked of the group, or the limits leave no
// room.
func (l *allocation) bias(g *group) {
	members := g.members[:g.size]
	if !l.asked(members) {
		return
	}
	least := 0.0
	for i := range members {
		m := &members[i]
		if m.dead > 0 {
			least = max(least, (m.dead-float64(m.sign*l.f[m.thruster]))/m.scale)
		}
	}
	for i := range members {
		if m := &members[i]; float64(least*m.scale) > m.limit-float64(m.sign*l.f[m.thruster]) {
			return
		}
	}
	for i := range members {
		m := &members[i]
		l.f[m.thruster] += float64(least * m.part)
	}
}

// asked reports whether any of the members has a force to give.
func (l *allocation) asked(members []member) bool {
	for i := range members {
		if l.f[members[i].thruster] != 0 {
			return true
		}
	}
	return false
}

// Shares computes what a ThrusterAllocation computes once, at its first run, from its thrusters' positions and directions:
// B⁺, with a row for each thruster, and the groups of forces that cancel each other.
//
// A ThrusterAllocation shares a wrench τ (three forces in N, three torques in N·m) among thrusters with forces f, where
// τ = B·f and column i of B is (d_i, r_i×d_i).
//
// First f = B⁺τ, the shortest of the vectors that come closest to τ; metres weigh the torques against the forces. Then the
// thrusters' dead zones are compensated, after the idea of B. Ropars, A. Lasbouygues, L. Lapierre and D. Andreu, "Thrusters
// dead-zones compensation for the actuation system of an underwater vehicle" (ECC 2015): a vehicle with more thrusters than
// degrees of freedom has forces that cancel each other. Each such group of thrusters gets the least of these forces with
// which every thruster turns, always in the same direction. So none crosses its dead zone, and the wrench is unchanged. A
// group gets no such forces while nothing is asked of it, or if the limits leave no room. A thruster outside any such group
// goes to 0 or to the end of its dead zone, whichever is nearer and within its limit.
//
// If a force is beyond its limit, all forces shrink by one factor, so that the wrench keeps its direction; a thruster
// without a given limit (forward = backward = 0) is not limited. NaN stays NaN, so that the actuators must stop.
func Shares(positions, directions [][3]float64) (inverse [][6]float64, groups [][]float64) {
	var l allocation
	n := min(len(positions), len(directions))
	l.size(n)
	for i := range n {
		p, d := positions[i], directions[i]
		l.columns[i] = [6]float64{d[0], d[1], d[2], p[0], p[1], p[2]}
	}
	l.prepare()
	for i := range n {
		inverse = append(inverse, [6]float64{})
		for k := range 6 {
			inverse[i][k] = l.inverse[k][i]
		}
	}
	for _, g := range l.groups[:l.cancelling] {
		parts := make([]float64, n)
		for _, m := range g.members[:g.size] {
			parts[m.thruster] = m.part
		}
		groups = append(groups, parts)
	}
	return inverse, groups
}
