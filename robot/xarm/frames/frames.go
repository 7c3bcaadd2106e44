// Package frames contains requests and replies as the vendor's documentation of the xArm's private protocol prints
// them, for tests of both ends.
package frames

import (
	_ "embed"
	"encoding/hex"
	"strings"
	"testing"
)

//go:embed frames.txt
var text string

// Frame is one call: a line of frames.txt.
type Frame struct {
	Name           string
	Request, Reply []byte
}

// Documented returns all frames.
func Documented(t testing.TB) (out []Frame) {
	t.Helper()
	for n, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) != 3 {
			t.Fatalf("frames.txt:%d: %d columns, want 3", n+1, len(f))
		}
		var b [2][]byte
		for i := range b {
			var err error
			if b[i], err = hex.DecodeString(strings.ReplaceAll(f[i+1], " ", "")); err != nil {
				t.Fatalf("frames.txt:%d: %v", n+1, err)
			}
		}
		out = append(out, Frame{strings.TrimSpace(f[0]), b[0], b[1]})
	}
	return out
}
