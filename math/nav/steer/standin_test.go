package steer

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/route"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
)

var doorNodes = []nav.Point{{X: 3.4, Y: 3.475}, {X: 6.4, Y: 3.475}, {X: 8.4, Y: 7.375}, {X: 11.6, Y: 7.375}, {X: 8.4, Y: 2.375}, {X: 11.6, Y: 2.375}, {X: 12.675, Y: 3.4}, {X: 12.675, Y: 6.6}}

func clearAt(f *nav.Field, s *shape, at nav.Pose) float64 {
	d := 1.0
	for _, b := range s.border {
		d = min(d, f.At(at.Apply(b)))
	}
	return d
}

// standIn makes straight ways and turns on the spot.
func standIn(room *rooms.Room, from, to nav.Pose, l nav.Limits) *route.Path {
	f := nav.NewField(room.Grid, 3, true)
	s := newShape(planar.Wheelchair().Outline)
	nodes := []nav.Point{from.Point(), to.Point()}
	if room.Name == "doors" {
		nodes = append(nodes, doorNodes...)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for len(nodes) < 250 {
		p := nav.Point{X: rng.Float64() * 18, Y: rng.Float64() * 12}
		if x, y := room.Grid.CellOf(p); room.Grid.Has(x, y) && f.At(p) > 0.9 {
			nodes = append(nodes, p)
		}
	}
	ok := func(a, b nav.Point) bool {
		d := b.Sub(a)
		yaw := math.Atan2(d.Y, d.X)
		for u := 0.0; u <= d.Norm(); u += 0.1 {
			if clearAt(f, &s, nav.Pose{X: a.X + u*math.Cos(yaw), Y: a.Y + u*math.Sin(yaw), Yaw: yaw}) < 0.03 {
				return false
			}
		}
		return true
	}
	cost := make([]float64, len(nodes))
	prev := make([]int, len(nodes))
	doneN := make([]bool, len(nodes))
	for i := range cost {
		cost[i] = math.Inf(1)
	}
	cost[0] = 0
	for {
		i := -1
		for j := range nodes {
			if !doneN[j] && !math.IsInf(cost[j], 1) && (i < 0 || cost[j] < cost[i]) {
				i = j
			}
		}
		if i < 0 || i == 1 {
			break
		}
		doneN[i] = true
		for j := range nodes {
			if c := cost[i] + nodes[j].Sub(nodes[i]).Norm() + 2; c < cost[j] && nodes[j] != nodes[i] && ok(nodes[i], nodes[j]) {
				cost[j], prev[j] = c, i
			}
		}
	}
	if math.IsInf(cost[1], 1) {
		return nil
	}
	var line []nav.Point
	for i := 1; ; i = prev[i] {
		line = append(line, nodes[i])
		if i == 0 {
			break
		}
	}
	slices.Reverse(line)
	path := &route.Path{}
	yaw := from.Yaw
	turn := func(at nav.Point, to float64) {
		d := nav.Angle(to - yaw)
		if math.Abs(d) < 0.01 {
			return
		}
		leg := route.Leg{Kind: route.Turn}
		n := int(math.Abs(d)/0.02) + 1
		for i := range n + 1 {
			u := float64(i) / float64(n)
			pose := nav.Pose{X: at.X, Y: at.Y, Yaw: nav.Angle(yaw + u*d)}
			leg.Ways = append(leg.Ways, route.Way{Pose: pose, S: u * math.Abs(d), Clear: min(clearAt(f, &s, pose), 0.5)})
		}
		path.Legs = append(path.Legs, leg)
		yaw = to
		path.Time += rest(math.Abs(d), l.W, l.Alpha, l.Angular)
	}
	for i := 1; i < len(line); i++ {
		a, d := line[i-1], line[i].Sub(line[i-1])
		turn(a, math.Atan2(d.Y, d.X))
		leg := route.Leg{Kind: route.Forward}
		n := int(d.Norm()/0.025) + 1
		for j := range n + 1 {
			u := float64(j) / float64(n)
			pose := nav.Pose{X: a.X + u*d.X, Y: a.Y + u*d.Y, Yaw: yaw}
			leg.Ways = append(leg.Ways, route.Way{Pose: pose, S: u * d.Norm(), Clear: min(clearAt(f, &s, pose), 0.5)})
		}
		path.Legs = append(path.Legs, leg)
		path.Length += d.Norm()
		path.Time += rest(d.Norm(), l.V, l.Accel, l.Jerk)
	}
	turn(to.Point(), to.Yaw)
	return path
}

// rest is the least time from rest to rest.
func rest(d, v, a, j float64) float64 {
	full := v*v/a + v*a/j
	if d >= full {
		return d/v + v/a + a/j
	}
	lo, hi := 0.0, v
	for range 40 {
		m := (lo + hi) / 2
		if m*m/a+m*a/j < d {
			lo = m
		} else {
			hi = m
		}
	}
	if lo < a*a/j {
		return 4 * math.Cbrt(d/2/j)
	}
	return 2 * (lo/a + a/j)
}
