package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sinew-robotics/sinew/internal/built"
	"github.com/sinew-robotics/sinew/internal/child"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"sinew-bench": main}) }

// TestScripts runs the command as `sinew bench` does.
func TestScripts(t *testing.T) {
	sinew := filepath.Join(t.TempDir(), "sinew") // which some benches start
	if err := built.Into(filepath.Dir(sinew), "../..", ".", "./cmd/sinew"); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("SINEW_PRIORITY", "0")                     // many scripts run beside each other
			e.Setenv("HOME", filepath.Join(e.WorkDir, ".home")) // apart from other scripts' and the user's
			e.Setenv(child.Starter, sinew)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"jsonlines": checkLines},
	})
}

// jsonlines FILE checks that every line is a figure: name, value, unit and machine, and a peer's value and the ratio to it
// where there is a peer.
func checkLines(ts *testscript.TestScript, _ bool, args []string) {
	lines := 0
	for s := bufio.NewScanner(strings.NewReader(ts.ReadFile(args[0]))); s.Scan(); lines++ {
		var r struct {
			Name, Unit, Peer, Machine *string
			Value                     *float64
			PeerValue                 *float64 `json:"peer_value"`
			Ratio                     *float64
		}
		if err := json.Unmarshal(s.Bytes(), &r); err != nil || r.Name == nil || r.Value == nil || r.Unit == nil || r.Machine == nil {
			ts.Fatalf("%s: no figure: %s (%v)", args[0], s.Text(), err)
		}
		if (r.Peer != nil) != (r.PeerValue != nil) || r.Peer != nil && *r.PeerValue != 0 && *r.Value != 0 && r.Ratio == nil {
			ts.Fatalf("%s: a peer needs its value and the ratio: %s", args[0], s.Text())
		}
	}
	if lines == 0 {
		ts.Fatalf("%s holds no figure", args[0])
	}
}

// TestWithoutSinew: a bench that starts programs of sinew says what is missing and how to make it.
func TestWithoutSinew(t *testing.T) {
	t.Setenv(child.Starter, "")
	t.Setenv("PATH", t.TempDir())
	err := sinew().with(func([]string) error { t.Error("it is found"); return nil })
	if err == nil || !strings.Contains(err.Error(), "sinew is missing") || !strings.Contains(err.Error(), "go build -o") {
		t.Error(err)
	}
	t.Setenv(child.Starter, os.Args[0])
	if err := sinew().with(func(c []string) error { return nil }); err != nil {
		t.Error(err)
	}
}
