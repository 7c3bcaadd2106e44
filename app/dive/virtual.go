package dive

import (
	"context"
	"time"

	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Case is a run in memory, in lock-step: one of many in a study.
type Case struct {
	Params Params
	Seed   uint64
	For    time.Duration
	World  *rov.WorldConfig  // the surroundings, in place of those that Params and Seed describe; nil for those
	Edit   func(*atom.Model) // changes the model before it is checked; nil for nothing
}

// Virtual runs a case without recording or folder, as fast as it goes, and gives the points of its flight. The figures are
// those that Run gives with Config.Fast for the same parameters and seed, the output hash included.
func Virtual(ctx context.Context, c Case) (*Result, []Point, error) {
	s := &session{p: c.Params, seed: c.Seed, around: c.World, edit: c.Edit}
	if err := s.build(simulated, project.Options{}, nil); err != nil {
		return nil, nil, err
	}
	rec, err := record.New(s.prog, nil, record.Options{})
	if err != nil {
		return nil, nil, err
	}
	s.flight = newFlight(c.For, s.period(), len(s.vehicle.Thrusters))
	if err := s.tap(rec); err != nil {
		return nil, nil, err
	}
	res, err := exec.Run(ctx, s.prog, exec.Options{Clock: exec.LockStep, World: run.NewScripted(s.in, s.events()), Timeout: c.For, KeepAlive: true})
	r := s.result()
	r.Clock, r.Link, r.Seed, r.OutputHash = lockStep, inMemory, c.Seed, rec.Hash()
	r.Seconds, r.WallSeconds, r.Tags, r.Reactions = res.Tag.Time.Duration().Seconds(), res.Elapsed.Seconds(), res.Counters.Tags, res.Counters.Reactions
	return r, s.flight.points, err
}

// inMemory says how a vehicle in the same process is reached.
const inMemory = "memory, in one process"
