package coordination

import (
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
)

// loads are the seed's: programs of ordinary priority that load the processor, file system and network stack.
var loads = [...]struct{ needs, script string }{
	{"ls", "while :; do ls -R / ; done >/dev/null 2>&1"},
	{"ping", "ping -f localhost >/dev/null 2>&1"},
}

// settle is how long the machine gets to become loaded or idle.
const settle = 500 * time.Millisecond

// load is what runs during a measurement.
type load struct {
	name  string
	says  string
	begin func() (end func(), err error)
}

// idleAndLoaded are the two conditions for experiments.
func (x *experiments) idleAndLoaded() []load {
	var runs, lacks []string
	for _, l := range loads {
		if _, err := exec.LookPath(l.needs); err != nil {
			lacks = append(lacks, l.needs)
			continue
		}
		runs = append(runs, l.script)
	}
	says := "beside " + strings.Join(runs, " and ")
	if len(lacks) > 0 {
		says += ", without " + strings.Join(lacks, " and ") + ", which this machine lacks"
	}
	idle := load{"idle", "beside nothing of ours", func() (func(), error) { return func() {}, nil }}
	if x.o.tiny {
		return []load{idle}
	}
	return []load{idle, {"loaded", says, func() (func(), error) { return start(runs) }}}
}

// start starts shell scripts. end ends them, and waits until they have ended.
func start(scripts []string) (end func(), err error) {
	var ends []func()
	end = func() {
		for _, e := range ends {
			e()
		}
	}
	for _, s := range scripts {
		cmd := child.Tree("/bin/sh", "-c", s)
		wait, err := child.Start(cmd)
		if err != nil {
			end()
			return nil, fmt.Errorf("the load: %w", err)
		}
		ends = append(ends, func() {
			_ = cmd.Process.Signal(syscall.SIGTERM)
			_ = wait() // it was ended by the signal
		})
	}
	time.Sleep(settle)
	return end, nil
}

// under measures all ways under a load.
func (x *experiments) under(l load, what string, ways []*way) ([]*way, error) {
	return x.underFor(l, what, ways, x.rounds)
}

// underFor measures all ways under a load in the given number of rounds.
func (x *experiments) underFor(l load, what string, ways []*way, rounds int) ([]*way, error) {
	end, err := l.begin()
	if err != nil {
		return nil, err
	}
	defer end()
	return x.rotate(what+", "+l.name, ways, rounds)
}
