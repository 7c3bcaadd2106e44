package steer

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
)

func TestDbg(t *testing.T) {
	room, _ := rooms.New("clutter")
	world, _ := planar.New(planar.Config{Map: room.Grid, Seed: 1})
	field := nav.NewField(room.Grid, 2, false)
	r := newRig(t, world, nav.Pose{X: 1.5, Y: 1.2, Yaw: 0}, 1)
	for i := range 700 {
		r.tick(t, func(*State) nav.Twist { return nav.Twist{V: 0.9, W: 0} })
		if i%50 == 0 && i > 0 {
			k := r.body.Pose().Mul(r.state.Odometry.Inv())
			// near points error stats
			var n int
			var sum, sq, worst, best float64
			for _, p := range r.near.floor.points {
				q := k.Apply(p)
				b := r.body.Pose().Inv().Apply(q)
				if d := r.near.shape.distance(b, 1); d < 0.5 {
					e := field.At(q)
					n++
					sum += e
					sq += e * e
					worst = max(worst, e)
					best = min(best, e)
				}
			}
			fmt.Printf("%d n %d mean %.4f rms %.4f max %.4f min %.4f\n", i, n, sum/float64(n), math.Sqrt(sq/float64(n)), worst, best)
			for _, m := range r.near.movers {
				q := k.Apply(m.at)
				fmt.Printf("   mover %.2f %.2f v %.2f %.2f r %.2f age %.2f fresh %.2f walks %v\n", q.X, q.Y, m.vel.X, m.vel.Y, m.radius, m.seen-m.born, r.state.Time-m.fresh, m.walks(r.state.Time))
			}
		}
	}
}
