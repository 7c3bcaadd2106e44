package panda

import (
	"math"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// cycle is what the robot says of its set-point in one cycle, and what it makes of the limits.
type cycle struct {
	t       float64                // s since the first
	pose    [3]float64             // m
	joint   [franka.Joints]float64 // rad
	shares  [3]float64             // greatest velocity, acceleration, jerk of a joint as a share of its limit
	speed   [3]float64             // of translation: m/s, m/s², m/s³
	turning [3]float64             // of rotation: rad/s, rad/s², rad/s³
}

// flight keeps a motion cycle by cycle. It does not grow while the robot moves.
type flight struct {
	limits franka.Limits
	cycles []cycle
	first  uint64
	last   franka.State
	missed int // cycles for which there was no room
}

// newFlight makes room for so many cycles.
func newFlight(limits franka.Limits, n int) *flight {
	return &flight{limits: limits, cycles: make([]cycle, 0, n)}
}

// add keeps a state. The jerk is the difference of the accelerations of two cycles, as the robot takes it.
func (f *flight) add(s *franka.State) {
	if len(f.cycles) == 0 {
		f.first, f.last = s.ID, *s
	}
	if len(f.cycles) == cap(f.cycles) {
		f.missed++
		return
	}
	dt := float64(s.ID-f.last.ID) * franka.Period
	if dt == 0 {
		dt = franka.Period
	}
	c := cycle{t: float64(s.ID-f.first) * franka.Period, pose: [3]float64{s.OTEEc[12], s.OTEEc[13], s.OTEEc[14]}, joint: s.Qd}
	for i := range s.Qd {
		l := &f.limits.Joints[i]
		c.shares[0] = max(c.shares[0], math.Abs(s.DQd[i])/l.V)
		c.shares[1] = max(c.shares[1], math.Abs(s.DDQd[i])/l.A)
		c.shares[2] = max(c.shares[2], math.Abs(s.DDQd[i]-f.last.DDQd[i])/dt/l.J)
	}
	c.speed = [3]float64{norm(s.ODPEEc[:3], nil), norm(s.ODDPEEc[:3], nil), norm(s.ODDPEEc[:3], f.last.ODDPEEc[:3]) / dt}
	c.turning = [3]float64{norm(s.ODPEEc[3:], nil), norm(s.ODDPEEc[3:], nil), norm(s.ODDPEEc[3:], f.last.ODDPEEc[3:]) / dt}
	f.cycles, f.last = append(f.cycles, c), *s
}

// norm is the length of v, or of v − w.
func norm(v, w []float64) float64 {
	sum := 0.0
	for i, x := range v {
		if w != nil {
			x -= w[i]
		}
		sum += float64(x * x)
	}
	return math.Sqrt(sum)
}

// column takes one number of every cycle.
func (f *flight) column(of func(*cycle) float64) []float64 {
	v := make([]float64, len(f.cycles))
	for i := range f.cycles {
		v[i] = of(&f.cycles[i])
	}
	return v
}

// most is the greatest number of a column.
func (f *flight) most(of func(*cycle) float64) float64 {
	m := 0.0
	for i := range f.cycles {
		m = max(m, of(&f.cycles[i]))
	}
	return m
}
