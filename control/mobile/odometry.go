package mobile

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Odometry is where the base is according to its wheels.
type Odometry struct {
	Pose       nav.Pose // relative to where it began
	Twist      Twist    // mean of the last cycles
	Covariance [9]float64
	Driven     float64 // m, total distance, including backward
}

// Noise is how much the variance of X, Y and the angle grows: in m² or rad² for each m, or rad, of motion.
type Noise struct{ X, Y, Side, Angle, Drift float64 }

// odometer adds up motions.
type odometer struct {
	Odometry
	noise Noise
	ring  []Twist // motions of the last cycles
	at, n int
	sum   Twist
}

// arc returns the pose after a motion, relative to its start: the exponential of the twist.
func arc(d Twist) nav.Pose {
	s, c := 1-d.W*d.W/6, d.W/2
	if math.Abs(d.W) > 1e-4 {
		sin, cos := math.Sincos(d.W)
		s, c = sin/d.W, (1-cos)/d.W
	}
	return nav.Pose{X: float64(s*d.X) - float64(c*d.Y), Y: float64(c*d.X) + float64(s*d.Y), Yaw: d.W}
}

// add advances by the motion of a period.
func (o *odometer) add(d Twist, dt float64) {
	from := o.Pose
	step := arc(d)
	o.Pose = from.Mul(step)
	o.Pose.Yaw = nav.Angle(from.Yaw + d.W)
	way := math.Hypot(d.X, d.Y)
	o.Driven += way
	o.spread(from.Yaw, o.Pose.X-from.X, o.Pose.Y-from.Y, d, way)
	o.sum = Twist{o.sum.X + d.X, o.sum.Y + d.Y, o.sum.W + d.W}
	if o.n == len(o.ring) {
		old := o.ring[o.at]
		o.sum = Twist{o.sum.X - old.X, o.sum.Y - old.Y, o.sum.W - old.W}
	} else {
		o.n++
	}
	o.ring[o.at] = d
	if o.at++; o.at == len(o.ring) { // keeps rounding from adding up from round to round
		o.at, o.sum = 0, Twist{}
		for _, x := range o.ring {
			o.sum = Twist{o.sum.X + x.X, o.sum.Y + x.Y, o.sum.W + x.W}
		}
	}
	o.Twist = o.sum.scale(1 / (float64(o.n) * dt))
}

// spread grows the covariance over a motion from yaw by dx, dy.
func (o *odometer) spread(yaw, dx, dy float64, d Twist, way float64) {
	f := [9]float64{1, 0, -dy, 0, 1, dx, 0, 0, 1}
	var t, p [9]float64
	for r := range 3 {
		for c := range 3 {
			for k := range 3 {
				t[3*r+c] += float64(f[3*r+k] * o.Covariance[3*k+c])
			}
		}
	}
	for r := range 3 {
		for c := range 3 {
			for k := range 3 {
				p[3*r+c] += float64(t[3*r+k] * f[3*c+k])
			}
		}
	}
	sin, cos := math.Sincos(yaw)
	x, y := o.noise.X*math.Abs(d.X), float64(o.noise.Y*math.Abs(d.Y))+float64(o.noise.Side*math.Abs(d.X))
	p[0] += float64(cos*cos*x) + float64(sin*sin*y)
	p[4] += float64(sin*sin*x) + float64(cos*cos*y)
	p[1] += sin * cos * (x - y)
	p[3] = p[1]
	p[8] += float64(o.noise.Angle*math.Abs(d.W)) + float64(o.noise.Drift*way)
	o.Covariance = p
}

// begin starts anew.
func (o *odometer) begin() {
	o.Odometry, o.sum, o.at, o.n = Odometry{}, Twist{}, 0, 0
	clear(o.ring)
}
