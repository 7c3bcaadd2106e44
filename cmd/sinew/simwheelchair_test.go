package main

import (
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sinew-robotics/sinew/control/hw"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/sick"
	"github.com/sinew-robotics/sinew/robot/wheelchair"
)

// askchair KIT FRONT REAR waits for a simulated wheelchair, turns its wheels a little, and gets scans of both scanners.
func askChair(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: askchair KIT FRONT REAR")
	}
	limit := time.After(2 * time.Minute)
	again := time.NewTicker(wheelchair.Period)
	defer again.Stop()
	pause := func(what string) {
		select {
		case <-again.C:
		case <-limit:
			ts.Fatalf("it takes more than two minutes to %s", what)
		}
	}
	d, err := wheelchair.NewDriver(wheelchair.DriverConfig{Dial: wheelchair.Dial(args[0], time.Minute), Patience: time.Minute})
	ts.Check(err)
	for d.Enter(hw.Inactive) != nil { // not there yet
		pause("reach the kit")
	}
	ts.Check(d.Use(wheelchair.GroupTwist))
	ts.Check(d.Enter(hw.Active))
	state := make([]float64, wheelchair.StateLen)
	for state[wheelchair.StateRight] < 0.1 {
		ts.Check(d.Write([]float64{0, 0.3}))
		pause("turn a wheel")
		_ = d.Read(state) // a busy machine may make it late
	}
	ts.Check(d.Enter(hw.Finalized))
	for _, addr := range args[1:] {
		s, err := sick.NewDriver(sick.DriverConfig{Dial: sick.Dial(addr, time.Minute), Patience: time.Minute, Silence: time.Minute,
			Now: func() time.Duration { return time.Duration(rt.Now()) }})
		ts.Check(err)
		ts.Check(s.Enter(hw.Inactive))
		seen := 0
		for n := uint64(0); n < 3; {
			ts.Check(s.Look())
			scan, scans, _ := s.Scan()
			for i := range scan.Ranges {
				if _, ok := scan.Seen(i); ok {
					seen++
				}
			}
			n = scans
			pause("get scans")
		}
		if seen < 400 {
			ts.Fatalf("the scanner at %s sees %d points", addr, seen)
		}
		ts.Check(s.Enter(hw.Finalized))
	}
}
