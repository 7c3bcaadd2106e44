package hil

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"time"

	"github.com/sinew-robotics/sinew/robot/rov"
)

// DefaultAddr is the default address of a simulator.
const DefaultAddr = "127.0.0.1:4810"

// Policy is what a Client does in lock-step if no answer comes after all repetitions.
type Policy uint8

// The policies.
const (
	Fail Policy = iota // AdvanceTo returns an error, which ends the run
	Hold               // the last readings are held and age, as in free-running; the next AdvanceTo asks again
)

// ClientConfig describes a controller's end.
type ClientConfig struct {
	Addr      string // of the simulator; "" for DefaultAddr
	Mode      Mode   // required mode; Any accepts the simulator's
	Vehicle   string // required vehicle; "" accepts the simulator's
	Thrusters int    // required number; 0 accepts any
	// Fresh makes a free-running simulator start again with the World as it was at its start. In lock-step every session
	// does.
	Fresh bool
	Key   []byte // pre-shared, as seal.ParseKey reads it; needed beyond loopback
	// Patience is how long to wait for a simulator that is not there yet or has another controller; 0 means 3 s.
	Patience time.Duration
	// Timeout is how long a lock-step request waits for its reply before it is sent again; 0 means 20 ms. Retries is the
	// number of repetitions before Policy applies; 0 means 250, 5 s in all.
	Timeout time.Duration
	Retries int
	Policy  Policy
	// Stale is the age from which on readings must not be used according to Latest; 0 means the simulator's watchdog time.
	Stale time.Duration
	// Silence is how long a free-running simulator may be silent before the client asks for a new session; 0 means 500 ms.
	Silence time.Duration
	// Thread, if set, is called on the receiving thread of free-running; the function it returns is called at the end.
	Thread func() (undo func())
	// Report, if set, gets one line when the simulator is lost or found again. It must not block.
	Report func(line string)
}

// fill sets the defaults and reports every fault.
func (c *ClientConfig) fill() error {
	var errs []error
	if c.Addr == "" {
		c.Addr = DefaultAddr
	}
	if c.Vehicle != "" {
		if v, err := rov.Named(c.Vehicle); err == nil { // a short name
			c.Vehicle = v.Name
		}
	}
	for _, d := range []struct {
		at       *time.Duration
		standard time.Duration
		name     string
	}{
		{&c.Patience, 3 * time.Second, "patience"}, {&c.Timeout, 20 * time.Millisecond, "timeout"}, {&c.Silence, 500 * time.Millisecond, "silence"},
		{&c.Stale, 0, "stale"},
	} {
		if *d.at == 0 {
			*d.at = d.standard
		}
		if *d.at < 0 {
			errs = append(errs, fmt.Errorf("hil: %s %v: it cannot be negative", d.name, *d.at))
		}
	}
	if c.Retries == 0 {
		c.Retries = 250
	}
	if c.Mode > Free || c.Policy > Hold || c.Retries < 0 || c.Thrusters < 0 || c.Thrusters > MaxThrusters {
		errs = append(errs, fmt.Errorf("hil: %v, policy %d, %d retries, %d thrusters: one of these makes no sense", c.Mode, c.Policy, c.Retries, c.Thrusters))
	}
	if _, err := NewSeal(c.Key, "hello"); err != nil {
		errs = append(errs, err)
	}
	if c.Thread == nil {
		c.Thread = func() func() { return func() {} }
	}
	if c.Report == nil {
		c.Report = func(string) {}
	}
	return errors.Join(errs...)
}

// Resolve finds an address and refuses addresses beyond loopback without a key.
func Resolve(addr string, keyed bool) (netip.AddrPort, error) {
	u, err := net.ResolveUDPAddr("udp", addr)
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("hil: address %q: %w: write it as %s", addr, err, DefaultAddr)
	}
	at := u.AddrPort()
	at = netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
	if !keyed && !at.Addr().IsLoopback() {
		return at, fmt.Errorf("hil: address %q is not on loopback: whoever reaches the simulator steers it, and whoever answers steers the robot; use 127.0.0.1, or give both ends a key (--key FILE)", addr)
	}
	return at, nil
}
