package cli

import (
	"context"
	"errors"

	"github.com/sinew-robotics/sinew/tool/study"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// ask has sinew-study do something. sinew-study reports its own errors.
func ask(ctx context.Context, o study.Order, runs []*scenario.Run) error {
	err := study.Ask(ctx, o, runs)
	if errors.Is(err, study.ErrSaid) {
		return ErrSaid
	}
	return err
}

type scenarioListCmd struct {
	Dir     string   `arg:"" help:"Folder of the study."`
	Failed  bool     `help:"Only runs that did not pass."`
	Figures []string `help:"Figures to show. Default: those in assertions." placeholder:"NAME"`
	JSON    bool     `name:"json" help:"One JSON object per line: a run and its outcome."`
}

// Help shows an example.
func (c *scenarioListCmd) Help() string {
	return "Examples:\n  sinew scenario list studies/planners --failed\n  sinew scenario list studies/planners --figures tracking_max_mm,frames --json"
}

// Run prints the table.
func (c *scenarioListCmd) Run(ctx context.Context) error {
	return ask(ctx, study.Order{Do: "list", Folder: c.Dir, Failed: c.Failed, Figures: c.Figures, JSON: c.JSON}, nil)
}

type scenarioShowCmd struct {
	Dir string `arg:"" help:"Folder of the study."`
	N   int    `arg:"" optional:"" help:"Number of a run. Default: the whole study." range:"0..1000000000"`
}

// Help shows an example.
func (c *scenarioShowCmd) Help() string {
	return "Examples:\n  sinew scenario show studies/planners\n  sinew scenario show studies/planners 7"
}

// Run prints the study's scenario and a summary of its outcomes, or one run.
func (c *scenarioShowCmd) Run(ctx context.Context) error {
	return ask(ctx, study.Order{Do: "show", Folder: c.Dir, N: c.N}, nil)
}

type scenarioReportCmd struct {
	Dir string `arg:"" help:"Folder of the study."`
}

// Help shows an example.
func (c *scenarioReportCmd) Help() string {
	return "Examples:\n  sinew scenario report studies/planners"
}

// Run writes the report.
func (c *scenarioReportCmd) Run(ctx context.Context) error {
	return ask(ctx, study.Order{Do: "report", Folder: c.Dir}, nil)
}
