package mapping

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/match"
)

// point is a point of a wall with the wall's normal, towards the scanner.
type point struct{ at, normal nav.Point }

// thin chooses points of a cloud at small distances from each other, and finds the directions of the walls there.
func thin(beams []match.Beam) []point {
	const (
		spacing = 0.04 // m
		piece   = 0.2  // m to either side that make a wall
		least   = 5    // points of a wall
		flat    = 0.03 // m, deviation across
	)
	var out []point
	last := nav.Point{X: math.Inf(1)}
	for i, b := range beams {
		if b.End.Sub(last).Norm() < spacing {
			continue
		}
		var n, x, y, xx, xy, yy float64
		add := func(p nav.Point) {
			p = p.Sub(b.End)
			n, x, y = n+1, x+p.X, y+p.Y
			xx, xy, yy = xx+p.X*p.X, xy+p.X*p.Y, yy+p.Y*p.Y
		}
		add(b.End)
		for j := i - 1; j >= 0 && beams[j].End.Sub(b.End).Norm() < piece; j-- {
			add(beams[j].End)
		}
		for j := i + 1; j < len(beams) && beams[j].End.Sub(b.End).Norm() < piece; j++ {
			add(beams[j].End)
		}
		if n < least {
			continue
		}
		x, y = x/n, y/n
		xx, xy, yy = xx/n-x*x, xy/n-x*y, yy/n-y*y
		// The smaller eigenvalue of the points' covariance is their deviation from a line.
		half, root := (xx+yy)/2, math.Hypot((xx-yy)/2, xy)
		if half-root > flat*flat || half+root < 4*(half-root) {
			continue
		}
		along := math.Atan2(2*xy, xx-yy) / 2
		normal := nav.Point{X: -math.Sin(along), Y: math.Cos(along)}
		if normal.Dot(b.From.Sub(b.End)) < 0 {
			normal = nav.Point{X: -normal.X, Y: -normal.Y}
		}
		last = b.End
		// On the line, without the noise of the single point.
		off := normal.Dot(nav.Point{X: x, Y: y})
		out = append(out, point{nav.Point{X: b.End.X + off*normal.X, Y: b.End.Y + off*normal.Y}, normal})
	}
	return out
}

// reference holds points of several scans in MAP, indexed by place.
type reference struct {
	points        []point
	low           nav.Point
	width, height int
	head, next    []int32 // the first point of each box, and for each point the next in its box; -1 ends the list
	coarse        []bool  // boxes with a point in them or in a neighbour
}

// box is the side of a reference's boxes, in m.
const box = 0.2

// make fills the reference with the points of some scans.
func (r *reference) make(scans []kept) {
	r.points = r.points[:0]
	low, high := nav.Point{X: math.Inf(1), Y: math.Inf(1)}, nav.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for i := range scans {
		sin, cos := math.Sincos(scans[i].pose.Yaw)
		for _, p := range scans[i].points {
			q := point{scans[i].pose.Apply(p.at), nav.Point{X: cos*p.normal.X - sin*p.normal.Y, Y: sin*p.normal.X + cos*p.normal.Y}}
			r.points = append(r.points, q)
			low = nav.Point{X: min(low.X, q.at.X), Y: min(low.Y, q.at.Y)}
			high = nav.Point{X: max(high.X, q.at.X), Y: max(high.Y, q.at.Y)}
		}
	}
	if len(r.points) == 0 {
		r.width, r.height = 0, 0
		return
	}
	r.low = nav.Point{X: low.X - 2*box, Y: low.Y - 2*box}
	r.width, r.height = int((high.X-r.low.X)/box)+3, int((high.Y-r.low.Y)/box)+3
	r.head = sized(r.head, r.width*r.height)
	r.coarse = sized(r.coarse, r.width*r.height)
	r.next = sized(r.next, len(r.points))
	for i := range r.head {
		r.head[i], r.coarse[i] = -1, false
	}
	for i := range r.points {
		x, y := r.boxOf(r.points[i].at)
		at := y*r.width + x
		r.next[i], r.head[at] = r.head[at], int32(i)
		for v := y - 1; v <= y+1; v++ {
			for u := x - 1; u <= x+1; u++ {
				r.coarse[v*r.width+u] = true
			}
		}
	}
}

func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

func (r *reference) boxOf(p nav.Point) (x, y int) {
	return int(math.Floor((p.X - r.low.X) / box)), int(math.Floor((p.Y - r.low.Y) / box))
}

// nearest finds the nearest point, within a distance, of a wall that faces the same way as the given one; nil if there
// is none.
func (r *reference) nearest(p point, within float64) *point {
	x, y := (p.at.X-r.low.X)/box, (p.at.Y-r.low.Y)/box
	n := within / box
	u0, u1 := max(int(math.Floor(x-n)), 0), min(int(math.Floor(x+n)), r.width-1)
	v0, v1 := max(int(math.Floor(y-n)), 0), min(int(math.Floor(y+n)), r.height-1)
	least := within * within
	var found *point
	for v := v0; v <= v1; v++ {
		for u := u0; u <= u1; u++ {
			for i := r.head[v*r.width+u]; i >= 0; i = r.next[i] {
				q := &r.points[i]
				dx, dy := q.at.X-p.at.X, q.at.Y-p.at.Y
				if s := dx*dx + dy*dy; s < least && q.normal.X*p.normal.X+q.normal.Y*p.normal.Y > 0.8 {
					least, found = s, q
				}
			}
		}
	}
	return found
}

// fitted is a scan's pose on a reference.
type fitted struct {
	pose nav.Pose
	cov  match.Matrix
	part float64 // part of the points that lie on walls of the reference
}

// Errors of points, in m, and the number of independent points in a scan.
const (
	deviation   = 0.02
	independent = 80
)

// fit moves points, in BASE, onto a reference, starting at start, which may be off by wide metres. A prior, which may
// be nil, determines what the points leave open.
func (r *reference) fit(points []point, start nav.Pose, prior *match.Prior, wide float64) fitted {
	at := start
	var n match.Normal
	within, on := wide, 0
	weight := independent / (deviation * deviation * max(float64(len(points)), independent))
	for range 25 {
		n, on = r.normal(points, at, within, weight)
		n.Hold(at, prior, 1e-2)
		step, ok := n.Step()
		if !ok {
			break
		}
		at = nav.Pose{X: at.X + step[0], Y: at.Y + step[1], Yaw: nav.Angle(at.Yaw + step[2])}
		if within <= closest && math.Hypot(step[0], step[1]) < 1e-4 && math.Abs(step[2]) < 5e-5 {
			break
		}
		within = max(within*0.75, closest)
	}
	return fitted{pose: at, cov: n.Cov(), part: float64(on) / max(float64(len(points)), 1)}
}

// closest is the greatest distance of points from walls in the end, in m.
const closest = 0.1

// normal sums the normal equations of the points' distances to the lines of the nearest walls, and counts those on them.
func (r *reference) normal(points []point, at nav.Pose, within, weight float64) (n match.Normal, on int) {
	sin, cos := math.Sincos(at.Yaw)
	for _, p := range points {
		p = point{nav.Point{X: at.X + cos*p.at.X - sin*p.at.Y, Y: at.Y + sin*p.at.X + cos*p.at.Y}, nav.Point{X: cos*p.normal.X - sin*p.normal.Y, Y: sin*p.normal.X + cos*p.normal.Y}}
		q := r.nearest(p, within)
		if q == nil {
			continue
		}
		d := q.normal.Dot(p.at.Sub(q.at))
		if math.Abs(d) < 3*deviation {
			on++
		}
		k := 1 / (1 + d*d/(within*within/4))
		n.Add(weight*k*k, d, q.normal, p.at, at)
	}
	return n, on
}

// search finds the approximate pose of points on the reference, not far from a pose; ok is false if there is none.
func (r *reference) search(points []point, about nav.Pose) (best nav.Pose, ok bool) {
	const (
		way, turn = 0.2, 0.04 // m and rad from one try to the next
		use       = 80        // points
		least     = 0.55      // part of the points
	)
	stride := max(len(points)/use, 1)
	most := 0.0
	for a := -math.Round(turned/turn) * turn; a <= turned+turn/2; a += turn {
		sin, cos := math.Sincos(about.Yaw + a)
		for x := -window; x <= window+way/2; x += way {
			for y := -window; y <= window+way/2; y += way {
				n := 0
				for i := 0; i < len(points); i += stride {
					p := points[i].at
					u, v := r.boxOf(nav.Point{X: about.X + x + cos*p.X - sin*p.Y, Y: about.Y + y + sin*p.X + cos*p.Y})
					if u >= 0 && v >= 0 && u < r.width && v < r.height && r.coarse[v*r.width+u] {
						n++
					}
				}
				// Among equal poses the one with the least motion.
				score := float64(n)/float64((len(points)+stride-1)/stride) - 0.02*math.Hypot(x, y) - 0.05*math.Abs(a)
				if score > most {
					most, best = score, nav.Pose{X: about.X + x, Y: about.Y + y, Yaw: nav.Angle(about.Yaw + a)}
				}
			}
		}
	}
	return best, most >= least
}
