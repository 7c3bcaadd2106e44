package dive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/box"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Program is the name under which recordings of these runs are known.
const Program = "rov"

// Name implements run.Spec.
func (Spec) Name() string { return Program }

// Params implements run.Spec.
func (Spec) Params() any {
	p := DefaultParams()
	return &p
}

// Spec is a model of Atoms on an underwater robot, for debugger, scenarios, pages and run.Do. In memory the vehicle is
// simulated in this process, in lock-step. Otherwise Spec says where it is, and its mode, free-running or lock-step,
// determines the run's. For a simulated vehicle the zero value suffices.
type Spec struct {
	HIL      string            // address of a simulated or real vehicle
	Key      []byte            // shared with it in advance, as seal.ParseKey reads it
	Simulate []string          // without HIL: the command of a process that calls ServeVehicle
	Prompt   bool              // on the real clock, loops begin as soon as those before them are done, not at their places in the cycle
	Revise   bool              // choose other periods while running, if measured computation times require it
	Compare  string            // folder of another run whose heading the report shows next to this one's; "" for none
	World    *rov.WorldConfig  // in memory: the surroundings, instead of those that parameters and seed describe; nil for those
	Edit     func(*atom.Model) // changes the model before it is checked; nil for nothing
}

// Case is one of the many runs of a study, in memory and in lock-step.
type Case struct {
	Params Params
	Seed   uint64
	For    time.Duration
	World  *rov.WorldConfig  // as in Spec
	Edit   func(*atom.Model) // as in Spec
}

// Make implements run.Spec: with a vehicle in the same process, one that is reached over UDP, or none for a replay.
func (c Spec) Make(o run.Order) (*run.Instance, error) {
	s := &session{Spec: c, order: o, seed: o.Seed}
	var err error
	if s.p, err = run.Params[Params](c, o); err == nil {
		err = s.prepare()
	}
	if err != nil {
		_ = s.around.Close() // never fails
		return nil, err
	}
	s.flight = newFlight(o.Length, s.period(), len(s.vehicle.Thrusters))
	i := &run.Instance{Program: s.prog, Clock: s.clock, Scene: s.page(), Orders: s.buttons(), Watch: s.show, Measure: s.measure, Close: s.around.Close,
		Describe: func() map[string]string { return run.Described(Program, &s.p, s.seed, o.Cut) },
		Begin:    s.begin, Film: s.film, Status: s.status, Result: s.finish}
	i.State = append(s.proj.State(), &s.watch.wanted, s.flight, &s.truth)
	for _, path := range sorted(s.drivers) {
		i.State = append(i.State, s.drivers[path])
	}
	if s.thrust != nil {
		i.State = append(i.State, s.thrust)
	}
	if s.clock == exec.Real {
		i.Exec = s.exec
	}
	switch {
	case s.in != nil:
		i.World, i.Failures, i.State = s.in, s.failures(), append(i.State, s.in)
	case s.client != nil && s.clock != exec.Real:
		i.World = s.client
	}
	if !o.Replay { // in a replay the orders come from the recording
		i.Script(s.events()...)
	}
	return i, nil
}

// Check finds options that do not go together, before anything is made.
func (c Spec) Check(o *run.Options) error {
	var errs []error
	bad := func(is bool, text string) {
		if is {
			errs = append(errs, errors.New(text))
		}
	}
	bad(!o.Real && c.HIL != "", "--fast simulates the vehicle in this process: leave out --hil, or leave out --fast (a simulator in lock-step is as fast as it goes by itself)")
	bad(!o.Real && o.For == 0, "--fast needs an end: add --for, such as --for 20s")
	bad(o.Real && c.HIL == "" && len(c.Simulate) == 0, "no vehicle: give --hil ADDR, or --fast")
	return errors.Join(errs...)
}

// approach is how the compositions' threads wait for their cycles: the spin covers the usual lateness of a sleep, at
// half a per cent of a 25 ms cycle.
func approach() rt.Approach {
	return rt.Approach{Light: 200 * time.Microsecond, Spin: 100 * time.Microsecond}
}

// rousing is how long before a cycle its thread is roused: no longer than the spin, so that it does not fall asleep again.
const rousing = 80 * time.Microsecond

// prepare builds the program: for a replay, for a vehicle in this process, or for one elsewhere, to which it connects after
// the model has been checked.
func (s *session) prepare() error {
	if err := s.check(); err != nil {
		return err
	}
	var o project.Options
	switch {
	case s.order.Replay:
		s.craft = silent{}
	case s.order.Real:
		if _, _, faults := bind(s.model, s.doc, s.plan.Groups, &s.vehicle, silent{}); len(faults) > 0 {
			return faults
		}
		if err := s.reach(); err != nil {
			return err
		}
		if s.craft = s.client; s.client.Mode() != hil.LockStep {
			o = s.free()
		}
	default:
		if err := s.simulate(); err != nil {
			return err
		}
	}
	return s.build(o)
}

// free selects the real clock.
func (s *session) free() (o project.Options) {
	s.clock, s.p.Wake = exec.Real, rousing
	if !s.Prompt {
		o.Sleep = approach().SleepUntil
	}
	o.Now, o.Ring = rt.Now, int(min(max(s.order.Length/time.Millisecond, 8192), 200_000))
	return o
}

// reach connects to the vehicle, and first simulates one if there is none.
func (s *session) reach() (err error) {
	thread := s.order.Thread(0)
	if s.addr, s.strange = s.HIL, s.HIL != ""; !s.strange {
		if _, err = s.around.Start(run.Process{Name: "the simulated vehicle", Argv: s.Simulate, Order: run.Simulated[Params]{Params: s.p, Seed: s.seed},
			Priority: thread.Priority, Hello: &s.addr, Say: func(line string) { s.order.Say("simulator: " + line) }}); err != nil {
			return err
		}
		s.order.Say("simulated vehicle at " + s.addr)
	}
	c := hil.ClientConfig{Addr: s.addr, Key: s.Key, Vehicle: s.p.Vehicle, Fresh: true, Report: s.order.Say, Thread: run.Thread(thread)}
	if s.client, err = hil.Dial(cmp.Or(s.order.Context, context.Background()), c); err != nil {
		return err
	}
	s.around.Keep(func() { _ = s.client.Close() }) // the run is over
	s.seed = s.client.Peer().Seed
	return nil
}

// ServeVehicle is the process of a simulated vehicle for a run on the real clock, a run.Process: it reads from in which
// vehicle to be, reports its address on out, and runs the vehicle freely until in or ctx ends.
func ServeVehicle(ctx context.Context, in io.Reader, out io.Writer) error {
	return run.Beside(ctx, in, out, func(o run.Simulated[Params], thread func() (undo func())) (*run.Served, error) {
		w, err := o.Params.world(o.Seed)
		if err != nil {
			return nil, err
		}
		s, err := box.Listen(box.ServerConfig{Listen: "127.0.0.1:0", Mode: hil.Free, World: w, Thread: thread,
			Report: func(line string) { fmt.Fprintln(os.Stderr, line) }})
		if err != nil {
			return nil, err
		}
		return &run.Served{Hello: s.Addr().String(), Serve: []func(context.Context) error{s.Serve}}, nil
	})
}

// exec sets how the program runs on the real clock.
func (s *session) exec(o *exec.Options) {
	o.KeepAlive, o.Approach, o.Started = true, approach(), s.proj.Started
	o.Threads = s.proj.Threads(s.order.Priority, rt.Options{Lock: true, LatencyFD: true})
}

// begin arranges for the vehicle to be released when the program has ended, and the plan to be re-evaluated until then.
func (s *session) begin(_ context.Context, live *run.Around) error {
	live.Keep(func() {
		if s.thrust != nil {
			s.thrust.stop()
		}
		_ = s.around.Close() // now and not after the report, otherwise the vehicle's watchdog would take the client for lost
	})
	if s.Revise {
		live.Go(s.revising)
	}
	return nil
}

// events returns the orders of the parameters at their times.
func (s *session) events() (all []run.Event) {
	for _, o := range s.orders {
		all = append(all, run.Event{At: s.p.At, Do: func() error { return s.give(o) }})
	}
	return all
}

// show sets the taps, and shows the run on a hub if there is one.
func (s *session) show(rec *record.Recorder, hub *view.Hub) error {
	if hub != nil {
		s.watch.on(hub, s)
	}
	return s.tap(rec)
}

// measure returns the figures of the run so far, by the names of run.json.
func (s *session) measure() map[string]float64 {
	nan := math.NaN()
	m := map[string]float64{"cycles": float64(s.flight.cycles), "settling_s": nan, "overshoot_percent": nan, "steady_error_deg": nan,
		"steady_rms_deg": nan, "flags": float64(len(s.proj.Events())), "flagged": float64(len(s.proj.Flags()))}
	if t := s.thrust; t != nil {
		m["commands"], m["limited"], m["rejected"] = float64(t.count.Commands), float64(t.count.Limited), float64(t.count.Rejected)
		m["stops"], m["greatest_n"] = float64(t.count.Stops), t.count.Greatest
	}
	if g := s.flight.soil.figures(); g != nil {
		g.add(m)
	}
	step, ok := Figures(s.flight.points, s.noise(), gain(s.model, "k1"), gain(s.model, "k2"))
	if !ok {
		return m
	}
	if step.Settling >= 0 {
		m["settling_s"] = step.Settling
	}
	m["overshoot_percent"], m["steady_error_deg"], m["steady_rms_deg"] = step.Overshoot, step.Steady, step.RMS
	return m
}

// finish summarises a run.
func (s *session) finish(e *run.Ended) *run.Result {
	r := s.result()
	e.Seed = s.seed
	r.Summary, r.Link, r.Notes = e.Summary, s.link(), e.Notes
	if s.client != nil {
		stats := s.client.Stats()
		r.LinkStats = &stats
	}
	if s.Compare != "" {
		if o, err := other(s.Compare); err != nil {
			r.Warnings = append(r.Warnings, err.Error())
		} else {
			r.other = &o
		}
	}
	return &run.Result{Summary: &r.Summary, Value: r, Report: r.page, Tables: r.tables(), Print: r.Print}
}

// link describes how the vehicle is reached.
func (s *session) link() string {
	if s.client == nil {
		return "memory, in one process"
	}
	beside := ""
	if s.HIL == "" {
		beside = ", a process of its own"
	}
	return fmt.Sprintf("UDP %s, %v%s", s.addr, s.client.Mode(), beside)
}

// Virtual runs a case as fast as possible, without recording or folder, and returns the points of its flight. The figures,
// including the output hash, are those of a recorded run in memory with the same parameters and seed.
func Virtual(ctx context.Context, c Case) (*Result, []Point, error) {
	out, err := run.Do(ctx, Spec{World: c.World, Edit: c.Edit}, run.Options{Order: run.Order{Params: &c.Params, Seed: c.Seed}, For: c.For})
	if out == nil {
		return nil, nil, err
	}
	r := out.Value.(*Result)
	return r, r.flight.points, err
}
