package syntax

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
)

var rewrite = flag.Bool("rewrite", false, "write the layouts that the texts in testdata have now")

// clearLines forgets where the nodes of a tree stand, so that trees can be compared.
func clearLines(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			clearLines(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			clearLines(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if n := v.Type().Field(i).Name; n == "Line" || n == "End" || n == "Lines" {
				v.Field(i).SetZero()
				continue
			}
			clearLines(v.Field(i))
		}
	}
}

// checkLayout lays out a text, and checks that it means the same and that it stays.
func checkLayout(t interface{ Fatalf(string, ...any) }, text string) string {
	before, err := Parse("t", text)
	if err != nil {
		t.Fatalf("%v", err)
	}
	laid, err := Format("t", text)
	if err != nil {
		t.Fatalf("%v", err)
	}
	after, err := Parse("t", laid)
	if err != nil {
		t.Fatalf("the layout has a fault: %v\n%s", err, laid)
	}
	clearLines(reflect.ValueOf(before))
	clearLines(reflect.ValueOf(after))
	if !reflect.DeepEqual(before, after) {
		t.Fatalf("the layout means something else:\n%s", laid)
	}
	again, err := Format("t", laid)
	if err != nil || again != laid {
		t.Fatalf("the layout changes when it is laid out: %v\n%s", err, cmp.Diff(laid, again))
	}
	return laid
}

// corpus is every script of the repository that is near.
func corpus(t *testing.T) (texts []string) {
	t.Helper()
	files, _ := filepath.Glob("../testdata/conformance/*.lua")
	more, _ := filepath.Glob("testdata/*.lua")
	for _, f := range append(files, more...) {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(b))
	}
	if len(texts) < 4 {
		t.Fatal("no scripts")
	}
	return texts
}

// TestFormat holds layouts against those in testdata.
func TestFormat(t *testing.T) {
	text, err := os.ReadFile("testdata/untidy.lua")
	if err != nil {
		t.Fatal(err)
	}
	laid := checkLayout(t, string(text))
	if *rewrite {
		if err := os.WriteFile("testdata/tidy.lua", []byte(laid), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/tidy.lua")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), laid); d != "" {
		t.Error(d)
	}
	for _, text := range corpus(t) {
		checkLayout(t, text)
	}
	for text, want := range map[string]string{
		"":                           "",
		"\n\n":                       "",
		"-- only":                    "-- only\n",
		"#!/usr/bin/lua\r\nx=1\r\n":  "#!/usr/bin/lua\nx = 1\n",
		"x=- -1 y=-(-x) z=~ ~x":      "x = - -1 y = -(-x) z = ~~x\n",
		"t[ [[a]] ]=[[b\r\nc]]":      "t[ [[a]] ] = [[b\nc]]\n",
		"a=1 ..2":                    "a = 1 .. 2\n",
		"f'x' f {1} g\t(3)":          "f'x' f {1} g(3)\n",
		"local a<const>,b<close> =1": "local a <const>, b <close> = 1\n",
		"goto x ::x:: ;":             "goto x ::x::;\n",
		"return(a.b:c'd')^-2":        "return (a.b:c'd')^-2\n",
		"if a<b then return end":     "if a < b then return end\n",
	} {
		if got := checkLayout(t, text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
	var fault *Error
	if _, err := Format("t", "x ="); !errors.As(err, &fault) || fault.Line != 1 {
		t.Errorf("a text with a fault: %v", err)
	}
}

// TestFormatAnything: whatever stands between the tokens of a text, its layout means the same and stays.
func TestFormatAnything(t *testing.T) {
	texts := corpus(t)
	var all [][]piece
	for _, text := range texts {
		all = append(all, pieces(text))
	}
	between := []string{" ", "\n", "\t", "\r\n", "\n\n\n", " --[[x]] ", " --y \n", " --[==[ z\n ]] ]==] ", "", "", ""}
	rapid.Check(t, func(t *rapid.T) {
		ps := all[rapid.IntRange(0, len(all)-1).Draw(t, "text")]
		var b strings.Builder
		fill := rapid.SliceOfN(rapid.IntRange(0, len(between)-1), 50, 50).Draw(t, "between")
		for i, p := range ps {
			b.WriteString(p.text)
			if p.kind == tokComment {
				b.WriteString("\n")
				continue
			}
			sep := between[fill[i%len(fill)]]
			if sep == "" && i+1 < len(ps) && !touch(p.text, ps[i+1].text) {
				sep = " "
			}
			b.WriteString(sep)
		}
		checkLayout(t, b.String())
	})
}

// touch says whether two tokens stay two when nothing stands between them.
func touch(a, b string) bool {
	got := func() (got []piece) {
		defer func() { _ = recover() }() // of the lexer
		return pieces(a + b)
	}()
	return len(got) == 2 && got[0].text == a && got[1].text == b && !strings.HasPrefix(a, "#")
}

// FuzzFormat lays out any text that can be read.
func FuzzFormat(f *testing.F) {
	for _, file := range []string{"testdata/untidy.lua", "testdata/tidy.lua"} {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	for _, s := range []string{"a = - --x\n-b", "#", "#x\n--y", "x = a < b, c > d", "local x <close> y()", "f\n{\n}\n\"\"", "return\n;", "::a::::b::", "a=[==[\r]]\n\r]==]", "--[[\r]]--[=[\n]=]"} {
		f.Add(s)
	}
	fuzz.Run(f, func(t *testing.T, text string) {
		if _, err := Parse("t", text); err == nil {
			checkLayout(t, text)
		}
	})
}
