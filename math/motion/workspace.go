package motion

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// tolerance in metres absorbs rounding when a motion ends exactly on the border of its workspace.
const tolerance = 1e-9

// Shell is the space between two spheres: at least Min and at most Max metres from Center. Max 0 means no
// outer sphere.
type Shell struct {
	Center   spatial.Vec3
	Min, Max float64
}

// Workspace is where commanded positions may be, in the base frame: inside the box and inside every shell.
type Workspace struct {
	Low, High spatial.Vec3 // opposite corners of the box, m
	Shells    []Shell
}

// Validate reports every fault of w.
func (w *Workspace) Validate() error {
	var errs []error
	for i, side := range [3][2]float64{{w.Low.X, w.High.X}, {w.Low.Y, w.High.Y}, {w.Low.Z, w.High.Z}} {
		if !(side[0] < side[1]) {
			errs = append(errs, fmt.Errorf("motion: workspace box is empty in %c: low %g, high %g", "xyz"[i], side[0], side[1]))
		}
	}
	for i, s := range w.Shells {
		if !s.Center.Finite() || !(s.Min >= 0) || !(s.Max == 0 || s.Max > s.Min) || math.IsInf(s.Min, 0) {
			errs = append(errs, fmt.Errorf("motion: workspace shell %d runs from radius %g to %g: give 0 ≤ min < max", i, s.Min, s.Max))
		}
	}
	return errors.Join(errs...)
}

// Clearance returns a lower bound in metres of the distance from p to the border of w; outside it is negative, by no
// more than the distance back to each bound alone. A NaN is outside.
func (w *Workspace) Clearance(p spatial.Vec3) float64 {
	if !p.Finite() {
		return math.Inf(-1)
	}
	c := min(p.X-w.Low.X, w.High.X-p.X, p.Y-w.Low.Y, w.High.Y-p.Y, p.Z-w.Low.Z, w.High.Z-p.Z)
	for _, s := range w.Shells {
		r := p.Dist(s.Center)
		c = min(c, r-s.Min)
		if s.Max > 0 {
			c = min(c, s.Max-r)
		}
	}
	return c
}

// Contains reports whether p lies in w.
func (w *Workspace) Contains(p spatial.Vec3) bool { return w.Clearance(p) >= -tolerance }

// Project returns a point of w near p: p itself if it lies in w. It projects onto box and shells in turn (von
// Neumann's alternating projections, which find a common point of convex sets); ok is false if after 64 rounds
// no point of w has been found, which can happen near an inner sphere, or if p is not finite.
func (w *Workspace) Project(p spatial.Vec3) (q spatial.Vec3, ok bool) {
	if !p.Finite() {
		return p, false
	}
	q = p
	for range 64 {
		if w.Contains(q) {
			return q, true
		}
		q.X = min(max(q.X, w.Low.X), w.High.X)
		q.Y = min(max(q.Y, w.Low.Y), w.High.Y)
		q.Z = min(max(q.Z, w.Low.Z), w.High.Z)
		for _, s := range w.Shells {
			q = s.project(q)
		}
	}
	return q, w.Contains(q)
}

func (s Shell) project(q spatial.Vec3) spatial.Vec3 {
	d := q.Sub(s.Center)
	u, ok := d.Unit()
	if !ok {
		u = spatial.V(1, 0, 0)
	}
	r := d.Norm()
	switch {
	case r < s.Min:
		return s.Center.Add(u.Scale(s.Min))
	case s.Max > 0 && r > s.Max:
		return s.Center.Add(u.Scale(s.Max))
	}
	return q
}
