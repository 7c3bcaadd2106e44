package dive

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
	"github.com/sinew-robotics/sinew/tool/run"
)

// approach is how the compositions' threads wait for their cycles: the spin covers the usual lateness of a sleep, at
// half a per cent of a 25 ms cycle.
func approach() rt.Approach {
	return rt.Approach{Light: 200 * time.Microsecond, Spin: 100 * time.Microsecond}
}

// rousing is how long before a cycle its thread is roused: within the spin, so that it does not fall asleep again.
const rousing = 80 * time.Microsecond

// revising is how often the plan is evaluated anew where that is wanted.
const revising = 200 * time.Millisecond

// Check finds what does not go together, before anything is made.
func (c Spec) Check(o *run.Options) error {
	var errs []error
	fast := !o.Real
	if o.For < 0 {
		errs = append(errs, fmt.Errorf("--for %v: give a time above 0, such as --for 20s", o.For))
	}
	if fast && c.HIL != "" {
		errs = append(errs, errors.New("--fast simulates the vehicle in this process: leave out --hil, or leave out --fast (a simulator in lock-step is as fast as it goes by itself)"))
	}
	if fast && o.For == 0 {
		errs = append(errs, errors.New("--fast needs an end: add --for, such as --for 20s"))
	}
	if o.Speed < 0 {
		errs = append(errs, fmt.Errorf("--speed %g: give a number above 0", o.Speed))
	}
	if o.Priority < 0 || o.Priority > 99 {
		errs = append(errs, fmt.Errorf("--priority %d: give 1 to 99, or 0 for none", o.Priority))
	}
	if !fast && c.HIL == "" && len(c.Simulate) == 0 {
		errs = append(errs, errors.New("no vehicle: give --hil ADDR, or --fast"))
	}
	return errors.Join(errs...)
}

// prepare builds the program: for a replay, for a vehicle in this process, or for one that it reaches once the model has
// been checked.
func (s *session) prepare() error {
	switch {
	case s.order.Replay:
		return s.build(recorded, project.Options{}, s.order.Cut)
	case !s.order.Real:
		return s.build(simulated, project.Options{}, s.order.Cut)
	}
	first := session{p: s.p}
	if err := first.check(); err != nil {
		return err
	}
	s.p.Vehicle, s.p.Texts = first.p.Vehicle, first.p.Texts
	if _, _, faults := bind(first.model, first.plan.Groups, &first.vehicle, silent{}); len(faults) > 0 {
		return faults
	}
	if err := s.reach(); err != nil {
		return err
	}
	var o project.Options
	if s.client.Mode() != hil.LockStep {
		s.clock, s.p.Wake = exec.Real, rousing
		if !s.Prompt {
			o.Sleep = func(until int64) {
				s := rt.Sleeper{Approach: approach()}
				s.SleepUntil(until)
			}
		}
		o.Now, o.Ring = rt.Now, int(min(max(s.order.Length/time.Millisecond, 8192), 200_000))
	}
	s.craft = s.client
	return s.build(given, o, s.order.Cut)
}

// reach opens the way to the vehicle, and simulates one where there is none.
func (s *session) reach() error {
	addr, priority := s.HIL, s.order.Priority
	if priority > 0 && !granted(priority) { // the threads that ask for one in any case say what that means
		priority = 0
	}
	if addr == "" {
		var err error
		if s.sim, err = simulate(slices.Concat(s.Simulate, s.flags(priority)), func(l string) { s.notes.say("simulator: " + l) }); err != nil {
			return err
		}
		addr = s.sim.addr
	}
	c := hil.ClientConfig{Addr: addr, Key: s.Key, Vehicle: s.p.Vehicle, Fresh: true, Report: s.notes.say}
	if priority > 0 {
		c.Thread = func() func() {
			_, undo := rt.Setup(rt.Options{Priority: priority})
			return undo
		}
	}
	ctx := s.order.Context
	if ctx == nil {
		ctx = context.Background()
	}
	var err error
	if s.client, err = hil.Dial(ctx, c); err != nil {
		return err
	}
	if s.sim == nil {
		s.strange, s.seed = true, s.client.Peer().Seed
	}
	return nil
}

// flags are those of the simulator that this run starts.
func (s *session) flags(priority int) []string {
	p := &s.p
	f := []string{"--udp", "127.0.0.1:0", "--mode", "free", "--json", "--vehicle", p.Vehicle, "--noise", p.Noise, "--seed", fmt.Sprint(s.seed)}
	if p.Current != 0 {
		to := p.Bearing * math.Pi / 180
		f = append(f, "--current", fmt.Sprintf("%g,%g,0", p.Current*math.Cos(to), p.Current*math.Sin(to)))
	}
	if p.Dropouts != 0 {
		for _, sensor := range []string{"imu", "loch", "depth"} {
			f = append(f, "--dropouts", fmt.Sprintf("%s=%g%%:%v", sensor, 100*p.Dropouts, p.Gap))
		}
	}
	return append(f, "--priority", fmt.Sprint(priority))
}

// exec says how the program runs on the real clock.
func (s *session) exec(o *exec.Options) {
	if s.clock != exec.Real {
		return
	}
	o.KeepAlive, o.Approach = true, approach()
	o.Threads = s.proj.Threads(s.order.Priority, rt.Options{Lock: true, LatencyFD: true})
	o.Started = func(at int64) {
		s.proj.Started(at)
		s.live.Go(func() { s.command(at) })
	}
}

// begin has the plan evaluated anew while the program runs; over lets the vehicle go.
func (s *session) begin(context.Context) (over func(), err error) {
	ended := make(chan struct{})
	s.over = ended
	if s.Revise {
		s.live.Go(func() {
			tick := time.NewTicker(revising)
			defer tick.Stop()
			for {
				select {
				case <-ended:
					return
				case <-tick.C:
					s.revise()
				}
			}
		})
	}
	if s.hooks.ready != nil {
		s.hooks.ready(s)
	}
	return func() {
		close(ended)
		s.live.Wait()
		if s.thrust != nil {
			s.thrust.stop()
		}
		if s.client != nil {
			_ = s.client.Close() // now, not after the report: the vehicle's watchdog would take it for lost
		}
	}, nil
}

// command gives the orders of the parameters on the real clock.
func (s *session) command(start int64) {
	bell := rt.NewWaiter(rt.Deep)
	quit := make(chan struct{})
	defer close(quit)
	go func() {
		select {
		case <-s.over:
			bell.Wake()
		case <-quit:
		}
	}()
	if _, woken := bell.WaitUntil(start + int64(s.p.At)); woken {
		return
	}
	for _, o := range s.orders {
		if err := s.give(o); err != nil {
			s.notes.say(err.Error())
		}
	}
}

// finish sums a run up.
func (s *session) finish(e *run.Ended) *run.Result {
	r := s.result()
	e.Seed, e.Warnings = s.seed, append(refusals(e.Exec.Warnings), e.Exec.Notes()...)
	r.Summary, r.Link, r.Notes = e.Summary, s.link(), s.notes.lines()
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

// link says how the vehicle is reached.
func (s *session) link() string {
	if s.client == nil {
		return "memory, in one process"
	}
	addr, beside := s.HIL, ""
	if s.sim != nil {
		addr, beside = s.sim.addr, ", a process of its own"
	}
	return fmt.Sprintf("UDP %s, %v%s", addr, s.client.Mode(), beside)
}

// close ends what the instance has started.
func (s *session) close() error {
	if s.client != nil {
		_ = s.client.Close() // the run is over
	}
	if s.sim != nil {
		s.sim.close()
	}
	return nil
}

// Virtual runs a case without recording or folder, as fast as it goes, and gives the points of its flight. The figures are
// those of a recorded run in memory with the same parameters and seed, the output hash included.
func Virtual(ctx context.Context, c Case) (*Result, []Point, error) {
	out, err := run.Do(ctx, Spec{World: c.World, Edit: c.Edit}, run.Options{Order: run.Order{Params: &c.Params, Seed: c.Seed}, For: c.For})
	if out == nil {
		return nil, nil, err
	}
	r := out.Value.(*Result)
	return r, r.flight.points, err
}
