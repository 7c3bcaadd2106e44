package main

import (
	"context"
	"fmt"

	"github.com/sinew-robotics/sinew/tool/debug"
	"github.com/sinew-robotics/sinew/tool/run"
)

type viewCmd struct {
	File     string  `arg:"" name:"run" help:"Run folder or recording." type:"path"`
	Speed    float64 `help:"Times real time; 0 as fast as it goes." default:"1" placeholder:"X" range:"0|0.001..1000"`
	Pause    bool    `help:"Stand at the beginning instead of running."`
	Pictures bool    `help:"Render the camera's pictures again; --no-pictures goes through time more quickly." default:"true" negatable:""`
	pageFlags
}

func (c *viewCmd) Help() string {
	return "Shows a recorded run in the page, with all the controls of the debugger. Runs until interrupted.\n\n" +
		"Examples:\n  sinew view runs/one\n  sinew view runs/one --pause --no-pictures"
}

func (c *viewCmd) Run(ctx context.Context) error {
	r, err := run.Open(programs(), c.File)
	if err != nil {
		return err
	}
	if !c.Pictures {
		r.Without = append(r.Without, heavy(r.Spec)...)
	}
	m, err := debug.Recorded(r)
	if err != nil {
		return err
	}
	p, st := &page{flags: c.pageFlags}, &staged{}
	s, err := debug.Open(m, debug.Options{Attach: p.attach(st)})
	if err != nil {
		return err
	}
	defer s.Close()
	lines := []string{fmt.Sprintf("speed %g", c.Speed)}
	if !c.Pause {
		lines = append(lines, "run")
	}
	for _, l := range lines {
		if _, err := s.Command(ctx, l); err != nil {
			return err
		}
	}
	if err := p.openSession(s, st); err != nil {
		return err
	}
	defer p.close()
	<-ctx.Done()
	return nil
}
