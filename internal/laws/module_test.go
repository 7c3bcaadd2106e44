package laws

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/sinew-robotics/sinew"

// modules are the folders with a go.mod: the library's, and the benches', whose paths lie within the library's.
var modules = []string{".", "bench"}

// source is one Go file, whatever its build tags.
type source struct {
	path  string // in the module, with slashes
	lines int
	tree  *ast.File
}

func (s *source) dir() string   { return path.Dir(s.path) }
func (s *source) test() bool    { return strings.HasSuffix(s.path, "_test.go") }
func (s *source) made() bool    { return ast.IsGenerated(s.tree) || sealed(s.tree) }
func (s *source) cgo() bool     { return slices.Contains(imports(s.tree), "C") }
func (s *source) main() bool    { return s.tree.Name.Name == "main" }
func (s *source) inBuild() bool { return !s.test() && !s.made() && !s.cgo() }

// sealed tells whether a file was made by a generator whose files may be edited, and are kept then.
func sealed(f *ast.File) bool {
	return len(f.Comments) > 0 && strings.HasPrefix(f.Comments[0].Text(), "Made by sinew gen from ")
}

// checked is one package of the default build with its types.
type checked struct {
	path  string // in the module
	files []*ast.File
	pkg   *types.Package
	info  *types.Info
}

// tree is the whole module, read once.
type tree struct {
	fset    *token.FileSet
	root    string
	sources []*source
	exports map[string]string   // import path → export data
	built   map[string][]string // package → files of the default build
	needs   map[string][]string // import path → what it imports, whole paths
	cache   types.Importer      // of what go list has compiled, each read once
	checked map[string]*checked // packages of the default build, each checked once
}

var module0 = sync.OnceValues(read)

func load(t *testing.T) *tree {
	t.Helper()
	m, err := module0()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// skipped are directories with nothing of ours in them.
var skipped = []string{".git", "bin", "runs", "node_modules", "testdata", "dist"}

func read() (*tree, error) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return nil, err
	}
	m := &tree{fset: token.NewFileSet(), root: root, exports: map[string]string{}, built: map[string][]string{}, needs: map[string][]string{},
		checked: map[string]*checked{}}
	m.cache = importer.ForCompiler(m.fset, "gc", func(p string) (io.ReadCloser, error) {
		if m.exports[p] == "" {
			return nil, fmt.Errorf("no export data for %s", p)
		}
		return os.Open(m.exports[p])
	})
	err = filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains(skipped, d.Name()) {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(file) != ".go" {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		s, err := parse(m.fset, filepath.ToSlash(rel), text)
		if err == nil {
			m.sources = append(m.sources, s)
		}
		return err
	})
	for _, dir := range modules {
		if err == nil {
			err = m.list(dir)
		}
	}
	return m, err
}

func parse(fset *token.FileSet, name string, text []byte) (*source, error) {
	f, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	return &source{path: name, lines: bytes.Count(text, []byte("\n")), tree: f}, nil
}

// list asks the go command for the files of a module's default build and for export data of everything they import.
func (m *tree) list(dir string) error {
	args := []string{"list", "-e", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles,Imports",
		"./...", "time", "math/rand", "math/rand/v2", "maps", "slices", "sync", "crypto/rand"}
	cmd := exec.Command("go", args...)
	cmd.Dir = filepath.Join(m.root, dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list: %w\n%s", err, &stderr)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Export, Dir string
			GoFiles, Imports        []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if _, known := m.exports[p.ImportPath]; known {
			continue // of the module before
		}
		m.exports[p.ImportPath], m.needs[p.ImportPath] = p.Export, p.Imports
		if rel, ok := inModule(p.ImportPath); ok {
			for _, f := range p.GoFiles {
				m.built[rel] = append(m.built[rel], path.Join(rel, f))
			}
		}
	}
}

// inModule turns an import path of this module into a path in it.
func inModule(p string) (string, bool) {
	if p == module {
		return ".", true
	}
	return strings.CutPrefix(p, module+"/")
}

func imports(f *ast.File) []string {
	var paths []string
	for _, i := range f.Imports {
		paths = append(paths, strings.Trim(i.Path.Value, `"`))
	}
	return paths
}

// check finds the types of one package. What does not compile is the compiler's to report: the laws look at the rest.
func (m *tree) check(p string, files []*ast.File) *checked {
	c := &checked{path: p, files: files, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	conf := types.Config{Importer: m.cache, Error: func(error) {}}
	c.pkg, _ = conf.Check(module+"/"+p, m.fset, files, c.info)
	return c
}

// packages returns the default build of the packages that want is true for, with types, without generated files.
func (m *tree) packages(want func(path string) bool) []*checked {
	bySource := map[string]*source{}
	for _, s := range m.sources {
		bySource[s.path] = s
	}
	var names []string
	for p := range m.built {
		if want(p) {
			names = append(names, p)
		}
	}
	slices.Sort(names)
	var all []*checked
	for _, p := range names {
		var files []*ast.File
		for _, f := range m.built[p] {
			if s := bySource[f]; s != nil && s.inBuild() {
				files = append(files, s.tree)
			}
		}
		if m.checked[p] == nil {
			m.checked[p] = m.check(p, files)
		}
		all = append(all, m.checked[p])
	}
	return all
}

// snippet checks one file of source given by a test.
func snippet(t *testing.T, name, text string) (*tree, *checked, *source) {
	t.Helper()
	m := load(t)
	s, err := parse(m.fset, name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m, m.check(s.dir(), []*ast.File{s.tree}), s
}

func (m *tree) at(n ast.Node) string {
	p := m.fset.Position(n.Pos())
	return fmt.Sprintf("%s:%d:%d", p.Filename, p.Line, p.Column)
}

func report(t *testing.T, faults []string) {
	t.Helper()
	for _, f := range faults {
		t.Error(f)
	}
}

// wantFaults fails unless there is one fault for each of wants, which contains it.
func wantFaults(t *testing.T, faults []string, wants ...string) {
	t.Helper()
	if len(faults) != len(wants) {
		t.Fatalf("got %d faults, want %d:\n%s", len(faults), len(wants), strings.Join(faults, "\n"))
	}
	for i, w := range wants {
		if !strings.Contains(faults[i], w) {
			t.Errorf("fault %d is %q, want %q in it", i, faults[i], w)
		}
	}
}
