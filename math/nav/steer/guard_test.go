package steer

import (
	"testing"

	"github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/sim/planar/rooms"
)

// A chair that is driven at a wall stops before it, comfortably.
func TestGuardWall(t *testing.T) {
	room, err := rooms.New("clutter")
	if err != nil {
		t.Fatal(err)
	}
	world, err := planar.New(planar.Config{Map: room.Grid, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := newRig(t, world, nav.Pose{X: 1.5, Y: 1.2, Yaw: 0}, 1)
	for i := range 1000 {
		r.tick(t, func(*State) nav.Twist { return nav.Twist{V: 0.9, W: 0} })
		if i%50 == 0 {
			d, _ := world.Clearance(r.body)
			t.Log(i, r.body.Pose(), r.body.Twist(), r.told, d, len(r.near.floor.points), len(r.near.movers))
		}
	}
	n, last := r.body.Contacts()
	t.Log(n, last, r.body.Closest(), r.seat.accel, r.seat.jerk, r.hard, r.cost)
}
