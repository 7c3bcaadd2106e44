package remote

import (
	"math"

	"github.com/sinew-robotics/sinew/robot/franka"
)

// coastFade is the number of cycles in which an acceleration fades while commands are missing. This is well within
// the limits: 20 rad/s² in 20 ms are a tenth of the jerk limit.
const coastFade = 20

// coast continues from the robot's last command.
func (k *tracker) coast(c *franka.Command) {
	const dt = franka.Period
	own, d1, d2 := k.guard.Own()
	if k.coastFor == 0 {
		k.coastA = *d2
		if k.order == 2 {
			k.coastA = *d1
		}
	}
	k.coastFor++
	bump(&k.count.coasted, 1)
	fade := math.Max(0, 1-float64(k.coastFor)/coastFade)
	for i := range k.now {
		a := k.coastA[i] * fade
		k.now[i] = a * dt
		if k.order == 3 {
			k.now[i] = (d1[i] + float64(a*dt)) * dt
		}
	}
	k.space.shift(own, &k.now, c)
}

// stop follows a trajectory to rest that begins at the robot's last command.
func (k *tracker) stop(c *franka.Command) {
	own, d1, d2 := k.guard.Own()
	bump(&k.count.coasted, 1)
	if k.guard.Rests() {
		if k.latched {
			k.phase, k.still = Stopped, 0
		}
		k.rest(c)
		return
	}
	if !k.halting || k.knocked {
		k.planHalt(own, d1, d2)
	}
	if !k.halting { // cannot happen with finite numbers; the limiter brakes as hard as permitted
		for i := range k.now {
			k.now[i] = 0
		}
		k.space.shift(own, &k.now, c)
		return
	}
	k.onward()
	k.space.shift(&k.base, &k.now, c)
}

// stopShare is the share of the limits that a stop uses.
const stopShare = 0.95

// planHalt plans the trajectory to rest, relative to base.
func (k *tracker) planHalt(own *franka.Command, d1, d2 *vec) {
	zero := franka.Command{ElbowC: own.ElbowC, ValidElbow: own.ValidElbow}
	var x vec
	if k.order == 2 {
		x = k.space.apart(own, &zero)
		k.base = zero
	} else {
		k.base = *own
	}
	for i := range x {
		if k.order == 3 {
			k.halt.V0[i], k.halt.A0[i] = d1[i]+float64(d2[i]*franka.Period/2), d2[i]
		} else {
			k.halt.V0[i], k.halt.A0[i] = x[i], d1[i]
		}
	}
	k.step, k.knocked = 0, false
	k.narrow(stopShare, &k.halt)
	k.halting = k.planner.Plan(&k.halt, &k.path).Usable()
}

// rest repeats the last command of an arm at rest.
func (k *tracker) rest(c *franka.Command) {
	k.now = vec{}
	k.space.shift(&k.sent, &k.now, c)
}

// ended reports whether the motion's last command has been reached at rest, and holds it from then on.
func (k *tracker) ended() bool {
	if k.phase == Ended {
		return true
	}
	if k.phase != Following || k.final < 0 || k.play < k.final || k.step >= 0 || k.knocked || !k.guard.Rests() {
		return false
	}
	own, _, _ := k.guard.Own()
	last := k.at(k.final)
	if k.off(own, last) > k.same() || last.ValidElbow && math.Abs(own.ElbowC[0]-last.ElbowC[0]) > k.same() {
		return false
	}
	k.phase = Ended
	return true
}

// depthKeeper determines how far behind the newest sample the tracker plays. If packets come early, it moves closer;
// if one comes too late, it falls back.
type depthKeeper struct {
	want  int
	fixed bool
	least int // smallest lead during the present span
	span  int
}

// depthSpan is the number of cycles after which the depth may shrink; depthStart is the initial depth.
const (
	depthSpan  = 1000
	depthStart = 5
)

func newDepthKeeper(depth int) depthKeeper {
	d := depthKeeper{want: depth, fixed: depth > 0}
	if !d.fixed {
		d.want = depthStart
	}
	d.restart()
	return d
}

func (d *depthKeeper) restart() { d.least, d.span = math.MaxInt, 0 }

// adjust takes the lead found in a cycle with a packet and returns by how much to move in the stream.
func (d *depthKeeper) adjust(lead int) int {
	if lead < 0 { // the packet came too late
		if !d.fixed {
			d.want = min(MaxDepth, d.want-lead)
		}
		d.restart()
		return lead - d.want
	}
	d.least = min(d.least, lead)
	if d.span++; d.span < depthSpan {
		return 0
	}
	spare := d.least - d.want
	if !d.fixed { // margin for one lost packet and a little jitter
		spare = d.least - 3
		d.want = max(depthStart, d.want-max(0, spare))
	}
	d.restart()
	return max(0, spare)
}
