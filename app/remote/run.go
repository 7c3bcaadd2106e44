package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/robot/franka"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/record"
)

// options are what a run is made of.
type options struct {
	motion   string
	times    int // 0 until interrupted
	remote   remote.Config
	up, down impair.Config // to the robot, from the robot
	fast     bool
	robot    string // address of FCI; "" simulates the robot here
	link     string // address of an interface in another process; "" for one here
	priority int    // SCHED_FIFO, 0 for none
	page     string // address of the live page; "" for none
	out      string
	opened   *page  // while there is one
	began    func() // is told when a program on the real clock begins; nil for nobody
}

// roomFor is how many cycles of the robot a run keeps for its report: two minutes.
const roomFor = 120_000

// repeated does a motion several times. Each time begins where the one before ended.
type repeated struct {
	motion remote.Motion
	left   int // 0 for no end
	begun  time.Duration
}

// Next implements remote.Motion.
func (r *repeated) Next(t time.Duration, s *franka.State, c *franka.Command) bool {
	if !r.motion.Next(t-r.begun, s, c) {
		return false
	}
	r.begun = t
	r.left--
	return r.left == 0
}

// run is one run.
type run struct {
	o       *options
	link    *Link
	prog    *reactor.Program
	rec     *record.Recorder
	trace   *trace.Writer
	folder  *folder.Folder // nil without one
	flight  *flight
	traffic []moment
	last    Traffic
	screen  *screen
}

// build makes the program.
func (r *run) build(f far, replay bool) error {
	m := reactor.NewMain("franka-remote")
	motion, _, err := remote.NewMotion(r.o.motion)
	if err != nil {
		return err
	}
	r.link = NewLink(m, "link", f)
	g := NewGenerator(m, "generator", &repeated{motion: motion, left: r.o.times})
	reactor.Connect(&r.link.Ask, &g.Ask)
	reactor.Connect(&g.Command, &r.link.Command)
	r.prog, err = reactor.Build(m, reactor.Options{Replay: replay})
	return err
}

// place is where the run folder is wanted.
func (o *options) place() folder.Place { return folder.Place{Dir: o.out} }

// record makes the run folder, opens the recording, and has the traffic watched.
func (r *run) record() (err error) {
	if r.o.out != "" {
		if r.folder, err = r.o.place().Make(time.Now()); err != nil {
			return err
		}
		if r.trace, err = r.folder.Record(trace.Options{Wait: r.o.fast}); err != nil {
			return err
		}
	}
	if r.rec, err = record.New(r.prog, r.trace, record.Options{Trace: []string{"generator.command", "link.traffic", "link.angles"}}); err != nil {
		return err
	}
	if r.trace != nil {
		if err := addFilm(r.trace, r.rec); err != nil {
			return err
		}
	}
	return errors.Join(record.Tap(r.rec, "link.traffic", r.tick), record.Tap(r.rec, "link.angles", r.show))
}

// agree takes what both ends of the link have agreed on.
func (r *run) agree(c remote.Config) error {
	r.o.remote = c
	err := r.link.Agree(c)
	if r.trace != nil && err == nil {
		err = r.trace.Metadata(trace.MetadataRun, r.o.text())
	}
	return err
}

// tick notes the traffic of the last tenth of a second.
func (r *run) tick(tag reactor.Tag, now *Traffic) {
	t, was := tag.Time.Duration(), r.last
	r.last = *now
	per := func(now, was uint64) float64 { return float64(now-was) / 0.1 / 1e3 }
	m := moment{t: t.Seconds(), depth: float64(now.Beside.Depth),
		raw:  per(now.StateRaw, was.StateRaw) + per(now.CommandRaw, was.CommandRaw),
		sent: per(now.StateBytes, was.StateBytes) + per(now.CommandBytes, was.CommandBytes),
		lost: max(0, float64(now.lost())-float64(was.lost()))} // fewer are underway now than before: none
	if len(r.traffic) < roomFor/100 {
		r.traffic = append(r.traffic, m)
	}
	if r.screen != nil {
		r.screen.traffic(t, now, &was, &m)
	}
}

// show brings the newest state before the page.
func (r *run) show(tag reactor.Tag, q *[franka.Joints]float64) {
	if r.screen != nil {
		r.screen.draw(r.screen.hub, tag.Time.Duration(), q)
	}
}

// rehearse runs everything in lock-step, in memory.
func rehearse(ctx context.Context, o *options) (*Summary, error) {
	if err := o.place().Check(); err != nil {
		return nil, err
	}
	w, err := newWorld(o)
	if err != nil {
		return nil, err
	}
	r := &run{o: o, flight: w.flight}
	defer r.discard()
	if err := r.build(far{send: w.send, beside: w.beside}, false); err != nil {
		return nil, err
	}
	w.link = r.link
	if err := errors.Join(r.record(), r.agree(o.remote)); err != nil {
		return nil, err
	}
	res, err := exec.Run(ctx, r.prog, exec.Options{Clock: exec.LockStep, World: w, KeepAlive: true})
	return r.finish(res, err, "lock-step")
}

// replay runs the program again from what entered it, and compares.
func replay(ctx context.Context, file string, key []byte) (string, error) {
	in, err := record.ReadInputs(file)
	if err != nil {
		return "", err
	}
	if err := folder.Belongs(file, in.Hash, in.Run); err != nil {
		return "", err
	}
	if in.Hash == "" {
		return "", fmt.Errorf("%s has no output hash to compare with: %s", file, in.Report)
	}
	o, err := optionsOf(in.Run, key)
	if err != nil {
		return "", err
	}
	r := &run{o: o}
	if err := r.build(far{}, true); err != nil {
		return "", err
	}
	if err := errors.Join(r.record(), r.agree(o.remote)); err != nil {
		return "", err
	}
	if err := in.Inject(r.prog); err != nil {
		return "", err
	}
	_, err = exec.Run(ctx, r.prog, exec.Options{})
	hash := r.rec.Hash()
	if err == nil && hash != in.Hash {
		err = fmt.Errorf("the replay's output hash is %s, the recording's %s: the program has changed", hash, in.Hash)
	}
	return hash, errors.Join(err, r.rec.Close())
}

// discard closes the recording of a run that did not come to its end.
func (r *run) discard() {
	if r.trace != nil {
		_ = r.trace.Close() // the run's own error is reported
	}
	if r.folder != nil {
		r.folder.Discard()
	}
}

// finish closes the recording and sums up.
func (r *run) finish(res exec.Result, runErr error, clock string) (*Summary, error) {
	hash := r.rec.Hash()
	errs := []error{runErr, r.link.err, r.rec.Close()}
	if r.trace != nil {
		errs = append(errs, r.trace.Close())
		r.trace = nil
	}
	t := &r.last
	s := &Summary{Motion: r.o.motion, Clock: clock, Link: r.o.line(), Seconds: res.Tag.Time.Duration().Seconds(), Ended: finished,
		States: direction(t.StatesIn, t.StateBytes, t.StateRaw), Commands: direction(t.CommandsOut, t.CommandBytes, t.CommandRaw),
		Lost: t.commandsLost(), LostStates: t.statesLost(), Damaged: t.Damaged + t.Beside.Damaged, Coasted: t.Beside.Coasted,
		Replans: t.Beside.Replans, Stops: t.Beside.Stops, OutputHash: hash, Warnings: slices.Concat(res.Warnings, res.Notes())}
	if text := r.link.ending.Text; text != "" {
		s.Ended = text
		errs = append(errs, fmt.Errorf("the motion did not come to its end: %s", text))
	} else if !r.link.over && !r.link.app.Done() {
		s.Ended = "interrupted"
	}
	if r.flight != nil {
		s.Velocity, s.Accel = r.flight.most(func(c *cycle) float64 { return c.shares[0] }), r.flight.most(func(c *cycle) float64 { return c.shares[1] })
		s.Jerk = r.flight.most(func(c *cycle) float64 { return c.shares[2] })
	}
	if r.folder != nil {
		errs = append(errs, s.write(r.folder, r.flight, r.traffic))
		r.folder = nil // it is whole
	}
	return s, errors.Join(errs...)
}
