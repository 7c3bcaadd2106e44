package remote

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/box"
)

// bench is a robot that is led by a tracker, without a link. Its joint 3 is a little off zero, as one that has moved there is.
type bench struct {
	t     *testing.T
	robot *box.Robot
	k     *tracker
	n     counters
}

func newBench(t *testing.T, c Config) *bench {
	t.Helper()
	if c.Generator == franka.GenerateIdle {
		c.Generator = franka.GenerateJointPosition
	}
	c = c.filled()
	b := &bench{t: t}
	var err error
	if b.robot, err = box.New(box.Config{Version: c.Version, Q0: [7]float64{0, -math.Pi / 4, 1e-5, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}}); err != nil {
		t.Fatal(err)
	}
	if b.k, err = newTracker(&c, &b.n); err != nil {
		t.Fatal(err)
	}
	b.robot.Move(franka.MoveRequest{Generator: c.Generator, Path: franka.DefaultDeviation, Goal: franka.DefaultDeviation})
	for b.robot.State().Mode != franka.ModeMove {
		b.robot.Step(nil)
	}
	return b
}

// seen is the robot's state as it comes over the wire.
func (b *bench) seen() *franka.State {
	b.t.Helper()
	v, s := b.k.c.Version, new(franka.State)
	if err := franka.ReadState(franka.AppendState(nil, v, b.robot.State()), v, s); err != nil {
		b.t.Fatal(err)
	}
	return s
}

// cycle lets a millisecond pass; finished tells that the motion has ended.
func (b *bench) cycle() bool {
	b.t.Helper()
	var c franka.Command
	finished, err := b.k.next(b.seen(), 1, &c)
	if err != nil {
		b.t.Fatal(err)
	}
	c.ID, c.Finished = b.robot.State().ID, finished
	b.robot.Step(&c)
	if e := b.robot.State().CurrentErrors; e != 0 {
		b.t.Fatal(e)
	}
	return finished
}

// give is sample n of joint 4 swinging by a few degrees.
func (b *bench) give(n int64, final bool) {
	var c franka.Command
	c.QC = [7]float64{0, -math.Pi / 4, 0, -3 * math.Pi / 4, 0, math.Pi / 2, math.Pi / 4}
	c.QC[3] += 0.05 * (1 - math.Cos(float64(n)*0.005))
	c.Finished = final
	b.k.heard(0)
	b.k.put(n, &c)
}

// TestNumbersJump: a stream whose numbers leap has a hole that does not close, so the arm stops; when that is
// acknowledged the stream goes on from there.
func TestNumbersJump(t *testing.T) {
	b := newBench(t, Config{})
	n := int64(0)
	for range 300 {
		b.give(n, false)
		n++
		b.cycle()
	}
	n += 1 << 40
	stopped := 0
	for range 500 {
		b.give(n, false)
		n++
		b.cycle()
		if b.k.phase == Stopped {
			stopped++
		}
	}
	if stopped == 0 {
		t.Errorf("phase %v", b.k.phase)
	}
	b.k.acknowledge()
	for range 300 {
		b.give(n, false)
		n++
		b.cycle()
	}
	if b.k.phase != Following {
		t.Errorf("phase %v", b.k.phase)
	}
}

// TestOldNumbers: samples that come twice, late or out of order change nothing.
func TestOldNumbers(t *testing.T) {
	b := newBench(t, Config{})
	n := int64(0)
	for range 1000 {
		b.give(n, false)
		for _, back := range []int64{1, 2, 3, 300, 2000} {
			b.give(max(0, n-back), false)
		}
		n++
		b.cycle()
	}
	if b.k.phase != Following || b.n.coasted.Load() > 0 || b.n.replans.Load() > 1 {
		t.Errorf("phase %v, %d coasted, %d planned", b.k.phase, b.n.coasted.Load(), b.n.replans.Load())
	}
}

// TestLastSample: the motion ends exactly there.
func TestLastSample(t *testing.T) {
	b := newBench(t, Config{})
	turns := int64(math.Round(2 * math.Pi / 0.005))
	ended := false
	for n := int64(0); n < turns+100 && !ended; n++ {
		b.give(min(n, turns), n >= turns)
		ended = b.cycle()
	}
	if !ended {
		t.Fatalf("phase %v", b.k.phase)
	}
	want := -3*math.Pi/4 + 0.05*(1-math.Cos(float64(turns)*0.005))
	if q := b.robot.State().Qd[3]; q != want {
		t.Errorf("ended at %v, not %v", q, want)
	}
}

// TestLastStays: the last sample is not displaced by its repetitions while the arm is still on its way.
func TestLastStays(t *testing.T) {
	b := newBench(t, Config{})
	for n := range int64(3 * windowSize) {
		b.give(n, n >= 10)
	}
	if c := b.k.at(b.k.newest); c == nil || !c.Finished || b.k.newest != 3*windowSize-1 || c.QC != b.k.window[10].QC {
		t.Errorf("sample %d is %+v", b.k.newest, c)
	}
}

// TestOutside: an arm that stands out of its range is refused with a word of what to do.
func TestOutside(t *testing.T) {
	c := Config{Generator: franka.GenerateJointPosition}.filled()
	k, err := newTracker(&c, new(counters))
	if err != nil {
		t.Fatal(err)
	}
	s := franka.State{Qd: [7]float64{3: 0.1, 5: 1}}
	if _, err := k.next(&s, 0, new(franka.Command)); err != errOutside {
		t.Error(err)
	}
}

// TestRoundedPoses: a robot whose states have 24 bits is led along a circle of poses that begins where its state says it is, as
// libfranka's programs do, and the motion ends; the elbow, which is not commanded, does not matter.
func TestRoundedPoses(t *testing.T) {
	for _, v := range []franka.Version{franka.Version5, franka.Version10} {
		b := newBench(t, Config{Generator: franka.GenerateCartesianPose, Version: v})
		from := b.seen()
		turns, ended := int64(2000), false
		for n := int64(0); n < turns+500 && !ended; n++ {
			c := franka.Command{OTEEc: from.OTEE}
			angle := math.Pi / 16 * (1 - math.Cos(2*math.Pi*float64(min(n, turns))/float64(turns)))
			c.OTEEc[12] += 0.3 * math.Sin(angle)
			c.OTEEc[14] += 0.3 * (math.Cos(angle) - 1)
			c.Finished = n >= turns
			b.k.heard(0)
			b.k.put(min(n, turns), &c)
			ended = b.cycle()
		}
		if got := b.n.replans.Load(); !ended || got > 3 {
			t.Errorf("protocol %d: ended %v, phase %v, planned %d times", v, ended, b.k.phase, got)
		}
	}
}
