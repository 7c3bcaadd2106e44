package host

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
	"github.com/sinew-robotics/sinew/tool/study/toy"
)

var specs = []run.Spec{toy.Spec{}}

// TestMain makes the test's executable a worker when its first argument says so.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "worker" {
		if err := study.Execute(specs); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// order is how a program orders a study.
func order(t *testing.T, text, folder string) (study.Order, []*scenario.Run) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	version, err := study.Version()
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Parse(filepath.Join(t.TempDir(), "s.yaml"), []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	runs, err := s.Plan(specs, version)
	if err != nil {
		t.Fatal(err)
	}
	return study.Order{Format: study.OrderFormat, Do: "run", Folder: folder, Run: &study.RunOrder{File: s.File, Scenario: string(s.YAML()),
		Runs: len(runs), Workers: 1, Worker: []string{self, "worker"}, Version: version, Quiet: true}}, runs
}

// give carries out an order whose giver stays, and returns what was said.
func give(t *testing.T, o study.Order, runs []*scenario.Run) (string, error) {
	t.Helper()
	in, giver := io.Pipe()
	defer giver.Close()
	go func() {
		e := json.NewEncoder(giver)
		_ = e.Encode(o)
		for _, r := range runs {
			_ = e.Encode(r)
		}
	}()
	var out bytes.Buffer
	err := serve(t.Context(), in, &out, io.Discard)
	return out.String(), err
}

// TestOrders: a study is run, listed and shown; its program is not needed for that.
func TestOrders(t *testing.T) {
	o, runs := order(t, "program: toy\nfor: 100ms\nseeds: 1..3\nassert: [cycles == 10, seed < 3]\n", t.TempDir())
	said, err := give(t, o, runs)
	if err != errBad || !strings.Contains(said, "2 passed, 1 failed, 0 ended in an error\nreport    ") || !strings.Contains(said, "not so: seed < 3") {
		t.Errorf("%v: %s", err, said)
	}
	for _, c := range []struct {
		o    study.Order
		want string
	}{
		{study.Order{Do: "list", Failed: true}, "0003  failed  3     10"},
		{study.Order{Do: "list", JSON: true}, `"status":"passed"`},
		{study.Order{Do: "show", N: 2}, "status    passed"},
		{study.Order{Do: "show"}, "3 runs, 2 passed, 1 failed"},
		{study.Order{Do: "report"}, "report.html"},
	} {
		c.o.Format, c.o.Folder = study.OrderFormat, o.Folder
		if said, err := give(t, c.o, nil); err != nil || !strings.Contains(said, c.want) {
			t.Errorf("%+v: %v, %s", c.o, err, said)
		}
	}
}

// TestOtherBuilds: an order that this build does not understand names what to do.
func TestOtherBuilds(t *testing.T) {
	for _, text := range []string{`{"format":2,"do":"list","colour":"red"}`, `{"format":99,"do":"list"}`, `{"format":2,"do":"dance"}`, `list`} {
		err := serve(t.Context(), strings.NewReader(text), io.Discard, io.Discard)
		if err == nil || !strings.Contains(err.Error(), "another build") || !strings.Contains(err.Error(), "make build") {
			t.Errorf("%s: %v", text, err)
		}
	}
	err := serve(t.Context(), strings.NewReader(`{"format":2,"do":"run","folder":"none","run":{"runs":2}} {}`), io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "run 2 of 2 cannot be read") {
		t.Error(err)
	}
}

// TestGiverGoes: when the process that gave the order is gone, the study stops, and can be continued.
func TestGiverGoes(t *testing.T) {
	o, runs := order(t, "program: toy\nfor: 10s\nseeds: 1..40\nparams: {work: 1ms}\n", t.TempDir())
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	_ = e.Encode(o)
	for _, r := range runs {
		_ = e.Encode(r)
	}
	err := serve(context.Background(), &text, io.Discard, io.Discard) // ends at once
	if err == nil || !strings.Contains(err.Error(), "runs to go: continue with the same command") {
		t.Error(err)
	}
}
