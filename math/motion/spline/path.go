package spline

import "math"

// Degree says how a path goes from one waypoint to the next.
type Degree uint8

const (
	// Given takes the highest degree that both ends of a segment determine: 5 with accelerations, 3 with velocities,
	// else 1.
	Given Degree = iota
	// Step is at the next waypoint at once: no interpolation.
	Step
)

// Point is a waypoint of n joints. V and A have n elements or are empty.
type Point struct {
	T       float64 // s, from the beginning of the path
	P, V, A []float64
}

// Path goes through waypoints. NewPath makes one; Begin empties it and Add extends it without allocating.
type Path struct {
	n       int
	degree  Degree
	knots   []float64 // s, at the beginning, and at each waypoint
	polys   []Poly    // segment by segment, n each
	last    []End     // of each joint at the last waypoint
	has     int       // what the last waypoint has: 1 positions, 3 also velocities, 5 also accelerations
	segment int       // where the last request was
}

// NewPath returns an empty path of n joints with room for a number of waypoints after its beginning.
func NewPath(n, points int) *Path {
	return &Path{n: n, knots: make([]float64, 0, points+1), polys: make([]Poly, 0, n*points), last: make([]End, n)}
}

// Begin empties the path and starts it at a state of all joints, at 0 s.
func (k *Path) Begin(d Degree, p, v, a []float64) {
	k.degree, k.knots, k.polys, k.has, k.segment = d, append(k.knots[:0], 0), k.polys[:0], 5, 0
	for i := range k.last {
		k.last[i] = End{p[i], v[i], a[i]}
	}
}

// Room reports how many waypoints can still be added.
func (k *Path) Room() int { return cap(k.knots) - len(k.knots) }

// Add extends the path to a waypoint and reports whether it could: there must be room, and the waypoint must be later
// than the last one and have as many numbers as there are joints, all of them finite. A waypoint at 0 s replaces the
// beginning.
func (k *Path) Add(w Point) bool {
	has, ok := k.shape(&w)
	t := w.T - k.End()
	first := len(k.knots) == 1 && w.T == 0
	if !ok || !(t > 0) && !first || !first && k.Room() == 0 {
		return false
	}
	for i := range k.last {
		to := End{P: w.P[i]}
		if has >= 3 {
			to.V = w.V[i]
		}
		if has >= 5 {
			to.A = w.A[i]
		}
		if !first {
			k.polys = append(k.polys, k.between(k.last[i], to, t, min(has, k.has)))
		}
		k.last[i] = to
	}
	k.has = has
	if !first {
		k.knots = append(k.knots, w.T)
	}
	return true
}

// shape returns which numbers a waypoint has.
func (k *Path) shape(w *Point) (has int, ok bool) {
	has = 1
	if len(w.V) > 0 {
		has = 3
		if len(w.A) > 0 {
			has = 5
		}
	}
	ok = len(w.P) == k.n && (has < 3 || len(w.V) == k.n) && (has < 5 || len(w.A) == k.n) && !(has == 1 && len(w.A) > 0)
	return has, ok && finite(w.P) && finite(w.V) && finite(w.A) && w.T >= 0 && !math.IsInf(w.T, 1)
}

func finite(xs []float64) bool {
	for _, x := range xs {
		if x-x != 0 {
			return false
		}
	}
	return true
}

func (k *Path) between(from, to End, t float64, has int) Poly {
	switch {
	case k.degree == Step:
		return Hold(to.P, t)
	case has == 5:
		return Quintic(from, to, t)
	case has == 3:
		return Cubic(from, to, t)
	}
	return Linear(from.P, to.P, t)
}

// End returns when the last waypoint is reached, in s.
func (k *Path) End() float64 { return k.knots[len(k.knots)-1] }

// Segments returns the number of pieces of the path.
func (k *Path) Segments() int { return len(k.knots) - 1 }

// Segment returns the piece in which a time lies (at a waypoint the later one) and when it begins. Before the beginning
// it is the first piece, after the end the last.
func (k *Path) Segment(t float64) (i int, begins float64) {
	i = k.segment
	if i >= k.Segments() || t < k.knots[i] {
		i = 0
	}
	for i+1 < k.Segments() && t >= k.knots[i+1] {
		i++
	}
	k.segment = i
	return i, k.knots[i]
}

// Joint returns the motion of joint j in piece i.
func (k *Path) Joint(i, j int) *Poly { return &k.polys[i*k.n+j] }

// At stores the state of all joints at a time in s: before the beginning the state there, after the end rest at the
// last waypoint.
func (k *Path) At(t float64, p, v, a []float64) {
	if t >= k.End() {
		for j, e := range k.last {
			p[j], v[j], a[j] = e.P, 0, 0
		}
		return
	}
	i, begins := k.Segment(t)
	for j := range k.last {
		p[j], v[j], a[j], _ = k.Joint(i, j).At(t - begins)
	}
}

// Last returns the position of joint j at the last waypoint.
func (k *Path) Last(j int) float64 { return k.last[j].P }
