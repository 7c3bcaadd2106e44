package gen_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/atoms/gen"
	"github.com/sinew-robotics/sinew/lang/gogen"
)

// TestOwn writes source into a module of somebody else, with the program that the package's comment shows: it builds,
// and there is nothing about it that vet complains of.
func TestOwn(t *testing.T) {
	repo, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, c := range []struct{ file, name string }{{headingFile, "heading"}, {switchedFile, "switched"}} {
		folder := filepath.Join(dir, c.name, "law")
		files, err := gen.Source(example(t, c.file), gen.Options{Package: "law", Import: "example.org/robot/" + c.name + "/law", Origin: filepath.Base(c.file)})
		if err != nil {
			t.Fatal(err)
		}
		if err := gogen.Write(folder, files, false); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, c.name, "main.go"), shownMain(t, filepath.Join(folder, "program.go")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"mod", "init", "example.org/robot"}, {"work", "init", ".", repo}, {"vet", "./..."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=")
		if args[0] != "work" {
			cmd.Env = append(cmd.Env, "GOWORK="+map[bool]string{true: "off", false: filepath.Join(dir, "go.work")}[args[0] == "mod"])
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// shownMain is the program in a package's comment.
func shownMain(t *testing.T, file string) []byte {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	doc := ""
	for _, c := range f.Comments {
		if doc = (&ast.CommentGroup{List: c.List}).Text(); strings.HasPrefix(doc, "Package ") {
			break
		}
	}
	_, code, ok := strings.Cut(doc, "\n\tpackage main\n")
	if !ok {
		t.Fatalf("%s shows no program", file)
	}
	return append([]byte("package main\n"), bytes.ReplaceAll([]byte("\n"+code), []byte("\n\t"), []byte("\n"))...)
}
