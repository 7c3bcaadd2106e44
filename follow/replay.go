package follow

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Replayed is the outcome of a replay.
type Replayed struct {
	Hash, Recorded string // output hashes; Recorded is empty when the recording was cut off
	Tags           uint64
	Diff           *trace.Comparison // of all recorded topics, when the hashes differ or there is none
	Report         string            // what of the recording is damaged
}

// Same reports whether the replay gave what was recorded.
func (r *Replayed) Same() bool {
	return r.Recorded != "" && r.Hash == r.Recorded || r.Recorded == "" && r.Diff != nil && r.Diff.First == nil
}

// Replay runs the recorded program again from the recorded inputs, without robot, camera or clock.
func Replay(ctx context.Context, file string) (*Replayed, error) {
	in, err := record.ReadInputs(file)
	if err != nil {
		return nil, err
	}
	if name := in.Run["program"]; name != Program {
		return nil, fmt.Errorf("replay: %s records the program %q: this build can replay %q", file, name, Program)
	}
	dir, err := os.MkdirTemp("", "sinew-replay-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	again := filepath.Join(dir, "replay.mcap")
	out := &Replayed{Recorded: in.Hash, Report: in.Report}
	runErr := out.run(ctx, in, again)
	if in.Hash == "" && beyondEnd(runErr, in.Last) {
		runErr = nil
	}
	if runErr == nil && out.Recorded == out.Hash {
		return out, nil
	}
	if out.Diff, err = trace.Diff(file, again, nil); err != nil {
		return nil, errors.Join(runErr, err)
	}
	if in.Hash == "" {
		out.cutOff(in)
	}
	return out, runErr
}

// beyondEnd reports whether all that went wrong is that the program wanted an input behind a recording's last
// message, as its shutdown does.
func beyondEnd(err error, last reactor.Tag) bool {
	var p *exec.PanicError
	return errors.As(err, &p) && !p.Tag.Before(last)
}

// cutOff forgives a recording without an end that it ends: what comes behind its last message is no difference.
func (r *Replayed) cutOff(in *record.Inputs) {
	d := r.Diff.First
	if d != nil && (d.Time > int64(in.Last.Time) || d.Time == int64(in.Last.Time) && d.Microstep >= in.Last.Microstep) {
		r.Diff.First = nil
	}
}

func (r *Replayed) run(ctx context.Context, in *record.Inputs, file string) error {
	p := DefaultParams()
	if err := yaml.UnmarshalWithOptions([]byte(in.Run["params"]), &p, yaml.Strict()); err != nil {
		return fmt.Errorf("replay: the recorded parameters cannot be read: %w", err)
	}
	h, err := Describe()
	if err != nil {
		return err
	}
	n, err := New(p, h)
	if err != nil {
		return err
	}
	prog, err := reactor.Build(n.Main, reactor.Options{Workers: p.Workers, Replay: true})
	if err != nil {
		return err
	}
	w, err := trace.Create(file, trace.Options{Wait: true})
	if err != nil {
		return err
	}
	var patterns []string
	if t := in.Run["trace"]; t != "" {
		patterns = strings.Split(t, "\n")
	}
	rec, err := record.New(prog, w, record.Options{Trace: patterns})
	if err != nil {
		return errors.Join(err, w.Close())
	}
	if err := in.Inject(prog); err != nil {
		return errors.Join(err, w.Close())
	}
	res, err := exec.Run(ctx, prog, exec.Options{})
	r.Hash, r.Tags = rec.Hash(), res.Counters.Tags
	return errors.Join(err, rec.Close(), w.Close())
}
