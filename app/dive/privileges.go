package dive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

// granted tells whether the system grants a SCHED_FIFO priority.
func granted(priority int) bool {
	answer := make(chan bool)
	go func() {
		report, undo := rt.Setup(rt.Options{Priority: priority})
		undo()
		answer <- report.OK()
	}()
	return <-answer
}

// refusals are warnings of a run with those of privileges, which every thread has for itself, put into one line.
func refusals(warnings []string) (lines []string) {
	var what []string
	for _, w := range warnings {
		name, _, refused := strings.Cut(w, " refused: ")
		switch {
		case !refused || !strings.HasPrefix(name, "SCHED_FIFO") && name != "mlockall":
			if !slices.Contains(lines, w) {
				lines = append(lines, w)
			}
		case !slices.Contains(what, name):
			what = append(what, name)
		}
	}
	if len(what) == 0 {
		return lines
	}
	return append([]string{fmt.Sprintf("the system refuses %s: cycles begin later where the machine is busy; run as root, grant CAP_SYS_NICE and CAP_IPC_LOCK, or set rtprio and memlock in /etc/security/limits.conf",
		strings.Join(what, ", "))}, lines...)
}
