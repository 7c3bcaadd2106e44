// Package plan reads a system of a model in AADL for generation: which nodes, threads, ports and types of messages are to be written, by which names,
// how they are connected, and what the model says of each. The packages that write source in some language begin with it.
//
// Names are such that Go can use them, and that they differ wherever Go needs it: those of fields and types begin with a capital letter. A writer
// of another language may make its own of the names that the model has.
package plan

import (
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// Program is a system that is to be generated.
type Program struct {
	*instance.Instance
	Data  []*DataPackage // in the order in which their types are first met, as is all that follows
	Nodes []*Node
	Seams []*Seam
	Top   *Group // the system itself

	Ports map[*instance.Feature]*Port
	At    map[*instance.Component]*Part  // not the system itself
	Wires map[*instance.Component][]Wire // in each system or process

	faults  diag.Faults
	told    map[diag.Fault]bool
	dirs    *gogen.Names
	classes map[*aadl.Classifier]Type
}

// Port is a port of a thread, node, seam or group.
type Port struct {
	Feature *instance.Feature
	Field   string // its name in source, which is exported
	Type    Type
	In      bool
	Held    bool // a data port: what came last is kept
	Signal  bool // it carries no data
}

// Part is a component that a program has: one of these is not nil.
type Part struct {
	Name   string // in the program
	Field  string // in the source of what it is in
	Parent *instance.Component
	Node   *Node
	Seam   *Seam
	Group  *Group
	Thread *Thread
}

// Thread is a thread of a node.
type Thread struct {
	Component *instance.Component
	Node      *Node
	Name      string        // as the model has it
	Called    string        // in the program
	File      string        // what the files of its source are called, without an ending
	Type      string        // its type in source
	Field     string        // in the source of its node
	Doc       string        // what the model's comments say, here and wherever there is a Doc
	Period    time.Duration // 0: messages trigger it
	Offset    time.Duration
	Ports     []*Port
	Sync      *Synchrony
}

// Node is a process with an implementation: all of one classifier that are alike have one package.
type Node struct {
	Component *instance.Component // the first
	likeness  string
	Dir       string // its folder, and package
	Doc       string
	Loop      time.Duration // period of the main loop, 0 where the model has none
	Ports     []*Port
	Threads   []*Thread
	Wires     []Wire
}

// Seam is where something that exists already is joined: a node, or a device with its driver.
type Seam struct {
	Component *instance.Component // the first
	Dir       string              // its folder, and package
	Doc       string
	Device    bool
	Ports     []*Port
}

// Group is a system.
type Group struct {
	Component *instance.Component
	Doc       string
	Ports     []*Port
	Parts     []*Part
}

// Wire is a connection in a component.
type Wire struct {
	From, To instance.End
	Delayed  bool
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

// fault notes what cannot be generated.
func (p *Program) fault(o instance.Object, severity diag.Severity, code, what, do string) {
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
