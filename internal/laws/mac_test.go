package laws

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// Everything has the types it needs on a Mac, too. Nothing is compiled for it: what functions of other modules do is left out, and of
// ours the types are checked.
func TestMac(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // what is read mostly stays
	fset, parsed := token.NewFileSet(), map[string]*ast.File{}
	var lock sync.Mutex
	// parse reads each file once, for all modules, whose packages use many of the same: the bodies in it are checked with the
	// first module, which is the one that has them.
	parse := func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
		lock.Lock()
		f := parsed[name]
		lock.Unlock()
		if f != nil {
			return f, nil
		}
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if f != nil && !strings.HasPrefix(name, root+string(filepath.Separator)) {
			bare(f)
		}
		if err == nil {
			lock.Lock()
			parsed[name] = f
			lock.Unlock()
		}
		return f, err
	}
	for _, m := range modules {
		dir := filepath.Join(root, m)
		found, err := packages.Load(&packages.Config{
			Mode: packages.NeedName | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax,
			Dir:  dir,
			Env:  append(os.Environ(), "GOOS=darwin", "GOARCH=arm64", "CGO_ENABLED=0"),
			Fset: fset, ParseFile: parse,
		}, "./...")
		if err != nil {
			t.Fatal(err)
		}
		if len(found) < 5 {
			t.Errorf("%s: %d packages", dir, len(found))
		}
		for _, p := range found {
			for _, e := range p.Errors {
				t.Error(e)
			}
		}
		for _, f := range parsed {
			bare(f)
		}
	}
}

// bare leaves out what functions do.
func bare(f *ast.File) {
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok {
			d.Body = nil
		}
	}
}
