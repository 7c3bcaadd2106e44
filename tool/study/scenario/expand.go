package scenario

import (
	"maps"
	"slices"

	"github.com/sinew-robotics/sinew/internal/spelling"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// manyRuns is the greatest number of runs of a study.
const manyRuns = 1000000

// dimension is one direction of a study: an axis, or several that change together.
type dimension struct {
	axes []*Axis
	n    int
}

// dimensions checks the axes' names and lengths and lists them in the file's order, parameters first.
func (s *Scenario) dimensions(f *faults) (dims []dimension) {
	all := map[string]*Axis{}
	var order []*Axis
	for _, list := range [][]Axis{s.Params, s.Vars} {
		for i := range list {
			a := &list[i]
			switch {
			case all[a.Name.Text] != nil:
				f.add(codeDuplicate, a.Name.at, "%s is both a parameter and a variable: rename the variable", a.Name.Text)
			case a.Name.Text == "seed":
				f.add(codeDuplicate, a.Name.at, "seed is the name of the run's seed: take another")
			}
			all[a.Name.Text] = a
			if len(a.Values) > 0 { // otherwise that has been reported
				order = append(order, a)
			}
		}
	}
	zipped := map[string]int{}
	for i, group := range s.Zip {
		for _, name := range group {
			if _, ok := zipped[name.Text]; ok {
				f.add(codeDuplicate, name.at, "%s is zipped twice", name.Text)
			}
			if all[name.Text] == nil {
				f.add(codeName, name.at, "%s is no parameter or variable of this study: %s", name.Text, spelling.Suggest(name.Text, sortedKeys(all)))
				continue
			}
			zipped[name.Text] = i
		}
	}
	at := map[int]int{}
	for _, a := range order {
		group, together := zipped[a.Name.Text]
		if d, begun := at[group]; together && begun {
			if dims[d].n != len(a.Values) {
				f.add(codeValue, a.Name.at, "%s has %d values and goes together with %s, which has %d: give equally many",
					a.Name.Text, len(a.Values), dims[d].axes[0].Name.Text, dims[d].n)
			}
			dims[d].axes = append(dims[d].axes, a)
			continue
		}
		if together {
			at[group] = len(dims)
		}
		dims = append(dims, dimension{[]*Axis{a}, len(a.Values)})
	}
	return dims
}

// count is the number of combinations and, with the seeds, of runs; too many are a fault.
func (s *Scenario) count(dims []dimension, f *faults) int {
	n := 1
	for _, d := range dims {
		if d.n == 0 || n > manyRuns/d.n {
			n = manyRuns + 1
			break
		}
		n *= d.n
	}
	if len(s.Seeds) > 0 && n > manyRuns/len(s.Seeds) {
		f.add(codeLimit, s.Program.at, "the study has more than %d runs: take fewer values or seeds", manyRuns)
	}
	return n
}

// combination is one point of the parameters' space: which value each axis has.
type combination struct {
	values settings         // by name, references not resolved
	at     map[string]Value // the same with their places
}

// combinations lists the combinations; the first dimension changes slowest.
func combinations(dims []dimension, n int) []combination {
	out := make([]combination, 0, n)
	index := make([]int, len(dims))
	for range n {
		c := combination{settings{}, map[string]Value{}}
		for d, i := range index {
			for _, a := range dims[d].axes {
				c.values[a.Name.Text], c.at[a.Name.Text] = a.Values[i], a.Values[i]
			}
		}
		out = append(out, c)
		for d := len(index) - 1; d >= 0; d-- {
			if index[d]++; index[d] < dims[d].n {
				break
			}
			index[d] = 0
		}
	}
	return out
}

// Varied lists the parameters and variables that have more than one value, in the file's order.
func (s *Scenario) Varied() (names []string) {
	for _, list := range [][]Axis{s.Params, s.Vars} {
		for _, a := range list {
			if len(a.Values) > 1 {
				names = append(names, a.Name.Text)
			}
		}
	}
	return names
}
