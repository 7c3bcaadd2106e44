package laws

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// unlinked are modules, by the beginning of their packages' paths, that no program links: sinew-study has them, so that
// programs stay small (docs/decisions/0045-time-and-size.md).
var unlinked = []string{"github.com/nats-io/", "modernc.org/", module + "/tool/study/queue"}

// linked finds among a program's packages those that it is to do without.
func linked(packages string) (faults []string) {
	for _, p := range strings.Fields(packages) {
		for _, u := range unlinked {
			if strings.HasPrefix(p, u) {
				faults = append(faults, p+" is linked by every program: let sinew-study have what needs it (package tool/study/queue)")
			}
		}
	}
	return faults
}

func TestProgramsLinkNoQueue(t *testing.T) {
	for _, c := range []struct {
		of   string
		want []string
	}{{"./cmd/sinew", nil}, {"./tool/cli", nil}, {"./cmd/sinew-study", unlinked}} {
		cmd := exec.Command("go", "list", "-deps", c.of)
		cmd.Dir = filepath.Join("..", "..")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(c.of, err)
		}
		faults := linked(string(out))
		if c.want == nil {
			report(t, faults)
			continue
		}
		for _, w := range c.want { // the test can fail
			if !strings.Contains(strings.Join(faults, "\n"), w) {
				t.Errorf("%s does not link %s", c.of, w)
			}
		}
	}
}
