package examples

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sinew-robotics/sinew/internal/built"
)

// bin holds the examples, sinew and what it starts, built once for all tests of the package.
var bin string

func TestMain(m *testing.M) { os.Exit(builtAndRun(m)) }

func builtAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "sinew-examples-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	err = errors.Join(built.Into(dir, "..", ".", "./cmd/sinew", "./cmd/sinew-app", "./cmd/sinew-study", "./examples/..."), built.Into(dir, "..", "bench", "./sinew-bench"))
	if err != nil {
		panic(err)
	}
	bin = dir
	return m.Run()
}

// path is the PATH that finds what was built.
func path() string { return bin + string(filepath.ListSeparator) + os.Getenv("PATH") }

// TestScenarios runs every example's scenario twice: the second run must print what the first did.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("*/scenario.txtar")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d scenarios, %v", len(files), err)
	}
	for _, f := range files {
		for _, run := range []string{"first", "second"} {
			t.Run(filepath.Dir(f)+"/"+run, func(t *testing.T) {
				testscript.Run(t, testscript.Params{Files: []string{f}, Setup: func(e *testscript.Env) error {
					e.Setenv("PATH", path())
					e.Setenv("HOME", filepath.Join(e.WorkDir, ".home")) // apart from the other run's and the user's
					return nil
				}})
			})
		}
	}
}

// TestEveryExampleIsComplete finds examples without a scenario or a page, or too long to be read at a glance.
func TestEveryExampleIsComplete(t *testing.T) {
	mains, err := filepath.Glob("*/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mains {
		for _, f := range []string{"README.md", "scenario.txtar"} {
			if _, err := os.Stat(filepath.Join(filepath.Dir(m), f)); err != nil {
				t.Error(err)
			}
		}
		if text, err := os.ReadFile(m); err != nil || strings.Count(string(text), "\n") > 100 {
			t.Errorf("%s: more than 100 lines, or %v", m, err)
		}
	}
}
