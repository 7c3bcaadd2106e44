package wheelchair

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"github.com/sinew-robotics/sinew/app/wheelchair/chair"
	"github.com/sinew-robotics/sinew/app/wheelchair/nodes/system"
	"github.com/sinew-robotics/sinew/app/wheelchair/old"
	"github.com/sinew-robotics/sinew/control/nav"
	"github.com/sinew-robotics/sinew/control/node"
	plane "github.com/sinew-robotics/sinew/math/nav"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/joypad"
	"github.com/sinew-robotics/sinew/robot/sick"
	"github.com/sinew-robotics/sinew/robot/wheelchair"
	"github.com/sinew-robotics/sinew/sim/planar"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/report"
)

// Program is the name under which recordings of this program are known.
const Program = "wheelchair"

// Spec is the program for debugger, scenarios, pages and run.Do. In memory the wheelchair is simulated in this process, in
// lock-step; on the real clock it is where HIL says.
type Spec struct {
	HIL [3]string // on the real clock: addresses of the kit and of the scanners at the front and at the rear
	Old bool      // use the program written by hand instead of the generated one: it knows only the mode auto
}

// architecture is a program that drives: the generated one, or the one written by hand.
type architecture interface {
	Join(live *run.Around, o run.Order, d system.Drivers) error
	Nodes() []*node.Base
}

// ports are the observed ports of a program, by path; "" for those that it lacks.
type ports struct{ drive, place, odom, sent, commanded, scans, state, verdict, report string }

// generated returns those of the generated program, byHand those of the other.
func generated() ports {
	return ports{drive: "navigation.move_base.drive", place: "navigation.amcl.locate.place", odom: "odom.value", sent: "platform.guard.safe_cmd_vel", commanded: "platform.ratp_node.commanded",
		scans: "sensing.merger.merged", state: "state.value", verdict: "platform.guard.verdict", report: "overseer.report"}
}

func byHand() ports {
	return ports{drive: "move_base.drive", place: "amcl.locate.place", odom: "odom_pub.tf", sent: "obstacle_avoidance.safe_cmd_vel", commanded: "ratp_node.commanded", scans: "scanner_multi_merger_center.merged"}
}

// Name implements run.Spec.
func (Spec) Name() string { return Program }

// Params implements run.Spec.
func (Spec) Params() any {
	p := DefaultParams()
	return &p
}

// session is one instance of the program with its surroundings.
type session struct {
	Spec
	order  run.Order
	p      Params
	at     *setting
	stack  *stack
	system architecture
	ports  ports
	locate *nav.Locate
	prog   *reactor.Program
	rig    *Rig // nil without a simulated world in this process
	kit    *kit
	eyes   [2]*eye
	pad    *pad
	people *people
	around run.Around
	meter  meter
	screen *screen
	clock  func() time.Duration
	time   time.Duration // of the simulation
	start  atomic.Int64  // on the real clock, when the program began; 0: not yet
	dying  []*node.Base  // killed whenever they run
	now    moment
}

// Make implements run.Spec.
func (c Spec) Make(o run.Order) (*run.Instance, error) {
	_, i, err := c.open(o)
	return i, err
}

// open makes a session and its instance.
func (c Spec) open(o run.Order) (*session, *run.Instance, error) {
	s := &session{Spec: c, order: o}
	var err error
	if s.p, err = run.Params[Params](c, o); err == nil {
		err = s.build()
	}
	if err != nil {
		return nil, nil, errors.Join(err, s.around.Close())
	}
	i := &run.Instance{Program: s.prog, Scene: s.scene(), Orders: s.orders(), Watch: s.watch, Measure: s.measure, Close: s.around.Close, Status: s.now.words,
		Describe: func() map[string]string { return run.Described(Program, &s.p, o.Seed, o.Cut) }, Result: s.result}
	i.State = []any{&s.meter, &s.now}
	switch {
	case o.Replay:
	case o.Real:
		i.Clock, i.Exec, i.Begin = exec.Real, s.exec, s.begin
		i.Script(s.events()...)
	default:
		i.World, i.Failures = s, s.failures()
		i.State = append(i.State, s.rig, s.kit, s.eyes[0], s.eyes[1], s.pad, &s.dying)
		i.Script(s.events()...)
	}
	return s, i, nil
}

// Check finds options that do not go together, before anything is made.
func (c Spec) Check(o *run.Options) error {
	if !o.Real && o.For == 0 {
		return errors.New("a run in memory needs an end: add --for, such as --for 60s")
	}
	return nil
}

// build makes surroundings and program.
func (s *session) build() (err error) {
	if err = s.p.Validate(); err != nil {
		return err
	}
	if s.at, err = s.p.setting(s.order.Seed); err != nil {
		return err
	}
	s.meter.goal, s.meter.has, s.meter.begin = s.at.goal, s.at.has && s.p.Mode == "auto", s.p.Begin
	s.meter.seat.at = plane.Comfort().Seat
	main := reactor.NewMain(Program)
	if s.Old {
		err = s.byHand(main)
	} else {
		err = s.generated(main)
	}
	if err == nil && !s.order.Replay {
		err = s.surround()
	}
	if err != nil {
		return err
	}
	s.prog, err = reactor.Build(main, reactor.Options{Workers: s.p.Workers, Replay: s.order.Replay, Cut: s.order.Cut})
	return err
}

// byHand makes the program written by hand.
func (s *session) byHand(main *reactor.Main) error {
	if s.p.Mode != "auto" || s.at.told == nil {
		return errors.New("the program that was written by hand knows the mode auto alone, and has to be told where it begins")
	}
	o, err := old.New(main, old.Config{Grid: s.at.grid, Told: *s.at.told, Seed: s.order.Seed})
	if err != nil {
		return err
	}
	s.system, s.ports, s.locate = o, byHand(), o.Locate
	if !s.p.Stay {
		newFinish(main, o.Drive)
	}
	return nil
}

// generated makes the program of the model.
func (s *session) generated(main *reactor.Main) error {
	s.ports = generated()
	s.stack = &stack{grid: s.at.grid, told: s.at.told, seed: s.order.Seed, ends: s.p.Mode == "auto" && !s.p.Stay}
	params := system.NewParams()
	made, err := system.NewFilled(main, &params, s.stack.fillings())
	if err != nil {
		return err
	}
	s.system, s.locate = made, s.stack.locate
	return s.stack.keeper.watch(made.Nodes())
}

// surround makes the devices, simulated or not, and joins them to the seams.
func (s *session) surround() (err error) {
	s.clock = func() time.Duration { return s.time }
	dial, look := wheelchair.Dial(s.HIL[0], time.Second), [2]func() (sick.Conn, error){sick.Dial(s.HIL[1], time.Second), sick.Dial(s.HIL[2], time.Second)}
	if s.order.Real {
		s.clock = func() time.Duration {
			if at := s.start.Load(); at != 0 {
				return time.Duration(rt.Now() - at)
			}
			return 0
		}
	} else {
		if err = s.simulate(); err != nil {
			return err
		}
		dial, look = s.rig.Kit.Dial, [2]func() (sick.Conn, error){s.rig.Scanners[0].Dial, s.rig.Scanners[1].Dial}
	}
	if s.kit, err = newKit(dial, s.clock, s.order.Real); err != nil {
		return err
	}
	say := func(line string) { s.say(line) }
	for i, name := range [2]string{"front scanner", "rear scanner"} {
		if s.eyes[i], err = newEye(name, look[i], chair.Mounts()[i], s.clock, say); err != nil {
			return err
		}
	}
	s.pad, s.people = &pad{ills: ills{rng: rand.New(rand.NewPCG(s.order.Seed, 0x6a6f79))}}, &people{tell: s.report}
	if s.p.Joypad != "" {
		s.pad.script, _ = joypad.ParseScript("joypad", s.p.Joypad) // checked before
	} else if s.p.Pad && s.order.Real {
		s.pad.real = joypad.Open(joypad.Config{Report: say})
	}
	return s.system.Join(&s.around, s.order, system.Drivers{
		TeleoperationJoyNode: s.pad, SensingLeftDriver: s.eyes[0], SensingRightDriver: s.eyes[1], PlatformPmk: s.kit, Outside: s.people,
	})
}

// simulate makes the world.
func (s *session) simulate() error {
	c := planar.Config{Map: s.at.truth, Seed: s.order.Seed, Walks: s.at.walks}
	for _, b := range s.p.Boxes {
		c.Boxes = append(c.Boxes, planar.Box{At: (&Place{b[0], b[1], b[2]}).Pose(), Length: b[3], Width: b[4]})
	}
	world, err := planar.New(c)
	if err != nil {
		return err
	}
	if s.rig, err = NewRig(world, s.at.start, s.order.Seed); err != nil {
		return err
	}
	if s.p.Mode == "native" {
		s.rig.Kit.SwitchTo(wheelchair.Native)
	}
	return nil
}

// pulse is how often the world polls its devices.
const pulse = 5 * time.Millisecond

// NextEvent implements exec.World.
func (s *session) NextEvent() reactor.Time { return reactor.Time(s.time + pulse) }

// AdvanceTo implements exec.World: the world advances, and the devices report.
func (s *session) AdvanceTo(t reactor.Time) error {
	for next := s.time + pulse; next <= t.Duration(); next += pulse {
		s.time = next
		for _, b := range s.dying {
			if b.State() == node.Running {
				b.Kill.Schedule("killed", 0)
			}
		}
		s.rig.Advance(next, func() { s.meter.step(s.rig) })
		for _, e := range s.eyes {
			e.poll()
		}
		if next%wheelchair.Period == 0 {
			s.stick(next)
			s.kit.poll()
			if s.p.Mode != "native" { // in native the script moves the stick on board
				s.pad.poll(next)
			}
			s.meter.locate(s.rig.Body.Pose())
		}
	}
	return nil
}

// stick lets the script of a native drive move the stick on board.
func (s *session) stick(t time.Duration) {
	if s.pad.script == nil || s.p.Mode != "native" {
		return
	}
	x := s.pad.script.At(t)
	s.rig.Kit.Stick(x.Axes[joypad.LeftY], x.Axes[joypad.LeftX], 0)
}

// events returns the orders at the start.
func (s *session) events() (all []run.Event) {
	if !s.Old {
		all = append(all, run.Event{At: 0, Do: func() error { return s.give(s.people.seam.DeliverWish(s.p.state())) }})
	}
	if s.meter.has {
		all = append(all, run.Event{At: s.p.Begin, Do: func() error {
			return s.give(s.people.seam.DeliverGoal(nav.Goal{Pose: s.at.goal, Number: 1}))
		}})
	}
	return all
}

// give returns an error if an order was not taken.
func (s *session) give(taken bool) error {
	if !taken {
		return errors.New("the program did not take the order")
	}
	return nil
}

// exec sets how the program runs on the real clock.
func (s *session) exec(o *exec.Options) {
	o.KeepAlive = true
	o.Started = s.start.Store
}

// begin starts polling the devices on the real clock.
func (s *session) begin(_ context.Context, live *run.Around) error {
	live.Go(func(ctx context.Context) error {
		rt.Every(ctx, pulse, func() {
			for _, e := range s.eyes {
				if s.start.Load() != 0 {
					e.poll()
				}
			}
		})
		return nil
	})
	live.Go(func(ctx context.Context) error {
		rt.Every(ctx, wheelchair.Period, func() { s.pad.poll(s.clock()) })
		return nil
	})
	live.Keep(func() { _ = s.around.Close() }) // release the devices at once
	return nil
}

// measure returns the figures of the run so far, by the names of run.json.
func (s *session) measure() map[string]float64 {
	f := s.meter.figures(s.rig)
	num := func(x *float64) float64 {
		if x == nil {
			return math.NaN()
		}
		return *x
	}
	reached := 0.0
	if f.Reached {
		reached = 1
	}
	return map[string]float64{"reached": reached, "collisions": float64(f.Collisions), "min_clearance_m": num(f.Clearance), "rmse_m": num(f.RMSE),
		"rmse_deg": num(f.YawRMSE), "time_s": num(f.Time), "shortest_m": num(f.Shortest), "shortest_s": num(f.Least), "path_m": f.Path,
		"accel_max": f.Accel, "jerk_max": f.Jerk, "emergency_stops": float64(f.Hard), "sway_per_m": f.Sway, "off_m": num(f.OffM), "off_rad": num(f.OffRad)}
}

// Summary is the contents of run.json.
type Summary struct {
	run.Summary
	Figures
	Params Params   `json:"params"`
	Notes  []string `json:"notes,omitempty"`

	// What a comparison of runs needs beyond run.json: the true track of the wheelchair, every 100 ms, and the latencies from a
	// scan's last beam to the first command that takes it into account, s.
	Track   []plane.Pose `json:"-"`
	Latency []float64    `json:"-"`
}

// result summarises a run.
func (s *session) result(e *run.Ended) *run.Result {
	v := &Summary{Summary: e.Summary, Figures: s.meter.figures(s.rig), Params: s.p, Notes: e.Notes}
	v.Mode, v.Track, v.Latency = s.now.state.String(), s.meter.track, s.meter.latency
	return &run.Result{Summary: &v.Summary, Value: v, Print: v.print, Report: func() (report.Report, error) { return s.page(v, e) }}
}

// print prints how the run went.
func (v *Summary) print(w io.Writer) {
	switch {
	case v.Reached:
		fmt.Fprintf(w, "the goal was reached in %.1f s", *v.Time)
		if v.Least != nil {
			fmt.Fprintf(w, ", where %.1f s are the least", *v.Least)
		}
		fmt.Fprintln(w)
	case v.OffM != nil:
		fmt.Fprintf(w, "the goal was not reached: it is %.2f m and %.2f rad away\n", *v.OffM, *v.OffRad)
	}
	if v.Collisions < 0 {
		fmt.Fprintln(w, "the wheelchair is elsewhere: nobody here knows how far it drove, or what it touched")
		v.PrintEnd(w)
		return
	}
	fmt.Fprintf(w, "%.2f m driven, %d collisions", v.Path, v.Collisions)
	if v.Clearance != nil {
		fmt.Fprintf(w, ", %.3f m of clearance at least", *v.Clearance)
	}
	if v.RMSE != nil {
		fmt.Fprintf(w, "; the place was off by %.3f m and %.2f° rms", *v.RMSE, *v.YawRMSE)
	}
	fmt.Fprintf(w, "; %.2f m/s² and %.2f m/s³ at most at the seat\n", v.Accel, v.Jerk)
	v.PrintEnd(w)
}
