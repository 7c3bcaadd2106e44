package aadl

import (
	"context"
	"os"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/tool/lsp"
)

// TestMain is also the server that an editor starts.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != "lsp" {
		os.Exit(m.Run())
	}
	if err := lsp.Serve(context.Background(), os.Stdin, os.Stdout, os.Stderr); err != nil {
		os.Exit(1)
	}
}

func TestEditorQuick(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	if err := Editor(bench.Options{Quick: true, Log: os.Stderr}, []string{self}, func(r bench.Result) {
		if names = append(names, r.Name); r.Value <= 0 {
			t.Errorf("%+v", r)
		}
	}); err != nil || len(names) != 2 {
		t.Errorf("%v, %v", names, err)
	}
}

// The large model is as large as it is said to be, and nothing in it is loose.
func TestModel(t *testing.T) {
	f, faults := syntax.Parse("model.aadl", Model(subsystems, nodes, chains))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	m, faults := aadl.Link([]*syntax.File{f})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	i, faults := instance.Instantiate(m, "")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if c, k := len(i.Components), len(i.Connections); c < 10_000 || k < 19_800 || len(i.Partial) > 0 {
		t.Errorf("%d components, %d connections, %d chains that are none", c, k, len(i.Partial))
	}
}

func TestRunQuick(t *testing.T) {
	figures := map[string]float64{}
	if err := Run(bench.Options{Quick: true, N: 1}, func(r bench.Result) { figures[r.Name] = r.Value }); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"aadl_parse", "aadl_parse_memory", "aadl_model_read", "aadl_model_link", "aadl_model_instantiate", "aadl_model_check", "aadl_model"} {
		if figures[name] <= 0 {
			t.Errorf("%s is %v", name, figures[name])
		}
	}
}
