package programs

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/app/managed"
	"github.com/sinew-robotics/sinew/cmd/sinew-app/names"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/run"
)

// timed are the flags of programs that run on the real clock by default.
type timed struct {
	Fast     bool `help:"As fast as possible, in logical time, instead of on the real clock."`
	Priority int  `help:"SCHED_FIFO priority of the control thread on the real clock, 1 to 97; 0 for none." default:"80" env:"SINEW_PRIORITY" range:"1..97|0"`
	common
}

// Check finds flags that do not go together.
func (c *timed) Check() error {
	if c.Speed != 0 && !c.Fast {
		return errors.New("--speed needs --fast: the real clock has one speed")
	}
	return nil
}

// options returns the options of a run of a program with the given parameters; it ends after d unless the flags say
// otherwise.
func (c *timed) options(params any, d time.Duration) run.Options {
	return run.Options{Order: run.Order{Params: params, Seed: c.Seed, Real: !c.Fast, Priority: c.Priority}, Speed: c.Speed, For: given(c.For, d),
		Out: cli.Out(c.Out), Trace: c.Trace, Stdout: os.Stdout, Pausable: "with --fast --speed 1"}
}

type managedCmd struct {
	Path string `arg:"" help:"Folder with a robot's description, *.urdf, and controllers.yaml." placeholder:"FOLDER"`
	timed
}

// Help shows examples.
func (c *managedCmd) Help() string {
	return "The description's <ros2_control> tags name the hardware: mock hardware, simulated motors on their own protocols, or real ones. The\n" +
		"YAML file has limits, controllers, and what happens when. run.json has limit_violations, switches, missed_cycles and goal_error_rad.\n" +
		"It ends after 20 s unless --for says otherwise.\n\nExamples:\n" +
		"  sinew run examples/control-arm --for 10s --fast --seed 3 --out runs/arm\n  sinew run examples/control-arm --web --for 0"
}

// Run runs the robot.
func (c *managedCmd) Run(ctx context.Context, t *cli.Tool) error {
	p, err := managed.Find(c.Path)
	if err != nil {
		return err
	}
	_, err = t.Do(ctx, managed.Spec{}, c.options(&p, 20*time.Second), c.PageFlags.If(c.Web), c.Quiet)
	return err
}

type deploymentCmd struct {
	Path string `arg:"" help:"The deployment: a .yaml or .lua file." placeholder:"FILE"`
	timed
}

// Help shows examples.
func (c *deploymentCmd) Help() string {
	return "It runs until it is interrupted, unless --for says otherwise. --attach opens its socket, for 'sinew component' and 'sinew script attach'.\n\n" +
		"Examples:\n  sinew run cell.yaml --attach\n  sinew run cell.yaml --fast --for 10s --out runs/cell"
}

// Run runs the deployment.
func (c *deploymentCmd) Run(ctx context.Context, t *cli.Tool) error {
	spec, err := t.Program(c.Path)
	if err != nil {
		return err
	}
	o := c.options(spec.Params(), 0)
	if len(o.Trace) == 0 {
		o.Trace = []string{"*"}
	}
	_, err = t.Do(ctx, spec, o, c.PageFlags.If(c.Web), c.Quiet)
	return err
}

// named inserts after run the name of the program for a folder or file: `run --fast FOLDER` becomes `run managed --fast
// FOLDER`. A program's own name already stands there.
func named(args []string) []string {
	if len(args) < 2 || args[0] != "run" || slices.Contains(names.Programs(), args[1]) {
		return args
	}
	for _, word := range args[1:] {
		if program := names.Program(word); program != "" {
			return slices.Insert(slices.Clone(args), 1, program)
		}
	}
	return args
}
