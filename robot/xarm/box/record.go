package box

import (
	"encoding/binary"
	"time"

	"github.com/sinew-robotics/sinew/robot/xarm"
)

// The period and the longest duration of a recorded trajectory (error 34).
const (
	recordEvery = 10 * time.Millisecond
	recordMost  = 5 * time.Minute
	recordNames = 32 // that the box keeps
	nameLen     = 81 // bytes of a name on the wire, including zeros
)

// trajectory is a recording of joint angles.
type trajectory [][xarm.Joints]float64

// Status of reading or writing a trajectory (register 65).
const (
	trajIdle      = 0
	trajLoading   = 1
	trajLoaded    = 2
	trajNotLoaded = 3
	trajSaving    = 4
	trajSaved     = 5
	trajNotSaved  = 6
)

// recorder records, keeps and plays trajectories.
type recorder struct {
	on    bool
	next  time.Duration // of the next sample
	taken trajectory    // recorded last
	names [recordNames]string
	kept  [recordNames]trajectory

	status, becomes byte          // of reading or writing, now and afterwards
	at              time.Duration // when
	note            note          // of that, and then of playing
	loaded          trajectory

	playing bool
	times   int // still to play, including the present one; −1 for ever
	factor  int // factor of the speed
	place   float64
	begun   bool // it is at the trajectory's beginning
}

// recording answers the registers of trajectories.
func (b *Box) recording(l *Link, r xarm.Register, p []byte) outcome {
	c := &b.rec
	switch r {
	case xarm.RegRecord:
		if len(p) != 1 || p[0] > 1 {
			return bad
		}
		if c.on = p[0] == 1; c.on {
			c.next = b.now
			c.taken = make(trajectory, 0, recordMost/recordEvery)
		}
	case xarm.RegSaveTrajectory, xarm.RegLoadTrajectory:
		name, ok := trajectoryName(p)
		if !ok {
			return bad
		}
		c.note = b.noteOf(l)
		b.tell(&c.note, feedbackBegun, 0)
		c.at = b.now + 300*time.Millisecond
		if r == xarm.RegSaveTrajectory {
			c.status, c.becomes = trajSaving, c.save(name)
		} else {
			c.status, c.becomes = trajLoading, c.load(name)
		}
	case xarm.RegTrajectoryStatus:
		l.params = append(l.params, c.status)
		if c.status != trajLoading && c.status != trajSaving {
			c.status = trajIdle
		}
	case xarm.RegPlay:
		return b.play(l, p)
	default:
		return unknown
	}
	return done
}

// trajectoryName reads a name, which zeros may follow.
func trajectoryName(p []byte) (string, bool) {
	for i, x := range p {
		if x == 0 {
			p = p[:i]
			break
		}
		if x < ' ' || x > '~' {
			return "", false
		}
	}
	return string(p), len(p) > 0 && len(p) < nameLen
}

// save stores the last recording.
func (c *recorder) save(name string) byte {
	if len(c.taken) == 0 {
		return trajNotSaved
	}
	for _, free := range [2]string{name, ""} {
		for i := range c.names {
			if c.names[i] == free {
				c.names[i], c.kept[i] = name, c.taken
				return trajSaved
			}
		}
	}
	return trajNotSaved
}

// load makes a stored trajectory the one to play.
func (c *recorder) load(name string) byte {
	for i := range c.names {
		if c.names[i] == name {
			c.loaded = c.kept[i]
			return trajLoaded
		}
	}
	c.loaded = nil
	return trajNotLoaded
}

// play starts the loaded trajectory. The parameters are the number of times and the speed factor, low
// byte first.
func (b *Box) play(l *Link, p []byte) outcome {
	c := &b.rec
	if len(p) != 4 && len(p) != 8 {
		return bad
	}
	times, factor := int(int32(binary.LittleEndian.Uint32(p))), 1
	if len(p) == 8 {
		factor = int(int32(binary.LittleEndian.Uint32(p[4:])))
	}
	switch {
	case factor != 1 && factor != 2 && factor != 4 || times == 0:
		return bad
	case !b.ready() || b.state != xarm.StateIdle:
		return notReady
	case len(c.loaded) == 0 || c.status == trajLoading:
		return refused
	}
	c.note = b.noteOf(l)
	b.tell(&c.note, feedbackBegun, 0)
	c.playing, c.begun, c.times, c.factor, c.place = true, false, times, factor, 0
	b.discard()
	b.goal = onlineGoal{q: c.loaded[0], speed: 1, acc: 5}
	b.gen = genPlay
	return done
}

// record takes samples, and completes reading and writing.
func (b *Box) record() {
	c := &b.rec
	if c.on && b.now >= c.next {
		if len(c.taken) == cap(c.taken) {
			c.on = false
			b.fault(xarm.ErrorRecording)
			return
		}
		c.taken = append(c.taken, b.q)
		c.next += recordEvery
	}
	if (c.status == trajLoading || c.status == trajSaving) && b.now >= c.at {
		c.status = c.becomes
		result := byte(0)
		if c.becomes == trajNotLoaded || c.becomes == trajNotSaved {
			result = feedbackFailed
		}
		b.tell(&c.note, feedbackEnded, result)
		c.note = note{}
	}
}

// playOn moves the set-point along a trajectory, after moving it to the beginning.
func (b *Box) playOn() {
	c := &b.rec
	if !c.begun {
		if b.followGoalQ(); b.resting() && near(&b.ref.q, &b.goal.q, 1e-4) {
			c.begun = true
			b.mode = xarm.ModePlayback
		}
		return
	}
	c.place += float64(c.factor) * float64(tick) / float64(recordEvery)
	last := len(c.loaded) - 1
	if int(c.place) >= last {
		b.setpointTo(&c.loaded[last])
		if c.times > 0 {
			c.times--
		}
		if c.place = 0; c.times == 0 {
			c.playing = false
			b.gen = genHold
			b.tell(&c.note, feedbackEnded, 0)
			return
		}
		c.begun = false
		b.goal = onlineGoal{q: c.loaded[0], speed: 1, acc: 5}
		return
	}
	i := int(c.place)
	f := c.place - float64(i)
	var q [xarm.Joints]float64
	for k := range q {
		q[k] = c.loaded[i][k] + f*(c.loaded[i+1][k]-c.loaded[i][k])
	}
	b.setpointTo(&q)
}

// setpointTo moves the set-point within a tick.
func (b *Box) setpointTo(q *[xarm.Joints]float64) {
	for i := range q {
		v := (q[i] - b.ref.q[i]) / tickDT
		if v > 1.05*b.speed[i] || v < -1.05*b.speed[i] {
			b.faultOf(xarm.ErrorSpeedLimit, i, v)
			return
		}
		b.ref.v[i] = v
	}
	b.ref.q = *q
}

// near reports whether all joints of a and b are at most d apart.
func near(a, b *[xarm.Joints]float64, d float64) bool {
	for i := range a {
		if x := a[i] - b[i]; x > d || x < -d {
			return false
		}
	}
	return true
}
