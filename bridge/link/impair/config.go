package impair

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// Spread is how jitter is distributed.
type Spread uint8

// The distributions of jitter.
const (
	Uniform Spread = iota // anything from −Jitter to +Jitter
	Normal                // Jitter is the standard deviation: the sum of twelve uniform numbers, so never beyond 6 of it
	Table                 // drawn from Config.Table
)

// Config describes one direction of a link. The zero value is an ideal one. Shares are from 0 to 1, of the packets.
type Config struct {
	Seed uint64

	Delay  time.Duration // of every packet
	Jitter time.Duration // added or taken off, as Spread says; no packet arrives before it was sent
	Spread Spread
	// Table holds the quantiles of a measured jitter at equal distances of probability, rising: the first is the
	// least, the last the greatest; in between they are interpolated linearly. They are added to Delay.
	Table []time.Duration
	// Ordered keeps packets from overtaking each other because of jitter, like a single queue of a switch. It does
	// not affect Reorder and duplicates.
	Ordered bool

	Loss    float64 // share lost, independently
	Bursts  Bursts
	Gilbert Gilbert

	Reorder   float64       // share delayed by Hold, so that later ones overtake
	Hold      time.Duration // 0: 2 ms
	Duplicate float64       // share that arrives twice
	Corrupt   float64       // share with one to three bits flipped
	Truncate  float64       // share cut short, by one byte up to all of them

	Rate     float64       // bytes a second, Overhead included; 0: no limit
	Overhead int           // bytes that every packet has in addition; 0: 28, IPv4 and UDP
	Queue    time.Duration // a packet that would wait longer for its turn is dropped; 0: 50 ms

	// Capacity is the greatest number of packets underway; further ones are dropped. 0: 4096.
	Capacity int
}

// Bursts loses exactly the last Length of every Every packets. Every 0: none.
type Bursts struct{ Length, Every int }

// Gilbert is the two-state chain of Gilbert and Elliott. The mean burst is 1/Leave packets long, the share of packets
// in the bad state is Enter/(Enter+Leave). The Loss of Config applies in both states.
type Gilbert struct {
	Enter float64 // probability to go from good to bad, per packet; 0: no chain
	Leave float64 // and back; must be above 0
	Bad   float64 // share lost in the bad state; 0: all of them
}

// Defaults of Config where a field is 0.
const (
	DefaultHold     = 2 * time.Millisecond
	DefaultOverhead = 28
	DefaultQueue    = 50 * time.Millisecond
	DefaultCapacity = 4096
)

// Ideal reports whether c does nothing to a packet.
func (c Config) Ideal() bool {
	return c.Delay == 0 && c.Jitter == 0 && (c.Spread != Table || len(c.Table) == 0) && c.Loss == 0 && c.Bursts.Every == 0 &&
		c.Gilbert.Enter == 0 && c.Reorder == 0 && c.Duplicate == 0 && c.Corrupt == 0 && c.Truncate == 0 && c.Rate == 0
}

// Validate reports every fault of c.
func (c Config) Validate() error {
	var faults []error
	bad := func(is bool, format string, args ...any) {
		if is {
			faults = append(faults, fmt.Errorf("impair: "+format, args...))
		}
	}
	for _, d := range []struct {
		name  string
		value time.Duration
	}{{"delay", c.Delay}, {"jitter", c.Jitter}, {"hold", c.Hold}, {"queue", c.Queue}} {
		bad(d.value < 0 || d.value > time.Hour, "%s %v: it must be 0 to 1 h", d.name, d.value)
	}
	for _, s := range []struct {
		name  string
		value float64
	}{
		{"loss", c.Loss}, {"reorder", c.Reorder}, {"duplicate", c.Duplicate}, {"corrupt", c.Corrupt},
		{"truncate", c.Truncate}, {"gilbert enter", c.Gilbert.Enter}, {"gilbert leave", c.Gilbert.Leave}, {"gilbert bad", c.Gilbert.Bad},
	} {
		bad(!(s.value >= 0 && s.value <= 1), "%s %v: it is a share from 0 to 1", s.name, s.value)
	}
	bad(c.Spread > Table, "spread %d: use Uniform, Normal or Table", c.Spread)
	bad(c.Spread == Table && len(c.Table) < 2, "the table of jitter has %d quantiles: it needs two at least", len(c.Table))
	bad(!slices.IsSorted(c.Table), "the table of jitter does not rise: sort it")
	bad(c.Gilbert.Enter > 0 && c.Gilbert.Leave == 0, "gilbert leave 0: the link would stay bad for ever")
	bad(c.Bursts.Length < 0 || c.Bursts.Every < 0 || c.Bursts.Length > c.Bursts.Every,
		"bursts of %d in every %d packets: the length must be 0 to the other", c.Bursts.Length, c.Bursts.Every)
	bad(!(c.Rate >= 0) || math.IsInf(c.Rate, 0), "rate %v: it is bytes a second, 0 for no limit", c.Rate)
	bad(c.Overhead < 0 || c.Overhead > 1<<16, "overhead %d: it must be 0 to 65536 bytes", c.Overhead)
	bad(c.Capacity < 0 || c.Capacity > 1<<20, "capacity %d: it must be 0 to 1048576 packets", c.Capacity)
	return errors.Join(faults...)
}

// or returns v, or d where v is zero.
func or[T comparable](v, d T) T {
	var zero T
	if v == zero {
		return d
	}
	return v
}
