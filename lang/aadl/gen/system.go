package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/lang/aadl/gen/plan"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// title is the program's name: that of the system's type, in lower case.
func (p *program) title() string {
	name, _, _ := strings.Cut(p.Root.Name, ".")
	return strings.ToLower(strings.ReplaceAll(name, "_", "-"))
}

// emitSystem writes the program.
func (p *program) emitSystem(f *gogen.File) {
	r, rn := f.Import(reactorPath), f.Import(runPath)
	f.Doc(sentence("Package system is "+p.Root.Classifier.Qualified()+": all its nodes as one program", p.Top.Doc))
	for _, name := range []string{"Drivers", "Fillings", "Params", "Spec", "System", "New", "NewFilled", "NewParams"} {
		f.Names().Exported(name)
	}
	f.Names().Local("spec")
	p.nameGroups(f, p.Top)
	p.groups[p.Top] = "System"
	seams := p.Top.Seamed(nil)
	fields := gogen.NewNames()
	f.Comment("Drivers are what is on the other side of the system's seams when it runs on the real clock. nil is nothing.")
	f.P("type Drivers struct {")
	for _, x := range seams {
		p.seams[x] = fields.Exported(p.pathOf(x))
		f.P("%s %s.%s // %s", p.seams[x], f.Import(p.o.Import+"/"+x.Seam.Dir), peer(x.Seam), p.pathOf(x))
	}
	f.P("}\n")
	p.emitFillings(f, seams)
	p.emitParams(f)
	_, passes, values := p.params()
	f.Comment("Spec is how the tools see the program.")
	f.P("func Spec(d Drivers) %s.Spec { return spec{%s.New(%q, %s, build(nil, %s.Order{})), d} }\n", rn, rn, p.title(), values, rn)
	f.P("type spec struct {\n%s.Spec\ndrivers Drivers\n}\n", rn)
	f.Comment("Make implements run.Spec. Drivers are there on the real clock alone.")
	f.P("func (s spec) Make(o %s.Order) (*%s.Instance, error) {\nvar made *System\ni, err := %s.New(s.Name(), %s, build(&made, o)).Make(o)", rn, rn, rn, values)
	f.P("if err != nil || o.Replay || !o.Real {\nreturn i, err\n}\ni.Begin = func(_ %s.Context, live *%s.Around) error { return made.Join(live, o, s.drivers) }\nreturn i, nil\n}\n", f.Import("context"), rn)
	f.P("func build(made **System, o %s.Order) func(*%s.Main, *Params) error {\nreturn func(main *%s.Main, %s *Params) error {\ns, err := New(main%s)\nif err != nil {\nreturn err\n}", rn, r, r, map[bool]string{true: "_", false: "p"}[passes == ""], passes)
	f.P("if made != nil {\n*made = s\n}\nreturn %s.Join(%s)\n}\n}\n", f.Import(partPath), "&o, s.Nodes()...")
	f.Comment("Nodes are the nodes of the system, in the order of the model.")
	f.P("func (s *System) Nodes() []*%s.Base {\nreturn []*%s.Base{%s}\n}\n", f.Import(nodePath), f.Import(nodePath), strings.Join(p.bases(p.Top, "s"), ", "))
	join := "o " + rn + ".Order"
	if len(seams) == 0 {
		join = "_ " + rn + ".Order"
	}
	f.Comment("Join puts what there is on the other side of the seams that this process has.")
	f.P("func (s *System) Join(live *%s.Around, %s, d Drivers) error {", rn, join)
	if len(seams) == 0 {
		f.P("return nil\n}\n")
	}
	for _, x := range seams {
		f.P("if d.%s != nil && o.Runs(%q) {\nleave, err := s.%s.Join(d.%s)\nif err != nil {\nreturn %s.Errorf(\"%s: %%w\", err)\n}\nlive.Keep(leave)", p.seams[x], p.inProgram(x), p.fieldPath(x), p.seams[x], f.Import("fmt"), p.pathOf(x))
		if x.Seam.Device {
			f.P("live.Need(d.%s.Communicate)", p.seams[x])
		}
		f.P("}")
	}
	if len(seams) > 0 {
		f.P("return nil\n}\n")
	}
	p.emitGroup(f, p.Top)
	p.emitWatched(f)
}

// emitFillings writes the type for replacements of existing nodes, if any seam can be filled.
func (p *program) emitFillings(f *gogen.File, seams []*plan.Part) {
	if !p.filled(seams) {
		return
	}
	f.Comment("Fillings are reactors of this program in the place of nodes that exist already. Where there is none, the node is elsewhere and a Peer joins it.")
	f.P("type Fillings struct {")
	for _, x := range seams {
		if fills(x.Seam) {
			f.P("%s func(*%s.Seam) error // %s", p.seams[x], f.Import(p.o.Import+"/"+x.Seam.Dir), p.pathOf(x))
		}
	}
	f.P("}\n")
}

// filled reports whether any of the seams can be filled.
func (p *program) filled(seams []*plan.Part) bool {
	return slices.ContainsFunc(seams, func(x *plan.Part) bool { return fills(x.Seam) })
}

// nameGroups gives each system a type.
func (p *program) nameGroups(f *gogen.File, g *plan.Group) {
	for _, x := range g.Parts {
		if x.Group != nil {
			p.groups[x.Group] = f.Names().Exported(x.Group.Component.Path())
			p.nameGroups(f, x.Group)
		}
	}
}

// pathOf is the path of a part in the model.
func (p *program) pathOf(x *plan.Part) string {
	if x.Seam == nil {
		return x.Name
	}
	for c, y := range p.At { // order: one has it
		if y == x {
			return c.Path()
		}
	}
	return x.Name
}

// fieldPath is the expression for a part, from the system.
func (p *program) fieldPath(x *plan.Part) string {
	path := x.Field
	for c := x.Parent; p.At[c] != nil; c = p.At[c].Parent {
		path = p.At[c].Field + "." + path
	}
	return path
}

// emitGroup writes a system with everything in it.
func (p *program) emitGroup(f *gogen.File, g *plan.Group) {
	r := f.Import(reactorPath)
	root, typ := g == p.Top, p.groups[g]
	if root {
		f.Comment("System has all that is in " + p.Root.Classifier.Qualified() + ".")
		f.P("type System struct {")
	} else {
		f.Comment(sentence(typ+" is the system "+g.Component.Path(), g.Doc))
		f.P("type %s struct {\n%s.Reactor", typ, r)
		p.emitPorts(f, g.Ports)
		p.emitAccesses(f, g.Accesses)
		f.P("")
	}
	p.emitCells(f, g.Cells)
	for _, x := range g.Parts {
		f.P("%s *%s", x.Field, p.partType(f, x))
	}
	f.P("}\n")
	takes, passes, _ := p.params()
	made := "New"
	if seams := p.Top.Seamed(nil); p.filled(seams) {
		if root {
			f.Comment("New makes the system in a program.")
			f.P("func New(parent %s.Parent%s) (*System, error) { return NewFilled(parent%s, &Fillings{}) }\n", r, takes, passes)
		}
		takes, passes, made = takes+", by *Fillings", passes+", by", "NewFilled"
	}
	if root {
		f.Comment(made + " makes the system in a program" + map[bool]string{true: ".", false: ", with reactors in the place of nodes that exist already."}[made == "New"])
		f.P("func "+made+"(parent %s.Parent%s) (_ *System, err error) {\ns := &System{}", r, takes)
	} else {
		f.P("func new%s(parent %s.Parent, name string%s) (_ *%s, err error) {\ns := &%s{}\n%s.Init(parent, name, s)", typ, r, takes, typ, typ, r)
	}
	in := "s"
	if root {
		in = "parent"
	}
	p.emitInit(f, "s", g.Accesses)
	p.emitNewCells(f, "s", in, g.Cells)
	for _, x := range g.Parts {
		switch {
		case x.Seam != nil && fills(x.Seam):
			f.P("if s.%s, err = %s.Fill(%s, %q, by.%s); err != nil {\nreturn nil, err\n}", x.Field, f.Import(p.o.Import+"/"+x.Seam.Dir), in, x.Name, p.seams[x])
		case x.Seam != nil:
			f.P("s.%s = %s.New(%s, %q)", x.Field, f.Import(p.o.Import+"/"+x.Seam.Dir), in, x.Name)
		case x.Node != nil:
			pkg := f.Import(p.o.Import + "/" + x.Node.Dir)
			config := pkg + ".Config()"
			if w := p.watchOf(x); w.notify > 0 {
				config = fmt.Sprintf("watched(%s, %v, %s)", config, w.critical, duration(f, w.notify))
			}
			f.P("if s.%s, err = %s.New(%s, %q, %s%s); err != nil {\nreturn nil, err\n}", x.Field, pkg, in, x.Name, config, p.began(x))
		default:
			f.P("if s.%s, err = new%s(%s, %q%s); err != nil {\nreturn nil, err\n}", x.Field, p.groups[x.Group], in, x.Name, passes)
		}
	}
	for _, w := range p.Wires[g.Component] {
		p.emitWire(f, "s", g.Component, w)
	}
	p.emitLinks(f, "s", g.Component)
	f.P("return s, nil\n}\n")
	for _, x := range g.Parts {
		if x.Group != nil {
			p.emitGroup(f, x.Group)
		}
	}
}

// partType is the type of a part.
func (p *program) partType(f *gogen.File, x *plan.Part) string {
	switch {
	case x.Seam != nil:
		return f.Import(p.o.Import+"/"+x.Seam.Dir) + ".Seam"
	case x.Node != nil:
		return f.Import(p.o.Import+"/"+x.Node.Dir) + ".Node"
	}
	return p.groups[x.Group]
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
	b.WriteString("program: .\n")
	if p.overseen(p.Top) {
		fmt.Fprintf(&b, "overseer: %s\n", OverseerFile)
	}
	b.WriteString("nodes:\n")
	p.launchNodes(&b, p.Top)
	for _, x := range p.Top.Parts {
		if x.Seam != nil && x.Seam.Outside {
			fmt.Fprintf(&b, "  - path: %s\n    type: %s\n    kind: existing\n    package: ./%s\n", x.Name, p.Root.Classifier.Qualified(), x.Seam.Dir)
		}
	}
	src := string(gogen.Seal([]byte(b.String()), "sinew gen", p.o.Origin))
	return []byte("# " + strings.TrimPrefix(src, "// "))
}

func (p *program) launchNodes(b *strings.Builder, g *plan.Group) {
	for _, a := range g.Cells {
		c := a.Component
		fmt.Fprintf(b, "  - path: %s\n    type: %s\n    kind: data\n", c.Path(), c.Classifier.Qualified())
		name := a.Name
		if x := p.At[g.Component]; x != nil {
			name = p.inProgram(x) + "." + name
		}
		if name != c.Path() {
			fmt.Fprintf(b, "    name: %s\n", name)
		}
	}
	for _, c := range g.Component.Children {
		x := p.At[c]
		switch {
		case x == nil:
			continue
		case x.Group != nil:
			p.launchNodes(b, x.Group)
			continue
		}
		dir, kind := "", "node"
		if x.Node != nil {
			dir = x.Node.Dir
		} else if dir, kind = x.Seam.Dir, "existing"; x.Seam.Device {
			kind = "device"
		}
		fmt.Fprintf(b, "  - path: %s\n    type: %s\n    kind: %s\n    package: ./%s\n", c.Path(), c.Classifier.Qualified(), kind, dir)
		p.launchWatch(b, c, x)
		p.launchTopics(b, c)
	}
}

// launchTopics writes the topic of each port of a node, if it differs from the name in the node's code.
func (p *program) launchTopics(b *strings.Builder, c *instance.Component) {
	for k, r := range p.Remaps(c) {
		if k == 0 {
			b.WriteString("    remap:\n")
		}
		fmt.Fprintf(b, "      %s: %s\n", r.Own, r.Topic)
	}
}
