package programs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/sinew-robotics/sinew/app/grasp"
	"github.com/sinew-robotics/sinew/diag"
	chart "github.com/sinew-robotics/sinew/examples/grasp"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/run"
)

// graspSpec is the program with the example's chart.
func graspSpec() grasp.Spec { return grasp.Spec{Chart: chart.Chart} }

type graspCmd struct {
	common
	Params  string `help:"YAML file that overrides parameters." type:"existingfile" placeholder:"FILE"`
	Chart   string `help:"Folder with the chart: grasp.lua, and other Lua files that are run before it. Default: examples/grasp if it is in this folder, otherwise the built-in copy." placeholder:"DIR"`
	Failure string `help:"Failure that occurs at a moment drawn by the seed; 'any' for one that is drawn too, 'list' to list them all." placeholder:"NAME"`
}

// Help shows examples.
func (c *graspCmd) Help() string {
	return "An xArm 7 finds an object by touch, grasps it, and puts it down elsewhere, controlled by a statechart in Lua. Everything is simulated in this process,\n" +
		"in lock-step and as fast as possible; with --web in real time. docs/tutorial-grasp.md says how to change the chart.\n\nExamples:\n" +
		"  sinew run examples/grasp --seed 3 --out runs/grasp\n  sinew run examples/grasp --failure wire.silent --web\n  sinew run examples/grasp --failure list"
}

// Run runs the grasp.
func (c *graspCmd) Run(ctx context.Context, t *cli.Tool) error {
	if c.Failure == "list" {
		fmt.Println(strings.Join(grasp.Failures(), "\n"))
		return nil
	}
	p := graspSpec().Params().(*grasp.Params)
	if err := errors.Join(run.LoadParams(c.Params, p), c.read(p)); err != nil {
		return err
	}
	if c.Failure != "" {
		p.Failure = c.Failure
	}
	if err := run.CheckParams(p, nil, diag.Pos{}).Err(); err != nil {
		return err
	}
	o := run.Options{Order: run.Order{Params: p, Seed: c.Seed}, Speed: c.Speed, For: given(c.For, grasp.Longest), Out: cli.Out(c.Out), Trace: c.Trace}
	if c.Web && o.Speed == 0 {
		o.Speed = 1
	}
	_, err := t.Do(ctx, graspSpec(), o, c.PageFlags.If(c.Web), c.Quiet)
	return err
}

// read reads the chart of the given folder, or else of the example's folder if it is here.
func (c *graspCmd) read(p *grasp.Params) error {
	if c.Chart != "" {
		return p.Read(c.Chart)
	}
	if _, err := os.Stat(grasp.Example); err == nil {
		return p.Read(grasp.Example)
	}
	return nil
}
