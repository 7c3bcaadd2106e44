package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/tool/run"
)

// Graph is the command that draws a program. A command of the same name may embed it and draw other things, too.
type Graph struct {
	Program string   `arg:"" optional:"" help:"Name of the program to draw. Default: the first one." placeholder:"NAME"`
	Out     []string `short:"o" help:"Files to write, .svg or .dot. Default: the program's name with both." placeholder:"FILE"`
	Depth   int      `help:"Levels of reactors or Molecules to open; 0 opens all." default:"0" range:"0..1000"`
	Width   float64  `help:"Pixels that the SVG may be wide: what is wider is laid out in rows. 0 for one row." default:"1600" range:"0..100000"`
	Types   bool     `help:"Show the reactors' types."`
	Ports   bool     `help:"List the program's ports instead, as --trace, --csv and --print name them."`
	Params  []string `help:"YAML file that overrides the program's parameters, as of 'run'. Repeatable." sep:"none" placeholder:"FILE"`
}

type graphCmd struct{ Graph }

// Help shows examples.
func (c *graphCmd) Help() string {
	return "Examples:\n  sinew graph --out program.svg\n  sinew graph PROGRAM --depth 1 --out overview.svg\n  sinew graph PROGRAM --ports"
}

// Run draws.
func (c *graphCmd) Run(t *Tool) error {
	if err := c.CheckFiles(); err != nil {
		return err
	}
	spec, err := c.Spec(t)
	if err != nil {
		return err
	}
	return c.Draw(spec)
}

// CheckFiles finds files to which no picture can be written.
func (c *Graph) CheckFiles() error {
	for _, name := range c.Out {
		if !slices.Contains([]string{".svg", ".dot", ".gv"}, filepath.Ext(name)) {
			return fmt.Errorf("graph: %s: give a name that ends in .svg or .dot", name)
		}
	}
	return nil
}

// Spec is the program that is meant.
func (c *Graph) Spec(t *Tool) (run.Spec, error) {
	if c.Program == "" && len(t.Programs) > 0 {
		return t.Programs[0], nil
	}
	return t.Program(c.Program)
}

// Draw draws a program or lists its ports.
func (c *Graph) Draw(spec run.Spec) error {
	params, err := parameters(spec, c.Params)
	if err != nil {
		return err
	}
	inst, err := spec.Make(run.Order{Params: params, Replay: true}) // without surroundings
	if err != nil {
		return err
	}
	if inst.Close != nil {
		defer inst.Close()
	}
	if c.Ports {
		for _, port := range inst.Program.Ports() {
			fmt.Printf("%-46s %v\n", port.Path, port.Type)
		}
		return nil
	}
	g := inst.Program.Graph()
	if err := g.Check().Err(); err != nil {
		return err
	}
	return c.Write(g, spec.Name(), graph.Options{Depth: c.Depth, Types: c.Types, Width: c.Width})
}

// Write writes the files; name is their name if the command line does not give one.
func (c *Graph) Write(g *graph.Graph, name string, o graph.Options) error {
	out := c.Out
	if len(out) == 0 {
		out = []string{name + ".svg", name + ".dot"}
	}
	for _, name := range out {
		err := whole.Write(name, func(w io.Writer) error {
			if filepath.Ext(name) == ".svg" {
				return g.SVG(w, o)
			}
			return g.DOT(w)
		})
		if err != nil {
			return err
		}
		fmt.Println(name)
	}
	return nil
}
