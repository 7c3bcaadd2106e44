package programs

import (
	"context"
	"os"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/app/managed"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/deployment"
	"github.com/sinew-robotics/sinew/tool/run"
)

type managedCmd struct {
	Path     string `arg:"" help:"Folder with a robot's description, *.urdf, and controllers.yaml." placeholder:"FOLDER"`
	Fast     bool   `help:"As fast as possible, in logical time, instead of on the real clock."`
	Priority int    `help:"SCHED_FIFO priority of the control thread on the real clock, 1 to 97; 0 for none." default:"80" env:"SINEW_PRIORITY" range:"1..97|0"`
	common
}

// Help shows examples.
func (c *managedCmd) Help() string {
	return "The description's <ros2_control> tags name the hardware: mock hardware, simulated motors on their own protocols, or real ones. The\n" +
		"YAML file has limits, controllers, and what happens when. run.json has limit_violations, switches, missed_cycles and goal_error_rad.\n" +
		"It ends after 20 s unless told otherwise.\n\nExamples:\n" +
		"  sinew run examples/control-arm --for 10s --fast --seed 3 --out runs/arm\n  sinew run examples/control-arm --web --for 0"
}

// Run runs the robot.
func (c *managedCmd) Run(ctx context.Context, t *cli.Tool) error {
	p, err := managed.Find(c.Path)
	if err != nil {
		return err
	}
	o := run.Options{Order: run.Order{Params: &p, Seed: c.Seed, Real: !c.Fast, Priority: c.Priority}, Speed: c.Speed, For: given(c.For, 20*time.Second),
		Out: cli.Out(c.Out), Trace: c.Trace}
	_, err = t.Do(ctx, managed.Spec{}, o, c.PageFlags.If(c.Web), c.Quiet)
	return err
}

type deploymentCmd struct {
	Path     string `arg:"" help:"The deployment: a .yaml or .lua file." placeholder:"FILE"`
	Fast     bool   `help:"As fast as possible, in logical time, instead of on the real clock."`
	Priority int    `help:"SCHED_FIFO priority of the control thread on the real clock, 1 to 97; 0 for none." default:"80" env:"SINEW_PRIORITY" range:"1..97|0"`
	common
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
	o := run.Options{Order: run.Order{Params: spec.Params(), Seed: c.Seed, Real: !c.Fast, Priority: c.Priority}, Speed: c.Speed, For: given(c.For, 0),
		Out: cli.Out(c.Out), Trace: c.Trace, Stdout: os.Stdout}
	if len(o.Trace) == 0 {
		o.Trace = []string{"*"}
	}
	_, err = t.Do(ctx, spec, o, c.PageFlags.If(c.Web), c.Quiet)
	return err
}

// files puts the program's name before a robot's folder or the file of a deployment: `run --fast FOLDER` becomes `run managed
// --fast FOLDER`.
func files(args []string) []string {
	if len(args) < 2 || args[0] != "run" {
		return args
	}
	for _, program := range []struct {
		name string
		is   func(string) bool
	}{{"managed", managed.Is}, {"deployment", deployment.Is}} {
		if args[1] != program.name && slices.ContainsFunc(args[1:], program.is) && !slices.Contains([]string{"wheelchair", "grasp", "managed", "deployment"}, args[1]) {
			return slices.Insert(slices.Clone(args), 1, program.name)
		}
	}
	return args
}
