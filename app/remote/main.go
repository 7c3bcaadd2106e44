// Command remote moves a Panda over a link that delays, loses, doubles and damages packets: package panda's program on the
// command line, with its page. With -fast everything is simulated in lock-step.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/sinew-robotics/sinew/app/remote/panda"
	"github.com/sinew-robotics/sinew/internal/spelling"
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
		p := &page{addr: c.Page}
		c.Options.Page = p.open
		defer p.stay(ctx)
	}
	return c.Run(ctx, os.Stdout, os.Stderr)
}
