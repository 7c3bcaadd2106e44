// Package rov measures the underwater robot: what a step of its simulation costs, how the heading law of "Atoms based
// control of mobile robots" fares with vehicles that are other than it believes, and where it loses stability as its
// periods grow, against the periods that its Atoms claim.
package rov

import (
	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
)

// Options say how the experiments run. N is the number of runs with other vehicles, 1000 when 0; the first one has the
// seed Seed.
type Options struct {
	bench.Options
	Out     string // folder for report.html, rov.json and the CSV files; "" for none
	Workers int    // 0: one a processor; figures do not depend on it
}

// Run does every experiment in the report's order.
func Run(o Options, emit bench.Emit) error {
	b := &experiments{Book: book.Book{Name: "rov", Title: "Heading control of an underwater robot", Log: o.Log, Emit: emit}, o: o}
	return b.Do(o.Options, o.Out, func() any { return b.runs },
		book.Experiment{Name: "step", Run: b.cost}, book.Experiment{Name: "runs", Run: b.monteCarlo}, book.Experiment{Name: "periods", Run: b.periods})
}

// experiments run one after the other and write what they find into one book.
type experiments struct {
	book.Book
	o    Options
	runs []verdict // of the vehicles that are other than the law believes
}
