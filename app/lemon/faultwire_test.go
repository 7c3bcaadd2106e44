package lemon

import (
	"fmt"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/robot/xarm/box"
)

const forever = 1 << 60 * time.Nanosecond

// A connection that is reset comes back by itself, but the robot moves only when the operator says so.
func TestConnectionReset(t *testing.T) {
	t.Parallel()
	r := newTrial(6 * time.Second)
	r.at(2*time.Second, func(s *session) { s.rig.Net.Break() })
	r.order(4*time.Second, OperatorReset)
	r.safe(t).inOrder(t)
	r.readyAt(t, 2*time.Second+8*ms, false)
	r.rests(t, 2200*ms, 4*time.Second)
	r.readyAt(t, 4*time.Second+8*ms, true)
	r.follows(t, r.length)
	if r.sum.PowerUps != 2 {
		t.Errorf("made ready %d times, want 2", r.sum.PowerUps)
	}
	r.again(t)
}

// With auto_resume the program goes on by itself within two seconds.
func TestConnectionResetResumesByItself(t *testing.T) {
	t.Parallel()
	r := newTrial(6 * time.Second)
	r.p.AutoResume = true
	r.at(2*time.Second, func(s *session) { s.rig.Net.Break() })
	r.safe(t).inOrder(t)
	r.readyAt(t, 2*time.Second+8*ms, false)
	r.readyAt(t, 4*time.Second, true)
	r.follows(t, r.length)
}

// A box that dies and never comes back leaves the arm at rest, and the program ends as told.
func TestBoxKilled(t *testing.T) {
	t.Parallel()
	r := newTrial(4 * time.Second)
	r.p.AutoResume = true
	r.wire(2*time.Second, box.Failures{Silence: []box.Silence{{From: 2 * time.Second, To: forever}}})
	r.at(2*time.Second, func(s *session) { s.rig.Net.Break() })
	r.order(3*time.Second, OperatorReset)
	r.safe(t)
	r.readyAt(t, r.length, false)
	r.rests(t, 2200*ms, r.length)
	if r.sum.PowerUps != 1 || r.s.net.Robot.Ignored != 1 {
		t.Errorf("made ready %d times, %d resets ignored: want 1 and 1", r.sum.PowerUps, r.s.net.Robot.Ignored)
	}
}

// A pulled cable is noticed within 100 ms. A reset while it is out does nothing, not even later.
func TestCablePulled(t *testing.T) {
	t.Parallel()
	r := newTrial(7 * time.Second)
	r.wire(2*time.Second, box.Failures{Silence: []box.Silence{{From: 2 * time.Second, To: 3500 * ms}}})
	r.order(3*time.Second, OperatorReset)
	r.order(4500*ms, OperatorReset)
	r.safe(t).inOrder(t)
	r.readyAt(t, 2100*ms, false)
	r.rests(t, 2300*ms, 4500*ms)
	r.readyAt(t, 4508*ms, true)
	r.follows(t, r.length)
	r.again(t)
}

// Frames lost, doubled, overtaken, late or spoilt: the run completes, no limit is broken, and readings stay in order.
func TestBadWire(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		f       box.Failures
		follows bool // goes on as if nothing were
	}{
		{"duplicate 1%", box.Failures{Duplicate: 0.01}, true},
		{"duplicate 50%", box.Failures{Duplicate: 0.5}, true},
		{"reorder 1%", box.Failures{Reorder: 0.01}, true},
		{"reorder 10%", box.Failures{Reorder: 0.1}, true},
		{"reorder 50%", box.Failures{Reorder: 0.5}, false},
		{"late 5%", box.Failures{Delay: 0.05, DelayFrames: 2}, true},
		{"late 50%", box.Failures{Delay: 0.5, DelayFrames: 1}, false},
		{"lost 1%", box.Failures{Drop: 0.01}, true},
		{"lost 5%", box.Failures{Drop: 0.05}, true},
		{"lost 20%", box.Failures{Drop: 0.2}, false},
		{"lost 50%", box.Failures{Drop: 0.5}, false},
		{"all 10%", box.Failures{Drop: 0.1, Duplicate: 0.1, Reorder: 0.1, Delay: 0.1}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newTrial(4 * time.Second)
			r.wire(1500*ms, c.f)
			r.safe(t).inOrder(t)
			if c.follows {
				r.readyAt(t, r.length, true)
				r.follows(t, r.length)
			}
			t.Logf("ready changes %v, faults %d, stopped %d, unready %d, rms %.2f mm", r.ready(), r.sum.ReadingFaults,
				r.sum.StoppedCycles, r.sum.UnreadyCycles, *r.sum.TrackingRMS)
		})
	}
}

// Bits that TCP's checksum would not let through: the client refuses what is implausible, the box what it can, and
// the program stays within its limits.
func TestSpoiltFrames(t *testing.T) {
	t.Parallel()
	for i, p := range []float64{0.01, 0.05, 0.5} {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			r := newTrial(4 * time.Second)
			r.seed = uint64(i + 1)
			r.wire(1500*ms, box.Failures{Corrupt: p})
			r.run(t)
			if r.err != nil || r.sum.Violations != 0 {
				t.Fatalf("%d violations, %v", r.sum.Violations, r.err)
			}
			r.stillWhenUnready(t)
			t.Logf("ready changes %v, faults %d, stopped %d, unready %d", r.ready(), r.sum.ReadingFaults,
				r.sum.StoppedCycles, r.sum.UnreadyCycles)
		})
	}
}

// Registers that refresh more slowly than they are read repeat themselves: the moderator finds every repetition.
func TestStaleRegisters(t *testing.T) {
	t.Parallel()
	for _, period := range []time.Duration{10 * ms, 20 * ms} {
		t.Run(period.String(), func(t *testing.T) {
			r := newTrial(5 * time.Second)
			r.p.StalePeriod = period
			r.safe(t).inOrder(t)
			r.follows(t, r.length)
			repeated := 0
			for i := 1; i < len(r.data); i++ {
				if at := r.data[i].at; at > time.Second && r.data[i].v.Pose == r.data[i-1].v.Pose {
					repeated++
				}
			}
			if got := int(r.sum.StaleReadings); got < repeated*9/10 || got > len(r.data) {
				t.Errorf("%d stale readings found, %d readings repeat the one before", got, repeated)
			}
			if r.sum.StoppedCycles != 0 {
				t.Errorf("stopped for %d cycles", r.sum.StoppedCycles)
			}
			t.Logf("%d repeated, %d found", repeated, r.sum.StaleReadings)
		})
	}
}
