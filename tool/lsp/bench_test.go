package lsp

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/tool/lsp/client"
)

// keystrokes types into the server, a process of its own.
func keystrokes(t testing.TB, lines, times int) []time.Duration {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), asServer+"="+os.DevNull)
	cmd.Stderr = testLog{t}
	in, out, wait, err := child.Talk(cmd)
	if err != nil {
		t.Fatal(err)
	}
	took, err := client.New(out, in).Keystrokes(uriOf(t.TempDir()), lines, times)
	_ = in.Close()
	if ended := wait(); err != nil || ended != nil {
		t.Fatal(err, ended)
	}
	return took
}

func TestKeystrokes(t *testing.T) {
	if text := client.Typed(5000); strings.Count(text, "\n") < 4900 {
		t.Errorf("%d lines", strings.Count(text, "\n"))
	}
	keystrokes(t, 100, 4)
}

// BenchmarkKeystroke is the time from a keystroke in a package of 5000 lines to the news of it.
func BenchmarkKeystroke(b *testing.B) {
	took := keystrokes(b, 5000, max(b.N, 2))
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/1e6, "median-ms")
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms")
	b.ReportMetric(float64(took[len(took)-1])/1e6, "max-ms")
	b.ReportMetric(0, "ns/op")
}
