package client

import (
	"fmt"
	"strings"
	"time"
)

// Typed is a package in AADL with about the given number of lines, written as people do: threads with ports and properties
// in processes with connections.
func Typed(lines int) string {
	var b strings.Builder
	b.WriteString("package Typed\npublic\n    with Base_Types;\n")
	const each = 32 // lines in each process
	for i := range max(lines/each, 1) {
		fmt.Fprintf(&b, `
    -- Filters what comes in, number %[1]d.
    thread Filter%[1]d
        features
            sensed: in event data port Base_Types::Float;
            result: out event data port Base_Types::Float {Queue_Size => 4;};
        flows
            through: flow path sensed -> result {Latency => 1 ms .. 2 ms;};
        properties
            Dispatch_Protocol => Periodic;
            Period => 10 ms;
            Compute_Execution_Time => 100 us .. 300 us;
    end Filter%[1]d;

    thread implementation Filter%[1]d.i
    end Filter%[1]d.i;

    process Stage%[1]d
        features
            sensed: in event data port Base_Types::Float;
            result: out event data port Base_Types::Float;
    end Stage%[1]d;

    process implementation Stage%[1]d.i
        subcomponents
            filter: thread Filter%[1]d.i;
        connections
            into: port sensed -> filter.sensed;
            out_of: port filter.result -> result;
        properties
            Period => 20 ms applies to filter;
    end Stage%[1]d.i;
`, i)
	}
	b.WriteString("end Typed;\n")
	return b.String()
}

// Keystrokes opens a package with the given number of lines in a folder, given by its URI, and types in its middle: a
// letter that makes a name undefined, then its removal. It measures how long after each keystroke its diagnostics came. The
// first two keystrokes are left out, because they wait until the package is opened.
func (c *Client) Keystrokes(folder string, lines, times int) ([]time.Duration, error) {
	if _, err := c.Start(Object{}, folder); err != nil {
		return nil, err
	}
	uri, text := folder+"/typed.aadl", Typed(lines)
	const typed = "filter.sensed;"
	middle := strings.Count(text, typed) / 2
	parts := strings.SplitAfterN(text, typed, middle+2)
	before := strings.TrimSuffix(strings.Join(parts[:len(parts)-1], ""), ";")
	at := Position{Line: strings.Count(before, "\n"), Character: len(before) - strings.LastIndexByte(before, '\n') - 1}
	if err := c.Open(uri, "aadl", text); err != nil {
		return nil, err
	}
	took := make([]time.Duration, 0, times+2)
	for i := range times + 2 {
		version, end, with := i+2, at, "x"
		if i%2 == 1 {
			end.Character, with = at.Character+1, ""
		}
		start := time.Now()
		if err := c.Change(uri, version, Range{at, end}, with); err != nil {
			return nil, err
		}
		d, err := c.Until(func(d Diagnostics) bool { return d.URI == uri && d.Version == version })
		if err != nil {
			return nil, err
		}
		if len(d.List) != 1-i%2 {
			return nil, fmt.Errorf("%d faults after keystroke %d: %+v", len(d.List), i, d.List)
		}
		took = append(took, time.Since(start))
	}
	return took[2:], c.Stop()
}
