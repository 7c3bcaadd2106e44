// Package run is how the tools see a robot program: something with parameters that can be made again and again,
// in simulated surroundings or fed from a recording, and that says what can be measured, tuned, broken and shown.
// Debugger, scenarios and pages take a Spec and know nothing else of the program.
package run

import (
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/tool/view"
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
	Run    map[string]string // of a replay: what the recorded run said of itself
}

// Instance is one program, built and ready to run on the lock-step clock.
type Instance struct {
	Program *reactor.Program
	World   exec.World   // its simulated surroundings, nil in a replay
	State   []any        // pointers to whatever a keyframe must hold besides the program: the surroundings
	Faults  []Fault      // what can go wrong in the surroundings
	Orders  []view.Order // what people may tell it
	Scene   view.Program // what there is to show; its zero value shows no robot
	// Watch sets the taps that measure, and those that show on a hub made from Scene when hub is not nil. Called at
	// most once, before the program runs.
	Watch func(rec *record.Recorder, hub *view.Hub) error
	// Measure returns the figures of the run so far by name, such as "tracking_rms_mm"; NaN where there is none.
	Measure func() map[string]float64
	// Describe is what a recording of the run says of it: the Key values and the program's own.
	Describe func() map[string]string
	// Close frees what the instance holds. May be nil.
	Close func() error
}

// Fault is something that can go wrong in the simulated surroundings, and be put right again.
type Fault struct {
	Name  string // such as "camera.dead"
	Help  string
	Begin func() error
	End   func() error // nil where nothing can put it right
}

// Event is something that happens to the surroundings at a time.
type Event struct {
	At time.Duration
	Do func() error
}
