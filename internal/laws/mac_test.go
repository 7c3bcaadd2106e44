package laws

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
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
	for _, m := range modules {
		dir := filepath.Join(root, m)
		found, err := packages.Load(&packages.Config{
			Mode: packages.NeedName | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax,
			Dir:  dir,
			Env:  append(os.Environ(), "GOOS=darwin", "GOARCH=arm64", "CGO_ENABLED=0"),
			ParseFile: func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
				f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
				if f != nil && !strings.HasPrefix(name, root+string(filepath.Separator)) {
					for _, d := range f.Decls {
						if d, ok := d.(*ast.FuncDecl); ok {
							d.Body = nil
						}
					}
				}
				return f, err
			},
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
	}
}
