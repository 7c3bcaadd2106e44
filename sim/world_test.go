package sim

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
)

func newWorld(t testing.TB, faults ...FailureSpan) *World {
	t.Helper()
	path, err := NamedPath("wander", 5)
	if err != nil {
		t.Fatal(err)
	}
	a := newArm(t, ArmConfig{})
	w, err := NewWorld(WorldConfig{
		Plant: a, Chain: a.Chain(), Start: home(), Mount: spatial.Pose{P: spatial.V(0.07, 0, 0.02), R: spatial.RotZ(math.Pi / 2)},
		Lemon: Lemon{Path: path, Hidden: []Interval{{time.Second, 2 * time.Second}}}, Failures: faults, Seed: 9,
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWorldRunsRepeat(t *testing.T) {
	run := func() (shots []Shot) {
		w := newWorld(t)
		ref := home()
		for k := range 60 {
			ref[0] = 0.3 * math.Sin(float64(k)*0.1)
			w.SetReference(ref)
			w.AdvanceTo(time.Duration(k) * time.Second / 30)
			shots = append(shots, w.Shot(uint64(k)))
		}
		return shots
	}
	a, b := run(), run()
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("shot %d is %+v and %+v", i, a[i], b[i])
		}
		if a[i].Visible == (a[i].Time >= time.Second && a[i].Time < 2*time.Second) {
			t.Errorf("shot at %v: visible %v", a[i].Time, a[i].Visible)
		}
		if want := time.Duration(i) * time.Second / 30; a[i].Time != want {
			t.Errorf("shot %d was taken at %v, not %v", i, a[i].Time, want)
		}
	}
	if a[3].Seed == a[4].Seed || a[3].Camera == a[10].Camera {
		t.Error("shots do not differ")
	}
}

func TestWorldCameraSitsOnTheTip(t *testing.T) {
	w := newWorld(t)
	ref := home()
	ref[1] += 0.1
	for range 500 {
		w.Step(0.001, ref)
	}
	q, dq, tau := three(7)
	w.State(q, dq, tau)
	c := xarm7(t)
	want := c.FK(kinematics.NewData(c), q).Mul(w.cfg.Mount)
	if got := w.Shot(1).Camera; got != want {
		t.Errorf("camera at %v, flange and mount give %v", got, want)
	}
	if w.Now() != 500*time.Millisecond {
		t.Errorf("after 500 steps of 1 ms it is %v", w.Now())
	}
	w.Reset(home())
	w.Step(math.NaN(), ref)
	w.AdvanceTo(0)
	if w.Now() != 500*time.Millisecond {
		t.Errorf("time moved to %v", w.Now())
	}
	if w.Shot(2).Camera == want {
		t.Error("Reset did not move the arm")
	}
}

// While frozen the camera repeats the last good frame; other faults only mark it.
func TestWorldCameraFaults(t *testing.T) {
	ms := time.Millisecond
	w := newWorld(t, FailureSpan{Interval{0, 10 * ms}, Frozen}, FailureSpan{Interval{100 * ms, 200 * ms}, Frozen}, FailureSpan{Interval{300 * ms, 400 * ms}, Black})
	shoot := func(at time.Duration, seq uint64) Shot { w.AdvanceTo(at); return w.Shot(seq) }
	if first := shoot(0, 0); first.Camera == (spatial.Pose{}) || first.Fault != Frozen {
		t.Errorf("frozen before the first frame: %+v", first)
	}
	good := shoot(66*ms, 1)
	frozen := shoot(133*ms, 2)
	if frozen.Seq != 2 || frozen.Time != 133*ms || frozen.Lemon != good.Lemon || frozen.Seed != good.Seed || frozen.Fault != Frozen {
		t.Errorf("frozen %+v after %+v", frozen, good)
	}
	if after := shoot(250*ms, 3); after.Lemon == good.Lemon || after.Fault != NoFailure {
		t.Errorf("still frozen: %+v", after)
	}
	if black := shoot(333*ms, 4); black.Fault != Black {
		t.Errorf("not black: %+v", black)
	}
}

func TestWorldConfigReportsAllFaults(t *testing.T) {
	_, err := NewWorld(WorldConfig{Tick: -1})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{"Plant", "Chain", "Mount", "Tick"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no word of %s in:\n%v", want, err)
		}
	}
}

func TestWorldDoesNotAllocate(t *testing.T) {
	w := newWorld(t)
	ref, k := home(), uint64(0)
	var s Shot
	if n := testing.AllocsPerRun(100, func() { k++; w.Step(0.001, ref); s = w.Shot(k) }); n != 0 {
		t.Errorf("%g allocations a step and shot", n)
	}
	_ = s
}
