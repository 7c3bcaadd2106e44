package lemon

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Spec is the program as debugger, scenarios and pages know it.
type Spec struct{}

// Name implements program.Spec.
func (Spec) Name() string { return Program }

// Heavy names the enclaves whose work is costly and not needed to run the others again.
func (Spec) Heavy() []string { return []string{"vision"} }

// Params implements program.Spec.
func (Spec) Params() any {
	p := DefaultParams()
	return &p
}

// Make implements program.Spec: the program over the in-memory wire, or without surroundings for a replay.
func (Spec) Make(o run.Order) (*run.Instance, error) {
	p := DefaultParams()
	if o.Params != nil {
		given, ok := o.Params.(*Params)
		if !ok {
			return nil, fmt.Errorf("the program %s takes *lemon.Params, not %T", Program, o.Params)
		}
		p = *given
	}
	s := &session{o: RunOptions{Params: p, Fast: true, Seed: o.Seed, Cut: o.Cut}, replay: o.Replay}
	if err := s.prepare(context.Background()); err != nil {
		return nil, err
	}
	scene, err := sceneOf(&p)
	if err != nil {
		return nil, err
	}
	i := &run.Instance{Program: s.prog, Scene: scene, Orders: Orders(), Watch: s.watch, Measure: s.measure, Describe: s.describe}
	if s.rig != nil {
		i.World, i.Faults = s.rig, s.rig.faults()
		i.State = []any{s.rig, s.h.Arm}
	}
	if clock := o.Run[run.KeyClock]; o.Replay && (clock == "" || clock == clockLockStep) {
		s.lemon = recordedLemon(&p, o.Seed)
	}
	i.State = append(i.State, s.h.Eye, &s.m)
	i.Close = func() error {
		s.close()
		return nil
	}
	return i, nil
}

// recordedLemon is the lemon of a lock-step run, known from its parameters.
func recordedLemon(p *Params, seed uint64) func(time.Duration) spatial.Vec3 {
	path, err := sim.NamedPath(p.Lemon, seed)
	if err != nil {
		return nil
	}
	l := sim.Lemon{Path: path, Turn: lemonTurn}
	return func(t time.Duration) spatial.Vec3 { at, _ := l.At(t); return at }
}

// watch sets the taps that measure and, with a hub, those that show.
func (s *session) watch(rec *record.Recorder, hub *view.Hub) error {
	m, err := Watch(rec, s.o.Params, s.truth())
	if err != nil {
		return err
	}
	s.m, s.rec = m, rec
	if hub == nil {
		return nil
	}
	screen, err := newScreen(hub, &s.o.Params)
	if err != nil {
		return err
	}
	screen.lemon = s.lemon
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		screen.develop(stop)
	}()
	s.done = append(s.done, func() { close(stop); <-done })
	m.onTick = screen.tick
	return s.tap(screen.robot, screen.picture, screen.plan)
}

// measure returns the figures of the run so far, by the names of run.json.
func (s *session) measure() map[string]float64 {
	m := s.m
	if m == nil {
		return nil
	}
	var misses uint64
	for _, e := range s.prog.Enclaves {
		misses += e.Counters().Misses
	}
	misses -= s.net.Camera.Skipped()
	return map[string]float64{
		"cycles": float64(m.Cycles), "deadline_misses": float64(misses), "limit_violations": float64(m.Violations),
		"tracking_rms_mm": m.RMS() * 1000, "tracking_max_mm": m.Worst() * 1000, "stale_readings": float64(s.net.Moderator.Stale),
		"frames": float64(m.Frames), "frames_seen": float64(m.Seen), "stopped_cycles": float64(m.Stops),
		"reading_faults": float64(m.Faults), "unready_cycles": float64(s.net.Robot.Unready),
		"power_ups": float64(s.net.Robot.epoch), "late_commands": float64(s.net.Robot.Late),
		"frames_skipped": float64(s.net.Camera.Skipped()), "frames_late": float64(s.net.Planner.Late), "frames_old": float64(s.net.Planner.Old + s.net.Transform.Old),
	}
}

// faults lists what can go wrong in the simulated surroundings.
func (r *Rig) faults() []run.Fault {
	return []run.Fault{
		{Name: "camera.dead", Help: "the camera delivers no frames",
			Begin: func() error { r.dead = true; return nil }, End: func() error { r.dead = false; return nil }},
		{Name: "camera.frozen", Help: "the camera delivers the same frame again and again",
			Begin: func() error { r.frozen = true; return nil }, End: func() error { r.frozen = false; return nil }},
		{Name: "wire.cut", Help: "the cable to the control box is pulled", Begin: func() error {
			r.Net.Break()
			return r.wire(&r.silent, true)
		}, End: func() error { return r.wire(&r.silent, false) }},
		{Name: "wire.reset", Help: "the connection to the control box breaks; it may be made anew",
			Begin: func() error { r.Net.Break(); return nil }},
		{Name: "wire.loss", Help: "one frame in twenty is lost on the wire",
			Begin: func() error { return r.wire(&r.lossy, true) }, End: func() error { return r.wire(&r.lossy, false) }},
		{Name: "box.estop", Help: "somebody presses the emergency stop at the control box",
			Begin: func() error { r.Box.EmergencyStop(); return nil }, End: func() error { r.Box.ReleaseEmergencyStop(); return nil }},
	}
}

// wire begins or ends a fault of the wire; others that last go on.
func (r *Rig) wire(fault *bool, on bool) error {
	*fault = on
	var f xarm.Failures
	if r.lossy {
		f.Drop = 0.05
	}
	if r.silent {
		f.Silence = []xarm.Silence{{To: math.MaxInt64}}
	}
	r.Net.SetFailures(f)
	return nil
}

// describe is what a replay needs to make the same program again.
func (s *session) describe() map[string]string {
	params, err := yaml.Marshal(s.o.Params)
	if err != nil {
		params = nil // a struct of numbers and words
	}
	return map[string]string{run.KeyProgram: Program, run.KeyParams: string(params), run.KeySeed: fmt.Sprint(s.o.Seed),
		run.KeyTrace: strings.Join(s.o.Trace, "\n"), run.KeyCut: strings.Join(s.o.Cut, "\n"), run.KeyClock: s.clock()}
}

// The clocks of a run, as recordings name them.
const (
	clockReal     = "real"
	clockLockStep = "lock-step"
)

// lemonTurn is how long the lemon takes to turn once.
const lemonTurn = 7 * time.Second

// truth tells where the tool should be for the simulated lemon.
func (s *session) truth() func(time.Duration) (spatial.Vec3, bool) {
	if s.lemon == nil {
		return nil
	}
	h := &s.h
	ws := s.o.Params.Limits().Workspace
	return func(t time.Duration) (spatial.Vec3, bool) {
		return ws.Project(ToolFor(s.lemon(t), h.Mount, h.Home.R, s.o.Params.Distance).P)
	}
}

// mm turns metres into millimetres for run.json; nil where there is no figure.
func mm(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	x *= 1000
	return &x
}
