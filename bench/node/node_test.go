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
	for _, name := range []string{"node/message", "node/ready_50", "node/transition_memory_p50", "node/transition_memory_p99", "node/request_memory_p99",
		"node/request_memory_real_p99", "node/transition_unix_p99", "node/request_unix_p99", "node/request_tcp_p99"} {
		if got[name].Value <= 0 {
			t.Errorf("no %s", name)
		}
	}
	if r := got["node/message_allocs"]; r.Value != 0 || r.Unit == "" {
		t.Errorf("%+v", r)
	}
}
