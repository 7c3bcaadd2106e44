// Package link repeats the experiments of "Reducing the Traffic in the Control Loop for the Robot Arm", whose chapters
// 2 and 3 measured compressors and five ways to put a link between a Franka and its application, and adds the ones
// that the sixth way, ours, has to pass. The robot is package robot/franka/box: on virtual time where the question is
// whether a motion completes, in a process of its own where the question is how long something takes.
//
// Run writes the tables and plots into one report, the figures as lines of JSON and the samples as CSV files.
package link

import (
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
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
	return b.Do(o.Options, o.Out, nil, []book.Experiment{
		{Name: "compressors", Run: b.compressors},
		{Name: "lost command", Run: b.lostCommand},
		{Name: "constant delay", Run: b.constantDelay},
		{Name: "schemes", Run: b.schemes},
		{Name: "traffic", Run: b.traffic},
		{Name: "timing", Run: b.timing},
		{Name: "loop", Run: b.loop},
		{Name: "losses", Run: b.losses},
	}...)
}

// experiments run one after the other and write what they find into one book.
type experiments struct {
	book.Book
	o Options
}
