package wheelchair

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/robot/joypad"
	sickbox "github.com/sinew-robotics/sinew/robot/sick/box"
	kitbox "github.com/sinew-robotics/sinew/robot/wheelchair/box"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/tool/run"
)

// ills are the faults of the joypad.
type ills struct {
	unplugged, silent, noisy bool
	rng                      *rand.Rand
}

// spoil turns what a joypad's user does into what arrives; ok is false if nothing does.
func (x *ills) spoil(s joypad.State) (joypad.State, bool) {
	switch {
	case x.silent:
		return s, false
	case x.unplugged:
		return joypad.State{}, true
	case x.noisy:
		for i := range s.Axes {
			s.Axes[i] = min(max(s.Axes[i]+0.3*x.rng.NormFloat64(), -1), 1)
		}
	}
	return s, true
}

// failures returns the possible failures of the simulation.
func (s *session) failures() (all []run.Failure) {
	add := func(name, help string, set func(on bool)) {
		all = append(all, run.Failure{Name: name, Help: help,
			Begin: func() error { set(true); return nil }, End: func() error { set(false); return nil }})
	}
	for i, name := range [2]string{"front", "rear"} {
		f := &s.rig.Scanners[i].Faults
		add(name+".silent", "the "+name+" scanner says nothing", func(on bool) { f.Silent = on })
		add(name+".frozen", "the "+name+" scanner repeats its last scan", func(on bool) { f.Frozen = on })
		add(name+".noisy", "distances of the "+name+" scanner are off by 15 cm (one deviation)", func(on bool) { f.Noise = when(on, 0.15) })
		add(name+".blinded", "the sun blinds the "+name+" scanner in 60 degrees ahead of it", func(on bool) {
			if f.Sun = nil; on {
				f.Sun = []sickbox.Sector{{From: -math.Pi / 6, To: math.Pi / 6}}
			}
		})
		add(name+".clock", "the clock of the "+name+" scanner is a second ahead from now on", func(on bool) { f.Clock = when(on, time.Second) })
	}
	both := [2]*sickbox.Faults{&s.rig.Scanners[0].Faults, &s.rig.Scanners[1].Faults}
	add("scanners.silent", "both scanners say nothing", func(on bool) { both[0].Silent, both[1].Silent = on, on })
	add("wheel.slips", "the left wheel loses a fifth of its way", func(on bool) { s.rig.Body.Skid(planar.Left, when(on, 0.2)) })
	add("wheel.stuck", "the left wheel does not turn", func(on bool) { s.rig.Body.Stick(planar.Left, on) })
	line := &s.rig.Kit.Faults
	add("kit.mute", "the kit says nothing", func(on bool) { line.Mute = on })
	add("kit.deaf", "the kit hears nothing", func(on bool) { line.Deaf = on })
	add("kit.garbage", "a fifth of the bytes that the kit sends arrive as others, with bursts of random ones between them",
		func(on bool) { *line = kitbox.Faults{Garbage: when(on, 0.2), Junk: when(on, 0.5)} })
	add("joypad.unplugged", "the joypad is unplugged", func(on bool) { s.pad.ills.unplugged = on })
	add("joypad.silent", "nothing comes from the joypad", func(on bool) { s.pad.ills.silent = on })
	add("joypad.noisy", "the joypad's sticks jump about", func(on bool) { s.pad.ills.noisy = on })
	for _, b := range s.system.Nodes() {
		all = append(all, run.Failure{Name: b.Path() + ".killed", Help: "the node " + b.Path() + " is killed, once", Begin: func() error { b.Kill.Schedule("killed", 0); return nil }})
		add(b.Path()+".dies", "the node "+b.Path()+" is killed, and again whenever it runs again", func(on bool) {
			if s.dying = slices.DeleteFunc(s.dying, func(x *node.Base) bool { return x == b }); on {
				s.dying = append(s.dying, b)
			}
		})
	}
	for i := range s.p.Boxes {
		add("box"+string(rune('0'+i))+".gone", "a box of the parameters is not there", func(on bool) { s.rig.World.ShowBox(i, !on) })
	}
	return all
}

// when returns a value while something is on, and zero otherwise.
func when[T any](on bool, v T) (none T) {
	if on {
		return v
	}
	return none
}
