package atoms

import (
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/model/atom"
)

// Times reads measured computation times: a YAML file with "times:", which maps the identity of a definition or the path of an
// instance to a time with its unit; its other keys say where they come from. sinew bench atoms --out writes such files, and
// atom.Target takes the result.
func Times(file string, src []byte) (map[string]time.Duration, diag.Faults) {
	r := &reader{m: atom.New("times"), said: map[diag.Fault]bool{}}
	f := &source{name: file, lines: lines(src)}
	times := map[string]time.Duration{}
	found := false
	if len(src) > maxText {
		r.fault("limit", diag.Pos{File: file}, "the file is too long", "")
		return times, r.faults
	}
	n := r.parse(f, src)
	for _, e := range r.fields(f, n, "the file") {
		if e.name.s != "times" {
			continue
		}
		found = true
		for _, t := range r.fields(f, e.value, "times") {
			if v := t.value; v != nil {
				if d := r.duration(r.scalar(f, v)); d > 0 {
					times[t.name.s] = d
				}
			}
		}
	}
	if !found && len(r.faults) == 0 {
		r.fault("key", diag.Pos{File: file, Line: 1, Column: 1}, `there is no "times:" in this file`, "sinew bench atoms --out FILE writes one")
	}
	return times, r.faults
}
