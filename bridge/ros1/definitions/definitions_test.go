package definitions

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/rosmsg"
)

func TestFind(t *testing.T) {
	set, faults := rosmsg.Load(".")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	all := Standard()
	if got, want := all.Messages(), set.Messages(); strings.Join(got, " ") != strings.Join(want, " ") || len(want) < 15 || len(all.Services()) != len(set.Services()) {
		t.Errorf("here are %v, in the folder %v", got, want)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"own/msg/Level.msg": "float32 level\n", "std_msgs/msg/Float64.msg": "float64 other\n"} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if m, err := Find("own/Level", dir); err != nil || m.Fields[0].Name != "level" {
		t.Error(m, err)
	}
	if m, err := Find("std_msgs/Float64", "", dir); err != nil || m.Fields[0].Name != "data" {
		t.Error("another one came first", m, err)
	}
	if _, err := Find("own/Lever", dir); err == nil || !strings.Contains(err.Error(), `did you mean "own/Level"?`) {
		t.Error(err)
	}
}
