package lemon

import (
	"context"
	"errors"
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/tool/mock"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Program is the name under which recordings of this program are known.
const Program = "demo"

// RunOptions say how the program is run.
type RunOptions struct {
	Params Params
	Fast   bool    // lock-step over the in-memory wire; otherwise the real clock over TCP
	Speed  float64 // Fast: at most so many times real time; 0 without limit
	// Priority is the SCHED_FIFO priority of the control thread on the real clock, 1 to 99; the simulated box is one
	// below. 0 leaves all threads under the ordinary scheduler.
	Priority int
	For      time.Duration // 0 until interrupted
	Seed     uint64
	Out      string   // run folder, missing or empty; "" for none
	Dated    bool     // Out is where a new run folder is made, named by the time
	Robot    string   // address of a real control box; "" simulates one
	Sim      []string // real clock: command of a process that calls ServeBox; none simulates the box in this process
	Trace    []string // ports to record besides the inputs
	// Pictures of the simulated camera that viewers find in the recording, a second of logical time; 0 for none.
	Pictures float64
	CSV      []string    // ports to write as CSV files into the run folder
	Print    []string    // ports to print
	Stdout   io.Writer   // of Print
	Mocks    []mock.Mock // what replaces doors and connections
	Taps     []mock.Tap  // actuators whose commands are written to CSV files, with Out
	Cut      []string    // ports whose connections are cut, besides those of Mocks
	Rig      func(*Rig)  // is shown the simulated surroundings before the run
	Show     Show        // who watches
	hooks    hooks
}

// hooks let the tests of this package reach into a run.
type hooks struct {
	extend func(*Network)    // before the program is built
	ready  func(*session)    // before it runs
	film   func(*Frame) bool // on every frame; false loses it
	script []event           // of lock-step runs, in the order of their times
	sink   io.Writer         // in place of the file trace.mcap
}

// event is something that happens to the simulated surroundings at a time of theirs.
type event struct {
	at time.Duration
	do func(*session)
}

// scripted is a Rig to which things happen.
type scripted struct {
	*Rig
	s      *session
	events []event
}

// NextEvent implements exec.World.
func (w *scripted) NextEvent() reactor.Time {
	next := w.Rig.NextEvent()
	if len(w.events) > 0 {
		next = min(next, reactor.Time(w.events[0].at))
	}
	return next
}

// AdvanceTo implements exec.World.
func (w *scripted) AdvanceTo(t reactor.Time) error {
	err := w.Rig.AdvanceTo(t)
	for len(w.events) > 0 && reactor.Time(w.events[0].at) <= t {
		do := w.events[0].do
		w.events = w.events[1:]
		do(w.s)
	}
	return err
}

// Stage is a run that is about to begin, as a Show sees it.
type Stage struct {
	Meter   *exec.Meter
	Network *Network
	Program *reactor.Program
	Rig     *Rig   // nil without simulated surroundings
	Clock   string // real or lock-step
	Params  *Params
}

// Show is told what goes on while the program runs, from its threads; its methods must be quick.
type Show interface {
	Begin(st *Stage) (reactor.Observer, error) // the observer, unless nil, sees every tag
	Tick(s *Sample)
	Robot(t time.Duration, w *WorldData)
	Picture(t time.Duration, p *Picture)
	End()
}

// PlanShow is a Show that also wants commands and targets, to foresee where they lead.
type PlanShow interface {
	Plan(c *motion.Command, t *Target) // one of them is nil
}

// Summary is what a run comes to: the contents of run.json.
type Summary struct {
	Program        string            `json:"program"`
	Clock          string            `json:"clock"`
	Seed           uint64            `json:"seed"`
	OutputHash     string            `json:"output_hash"`
	Seconds        float64           `json:"seconds"`      // of logical time
	WallSeconds    float64           `json:"wall_seconds"` // it took
	Cycles         uint64            `json:"cycles"`
	DeadlineMisses uint64            `json:"deadline_misses"`
	Skipped        map[string]uint64 `json:"skipped,omitempty"` // ticks that had passed, by timer
	Lost           map[string]uint64 `json:"lost,omitempty"`    // values that found no room, by queue
	Dropped        map[string]uint64 `json:"dropped,omitempty"` // events before an end at once, by enclave
	Violations     uint64            `json:"limit_violations"`
	TrackingRMS    *float64          `json:"tracking_rms_mm"` // null where the truth is not known
	TrackingMax    *float64          `json:"tracking_max_mm"`
	StaleReadings  uint64            `json:"stale_readings"`
	Frames         uint64            `json:"frames"`
	FramesSeen     uint64            `json:"frames_seen"`
	FramesRefused  uint64            `json:"frames_refused"` // unreadable, frozen, or too many at a time
	FramesSkipped  uint64            `json:"frames_skipped"` // not looked at because a newer one waited
	FramesLate     uint64            `json:"frames_late"`    // used more than 100 ms after they were taken
	FramesOld      uint64            `json:"frames_old"`     // not used: more than 300 ms old
	StoppedCycles  uint64            `json:"stopped_cycles"`
	ReadingFaults  uint64            `json:"reading_faults"`
	UnreadyCycles  uint64            `json:"unready_cycles"` // in which the robot took no commands
	PowerUps       uint32            `json:"power_ups"`      // times it was made ready
	LatenessP50    float64           `json:"lateness_p50_us"`
	LatenessP99    float64           `json:"lateness_p99_us"`
	LatenessMax    float64           `json:"lateness_max_us"`
	Tags           uint64            `json:"tags"`
	Reactions      uint64            `json:"reactions"`
	Params         Params            `json:"params"`
	Versions       map[string]string `json:"versions"`
	Warnings       []string          `json:"warnings,omitempty"`
	Error          string            `json:"error,omitempty"`
	Folder         string            `json:"-"` // the run folder, "" for none
}

// session is one run being prepared, run and closed.
type session struct {
	o        RunOptions
	h        Hardware
	rig      *Rig
	net      *Network
	live     atomic.Pointer[Network] // net, for the threads that bring frames
	prog     *reactor.Program
	rec      *record.Recorder
	w        *trace.Writer
	arm      *XArm // nil for another kind of robot
	m        *Metrics
	boxBegin int64 // the clock's reading at the time zero of a box on the real clock
	done     []func()
	folder   *folder.Folder // nil without one
	album    album
	begun    atomic.Int64 // the surroundings' time at the program's time zero, on the real clock; 0 before that
	replay   bool         // without surroundings
	lemon    func(time.Duration) spatial.Vec3
}

// Run runs the program and leaves a run folder behind, which is made when nothing else can go wrong any more. The summary
// is valid also with an error.
func Run(ctx context.Context, o RunOptions) (*Summary, *Report, error) {
	s := &session{o: o}
	defer s.close()
	if err := errors.Join(s.place().Check(), mock.FreeTaps(o.Taps)); err != nil {
		return nil, nil, err
	}
	if err := s.prepare(ctx); err != nil {
		return nil, nil, err
	}
	if err := record.Validate(s.prog, s.wanted()); err != nil {
		return nil, nil, err
	}
	meter := &exec.Meter{}
	watched, err := s.begin(meter)
	if err != nil {
		return nil, nil, err
	}
	if err := s.record(watched); err != nil {
		if o.Show != nil {
			o.Show.End()
		}
		return nil, nil, err
	}
	if o.hooks.ready != nil {
		o.hooks.ready(s)
	}
	opt := exec.Options{Timeout: o.For, Meter: meter, KeepAlive: true}
	if o.Fast {
		opt.Clock, opt.World, opt.Speed = exec.LockStep, &scripted{s.rig, s, o.hooks.script}, o.Speed
	} else {
		opt.Clock = exec.Real
		opt.Started = func(at int64) {
			if s.rig != nil {
				s.rig.Start = time.Duration(at - s.boxBegin)
				s.begun.Store(at - s.boxBegin)
			}
			if w, ok := watched.(interface{ Started(at int64) }); ok {
				w.Started(at)
			}
		}
		if o.Priority > 0 {
			opt.Threads = map[string]rt.Options{
				s.prog.Name: {Priority: o.Priority, Lock: true, LatencyFD: true},
				"vision":    {Background: true},
			}
		}
	}
	s.live.Store(s.net)
	res, err := exec.Run(ctx, s.prog, opt)
	if o.Show != nil {
		o.Show.End()
	}
	return s.finish(res, err)
}

// begin tells who watches.
func (s *session) begin(m *exec.Meter) (reactor.Observer, error) {
	if s.o.Show == nil {
		return nil, nil
	}
	return s.o.Show.Begin(&Stage{m, s.net, s.prog, s.rig, s.clock(), &s.o.Params})
}

func (s *session) clock() string {
	if s.o.Fast {
		return clockLockStep
	}
	return clockReal
}

// prepare makes the surroundings and the program.
func (s *session) prepare(ctx context.Context) error {
	h, err := Describe()
	if err != nil {
		return err
	}
	if s.o.Robot == "" && !s.replay {
		if s.rig, err = NewRig(s.o.Params, s.o.Seed); err != nil {
			return err
		}
		if s.o.Rig != nil {
			s.o.Rig(s.rig)
		}
		s.lemon = s.rig.lemonAt
	}
	if !s.replay {
		if h.Arm, err = s.connect(ctx); err != nil {
			return err
		}
	}
	if s.rig != nil {
		h.Eye = s.rig.Eye
	}
	s.h = h
	s.arm, _ = h.Arm.(*XArm)
	if s.net, err = New(s.o.Params, h); err != nil {
		return err
	}
	if s.o.hooks.extend != nil {
		s.o.hooks.extend(s.net)
	}
	if err := s.cut(); err != nil {
		return err
	}
	if s.prog, err = reactor.Build(s.net.Main, reactor.Options{Workers: s.o.Params.Workers, Replay: s.replay, Cut: s.o.Cut}); err != nil {
		return err
	}
	if err := mock.Install(s.prog, s.o.Mocks); err != nil {
		return err
	}
	if s.rig != nil {
		s.rig.frames = s.film
	}
	return nil
}

// cut finds the connections that the mocks replace.
func (s *session) cut() error {
	if len(s.o.Mocks) == 0 {
		return nil
	}
	probe, err := Build(s.o.Params)
	if err != nil {
		return err
	}
	cuts, err := mock.Cuts(probe, s.o.Mocks)
	s.o.Cut = append(slices.Clone(s.o.Cut), cuts...)
	return err
}

// film hands a frame of the simulated camera to the program.
func (s *session) film(f Frame) {
	if film := s.o.hooks.film; film != nil {
		g := f // its own, so that frames stay off the heap
		if !film(&g) {
			return
		}
		f = g
	}
	s.net.Camera.Frame.Schedule(f, 0)
}

// connect makes the way to the robot: the wire in memory, or TCP to the simulated box's server or a real box.
func (s *session) connect(ctx context.Context) (Arm, error) {
	joint := s.o.Params.Path == "joint"
	if s.o.Fast {
		return NewXArm(s.rig.Net.Dial, s.o.Params.Period, joint)
	}
	addr, err := s.o.Robot, error(nil)
	switch {
	case addr != "":
	case len(s.o.Sim) > 0:
		addr, err = s.boxBeside()
	default:
		addr, err = s.boxWithin(ctx)
	}
	if err != nil {
		return nil, err
	}
	a, err := NewXArm(xarm.DialTCP(addr, time.Second), 2*s.o.Params.Period, joint)
	if err == nil {
		a.Ready()
	}
	return a, err
}

// boxBeside starts the simulated box in a process of its own and returns its address.
func (s *session) boxBeside() (string, error) {
	p, err := startBox(s.o.Sim, boxOrder{s.o.Params, s.o.Seed, boxPriority(s.o.Priority)}, s.frame)
	if err != nil {
		return "", err
	}
	s.boxBegin = p.hello.Begin
	s.done = append(s.done, p.close)
	return p.hello.Command, nil
}

// boxWithin serves the simulated box in this process and returns its address.
func (s *session) boxWithin(ctx context.Context) (string, error) {
	l, err := s.rig.listen(boxThread(boxPriority(s.o.Priority)))
	if err != nil {
		return "", err
	}
	s.boxBegin = l.clock.begin
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() { _ = l.serve(ctx, s.frame) })
	s.done = append(s.done, func() { cancel(); wg.Wait() })
	return l.server.Addr(), nil
}

// frame hands a frame to the program once there is one.
func (s *session) frame(f Frame) {
	if n := s.live.Load(); n != nil {
		if begun := s.begun.Load(); begun > 0 {
			f.Exposed = reactor.Time(int64(f.Shot.Time) - begun)
		}
		n.Camera.Frame.Schedule(f, 0)
	}
}

// show passes on what those who watch want to see.
func (s *session) show() error {
	v := s.o.Show
	if v == nil {
		return s.tap(nil, func(_ time.Duration, p *Picture) { s.album.keep(p) }, nil)
	}
	s.m.onTick = v.Tick
	var plan func(*motion.Command, *Target)
	if f, ok := v.(PlanShow); ok {
		plan = f.Plan
	}
	return s.tap(v.Robot, func(t time.Duration, p *Picture) { s.album.keep(p); v.Picture(t, p) }, plan)
}

// tap passes readings, pictures and plans on; nil for those that nobody wants.
func (s *session) tap(robot func(time.Duration, *WorldData), picture func(time.Duration, *Picture),
	plan func(*motion.Command, *Target)) error {
	var errs []error
	if robot != nil {
		errs = append(errs, record.Tap(s.rec, "robot.world_data", func(tag reactor.Tag, w *WorldData) { robot(tag.Time.Duration(), w) }))
	}
	if picture != nil {
		errs = append(errs, record.Tap(s.rec, "vision.camera.picture", func(tag reactor.Tag, p *Picture) { picture(tag.Time.Duration(), p) }))
	}
	if plan != nil {
		errs = append(errs, record.Tap(s.rec, "planning.safety.command", func(_ reactor.Tag, c *motion.Command) { plan(c, nil) }),
			record.Tap(s.rec, "planning.instructor.target_position", func(_ reactor.Tag, t *Target) { plan(nil, t) }))
	}
	return errors.Join(errs...)
}

func (s *session) finish(res exec.Result, runErr error) (*Summary, *Report, error) {
	hash := s.rec.Hash()
	errs := []error{runErr, s.rec.Close()}
	if s.w != nil {
		errs = append(errs, s.w.Close())
		s.w = nil
	}
	us := func(d time.Duration) float64 { return float64(d) / 1e3 }
	sum := &Summary{Program: Program, Clock: s.clock(), Seed: s.o.Seed, OutputHash: hash, Seconds: res.Tag.Time.Duration().Seconds(),
		WallSeconds: res.Elapsed.Seconds(), Cycles: s.m.Cycles, DeadlineMisses: res.Counters.Misses - s.net.Camera.Skipped(), Violations: s.m.Violations,
		TrackingRMS: mm(s.m.RMS()), TrackingMax: mm(s.m.Worst()), StaleReadings: uint64(s.net.Moderator.Stale), Frames: s.m.Frames,
		FramesSeen: s.m.Seen, FramesRefused: s.net.Camera.Bad + s.net.Camera.Frame.Refused(), FramesSkipped: s.net.Camera.Skipped(),
		FramesLate: s.net.Planner.Late, FramesOld: s.net.Planner.Old + s.net.Transform.Old, StoppedCycles: s.m.Stops,
		ReadingFaults: s.m.Faults, UnreadyCycles: s.net.Robot.Unready, PowerUps: s.net.Robot.epoch, LatenessP50: us(res.Lateness.Quantile(0.5)), LatenessP99: us(res.Lateness.Quantile(0.99)),
		LatenessMax: us(res.Lateness.Max()), Tags: res.Counters.Tags, Reactions: res.Counters.Reactions,
		Params: s.o.Params, Versions: versions(), Warnings: slices.Concat(res.Warnings, res.Notes()),
		Skipped: res.Totals(reactor.Skipped), Lost: res.Totals(reactor.Lost), Dropped: res.Totals(reactor.Dropped)}
	if err := errors.Join(errs...); err != nil {
		sum.Error = spelling.Clip(err.Error())
	}
	rep := &Report{Summary: sum, Metrics: s.m, Lateness: &res.Lateness, Graph: s.prog.Graph(), Picture: s.album.best()}
	if s.folder != nil {
		sum.Folder = s.folder.Dir
		errs = append(errs, rep.write(s.folder))
		s.folder = nil // it is whole
	}
	return sum, rep, errors.Join(errs...)
}

func (s *session) close() {
	for i := len(s.done) - 1; i >= 0; i-- {
		s.done[i]()
	}
	if s.w != nil {
		_ = s.w.Close() // the run did not begin; its error is reported
	}
	if s.folder != nil {
		s.folder.Discard()
	}
}

func versions() map[string]string {
	return map[string]string{"go": runtime.Version(), "arch": runtime.GOOS + "/" + runtime.GOARCH}
}
