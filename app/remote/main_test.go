package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"franka-remote": main}) }

func TestScenario(t *testing.T) {
	testscript.Run(t, testscript.Params{Files: []string{"scenario.txtar"}, Setup: func(e *testscript.Env) error {
		e.Setenv("HOME", filepath.Join(e.WorkDir, ".home")) // apart from the user's
		return nil
	}})
}
