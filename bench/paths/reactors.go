package paths

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/bench"
	"github.com/sinew-robotics/sinew/bench/pathtest"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/trace/folder"
)

// Params are the demo's parameters for a test with a given jerk limit: [Area], limited by the demo's own reach.
func Params(jerk float64) lemon.Params {
	p := lemon.DefaultParams()
	l, a := Limits(jerk), Area()
	p.Jerk, p.Moderator = jerk, false
	p.Speed, p.Acc, p.AngSpeed, p.AngAcc = l.V, l.A, l.AngV, l.AngA
	p.Low, p.High = [3]float64{a.Low.X, a.Low.Y, l.Floor}, [3]float64{a.High.X, a.High.Y, a.High.Z}
	return p
}

// ParamLimits are the limits of [Params].
func ParamLimits(jerk float64) safety.Limits {
	p := Params(jerk)
	return p.Limits()
}

// Reactors drives o.N paths (0: 100) through the network of the second main, with the demo's own reactors, and
// compares every cycle with the planner and the safety check called directly. A difference is an error.
func Reactors(o bench.Options, dir string, emit bench.Emit) error {
	n := 100
	if o.N > 0 {
		n = o.N
	}
	if dir != "" {
		if _, err := (folder.Place{Dir: dir}).Make(time.Now()); err != nil {
			return fmt.Errorf("paths: cannot write paths: %w", err)
		}
	}
	began := time.Now()
	c := comparison{dir: dir}
	var errs []error
	for _, jerk := range jerks() { // a program has one jerk limit
		var cs []Case
		var number []int
		for i := range n {
			if k := NewCaseWithin(o.Seed, i, ParamLimits); k.Jerk == jerk {
				cs, number = append(cs, k), append(number, i)
			}
		}
		errs = append(errs, c.run(jerk, cs, number))
	}
	took := time.Since(began)
	emit(bench.Result{Name: "paths through the network", Value: float64(c.paths), Unit: "paths", Note: fmt.Sprintf("%d cycles", c.cycles)})
	emit(bench.Result{Name: "paths through the network: cycles unlike those without it", Value: float64(c.unlike), Unit: "cycles"})
	emit(bench.Result{Name: "paths through the network: time per cycle", Value: took.Seconds() * 1e9 / float64(max(1, c.cycles)), Unit: "ns", Note: "the comparison included"})
	if c.unlike > 0 {
		errs = append(errs, fmt.Errorf("paths: seed %d: %d cycles differ between the network and the planner called by hand", o.Seed, c.unlike))
	}
	return errors.Join(errs...)
}

type comparison struct {
	dir                   string
	paths, cycles, unlike int
}

// run compares the cases with one jerk limit; number returns a case's number.
func (c *comparison) run(jerk float64, cs []Case, number []int) error {
	hand := NewTesterWithin(&Servo{Limits: ParamLimits}, ParamLimits)
	source := func(i int) (pathtest.Case, bool) {
		if i >= len(cs) {
			return pathtest.Case{}, false
		}
		return pathtest.Case{Start: cs[i].Start, Target: cs[i].Target}, true
	}
	paths, err := pathtest.Run(context.Background(), Params(jerk), source, func(p *pathtest.Path) error {
		if err := hand.Begin(cs[p.Case]); err != nil {
			return err
		}
		done := false
		for _, row := range p.Rows {
			var want Row
			if !done {
				want, done = hand.Step()
			}
			if c.cycles++; row != want {
				c.unlike++
			}
		}
		if !done {
			c.unlike++
		}
		if c.dir == "" {
			return nil
		}
		return write(filepath.Join(c.dir, fmt.Sprintf("path-%06d.csv", number[p.Case])), p.Rows)
	})
	c.paths += paths
	return err
}
