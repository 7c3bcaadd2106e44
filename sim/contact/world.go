// Package contact simulates a rigid body above a floor among solids that are moved from outside, such as the fingers of a
// gripper. Contacts are compliant: every surface point inside another shape is pushed out by
//
//	N = k·δ·(1 + c·δ̇),  never below 0,
//
// where δ is its depth (Hunt and Crossley, "Coefficient of restitution interpreted as damping in vibroimpact", 1975, with a
// linear spring). A damped spring holds it sideways to the place where it began to stick, within Coulomb's cone: the spring
// yields when it would exceed μ·N (Cundall and Strack, "A discrete numerical model for granular assemblies", 1979). Therefore a
// body that is held does not creep, and a slipping one is at the friction limit.
//
// A contact only takes energy from bodies in motion; the tests check that. Units are m, kg, s, N and rad, in a frame whose z is
// up and whose floor is z = 0. A world has no clock and uses no random numbers; a step does not allocate.
package contact

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// Config describes a world.
type Config struct {
	Body      Body
	Solids    []Solid
	Floor     float64 // friction of the floor with everything that touches it
	Stiffness float64 // N/m, per point in contact; 0 for 6000
	Loss      float64 // s/m, the c above; 0 for 20
	Step      float64 // s, longest step of the integrator; 0 for 0.1 ms
	Gravity   spatial.Vec3
}

// Body is the body that moves freely.
type Body struct {
	Shape
	Mass  float64 // kg
	Grip  float64 // its friction with solids
	Pose  spatial.Pose
	Twist spatial.Twist // of its middle
	Gone  bool          // the body does not exist
}

// Solid is a shape moved from outside: it has a pose and a motion, but no mass.
type Solid struct {
	Shape
	Pose  spatial.Pose
	Twist spatial.Twist // of its middle during a step
	// Felt is the mean wrench of the rest of the world on the solid in the last Step, with the torque about its middle.
	Felt spatial.Wrench
}

// World is a body among solids.
type World struct {
	Body   Body
	Solids []Solid

	cfg     Config
	inertia spatial.Vec3
	own     []spatial.Vec3   // points of the body
	points  [][]spatial.Vec3 // of the solids
	at      []spatial.Vec3   // where the body's points are
	there   []spatial.Vec3   // where a solid's points are
	touch   []touch          // one for each point and everything it may touch
	force   spatial.Wrench   // on the body, about its middle
	quiet   float64          // s, how long the body has been at rest, untouched by solids
}

// touch is the state of one contact.
type touch struct {
	on     bool
	anchor spatial.Vec3 // where it sticks, in the frame of the touched shape
}

// asleep is how long a body must be at rest before its steps are skipped until a solid is near.
const asleep = 0.25

// New makes a world, or reports everything that is wrong with its description.
func New(c Config) (*World, error) {
	fill := func(x *float64, d float64) {
		if *x == 0 {
			*x = d
		}
	}
	fill(&c.Stiffness, 6000)
	fill(&c.Loss, 20)
	fill(&c.Step, 1e-4)
	if c.Gravity == (spatial.Vec3{}) {
		c.Gravity = spatial.V(0, 0, -9.81)
	}
	var faults []error
	check := func(s *Shape, what string) {
		if h := s.Half; !(h.X > 0 && h.Z > 0 && (h.Y > 0 || s.Kind == Cylinder)) || !h.Finite() || s.Kind > Cylinder {
			faults = append(faults, fmt.Errorf("contact: %s is a shape with halves %v: give lengths above 0", what, h))
		}
	}
	check(&c.Body.Shape, "the body")
	for i := range c.Solids {
		check(&c.Solids[i].Shape, fmt.Sprintf("solid %d", i))
	}
	for _, x := range []struct {
		name string
		v    float64
	}{{"mass", c.Body.Mass}, {"stiffness", c.Stiffness}, {"step", c.Step}} {
		if !(x.v > 0) || math.IsInf(x.v, 1) {
			faults = append(faults, fmt.Errorf("contact: the %s is %g: give a positive number", x.name, x.v))
		}
	}
	if !(c.Body.Grip >= 0 && c.Floor >= 0 && c.Loss >= 0) {
		faults = append(faults, errors.New("contact: friction and loss must not be negative or NaN"))
	}
	if !c.Body.Pose.Finite() || c.Body.Pose.R == (spatial.Rot{}) {
		faults = append(faults, errors.New("contact: the body's pose is none"))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	w := &World{Body: c.Body, Solids: c.Solids, cfg: c, inertia: c.Body.inertia(c.Body.Mass), own: c.Body.points()}
	n := len(w.own) * (1 + len(c.Solids))
	for i := range c.Solids {
		w.points = append(w.points, c.Solids[i].points())
		n += 2 * len(w.points[i])
		w.there = make([]spatial.Vec3, max(len(w.there), len(w.points[i])))
	}
	w.at = make([]spatial.Vec3, len(w.own))
	w.touch = make([]touch, n)
	return w, nil
}

// Place moves the body elsewhere, at rest.
func (w *World) Place(p spatial.Pose) {
	w.Body.Pose, w.Body.Twist, w.quiet = p, spatial.Twist{}, 0
	clear(w.touch)
}

// Energy returns the body's kinetic and potential energy, J.
func (w *World) Energy() float64 {
	b := &w.Body
	l := b.Pose.R.ApplyT(b.Twist.Ang)
	turn := float64(w.inertia.X*l.X*l.X) + float64(w.inertia.Y*l.Y*l.Y) + float64(w.inertia.Z*l.Z*l.Z)
	return b.Mass*(b.Twist.Lin.Dot(b.Twist.Lin)/2-w.cfg.Gravity.Dot(b.Pose.P)) + turn/2
}

// Step advances time by dt seconds: solids move by their twists, the body by the forces on it.
func (w *World) Step(dt float64) {
	n := int(math.Ceil(dt/w.cfg.Step - 1e-9))
	if n <= 0 {
		return
	}
	for i := range w.Solids {
		w.Solids[i].Felt = spatial.Wrench{}
	}
	near, low := w.near()
	if !near && !low && w.quiet >= asleep {
		w.drift(dt)
		return
	}
	h := dt / float64(n)
	for range n {
		w.force = spatial.Wrench{}
		w.contacts(h, near, low)
		w.integrate(h)
		w.drift(h)
	}
	for i := range w.Solids {
		f := &w.Solids[i].Felt
		f.Force, f.Torque = f.Force.Scale(1/float64(n)), f.Torque.Scale(1/float64(n))
	}
	if v := &w.Body.Twist; near || v.Lin.Norm() > 1e-3 || v.Ang.Norm() > 0.03 {
		w.quiet = 0
	} else {
		w.quiet += dt
	}
}

// margin is the distance within which contacts are checked, m.
const margin = 0.01

// near reports whether a solid may touch the body, and whether a solid may touch the floor, in the next step.
func (w *World) near() (near, low bool) {
	r := w.Body.Radius() + margin
	for i := range w.Solids {
		s := &w.Solids[i]
		near = near || !w.Body.Gone && s.Pose.P.Dist(w.Body.Pose.P) < r+s.Radius()
		low = low || s.Pose.P.Z < s.Radius()+margin
	}
	return near, low
}

// drift moves the solids.
func (w *World) drift(h float64) {
	for i := range w.Solids {
		s := &w.Solids[i]
		move(&s.Pose, &s.Twist, h)
	}
}

func move(p *spatial.Pose, t *spatial.Twist, h float64) {
	p.P = p.P.Add(t.Lin.Scale(h))
	if t.Ang != (spatial.Vec3{}) {
		p.R = spatial.Exp(t.Ang.Scale(h)).Mul(p.R).Quat().Rot()
	}
}

// integrate moves the body, by semi-implicit Euler.
func (w *World) integrate(h float64) {
	b := &w.Body
	if b.Gone {
		return
	}
	b.Twist.Lin = b.Twist.Lin.Add(w.force.Force.Scale(h / b.Mass).Add(w.cfg.Gravity.Scale(h)))
	l := b.Pose.R.ApplyT(b.Twist.Ang)
	t := b.Pose.R.ApplyT(w.force.Torque).Sub(l.Cross(spatial.V(w.inertia.X*l.X, w.inertia.Y*l.Y, w.inertia.Z*l.Z)))
	l = l.Add(spatial.V(h*t.X/w.inertia.X, h*t.Y/w.inertia.Y, h*t.Z/w.inertia.Z))
	b.Twist.Ang = b.Pose.R.Apply(l)
	move(&b.Pose, &b.Twist, h)
}

// contacts adds up the forces of all points in contact.
func (w *World) contacts(h float64, near, low bool) {
	k, b := 0, &w.Body
	next := func(points []spatial.Vec3) []touch {
		k += len(points)
		return w.touch[k-len(points) : k]
	}
	memory := next(w.own)
	own := places(w.at, w.own, &b.Pose)
	if !b.Gone {
		w.onFloor(memory, own, &b.Pose, &b.Twist, &w.force)
	}
	for i := range w.Solids {
		s := &w.Solids[i]
		mine, theirs, floor := next(w.own), next(w.points[i]), next(w.points[i])
		close := near && s.Pose.P.Dist(b.Pose.P) < b.Radius()+s.Radius()
		var solid []spatial.Vec3
		if close || low {
			solid = places(w.there, w.points[i], &s.Pose)
		}
		if close {
			w.between(mine, own, &s.Shape, &s.Pose, &s.Twist, &s.Felt, &b.Pose, &b.Twist, &w.force)
			w.between(theirs, solid, &b.Shape, &b.Pose, &b.Twist, &w.force, &s.Pose, &s.Twist, &s.Felt)
		} else {
			part(mine)
			part(theirs)
		}
		if low {
			w.onFloor(floor, solid, &s.Pose, &s.Twist, &s.Felt)
		}
	}
}

// places puts into at where the points of something at a pose are.
func places(at, points []spatial.Vec3, pose *spatial.Pose) []spatial.Vec3 {
	at = at[:len(points)]
	for i := range points {
		at[i] = pose.R.Apply(points[i]).Add(pose.P)
	}
	return at
}

// part ends contacts.
func part(all []touch) {
	for i := range all {
		all[i].on = false
	}
}

// onFloor adds the floor's forces on all these points of a body or solid.
func (w *World) onFloor(touches []touch, all []spatial.Vec3, pose *spatial.Pose, twist *spatial.Twist, on *spatial.Wrench) {
	for i := range all {
		t, at := &touches[i], all[i]
		if at.Z >= 0 {
			t.on = false
			continue
		}
		v := speedAt(pose, twist, at)
		if !t.on {
			t.on, t.anchor = true, at
		}
		f, slip := w.law(-at.Z, spatial.V(0, 0, 1), v, at.Sub(t.anchor), w.cfg.Floor)
		t.anchor = t.anchor.Add(slip)
		act(on, pose, at, f)
	}
}

// between adds the forces of a shape on all these points of something else, and their opposites. The touched one is the shape.
func (w *World) between(touches []touch, all []spatial.Vec3, shape *Shape, pose *spatial.Pose, twist *spatial.Twist, back *spatial.Wrench,
	other *spatial.Pose, motion *spatial.Twist, on *spatial.Wrench) {
	for i := range all {
		t, at := &touches[i], all[i]
		local := at.Sub(pose.P)
		if z := pose.R[2]*local.X + pose.R[5]*local.Y + pose.R[8]*local.Z; shape.Half.Z-math.Abs(z) <= 0 { // outside, like most points
			t.on = false
			continue
		}
		local = pose.R.ApplyT(local)
		deep, normal, inside := shape.depth(local)
		if !inside {
			t.on = false
			continue
		}
		if !t.on {
			t.on, t.anchor = true, local
		}
		v := speedAt(other, motion, at).Sub(speedAt(pose, twist, at))
		f, slip := w.law(deep, pose.R.Apply(normal), v, pose.R.Apply(local.Sub(t.anchor)), w.Body.Grip)
		t.anchor = t.anchor.Add(pose.R.ApplyT(slip))
		act(on, other, at, f)
		act(back, pose, at, f.Neg())
	}
}

// law returns the force on a point at depth deep along the outward normal n, with velocity v and displacement off from its
// anchor. slip is how far the anchor yields.
func (w *World) law(deep float64, n, v, off spatial.Vec3, friction float64) (force, slip spatial.Vec3) {
	k := w.cfg.Stiffness
	rate := v.Dot(n) // outwards
	push := max(0, k*deep*(1-float64(w.cfg.Loss*rate)))
	off = off.Sub(n.Scale(off.Dot(n)))
	side := v.Sub(n.Scale(rate))
	hold := off.Scale(-stick * k)
	most := friction * push
	if held := hold.Norm(); held > most {
		share := most / held
		slip = off.Scale(1 - share)
		hold = hold.Scale(share)
	}
	hold = hold.Sub(side.Scale(drag * math.Sqrt(k))).Limit(most)
	return n.Scale(push).Add(hold), slip
}

const (
	stick = 0.6  // sideways stiffness relative to the normal one
	drag  = 0.03 // N·s/m of sideways damping for the root of a N/m
)

// speedAt returns the velocity of the point at of something that moves.
func speedAt(p *spatial.Pose, t *spatial.Twist, at spatial.Vec3) spatial.Vec3 {
	return t.Lin.Add(t.Ang.Cross(at.Sub(p.P)))
}

// act adds a force at a place to a wrench about the middle of p.
func act(w *spatial.Wrench, p *spatial.Pose, at, force spatial.Vec3) {
	w.Force = w.Force.Add(force)
	w.Torque = w.Torque.Add(at.Sub(p.P).Cross(force))
}
