package lemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/xarm"
	xarmbox "github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/sim"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Spec is the program for debugger, scenarios, pages and run.Do. In memory everything is simulated; on the real clock Spec
// says where the arm is.
type Spec struct {
	Robot    string   // real clock: address of a control box; "" simulates one
	Sim      []string // real clock: command of a process that calls ServeBox; none simulates the box in this process
	Pictures float64  // pictures of the simulated camera per second of logical time in the recording, for viewers; 0 for none
}

// Name implements run.Spec.
func (Spec) Name() string { return Program }

// Heavy names the enclaves whose work is costly and is not needed to run the others again.
func (Spec) Heavy() []string { return []string{"vision"} }

// Params implements run.Spec.
func (Spec) Params() any {
	p := DefaultParams()
	return &p
}

// Make implements run.Spec: the program over the in-memory wire, over TCP, or without surroundings for a replay.
func (c Spec) Make(o run.Order) (*run.Instance, error) {
	s, err := c.prepare(o)
	if err != nil {
		return nil, err
	}
	return s.instance()
}

// instance builds the program that was prepared.
func (s *session) instance() (*run.Instance, error) {
	o := &s.order
	scene, err := sceneOf(&s.p)
	if err == nil {
		s.prog, err = reactor.Build(s.net.Main, reactor.Options{Workers: s.p.Workers, Replay: o.Replay, Cut: o.Cut})
	}
	if err != nil {
		return nil, errors.Join(err, s.around.Close())
	}
	i := &run.Instance{Program: s.prog, Scene: scene, Orders: Orders(), Watch: s.watch, Measure: s.measure, Close: s.around.Close,
		Describe: func() map[string]string { return run.Described(Program, &s.p, o.Seed, o.Cut) },
		Film:     s.addFilm, Status: s.now.words, Result: s.result, CSV: []string{"csv.row"}}
	switch clock := o.Run[run.KeyClock]; {
	case o.Replay && (clock == "" || clock == exec.LockStep.String()):
		s.lemon = recordedLemon(&s.p, o.Seed)
	case o.Real && !o.Replay:
		i.Clock, i.Exec = exec.Real, s.exec
		if s.tell == nil {
			i.Unable = "the robot at " + s.Robot + " does not stand still while the program is held"
		} else {
			i.Keep = func(of rt.Span) { _ = s.tell(of.Shift(int64(s.rig.Start))) } // the program notices a box that is gone
		}
	case s.rig != nil:
		i.World, i.Failures = s.rig, s.rig.failures()
		i.State = []any{s.rig, s.h.Arm}
	}
	i.State = append(i.State, s.h.Eye, &s.m)
	return i, nil
}

// recordedLemon returns the lemon of a lock-step run, which its parameters determine.
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
	s.around.Go(func(ctx context.Context) error { screen.develop(ctx); return nil })
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
	ca, cj := m.Command.RMS()
	ta, tj := m.Target.RMS()
	return map[string]float64{
		"command_acceleration_rms": ca, "command_jerk_rms": cj, "target_acceleration_rms": ta, "target_jerk_rms": tj,
		"cycles": float64(m.Cycles), "deadline_misses": float64(misses), "limit_violations": float64(m.Violations),
		"tracking_rms_mm": m.RMS() * 1000, "tracking_max_mm": m.Worst() * 1000, "stale_readings": float64(s.net.Moderator.Stale),
		"frames": float64(m.Frames), "frames_seen": float64(m.Seen), "stopped_cycles": float64(m.Stops),
		"reading_faults": float64(m.Faults), "unready_cycles": float64(s.net.Robot.Unready),
		"power_ups": float64(s.net.Robot.epoch), "late_commands": float64(s.net.Robot.Late),
		"frames_skipped": float64(s.net.Camera.Skipped()), "frames_late": float64(s.net.Planner.Late), "frames_old": float64(s.net.Planner.Old + s.net.Transform.Old),
	}
}

// failures lists the possible failures of the simulated surroundings.
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

// wire begins or ends a failure of the wire; others continue.
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

// truth returns the tool's true goal for the simulated lemon.
func (s *session) truth() func(time.Duration) (spatial.Vec3, bool) {
	if s.lemon == nil {
		return nil
	}
	h := &s.h
	ws := s.p.Limits().Workspace
	return func(t time.Duration) (spatial.Vec3, bool) {
		return ws.Project(ToolFor(s.lemon(t), h.Mount, h.Home.R, s.net.Following.Used()).P)
	}
}

// mm converts metres to millimetres for run.json; nil if there is no figure.
func mm(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	x *= 1000
	return &x
}

// Program is the name under which recordings of this program are known.
const Program = "demo"

// Summary is the outcome of a run: the contents of run.json.
type Summary struct {
	run.Summary
	Cycles        uint64   `json:"cycles"`
	Violations    uint64   `json:"limit_violations"`
	TrackingRMS   *float64 `json:"tracking_rms_mm"` // null if the truth is unknown
	TrackingMax   *float64 `json:"tracking_max_mm"`
	CommandAcc    *float64 `json:"command_acceleration_rms"` // m/s², of the commands since the robot has settled …
	CommandJerk   *float64 `json:"command_jerk_rms"`         // m/s³
	TargetAcc     *float64 `json:"target_acceleration_rms"`  // … and of the true lemon in that time
	TargetJerk    *float64 `json:"target_jerk_rms"`
	StaleReadings uint64   `json:"stale_readings"`
	Frames        uint64   `json:"frames"`
	FramesSeen    uint64   `json:"frames_seen"`
	FramesRefused uint64   `json:"frames_refused"` // unreadable, frozen, or too many at a time
	FramesSkipped uint64   `json:"frames_skipped"` // not processed because a newer one waited
	FramesLate    uint64   `json:"frames_late"`    // used more than 100 ms after they were taken
	FramesOld     uint64   `json:"frames_old"`     // not used: more than 300 ms old
	StoppedCycles uint64   `json:"stopped_cycles"`
	ReadingFaults uint64   `json:"reading_faults"`
	UnreadyCycles uint64   `json:"unready_cycles"` // in which the robot took no commands
	PowerUps      uint32   `json:"power_ups"`      // how often it was made ready
	Params        Params   `json:"params"`
}

// session is one instance of the program with its surroundings.
type session struct {
	Spec
	order  run.Order
	p      Params
	h      Hardware
	rig    *Rig // nil without simulated surroundings
	net    *Network
	live   atomic.Pointer[Network] // net, for the threads that deliver frames, once the clock runs
	prog   *reactor.Program
	rec    *record.Recorder
	m      *Metrics
	now    status
	around run.Around
	box    boxHello // on the real clock
	tell   func(any) error
	album  album
	lemon  func(time.Duration) spatial.Vec3
}

// prepare makes the surroundings and the program, which is not built yet.
func (c Spec) prepare(o run.Order) (s *session, err error) {
	s = &session{Spec: c, order: o}
	if s.p, err = run.Params[Params](c, o); err != nil {
		return nil, err
	}
	s.now.auto = s.p.AutoResume
	if s.h, err = data(); err == nil && !o.Replay {
		err = s.surround()
	}
	if err == nil && s.rig == nil {
		s.h.Eye, err = newRenderedEye()
	}
	if err == nil {
		s.net, err = New(s.p, s.h)
	}
	if err != nil {
		return nil, errors.Join(err, s.around.Close())
	}
	return s, nil
}

// surround makes the program's surroundings: simulated ones if there are no others, and the connection to the robot.
func (s *session) surround() (err error) {
	if s.Robot == "" || !s.order.Real {
		if s.rig, err = NewRig(s.p, s.order.Seed); err != nil {
			return err
		}
		s.lemon, s.h.Eye = s.rig.lemonAt, s.rig.Eye
		s.rig.frames = func(f Frame) { s.net.Camera.Frame.Schedule(f, 0) }
	}
	if s.order.Real {
		return s.reach()
	}
	s.h.Arm, err = NewXArm(s.rig.Net.Dial, s.p.Period, &s.p)
	return err
}

// reach connects to the control box on the real clock, and first simulates one if there is none.
func (s *session) reach() (err error) {
	s.box.Command = s.Robot
	if s.Robot == "" {
		s.tell, err = s.around.Start(run.Process{Name: "the simulated box", Argv: s.Sim, Here: ServeBox, Order: run.Simulated[Params]{Params: s.p, Seed: s.order.Seed},
			Priority: s.order.Thread(-1).Priority, Hello: &s.box, Rest: run.Take(s.frame)})
	}
	if err == nil {
		s.h.Arm, err = NewXArm(xarm.DialTCP(s.box.Command, time.Second), 2*s.p.Period, &s.p)
	}
	if err == nil {
		s.h.Arm.Ready()
	}
	return err
}

// frame hands a frame from another thread to the program once its clock runs.
func (s *session) frame(f Frame) {
	if n := s.live.Load(); n != nil {
		f.Exposed = reactor.Time(f.Shot.Time - s.rig.Start)
		n.Camera.Frame.Schedule(f, 0)
	}
}

// exec sets how the program runs on the real clock.
func (s *session) exec(o *exec.Options) {
	o.KeepAlive = true
	o.Started = func(at int64) {
		if s.rig != nil {
			s.rig.Start = time.Duration(at - s.box.Begin)
			s.live.Store(s.net)
		}
	}
	if o.Threads != nil {
		o.Threads["vision"] = rt.Options{Background: true}
	}
}

// tap passes readings, pictures and plans on; nil for those that are not needed.
func (s *session) tap(robot func(time.Duration, *WorldData), picture func(time.Duration, *Picture),
	plan func(*motion.Command, *Target)) error {
	errs := []error{
		record.Tap(s.rec, "robot.world_data", func(tag reactor.Tag, w *WorldData) { robot(tag.Time.Duration(), w) }),
		record.Tap(s.rec, "operator.command", func(_ reactor.Tag, c *OperatorCommand) { s.now.ordered(*c) }),
		record.Tap(s.rec, "vision.camera.picture", func(tag reactor.Tag, p *Picture) { picture(tag.Time.Duration(), p) }),
	}
	if plan != nil {
		errs = append(errs, record.Tap(s.rec, "planning.safety.command", func(_ reactor.Tag, c *motion.Command) { plan(c, nil) }),
			record.Tap(s.rec, "planning.instructor.target_position", func(_ reactor.Tag, t *Target) { plan(nil, t) }))
	}
	return errors.Join(errs...)
}

// result summarises a run.
func (s *session) result(e *run.Ended) *run.Result {
	e.DeadlineMisses -= s.net.Camera.Skipped()
	sum := &Summary{Summary: e.Summary, Cycles: s.m.Cycles, Violations: s.m.Violations,
		TrackingRMS: mm(s.m.RMS()), TrackingMax: mm(s.m.Worst()), StaleReadings: uint64(s.net.Moderator.Stale), Frames: s.m.Frames,
		FramesSeen: s.m.Seen, FramesRefused: s.net.Camera.Bad + s.net.Camera.Frame.Refused(), FramesSkipped: s.net.Camera.Skipped(),
		FramesLate: s.net.Planner.Late, FramesOld: s.net.Planner.Old + s.net.Transform.Old, StoppedCycles: s.m.Stops,
		ReadingFaults: s.m.Faults, UnreadyCycles: s.net.Robot.Unready, PowerUps: s.net.Robot.epoch, Params: s.p}
	sum.CommandAcc, sum.CommandJerk = s.m.Command.known()
	sum.TargetAcc, sum.TargetJerk = s.m.Target.known()
	rep := &Report{Summary: sum, Metrics: s.m, Ended: e, Picture: s.album.best()}
	return &run.Result{Summary: &sum.Summary, Value: sum, Report: rep.page, Print: sum.print}
}

// print prints how the run went.
func (s *Summary) print(w io.Writer) {
	tracking := "tracking error not measured, which begins after 3 s"
	if s.TrackingRMS != nil && s.TrackingMax != nil {
		tracking = fmt.Sprintf("tracking error %.2f mm rms, %.2f mm at most", *s.TrackingRMS, *s.TrackingMax)
	}
	fmt.Fprintf(w, "%.1f s of robot time in %.1f s: %s; %s, %s, %s repaired\n",
		s.Seconds, s.WallSeconds, tracking, spelling.Count(s.DeadlineMisses, "deadline miss"), spelling.Count(s.Violations, "limit violation"),
		spelling.Count(s.StaleReadings, "stale reading"))
	s.PrintEnd(w)
}
