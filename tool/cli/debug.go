package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/debug"
	"github.com/sinew-robotics/sinew/tool/live"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

type debugCmd struct {
	What     string        `arg:"" optional:"" name:"run" help:"Run folder, recording, scenario of one run, or the name of a program to simulate. Default: the only program there is."`
	For      time.Duration `help:"Programs only: end at this logical time." default:"60s" placeholder:"TIME" range:"0s..8760h"`
	Seed     uint64        `help:"Programs only: seed of everything random in the surroundings." default:"1"`
	Params   []string      `help:"Programs only: YAML file that overrides parameters, as of 'run'. Repeatable." sep:"none" placeholder:"FILE"`
	Mock     []string      `help:"Programs only: replace a sensor, an input or the whole robot, as PATTERN=csv:FILE and the like." sep:"none" placeholder:"SPEC"`
	Pictures bool          `help:"Recordings only: render the camera's pictures again, which takes much longer."`
	Exec     string        `help:"Commands to carry out, separated by semicolons, instead of a prompt." placeholder:"'CMD; CMD'"`
	Web      bool          `help:"Show the run in the page too, with the same controls."`
	PageFlags
	FaultFlags
}

func (c *debugCmd) Help() string {
	return "Stops a run at any place, goes back, and shows and changes its values. `help` lists the commands.\n\n" +
		"Examples:\n  sinew debug runs/one\n  sinew debug PROGRAM --seed 7\n" +
		"  sinew debug runs/one --exec 'break port robot.next_position_checked; run; why robot.next_position_checked'"
}

func (c *debugCmd) Run(ctx context.Context, tool *Tool) error {
	m, err := c.maker(tool)
	if err != nil {
		return err
	}
	p := newSession(c.PageFlags, m)
	o := debug.Options{}
	t := &console{out: os.Stdout}
	quiet := c.Exec != "" || !terminal(os.Stdin)
	if !quiet {
		o.Progress = t.progress
	}
	if c.Web {
		o.Attach = p.attach
	}
	s, err := debug.Open(m, o)
	if err != nil {
		return err
	}
	defer s.Close()
	if c.Web {
		if err := p.foresee(ctx, s); err != nil {
			return err
		}
		if err := p.open(s); err != nil {
			return err
		}
		defer p.Close()
	}
	t.s = s
	if c.Exec != "" {
		return t.script(ctx, strings.NewReader(strings.ReplaceAll(c.Exec, ";", "\n")))
	}
	if quiet {
		return t.script(ctx, os.Stdin)
	}
	fmt.Println("help lists the commands; an empty line repeats the last step")
	return t.talk(ctx, os.Stdin)
}

// maker finds what is to be debugged.
func (c *debugCmd) maker(t *Tool) (debug.Maker, error) {
	if s := t.find(c.What); s != nil {
		if _, err := os.Stat(c.What); err == nil {
			return nil, fmt.Errorf("%[1]s is a program, and a file: write ./%[1]s for the file", c.What)
		}
		return c.simulated(s)
	}
	if c.What == "" {
		s, err := t.Program("")
		if err != nil {
			return nil, fmt.Errorf("%w, or a run folder, a recording or a scenario of one run", err)
		}
		return c.simulated(s)
	}
	if err := t.Elsewhere.Become(c.What); err != nil {
		return nil, err
	}
	if ext := filepath.Ext(c.What); ext == ".yaml" || ext == ".yml" {
		if s, _ := scenario.Load(c.What, ""); s != nil {
			if err := t.Elsewhere.Become(s.Program.Text); err != nil {
				return nil, err
			}
		}
		return scenario.Maker(c.What, t.Programs)
	}
	var file recording
	if err := file.UnmarshalText([]byte(c.What)); err != nil {
		return nil, fmt.Errorf("%w, or the name of a program: %s", err, strings.Join(t.names(), ", "))
	}
	m, err := t.recorded(string(file), c.Pictures)
	if err == nil && (len(c.Params) > 0 || len(c.Mock) > 0) {
		err = errors.New("--params and --mock are for programs: a recorded run has its own")
	}
	return m, err
}

// simulated is the maker of a program in its simulated surroundings.
func (c *debugCmd) simulated(spec run.Spec) (debug.Maker, error) {
	params, err := parameters(spec, c.Params)
	if err != nil {
		return nil, err
	}
	o := run.Order{Params: params, Seed: c.Seed}
	install, err := mocked(spec, &o, c.Mock)
	if err != nil {
		return nil, err
	}
	return debug.Simulated(spec, o, reactor.Tag{Time: reactor.Time(c.For)}, install), nil
}

// console carries on the conversation with a session.
type console struct {
	s     *debug.Session
	out   io.Writer
	shown atomic.Bool // a progress line
}

// progress shows how far a long movement has come.
func (c *console) progress(now reactor.Time) {
	c.shown.Store(true)
	fmt.Fprintf(os.Stderr, "\r%8.2f s ", now.Duration().Seconds())
}

// terminal reports whether f is a terminal.
func terminal(f *os.File) bool {
	i, err := f.Stat()
	return err == nil && i.Mode()&os.ModeCharDevice != 0
}

// script carries out lines and prints the answers. It ends at the first line that fails.
func (c *console) script(ctx context.Context, in io.Reader) error {
	lines := bufio.NewScanner(in)
	for lines.Scan() && ctx.Err() == nil {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		fmt.Fprintf(c.out, "> %s\n", line)
		if line == "quit" {
			return nil
		}
		if err := c.do(ctx, line); err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	return errors.Join(lines.Err(), ctx.Err())
}

// talk asks for lines until quit or the end of the input. Ctrl-C pauses a run that is in progress; otherwise it ends
// the debugger.
func (c *console) talk(ctx context.Context, in io.Reader) error {
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(interrupt)
	ctx = context.WithoutCancel(ctx) // the command's own context ends at the first Ctrl-C
	typed, asked := make(chan string), make(chan struct{})
	go func() {
		defer close(typed)
		for lines := bufio.NewScanner(in); lines.Scan(); {
			typed <- lines.Text()
			<-asked
		}
	}()
	for last := ""; ; {
		fmt.Fprint(c.out, "> ")
		select {
		case <-interrupt:
			fmt.Fprintln(c.out)
			return nil
		case line, ok := <-typed:
			if !ok {
				return nil
			}
			if line = strings.TrimSpace(line); line == "" {
				line = last
			}
			last = ""
			if verb, _, _ := strings.Cut(line, " "); verb == "step" || verb == "stepr" || verb == "back" || verb == "backr" || verb == "reverse" {
				last = line
			}
			if line == "quit" {
				return nil
			}
			c.pausable(ctx, line, interrupt)
		}
		asked <- struct{}{}
	}
}

// pausable carries out a line. An interrupt pauses it.
func (c *console) pausable(ctx context.Context, line string, interrupt <-chan os.Signal) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := c.do(ctx, line); err != nil {
			fmt.Fprintln(c.out, err)
		}
	}()
	for {
		select {
		case <-done:
			return
		case <-interrupt:
			if err := c.s.Pause(ctx); err != nil {
				fmt.Fprintln(c.out, err)
			}
		}
	}
}

// do carries out a line, waits until the run stands still, and prints the answer.
func (c *console) do(ctx context.Context, line string) error {
	a, err := c.s.Command(live.AllowScripts(ctx), line) // the terminal's user has the machine, too
	if err != nil {
		return err
	}
	b, err := c.s.Wait(ctx)
	if c.shown.Swap(false) {
		fmt.Fprintf(os.Stderr, "\r%20s\r", "")
	}
	for _, text := range []string{a.Text, b.Text} {
		if text != "" {
			fmt.Fprintln(c.out, text)
		}
	}
	return err
}
