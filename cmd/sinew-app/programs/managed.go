package programs

import (
	"context"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/app/managed"
	"github.com/sinew-robotics/sinew/tool/cli"
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

// robots puts the word managed before a robot's folder: `run --fast FOLDER` becomes `run managed --fast FOLDER`.
func robots(args []string) []string {
	if len(args) > 1 && args[0] == "run" && slices.ContainsFunc(args[1:], managed.Is) {
		return slices.Insert(slices.Clone(args), 1, "managed")
	}
	return args
}
