package rosmsg

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/lang/gogen"
)

const wirePath = "github.com/sinew-robotics/sinew/lang/rosmsg/wire"

// Options of Generate.
type Options struct {
	Root     string   // import path of the folder that holds the packages
	Messages []string // to write, with all messages in them; if no messages and services are named, everything in the set
	Services []string
	Maker    string // what runs Generate, as named in the files: "sinew gen"
}

// Package is a Go package for the messages and services of a ROS package.
type Package struct {
	Name  string // name of its folder below Options.Root, and of the package
	Files []gogen.Written
}

// Generate writes Go structs with codecs: a package for each ROS package, a file for each message and service. The same
// definitions give the same bytes.
func (s *Set) Generate(o Options) ([]Package, error) {
	if len(o.Messages)+len(o.Services) == 0 {
		o.Messages, o.Services = s.Messages(), s.Services()
	}
	g := &generator{o: o, scopes: map[string]*gogen.Names{}, types: map[*Message]string{}, texts: map[*Message]string{}, files: map[string][]gogen.Written{}}
	var messages []*Message
	for _, n := range o.Messages {
		m, err := s.Type(n)
		if err != nil {
			return nil, err
		}
		messages = m.nested(append(messages, m))
	}
	var services []*Service
	for _, n := range o.Services {
		v, err := s.Service(n)
		if err != nil {
			return nil, err
		}
		services = append(services, v)
		messages = v.Response.nested(v.Request.nested(messages))
	}
	slices.SortFunc(messages, func(a, b *Message) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(services, func(a, b *Service) int { return strings.Compare(a.Name, b.Name) })
	messages, services = slices.Compact(messages), slices.Compact(services)
	for _, m := range messages {
		g.name(m)
	}
	for _, v := range services {
		g.name(v.Request)
		g.name(v.Response)
	}
	for _, m := range messages {
		g.texts[m] = g.scope(m.Package()).Exported(g.types[m] + "Text")
	}
	for _, m := range messages {
		if err := g.message(m); err != nil {
			return nil, err
		}
	}
	for _, v := range services {
		if err := g.service(v); err != nil {
			return nil, err
		}
	}
	return g.packages(), nil
}

type generator struct {
	o      Options
	scopes map[string]*gogen.Names // of Go packages
	types  map[*Message]string
	texts  map[*Message]string // names of the constants with the messages' own definitions
	files  map[string][]gogen.Written
}

// goPackage is the name of the Go package for a ROS package.
func goPackage(pkg string) string {
	name := strings.ToLower(strings.ReplaceAll(pkg, "_", ""))
	if gogen.Local(name) != name || name == "wire" || name == "slices" || name == "internal" || name == "vendor" || name == "testdata" {
		name += "ros"
	}
	return name
}

// name reserves the Go name of a message.
func (g *generator) name(m *Message) {
	g.types[m] = g.scope(m.Package()).Exported(m.Short())
}

func (g *generator) scope(pkg string) *gogen.Names {
	if g.scopes[pkg] == nil {
		g.scopes[pkg] = gogen.NewNames()
	}
	return g.scopes[pkg]
}

func (g *generator) packages() (all []Package) {
	for pkg, files := range g.files {
		all = append(all, Package{pkg, files})
	}
	slices.SortFunc(all, func(a, b Package) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// write adds a file with a definition.
func (g *generator) write(name string, f *gogen.File) error {
	src, err := f.Source()
	if err != nil {
		return err
	}
	rosPackage, short, _ := strings.Cut(name, "/")
	pkg := goPackage(rosPackage)
	base := strings.ToLower(strings.ReplaceAll(short, "_", ""))
	file := base + ".go"
	for n := 2; slices.ContainsFunc(g.files[pkg], func(w gogen.Written) bool { return w.Name == file }); n++ {
		file = base + strconv.Itoa(n) + ".go"
	}
	g.files[pkg] = append(g.files[pkg], gogen.Written{Name: file, Source: gogen.Seal(src, g.o.Maker, name)})
	return nil
}

func (g *generator) file(pkg string) *gogen.File {
	f := gogen.New(goPackage(pkg))
	f.Doc("Package " + goPackage(pkg) + " has messages of the ROS package " + pkg + ".")
	return f
}

func (g *generator) message(m *Message) error {
	f := g.file(m.Package())
	g.declare(f, m, "is the message "+m.Name+".", true)
	f.Comment(g.texts[m] + " is the definition of " + m.Name + ", without those of the messages in it.")
	f.P("const %s = %s\n", g.texts[m], quoted(m.Text))
	return g.write(m.Name, f)
}

func (g *generator) service(v *Service) error {
	f := g.file(v.Request.Package())
	name := g.scope(v.Request.Package()).Exported(v.Request.Short()[:len(v.Request.Short())-len("Request")])
	f.Comment(name + " is the service " + v.Name + "." + below(v.Comment))
	f.P("func %s() %s.Service {\nreturn wire.Service{Type: %q, MD5: %q}\n}\n", name, f.Import(wirePath), v.Name, v.MD5)
	g.declare(f, v.Request, "is what a client of "+v.Name+" sends.", false)
	g.declare(f, v.Response, "is what a server of "+v.Name+" answers.", false)
	return g.write(v.Name, f)
}

// below is a comment as additional lines of another.
func below(comment string) string {
	if strings.TrimSpace(comment) == "" {
		return ""
	}
	return "\n\n" + comment
}

// declare writes the type of a message with its methods.
func (g *generator) declare(f *gogen.File, m *Message, is string, comment bool) {
	f.Import(wirePath)
	name := g.types[m]
	if g.constants(f, m, name); !comment {
		f.Comment(name + " " + is)
	} else {
		f.Comment(name + " " + is + below(m.Comment))
	}
	names := fieldNames(m)
	f.P("type %s struct {", name)
	for i := range m.Fields {
		x := &m.Fields[i]
		if x.Comment != "" {
			f.Comment(x.Comment)
		}
		f.P("%s %s", names[i], g.typeOf(f, m, x))
	}
	f.P("}\n")
	g.appender(f, m, name, names)
	f.Comment("Decode sets the message from all of b. It keeps the memory of slices, and texts that have not changed.")
	f.P("func (m *%s) Decode(b []byte) error {\nr := wire.NewReader(b)\nm.Read(&r)\nreturn r.End(%q)\n}\n", name, m.Name)
	g.reader(f, m, name, names)
	f.Comment("Describe says which type the message is of.")
	text := ""
	if comment {
		text = ",\nText: " + g.text(f, m)
	}
	f.P("func (*%s) Describe() wire.Description {\nreturn wire.Description{Type: %q, MD5: %q%s}\n}\n", name, m.Name, m.MD5, text)
	g.cloner(f, m, name, names)
}

// text is the full text of a definition as Go: its own text, and those of all messages in it.
func (g *generator) text(f *gogen.File, m *Message) string {
	parts := []string{g.texts[m]}
	for _, d := range m.nested(nil) {
		text := g.texts[d]
		if d.Package() != m.Package() {
			text = f.Import(path.Join(g.o.Root, goPackage(d.Package()))) + "." + text
		}
		parts = append(parts, fmt.Sprintf("wire.Nested + %q + %s", d.Name+"\n", text))
	}
	return strings.Join(parts, " +\n")
}

// quoted writes a text as a Go literal, unescaped if possible.
func quoted(text string) string {
	if strconv.CanBackquote(strings.ReplaceAll(text, "\n", "")) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// constants writes the constants of a message.
func (g *generator) constants(f *gogen.File, m *Message, name string) {
	if len(m.Constants) == 0 {
		return
	}
	f.P("// Constants of %s.\nconst (", name)
	for i := range m.Constants {
		c := &m.Constants[i]
		if c.Comment != "" {
			f.Comment(c.Comment)
		}
		short := c.Name
		if strings.ToUpper(short) == short {
			short = strings.ToLower(short)
		}
		f.P("%s %s = %#v", g.scope(m.Package()).Exported(name+gogen.Exported(short)), c.Kind, c.Value)
	}
	f.P(")\n")
}

// fieldNames are the Go names of the fields; none is the name of a method.
func fieldNames(m *Message) (names []string) {
	scope := gogen.NewNames("Append", "Decode", "Read", "Describe", "Clone")
	for i := range m.Fields {
		names = append(names, scope.Exported(m.Fields[i].Name))
	}
	return names
}

// typeOf is the Go type of a field.
func (g *generator) typeOf(f *gogen.File, m *Message, x *Field) string {
	element := x.Kind.String()
	switch x.Kind {
	case Time:
		element = "wire.Time"
	case Duration:
		element = "wire.Duration"
	case Nested:
		element = g.types[x.Message]
		if pkg := x.Message.Package(); pkg != m.Package() {
			element = f.Import(path.Join(g.o.Root, goPackage(pkg))) + "." + element
		}
	}
	switch x.Len {
	case One:
		return element
	case Any:
		return "[]" + element
	}
	return fmt.Sprintf("[%d]%s", x.Len, element)
}

// verb is the name of the functions of package wire for a kind.
func (k Kind) verb() string {
	if k == String {
		return "Text"
	}
	return strings.ToUpper(k.String()[:1]) + k.String()[1:]
}

// each writes what to do with a field: once, or in a loop over its elements.
func each(f *gogen.File, x *Field, name, do string) {
	if x.Len == One {
		f.P("%s", strings.ReplaceAll(do, "$", "m."+name))
		return
	}
	f.P("for i := range m.%s {\n%s\n}", name, strings.ReplaceAll(do, "$", "m."+name+"[i]"))
}

func (g *generator) appender(f *gogen.File, m *Message, name string, names []string) {
	f.Comment("Append adds the message's bytes to b.")
	f.P("func (m *%s) Append(b []byte) []byte {", name)
	for i := range m.Fields {
		x := &m.Fields[i]
		if x.Len == Any {
			f.P("b = wire.AppendCount(b, len(m.%s))", names[i])
		}
		switch {
		case x.Kind == Uint8 && x.Len == Any:
			f.P("b = append(b, m.%s...)", names[i])
		case x.Kind == Uint8 && x.Len != One:
			f.P("b = append(b, m.%s[:]...)", names[i])
		case x.Kind == Nested:
			each(f, x, names[i], "b = $.Append(b)")
		default:
			each(f, x, names[i], "b = wire.Append"+x.Kind.verb()+"(b, $)")
		}
	}
	f.P("return b\n}\n")
}

func (g *generator) reader(f *gogen.File, m *Message, name string, names []string) {
	f.Comment("Read takes the message from r, which notes what is wrong.")
	receiver := "r"
	if len(m.Fields) == 0 {
		receiver = "_"
	}
	f.P("func (m *%s) Read(%s *wire.Reader) {", name, receiver)
	for i := range m.Fields {
		x := &m.Fields[i]
		if x.Len == Any {
			least, _ := x.element()
			f.P("m.%s = wire.Sized(m.%s, r.Count(%d))", names[i], names[i], least)
		}
		switch {
		case x.Kind == Uint8 && x.Len == Any:
			f.P("copy(m.%s, r.Bytes(len(m.%s)))", names[i], names[i])
		case x.Kind == Uint8 && x.Len != One:
			f.P("copy(m.%s[:], r.Bytes(len(m.%s)))", names[i], names[i])
		case x.Kind == Nested:
			each(f, x, names[i], "$.Read(r)")
		case x.Kind == String:
			each(f, x, names[i], "$ = r.Text($)")
		default:
			each(f, x, names[i], "$ = r."+x.Kind.verb()+"()")
		}
	}
	f.P("}\n")
}

// shares reports whether an assignment copies less than the whole value.
func (m *Message) shares() bool {
	return slices.ContainsFunc(m.Fields, func(x Field) bool { return x.Len == Any || x.Kind == Nested && x.Message.shares() })
}

// cloner writes Clone if an assignment is not enough.
func (g *generator) cloner(f *gogen.File, m *Message, name string, names []string) {
	if !m.shares() {
		return
	}
	f.Comment("Clone gives a copy that shares nothing with m.")
	f.P("func (m *%s) Clone() %s {\nc := *m", name, name)
	for i := range m.Fields {
		x := &m.Fields[i]
		if x.Len == Any {
			f.P("c.%s = %s.Clone(m.%s)", names[i], f.Import("slices"), names[i])
		}
		switch {
		case x.Kind != Nested || !x.Message.shares():
		case x.Len == One:
			f.P("c.%s = m.%s.Clone()", names[i], names[i])
		default:
			f.P("for i := range m.%s {\nc.%s[i] = m.%s[i].Clone()\n}", names[i], names[i], names[i])
		}
	}
	f.P("return c\n}\n")
}
