package link

import (
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// judge compares what the robot commands its arm, state by state, with the limits, independently of the simulated
// robot's checks. It differentiates positions only, backward over 1 ms.
type judge struct {
	limits  franka.Limits
	Cycles  int
	Broken  int        // cycles with a limit broken
	By      [4]int     // cycles with position, velocity, acceleration, jerk broken
	Peak    [4]float64 // greatest share of a limit used, in the same order; for position the share of the range
	joints  [7]difference
	shift   [3]difference
	turn    [3]difference
	rot     spatial.Rot
	last    uint64
	started bool
	tool    bool
}

// difference follows one value.
type difference struct{ p, v, a, j float64 }

func (d *difference) next(p float64) {
	v := (p - d.p) / period
	d.velocity(v)
	d.p = p
}

func (d *difference) velocity(v float64) {
	a := (v - d.v) / period
	d.v, d.a, d.j = v, a, (a-d.a)/period
}

// roundoff allows for the last digit of a position of 1 to 4 rad, differenced twice and divided by 1e-9 s³: 1e-9
// rad/s² in an acceleration, 4e-6 rad/s³ in a jerk.
const roundoff = 1e-5

// newJudge makes a judge of joints and, if tool is set, of the pose.
func newJudge(l franka.Limits, tool bool) *judge { return &judge{limits: l, tool: tool} }

// restart forgets the past: the next state begins at rest.
func (j *judge) restart() { j.started = false }

// look takes the state of the next cycle.
func (j *judge) look(s *franka.State) {
	m := &s.OTEEc
	r := spatial.Rot{m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]}
	if !j.started {
		j.started = true
		for i := range j.joints {
			j.joints[i] = difference{p: s.Qd[i]}
		}
		for i := range j.shift {
			j.shift[i], j.turn[i] = difference{p: m[12+i]}, difference{}
		}
		j.rot, j.last = r, s.ID
		return
	}
	if s.ID == j.last {
		return
	}
	j.last = s.ID
	j.Cycles++
	var worst [4]float64
	note := func(kind int, value, limit float64) { worst[kind] = max(worst[kind], math.Abs(value)/limit) }
	for i := range j.joints {
		d, l := &j.joints[i], &j.limits.Joints[i]
		d.next(s.Qd[i])
		middle, half := (l.Lower+l.Upper)/2, (l.Upper-l.Lower)/2
		note(0, d.p-middle, half)
		note(1, d.v, l.V)
		note(2, d.a, l.A)
		note(3, d.j, l.J)
	}
	if j.tool {
		w := r.Mul(j.rot.T()).Log().Scale(1 / period)
		j.rot = r
		for i, x := range [3]float64{w.X, w.Y, w.Z} {
			j.shift[i].next(m[12+i])
			j.turn[i].velocity(x)
		}
		for k, v := range [2]*[3]difference{&j.shift, &j.turn} {
			l := j.limits.Cartesian.Translation
			if k == 1 {
				l = j.limits.Cartesian.Rotation
			}
			note(1, norm(v[0].v, v[1].v, v[2].v), l.V)
			note(2, norm(v[0].a, v[1].a, v[2].a), l.A)
			note(3, norm(v[0].j, v[1].j, v[2].j), l.J)
		}
	}
	broken := false
	for k, w := range worst {
		j.Peak[k] = max(j.Peak[k], w)
		if w > 1+roundoff {
			j.By[k]++
			broken = true
		}
	}
	if broken {
		j.Broken++
	}
}

func norm(x, y, z float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z)) }
