// Package gen turns a system of a model in AADL into Go: a package for each node, the types of the messages between them, the
// program that they make together, and a file that says how it is launched.
//
// A process with an implementation is a node of one's own. What runs it is written by this package in files that end in _gen.go,
// and again whenever the model changes. What it does is written by its developer: each thread has a file with its algorithm,
// which is made once and never touched again. A process without an implementation is a node that exists already: it has a seam, through
// which a bridge joins it. A device that has a Sinew::Program_Name has one too, through which its driver does.
package gen

import (
	"fmt"
	"slices"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// Options say where source is to go.
type Options struct {
	Import string   // path by which the folder that it goes into is imported
	Origin string   // what the model is called, for the heads of files
	Models []string // its texts, as the launch file has them: from the folder that it is in
}

// File is a file to be written.
type File struct {
	gogen.Written             // with a path from the folder that everything goes into
	Once          bool        // it is the developer's: it is made where there is none, and never written again
	Wants         []Algorithm // what it has to have, wherever in its package that is
}

// Algorithm is a method that a developer writes.
type Algorithm struct {
	Thread string // as its directive names it
	State  string // the type that has it
	In     string // types of its parameters
	Out    string
}

// Rules are the codes of the faults.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "gen-data", Text: "a data type of which the model does not say enough to make a Go type"},
		{Code: "gen-thread", Text: "a thread of which the model does not say what triggers it"},
		{Code: "gen-part", Text: "a part of a node that is not generated"},
		{Code: "gen-port", Text: "a port that is not generated, or whose name is taken in the framework"},
		{Code: "gen-access", Text: "an access that is not generated (a warning)"},
		{Code: "gen-device", Text: "a device for which no driver is generated (a warning)"},
		{Code: "gen-fan-in", Text: "a port to which several connections lead"},
		{Code: "gen-outside", Text: "a port of the whole system, which leads nowhere in a program (a warning)"},
	}
}

// Generate makes the source of a system. Warnings tell what of it is left out; if there is an error, there are no files.
func Generate(i *instance.Instance, o Options) ([]File, diag.Faults) {
	p := read(i, o)
	p.faults.Sort()
	if p.faults.Err() != nil {
		return nil, p.faults
	}
	var files []File
	add := func(name string, once bool, emit func(*gogen.File), pkg string, wants ...Algorithm) {
		f := gogen.New(pkg)
		emit(f)
		src, err := f.Source()
		if err != nil {
			p.faults = append(p.faults, diag.Fault{Code: "source", Path: name, What: err.Error(), Do: "report this: it is a fault of the generator"})
			return
		}
		if !once {
			src = gogen.Seal(src, "sinew gen", o.Origin)
		}
		files = append(files, File{gogen.Written{Name: name, Source: src}, once, wants})
	}
	for _, d := range p.data {
		add(d.dir+"/"+d.dir+"_gen.go", false, func(f *gogen.File) { p.emitData(f, d) }, d.dir)
	}
	for _, n := range p.nodes {
		add(n.dir+"/node_gen.go", false, func(f *gogen.File) { p.emitNode(f, n) }, n.dir)
		for _, t := range n.threads {
			add(n.dir+"/"+t.file+"_gen.go", false, func(f *gogen.File) { p.emitThread(f, t) }, n.dir)
			add(n.dir+"/"+t.file+".go", true, func(f *gogen.File) { p.emitAlgorithm(f, t) }, n.dir, Algorithm{t.name, t.typ + "State", t.typ + "In", t.typ + "Out"})
		}
	}
	for _, s := range p.seams {
		add(s.dir+"/seam_gen.go", false, func(f *gogen.File) { p.emitSeam(f, s) }, s.dir)
	}
	add("system/system_gen.go", false, p.emitSystem, "system")
	add("main.go", true, p.emitMain, "main")
	files = append(files, File{Written: gogen.Written{Name: LaunchFile, Source: p.launchText()}})
	if p.faults.Err() != nil {
		return nil, p.faults
	}
	return files, p.faults
}

// LaunchFile is the name of the file that says how a generated system is launched.
const LaunchFile = "launch.yaml"

// fault notes what cannot be generated.
func (p *program) fault(o instance.Object, severity diag.Severity, code, what, do string) {
	d := o.Declared()
	f := diag.Fault{Code: code, Path: o.Path(), Pos: place(d), What: what, Do: do, Severity: severity}
	key := f
	key.Path = ""
	if !p.told[key] {
		p.told[key] = true
		p.faults = append(p.faults, f)
	}
}

// place is where something is declared.
func place(d aadl.Declared) diag.Pos {
	if at := int(d.Node.Tokens().From); at < len(d.File.Tokens) {
		return d.File.Position(d.File.Tokens[at].Start)
	}
	return diag.Pos{File: d.File.Name}
}

// comment is what the model says about a declaration: the comments on the lines before it.
func comment(f *syntax.File, n syntax.Node) string {
	var lines []string
	for k := int(n.Tokens().From) - 1; k >= 0 && f.Tokens[k].Kind == syntax.Comment; k-- {
		after := f.Text[f.Tokens[k].End:f.Tokens[k+1].Start]
		before := "\n"
		if k > 0 {
			before = f.Text[f.Tokens[k-1].End:f.Tokens[k].Start]
		}
		if !slices.Contains([]byte(before), '\n') || len(slices.Collect(newlines(after))) > 1 {
			break
		}
		lines = append(lines, trimmed(f.Text[f.Tokens[k].Start:f.Tokens[k].End]))
	}
	slices.Reverse(lines)
	return joined(lines)
}

// of gives the comment of a component: that of its subcomponent, or else of its implementation or type.
func of(c *instance.Component) string {
	if c.Declaration != nil {
		if text := comment(c.Declaration.Owner.File, c.Declaration.Syntax); text != "" {
			return text
		}
	}
	for k := c.Classifier; k != nil; k = k.Type {
		if text := comment(k.File, k.Syntax); text != "" {
			return text
		}
	}
	return ""
}

// quoted writes a string as Go.
func quoted(s string) string { return fmt.Sprintf("%q", s) }
