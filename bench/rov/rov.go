// Package rov measures the underwater robot: what a step of its simulation costs, how the heading law of "Atoms based
// control of mobile robots" fares with vehicles that are other than it believes, and where it loses stability as its
// periods grow, against the periods that its Atoms claim.
package rov

import (
	"fmt"
	"runtime"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/book"
	"github.com/sinew-robotics/sinew/trace/folder"
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
	if err := (folder.Place{Dir: o.Out}).Check(); err != nil {
		return err
	}
	for _, e := range []struct {
		name string
		run  func() error
	}{
		{"step", b.cost},
		{"runs", b.monteCarlo},
		{"periods", b.periods},
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
	return b.Save(o.Out, fmt.Sprintf("sinew bench rov · seed %d · %s/%s, %d processors", o.Seed, runtime.GOOS, runtime.GOARCH, runtime.NumCPU()), b.runs)
}

// experiments run one after the other and write what they find into one book.
type experiments struct {
	book.Book
	o    Options
	runs []verdict // of the vehicles that are other than the law believes
}
