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
