// Package run runs robot programs and knows how program, surroundings, recorder, run folder, page and report belong
// together. A Spec is how the tools see a program: it has parameters, makes instances in simulated surroundings, beside a
// robot or fed from a recording, and says what of them can be measured, tuned, made to fail and shown. Do runs one, Replay
// runs a recording of one again; debugger, scenarios and pages take a Spec and know nothing else of the program. New makes
// a Spec of a plain program.
package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/mock"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Spec makes instances of one program.
type Spec interface {
	// Name is what recordings of the program carry.
	Name() string
	// Params returns a pointer to new parameters with their default values: a struct with yaml tags. If it has a
	// method Validate() error, whoever fills it in calls it.
	Params() any
	// Make makes an instance that has not run yet.
	Make(o Order) (*Instance, error)
}

// Order says what instance is wanted.
type Order struct {
	Params any               // as Params returned it, filled in; nil for the defaults
	Seed   uint64            // of everything random in the surroundings
	Replay bool              // no surroundings: every door is fed from a recording
	Cut    []string          // ports whose connections are cut and fed by mocks instead: reactor.Options.Cut
	Part   *Part             // the part of the program that is made; nil for the whole
	Run    map[string]string // of a replay: what the recorded run said of itself
	// Real is the real clock, with the surroundings that the Spec stands for: a robot, a simulator in a process of its own.
	// Without it everything is in this process's memory and the clock is lock-step, or fast where there are no surroundings.
	Real     bool
	Priority int             // on the real clock: SCHED_FIFO priority of the most urgent thread, 1 to 99; 0 for none
	Length   time.Duration   // of the run, as far as it is known; 0 without end
	Context  context.Context // ends the wait for surroundings that do not answer; nil for none
	// Say tells people a line while the program runs, from any goroutine; Ended has all of them. Do sets it.
	Say func(line string)
}

// Instance is one program, built and ready to run. Only Program must be there.
type Instance struct {
	Program  *reactor.Program
	World    exec.World   // what the lock-step clock drives, nil where there is nothing
	Clock    exec.Clock   // Real on the real clock; otherwise it follows from World
	State    []any        // pointers to whatever a keyframe must hold besides the program: the surroundings
	Failures []Failure    // what can be made to fail in the surroundings
	Orders   []view.Order // what people may tell it
	Scene    view.Program // what there is to show; its zero value shows no robot
	// Watch sets the taps that measure, and those that show on a hub made from Scene when hub is not nil. Called at
	// most once, before the program runs.
	Watch func(rec *record.Recorder, hub *view.Hub) error
	// Measure returns the figures of the run so far by name, such as "tracking_rms_mm"; NaN where there is none.
	Measure func() map[string]float64
	// Describe is what a recording of the run says of it: the Key values and the program's own. See Described.
	Describe func() map[string]string
	// Close frees what the instance holds. May be nil.
	Close func() error

	// What follows is asked for by Do alone.

	// Exec completes what the executor is told: hooks, and threads besides the program's own, which has Order.Priority.
	Exec func(*exec.Options)
	// Keep, on the real clock, has the surroundings keep the program's time, as exec.Pause.Tell says; nil where they do not
	// stand while it stands, so that the run cannot be paused: Unable says why. It names no flags, because it does not know
	// which command runs it: Options.Pausable does.
	Keep   func(rt.Span)
	Unable string
	// Begin is called when everything is ready and only the program is missing. What it puts around the run is let go when
	// the program has ended, before anything is summed up, so that a device is let go at once.
	Begin func(ctx context.Context, live *Around) error
	// Film adds to a recording what viewers draw without a plug-in.
	Film func(*trace.Writer, *record.Recorder) error
	// Status puts how the run goes into words, five times a second, from a goroutine of its own.
	Status func() Words
	// Result is what the program makes of a run that has ended. Without it there are the figures that every run has.
	Result func(*Ended) *Result
	CSV    []string // ports that a run folder has as CSV files in any case

	events []Event // on the real clock, where no World can see to them
}

// clock is the one that the instance runs on.
func (i *Instance) clock() exec.Clock {
	if i.Clock == exec.Fast && i.World != nil {
		return exec.LockStep
	}
	return i.Clock
}

// Figures are those of Measure, beside the deadline misses that the executor has counted.
func (i *Instance) Figures(misses uint64) map[string]float64 {
	all := map[string]float64{"deadline_misses": float64(misses)}
	if i.Measure != nil {
		maps.Copy(all, i.Measure())
	}
	return all
}

// Failure is something that can be made to fail in the simulated surroundings, and be put right again.
type Failure struct {
	Name  string // such as "camera.dead"
	Help  string
	Begin func() error
	End   func() error // nil where nothing can put it right
}

// Described is what a recording says of a run so that a replay can make the same program again. What else the Key values
// name, Do adds.
func Described(program string, params any, seed uint64, cut []string) map[string]string {
	text, err := yaml.Marshal(params)
	if err != nil {
		text = nil // numbers and words do not fail
	}
	return map[string]string{KeyProgram: program, KeyParams: string(text), KeySeed: fmt.Sprint(seed), KeyCut: strings.Join(cut, "\n"),
		KeyTrace: "", KeyClock: exec.LockStep.String()}
}

// New describes a plain program by what builds its reactors; P holds its parameters and has yaml tags. build is called for
// every instance with parameters of its own. What it binds to sensors and actuators is not called in a replay.
func New[P any](name string, defaults P, build func(main *reactor.Main, p *P) error) Spec {
	return &plain[P]{name, defaults, build}
}

// plain is a program without surroundings of its own.
type plain[P any] struct {
	name     string
	defaults P
	build    func(*reactor.Main, *P) error
}

// Name implements Spec.
func (s *plain[P]) Name() string { return s.name }

// Params implements Spec.
func (s *plain[P]) Params() any {
	p := s.defaults
	return &p
}

// Make implements Spec.
func (s *plain[P]) Make(o Order) (*Instance, error) {
	p, err := Params[P](s, o)
	if err != nil {
		return nil, err
	}
	main := reactor.NewMain(s.name)
	if err := s.build(main, &p); err != nil {
		return nil, err
	}
	i := &Instance{Describe: func() map[string]string { return Described(s.name, &p, o.Seed, o.Cut) }}
	if o.Real {
		i.Clock = exec.Real
	}
	i.Program, err = reactor.Build(main, reactor.Options{Replay: o.Replay, Cut: o.Cut, Elsewhere: o.Part.Elsewhere()})
	return i, err
}

// Params are the parameters of an order for a program, its own where the order has none.
func Params[P any](s Spec, o Order) (P, error) {
	given := o.Params
	if given == nil {
		given = s.Params()
	}
	if p, ok := given.(*P); ok && p != nil {
		if v, ok := any(p).(*Values); ok {
			return *p, v.Validate()
		}
		return *p, nil
	}
	var p P
	return p, fmt.Errorf("the program %s takes %T, not %T", s.Name(), &p, o.Params)
}

// Cuts finds the ports of a program whose connections mocks replace.
func Cuts(s Spec, o Order, mocks []mock.Mock) ([]string, error) {
	o.Replay, o.Run = true, nil // nothing around it
	i, err := s.Make(o)
	if err != nil {
		return nil, err
	}
	cuts, err := mock.Cuts(i.Program, mocks)
	if i.Close != nil {
		err = errors.Join(err, i.Close())
	}
	return cuts, err
}
