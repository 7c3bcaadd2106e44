package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Keys of the description that a run leaves in its recording, besides the program's own.
const (
	KeyProgram = "program"
	KeyParams  = "params" // YAML
	KeySeed    = "seed"
	KeyTrace   = "trace"   // patterns, one on each line
	KeyCut     = "cut"     // ports, one on each line
	KeyWithout = "without" // enclaves that did not run, one on each line
	KeyFork    = "fork"    // the number of values set by hand
	KeyClock   = "clock"   // lock-step or real
	KeyPart    = "part"    // Part in JSON, unless it is the whole program
)

// Recording is a recorded run of a program that can be run again.
type Recording struct {
	File    string
	Spec    Spec
	Order   Order
	Inputs  *record.Inputs
	ran     []string // topics of the enclaves that run, nil for all
	Without []string // enclaves that are not run again: the values that they sent come from the recording
}

// Open reads the recording in a file or run folder of one of the given programs.
func Open(specs []Spec, path string) (*Recording, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, "trace.mcap")
	}
	in, err := record.ReadInputs(path)
	if err != nil {
		return nil, err
	}
	if err := folder.Belongs(path, in.Hash, in.Run); err != nil {
		return nil, err
	}
	name := in.Run[KeyProgram]
	if name == "" {
		return nil, fmt.Errorf("%s does not say which program it records%s", path, because(in.Report))
	}
	i := slices.IndexFunc(specs, func(s Spec) bool { return s.Name() == name })
	if i < 0 {
		e := &UnknownError{File: path, Program: name}
		for _, s := range specs {
			e.Known = append(e.Known, s.Name())
		}
		return nil, e
	}
	r := &Recording{File: path, Spec: specs[i], Inputs: in, Without: lines(in.Run[KeyWithout])}
	p := r.Spec.Params()
	if text, ok := in.Run[KeyParams]; ok { // otherwise there is none
		if err := decodeParams("parameters", []byte(text), p).faults.Err(); err != nil {
			return nil, fmt.Errorf("%s: the recorded parameters cannot be read, has the program changed? %w", path, err)
		}
	}
	if err := CheckParams(p, nil, diag.Pos{}).Err(); err != nil {
		return nil, fmt.Errorf("%s: the recorded parameters: %w", path, err)
	}
	r.Order = Order{Params: p, Replay: true, Cut: lines(in.Run[KeyCut]), Run: in.Run}
	if r.Order.Part, err = recordedPart(in.Run); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	text, seeded := in.Run[KeySeed] // a program without randomness may leave it out
	if r.Order.Seed, err = strconv.ParseUint(text, 10, 64); seeded && err != nil {
		return nil, fmt.Errorf("%s: the recorded seed %q is no number: the recording is damaged", path, in.Run[KeySeed])
	}
	return r, nil
}

// UnknownError says that a recording is of a program that is not among the given ones.
type UnknownError struct {
	File, Program string
	Known         []string
}

// Error implements error.
func (e *UnknownError) Error() string {
	known := strings.Join(e.Known, ", ")
	if known == "" {
		known = "none"
	}
	return fmt.Sprintf("%s records the program %q: this build knows %s. Give the recording to the command that %[2]s was built into, or look at it as it is with `sinew view`",
		e.File, e.Program, known)
}

// because adds to an error what is missing in the recording.
func because(report string) string {
	if report == "" {
		return ""
	}
	return ", or that is lost: " + report
}

func lines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "\n")
}

// Make makes the program again, with all its recorded inputs.
func (r *Recording) Make() (*Instance, error) {
	i, err := r.Spec.Make(r.Order)
	if err != nil {
		return nil, err
	}
	for _, e := range r.Without {
		if err := i.Program.Without(e); err != nil {
			return i, err
		}
	}
	return i, r.Inputs.Inject(i.Program)
}

// Replayed is the outcome of a replay.
type Replayed struct {
	Hash, Recorded string // output hashes; Recorded is empty if the recording was cut off
	Tags           uint64
	Span           reactor.Time      // of logical time
	Diff           *trace.Comparison // of all recorded topics, if the hashes differ or there is none
	Report         string            // what is damaged in the recording
	Gap            bool              // messages after Last are missing: only what precedes it was compared
	Last           reactor.Tag       // number of messages compared, if there is no hash
}

// Same reports whether the replay gave what was recorded, and there was something to compare.
func (r *Replayed) Same() bool {
	return !r.Nothing() && (r.Recorded != "" && r.Hash == r.Recorded || r.Recorded == "" && r.Diff.First == nil)
}

// Nothing reports whether nothing could be compared.
func (r *Replayed) Nothing() bool {
	if r.Recorded != "" {
		return r.Tags == 0
	}
	return r.Diff == nil || r.Diff.Equal == 0 && r.Diff.First == nil
}

// Replay runs the recorded program again from the recorded inputs, without surroundings or clock. If the outcome
// differs, it does so once more with a trace, to say how. If enclaves are left out, the hashes compared are those of
// the other enclaves.
func (r *Recording) Replay(ctx context.Context) (*Replayed, error) {
	in := r.Inputs
	out := &Replayed{Recorded: in.Hash, Report: in.Report, Gap: in.Gap, Last: in.Last}
	if in.Hash != "" {
		err := r.run(ctx, out, nil)
		if ctx.Err() != nil {
			return nil, r.interrupted(ctx)
		}
		if err == nil && out.Recorded == out.Hash {
			return out, nil
		}
	}
	dir, err := os.MkdirTemp("", "sinew-replay-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	again := filepath.Join(dir, "replay.mcap")
	w, err := trace.Create(again, trace.Options{Wait: true})
	if err != nil {
		return nil, err
	}
	out.Recorded = in.Hash
	runErr := errors.Join(r.run(ctx, out, w), w.Close())
	if ctx.Err() != nil {
		return nil, r.interrupted(ctx)
	}
	if in.Hash == "" && beyondEnd(runErr, in.Last) {
		runErr = nil
	}
	if runErr == nil && out.Recorded == out.Hash {
		return out, nil
	}
	if out.Diff, err = trace.Diff(r.File, again, r.ran); err != nil {
		return nil, errors.Join(runErr, err)
	}
	if in.Hash == "" {
		out.cutOff(in)
	}
	if n := in.Run[KeyFork]; n != "" && n != "0" && !out.Same() {
		runErr = errors.Join(runErr, fmt.Errorf("%s is a fork: %s values were set by hand in it, and ports that were set are not set again here; `sinew debug %s` does it", r.File, n, r.File))
	}
	return out, runErr
}

func (r *Recording) interrupted(ctx context.Context) error {
	return fmt.Errorf("%s: the replay was interrupted: %w", r.File, ctx.Err())
}

// beyondEnd reports whether the only error is that the program wanted an input after the recording's last message, as
// at its shutdown.
func beyondEnd(err error, last reactor.Tag) bool {
	var p *exec.PanicError
	return errors.As(err, &p) && !p.Tag.Before(last)
}

// cutOff drops a difference that lies after the last message of a recording without an end.
func (r *Replayed) cutOff(in *record.Inputs) {
	d := r.Diff.First
	if d != nil && (d.Time > int64(in.Last.Time) || d.Time == int64(in.Last.Time) && d.Microstep >= in.Last.Microstep) {
		r.Diff.First = nil
	}
}

func (r *Recording) run(ctx context.Context, out *Replayed, w *trace.Writer) error {
	inst, err := r.Make()
	if inst != nil && inst.Close != nil {
		defer inst.Close()
	}
	if err != nil {
		return err
	}
	r.ran = r.topics(inst.Program)
	rec, err := record.New(inst.Program, w, record.Options{Trace: lines(r.Inputs.Run[KeyTrace])})
	if err != nil {
		return err
	}
	res, err := exec.Run(ctx, inst.Program, exec.Options{})
	out.Hash, out.Tags, out.Span = rec.Hash(), res.Counters.Tags, res.Tag.Time
	if len(r.Without) > 0 && out.Recorded != "" {
		out.Hash, out.Recorded = r.partial(inst.Program, rec)
	}
	return errors.Join(err, rec.Close())
}

// topics lists what the enclaves that run record, nil for everything.
func (r *Recording) topics(p *reactor.Program) (all []string) {
	if len(r.Without) == 0 {
		return nil
	}
	runs := func(id int) bool { return !slices.Contains(r.Without, p.Enclaves[id].Name) }
	for _, i := range p.Ports() {
		if runs(i.Enclave) {
			all = append(all, i.Path)
		}
	}
	for _, d := range p.Doors() {
		if runs(d.Enclave) {
			all = append(all, record.DoorPrefix+d.Path, record.CommandPrefix+d.Path)
		}
	}
	return all
}

// partial joins the hashes, now and recorded, of the enclaves that ran.
func (r *Recording) partial(p *reactor.Program, rec *record.Recorder) (now, then string) {
	var a, b []string
	for id, e := range p.Enclaves {
		if !slices.Contains(r.Without, e.Name) {
			a, b = append(a, rec.EnclaveHash(id)), append(b, r.Inputs.Hashes[id])
		}
	}
	return strings.Join(a, "+"), strings.Join(b, "+")
}

// Replay replays the recording in a file or run folder, without the named enclaves.
func Replay(ctx context.Context, specs []Spec, path string, without ...string) (*Replayed, error) {
	r, err := Open(specs, path)
	if err != nil {
		return nil, err
	}
	r.Without = append(r.Without, without...)
	return r.Replay(ctx)
}
