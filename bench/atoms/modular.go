package atoms

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/math/unit"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/lib"
	"github.com/sinew-robotics/sinew/reactor/exec/rt"
	"github.com/sinew-robotics/sinew/robot/rov"
	"github.com/sinew-robotics/sinew/robot/rov/heading"
)

// race times several ways in turns and returns each one's median time of a run, in ns. A turn takes about 50 µs, so that
// on a busy machine most turns are not interrupted, and a slower processor slows down all ways alike.
func race(o bench.Options, runs int, ways ...func(n int)) []float64 {
	turns := 6001
	if o.Quick {
		turns = 51
	}
	all := make([][]float64, len(ways))
	for k := range turns + 10 {
		for w, f := range ways {
			start := rt.Now()
			f(runs)
			if ns := float64(rt.Now()-start) / float64(runs); k >= 10 {
				all[w] = append(all[w], ns)
			}
		}
	}
	medians := make([]float64, len(ways))
	for w := range all {
		medians[w] = bench.Median(all[w])
	}
	return medians
}

// modularity compares the composition of the example with the law by hand, for every vehicle: time, allocations, bits.
func modularity(o bench.Options, emit bench.Emit) error {
	for _, v := range rov.Vehicles() {
		l, err := newLaw(v)
		if err != nil {
			return err
		}
		x := rand.New(rand.NewPCG(o.Seed, 11))
		readings := make([]heading.Reading, 1024)
		for i := range readings {
			readings[i] = reading(x)
		}
		checked := 0
		for i := range len(readings) / 2 {
			a, b := &readings[2*i], &readings[2*i+1]
			l.composed(a, b)
			l.byHand(a, b)
			if err := l.same(); err != nil {
				return fmt.Errorf("%s, pair %d: %w", v.Name, i, err)
			}
			checked++
		}
		emit(bench.Result{Name: "atoms_modularity_equal_" + v.Name, Value: float64(checked), Unit: "cycles",
			Note: "of C2 with two of C1: forces and state equal to the bit"})
		pair := func(f func(a, b *heading.Reading)) func(int) {
			return func(n int) {
				for i := range n {
					f(&readings[2*i%1024], &readings[(2*i+1)%1024])
				}
			}
		}
		t := race(o, 32, pair(l.composed), pair(l.byHand))
		emit(bench.Result{Name: "atoms_modularity_" + v.Name, Value: t[0], Unit: "ns", Note: "two cycles of C1 and one of C2"}.Against("by hand", t[1]))
		emit(bench.Result{Name: "atoms_modularity_allocs_" + v.Name, Unit: "allocs",
			Value: testing.AllocsPerRun(100, func() { l.composed(&readings[0], &readings[1]) })})
	}
	return nil
}

// plain is DynamicAngleControl without types.
type plain struct{ e, de, k1, k2, accDes, acc *float64 }

//go:noinline
func (p *plain) physics(float64) {
	*p.acc = *p.accDes + float64(*p.k1**p.de) + float64(*p.k2**p.e)
}

//go:noinline
func typed(a *lib.DynamicAngleControl, dt unit.Time) { a.Physics(dt) }

// types compares a law over unit's types with the same law over float64, both behind the same pointers and one call.
func types(o bench.Options, emit bench.Emit) {
	a, m := new(lib.DynamicAngleControl), atom.New("types")
	i := atom.Add(m.Root, "law", a)
	for n, name := range []string{"e", "de", "k1", "k2", "acc_des"} {
		*i.Port(name).At() = 0.1 * float64(n+1)
	}
	p := &plain{i.Port("e").At(), i.Port("de").At(), i.Port("k1").At(), i.Port("k2").At(), i.Port("acc_des").At(), new(float64)}
	t := race(o, 10000,
		func(n int) {
			for range n {
				typed(a, 0.05)
			}
		},
		func(n int) {
			for range n {
				p.physics(0.05)
			}
		})
	emit(bench.Result{Name: "atoms_unit_law", Value: t[0], Unit: "ns", Note: "acc = acc_des + K1·de + K2·e with types"}.Against("float64", t[1]))
	emit(bench.Result{Name: "atoms_unit_difference", Value: t[0] - t[1], Unit: "ns", Note: "bar: 1 ns"})
}
