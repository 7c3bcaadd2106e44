package laws

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// deterministic are the packages, with those below them, in which the same input must give the same bits; except
// lists what below them talks to the outside.
var (
	deterministic = []string{"diag", "lang/aadl", "lang/lua", "math", "graph", "reactor", "model", "control", "sim"}
	except        = []string{"reactor/exec", "reactor/fed", "sim/mujoco"}
)

func isDeterministic(p string) bool {
	under := func(root string) bool { return p == root || strings.HasPrefix(p, root+"/") }
	return slices.ContainsFunc(deterministic, under) && !slices.ContainsFunc(except, under)
}

// forbidden are the functions that bring in the clock, the scheduler or chance, by package; nil forbids them all.
var forbidden = map[string][]string{
	"time":         {"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"},
	"crypto/rand":  nil,
	"hash/maphash": nil,
	"math/rand":    nil,
	"math/rand/v2": nil,
	"runtime":      {"Gosched", "NumGoroutine", "GOMAXPROCS"},
	"maps":         {"All", "Keys", "Values"},
	"os":           {"Getenv", "LookupEnv", "Environ", "Getpid", "Hostname"},
}

// seeded are constructors in packages of chance that take their seed from the caller.
var seeded = []string{"New", "NewPCG", "NewChaCha8", "NewSource", "NewZipf"}

// determinism finds in c what could make two runs differ.
func (m *tree) determinism(c *checked) (faults []string) {
	for _, f := range c.files {
		ordered := orderComments(m.fset, f)
		sorted := map[ast.Node]bool{}
		fault := func(n ast.Node, format string, args ...any) {
			faults = append(faults, m.at(n)+": "+fmt.Sprintf(format, args...))
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				fault(n, "go statement: this package is deterministic; let the caller own threads")
			case *ast.SelectStmt:
				fault(n, "select: this package is deterministic; its order is chance")
			case *ast.RangeStmt:
				t := c.info.TypeOf(n.X)
				if t != nil && isMap(t) && !ordered[m.fset.Position(n.Pos()).Line] {
					fault(n, "range over a map: sort the keys, or say why order cannot matter in an `// order:` comment")
				}
			case *ast.CallExpr:
				markSorted(c.info, n, sorted)
			case *ast.SelectorExpr:
				pkg, name := c.qualified(n)
				if pkg == "maps" && (sorted[n] || ordered[m.fset.Position(n.Pos()).Line]) {
					return true
				}
				if isForbidden(pkg, name) && c.isFunc(n.Sel) {
					fault(n, "%s.%s: this package is deterministic; take it as an argument", pkg, name)
				}
			}
			return true
		})
	}
	return faults
}

func isMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

func isForbidden(pkg, name string) bool {
	names, ok := forbidden[pkg]
	if !ok {
		return false
	}
	if names == nil {
		return !slices.Contains(seeded, name)
	}
	return slices.Contains(names, name)
}

// qualified returns package and name of a selector on a package, or nothing.
func (c *checked) qualified(n *ast.SelectorExpr) (pkg, name string) {
	id, ok := n.X.(*ast.Ident)
	if !ok {
		return "", ""
	}
	p, ok := c.info.Uses[id].(*types.PkgName)
	if !ok {
		return "", ""
	}
	return p.Imported().Path(), n.Sel.Name
}

func (c *checked) isFunc(id *ast.Ident) bool {
	_, ok := c.info.Uses[id].(*types.Func)
	return ok
}

// markSorted notes map iterators that are handed straight to slices.Sorted and its like.
func markSorted(info *types.Info, call *ast.CallExpr, sorted map[ast.Node]bool) {
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !strings.HasPrefix(fun.Sel.Name, "Sorted") || len(call.Args) == 0 {
		return
	}
	if f, ok := info.Uses[fun.Sel].(*types.Func); !ok || f.Pkg() == nil || f.Pkg().Path() != "slices" {
		return
	}
	if inner, ok := call.Args[0].(*ast.CallExpr); ok {
		sorted[inner.Fun] = true
	}
}

// orderComments returns the lines excused by a comment that starts with "order:", on the line itself or above it.
func orderComments(fset *token.FileSet, f *ast.File) map[int]bool {
	lines := map[int]bool{}
	for _, g := range f.Comments {
		for _, c := range g.List {
			reason, ok := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(c.Text, "//")), "order:")
			if ok && strings.TrimSpace(reason) != "" {
				lines[fset.Position(c.Pos()).Line] = true
				lines[fset.Position(g.End()).Line+1] = true
			}
		}
	}
	return lines
}

func TestDeterminism(t *testing.T) {
	m := load(t)
	for _, c := range m.packages(isDeterministic) {
		report(t, m.determinism(c))
	}
}

func TestDeterminismCanFail(t *testing.T) {
	for name, c := range map[string]struct{ imports, body, want string }{
		"clock":    {`"time"`, `time.Now()`, "time.Now"},
		"renamed":  {`clock "time"`, `clock.Sleep(1)`, "time.Sleep"},
		"value":    {`"time"`, `f := time.Now; f()`, "time.Now"},
		"go":       {``, `go func() {}()`, "go statement"},
		"select":   {``, `select {}`, "select"},
		"map":      {``, `for range map[int]int{} {}`, "range over a map"},
		"named":    {``, `type m map[int]int; for range (m{}) {}`, "range over a map"},
		"keys":     {`"maps"`, `for range maps.Keys(map[int]int{}) {}`, "maps.Keys"},
		"sorted":   {`"maps"; "slices"`, `for range slices.Sorted(maps.Keys(map[int]int{})) {}`, ""},
		"reason":   {``, "// order: the sum does not depend on it\nfor range map[int]int{} {}", ""},
		"beside":   {``, "for range map[int]int{} { // order: none is kept\n}", ""},
		"noreason": {``, "// order:\nfor range map[int]int{} {}", "range over a map"},
		"rand":     {`"math/rand/v2"`, `rand.IntN(3)`, "rand/v2.IntN"},
		"seeded":   {`"math/rand/v2"`, `rand.New(rand.NewPCG(1, 2)).IntN(3)`, ""},
		"crypto":   {`"crypto/rand"`, `rand.Read(nil)`, "crypto/rand.Read"},
		"duration": {`"time"`, `_ = time.Second; _ = time.Duration(3).Seconds()`, ""},
		"slice":    {``, `for range []int{} {}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			m, p, _ := snippet(t, "motion/bad.go", "package a\nimport ("+c.imports+")\nfunc f() {\n"+c.body+"\n}\n")
			if c.want == "" {
				wantFaults(t, m.determinism(p))
			} else {
				wantFaults(t, m.determinism(p), c.want)
			}
		})
	}
	for p, want := range map[string]bool{"reactor": true, "reactor/exec/rt": false, "sim": true, "sim/mujoco": false,
		"control/pid": true, "robot/xarm": false, "graphs": false} {
		if isDeterministic(p) != want {
			t.Errorf("isDeterministic(%q) is not %v", p, want)
		}
	}
}
