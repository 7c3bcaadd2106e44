// Command 05-record-replay runs a program whose inputs are different every time, and runs it again from its recording.
//
//	05-record-replay record FILE
//	05-record-replay replay FILE
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/sinew-robotics/sinew/reactor"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Filter smooths a noisy sensor. It reads the sensor through a door, so its readings are recorded.
//
//	timer  cycle
//	out    smooth
//	sensor noise
type Filter struct {
	reactor.Reactor
	Cycle  reactor.Timer
	Smooth reactor.Out[float64]
	Noise  reactor.Sensor[float64]

	mean float64
}

// NewFilter makes a filter of the readings of read, which is not called in a replay.
func NewFilter(parent reactor.Parent, name string, share float64, read func() float64) *Filter {
	f := &Filter{}
	reactor.Init(parent, name, f)
	f.Cycle.Set(0, 10*time.Millisecond)
	f.Noise.Bind(read)
	f.Reaction("smooth").On(&f.Cycle).Sets(&f.Smooth).Do(func() {
		f.mean += share * (f.Noise.Read() - f.mean)
		f.Smooth.Set(f.mean)
	})
	return f
}

// noise returns the last digits of the clock, which differ in every run.
func noise() float64 { return float64(time.Now().UnixNano() % 1000) }

// params are the program's parameters; a recording holds their values.
type params struct {
	Share float64 `yaml:"share"` // weight of a new value in the mean
}

func main() {
	filter := run.New("filter", params{Share: 0.1}, func(main *reactor.Main, p *params) error {
		NewFilter(main, "filter", p.Share, noise)
		return nil
	})
	if err := do(filter, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func do(filter run.Spec, args []string) error {
	switch {
	case len(args) == 2 && args[0] == "record":
		out, err := run.Do(context.Background(), filter, run.Options{Order: run.Order{Real: true}, For: 200 * time.Millisecond,
			File: args[1], Trace: []string{"*"}})
		if err == nil {
			fmt.Println("output hash", out.Summary.OutputHash)
		}
		return err
	case len(args) == 2 && args[0] == "replay":
		r, err := run.Replay(context.Background(), []run.Spec{filter}, args[1])
		if err == nil && !r.Same() {
			err = fmt.Errorf("the replay's output hash is %s, the recorded one was %s", r.Hash, r.Recorded)
		}
		if err == nil {
			fmt.Println("output hash", r.Hash)
		}
		return err
	}
	return errors.New("usage: 05-record-replay record|replay FILE")
}
