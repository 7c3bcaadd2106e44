package view_test

import (
	"math"
	"testing"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/tool/view"
)

// TestATreeIsDrawnFromItsRoot has joints in the file before those that carry them, and links without shapes, which are rods.
func TestATreeIsDrawnFromItsRoot(t *testing.T) {
	u, err := kinematics.ParseURDF("tree.urdf", []byte(`<robot name="tree"><link name="finger"/><link name="hand"/><link name="base"/>
<joint name="grip" type="prismatic"><parent link="hand"/><child link="finger"/><origin xyz="0 0 -0.2"/><axis xyz="0 1 0"/><limit lower="0" upper="1" velocity="1" effort="1"/></joint>
<joint name="lift" type="revolute"><parent link="base"/><child link="hand"/><origin xyz="0.5 0 0"/><axis xyz="0 1 0"/><limit lower="-2" upper="2" velocity="1" effort="1"/></joint></robot>`))
	if err != nil {
		t.Fatal(err)
	}
	tree, d := view.NewTree(u), &drawing{}
	for i, l := range tree.Links([2]uint32{1, 2}) {
		to := []spatial.Vec3{{}, spatial.V(0, 0, -0.2), spatial.V(0.5, 0, 0)}[i]
		if i == 0 {
			if len(l.Shapes) > 0 {
				t.Error("the finger carries nothing, and has", l.Shapes)
			}
			continue
		}
		s := l.Shapes[0]
		if end := s.At.Apply(spatial.V(0, 0, s.Size[1]/2)); len(l.Shapes) != 1 || s.Kind != view.CapsuleShape || end.Dist(to) > 1e-9 {
			t.Errorf("%s: a rod to %v, not %v: %+v", l.Name, end, to, l.Shapes)
		}
	}
	where := func(joint string) float64 { return map[string]float64{"lift": math.Pi / 2, "grip": 0.1}[joint] }
	tree.Draw(d, 0, where)
	for i, want := range []spatial.Vec3{spatial.V(0.3, 0.1, 0), spatial.V(0.5, 0, 0), {}} {
		if got := d.links[i].P; got.Dist(want) > 1e-9 {
			t.Errorf("%s is drawn at %v, not %v", u.Links[i].Name, got, want)
		}
	}
	tree.Draw(d, 0, func(string) float64 { return math.NaN() })
	if got := d.links[0].P; got.Dist(spatial.V(0.5, 0, -0.2)) > 1e-9 {
		t.Error("joints of which nothing is known are drawn at", got)
	}
	still := func(string) float64 { return 0 }
	if n := testing.AllocsPerRun(100, func() { tree.Draw(d, 0, still) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
