package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/mock"
	"github.com/sinew-robotics/sinew/tool/run"
)

type demoCmd struct {
	For       time.Duration `help:"Stop after this logical time; 0 runs until interrupted." default:"0" placeholder:"TIME" range:"0s..8760h"`
	Fast      bool          `help:"Lock-step over an in-memory wire instead of the real clock over TCP: deterministic, as fast as possible. Without --for it runs at the pace of real time and is shown in the page, where it can be paused and stepped."`
	Speed     float64       `help:"With --fast: greatest multiple of real time; the run is then shown in the page." placeholder:"X" range:"0|0.001..1000"`
	Seed      uint64        `help:"Seed of the lemon's path and the camera's noise." default:"1"`
	Out       string        `help:"Run folder, new or empty. Default: runs/TIME under this folder." placeholder:"DIR"`
	Params    string        `help:"YAML file that overrides parameters." type:"existingfile" placeholder:"FILE"`
	Robot     string        `help:"Address of a real control box, such as 192.168.1.212:502, instead of the simulated one. Without a camera the arm goes to its home position and stays there." placeholder:"ADDR"`
	Planner   string        `help:"servo, thesis or thesis-proportional." placeholder:"NAME"`
	Path      string        `help:"cartesian (the box computes inverse kinematics) or joint (this program does)." placeholder:"NAME"`
	Lemon     string        `help:"The lemon's path: wander, circle, sine, eight, still, …" placeholder:"NAME"`
	Plant     string        `help:"sinew or mujoco (a build with -tags mujoco)." placeholder:"NAME"`
	Moderator bool          `help:"Repair readings that the box repeats; --no-moderator shows what happens otherwise." default:"true" negatable:""`
	Trace     []string      `help:"Ports to record by pattern, besides all inputs; '*' means all. Example: --trace 'planner.*'" default:"*" placeholder:"PATTERN"`
	Pictures  float64       `help:"Camera pictures per second in the recording; 0 for none." default:"5" placeholder:"N" range:"0..60"`
	CSV       []string      `name:"csv" help:"Write ports as CSV files into the run folder. Example: --csv robot.world_data" placeholder:"PATTERN"`
	Print     []string      `help:"Print ports, a line per value. Example: --print 'safety.*'" placeholder:"PATTERN"`
	Web       bool          `help:"Serve the live page (with --fast only if --speed is given, or no --for)." default:"true" negatable:""`
	Mock      []string      `help:"Replace a sensor, an input or the whole robot: PATTERN=csv:FILE, =topic:RUN#TOPIC, =bag:FILE#TOPIC, =const:JSON or =lua:FILE. Example: --mock planning.target=csv:target.csv" sep:"none" placeholder:"SPEC"`
	Tap       []string      `help:"Write the commands sent to an actuator as CSV: PATTERN into the run folder, or PATTERN=FILE.csv. Example: --tap robot.servo=sent.csv" sep:"none" placeholder:"SPEC"`
	Priority  int           `help:"SCHED_FIFO priority of the control thread on the real clock, 1 to 99; 0 for none." default:"80" env:"SINEW_PRIORITY" range:"1..99|0"`
	Quiet     bool          `help:"No progress line." short:"q"`
	cli.PageFlags
	cli.FaultFlags
}

func (c *demoCmd) Help() string {
	return "Examples:\n  sinew demo\n  sinew demo --for 20s --no-browser\n  sinew demo --fast --for 60s --seed 1 --out runs/one\n" +
		"  sinew demo --fast --for 10s --print 'safety.*' --no-web"
}

func (c *demoCmd) params() (lemon.Params, error) {
	p := lemon.DefaultParams()
	if err := run.LoadParams(c.Params, &p); err != nil {
		return p, err
	}
	for _, o := range []struct{ flag, to *string }{
		{&c.Planner, &p.Planner}, {&c.Path, &p.Path}, {&c.Lemon, &p.Lemon}, {&c.Plant, &p.Plant}} {
		if *o.flag != "" {
			*o.to = *o.flag
		}
	}
	p.Moderator = p.Moderator && c.Moderator
	return p, run.CheckParams(&p, nil, diag.Pos{}).Err()
}

// Check refuses flags that do not go together.
func (c *demoCmd) Check() error {
	var errs []error
	if c.Fast && c.For == 0 && !c.Web {
		errs = append(errs, errors.New("--fast without a page needs an end: add --for, such as --for 60s"))
	}
	if c.Fast && c.Robot != "" {
		errs = append(errs, errors.New("--robot needs the real clock: leave out --fast"))
	}
	if c.Speed != 0 && !c.Fast {
		errs = append(errs, errors.New("--speed needs --fast: the real clock has one speed"))
	}
	return errors.Join(errs...)
}

// fastly returns the options of a run that can be paused.
const fastly = "with --fast --speed 1"

func (c *demoCmd) Run(ctx context.Context, t *cli.Tool) error {
	p, err := c.params()
	if err != nil {
		return err
	}
	if c.Fast && c.For == 0 && c.Speed == 0 {
		c.Speed = 1 // somebody watches
	}
	spec := lemon.Spec{Robot: c.Robot, Pictures: c.Pictures}
	o := run.Options{Order: run.Order{Params: &p, Seed: c.Seed, Real: !c.Fast, Priority: c.Priority}, Speed: c.Speed, For: c.For,
		Out: cli.Out(c.Out), Trace: c.Trace, CSV: c.CSV, Print: c.Print, Stdout: os.Stdout, Pausable: fastly}
	if c.Robot != "" {
		o.Pausable = "without --robot"
	}
	if o.Mocks, err = mock.ParseAll(c.Mock); err != nil {
		return err
	}
	if o.Taps, err = mock.ParseTaps(c.Tap); err != nil {
		return err
	}
	if !c.Fast && c.Robot == "" {
		if spec.Sim, err = itself("sim", "xarm7", "--piped"); err != nil {
			return err
		}
	}
	_, err = t.Do(ctx, spec, o, c.PageFlags.If(c.Web && (!c.Fast || c.Speed > 0)), c.Quiet)
	return err
}

// itself is a command of this program, to run alongside it.
func itself(args ...string) ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("starting what is simulated: %w", err)
	}
	return append([]string{self}, args...), nil
}
