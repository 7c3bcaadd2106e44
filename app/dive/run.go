package dive

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/model/atom/project"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/record"
)

// approach is how the compositions' threads wait for their cycles: the spin covers the usual lateness of a sleep, at
// half a per cent of a 25 ms cycle.
func approach() rt.Approach {
	return rt.Approach{Light: 200 * time.Microsecond, Spin: 100 * time.Microsecond}
}

// rousing is how long before a cycle its thread is roused: within the spin, so that it does not fall asleep again.
const rousing = 80 * time.Microsecond

// voyage is one run under way.
type voyage struct {
	Config
	s      session
	client *hil.Client
	sim    *simulator
	clock  string
	rec    *record.Recorder
	folder *folder.Folder // nil without one
	w      *trace.Writer
	meter  exec.Meter
	live   sync.WaitGroup
	over   chan struct{}
	notes  notes
	hub    *view.Hub // nil without a page

	pressed int // of the emergency stop's messages, told
}

// Run runs a model against a vehicle, and leaves a run folder behind. A model with faults does not start: the error is
// diag.Faults, all of them. The result is valid also with an error, unless it is nil.
func Run(ctx context.Context, c Config) (*Result, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	r := &voyage{Config: c, over: make(chan struct{})}
	r.s = session{p: c.Params, seed: c.Seed}
	defer r.close()
	if err := r.place().Check(); err != nil {
		return nil, err
	}
	if err := r.prepare(ctx); err != nil {
		return nil, err
	}
	if err := record.Validate(r.s.prog, r.wanted()); err != nil {
		return nil, err
	}
	seer, err := r.show()
	if err != nil {
		return nil, err
	}
	if err := r.record(seer); err != nil {
		return nil, err
	}
	if r.hooks.ready != nil {
		r.hooks.ready(&r.s)
	}
	o := r.options(seer)
	r.follow()
	res, err := exec.Run(ctx, r.s.prog, o)
	close(r.over)
	r.live.Wait()
	if r.s.thrust != nil {
		r.s.thrust.stop()
	}
	if r.client != nil {
		_ = r.client.Close() // now, not after the report: the vehicle's watchdog would take it for lost
	}
	return r.finish(res, err)
}

// prepare checks the model before anything else, reaches the vehicle, and builds the program.
func (r *voyage) prepare(ctx context.Context) error {
	first := session{p: r.s.p}
	if err := first.check(); err != nil {
		return err
	}
	r.s.p.Vehicle, r.s.p.Texts = first.p.Vehicle, first.p.Texts
	if _, _, faults := bind(first.model, first.plan.Groups, &first.vehicle, silent{}); len(faults) > 0 {
		return faults
	}
	var o project.Options
	if r.Fast {
		r.clock = lockStep
		return r.s.build(simulated, o, nil)
	}
	if err := r.reach(ctx); err != nil {
		return err
	}
	r.clock = realClock
	if r.client.Mode() == hil.LockStep {
		r.clock = lockStep
	} else {
		r.s.p.Wake = rousing
		if !r.Prompt {
			o.Sleep = func(until int64) {
				s := rt.Sleeper{Approach: approach()}
				s.SleepUntil(until)
			}
		}
		o.Now, o.Ring = rt.Now, int(min(max(r.For/time.Millisecond, 8192), 200_000))
	}
	r.s.craft = r.client
	return r.s.build(given, o, nil)
}

// The clocks of a run, as recordings name them.
const (
	realClock = "real"
	lockStep  = "lock-step"
)

// reach opens the way to the vehicle, and simulates one where there is none.
func (r *voyage) reach(ctx context.Context) error {
	addr, priority := r.HIL, r.Priority
	if priority > 0 && !granted(priority) { // the threads that ask for one in any case say what that means
		priority = 0
	}
	if addr == "" {
		var err error
		if r.sim, err = simulate(append(append([]string(nil), r.Simulate...), r.flags(priority)...), func(l string) { r.notes.say("simulator: " + l) }); err != nil {
			return err
		}
		addr = r.sim.addr
		r.Log("simulated vehicle at " + addr)
	}
	c := hil.ClientConfig{Addr: addr, Key: r.Key, Vehicle: r.s.p.Vehicle, Fresh: true, Report: r.notes.say}
	if priority > 0 {
		c.Thread = func() func() {
			_, undo := rt.Setup(rt.Options{Priority: priority})
			return undo
		}
	}
	var err error
	if r.client, err = hil.Dial(ctx, c); err != nil {
		return err
	}
	if r.sim == nil {
		r.s.strange, r.Config.Seed = true, r.client.Peer().Seed
	}
	return nil
}

// flags are those of the simulator that this run starts.
func (r *voyage) flags(priority int) []string {
	p := &r.s.p
	f := []string{"--udp", "127.0.0.1:0", "--mode", "free", "--json", "--vehicle", p.Vehicle, "--noise", p.Noise, "--seed", fmt.Sprint(r.Seed)}
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

// options are those of the executor. watched sees every tag, unless it is nil.
func (r *voyage) options(watched reactor.Observer) exec.Options {
	o := exec.Options{Timeout: r.For, Meter: &r.meter, KeepAlive: true, Speed: r.Speed}
	if r.clock == lockStep {
		o.Clock = exec.LockStep
		var w exec.World = r.client
		if r.s.in != nil {
			w = r.s.in
		}
		o.World = run.NewScripted(w, r.s.events())
		return o
	}
	o.Clock, o.Approach = exec.Real, approach()
	o.Started = func(at int64) {
		r.s.proj.Started(at)
		if w, ok := watched.(interface{ Started(at int64) }); ok {
			w.Started(at)
		}
		r.live.Go(func() { r.order(at) })
	}
	ask := rt.Options{Lock: true, LatencyFD: true}
	o.Threads = r.s.proj.Threads(r.Priority, ask)
	return o
}

// show opens the page, where there is one.
func (r *voyage) show() (reactor.Observer, error) {
	if r.Page == nil {
		return nil, nil
	}
	hub, err := view.NewHub(r.s.scene())
	if err != nil {
		return nil, err
	}
	seer, err := r.Page(hub, &Stage{&r.meter, r.s.prog, r.clock, r.s.buttons()})
	if err != nil {
		return nil, err
	}
	r.hub = hub
	r.s.watch.on(hub, &r.s)
	return seer, nil
}

// order gives the orders of the parameters on the real clock.
func (r *voyage) order(start int64) {
	bell := rt.NewWaiter(rt.Deep)
	quit := make(chan struct{})
	defer close(quit)
	go func() {
		select {
		case <-r.over:
			bell.Wake()
		case <-quit:
		}
	}()
	if _, woken := bell.WaitUntil(start + int64(r.s.p.At)); woken {
		return
	}
	for _, o := range r.s.orders {
		if err := r.s.give(o); err != nil {
			r.notes.say(err.Error())
		}
	}
}

// place is where the run folder is wanted.
func (r *voyage) place() folder.Place { return folder.Place{Dir: r.Out, Dated: r.Dated} }

// wanted is what is to be recorded.
func (r *voyage) wanted() record.Options {
	if r.Trace == nil {
		return record.Options{Trace: []string{"*"}}
	}
	return record.Options{Trace: r.Trace}
}

// record makes the run folder and opens the recording. seer sees every tag, too, unless it is nil.
func (r *voyage) record(seer reactor.Observer) (err error) {
	if r.Out != "" {
		if r.folder, err = r.place().Make(time.Now()); err != nil {
			return err
		}
		if r.w, err = r.folder.Record(trace.Options{Wait: r.clock == lockStep}); err != nil {
			return err
		}
		about, err := r.s.describe(r.Config.Seed, r.clock)
		if err != nil {
			return err
		}
		if err := r.w.Metadata(trace.MetadataRun, about); err != nil {
			return err
		}
	}
	if r.rec, err = record.New(r.s.prog, r.w, r.wanted()); err != nil {
		return err
	}
	if r.w != nil {
		if err := r.s.film(r.w, r.rec); err != nil {
			return err
		}
	}
	if seer != nil {
		r.s.prog.Observe(seer)
	}
	r.s.flight = newFlight(r.For, r.s.period(), len(r.s.vehicle.Thrusters))
	return r.s.tap(r.rec)
}

// finish closes the recording, sums up and leaves the run folder.
func (r *voyage) finish(res exec.Result, runErr error) (*Result, error) {
	errs := []error{runErr}
	hash := r.rec.Hash()
	errs = append(errs, r.rec.Close())
	if r.w != nil {
		errs = append(errs, r.w.Close())
		r.w = nil
	}
	s := r.s.result()
	s.Clock, s.Link, s.OutputHash, s.WallSeconds = r.clock, r.link(), hash, res.Elapsed.Seconds()
	s.Seed, s.Seconds, s.Tags, s.Reactions = r.Config.Seed, res.Tag.Time.Duration().Seconds(), res.Counters.Tags, res.Counters.Reactions
	s.Warnings = append(append(s.Warnings, refusals(res.Warnings)...), res.Notes()...)
	if r.clock == realClock {
		s.LatenessP50, s.LatenessP99, s.LatenessMax = us(res.Lateness.Quantile(0.5)), us(res.Lateness.Quantile(0.99)), us(res.Lateness.Max())
	}
	s.Notes = r.notes.lines()
	if r.client != nil {
		stats := r.client.Stats()
		s.LinkStats = &stats
	}
	if err := errors.Join(errs...); err != nil {
		s.Error = spelling.Clip(err.Error())
	}
	if r.Compare != "" {
		if o, err := other(r.Compare); err != nil {
			s.Warnings = append(s.Warnings, err.Error())
		} else {
			s.other = &o
		}
	}
	if r.folder != nil {
		s.Folder = r.folder.Dir
		errs = append(errs, s.leave(r.folder))
		r.folder = nil // it is whole
	}
	return s, errors.Join(errs...)
}

// link says how the vehicle is reached.
func (r *voyage) link() string {
	switch {
	case r.client == nil:
		return inMemory
	case r.sim != nil:
		return fmt.Sprintf("UDP %s, %v, a process of its own", r.sim.addr, r.client.Mode())
	}
	return fmt.Sprintf("UDP %s, %v", r.HIL, r.client.Mode())
}

// close ends what the run has started.
func (r *voyage) close() {
	if r.client != nil {
		_ = r.client.Close() // the run is over
	}
	if r.sim != nil {
		r.sim.close()
	}
	if r.w != nil {
		_ = r.w.Close() // the run did not begin; its error is reported
	}
	if r.folder != nil {
		r.folder.Discard()
	}
}
