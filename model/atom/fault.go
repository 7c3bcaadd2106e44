package atom

import (
	"fmt"
	"strings"
)

// Fault is something wrong with a model. The codes:
//
//	type, frame, axis    datatypes of a link that are not equal, by the first that differs
//	constraint           Ctr(n) ≢ Ctr(p), a constraint that is not stated, or with properties that do not fit it
//	fan-in, missing      a Need with two links, or with none
//	link, scope, direction  a link into nowhere, past an interface, or the wrong way
//	parameter            an interface parameter that is unknown, unvalued, or no axis
//	name, duplicate      what cannot be told apart, is not there, or cannot be written
//	range                a value that may be, or is, what a Need or an interface on its way does not take
//	time, value          a time below 0 or longer than every period; a value that is missing or not valid
//	driver, condition, alternative, definition  what the words say
//	loop                 a loop that is not declared, spans compositions, or needs another that needs it
//	cycle                Atoms coupled in a circle
//	period, schedule     T_exe is empty, or not kept by a wish or a T_Need; no schedule on the given cores
type Fault struct {
	Code    string // short and stable
	Message string // what is wrong
	Hint    string // what to do
	Path    string // of the instance, port or link at fault: "yaw_control.e"
	Place   Place
}

// Error prints the fault on one line: file:line:column: path: message; hint.
func (f Fault) Error() string {
	var b strings.Builder
	if s := f.Place.String(); s != "" {
		b.WriteString(s + ": ")
	}
	if f.Path != "" {
		b.WriteString(f.Path + ": ")
	}
	b.WriteString(f.Message)
	if f.Hint != "" {
		b.WriteString("; " + f.Hint)
	}
	return b.String() + " (" + f.Code + ")"
}

// String gives file:line:column, as far as it is known.
func (p Place) String() string {
	switch {
	case p.File == "":
		return ""
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Faults are all faults of a model.
type Faults []Fault

// Error prints a line a fault.
func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}
