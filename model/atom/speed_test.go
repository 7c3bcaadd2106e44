package atom_test

import (
	"testing"

	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/atomtest"
)

// BenchmarkCheck is of 1 000 Atoms.
func BenchmarkCheck(b *testing.B) {
	m := atomtest.Valid(1, 1000)
	b.ReportAllocs()
	for b.Loop() {
		m.Check(atom.Target{Cores: 2})
	}
}

// TestMemoryForWires: there is room for all wires from the start, for those of laws too, which no link leads to.
func TestMemoryForWires(t *testing.T) {
	for seed := range uint64(5) {
		m := atomtest.Valid(seed, 1000)
		plan, faults := m.Check(atom.Target{Cores: 2})
		if plan == nil {
			t.Fatal(faults)
		}
		laws := 0
		for _, i := range m.Instances[1:] {
			if i.Parent.Kind == atom.Alternative {
				laws += len(i.Ports)
			}
		}
		if spare := cap(plan.Wires) - len(plan.Wires); spare > laws {
			t.Errorf("seed %d: room for %d wires more than the %d there are, which grew", seed, spare, len(plan.Wires))
		}
	}
}
