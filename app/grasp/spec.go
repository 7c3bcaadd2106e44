package grasp

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Spec is the program for debugger, scenarios, pages and run.Do. Everything around it is simulated.
type Spec struct {
	Chart fs.FS // the chart of runs without one of their own; nil for none
}

// Example is the folder with the contents of Spec.Chart.
const Example = "examples/grasp"

// Name implements run.Spec.
func (Spec) Name() string { return Program }

// Params implements run.Spec.
func (c Spec) Params() any {
	p := DefaultParams()
	if c.Chart != nil {
		_ = p.read(c.Chart, Example) // Make reports it if there is none
	}
	return &p
}

// Check finds options that do not go together, before anything is made.
func (Spec) Check(o *run.Options) error {
	if o.Real {
		return errors.New("the grasp runs in simulation alone, on the lock-step clock")
	}
	return nil
}

// session is one instance of the program with its surroundings.
type session struct {
	order run.Order
	p     Params
	task  Task
	thing object
	rig   *Rig // nil in a replay
	robot *Robot
	chart *Coordinator
	prog  *reactor.Program
	meter meter
	plot  string // the failure that happens automatically
	words run.Words
}

// Make implements run.Spec.
func (c Spec) Make(o run.Order) (*run.Instance, error) {
	s := &session{order: o}
	var err error
	if s.p, err = run.Params[Params](c, o); err != nil {
		return nil, err
	}
	if err := s.build(); err != nil {
		return nil, err
	}
	scene, err := s.scene()
	if err != nil {
		return nil, err
	}
	s.meter.limits, s.meter.dt = s.p.limits(), s.p.Period.Seconds()
	i := &run.Instance{Program: s.prog, Scene: scene, Watch: s.watch, Measure: s.measure, Status: func() run.Words { return s.words }, Result: s.result,
		Describe: func() map[string]string { return run.Described(Program, &s.p, o.Seed, o.Cut) }, State: []any{&s.meter}}
	if s.rig != nil {
		i.World, i.Failures = s.rig, s.rig.failures()
		i.State = append(i.State, s.rig)
	}
	return i, nil
}

// build makes surroundings and program.
func (s *session) build() error {
	if err := s.p.Validate(); err != nil {
		return err
	}
	s.task, s.thing = drawTask(&s.p, s.order.Seed)
	chain, err := xarm.Model()
	if err != nil {
		return err
	}
	var x *device
	if !s.order.Replay {
		if s.rig, err = newRig(s.thing, chain, s.order.Seed); err != nil {
			return err
		}
		s.plot = s.rig.arrange(&s.p, s.order.Seed)
		if x, err = newDevice(s.rig.Net.Dial, &s.p); err != nil {
			return err
		}
	}
	all := reactor.NewMain(Program)
	s.robot = newRobot(all, "robot", x, s.p.Period)
	force := newForce(all, "force")
	move, err := newMotion(all, "motion", &s.p, chain, xarm.Collider(chain))
	if err != nil {
		return err
	}
	if s.chart, err = newCoordinator(all, "coordinator", &s.p, s.task); err != nil {
		return err
	}
	if s.rig != nil {
		s.rig.operator = func() { s.chart.Operator.Schedule(1, 0) }
		s.rig.trouble = func(name string) { s.chart.Trouble.Schedule(name, 0) }
	}
	k := s.chart
	reactor.Connect(&s.robot.Reading, &force.Reading)
	reactor.Connect(&s.robot.Reading, &k.Reading)
	reactor.Connect(&s.robot.Reading, &move.Reading)
	reactor.Connect(&force.Felt, &k.Felt)
	reactor.Connect(&force.Felt, &move.Felt)
	reactor.Connect(&move.State, &k.State).After(s.p.Period)
	reactor.Connect(&k.Wish, &move.Wish)
	reactor.Connect(&k.Wish, &force.Wish).After(s.p.Period)
	reactor.Connect(&k.Hand, &s.robot.Hand)
	reactor.Connect(&k.Restart, &s.robot.Restart).After(s.p.Period)
	reactor.Connect(&move.Command, &s.robot.Command)
	s.prog, err = reactor.Build(all, reactor.Options{Replay: s.order.Replay, Cut: s.order.Cut})
	return err
}

// Summary is what run.json holds.
type Summary struct {
	run.Summary
	Grasped    bool    `json:"grasped"`   // lifted, and put down within 5 cm of where it was to go
	Done       bool    `json:"done"`      // according to the chart
	Faults     uint32  `json:"faults"`    // noticed by the program
	Recovered  uint32  `json:"recovered"` // of these
	Attempts   uint32  `json:"attempts"`
	ForcePeak  float64 `json:"contact_force_peak"` // N, between tool and world, true value
	Time       float64 `json:"time_s"`
	Violations uint64  `json:"limit_violations"`
	Off        float64 `json:"off_m"` // of the object from its goal, true value
	Reason     string  `json:"reason"`
	Failure    string  `json:"failure"` // the one that happened automatically
	Heap       int64   `json:"heap_high"`
	Said       []Line  `json:"said"`
	States     []Line  `json:"states"`
	Params     Params  `json:"params"`
}

// Line is a message or an entered state, with its time.
type Line struct {
	At   float64 `json:"t"` // s
	Text string  `json:"text"`
}

// near is how near to its goal the object must be put down, m.
const near = 0.05

// truth returns whether the object was grasped, and its distance from the goal.
func (s *session) truth() (grasped bool, off float64) {
	if s.rig == nil {
		return s.meter.done, -1
	}
	b := &s.rig.World.Body
	off = math.Hypot(b.Pose.P.X-s.task.To[0], b.Pose.P.Y-s.task.To[1])
	return s.meter.done && !b.Gone && s.rig.flown.High > 0.04 && off < near && b.Twist.Lin.Norm() < 0.01, off
}

// measure returns the figures of the run so far, by the names of run.json.
func (s *session) measure() map[string]float64 {
	grasped, off := s.truth()
	f := map[string]float64{"grasped": 0, "faults": float64(s.chart.Faults), "recovered": float64(s.chart.Recovered), "attempts": float64(s.chart.Attempts),
		"limit_violations": float64(s.meter.violations), "time_s": s.meter.t, "off_m": off, "power_ups": float64(s.robot.PowerUps)}
	if grasped {
		f["grasped"] = 1
	}
	if s.rig != nil {
		f["contact_force_peak"] = s.rig.flown.Peak
	}
	return f
}

// result summarises a run.
func (s *session) result(e *run.Ended) *run.Result {
	v := &Summary{Summary: e.Summary, Done: s.meter.done, Faults: s.chart.Faults, Recovered: s.chart.Recovered, Attempts: s.chart.Attempts,
		Time: s.meter.t, Violations: s.meter.violations, Reason: s.meter.reason, Failure: s.plot, Said: s.meter.said, States: s.meter.states,
		Heap: s.chart.vm.Usage().High, Params: s.p}
	v.Grasped, v.Off = s.truth()
	if s.rig != nil {
		v.ForcePeak = s.rig.flown.Peak
	}
	return &run.Result{Summary: &v.Summary, Value: v, Print: v.print, Report: func() (page, error) { return s.page(v, e) }}
}

// print prints how the run went.
func (v *Summary) print(w io.Writer) {
	fmt.Fprintf(w, "%s after %.1f s, %s; %s noticed, %d recovered; %.1f N at most in contact; %s\n", choose(v.Grasped, "grasped and put down", "not grasped"),
		v.Time, spelling.Count(uint64(v.Attempts), "attempt"), spelling.Count(uint64(v.Faults), "fault"), v.Recovered, v.ForcePeak,
		spelling.Count(v.Violations, "limit violation"))
	if v.Reason != "" {
		fmt.Fprintln(w, v.Reason)
	}
	v.PrintEnd(w)
}

// boxError returns the name of an error of the box.
func boxError(code uint8) string {
	return fmt.Sprintf("the box stopped with error %d: %s", code, xarm.ErrorCode(code).Name())
}

// object returns where the object is, if that is known and it is present.
func (s *session) object() (spatial.Pose, bool) {
	if s.rig == nil || s.rig.World.Body.Gone {
		return spatial.Identity(), false
	}
	return s.rig.World.Body.Pose, true
}

// Longest is when a run that does not end on its own is ended.
const Longest = 6 * time.Minute
