package guard

import (
	"math"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/robot/franka"
)

// body keeps the links apart: the robot stops an arm that is about to touch itself.
type body struct {
	collider *kinematics.Collider
	data     *kinematics.Data
	at       vec     // where it was looked at last …
	gap      float64 // … and the distance between the closest links there, m
	least    float64 // m: what a stop has to keep
}

const (
	apart  = 0.015 // m: what is kept between links
	longer = 1.2   // m: no link comes nearer to another by more when a joint between them turns by 1 rad
)

func newBody(chain *kinematics.Chain) body {
	b := body{collider: franka.NewCollider(chain, false), data: kinematics.NewData(chain)}
	b.look(&vec{})
	return b
}

// look measures the arm at q.
func (b *body) look(q *vec) float64 {
	b.gap, _, _ = b.collider.Closest(b.data, q[:])
	b.at = *q
	return b.gap
}

// begin notes from where a stop begins: an arm whose links are close already may not bring them closer.
func (b *body) begin(q *vec) {
	if b.least = apart; !b.sure(q) {
		b.least = min(apart, b.look(q)-1e-6)
	}
}

// sure reports whether the links are apart at q for what the last look found.
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
