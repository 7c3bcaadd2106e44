package gen

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/whole"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// Noted are the codes of what else Write reports.
func Noted() []diag.Rule {
	return []diag.Rule{
		{Code: "gen-unused", Text: "an algorithm, or a package, that the model does not need any more (a warning)"},
		{Code: "gen-changed", Text: "what an algorithm gets or gives is not what it was (a warning)"},
		{Code: "gen-lost", Text: "an algorithm that its file does not have, or has with other parameters (a warning)"},
	}
}

// Write writes files into a folder, which it creates. Files of the developer are written only if they are missing. The others are
// always written, but if one of them was edited, nothing is written unless forced. Files that were made before and are no longer needed
// are removed. Write returns warnings about what developers must check, and which files it has made or changed.
func Write(dir string, files []File, force bool) (written []string, notes diag.Faults, err error) {
	sealed := map[string][]gogen.Written{}
	for _, f := range files {
		if !f.Once {
			folder := path.Dir(f.Name)
			sealed[folder] = append(sealed[folder], gogen.Written{Name: path.Base(f.Name), Source: f.Source})
		}
	}
	gone, err := abandoned(dir, sealed)
	if err == nil && !force {
		err = edited(dir, sealed, gone)
	}
	if err != nil {
		return nil, nil, err
	}
	w := &writer{dir: dir}
	w.frames(files)
	for _, folder := range slices.Sorted(maps.Keys(sealed)) {
		for _, f := range sealed[folder] {
			if old, err := os.ReadFile(filepath.Join(dir, folder, f.Name)); err != nil || !bytes.Equal(old, f.Source) {
				written = append(written, filepath.Join(dir, folder, f.Name))
			}
		}
		if err := gogen.Write(filepath.Join(dir, folder), sealed[folder], force); err != nil {
			return written, nil, err
		}
	}
	for _, folder := range gone {
		if err := gogen.Write(filepath.Join(dir, folder), nil, force); err != nil {
			return written, nil, err
		}
		w.left(folder)
	}
	for _, f := range files {
		made, err := w.once(f)
		if err != nil {
			return written, nil, err
		}
		if made {
			written = append(written, filepath.Join(dir, f.Name))
		}
	}
	w.unused(files)
	w.notes.Sort()
	return written, w.notes, nil
}

// edited reports edited files that would be written again or removed.
func edited(dir string, now map[string][]gogen.Written, gone []string) error {
	var faults []error
	for _, folder := range append(slices.Sorted(maps.Keys(now)), gone...) {
		names, err := filepath.Glob(filepath.Join(dir, folder, "*_gen.go"))
		if err != nil {
			return err
		}
		for _, f := range now[folder] {
			if name := filepath.Join(dir, folder, f.Name); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		for _, name := range names {
			if old, err := os.ReadFile(name); err == nil && gogen.Edited(old) {
				faults = append(faults, fmt.Errorf("%s was edited since it was made: move it away, choose another folder, or give --force to lose the edits", name))
			}
		}
	}
	return errors.Join(faults...)
}

// abandoned are folders with files that were made before, none of which is needed any more.
func abandoned(dir string, now map[string][]gogen.Written) (gone []string, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !e.IsDir() || now[e.Name()] != nil {
			continue
		}
		made, err := filepath.Glob(filepath.Join(dir, e.Name(), "*_gen.go"))
		if err != nil {
			return nil, err
		}
		for _, name := range made {
			if old, err := os.ReadFile(name); err == nil && bytes.HasPrefix(old, []byte("// Made by sinew gen from ")) {
				gone = append(gone, e.Name())
				break
			}
		}
	}
	return gone, nil
}

// writer notes what developers must check.
type writer struct {
	dir   string
	notes diag.Faults
}

func (w *writer) note(code, file string, at token.Position, what, do string) {
	pos := diag.Pos{File: file}
	if at.IsValid() {
		pos = diag.Pos{File: at.Filename, Line: at.Line, Column: at.Column}
	}
	w.notes = append(w.notes, diag.Fault{Code: code, Pos: pos, What: what, Do: do, Severity: diag.Warning})
}

// sources parses the developer's files in a folder.
func (w *writer) sources(folder string) (set *token.FileSet, all []*ast.File) {
	set = token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(w.dir, folder, "*.go"))
	if err != nil {
		return set, nil
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_gen.go") {
			continue
		}
		if f, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution); f != nil && err == nil {
			all = append(all, f)
		}
	}
	return set, all
}

// left reports the developer's files that a folder still has.
func (w *writer) left(folder string) {
	set, all := w.sources(folder)
	for _, f := range all {
		w.note("gen-unused", "", set.Position(f.Package), "the model has no "+folder+" any more: what ran this has been removed", "take from it what is of use, and remove it")
	}
}

// once makes a file of the developer if no file has its algorithm.
func (w *writer) once(f File) (made bool, err error) {
	if !f.Once {
		return false, nil
	}
	name := filepath.Join(w.dir, f.Name)
	_, err = os.Stat(name)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return false, err
	}
	set, all := w.sources(path.Dir(f.Name))
	var lost []Algorithm
	for _, a := range f.Wants {
		got := method(all, a.State, a.Method)
		if got == nil {
			lost = append(lost, a)
			continue
		}
		missing = false
		if is := signature(got); is != a.Signature {
			w.note("gen-lost", "", set.Position(got.Pos()), a.Method+" of "+a.State+" is "+is+", and the model wants "+a.Signature, "give it these parameters")
		}
	}
	if !missing {
		for _, a := range lost {
			w.note("gen-lost", name, token.Position{}, "the algorithm of "+a.Of+" is not in it: "+a.Method+" of "+a.State, "write func (s *"+a.State+") "+a.Method+strings.TrimPrefix(a.Signature, "func"))
		}
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return false, err
	}
	return true, whole.WriteFile(name, f.Source)
}

// signature is a method's signature without names.
func signature(f *ast.FuncDecl) string {
	list := func(fields *ast.FieldList) (all []string) {
		if fields == nil {
			return nil
		}
		for _, x := range fields.List {
			for range max(1, len(x.Names)) {
				all = append(all, written(x.Type))
			}
		}
		return all
	}
	results := list(f.Type.Results)
	text := strings.Join(results, ", ")
	if len(results) > 1 {
		text = "(" + text + ")"
	}
	return strings.TrimSpace("func(" + strings.Join(list(f.Type.Params), ", ") + ") " + text)
}

// written is an expression as formatted by Go. (The function in go/types would bring in the whole type checker.)
func written(x ast.Expr) string {
	var b strings.Builder
	_ = format.Node(&b, token.NewFileSet(), x) // the tree has been parsed
	return b.String()
}

// method finds a method of a type.
func method(all []*ast.File, of, name string) *ast.FuncDecl {
	for _, f := range all {
		for _, d := range f.Decls {
			if m, ok := d.(*ast.FuncDecl); ok && m.Name.Name == name && m.Recv != nil && len(m.Recv.List) == 1 && strings.TrimPrefix(written(m.Recv.List[0].Type), "*") == of {
				return m
			}
		}
	}
	return nil
}

// unused reports algorithms that no thread calls.
func (w *writer) unused(files []File) {
	wanted, folders := map[string]bool{}, map[string]bool{}
	for _, f := range files {
		for _, a := range f.Wants {
			folders[path.Dir(f.Name)] = true
			wanted[path.Dir(f.Name)+"/"+a.Of] = true
		}
	}
	for _, f := range files {
		if path.Base(f.Name) == "node_gen.go" {
			folders[path.Dir(f.Name)] = true
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		set, all := w.sources(folder)
		for _, f := range all {
			for _, group := range f.Comments {
				for _, c := range group.List {
					what := "thread "
					name, ok := strings.CutPrefix(c.Text, directive)
					if !ok {
						what = "service "
						name, ok = strings.CutPrefix(c.Text, serving)
					}
					if name = strings.TrimSpace(name); ok && !wanted[folder+"/"+name] {
						w.note("gen-unused", "", set.Position(c.Pos()), "the model has no "+what+name+" in "+folder+" any more: nothing calls this algorithm", "take from it what is of use, and remove it")
					}
				}
			}
		}
	}
}

// frames reports changes in the inputs and outputs of algorithms, with the places where they are used.
func (w *writer) frames(files []File) {
	for _, f := range files {
		if f.Once || !strings.HasSuffix(f.Name, "_gen.go") {
			continue
		}
		old, err := os.ReadFile(filepath.Join(w.dir, f.Name))
		if err != nil || bytes.Equal(old, f.Source) {
			continue
		}
		before, after := frames(old), frames(f.Source)
		for _, key := range slices.Sorted(maps.Keys(before)) {
			typ, field, _ := strings.Cut(key, ".")
			if _, same := after[typ+"."]; !same || field == "" || before[key] == after[key] {
				continue
			}
			what := key + " is not there any more: it was " + before[key]
			if after[key] != "" {
				what = key + " is " + after[key] + " now: it was " + before[key]
			}
			w.changed(path.Dir(f.Name), field, what)
		}
		for _, key := range slices.Sorted(maps.Keys(after)) {
			typ, field, _ := strings.Cut(key, ".")
			if _, there := before[typ+"."]; there && field != "" && before[key] == "" {
				w.note("gen-changed", filepath.Join(w.dir, strings.TrimSuffix(f.Name, "_gen.go")+".go"), token.Position{}, key+" is new: "+after[key], "let the algorithm use it, if it is of use")
			}
		}
	}
}

// changed reports a changed field where it is used, or at least the folder from which it has gone.
func (w *writer) changed(folder, field, what string) {
	set, all := w.sources(folder)
	found := false
	for _, f := range all {
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == field {
				found = true
				w.note("gen-changed", "", set.Position(s.Sel.Pos()), what, "change the algorithm")
			}
			return true
		})
	}
	if !found {
		w.note("gen-changed", filepath.Join(w.dir, folder), token.Position{}, what, "no algorithm uses it: nothing is to be done")
	}
}

// frames are the fields of the input and output structs of algorithms: type.field, and type. alone.
func frames(src []byte) map[string]string {
	all := map[string]string{}
	f, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		return all
	}
	ast.Inspect(f, func(n ast.Node) bool {
		t, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		s, ok := t.Type.(*ast.StructType)
		if !ok || !strings.HasSuffix(t.Name.Name, "In") && !strings.HasSuffix(t.Name.Name, "Out") {
			return false
		}
		all[t.Name.Name+"."] = "struct"
		for _, x := range s.Fields.List {
			for _, name := range x.Names {
				all[t.Name.Name+"."+name.Name] = written(x.Type)
			}
		}
		return false
	})
	return all
}
