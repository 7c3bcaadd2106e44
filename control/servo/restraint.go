package servo

import (
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/kinematics"
)

// gauge measures how near a posture is to a singular one.
type gauge struct {
	chain   *kinematics.Chain
	data    *kinematics.Data
	inverse *kinematics.Inverse
	jac     []float64
}

func newGauge(c *kinematics.Chain) gauge {
	return gauge{c, kinematics.NewData(c), kinematics.NewInverse(c), make([]float64, 6*c.N())}
}

// sigma returns the least singular value at q, rotations multiplied by 0.3 m.
func (g *gauge) sigma(q []float64) float64 {
	g.chain.Jacobian(g.data, q, g.jac)
	for i := 3 * len(q); i < len(g.jac); i++ {
		g.jac[i] *= 0.3
	}
	g.inverse.Set(g.jac, 1e-9)
	return g.inverse.Sigma()
}

// restraint is what most slowed the twist of a cycle.
type restraint struct {
	kind  kind
	joint int  // for byLimit
	upper bool // the upper limit, otherwise the lower one
	scale float64
}

type kind int

const (
	free kind = iota
	bySingularity
	byLimit
)

// standing is the scale below which the tip is reported as standing still.
const standing = 0.01

// Restraint implements manager.Restrained.
func (c *Controller) Restraint() (n int) {
	r := &c.restraint
	switch r.kind {
	case free:
		return 0
	case byLimit:
		n = 4 + 4*r.joint
	case bySingularity:
		n = 2
	}
	if r.upper {
		n += 2
	}
	if r.scale < standing {
		n++
	}
	return n
}

// Explain implements manager.Restrained.
func (c *Controller) Explain() string {
	r := &c.restraint
	does := fmt.Sprintf("the tip is slowed to %.0f %%", max(1, math.Floor(100*r.scale)))
	if r.scale < standing {
		does = "the tip stands"
	}
	switch r.kind {
	case byLimit:
		l, unit := c.chain.Limit(r.joint), "rad"
		if c.chain.Prismatic(r.joint) {
			unit = "m"
		}
		side, end, back, room := "lower", l.Lower, "+", c.q[r.joint]-l.Lower
		if r.upper {
			side, end, back, room = "upper", l.Upper, "−", l.Upper-c.q[r.joint]
		}
		name := c.chain.JointName(r.joint)
		return fmt.Sprintf("%s: %s is %.3f %s from its %s limit of %.3f %s (joint_margin %.3g): move the tip another way, or %s toward %s by a controller of joints",
			does, name, max(0, room), unit, side, end, unit, c.margin, name, back)
	case bySingularity:
		g := newGauge(c.chain) // Update's gauge must stay as it is
		return fmt.Sprintf("%s: the arm is near a singular posture, σ %.3f (it slows below %.3g and stands at %.3g): move the tip another way%s",
			does, g.sigma(c.q), c.soft, c.hard, c.out(&g))
	}
	return ""
}

// out says which joint leads away from a singular posture: the one whose motion raises σ most, if it has room for it.
func (c *Controller) out(g *gauge) string {
	const step = 0.02 // rad or m
	best, joint, toward := 0.0, -1, ""
	q := append([]float64(nil), c.q...)
	here := g.sigma(q)
	for i := range q {
		l := c.chain.Limit(i)
		for k, x := range [2]float64{c.q[i] + step, c.q[i] - step} {
			if x < l.Lower || x > l.Upper {
				continue
			}
			q[i] = x
			if rise := g.sigma(q) - here; rise > best {
				best, joint, toward = rise, i, [2]string{"+", "−"}[k]
			}
		}
		q[i] = c.q[i]
	}
	if joint < 0 {
		return ""
	}
	return fmt.Sprintf(", or %s toward %s by a controller of joints", c.chain.JointName(joint), toward)
}
