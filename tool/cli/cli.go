// Package cli gives any program the commands that inspect programs: run, trace, view, debug, scenario, graph, topic and
// new. A program of your own gets them by one call in its main function:
//
//	func main() { cli.Main(run.New("heater", defaults, build)) }
//
// Command sinew is this call with the programs of this repository and some further commands.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/tool/cli/grammar"
	"github.com/sinew-robotics/sinew/tool/cli/ranges"
	"github.com/sinew-robotics/sinew/tool/run"
)

// ErrSaid ends the program with status 1 and without a message: what is wrong has been printed already.
var ErrSaid = errors.New("it has been said what is wrong")

// ErrUnusable is ErrSaid for a command line that asks for something that does not exist: it ends the program with status
// 2.
var ErrUnusable = fmt.Errorf("the command line cannot be carried out: %w", ErrSaid)

// Tool is a command line for robot programs. The zero value knows no program.
type Tool struct {
	Name     string     // of the command, as it is typed; "" for the name of the executable
	About    string     // heads the list of commands; "" for Sinew's own line and three examples
	Programs []run.Spec // known to the commands by their names, which must differ
	// Commands point to structs whose fields are further commands, as package grammar reads them. One with the name of a
	// command of this package replaces it. Their Run methods may take a context.Context, which an interrupt ends, and the
	// *Tool.
	Commands []any
	// Elsewhere lists programs of another command, which this one becomes when it is asked for one of them.
	Elsewhere Elsewhere
}

// Main is the main function of an executable that consists of robot programs: it carries out the command line and exits.
func Main(programs ...run.Spec) { Tool{Programs: programs}.Main() }

// Main carries out the command line and exits.
func (t Tool) Main() { os.Exit(t.Run(os.Args[1:])) }

// standard are the commands that inspect programs.
type standard struct {
	Run       runCmd       `cmd:"" help:"Run a program: recorded, and shown in a page on request."`
	Trace     traceCmd     `cmd:"" help:"Inspect, replay and compare recordings."`
	Topic     topicCmd     `cmd:"" help:"Watch the values of a running program, and send values to it."`
	Param     paramCmd     `cmd:"" help:"List, read, change, save and describe the parameters of a running program, or those in a file."`
	Component componentCmd `cmd:"" help:"List, look at, connect and change the components of a running deployment."`
	Control   controlCmd   `cmd:"" help:"List, load, configure, switch and tune the controllers of a running program, and its hardware."`
	View      viewCmd      `cmd:"" help:"Show a recorded run in the page: play, step, go back, break."`
	Scenario  scenarioCmd  `cmd:"" help:"Scenarios and parameter studies: many runs, checked, catalogued, reported."`
	Debug     debugCmd     `cmd:"" help:"Take a run apart: break, step, go back, set a value, ask why."`
	Graph     graphCmd     `cmd:"" help:"Draw a program's reactors as SVG or DOT, or list its ports."`
	New       newCmd       `cmd:"" help:"Write a new program to start from: it builds, runs, records, replays and tests."`
}

// Grammar is the whole command line: the tool's commands, then those of this package.
func (t *Tool) Grammar() (*grammar.Node, error) {
	g, err := grammar.New(t.name(), t.about(), append(slices.Clone(t.Commands), &standard{})...)
	if err != nil {
		return nil, err
	}
	first := "NAME"
	if len(t.Programs) > 0 {
		first = t.Programs[0].Name()
	}
	reword(g, strings.NewReplacer("sinew ", t.name()+" ", "PROGRAM", first))
	return g, nil
}

// name is what the command is called.
func (t *Tool) name() string {
	if t.Name != "" {
		return t.Name
	}
	return strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
}

// about is the text above the list of commands.
func (t *Tool) about() string {
	if t.About != "" {
		return t.About
	}
	return fmt.Sprintf(`%[1]s runs on one deterministic timeline: what it did can be replayed, stepped through and asked why.

Examples:
  %[1]s run --for 2s --fast --out runs/one
  %[1]s trace replay runs/one
  %[1]s debug`, t.name())
}

// reword adapts the examples in the help to this tool and its programs.
func reword(n *grammar.Node, r *strings.Replacer) {
	if n.Parent != nil { // the head comes from the tool
		n.Detail = r.Replace(n.Detail)
	}
	for _, c := range n.Children {
		reword(c, r)
	}
}

// Run carries out a command line and returns the exit status: 2 if it cannot be parsed, 1 if the command fails.
func (t Tool) Run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends it at once
	name := t.name()
	if program := t.Elsewhere.named(args); program != "" {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, t.Elsewhere.Become(program))
		return 1
	}
	g, err := t.Grammar()
	if err == nil {
		err = t.twice()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		return 2
	}
	if len(args) == 0 {
		args = []string{"-h"}
	}
	c, err := g.Parse(args)
	if err == grammar.ErrHelp {
		_ = c.PrintHelp(os.Stdout, false) // the reader may have gone
		return 0
	}
	if err == nil {
		err = ranges.Outside(c)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %s; see %s -h\n", name, spelling.Clip(err.Error()), c.FullPath())
		return 2
	}
	return t.end(c, grammar.Run(ctx, c, &t))
}

// twice finds two programs of the same name.
func (t *Tool) twice() error {
	var errs []error
	for i, s := range t.Programs {
		if slices.ContainsFunc(t.Programs[:i], func(o run.Spec) bool { return o.Name() == s.Name() }) {
			errs = append(errs, fmt.Errorf("two programs are called %q: give each a name of its own, as recordings are told apart by it", s.Name()))
		}
	}
	return errors.Join(errs...)
}
