package wakeup

import (
	_ "embed" // the watch in C
	"fmt"
	"strings"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
)

//go:embed peer/stops.c
var stopsSource []byte

// A Watch looks on every processor whether it stands still, from a thread in C above all others.
type Watch struct{ bench.Peer }

// BuildWatch compiles it.
func BuildWatch() (Watch, error) {
	p, err := bench.BuildPeer("stops.c", stopsSource, "-pthread")
	return Watch{p}, err
}

// How often a watch looks, and what it reports.
const (
	WatchPeriod   = 250 * time.Microsecond
	LeastStop     = 500 * time.Microsecond
	watchPriority = "99"
)

// Stop is a time in which a processor ran no thread of any priority: its kernel did not let go of it, or the machine is virtual and
// its host ran something else.
type Stop struct {
	CPU      int
	From, To int64 // ns, as of rt.Now
}

// Begin starts the watch. end stops it, and returns the stops since.
func (w Watch) Begin() (end func() ([]Stop, error), err error) {
	d, err := w.Start(micros(WatchPeriod), micros(LeastStop), watchPriority)
	if err != nil {
		return nil, fmt.Errorf("the watch for stops: %w", err)
	}
	return func() (all []Stop, err error) {
		until := rt.Now()
		text, err := d.Finish()
		if err == nil {
			all, err = readStops(text, until)
		}
		if err != nil {
			return nil, fmt.Errorf("the watch for stops: %w", err)
		}
		return all, nil
	}, nil
}

// readStops reads what a watch prints that should have looked until a time.
func readStops(text string, until int64) (all []Stop, err error) {
	looked := int64(0)
	for line := range strings.Lines(text) {
		var s Stop
		if _, err := fmt.Sscanf(line, "until %d", &looked); err == nil {
			continue
		}
		if _, err := fmt.Sscan(line, &s.CPU, &s.From, &s.To); err != nil || s.To < s.From {
			return nil, fmt.Errorf("it prints %.40q", line)
		}
		all = append(all, s)
	}
	if looked < until {
		return nil, fmt.Errorf("it ended %v early", time.Duration(until-looked))
	}
	return all, nil
}

// Stood returns for how long a processor stood still between two times, at most: of several processors the one that stood
// longest.
func Stood(stops []Stop, from, to int64) time.Duration {
	by := map[int]int64{}
	most := int64(0)
	for _, s := range stops {
		if part := min(s.To, to) - max(s.From, from); part > 0 {
			by[s.CPU] += part
			most = max(most, by[s.CPU])
		}
	}
	return time.Duration(most)
}
