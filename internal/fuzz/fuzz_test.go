package fuzz

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Equal seeds make equal changes, other seeds others, and no entry of the corpus is changed itself.
func TestChangesRepeat(t *testing.T) {
	entry, other := []any{[]byte("0123456789"), "text", uint8(7), true, 0.5, -3}, []any{[]byte("other bytes"), "words", uint8(1), false, 2.0, 9}
	made := func(seed uint64) (all [][]byte) {
		m := mutator{r: rand.New(rand.NewPCG(seed, 0)), buf: make([][]byte, len(entry))}
		in := append([]any(nil), entry...)
		for range 2000 {
			m.change(in, entry, other)
			if n := len(in[0].([]byte)); n > 10+most {
				t.Fatalf("%d bytes", n)
			}
			all = append(all, encode(in))
		}
		return all
	}
	a := made(1)
	if d := cmp.Diff(a, made(1)); d != "" {
		t.Error(d)
	}
	seen := map[string]bool{}
	for _, b := range append(a, made(2)...) {
		seen[string(b)] = true
	}
	if len(seen) < 3000 {
		t.Errorf("only %d different inputs of 4000", len(seen))
	}
	if string(entry[0].([]byte)) != "0123456789" {
		t.Errorf("the entry has become %q", entry[0])
	}
}

// FuzzBroken fails for inputs that TestLoop looks for.
func FuzzBroken(f *testing.F) {
	f.Add([]byte("abcdefgh"), uint8(0))
	f.Add([]byte("QRST"), uint8(0))
	looked := os.Getenv("SINEW_BROKEN") != "" // by TestLoop alone
	Run(f, func(t *testing.T, b []byte, how uint8) {
		if looked && bytes.Contains(b, []byte("cdQR")) {
			if how%2 == 0 {
				t.Fatal("found")
			}
			panic("found")
		}
	})
}

// The loop finds an input that needs parts of two entries, leaves it in the corpus, and says how many executions there were.
func TestLoop(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(env string) (string, error) {
		c := exec.Command(self, "-test.run=^FuzzBroken$")
		c.Dir, c.Env = dir, append(os.Environ(), "SINEW_BROKEN=1", loopEnv+"="+env)
		out, err := c.CombinedOutput()
		return string(out), err
	}
	said := "fuzz: " + filepath.Base(dir) + " FuzzBroken: 2 entries, 22 executions in "
	if out, err := run("21 1"); err != nil || !strings.Contains(out, said) {
		t.Fatalf("%s%v", out, err)
	}
	file := filepath.Join(dir, "said")
	for range 2 { // a line each
		if out, err := run("21 1 " + file); err != nil || strings.Contains(out, said) {
			t.Fatalf("%s%v", out, err)
		}
	}
	if lines, err := os.ReadFile(file); err != nil || strings.Count(string(lines), said) != 2 {
		t.Fatalf("%s%v", lines, err)
	}
	if out, err := run("2000000 1"); err == nil {
		t.Fatalf("it found nothing:\n%s", out)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "testdata", "fuzz", "FuzzBroken", "*"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	if out, err := run("1 1"); err == nil || !strings.Contains(out, "FuzzBroken/"+filepath.Base(files[0])) {
		t.Errorf("go test does not fail with the input that was kept: %v\n%s", err, out)
	}
}
