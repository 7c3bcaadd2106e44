package dive

import (
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/record"
)

func projectOptions() project.Options { return project.Options{} }

// fly runs a session in lock-step with a fault of the surroundings from one time to another; look is called every cycle.
func (s *session) fly(t *testing.T, long time.Duration, fault string, from, to time.Duration, look func(at time.Duration), more ...run.Event) error {
	t.Helper()
	rec, err := record.New(s.prog, nil, record.Options{})
	if err != nil {
		return err
	}
	s.flight = newFlight(long, s.period(), len(s.vehicle.Thrusters))
	if err := s.tap(rec); err != nil {
		return err
	}
	events := append(s.events(), more...)
	for _, f := range s.failures() {
		if f.Name == fault {
			events = append(events, run.Event{At: from, Do: f.Begin}, run.Event{At: to, Do: f.End})
		}
	}
	s.prog.Observe(lookout(look))
	_, err = exec.Run(t.Context(), s.prog, exec.Options{Clock: exec.LockStep, World: run.NewScripted(s.in, events), Timeout: long, KeepAlive: true})
	return err
}

// lookout is called at every tag of the first composition.
type lookout func(at time.Duration)

func (l lookout) AtTag(e *reactor.Enclave, _ reactor.Record) {
	if e.ID == 0 {
		l(e.Tag().Time.Duration())
	}
}

// flown runs the program; dir is the run folder, "" for none.
func flown(t *testing.T, c Spec, p Params, seed uint64, long time.Duration, dir string) (*Result, error) {
	t.Helper()
	out, err := run.Do(t.Context(), c, run.Options{Order: run.Order{Params: &p, Seed: seed, Real: c.HIL != ""}, For: long,
		Out: folder.Place{Dir: dir}, Trace: []string{"*"}})
	if out == nil {
		return nil, err
	}
	return out.Value.(*Result), err
}
