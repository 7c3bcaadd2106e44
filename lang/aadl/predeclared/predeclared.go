// Package predeclared has the property sets and packages of AADL that every model may use without naming a file: those of
// SAE AS5506, appendix A; those of its annexes for data types and for ARINC 653; and two that are not part of the
// standard: SEI, which models use for budgets, and Sinew, for topics and programs. The texts are written for Sinew; the
// names, types and owners in them are facts of the standard and, for SEI, of the tool OSATE.
package predeclared

import (
	"embed"
	"fmt"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

//go:embed *.aadl
var texts embed.FS

// Files returns the parsed texts in the order of their names: each has the property set or package of its name. They
// have no faults.
func Files() ([]*syntax.File, error) {
	entries, err := texts.ReadDir(".")
	if err != nil {
		return nil, err
	}
	files := make([]*syntax.File, len(entries))
	for i, e := range entries {
		text, err := texts.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		f, faults := syntax.Parse("predeclared/"+e.Name(), string(text))
		if len(faults) > 0 {
			return nil, fmt.Errorf("predeclared: %w", faults)
		}
		files[i] = f
	}
	return files, nil
}
