// Package host is sinew-study: it reads an order from its standard input and carries it out. It works for every
// program, because runs arrive planned and the program's own processes carry them out.
package host

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/tool/study"
	"github.com/sinew-robotics/sinew/tool/study/engine"
	"github.com/sinew-robotics/sinew/tool/study/queue"
	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// errBad ends the process with status 1 after failures have been printed.
var errBad = errors.New("not all runs passed")

// Main reads an order from the standard input, carries it out and returns the status.
func Main() int {
	if info, err := os.Stdin.Stat(); len(os.Args) > 1 || err == nil && info.Mode()&os.ModeCharDevice != 0 {
		fmt.Fprintln(os.Stderr, "sinew-study: it is started by `sinew scenario run`, list, show, report and worker, which tell it what to do; see sinew scenario -h")
		return 2
	}
	// An interrupt at the terminal reaches this process, too. The process that gave the order decides what it means.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	switch err := serve(ctx, os.Stdin, os.Stdout, os.Stderr); {
	case err == nil:
		return 0
	case !errors.Is(err, errBad):
		fmt.Fprintln(os.Stderr, "sinew:", spelling.Clip(err.Error()))
	}
	return 1
}

// serve reads an order and carries it out until it is done, or in or ctx ends.
func serve(ctx context.Context, in io.Reader, out, log io.Writer) error {
	d := json.NewDecoder(bufio.NewReader(in))
	d.DisallowUnknownFields()
	var o study.Order
	if err := d.Decode(&o); err != nil {
		return fmt.Errorf("sinew-study does not understand what it is told, so it is of another build: `make build` makes both anew: %w", err)
	}
	if o.Format != study.OrderFormat {
		return fmt.Errorf("sinew-study is of another build, with orders of format %d where it is told one of %d: `make build` makes both anew", study.OrderFormat, o.Format)
	}
	var runs []*scenario.Run
	for o.Run != nil && len(runs) < o.Run.Runs {
		r := &scenario.Run{}
		if err := d.Decode(r); err != nil {
			return fmt.Errorf("sinew-study: run %d of %d cannot be read: %w", len(runs)+1, o.Run.Runs, err)
		}
		runs = append(runs, r)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, io.MultiReader(d.Buffered(), in))
		cancel()
	}()
	a := &asked{o, out}
	switch o.Do {
	case "run":
		return a.run(ctx, runs, log)
	case "work":
		return a.work(ctx, log)
	case "list":
		return a.with(a.list)
	case "show":
		return a.with(a.show)
	case "report":
		return a.with(func(c *queue.Catalogue) error {
			err := c.Report()
			if err == nil {
				fmt.Fprintln(out, o.Folder+"/report.html")
			}
			return err
		})
	}
	return fmt.Errorf("sinew-study is of another build: it cannot %q: `make build` makes both anew", o.Do)
}

// asked is an order being carried out.
type asked struct {
	o   study.Order
	out io.Writer
}

// with calls f with the study's catalogue.
func (a *asked) with(f func(*queue.Catalogue) error) error {
	c, err := queue.Open(a.o.Folder)
	if err != nil {
		return err
	}
	return errors.Join(f(c), c.Close())
}

// work carries out runs for studies on a cluster.
func (a *asked) work(ctx context.Context, log io.Writer) error {
	w := a.o.Work
	if w == nil {
		return errors.New("sinew-study: there is nothing to work for")
	}
	return queue.Serve(ctx, queue.Cluster{URL: w.NATS, Study: w.Study, Key: w.Key, NoKey: w.NoKey, Worker: w.Worker}, log)
}

// run runs a study and reports its result.
func (a *asked) run(ctx context.Context, runs []*scenario.Run, log io.Writer) error {
	r := a.o.Run
	if r == nil {
		return errors.New("sinew-study: there is nothing to run")
	}
	s, err := scenario.Parse(r.File, []byte(r.Scenario))
	if err != nil {
		return err
	}
	o := queue.Options{Workers: r.Workers, Worker: r.Worker, Folder: a.o.Folder, NATS: r.NATS, Key: r.Key, NoKey: r.NoKey,
		Limit: r.Limit, Version: r.Version, Server: engine.Serve}
	if !r.Quiet {
		o.Progress = log
	}
	sum, err := queue.RunAll(ctx, s, runs, o)
	if sum == nil {
		return err
	}
	if a.o.JSON {
		if err := json.NewEncoder(a.out).Encode(sum); err != nil {
			return err
		}
	} else {
		err = errors.Join(err, a.sum(sum))
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("interrupted with %d runs to go: continue with the same command", sum.Open)
	case err == nil && sum.Failed+sum.Errors > 0:
		return errBad // it has been printed
	}
	return err
}
