package steer

import (
	"fmt"
	"testing"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/route"
)

func TestDbg(t *testing.T) {
	for _, n := range []int{4, 8, 12, 20, 30, 40, 50, 60, 80, 120} {
		leg := route.Leg{Kind: route.Forward}
		for i := range n + 1 {
			leg.Ways = append(leg.Ways, route.Way{Pose: nav.Pose{X: float64(i) * 0.025}, S: float64(i) * 0.025, Clear: 0.5})
		}
		p, _ := NewPilot(params())
		_ = p.Follow(&route.Path{Legs: []route.Leg{leg}})
		k := &p.lanes[0]
		var m motion
		var want nav.Twist
		for i := range 500 {
			j := k.advance(0, m.at)
			if i%2 == 0 {
				want = p.law(k, j, &m, m.at, policy{1, 0})
			}
			if n == 40 && i%10 == 0 {
				q := k.speed(j, m.at.X, 1)
				v, f := q.v, q.fall
				fmt.Printf("%.2f left %.3f v %.3f cmd %.3f a %.3f want %.3f | prof %.3f fall %.3f\n", float64(i)*0.02, k.total-m.at.X, m.twist.V, m.v.V, m.v.A, want.V, v, f)
			}
			m.toward(want, &p.p.Limits, 0.12, 0.02)
		}
		fmt.Printf("%.3f: end off %.3f\n", k.total, m.at.X-k.total)
	}
}
