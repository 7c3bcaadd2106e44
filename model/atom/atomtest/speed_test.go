package atomtest

import "testing"

// BenchmarkBuild makes the model of 1 000 Atoms from its draft.
func BenchmarkBuild(b *testing.B) {
	d := newDraft(1, 1000)
	b.ReportAllocs()
	for b.Loop() {
		d.build()
	}
}
