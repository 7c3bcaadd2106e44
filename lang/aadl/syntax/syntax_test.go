package syntax

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/diag"
)

var rewrite = flag.Bool("rewrite", false, "write the goldens anew")

// golden compares with what stands in a file beside a text.
func golden(t *testing.T, file, got string) {
	t.Helper()
	file = strings.TrimSuffix(file, ".aadl") + ".golden"
	if *rewrite {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want +got); with -rewrite it is written anew\n%s", file, d)
	}
}

// texts reads the texts of a folder in testdata.
func folder(t testing.TB, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.aadl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no texts in %s: %v", dir, err)
	}
	all := map[string]string{}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all[f] = string(b)
	}
	return all
}

// TestTrees: the tree of every construct, with places.
func TestTrees(t *testing.T) {
	for file, text := range folder(t, "tree") {
		f, faults := Parse(filepath.Base(file), text)
		if len(faults) > 0 {
			t.Errorf("%v", faults)
		}
		golden(t, file, dump(f, true))
		checkPlaces(t, f, faults)
		checkFormat(t, f)
	}
}

// TestFaults: each mistake is one fault, at its place. In the text a comment names what is wrong in the line below it.
func TestFaults(t *testing.T) {
	for file, text := range folder(t, "faults") {
		f, faults := Parse(filepath.Base(file), text)
		golden(t, file, faults.Error()+"\n")
		checkPlaces(t, f, faults)
		for _, x := range faults {
			if !slices.ContainsFunc(Rules(), func(r diag.Rule) bool { return r.Code == x.Code }) {
				t.Errorf("there is no rule %s", x.Code)
			}
		}
		if out, err := Format(f); err == nil {
			t.Errorf("%s is formatted: %s", file, out)
		}
	}
}

// TestFormat: how texts are laid out.
func TestFormat(t *testing.T) {
	for file, text := range folder(t, "format") {
		f, faults := Parse(filepath.Base(file), text)
		if len(faults) > 0 {
			t.Errorf("%v", faults)
		}
		golden(t, file, checkFormat(t, f))
	}
}

// tester is a *testing.T or a *rapid.T.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
}

// checkFormat formats a text: it must mean the same, and formatted again be the same.
func checkFormat(t tester, f *File) string {
	t.Helper()
	out, err := Format(f)
	if err != nil {
		t.Errorf("%v", err)
		return ""
	}
	g, faults := Parse(f.Name, string(out))
	if len(faults) > 0 {
		t.Errorf("formatted it has faults: %v\n%s", faults, out)
		return ""
	}
	if d := cmp.Diff(plainTokens(f), plainTokens(g)); d != "" {
		t.Errorf("formatting changed tokens (-before +after)\n%s", d)
	}
	if d := cmp.Diff(dump(f, false), dump(g, false)); d != "" {
		t.Errorf("formatting changed the tree (-before +after)\n%s", d)
	}
	again, err := Format(g)
	if d := cmp.Diff(string(out), string(again)); d != "" || err != nil {
		t.Errorf("formatted twice it differs: %v\n%s", err, d)
	}
	if strings.Contains(string(out), "\n\n\n") && !strings.Contains(f.Text, "{**") || len(out) > 0 && out[len(out)-1] != '\n' {
		t.Errorf("too many blank lines, or no end of the last\n%s", out)
	}
	return string(out)
}

// plainTokens are the tokens of a file as formatting leaves them.
func plainTokens(f *File) (all []string) {
	for _, t := range f.Tokens {
		text := f.Text[t.Start:t.End]
		switch {
		case t.Kind.Keyword():
			text = Fold(text)
		case t.Kind == Comment:
			text = strings.TrimRight(text, " \t\f\v")
		case t.Kind == AnnexText:
			text = unixLines.Replace(text)
		}
		all = append(all, text)
	}
	return all
}

// TestFaultyTextsAreNotFormatted says so.
func TestFaultyTextsAreNotFormatted(t *testing.T) {
	f, _ := Parse("a.aadl", "package A public end B;")
	if _, err := Format(f); err == nil || err.Error() != "a.aadl has faults: mend them first" {
		t.Error(err)
	}
}

// TestEncodings: what is no UTF-8 may stand in comments, strings and annexes; ends of lines are as they come.
func TestEncodings(t *testing.T) {
	unit := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	for text, want := range map[string]string{
		"":      "",
		" \n\t": "",
		"\xef\xbb\xbf-- a mark before it\npackage A public end A;":     "",
		unit("package A -- caf\xe9\npublic\n data D\n end D;\nend A;"): "",
		"package A public properties S => \"caf\xe9\"; end A;":         "",
		"package A public annex x {** \xe9\xff\x00 **}; end A;":        "",
		"package A\rpublic -- a comment\rend A;\r":                     "",
		"package A public data caf\xe9 end caf\xe9; end A;":            "a:1:26: here are bytes that are no text",
		"package A public data café end café; end A;":                  "a:1:26: 'é' stands outside",
		"\xff\xfep\x00a\x00c\x00":                                      "a:1:1: this is a text in UTF-16",
		"package A public\x00\x00 end A;\x00":                          "a:1:17: here are bytes that are in no text",
		"package A public data D\u00a0end D; end A;":                   "a:1:24: '\\u00a0' stands outside",
	} {
		f, faults := Parse("a", text)
		got := ""
		if len(faults) > 0 {
			got = faults[0].Error()
		}
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q instead of %q", text, got, want)
		}
		if want == "" {
			checkFormat(t, f)
		}
	}
}

// TestNumbers: literals have values.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]struct {
		f  float64
		n  int64
		ok bool
	}{
		"10": {10, 10, true}, "1_000": {1000, 1000, true}, "-5": {-5, -5, true}, "16#fF#": {255, 255, true}, "2#1#E3": {8, 8, true},
		"2E3": {2000, 2000, true}, "1.5": {1.5, 0, false}, "1.0e-3": {1e-3, 0, false}, "-2.5E+1": {-25, 0, false},
		"9223372036854775808": {9223372036854775808, 0, false}, "-9223372036854775808": {-9223372036854775808, -1 << 63, true},
		"1E400": {f: math.Inf(1)}, "1E99999999999999999999": {f: math.Inf(1)}, "16#1_0#": {16, 16, true},
	} {
		f, faults := Parse("a", "package A public properties P => "+text+"; end A;")
		if len(faults) > 0 {
			t.Errorf("%v", faults)
			continue
		}
		v := f.Packages[0].Properties[0].Values[0].Value.(*NumberValue)
		n, ok := v.Int()
		if v.Float() != want.f || ok != want.ok || ok && n != want.n {
			t.Errorf("%s: %v, %d, %v", text, v.Float(), n, ok)
		}
	}
}

// TestStrings: strings have values.
func TestStrings(t *testing.T) {
	for text, want := range map[string]string{`"a"`: "a", `""`: "", `"a ""b"""`: `a "b"`, `"a\"b\\\n"`: "a\"b\\\n", `'it''s'`: "it's", `'"'`: `"`, `"C:\d"`: "C:d"} {
		f, faults := Parse("a", "package A public properties P => "+text+"; end A;")
		if len(faults) > 0 {
			t.Errorf("%v", faults)
			continue
		}
		if got := f.Packages[0].Properties[0].Values[0].Value.(*StringValue).Value(); got != want {
			t.Errorf("%s is %q instead of %q", text, got, want)
		}
	}
}

func TestFold(t *testing.T) {
	for a, b := range map[string]string{"": "", "a": "A", "Dispatch_Protocol": "dispatch_protocol", "D8": "d8"} {
		if Fold(a) != Fold(b) || !Same(a, b) {
			t.Errorf("%s and %s differ", a, b)
		}
	}
	if Same("a", "ab") || Same("a", "b") || Fold("aB") != "ab" {
		t.Error("different names are the same")
	}
}

// TestOneMistakeIsOneFault leaves out every token of the texts in turn: nearly always that is one fault or, where what is
// left is right, none.
func TestOneMistakeIsOneFault(t *testing.T) {
	texts := folder(t, "tree")
	texts["model"] = model(3)
	tried, counts := 0, [4]int{}
	for name, text := range texts { // order: all are counted together
		f, _ := Parse(name, text)
		for _, k := range f.Tokens {
			if k.Kind == Comment || k.Kind == EOF {
				continue
			}
			_, faults := Parse(name, text[:k.Start]+text[k.End:])
			tried++
			counts[min(len(faults), len(counts)-1)]++
			if len(faults) > 10 {
				t.Errorf("%s: without %q at %v: %d faults", name, text[k.Start:k.End], f.Position(k.Start), len(faults))
			}
		}
	}
	t.Logf("of %d mistakes %d are none, one, two and more faults", tried, counts)
	if one := counts[0] + counts[1]; one*100 < 90*tried || counts[3]*100 > 3*tried {
		t.Errorf("of %d mistakes %d are none, one, two and more faults", tried, counts)
	}
}
