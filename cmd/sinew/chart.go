package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/lang/lua"
	"github.com/sinew-robotics/sinew/lang/rfsm"
	"github.com/sinew-robotics/sinew/lang/scxml"
	"github.com/sinew-robotics/sinew/model/chart"
	"github.com/sinew-robotics/sinew/model/chart/draw"
	"github.com/sinew-robotics/sinew/tool/cli"
)

type chartCmd struct {
	Check chartCheck `cmd:"" help:"Find the faults of a statechart, and print the memory that it needs."`
	Graph chartGraph `cmd:"" help:"Draw a statechart as SVG."`
	Run   chartRun   `cmd:"" help:"Send events to a statechart and print what each step does."`
}

// Help shows examples.
func (c *chartCmd) Help() string {
	return "Examples:\n  sinew chart check grasp.lua\n  sinew chart graph oven.scxml\n  sinew chart run grasp.lua --events e_contact,e_released"
}

// chartFile is a chart in a file.
type chartFile struct {
	Model string `arg:"" help:"The chart: a .lua file that returns rfsm.state{…}, or an .scxml file." placeholder:"MODEL"`
	machine
}

// loadedChart is what a file holds.
type loadedChart struct {
	model  *chart.Model // nil if the text is not a chart
	faults diag.Faults
	text   []byte
	vm     *lua.VM
	make   func(chart.Config) (*chart.Machine, error) // with its bodies
}

// bodyBudget is about how many instructions one function of a chart may run, unless --budget gives less.
const bodyBudget = 50_000_000

// load reads the chart and checks it.
func (c *chartFile) load(ctx context.Context, out io.Writer) (*loadedChart, error) {
	text, err := os.ReadFile(c.Model)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no chart %s", c.Model)
	case err != nil:
		return nil, err
	}
	l := &loadedChart{text: text}
	ext := strings.ToLower(filepath.Ext(c.Model))
	if ext != ".lua" && ext != ".scxml" {
		return nil, fmt.Errorf("chart: %s: give a .lua file (rFSM's syntax) or an .scxml file", c.Model)
	}
	if l.vm, err = c.bare(ctx, out); err != nil {
		return nil, err
	}
	if ext == ".scxml" {
		l.model, l.faults = scxml.Read(c.Model, text, &scxml.Lua{VM: l.vm})
		l.make = func(cfg chart.Config) (*chart.Machine, error) { return chart.New(l.model, nil, cfg) }
		if l.model != nil {
			l.faults = append(l.faults, l.model.Check()...)
		}
		return l, nil
	}
	return l, c.loadLua(l)
}

// loadLua runs a text in rFSM's syntax.
func (c *chartFile) loadLua(l *loadedChart) error {
	lib, err := rfsm.Open(l.vm, rfsm.Config{Host: console{}, Budget: bodyBudget})
	if err != nil {
		return err
	}
	if err := l.vm.Do("=rfsm", `rfsm = require "rfsm"`); err != nil { // some models expect it to be there
		return err
	}
	loaded, err := rfsm.Load(lib, "@"+c.Model, string(l.text))
	if loaded != nil {
		l.model, l.make = loaded.Model(), loaded.Machine
	}
	if err == nil {
		l.faults = l.model.Check()
		return nil
	}
	var others []error
	if l.faults, others = diag.Of(err); len(others) == 0 {
		return nil
	}
	var fault *lua.Error
	if errors.As(err, &fault) {
		fmt.Fprintln(os.Stderr, "sinew: "+fault.Message+c.advice(err))
		if fault.Traceback != "" {
			fmt.Fprintln(os.Stderr, fault.Traceback)
		}
		return cli.ErrSaid
	}
	return err
}

// show prints the faults and returns the error that ends the program if a chart must have no faults.
func (l *loadedChart) show(file string, quiet bool) error {
	if len(l.faults) > 0 && !quiet {
		p := cli.Printer(os.Stderr)
		p.Read = func(name string) []byte {
			if name == file {
				return l.text
			}
			return nil
		}
		if err := p.Print(os.Stderr, l.faults); err != nil {
			return err
		}
		fmt.Fprintln(os.Stderr, l.faults.Count())
	}
	if l.faults.Err() != nil {
		return errFaulty
	}
	return nil
}

type chartCheck struct {
	chartFile
	JSON bool `name:"json" help:"One JSON object: faults, and of a chart without errors its sizes and memory."`
}

// Help shows examples.
func (c *chartCheck) Help() string {
	return "All faults are reported at once, each with its place, the state's full name and what to do; the exit status is then 1. Warnings alone\n" +
		"are no failure. Of a chart without errors the sizes are printed, and the memory that it occupies from its start to its end.\n\nExamples:\n" +
		"  sinew chart check grasp.lua\n  sinew chart check oven.scxml --json"
}

// chartSizes is what check prints about a chart.
type chartSizes struct {
	Name        string       `json:"name"`
	Leaves      int          `json:"leaves"`
	Composites  int          `json:"composites"`
	Connectors  int          `json:"connectors"`
	Transitions int          `json:"transitions"`
	Memory      chart.Memory `json:"memory"`
}

// Run checks the chart.
func (c *chartCheck) Run(ctx context.Context) error {
	l, err := c.load(ctx, io.Discard)
	if err != nil {
		return err
	}
	var sizes *chartSizes
	if l.faults.Err() == nil {
		m, err := l.make(chart.Config{})
		if err != nil {
			return err
		}
		sizes = sizesOf(l.model, m)
	}
	if c.JSON {
		out := struct {
			Faults diag.Faults `json:"faults"`
			Chart  *chartSizes `json:"chart,omitempty"`
		}{append(diag.Faults{}, l.faults...), sizes}
		if err := writeJSON(os.Stdout, out); err != nil {
			return err
		}
	}
	if err := l.show(c.Model, c.JSON); err != nil || c.JSON {
		return err
	}
	fmt.Printf("%s: %d leaves, %d composites, %d connectors, %d transitions\n", sizes.Name, sizes.Leaves, sizes.Composites, sizes.Connectors, sizes.Transitions)
	fmt.Printf("memory: %d bytes, fixed: a queue of %d events, %d names of events, %d places for names that the chart does not know\n",
		sizes.Memory.Bytes, sizes.Memory.Queue, sizes.Memory.Names, sizes.Memory.Slots)
	return nil
}

func sizesOf(model *chart.Model, m *chart.Machine) *chartSizes {
	s := &chartSizes{Name: model.Name, Memory: m.Memory()}
	model.Walk(func(n *chart.Node, _ string, _ *chart.Node) {
		switch {
		case n.Leaf():
			s.Leaves++
		case n.Composite():
			s.Composites++
		default:
			s.Connectors++
		}
	}, func(*chart.Transition, *chart.Node, string) { s.Transitions++ })
	return s
}

type chartGraph struct {
	chartFile
	Out   string   `short:"o" help:"File to write. Default: the model's name with .svg or .scxml." placeholder:"FILE"`
	SCXML bool     `name:"scxml" help:"Write the chart as SCXML for other tools, instead of a picture."`
	Lit   []string `help:"Full names of states to show as active." placeholder:"STATE"`
	Width float64  `help:"Greatest width of the picture in pixels." default:"1200" range:"200..100000"`
}

// Help shows examples.
func (c *chartGraph) Help() string {
	return "States at fault are red, with the fault as tooltip; the exit status is then 1.\n\nWith --scxml functions are called by name, not written out. What " +
		"works otherwise in SCXML is told; what has\nno counterpart there is a fault with its place, and then nothing is written.\n\nExamples:\n" +
		"  sinew chart graph grasp.lua\n  sinew chart graph oven.scxml -o oven.svg --lit root.oven.door.closed\n  sinew chart graph grasp.lua --scxml -o grasp.scxml"
}

// Run draws the chart.
func (c *chartGraph) Run(ctx context.Context) error {
	ext := ".svg"
	if c.SCXML {
		ext = ".scxml"
	}
	if c.Out == "" {
		c.Out = strings.TrimSuffix(filepath.Base(c.Model), filepath.Ext(c.Model)) + ext
	}
	switch {
	case filepath.Ext(c.Out) != ext:
		return fmt.Errorf("chart graph: %s: give a name that ends in %s", c.Out, ext)
	case c.SCXML && strings.EqualFold(filepath.Ext(c.Model), ext):
		return fmt.Errorf("chart graph: %s is SCXML already", c.Model)
	}
	l, err := c.load(ctx, io.Discard)
	if err != nil {
		return err
	}
	if c.SCXML {
		return c.export(l)
	}
	if l.model != nil {
		svg, err := draw.SVG(l.model, draw.Options{Lit: c.Lit, Width: c.Width, Faults: l.faults})
		if err != nil {
			return err
		}
		if err := whole.WriteFile(c.Out, []byte(svg)); err != nil {
			return err
		}
		fmt.Println(c.Out)
	}
	return l.show(c.Model, false)
}

// export writes the chart as SCXML, and reports what works differently there.
func (c *chartGraph) export(l *loadedChart) error {
	if l.faults.Err() == nil {
		text, faults := scxml.Write(l.model)
		if l.faults = append(l.faults, faults...); text != nil {
			if err := whole.WriteFile(c.Out, text); err != nil {
				return err
			}
			fmt.Println(c.Out)
		}
	}
	return l.show(c.Model, false)
}
