package lemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/math/spatial"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/xarm"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Program is the name under which recordings of this program are known.
const Program = "demo"

// hooks let the tests of this package reach into a run.
type hooks struct {
	extend func(*Network)    // before the program is built
	ready  func(*session)    // before it runs
	film   func(*Frame) bool // on every frame; false loses it
	script []event           // of lock-step runs
}

// event is something that happens to the simulated surroundings at a time of theirs.
type event struct {
	at time.Duration
	do func(*session)
}

// Summary is what a run comes to: the contents of run.json.
type Summary struct {
	run.Summary
	Cycles        uint64   `json:"cycles"`
	Violations    uint64   `json:"limit_violations"`
	TrackingRMS   *float64 `json:"tracking_rms_mm"` // null where the truth is not known
	TrackingMax   *float64 `json:"tracking_max_mm"`
	StaleReadings uint64   `json:"stale_readings"`
	Frames        uint64   `json:"frames"`
	FramesSeen    uint64   `json:"frames_seen"`
	FramesRefused uint64   `json:"frames_refused"` // unreadable, frozen, or too many at a time
	FramesSkipped uint64   `json:"frames_skipped"` // not looked at because a newer one waited
	FramesLate    uint64   `json:"frames_late"`    // used more than 100 ms after they were taken
	FramesOld     uint64   `json:"frames_old"`     // not used: more than 300 ms old
	StoppedCycles uint64   `json:"stopped_cycles"`
	ReadingFaults uint64   `json:"reading_faults"`
	UnreadyCycles uint64   `json:"unready_cycles"` // in which the robot took no commands
	PowerUps      uint32   `json:"power_ups"`      // times it was made ready
	Params        Params   `json:"params"`
}

// session is one instance of the program with what is around it.
type session struct {
	Spec
	order    run.Order
	p        Params
	h        Hardware
	rig      *Rig // nil without simulated surroundings
	net      *Network
	live     atomic.Pointer[Network] // net, for the threads that bring frames
	prog     *reactor.Program
	rec      *record.Recorder
	m        *Metrics
	now      status
	boxBegin int64 // the clock's reading at the time zero of a box on the real clock
	done     []func()
	album    album
	begun    atomic.Int64 // the surroundings' time at the program's time zero, on the real clock; 0 before that
	lemon    func(time.Duration) spatial.Vec3
}

// prepare makes the surroundings and the program.
func (s *session) prepare() error {
	h, err := Describe()
	if err != nil {
		return err
	}
	if !s.order.Replay {
		if s.Robot == "" || !s.order.Real {
			if s.rig, err = NewRig(s.p, s.order.Seed); err != nil {
				return err
			}
			if s.Rig != nil {
				s.Rig(s.rig)
			}
			s.lemon = s.rig.lemonAt
		}
		if h.Arm, err = s.connect(); err != nil {
			return err
		}
	}
	if s.rig != nil {
		h.Eye, s.rig.frames = s.rig.Eye, s.film
	}
	s.h = h
	if s.net, err = New(s.p, h); err != nil {
		return err
	}
	if s.hooks.extend != nil {
		s.hooks.extend(s.net)
	}
	s.prog, err = reactor.Build(s.net.Main, reactor.Options{Workers: s.p.Workers, Replay: s.order.Replay, Cut: s.order.Cut})
	return err
}

// film hands a frame of the simulated camera to the program.
func (s *session) film(f Frame) {
	if film := s.hooks.film; film != nil {
		g := f // its own, so that frames stay off the heap
		if !film(&g) {
			return
		}
		f = g
	}
	s.net.Camera.Frame.Schedule(f, 0)
}

// connect makes the way to the robot: the wire in memory, or TCP to the simulated box's server or a real box.
func (s *session) connect() (*XArm, error) {
	if !s.order.Real {
		return NewXArm(s.rig.Net.Dial, s.p.Period, &s.p)
	}
	addr, err := s.Robot, error(nil)
	switch {
	case addr != "":
	case len(s.Sim) > 0:
		addr, err = s.boxBeside()
	default:
		addr, err = s.boxWithin()
	}
	if err != nil {
		return nil, err
	}
	a, err := NewXArm(xarm.DialTCP(addr, time.Second), 2*s.p.Period, &s.p)
	if err == nil {
		a.Ready()
	}
	return a, err
}

// boxBeside starts the simulated box in a process of its own and returns its address.
func (s *session) boxBeside() (string, error) {
	p, err := startBox(s.Sim, boxOrder{s.p, s.order.Seed, boxPriority(s.order.Priority)}, s.frame)
	if err != nil {
		return "", err
	}
	s.boxBegin = p.hello.Begin
	s.done = append(s.done, p.close)
	return p.hello.Command, nil
}

// boxWithin serves the simulated box in this process and returns its address.
func (s *session) boxWithin() (string, error) {
	l, err := s.rig.listen(boxThread(boxPriority(s.order.Priority)))
	if err != nil {
		return "", err
	}
	s.boxBegin = l.clock.begin
	ctx, cancel := context.WithCancel(context.Background())
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

// begin lets frames in.
func (s *session) begin(context.Context) (func(), error) {
	if s.hooks.ready != nil {
		s.hooks.ready(s)
	}
	s.live.Store(s.net)
	return nil, nil
}

// exec says how the program runs on the real clock.
func (s *session) exec(o *exec.Options) {
	if !s.order.Real {
		return
	}
	o.KeepAlive = true
	o.Started = func(at int64) {
		if s.rig != nil {
			s.rig.Start = time.Duration(at - s.boxBegin)
			s.begun.Store(at - s.boxBegin)
		}
	}
	if s.order.Priority > 0 {
		o.Threads = map[string]rt.Options{
			s.prog.Name: {Priority: s.order.Priority, Lock: true, LatencyFD: true},
			"vision":    {Background: true},
		}
	}
}

// tap passes readings, pictures and plans on; nil for those that nobody wants.
func (s *session) tap(robot func(time.Duration, *WorldData), picture func(time.Duration, *Picture),
	plan func(*motion.Command, *Target)) error {
	errs := []error{
		record.Tap(s.rec, "robot.world_data", func(tag reactor.Tag, w *WorldData) { robot(tag.Time.Duration(), w) }),
		record.Tap(s.rec, "vision.camera.picture", func(tag reactor.Tag, p *Picture) { picture(tag.Time.Duration(), p) }),
	}
	if plan != nil {
		errs = append(errs, record.Tap(s.rec, "planning.safety.command", func(_ reactor.Tag, c *motion.Command) { plan(c, nil) }),
			record.Tap(s.rec, "planning.instructor.target_position", func(_ reactor.Tag, t *Target) { plan(nil, t) }))
	}
	return errors.Join(errs...)
}

// result sums a run up.
func (s *session) result(e *run.Ended) *run.Result {
	e.DeadlineMisses -= s.net.Camera.Skipped()
	sum := &Summary{Summary: e.Summary, Cycles: s.m.Cycles, Violations: s.m.Violations,
		TrackingRMS: mm(s.m.RMS()), TrackingMax: mm(s.m.Worst()), StaleReadings: uint64(s.net.Moderator.Stale), Frames: s.m.Frames,
		FramesSeen: s.m.Seen, FramesRefused: s.net.Camera.Bad + s.net.Camera.Frame.Refused(), FramesSkipped: s.net.Camera.Skipped(),
		FramesLate: s.net.Planner.Late, FramesOld: s.net.Planner.Old + s.net.Transform.Old, StoppedCycles: s.m.Stops,
		ReadingFaults: s.m.Faults, UnreadyCycles: s.net.Robot.Unready, PowerUps: s.net.Robot.epoch, Params: s.p}
	rep := &Report{Summary: sum, Metrics: s.m, Ended: e, Picture: s.album.best()}
	return &run.Result{Summary: &sum.Summary, Value: sum, Report: rep.page, Print: sum.print}
}

// print says how the run went.
func (s *Summary) print(w io.Writer) {
	tracking := "tracking error not measured, which begins after 3 s"
	if s.TrackingRMS != nil && s.TrackingMax != nil {
		tracking = fmt.Sprintf("tracking error %.2f mm rms, %.2f mm at most", *s.TrackingRMS, *s.TrackingMax)
	}
	fmt.Fprintf(w, "%.1f s of robot time in %.1f s: %s; %d deadline misses, %d limit violations, %d stale readings repaired\n",
		s.Seconds, s.WallSeconds, tracking, s.DeadlineMisses, s.Violations, s.StaleReadings)
	s.PrintEnd(w)
}

func (s *session) close() error {
	for i := len(s.done) - 1; i >= 0; i-- {
		s.done[i]()
	}
	return nil
}
