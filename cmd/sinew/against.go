package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/tool/against"
	"github.com/sinew-robotics/sinew/tool/cli"
)

// run opens the run that --against names, or returns nil without it.
func (c *checkCmd) run() (*against.Run, error) {
	switch {
	case c.Against == "":
		return nil, nil
	case against.IsPage(c.Against):
		return against.Fetch(context.Background(), c.Against)
	}
	return against.Open(c.Against)
}

// held compares the only system of a model with a run. An error means that the call cannot be carried out.
func (c *checkCmd) held(i *instance.Instance, s *checkedSystem, systems int) (diag.Faults, error) {
	r, err := c.run()
	if err == nil && r != nil && systems != 1 {
		err = errors.New("--against compares one system with a run, but the model has several: name one with --system P::S.i")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sinew:", spelling.Clip(err.Error()))
		return nil, cli.ErrUnusable
	}
	if r == nil {
		return nil, nil
	}
	var faults diag.Faults
	s.Against, faults = against.Compare(i, r, s.Report)
	return faults, nil
}

// writeHeld shows what was measured, even if there are faults.
func writeHeld(to io.Writer, all []checkedSystem) error {
	for _, s := range all {
		if s.Against != nil {
			if err := s.Against.Write(to); err != nil {
				return err
			}
		}
	}
	return nil
}
