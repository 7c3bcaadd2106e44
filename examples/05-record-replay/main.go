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
	"github.com/sinew-robotics/sinew/reactor/exec"
	"github.com/sinew-robotics/sinew/trace"
	"github.com/sinew-robotics/sinew/trace/record"
)

// Filter smooths a noisy sensor. It reads the sensor through a door, so what it read is recorded.
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

// NewFilter makes a filter of what read gives; in a replay read is not called.
func NewFilter(parent reactor.Parent, name string, read func() float64) *Filter {
	f := &Filter{}
	reactor.Init(parent, name, f)
	f.Cycle.Set(0, 10*time.Millisecond)
	f.Noise.Bind(read)
	f.Reaction("smooth").On(&f.Cycle).Sets(&f.Smooth).Do(func() {
		f.mean += 0.1 * (f.Noise.Read() - f.mean)
		f.Smooth.Set(f.mean)
	})
	return f
}

// noise is different in every run: the last digits of the clock.
func noise() float64 { return float64(time.Now().UnixNano() % 1000) }

func runRecorded(p *reactor.Program, file string) error {
	w, err := trace.Create(file, trace.Options{})
	if err != nil {
		return err
	}
	rec, err := record.New(p, w, record.Options{Trace: []string{"*"}})
	if err != nil {
		return errors.Join(err, w.Close())
	}
	_, err = exec.Run(context.Background(), p, exec.Options{Clock: exec.Real, Timeout: 200 * time.Millisecond})
	fmt.Println("output hash", rec.Hash())
	return errors.Join(err, rec.Close(), w.Close())
}

func runReplayed(p *reactor.Program, file string) error {
	in, err1 := record.ReadInputs(file)
	rec, err2 := record.New(p, nil, record.Options{})
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if err := in.Inject(p); err != nil {
		return err
	}
	_, err := exec.Run(context.Background(), p, exec.Options{})
	fmt.Println("output hash", rec.Hash())
	if err == nil && rec.Hash() != in.Hash {
		err = errors.New("the recorded one was " + in.Hash)
	}
	return errors.Join(err, rec.Close())
}

func main() {
	do := map[string]func(*reactor.Program, string) error{"record": runRecorded, "replay": runReplayed}
	if len(os.Args) != 3 || do[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: 05-record-replay record|replay FILE")
		os.Exit(2)
	}
	m := reactor.NewMain("filter")
	NewFilter(m, "filter", noise)
	p, err := reactor.Build(m, reactor.Options{Replay: os.Args[1] == "replay"})
	if err == nil {
		err = do[os.Args[1]](p, os.Args[2])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
