package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/sinew-robotics/sinew/tool/debug"
	"github.com/sinew-robotics/sinew/tool/playback"
	"github.com/sinew-robotics/sinew/tool/run"
)

type viewCmd struct {
	File     string  `arg:"" name:"run" help:"Run folder or recording." type:"path"`
	Speed    float64 `help:"Multiple of real time; 0 for as fast as possible." default:"1" placeholder:"X" range:"0|0.001..1000"`
	Pause    bool    `help:"Start paused at the beginning."`
	Pictures bool    `help:"Render the camera's pictures again; --no-pictures is faster." default:"true" negatable:""`
	PageFlags
}

func (c *viewCmd) Help() string {
	return "Shows a recorded run in the page, with all the controls of the debugger. Runs until interrupted.\n" +
		"If the program is not compiled in, the recorded values are shown, but the run cannot be repeated.\n\n" +
		"Examples:\n  sinew view runs/one\n  sinew view runs/one --pause --no-pictures"
}

func (c *viewCmd) Run(ctx context.Context, t *Tool) error {
	m, err := t.recorded(c.File, c.Pictures)
	if err != nil {
		return err
	}
	p := newSession(c.PageFlags, m)
	s, err := debug.Open(m, debug.Options{Attach: p.attach})
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
	if c.Pause {
		if err := p.foresee(ctx, s); err != nil {
			return err
		}
	}
	if err := p.open(s); err != nil {
		return err
	}
	defer p.Close()
	<-ctx.Done()
	return nil
}

// recorded is a recorded run: repeated if its program is compiled in, otherwise played back, which is reported.
func (t *Tool) recorded(path string, pictures bool) (debug.Maker, error) {
	r, err := run.Open(t.Programs, path)
	var unknown *run.UnknownError
	if errors.As(err, &unknown) {
		if err := t.Elsewhere.Become(unknown.Program); err != nil {
			fmt.Fprintln(os.Stderr, err) // the recorded topics can be shown nevertheless
		}
		p, err := playback.Open(unknown.File)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "%s: %s\n", unknown.File, p.About().ReadOnly)
		return p, nil
	}
	if err != nil {
		return nil, err
	}
	if !pictures {
		r.Without = append(r.Without, heavy(r.Spec)...)
	}
	return debug.Recorded(r)
}
