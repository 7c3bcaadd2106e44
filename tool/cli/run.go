package cli

import (
	"context"
	"errors"
	"os"
	"time"

	"github.com/sinew-robotics/sinew/tool/mock"
	"github.com/sinew-robotics/sinew/tool/run"
)

type runCmd struct {
	Program  string        `arg:"" optional:"" help:"Name of the program, or the file of a deployment: .yaml or .lua. Default: the only program." placeholder:"NAME"`
	For      time.Duration `help:"Stop after this logical time; 0 runs until interrupted, or until the program ends by itself." default:"0" placeholder:"TIME" range:"0s..8760h"`
	Fast     bool          `help:"As fast as possible, in logical time, instead of on the real clock: the same in every run."`
	Speed    float64       `help:"With --fast: greatest multiple of real time." placeholder:"X" range:"0|0.001..1000"`
	Seed     uint64        `help:"Seed of everything random in the program's surroundings." default:"1"`
	Out      string        `help:"Run folder, new or empty. Default: runs/TIME under this folder." placeholder:"DIR"`
	Params   []string      `help:"YAML file that overrides parameters; of a program whose parts have types of their own also .json and .asn1, and NAME=FILE of one part. Repeatable." sep:"none" placeholder:"FILE"`
	Trace    []string      `help:"Ports to record by pattern, besides all inputs; '*' means all." default:"*" placeholder:"PATTERN"`
	Print    []string      `help:"Print ports, a line per value. Example: --print 'guard.*'" placeholder:"PATTERN"`
	Mock     []string      `help:"Replace a sensor, an input or a connection: PATTERN=csv:FILE, =topic:RUN#TOPIC, =bag:FILE#TOPIC, =const:JSON or =lua:FILE." sep:"none" placeholder:"SPEC"`
	Web      bool          `help:"Serve the live page."`
	Priority int           `help:"SCHED_FIFO priority of the control thread on the real clock, 1 to 99; 0 for none." default:"0" env:"SINEW_PRIORITY" range:"1..99|0"`
	Part     string        `help:"Run the part of the program that this file describes, as 'sinew launch' writes it." type:"existingfile" placeholder:"FILE"`
	Quiet    bool          `help:"No progress line." short:"q"`
	PageFlags
	FaultFlags
}

// Help shows examples.
func (c *runCmd) Help() string {
	return "Records all inputs, so that `sinew trace replay` runs the program again, and leaves a run folder behind.\n\n" +
		"Examples:\n  sinew run --for 2s --fast --out runs/one\n  sinew run PROGRAM --web"
}

// Check finds flags that exclude each other.
func (c *runCmd) Check() error {
	if c.Speed != 0 && !c.Fast {
		return errors.New("--speed needs --fast: the real clock has one speed")
	}
	if c.Part != "" && c.Fast {
		return errors.New("--part runs on the real clock, as the other parts do: leave out --fast")
	}
	return nil
}

// Run runs the program.
func (c *runCmd) Run(ctx context.Context, t *Tool) error {
	spec, err := t.Program(c.Program)
	if err != nil {
		return err
	}
	params, err := parameters(spec, c.Params)
	if err != nil {
		return err
	}
	o := run.Options{Order: run.Order{Params: params, Seed: c.Seed, Real: !c.Fast, Priority: c.Priority}, Speed: c.Speed, For: c.For,
		Out: Out(c.Out), Trace: c.Trace, Print: c.Print, Stdout: os.Stdout, Pausable: "with --fast --speed 1"}
	if c.Part != "" {
		o.Pausable = "" // the parts share the real clock
		if o.Part, err = run.ReadPart(c.Part); err != nil {
			return err
		}
	}
	if o.Mocks, err = mock.ParseAll(c.Mock); err != nil {
		return err
	}
	_, err = t.Do(ctx, spec, o, c.PageFlags.If(c.Web), c.Quiet)
	return err
}

// Do runs a program and reports on it: its progress on standard error, a page unless its flags are nil, and its outcome.
// Printed values and a progress line do not mix.
func (t *Tool) Do(ctx context.Context, spec run.Spec, o run.Options, page *PageFlags, quiet bool) (*run.Outcome, error) {
	if !quiet && len(o.Print) == 0 {
		o.Progress = os.Stderr
	}
	if page != nil {
		p := NewPage(*page)
		defer p.Close()
		o.Page = p.Show
	}
	out, err := run.Do(ctx, spec, o)
	t.printOutcome(out)
	return out, err
}
