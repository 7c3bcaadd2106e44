package analysis

import (
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
)

// ledger keeps faults until all modes are analysed, so that a fault in several modes is reported once.
type ledger struct {
	faults []diag.Fault
	modes  [][]int // the modes of each fault
	found  map[diag.Fault]int
}

// fault notes that something is wrong with an object in the mode.
func (s *system) fault(severity diag.Severity, code string, o instance.Object, what, do string) {
	f := diag.Fault{Code: code, What: what, Do: do, Severity: severity, Pos: place(o), Path: o.Path()}
	n, ok := s.ledger.found[f]
	if !ok {
		n = len(s.ledger.faults)
		s.ledger.found[f] = n
		s.ledger.faults, s.ledger.modes = append(s.ledger.faults, f), append(s.ledger.modes, nil)
	}
	if in := s.ledger.modes[n]; len(in) == 0 || in[len(in)-1] != s.number {
		s.ledger.modes[n] = append(in, s.number)
	}
}

// always is like fault, for all modes.
func (s *system) always(severity diag.Severity, code string, o instance.Object, what, do string) {
	now := s.number
	for s.number = range s.Modes {
		s.fault(severity, code, o, what, do)
	}
	s.number = now
}

// place is where an object is declared.
func place(o instance.Object) diag.Pos {
	d := o.Declared()
	if d.File == nil || d.Node == nil {
		return diag.Pos{}
	}
	from := int(d.Node.Tokens().From)
	if from >= len(d.File.Tokens) {
		return diag.Pos{File: d.File.Name}
	}
	return d.File.Position(d.File.Tokens[from].Start)
}

// all returns the faults in the order of their places, with the modes of those that are not in all modes.
func (l *ledger) all(modes []*instance.OperationMode) diag.Faults {
	var fs diag.Faults
	for n, f := range l.faults {
		if in := l.modes[n]; len(in) < len(modes) {
			names := make([]string, len(in))
			for i, m := range in {
				names[i] = modes[m].Name
			}
			const most = 4
			if len(names) > most {
				names = append(names[:most], "…")
			}
			f.What += ", in " + strings.Join(names, ", ")
		}
		fs = append(fs, f)
	}
	fs.Sort()
	return fs
}
