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
