package lua

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/lang/lua/syntax"
)

// outputOf runs a script and returns what it prints, with its error at the end.
func outputOf(t *testing.T, c Config, name, text string) string {
	t.Helper()
	var out strings.Builder
	c.Stdout = func(b []byte) { out.Write(b) }
	vm, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := vm.Do(name, text); err != nil {
		out.WriteString("error: " + err.Error() + "\n")
	}
	if err := vm.verify(); err != nil {
		t.Errorf("%s: the heap afterwards: %v", name, err)
	}
	return out.String()
}

// TestConformance holds what the scripts in testdata print against what Lua 5.4 printed; with the tag debian another
// test holds it against Debian's lua5.4 itself.
func TestConformance(t *testing.T) {
	scripts, err := filepath.Glob("testdata/conformance/*.lua")
	if err != nil || len(scripts) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, script := range scripts {
		t.Run(filepath.Base(script), func(t *testing.T) {
			text, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(script, ".lua") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			got := outputOf(t, Config{Heap: 16 << 20}, "@"+filepath.Base(script), string(text))
			if d := cmp.Diff(string(want), got); d != "" {
				t.Errorf("-lua5.4 +ours\n%s", d)
			}
		})
	}
}

// TestLaidOut: scripts and random programs print the same when they have been laid out.
func TestLaidOut(t *testing.T) {
	seed := fuzz.Seed()
	t.Logf("seed %d", seed)
	texts := []string{everything}
	for range 4 {
		texts = append(texts, (&programs{r: rand.New(rand.NewPCG(seed, uint64(len(texts))))}).write(200))
	}
	for _, text := range texts {
		laid, err := syntax.Format("t", text)
		if err != nil {
			t.Fatal(err)
		}
		c := Config{Heap: 16 << 20}
		if d := cmp.Diff(outputOf(t, c, "=t", text), outputOf(t, c, "=t", laid)); d != "" {
			t.Errorf("-as written +laid out\n%s", d)
		}
	}
}
