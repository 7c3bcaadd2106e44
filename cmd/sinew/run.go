package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-robotics/sinew/app/dive"
	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/run"
)

type runCmd struct {
	Path     string            `arg:"" help:"A model of Atoms: an .atoms.yaml file, or a folder with one; a folder with a robot's description and controllers.yaml, such as examples/control-arm; a deployment of components: a .yaml or .lua file; or the folder of a program, such as examples/wheelchair: add -h to list its flags." placeholder:"PATH"`
	HIL      string            `name:"hil" help:"Vehicle in the loop: the address at which 'sinew sim rov' listens. The simulator decides whether time is free-running or in lock-step. Default: a free-running simulator, started as a separate process." placeholder:"ADDR"`
	Fast     bool              `help:"Simulate the vehicle in this process, in lock-step: deterministic, as fast as possible."`
	Out      string            `help:"Run folder, new or empty. Default: runs/TIME under this folder." placeholder:"DIR"`
	For      *time.Duration    `help:"Stop after this logical time; 0 runs until interrupted. Default: 20s." placeholder:"TIME" range:"0s..8760h"`
	Set      map[string]string `help:"Value that the operator sets, with unit. Example: --set psi_des='75 deg'. Default: as the model says, or psi_des 75 deg." placeholder:"NAME='VALUE'" mapsep:"none"`
	At       *time.Duration    `help:"Time at which the operator sets it. Default: as the model says, or 1s." placeholder:"TIME" range:"0s..8760h"`
	Value    map[string]string `help:"Another value for a constant, with its unit. Example: --value K1='5 Hz'" placeholder:"NAME='VALUE'" mapsep:"none"`
	Times    string            `help:"Measured computation times, as 'sinew bench atoms --out FILE' writes them." type:"existingfile" placeholder:"FILE"`
	Cores    int               `help:"Cores that the plan may use. Default: as the model says." placeholder:"N" range:"0..1024"`
	Params   string            `help:"YAML file that overrides parameters." type:"existingfile" placeholder:"FILE"`
	Seed     uint64            `help:"Seed of the simulated sensors and current." default:"1"`
	Vehicle  string            `help:"jack or bluerov2-heavy. Default: as the model says." placeholder:"NAME"`
	Noise    string            `help:"Sensor noise: none, typical or paper (at most 0.1 rad and 0.05 rad/s)." placeholder:"LEVEL"`
	Current  float64           `help:"Speed of the water towards the north, m/s." placeholder:"SPEED" range:"-5..5"`
	Dropouts float64           `help:"Fraction of the time in which a sensor gives no readings." placeholder:"SHARE" range:"0..1"`
	Vary     bool              `help:"Draw a vehicle that differs from the model, as in one run of 'sinew bench rov'."`
	Speed    float64           `help:"In lock-step: greatest multiple of real time." placeholder:"X" range:"0|0.001..1000"`
	Priority int               `help:"SCHED_FIFO priority of the compositions' threads, 1 to 97; 0 for none." default:"80" env:"SINEW_PRIORITY" range:"1..97|0"`
	Prompt   bool              `help:"Start loops as soon as those before them are done, not at their planned places in the cycle: the time from sensor to actuator is then shortest, but varies. Delays count from the cycle's start."`
	Revise   bool              `help:"Choose other periods while running if Atoms take longer than they state."`
	Secret   string            `name:"hil-key" help:"File with the key shared with the vehicle, 16 bytes or more, as from 'openssl rand -hex 32'." type:"existingfile" placeholder:"FILE"`
	Compare  string            `help:"Folder of another run; the report shows its heading too." type:"existingdir" placeholder:"DIR"`
	Trace    []string          `help:"Ports to record by pattern, besides all inputs; '*' means all. Default: '*'." placeholder:"PATTERN"`
	Web      bool              `help:"Serve the live page."`
	Quiet    bool              `help:"No progress and no alarms while running." short:"q"`
	cli.PageFlags
	cli.FaultFlags
}

// Help shows examples.
func (c *runCmd) Help() string {
	return "A robot's folder has one description, *.urdf, and controllers.yaml; sinew run FOLDER -h says more. " +
		"A deployment of components, a .yaml or .lua file, runs on the real clock, or with --fast as fast as possible; --attach opens its socket.\n" +
		"Otherwise the model is a law of Atoms. It is checked first, and does not start if it has a fault. The run folder holds run.json (Table I under loops), report.html,\n" +
		"trace.mcap and tables as CSV.\n\nExamples:\n  sinew sim rov --udp 127.0.0.1:4810 --mode free\n" +
		"  sinew run examples/rov-heading --hil 127.0.0.1:4810 --out runs/one\n" +
		"  sinew run examples/rov-heading\n  sinew run examples/rov-heading --fast --for 20s --set psi_des='30 deg' --value K1='5 Hz'\n" +
		"  sinew run examples/wheelchair -h\n  sinew run examples/wheelchair --mode auto --map doors --out runs/door\n  sinew run examples/grasp --seed 3 --out runs/grasp\n" +
		"  sinew run examples/control-arm --for 10s --fast --seed 3 --out runs/arm"
}

// Run runs the model.
func (c *runCmd) Run(ctx context.Context, t *cli.Tool) error {
	if err := t.Elsewhere.Take(c.Path); err != nil {
		return err
	}
	spec, o, err := c.config()
	if err != nil {
		return err
	}
	out, err := t.Do(ctx, spec, o, c.PageFlags.If(c.Web), c.Quiet)
	if faults, _ := diag.Of(err); len(faults) > 0 && out == nil {
		return errors.Join(err, fmt.Errorf("%s: %s: nothing was started", c.Path, faults.Count()))
	}
	return err
}

// given returns a flag's value if it was given, or else a default.
func given[T any](flag *T, otherwise T) T {
	if flag != nil {
		return *flag
	}
	return otherwise
}

// config reads the flags.
func (c *runCmd) config() (spec dive.Spec, o run.Options, err error) {
	p, err := c.params()
	if err != nil {
		return spec, o, err
	}
	spec = dive.Spec{HIL: c.HIL, Prompt: c.Prompt, Revise: c.Revise, Compare: c.Compare}
	o = run.Options{Order: run.Order{Params: &p, Seed: c.Seed, Real: !c.Fast, Priority: c.Priority}, Speed: c.Speed, For: given(c.For, 20*time.Second), Out: cli.Out(c.Out),
		Trace: c.Trace, Pausable: fastly}
	if c.HIL != "" {
		o.Pausable = fastly + " in place of --hil"
	}
	if len(o.Trace) == 0 {
		o.Trace = []string{"*"}
	}
	if c.Secret != "" {
		text, err := os.ReadFile(c.Secret)
		if err != nil {
			return spec, o, fmt.Errorf("--hil-key: %w", err)
		}
		if spec.Key, err = seal.ParseKey(text); err != nil {
			return spec, o, fmt.Errorf("--hil-key %s: %w", c.Secret, err)
		}
	}
	if !c.Fast && c.HIL == "" {
		spec.Simulate, err = itself("sim", "rov", "--piped")
	}
	return spec, o, err
}

// params are the parameters of the file, overridden by flags.
func (c *runCmd) params() (p dive.Params, err error) {
	p = dive.DefaultParams()
	if err := run.LoadParams(c.Params, &p); err != nil {
		return p, err
	}
	file, err := dive.Find(c.Path)
	if err != nil {
		return p, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return p, err
	}
	p.Model, p.File = string(text), filepath.ToSlash(file)
	if c.At != nil {
		if p.At = *c.At; p.At == 0 {
			return p, errors.New("--at 0s: give a time above 0s")
		}
	}
	if len(c.Set) > 0 {
		p.Set = c.Set
	}
	if len(c.Value) > 0 {
		p.Value = c.Value
	}
	for _, f := range []struct{ flag, to *string }{{&c.Vehicle, &p.Vehicle}, {&c.Noise, &p.Noise}} {
		if *f.flag != "" {
			*f.to = *f.flag
		}
	}
	if c.Cores != 0 {
		p.Cores = c.Cores
	}
	if c.Current != 0 {
		p.Current = c.Current
	}
	if c.Dropouts != 0 {
		p.Dropouts = c.Dropouts
	}
	p.Vary = p.Vary || c.Vary
	if c.Times != "" {
		text, err := os.ReadFile(c.Times)
		if err != nil {
			return p, err
		}
		times, faults := atoms.Times(c.Times, text)
		if len(faults) > 0 {
			return p, faults
		}
		p.Times = times
	}
	return p, run.CheckParams(&p, nil, diag.Pos{}).Err()
}
