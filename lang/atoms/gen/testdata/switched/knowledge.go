// Made by sinew gen from switched.atoms.yaml and yours to edit: it is not written again once edited; seal 5ec7bbe99e28d503.

package switched

import (
	"github.com/sinew-robotics/sinew/math/unit"
)

// Knowledge is what does not change while the law runs: what constant External Knowledge Atoms say, and what is
// computed of that.
type Knowledge struct {
	// Known is Known.
	Known struct {
		K      unit.Force  // Force (N), frame WORLD, axis z
		Ti     unit.Time   // Time (s)
		Td     unit.Time   // Time (s)
		N      unit.Ratio  // Ratio
		Low    unit.Force  // Force (N), frame WORLD, axis z
		High   unit.Force  // Force (N), frame WORLD, axis z
		Gain   unit.Ratio  // Ratio
		Margin unit.Length // Length (m), frame WORLD, axis z
	}
	// Half is Half.
	Half struct {
		Out unit.Length // Length (m), frame WORLD, axis z
	}
}

// Known gives the model's values.
func Known() *Knowledge {
	k := &Knowledge{}
	k.knowKnown()
	k.knowHalf()
	return k
}

func (k *Knowledge) knowKnown() {
	k.Known.K = unit.Newtons(55)
	k.Known.Ti = unit.Seconds(2)
	k.Known.Td = unit.Seconds(0.1)
	k.Known.N = unit.Ratio(8)
	k.Known.Low = unit.Newtons(-100)
	k.Known.High = unit.Newtons(100)
	k.Known.Gain = unit.Ratio(1.1)
	k.Known.Margin = unit.Metres(0.3)
}

func (k *Knowledge) knowHalf() {
	var a Half
	a.In.Put(k.Known.Margin)
	a.Physics(0)
	k.Half.Out = a.Out.Get()
}
