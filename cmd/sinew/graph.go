package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/app/lemon"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/lang/atoms"
	"github.com/sinew-robotics/sinew/model/atom"
	"github.com/sinew-robotics/sinew/model/atom/kag"
)

type graphCmd struct {
	Program    string   `arg:"" optional:"" default:"demo" help:"The program, demo, or a model of Atoms, a .atoms.yaml file." placeholder:"demo|FILE"`
	Out        []string `short:"o" help:"Files to write, .svg or .dot by their ending. Default: demo.svg and demo.dot, or FILE's name with both." placeholder:"FILE"`
	Depth      int      `help:"Levels of reactors or Molecules that are opened; 0 opens all." default:"0" range:"0..1000"`
	Types      bool     `help:"Show the reactors' types."`
	Ports      bool     `help:"List the program's ports instead, as --trace, --csv and --print name them."`
	Params     string   `help:"YAML file that overrides the program's parameters." type:"existingfile" placeholder:"FILE"`
	Closed     bool     `help:"Of a model: draw Molecules closed."`
	Simplified bool     `help:"Of a model: only what is periodic, separated into compositions, with their periods."`
	Loops      bool     `help:"With --simplified: frame the real-time loops too."`
	Times      string   `help:"Of a model: measured computation times, as 'sinew bench atoms --out FILE' writes them." type:"existingfile" placeholder:"FILE"`
	Cores      int      `help:"Of a model: cores that the compositions may use." placeholder:"N" range:"0..1024"`
}

// Help shows examples.
func (c *graphCmd) Help() string {
	return "The Knowledge Association Graph of a model of Atoms is drawn with its legend; what is wrong with it is red, with the fault as\n" +
		"tooltip, and the exit status is then 1.\n\nExamples:\n" +
		"  sinew graph demo --out demo.svg\n  sinew graph demo --depth 1 --out overview.svg\n  sinew graph demo --ports\n" +
		"  sinew graph examples/rov-heading/heading.atoms.yaml --out heading.svg\n" +
		"  sinew graph examples/rov-heading/heading.atoms.yaml --simplified --loops --out loops.svg"
}

// Run draws.
func (c *graphCmd) Run() error {
	for _, name := range c.Out {
		if !slices.Contains([]string{".svg", ".dot", ".gv"}, filepath.Ext(name)) {
			return fmt.Errorf("graph: %s: give a name that ends in .svg or .dot", name)
		}
	}
	if c.Program != "demo" {
		return c.model()
	}
	if c.Simplified || c.Loops || c.Closed || c.Times != "" || c.Cores != 0 {
		return fmt.Errorf("graph: --simplified, --loops, --closed, --times and --cores are for models of Atoms: give a .atoms.yaml file")
	}
	p, err := lemon.ReadParams(c.Params)
	if err != nil {
		return err
	}
	prog, err := lemon.Build(p)
	if err != nil {
		return err
	}
	if c.Ports {
		for _, port := range prog.Ports() {
			fmt.Printf("%-46s %v\n", port.Path, port.Type)
		}
		return nil
	}
	g := prog.Graph()
	if err := g.Check().Err(); err != nil {
		return err
	}
	return c.draw(g, c.Program, graph.Options{Depth: c.Depth, Types: c.Types})
}

// model draws the Knowledge Association Graph of a model.
func (c *graphCmd) model() error {
	if c.Ports || c.Params != "" {
		return fmt.Errorf("graph: --ports and --params are for the program demo")
	}
	if _, err := os.Stat(c.Program); err != nil {
		return fmt.Errorf("graph: there is no program %q: give demo, or a .atoms.yaml file (%w)", c.Program, err)
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
	if err := c.draw(g, name, graph.Options{Types: c.Types}); err != nil {
		return err
	}
	return printFaults(d, faults)
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

// maxShown is how many faults are shown where the model is not what was asked about.
const maxShown = 100

// printFaults prints faults and gives the error that ends the program when there are some.
func printFaults(d *atoms.Document, faults diag.Faults) error {
	if len(faults) == 0 {
		return nil
	}
	if err := showFaults(os.Stderr, d, faults.First(maxShown, "", 0)); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%s\n", count(len(faults), "fault"))
	return errFaulty
}

// draw writes the files.
func (c *graphCmd) draw(g *graph.Graph, name string, o graph.Options) error {
	out := c.Out
	if len(out) == 0 {
		out = []string{name + ".svg", name + ".dot"}
	}
	for _, name := range out {
		if err := write(g, name, o); err != nil {
			return err
		}
		fmt.Println(name)
	}
	return nil
}

func write(g *graph.Graph, name string, o graph.Options) error {
	return whole.Write(name, func(w io.Writer) error {
		if filepath.Ext(name) == ".svg" {
			return g.SVG(w, o)
		}
		return g.DOT(w)
	})
}
