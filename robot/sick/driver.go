package sick

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/math/nav"
)

// Offsets in the slice that Driver.Read fills.
const (
	StateScans  = iota // received; 0 before the first
	StateBegan         // s, on the host's clock: when the first beam of the newest scan was sent
	StateAge           // s, from then until now
	StateStatus        // of the scanner: 0 if it is well
	StateFrozen        // number of consecutive scans with exactly the same distances, beyond the first
	StateJumps         // how often the scanner's clock has jumped
	StateRanges        // distances from here on, m: a scanner's Max if nothing was seen, 0 if nothing was measured
)

// DriverConfig describes a driver. Dial is required.
type DriverConfig struct {
	Name     string // "" for "sick"
	Dial     func() (Conn, error)
	Mount    nav.Pose      // in BASE
	Beams    int           // 0 for 811
	Min, Max float64       // m; 0 for 0.05 and 10
	Patience time.Duration // for an answer; 0 for 1 s
	Silence  time.Duration // without a scan, after which Read fails; 0 for 500 ms. After four times that the line is closed
	// Now returns the host's clock, which runs on its own or is the simulation's.
	Now func() time.Duration
}

// Driver is a scanner as a hw.Driver without commands. It implements hw.Stater. Inactive means connected and scanning; it is
// never Active. If the line breaks, or no scan comes for a long time, it falls back to Unconfigured.
type Driver struct {
	cfg    DriverConfig
	info   hw.Info
	c      *Client
	at     hw.LifeCycle
	made   bool
	scan   nav.Scan
	seen   uint64 // scans of the client
	scans  uint64 // of all connections
	came   time.Duration
	began  time.Duration
	clock  Clock
	last   []uint16
	frozen int
}

// NewDriver makes a driver without contacting a scanner.
func NewDriver(cfg DriverConfig) (*Driver, error) {
	cfg.Beams, cfg.Min, cfg.Max = cmp.Or(cfg.Beams, 811), cmp.Or(cfg.Min, 0.05), cmp.Or(cfg.Max, 10)
	cfg.Silence = cmp.Or(cfg.Silence, 500*time.Millisecond)
	var errs []error
	if cfg.Dial == nil {
		errs = append(errs, errors.New("sick: DriverConfig.Dial is missing: use Dial, or the box's"))
	}
	if cfg.Now == nil {
		errs = append(errs, errors.New("sick: DriverConfig.Now is missing: give the host's clock"))
	}
	if cfg.Beams < 1 || cfg.Beams > MaxBeams || !(cfg.Min >= 0 && cfg.Max > cfg.Min) || !cfg.Mount.Finite() {
		errs = append(errs, fmt.Errorf("sick: %d beams from %g to %g m, mounted at %v: give 1 to %d beams, distances that grow, finite numbers", cfg.Beams, cfg.Min, cfg.Max, cfg.Mount, MaxBeams))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	d := &Driver{cfg: cfg}
	d.info = hw.Info{Name: cmp.Or(cfg.Name, "sick"), Period: time.Second / 15}
	add := func(name, unit string) {
		d.info.State = append(d.info.State, hw.Handle{Name: name, Unit: unit, Index: len(d.info.State)})
	}
	add("scan/number", "1")
	add("scan/began", "s")
	add("scan/age", "s")
	add("scanner/status", "1")
	add("scan/frozen", "1")
	add("scanner/jumps", "1")
	for i := range cfg.Beams {
		add(fmt.Sprintf("beam%d/range", i), "m")
	}
	return d, nil
}

// Info implements hw.Driver.
func (d *Driver) Info() hw.Info { return d.info }

// LifeCycle implements hw.Stater.
func (d *Driver) LifeCycle() hw.LifeCycle {
	if d.at == hw.Inactive && (d.c == nil || d.c.Closed()) {
		d.at = hw.Unconfigured
	}
	return d.at
}

// Enter implements hw.Driver.
func (d *Driver) Enter(to hw.LifeCycle) error {
	from := d.LifeCycle()
	if err := from.Step(d.info.Name, to); err != nil {
		return err
	}
	switch {
	case from == to:
		return nil
	case to == hw.Active:
		return fmt.Errorf("%w: driver %q has no commands: read it while it is inactive", hw.ErrState, d.info.Name)
	case to == hw.Inactive:
		if err := d.connect(); err != nil {
			return err
		}
	case d.c != nil:
		_ = d.c.Stream(false) // the scanner forgets closed lines in any case
		_ = d.c.Close()
		d.c = nil
	}
	d.at = to
	return nil
}

// connect makes a line and starts the scans.
func (d *Driver) connect() error {
	conn, err := d.cfg.Dial()
	if err != nil {
		return err
	}
	c := NewClient(conn, d.cfg.Patience)
	state, err := c.State()
	if err == nil && state == Error {
		err = errors.New("sick: the scanner says that it has an error: look at it with the maker's program")
	}
	if err == nil {
		err = c.Stream(true)
	}
	if err != nil {
		_ = c.Close()
		return err
	}
	d.c, d.made, d.seen, d.came, d.frozen, d.last = c, true, 0, d.cfg.Now(), 0, d.last[:0]
	d.clock = Clock{Jumps: d.clock.Jumps}
	return nil
}

// Use implements hw.Driver: there are no command groups.
func (d *Driver) Use(group string) error {
	return fmt.Errorf("hw: driver %q has no command group %q", d.info.Name, group)
}

// Write implements hw.Driver: there are no commands.
func (d *Driver) Write([]float64) error { return hw.ErrState }

// ErrSilent says that no scan has come for a while.
var ErrSilent = errors.New("sick: the scanner sends nothing: check that it turns and that its window is clean")

var errLostState = fmt.Errorf("%w: %w", hw.ErrState, ErrClosed)

// Look takes the received scans. It does not wait.
func (d *Driver) Look() error {
	if d.LifeCycle() != hw.Inactive {
		if d.at == hw.Unconfigured && d.made {
			return errLostState
		}
		return hw.ErrState
	}
	if err := d.c.Poll(); err != nil {
		return err
	}
	now := d.cfg.Now()
	if d.c.Scans != d.seen {
		d.take(now)
	}
	switch quiet := now - d.came; {
	case quiet > 4*d.cfg.Silence:
		_ = d.c.Close()
		return ErrSilent
	case quiet > d.cfg.Silence:
		return ErrSilent
	}
	return nil
}

// take takes the newest scan.
func (d *Driver) take(now time.Duration) {
	k := &d.c.Data
	d.scans += d.c.Scans - d.seen
	d.seen, d.came = d.c.Scans, now
	d.began = d.clock.Host(k.Start, k.Sent, now)
	k.Scan(&d.scan, d.cfg.Mount, d.cfg.Min, d.cfg.Max)
	d.scan.Time = d.began.Seconds() + d.scan.Turn
	if slices.Equal(k.Distances, d.last) {
		d.frozen++
	} else {
		d.frozen = 0
	}
	d.last = append(d.last[:0], k.Distances...)
}

// Scan returns the newest scan, whose ranges belong to the driver until the next Look, the number of scans so far, and when
// its first beam was sent, on the host's clock.
func (d *Driver) Scan() (s *nav.Scan, n uint64, began time.Duration) {
	return &d.scan, d.scans, d.began
}

// Frozen returns the number of consecutive scans with exactly the same distances, beyond the first. Because of noise, even
// two of them are a fault.
func (d *Driver) Frozen() int { return d.frozen }

// Jumps returns how often the scanner's clock has jumped.
func (d *Driver) Jumps() int { return d.clock.Jumps }

// Read implements hw.Driver.
func (d *Driver) Read(state []float64) error {
	if len(state) != len(d.info.State) && d.LifeCycle() == hw.Inactive {
		return hw.ErrCommand
	}
	if err := d.Look(); err != nil {
		return err
	}
	if n := len(d.scan.Ranges); d.scans > 0 && n != d.cfg.Beams {
		return fmt.Errorf("sick: a scan has %d beams, not %d: set DriverConfig.Beams, or the scanner's output range", n, d.cfg.Beams)
	}
	state[StateScans], state[StateBegan], state[StateAge] = float64(d.scans), d.began.Seconds(), 0
	if d.scans > 0 {
		state[StateAge] = (d.cfg.Now() - d.began).Seconds()
	}
	state[StateStatus] = float64(d.c.Data.Status[1])
	state[StateFrozen], state[StateJumps] = float64(d.frozen), float64(d.clock.Jumps)
	clear(state[StateRanges:])
	for i, r := range d.scan.Ranges {
		switch {
		case math.IsInf(r, 1):
			r = d.cfg.Max
		case r != r:
			r = 0
		}
		state[StateRanges+i] = r
	}
	return nil
}

// Clock translates a scanner's times, µs since it was switched on, which wrap around, into the host's. Its reference is the
// telegram with the shortest transmission time, to which it adds 1 ms each second, because clocks drift. The zero value is
// ready for use.
type Clock struct {
	Jumps int // how often the scanner's clock changed by more than a tenth of a second relative to the host's

	known  bool
	offset time.Duration // host's clock minus scanner's
	wide   time.Duration // the scanner's clock without wrapping
	last   uint32
	host   time.Duration
}

const jump = 100 * time.Millisecond

// Host returns the time at which a scan began whose telegram has arrived at the time now.
func (c *Clock) Host(start, sent uint32, now time.Duration) time.Duration {
	c.wide += time.Duration(int32(sent-c.last)) * time.Microsecond
	c.last = sent
	offset := now - c.wide
	switch {
	case !c.known:
		c.offset, c.known = offset, true
	case offset-c.offset > jump || c.offset-offset > jump:
		c.offset = offset
		c.Jumps++
	default:
		c.offset = min(offset, c.offset+(now-c.host)/1000)
	}
	c.host = now
	return c.wide + c.offset - time.Duration(sent-start)*time.Microsecond
}
