package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sinew-robotics/sinew/app/dive"
	"github.com/sinew-robotics/sinew/control/manager"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/diag/sarif"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/period"
	"github.com/sinew-robotics/sinew/tool/cli"
)

// errFaulty ends the program with status 1 after the faults have been printed.
var errFaulty = fmt.Errorf("there are faults: %w", cli.ErrSaid)

type checkCmd struct {
	Files   []string `arg:"" optional:"" name:"file" help:"Models of Atoms: .atoms.yaml files. Models in AADL: .aadl files and folders, which together are one model. Descriptions of robots: .urdf files. With --library: names of Atoms, or parts of them." placeholder:"FILE"`
	JSON    bool     `name:"json" help:"One JSON object: faults (code, message, hint, severity, file, line, column, path) and models (compositions, reasons); for AADL, systems (latency, bus, cpu, memory, weight, power)."`
	SARIF   string   `name:"sarif" help:"Write the faults as SARIF 2.1.0 for editors and code hosts; - is the standard output, to which then nothing else is written." placeholder:"FILE"`
	Times   string   `help:"Measured computation times, as 'sinew bench atoms --out FILE' writes them; they replace those that a model states." type:"existingfile" placeholder:"FILE"`
	Library bool     `help:"List the Atoms of the library instead, or show the interfaces of the named ones."`
	Cores   int      `help:"Cores that the compositions may use. Default: as the model says, or 1." placeholder:"N" range:"0..1024"`

	SyntaxOnly bool     `help:"AADL only: check only the syntax."`
	System     string   `help:"AADL only: the system to instantiate, an implementation P::S.i. Default: every system that is not part of another." placeholder:"P::S.i"`
	Analysis   []string `help:"AADL only: what to check of the systems: ${enum}. Default: all." enum:"graph,latency,bus,cpu,memory,weight,power" placeholder:"NAME,..."`
	Against    string   `help:"AADL only: a run to compare the system with: a run folder, its trace.mcap, or the address of a running program's page." placeholder:"RUN"`
}

// Help shows examples.
func (c *checkCmd) Help() string {
	return "All faults are reported at once, each with its place and what to do; the exit status is then 1. A model without faults is\n" +
		"shown with its compositions, the periods at which they may run and those chosen, and why; one in AADL with its systems\n" +
		"and their latencies, loads and deadlines. Warnings alone are no failure.\n\nExamples:\n" +
		"  sinew check examples/rov-heading/heading.atoms.yaml\n  sinew check law.atoms.yaml --json\n" +
		"  sinew check law.atoms.yaml --sarif faults.sarif\n" +
		"  sinew check law.atoms.yaml --times atoms.times.yaml --cores 2\n" +
		"  sinew check arm.urdf\n" +
		"  sinew check robot.aadl parts\n" +
		"  sinew check robot.aadl --system Robot::Whole.i --analysis latency,cpu --json\n" +
		"  sinew check robot.aadl --against runs/one\n" +
		"  sinew check robot.aadl parts --syntax-only\n" +
		"  sinew check --library\n  sinew check --library PID"
}

// checkedAll is the JSON form of all results.
type checkedAll struct {
	Faults diag.Faults    `json:"faults"` // warnings too
	Models []checkedModel `json:"models"`

	Robots  []checkedRobot  `json:"robots,omitempty"`  // of descriptions
	Systems []checkedSystem `json:"systems,omitempty"` // of models in AADL
}

// checkedModel is the JSON form of a model without faults. Times are in milliseconds.
type checkedModel struct {
	File         string               `json:"file"`
	Name         string               `json:"name"`
	Atoms        int                  `json:"atoms"`
	Links        int                  `json:"links"`
	Compositions []checkedComposition `json:"compositions"`
	Reasons      []string             `json:"reasons"`
	Power        float64              `json:"power_w,omitempty"`
	Data         float64              `json:"data_bytes_per_s"` // across the borders of loops
}

type checkedComposition struct {
	Name        string   `json:"name"`
	Loops       []string `json:"loops"`
	Worst       float64  `json:"t_comp_max_ms"`
	Between     float64  `json:"delta_com_ms"` // in Worst
	Allowed     string   `json:"t_exe"`
	Period      float64  `json:"period_ms"`
	Offset      float64  `json:"offset_ms"`
	Core        int      `json:"core"`
	Response    float64  `json:"response_ms"`
	Utilisation float64  `json:"utilisation"`
	Power       float64  `json:"power_w,omitempty"`
	Data        float64  `json:"data_bytes_per_s"`
	Critical    int      `json:"critical,omitempty"`
}

// Run checks the models.
func (c *checkCmd) Run() error {
	if c.Library {
		return library(c.Files, c.JSON)
	}
	if len(c.Files) == 0 {
		return errors.New(`expected "<file> ...": a model of Atoms, or --library`)
	}
	target := atom.Target{Cores: c.Cores}
	if c.Times != "" {
		var err error
		if target.Times, err = readTimes(c.Times); err != nil {
			return err
		}
	}
	if c.JSON && c.SARIF == "-" {
		return errors.New("--json and --sarif -: both want the standard output; give --sarif a file")
	}
	text := !c.JSON && c.SARIF != "-"
	out := checkedAll{Faults: diag.Faults{}, Models: []checkedModel{}}
	if c.ofAADL() {
		look := c.model
		if c.SyntaxOnly {
			look = c.syntax
		}
		err := look(&out, text)
		if err != nil && !errors.Is(err, cli.ErrUnusable) {
			return err
		}
		return errors.Join(err, c.done(&out, text))
	}
	if c.ofURDF() {
		return errors.Join(c.robots(&out, text), c.done(&out, text))
	}
	library := atoms.Standard()
	for _, file := range c.Files {
		d, _ := atoms.Load(file, library)
		plan, faults := d.Check(target)
		if unbound := append(d.Unbound(dive.DriverNames()), dive.Topics(d)...); len(unbound) > 0 {
			plan, faults = nil, append(faults, unbound...)
			faults.Sort()
		}
		faults = append(faults, d.Warnings...)
		for i := range faults {
			faults[i].File = cmp.Or(faults[i].File, file)
		}
		out.Faults = append(out.Faults, faults.Clipped()...)
		if text {
			if err := showFaults(os.Stdout, d, faults); err != nil {
				return err
			}
		}
		if plan == nil {
			continue
		}
		m := checked(file, plan)
		out.Models = append(out.Models, m)
		if text {
			m.print()
		}
	}
	return c.done(&out, text)
}

// done writes the results where the flags ask for them, and returns the error that they mean.
func (c *checkCmd) done(out *checkedAll, text bool) error {
	if err := errors.Join(c.json(out), c.sarif(out.Faults)); err != nil {
		return err
	}
	if text && len(out.Faults) > 0 {
		fmt.Fprintln(os.Stderr, out.Faults.Count())
	}
	if out.Faults.Err() != nil {
		return errFaulty
	}
	return nil
}

// json writes all results if --json asks for it.
func (c *checkCmd) json(out *checkedAll) error {
	if !c.JSON {
		return nil
	}
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

// showFaults prints the faults of a model with the lines of its text.
func showFaults(to *os.File, d *atoms.Document, faults diag.Faults) error {
	p := cli.Printer(to)
	p.Read = func(file string) []byte {
		for _, t := range d.Texts {
			if t.Name == file {
				return t.Text
			}
		}
		return nil
	}
	return p.Print(to, faults)
}

// sarif writes the faults to where --sarif says.
func (c *checkCmd) sarif(faults diag.Faults) error {
	rules := atoms.Rules()
	if c.ofURDF() {
		rules = manager.Rules
	}
	if c.ofAADL() {
		rules = aadlRules()
	}
	write := func(w io.Writer) error {
		return sarif.Write(w, sarif.Tool{Name: "sinew check", Rules: rules}, faults)
	}
	switch c.SARIF {
	case "":
		return nil
	case "-":
		return write(os.Stdout)
	}
	return whole.Write(c.SARIF, write)
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// checked is the part of a plan that is shown.
func checked(file string, p *atom.Plan) checkedModel {
	m := checkedModel{File: file, Name: p.Model.Name, Links: len(p.Model.Links), Compositions: []checkedComposition{}, Reasons: p.Reasons}
	for _, i := range p.Model.Instances {
		if i.Kind == atom.Simple || i.Kind == atom.External {
			m.Atoms++
		}
	}
	t := p.Totals()
	m.Power, m.Data = t.Power, t.Data
	for n, g := range p.Groups {
		k := checkedComposition{Name: g.Name, Worst: ms(g.Worst), Between: ms(g.Between), Allowed: g.Allowed.String(), Period: ms(g.Period), Offset: ms(g.Offset),
			Core: g.Core, Response: ms(g.Response), Power: t.Groups[n].Power, Data: t.Groups[n].Data, Critical: t.Groups[n].Critical}
		if g.Period > 0 {
			k.Utilisation = float64(g.Worst) / float64(g.Period)
		}
		for _, s := range g.Stages {
			k.Loops = append(k.Loops, s.Name)
		}
		m.Compositions = append(m.Compositions, k)
	}
	return m
}

// print prints a model as a short table.
func (m *checkedModel) print() {
	fmt.Printf("%s: %s is valid: %s, %s, %s\n\n", m.File, m.Name, spelling.Count(m.Atoms, "Atom"), spelling.Count(m.Links, "link"), spelling.Count(len(m.Compositions), "composition"))
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "composition\tt_comp_max\tT_exe\tperiod\toffset\tcore\tresponse\tutilisation\tloops")
	for _, k := range m.Compositions {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%d\t%s\t%.1f %%\t%s\n", k.Name, milliseconds(k.Worst), k.Allowed, milliseconds(k.Period),
			milliseconds(k.Offset), k.Core, milliseconds(k.Response), 100*k.Utilisation, strings.Join(k.Loops, ", "))
	}
	w.Flush()
	if len(m.Reasons) > 0 {
		fmt.Println()
	}
	for _, r := range m.Reasons {
		fmt.Println(r)
	}
	m.printTotals()
}

// printTotals prints power, data and criticality, if the model states power or criticality.
func (m *checkedModel) printTotals() {
	if m.Power == 0 && !slices.ContainsFunc(m.Compositions, func(k checkedComposition) bool { return k.Critical > 0 }) {
		return
	}
	fmt.Println()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "composition\tpower\tdata\tcriticality")
	for _, k := range m.Compositions {
		fmt.Fprintf(w, "%s\t%.4g W\t%.4g B/s\t%d\n", k.Name, k.Power, k.Data, k.Critical)
	}
	fmt.Fprintf(w, "all\t%.4g W\t%.4g B/s\n", m.Power, m.Data)
	w.Flush()
}

func milliseconds(ms float64) string {
	return period.Duration(time.Duration(ms*float64(time.Millisecond) + 0.5))
}

// readTimes reads measured computation times.
func readTimes(file string) (map[string]time.Duration, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	times, faults := atoms.Times(file, src)
	if len(faults) > 0 {
		return nil, faults
	}
	return times, nil
}
