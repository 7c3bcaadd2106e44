// Package link repeats the experiments of "Reducing the Traffic in the Control Loop for the Robot Arm", whose chapters
// 2 and 3 measured compressors and five ways to put a link between a Franka and its application, and adds those that
// the sixth way, ours, has to pass. The robot is package robot/franka/box: on virtual time for the question whether a
// motion completes, in another process for the question how long something takes.
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
	// Sinew is the command that runs this program's sub-commands, to simulate the robot in another process. If it is
	// empty the robot is simulated in a thread of this process.
	Sinew []string

	tiny bool // for a test: just enough of everything to show that it works
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

// experiments runs the experiments one after another and collects their findings in one book.
type experiments struct {
	book.Book
	o Options
}
