package study

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
	"github.com/sinew-robotics/sinew/tool/study/toy"
)

// plan lists the runs of a scenario of the toy.
func plan(t *testing.T, text string) []*scenario.Run {
	t.Helper()
	s, err := scenario.Parse("s.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	runs, err := s.Plan([]run.Spec{toy.Spec{}}, "v")
	if err != nil {
		t.Fatal(err)
	}
	return runs
}

// TestExecutor has one line for each errand, the build before them, and the end of its input as its own.
func TestExecutor(t *testing.T) {
	in, giver := io.Pipe()
	taker, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- execute(in, out, []run.Spec{toy.Spec{}}) }()
	lines := bufio.NewScanner(taker)
	next := func() (a Answer) {
		for lines.Scan() {
			if len(lines.Bytes()) > 0 {
				if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
					t.Fatal(err)
				}
				return a
			}
		}
		t.Fatal("it says no more:", lines.Err())
		return a
	}
	if v, err := Version(); err != nil || next().Version != v {
		t.Error("it does not say of which build it is:", err)
	}
	runs := plan(t, "program: toy\nfor: 20s\nparams: {work: [0s, 20ms, 1ns]}\nassert: [cycles == 2000]\n")
	for i, want := range []scenario.Status{scenario.Passed, scenario.Broken, scenario.Passed} {
		e := Errand{Run: runs[i]}
		if want == scenario.Broken {
			e.Limit = 100 * time.Millisecond
		}
		if err := json.NewEncoder(giver).Encode(e); err != nil {
			t.Fatal(err)
		}
		a := next()
		if a.Outcome == nil || a.ID != runs[i].ID || a.Status != want || strings.Contains(a.Error, "given up after 100ms") != (want == scenario.Broken) {
			t.Errorf("%d: %+v", i, a.Outcome)
		}
	}
	if err := giver.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestExecutorsRefuse: what is no run is an error that says what was expected.
func TestExecutorsRefuse(t *testing.T) {
	for _, text := range []string{"hello\n", "{}\n", `{"run":`} {
		if err := execute(strings.NewReader(text), io.Discard, nil); err == nil || !strings.Contains(err.Error(), "it expects runs on its standard input") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
