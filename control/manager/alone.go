package manager

import "time"

// NewIO returns an IO for a controller of the given description and period that runs without a manager, for a caller who
// moves the numbers himself: tests, simulations, programs with one controller. All numbers are 0; States may be set here.
func NewIO(d Description, period time.Duration) *IO {
	io := &IO{Period: period, Dt: period.Seconds()}
	place := func(name, unit string) slot {
		s := slot{at: int32(len(io.values)), n: int32(KindOf(name, unit).Width())}
		io.values = append(io.values, make([]float64, s.n)...)
		return s
	}
	for _, n := range d.States {
		io.states = append(io.states, place(n.Name, n.Unit))
	}
	for _, n := range d.Commands {
		io.commands = append(io.commands, place(n.Name, n.Unit))
	}
	for _, f := range d.References {
		io.references = append(io.references, place(f.Name, f.Unit))
	}
	for _, f := range d.Exports {
		io.exports = append(io.exports, place(f.Name, f.Unit))
	}
	return io
}
