package scenario

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Scenario is the content of one file: a study with as many runs as its parameters and seeds have combinations.
type Scenario struct {
	File    string // as given; mocks' files are relative to its folder
	Program Text
	Name    string
	For     Text     // robot time of a run
	Seeds   []uint64 // ascending or as listed
	Params  []Axis   // of the program
	Vars    []Axis   // only of the study: other values refer to them as ${name}
	Zip     [][]Text // names that change together instead of in all combinations
	Where   []Assertion
	Mocks   []MockLine
	Faults  []FaultLine
	Sets    []SetLine
	Asserts []Assertion
	Plots   []PlotLine
	Record  string // which runs' trace.mcap are kept: failed, all or none
	Trace   []Text // ports to record in addition to the inputs, by pattern
	Without []Text // enclaves that do not run

	Warnings diag.Faults // warnings of the program, set by Plan

	noProgram string // the fault if no program is named and it is not clear which is meant
	seedsAt   diag.Pos
	bad       diag.Faults // faults found by reading, which Plan reports with its own
}

// The values of Record.
const (
	RecordFailed = "failed"
	RecordAll    = "all"
	RecordNone   = "none"
)

// Text is a word in the file that may contain references such as ${speed}.
type Text struct {
	Text string
	at   diag.Pos
}

// Axis is a parameter or variable and its values.
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
	at diag.Pos // of the expression's first character
}

// MockLine replaces the source of values at a path.
type MockLine struct{ Path, Source Text }

// FaultLine makes something in the surroundings fail, for a while or for good.
type FaultLine struct{ At, Do, For Text }

// SetLine sets a physical action or a parameter.
type SetLine struct {
	At, Door Text
	Value    any // decoded from JSON; words may contain references
	valueAt  diag.Pos
}

// PlotLine is a plot in the report: the figure Y over the parameter X, one curve for each value of the parameter By.
type PlotLine struct{ X, Y, By Text }

// Codes of faults in scenarios. Faults in mocks and parameters have their own codes.
const (
	codeFile       = "scenario-file"
	codeSyntax     = "scenario-syntax"
	codeKey        = "scenario-key"
	codeMissing    = "scenario-missing"
	codeProgram    = "scenario-program"
	codeName       = "scenario-name"
	codeValue      = "scenario-value"
	codeExpression = "scenario-expression"
	codeDuplicate  = "scenario-duplicate"
	codeForeign    = "scenario-foreign"
	codeEmpty      = "scenario-empty"
	codeLimit      = "scenario-limit"
)

// Rules explains the codes of faults in scenarios.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: codeFile, Text: "a scenario that cannot be read"},
		{Code: codeSyntax, Text: "the text is no YAML or .ini file, or not written as the format wants it"},
		{Code: codeKey, Text: "a key that is not known here"},
		{Code: codeMissing, Text: "a key or value that is needed"},
		{Code: codeProgram, Text: "a program that is not known, or cannot be made"},
		{Code: codeName, Text: "a name of nothing: a variable, figure, fault, door, port, enclave or configuration"},
		{Code: codeValue, Text: "a value that cannot stand there: a time, range, seed, or what a door does not take"},
		{Code: codeExpression, Text: "an assertion or condition that makes no sense"},
		{Code: codeDuplicate, Text: "two things that should be one: runs, seeds, names"},
		{Code: codeForeign, Text: "a line of an .ini file that a scenario cannot express"},
		{Code: codeEmpty, Text: "a study without runs"},
		{Code: codeLimit, Text: "more than is run or reported"},
	}
}

// faults collects faults while a scenario is read and checked.
type faults struct {
	file string
	all  diag.Faults
	n    int // including the faults that were known already
}

func (f *faults) add(code string, at diag.Pos, format string, args ...any) {
	at.File = f.file
	f.put(diag.Fault{Code: code, Pos: at, What: fmt.Sprintf(format, args...)})
}

// pass adds faults from other packages. before is prepended to the text, code is for faults without one, and at is the
// position unless the fault has a better one.
func (f *faults) pass(code string, at diag.Pos, before string, err error) {
	known, others := diag.Of(err)
	for _, e := range others {
		known = append(known, diag.Fault{What: e.Error()})
	}
	for _, x := range known {
		if x.File == "" {
			x.Pos, x.File = at, f.file
		}
		x.Code, x.What = cmp.Or(x.Code, code), before+x.What
		f.put(x)
	}
}

func (f *faults) put(x diag.Fault) {
	x.What = spelling.Clip(x.What)
	f.n++
	if !slices.Contains(f.all, x) {
		f.all = append(f.all, x)
	}
}

// most is the greatest number of faults that are reported; more would not help.
const most = 50

// err returns all faults sorted by their positions.
func (f *faults) err() error {
	if len(f.all) == 0 {
		return nil
	}
	f.all.Sort()
	all := f.all.First(most, f.file, 0)
	if len(all) > most {
		all[most].Code = codeLimit
	}
	return all
}
