package against

import (
	"fmt"
	"strings"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// design is the part of a model that is to be found in a program: software with its ports, but no hardware.
type design struct {
	*instance.Instance
	graph *graph.Graph
	names map[string]string          // paths in the program, by paths in the model, where they differ
	at    map[string]instance.Object // by path
	id    map[*instance.Component]int
	port  map[*instance.Feature]int
	out   map[*instance.Feature]int // the second port of an in out port
}

// newDesign makes the graph. Its reactors are the components that contain software, and the devices and data for which the
// model states a Program_Name. Its ports are the ports of reactors that contain no others; its connections are those
// between these ports.
func newDesign(i *instance.Instance) *design {
	d := &design{Instance: i, graph: &graph.Graph{Name: i.Root.Name}, names: map[string]string{}, at: map[string]instance.Object{},
		id: map[*instance.Component]int{}, port: map[*instance.Feature]int{}, out: map[*instance.Feature]int{}}
	d.reactor(i.Root, graph.None, "", "")
	for _, c := range i.Connections {
		d.connect(c, c.Source.Feature, c.Destination.Feature)
		if c.Bidirectional {
			d.connect(c, c.Destination.Feature, c.Source.Feature)
		}
	}
	return d
}

// connect adds a connection between two ports that the graph has.
func (d *design) connect(c *instance.Connection, source, destination *instance.Feature) {
	from, ok := d.out[source]
	if !ok {
		from, ok = d.port[source]
	}
	to, is := d.port[destination]
	if ok && is {
		d.graph.Connections = append(d.graph.Connections, graph.Connection{From: from, To: to, Mode: graph.None})
		d.at[connection(d.graph.Ports[from].Path, d.graph.Ports[to].Path)] = c
	}
}

// connection is the key of a connection in at.
func connection(from, to string) string { return from + " -> " + to }

// runs reports whether a component is part of a program.
func (d *design) runs(c *instance.Component) bool {
	switch c.Category {
	case syntax.ProcessCategory, syntax.ThreadGroupCategory, syntax.ThreadCategory:
		return true
	case syntax.SystemCategory, syntax.AbstractCategory:
		for _, child := range c.Children {
			if d.runs(child) {
				return true
			}
		}
	}
	_, ok := d.name(c)
	return ok
}

// name is an object's Program_Name, and whether it has one.
func (d *design) name(o instance.Object) (string, bool) {
	if _, ok := d.Stated(o, programName, nil); !ok {
		return "", false
	}
	return d.Word(o, programName, nil)
}

const programName = "Sinew::Program_Name"

// reactor adds a component with all that it contains. path is its path in the model, below the root; program is its path in
// the program.
func (d *design) reactor(c *instance.Component, parent int, path, program string) {
	id := len(d.graph.Reactors)
	d.graph.Reactors = append(d.graph.Reactors, graph.Reactor{Parent: parent, Name: c.Name, Path: path, Mode: graph.None})
	if parent != graph.None {
		p := &d.graph.Reactors[parent]
		p.Children = append(p.Children, id)
	}
	d.at[path], d.id[c] = c, id
	if !d.within(c, id, path, program) {
		d.ports(c.Features, id, "", path, program)
		d.timer(c, id, path)
	}
}

// within adds what a component contains, and reports whether it contains anything. A child with an empty Program_Name is
// not a reactor: its contents take its place.
func (d *design) within(c *instance.Component, id int, path, program string) (some bool) {
	for _, child := range c.Children {
		if !d.runs(child) {
			continue
		}
		some = true
		name, named := d.name(child)
		if named && name == "" {
			d.within(child, id, path, program)
			continue
		}
		if !named {
			name = indexed(child)
		}
		at, there := join(path, child.Name), join(program, name)
		if name != child.Name {
			d.names[at] = there
		}
		d.reactor(child, id, at, there)
	}
	return some
}

// indexed is a component's name with indices that start from 0, as in programs.
func indexed(c *instance.Component) string {
	name, _, _ := strings.Cut(c.Name, "[")
	for _, i := range c.Indices {
		name += fmt.Sprintf("[%d]", i-1)
	}
	return name
}

func join(path, name string) string {
	if path == "" || name == "" {
		return path + name
	}
	return path + "." + name
}

// ports adds ports. The name of a port in a group begins with the group's name. An in out port becomes two, as in programs
// of sinew gen.
func (d *design) ports(all []*instance.Feature, id int, before, path, program string) {
	for _, f := range all {
		name := before + f.Name
		switch {
		case f.Kind == syntax.FeatureGroup:
			d.ports(f.Members, id, name+"_", path, program)
		case f.Kind != syntax.DataPort && f.Kind != syntax.EventDataPort && f.Kind != syntax.EventPort:
		case f.Direction == syntax.DirectionInOut:
			d.port[f] = d.add(f, id, name+"_in", graph.Input, path, program)
			d.out[f] = d.add(f, id, name+"_out", graph.Output, path, program)
		case f.Direction == syntax.DirectionIn:
			d.port[f] = d.add(f, id, name, graph.Input, path, program)
		default:
			d.port[f] = d.add(f, id, name, graph.Output, path, program)
		}
	}
}

// add adds a port.
func (d *design) add(f *instance.Feature, id int, called string, dir graph.Direction, path, program string) (port int) {
	p := graph.Port{Reactor: id, Name: called, Path: join(path, called), Dir: dir, Type: d.typeOf(f)}
	if name, ok := d.name(f); ok {
		if f.Direction == syntax.DirectionInOut {
			name += called[strings.LastIndexByte(called, '_'):]
		}
		d.names[p.Path] = join(program, name)
	}
	port = len(d.graph.Ports)
	d.graph.Reactors[id].Ports = append(d.graph.Reactors[id].Ports, port)
	d.graph.Ports = append(d.graph.Ports, p)
	d.at[p.Path] = f
	return port
}

// typeOf is the type of a port in a program: the Sinew::Go_Type of its data; otherwise the Type_Source_Name, unless that is
// a ROS message, which has a slash; otherwise the name of the data type. For Base_Types it is Go's type.
func (d *design) typeOf(f *instance.Feature) string {
	if f.Classifier == nil {
		return ""
	}
	if _, ok := d.Stated(f, "Sinew::Go_Type", nil); ok {
		name, _ := d.Word(f, "Sinew::Go_Type", nil)
		return name[strings.LastIndexByte(name, '/')+1:]
	}
	if _, ok := d.Stated(f, "Programming_Properties::Type_Source_Name", nil); ok {
		if name, _ := d.Word(f, "Programming_Properties::Type_Source_Name", nil); !strings.Contains(name, "/") {
			return name
		}
	}
	name, _, _ := strings.Cut(f.Classifier.Name, ".")
	if !syntax.Same(f.Classifier.Package.Name, "Base_Types") {
		return name
	}
	return map[string]string{"boolean": "bool", "integer": "int", "integer_8": "int8", "integer_16": "int16", "integer_32": "int32", "integer_64": "int64",
		"unsigned_8": "uint8", "unsigned_16": "uint16", "unsigned_32": "uint32", "unsigned_64": "uint64", "natural": "uint", "float": "float64",
		"float_32": "float32", "float_64": "float64", "character": "rune", "string": "string"}[syntax.Fold(name)]
}

// timer gives a timer to a periodic thread, or to a process with a stated Period.
func (d *design) timer(c *instance.Component, id int, path string) {
	protocol, _ := d.Word(c, "Thread_Properties::Dispatch_Protocol", nil)
	if !(c.Category == syntax.ThreadCategory && protocol == "periodic" || c.Category == syntax.ProcessCategory) {
		return
	}
	if period, ok := d.Duration(c, "Timing_Properties::Period", nil); ok && period > 0 {
		t := graph.Trigger{Reactor: id, Name: "Period", Path: join(path, "Period"), Kind: graph.Timer, Period: period, Mode: graph.None}
		d.graph.Reactors[id].Triggers = append(d.graph.Reactors[id].Triggers, len(d.graph.Triggers))
		d.graph.Triggers = append(d.graph.Triggers, t)
		d.at[t.Path] = c
	}
}
