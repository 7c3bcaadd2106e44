package steer

import (
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
)

// mover is a person who walks, or something that rolls: a disc whose place and velocity are estimated by a Kalman filter.
type mover struct {
	at, vel nav.Point // in the frame of odometry, at seen
	radius  float64   // m
	origin  nav.Point // where it was first seen
	seen    float64   // s
	born    float64   // s
	proof   float64   // how often, recently, it appeared where nothing had stood
	person  bool      // whether it has walked
	stood   float64   // s, how long it has stood since then
	// The covariance of one axis: place, place and velocity, velocity.
	pp, pv, vv float64
}

// Walkers is the greatest number of walkers that are followed at a time.
const Walkers = 16

const (
	gap      = 0.15        // m between neighbouring ends of beams beyond which the second belongs to something else
	broad    = 0.9         // m, greatest width of a person
	slim     = 0.04        // m, width below which a cluster is noise
	gate     = 0.6         // m, greatest distance of a mover from its predicted place
	standing = 0.15        // m/s
	patience = 2.0         // s
	running  = 3.0         // m/s, greatest speed of a person
	ripe     = 0.3         // s after which a velocity is trusted
	lost     = 0.6         // s after which an unseen mover is forgotten
	proven   = 2.5         // number of appearances where nothing had stood from which on a mover is believed
	refuted  = 1.0         // number below which it is no longer believed
	strayed  = 0.15        // m from where it was first seen, beyond which it is believed to move
	walking  = 0.3         // m/s, below which it stands
	offSight = 0.05 * 0.05 // m², variance of an observed place
	jolt     = 1.5 * 1.5   // m²/s⁴, variance of accelerations
	unknown  = 1.5 * 1.5   // m²/s², variance of the velocity of a new mover
	front    = math.Pi / 4 // distance of the middle of a disc's visible side from its centre, as a part of its radius
)

// cluster is a run of neighbouring ends of beams of one scanner.
type cluster struct {
	first, last, sum nav.Point
	eye              nav.Point // the scanner
	n, fresh         int
	hidden           bool // something nearer covers one of its ends
}

// grow adds an end of a beam, and reports false if it belongs to something else.
func (c *cluster) grow(from, end nav.Point, fresh bool) bool {
	if c.n > 0 {
		if end.Sub(c.last).Norm() > gap || from.Sub(c.eye).Norm() > 0.2 {
			return false
		}
	} else {
		c.first, c.eye = end, from
	}
	c.last, c.sum = end, c.sum.Add(end)
	c.n++
	if fresh {
		c.fresh++
	}
	return true
}

// next begins the cluster after another one, with the end that did not belong to that.
func (c *cluster) next(from, end nav.Point, fresh bool) cluster {
	nearer := end.Sub(from).Norm() < c.last.Sub(c.eye).Norm()
	c.hidden = c.hidden || nearer
	next := cluster{hidden: !nearer}
	next.grow(from, end, fresh)
	return next
}

// disc returns the disc of which a cluster may be the visible side.
func (c *cluster) disc() (at nav.Point, radius float64, ok bool) {
	width := c.last.Sub(c.first).Norm()
	if c.n < 3 || width > broad || width < slim {
		return nav.Point{}, 0, false
	}
	mid := nav.Point{X: c.sum.X / float64(c.n), Y: c.sum.Y / float64(c.n)}
	d := mid.Sub(c.eye)
	far := d.Norm()
	if far < 1e-3 || far > sight {
		return nav.Point{}, 0, false
	}
	radius = min(max(width/2, 0.12), 0.4)
	k := front * radius / far
	return nav.Point{X: mid.X + k*d.X, Y: mid.Y + k*d.Y}, radius, true
}

// follow assigns a cluster, seen at t, to one of the movers, or to a new one if it appeared where nothing stood.
func follow(movers []mover, c *cluster, t float64) []mover {
	at, radius, ok := c.disc()
	if !ok {
		return movers
	}
	fresh := float64(c.fresh) >= 0.35*float64(c.n)
	best, least := -1, gate
	for i := range movers {
		if d := movers[i].ahead(t).Sub(at).Norm(); d < least {
			best, least = i, d
		}
	}
	if best < 0 {
		if fresh && !c.hidden && len(movers) < Walkers {
			movers = append(movers, mover{at: at, origin: at, radius: radius, seen: t, born: t, proof: 1, pp: offSight, vv: unknown})
		}
		return movers
	}
	m := &movers[best]
	if c.hidden && !m.person {
		return movers // its visible part changes: it would seem to move
	}
	dt := t - m.seen
	m.correct(at, t)
	m.radius += 0.2 * (radius - m.radius)
	if fresh {
		m.proof = min(m.proof+1, 6)
	} else {
		m.proof = max(m.proof-0.3, 0)
	}
	m.judge(dt)
	return movers
}

// ahead returns the place of a mover at t if its velocity stays constant.
func (m *mover) ahead(t float64) nav.Point {
	dt := t - m.seen
	return nav.Point{X: m.at.X + float64(dt*m.vel.X), Y: m.at.Y + float64(dt*m.vel.Y)}
}

// correct takes a place observed at t.
func (m *mover) correct(at nav.Point, t float64) {
	dt := max(t-m.seen, 0)
	m.at = m.ahead(t)
	m.seen = t
	m.pp += float64(2*dt*m.pv) + float64(dt*dt*m.vv) + float64(jolt*dt*dt*dt*dt/4)
	m.pv += float64(dt*m.vv) + float64(jolt*dt*dt*dt/2)
	m.vv += float64(jolt * dt * dt)
	s := m.pp + offSight
	k, l := m.pp/s, m.pv/s
	e := at.Sub(m.at)
	m.at = nav.Point{X: m.at.X + float64(k*e.X), Y: m.at.Y + float64(k*e.Y)}
	m.vel = nav.Point{X: m.vel.X + float64(l*e.X), Y: m.vel.Y + float64(l*e.Y)}
	m.vv -= float64(l * m.pv)
	m.pp, m.pv = (1-k)*m.pp, (1-k)*m.pv
}

// judge decides whether a mover walks: it must do so for long enough, fast enough, away from where it was first seen, and to
// places where nothing had stood. A walker who then stands for long is treated as a standing obstacle, and so is one seen
// again and again where something has always stood, which is a piece of a wall.
func (m *mover) judge(dt float64) {
	v := m.vel.Norm()
	if m.seen-m.born >= ripe && v > walking && v < running && m.proof >= proven && m.at.Sub(m.origin).Norm() > strayed {
		m.person, m.stood = true, 0
	}
	if m.person && (v < standing || m.proof < refuted) {
		if m.stood += dt; m.stood > patience || m.proof < refuted {
			m.person, m.origin, m.proof = false, m.at, 0
		}
	} else {
		m.stood = 0
	}
}

// forget drops movers that have not been seen for long.
func forget(movers []mover, t float64) []mover {
	kept := movers[:0]
	for _, m := range movers {
		if t-m.seen < lost {
			kept = append(kept, m)
		}
	}
	return kept
}

// owned reports whether a point belongs to a walker.
func owned(movers []mover, p nav.Point) bool {
	for i := range movers {
		m := &movers[i]
		if m.person && m.at.Sub(p).Norm() < m.radius+0.2 {
			return true
		}
	}
	return false
}
