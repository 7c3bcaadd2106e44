package check

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/instance"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

var rewrite = flag.Bool("rewrite", false, "write the goldens anew")

// all tells the faults of a text, of what it declares and of all its systems.
func all(t *testing.T, name, text string) (faults diag.Faults) {
	t.Helper()
	f, other := syntax.Parse(name, text)
	m, more := aadl.Link([]*syntax.File{f})
	if other = append(other, more...); len(other) > 0 {
		t.Errorf("this is to be without other faults:\n%v", other)
		return nil
	}
	if faults = Model(m); len(faults) > 0 {
		return faults
	}
	for _, c := range instance.Systems(m) {
		i, more := instance.Instantiate(m, c.Qualified())
		if i == nil || len(more) > 0 {
			t.Errorf("%s is to be instantiated: %v", c.Qualified(), more)
			continue
		}
		faults = append(faults, Instance(i)...)
	}
	return faults
}

// TestRules tries every rule on a smallest model that breaks it, and on the same model after the mend: testdata/rules has
// both, with what is told.
func TestRules(t *testing.T) {
	var tried []string
	for _, rule := range Rules() {
		file := filepath.Join("testdata", "rules", rule.Code+".txtar")
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		tried = append(tried, file)
		t.Run(rule.Code, func(t *testing.T) { broken(t, rule.Code, file, a) })
	}
	files, err := filepath.Glob(filepath.Join("testdata", "rules", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !slices.Contains(tried, f) {
			t.Errorf("%s is of no rule", f)
		}
	}
}

// broken holds what is told of a model that breaks a rule, and of the same after the mend, against the golden.
func broken(t *testing.T, code, file string, a *txtar.Archive) {
	text := map[string]string{}
	for _, f := range a.Files {
		text[f.Name] = string(f.Data)
	}
	faults := all(t, "with.aadl", text["with.aadl"])
	got := ""
	for _, f := range faults {
		got += f.Severity.String() + ": " + f.Error() + "\n"
		if f.Code != code {
			t.Errorf("another fault than %s: %v", code, f)
		}
	}
	if len(faults) == 0 {
		t.Error("nothing is told")
	}
	if more := all(t, "without.aadl", text["without.aadl"]); len(more) > 0 {
		t.Errorf("after the mend there are faults:\n%v", more)
	}
	if got == text["faults.txt"] {
		return
	}
	if !*rewrite {
		t.Errorf("want\n%sgot\n%s; with -rewrite the golden is written anew", text["faults.txt"], got)
		return
	}
	a.Files[slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "faults.txt" })].Data = []byte(got)
	if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestMarked holds faults against the marks in texts: a line with a fault ends in -- want CODE, or -- warn CODE for a
// warning, and no other line has one.
func TestMarked(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "marked", "*.aadl"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	mark := regexp.MustCompile(`-- (want|warn) (.*)`)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var want, got []string
			for i, line := range strings.Split(string(text), "\n") {
				for _, m := range mark.FindAllStringSubmatch(line, -1) {
					for _, code := range strings.Fields(m[2]) {
						want = append(want, fmt.Sprintf("%04d: %s %s", i+1, m[1], code))
					}
				}
			}
			faults := all(t, "text", string(text))
			for _, f := range faults {
				got = append(got, fmt.Sprintf("%04d: %s %s", f.Line, map[diag.Severity]string{diag.Error: "want", diag.Warning: "warn"}[f.Severity], f.Code))
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("marked are\n%s\ntold is\n%s\n%v", strings.Join(want, "\n"), strings.Join(got, "\n"), faults)
			}
		})
	}
}
