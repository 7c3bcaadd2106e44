package main

import "github.com/sinew-robotics/sinew/internal/child"

// benchCmd leaves the measuring to sinew-bench, a separate program that contains all it needs except the peers.
type benchCmd struct {
	Args []string `arg:"" optional:"" help:"Name and flags of a bench; sinew bench -h lists them."`
}

// Run becomes sinew-bench.
func (c *benchCmd) Run() error {
	path, err := child.Find("sinew-bench", "go build -C bench -o %s ./sinew-bench")
	if err != nil {
		return err
	}
	return child.Become(path, c.Args...)
}
