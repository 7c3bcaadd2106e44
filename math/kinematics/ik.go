package kinematics

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// IKOptions bound the search for joint positions; the zero value is usable.
type IKOptions struct {
	Position   float64 // accepted distance of the tip, m; 0 means 1e-5
	Rotation   float64 // accepted angle of the tip, rad; 0 means 1e-5
	Iterations int     // per start; 0 means 60
	Restarts   int     // random starts after the first; 0 means 100, negative none
	Seed       uint64  // seed of the random starts: equal seeds give equal bits
}

// IKStatus is the outcome of a search.
type IKStatus uint8

// The outcomes of IK.
const (
	IKSolved      IKStatus = iota + 1
	IKNotReached           // no start came close enough: q is the closest found, within limits
	IKNotPossible          // target or seed not finite, or target.R no rotation: q is the clamped seed
)

// String returns the status in words.
func (s IKStatus) String() string {
	switch s {
	case IKSolved:
		return "solved"
	case IKNotReached:
		return "not reached"
	case IKNotPossible:
		return "not possible"
	}
	return "no status"
}

// IKResult describes a search.
type IKResult struct {
	Status     IKStatus
	Iterations int     // over all starts
	Starts     int     // 1 when the seed led to the solution
	Position   float64 // remaining distance, m
	Rotation   float64 // remaining angle, rad
}

// IK searches joint positions q within the limits that put the tip at target (in base), starting from seed and, if that
// fails, from random positions drawn from o.Seed. Seed and q may be the same slice.
//
// Every step is a Levenberg–Marquardt step whose damping is proportional to the squared error (Sugihara
// 2011, eq. 21), over the joints that are not stopped by a limit. A target near the seed takes one to three
// iterations.
func (c *Chain) IK(d *Data, target spatial.Pose, seed, q []float64, o IKOptions) IKResult {
	o = o.filled()
	q = q[:c.N()]
	ok := target.Finite() && isRotation(&target.R)
	for i := range q {
		ok = ok && seed[i]-seed[i] == 0
		q[i] = c.clamp(i, seed[i])
	}
	if !ok {
		return IKResult{Status: IKNotPossible}
	}
	s := &d.solver
	copy(s.best, q)
	rng := random{o.Seed}
	best := IKResult{Status: IKNotReached, Position: math.Inf(1), Rotation: math.Inf(1)}
	total := 0
	for start := 1; start <= 1+o.Restarts; start++ {
		if start > 1 {
			c.scatter(&rng, q)
		}
		r := c.descend(d, target, q, o)
		total += r.Iterations
		r.Starts, r.Iterations = start, total
		if r.Status == IKSolved {
			return r
		}
		if r.Position+armLength*r.Rotation < best.Position+armLength*best.Rotation {
			best = r
			copy(s.best, q)
		}
	}
	copy(q, s.best)
	best.Starts, best.Iterations = 1+o.Restarts, total
	return best
}

func (o IKOptions) filled() IKOptions {
	if !(o.Position > 0) {
		o.Position = 1e-5
	}
	if !(o.Rotation > 0) {
		o.Rotation = 1e-5
	}
	if o.Iterations <= 0 {
		o.Iterations = 60
	}
	if o.Restarts == 0 {
		o.Restarts = 100
	}
	o.Restarts = max(o.Restarts, 0)
	return o
}

// armLength, in m/rad, makes angles and distances comparable: an error of one radian has the weight of this length.
const armLength = 0.3

// Constants of the descent: its damping per squared error, the least damping, the longest step of a joint, and how much
// the error must shrink, in how many steps, for a start to be continued.
const (
	dampingGain  = 0.1
	dampingLeast = 1e-10
	longestStep  = 1.0
	patience     = 6
	progress     = 0.7
)

// descend runs one start from q. The result lacks Starts.
func (c *Chain) descend(d *Data, target spatial.Pose, q []float64, o IKOptions) IKResult {
	s := &d.solver
	s.rows = 6
	n := s.n
	mark := math.Inf(1)
	for it := 0; ; it++ {
		c.forward(d, q)
		e := difference(&d.tip, &target)
		r := IKResult{Status: IKNotReached, Iterations: it, Position: e.Lin.Norm(), Rotation: e.Ang.Norm()}
		if r.Position <= o.Position && r.Rotation <= o.Rotation {
			r.Status = IKSolved
			return r
		}
		size := e.Lin.Dot(e.Lin) + armLength*armLength*e.Ang.Dot(e.Ang)
		if it == o.Iterations {
			return r
		}
		if it%patience == 0 {
			if size > progress*mark {
				return r
			}
			mark = size
		}
		c.columns(d, d.tip.P, n, s.a[:6*n])
		for k := 3 * n; k < 6*n; k++ {
			s.a[k] *= armLength
		}
		s.e = [maxRows]float64{e.Lin.X, e.Lin.Y, e.Lin.Z, armLength * e.Ang.X, armLength * e.Ang.Y, armLength * e.Ang.Z}
		if !c.advance(s, q, dampingGain*size+dampingLeast) {
			return r
		}
	}
}

// advance moves q by one damped step within the limits; it returns false if the limits stop every joint.
func (c *Chain) advance(s *solver, q []float64, damping float64) bool {
	for i := range s.held {
		s.held[i] = false
	}
	for range s.n {
		s.factor(damping)
		s.y = s.e
		s.solve(&s.y)
		s.back(&s.y)
		again, free := false, false
		for i := range s.held {
			if s.held[i] {
				continue
			}
			l := &c.joints[i].limit
			if (q[i] <= l.Lower && s.step[i] < 0) || (q[i] >= l.Upper && s.step[i] > 0) {
				s.held[i], s.step[i], again = true, 0, true
				continue
			}
			free = true
		}
		if !free {
			return false
		}
		if !again {
			break
		}
	}
	long := 0.0
	for _, v := range s.step {
		long = math.Max(long, math.Abs(v))
	}
	k := 1.0
	if long > longestStep {
		k = longestStep / long
	}
	for i := range q {
		q[i] = c.clamp(i, q[i]+k*s.step[i])
	}
	return true
}

func (c *Chain) clamp(i int, v float64) float64 {
	l := &c.joints[i].limit
	return math.Min(math.Max(v, l.Lower), l.Upper)
}

// scatter draws q evenly within the limits; joints without limits within ±π.
func (c *Chain) scatter(r *random, q []float64) {
	for i := range q {
		l := c.joints[i].limit
		lo, hi := math.Max(l.Lower, -1e3), math.Min(l.Upper, 1e3)
		if hi-lo > 2*math.Pi && !c.joints[i].prismatic {
			mid := math.Min(math.Max(0, lo+math.Pi), hi-math.Pi)
			lo, hi = mid-math.Pi, mid+math.Pi
		}
		q[i] = lo + (hi-lo)*r.unit()
	}
}

// difference is spatial.Delta without copying the matrices.
func difference(a, b *spatial.Pose) spatial.Twist {
	var r spatial.Rot
	productT(&r, &b.R, &a.R)
	return spatial.Twist{Lin: b.P.Sub(a.P), Ang: r.Log()}
}

// random is the generator splitmix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators",
// OOPSLA 2014).
type random struct{ state uint64 }

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (r *random) unit() float64 { return float64(r.next()>>11) / (1 << 53) }
