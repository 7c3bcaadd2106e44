package reactorcpp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

// TestFiguresStayAloneWithoutThePeer: what is not installed costs nothing but the peer's figure; what was named and is not
// there is an error.
func TestFiguresStayAloneWithoutThePeer(t *testing.T) {
	run := func(_ bench.Options, emit bench.Emit) error {
		emit(bench.Result{Name: "reactor/pingpong", Value: 50, Unit: "ns/event"})
		return nil
	}
	var got []bench.Result
	t.Setenv(Prefix, filepath.Join(t.TempDir(), "none"))
	if err := Run(bench.Options{Quick: true}, run, func(r bench.Result) { got = append(got, r) }); err == nil || !strings.Contains(err.Error(), Prefix) || got != nil {
		t.Errorf("%v, %v", got, err)
	}
}

// TestPeersFigures: a program's figure is set beside ours, by its name; others are left as they are.
func TestPeersFigures(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "peer")
	if err := os.WriteFile(bin, []byte("#!/bin/sh\necho \"$1 $2\" >>$0.said\necho 200\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	var got []bench.Result
	err := peer{bench.Options{Quick: true}, bin}.beside(func(_ bench.Options, emit bench.Emit) error {
		emit(bench.Result{Name: "reactor/pingpong", Value: 50})
		emit(bench.Result{Name: "reactor/workers2", Value: 3})
		return nil
	}, func(r bench.Result) { got = append(got, r) })
	if err != nil || len(got) != 2 || got[0].Ratio != 0.25 || got[1].Peer != "" {
		t.Errorf("%+v, %v", got, err)
	}
	if said, err := os.ReadFile(bin + ".said"); err != nil || string(said) != "pingpong 33333\n" {
		t.Errorf("%q, %v", said, err)
	}
}
