// Package golden compares what tests make with files that are kept. With the flag -rewrite, which every test binary that uses
// it has, the files are written anew instead: look at the difference before it is kept.
package golden

import (
	"flag"
	"os"
	"path/filepath"

	"github.com/google/go-cmp/cmp"
)

var rewrite = flag.Bool("rewrite", false, "write golden files anew")

// T is a test that fails.
type T interface {
	Helper()
	Fatal(args ...any)
	Errorf(format string, args ...any)
}

// Rewrite tells whether files are written anew.
func Rewrite() bool { return *rewrite }

// Check compares got with a file. Where it differs the test fails.
func Check(t T, file string, got []byte) {
	t.Helper()
	if Rewrite() {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s differs (-want +got); look at it, and then write it anew with -rewrite:\n%s", file, d)
	}
}
