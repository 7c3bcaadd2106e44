package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/tool/mock"
	"github.com/sinew-robotics/sinew/tool/view"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Options say how a program is run, and what is left of the run.
type Options struct {
	Order
	Speed  float64       // in lock-step: the greatest speed as a multiple of real time; 0 is no limit
	For    time.Duration // logical time; 0 is until the program ends or is interrupted
	Out    folder.Place  // run folder: must be missing or empty
	File   string        // the recording's file if there is no run folder; "" for none
	Sink   io.Writer     // takes the recording instead of a file; may be nil
	Trace  []string      // ports to record in addition to the inputs
	CSV    []string      // ports to write as CSV files into the run folder
	Print  []string      // ports to print
	Stdout io.Writer     // for Print
	Mocks  []mock.Mock   // replacements of doors and connections
	Taps   []mock.Tap    // actuators whose commands are written to CSV files, with Out
	// Progress takes the progress of the run: one line that is rewritten on a terminal, otherwise a line every few seconds.
	// It may be nil.
	Progress io.Writer
	// Page, unless nil, opens a page for the run. The observer that it returns sees every tag. If that has a method
	// Started(at int64), it is called when a run on the real clock begins.
	Page func(*Stage) (reactor.Observer, error)
	// Pausable says, for people, how to start this run so that it can be paused: "with --fast --speed 1"; "" if there is no
	// way.
	Pausable string
	// Tap, unless nil, adds the caller's taps.
	Tap func(*record.Recorder) error
}

// Stage is a run that is about to begin, as a page sees it.
type Stage struct {
	Program *reactor.Program
	Hub     *view.Hub
	Meter   *exec.Meter
	Orders  []view.Order
	Clock   string       // real, lock-step or fast
	Control view.Control // pauses and steps it; nil if that is not possible
	Unable  string       // why not
}

// Outcome is the result of a run.
type Outcome struct {
	*Result
	Figures map[string]float64 // those of Instance.Measure, and deadline_misses
	Exec    exec.Result
}

// Do runs a program. It checks everything before it touches anything; then it opens page, run folder and recording, runs
// the program, closes everything, and sums up. A run that did not begin leaves nothing behind; if it did begin, the outcome
// is valid even with an error. If the Spec has a method Check(*Options) error, that is called first.
func Do(ctx context.Context, s Spec, o Options) (out *Outcome, err error) {
	d := &doing{Options: o, spec: s}
	defer func() {
		if e := d.close(); e != nil {
			err = errors.Join(err, e)
		}
	}()
	for _, step := range []func(context.Context) error{d.check, d.make, d.open, d.record, d.begin} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	t := d.tell()
	within, end, lost := d.live.within(ctx)
	release := func() { d.helm.release(); d.halt.release() }
	free := context.AfterFunc(within, release)
	res, err := exec.Run(within, d.inst.Program, d.exec())
	free()
	release()
	end()
	if cause := lost(); cause != nil {
		err = errors.Join(err, cause)
	}
	t.end()
	_ = d.live.Close() // never fails
	return d.finish(res, err)
}

// doing is a run in progress.
type doing struct {
	Options
	spec   Spec
	inst   *Instance
	hub    *view.Hub        // nil without a page
	seer   reactor.Observer // of the page
	folder *folder.Folder   // nil without one, and once it is complete
	file   string           // of the recording, like folder
	w      *trace.Writer    // nil without one, and once it is closed
	rec    *record.Recorder
	live   Around // what runs around the program
	said   notes
	meter  exec.Meter
	helm   *helm // nil without a page, and on the real clock
	halt   *halt // on the real clock; nil without a page, and if the surroundings cannot be paused
}

// check finds errors that can be found before anything is made.
func (d *doing) check(context.Context) error {
	errs := []error{d.Out.Check(), mock.FreeTaps(d.Taps)}
	bad := func(is bool, format string, args ...any) {
		if is {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	bad(d.For < 0, "--for %v: give a time above 0, such as --for 20s", d.For)
	bad(d.Speed < 0, "--speed %g: give a number above 0", d.Speed)
	bad(d.Part != nil && !d.Real, "a part of a program runs on the real clock: the others keep no other")
	bad(d.Priority < 0 || d.Priority > 99, "--priority %d: give 1 to 99, or 0 for none", d.Priority)
	if c, ok := d.spec.(interface{ Check(*Options) error }); ok {
		errs = append([]error{c.Check(&d.Options)}, errs...)
	}
	return errors.Join(errs...)
}

// make makes the instance with its mocks, and checks the names of ports to be recorded.
func (d *doing) make(ctx context.Context) error {
	d.Context, d.Length, d.Say = ctx, d.For, d.said.say
	if len(d.Mocks) > 0 {
		cuts, err := Cuts(d.spec, d.Order, d.Mocks)
		if err != nil {
			return err
		}
		d.Cut = slices.Concat(d.Cut, cuts)
	}
	inst, err := d.spec.Make(d.Order)
	if err != nil {
		return err
	}
	d.inst = inst
	return errors.Join(mock.Install(inst.Program, d.Mocks), record.Validate(inst.Program, d.wanted()))
}

// wanted is what is to be recorded, printed and written.
func (d *doing) wanted() record.Options {
	o := record.Options{Trace: d.Trace, Print: d.Print, Out: d.Stdout}
	if d.Out.Dir != "" {
		o.CSV = slices.Concat(d.inst.CSV, d.CSV)
		for _, t := range d.Taps {
			o.CSV = append(o.CSV, t.Topics())
		}
	}
	return o
}

// open opens the page.
func (d *doing) open(context.Context) (err error) {
	if d.Page == nil {
		return nil
	}
	if d.hub, err = view.NewHub(d.inst.Scene); err != nil {
		return err
	}
	s := &Stage{Program: d.inst.Program, Hub: d.hub, Meter: &d.meter, Orders: d.inst.Orders, Clock: d.inst.clock().String()}
	if d.inst.clock() != exec.Real {
		d.helm = newHelm(s.Clock, d.Speed, d.For)
		s.Control = d.helm
	} else if s.Unable = d.unable(); s.Unable == "" {
		d.halt = newHalt(d.keep, d.For)
		s.Control = d.halt
	}
	d.seer, err = d.Page(s)
	return err
}

// record makes the run folder and opens the recording.
func (d *doing) record(context.Context) (err error) {
	opt := d.wanted()
	if d.Out.Dir != "" {
		if d.folder, err = d.Out.Make(time.Now()); err != nil {
			return err
		}
		opt.Create = mock.Create(d.Taps, openCSV, (&csvFiles{d.folder}).create)
	}
	if d.w, err = d.writer(trace.Options{Wait: d.inst.clock() != exec.Real}); err != nil {
		return err
	}
	if d.rec, err = record.New(d.inst.Program, d.w, opt); err != nil {
		return err
	}
	if d.w != nil && d.inst.Film != nil {
		if err = d.inst.Film(d.w, d.rec); err != nil {
			return err
		}
	}
	if d.seer != nil {
		d.inst.Program.Observe(d.seer)
	}
	if d.inst.Watch != nil {
		err = d.inst.Watch(d.rec, d.hub)
	}
	if err == nil && d.Tap != nil {
		err = d.Tap(d.rec)
	}
	return err
}

// writer opens the recording, if one is wanted.
func (d *doing) writer(o trace.Options) (*trace.Writer, error) {
	switch {
	case d.Sink != nil:
		return trace.NewWriter(d.Sink, o)
	case d.folder != nil:
		return d.folder.Record(o)
	case d.File == "":
		return nil, nil
	}
	w, err := trace.Create(d.File, o)
	if err == nil {
		d.file = d.File
	}
	return w, err
}

// begin starts the instance's surroundings.
func (d *doing) begin(ctx context.Context) (err error) {
	if d.Part != nil {
		if err = d.Part.begin(ctx, d.inst, &d.live, d.Say); err != nil {
			return err
		}
	}
	if d.inst.Begin != nil {
		if err = d.inst.Begin(ctx, &d.live); err != nil {
			return err
		}
	}
	if d.w != nil {
		err = errors.Join(d.w.Metadata(trace.MetadataRun, d.describe()), d.attach())
	}
	return err
}

// attach adds the program's graph to the recording, so that the run can be compared with its design.
func (d *doing) attach() error {
	g := d.inst.Program.Graph()
	if n := len(g.Reactors) + len(g.Ports) + len(g.Reactions); n > maxGraph {
		d.said.say(fmt.Sprintf("the recording is without the program's graph: %d reactors, ports and reactions, more than %d", n, maxGraph))
		return nil
	}
	text, err := json.Marshal(g)
	if err != nil {
		return err
	}
	return d.w.Attach(trace.Attachment{Name: trace.AttachmentGraph, MediaType: "application/json", Data: text})
}

// maxGraph is the greatest size of a graph in a recording, in elements of about 300 bytes.
const maxGraph = 100_000

// describe is the recording's description of the run.
func (d *doing) describe() map[string]string {
	params := d.Params
	if params == nil {
		params = d.spec.Params()
	}
	all := Described(d.spec.Name(), params, d.Seed, d.Cut)
	if params == nil { // the parameters are only known to the instance
		delete(all, KeyParams)
	}
	if d.inst.Describe != nil {
		maps.Copy(all, d.inst.Describe())
	}
	if d.Part != nil {
		all[KeyPart] = d.Part.String()
	}
	all[KeyTrace], all[KeyClock] = strings.Join(d.Trace, "\n"), d.inst.clock().String()
	return all
}

// exec is the executor's options.
func (d *doing) exec() exec.Options {
	o := exec.Options{Clock: d.inst.clock(), Timeout: d.For, Meter: &d.meter}
	if o.Clock == exec.LockStep {
		o.World, o.KeepAlive, o.Speed = d.inst.World, true, d.Speed
	}
	if o.Clock == exec.Real && d.Priority > 0 {
		o.Threads = map[string]rt.Options{d.inst.Program.Name: {Priority: d.Priority, Lock: true, Touched: len(d.Part.Elsewhere()) > 0, LatencyFD: true}}
	}
	if d.helm != nil {
		o.Hold, o.Speed = d.helm.hold, 0 // helm sets the pace
	}
	if d.halt != nil {
		o.Pause = &d.halt.pause
	}
	if d.inst.Exec != nil {
		d.inst.Exec(&o)
	}
	if o.Clock != exec.Real {
		return o
	}
	own := o.Started
	o.Started = func(at int64) {
		if own != nil {
			own(at)
		}
		d.started(at)
		if len(d.inst.events) > 0 {
			d.live.Go(func(ctx context.Context) error { play(ctx, at, d.inst.events, d.Say); return nil })
		}
	}
	return o
}

// started tells the page when the program's time began. A pause moves that later.
func (d *doing) started(at int64) {
	if s, ok := d.seer.(interface{ Started(at int64) }); ok {
		s.Started(at)
	}
}

// keep makes the surroundings and the page follow the program's time.
func (d *doing) keep(of rt.Span) {
	d.inst.Keep(of)
	d.started(of.Start)
}

// unable says why a run on the real clock cannot be paused, "" if it can, and what the caller can do instead.
func (d *doing) unable() string {
	why, ways := "", []string{d.Pausable}
	switch {
	case d.inst.Keep == nil:
		why = cmp.Or(d.inst.Unable, "what this program is connected with does not stand still")
	case len(d.inst.events) > 0:
		why, ways = "a script goes by the machine's clock beside this run", []string{"without it", d.Pausable}
	default:
		return ""
	}
	if ways = slices.DeleteFunc(ways, func(s string) bool { return s == "" }); len(ways) > 0 {
		why += ": " + strings.Join(ways, ", or ") + ", a run can be paused and stepped"
	}
	return why
}

// finish closes the recording, sums up and writes the run folder.
func (d *doing) finish(res exec.Result, runErr error) (*Outcome, error) {
	e := &Ended{Exec: res, Summary: summary(res), Notes: d.said.lines(), program: d.inst.Program}
	e.Program, e.Clock, e.Seed, e.OutputHash = d.spec.Name(), d.inst.clock().String(), d.Seed, d.rec.Hash()
	errs := []error{runErr, d.rec.Close()}
	if d.w != nil {
		errs = append(errs, d.w.Close())
		d.w, d.file = nil, ""
	}
	out := &Outcome{Result: e.plain(), Figures: d.inst.Figures(res.Counters.Misses), Exec: res}
	if d.inst.Result != nil {
		out.Result = d.inst.Result(e)
	}
	errs = append(errs, out.Err)
	if err := errors.Join(errs...); err != nil {
		out.Summary.Error = spelling.Clip(err.Error())
	}
	if d.folder != nil {
		out.Summary.Folder = d.folder.Dir
		errs = append(errs, out.leave(d.folder))
		d.folder = nil // it is complete
	}
	return out, errors.Join(errs...)
}

// close frees what the run holds. If the run did not begin, it removes what was made.
func (d *doing) close() (err error) {
	_ = d.live.Close() // never fails
	if d.inst != nil && d.inst.Close != nil {
		err = d.inst.Close()
	}
	if d.w != nil {
		_ = d.w.Close() // the run did not begin; its error is reported
	}
	if d.folder != nil {
		d.folder.Discard()
	}
	if d.file != "" {
		_ = os.Remove(d.file) // it is empty
	}
	return err
}
