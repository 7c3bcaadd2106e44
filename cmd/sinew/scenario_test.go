package main

import (
	"path/filepath"
	"testing"

	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// TestStudies checks that the examples of studies can be run.
func TestStudies(t *testing.T) {
	dir := filepath.Join("..", "..", "examples", "studies")
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		s, err := scenario.Load(f, "")
		if err == nil {
			_, err = s.Plan(programs(), "")
		}
		if err != nil {
			t.Error(err)
		}
	}
	for _, config := range []string{"Speeds", "Planners"} {
		s, err := scenario.Load(filepath.Join(dir, "speeds.ini"), config)
		if err == nil {
			_, err = s.Plan(programs(), "")
		}
		if err != nil {
			t.Error(err)
		}
	}
}
