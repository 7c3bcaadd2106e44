package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// title is what the program is called: as the type of the system, in small letters.
func (p *program) title() string {
	name, _, _ := strings.Cut(p.Root.Name, ".")
	return strings.ToLower(strings.ReplaceAll(name, "_", "-"))
}

// seamed lists the parts of a group, and of those in it, that are seams.
func (g *group) seamed(all []*part) []*part {
	for _, x := range g.parts {
		if x.seam != nil {
			all = append(all, x)
		}
		if x.group != nil {
			all = x.group.seamed(all)
		}
	}
	return all
}

// emitSystem writes the program.
func (p *program) emitSystem(f *gogen.File) {
	r, rn := f.Import(reactorPath), f.Import(runPath)
	f.Doc(sentence("Package system is "+p.Root.Classifier.Qualified()+": all its nodes as one program", p.root.doc))
	for _, name := range []string{"Drivers", "Params", "Spec", "System", "New"} {
		f.Names().Exported(name)
	}
	f.Names().Local("spec")
	p.nameGroups(f, p.root)
	p.root.typ = "System"
	seams := p.root.seamed(nil)
	fields := gogen.NewNames()
	named := map[*part]string{}
	f.Comment("Drivers are what is on the other side of the system's seams when it runs on the real clock. nil is nothing.")
	f.P("type Drivers struct {")
	for _, x := range seams {
		named[x] = fields.Exported(p.pathOf(x))
		f.P("%s %s.%s // %s", named[x], f.Import(p.o.Import+"/"+x.seam.dir), x.seam.peer(), p.pathOf(x))
	}
	f.P("}\n")
	f.Comment("Params are the program's parameters: the model has none.")
	f.P("type Params struct{}\n")
	f.Comment("Spec is how the tools see the program.")
	f.P("func Spec(d Drivers) %s.Spec { return spec{%s.New(%q, Params{}, build(nil)), d} }\n", rn, rn, p.title())
	f.P("type spec struct {\n%s.Spec\ndrivers Drivers\n}\n", rn)
	f.Comment("Make implements run.Spec. Drivers are there on the real clock alone.")
	f.P("func (s spec) Make(o %s.Order) (*%s.Instance, error) {\nvar made *System\ni, err := %s.New(s.Name(), Params{}, build(&made)).Make(o)", rn, rn, rn)
	f.P("if err != nil || o.Replay || !o.Real {\nreturn i, err\n}\ni.Begin = func(_ %s.Context, live *%s.Around) error { return made.join(live, s.drivers) }\nreturn i, nil\n}\n", f.Import("context"), rn)
	f.P("func build(made **System) func(*%s.Main, *Params) error {\nreturn func(main *%s.Main, _ *Params) error {\ns, err := New(main)\nif made != nil {\n*made = s\n}\nreturn err\n}\n}\n", r, r)
	f.Comment("join puts what there is on the other side of the seams.")
	f.P("func (s *System) join(live *%s.Around, d Drivers) error {", rn)
	if len(seams) == 0 {
		f.P("return nil\n}\n")
	}
	for _, x := range seams {
		f.P("if d.%s != nil {\nleave, err := s.%s.Join(d.%s)\nif err != nil {\nreturn %s.Errorf(\"%s: %%w\", err)\n}\nlive.Keep(leave)\n}", named[x], p.fieldPath(x), named[x], f.Import("fmt"), p.pathOf(x))
	}
	if len(seams) > 0 {
		f.P("return nil\n}\n")
	}
	p.emitGroup(f, p.root)
}

// nameGroups gives each system a type.
func (p *program) nameGroups(f *gogen.File, g *group) {
	for _, x := range g.parts {
		if x.group != nil {
			x.group.typ = f.Names().Exported(x.group.component.Path())
			p.nameGroups(f, x.group)
		}
	}
}

// pathOf is the path of a part in the model.
func (p *program) pathOf(x *part) string {
	if x.seam == nil {
		return x.name
	}
	for c, y := range p.at { // order: one has it
		if y == x {
			return c.Path()
		}
	}
	return x.name
}

// fieldPath is how a part is reached from the system.
func (p *program) fieldPath(x *part) string {
	path := x.field
	for c := x.parent; p.at[c] != nil; c = p.at[c].parent {
		path = p.at[c].field + "." + path
	}
	return path
}

// emitGroup writes a system with all that is in it.
func (p *program) emitGroup(f *gogen.File, g *group) {
	r := f.Import(reactorPath)
	root := g == p.root
	if root {
		f.Comment("System has all that is in " + p.Root.Classifier.Qualified() + ".")
		f.P("type System struct {")
	} else {
		f.Comment(sentence(g.typ+" is the system "+g.component.Path(), g.doc))
		f.P("type %s struct {\n%s.Reactor", g.typ, r)
		p.emitPorts(f, g.ports)
		f.P("")
	}
	for _, x := range g.parts {
		f.P("%s *%s", x.field, p.partType(f, x))
	}
	f.P("}\n")
	if root {
		f.Comment("New makes the system in a program.")
		f.P("func New(parent %s.Parent) (_ *System, err error) {\ns := &System{}", r)
	} else {
		f.P("func new%s(parent %s.Parent, name string) (_ *%s, err error) {\ns := &%s{}\n%s.Init(parent, name, s)", g.typ, r, g.typ, g.typ, r)
	}
	in := "s"
	if root {
		in = "parent"
	}
	for _, x := range g.parts {
		switch {
		case x.seam != nil:
			f.P("s.%s = %s.New(%s, %q)", x.field, f.Import(p.o.Import+"/"+x.seam.dir), in, x.name)
		case x.node != nil:
			pkg := f.Import(p.o.Import + "/" + x.node.dir)
			f.P("if s.%s, err = %s.New(%s, %q, %s.Config()); err != nil {\nreturn nil, err\n}", x.field, pkg, in, x.name, pkg)
		default:
			f.P("if s.%s, err = new%s(%s, %q); err != nil {\nreturn nil, err\n}", x.field, x.group.typ, in, x.name)
		}
	}
	for _, w := range p.wires[g.component] {
		p.emitWire(f, "s", g.component, w)
	}
	f.P("return s, nil\n}\n")
	for _, x := range g.parts {
		if x.group != nil {
			p.emitGroup(f, x.group)
		}
	}
}

// partType is the type of a part.
func (p *program) partType(f *gogen.File, x *part) string {
	switch {
	case x.seam != nil:
		return f.Import(p.o.Import+"/"+x.seam.dir) + ".Seam"
	case x.node != nil:
		return f.Import(p.o.Import+"/"+x.node.dir) + ".Node"
	}
	return x.group.typ
}

// emitMain writes the program's main function.
func (p *program) emitMain(f *gogen.File) {
	f.Doc("Command " + p.title() + " runs " + p.Root.Classifier.Qualified() + ", and has every command that looks at programs: go run . -h lists them.")
	s := f.Import(p.o.Import + "/system")
	f.Comment("main is yours: give it the drivers and bridges that there are.")
	f.P("func main() { %s.Main(%s.Spec(%s.Drivers{})) }", f.Import(cliPath), s, s)
}

// launchText writes the launch file.
func (p *program) launchText() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "system: %s\nmodels:\n", p.Root.Classifier.Qualified())
	for _, m := range p.o.Models {
		fmt.Fprintf(&b, "  - %q\n", m)
	}
	b.WriteString("program: .\nnodes:\n")
	p.launchNodes(&b, p.root)
	src := string(gogen.Seal([]byte(b.String()), "sinew gen", p.o.Origin))
	return []byte("# " + strings.TrimPrefix(src, "// "))
}

func (p *program) launchNodes(b *strings.Builder, g *group) {
	for _, c := range g.component.Children {
		x := p.at[c]
		switch {
		case x == nil:
			continue
		case x.group != nil:
			p.launchNodes(b, x.group)
			continue
		}
		dir, kind := "", "node"
		if x.node != nil {
			dir = x.node.dir
		} else if dir, kind = x.seam.dir, "existing"; x.seam.device {
			kind = "device"
		}
		fmt.Fprintf(b, "  - path: %s\n    type: %s\n    kind: %s\n    package: ./%s\n", c.Path(), c.Classifier.Qualified(), kind, dir)
		p.launchTopics(b, c)
	}
}

// launchTopics writes which topic each port of a node is, where that is not what its code calls it.
func (p *program) launchTopics(b *strings.Builder, c *instance.Component) {
	var lines []string
	for _, f := range c.Features {
		if p.ports[f] == nil {
			continue
		}
		for _, k := range p.Connections {
			topic, ok := p.topic(k, f)
			if !ok {
				continue
			}
			own := f.Name
			if name, ok := p.Word(f, "Sinew::Default_Topic", nil); ok {
				own = name
			}
			if line := fmt.Sprintf("      %s: %s\n", own, topic); topic != own && !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
			break
		}
	}
	if len(lines) > 0 {
		b.WriteString("    remap:\n" + strings.Join(lines, ""))
	}
}

// topic is the one of a connection that passes a port of a node.
func (p *program) topic(k *instance.Connection, f *instance.Feature) (string, bool) {
	var first *instance.Feature
	passes := false
	note := func(e instance.End) {
		if e.Feature != nil && (e.Component.Category == syntax.ProcessCategory || e.Component.Category == syntax.DeviceCategory) {
			if first == nil {
				first = e.Feature
			}
			passes = passes || e.Feature == f
		}
	}
	for _, s := range k.Segments {
		note(s.From)
		note(s.To)
	}
	if !passes {
		return "", false
	}
	if name, ok := p.Word(k, "Sinew::Topic", nil); ok {
		return name, true
	}
	if name, ok := p.Word(first, "Sinew::Topic", nil); ok {
		return name, true
	}
	return "/" + strings.ReplaceAll(first.Path(), ".", "/"), true
}
