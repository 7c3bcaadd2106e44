package gen_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/golden"
	"github.com/sinew-robotics/sinew/lang/asn1"
	"github.com/sinew-robotics/sinew/lang/gogen"
	"github.com/sinew-robotics/sinew/lang/param"
	"github.com/sinew-robotics/sinew/lang/param/gen"
	"github.com/sinew-robotics/sinew/lang/param/paramtest"
)

// source writes types as a package.
func source(t *testing.T, pkg string, types ...*param.Type) []byte {
	t.Helper()
	f := gogen.New(pkg)
	if err := gen.Write(f, types...); err != nil {
		t.Fatal(err)
	}
	src, err := f.Source()
	if err != nil {
		t.Fatal(err)
	}
	used(t, src)
	return src
}

// used expects that a source uses what it imports.
func used(t *testing.T, src []byte) {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	ast.Inspect(tree, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				names[x.Name] = true
			}
		}
		return true
	})
	for _, i := range tree.Imports {
		name := path.Base(strings.Trim(i.Path.Value, `"`))
		if i.Name != nil {
			name = i.Name.Name
		}
		if !names[name] {
			t.Fatalf("%s is imported and not used:\n%s", name, src)
		}
	}
}

func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/drive.asn1")
	if err != nil {
		t.Fatal(err)
	}
	set, faults := asn1.Parse(asn1.Source{Name: "drive.asn1", Text: text})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	k, err := set.Type("Parameters")
	if err != nil {
		t.Fatal(err)
	}
	src := source(t, "drive", k)
	golden.Check(t, "testdata/drive.go.golden", src)
	if again := source(t, "drive", k); string(again) != string(src) {
		t.Error("the same types gave other bytes")
	}
	speed := &param.Type{Kind: param.Real, Name: "Speed", Unit: "m/s"}
	if src := source(t, "x", speed); !strings.Contains(string(src), "type Speed = unit.Speed\n") {
		t.Errorf("%s", src)
	}
	for _, bad := range [][]*param.Type{{{Kind: param.Record}}, {speed, {Kind: param.Record, Name: "speed"}}} {
		if err := gen.Write(gogen.New("x"), bad...); err == nil {
			t.Error("types without names of their own were written")
		}
	}
}

const check = `package main

import (
	"fmt"
	"os"
	"reflect"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/param"
)

// same reports whether two values are equal, and memory that both have.
func same(x, y reflect.Value) (equal, shared bool) {
	switch equal = true; x.Kind() {
	case reflect.Slice:
		if equal = x.Len() == y.Len() && x.IsNil() == y.IsNil(); equal && x.Len() > 0 && x.Pointer() == y.Pointer() && x.Type().Elem().Size() > 0 {
			return true, true
		}
		fallthrough
	case reflect.Array:
		for i := 0; equal && i < x.Len(); i++ {
			e, s := same(x.Index(i), y.Index(i))
			equal, shared = e, shared || s
		}
	case reflect.Struct:
		for i := range x.NumField() {
			e, s := same(x.Field(i), y.Field(i))
			equal, shared = equal && e, shared || s
		}
	default:
		equal = x.Equal(y)
	}
	return equal, shared
}

// cloned reports whether what shares memory has a Clone that does not.
func cloned(x any) bool {
	v := reflect.ValueOf(x)
	if m := v.MethodByName("Clone"); m.IsValid() {
		v = m.Call(nil)[0]
	}
	equal, shared := same(reflect.ValueOf(x), v)
	return equal && !shared
}

type tried struct {
	clean, bad, place string
	read       func(text string) (interface{ Validate() error }, diag.Faults)
}

func main() {
	wrong := 0
	for i, c := range all() {
		x, faults := c.read(c.clean)
		if err := x.Validate(); len(faults) > 0 || err != nil || !cloned(x) {
			fmt.Println(i, faults, err, c.clean)
			wrong++
		}
		if _, faults := c.read(c.bad); len(faults) != 1 || faults[0].Code+" "+faults[0].Pos.String() != c.place {
			fmt.Println(i, faults, c.place, c.bad)
			wrong++
		}
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

func all() []tried {
	return []tried{
`

// TestRandomTypes: 200 types as one package have nothing that vet complains of; what they read they find valid, and the
// fault in a text where it is.
func TestRandomTypes(t *testing.T) {
	draw := paramtest.Trials(nil, param.YAML)
	repo, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var types []*param.Type
	var b strings.Builder
	b.WriteString(check)
	for seed := range 200 {
		d := draw.Example(seed)
		source(t, "alone", d.Type)
		d.Type.Name = fmt.Sprintf("T%d", seed)
		types = append(types, d.Type)
		place := fmt.Sprintf("%s x:%d:%d", d.Bad.Code, d.Bad.Line, d.Bad.Column)
		fmt.Fprintf(&b, "\t\t{%q, %q, %q, func(text string) (interface{ Validate() error }, diag.Faults) {\n\t\t\tx, faults := ReadT%d(param.YAML, \"x\", []byte(text))\n\t\t\treturn x, faults\n\t\t}},\n",
			d.Clean, d.Bad.Text, place, seed)
	}
	b.WriteString("\t}\n}\n")
	for name, text := range map[string]string{"types.go": string(source(t, "main", types...)), "main.go": b.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"mod", "init", "example.org/random"}, {"work", "init", ".", repo}, {"vet", "."}, {"run", "."}} {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOPROXY=off", "GOWORK=")
		if args[0] != "work" {
			cmd.Env = append(cmd.Env, "GOWORK="+map[bool]string{true: "off", false: filepath.Join(dir, "go.work")}[args[0] == "mod"])
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%.4000s", strings.Join(args, " "), err, out)
		}
	}
}
