package study

import (
	"os"
	"slices"
	"testing"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study"
)

// TestMain makes the test's executable a worker when its first argument says so.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		if study.Execute([]run.Spec{lemon.Spec{}}) != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func TestQuickRun(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	err = Run(bench.Options{Quick: true, Seed: 1}, []string{self, "worker"}, func(r bench.Result) { names = append(names, r.Name) })
	if err != nil || !slices.Contains(names, "study_efficiency") {
		t.Errorf("%v, %v", names, err)
	}
}
