//go:build npm

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestBundleIsFresh builds the page anew and compares it with the committed bundle.
func TestBundleIsFresh(t *testing.T) {
	out := t.TempDir()
	if err := build("../page", out); err != nil {
		t.Fatal(err)
	}
	const dist = "../serve/dist"
	made, err := os.ReadDir(out)
	if err != nil {
		t.Fatal(err)
	}
	if old, err := os.ReadDir(dist); err != nil || len(old) != len(made) {
		t.Errorf("tool/view/serve/dist has %d files, the page %d (%v)", len(old), len(made), err)
	}
	for _, f := range made {
		name := f.Name()
		got, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(dist, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("tool/view/serve/dist/%s is stale: run go run ./tool/view/build and commit it", name)
		}
	}
}
