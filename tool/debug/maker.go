package debug

import (
	"errors"
	"maps"
	"strings"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Maker makes a run from its beginning, any number of times, always the same.
type Maker interface {
	// Make makes an instance that has not run yet, with everything from outside fed to it.
	Make() (*run.Instance, error)
	// About describes the run that is made.
	About() About
}

// About describes a run.
type About struct {
	Clock string            // "lock-step" or "recorded"
	Run   map[string]string // the description in a recording, if known before the run is made
	Hash  string            // output hash of a recorded run; empty when it has none
	Stop  reactor.Tag       // the latest end of the run; zero for none
	Sets  []Set             // the sets of a recorded fork
	Note  string            // what is missing in a recording
	// ReadOnly says why nothing can be set in the run and it cannot be forked; empty if both are possible.
	ReadOnly string
}

// maker is a Maker made from a function.
type maker struct {
	about About
	make  func() (*run.Instance, error)
}

// About implements Maker.
func (m *maker) About() About { return m.about }

// Make implements Maker.
func (m *maker) Make() (*run.Instance, error) {
	inst, err := m.make()
	if err == nil && (inst == nil || inst.Program == nil) {
		err = errors.New("debug: the program was made without a program: its Make is wrong")
	}
	return inst, err
}

// Simulated makes runs of a program in its simulated surroundings. stop is their latest end, zero for none. prepare is
// called with every instance made, to install mocks and faults; it may be nil.
func Simulated(spec run.Spec, o run.Order, stop reactor.Tag, prepare func(*run.Instance) error) Maker {
	return &maker{About{Clock: "lock-step", Stop: stop}, func() (*run.Instance, error) {
		inst, err := spec.Make(o)
		if err == nil && prepare != nil {
			err = prepare(inst)
		}
		return inst, err
	}}
}

// Recorded makes the run of a recording, from its inputs, without the enclaves that r leaves out.
func Recorded(r *run.Recording) (Maker, error) {
	in := r.Inputs
	stop, ok := in.Stops[0]
	if !ok {
		stop = in.Last
	}
	about := About{Clock: "recorded", Run: maps.Clone(in.Run), Hash: in.Hash, Stop: stop, Note: in.Report}
	about.Run[run.KeyWithout] = strings.Join(r.Without, "\n") // run.Open has checked the recording's
	if in.Run[run.KeyFork] != "" {
		var err error
		if about.Sets, err = readSets(r.File); err != nil {
			return nil, err
		}
	}
	return &maker{about, r.Make}, nil
}
