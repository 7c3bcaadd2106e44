// Command sinew runs, simulates, records, replays and measures robot programs. It has the commands that package cli
// gives every program, the programs of this repository, and commands for its robots, models and benches.
package main

import (
	"errors"

	"github.com/sinew-robotics/sinew/app/dive"
	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/cmd/sinew-app/names"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/run"
)

func main() { tool().Main() }

// tool is the command line: a noun, then a verb.
func tool() cli.Tool {
	return cli.Tool{Name: "sinew", About: about, Programs: programs(), Commands: []any{&commands{}},
		Elsewhere: elsewhere()}
}

// elsewhere are the programs and commands of sinew-app.
func elsewhere() cli.Elsewhere {
	return cli.Elsewhere{Command: "sinew-app", Build: "go build -o %s ./cmd/sinew-app",
		Programs: names.Programs(), Commands: names.Commands(), Files: names.Program}
}

// elsewhereCmd is a command of sinew-app that is listed here.
type elsewhereCmd struct {
	Args []string `arg:"" optional:"" help:"Its commands and flags."`
}

// Run is never reached: the command's words lead to sinew-app before.
func (c *elsewhereCmd) Run() error { return errors.New("the command is sinew-app's") }

// about is the description above the list of commands.
const about = `Sinew runs robot control programs on one deterministic timeline.

Examples:
  sinew demo
  sinew trace replay runs/one/trace.mcap
  sinew graph demo --out demo.svg
  sinew new program heater`

// programs are the programs that the commands know by name.
func programs() []run.Spec {
	return []run.Spec{lemon.Spec{}, dive.Spec{}}
}

// commands are the commands for a particular program, robot, model or bench.
type commands struct {
	Demo   demoCmd      `cmd:"" help:"An xArm 7 follows a lemon: simulated, shown in a page, recorded."`
	Run    runCmd       `cmd:"" help:"Run a control law of Atoms with a vehicle in the loop, or a program of this repository, and measure it."`
	Sim    simCmd       `cmd:"" help:"Simulated robots that speak their makers' protocols."`
	Link   elsewhereCmd `cmd:"" passthrough:"" help:"A Franka at 1 kHz over a narrow, lossy link: both ends, and a bad line."`
	Check  checkCmd     `cmd:"" help:"Check models of Atoms: frames, axes, types, rates, and the periods at which they may run. Check architectures in AADL: faults, latencies, loads."`
	Fmt    fmtCmd       `cmd:"" help:"Lay out texts in AADL."`
	LSP    lspCmd       `cmd:"" name:"lsp" help:"Serve an editor of models in AADL and of Atoms: the Language Server Protocol over standard input and output."`
	Graph  graphCmd     `cmd:"" help:"Draw a program's reactors, or the Knowledge Association Graph of a model of Atoms, as SVG or DOT."`
	Gen    genCmd       `cmd:"" help:"Write a model of Atoms as Go source to own and edit, or the nodes of a system in AADL."`
	Launch launchCmd    `cmd:"" help:"Start a system that was generated from a model in AADL, or compare it with the model."`
	Node   nodeCmd      `cmd:"" help:"States of the nodes of a system that 'sinew launch' runs."`
	ROS1   ros1Cmd      `cmd:"" name:"ros1" help:"Topics and services of a ROS 1 graph, and a ROS 1 master."`
	Chart  chartCmd     `cmd:"" help:"Statecharts in rFSM's syntax or SCXML: check, draw and run them."`
	Script scriptCmd    `cmd:"" help:"Run scripts in Lua, each in a heap of fixed size."`
	Nav    elsewhereCmd `cmd:"" passthrough:"" help:"Maps from recorded drives, places of drives on maps, and ways across maps."`
	Bench  benchCmd     `cmd:"" passthrough:"" help:"Measure what Sinew promises, and compare it with peers."`
}
