// Package plan reads a system of a model in AADL for generation: which nodes, threads, ports and types of messages to write, under which
// names, how they are connected, and what the model says about each. The packages that write source in a language start from it.
//
// Names are valid in Go, and unique where Go requires it; those of fields and types begin with a capital letter. A writer of another
// language may derive its own from the names in the model.
package plan

import (
	"time"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// Program is a system to generate.
type Program struct {
	*instance.Instance
	Data    []*DataPackage // in the order in which their types are first met, like all that follows
	Sources []*Source
	Nodes   []*Node
	Seams   []*Seam
	Top     *Group // the system itself

	Ports map[*instance.Feature]*Port
	At    map[*instance.Component]*Part  // not the system itself
	Outs  map[*instance.Feature]*Port    // the second port of those that are both in and out
	Wires map[*instance.Component][]Wire // in each system, process or thread group
	Links map[*instance.Component][]Link // the same for accesses

	Accesses map[*instance.Feature]*Access
	Owners   map[*instance.Component]*Access // of data, and of served subprograms
	Starts   map[*instance.Component]Start   // of each generated node

	faults  diag.Faults
	told    map[diag.Fault]bool
	dirs    *gogen.Names
	classes map[*aadl.Classifier]Type

	services map[*aadl.Classifier]*Service
	accessed map[*instance.Component]bool // data and subprograms
}

// Port is a port of a thread, node, seam or group.
type Port struct {
	Feature *instance.Feature
	Name    string // as in the model, after those of the groups that contain it
	Field   string // its name in source, which is exported
	Type    Type
	In      bool
	Held    bool // a data port: the last value is kept
	Signal  bool // an event port: it carries no data
}

// Part is a component of a program; one of its pointers is not nil.
type Part struct {
	Name        string // in the program
	Field       string // in the source of its container
	Parent      *instance.Component
	Node        *Node
	Seam        *Seam
	Group       *Group
	Thread      *Thread
	ThreadGroup *ThreadGroup
}

// Thread is a thread of a node.
type Thread struct {
	Component *instance.Component
	Node      *Node
	Group     *ThreadGroup  // that contains it; nil: the node itself
	Name      string        // as in the model, from the node on
	Called    string        // in the program
	File      string        // name of its source files, without an extension
	Type      string        // its type in source
	Field     string        // in the source of its node
	Doc       string        // the model's comments, here and in every other Doc
	Period    time.Duration // 0: messages trigger it
	Offset    time.Duration
	Ports     []*Port
	Accesses  []*Access
	Sync      *Synchrony
}

// Node is a process with an implementation; processes of one classifier that are alike share one package.
type Node struct {
	Component *instance.Component // the first
	all       []*instance.Component
	names     *scope
	likeness  string
	Dir       string // its folder, and package
	Doc       string
	Loop      time.Duration // period of the main loop, 0 if the model has none
	Ports     []*Port
	Accesses  []*Access
	Cells     []*Access // data in it that its threads share
	Threads   []*Thread // including those in its thread groups
	Groups    []*ThreadGroup
	Wires     []Wire

	Parameters, Variables *Held // nil if the model has none
}

// ThreadGroup is a thread group of a node.
type ThreadGroup struct {
	Component *instance.Component
	Name      string // as in the model, from the node on
	Called    string // in the program
	Type      string // in source
	Field     string // in the source of its container
	Doc       string
	Ports     []*Port
	Accesses  []*Access
	Cells     []*Access
	Threads   []*Thread
	Groups    []*ThreadGroup
	fields    *gogen.Names
}

// Seam is where something that already exists is joined: a node, or a device with its driver.
type Seam struct {
	Component *instance.Component // the first
	Dir       string              // its folder, and package
	Doc       string
	Device    bool
	Outside   bool // it is everything outside the system
	Ports     []*Port
	Accesses  []*Access
	all       []*instance.Component
}

// Group is a system.
type Group struct {
	Component *instance.Component
	Doc       string
	Ports     []*Port
	Accesses  []*Access
	Cells     []*Access // data in it that its parts share
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
		{Code: "gen-values", Text: "values at the start, or parameters that may change, that the model says and that cannot be"},
		{Code: "gen-thread", Text: "a thread of which the model does not say what triggers it"},
		{Code: "gen-part", Text: "a part of a node that is not generated"},
		{Code: "gen-port", Text: "a port that is not generated, or whose name is taken in the framework"},
		{Code: "gen-access", Text: "an access that is not generated"},
		{Code: "gen-call", Text: "a call in a thread that is left to its algorithm (a warning)"},
		{Code: "gen-device", Text: "a device for which no driver is generated (a warning)"},
		{Code: "gen-fan-in", Text: "a port to which several connections lead"},
		{Code: "gen-watch", Text: "a node that an overseer cannot watch as the model wants it"},
	}
}

// fault notes what cannot be generated.
func (p *Program) fault(o instance.Object, severity diag.Severity, code, what, do string) {
	d := o.Declared()
	f := diag.Fault{Code: code, Path: o.Path(), Pos: Place(d), What: what, Do: do, Severity: severity}
	key := f
	key.Path = ""
	if !p.told[key] {
		p.told[key] = true
		p.faults = append(p.faults, f)
	}
}

// Place is where something is declared.
func Place(d aadl.Declared) diag.Pos {
	if at := int(d.Node.Tokens().From); at < len(d.File.Tokens) {
		return d.File.Position(d.File.Tokens[at].Start)
	}
	return diag.Pos{File: d.File.Name}
}
