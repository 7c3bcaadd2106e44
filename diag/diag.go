// Package diag has the common type of faults: mistakes in a program, a model, a description or a file that are found
// before anything runs. A fault says what is wrong, where in the text and in the graph, and what to do. All faults are
// reported at once, as Faults; a Printer shows them to people, encoding/json writes them for programs (code, message,
// hint, severity, file, line, column, path), and package sarif for editors and code hosts.
//
// Something broken on purpose while a program runs is not a fault but a failure, and does not belong here.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Pos is a place in a text. Lines and columns count from 1, columns in characters; 0 means unknown.
type Pos struct {
	File   string `json:"file"` // of Go code: without its folder
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// String returns file:line:column, as far as they are known.
func (p Pos) String() string {
	var parts []string
	if p.File != "" {
		parts = append(parts, p.File)
	}
	if p.Line > 0 {
		if parts = append(parts, strconv.Itoa(p.Line)); p.Column > 0 {
			parts = append(parts, strconv.Itoa(p.Column))
		}
	}
	return strings.Join(parts, ":")
}

// Right returns the place n characters to the right.
func (p Pos) Right(n int) Pos {
	p.Column += n
	return p
}

// Compare orders places by file, line and column.
func (p Pos) Compare(q Pos) int {
	return cmp.Or(strings.Compare(p.File, q.File), p.Line-q.Line, p.Column-q.Column)
}

// Severity is the severity of a fault.
type Severity uint8

// The severities.
const (
	Error   Severity = iota // nothing may start
	Warning                 // it works, but probably not as meant
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// MarshalText implements encoding.TextMarshaler.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Severity) UnmarshalText(text []byte) error {
	for _, *s = range []Severity{Warning, Error} {
		if s.String() == string(text) {
			return nil
		}
	}
	return fmt.Errorf("%q is no severity: give error or warning", text)
}

// Fault is a mistake with its place and remedy. Faults can be compared with ==.
type Fault struct {
	Code     string   `json:"code"`           // short and stable: "cycle"
	What     string   `json:"message"`        // what is wrong
	Do       string   `json:"hint,omitempty"` // what to do about it
	Severity Severity `json:"severity"`
	Pos               // in the text
	Path     string   `json:"path"` // of the element at fault in the graph
}

// Error returns the fault on one line: file:line:column: path: what; what to do (code).
func (f Fault) Error() string {
	s := f.Text()
	if f.Path != "" {
		s = f.Path + ": " + s
	}
	if at := f.Pos.String(); at != "" {
		s = at + ": " + s
	}
	return s
}

// String returns the same as Error.
func (f Fault) String() string { return f.Error() }

// Text returns the text of Error without the places.
func (f Fault) Text() string {
	s := f.What
	if f.Do != "" {
		s += "; " + f.Do
	}
	if f.Code != "" {
		s += " (" + f.Code + ")"
	}
	return s
}

// Rule describes a code.
type Rule struct{ Code, Text string }

// Faults are all faults of a text or program.
type Faults []Fault

// Error returns a line for each fault.
func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the faults as single errors.
func (fs Faults) Unwrap() []error {
	all := make([]error, len(fs))
	for i, f := range fs {
		all[i] = f
	}
	return all
}

// Of takes apart an error made by errors.Join: it returns the faults in it, each once, and the other errors in their
// order.
func Of(err error) (fs Faults, others []error) {
	switch e := err.(type) {
	case nil:
	case Fault:
		return Faults{e}, nil
	case Faults:
		for _, f := range e {
			fs = fs.with(f)
		}
	case interface{ Unwrap() []error }:
		var texts []string
		for _, part := range e.Unwrap() {
			more, rest := Of(part)
			for _, f := range more {
				fs = fs.with(f)
			}
			others, texts = append(others, rest...), append(texts, part.Error())
		}
		if strings.Join(texts, "\n") != err.Error() { // it says more than its parts
			return nil, []error{err}
		}
	default:
		others = []error{err}
	}
	return fs, others
}

// with adds a fault unless it is there already.
func (fs Faults) with(f Fault) Faults {
	if slices.Contains(fs, f) {
		return fs
	}
	return append(fs, f)
}

// Sort sorts the faults by their places in the text; faults of one place keep their order.
func (fs Faults) Sort() {
	sort.SliceStable(fs, func(i, j int) bool { return fs[i].Pos.Compare(fs[j].Pos) < 0 })
}

// Err returns the faults of severity Error, sorted, as an error of type Faults, or nil if there are none.
func (fs Faults) Err() error {
	bad := slices.DeleteFunc(slices.Clone(fs), func(f Fault) bool { return f.Severity != Error })
	if len(bad) == 0 {
		return nil
	}
	bad.Sort()
	return bad
}

// Count returns the number of faults in words: "2 faults, 1 warning".
func (fs Faults) Count() string {
	var parts []string
	for s, what := range [...]string{Error: "fault", Warning: "warning"} {
		n := 0
		for _, f := range fs {
			if f.Severity == Severity(s) {
				n++
			}
		}
		switch {
		case n == 1:
			parts = append(parts, "1 "+what)
		case n > 1:
			parts = append(parts, strconv.Itoa(n)+" "+what+"s")
		}
	}
	return strings.Join(parts, ", ")
}

// First returns the first n faults, followed by one that says how many more there are in the file, including
// unrecorded ones.
func (fs Faults) First(n int, file string, unsaid int) Faults {
	if len(fs) > n {
		unsaid += len(fs) - n
		fs = fs[:n:n]
	}
	if unsaid > 0 {
		fs = append(fs, Fault{Pos: Pos{File: file}, What: fmt.Sprintf("and %d more faults", unsaid)})
	}
	return fs
}

// Unplaced returns the faults without their places, for a text that the user does not see.
func (fs Faults) Unplaced() Faults {
	all := slices.Clone(fs)
	for i := range all {
		all[i].Pos = Pos{}
	}
	return all
}

// Clipped returns the faults with texts of bounded length, because they quote other people's text.
func (fs Faults) Clipped() Faults {
	all := make(Faults, len(fs))
	for i, f := range fs {
		f.What, f.Do, f.Path = spelling.Clip(f.What), spelling.Clip(f.Do), spelling.Clip(f.Path)
		all[i] = f
	}
	return all
}
