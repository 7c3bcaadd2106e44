package gen_test

import (
	"testing"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/roscpp"
)

// inCpp generates a system of chance in C++.
func inCpp(t *testing.T, seed uint64) []roscpp.File {
	t.Helper()
	i := read(t, "Chance::Whole.impl", map[string]string{"chance.aadl": model(seed)}, "chance.aadl")
	files, faults := roscpp.Generate(i, roscpp.Options{Origin: "chance"})
	if faults.Err() != nil {
		t.Fatalf("seed %d: %v", seed, faults)
	}
	return files
}

// TestRandomInCpp: systems of chance become the same C++ each time.
func TestRandomInCpp(t *testing.T) {
	for seed := range uint64(*many) {
		again := inCpp(t, seed)
		for k, f := range inCpp(t, seed) {
			if f.Name != again[k].Name || string(f.Source) != string(again[k].Source) {
				t.Fatalf("seed %d: %s differs from run to run", seed, f.Name)
			}
		}
	}
}
