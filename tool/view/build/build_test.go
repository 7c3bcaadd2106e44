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
	for _, name := range []string{"index.html", "app.js", "page.js.gz", "app.css", "licences.txt"} {
		got, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("..", "serve", "dist", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("tool/view/serve/dist/%s is stale: run go run ./tool/view/build and commit it", name)
		}
	}
}
