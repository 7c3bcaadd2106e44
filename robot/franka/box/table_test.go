package box

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/spatial"
)

// TestTableHolds presses the end effector down on a table and lifts it off: what the table gives is what it is pressed
// with, and it never pulls.
func TestTableHolds(t *testing.T) {
	r, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	z := r.Tool().P.Z
	if !r.Table(&z) {
		t.Fatal("no table")
	}
	z = 0 // the table is not the caller's any more
	run := func(ms int) {
		for range ms {
			r.Step(nil)
		}
	}
	run(500)
	free := r.Tool().P
	r.Push(spatial.Wrench{Force: spatial.V(0, 0, -15)})
	run(1000)
	_, dq := r.Joints()
	for i, v := range dq {
		if math.Abs(v) > 1e-6 {
			t.Errorf("joint %d goes on at %g rad/s", i+1, v)
		}
	}
	depth := free.Z - r.Tool().P.Z
	high, feet := math.Inf(1), r.plant.feet
	if r.Table(&high) || r.plant.table == nil || r.plant.feet != feet || !feet[0].down {
		t.Errorf("a table at infinity moves the feet from %v to %v", feet, r.plant.feet)
	}
	soft, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	soft.Push(spatial.Wrench{Force: spatial.V(0, 0, -15)})
	for range 1000 {
		soft.Step(nil)
	}
	// Without a table the arm's own springs give way alone.
	if without := free.Z - soft.Tool().P.Z; !(depth > 0) || !(depth < 0.9*without) {
		t.Errorf("15 N press %g m into the table, %g m without one", depth, without)
	}
	r.Push(spatial.Wrench{Force: spatial.V(0, 0, 15)})
	run(1000)
	if f := r.State().OFExtHatK; math.Abs(f[2]+15) > 0.5 {
		t.Errorf("lifted with 15 N, the arm feels %g N", -f[2])
	}
	r.Push(spatial.Wrench{})
	r.Table(nil)
	run(1000)
	if f := r.State().OFExtHatK; math.Abs(f[2]) > 0.1 || r.State().CurrentErrors != 0 {
		t.Errorf("alone the arm feels %g N, %v", -f[2], r.State().CurrentErrors)
	}
}

// TestTableNeedsAPlace and New says so.
func TestTableNeedsAPlace(t *testing.T) {
	z := math.NaN()
	if _, err := New(Config{Table: &z}); err == nil {
		t.Error("a table nowhere")
	}
	z = 0.5
	r, err := New(Config{Table: &z})
	if err != nil || *r.plant.table != z {
		t.Errorf("a table at half a metre: %v", err)
	}
}
