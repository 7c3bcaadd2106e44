package lemon

import (
	"context"
	"encoding/json"
	"io"

	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	xarmbox "github.com/sinew-robotics/sinew/robot/xarm/box"
	"github.com/sinew-robotics/sinew/tool/run"
)

// A control box is a computer of its own. In a run on the real clock the simulated one is therefore a process of its own,
// which the demo starts and reaches over TCP like any box. It writes the camera's frames to its standard output. On its
// standard input it learns how its time passes: time stands still while the program is paused.

// boxHello says where to reach the box.
type boxHello struct {
	Command string // address of the command port
	Begin   int64  // ns, reading of the monotonic clock at the box's time zero; the whole machine shares one clock
}

// ServeBox is the simulated box's process, a run.Process: it reads from in which box to be, reports on out where it
// listens, and then sends the wrist camera's frames there until in or ctx ends.
func ServeBox(ctx context.Context, in io.Reader, out io.Writer) error {
	return run.Beside(ctx, in, out, func(o run.Simulated[Params], thread func() (undo func())) (*run.Served, error) {
		rig, err := NewRig(o.Params, o.Seed)
		if err != nil {
			return nil, err
		}
		s, err := xarmbox.Listen(xarmbox.ServerConfig{Command: "127.0.0.1:0", Thread: thread}, rig.Box)
		if err != nil {
			return nil, err
		}
		film := func(ctx context.Context) error { rig.film(ctx, s, run.Send[Frame](out)); return nil }
		return &run.Served{Hello: boxHello{s.Addr(), s.Begin()}, Serve: []func(context.Context) error{s.Serve, film},
			Told: func(line []byte) {
				var of rt.Span
				if json.Unmarshal(line, &of) == nil {
					s.Keep(of)
				}
			}}, nil
	})
}
