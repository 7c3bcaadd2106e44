// Command franka-remote moves a Panda over a link that delays, loses, doubles and damages packets. The program that
// makes the commands is a network of reactors; between it and the robot are the two ends of the scheme "smooth" and,
// in this process, whatever makes the link as bad as it is wanted. With -fast everything is simulated in lock-step.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

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
	o, again, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return nil
	case err != nil:
		return err
	case again != "":
		hash, err := replay(ctx, again, o.remote.Secrets.Key)
		if err == nil {
			fmt.Println("identical: output hash", hash)
		}
		return err
	}
	way := drive
	if o.fast {
		way = rehearse
	}
	defer func() { o.opened.stay(ctx) }()
	s, err := way(ctx, o)
	if s != nil {
		s.print(o)
	}
	return err
}

// print says how it went.
func (s *Summary) print(o *options) {
	fmt.Printf("%s motion over a %s: %s after %.2f s\n", s.Motion, s.Link, s.Ended, s.Seconds)
	for _, d := range []struct {
		name string
		way  Direction
	}{{"states", s.States}, {"commands", s.Commands}} {
		fmt.Printf("%-9s %6d packets of %5.1f B, %.1f %% of the traffic saved\n", d.name, d.way.Packets, d.way.PerPack, d.way.SavedPct)
	}
	if o.link != "" { // the other end says what it missed, not here
		fmt.Printf("lost      %d states, or out of order, %d damaged\n", s.LostStates, s.Damaged)
	} else {
		fmt.Printf("lost      %d commands and %d states, %d damaged; %d cycles bridged, %d plans back, %d stops\n",
			s.Lost, s.LostStates, s.Damaged, s.Coasted, s.Replans, s.Stops)
	}
	if s.Jerk > 0 {
		fmt.Printf("at most   %.0f %% of the velocity, %.0f %% of the acceleration, %.0f %% of the jerk that a joint may have\n",
			100*s.Velocity, 100*s.Accel, 100*s.Jerk)
	}
	fmt.Println("hash     ", s.OutputHash)
	for _, w := range s.Warnings {
		fmt.Fprintln(os.Stderr, "warning:", w)
	}
	if o.out != "" {
		fmt.Printf("folder    %s (report.html, run.json, trace.mcap)\n", filepath.Clean(o.out))
	}
}
