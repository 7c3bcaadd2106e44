// Package gen turns a system of a model in AADL into Go: a package for each node, the types of the messages between them, the
// program of all nodes, and its launch file.
//
// A process with an implementation is a new node. This package writes its framework, in files that end in _gen.go, and again whenever
// the model changes. The developer writes what it does: each thread has a file with its algorithm, which is made once and never touched
// again. A process without an implementation is a node that already exists: it has a seam, through which a bridge joins it. A device
// that has a Sinew::Program_Name also has a seam, through which its driver joins.
package gen

import (
	"fmt"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// Options say where the source goes.
type Options struct {
	Import string   // import path of the folder for the source
	Origin string   // the model's name, for the heads of files
	Models []string // its texts, with paths relative to the launch file's folder
}

// File is a file to be written.
type File struct {
	gogen.Written             // with a path relative to the output folder
	Once          bool        // it is the developer's: it is made if it is missing, and never written again
	Wants         []Algorithm // methods that must exist, anywhere in its package
}

// Algorithm is a method that a developer writes.
type Algorithm struct {
	Of        string // the thread, or thread.service, as in its directive
	State     string // the receiver's type
	Method    string // its name
	Signature string // func(…) …
}

// program is a system as written in Go.
type program struct {
	*plan.Program
	o      Options
	groups map[*plan.Group]string // the types of systems
	seams  map[*plan.Part]string  // the fields of Drivers
}

// Generate makes the source of a system. Warnings report what is left out; if there is an error, there are no files.
func Generate(i *instance.Instance, o Options) ([]File, diag.Faults) {
	read, faults := plan.Read(i)
	if faults.Err() != nil {
		return nil, faults
	}
	p := &program{read, o, map[*plan.Group]string{}, map[*plan.Part]string{}}
	var files []File
	add := func(name string, once bool, emit func(*gogen.File), pkg string, wants ...Algorithm) {
		f := gogen.New(pkg)
		emit(f)
		src, err := f.Source()
		if err != nil {
			faults = append(faults, diag.Fault{Code: "source", Path: name, What: err.Error(), Do: "report this: it is a fault of the generator"})
			return
		}
		if !once {
			src = gogen.Seal(src, "sinew gen", o.Origin)
		}
		files = append(files, File{gogen.Written{Name: name, Source: src}, once, wants})
	}
	for _, d := range p.Data {
		if len(owned(d)) == 0 {
			continue
		}
		add(d.Dir+"/"+d.Dir+"_gen.go", false, func(f *gogen.File) { p.emitData(f, d) }, d.Dir)
	}
	for _, s := range p.Sources {
		add(s.Dir+"/"+s.Dir+"_gen.go", false, func(f *gogen.File) {
			if err := p.emitSource(f, s); err != nil {
				faults = append(faults, diag.Fault{Code: "gen-data", Path: s.Dir, What: err.Error(), Do: "give types names of their own"})
			}
		}, s.Dir)
	}
	for _, n := range p.Nodes {
		add(n.Dir+"/node_gen.go", false, func(f *gogen.File) { p.emitNode(f, n) }, n.Dir)
		for _, t := range n.Threads {
			add(n.Dir+"/"+t.File+"_gen.go", false, func(f *gogen.File) { p.emitThread(f, t) }, n.Dir)
			add(n.Dir+"/"+t.File+".go", true, func(f *gogen.File) { p.emitAlgorithm(f, t) }, n.Dir, p.algorithms(t)...)
		}
	}
	for _, s := range p.Seams {
		add(s.Dir+"/seam_gen.go", false, func(f *gogen.File) { p.emitSeam(f, s) }, s.Dir)
	}
	add("system/system_gen.go", false, p.emitSystem, "system")
	add("main.go", true, p.emitMain, "main")
	files = append(files, File{Written: gogen.Written{Name: LaunchFile, Source: p.launchText()}})
	if p.overseen(p.Top) {
		files = append(files, File{Written: gogen.Written{Name: OverseerFile, Source: p.overseerText()}, Once: true})
	}
	faults = append(faults, p.watchFaults(p.Top)...)
	if faults.Err() != nil {
		return nil, faults
	}
	return files, faults
}

// LaunchFile is the name of the launch file of a generated system.
const LaunchFile = "launch.yaml"

// quoted writes a string as a Go literal.
func quoted(s string) string { return fmt.Sprintf("%q", s) }
