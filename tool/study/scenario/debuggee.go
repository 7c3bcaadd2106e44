package scenario

import (
	"fmt"
	"strconv"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/debug"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Debuggee makes the one run of a scenario as often as the debugger needs. It implements debug.Maker.
type Debuggee struct {
	Run   *Run
	specs []run.Spec
}

// Maker reads a scenario of one run, such as the one that a study writes for each failed run. A scenario with several
// runs is an error.
func Maker(file string, specs []run.Spec) (*Debuggee, error) {
	s, err := Load(file, "")
	if err != nil {
		return nil, err
	}
	runs, err := s.Plan(specs, "")
	if err != nil {
		return nil, err
	}
	if len(runs) != 1 {
		return nil, fmt.Errorf("%s has %d runs: give a scenario of one, such as a study leaves in runs/NNNN/run.yaml", file, len(runs))
	}
	return &Debuggee{runs[0], specs}, nil
}

// Make makes the run from its beginning.
func (d *Debuggee) Make() (*run.Instance, error) { return Make(d.Run, d.specs) }

// About describes the run.
func (d *Debuggee) About() debug.About {
	return debug.About{Clock: "lock-step", Stop: reactor.Tag{Time: reactor.Time(d.Run.For)},
		Run: map[string]string{run.KeyProgram: d.Run.Program, run.KeySeed: strconv.FormatUint(d.Run.Seed, 10)}}
}
