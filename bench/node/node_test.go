package node

import (
	"os"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "asker" {
		if err := Asker(os.Args[2:], os.Stdout); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

func TestRunReportsEveryFigure(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bench.Result{}
	if err := Run(bench.Options{Quick: true, Log: t.Output()}, []string{self, "asker"}, func(r bench.Result) { got[r.Name] = r; t.Log(r) }); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"node/message", "node/ready_50", "node/ready_8_processes", "node/transition_memory_p50", "node/transition_memory_p99", "node/request_memory_p99",
		"node/request_memory_real_p99", "node/transition_unix_p99", "node/request_unix_p99", "node/request_tcp_p99"} {
		if got[name].Value <= 0 {
			t.Errorf("no %s", name)
		}
	}
	if r := got["node/message_allocs"]; r.Value != 0 || r.Unit == "" {
		t.Errorf("%+v", r)
	}
}

// TestLosses: each way of losing a node makes the system safe. How fast is measured by the bench, on a machine that does nothing else.
func TestLosses(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bench.Result{}
	if err := Losses(bench.Options{Seed: 1, Log: t.Output()}, []string{self, "asker"}, 12, func(r bench.Result) { got[r.Name] = r; t.Log(r) }); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"node/losses_killed", "node/losses_stopped", "node/losses_panic", "node/losses_loop", "node/losses_worst"} {
		if got[name].Value <= 0 {
			t.Errorf("no %s", name)
		}
	}
	if r := got["node/losses_in_time"]; r.Unit != "trials" {
		t.Errorf("%+v", r)
	}
}
