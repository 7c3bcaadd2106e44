//go:build debian

package convert

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDebian: Debian's rosbag and its Python messages read every message of a recording that has become a bag.
func TestDebian(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.mcap"), filepath.Join(dir, "b.bag")
	run(t, program(t, false), a)
	report := toBag(t, a, b, Options{Known: known(t)})
	out, err := exec.Command("/usr/bin/python3", "-c", `
import sys, rosbag
n = 0
for topic, m, t in rosbag.Bag(sys.argv[1]).read_messages():
    n += not topic.startswith("/sinew/")
    if topic == "/s/out" and m.b == 3:
        print(m.a, m.c, m.names, list(m.bytes), m.inner.x, m.inner.ys, [x.x for x in m.more], m.stamp.secs, m.ok, m.big, t)
    if topic == "/s/log" and m.header.seq == 3:
        print(type(m).__name__, m.level, m.msg, m.topics)
print(n)
`, b).CombinedOutput()
	want := strings.Join([]string{
		"-3 (1.0, 3.0, -2.0) ['é0', 'é1', 'é2'] [0, 1, 2] -3 (-7, 7) [0, 1, 2] 3 False 9223372036854775811 1700000000143456789",
		"_rosgraph_msgs__Log 8 3 ['é0', 'é1', 'é2']", ""}, "\n")
	got := strings.NewReplacer("[1.0, 3.0, -2.0]", "(1.0, 3.0, -2.0)", "[-7, 7]", "(-7, 7)").Replace(string(out))
	if rest, ok := strings.CutPrefix(got, want); err != nil || !ok || strings.TrimSpace(rest) != fmt.Sprint(report.Messages) {
		t.Errorf("%v\n%s\nis not\n%s%d", err, got, want, report.Messages)
	}
}
