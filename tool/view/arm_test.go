package view_test

import (
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/kinematics"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/tool/view"
)

// drawing is a canvas that keeps what an arm draws.
type drawing struct {
	view.Canvas
	links  []spatial.Pose
	joints []float64
}

func (d *drawing) Links(_ time.Duration, l []spatial.Pose) { d.links = l }
func (d *drawing) Joints(_ time.Duration, q []float64)     { d.joints = q }

// An arm has a body for its base and one a joint, each drawn where its chain has it.
func TestAnArmIsDrawnWhereItsChainHasIt(t *testing.T) {
	u, err1 := xarm.Description()
	chain, err2 := xarm.Model()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	links, joints := view.ArmOf(u, chain, [2]uint32{1, 2})
	if len(links) != chain.N()+1 || len(joints) != chain.N() || joints[6] != "J7" || links[0].Name != chain.Base() {
		t.Fatalf("%d links, joints %v", len(links), joints)
	}
	for i, l := range links {
		if len(l.Shapes) == 0 || l.Shapes[0].Colour != uint32(1+i%2) {
			t.Errorf("link %d: %+v", i, l)
		}
	}
	q := xarm.Home()
	data := kinematics.NewData(chain)
	want := chain.FK(data, q[:])
	a, d := view.NewArm(chain), &drawing{}
	if end := a.Draw(d, 0, q[:]); end != want || d.links[0] != spatial.Identity() || d.links[7] != chain.Frame(data, 6) || d.joints[3] != q[3] {
		t.Errorf("the end is drawn at %v, want %v; links %v", end, want, d.links)
	}
	if n := testing.AllocsPerRun(100, func() { a.Draw(d, 0, q[:]) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
