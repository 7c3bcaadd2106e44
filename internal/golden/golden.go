// Package golden compares the output of tests with golden files. With the flag -rewrite, which every test binary that uses it
// has, the files are rewritten instead: check the difference before committing it.
package golden

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
)

var rewrite = flag.Bool("rewrite", false, "write golden files anew")

// T is the part of testing.TB that fails a test.
type T interface {
	Helper()
	Fatal(args ...any)
	Errorf(format string, args ...any)
}

// Rewrite reports whether files are rewritten.
func Rewrite() bool { return *rewrite }

// Check compares got with a file. The test fails if they differ.
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

// Page compares the examples of a page of documentation with the code's output. An example is a line <!-- example: NAME -->,
// an empty line, and lines indented by four spaces; want has the text of each example by name. All of want must be on the
// page.
func Page(t T, file string, want map[string]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	mark := regexp.MustCompile(`(?m)<!-- example: (.*) -->\n\n(?:    .*\n)*`)
	got := mark.ReplaceAllFunc(text, func(b []byte) []byte {
		name := string(mark.FindSubmatch(b)[1])
		example, ok := want[name]
		if !ok {
			t.Errorf("%s: there is no example %q", file, name)
		}
		seen[name] = true
		out := "<!-- example: " + name + " -->\n\n"
		for l := range strings.Lines(strings.TrimSuffix(example, "\n")) {
			out += "    " + strings.TrimSuffix(l, "\n") + "\n"
		}
		if !bytes.Contains(b, []byte("    ")) { // not filled in yet: the empty line after it belongs to the next text
			out += "\n"
		}
		return []byte(out)
	})
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if !seen[name] {
			t.Errorf("%s does not show the example %q", file, name)
		}
	}
	if Rewrite() {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if d := cmp.Diff(string(text), string(got)); d != "" {
		t.Errorf("%s: the examples are not what the code writes (-want +got; -rewrite writes them anew):\n%s", file, d)
	}
}
