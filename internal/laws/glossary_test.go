package laws

import (
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// names lists what the packages declare, by folder: top-level names, and methods and fields as Type.Name.
func names(sources []*source) map[string][]string {
	declared := map[string][]string{}
	for _, s := range sources {
		if s.test() {
			continue
		}
		add := func(names ...*ast.Ident) {
			for _, n := range names {
				declared[s.dir()] = append(declared[s.dir()], n.Name)
			}
		}
		declared[s.dir()] = append(declared[s.dir()], "")
		for _, d := range s.tree.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					add(d.Name)
				} else {
					add(&ast.Ident{Name: receiver(d) + "." + d.Name.Name})
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.ValueSpec:
						add(spec.Names...)
					case *ast.TypeSpec:
						add(spec.Name)
						for _, f := range members(spec) {
							add(&ast.Ident{Name: spec.Name.Name + "." + f})
						}
					}
				}
			}
		}
	}
	return declared
}

// receiver returns the name of a method's type.
func receiver(d *ast.FuncDecl) (name string) {
	ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
		if i, ok := n.(*ast.Ident); ok && name == "" {
			name = i.Name
		}
		return name == ""
	})
	return name
}

// members returns the names of a type's fields, or of an interface's methods.
func members(t *ast.TypeSpec) (names []string) {
	var fields *ast.FieldList
	switch x := t.Type.(type) {
	case *ast.StructType:
		fields = x.Fields
	case *ast.InterfaceType:
		fields = x.Methods
	default:
		return nil
	}
	for _, f := range fields.List {
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

var (
	glossaryRow   = regexp.MustCompile(`^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$`)
	glossaryPlace = regexp.MustCompile("^`([a-z0-9/]+)`(?:: ((?:`[A-Za-z0-9_.]+`(?:, )?)+))?$")
)

// misplaced finds the rows of a glossary that are malformed, or name a package or something in it that does not exist.
func misplaced(glossary string, declared map[string][]string) (faults []string) {
	for i, line := range strings.Split(glossary, "\n") {
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "| term |") || strings.HasPrefix(line, "|---") {
			continue
		}
		fault := func(format string, args ...any) {
			faults = append(faults, fmt.Sprintf("docs/glossary.md:%d: "+format, append([]any{i + 1}, args...)...))
		}
		row := glossaryRow.FindStringSubmatch(line)
		if row == nil {
			fault("a row has four cells: term, meaning, where, counterpart")
			continue
		}
		for place := range strings.SplitSeq(row[3], "; ") {
			p := glossaryPlace.FindStringSubmatch(place)
			if p == nil {
				fault("%s is not a package in backquotes, with names of it after a colon", place)
				continue
			}
			all, ok := declared[p[1]]
			if !ok {
				fault("there is no package %s", p[1])
				continue
			}
			for _, name := range strings.Split(strings.ReplaceAll(p[2], "`", ""), ", ") {
				if !slices.Contains(all, name) {
					fault("package %s has no %s", p[1], name)
				}
			}
		}
	}
	return faults
}

func TestGlossary(t *testing.T) {
	m := load(t)
	text, err := os.ReadFile(filepath.Join(m.root, "docs", "glossary.md"))
	if err != nil {
		t.Fatal(err)
	}
	declared := names(m.sources)
	declared["bench"] = []string{""} // a module of packages, with no files of its own
	report(t, misplaced(string(text), declared))
	for _, page := range []string{"README.md", "docs/architecture.md"} {
		if text, err := os.ReadFile(filepath.Join(m.root, page)); err != nil || !strings.Contains(string(text), "glossary.md)") {
			t.Errorf("%s does not link to the glossary: %v", page, err)
		}
	}
}

func TestGlossaryCanFail(t *testing.T) {
	_, _, s := snippet(t, "a/a.go", "package a\ntype T struct{ F int }\nfunc (t *T) M() {}\nvar V int\n")
	declared := names([]*source{s})
	row := func(where string) string {
		return "| term | meaning | where | counterpart |\n|---|---|---|---|\n| x | y | " + where + " | none |\n"
	}
	wantFaults(t, misplaced(row("`a`: `T`, `T.F`, `T.M`, `V`; `a`"), declared))
	wantFaults(t, misplaced(row("`a`: `T`, `T.G`, `W`"), declared), "package a has no T.G", "package a has no W")
	wantFaults(t, misplaced(row("`b`: `T`"), declared), "no package b")
	wantFaults(t, misplaced(row("package a"), declared), "not a package in backquotes")
	wantFaults(t, misplaced("| x | y |\n", declared), "four cells")
}
