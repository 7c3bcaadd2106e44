package gen_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"runtime/debug"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/appends"
	"golang.org/x/tools/go/analysis/passes/assign"
	"golang.org/x/tools/go/analysis/passes/bools"
	"golang.org/x/tools/go/analysis/passes/composite"
	"golang.org/x/tools/go/analysis/passes/copylock"
	"golang.org/x/tools/go/analysis/passes/errorsas"
	"golang.org/x/tools/go/analysis/passes/nilfunc"
	"golang.org/x/tools/go/analysis/passes/printf"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/analysis/passes/stdmethods"
	"golang.org/x/tools/go/analysis/passes/structtag"
	"golang.org/x/tools/go/analysis/passes/unreachable"
	"golang.org/x/tools/go/analysis/passes/unusedresult"
	"golang.org/x/tools/go/analysis/passes/unusedwrite"
	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/unused"
)

// analyzers are those of go vet and staticcheck that source like this can offend.
func analyzers() []*analysis.Analyzer {
	all := []*analysis.Analyzer{appends.Analyzer, assign.Analyzer, bools.Analyzer, composite.Analyzer, copylock.Analyzer, errorsas.Analyzer, nilfunc.Analyzer, printf.Analyzer,
		shift.Analyzer, stdmethods.Analyzer, structtag.Analyzer, unreachable.Analyzer, unusedresult.Analyzer, unusedwrite.Analyzer}
	for _, a := range staticcheck.Analyzers {
		all = append(all, a.Analyzer)
	}
	for _, a := range simple.Analyzers {
		all = append(all, a.Analyzer)
	}
	return append(all, unused.Analyzer.Analyzer)
}

// lint runs them on packages whose types have been checked, and gives what they say.
func lint(t *testing.T, set *token.FileSet, c *typed, order []string) (said []string) {
	t.Helper()
	made := map[string]*packages.Package{}
	var all []*packages.Package
	var add func(name string) *packages.Package
	add = func(name string) *packages.Package {
		if p := made[name]; p != nil {
			return p
		}
		p := &packages.Package{ID: name, PkgPath: name, Name: c.done[name].Name(), Fset: set, Syntax: c.files[name], Types: c.done[name], TypesInfo: c.info[name],
			TypesSizes: types.SizesFor("gc", "amd64"), Imports: map[string]*packages.Package{}, Module: &packages.Module{Path: "example.org/chance", GoVersion: "1.26"}}
		for _, f := range c.files[name] {
			p.CompiledGoFiles = append(p.CompiledGoFiles, set.File(f.Pos()).Name())
		}
		p.GoFiles = p.CompiledGoFiles
		made[name] = p
		for _, x := range c.done[name].Imports() {
			if c.done[x.Path()] != nil {
				p.Imports[x.Path()] = add(x.Path())
			}
		}
		all = append(all, p)
		return p
	}
	for _, name := range order {
		add(name)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // nothing is garbage before the end
	g, err := checker.Analyze(analyzers(), all, nil)
	if err != nil {
		t.Fatal(err)
	}
	for a := range g.All() {
		if a.Err != nil {
			t.Fatalf("%v: %v", a, a.Err)
		}
		if r, ok := a.Result.(unused.Result); ok {
			for _, x := range r.Unused {
				said = append(said, path.Base(x.Position.Filename)+": "+x.Kind+" "+x.Name+" is unused")
			}
		}
		for _, d := range a.Diagnostics {
			at := set.Position(d.Pos)
			said = append(said, path.Base(at.Filename)+": "+a.Analyzer.Name+": "+d.Message)
		}
	}
	return said
}

// TestLintCanFail: what go vet or staticcheck would say of source is said.
func TestLintCanFail(t *testing.T) {
	const name = "example.org/chance/bad"
	set := token.NewFileSet()
	c := &typed{set: set, files: map[string][]*ast.File{}, done: map[string]*types.Package{}, info: map[string]*types.Info{}, cache: exports(t, set)}
	f, err := parser.ParseFile(set, "bad.go", "package bad\n\nimport \"time\"\n\nfunc nobody() {}\n\nfunc Bad(x bool) bool {\n\tx = x\n\ttime.Sleep(5)\n\treturn x == true\n}\n", parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	c.files[name] = []*ast.File{f}
	if _, err := c.Import(name); err != nil {
		t.Fatal(err)
	}
	said := strings.Join(lint(t, set, c, []string{name}), "\n")
	for _, want := range []string{"bad.go: assign:", "bad.go: SA1004:", "bad.go: S1002:", "bad.go: func nobody is unused"} {
		if !strings.Contains(said, want) {
			t.Errorf("nothing is said of %s: %s", want, said)
		}
	}
}
