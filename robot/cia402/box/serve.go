package box

import (
	"context"
	"time"

	"github.com/sinew-robotics/sinew/bridge/canopen"
)

// Serve advances the drives' time with the wall clock on a bus until ctx ends.
func Serve(ctx context.Context, bus canopen.Bus, drives ...*Drive) error {
	const step = 250 * time.Microsecond
	var f canopen.Frame
	next := time.Now()
	for ctx.Err() == nil {
		if err := bus.Wait(min(max(time.Until(next), 0), step)); err != nil {
			return err
		}
		for {
			ok, err := bus.Take(&f)
			if err != nil {
				return err
			}
			if !ok {
				break
			}
			for _, d := range drives {
				d.Receive(&f)
			}
		}
		if now := time.Now(); now.Sub(next) > time.Second {
			next = now // the machine stood still
		}
		for ; !time.Now().Before(next); next = next.Add(step) {
			for _, d := range drives {
				d.Tick(step)
			}
		}
	}
	return nil
}
