// Command remote moves a Panda over a link that delays, loses, duplicates and damages packets: package panda's program
// on the command line, with its page. With -fast everything is simulated in lock-step.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/vbauerster/mpb/v8/cwriter"

	"github.com/sinew-robotics/sinew/app/remote/panda"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/tool/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := do(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "franka-remote:", spelling.Clip(err.Error()))
		os.Exit(1)
	}
}

func do(ctx context.Context, args []string) error {
	c, err := panda.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return nil
	case err != nil:
		return err
	}
	if c.Page != "" {
		p := cli.NewPage(cli.PageFlags{Listen: c.Page})
		c.Options.Page = p.Show
		defer stay(ctx, p)
	}
	return c.Run(ctx, os.Stdout, os.Stderr)
}

// stay keeps the page open until ctx ends, if the program was started from a terminal, and then closes it.
func stay(ctx context.Context, p *cli.Page) {
	defer p.Close()
	if p.URL() != "" && cwriter.IsTerminal(int(os.Stderr.Fd())) && ctx.Err() == nil {
		fmt.Fprintf(os.Stderr, "the page stays at %s until you press Ctrl-C\n", p.URL())
		<-ctx.Done()
	}
}
