package reactor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
)

// TestNamedPeerMustBeThere: what is not installed costs nothing but the peer's figures; what was named and is not there is an
// error.
func TestNamedPeerMustBeThere(t *testing.T) {
	t.Setenv(Prefix, filepath.Join(t.TempDir(), "none"))
	err := Run(Options{Options: bench.Options{Quick: true}}, func(r bench.Result) { t.Errorf("%+v", r) })
	if err == nil || !strings.Contains(err.Error(), Prefix) {
		t.Error(err)
	}
}

// TestPeersFigures: a program's figure is set beside ours, by its name, if as many reactions ran.
func TestPeersFigures(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "peer")
	if err := os.WriteFile(bin, []byte("#!/bin/sh\necho \"$1 $2\" >>$0.said\necho 200000 2000\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	peer := &cpp{Peer: bench.Peer(bin)}
	r, err := program{"reactor/counting", 0, counting}.measure(bench.Options{}, 1000, 1, peer)
	if err != nil || r.Peer != "reactor-cpp" || r.PeerValue != 200 || r.Ratio != r.Value/200 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err = (program{"reactor/pingpong", 0, pingPong}).measure(bench.Options{}, 1000, 1, peer); err == nil || !strings.Contains(err.Error(), "ours 3000") {
		t.Error(err)
	}
	if said, err := os.ReadFile(bin + ".said"); err != nil || string(said) != "counting 1000\npingpong 1000\n" {
		t.Errorf("%q, %v", said, err)
	}
}
