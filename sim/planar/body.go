package planar

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/nav"
)

// Vehicle describes a vehicle with two driven wheels and castors.
//
// It is driven by a speed controller, with one loop for the forward speed and one for turning, whose forces are bounded.
// Without the bound both follow with a first-order lag; with it, mass and inertia matter. Castors are left out: the moment with
// which two of them resist when they swivel (about 400 N of load on a trail of 4 cm and friction of 0.1: below 2 N·m each) is a
// hundredth of the motors', and the speed controllers compensate it within their lag.
type Vehicle struct {
	Name    string
	Outline nav.Outline // in BASE, counterclockwise
	Track   float64     // m, between the driven wheels
	Radius  float64     // m, of the driven wheels
	Mass    float64     // kg, with its passenger
	Inertia float64     // kg·m², about the middle of the axle
	Lag     float64     // s, of the wheels relative to their commands
	Force   float64     // N, greatest force of one wheel on the ground
	Top     float64     // m/s, greatest speed of a wheel's rim
	Counts  int         // of an encoder, per turn of its wheel
	// Slip is the relative difference between a wheel's way on the ground and its rotation, and Wander the correlation time of
	// that (Gauss-Markov); Uneven is the standard deviation of the true size of each wheel.
	Slip, Wander, Uneven float64
}

// Wheelchair returns a powered wheelchair, driven at the rear, with a person in it. Its odometry is off by about 2 % of the
// distance.
func Wheelchair() Vehicle {
	return Vehicle{
		Name:    "wheelchair",
		Outline: nav.Outline{{X: -0.30, Y: -0.325}, {X: 0.80, Y: -0.325}, {X: 0.80, Y: 0.325}, {X: -0.30, Y: 0.325}},
		Track:   0.56, Radius: 0.17, Mass: 170, Inertia: 30, Lag: 0.12, Force: 270, Top: 1.6, Counts: 1024,
		Slip: 0.006, Wander: 0.5, Uneven: 0.0015,
	}
}

// Check reports everything that is wrong with a vehicle.
func (v *Vehicle) Check() error {
	var faults []error
	between := func(what string, x, low, high float64) {
		if !(x >= low && x <= high) {
			faults = append(faults, fmt.Errorf("planar: %s of vehicle %q is %g: give %g to %g", what, v.Name, x, low, high))
		}
	}
	between("Track", v.Track, 0.05, 10)
	between("Radius", v.Radius, 0.01, 5)
	between("Mass", v.Mass, 0.1, 1e5)
	between("Inertia", v.Inertia, 1e-4, 1e6)
	between("Lag", v.Lag, 0.02, 5)
	between("Force", v.Force, 0.01, 1e6)
	between("Top", v.Top, 0.01, 20)
	between("Counts", float64(v.Counts), 1, 1e6)
	between("Slip", v.Slip, 0, 0.5)
	between("Uneven", v.Uneven, 0, 0.2)
	if v.Slip > 0 {
		between("Wander", v.Wander, 0.01, 1e4)
	}
	if n := len(v.Outline); n < 3 || n > 32 {
		faults = append(faults, fmt.Errorf("planar: the outline of vehicle %q has %d corners: give 3 to 32", v.Name, n))
	}
	for i, a := range v.Outline {
		n := len(v.Outline)
		d, e := v.Outline[(i+1)%n].Sub(a), v.Outline[(i+2)%n].Sub(v.Outline[(i+1)%n])
		if !(float64(d.X*e.Y)-float64(d.Y*e.X) > 0) || a.Norm() > 100 {
			faults = append(faults, fmt.Errorf("planar: the outline of vehicle %q is not convex and counterclockwise at corner %d, or farther than 100 m", v.Name, i))
		}
	}
	return errors.Join(faults...)
}

// What a vehicle can touch.
const (
	Nothing Kind = iota
	Wall
	Furniture // a box
	Person
	Vehicles // another vehicle
)

// Kind is a kind of obstacle.
type Kind uint8

func (k Kind) String() string {
	return [...]string{"nothing", "a wall", "a box", "a person", "a vehicle"}[min(k, Vehicles)]
}

// Touch is one obstacle.
type Touch struct {
	Kind  Kind
	Index int // index of boxes, persons and vehicles
}

// Contact is the moment at which a vehicle ran into something. People avoid vehicles on their own, so a touched person has been
// run into.
type Contact struct {
	Touch
	At    time.Duration
	Where nav.Pose
}

// Left and Right are a vehicle's wheels.
const (
	Left Side = iota
	Right
)

// Side is one of two wheels.
type Side uint8

// Body is a vehicle in a world.
type Body struct {
	v      Vehicle
	pose   nav.Pose
	before nav.Pose // one step ago
	twist  nav.Twist

	shape  []nav.Point // the outline in MAP
	middle nav.Point   // of a circle around it
	around float64     // its radius
	discs  []nav.Point // discs in BASE that together cover the outline
	disc   float64     // their radius
	centre nav.Point   // of the outline in BASE

	wheels [2]wheel
	keep   float64 // of a slip, per step
	from   source

	touching bool
	contacts int
	last     Contact
	closest  float64
}

// wheel is a driven wheel.
type wheel struct {
	wish  float64 // m/s at the rim
	speed float64 // m/s at the rim
	angle float64 // rad, that it has turned
	size  float64 // ratio of its true radius to the stated one
	slip  float64 // present slip

	stuck bool
	lost  float64 // share of its way lost by a fault
}

// farthest is the largest distance that is computed, m.
const farthest = 1

// Add puts a vehicle into the world. There it must not touch anything.
func (w *World) Add(v Vehicle, at nav.Pose) (*Body, error) {
	if err := v.Check(); err != nil {
		return nil, err
	}
	if !at.Finite() {
		return nil, fmt.Errorf("planar: vehicle %q is put at %v: give finite numbers", v.Name, at)
	}
	b := &Body{v: v, from: w.chance(), closest: farthest, keep: math.Exp(-w.step.Seconds() / max(v.Wander, 0.01))}
	b.shape = make([]nav.Point, len(v.Outline))
	b.cover()
	for i := range b.wheels {
		b.wheels[i].size = 1 + float64(v.Uneven*min(max(b.from.NormFloat64(), -3), 3))
		b.wheels[i].slip = v.Slip * b.from.NormFloat64()
	}
	b.put(at)
	b.before = at
	w.bodies = append(w.bodies, b)
	if d, what := w.clearance(b, farthest); d == 0 {
		w.bodies = w.bodies[:len(w.bodies)-1]
		return nil, fmt.Errorf("planar: vehicle %q at %.2f, %.2f (yaw %.2f) is within %v: put it elsewhere", v.Name, at.X, at.Y, at.Yaw, what.Kind)
	}
	return b, nil
}

// cover finds discs along the longer side that cover the outline.
func (b *Body) cover() {
	o := b.v.Outline
	low, high := o[0], o[0]
	for _, p := range o[1:] {
		low.X, low.Y, high.X, high.Y = min(low.X, p.X), min(low.Y, p.Y), max(high.X, p.X), max(high.Y, p.Y)
	}
	size := high.Sub(low)
	b.centre = nav.Point{X: low.X + size.X/2, Y: low.Y + size.Y/2}
	b.around = size.Norm() / 2
	const n = 4
	part := nav.Point{X: size.X / n, Y: size.Y}
	if size.Y > size.X {
		part = nav.Point{X: size.X, Y: size.Y / n}
	}
	b.disc = part.Norm() / 2
	for i := range n {
		d := nav.Point{X: low.X + (float64(i)+0.5)*part.X, Y: b.centre.Y}
		if size.Y > size.X {
			d = nav.Point{X: b.centre.X, Y: low.Y + (float64(i)+0.5)*part.Y}
		}
		b.discs = append(b.discs, d)
	}
}

// put moves the body to a pose.
func (b *Body) put(at nav.Pose) {
	b.pose = at
	s, c := math.Sincos(at.Yaw)
	turn := func(p nav.Point) nav.Point {
		return nav.Point{X: at.X + float64(c*p.X) - float64(s*p.Y), Y: at.Y + float64(s*p.X) + float64(c*p.Y)}
	}
	for i, p := range b.v.Outline {
		b.shape[i] = turn(p)
	}
	b.middle = turn(b.centre)
}

// Command sets the speeds of the wheels' rims from now on, m/s. Numbers that are not finite become 0.
func (b *Body) Command(left, right float64) {
	for i, x := range [2]float64{left, right} {
		if x-x != 0 {
			x = 0
		}
		b.wheels[i].wish = min(max(x, -b.v.Top), b.v.Top)
	}
}

// Stick blocks or releases a wheel.
func (b *Body) Stick(s Side, stuck bool) { b.wheels[s].stuck = stuck }

// Skid makes a wheel lose a share of its way from now on, as on a wet floor: 0 for none, 1 for all of it.
func (b *Body) Skid(s Side, share float64) { b.wheels[s].lost = min(max(share, 0), 1) }

// Counts returns the readings of the wheels' encoders: whole counts, which begin at 0.
func (b *Body) Counts() (left, right int32) {
	n := func(w *wheel) int32 {
		return int32(int64(math.Floor(w.angle / (2 * math.Pi) * float64(b.v.Counts))))
	}
	return n(&b.wheels[Left]), n(&b.wheels[Right])
}

// Rims returns the speeds of the wheels' rims, m/s.
func (b *Body) Rims() (left, right float64) { return b.wheels[Left].speed, b.wheels[Right].speed }

// Vehicle returns the body's description.
func (b *Body) Vehicle() *Vehicle { return &b.v }

// Pose returns the true pose of BASE in MAP.
func (b *Body) Pose() nav.Pose { return b.pose }

// Twist returns the true motion of BASE.
func (b *Body) Twist() nav.Twist { return b.twist }

// Contacts returns how often the vehicle ran into something, and the last time.
func (b *Body) Contacts() (n int, last Contact) { return b.contacts, b.last }

// Closest returns the smallest distance of the outline from anything so far, m; 1 if nothing was nearer.
func (b *Body) Closest() float64 { return b.closest }

// Clearance returns the exact distance of a vehicle's outline from the nearest obstacle, m, and that obstacle; 1 and Nothing if
// everything is farther.
func (w *World) Clearance(b *Body) (float64, Touch) { return w.clearance(b, farthest) }

// Jump moves a body to another place at rest, as if carried there.
func (b *Body) Jump(at nav.Pose) {
	b.put(at)
	b.before, b.twist = at, nav.Twist{}
	b.wheels[Left].speed, b.wheels[Right].speed = 0, 0
}

// Friction is an additional deceleration, m/s², that brings a wheel commanded to stand still and slower than creep (m/s) to
// rest in a finite time.
const (
	creep    = 0.03
	friction = 0.04
)

// apartBy is the distance from a touched obstacle after which touching it again is a new contact, m.
const apartBy = 0.01

// drive updates the wheels' speeds.
func (b *Body) drive(dt float64) {
	l, r := &b.wheels[Left], &b.wheels[Right]
	v, w := (l.speed+r.speed)/2, (r.speed-l.speed)/b.v.Track
	force := b.v.Mass * ((l.wish+r.wish)/2 - v) / b.v.Lag
	moment := b.v.Inertia * ((r.wish-l.wish)/b.v.Track - w) / b.v.Lag
	fl := min(max(force/2-moment/b.v.Track, -b.v.Force), b.v.Force)
	fr := min(max(force/2+moment/b.v.Track, -b.v.Force), b.v.Force)
	// Masses as the wheels see them, from the kinetic energy m/2·v² + I/2·w² in terms of the wheels' speeds.
	own := b.v.Mass/4 + b.v.Inertia/(b.v.Track*b.v.Track)
	cross := b.v.Mass/4 - b.v.Inertia/(b.v.Track*b.v.Track)
	switch {
	case l.stuck && r.stuck:
		l.speed, r.speed = 0, 0
	case l.stuck:
		l.speed, r.speed = 0, r.speed+fr/own*dt
	case r.stuck:
		l.speed, r.speed = l.speed+fl/own*dt, 0
	default:
		det := float64(own*own) - float64(cross*cross)
		l.speed += (float64(own*fl) - float64(cross*fr)) / det * dt
		r.speed += (float64(own*fr) - float64(cross*fl)) / det * dt
	}
	if l.wish != 0 || r.wish != 0 || math.Abs(l.speed) > creep || math.Abs(r.speed) > creep {
		return
	}
	for i := range b.wheels {
		x := &b.wheels[i]
		x.speed = math.Copysign(max(math.Abs(x.speed)-friction*dt, 0), x.speed)
	}
}

// step moves the body for dt seconds.
func (b *Body) step(w *World, dt float64) {
	b.drive(dt)
	var ground [2]float64
	for i := range b.wheels {
		x := &b.wheels[i]
		x.angle += x.speed / b.v.Radius * dt
		if b.v.Slip > 0 {
			x.slip = float64(b.keep*x.slip) + float64(b.v.Slip*math.Sqrt(1-float64(b.keep*b.keep))*b.from.NormFloat64())
		}
		ground[i] = x.speed * x.size * (1 + min(max(x.slip, -0.9), 0.9)) * (1 - x.lost)
	}
	b.before = b.pose
	b.twist = nav.Twist{V: (ground[0] + ground[1]) / 2, W: (ground[1] - ground[0]) / b.v.Track}
	if b.twist != (nav.Twist{}) {
		b.put(b.pose.Mul(b.twist.Over(dt)))
	}
	d, what := w.clearance(b, max(b.closest, 2*apartBy))
	b.closest = min(b.closest, d)
	if d > 0 {
		b.touching = b.touching && d < apartBy
		return
	}
	if !b.touching {
		b.contacts++
		b.last = Contact{what, w.now + w.step, b.pose}
	}
	b.touching = true
	b.put(b.before)
	b.twist = nav.Twist{}
	b.wheels[Left].speed, b.wheels[Right].speed = 0, 0
}

func (b *Body) hash(h *hasher) {
	h.floats(b.pose.X, b.pose.Y, b.pose.Yaw, b.twist.V, b.twist.W, b.closest)
	for i := range b.wheels {
		x := &b.wheels[i]
		h.floats(x.wish, x.speed, x.angle, x.size, x.slip, x.lost)
		h.flag(x.stuck)
	}
	h.add(uint64(b.contacts))
	h.flag(b.touching)
	h.source(&b.from)
}
