// Command sinew runs, simulates, records, replays and measures robot programs.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// cli is the command line: a noun, then a verb.
type cli struct {
	Demo     demoCmd     `cmd:"" help:"An xArm 7 follows a lemon: simulated, shown in a page, recorded."`
	Run      runCmd      `cmd:"" help:"Run a control law of Atoms with a vehicle in the loop, and measure it."`
	Sim      simCmd      `cmd:"" help:"Simulated robots that speak their makers' protocols."`
	Link     linkCmd     `cmd:"" help:"A Franka at 1 kHz over a narrow, lossy link: both ends, and a bad line."`
	Trace    traceCmd    `cmd:"" help:"Look at recordings, replay and compare them."`
	Topic    topicCmd    `cmd:"" help:"Watch the values of a running program, and send it some."`
	View     viewCmd     `cmd:"" help:"Show a recorded run in the page: play, step, go back, break."`
	Scenario scenarioCmd `cmd:"" help:"Scenarios and parameter studies: many runs, checked, catalogued, reported."`
	Debug    debugCmd    `cmd:"" help:"Take a run apart: break, step, go back, set a value, ask why."`
	Check    checkCmd    `cmd:"" help:"Check models of Atoms: frames, axes, types, rates, and at which periods they may run."`
	Graph    graphCmd    `cmd:"" help:"Draw a program's reactors, or the Knowledge Association Graph of a model of Atoms, as SVG or DOT."`
	Gen      genCmd      `cmd:"" help:"Write a model of Atoms as Go source to own and edit."`
	Bench    benchCmd    `cmd:"" passthrough:"" help:"Measure what Sinew promises, beside its peers."`
}

// errDiffers ends the program with status 1 after the difference has been printed.
var errDiffers = errors.New("they differ")

func main() { os.Exit(command(os.Args[1:])) }

// topHelp is the description above the list of commands.
const topHelp = `Sinew runs robot control programs on one deterministic timeline.

Examples:
  sinew demo
  sinew trace replay runs/one/trace.mcap
  sinew graph demo --out demo.svg`

func command(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // whoever interrupts twice does not want to wait
	var c cli
	code := -1
	p, err := kong.New(&c, kong.Name("sinew"), kong.Description(topHelp),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Exit(func(n int) { code = n }))
	if err != nil {
		fmt.Fprintln(os.Stderr, "sinew:", err)
		return 2
	}
	if len(args) == 0 {
		args = []string{"-h"}
	}
	k, err := p.Parse(args)
	if code >= 0 { // -h
		return code
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "sinew: %s; see %s -h\n", spelling.Clip(err.Error()), asked(p, err))
		return 2
	}
	if err := outside(k); err != nil {
		fmt.Fprintf(os.Stderr, "sinew: %v; see %s -h\n", err, k.Selected().FullPath())
		return 2
	}
	switch err := k.Run(); {
	case err == nil:
		return 0
	case errors.Is(err, errDiffers), errors.Is(err, errFaulty):
		return 1
	default:
		fmt.Fprintln(os.Stderr, "sinew:", spelling.Clip(err.Error()))
		return 1
	}
}

// asked names the command whose arguments could not be read, as far as it is known.
func asked(p *kong.Kong, err error) string {
	var pe *kong.ParseError
	if errors.As(err, &pe) && pe.Context != nil {
		if n := pe.Context.Selected(); n != nil {
			return n.FullPath()
		}
		for i := len(pe.Context.Path) - 1; i >= 0; i-- { // a noun without its verb
			if n := pe.Context.Path[i].Command; n != nil {
				return n.FullPath()
			}
		}
	}
	return p.Model.Name
}
