//go:build debian

package lua

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// TestConformanceIsLua holds the kept outputs of the conformance scripts against Debian's lua5.4.
func TestConformanceIsLua(t *testing.T) {
	scripts, _ := filepath.Glob("testdata/conformance/*.lua")
	for _, script := range scripts {
		cmd := exec.Command("lua5.4", filepath.Base(script))
		cmd.Dir = filepath.Dir(script)
		got, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(strings.TrimSuffix(script, ".lua") + ".out")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), string(got)); d != "" {
			t.Errorf("%s: -kept +lua5.4\n%s", script, d)
		}
	}
}

// TestProgramsBesideLua runs ten thousand random programs here and in Debian's lua5.4.
func TestProgramsBesideLua(t *testing.T) {
	seed := fuzz.Seed()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	wrong := 0
	for range 20 {
		text := (&programs{r: r}).write(500)
		file := filepath.Join(dir, "p.lua")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("lua5.4", "p.lua")
		cmd.Dir = dir
		cmd.Stderr = os.Stderr
		theirs, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		ours := outputOf(t, Config{Heap: 32 << 20}, "@p.lua", text)
		a, b := strings.Split(string(theirs), "\n"), strings.Split(ours, "\n")
		for i := range a {
			if i >= len(b) || a[i] != b[i] {
				got := "nothing"
				if i < len(b) {
					got = b[i]
				}
				_, program, _ := strings.Cut(text, "\nrun("+strings.SplitN(a[i], "\t", 2)[0]+",")
				program, _, _ = strings.Cut(program, "\nrun(")
				t.Errorf("lua5.4: %s\nours:   %s\nrun(%s", a[i], got, program)
				if wrong++; wrong > 5 {
					return
				}
			}
		}
	}
}

// TestPowersOfNaN compares powers of what is no number, and to it, with those of C's pow, signs included.
func TestPowersOfNaN(t *testing.T) {
	const text = `local n = 0/0
local all = {n, -n, 0.0, -0.0, 1.0, -1.0, 2.0, -3.0, 0.5, -0.5, 4.0, -4.0, 1e300, 1/0, -1/0}
for _, x in ipairs(all) do
  local line = {}
  for i, y in ipairs(all) do line[i] = tostring(x ^ y) end
  print(x, table.concat(line, " "))
end`
	theirs, err := exec.Command("lua5.4", "-e", text).Output()
	if err != nil {
		t.Fatal(err)
	}
	if ours := outputOf(t, Config{}, "@p.lua", text); ours != string(theirs) {
		t.Errorf("lua5.4:\n%sours:\n%s", theirs, ours)
	}
}
