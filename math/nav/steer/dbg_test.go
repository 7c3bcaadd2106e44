package steer

import (
	"fmt"
	"testing"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/route"
)

func TestDbg(t *testing.T) {
	leg := route.Leg{Kind: route.Forward}
	for i := range 121 {
		leg.Ways = append(leg.Ways, route.Way{Pose: nav.Pose{X: float64(i) * 0.025}, S: float64(i) * 0.025, Clear: 0.5})
	}
	p, _ := NewPilot(params())
	_ = p.Follow(&route.Path{Legs: []route.Leg{leg}})
	k := &p.lanes[0]
	var m motion
	var want nav.Twist
	for i := range 400 {
		j := k.advance(0, m.at)
		if i%2 == 0 {
			want = p.law(k, j, &m, m.at, policy{1, 0})
		}
		if i%10 == 0 {
			q := k.speed(j, m.at.X, 1)
			v, f := q.v, q.fall
			fmt.Printf("%.2f left %.3f v %.3f cmd %.3f a %.3f want %.3f | prof %.3f fall %.3f\n", float64(i)*0.02, 3-m.at.X, m.twist.V, m.v.V, m.v.A, want.V, v, f)
		}
		m.toward(want, &p.p.Limits, 0.12, 0.02)
	}
}
