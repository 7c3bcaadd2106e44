// Package atoms measures Atoms: how long every Physics of the library takes on this machine, which is written as the
// computation times that `sinew check` and `sinew run` use; what the modularity of a composition costs compared with
// the same law coded directly, and typed quantities compared with plain numbers; and how well and how fast compositions
// are checked. For a text it measures its Atoms, its loops, and their communication.
package atoms

import (
	"github.com/sinew-robotics/sinew/bench"
)

// Options of the bench.
type Options struct {
	bench.Options
	Out  string // the file that computation times are written to; "" for none
	File string // a text whose Atoms, loops and communication are measured instead; "" for the library
}

// Run emits the figures, first the machine's other load, which affects all others.
func Run(o Options, emit bench.Emit) error {
	busy, beside := load()
	emit(bench.Result{Name: "atoms_load", Value: busy, Unit: "waiting", Note: beside})
	if o.File != "" {
		return text(o, beside, emit)
	}
	types(o.Options, emit)
	if err := modularity(o.Options, emit); err != nil {
		return err
	}
	if err := runtimes(o.Options, emit); err != nil {
		return err
	}
	if err := physics(o, beside, emit); err != nil {
		return err
	}
	return checks(o.Options, emit)
}
