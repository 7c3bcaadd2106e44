package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/tool/run"
	"github.com/sinew-robotics/sinew/tool/view/plot"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/folder"
)

type traceCmd struct {
	Info   traceInfo   `cmd:"" help:"Show what is in a recording: span, topics, rates, damage."`
	Echo   traceEcho   `cmd:"" help:"Print messages."`
	CSV    traceCSV    `cmd:"" name:"csv" help:"Write topics as CSV files."`
	Plot   tracePlot   `cmd:"" help:"Draw numbers of topics as SVG."`
	Replay traceReplay `cmd:"" help:"Run the program again from the recorded inputs and compare the output hash. Exit status 1 if it differs."`
	Diff   traceDiff   `cmd:"" help:"Compare two recordings: the first tag, reaction and port at which they differ. Exit status 1 if they do."`
}

func (c *traceCmd) Help() string {
	return "Examples:\n  sinew trace info runs/one/trace.mcap\n  sinew trace replay runs/one/trace.mcap\n  sinew trace diff runs/one/trace.mcap runs/two/trace.mcap"
}

// selection are the flags that choose messages.
type selection struct {
	From  time.Duration `help:"Skip messages before this time." placeholder:"TIME" range:"0s..8760h"`
	To    time.Duration `help:"Stop at this time." placeholder:"TIME" range:"0s..8760h"`
	Limit int           `help:"Stop after this many messages." placeholder:"N" range:"0..1000000000"`
}

func (s selection) of(topics []string) trace.Selection {
	return trace.Selection{Topics: topics, From: s.From, To: s.To, Limit: s.Limit}
}

type traceInfo struct {
	File recording `arg:"" help:"Recording, or its run folder."`
}

func (c *traceInfo) Help() string { return "Example:\n  sinew trace info runs/one/trace.mcap" }

func (c *traceInfo) Run() error { return trace.Info(os.Stdout, string(c.File)) }

type traceEcho struct {
	File   recording `arg:"" help:"Recording, or its run folder."`
	Topics []string  `arg:"" optional:"" help:"Patterns, such as 'planner.*'. Default: all."`
	selection
}

func (c *traceEcho) Help() string {
	return "Example:\n  sinew trace echo runs/one/trace.mcap 'planner.*' --from 2s --limit 10"
}

func (c *traceEcho) Run() error { return trace.Echo(os.Stdout, string(c.File), c.of(c.Topics)) }

type traceCSV struct {
	File   recording `arg:"" help:"Recording, or its run folder."`
	Topics []string  `arg:"" optional:"" help:"Patterns. Default: all."`
	Dir    string    `help:"Folder for the files; '-' prints." default:"."`
	selection
}

func (c *traceCSV) Help() string {
	return "Example:\n  sinew trace csv runs/one/trace.mcap robot.world_data --dir csv"
}

func (c *traceCSV) Run() error {
	topics, err := trace.CSV(string(c.File), c.of(c.Topics), func(topic string) (io.WriteCloser, error) {
		if c.Dir == "-" {
			return standardOut{os.Stdout}, nil
		}
		if err := os.MkdirAll(c.Dir, 0o755); err != nil {
			return nil, err
		}
		return whole.Create(filepath.Join(c.Dir, trace.FileName(topic)+".csv"))
	})
	if err == nil && c.Dir != "-" {
		for _, t := range topics {
			fmt.Println(filepath.Join(c.Dir, trace.FileName(t)+".csv"))
		}
	}
	return err
}

type standardOut struct{ io.Writer }

func (standardOut) Close() error { return nil }

type tracePlot struct {
	File   recording `arg:"" help:"Recording, or its run folder."`
	Topics []string  `arg:"" help:"Patterns of topics, or of single numbers in them, such as safety.verdict.Speed."`
	Out    string    `help:"SVG file; '-' prints." default:"plot.svg"`
	Width  int       `default:"1000" help:"Size in pixels." range:"50..20000"`
	Height int       `default:"420" help:"Size in pixels." range:"50..20000"`
	selection
}

func (c *tracePlot) Help() string {
	return "Example:\n  sinew trace plot runs/one/trace.mcap safety.verdict.Speed --out speed.svg"
}

func (c *tracePlot) Run() error {
	draw := func(w io.Writer, title string, series []trace.Series) error {
		p := plot.Plot{Title: title, XLabel: "logical time in s"}
		for _, s := range series {
			p.Series = append(p.Series, plot.Series{Name: s.Name, X: s.Time, Y: s.Y})
		}
		return plot.SVG(w, p, c.Width, c.Height)
	}
	if c.Out == "-" {
		return trace.Plot(os.Stdout, string(c.File), c.of(c.Topics), draw)
	}
	err := whole.Write(c.Out, func(w io.Writer) error { return trace.Plot(w, string(c.File), c.of(c.Topics), draw) })
	if err == nil {
		fmt.Println(c.Out)
	}
	return err
}

type traceReplay struct {
	File    recording `arg:"" help:"Recording, or its run folder."`
	Without []string  `help:"Enclaves not to run again; what they sent is taken from the recording. Example: --without vision, to render no pictures." placeholder:"ENCLAVE"`
}

func (c *traceReplay) Help() string {
	return "Examples:\n  sinew trace replay runs/one/trace.mcap\n  sinew trace replay runs/one --without vision"
}

func (c *traceReplay) Run(ctx context.Context, t *Tool) error {
	begun := time.Now()
	r, err := run.Replay(ctx, t.Programs, string(c.File), c.Without...)
	var unknown *run.UnknownError
	if errors.As(err, &unknown) {
		err = errors.Join(t.Elsewhere.Become(unknown.Program), err)
	}
	if r == nil {
		return err
	}
	if r.Report != "" {
		fmt.Println("damage:", r.Report)
	}
	switch {
	case r.Same() && r.Recorded != "":
		took := time.Since(begun).Seconds()
		fmt.Printf("identical: %s (%d tags in %.2f s, %.0f× real time)\n", r.Hash, r.Tags, took, float64(r.Span)/1e9/took)
		return nil
	case r.Same() && r.Gap:
		fmt.Printf("not known to be identical: the recording has a gap, behind which nothing can be replayed; up to %v s the %d messages are the same\n",
			r.Last, r.Diff.Equal)
		return ErrSaid
	case r.Same():
		fmt.Printf("identical as far as the recording goes, which has no end: %d messages; output hash now %s\n", r.Diff.Equal, r.Hash)
		return nil
	case r.Nothing() && err != nil: // the program could not be run again
		return err
	case r.Nothing():
		fmt.Println("nothing was compared: the recording holds no message that the replay could be compared with")
		return ErrSaid
	}
	fmt.Printf("differs: recorded %s, replayed %s\n", r.Recorded, r.Hash)
	if r.Diff != nil {
		if r.Diff.First == nil {
			fmt.Println("every recorded topic is the same: record more of them (--trace '*') to see where they part")
		} else if err := r.Diff.Write(os.Stdout); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return ErrSaid
}

type traceDiff struct {
	A      recording `arg:"" help:"Recording, or its run folder."`
	B      recording `arg:"" help:"Recording, or its run folder."`
	Topics []string  `arg:"" optional:"" help:"Patterns. Default: all."`
}

func (c *traceDiff) Help() string {
	return "Example:\n  sinew trace diff runs/one/trace.mcap runs/two/trace.mcap"
}

func (c *traceDiff) Run() error {
	d, err := trace.Diff(string(c.A), string(c.B), c.Topics)
	if err != nil {
		return err
	}
	if err := errors.Join(folder.Belongs(d.A, d.HashA, nil), folder.Belongs(d.B, d.HashB, nil)); err != nil {
		return err
	}
	if err := d.Write(os.Stdout); err != nil {
		return err
	}
	if !d.Identical() {
		return ErrSaid
	}
	return nil
}
