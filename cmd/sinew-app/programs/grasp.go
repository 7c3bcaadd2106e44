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
	Chart   string `help:"Folder with the chart: grasp.lua, and other files in Lua that are run before it. Default: examples/grasp where that is in this folder, or else the same as it is built in." placeholder:"DIR"`
	Failure string `help:"Something that goes wrong at a moment that the seed draws; 'any' for one that the seed draws too, 'list' to see them all." placeholder:"NAME"`
}

// Help shows examples.
func (c *graspCmd) Help() string {
	return "An xArm 7 finds an object by touch, grasps it, and puts it down elsewhere, as a statechart in Lua says. Everything is simulated in this process,\n" +
		"in lock-step and as fast as possible; with --web in real time. docs/tutorial-grasp.md says how to change the chart.\n\nExamples:\n" +
		"  sinew run examples/grasp --seed 3 --out runs/grasp\n  sinew run examples/grasp --failure wire.silent --web\n  sinew run examples/grasp --failure list"
}

// Run grasps.
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

// read reads the chart of the folder that is asked for, or of the example's if it is here.
func (c *graspCmd) read(p *grasp.Params) error {
	if c.Chart != "" {
		return p.Read(c.Chart)
	}
	if _, err := os.Stat(grasp.Example); err == nil {
		return p.Read(grasp.Example)
	}
	return nil
}
