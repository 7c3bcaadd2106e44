package node

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
)

// codes lists the codes of an error's faults with their paths.
func codes(err error) (all []string) {
	faults, others := diag.Of(err)
	for _, f := range faults {
		all = append(all, f.Code+" "+f.Path)
	}
	for _, o := range others {
		all = append(all, o.Error())
	}
	return all
}

func TestMachinesThatDoNotStart(t *testing.T) {
	one := Stage[string]{State: "a", Initial: true}
	for _, c := range []struct {
		name   string
		stages []Stage[string]
		ways   []Transition[string]
		want   []string
	}{
		{"nothing", nil, nil, []string{"machine-initial "}},
		{"no initial state", []Stage[string]{{State: "a"}}, []Transition[string]{{"a", "a"}}, []string{"machine-initial "}},
		{"two", []Stage[string]{one, {State: "b", Initial: true}}, []Transition[string]{{"a", "b"}, {"b", "a"}}, []string{"machine-initial b"}},
		{"dead end", []Stage[string]{one, {State: "b"}}, []Transition[string]{{"a", "b"}}, []string{"machine-end b"}},
		{"unreachable", []Stage[string]{one, {State: "b"}}, []Transition[string]{{"a", "a"}, {"b", "a"}}, []string{"machine-unreachable b"}},
		{"unknown", []Stage[string]{one}, []Transition[string]{{"a", "a"}, {"a", "x"}, {"y", "a"}}, []string{"machine-state x", "machine-state y"}},
		{"twice", []Stage[string]{one, one}, []Transition[string]{{"a", "a"}, {"a", "a"}}, []string{"machine-duplicate a", "machine-duplicate a"}},
		{"after the end", []Stage[string]{one, {State: "b", Final: true}}, []Transition[string]{{"a", "b"}, {"b", "a"}}, []string{"machine-final b"}},
		{"all at once", []Stage[string]{{State: "a"}, {State: "b"}}, []Transition[string]{{"a", "x"}},
			[]string{"machine-initial ", "machine-state x", "machine-end a", "machine-end b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := NewMachine(c.stages, c.ways)
			if got := codes(err); m != nil || !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestMachineRunsItsFunctionsOnEntry(t *testing.T) {
	var trace []string
	left := 3
	stage := func(s string, next func() string) Stage[string] {
		return Stage[string]{State: s, Initial: s == "init", Final: s == "end", Enter: func() string {
			trace = append(trace, s)
			return next()
		}}
	}
	m, err := NewMachine([]Stage[string]{
		stage("init", func() string { return "loop" }),
		stage("loop", func() string {
			if left--; left > 0 {
				return "loop"
			}
			return "end"
		}),
		stage("end", func() string { return "" }),
	}, []Transition[string]{{"init", "loop"}, {"loop", "loop"}, {"loop", "end"}})
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		if err := m.Step(); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(trace, " "); got != "init loop loop loop end" || !m.Ended() {
		t.Error(got)
	}
}

// TestMachineKeepsToItsList takes machines at random whose functions and owner ask for anything: nothing but the listed
// transitions is ever taken, and what is refused changes nothing.
func TestMachineKeepsToItsList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "states")
		asks := rapid.SliceOfN(rapid.IntRange(-1, n), 64, 64).Draw(t, "asks")
		var ways []Transition[int]
		for a := range n {
			ways = append(ways, Transition[int]{a, (a + 1) % n}) // all can be reached
		}
		for range rapid.IntRange(0, 2*n).Draw(t, "more") {
			if w := (Transition[int]{rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")}); !slices.Contains(ways, w) {
				ways = append(ways, w)
			}
		}
		entered, k := 0, 0
		stages := make([]Stage[int], n)
		for i := range stages {
			stages[i] = Stage[int]{State: i, Initial: i == 0, Enter: func() int {
				entered = i
				k++
				return asks[k%len(asks)]
			}}
		}
		m, err := NewMachine(stages, ways)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Step(); err != nil || entered != 0 {
			t.Fatal(err, entered)
		}
		for i := range 40 {
			before, count := m.State(), k
			var to int
			if i%3 == 0 {
				to = asks[i]
				if err := m.Redirect(to); (err == nil) != slices.Contains(ways, Transition[int]{before, to}) {
					t.Fatalf("from %d to %d: %v", before, to, err)
				}
			}
			err := m.Step()
			var illegal IllegalError
			switch {
			case errors.As(err, &illegal):
				if m.State() != before || k != count {
					t.Fatal("a refused step changed the state")
				}
			case err != nil:
				t.Fatal(err)
			case !slices.Contains(ways, Transition[int]{before, m.State()}):
				t.Fatalf("took %d to %d, which is not listed", before, m.State())
			case k != count+1 || entered != m.State():
				t.Fatal("a state was entered without its function")
			}
		}
	})
}
