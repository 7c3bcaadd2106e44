package paths

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/pathtest"
	"github.com/sinew-robotics/sinew/math/motion"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Run drives o.N paths (0: 100 000; quick: 500) of both planners, and a hundred hostile proposals for each (quick: 200;
// never fewer than 10 000 in all) through the safety check; up to 100 paths also through the network ([Reactors]). If dir
// is set, each path of the servo becomes dir/path-<number>.csv. The error names the first cases that violate a property;
// equal seeds give equal figures and files for any number of processors.
func Run(o bench.Options, dir string, emit bench.Emit) error {
	n, hostile := 100_000, 10_000_000
	if o.Quick {
		n, hostile = 500, 100_000
	}
	if o.N > 0 {
		n = o.N
		hostile = max(100*n, 10_000)
	}
	if dir != "" {
		if _, err := (folder.Place{Dir: dir}).Make(time.Now()); err != nil {
			return fmt.Errorf("paths: cannot write paths: %w", err)
		}
	}
	began := time.Now()
	ours, err := all(o.Until(), o.Seed, n, dir, true, func() Planner { return &Servo{} })
	if stop := o.Stopped(); stop != nil {
		return errors.Join(err, stop)
	}
	took := time.Since(began)
	report(emit, "paths servo", ours)
	if cycles := sum(ours); cycles > 0 {
		emit(bench.Result{Name: "paths time per cycle, planner and safety check", Value: took.Seconds() * 1e9 * float64(runtime.GOMAXPROCS(0)) / float64(cycles), Unit: "ns",
			Note: fmt.Sprintf("%d paths, %d cycles, hash %016x", n, cycles, hash(ours))})
	}
	theirs, err2 := all(o.Until(), o.Seed, n, "", false, func() Planner { return &Thesis{Thesis: motion.DefaultThesis()} })
	if stop := o.Stopped(); stop != nil {
		return errors.Join(err, stop)
	}
	report(emit, "paths thesis, proportional", theirs)
	err3 := Reactors(bench.Options{Seed: o.Seed, N: min(n, 100)}, "", emit)
	return errors.Join(err, err2, err3, attack(o.Seed, hostile, emit))
}

// all runs n cases on all processors; outcomes are in the order of the cases.
func all(ctx context.Context, seed uint64, n int, dir string, strict bool, planner func() Planner) ([]Outcome, error) {
	outs, errs := make([]Outcome, n), make([]error, n)
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			t := NewTester(planner())
			for i := w; i < n && ctx.Err() == nil; i += workers {
				outs[i], errs[i] = one(t, seed, i, dir, strict)
			}
		})
	}
	wg.Wait()
	return outs, first(errs, 10)
}

func one(t *Tester, seed uint64, i int, dir string, strict bool) (Outcome, error) {
	if err := t.Begin(NewCase(seed, i)); err != nil {
		return Outcome{}, fmt.Errorf("paths: seed %d case %d: %w", seed, i, err)
	}
	var rows []Row
	for done := false; !done; {
		var r Row
		r, done = t.Step()
		if dir != "" {
			rows = append(rows, r)
		}
	}
	o := t.Outcome()
	if dir != "" {
		if err := write(filepath.Join(dir, fmt.Sprintf("path-%06d.csv", i)), rows); err != nil {
			return o, err
		}
	}
	if f := o.Faults(strict); len(f) > 0 {
		return o, fmt.Errorf("paths: seed %d case %d: %v", seed, i, f)
	}
	return o, nil
}

func write(name string, rows []Row) error {
	f, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("paths: %w", err)
	}
	return errors.Join(pathtest.WriteCSV(f, rows, motion.Period), f.Close())
}

// first returns the first k errors, and how many more there are.
func first(errs []error, k int) error {
	var some []error
	n := 0
	for _, err := range errs {
		if err == nil {
			continue
		}
		if n++; n <= k {
			some = append(some, err)
		}
	}
	if n > k {
		some = append(some, fmt.Errorf("paths: and %d more", n-k))
	}
	return errors.Join(some...)
}

func report(emit bench.Emit, name string, outs []Outcome) {
	n := float64(len(outs))
	share := func(is func(Outcome) bool) float64 {
		k := 0
		for _, o := range outs {
			if is(o) {
				k++
			}
		}
		return float64(k) / n
	}
	var over, rest, cycles []float64
	for _, o := range outs {
		over = append(over, o.Over*1000)
		if o.FromRest {
			rest = append(rest, o.Over*1000)
		}
		if o.Arrived {
			cycles = append(cycles, float64(o.Cycles)*motion.Period)
		}
	}
	emit(bench.Result{Name: name + ": limits broken", Value: share(func(o Outcome) bool { return len(o.Faults(false)) > 0 }) * n, Unit: "paths"})
	emit(bench.Result{Name: name + ": commands changed by safety", Value: share(func(o Outcome) bool { return o.Limited > 0 }), Unit: "share", Note: "of paths"})
	emit(bench.Result{Name: name + ": arrived", Value: share(func(o Outcome) bool { return o.Arrived }), Unit: "share", Note: "within 10 s, to 1 µm of the target or of the nearest point of the workspace"})
	if len(cycles) > 0 {
		emit(bench.Result{Name: name + ": arrival, mean", Value: mean(cycles), Unit: "s", Note: "of the position, if it arrives"})
		emit(bench.Result{Name: name + ": arrival, p99", Value: bench.Quantile(cycles, 0.99), Unit: "s"})
	}
	if len(rest) > 0 {
		emit(bench.Result{Name: name + ": overshoot from rest, max", Value: slices.Max(rest), Unit: "mm"})
	}
	emit(bench.Result{Name: name + ": overshoot beyond the stop due, max", Value: slices.Max(over), Unit: "mm"})
	emit(bench.Result{Name: name + ": overshoot beyond the stop due, p99", Value: bench.Quantile(over, 0.99), Unit: "mm"})
}

func mean(xs []float64) float64 {
	s := 0.0
	for _, x := range xs {
		s += x
	}
	return s / float64(len(xs))
}

func sum(outs []Outcome) (cycles int) {
	for _, o := range outs {
		cycles += o.All
	}
	return cycles
}

// hash returns a hash of all outcomes, to compare runs.
func hash(outs []Outcome) uint64 {
	h := fnv.New64a()
	for _, o := range outs {
		fmt.Fprintf(h, "%+v\n", o)
	}
	return h.Sum64()
}
