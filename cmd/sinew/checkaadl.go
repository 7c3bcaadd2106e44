package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/analysis"
	"github.com/sinew-robotics/sinew/lang/aadl/check"
	"github.com/sinew-robotics/sinew/lang/aadl/gen"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/roscpp"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/tool/against"
	"github.com/sinew-robotics/sinew/tool/cli"
	"github.com/sinew-robotics/sinew/tool/launch"
)

// onGraph is the analysis done by package check, of a system's graph.
const onGraph = "graph"

// aadlRules are the codes of faults in AADL texts.
func aadlRules() []diag.Rule {
	return slices.Concat(syntax.Rules(), aadl.Rules(), instance.Rules(),
		check.Rules(), analysis.Rules(), against.Rules(), plan.Rules(), gen.Noted(), roscpp.Rules(), launch.Rules())
}

// checkedSystem is the JSON form of a system of a model in AADL.
type checkedSystem struct {
	Name        string `json:"system"` // P::S.i
	Components  int    `json:"components"`
	Connections int    `json:"connections"`
	Flows       int    `json:"flows"`
	Modes       int    `json:"modes"` // system operation modes
	*analysis.Report
	Against *against.Report `json:"against,omitempty"` // with --against
}

// model checks AADL texts as one model: its declarations, then each of its systems.
func (c *checkCmd) model(out *checkedAll, text bool) error {
	files, faults := readAADL(c.Files)
	var m *aadl.Model
	if faults.Err() == nil {
		var more diag.Faults
		m, more = aadl.Link(files)
		faults = append(append(faults, more...), check.Model(m)...)
	}
	status := error(nil)
	if m != nil && sound(faults) {
		var more diag.Faults
		out.Systems, more, status = c.systems(m)
		faults = append(faults, more...)
	}
	faults.Sort()
	out.Faults = append(out.Faults, faults.Clipped()...)
	if text {
		if err := showAADL(os.Stdout, files, faults); err != nil {
			return err
		}
		if faults.Err() != nil && !ofFigures(faults) {
			return cmp.Or(status, writeHeld(os.Stdout, out.Systems))
		}
		if status == nil {
			if err := writeSystems(os.Stdout, m, out.Systems); err != nil {
				return err
			}
		}
	}
	return status
}

// sound reports whether a model can be instantiated without faults in its systems that merely follow from faults in its
// declarations.
func sound(faults diag.Faults) bool {
	return !slices.ContainsFunc(faults, func(f diag.Fault) bool { return f.Severity == diag.Error && f.Code != "aadl-connection-type" })
}

// ofFigures reports whether all faults concern figures, which are then shown with their components.
func ofFigures(faults diag.Faults) bool {
	rules := analysis.Rules()
	return !slices.ContainsFunc(faults, func(f diag.Fault) bool {
		return f.Severity == diag.Error && !slices.ContainsFunc(rules, func(r diag.Rule) bool { return r.Code == f.Code })
	})
}

// systems checks the requested system, or else each that is not part of another.
func (c *checkCmd) systems(m *aadl.Model) (all []checkedSystem, faults diag.Faults, err error) {
	names := []string{c.System}
	if c.System == "" {
		names = nil
		for _, k := range instance.Systems(m) {
			names = append(names, k.Qualified())
		}
	}
	told := map[diag.Fault]bool{}
	for _, name := range names {
		i, more := instance.Instantiate(m, name)
		if i == nil && c.System != "" && slices.ContainsFunc(more, func(f diag.Fault) bool { return f.Code == "aadl-system" }) {
			err = cli.ErrUnusable
		}
		if i != nil && more.Err() == nil {
			s, rest := c.system(i)
			s.Name = name
			held, wrong := c.held(i, &s, len(names))
			rest, err = append(rest, held...), cmp.Or(err, wrong)
			all, more = append(all, s), append(more, rest...)
		}
		for _, f := range more { // systems may have parts in common
			key := f
			key.Path = ""
			if !told[key] || f.Pos == (diag.Pos{}) {
				told[key], faults = true, append(faults, f)
			}
		}
	}
	return all, faults, err
}

// system checks a system.
func (c *checkCmd) system(i *instance.Instance) (s checkedSystem, faults diag.Faults) {
	s = checkedSystem{Components: len(i.Components), Connections: len(i.Connections), Flows: len(i.Flows), Modes: len(i.Modes), Report: &analysis.Report{}}
	o := analysis.Options{}
	for _, a := range c.Analysis {
		if a != onGraph {
			o.Only = append(o.Only, analysis.Kind(a))
		}
	}
	if len(c.Analysis) == 0 || slices.Contains(c.Analysis, onGraph) {
		faults = check.Instance(i)
	}
	if len(c.Analysis) == 0 || len(o.Only) > 0 {
		r, more := analysis.Analyse(i, o)
		s.Report, faults = r, append(faults, more...)
	}
	return s, faults
}

// writeSystems shows the systems of a model, and their figures.
func writeSystems(to io.Writer, m *aadl.Model, all []checkedSystem) error {
	if len(all) == 0 {
		fmt.Fprintln(to, "no fault; the model has no system implementation to instantiate")
		return nil
	}
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "system\tcomponents\tconnections\tflows\toperation modes")
	for _, s := range all {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\n", s.Name, s.Components, s.Connections, s.Flows, s.Modes)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for _, s := range all {
		var b strings.Builder
		if err := s.Write(&b); err != nil {
			return err
		}
		if s.Against != nil {
			if err := s.Against.Write(&b); err != nil {
				return err
			}
		}
		if b.Len() > 0 {
			fmt.Fprintf(to, "\n%s\n\n%s", s.Name, b.String())
		}
	}
	return nil
}
