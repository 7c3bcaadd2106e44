package lemon

import (
	"errors"
	"math"
	"time"

	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor/exec"
	xarmbox "github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Spec is the program as debugger, scenarios, pages and run.Do know it. In memory everything is simulated, on the real clock
// the arm is where it says.
type Spec struct {
	Robot    string     // real clock: address of a control box; "" simulates one
	Sim      []string   // real clock: command of a process that calls ServeBox; none simulates the box in this process
	Pictures float64    // of the simulated camera that viewers find in the recording, a second of logical time; 0 for none
	Rig      func(*Rig) // is shown the simulated surroundings before the program is made; nil for nobody
	hooks    hooks
}

// Name implements run.Spec.
func (Spec) Name() string { return Program }

// Heavy names the enclaves whose work is costly and not needed to run the others again.
func (Spec) Heavy() []string { return []string{"vision"} }

// Params implements run.Spec.
func (Spec) Params() any {
	p := DefaultParams()
	return &p
}

// Make implements run.Spec: the program over the in-memory wire, over TCP, or without surroundings for a replay.
func (c Spec) Make(o run.Order) (*run.Instance, error) {
	p, err := run.Params[Params](c, o)
	if err != nil {
		return nil, err
	}
	s := &session{Spec: c, order: o, p: p}
	s.now.auto = p.AutoResume
	scene, err := sceneOf(&p)
	if err == nil {
		err = s.prepare()
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	i := &run.Instance{Program: s.prog, Scene: scene, Orders: Orders(), Watch: s.watch, Measure: s.measure, Close: s.close,
		Describe: func() map[string]string { return run.Described(Program, &p, o.Seed, o.Cut) },
		Exec:     s.exec, Begin: s.begin, Film: s.addFilm, Status: s.now.words, Result: s.result, CSV: []string{"csv.row"}}
	switch clock := o.Run[run.KeyClock]; {
	case o.Replay && (clock == "" || clock == exec.LockStep.String()):
		s.lemon = recordedLemon(&p, o.Seed)
	case o.Real && !o.Replay:
		i.Clock = exec.Real
	case s.rig != nil:
		i.World, i.Failures = s.rig, s.rig.failures()
		i.State = []any{s.rig, s.h.Arm}
	}
	if len(c.hooks.script) > 0 {
		i.World = s.scripted()
	}
	i.State = append(i.State, s.h.Eye, &s.m)
	return i, nil
}

// scripted is the rig to which the hooks' events happen.
func (s *session) scripted() *run.Scripted {
	var events []run.Event
	for _, e := range s.hooks.script {
		events = append(events, run.Event{At: e.at, Do: func() error { e.do(s); return nil }})
	}
	return run.NewScripted(s.rig, events)
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
	m, err := Watch(rec, s.p, s.truth())
	if err != nil {
		return err
	}
	s.m, s.rec, m.onTick = m, rec, s.now.tick
	robot, picture := s.now.robot, func(_ time.Duration, p *Picture) { s.album.keep(p) }
	if hub == nil {
		return s.tap(robot, picture, nil)
	}
	screen, err := newScreen(hub, &s.p)
	if err != nil {
		return err
	}
	screen.lemon, s.now.page = s.lemon, true
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		screen.develop(stop)
	}()
	s.done = append(s.done, func() { close(stop); <-done })
	m.onTick = func(x *Sample) { s.now.tick(x); screen.tick(x) }
	return s.tap(func(t time.Duration, w *WorldData) { robot(t, w); screen.robot(t, w) },
		func(t time.Duration, p *Picture) { picture(t, p); screen.picture(t, p) }, screen.plan)
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

// failures lists what can be made to fail in the simulated surroundings.
func (r *Rig) failures() []run.Failure {
	return []run.Failure{
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

// wire begins or ends a failure of the wire; others that last go on.
func (r *Rig) wire(fault *bool, on bool) error {
	*fault = on
	var f xarmbox.Failures
	if r.lossy {
		f.Drop = 0.05
	}
	if r.silent {
		f.Silence = []xarmbox.Silence{{To: math.MaxInt64}}
	}
	r.Net.SetFailures(f)
	return nil
}

// lemonTurn is how long the lemon takes to turn once.
const lemonTurn = 7 * time.Second

// truth tells where the tool should be for the simulated lemon.
func (s *session) truth() func(time.Duration) (spatial.Vec3, bool) {
	if s.lemon == nil {
		return nil
	}
	h := &s.h
	ws := s.p.Limits().Workspace
	return func(t time.Duration) (spatial.Vec3, bool) {
		return ws.Project(ToolFor(s.lemon(t), h.Mount, h.Home.R, s.p.Distance).P)
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
