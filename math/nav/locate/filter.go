package locate

import (
	"math"
	"math/rand/v2"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/match"
)

// particle is a pose of BASE in MAP, and the logarithm of its weight.
type particle struct {
	pose   nav.Pose
	weight float64
}

// filter is a particle filter.
type filter struct {
	now, next []particle
	n         int
	grid      *nav.Grid
	likely    []float32 // for each cell the log probability that a beam ends in it
	outside   float32   // the same for places outside of the map
	free      []int32   // the free cells
	moved     float64   // motion in m and rad since the particles were weighted
	moves     bool
	fresh     bool // the particles have not been weighted yet
	slow      float64
	fast      float64
	bins      []bin // a hash table of the bins that hold particles
	round     uint32
	beams     []nav.Point
}

// bin is a piece of the space of poses, and when it was last taken.
type bin struct {
	key   uint64
	round uint32
}

// Sizes of bins, in m and rad, as in amcl.
const (
	binWay  = 0.25
	binTurn = math.Pi / 18
)

// trust is the weight of a beam in independent beams: neighbours err alike, and the map's errors affect all.
const trust = 0.3

func (f *filter) init(g *nav.Grid, field *nav.Field, p *Params) {
	f.grid = g
	f.now, f.next = make([]particle, p.Most), make([]particle, p.Most)
	f.likely = make([]float32, len(g.Cells))
	f.beams = make([]nav.Point, 0, p.Beams+1)
	size := 1
	for size < 4*p.Most {
		size *= 2
	}
	f.bins = make([]bin, size)
	chance := p.Rand / 2 // the density of other beams relative to that of a hit
	for i, c := range g.Cells {
		d := field.At(g.Centre(i%g.Width, i/g.Width))
		f.likely[i] = float32(math.Log(p.Hit*math.Exp(-d*d/(2*p.Sigma*p.Sigma)) + chance))
		if c == nav.Free || c > 0 && c < nav.Wall {
			f.free = append(f.free, int32(i))
		}
	}
	f.outside = float32(math.Log(chance))
}

// spread makes the greatest number of particles, around a pose.
func (f *filter) spread(r *rand.Rand, at nav.Pose, sd, yaw float64) {
	f.n = len(f.now)
	for i := range f.now {
		f.now[i] = particle{pose: near(r, at, sd, yaw)}
	}
	f.fresh, f.moved, f.slow, f.fast = true, 0, 0, 0
}

func near(r *rand.Rand, at nav.Pose, sd, yaw float64) nav.Pose {
	return nav.Pose{X: at.X + sd*r.NormFloat64(), Y: at.Y + sd*r.NormFloat64(), Yaw: nav.Angle(at.Yaw + yaw*r.NormFloat64())}
}

// move moves each particle by a motion drawn around that of the odometry (Probabilistic Robotics, table 5.6).
func (f *filter) move(r *rand.Rand, step nav.Pose, d match.Drift) {
	way := math.Hypot(step.X, step.Y)
	f.moved += max(way, math.Abs(step.Yaw))
	f.moves = f.moved > 0
	if way < 1e-9 && math.Abs(step.Yaw) < 1e-9 {
		return
	}
	first := 0.0
	if way > 0.002 { // a shorter way has no direction
		first = math.Atan2(step.Y, step.X)
	}
	second := nav.Angle(step.Yaw - first)
	// Driving backwards is not a turn by π.
	a, b := math.Min(math.Abs(first), math.Pi-math.Abs(first)), math.Min(math.Abs(second), math.Pi-math.Abs(second))
	sdFirst := math.Sqrt(d[0]*a*a + d[1]*way*way)
	sdSecond := math.Sqrt(d[0]*b*b + d[1]*way*way)
	sdWay := math.Sqrt(d[2]*way*way + d[3]*(a*a+b*b))
	for i := range f.now[:f.n] {
		p := &f.now[i].pose
		turn := first + sdFirst*r.NormFloat64()
		by := way + sdWay*r.NormFloat64()
		sin, cos := math.Sincos(p.Yaw + turn)
		*p = nav.Pose{X: p.X + by*cos, Y: p.Y + by*sin, Yaw: nav.Angle(p.Yaw + turn + second + sdSecond*r.NormFloat64())}
	}
}

// stray moves each particle by an unknown motion with deviations in m and rad, and has the particles weighted with the next
// scan.
func (f *filter) stray(r *rand.Rand, way, turn float64) {
	for i := range f.now[:f.n] {
		f.now[i].pose = near(r, f.now[i].pose, way, turn)
	}
	f.fresh = true
}

// weigh weights the particles by the beams and draws new ones, if the vehicle has moved enough. It returns the mean of the
// particles near the heaviest, and their covariance. guess is where the scans were last fitted; some of the particles for
// recovery from slip are drawn around it.
func (f *filter) weigh(r *rand.Rand, beams []match.Beam, guess nav.Pose, p *Params) (mean nav.Pose, cov match.Matrix, weighed bool) {
	if f.n == 0 || f.moved < p.Step && !f.fresh {
		return mean, cov, false
	}
	f.fresh, f.moved = false, 0
	f.beams = f.beams[:0]
	stride := max(len(beams)/p.Beams, 1)
	for i := stride / 2; i < len(beams) && len(f.beams) < p.Beams; i += stride {
		f.beams = append(f.beams, beams[i].End)
	}
	best, sum := f.likelihoods()
	// How well the particles explain the scan, per beam, and whether that has fallen recently.
	level := math.Exp(sum / (trust * float64(len(f.beams)) * float64(f.n)))
	if f.slow == 0 {
		f.slow, f.fast = level, level
	}
	f.slow += p.Slow * (level - f.slow)
	f.fast += p.Fast * (level - f.fast)
	total := 0.0
	for i := range f.now[:f.n] {
		f.now[i].weight = math.Exp(f.now[i].weight - f.now[best].weight)
		total += f.now[i].weight
	}
	mean, cov = f.mean(best)
	anew := 0.0
	if p.Slow > 0 && p.Fast > 0 {
		anew = min(max(1-f.fast/f.slow, 0), 0.25)
	}
	f.draw(r, total, anew, guess, p)
	return mean, cov, true
}

// likelihoods sets the particles' weights to logarithms, and returns the heaviest particle, and the sum of weights.
func (f *filter) likelihoods() (best int, sum float64) {
	g := f.grid
	per := 1 / g.Cell
	for i := range f.now[:f.n] {
		q := &f.now[i]
		sin, cos := math.Sincos(q.pose.Yaw)
		x, y := (q.pose.X-g.Origin.X)*per, (q.pose.Y-g.Origin.Y)*per
		sin, cos = sin*per, cos*per
		var all float32
		for _, b := range f.beams {
			u, v := x+cos*b.X-sin*b.Y, y+sin*b.X+cos*b.Y
			if cu, cv := int(u), int(v); u >= 0 && v >= 0 && cu < g.Width && cv < g.Height {
				all += f.likely[cv*g.Width+cu]
			} else {
				all += f.outside
			}
		}
		q.weight = trust * float64(all)
		sum += q.weight
		if q.weight > f.now[best].weight {
			best = i
		}
	}
	return best, sum
}

// mean returns the weighted mean of the particles near one, and their covariance.
func (f *filter) mean(best int) (mean nav.Pose, cov match.Matrix) {
	const around, turned = 0.5, 0.4 // m and rad
	at := f.now[best].pose
	var all, x, y, a float64
	var xx, yy, aa float64
	for i := range f.now[:f.n] {
		q := &f.now[i]
		dx, dy, da := q.pose.X-at.X, q.pose.Y-at.Y, nav.Angle(q.pose.Yaw-at.Yaw)
		if math.Abs(dx) > around || math.Abs(dy) > around || math.Abs(da) > turned {
			continue
		}
		w := q.weight
		all, x, y, a = all+w, x+w*dx, y+w*dy, a+w*da
		xx, yy, aa = xx+w*dx*dx, yy+w*dy*dy, aa+w*da*da
	}
	x, y, a = x/all, y/all, a/all
	mean = nav.Pose{X: at.X + x, Y: at.Y + y, Yaw: nav.Angle(at.Yaw + a)}
	const least = 1e-4
	sd := max(xx/all-x*x, yy/all-y*y, least)
	return mean, match.Matrix{{sd}, {0, sd}, {0, 0, max(aa/all-a*a, least)}}
}

// draw resamples particles by their weights, with one random number for all (low variance sampling), as many as KLD
// sampling requires for the bins they occupy, and draws a part of them anew.
func (f *filter) draw(r *rand.Rand, total, anew float64, guess nav.Pose, p *Params) {
	// A first draw, of the greatest number, counts the bins.
	f.round++
	taken := 0
	f.each(r.Float64(), p.Most, total, func(i int) {
		if f.take(f.now[i].pose) {
			taken++
		}
	})
	n := min(max(needed(taken), p.Least), p.Most)
	out := f.next[:0]
	f.each(r.Float64(), n, total, func(i int) { out = append(out, particle{pose: f.now[i].pose}) })
	for i := range int(anew * float64(n)) {
		at := r.IntN(n)
		if i%2 == 0 {
			out[at].pose = near(r, guess, 0.3, 0.2)
			continue
		}
		cell := int(f.free[r.IntN(len(f.free))])
		c := f.grid.Centre(cell%f.grid.Width, cell/f.grid.Width)
		out[at].pose = nav.Pose{X: c.X, Y: c.Y, Yaw: (2*r.Float64() - 1) * math.Pi}
	}
	f.now, f.next = f.next, f.now
	f.n = n
}

// each calls do with the particles found by n draws at equal distances, the first at the part u of the distance.
func (f *filter) each(u float64, n int, total float64, do func(i int)) {
	i, sum := 0, f.now[0].weight
	for k := range n {
		at := (float64(k) + u) / float64(n) * total
		for sum < at && i < f.n-1 {
			i++
			sum += f.now[i].weight
		}
		do(i)
	}
}

// take marks the bin of a pose, and reports whether the pose is the first there in this round.
func (f *filter) take(at nav.Pose) bool {
	x, y, a := int64(math.Floor(at.X/binWay)), int64(math.Floor(at.Y/binWay)), int64(math.Floor(at.Yaw/binTurn))
	key := uint64(x)<<40 ^ uint64(y)<<16&0xffffff0000 ^ uint64(a)&0xffff
	mask := uint64(len(f.bins) - 1)
	for i := key * 0x9e3779b97f4a7c15 >> 20 & mask; ; i = (i + 1) & mask {
		b := &f.bins[i]
		if b.round != f.round {
			*b = bin{key, f.round}
			return true
		}
		if b.key == key {
			return false
		}
	}
}

// needed returns the number of particles that keeps the error of the distribution over k bins below 0.05 with a probability
// of 0.99 (Fox, KLD-Sampling, 2001, equation 7, by Wilson and Hilferty's approximation of the χ² distribution).
func needed(k int) int {
	if k < 2 {
		return 0
	}
	const err, z = 0.05, 2.3263
	d := float64(k - 1)
	a := 1 - 2/(9*d) + math.Sqrt(2/(9*d))*z
	return int(math.Ceil(d / (2 * err) * a * a * a))
}
