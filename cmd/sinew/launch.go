package main

import (
	"cmp"
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
	File     string        `arg:"" help:"Launch file, as 'sinew gen' writes it with a system." type:"existingfile" placeholder:"FILE"`
	Check    bool          `help:"Do not start it: compare the program's graph with the model's. The exit status is 1 if they differ."`
	For      time.Duration `help:"Stop after this logical time. Default: when interrupted." placeholder:"DURATION" range:"0s..8760h"`
	Fast     bool          `help:"In logical time, without drivers and bridges."`
	Out      string        `short:"o" help:"Run folder." placeholder:"DIR"`
	Web      bool          `help:"Show it in a page."`
	Restart  string        `help:"When to start it again: never, failure or always." enum:"never,failure,always" default:"never"`
	Limit    int           `help:"Most restarts in a row." default:"5" range:"1..1000000"`
	Mode     string        `help:"Processes: 'one' for all nodes, or 'processes' for one process per node. Default: as the file says, else one." enum:",one,processes" default:"" placeholder:"MODE"`
	Priority int           `help:"SCHED_FIFO priority of the overseer and of the processes' control threads on the real clock, 1 to 99; 0 for none." default:"0" env:"SINEW_PRIORITY" range:"1..99|0"`
	Params   []string      `help:"File with initial values of nodes, or NODE=FILE with those of one node, in addition to the launch file's. Repeatable." sep:"none" placeholder:"FILE"`
}

// Help shows examples.
func (c *launchCmd) Help() string {
	return "The program is built first. Its nodes run in one process, or in one each; they end when this command does, and are started again as --restart or the file says. " +
		"If the file names critical nodes, or there are several processes, an overseer runs in this one; 'sinew node list' shows the nodes' states.\n\n" +
		"Examples:\n  sinew launch robot/launch.yaml --check\n  sinew launch robot/launch.yaml --restart failure\n  sinew launch robot/launch.yaml --mode processes\n  sinew launch robot/launch.yaml --fast --for 2s --out r"
}

// Validate refuses flags that do not go together.
func (c *launchCmd) Validate() error {
	switch {
	case c.Check && (c.For != 0 || c.Fast || c.Out != "" || c.Web || len(c.Params) > 0 || c.Mode != "" || c.Restart != "never"):
		return errors.New("--check starts nothing: give it alone")
	case c.Mode == launch.Many && (c.Fast || c.Web):
		return errors.New("--mode processes runs on the real clock, and has no page of its own: leave out --fast and --web")
	case c.Restart != "never" && c.Mode != launch.Many && c.Out != "":
		return errors.New("--out is for one run: leave out --restart")
	}
	return nil
}

// Run builds and starts the program, or compares it with the model.
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
	mode := cmp.Or(c.Mode, f.Mode, launch.One)
	if !c.Fast && (mode == launch.Many || f.Overseen()) {
		return c.overseen(ctx, f, mode, binary, values)
	}
	if mode == launch.Many && c.Mode != launch.One {
		return errors.New("launch: the processes of the file run on the real clock: leave out --fast, or give --mode one")
	}
	s := &launch.Supervisor{Start: launch.Process(binary, append(c.args(), values...)...), Now: time.Now, Sleep: pause,
		Restart: node.Restart{When: c.policy(), Backoff: 100 * time.Millisecond, Most: 10 * time.Second, Limit: c.Limit, Settled: time.Minute},
		Say:     func(line string) { fmt.Fprintln(os.Stderr, "sinew: launch:", line) }}
	if err := s.Run(ctx); err != nil {
		return fmt.Errorf("launch: %w", err)
	}
	return nil
}

// overseen runs the program, in one process or several, with an overseer in this one.
func (c *launchCmd) overseen(ctx context.Context, f *launch.File, mode, binary string, values []string) error {
	table, faults := f.Table(launch.Restart{When: c.Restart, Limit: c.Limit})
	if len(faults) > 0 {
		if err := showAADL(os.Stderr, nil, faults); err != nil {
			return err
		}
		return errFaulty
	}
	s := &launch.System{Table: *table, Processes: f.Processes(mode), Seams: f.Seams(), Priority: c.Priority,
		Say: func(line string) { fmt.Fprintln(os.Stderr, line) }}
	var err error
	if s.Dir, s.Overseer, err = launch.Place(c.File); err != nil {
		return err
	}
	out := cmp.Or(c.Out, filepath.Join("runs", time.Now().Format("2006-01-02T15-04-05")))
	s.Out = filepath.Join(out, "sinew-launch")
	s.Command = func(process string, life uint64, part string) []string {
		dir := filepath.Join(out, process)
		if life > 1 {
			dir += fmt.Sprintf(".%d", life)
		}
		args := []string{binary, "run", "--quiet", "--part", part, "--out", dir}
		if c.For > 0 {
			args = append(args, "--for", c.For.String())
		}
		if c.Web {
			args = append(args, "--web")
		}
		return append(args, values...)
	}
	if err := s.Run(ctx); err != nil {
		return fmt.Errorf("launch: %w", err)
	}
	return nil
}

// policy returns the restart policy that the flags ask for.
func (c *launchCmd) policy() node.Policy {
	switch c.Restart {
	case "failure":
		return node.OnFailure
	case "always":
		return node.Always
	}
	return node.Never
}

// args returns the program's arguments.
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

// pause waits before a restart.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// check compares a built program with the model.
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
