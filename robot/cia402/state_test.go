package cia402_test

import (
	"testing"

	"github.com/sinew-robotics/sinew/robot/cia402"
)

// TestTransitions holds Obey against the standard's table: from, control word, to, number. Whatever is not in it changes
// nothing.
func TestTransitions(t *testing.T) {
	const (
		notReady, disabled, ready, on = cia402.NotReady, cia402.Disabled, cia402.Ready, cia402.On
		enabled, quick, reacting, bad = cia402.Enabled, cia402.QuickStop, cia402.FaultReaction, cia402.Fault
	)
	// The words of the standard's commands, with the bits that do not count both ways.
	commands := map[string][]uint16{
		"shutdown": {0x06, 0x0e}, "switch on": {0x07}, "enable": {0x0f}, "disable voltage": {0x00, 0x01, 0x05, 0x0d}, "quick stop": {0x02, 0x03, 0x0b}, "reset": {0x80},
	}
	type edge struct {
		from    cia402.State
		command string
	}
	table := map[edge]struct {
		to     cia402.State
		number int
	}{
		{disabled, "shutdown"}: {ready, 2}, {ready, "switch on"}: {on, 3}, {ready, "enable"}: {on, 3}, {on, "enable"}: {enabled, 4},
		{enabled, "switch on"}: {on, 5}, {on, "shutdown"}: {ready, 6}, {ready, "disable voltage"}: {disabled, 7}, {ready, "quick stop"}: {disabled, 7},
		{enabled, "shutdown"}: {ready, 8}, {enabled, "disable voltage"}: {disabled, 9}, {on, "disable voltage"}: {disabled, 10}, {on, "quick stop"}: {disabled, 10},
		{enabled, "quick stop"}: {quick, 11}, {quick, "disable voltage"}: {disabled, 12}, {bad, "reset"}: {disabled, 15}, {quick, "enable"}: {enabled, 16},
		// The reset's word has the bit for voltage low.
		{ready, "reset"}: {disabled, 7}, {enabled, "reset"}: {disabled, 9}, {on, "reset"}: {disabled, 10}, {quick, "reset"}: {disabled, 12},
	}
	seen := map[int]bool{}
	for s := notReady; s <= bad; s++ {
		if got, ok := cia402.StateOf(s.Status() | cia402.StatusRemote | cia402.StatusVoltage | cia402.StatusWarning); !ok || got != s {
			t.Errorf("the status of %v is read as %v", s, got)
		}
		for command, words := range commands {
			for _, w := range words {
				to, number := s.Obey(w, 0, true)
				want, ok := table[edge{s, command}]
				if !ok {
					want.to = s
				}
				if to != want.to || number != want.number {
					t.Errorf("%v, %s (%02x): %v by %d, want %v by %d", s, command, w, to, number, want.to, want.number)
				}
				seen[number] = true
			}
		}
	}
	for n := 2; n <= 16; n++ {
		if n != 13 && n != 14 && !seen[n] {
			t.Errorf("transition %d is never made", n)
		}
	}
	if to, n := bad.Obey(0x80, 0x80, false); to != bad || n != 0 {
		t.Error("a fault is reset without the bit's rise")
	}
	if to, _ := quick.Obey(0x0f, 0, false); to != quick {
		t.Error("a quick stop that does not stay is left")
	}
	_ = reacting
}

// TestOthersWords: a status word has exactly one state, or none.
func TestOthersWords(t *testing.T) {
	n := 0
	for w := range 1 << 16 {
		if _, ok := cia402.StateOf(uint16(w)); ok {
			n++
		}
	}
	// Of the six bits that count, 0 to 3, 5 and 6, each state takes one or two patterns: 4 of them two, 4 of them one.
	if want := (4*2 + 4) << 10; n != want {
		t.Errorf("%d words have a state, want %d", n, want)
	}
}
