// Package programs is the command line of sinew-app: the programs of this repository that command sinew does not contain,
// with the commands that inspect programs. A person types sinew, which becomes sinew-app (package cli, Elsewhere).
package programs

import (
	"os"
	"time"

	"github.com/sinew-robotics/sinew/app/managed"
	"github.com/sinew-robotics/sinew/app/remote/panda"
	"github.com/sinew-robotics/sinew/app/wheelchair"
	"github.com/sinew-robotics/sinew/control/deploy"
	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/robot/franka/remote/command"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/deployment"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Main carries out the command line and exits.
func Main() {
	t := Tool()
	os.Exit(t.Run(named(t.Named(os.Args[1:]))))
}

// Tool is the command line.
func Tool() cli.Tool {
	return cli.Tool{Name: "sinew", Programs: []run.Spec{wheelchair.Spec{}, graspSpec(), managed.Spec{}, panda.Spec{},
		deployment.Spec(deploy.Library{Types: deploy.Types()})}, Commands: []any{&commands{Link: command.New(scheme)}}}
}

type commands struct {
	Run  runCmd       `cmd:"" help:"Run a program, and measure it."`
	Link command.Link `cmd:"" help:"A Franka at 1 kHz over a narrow, lossy link: both ends, and a bad line between them."`
	Nav  navCmd       `cmd:"" help:"Maps of recorded drives, the places of drives on maps, and ways across them."`
	Sim  simCmd       `cmd:"" help:"Simulated devices of these programs, which speak their makers' protocols."`
}

// scheme leaves a link with another scheme than smooth to sinew-bench, which has the schemes that exist to be measured.
func scheme(string, time.Duration, time.Duration) (remote.Scheme, error) {
	path, err := child.Find("sinew-bench", "go build -C bench -o %s ./sinew-bench")
	if err != nil {
		return nil, err
	}
	return nil, child.Become(path, os.Args[1:]...)
}

type runCmd struct {
	Wheelchair wheelchairCmd `cmd:"" help:"A wheelchair driven by a person, by a person with a computer's help, or by the computer."`
	Managed    managedCmd    `cmd:"" help:"A robot from its description; controllers are loaded, switched and watched while it runs."`
	Deployment deploymentCmd `cmd:"" help:"Components, connected by name while they run: a deployment in YAML or Lua."`
	Grasp      graspCmd      `cmd:"" help:"An xArm 7 grasps an object by touch, under a statechart in Lua."`
}

func (c *runCmd) Help() string {
	return "Example:\n  sinew run examples/wheelchair\n  sinew run examples/grasp\n  sinew run examples/control-arm"
}

type simCmd struct {
	Wheelchair simWheelchair `cmd:"" help:"A powered wheelchair: its Personal Mobility Kit and two laser scanners, in a room."`
	CiA402     simCANopen    `cmd:"" name:"cia402" help:"Drives of CiA 402 on a CANopen bus."`
	Dynamixel  simDynamixel  `cmd:"" help:"Servos of ROBOTIS' X series on a serial line, behind a pseudo-terminal."`
}

func (c *simCmd) Help() string { return "Example:\n  sinew sim wheelchair" }

// common are the flags that runs of all these programs have.
type common struct {
	Out   string         `help:"Run folder, new or empty. Default: runs/TIME under this folder." placeholder:"DIR"`
	For   *time.Duration `help:"Stop after this logical time; 0 runs until interrupted." placeholder:"TIME" range:"0s..8760h"`
	Seed  uint64         `help:"Seed of everything random in the program's surroundings." default:"1"`
	Speed float64        `help:"In lock-step: greatest multiple of real time." placeholder:"X" range:"0|0.001..1000"`
	Trace []string       `help:"Ports to record by pattern, besides all inputs; '*' means all." placeholder:"PATTERN"`
	Web   bool           `help:"Serve the live page."`
	Quiet bool           `help:"No progress and no alarms while running." short:"q"`
	cli.PageFlags
	cli.FaultFlags
}

// given returns a flag's value if it was given, or else a default.
func given[T any](flag *T, otherwise T) T {
	if flag != nil {
		return *flag
	}
	return otherwise
}
