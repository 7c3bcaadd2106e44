package mobile

import "math"

// Twist is a velocity of the base, or over a period its motion: X forward, Y left, in m/s, and W about z, in rad/s.
type Twist struct{ X, Y, W float64 }

// scale returns k·t.
func (t Twist) scale(k float64) Twist { return Twist{t.X * k, t.Y * k, t.W * k} }

// drive is a base's kinematics. Wheels are listed left first, then right, in rad/s; steers are angles in rad.
type drive interface {
	// wheels computes wheel speeds and steering angles for a twist. Steering angles that do not matter are kept.
	wheels(t Twist, wheels, steers []float64)
	// motion computes the twist from wheel speeds at the given steering angles.
	motion(wheels, steers []float64) Twist
}

// mean returns the mean of xs, which are not empty.
func mean(xs []float64) (m float64) {
	for _, x := range xs {
		m += x
	}
	return m / float64(len(xs))
}

// differential has any number of wheels on each side.
type differential struct {
	left, right float64 // radii, m
	track       float64
}

func (d *differential) wheels(t Twist, wheels, _ []float64) {
	n := len(wheels) / 2
	l, r := (t.X-t.W*d.track/2)/d.left, (t.X+t.W*d.track/2)/d.right
	for i := range n {
		wheels[i], wheels[n+i] = l, r
	}
}

func (d *differential) motion(wheels, _ []float64) Twist {
	n := len(wheels) / 2
	l, r := mean(wheels[:n])*d.left, mean(wheels[n:])*d.right
	return Twist{X: (l + r) / 2, W: (r - l) / d.track}
}

// steered has driven wheels behind, and one or two steered wheels in front.
type steered struct {
	differential
	base float64 // wheelbase, m
	most float64 // of the angle, rad
}

// slowest is the speed in m/s below which a twist does not determine the steering.
const slowest = 1e-4

func (s *steered) wheels(t Twist, wheels, steers []float64) {
	if math.Abs(t.X) > slowest {
		tan := t.W * s.base / t.X
		if most := math.Tan(s.most); math.Abs(tan) > most {
			tan = math.Copysign(most, tan)
		}
		s.steer(tan, steers)
	}
	s.differential.wheels(Twist{X: t.X, W: t.X * s.tangent(steers) / s.base}, wheels, nil)
}

// steer sets the steers so that the middle of the front axle has that tangent of its steering angle.
func (s *steered) steer(tan float64, steers []float64) {
	if len(steers) == 1 {
		steers[0] = math.Atan(tan)
		return
	}
	steers[0] = math.Atan2(2*s.base*tan, 2*s.base-s.track*tan)
	steers[1] = math.Atan2(2*s.base*tan, 2*s.base+s.track*tan)
}

// tangent returns the tangent of the steering angle in the middle.
func (s *steered) tangent(steers []float64) float64 {
	if len(steers) == 1 {
		return math.Tan(steers[0])
	}
	l, r := math.Tan(steers[0]), math.Tan(steers[1])
	return (2*s.base*l/(2*s.base+s.track*l) + 2*s.base*r/(2*s.base-s.track*r)) / 2
}

func (s *steered) motion(wheels, steers []float64) Twist {
	v := s.differential.motion(wheels, nil).X
	return Twist{X: v, W: v * s.tangent(steers) / s.base}
}

// mecanum has wheels front left, rear left, front right, rear right.
type mecanum struct {
	radius float64
	k      float64 // m
}

func (m *mecanum) wheels(t Twist, wheels, _ []float64) {
	w := t.W * m.k
	wheels[0] = (t.X - t.Y - w) / m.radius
	wheels[1] = (t.X + t.Y - w) / m.radius
	wheels[2] = (t.X + t.Y + w) / m.radius
	wheels[3] = (t.X - t.Y + w) / m.radius
}

func (m *mecanum) motion(w, _ []float64) Twist {
	r := m.radius / 4
	return Twist{X: r * (w[0] + w[1] + w[2] + w[3]), Y: r * (-w[0] + w[1] + w[2] - w[3]), W: r * (-w[0] - w[1] + w[2] + w[3]) / m.k}
}
