// Package box is a simulated underwater robot on the other side of a network: a rov.World behind the protocol of package
// hil. It uses their units and frames.
package box

import (
	"errors"
	"fmt"
	"time"

	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/hil"
)

// DefaultWatchdog is how long thrusters hold a force that is not confirmed.
const DefaultWatchdog = 200 * time.Millisecond

// longest is the longest watchdog time.
const longest = time.Hour

// ServerConfig describes a simulator.
type ServerConfig struct {
	Listen string   // "" for hil.DefaultAddr
	Mode   hil.Mode // hil.LockStep or hil.Free
	World  rov.WorldConfig
	// Watchdog is the simulated time without a valid command after which the thrusters are set to zero; 0 means
	// DefaultWatchdog.
	Watchdog time.Duration
	// Idle is how long a controller may be silent before another one can take its place; 0 means 2 s. It loses its place
	// only if another one asks.
	Idle time.Duration
	Key  []byte // pre-shared, as seal.ParseKey reads it; needed beyond loopback
	// Thread, if set, is called on the simulator's thread before it begins; the function it returns is called at the end.
	Thread func() (undo func())
	// Report, if set, gets one line about each event: controllers that come and go, watchdog stops. It is called from a
	// separate goroutine and blocks nothing.
	Report func(line string)
}

// fill sets the defaults and reports every fault.
func (c *ServerConfig) fill() error {
	var errs []error
	if c.Listen == "" {
		c.Listen = hil.DefaultAddr
	}
	if c.Watchdog == 0 {
		c.Watchdog = DefaultWatchdog
	}
	if c.Idle == 0 {
		c.Idle = 2 * time.Second
	}
	if c.Mode != hil.LockStep && c.Mode != hil.Free {
		errs = append(errs, fmt.Errorf("hil: %v: the simulator runs in mode lockstep or free", c.Mode))
	}
	if c.Watchdog < 0 || c.Watchdog > longest || c.Idle < 0 {
		errs = append(errs, fmt.Errorf("hil: watchdog %v, idle %v: neither can be negative, and a watchdog of more than %v is none", c.Watchdog, c.Idle, longest))
	}
	if n := len(c.World.Vehicle.Thrusters); n > hil.MaxThrusters {
		errs = append(errs, fmt.Errorf("hil: the vehicle has %d thrusters, a datagram holds %d", n, hil.MaxThrusters))
	}
	if n := len(c.World.Vehicle.Name); n > hil.MaxText {
		errs = append(errs, fmt.Errorf("hil: the vehicle's name has %d bytes, a datagram holds %d", n, hil.MaxText))
	}
	if _, err := hil.NewSeal(c.Key, "hello"); err != nil {
		errs = append(errs, err)
	}
	if c.Report == nil {
		c.Report = func(string) {}
	}
	if c.Thread == nil {
		c.Thread = func() func() { return func() {} }
	}
	return errors.Join(errs...)
}
