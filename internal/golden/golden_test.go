package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// failing notes how a test fails.
type failing struct{ said string }

func (f *failing) Helper()                      {}
func (f *failing) Fatal(args ...any)            { f.said = fmt.Sprint(args...); panic(f) }
func (f *failing) Errorf(form string, a ...any) { f.said = fmt.Sprintf(form, a...) }

// checked is how a test of got fails.
func checked(file, got string) string {
	f := &failing{}
	func() {
		defer func() { _ = recover() }()
		Check(f, file, []byte(got))
	}()
	return f.said
}

func TestCheck(t *testing.T) {
	file := filepath.Join(t.TempDir(), "testdata", "one.golden")
	if said := checked(file, "one\n"); !strings.Contains(said, "no such file") {
		t.Errorf("without a file: %q", said)
	}
	*rewrite = true
	said := checked(file, "one\n")
	*rewrite = false
	if b, err := os.ReadFile(file); said != "" || err != nil || string(b) != "one\n" {
		t.Errorf("%q was written: %v, %q", b, err, said)
	}
	if said := checked(file, "one\n"); said != "" {
		t.Errorf("the same: %q", said)
	}
	if said := checked(file, "two\n"); !strings.Contains(said, file) || !strings.Contains(said, "-rewrite") || !strings.Contains(said, "two") {
		t.Errorf("other text: %q", said)
	}
}

func TestPage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page.md")
	for _, c := range []struct{ page, want string }{
		{"# P\n\n<!-- example: a -->\n\n    x\n    y\n\nand\n", ""},
		{"# P\n\n<!-- example: a -->\n\n    x\n    z\n\nand\n", "not what the code writes"},
		{"# P\n\n<!-- example: a -->\n\nand\n", "not what the code writes"},
		{"# P\n\n<!-- example: b -->\n\n    x\n", `no example "b"`},
		{"# P\n", `does not show the example "a"`},
	} {
		if err := os.WriteFile(file, []byte(c.page), 0o600); err != nil {
			t.Fatal(err)
		}
		f := &said{}
		Page(f, file, map[string]string{"a": "x\ny\n"})
		if c.want == "" && f.text != "" || !strings.Contains(f.text, c.want) {
			t.Errorf("%q: %q, want %q", c.page, f.text, c.want)
		}
	}
}

// said notes all that a test says.
type said struct{ text string }

func (s *said) Helper()                      {}
func (s *said) Fatal(args ...any)            { s.text += fmt.Sprint(args...) }
func (s *said) Errorf(form string, a ...any) { s.text += fmt.Sprintf(form, a...) + "\n" }
