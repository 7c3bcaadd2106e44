package wheelchair

import (
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/math/nav"
	sickbox "github.com/sinew-robotics/sinew/robot/sick/box"
	kitbox "github.com/sinew-robotics/sinew/robot/wheelchair/box"
	"github.com/sinew-robotics/sinew/sim/planar"
)

// Rig is a simulated wheelchair with its kit and its scanners.
type Rig struct {
	World    *planar.World
	Body     *planar.Body
	Kit      *kitbox.Kit
	Scanners [2]*sickbox.Scanner
}

// NewRig puts a wheelchair into a world.
func NewRig(world *planar.World, at nav.Pose, seed uint64) (*Rig, error) {
	r := &Rig{World: world}
	var err error
	if r.Body, err = world.Add(planar.Wheelchair(), at); err != nil {
		return nil, err
	}
	if r.Kit, err = kitbox.New(kitbox.Config{Seed: seed}, r.Body, world.Now()); err != nil {
		return nil, err
	}
	for i, mount := range chair.Mounts() {
		s := planar.TiM561(mount)
		s.Phase = time.Duration(i) * s.Turn / 2 // the scanners are not switched on at the same moment
		lidar, err := world.AddLidar(r.Body, s)
		if err != nil {
			return nil, err
		}
		if r.Scanners[i], err = sickbox.New(sickbox.Config{Seed: seed, Serial: 0xB96518 + uint32(i)}, lidar); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Advance advances simulated time, in whole steps of the world; after each step it calls after, which may
// be nil.
func (r *Rig) Advance(to time.Duration, after func()) {
	for r.World.Now()+r.World.StepSize() <= to {
		r.Kit.Advance(r.World.Now())
		r.World.Step()
		for _, s := range r.Scanners {
			s.Advance(r.World.Now())
		}
		if after != nil {
			after()
		}
	}
}
