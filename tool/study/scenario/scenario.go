package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Scenario is one file: a study of as many runs as its parameters and seeds have combinations.
type Scenario struct {
	File    string // as it was named; mocks' files are relative to its folder
	Program Text
	Name    string
	For     Text     // robot time of a run
	Seeds   []uint64 // ascending or as listed
	Params  []Axis   // of the program
	Vars    []Axis   // of the study alone: other values refer to them as ${name}
	Zip     [][]Text // names that go together instead of in all combinations
	Where   []Assertion
	Mocks   []MockLine
	Faults  []FaultLine
	Sets    []SetLine
	Asserts []Assertion
	Plots   []PlotLine
	Record  string // whose trace.mcap is kept: failed, all or none
	Trace   []Text // ports to record besides the inputs, by pattern
	Without []Text // enclaves that do not run

	Warnings diag.Faults // of the program that the runs are made of: Plan finds them

	noProgram string // what is wrong when none is named and it is not clear which is meant
	seedsAt   diag.Pos
	bad       diag.Faults // found while reading: Plan reports them with its own
}

// Record's values.
const (
	RecordFailed = "failed"
	RecordAll    = "all"
	RecordNone   = "none"
)

// Text is a word of the file that may hold references such as ${speed}.
type Text struct {
	Text string
	at   diag.Pos
}

// Axis is a parameter or variable and the values it goes through.
type Axis struct {
	Name   Text
	Values []Value
}

// Value is one value: a word, or anything else written as JSON.
type Value struct {
	Text string `json:"text"`
	Word bool   `json:"word,omitempty"`
	at   diag.Pos
}

// Setting is a named value.
type Setting struct {
	Name  string `json:"name"`
	Value Value  `json:"value"`
}

// Assertion is an expression over the figures that a run is measured by, and over parameters that are numbers.
type Assertion struct {
	*Expr
	at diag.Pos // of the expression's first letter
}

// MockLine replaces what comes into the program at a path.
type MockLine struct{ Path, Source Text }

// FaultLine breaks something in the surroundings, for a while or for good.
type FaultLine struct{ At, Do, For Text }

// SetLine sets a physical action or a parameter.
type SetLine struct {
	At, Door Text
	Value    any // as JSON decodes it; words may hold references
}

// PlotLine is a plot in the report: the figure Y over the parameter X, one curve for each value of the parameter By.
type PlotLine struct{ X, Y, By Text }

// faults are collected while a scenario is read and checked.
type faults struct {
	file string
	all  diag.Faults
	n    int // with those that were known already
}

func (f *faults) add(at diag.Pos, format string, args ...any) {
	at.File = f.file
	x := diag.Fault{Pos: at, What: spelling.Clip(fmt.Sprintf(format, args...))}
	f.n++
	if !slices.Contains(f.all, x) {
		f.all = append(f.all, x)
	}
}

// most is how many faults are reported: more do not help.
const most = 50

// err returns all faults by their places.
func (f *faults) err() error {
	if len(f.all) == 0 {
		return nil
	}
	f.all.Sort()
	return f.all.First(most, f.file, 0)
}

// near suggests one of the names for one that is not among them.
func near(name string, names []string) string {
	best := spelling.Nearest(name, names)
	switch {
	case best != "":
		return fmt.Sprintf("did you mean %q?", best)
	case len(names) == 0:
		return "there is none"
	case len(names) > 40:
		return fmt.Sprintf("there are %d, such as %s", len(names), strings.Join(names[:5], ", "))
	}
	return "take one of " + strings.Join(names, ", ")
}
