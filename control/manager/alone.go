package manager

import "time"

// NewIO returns an IO for a controller of the given description and period that runs without a manager: in tests, in
// simulations, and in programs with one controller. The caller sets the numbers, including States. All numbers are 0 at
// first.
func NewIO(d Description, period time.Duration) *IO {
	io := &IO{Period: period, Dt: period.Seconds()}
	place := func(to *[][]float64, name, unit string) {
		*to = append(*to, make([]float64, KindOf(name, unit).Width()))
	}
	for _, n := range d.States {
		place(&io.states, n.Name, n.Unit)
	}
	for _, n := range d.Commands {
		place(&io.commands, n.Name, n.Unit)
	}
	io.sent = io.commands
	for _, f := range d.References {
		place(&io.references, f.Name, f.Unit)
	}
	for _, f := range d.Exports {
		place(&io.exports, f.Name, f.Unit)
	}
	return io
}
