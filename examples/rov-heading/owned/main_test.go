package main

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/box"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

// TestModes runs the law against a simulated vehicle: in lock-step, where the heading must be there after 15 s of
// logical time, and shortly on the real clock, where it must give commands.
func TestModes(t *testing.T) {
	const heading = 40
	for _, c := range []struct {
		mode   hil.Mode
		length time.Duration
	}{{hil.LockStep, 15 * time.Second}, {hil.Free, 400 * time.Millisecond}} {
		s, err := box.Listen(box.ServerConfig{Listen: "127.0.0.1:0", Mode: c.mode, World: rov.WorldConfig{Vehicle: rov.JackLike(), Seed: 1}})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- s.Serve(ctx) }()
		end, err := run(s.Addr().String(), unit.Degrees(heading), c.length)
		if err != nil {
			t.Errorf("%v: %v", c.mode, err)
		}
		stop()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if n := s.Counters(); n.Commands+n.Stale == 0 {
			t.Errorf("%v: no command arrived: %+v", c.mode, n)
		}
		if c.mode == hil.LockStep && math.Abs(end.Degrees()-heading) > 8 {
			t.Errorf("the heading is %.1f°, want %d°", end.Degrees(), heading)
		}
	}
}
