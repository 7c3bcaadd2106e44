package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/kag"
	"github.com/sinew-robotics/sinew/tool/cli"
)

// graphCmd draws programs, and models of Atoms too.
type graphCmd struct {
	cli.Graph
	More       []string `arg:"" optional:"" name:"file" help:"AADL only: more texts and folders of the architecture." placeholder:"FILE"`
	System     string   `help:"AADL only: the system to instantiate and draw. Default: the only one that is not part of another." placeholder:"P::S.i"`
	Classifier string   `help:"AADL only: instead draw a component type, an implementation or a feature group type as it is declared." placeholder:"P::T"`
	Page       bool     `help:"AADL only: instead of writing files, show it in the page until interrupted."`
	Closed     bool     `help:"Models only: draw Molecules closed."`
	Simplified bool     `help:"Models only: show only the periodic part, separated into compositions, with their periods."`
	Loops      bool     `help:"With --simplified: frame the real-time loops too."`
	Times      string   `help:"Models only: measured computation times, as 'sinew bench atoms --out FILE' writes them." type:"existingfile" placeholder:"FILE"`
	Cores      int      `help:"Models only: cores that the compositions may use." placeholder:"N" range:"0..1024"`
	cli.PageFlags
}

// Help shows examples.
func (c *graphCmd) Help() string {
	return "Draws a program, an architecture in AADL, .aadl files and folders, or a model of Atoms, a .atoms.yaml file. The Knowledge Association Graph of a model is drawn with its\n" +
		"legend; faulty parts are red, with the fault as tooltip, and the exit status is then 1.\n\nExamples:\n" +
		"  sinew graph demo --out demo.svg\n  sinew graph demo --depth 1 --out overview.svg\n  sinew graph demo --ports\n" +
		"  sinew graph examples/rov-heading/heading.atoms.yaml --out heading.svg\n" +
		"  sinew graph examples/rov-heading/heading.atoms.yaml --simplified --loops --out loops.svg\n" +
		"  sinew graph robot.aadl parts --system Robot::Arm.i --out arm.svg\n  sinew graph robot.aadl --classifier Robot::Arm --out type.svg"
}

// Run draws the graph.
func (c *graphCmd) Run(ctx context.Context, t *cli.Tool) error {
	if err := c.CheckFiles(); err != nil {
		return err
	}
	spec, err := c.Spec(t)
	if err != nil && c.ofAADL() {
		return c.architecture(ctx)
	}
	if len(c.More) > 0 || c.System != "" || c.Classifier != "" || c.Page {
		return fmt.Errorf("graph: several files, --system, --classifier and --page are for architectures in AADL: give .aadl files")
	}
	if err != nil {
		return c.model(err)
	}
	if c.Simplified || c.Loops || c.Closed || c.Times != "" || c.Cores != 0 {
		return fmt.Errorf("graph: --simplified, --loops, --closed, --times and --cores are for models of Atoms: give a .atoms.yaml file")
	}
	return c.Draw(spec)
}

// model draws the Knowledge Association Graph of a model; none is the error for a program that does not exist.
func (c *graphCmd) model(none error) error {
	if _, err := os.Stat(c.Program); err != nil {
		return fmt.Errorf("graph: %w: give demo, or a .atoms.yaml file, or .aadl files (%w)", none, err)
	}
	if c.Ports || len(c.Params) > 0 {
		return fmt.Errorf("graph: --ports and --params are for the program demo and others, and %s is a model", c.Program)
	}
	d, plan, faults, err := readModel(c.Program, c.Times, c.Cores)
	if err != nil {
		return err
	}
	o := kag.Options{Depth: c.Depth, Loops: c.Loops, Faults: faults}
	if c.Closed {
		o.Depth = -1
	}
	var g *graph.Graph
	if c.Simplified || c.Loops {
		g = kag.Simplified(d.Model, plan, o)
	} else {
		g = kag.Whole(d.Model, o)
	}
	name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(c.Program), filepath.Ext(c.Program)), ".atoms")
	if err := c.Write(g, name, graph.Options{Types: c.Types, Width: c.Width}); err != nil {
		return err
	}
	return printFaults(d, faults)
}

// ofAADL reports whether an architecture is to be drawn; a folder is one too.
func (c *graphCmd) ofAADL() bool {
	info, err := os.Stat(c.Program)
	return isAADL(c.Program) || err == nil && info.IsDir()
}

// architecture draws a system in AADL, or a classifier as it is declared.
func (c *graphCmd) architecture(ctx context.Context) error {
	switch {
	case c.Simplified || c.Loops || c.Closed || c.Times != "" || c.Cores != 0 || c.Ports || len(c.Params) > 0:
		return fmt.Errorf("graph: %s is an architecture in AADL: it takes --system, --classifier, --depth, --types, --page and --out", c.Program)
	case c.System != "" && c.Classifier != "":
		return fmt.Errorf("graph: give --system or --classifier, not both")
	}
	files, faults := readAADL(append([]string{c.Program}, c.More...))
	var g *graph.Graph
	if faults.Err() == nil {
		m, more := aadl.Link(files)
		faults = append(faults, more...)
		if c.Classifier != "" {
			g, more = instance.Diagram(m, c.Classifier)
		} else {
			var i *instance.Instance
			if i, more = instance.Instantiate(m, c.System); i != nil {
				g = i.Graph()
			}
		}
		faults = append(faults, more...)
	}
	if err := showAADL(os.Stderr, files, faults); err != nil {
		return err
	}
	if len(faults) > 0 {
		fmt.Fprintln(os.Stderr, faults.Count())
	}
	if g != nil {
		redden(g, faults)
		show := func() error { return c.Write(g, g.Name, graph.Options{Depth: c.Depth, Types: c.Types, Width: c.Width}) }
		if c.Page {
			show = func() error { return cli.NewPage(c.PageFlags).ShowGraph(ctx, g) }
		}
		if err := show(); err != nil {
			return err
		}
	}
	if faults.Err() != nil {
		return errFaulty
	}
	return nil
}

// redden marks the parts that have faults.
func redden(g *graph.Graph, faults diag.Faults) {
	at := map[string]string{}
	for _, f := range faults {
		at[g.Name+"."+f.Path] = f.Text()
	}
	for i, r := range g.Reactors {
		g.Reactors[i].Fault = at[r.Path]
	}
	for i, p := range g.Ports {
		g.Ports[i].Fault = at[p.Path]
	}
}

// readModel reads and checks a model of Atoms. The plan is nil when there are faults.
func readModel(file, times string, cores int) (d *atoms.Document, plan *atom.Plan, faults diag.Faults, err error) {
	target := atom.Target{Cores: cores}
	if cores < 0 {
		return nil, nil, nil, fmt.Errorf("--cores %d: give 1 or more", cores)
	}
	if times != "" {
		if target.Times, err = readTimes(times); err != nil {
			return nil, nil, nil, err
		}
	}
	d, _ = atoms.Load(file, atoms.Standard())
	plan, faults = d.Check(target)
	return d, plan, faults, nil
}

// maxShown is how many faults are shown when the user did not ask for a check of the model.
const maxShown = 100

// printFaults prints faults and returns the error that ends the program if there are any.
func printFaults(d *atoms.Document, faults diag.Faults) error {
	if len(faults) == 0 {
		return nil
	}
	if err := showFaults(os.Stderr, d, faults.First(maxShown, "", 0)); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, faults.Count())
	return errFaulty
}
