package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/sinew-robotics/sinew/follow"
	"github.com/sinew-robotics/sinew/graph"
)

type graphCmd struct {
	Program string   `arg:"" optional:"" default:"demo" enum:"demo" help:"The program: demo."`
	Out     []string `short:"o" help:"Files to write, .svg or .dot by their ending. Default: demo.svg and demo.dot." placeholder:"FILE"`
	Depth   int      `help:"Levels of reactors that are opened; 0 opens all." default:"0"`
	Types   bool     `help:"Show the reactors' types."`
	Ports   bool     `help:"List the ports instead, as --trace, --csv and --print name them."`
	Params  string   `help:"YAML file that overrides parameters." type:"existingfile" placeholder:"FILE"`
}

func (c *graphCmd) Help() string {
	return "Examples:\n  sinew graph demo --out demo.svg\n  sinew graph demo --depth 1 --out overview.svg\n  sinew graph demo --ports"
}

func (c *graphCmd) Run() error {
	p, err := follow.ReadParams(c.Params)
	if err != nil {
		return err
	}
	prog, err := follow.Build(p)
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
	if err := graph.Faulty(g.Check()); err != nil {
		return err
	}
	if len(c.Out) == 0 {
		c.Out = []string{c.Program + ".svg", c.Program + ".dot"}
	}
	for _, name := range c.Out {
		if !slices.Contains([]string{".svg", ".dot", ".gv"}, filepath.Ext(name)) {
			return fmt.Errorf("graph: %s: give a name that ends in .svg or .dot", name)
		}
	}
	for _, name := range c.Out {
		if err := c.write(g, name); err != nil {
			return err
		}
		fmt.Println(name)
	}
	return nil
}

func (c *graphCmd) write(g *graph.Graph, name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if filepath.Ext(name) == ".svg" {
		err = g.SVG(f, graph.Options{Depth: c.Depth, Types: c.Types})
	} else {
		err = g.DOT(f)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
