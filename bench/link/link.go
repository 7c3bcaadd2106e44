// Package link repeats the experiments of "Reducing the Traffic in the Control Loop for the Robot Arm", whose chapters
// 2 and 3 measured compressors and five ways to put a link between a Franka and its application, and adds the ones
// that the sixth way, ours, has to pass. The robot is package robot/franka/box: on virtual time where the question is
// whether a motion completes, in a process of its own where the question is how long something takes.
//
// Run writes the tables and plots into one report, the figures as lines of JSON and the samples as CSV files.
package link

import (
	"fmt"
	"runtime"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Options say how the experiments run.
type Options struct {
	bench.Options
	Out string        // folder for report.html, link.json and the CSV files; "" for none
	For time.Duration // length of the loop on the real clock; 0: 20 s, with Quick 3 s
	// Sinew is the command that runs this program's own sub-commands, to simulate the robot in a process of its own.
	// Empty: it is simulated in a thread of this one.
	Sinew []string

	tiny bool // a test: as little of everything as shows that it works
}

// Run does every experiment in the report's order. With N the runs of random motion with losses have that many
// cycles.
func Run(o Options, emit bench.Emit) error {
	b := &experiments{Book: book.Book{Name: "link", Title: "A Franka at 1 kHz over a narrow, lossy link", Log: o.Log, Emit: emit}, o: o}
	if err := (folder.Place{Dir: o.Out}).Check(); err != nil {
		return err
	}
	for _, e := range []struct {
		name string
		run  func() error
	}{
		{"compressors", b.compressors},
		{"lost command", b.lostCommand},
		{"constant delay", b.constantDelay},
		{"schemes", b.schemes},
		{"traffic", b.traffic},
		{"timing", b.timing},
		{"loop", b.loop},
		{"losses", b.losses},
	} {
		if err := o.Stopped(); err != nil {
			return err
		}
		if err := e.run(); err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
	}
	if o.Out == "" {
		return nil
	}
	return b.Save(o.Out, fmt.Sprintf("sinew bench link · seed %d · %s/%s, %d processors", o.Seed, runtime.GOOS, runtime.GOARCH, runtime.NumCPU()), nil)
}

// experiments run one after the other and write what they find into one book.
type experiments struct {
	book.Book
	o Options
}
