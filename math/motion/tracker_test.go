package motion

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
	"pgregory.net/rapid"
)

func TestTrackerIgnoresRepeatsAndDisorder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clean, noisy := NewTracker(TrackerConfig{}), NewTracker(TrackerConfig{})
		var shots []float64
		now := 0.0
		for n := range 200 {
			now = float64(n) * 0.004
			see := func(tr *Tracker, shot float64) bool {
				return tr.See(Sighting{Pose: at(shot*0.2, 0, 0), Age: now - shot})
			}
			if n%8 == 0 {
				shots = append(shots, now)
				if !see(&clean, now) || !see(&noisy, now) {
					t.Fatalf("a new sighting was not used at %g s", now)
				}
			}
			if rapid.IntRange(0, 3).Draw(t, "again") == 0 {
				if see(&noisy, shots[rapid.IntRange(0, len(shots)-1).Draw(t, "which")]) {
					t.Fatal("an old sighting was used")
				}
			}
			a, va, ta := clean.Goal()
			b, vb, tb := noisy.Goal()
			if a != b || va != vb || ta != tb {
				t.Fatalf("%v %v against %v %v", a.P, va, b.P, vb)
			}
			clean.Advance(0.004)
			noisy.Advance(0.004)
		}
	})
}

func TestTrackerFrozenCameraAgesOut(t *testing.T) {
	tr := NewTracker(TrackerConfig{NoRepeats: true})
	lost := -1
	for n := range 300 {
		tr.See(Sighting{Pose: at(0.1, 0.2, 0.3)})
		if _, _, trust := tr.Goal(); trust == Lost && lost < 0 {
			lost = n
		}
		tr.Advance(0.004)
	}
	if lost < 125 || lost > 126 || tr.Repeats != 299 {
		t.Errorf("lost in cycle %d after %d repeats", lost, tr.Repeats)
	}
}

func TestTrackerJumpIsAnotherTarget(t *testing.T) {
	tr := NewTracker(TrackerConfig{})
	for n := range 3 {
		tr.See(Sighting{Pose: at(float64(n)*0.01, 0, 0)})
		tr.Advance(0.033)
	}
	if _, v, _ := tr.Goal(); math.Abs(v.X-0.01/0.033) > 1e-9 {
		t.Errorf("velocity %v", v)
	}
	tr.See(Sighting{Pose: at(0.5, 0, 0)})
	if p, v, _ := tr.Goal(); v != (spatial.Vec3{}) || p.P.X != 0.5 {
		t.Errorf("after a jump: %v at %v", v, p.P)
	}
}

func TestWorkspace(t *testing.T) {
	w := Workspace{Low: spatial.V(-0.7, -0.7, 0), High: spatial.V(0.7, 0.7, 1), Shells: []Shell{{Center: spatial.V(0, 0, 0.27), Min: 0.2, Max: 0.7}}}
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := drawVec(t, "p", 2)
		q, ok := w.Project(p)
		if !ok || !w.Contains(q) || (w.Contains(p) && q != p) {
			t.Fatalf("%v projects to %v (%v), clearance %g", p, q, ok, w.Clearance(q))
		}
		if c := w.Clearance(p); c > 0 { // nothing within the clearance is outside
			if x := p.Add(drawVec(t, "d", 1).Limit(c)); !w.Contains(x) {
				t.Fatalf("%v is outside, %g from %v with clearance %g", x, x.Dist(p), p, c)
			}
		}
	})
	if _, ok := w.Project(spatial.V(math.NaN(), 0, 0)); ok || w.Contains(spatial.V(0, math.NaN(), 0)) {
		t.Error("NaN is in the workspace")
	}
	bad := Workspace{Low: spatial.V(0, math.NaN(), 0), High: spatial.V(1, 1, 1), Shells: []Shell{{Min: 1, Max: 0.5}}}
	if err := bad.Validate(); err == nil {
		t.Error("accepted")
	}
}
