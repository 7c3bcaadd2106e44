// Package roscpp turns a system of a model in AADL into ROS 1 packages in C++: roscpp and catkin.
//
// There is a package for the messages between nodes, one for what all nodes share, one for each node, and one for the launch file. A
// process with an implementation is a new node. Its framework is written again whenever the model changes. The developer writes what it
// does: each thread has a header with its algorithm, which is made once and never touched again. A process without an implementation is
// a node that already exists: it is launched, with its topics remapped. A device that is connected to a node has a driver in it, which
// is the developer's too.
package roscpp

import (
	"embed"
	"slices"
	"sort"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// Options say where the source comes from.
type Options struct {
	Origin string // the model's name, for the heads of files
}

// File is a file to be written.
type File struct {
	gogen.Written          // with a path relative to the output folder
	Once          bool     // it is the developer's: it is made if it is missing, and never written again
	Algorithms    []string // algorithms in it, as named in their directives
	State         string   // the type with them
}

// Rules are the codes of the faults.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "roscpp-name", Text: "a name that ROS does not allow for a topic or a type of messages"},
		{Code: "roscpp-together", Text: "more topics are to be taken together than ROS's filters can"},
		{Code: "roscpp-access", Text: "data that nodes would share, which ROS does not have (a warning)"},
		{Code: "roscpp-held", Text: "parameters or variables of a node that its model describes, and that are its developer's in C++ (a warning)"},
		{Code: "roscpp-data", Text: "data for which no message of ROS is written"},
		{Code: "roscpp-both", Text: "a port of a node that is both in and out, which no topic is"},
		{Code: "roscpp-device", Text: "a port of a node that leads to a device, and to something else"},
	}
}

// system is a system as written in C++.
type system struct {
	*plan.Program
	o        Options
	faults   diag.Faults
	title    string
	packages *gogen.Names
	messages map[*plan.DataType]string // their names in the package of messages
	services map[*plan.Service]string  // the same for services
	served   []*plan.Service
	asking   map[*plan.Access]*plan.Access // the server of each client
	nodes    []*node

	halves map[*plan.DataType]bool // parts of services, which are not messages
}

// node is a node, or many that are alike.
type node struct {
	*plan.Node
	pkg     string
	classes []string // of its threads
	members []string
	ports   map[*plan.Port]string
	devices map[*plan.Port]bool // ports that lead to a driver

	scope    *gogen.Names   // of the node's members
	own      []*gogen.Names // of the members of each thread
	accesses map[*plan.Access]*access
	cells    []cell
	itself   bool // one of its threads asks another for a service
}

//go:embed framework
var framework embed.FS

// Generate makes the source of a system. Warnings report what is left out; if there is an error, there are no files.
func Generate(i *instance.Instance, o Options) ([]File, diag.Faults) {
	read, faults := plan.Read(i)
	if faults.Err() != nil {
		return nil, faults
	}
	s := &system{Program: read, o: o, faults: faults, messages: map[*plan.DataType]string{}, services: map[*plan.Service]string{}, asking: map[*plan.Access]*plan.Access{},
		halves: map[*plan.DataType]bool{}, packages: gogen.NewNames()}
	name, _, _ := strings.Cut(i.Root.Name, ".")
	s.title = plain(name)
	for _, suffix := range []string{"_base", "_bringup", "_msgs"} {
		s.packages.Unique(s.title + suffix)
	}
	for _, c := range read.Components {
		for _, l := range read.Links[c] {
			s.asking[l.Asks] = l.Gives
		}
	}
	s.nameMessages()
	for _, n := range read.Nodes {
		s.nodes = append(s.nodes, s.node(n))
	}
	files := slices.Concat(s.messageFiles(), s.baseFiles())
	for _, n := range s.nodes {
		files = append(files, s.nodeFiles(n)...)
	}
	files = append(files, s.bringupFiles()...)
	s.faults.Sort()
	if s.faults.Err() != nil {
		return nil, s.faults
	}
	sort.Slice(files, func(i, j int) bool { return files[i].Name < files[j].Name })
	for k := range files {
		if !files[k].Once {
			files[k].Source = seal(files[k].Name, files[k].Source, o.Origin)
		}
	}
	return files, s.faults
}

// node gives names to a node and its contents.
func (s *system) node(p *plan.Node) *node {
	class, _, _ := strings.Cut(p.Component.Classifier.Name, ".")
	n := &node{Node: p, pkg: s.packages.Unique(s.title + "_" + plain(class)), ports: map[*plan.Port]string{}, devices: map[*plan.Port]bool{}, accesses: map[*plan.Access]*access{}}
	members := gogen.NewNames("parameters", "driver")
	n.scope = members
	classes := gogen.NewNames("Framework", "Node", "Parameters", "Driver", "State", "Faults", "Config")
	for _, q := range p.Ports {
		n.ports[q] = members.Unique(snake(q.Name))
		n.devices[q] = s.drives(p, q)
		if s.Outs[q.Feature] != nil && q.In && !n.devices[q] {
			s.fault(q.Feature, "roscpp-both", "the port "+q.Feature.Name+" is both in and out: a node would hear itself", "make two of it, one for each direction")
		}
	}
	for _, t := range p.Threads {
		n.members = append(n.members, members.Unique(snake(t.Name)))
		class := classes.Unique(t.Type)
		n.classes = append(n.classes, class)
		own := gogen.NewNames("state", "run", "node", "parameters", "mutex", "out", "call")
		for _, q := range t.Ports {
			n.ports[q] = own.Unique(snake(q.Name))
		}
		n.own = append(n.own, own)
	}
	s.nameAccesses(n)
	for _, c := range p.Component.Children {
		if what, ok := s.Word(c, "Sinew::Holds", nil); ok {
			s.faults = append(s.faults, diag.Fault{Code: "roscpp-held", Path: c.Path(), Pos: plan.Place(c.Declared()), Severity: diag.Warning,
				What: "the " + what + " of the node are not written in C++", Do: "declare parameters in parameters.h, and variables in the state of a thread"})
		}
	}
	return n
}

// drives reports whether a port of a node leads only to devices.
func (s *system) drives(n *plan.Node, q *plan.Port) bool {
	device, other := false, false
	for _, c := range s.Instances(n) {
		d, o := s.leads(c, q)
		device, other = device || d, other || o
	}
	if device && other {
		s.fault(q.Feature, "roscpp-device", "the port "+q.Feature.Name+" leads to a device, and to something else", "give it a port for each")
	}
	return device
}

// leads reports whether a port of a component leads to devices, and whether it leads to anything else.
func (s *system) leads(c *instance.Component, q *plan.Port) (device, other bool) {
	at := func(e instance.End) bool {
		p, out := s.Ports[e.Feature], s.Outs[e.Feature]
		return e.Component == c && (p != nil && p.Name == q.Name || out != nil && out.Name == q.Name)
	}
	for _, k := range s.Connections {
		if !slices.ContainsFunc(k.Segments, func(g instance.Segment) bool { return at(g.From) || at(g.To) }) {
			continue
		}
		end := k.Destination
		if q.In {
			end = k.Source
		}
		if end.Component.Category == syntax.DeviceCategory {
			device = true
		} else {
			other = true
		}
	}
	return device, other
}

// fault notes what cannot be generated.
func (s *system) fault(o instance.Object, code, what, do string) {
	s.faults = append(s.faults, diag.Fault{Code: code, Path: o.Path(), Pos: plan.Place(o.Declared()), What: what, Do: do})
}
