package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/control/node"
)

func TestRead(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"all":            {"system: P::S.i\nmodels: [a, ../b]\nprogram: .\nnodes:\n  - {path: a.b, type: P::T, kind: node, package: ./t, remap: {x: /y}}\n", ""},
		"no yaml":        {"system: [", "this is no launch file"},
		"another name":   {"system: P::S.i\nsistem: x\n", "sistem"},
		"nothing":        {"program: .\n", "nothing says which system of which models this is"},
		"no program":     {"system: P::S.i\nmodels: [a]\n", "nothing says where the program is"},
		"twice":          {"system: P::S.i\nmodels: [a]\nprogram: .\nnodes: [{path: a, kind: node}, {path: a, kind: node}]\n", `a node has no path, or that of another: "a"`},
		"another kind":   {"system: P::S.i\nmodels: [a]\nprogram: .\nnodes: [{path: a, kind: nodes}]\n", `node a is of kind "nodes"; give node, existing, device`},
		"no values":      {"system: P::S.i\nmodels: [a]\nprogram: .\nparameters: none.yaml\nvariables: none.yaml\nnodes: [{path: a, kind: existing, parameters: launch.yaml}]\n", "the values of the system cannot be read: stat"},
		"several faults": {"nodes: [{kind: x}]\n", `node  is of kind "x"`},
	} {
		file := filepath.Join(t.TempDir(), "launch.yaml")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		f, faults := Read(file)
		var told strings.Builder
		for _, x := range faults {
			fmt.Fprintln(&told, x.Error())
		}
		if c.want == "" {
			if len(faults) > 0 || f.Models[1] != filepath.Join(filepath.Dir(filepath.Dir(file)), "b") || f.Nodes[0].Remap["x"] != "/y" {
				t.Errorf("%s: %+v %v", name, f, faults)
			}
			continue
		}
		if !strings.Contains(told.String(), c.want) || !strings.Contains(told.String(), "launch.yaml") {
			t.Errorf("%s: got %s, want %s", name, &told, c.want)
		}
	}
	if _, faults := Read(filepath.Join(t.TempDir(), "none.yaml")); len(faults) != 1 {
		t.Error(faults)
	}
}

// TestValues: files of values are named from the folder of the launch file, and are the program's arguments.
func TestValues(t *testing.T) {
	dir := t.TempDir()
	text := "system: P::S.i\nmodels: [a]\nprogram: .\nparameters: all.yaml\nnodes:\n  - {path: a.b, kind: node, parameters: one.asn1, variables: all.yaml}\n  - {path: c, kind: %s}\n"
	for name, text := range map[string]string{"launch.yaml": fmt.Sprintf(text, "node"), "bad.yaml": fmt.Sprintf(text, "device, parameters: all.yaml"), "all.yaml": "", "one.asn1": ""} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, faults := Read(filepath.Join(dir, "launch.yaml"))
	want := strings.ReplaceAll("[--params D/all.yaml --params a.b=D/one.asn1 --params a.b.variables=D/all.yaml]", "D", dir)
	if len(faults) > 0 || fmt.Sprint(f.Args()) != want {
		t.Error(faults, f.Args())
	}
	if _, faults := Read(filepath.Join(dir, "bad.yaml")); len(faults) != 1 || !strings.Contains(faults[0].What, "c is not generated, and has values") {
		t.Error(faults)
	}
}

// life is what a process does: it ends after a time, perhaps with a fault.
type life struct {
	lasts time.Duration
	fault error
}

// TestSupervisor runs processes of which is known how they end, with a clock of its own.
func TestSupervisor(t *testing.T) {
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		policy node.Restart
		lives  []life
		starts int
		slept  []time.Duration
		want   error
	}{
		"never":               {node.Restart{}, []life{{0, broken}}, 1, nil, broken},
		"well":                {node.Restart{When: node.OnFailure, Limit: 3}, []life{{1, nil}}, 1, nil, nil},
		"on failure":          {node.Restart{When: node.OnFailure, Limit: 3, Backoff: 10}, []life{{1, broken}, {1, broken}, {1, nil}}, 3, []time.Duration{10, 20}, nil},
		"too often":           {node.Restart{When: node.OnFailure, Limit: 2, Backoff: 10, Most: 15}, []life{{1, broken}, {1, broken}, {1, broken}}, 3, []time.Duration{10, 15}, ErrGaveUp},
		"settled between":     {node.Restart{When: node.OnFailure, Limit: 1, Backoff: 10, Settled: 100}, []life{{1, broken}, {200, broken}, {200, broken}, {1, nil}}, 4, []time.Duration{10, 10, 10}, nil},
		"always, until limit": {node.Restart{When: node.Always, Limit: 1}, []life{{1, nil}, {1, nil}}, 2, []time.Duration{0}, ErrGaveUp},
		"the context ends it": {node.Restart{When: node.Always}, []life{{1, nil}, {-1, broken}}, 2, []time.Duration{0}, nil},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		now, starts := time.Unix(0, 0), 0
		var slept []time.Duration
		s := &Supervisor{Restart: c.policy, Now: func() time.Time { return now }, Say: func(string) {},
			Sleep: func(_ context.Context, d time.Duration) { slept, now = append(slept, d), now.Add(d) },
			Start: func(context.Context) (func() error, error) {
				l := c.lives[starts]
				starts++
				return func() error {
					if l.lasts < 0 {
						cancel()
					}
					now = now.Add(l.lasts)
					return l.fault
				}, nil
			}}
		err := s.Run(ctx)
		if starts != c.starts || !slices.Equal(slept, c.slept) || !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %d starts after %v, %v", name, starts, slept, err)
		}
		cancel()
	}
}

// TestProcess: a program that does not start is a fault, and the end of the context ends one that runs.
func TestProcess(t *testing.T) {
	if _, err := Process(filepath.Join(t.TempDir(), "none"))(t.Context()); err == nil {
		t.Error("a program that is not there starts")
	}
	sleeper := filepath.Join(t.TempDir(), "sleeper")
	if err := os.WriteFile(sleeper, []byte("#!/bin/sh\nexec sleep 1000\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	wait, err := Process(sleeper)(ctx)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := wait(); err == nil {
		t.Error("an interrupted program ends well")
	}
}
