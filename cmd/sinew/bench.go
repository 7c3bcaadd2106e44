package main

import (
	"os"
	"time"

	"github.com/sinew-robotics/sinew/internal/child"
	"github.com/sinew-robotics/sinew/robot/franka/remote"
)

// benchCmd leaves the measuring to sinew-bench, a program of its own, with all that it needs beside its peers.
type benchCmd struct {
	Args []string `arg:"" optional:"" help:"Name and flags of a bench; sinew bench -h lists them."`
}

// Run becomes sinew-bench.
func (c *benchCmd) Run() error { return becomeBench(c.Args) }

func becomeBench(args []string) error {
	path, err := child.Find("sinew-bench", "go build -C bench -o %s ./sinew-bench")
	if err != nil {
		return err
	}
	return child.Become(path, args...)
}

// scheme leaves a link by another scheme than smooth to sinew-bench, which has those that are there to be measured.
func scheme(string, time.Duration, time.Duration) (remote.Scheme, error) {
	return nil, becomeBench(os.Args[1:])
}
