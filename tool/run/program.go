// Package run runs robot programs and defines how program, surroundings, recorder, run folder, page and report belong
// together. A Spec is how the tools see a program: it has parameters, makes instances in simulated surroundings, connected
// with a robot or fed from a recording, and says what in them can be measured, tuned, made to fail and shown. Do runs a
// program, Replay repeats the run of a recording; debugger, scenarios and pages take a Spec and know nothing else about the
// program. New makes a Spec for a plain program.
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
	// Name is the program's name in recordings.
	Name() string
	// Params returns a pointer to new parameters with their default values: a struct with yaml tags. If it has a method
	// Validate() error, callers that fill it in must call that.
	Params() any
	// Make makes an instance that has not run yet.
	Make(o Order) (*Instance, error)
}

// Order says which instance is wanted.
type Order struct {
	Params any               // as Params returned it, filled in; nil for the defaults
	Seed   uint64            // for everything random in the surroundings
	Replay bool              // no surroundings: every door is fed from a recording
	Cut    []string          // ports whose connections are cut and fed by mocks instead: reactor.Options.Cut
	Part   *Part             // the part of the program that runs here; nil for the whole
	Run    map[string]string // in a replay: the recorded run's description of itself
	// Real selects the real clock and the real surroundings of the Spec: a robot, or a simulator in another process.
	// Without it everything is in this process's memory and the clock is lock-step, or fast if there are no surroundings.
	Real     bool
	Priority int             // on the real clock: SCHED_FIFO priority of the most urgent thread, 1 to 99; 0 for none
	Length   time.Duration   // length of the run, if known; 0 if it has none
	Context  context.Context // ends the wait for surroundings that do not answer; may be nil
	// Say shows people a line while the program runs, from any goroutine; Ended contains all lines. Do sets it.
	Say func(line string)
}

// Instance is a program that is built and ready to run. Only Program is required.
type Instance struct {
	Program  *reactor.Program
	World    exec.World   // what the lock-step clock drives; may be nil
	Clock    exec.Clock   // Real for the real clock; otherwise it follows from World
	State    []any        // pointers to what a keyframe must contain in addition to the program: the surroundings
	Failures []Failure    // what can be made to fail in the surroundings
	Orders   []view.Order // orders that people may give
	Scene    view.Program // what can be shown; the zero value shows no robot
	// Watch sets the taps for measuring and, if hub is not nil, those that show values on a hub made from Scene. It is
	// called at most once, before the program runs.
	Watch func(rec *record.Recorder, hub *view.Hub) error
	// Measure returns the figures of the run so far by name, such as "tracking_rms_mm"; NaN for an unknown one.
	Measure func() map[string]float64
	// Describe is the description of the run in a recording: the Key values and the program's own. See Described.
	Describe func() map[string]string
	// Close frees what the instance holds. May be nil.
	Close func() error

	// Only Do uses the fields below.

	// Exec completes the executor's options: hooks, and threads other than the program's main one, which has
	// Order.Priority.
	Exec func(*exec.Options)
	// Keep, on the real clock, makes the surroundings follow the program's time, as for exec.Pause.Tell. It is nil if they
	// cannot be paused with the program, so that the run cannot be paused: Unable says why. Unable names no flags, because
	// it does not know which command runs it: see Options.Pausable.
	Keep   func(rt.Span)
	Unable string
	// Begin is called when everything but the program is ready. What it puts around the run is let go when the program has
	// ended, before anything is summed up, so that a device is released at once.
	Begin func(ctx context.Context, live *Around) error
	// Film adds to a recording what viewers can draw without a plug-in.
	Film func(*trace.Writer, *record.Recorder) error
	// Status puts the progress of the run into words, five times a second, on a separate goroutine.
	Status func() Words
	// Result makes the program's result from a run that has ended. Without it there are only the figures that every run
	// has.
	Result func(*Ended) *Result
	CSV    []string // ports that a run folder always has as CSV files

	events []Event // on the real clock, where no World can schedule them
}

// clock is the clock that the instance runs on.
func (i *Instance) clock() exec.Clock {
	if i.Clock == exec.Fast && i.World != nil {
		return exec.LockStep
	}
	return i.Clock
}

// Figures are those of Measure and the deadline misses that the executor has counted.
func (i *Instance) Figures(misses uint64) map[string]float64 {
	all := map[string]float64{"deadline_misses": float64(misses)}
	if i.Measure != nil {
		maps.Copy(all, i.Measure())
	}
	return all
}

// Failure is something in the simulated surroundings that can be made to fail and repaired.
type Failure struct {
	Name  string // such as "camera.dead"
	Help  string
	Begin func() error
	End   func() error // nil if it cannot be repaired
}

// Described is the part of a recording's description that lets a replay make the same program. Do adds the other Key
// values.
func Described(program string, params any, seed uint64, cut []string) map[string]string {
	text, err := yaml.Marshal(params)
	if err != nil {
		text = nil // numbers and words cannot fail
	}
	return map[string]string{KeyProgram: program, KeyParams: string(text), KeySeed: fmt.Sprint(seed), KeyCut: strings.Join(cut, "\n"),
		KeyTrace: "", KeyClock: exec.LockStep.String()}
}

// New describes a plain program by the function that builds its reactors; P holds its parameters and has yaml tags. build
// is called for every instance with a new copy of the parameters. Functions that it binds to sensors and actuators are not
// called in a replay.
func New[P any](name string, defaults P, build func(main *reactor.Main, p *P) error) Spec {
	return &plain[P]{name, defaults, build}
}

// plain is a program without surroundings.
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

// Params are an order's parameters for a program, or the program's defaults if the order has none.
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
	o.Replay, o.Run = true, nil // without surroundings
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
