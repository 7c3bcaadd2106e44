package steer

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/math/nav/route"
)

// lane is a leg of a path with the speeds at which it is driven.
type lane struct {
	kind  route.Kind
	ways  []step
	total float64 // m, or rad of a turn
	end   float64 // yaw at the last way
}

// step is one way of a lane.
type step struct {
	x, y, yaw, sin, cos float64
	s                   float64 // m from the start, or rad
	curve               float64 // 1/m, of yaw by the distance driven, which is negative backward
	v                   float64 // m/s, greatest speed there, without sign
	clear               float64 // m
}

// Speeds are planned with somewhat less than the limits, to leave a margin for following the path.
const (
	planned     = 0.85 // of accelerations
	plannedJerk = 0.7
	turning     = 0.75 // of angular acceleration, for changes of curvature
	crawl       = 0.12 // m/s, below which narrow places do not slow
)

// newLanes prepares the lanes of a path.
func newLanes(path *route.Path, l *nav.Limits) ([]lane, error) {
	if path == nil {
		return nil, errors.New("steer: there is no path: give one of route.Planner")
	}
	lanes := make([]lane, 0, len(path.Legs))
	for i := range path.Legs {
		leg := &path.Legs[i]
		n := len(leg.Ways)
		if n < 2 {
			return nil, fmt.Errorf("steer: leg %d of the path has %d ways: give at least 2", i, n)
		}
		k := lane{kind: leg.Kind, ways: make([]step, n), total: leg.Ways[n-1].S, end: leg.Ways[n-1].Yaw}
		for j, w := range leg.Ways {
			if !w.Finite() || w.S-w.S != 0 || j > 0 && !(w.S > leg.Ways[j-1].S) {
				return nil, fmt.Errorf("steer: way %d of leg %d of the path, %v, is not finite, or not farther than the one before", j, i, w)
			}
			sin, cos := math.Sincos(w.Yaw)
			k.ways[j] = step{x: w.X, y: w.Y, yaw: w.Yaw, sin: sin, cos: cos, s: w.S, curve: w.Curvature, clear: w.Clear}
		}
		k.speeds(l)
		lanes = append(lanes, k)
	}
	return lanes, nil
}

// speeds finds the greatest speed at each way, given limits, curvature and its change, room, and the ways ahead and behind.
func (k *lane) speeds(l *nav.Limits) {
	top := l.V
	if k.kind == route.Backward {
		top = l.Back
	}
	for i := range k.ways {
		w := &k.ways[i]
		v := min(top, l.Speed(w.curve), roomy(w.clear), math.Sqrt(turning*l.Alpha/max(k.bend(i), 1e-6)))
		w.v = min(max(v, crawl), ending(k.total-w.s, planned*l.Accel, plannedJerk*l.Jerk))
	}
	for i := len(k.ways) - 2; i >= 0; i-- {
		w, next := &k.ways[i], &k.ways[i+1]
		w.v = min(w.v, math.Sqrt(next.v*next.v+2*k.change(i, next.v, l)*(next.s-w.s)))
	}
	for i := 1; i < len(k.ways); i++ {
		w, last := &k.ways[i], &k.ways[i-1]
		w.v = min(w.v, math.Sqrt(max(last.v, crawl)*max(last.v, crawl)+2*k.change(i, last.v, l)*(w.s-last.s)))
	}
}

// bend returns the rate of change of curvature at a way, in 1/m².
func (k *lane) bend(i int) float64 {
	a, b := &k.ways[max(i-2, 0)], &k.ways[min(i+2, len(k.ways)-1)]
	return math.Abs(b.curve-a.curve) / (b.s - a.s)
}

// change returns the greatest change of speed at a way with a speed, in m/s²: in a curve the angular velocity changes with it.
func (k *lane) change(i int, v float64, l *nav.Limits) float64 {
	left := l.Alpha - float64(k.bend(i)*v*v)
	return min(planned*l.Accel, max(left/max(math.Abs(k.ways[i].curve), 1e-6), 0.05))
}

// ending returns the velocity from which a vehicle comes to rest within a distance with bounded acceleration and jerk, at the
// end of a stop whose acceleration has already been built up.
func ending(left, most, jerk float64) float64 {
	if left <= 0 {
		return 0
	}
	t := most / jerk
	last := most * t * t / 6 // distance while the acceleration is taken back
	if left < last {
		c := math.Cbrt(6 * left / jerk)
		return jerk * c * c / 2
	}
	v := most * t / 2
	return math.Sqrt(float64(v*v) + float64(2*most*(left-last)))
}

// errors returns a pose as seen from a way: x m farther in the lane's direction of travel, y m to the left, and turned by yaw.
func (k *lane) errors(w *step, pose nav.Pose) (x, y, yaw float64) {
	dx, dy := pose.X-w.x, pose.Y-w.y
	x, y = float64(w.cos*dx)+float64(w.sin*dy), float64(w.cos*dy)-float64(w.sin*dx)
	if k.kind == route.Backward {
		x = -x
	}
	return x, y, nav.Angle(pose.Yaw - w.yaw)
}

// advance returns the last way, starting at a given one, that a pose has passed.
func (k *lane) advance(i int, pose nav.Pose) int {
	for i+1 < len(k.ways) {
		if x, _, _ := k.errors(&k.ways[i+1], pose); x < 0 {
			break
		}
		i++
	}
	return i
}

// ahead returns the way that is a distance in metres farther.
func (k *lane) ahead(i int, s float64) int {
	for i+1 < len(k.ways) && k.ways[i+1].s <= s {
		i++
	}
	return i
}

// speed returns a share of the greatest speed s m from the start.
func (k *lane) speed(i int, s, share float64) place {
	at := func(s float64) float64 {
		i = k.ahead(i, s)
		w := &k.ways[i]
		if i+1 == len(k.ways) || s <= w.s {
			return w.v
		}
		n := &k.ways[i+1]
		u := (s - w.s) / (n.s - w.s)
		// Squares of speeds fall linearly with the way.
		return math.Sqrt(max(float64((1-u)*w.v*w.v)+float64(u*n.v*n.v), 0))
	}
	const on = 0.05
	v := share * at(s)
	next := share * at(s+on)
	return place{v, max((v*v-next*next)/(2*on), 0)}
}

// brink returns the velocity at which the deceleration of a stop that begins now is built up, and the way until then.
func brink(command nav.Shaper, most, jerk float64) (v, way float64) {
	peak := float64(jerk*max(command.V, 0)) + float64(command.A*math.Abs(command.A)/2)
	most = min(most, math.Sqrt(max(peak, 0)))
	t := max(most+command.A, 0) / jerk
	v = command.V + float64(t*command.A) - float64(jerk*t*t/2)
	way = t * (command.V + t*(command.A/2-float64(jerk*t/6)))
	return v, way
}

// place is a point of a profile of speeds: the greatest speed there, and its rate of fall, in m/s².
type place struct{ v, fall float64 }

// keepTo returns the target velocity with which a command stays below a profile here, and there, at the brink of a stop. A
// command that followed only the profile's present velocity would be late by the time of a change of acceleration.
func keepTo(command nav.Shaper, here, there place, brink, jerk float64) float64 {
	const eager = 4 // 1/s
	a := min(float64(eager*(here.v-command.V))-here.fall, float64(eager*(there.v-brink))-there.fall)
	if a >= 0 {
		return here.v
	}
	return max(min(command.V-float64(a*a)/(2*jerk), here.v), 0)
}

// toEnd returns the velocity command with which a motion along one coordinate comes to rest after a distance.
func toEnd(left, now float64, command nav.Shaper, most, jerk, lag float64) float64 {
	fast, slow := planned*most, plannedJerk*jerk
	left -= float64(lag * now) // the way that the lag still adds is used up already
	at := func(left float64) place {
		v := ending(left, fast, slow)
		return place{v, min(fast, math.Sqrt(2*slow*v))}
	}
	v, way := brink(command, fast, jerk)
	return keepTo(command, at(left), at(left-way), v, jerk)
}
