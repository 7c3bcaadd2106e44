package laws

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// loops are the functions that are one loop around one dense switch and cannot be split without a call for each
// instruction, with the most lines that they and their files may have. The reason stands in
// docs/decisions/0050-one-loop.md; there is no other exception.
var loops = map[string]int{"lang/lua/run.go run": 600}

// The limits.
const (
	maxLines     = 500
	maxTestLines = 1000
	maxFunction  = 70
	maxMethods   = 5
)

var bannedNames = []string{"util", "utils", "common", "helper", "helpers", "base", "misc", "shared"}

// sizes finds files and functions that are too long, package names that say nothing, and init functions.
func (m *tree) sizes(s *source) (faults []string) {
	if s.made() {
		return nil
	}
	limit := maxLines
	if s.test() {
		limit = maxTestLines
	}
	for name, most := range loops { // order: a file is in one of them
		if file, _, _ := strings.Cut(name, " "); file == s.path {
			limit = most
		}
	}
	if s.lines > limit {
		faults = append(faults, fmt.Sprintf("%s: %d lines, the limit is %d: split it by subject", s.path, s.lines, limit))
	}
	if name := strings.TrimSuffix(s.tree.Name.Name, "_test"); slices.Contains(bannedNames, name) {
		faults = append(faults, fmt.Sprintf("%s: package %s: name it after what it holds", s.path, name))
	}
	for _, d := range s.tree.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		most := max(maxFunction, loops[s.path+" "+f.Name.Name])
		if n := m.fset.Position(f.End()).Line - m.fset.Position(f.Pos()).Line + 1; n > most {
			faults = append(faults, fmt.Sprintf("%s: func %s has %d lines, the limit is %d: split it by step",
				m.at(f), f.Name.Name, n, most))
		}
		if f.Recv == nil && f.Name.Name == "init" && !s.test() {
			faults = append(faults, m.at(f)+": func init: let the caller build what it needs")
		}
	}
	return faults
}

// interfaces finds declared interfaces with too many methods, counting those they embed.
func (m *tree) interfaces(c *checked) (faults []string) {
	for _, f := range c.files {
		ast.Inspect(f, func(n ast.Node) bool {
			d, ok := n.(*ast.TypeSpec)
			if !ok || c.info.Defs[d.Name] == nil {
				return true
			}
			i, ok := c.info.Defs[d.Name].Type().Underlying().(*types.Interface)
			if ok && i.NumMethods() > maxMethods {
				faults = append(faults, fmt.Sprintf("%s: interface %s has %d methods, the limit is %d: make the extras optional",
					m.at(d), d.Name.Name, i.NumMethods(), maxMethods))
			}
			return true
		})
	}
	return faults
}

// globals finds package variables that a function changes or takes the address of, which lets others change them.
func (m *tree) globals(c *checked) (faults []string) {
	for _, f := range c.files {
		for _, d := range f.Decls {
			fun, ok := d.(*ast.FuncDecl)
			if !ok || fun.Body == nil {
				continue
			}
			ast.Inspect(fun.Body, func(n ast.Node) bool {
				for _, e := range c.changed(n) {
					if v := c.global(e); v != nil {
						faults = append(faults, fmt.Sprintf("%s: package variable %s can change here: keep it in a struct the caller owns",
							m.at(n), v.Name()))
					}
				}
				return true
			})
		}
	}
	return faults
}

// changed returns the expressions that n writes to or takes the address of.
func (c *checked) changed(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		return n.Lhs
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.UnaryExpr:
		if n.Op.String() == "&" {
			return []ast.Expr{n.X}
		}
	case *ast.RangeStmt:
		return []ast.Expr{n.Key, n.Value}
	case *ast.SliceExpr:
		if t := c.info.TypeOf(n.X); t != nil {
			if _, ok := t.Underlying().(*types.Array); ok {
				return []ast.Expr{n.X}
			}
		}
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok && len(n.Args) > 0 {
			if b, ok := c.info.Uses[id].(*types.Builtin); ok && slices.Contains([]string{"delete", "clear", "copy"}, b.Name()) {
				return n.Args[:1]
			}
		}
		return c.receiver(n)
	}
	return nil
}

// receiver returns the value whose address a method call takes by itself, as mu in mu.Lock().
func (c *checked) receiver(call *ast.CallExpr) []ast.Expr {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	s, ok := c.info.Selections[sel]
	if !ok || s.Kind() != types.MethodVal {
		return nil
	}
	recv := s.Obj().(*types.Func).Signature().Recv()
	_, byPointer := recv.Type().(*types.Pointer)
	_, isPointer := s.Recv().Underlying().(*types.Pointer)
	if byPointer && !isPointer {
		return []ast.Expr{sel.X}
	}
	return nil
}

// global returns the package variable that an expression such as v, v.f, v[i], *v or (v) begins with, if any.
func (c *checked) global(e ast.Expr) *types.Var {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return c.packageVar(x)
		case *ast.SelectorExpr:
			if v := c.packageVar(x.Sel); v != nil && !v.IsField() {
				return v // pkg.Var
			}
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.ParenExpr:
			e = x.X
		case *ast.SliceExpr:
			e = x.X
		default:
			return nil
		}
	}
}

func (c *checked) packageVar(id *ast.Ident) *types.Var {
	v, ok := c.info.Uses[id].(*types.Var)
	if !ok || v.IsField() || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	return v
}

func TestSizes(t *testing.T) {
	m := load(t)
	for _, s := range m.sources {
		report(t, m.sizes(s))
	}
}

func TestNoMutableGlobals(t *testing.T) {
	m := load(t)
	for _, c := range m.packages(func(string) bool { return true }) {
		report(t, m.globals(c))
		report(t, m.interfaces(c))
	}
}

func TestSizesCanFail(t *testing.T) {
	blank := func(n int) string { return strings.Repeat("\n", n) }
	for _, c := range []struct{ file, text, want string }{
		{"a/a.go", "package a" + blank(501), "501 lines"},
		{"a/a.go", "package a" + blank(500), ""},
		{"a/a_test.go", "package a" + blank(1000), ""},
		{"a/a_test.go", "package a" + blank(1001), "1001 lines"},
		{"a/a.go", "package a\nfunc f() {" + blank(70) + "}\n", "func f has 71 lines"},
		{"a/a.go", "package a\nfunc f() {" + blank(69) + "}\n", ""},
		{"lang/lua/run.go", "package lua\nfunc run() {" + blank(500) + "}\n", ""},
		{"lang/lua/run.go", "package lua" + blank(601), "601 lines"},
		{"lang/lua/run.go", "package lua\nfunc walk() {" + blank(70) + "}\n", "func walk has 71 lines"},
		{"lang/lua/table.go", "package lua\nfunc run() {" + blank(70) + "}\n", "func run has 71 lines"},
		{"a/a.go", "package a\nfunc init() {}\n", "func init"},
		{"a/a.go", "package helpers\n", "package helpers"},
		{"a/a_test.go", "package util_test\n", "package util"},
		{"a/a.go", "// Code generated by hand. DO NOT EDIT.\n\npackage a" + blank(900), ""},
	} {
		m, _, s := snippet(t, c.file, c.text)
		if c.want == "" {
			wantFaults(t, m.sizes(s))
		} else {
			wantFaults(t, m.sizes(s), c.want)
		}
	}
}

func TestInterfacesCanFail(t *testing.T) {
	m, c, _ := snippet(t, "a/a.go", `package a
type Good interface { A(); B(); C(); D(); E() }
type Bad interface { Good; F() }
type Number interface { ~int | ~float64 }
`)
	wantFaults(t, m.interfaces(c), "interface Bad has 6 methods")
}

func TestGlobalsCanFail(t *testing.T) {
	for body, want := range map[string]string{
		"v = 1":                     "variable v",
		"v++":                       "variable v",
		"_ = &v":                    "variable v",
		"s.f[1] = 2":                "variable s",
		"*p = 3":                    "variable p",
		"delete(d, 1)":              "variable d",
		"d[1] = 2":                  "variable d",
		"mu.Lock()":                 "variable mu",
		"_ = arr[:]":                "variable arr",
		"for v = range 3 {}":        "variable v",
		"func() { v = 1 }()":        "variable v",
		"os.Args = nil":             "variable Args",
		"_ = v; _ = d[1]; _ = s.f":  "",
		"v := 2; v++; _ = &v":       "",
		"x := arr; x[0] = 1":        "",
		"_ = err; _ = arr[0]; g(v)": "",
	} {
		m, c, _ := snippet(t, "a/a.go", `package a
import ("errors"; "os"; "sync")
var (
	v int
	s struct{ f [3]int }
	p *int
	d map[int]int
	mu sync.Mutex
	arr [3]int
	err = errors.New(os.Args[0])
)
func g(int) {}
func f() {
`+body+"\n}\n")
		if want == "" {
			wantFaults(t, m.globals(c))
		} else {
			wantFaults(t, m.globals(c), want)
		}
	}
}
