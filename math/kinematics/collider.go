package kinematics

import (
	"math"
	"slices"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Capsule is a ball of Radius (m) swept along the segment from A to B, both in the frame of link Link: 0 …
// N−1 are the links that the joints move, −1 is the base frame.
type Capsule struct {
	Link   int
	A, B   spatial.Vec3
	Radius float64
}

// Collider measures the distances between the links of a chain. It does not change after it is built and may be
// shared by goroutines.
type Collider struct {
	chain    *Chain
	capsules []Capsule
	pairs    [][2]int32
}

type segment struct{ a, b vec }

// NewCollider covers the links of c by capsules. Pairs of the same link, of neighbouring links and of the links in
// ignore are not checked. NewCollider panics if a capsule is not finite or on a link that c does not have.
func NewCollider(c *Chain, capsules []Capsule, ignore [][2]int) *Collider {
	k := &Collider{chain: c, capsules: slices.Clone(capsules)}
	for _, a := range capsules {
		if a.Link < -1 || a.Link >= c.N() || !a.A.Finite() || !a.B.Finite() || !(a.Radius >= 0) {
			panic("kinematics: a capsule is on no link or not finite")
		}
	}
	for i, a := range capsules {
		for j := i + 1; j < len(capsules); j++ {
			b := capsules[j]
			far := a.Link-b.Link > 1 || b.Link-a.Link > 1
			if far && !slices.Contains(ignore, [2]int{a.Link, b.Link}) && !slices.Contains(ignore, [2]int{b.Link, a.Link}) {
				k.pairs = append(k.pairs, [2]int32{int32(i), int32(j)})
			}
		}
	}
	return k
}

// Nearest is the closest pair of two links' surfaces.
type Nearest struct {
	Distance float64 // between the surfaces, m; negative is the depth of penetration; +Inf without pairs
	LinkA    int     // −1 is the base
	LinkB    int
	A, B     spatial.Vec3 // the closest points of the capsules' axes, in base
}

// Closest returns the distance between the two closest links that may touch, for joint positions q, and the
// links: m, negative for penetration. Without pairs it is +Inf. The first call with d reserves its memory.
func (k *Collider) Closest(d *Data, q []float64) (dist float64, i, j int) {
	n := k.Nearest(d, q)
	return n.Distance, n.LinkA, n.LinkB
}

// Nearest is like Closest, and also returns the points.
func (k *Collider) Nearest(d *Data, q []float64) Nearest {
	k.chain.forward(d, q)
	if cap(d.points) < len(k.capsules) {
		d.points = make([]segment, len(k.capsules)) // once per Data
	}
	segs := d.points[:len(k.capsules)]
	for i := range k.capsules {
		a := &k.capsules[i]
		if a.Link < 0 {
			segs[i] = segment{a.A, a.B}
			continue
		}
		f := k.chain.Frame(d, a.Link)
		segs[i] = segment{times(&f.R, a.A).Add(f.P), times(&f.R, a.B).Add(f.P)}
	}
	best := Nearest{Distance: math.Inf(1), LinkA: -1, LinkB: -1}
	for _, p := range k.pairs {
		a, b := &k.capsules[p[0]], &k.capsules[p[1]]
		s, t := &segs[p[0]], &segs[p[1]]
		r := a.Radius + b.Radius
		pa, pb := closestPoints(s, t)
		if dist := pa.Dist(pb) - r; dist < best.Distance {
			best = Nearest{dist, a.Link, b.Link, pa, pb}
		}
	}
	return best
}

// closestPoints of two segments (Ericson 2005, section 5.1.9).
func closestPoints(p, q *segment) (vec, vec) {
	u, v, w := p.b.Sub(p.a), q.b.Sub(q.a), p.a.Sub(q.a)
	a, e, f := u.Dot(u), v.Dot(v), v.Dot(w)
	const tiny = 1e-18
	var s, t float64
	switch {
	case a <= tiny && e <= tiny:
		return p.a, q.a
	case a <= tiny:
		t = unitClamp(f / e)
	case e <= tiny:
		s = unitClamp(-u.Dot(w) / a)
	default:
		b, c := u.Dot(v), u.Dot(w)
		if den := a*e - b*b; den > 1e-12*a*e {
			s = unitClamp((b*f - c*e) / den)
		}
		t = (b*s + f) / e
		if t < 0 {
			t, s = 0, unitClamp(-c/a)
		} else if t > 1 {
			t, s = 1, unitClamp((b-c)/a)
		}
	}
	return p.a.Add(u.Scale(s)), q.a.Add(v.Scale(t))
}

func unitClamp(x float64) float64 { return math.Min(math.Max(x, 0), 1) }
