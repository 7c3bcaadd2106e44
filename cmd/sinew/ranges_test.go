package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/tool/cli/clitest"
)

func TestEveryNumberHasARange(t *testing.T)    { clitest.EveryNumberHasARange(t, tool()) }
func TestAbsurdNumbersAreRefused(t *testing.T) { clitest.AbsurdNumbersAreRefused(t, tool()) }

// What is wrong is said all at once.
func TestAllNumbersAtOnce(t *testing.T) {
	said := clitest.Refused(t, tool(), []string{"demo", "--for=-5s", "--speed=NaN", "--pictures=Inf", "--priority=100"})
	for _, want := range []string{"--for -5s: give 0s to 8760h", "--speed NaN: give 0 or 0.001 to 1000", "--pictures +Inf: give 0 to 60",
		"--priority 100: give 1 to 99 or 0", "--speed needs --fast"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said:\n%s", want, said)
		}
	}
	t.Setenv("SINEW_PRIORITY", "-4")
	if said := clitest.Refused(t, tool(), []string{"sim", "rov", "--current=0,NaN,0"}); !strings.Contains(said, "SINEW_PRIORITY") || !strings.Contains(said, "--current NaN") {
		t.Error(said)
	}
	if said := clitest.Refused(t, tool(), []string{"link", "connect", fmt.Sprint("--redundancy=", remote.MaxRedundancy), fmt.Sprint("--depth=", remote.MaxDepth), "--priority=0"}); said != "" {
		t.Errorf("the greatest values are refused: %s", said)
	}
}
