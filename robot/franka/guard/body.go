package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// body keeps the links apart, because the robot stops an arm that is about to touch itself.
type body struct {
	collider *kinematics.Collider
	data     *kinematics.Data
	at       vec     // where it was last measured …
	gap      float64 // … and the distance between the closest links there, m
	least    float64 // m: distance that a stop must keep
}

const (
	apart  = 0.015 // m: margin between links
	longer = 1.2   // m: change in the distance between two links, at most, when a joint between them turns by 1 rad
)

func newBody(chain *kinematics.Chain) body {
	b := body{collider: franka.NewCollider(chain, false), data: kinematics.NewData(chain)}
	b.look(&vec{})
	return b
}

// look measures the links' distance at q.
func (b *body) look(q *vec) float64 {
	b.gap, _, _ = b.collider.Closest(b.data, q[:])
	b.at = *q
	return b.gap
}

// begin records where a stop begins: if links are already close, they may not come closer.
func (b *body) begin(q *vec) {
	if b.least = apart; !b.sure(q) {
		b.least = min(apart, b.look(q)-1e-6)
	}
}

// sure reports whether the last measurement proves that the links are apart at q.
func (b *body) sure(q *vec) bool {
	turned := 0.0
	for i := range q {
		turned += math.Abs(q[i] - b.at[i])
	}
	return b.gap-longer*turned > b.least
}

// clear reports whether the links are apart at q.
func (b *body) clear(q *vec) bool {
	if b.sure(q) {
		return true
	}
	gap, _, _ := b.collider.Closest(b.data, q[:])
	return gap >= b.least
}
