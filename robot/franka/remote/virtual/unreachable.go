package virtual

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// Unreachable is a random path that demands more than a robot can do: to points out of its reach, through singular
// poses, too fast, with jumps, at times with NaNs and infinities. It repeatedly returns to its beginning, at rest,
// and ends there. Its randomness is determined by its seed.
type Unreachable struct {
	g      franka.MotionGenerator
	rng    *rand.Rand
	length float64

	size   float64 // of the way out, relative to the robot's surroundings
	haste  float64 // greatest speed and acceleration of a leg, as a share of the robot's limits
	elbow  bool
	jumpy  bool
	broken bool
	near   bool // stays close enough to the arm to be followed

	limits       franka.Limits
	q0           [franka.Joints]float64
	pose         spatial.Pose
	e0           [2]float64
	from, to     [7]float64 // offsets from the start
	x, v         [7]float64
	since, lasts float64
	home         bool // the present leg leads home
	begun        bool
}

// UnreachableSetup is run number seed of a search for commands that break the limits: an unreachable path over a
// perfect link, for one of the four generators and one of the two arms, from a random pose.
func UnreachableSetup(seed uint64, length time.Duration) Setup {
	generators := [...]franka.MotionGenerator{franka.GenerateCartesianPose, franka.GenerateCartesianVelocity,
		franka.GenerateJointPosition, franka.GenerateJointVelocity}
	g := generators[seed%4]
	v := franka.Version5
	if seed/4%2 == 1 {
		v = franka.Version7
	}
	m := &Unreachable{g: g, rng: rand.New(rand.NewPCG(seed, 0x17)), length: length.Seconds(), limits: franka.LimitsOf(v)}
	r := m.rng
	m.size, m.haste = 0.1+1.2*r.Float64()*r.Float64(), 0.05+2*r.Float64()*r.Float64()
	m.elbow, m.jumpy, m.broken, m.near = r.IntN(3) == 0, r.IntN(4) == 0, r.IntN(8) == 0, r.IntN(4) > 0
	u := Setup{
		Config: remote.Config{Version: v, Generator: g, Resume: true, Linger: 1 << 20,
			Subscribe: []string{"O_T_EE_c", "elbow_c", "q_d"}},
		Robot: box.Config{Version: v}, Motion: m, Seed: seed, Cycles: int(length/time.Millisecond) + 3000,
	}
	ready := [7]float64{0, -math.Pi / 4, 0, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}
	for i := range ready {
		u.Robot.Q0[i] = ready[i] + 0.3*(2*r.Float64()-1)
	}
	return u
}

// Next implements remote.Motion.
func (m *Unreachable) Next(t time.Duration, s *franka.State, c *franka.Command) (finished bool) {
	now := t.Seconds()
	if !m.begun {
		m.begun = true
		m.q0, m.pose, m.e0 = s.Qd, franka.SpatialPose(&s.OTEEc), s.ElbowC
		m.leg(now)
	}
	for now >= m.since+m.lasts && now < m.length {
		m.leg(now)
	}
	m.step(now)
	m.write(c, s)
	if m.broken && m.rng.IntN(300) == 0 {
		wrong := [...]float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300, 5e-324}
		x := wrong[m.rng.IntN(len(wrong))]
		c.QC[m.rng.IntN(7)], c.DQC[m.rng.IntN(7)], c.OTEEc[m.rng.IntN(16)], c.ODPEEc[m.rng.IntN(6)], c.ElbowC[0] = x, x, x, x, x
	}
	return m.home && now >= m.length+0.5 && now >= m.since+m.lasts
}

// scale is the extent of the robot's surroundings in one direction: m, rad.
func (m *Unreachable) scale(i int) float64 {
	switch {
	case m.g == franka.GenerateJointPosition || m.g == franka.GenerateJointVelocity:
		return 3
	case i < 3:
		return 0.9
	case i < 6:
		return 2
	}
	return 2
}

// most is the greatest speed and acceleration of the robot in one direction.
func (m *Unreachable) most(i int) (v, a float64) {
	r := m.limits.Rate(i)
	if m.g != franka.GenerateJointPosition && m.g != franka.GenerateJointVelocity {
		r = m.limits.Cartesian.Elbow
		if i < 3 {
			r = m.limits.Cartesian.Translation
		} else if i < 6 {
			r = m.limits.Cartesian.Rotation
		}
	}
	return r.V, r.A
}

// leg begins the next part of the path where the last one has led.
func (m *Unreachable) leg(now float64) {
	r := m.rng
	m.step(now)
	m.from = m.x
	m.home = !m.home && r.IntN(3) == 0 || now >= m.length-m.lasts
	if m.jumpy && r.IntN(4) == 0 {
		by := math.Pow(10, -5+5*r.Float64())
		for i := range m.from {
			m.from[i] += by * (2*r.Float64() - 1)
		}
	}
	for i := range m.to {
		m.to[i] = 0
		if !m.home {
			m.to[i] = m.size * m.scale(i) * (2*r.Float64() - 1)
		}
		if !m.elbow && i == 6 && m.cartesian() {
			m.to[i], m.from[i] = 0, 0
		}
	}
	haste := m.haste * (0.2 + 0.8*r.Float64())
	m.since, m.lasts = now, 0.05
	for i := range m.to { // the quintic's greatest speed is 15/8, its greatest acceleration 5.78
		d := math.Abs(m.to[i] - m.from[i])
		v, a := m.most(i)
		m.lasts = max(m.lasts, 1.875*d/(haste*v), math.Sqrt(5.78*d/(haste*a)))
	}
	if r.IntN(5) == 0 { // stay there
		m.to = m.from
	}
}

func (m *Unreachable) cartesian() bool {
	return m.g == franka.GenerateCartesianPose || m.g == franka.GenerateCartesianVelocity
}

// step puts the path's offsets and their speeds at a time into x and v.
func (m *Unreachable) step(now float64) {
	if m.lasts == 0 {
		return
	}
	s := min(1, max(0, (now-m.since)/m.lasts))
	x, v := s*s*s*(10+s*(-15+6*s)), 30*s*s*(1-s)*(1-s)/m.lasts
	for i := range m.x {
		m.x[i] = m.from[i] + x*(m.to[i]-m.from[i])
		m.v[i] = v * (m.to[i] - m.from[i])
	}
}

// leash is how far from the arm a followable path stays, m and rad: from 0.5 on the link would stop.
const leash = 0.4

// write puts x or v into a command.
func (m *Unreachable) write(c *franka.Command, s *franka.State) {
	for i := range c.QC {
		c.QC[i] = m.q0[i] + m.x[i]
		if m.near {
			c.QC[i] = s.Qd[i] + max(-leash, min(leash, c.QC[i]-s.Qd[i]))
		}
	}
	c.DQC = m.v
	copy(c.ODPEEc[:], m.v[:6])
	p := spatial.Pose{P: m.pose.P.Add(spatial.V(m.x[0], m.x[1], m.x[2])), R: spatial.Exp(spatial.V(m.x[3], m.x[4], m.x[5])).Mul(m.pose.R)}
	turn := m.e0[0] + m.x[6]
	if m.near {
		at := franka.SpatialPose(&s.OTEEc)
		d := spatial.Delta(at, p)
		p = spatial.Pose{P: at.P.Add(d.Lin.Limit(leash)), R: spatial.Exp(d.Ang.Limit(leash)).Mul(at.R)}
		turn = s.ElbowC[0] + max(-leash, min(leash, turn-s.ElbowC[0]))
	}
	c.OTEEc = franka.PoseOf(p)
	if m.elbow {
		c.ElbowC, c.ValidElbow = [2]float64{turn, m.e0[1]}, true
	}
}
