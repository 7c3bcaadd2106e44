package grasp

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	xarmbox "github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/tool/run"
)

// anyFailure stands for a failure that the seed draws.
const anyFailure = "any"

// moment says when a failure begins automatically.
type moment uint8

const (
	sometime   moment = iota // between 0.5 and 8 s
	atOnce                   // at the start
	descending               // the fingertips come near the object for the first time
	lifting                  // the object leaves the table
)

// mishap is something that can go wrong.
type mishap struct {
	name, help  string
	when        moment
	short, long float64 // s, how long it lasts automatically
	set         func(r *Rig, on bool)
}

// mishaps returns all failures.
func mishaps() []mishap {
	script := func(name string) func(*Rig, bool) {
		return func(r *Rig, on bool) { r.trouble(when(on, name)) }
	}
	return []mishap{
		{"object.gone", "there is no object", atOnce, 1e9, 1e9, func(r *Rig, on bool) { r.World.Body.Gone = on }},
		{"object.displaced", "somebody pushes the object aside by 5 cm", descending, 0, 0, (*Rig).push},
		{"object.slippery", "the object's friction falls to a thousandth", lifting, 0.3, 0.8, (*Rig).wet},
		{"sensor.silent", "the force-torque sensor does not answer: error 18 of the box", sometime, 0.3, 1.5, func(r *Rig, on bool) { r.Box.FailForceSensor(when(on, xarmbox.SensorSilent)) }},
		{"sensor.frozen", "the force-torque sensor repeats its last values", sometime, 0.3, 1.5, func(r *Rig, on bool) { r.Box.FailForceSensor(when(on, xarmbox.SensorFrozen)) }},
		{"sensor.noisy", "the force-torque sensor is off by 3 N (one deviation of its mean over 4 ms)", sometime, 0.3, 1.5, func(r *Rig, on bool) {
			r.noise = sensorNoise + when(on, 6.0)
		}},
		{"sensor.biased", "the force-torque sensor's offset changes by 8 N", sometime, 1e9, 1e9, func(r *Rig, on bool) { r.bias[2] += 8 * sign(on) }},
		{"gripper.stuck", "the gripper does not move", descending, 3, 8, func(r *Rig, on bool) { r.grip.Faults.Stuck = on }},
		{"gripper.garbage", "the gripper reports any width", sometime, 0.5, 2, func(r *Rig, on bool) { r.grip.Faults.Garbage = on }},
		{"gripper.deaf", "the gripper does not answer: error 19 of the box", sometime, 0.3, 1.5, func(r *Rig, on bool) { r.grip.Faults.Deaf = on }},
		{"wire.silent", "nothing comes through to the box and back", sometime, 0.05, 2, func(r *Rig, on bool) {
			var f xarmbox.Failures
			if on {
				f.Silence = []xarmbox.Silence{{To: math.MaxInt64}}
			}
			r.Net.SetFailures(f)
		}},
		{"box.error", "the box stops with error 31, a collision", sometime, 0, 0, func(r *Rig, on bool) {
			if on {
				r.Box.Fail(xarm.ErrorCollision)
			}
		}},
		{"box.estop", "somebody presses the emergency stop, later releases it and resets the program", sometime, 0.5, 2, (*Rig).button},
		{"script.error", "the chart's next call of the robot fails", sometime, 1e9, 1e9, script("error")},
		{"script.loop", "the chart's next call of the robot never ends", sometime, 1e9, 1e9, script("loop")},
		{"script.memory", "the chart's next call of the robot takes memory without end", sometime, 1e9, 1e9, script("memory")},
		{"script.litter", "the chart's collector is withheld while its scripts make garbage", sometime, 4, 8, script("litter")},
	}
}

func sign(on bool) float64 {
	if on {
		return 1
	}
	return -1
}

// when returns a value while something is on, and zero otherwise.
func when[T any](on bool, v T) (none T) {
	if on {
		return v
	}
	return none
}

// push moves the object away.
func (r *Rig) push(on bool) {
	if !on {
		return
	}
	a := 2 * math.Pi * r.rng.Float64()
	p := r.World.Body.Pose
	p.P = p.P.Add(spatial.V(0.05*math.Cos(a), 0.05*math.Sin(a), 0))
	r.World.Place(p)
}

func (r *Rig) wet(on bool) {
	if on {
		r.World.Body.Grip /= 1000
	} else {
		r.World.Body.Grip *= 1000
	}
}

func (r *Rig) button(on bool) {
	if on {
		r.Box.EmergencyStop()
		return
	}
	r.Box.ReleaseEmergencyStop()
	r.operator()
}

// staged is the failure that happens automatically.
type staged struct {
	mishap
	on, over bool
	at, last time.Duration // when it begins, if that is drawn, and how long it lasts
}

// arrange draws the failure that p asks for; "" for none.
func (r *Rig) arrange(p *Params, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 0x706c6f74))
	all := mishaps()
	i := slices.IndexFunc(all, func(x mishap) bool { return x.name == p.Failure })
	if p.Failure == anyFailure {
		i = rng.IntN(len(all)-1) + 1 // an absent object cannot be grasped
	}
	if i < 0 {
		r.plot.over = true
		return ""
	}
	x := all[i]
	r.plot = staged{mishap: x, at: time.Duration((0.5 + 7.5*rng.Float64()) * 1e9), last: time.Duration(min(x.short+(x.long-x.short)*rng.Float64(), 1e6) * 1e9)}
	return x.name
}

// stage begins and ends it.
func (r *Rig) stage() {
	s, now := &r.plot, r.Box.Now()
	switch {
	case s.over:
	case s.on:
		if now >= s.at+s.last {
			s.over = true
			s.set(r, false)
		}
	case s.due(r, now):
		s.on, s.at = true, now
		s.set(r, true)
	}
}

func (s *staged) due(r *Rig, now time.Duration) bool {
	switch s.when {
	case atOnce:
		return true
	case descending:
		return r.tip().Z < 2*r.World.Body.Half.Z+0.04
	case lifting:
		return r.lifted
	}
	return now >= s.at
}

// failures returns those that a scenario or a person can begin and end.
func (r *Rig) failures() (all []run.Failure) {
	for _, x := range mishaps() {
		all = append(all, run.Failure{Name: x.name, Help: x.help,
			Begin: func() error { x.set(r, true); return nil }, End: func() error { x.set(r, false); return nil }})
	}
	return all
}

// Failures lists the names of failures, each with a description.
func Failures() (lines []string) {
	for _, x := range mishaps() {
		lines = append(lines, x.name+": "+x.help)
	}
	return lines
}
