package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadPart: what describes no part is refused, and what does comes back as it was.
func TestReadPart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "part.json")
	for text, want := range map[string]string{
		"{":            "describes no part",
		`{"Name":"a"}`: `there is no process "a"`,
		`{"Name":"a","Parts":{"a":["x"]},"Wait":-1}`:              "it waits -1ns",
		`{"Name":"a","Parts":{"a":["x"],"b":["y","z"]},"Life":3}`: "",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := ReadPart(file)
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		again, bad := recordedPart(map[string]string{KeyPart: p.String()})
		if err != nil || bad != nil || again.Life != 3 || strings.Join(again.Elsewhere(), " ") != "y z" {
			t.Errorf("%+v %v %v", again, err, bad)
		}
	}
	if _, err := ReadPart(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("there is no such file")
	}
	if _, err := Do(t.Context(), stepper(), Options{Order: Order{Real: true, Part: &Part{Name: "a", Parts: map[string][]string{"a": {"duo"}}}}}); err == nil || !strings.Contains(err.Error(), "cannot be run in parts") {
		t.Error(err)
	}
}
