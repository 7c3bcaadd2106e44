// Package rov measures the underwater robot: the cost of a step of its simulation, how the heading law of "Atoms based
// control of mobile robots" performs with vehicles that differ from its model, at which periods it loses stability
// compared with the periods that its Atoms claim, and how recording disturbs its schedule on the real clock.
package rov

import (
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
)

// Options say how the experiments run. N is the number of runs with other vehicles, 0 is 1000; the first one has the
// seed Seed.
type Options struct {
	bench.Options
	Out     string   // folder for report.html, rov.json and the CSV files; "" for none
	Workers int      // 0: one per processor; figures do not depend on it
	Only    []string // names of experiments: step, runs, periods, logging; none: all
}

// Run does every experiment in the report's order.
func Run(o Options, emit bench.Emit) error {
	b := &experiments{Book: book.Book{Name: "rov", Title: "Heading control of an underwater robot", Log: o.Log, Emit: emit}, o: o}
	all := []book.Experiment{{Name: "step", Run: b.cost}, {Name: "runs", Run: b.monteCarlo}, {Name: "periods", Run: b.periods}, {Name: "logging", Run: b.logging}}
	for _, name := range o.Only {
		if !slices.ContainsFunc(all, func(e book.Experiment) bool { return e.Name == name }) {
			return fmt.Errorf("bench: rov has no experiment %q: give step, runs, periods or logging", name)
		}
	}
	if len(o.Only) > 0 {
		all = slices.DeleteFunc(all, func(e book.Experiment) bool { return !slices.Contains(o.Only, e.Name) })
	}
	return b.Do(o.Options, o.Out, func() any { return b.runs }, all...)
}

// experiments runs the experiments one after another and collects their findings in one book.
type experiments struct {
	book.Book
	o    Options
	runs []verdict // runs with vehicles that differ from the law's model
}
