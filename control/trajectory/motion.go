package trajectory

import (
	"math"

	"github.com/sinew-robotics/sinew/math/motion/otg"
	"github.com/sinew-robotics/sinew/math/motion/spline"
	"github.com/sinew-robotics/sinew/math/nav"
)

// motion is the commanded motion of all joints: on a path, on the way to meet it, or coming to rest.
type motion struct {
	dt      float64
	limits  []otg.Limit // of the commands' backward differences
	sampler *otg.Sampler
	planner *otg.Planner
	halt    otg.Input      // of a stop that is being tried
	halting otg.Trajectory // the stop

	path   *spline.Path
	follow bool // the path is to be followed
	on     bool // the command is on the path
	met    bool // the path has been met
	fresh  bool // the path has just begun, at the command
	t      float64
	// scale is how fast time passes on the path, and most the bounds of its derivatives.
	scale   nav.Shaper
	ds, dds float64
	planned float64 // the scale for which meeting the path was planned

	x, dx, ddx []float64 // last command and its backward differences
	p, v, a    []float64 // of the path at t
	tp, tv, ta []float64 // of a meeting that is being tried
}

// slack is the relative excess over a limit that rounding of third differences causes.
const slack = 1e-6

func newMotion(limits []otg.Limit, points int, dt float64) (*motion, error) {
	n := len(limits)
	s, err := otg.NewSampler(otg.SamplerConfig{Limits: limits, Period: dt})
	if err != nil {
		return nil, err
	}
	m := &motion{dt: dt, limits: limits, sampler: s, planner: otg.NewPlanner(n), path: spline.NewPath(n, points),
		ds: math.Inf(1), dds: math.Inf(1)}
	m.halting = *otg.NewTrajectory(n, 0)
	for _, f := range []*[]float64{&m.x, &m.dx, &m.ddx, &m.p, &m.v, &m.a, &m.tp, &m.tv, &m.ta,
		&m.halt.P0, &m.halt.V0, &m.halt.A0, &m.halt.PF, &m.halt.VF, &m.halt.AF, &m.halt.VMax, &m.halt.AMax, &m.halt.JMax} {
		*f = make([]float64, n)
	}
	for i, l := range s.Limits() {
		m.halt.VMax[i], m.halt.AMax[i], m.halt.JMax[i] = l.V, l.A, l.J
		// While the scale changes, a motion within a quarter of its limits stays within them: v·ṡ ≤ A/4, v·s̈ ≤ J/4.
		m.ds, m.dds = min(m.ds, l.A/l.V/4), min(m.dds, l.J/l.V/4)
	}
	return m, nil
}

// reset makes a state the command, and comes to rest from there.
func (m *motion) reset(x, v []float64) {
	copy(m.x, x)
	for i, l := range m.limits {
		m.dx[i], m.ddx[i] = min(max(v[i], -l.V), l.V), 0
	}
	m.follow, m.on, m.met, m.scale = false, false, false, nav.Shaper{V: 1}
	m.sampler.Continue(m.x, m.dx, m.ddx)
	m.sampler.Stop()
}

// state returns the continuous state of joint i at the last command: three commands lie on a parabola.
func (m *motion) state(i int) (p, v, a float64) {
	return m.x[i], m.dx[i] + float64(m.ddx[i]*m.dt/2), m.ddx[i]
}

// begin follows the path through the points from now on.
func (m *motion) begin(d spline.Degree, points []spline.Point) bool {
	for i := range m.x {
		m.p[i], m.v[i], m.a[i] = m.state(i)
	}
	if m.on {
		m.leave()
	}
	m.path.Begin(d, m.p, m.v, m.a)
	for _, w := range points {
		if !m.path.Add(w) {
			return false
		}
	}
	m.follow, m.met, m.t, m.fresh = true, false, 0, true
	return true
}

// stop comes to rest as fast as the limits allow.
func (m *motion) stop() {
	if m.on {
		m.leave()
	}
	m.follow, m.met = false, false
	m.sampler.Stop()
}

// leave hands the motion over from the path to the sampler.
func (m *motion) leave() {
	m.on = false
	m.sampler.Continue(m.x, m.dx, m.ddx)
}

// arrived reports whether the command rests at the end of the path.
func (m *motion) arrived() bool { return m.follow && m.on && m.t >= m.path.End() && !m.moving() }

// step makes the next command, with the wanted scale.
func (m *motion) step(scale float64) {
	if m.follow {
		m.scale.Toward(scale, m.ds, m.dds, m.dt)
		m.t = min(m.t+m.scale.V*m.dt, m.path.End()+1)
		m.at(m.t, m.p, m.v, m.a)
		free := m.on || m.fresh || m.sampler.Left() == 0
		m.fresh = false
		if free && m.passes() {
			m.on, m.met = true, true
			for i, p := range m.p {
				m.command(i, p)
			}
			return
		}
		if m.on {
			m.leave()
			m.meet()
		} else if free || math.Abs(m.planned-m.scale.V) > 0.05 {
			m.meet()
		}
	}
	m.sampler.Step(m.tp)
	for i, p := range m.tp {
		m.command(i, p)
	}
}

// command takes the next command of joint i.
func (m *motion) command(i int, p float64) {
	v := (p - m.x[i]) / m.dt
	m.x[i], m.dx[i], m.ddx[i] = p, v, (v-m.dx[i])/m.dt
}

// at stores the path's state at a time, at the present scale.
func (m *motion) at(t float64, p, v, a []float64) {
	m.path.At(t, p, v, a)
	s, ds := m.scale.V, m.scale.A
	for i := range p {
		a[i] = float64(a[i]*s*s) + float64(v[i]*ds)
		v[i] *= s
	}
}

// passes reports whether the path's state may be the next command.
func (m *motion) passes() bool {
	near := false
	for i, l := range m.limits {
		v := (m.p[i] - m.x[i]) / m.dt
		a := (v - m.dx[i]) / m.dt
		j := (a - m.ddx[i]) / m.dt
		if !(math.Abs(j) <= l.J*(1+slack) && math.Abs(a) <= l.A*(1+slack) && math.Abs(v) <= l.V*(1+slack)) {
			return false
		}
		v += a * m.dt / 2
		if !releases(v, a, &l, slack) {
			return false
		}
		if m.p[i] < l.Lower || m.p[i] > l.Upper {
			return false
		}
		m.halt.P0[i], m.halt.V0[i], m.halt.A0[i] = m.p[i], v, min(max(a, -m.halt.AMax[i]), m.halt.AMax[i])
		d := math.Abs(a)/l.J*math.Abs(v) + a*a*math.Abs(a)/(3*l.J*l.J) // while the acceleration is released
		v = math.Abs(v) + a*a/(2*l.J)
		d += v*v/(2*l.A) + v*l.A/(2*l.J)
		near = near || v > 0 && (m.p[i]-d < l.Lower || m.p[i]+d > l.Upper)
	}
	return !near || m.stops()
}

// releases reports whether acceleration a can be released before velocity v exceeds its limit.
func releases(v, a float64, l *otg.Limit, slack float64) bool {
	s := math.Abs(v)
	return s <= l.V*(1+slack) && (math.Signbit(a) != math.Signbit(v) || s+a*a/(2*l.J) <= l.V*(1+slack))
}

// stops reports whether a stop from the state in halt stays within the position limits.
func (m *motion) stops() bool {
	if !m.planner.Stop(&m.halt, &m.halting).Usable() {
		return false
	}
	for i, l := range m.limits {
		low, high := m.halting.Peak(i)
		if low < min(l.Lower, m.halt.P0[i]) || high > max(l.Upper, m.halt.P0[i]) {
			return false
		}
	}
	return true
}

// meet plans to meet the path at the first possible time of an increasing sequence, or else to come to rest at its end.
func (m *motion) meet() {
	s := m.scale.V
	m.planned = s
	end := m.path.End()
	for k := 1; k < 1<<20; k += k*2/3 + 1 {
		t := m.t + float64(k-1)*s*m.dt
		if t >= end {
			break
		}
		m.at(t, m.tp, m.tv, m.ta)
		if m.possible(float64(k)*m.dt) && m.sampler.Meet(k, m.tp, m.tv, m.ta) {
			return
		}
	}
	m.at(end, m.tp, m.tv, m.ta)
	if s := m.sampler.Target(m.tp); !s.Usable() || s == otg.Beyond && m.moving() {
		m.sampler.Stop() // tries again from there
	}
}

func (m *motion) moving() bool {
	for i, v := range m.dx {
		if v != 0 || m.ddx[i] != 0 {
			return true
		}
	}
	return false
}

// possible returns false if the target in tp and tv is certainly out of reach within t seconds.
func (m *motion) possible(t float64) bool {
	for i, l := range m.limits {
		p, v, _ := m.state(i)
		d := m.tp[i] - p
		if !releases(m.tv[i], m.ta[i], &l, 0) || math.Abs(d) > l.V*t || math.Abs(m.tv[i]-v) > l.A*t || math.Abs(d-v*t) > l.A*t*t/2+slack {
			return false
		}
	}
	return true
}
