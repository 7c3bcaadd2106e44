package gen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/lang/aadl/gen"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
)

const (
	tunedModel  = "testdata/tuned.aadl"
	tunedFolder = "testdata/tuned"
	tunedImport = "github.com/sinew-robotics/sinew/lang/aadl/gen/testdata/tuned"
)

// tuned is the system whose nodes have parameters and variables, with changes to its text.
func tuned(t testing.TB, changes ...string) *instance.Instance {
	t.Helper()
	text, err := os.ReadFile(tunedModel)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, "Tuned::House.impl", map[string]string{tunedModel: strings.NewReplacer(changes...).Replace(string(text))}, tunedModel)
}

// TestTunedGolden keeps what is generated of parameters, variables and types that other texts describe.
func TestTunedGolden(t *testing.T) {
	files, notes := generate(t, tuned(t), gen.Options{Import: tunedImport, Origin: "Tuned::House.impl", Models: []string{"../tuned.aadl"}})
	for _, n := range notes {
		t.Error(n)
	}
	if golden.Rewrite() {
		if _, _, err := gen.Write(tunedFolder, files, true); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		if !f.Once || f.Name == "main.go" {
			golden.Check(t, filepath.Join(tunedFolder, filepath.FromSlash(f.Name)), f.Source)
		}
	}
}
