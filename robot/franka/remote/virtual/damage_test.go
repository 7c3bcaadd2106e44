package virtual

import (
	"fmt"
	"testing"
	"time"

	"github.com/sinew-robotics/sinew/bridge/link"
	"github.com/sinew-robotics/sinew/bridge/link/impair"
)

// TestDamage: a line that damages one packet in twenty. With the CRC, the default, every motion completes. Without it
// damage passes for states and commands: the arm may stop or go astray, but within its limits, and what an end does
// for a packet stays bounded.
func TestDamage(t *testing.T) {
	for _, bare := range []bool{false, true} {
		for _, compression := range []link.Compression{link.None, link.RLE, link.XOR, link.Delta, link.Zstd} {
			for _, g := range generators() {
				t.Run(fmt.Sprintf("bare=%v/%v/%v", bare, compression, g), func(t *testing.T) {
					t.Parallel()
					for seed := range uint64(2) {
						u, d := smooth(g, time.Second, seed)
						u.Config.NoCRC, u.Config.Compression, u.Config.Resume = bare, compression, true
						u.Up = impair.Config{Delay: time.Millisecond, Corrupt: 0.05, Seed: 2*seed + 1}
						u.Down = impair.Config{Delay: time.Millisecond, Corrupt: 0.05, Seed: 2*seed + 2}
						r := run(t, u)
						if r.Errors != 0 || len(d.faults) > 0 || !bare && !r.Completed {
							t.Errorf("seed %d: %v\n%v\n%+v", seed, r, d.faults, r.Interface)
						}
						if sent := r.Application.Sent.Packets; sent > uint64(2*r.Cycles) {
							t.Errorf("seed %d: %d packets in %d cycles", seed, sent, r.Cycles)
						}
					}
				})
			}
		}
	}
}

// watched is a search of a few runs: see UnreachableSetup.
func watched(t *testing.T, from, n uint64, length time.Duration) (cycles int, limited uint64) {
	for seed := from; seed < from+n; seed++ {
		r := run(t, UnreachableSetup(seed, length))
		if cycles, limited = cycles+r.Cycles, limited+r.Interface.Limited; r.Errors != 0 {
			t.Errorf("seed %d: %v, %d limited", seed, r, r.Interface.Limited)
		}
	}
	return cycles, limited
}

// TestUnreachable: whatever an application asks for, no command breaks a limit.
func TestUnreachable(t *testing.T) {
	for first := range uint64(8) {
		t.Run(fmt.Sprint(first), func(t *testing.T) {
			t.Parallel()
			cycles, limited := watched(t, 8*first, 8, time.Second/2)
			if limited == 0 {
				t.Errorf("nothing was limited in %d cycles", cycles)
			}
		})
	}
}
