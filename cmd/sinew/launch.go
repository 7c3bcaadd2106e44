package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-robotics/sinew/control/node"
	"github.com/sinew-robotics/sinew/tool/launch"
)

type launchCmd struct {
	File    string        `arg:"" help:"Launch file, as 'sinew gen' writes it beside a system." type:"existingfile" placeholder:"FILE"`
	Check   bool          `help:"Do not start it: hold the program's graph against the model's. The exit status is 1 if they differ."`
	For     time.Duration `help:"Logical time after which it ends. Default: when it is interrupted." placeholder:"DURATION" range:"0s..8760h"`
	Fast    bool          `help:"In logical time, without drivers and bridges."`
	Out     string        `short:"o" help:"Run folder." placeholder:"DIR"`
	Web     bool          `help:"Show it in a page."`
	Restart string        `help:"When it is started again: never, failure or always." enum:"never,failure,always" default:"never"`
	Params  []string      `help:"File with values that nodes begin with, or NODE=FILE with those of one, besides those that the launch file names. Repeatable." sep:"none" placeholder:"FILE"`
	Limit   int           `help:"How many restarts there may be in a row." default:"5" range:"1..1000000"`
}

// Help shows examples.
func (c *launchCmd) Help() string {
	return "All nodes run in one process, which is built first. It ends when this command does, and is started again as --restart says.\n\n" +
		"Examples:\n  sinew launch robot/launch.yaml --check\n  sinew launch robot/launch.yaml --restart failure\n  sinew launch robot/launch.yaml --fast --for 2s --out r"
}

// Validate refuses what does not go together.
func (c *launchCmd) Validate() error {
	switch {
	case c.Check && (c.For != 0 || c.Fast || c.Out != "" || c.Web || len(c.Params) > 0 || c.Restart != "never"):
		return errors.New("--check starts nothing: give it alone")
	case c.Restart != "never" && c.Out != "":
		return errors.New("--out is for one run: leave out --restart")
	}
	return nil
}

// Run builds and starts the program, or holds it against the model.
func (c *launchCmd) Run(ctx context.Context) error {
	f, faults := launch.Read(c.File)
	if len(faults) > 0 {
		if err := showAADL(os.Stderr, nil, faults); err != nil {
			return err
		}
		return errFaulty
	}
	dir, err := os.MkdirTemp("", "sinew-launch")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) // nothing is lost
	binary := filepath.Join(dir, "program")
	if err := f.Build(binary); err != nil {
		return fmt.Errorf("launch: %w", err)
	}
	if c.Check {
		return c.check(ctx, f, binary)
	}
	values := f.Args()
	for _, p := range c.Params {
		values = append(values, "--params", p)
	}
	if len(values) > 0 || c.Restart != "never" {
		if err := f.Ready(ctx, binary, values...); err != nil {
			return fmt.Errorf("launch: %w", err)
		}
	}
	s := &launch.Supervisor{Start: launch.Process(binary, append(c.args(), values...)...), Now: time.Now, Sleep: pause,
		Restart: node.Restart{When: c.policy(), Backoff: 100 * time.Millisecond, Most: 10 * time.Second, Limit: c.Limit, Settled: time.Minute},
		Say:     func(line string) { fmt.Fprintln(os.Stderr, "sinew: launch:", line) }}
	if err := s.Run(ctx); err != nil {
		return fmt.Errorf("launch: %w", err)
	}
	return nil
}

// policy is the one that is asked for.
func (c *launchCmd) policy() node.Policy {
	switch c.Restart {
	case "failure":
		return node.OnFailure
	case "always":
		return node.Always
	}
	return node.Never
}

// args are the program's own.
func (c *launchCmd) args() (all []string) {
	if c.For > 0 {
		all = append(all, "--for", c.For.String())
	}
	if c.Out != "" {
		all = append(all, "--out", c.Out)
	}
	if c.Fast {
		all = append(all, "--fast")
	}
	if c.Web {
		all = append(all, "--web")
	}
	return all
}

// pause waits.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// check holds a built program against the model.
func (c *launchCmd) check(ctx context.Context, f *launch.File, binary string) error {
	i, files, err := instantiated(f.Models, f.System)
	if err != nil {
		return err
	}
	report, faults, err := f.Check(ctx, binary, i)
	if err != nil {
		return fmt.Errorf("launch: %w", err)
	}
	faults.Sort()
	if err := showAADL(os.Stdout, files, faults); err != nil {
		return err
	}
	if len(faults) > 0 {
		fmt.Println(faults.Count() + ": the program is not what the model says")
		return errFaulty
	}
	fmt.Printf("the program is what the model says: %d reactors, %d ports, %d connections\n", report.Reactors, report.Ports, report.Connections)
	return nil
}
