package panda

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/bridge/link/impair"
	"github.com/sinew-robotics/sinew/bridge/seal"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Command is a parsed command line.
type Command struct {
	Spec    Spec
	Options run.Options
	Page    string // address of the live page; "" for none
	Replay  string // recording to replay instead
	params  Params
}

// share returns a flag's parser for a share of all packets, as "5%" or "0.05".
func share(to *float64) func(string) error {
	return func(s string) (err error) {
		*to, err = impair.ParseShare(s)
		return err
	}
}

// Parse parses a command line and reports all faults at once.
func Parse(args []string) (*Command, error) {
	f := flag.NewFlagSet(Program, flag.ContinueOnError)
	c := &Command{params: DefaultParams()}
	p, o := &c.params, &c.Options
	var way impair.Config
	var members string
	var fast bool
	f.Func("key", "`file` with the key that both ends share, as sinew link serve has it; needed where the link leaves this machine", func(s string) error {
		text, err := os.ReadFile(s)
		if err == nil {
			c.Spec.Key, err = seal.ParseKey(text)
		}
		return err
	})
	f.StringVar(&p.Motion, "motion", p.Motion, "what the arm does: "+strings.Join(remote.Motions(), ", "))
	f.IntVar(&p.Times, "times", p.Times, "how often; 0 goes on until interrupted")
	f.StringVar(&c.Spec.Robot, "robot", "", "`address` of a robot or of sinew sim franka, such as 127.0.0.1:1337; without, one is simulated in this process")
	f.StringVar(&c.Spec.Link, "link", "", "`address` of a running sinew link serve, instead of an interface in this process")
	f.BoolVar(&fast, "fast", false, "lock-step, everything in memory: the same in every run")
	impaired(f, &way)
	f.BoolVar(&p.Resume, "resume", false, "go on by itself after a stop because the commands broke off")
	f.Uint64Var(&o.Seed, "seed", 1, "of the link's chance and the sensors' noise")
	f.StringVar(&members, "members", "", "`names` of the state's members that are sent, such as O_T_EE_c,time,q; by default what the motion begins at, time and q")
	f.UintVar(&p.Protocol, "protocol", p.Protocol, "of the robot that is simulated in this process")
	f.IntVar(&o.Priority, "priority", 80, "SCHED_FIFO `priority` of the program's threads, where the system grants it; 0 asks for none; SINEW_PRIORITY says otherwise")
	if x := os.Getenv("SINEW_PRIORITY"); x != "" {
		if err := f.Set("priority", x); err != nil {
			return nil, fmt.Errorf("SINEW_PRIORITY: %w", err)
		}
	}
	f.StringVar(&c.Page, "page", "127.0.0.1:0", "`address` of the live page; empty for none")
	f.StringVar(&o.Out.Dir, "out", "", "`folder` for the recording and the report")
	f.StringVar(&c.Replay, "replay", "", "run a recording's program again and compare, instead: its `file`")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	var err error
	if f.NArg() > 0 {
		err = fmt.Errorf("%q: everything is a flag, see -h", f.Args())
	}
	if members != "" {
		p.Members = strings.Split(members, ",")
	}
	o.Params, o.Real, p.Link = p, !fast, way.String()
	o.Trace = []string{"generator.command", "link.traffic", "link.angles"}
	if fast {
		c.Page = ""
	}
	if bad := way.Validate(); bad != nil {
		err, p.Link = errors.Join(err, bad), "ideal"
	}
	return c, errors.Join(err, c.Spec.Check(o))
}

// impaired defines the flags of an impaired link.
func impaired(f *flag.FlagSet, way *impair.Config) {
	f.DurationVar(&way.Delay, "delay", 0, "of every packet, each way")
	f.DurationVar(&way.Jitter, "jitter", 0, "more or less of it")
	f.Func("loss", "`share` of the packets that are lost, such as 5%", share(&way.Loss))
	f.Func("reorder", "`share` of the packets that others overtake", share(&way.Reorder))
	f.Func("duplicate", "`share` of the packets that arrive twice", share(&way.Duplicate))
	f.Func("corrupt", "`share` of the packets with flipped bits", share(&way.Corrupt))
	f.Func("burst", "`n/m`: of every m packets the last n are lost", func(s string) (err error) {
		way.Bursts, err = impair.ParseBursts(s)
		return err
	})
}

// Run runs the program, or replays a recording of it, and prints how it went.
func (c *Command) Run(ctx context.Context, stdout, stderr io.Writer) error {
	if c.Replay != "" {
		r, err := run.Replay(ctx, []run.Spec{c.Spec}, c.Replay)
		switch {
		case err != nil:
		case r.Recorded == "":
			err = fmt.Errorf("%s has no output hash to compare with: %s", c.Replay, r.Report)
		case !r.Same():
			err = fmt.Errorf("the replay's output hash is %s, the recording's %s: the program has changed", r.Hash, r.Recorded)
		default:
			fmt.Fprintln(stdout, "identical: output hash", r.Hash)
		}
		return err
	}
	out, err := run.Do(ctx, c.Spec, c.Options)
	if out == nil {
		return err
	}
	out.Print(stdout)
	for _, w := range out.Summary.Warnings {
		fmt.Fprintln(stderr, "warning:", w)
	}
	if dir := out.Summary.Folder; dir != "" {
		fmt.Fprintf(stdout, "folder    %s (%s, %s, %s)\n", filepath.Clean(dir), folder.ReportFile, folder.RunFile, folder.TraceFile)
	}
	return err
}
