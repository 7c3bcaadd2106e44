package steer

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
)

func TestDbg(t *testing.T) {
	room, _ := rooms.New("people")
	var hit, miss, falsev, verr, perr float64
	for seed := range uint64(6) {
		world, _ := room.World(seed)
		from, _ := room.Trip(seed)
		r := newRig(t, world, from, 1)
		for i := range 700 {
			r.tick(t, func(*State) nav.Twist { return nav.Twist{V: 0.4, W: 0.3 * math.Sin(float64(i)/100)} })
			if i%10 == 0 && i > 100 {
				k := r.body.Pose().Mul(r.state.Odometry.Inv())
				turn := nav.Pose{Yaw: k.Yaw}
				used := map[int]bool{}
				for j := range world.People() {
					p := world.Person(j)
					far := p.At.Sub(r.body.Pose().Point()).Norm()
					if far > 4.5 || p.Speed.Norm() < 0.6 {
						continue
					}
					if world.Look(r.body, r.body.Pose().Point(), math.Atan2(p.At.Y-r.body.Pose().Y, p.At.X-r.body.Pose().X), 10) < far-0.4 {
						continue
					}
					found := false
					for mi := range r.near.movers {
						m := &r.near.movers[mi]
						if q := k.Apply(m.ahead(r.state.Time)); q.Sub(p.At).Norm() < 0.4 && m.walks(r.state.Time) {
							found = true
							used[mi] = true
							e := turn.Apply(m.vel).Sub(p.Speed).Norm()
							verr += e
							perr += q.Sub(p.At).Norm()
						}
					}
					if found {
						hit++
					} else {
						miss++
						if int(miss)%12 == 0 {
							fmt.Printf("miss %d person %d at %.2f %.2f far %.2f v %.2f,%.2f:", i, j, p.At.X, p.At.Y, far, p.Speed.X, p.Speed.Y)
							for mi := range r.near.movers {
								m := &r.near.movers[mi]
								q := k.Apply(m.ahead(r.state.Time))
								if q.Sub(p.At).Norm() < 1 {
									fmt.Printf(" [%.2f %.2f v %.2f age %.2f fresh %.2f unseen %.2f]", q.X, q.Y, m.vel.Norm(), m.seen-m.born, r.state.Time-m.fresh, r.state.Time-m.seen)
								}
							}
							fmt.Println(r.body.Pose())
						}
					}
				}
				for mi := range r.near.movers {
					m := &r.near.movers[mi]
					if !used[mi] && m.walks(r.state.Time) {
						q := k.Apply(m.ahead(r.state.Time))
						near := 9.0
						for j := range world.People() {
							near = min(near, world.Person(j).At.Sub(q).Norm())
						}
						if near > 0.5 {
							falsev++
							if falsev < 20 {
								fmt.Printf("false %d %.2f %.2f v %.2f %.2f r %.2f nearest %.2f\n", i, q.X, q.Y, m.vel.X, m.vel.Y, m.radius, near)
							}
						}
					}
				}
			}
		}
	}
	fmt.Println("hit", hit, "miss", miss, "false", falsev, "verr", verr/hit, "perr", perr/hit)
}
