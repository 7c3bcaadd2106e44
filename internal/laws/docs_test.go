package laws

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// undocumented finds the packages without a doc comment in any of their files.
func undocumented(sources []*source) (faults []string) {
	documented, first := map[string]bool{}, []string{}
	for _, s := range sources {
		if s.test() {
			continue
		}
		if _, seen := documented[s.dir()]; !seen {
			first = append(first, s.dir())
		}
		documented[s.dir()] = documented[s.dir()] || s.tree.Doc.Text() != ""
	}
	for _, d := range first {
		if !documented[d] {
			faults = append(faults, fmt.Sprintf("%s: no package doc comment: say what it is for, its units, frames and sources", d))
		}
	}
	return faults
}

// plain are methods whose meaning every Go reader knows.
var plain = []string{"String", "Error", "Unwrap", "Len", "Less", "Swap", "Close", "MarshalText", "UnmarshalText"}

// unexplained finds the exported names of a file that have no comment. A group's comment covers its members.
func (m *tree) unexplained(s *source) (faults []string) {
	if s.test() || s.main() || s.made() {
		return nil
	}
	for _, d := range s.tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Doc.Text() == "" && ast.IsExported(d.Name.Name) && exportedReceiver(d) && !slices.Contains(plain, d.Name.Name) {
				faults = append(faults, fmt.Sprintf("%s: %s has no doc comment", m.at(d), d.Name.Name))
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if name := bareSpec(d, spec); name != "" {
					faults = append(faults, fmt.Sprintf("%s: %s has no doc comment", m.at(spec), name))
				}
			}
		}
	}
	return faults
}

// bareSpec returns the exported name of a type, constant or variable without a comment of its own or its group's.
func bareSpec(d *ast.GenDecl, spec ast.Spec) string {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if ast.IsExported(s.Name.Name) && s.Doc.Text() == "" && (d.Doc.Text() == "" || d.Lparen != token.NoPos) {
			return s.Name.Name
		}
	case *ast.ValueSpec:
		if d.Doc.Text() == "" && s.Doc.Text() == "" && s.Comment.Text() == "" && ast.IsExported(s.Names[0].Name) {
			return s.Names[0].Name
		}
	}
	return ""
}

func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	e := d.Recv.List[0].Type
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			return ast.IsExported(x.Name)
		default:
			return true
		}
	}
}

func TestDocs(t *testing.T) {
	m := load(t)
	report(t, undocumented(m.sources))
	for _, s := range m.sources {
		report(t, m.unexplained(s))
	}
}

func TestDocsCanFail(t *testing.T) {
	_, _, bare := snippet(t, "a/a.go", "package a\n")
	_, _, doc := snippet(t, "b/doc.go", "// Package b is here.\npackage b\n")
	_, _, more := snippet(t, "b/b.go", "package b\n")
	wantFaults(t, undocumented([]*source{bare, doc, more}), "a: no package doc")
	m, _, s := snippet(t, "a/b.go", strings.ReplaceAll(`package a
func F() {}
|F is said.
func G() {}
func h() {}
func (t) F() {}
func (*T[A]) Bare() {}
func (T[A]) String() string { return "" }
type T[A any] struct{}
|These are said.
const (
	C = 1
	D = 2
)
var V int
var W int |said.
`, "|", "// "))
	wantFaults(t, m.unexplained(s), "F has no", "Bare has no", "T has no", "V has no")
}
