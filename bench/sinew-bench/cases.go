package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/trajectory"
)

// plan answers a file of cases, with or without --json as JSON lines.
func (c *benchCmd) plan(ctx context.Context) error {
	if c.Name != "trajectory" {
		return fmt.Errorf("bench %s has no --cases: it belongs to `bench trajectory`", c.Name)
	}
	if c.N != 0 || c.Quick || c.Ruckig != "" {
		return errors.New("bench trajectory: --cases plans the cases of the file and nothing else: leave out -n, --quick and --ruckig")
	}
	var r io.Reader = os.Stdin
	if c.Cases != "-" {
		f, err := os.Open(c.Cases)
		if err != nil {
			return fmt.Errorf("bench trajectory: %w", err)
		}
		defer func() { _ = f.Close() }()
		r = f
	}
	return bench.Run(bench.Options{Context: ctx}, func(bench.Options, bench.Emit) error {
		return trajectory.Answer(r, c.Cases, os.Stdout)
	}, nil)
}
