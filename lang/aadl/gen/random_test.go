package gen_test

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/aadl/gen"
)

// names are some that are words of Go, or of the source that is generated.
var names = []string{"func", "string", "Node_X", "go", "select", "x_x", "State_Machine", "error", "New", "run", "reactor", "time", "Variables", "IMU", "len", "Guard_In",
	"Guard", "default", "interface", "main", "a_1", "PMK_Frame", "errors", "context", "Drivers", "System_1", "spec", "strconv", "fmt", "nil", "build", "t", "n", "s"}

// random is a system of a few nodes, made of a seed.
type random struct {
	*rand.Rand
	strings.Builder
	types []string
	used  int
	ins   []side // of the last node
}

func (r *random) name() string {
	r.used++
	return fmt.Sprintf("%s_%d", names[r.IntN(len(names))], r.used)
}

func (r *random) p(form string, args ...any) { fmt.Fprintf(r, form+"\n", args...) }

// data writes a data type of one of the representations, made of those before it.
func (r *random) data() {
	name := r.name()
	if r.IntN(4) == 0 {
		name = names[r.IntN(len(names))]
	}
	if slices.ContainsFunc(r.types, func(t string) bool { return strings.EqualFold(t, name) }) {
		return
	}
	part := func() string {
		if len(r.types) > 0 && r.IntN(2) == 0 {
			return r.types[r.IntN(len(r.types))]
		}
		return "Base_Types::" + []string{"Boolean", "Float_32", "Float_64", "Integer_16", "Unsigned_64", "Character", "String", "Natural"}[r.IntN(8)]
	}
	r.p("-- %s is made of chance.\ndata %s\nproperties", name, name)
	switch r.IntN(6) {
	case 0:
		r.p("Data_Size => %d Bytes;", r.IntN(3000))
	case 1:
		r.p("Data_Model::Data_Representation => Enum; Data_Model::Enumerators => (\"on\", \"off\", \"two words\", \"Off\", \"1\");")
	case 2:
		r.p("Data_Model::Data_Representation => Struct; Data_Model::Element_Names => (\"x\", \"type\", \"X\"); Data_Model::Base_Type => (classifier (%s), classifier (%s), classifier (%s));", part(), part(), part())
	case 3:
		r.p("Data_Model::Data_Representation => Array; Data_Model::Base_Type => (classifier (%s)); Data_Model::Dimension => (%d, %d);", part(), 1+r.IntN(4), 1+r.IntN(4))
	case 4:
		r.p("Data_Model::Data_Representation => Integer; Data_Model::Number_Representation => Unsigned; Data_Size => 2 Bytes;")
	default:
		r.p("Data_Model::Data_Representation => Float;")
	}
	r.p("end %s;\n", name)
	r.types = append(r.types, name)
}

// side is a port of something, by what it carries.
type side struct{ owner, name, kind string }

// kind is what a port is declared as.
func (r *random) kind() string {
	if r.IntN(6) == 0 {
		return "event port"
	}
	return []string{"data port ", "event data port "}[r.IntN(2)] + r.types[r.IntN(len(r.types))]
}

// threads writes the threads of a node: what each gets comes from one before it, or from outside.
func (r *random) threads(inputs []side) (parts, wires []string, outputs []side) {
	have := slices.Clone(inputs)
	for k := range 1 + r.IntN(3) {
		class, part := r.name(), fmt.Sprintf("%s_%d", names[r.IntN(len(names))], k)
		r.p("thread %s\nfeatures", class)
		periodic, messages := true, 0
		for _, s := range have {
			if r.IntN(2) == 0 {
				in := r.name()
				r.p("%s: in %s;", in, s.kind)
				periodic = periodic && strings.HasPrefix(s.kind, "data")
				switch {
				case strings.HasPrefix(s.kind, "event data"):
					messages++
				case strings.HasPrefix(s.kind, "event"):
					messages -= 100
				}
				from := s.name
				if s.owner != "" {
					from = s.owner + "." + s.name
				}
				wires = append(wires, fmt.Sprintf("%s: port %s -> %s.%s;", r.name(), from, part, in))
			}
		}
		for range 1 + r.IntN(2) {
			out := side{part, r.name(), r.kind()}
			r.p("%s: out %s;", out.name, out.kind)
			have, outputs = append(have, out), append(outputs, out)
		}
		switch {
		case messages > 1 && r.IntN(2) == 0:
			r.p("properties\nDispatch_Protocol => Sporadic; Sinew::Synchronisation => Exact;")
		case periodic || r.IntN(3) == 0:
			r.p("properties\nDispatch_Protocol => Periodic; Period => %d us;", 1+r.IntN(2_000_000))
		default:
			r.p("properties\nDispatch_Protocol => Sporadic;")
		}
		r.p("end %s;\n", class)
		parts = append(parts, fmt.Sprintf("%s: thread %s;", part, class))
	}
	return parts, wires, outputs
}

// node writes a process, and gives its outputs.
func (r *random) node(inputs []side) (class string, outs []side) {
	class = r.name()
	var own []side
	for _, s := range inputs {
		own = append(own, side{"", r.name(), s.kind})
	}
	parts, wires, made := r.threads(own)
	r.p("-- Node of chance: \\ \" `%%d`.\nprocess %s\nfeatures", class)
	for _, s := range own {
		r.p("%s: in %s;", s.name, s.kind)
	}
	for _, s := range made {
		out := side{"", r.name(), s.kind}
		r.p("%s: out %s;", out.name, out.kind)
		wires = append(wires, fmt.Sprintf("%s: port %s.%s -> %s;", r.name(), s.owner, s.name, out.name))
		outs = append(outs, out)
	}
	r.p("end %s;\n\nprocess implementation %s.impl\nsubcomponents\n%s\nconnections\n%s\nend %s.impl;\n", class, class, strings.Join(parts, "\n"), strings.Join(wires, "\n"), class)
	for k := range own {
		own[k].kind = inputs[k].kind
	}
	r.ins = own
	return class, outs
}

func model(seed uint64) string {
	r := &random{Rand: rand.New(rand.NewPCG(seed, 5))}
	r.p("package Chance\npublic\nwith Base_Types, Data_Model, Sinew;\n")
	for len(r.types) < 1+r.IntN(4) {
		r.data()
	}
	var parts, wires []string
	var have []side
	for k := range 1 + r.IntN(3) {
		var inputs []side
		for _, s := range have {
			if r.IntN(2) == 0 {
				inputs = append(inputs, s)
			}
		}
		class, outs := r.node(inputs)
		part := fmt.Sprintf("%s_%d", names[r.IntN(len(names))], k)
		parts = append(parts, fmt.Sprintf("%s: process %s.impl;", part, class))
		for n, s := range inputs {
			wires = append(wires, fmt.Sprintf("%s: port %s.%s -> %s.%s;", r.name(), s.owner, s.name, part, r.ins[n].name))
		}
		for _, s := range outs {
			have = append(have, side{part, s.name, s.kind})
		}
	}
	class := r.name()
	r.p("process %s\nfeatures", class) // it exists already
	for _, s := range have {
		if r.IntN(2) == 0 {
			in := r.name()
			r.p("%s: in %s;", in, s.kind)
			wires = append(wires, fmt.Sprintf("%s: port %s.%s -> there.%s;", r.name(), s.owner, s.name, in))
		}
	}
	r.p("%s: out %s;\nend %s;\n\nsystem Whole\nend Whole;\n\nsystem implementation Whole.impl\nsubcomponents\n%s\nthere: process %s;", r.name(), r.kind(), class, strings.Join(parts, "\n"), class)
	if len(wires) > 0 {
		r.p("connections\n%s", strings.Join(wires, "\n"))
	}
	r.p("end Whole.impl;\nend Chance;")
	return r.String()
}

// checker checks the types of generated packages, with those that they import from the build cache.
type checker struct {
	set   *token.FileSet
	files map[string][]*ast.File // by import path
	done  map[string]*types.Package
	cache types.Importer
}

// Import implements types.Importer.
func (c *checker) Import(name string) (*types.Package, error) {
	if p := c.done[name]; p != nil {
		return p, nil
	}
	files, ok := c.files[name]
	if !ok {
		return c.cache.Import(name)
	}
	p, err := (&types.Config{Importer: c}).Check(name, c.set, files, nil)
	if err == nil {
		c.done[name] = p
	}
	return p, err
}

// exports reads packages that the go command has compiled.
func exports(t *testing.T, set *token.FileSet) types.Importer {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "../../../reactor", "../../../control/node", "../../../control/align", "../../../tool/run", "../../../tool/part", "../../../tool/cli")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	where := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		where[name] = file
	}
	return importer.ForCompiler(set, "gc", func(name string) (io.ReadCloser, error) { return os.Open(where[name]) })
}

// TestRandom generates 200 systems of chance: they compile, are laid out as gofmt does, and are the same each time.
func TestRandom(t *testing.T) {
	set := token.NewFileSet()
	c := &checker{set: set, files: map[string][]*ast.File{}, done: map[string]*types.Package{}, cache: exports(t, set)}
	var order []string
	for seed := range uint64(200) {
		text := model(seed)
		root := fmt.Sprintf("example.org/chance/m%d", seed)
		o := gen.Options{Import: root, Origin: "chance"}
		files, _ := generate(t, read(t, "Chance::Whole.impl", map[string]string{"chance.aadl": text}, "chance.aadl"), o)
		again, _ := generate(t, read(t, "Chance::Whole.impl", map[string]string{"chance.aadl": text}, "chance.aadl"), o)
		for k, f := range files {
			if string(f.Source) != string(again[k].Source) {
				t.Fatalf("seed %d: %s differs from run to run", seed, f.Name)
			}
			if !strings.HasSuffix(f.Name, ".go") {
				continue
			}
			if laid, err := format.Source(f.Source); err != nil || string(laid) != string(f.Source) {
				t.Fatalf("seed %d: %s is not laid out: %v", seed, f.Name, err)
			}
			tree, err := parser.ParseFile(set, path.Join(root, f.Name), f.Source, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			name := path.Dir(path.Join(root, f.Name))
			if c.files[name] == nil {
				order = append(order, name)
			}
			c.files[name] = append(c.files[name], tree)
		}
	}
	for _, name := range order {
		if _, err := c.Import(name); err != nil {
			t.Fatalf("%v\n%s", err, name)
		}
	}
	t.Logf("%d packages", len(order))
}
