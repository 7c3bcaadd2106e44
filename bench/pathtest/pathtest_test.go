package pathtest_test

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/bench/paths"
	"github.com/sinew-robotics/sinew/bench/pathtest"
	"github.com/sinew-robotics/sinew/control/safety"
	"github.com/sinew-robotics/sinew/math/motion"
)

const seed = 11

func params(planner string, jerk float64) lemon.Params {
	p := paths.Params(jerk)
	p.Planner = planner
	return p
}

// cases are those of the seed with the jerk limit given, n at most.
func cases(jerk float64, n int) (cs []paths.Case) {
	for i := 0; len(cs) < n; i++ {
		if c := paths.NewCaseWithin(seed, i, paths.ParamLimits); c.Jerk == jerk {
			cs = append(cs, c)
		}
	}
	return cs
}

func source(cs []paths.Case) func(int) (pathtest.Case, bool) {
	return func(i int) (pathtest.Case, bool) {
		if i >= len(cs) {
			return pathtest.Case{}, false
		}
		return pathtest.Case{Start: cs[i].Start, Target: cs[i].Target}, true
	}
}

// The network's paths are those of the planner and the safety check called by hand, bit for bit.
func TestSameBitsAsWithoutNetwork(t *testing.T) {
	for _, name := range []string{"servo", "thesis-proportional"} {
		for _, jerk := range []float64{0, 20, 100, 1000} {
			p := params(name, jerk)
			cs := cases(jerk, 12)
			plan := paths.Planner(&paths.Servo{Limits: paths.ParamLimits})
			if name != "servo" {
				plan = &paths.Thesis{Thesis: motion.DefaultThesis()}
			}
			hand := paths.NewTesterWithin(plan, paths.ParamLimits)
			got, err := pathtest.Run(context.Background(), p, source(cs), func(path *pathtest.Path) error {
				if err := hand.Begin(cs[path.Case]); err != nil {
					return err
				}
				for i, row := range path.Rows {
					want, done := hand.Step()
					if row != want {
						t.Fatalf("%s, jerk %g, path %d, cycle %d: the network gives\n%+v\nand the planner alone\n%+v", name, jerk, path.Case, i, row, want)
					}
					if done != (i == len(path.Rows)-1) {
						t.Fatalf("%s, jerk %g, path %d: ends after %d cycles in one of them only", name, jerk, path.Case, i+1)
					}
				}
				if path.Arrived != hand.Outcome().Arrived || name == "servo" && !path.Arrived {
					t.Errorf("%s, jerk %g, path %d: arrived %v, alone %v", name, jerk, path.Case, path.Arrived, hand.Outcome().Arrived)
				}
				return nil
			})
			if err != nil || got != len(cs) {
				t.Errorf("%s, jerk %g: %d of %d paths: %v", name, jerk, got, len(cs), err)
			}
		}
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	cs := cases(100, 6)
	var all [2][][]pathtest.Row
	for k, workers := range []int{1, 4} {
		p := params("servo", 100)
		p.Workers = workers
		if _, err := pathtest.Run(context.Background(), p, source(cs), func(path *pathtest.Path) error {
			all[k] = append(all[k], append([]pathtest.Row(nil), path.Rows...))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(all[0], all[1]) {
		t.Error("1 and 4 workers give different paths")
	}
}

// Every path keeps the limits, and the safety check has nothing to do for ours and much for the thesis' planner.
func TestSafetyCheckOnPaths(t *testing.T) {
	for name, busy := range map[string]bool{"servo": false, "thesis": true} {
		p := params(name, 100)
		l := p.Limits()
		limited := 0
		if _, err := pathtest.Run(context.Background(), p, source(cases(100, 8)), func(path *pathtest.Path) error {
			for i, r := range path.Rows {
				if r.V > l.V*(1+1e-5) || r.A > l.A*(1+1e-5) || r.J > l.J*(1+1e-5) || l.Clearance(r.P.P) < -1e-8 {
					t.Fatalf("%s: path %d breaks a limit in cycle %d: %+v", name, path.Case, i, r)
				}
				if r.Verdict != safety.Pass {
					limited++
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if (limited > 0) != busy {
			t.Errorf("%s: the safety check changed %d commands", name, limited)
		}
	}
}

func TestEndsAndErrors(t *testing.T) {
	full := errors.New("disk full")
	n, err := pathtest.Run(context.Background(), params("servo", 100), source(cases(100, 5)), func(path *pathtest.Path) error {
		if path.Case == 2 {
			return full
		}
		return nil
	})
	if n != 3 || !errors.Is(err, full) {
		t.Errorf("%d paths, %v", n, err)
	}
	if n, err := pathtest.Run(context.Background(), params("servo", 100), source(nil), nil); n != 0 || err != nil {
		t.Errorf("no cases: %d paths, %v", n, err)
	}
	if _, err := pathtest.Run(context.Background(), lemon.Params{}, source(nil), nil); err == nil {
		t.Error("parameters without a period are taken")
	}
	var b bytes.Buffer
	if err := pathtest.WriteCSV(&b, []pathtest.Row{{P: cases(0, 1)[0].Target, V: 0.25}}, 0.004); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if len(lines) != 3 || strings.Count(lines[0], ",") != strings.Count(lines[1], ",") || !strings.HasPrefix(lines[1], "0.004,") {
		t.Errorf("wrote %q", b.String())
	}
}
