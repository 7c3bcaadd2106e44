package gen_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/graph"
	"github.com/sinew-robotics/sinew/lang/aadl/gen"
	"github.com/sinew-robotics/sinew/tool/launch"
)

// typed checks the types of generated packages, with those that they import from the build cache.
type typed struct {
	set   *token.FileSet
	files map[string][]*ast.File // by import path
	done  map[string]*types.Package
	info  map[string]*types.Info
	cache types.Importer
}

// Import implements types.Importer.
func (c *typed) Import(name string) (*types.Package, error) {
	if p := c.done[name]; p != nil {
		return p, nil
	}
	files, ok := c.files[name]
	if !ok {
		return c.cache.Import(name)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{}}
	p, err := (&types.Config{Importer: c, GoVersion: "go1.26"}).Check(name, c.set, files, info)
	if err == nil {
		c.done[name], c.info[name] = p, info
	}
	return p, err
}

// exports reads packages that the go command has compiled.
func exports(t *testing.T, set *token.FileSet) types.Importer {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "../../../reactor", "../../../control/node", "../../../control/align", "../../../control/access", "../../../tool/run", "../../../tool/part", "../../../tool/cli")
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

// kinds are words of source by which it shows that every kind of thing is generated.
var kinds = []string{"access.Client[", "access.Server[", "access.Data[", "access.Cell[", "access.Asks[", "access.Gives[", "access.RemoteServer[", "access.RemoteClient[",
	" is the thread group ", "package outside", "Part(1, ", " has the services of ", ".Withdraw()", "SetX", ".Uses(&t.", "align.Aligner", "time.Millisecond)\n\tt.in", "Timer\n"}

var many = flag.Int("models", 40, "how many systems of chance TestRandom generates")

// TestRandom generates systems of chance: they compile, are laid out as gofmt does, and are the same each time.
func TestRandom(t *testing.T) {
	set := token.NewFileSet()
	c := &typed{set: set, files: map[string][]*ast.File{}, done: map[string]*types.Package{}, info: map[string]*types.Info{}, cache: exports(t, set)}
	var order []string
	met := map[string]int{}
	for seed := range uint64(*many) {
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
			tree, err := parser.ParseFile(set, path.Join(root, f.Name), f.Source, parser.SkipObjectResolution|parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			for _, what := range kinds {
				met[what] += strings.Count(string(f.Source), what)
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
	for _, what := range kinds {
		if met[what] == 0 {
			t.Errorf("no system has %q", what)
		}
	}
	for _, said := range lint(t, set, c, order) {
		t.Error(said)
	}
	t.Logf("%d packages", len(order))
}

var built = flag.Int("built", 1, "how many of them TestRandomRuns builds and runs")

// TestRandomRuns builds programs of systems of chance, all in one: their graphs are the models', and they run for a while with the
// algorithms that they begin with.
func TestRandomRuns(t *testing.T) {
	dir := t.TempDir()
	module(t, dir, "example.org/chance")
	var main strings.Builder
	main.WriteString("package main\n\nimport (\n\t\"encoding/json\"\n\t\"os\"\n\t\"github.com/sinew-robotics/sinew/reactor\"\n")
	for seed := range uint64(*built) {
		name := fmt.Sprintf("m%d", seed)
		i := read(t, "Chance::Whole.impl", map[string]string{"chance.aadl": model(seed)}, "chance.aadl")
		files, _ := generate(t, i, gen.Options{Import: "example.org/chance/" + name, Origin: "chance"})
		files = slices.DeleteFunc(files, func(f gen.File) bool { return f.Name == "main.go" })
		if _, _, err := gen.Write(filepath.Join(dir, name), files, false); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&main, "\t%s \"example.org/chance/%s/system\"\n", name, name)
	}
	main.WriteString(")\n\nfunc main() {\n\tout := json.NewEncoder(os.Stdout)\n")
	for seed := range *built {
		fmt.Fprintf(&main, "\t{\n\t\tm := reactor.NewMain(\"whole\")\n\t\t_, err := m%d.New(m)\n\t\tif err != nil {\n\t\t\tpanic(err)\n\t\t}\n"+
			"\t\tp, err := reactor.Build(m, reactor.Options{Workers: 2})\n\t\tif err != nil {\n\t\t\tpanic(err)\n\t\t}\n\t\tp.Start()\n\t\tfor range 2000 {\n\t\t\tp.Step(nil)\n\t\t}\n"+
			"\t\t_ = out.Encode(p.Graph())\n\t}\n", seed)
	}
	main.WriteString("}\n")
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(main.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	graphs := json.NewDecoder(strings.NewReader(tool(t, dir, "go", "run", ".")))
	for seed := range uint64(*built) {
		g := &graph.Graph{}
		if err := graphs.Decode(g); err != nil {
			t.Fatal(err)
		}
		i := read(t, "Chance::Whole.impl", map[string]string{"chance.aadl": model(seed)}, "chance.aadl")
		if _, faults := launch.Compare(i, g, "whole"); len(faults) > 0 {
			t.Errorf("seed %d: %v", seed, faults)
		}
	}
}
