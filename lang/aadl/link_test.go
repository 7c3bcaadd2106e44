package aadl

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

var rewrite = flag.Bool("rewrite", false, "write the goldens anew")

// texts reads the archives of a folder: texts, and what is expected of them as the last file.
func texts(t testing.TB, dir string) map[string]*txtar.Archive {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no texts in %s: %v", dir, err)
	}
	all := map[string]*txtar.Archive{}
	for _, f := range files {
		if all[f], err = txtar.ParseFile(f); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// golden compares with the last file of an archive.
func golden(t *testing.T, file string, a *txtar.Archive, got string) {
	t.Helper()
	last := &a.Files[len(a.Files)-1]
	if last.Name != "expected" {
		a.Files = append(a.Files, txtar.File{Name: "expected"})
		last = &a.Files[len(a.Files)-1]
	}
	if *rewrite {
		last.Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(last.Data), got); d != "" {
		t.Errorf("%s (-want +got); with -rewrite it is written anew\n%s", file, d)
	}
}

// parsed reads the texts of an archive, which have no faults of syntax unless their names say so.
func parsed(t testing.TB, a *txtar.Archive) (files []*syntax.File) {
	t.Helper()
	for _, f := range a.Files {
		if !strings.HasSuffix(f.Name, ".aadl") {
			continue
		}
		file, faults := syntax.Parse(f.Name, string(f.Data))
		if len(faults) > 0 && !strings.HasPrefix(f.Name, "broken") {
			t.Errorf("%v", faults)
		}
		files = append(files, file)
	}
	return files
}

// link links a text.
func link(t testing.TB, text string) (*Model, diag.Faults) {
	t.Helper()
	f, faults := syntax.Parse("a.aadl", text)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return Link([]*syntax.File{f})
}

// marks are the codes that the comments of texts expect: -- ! code, code at the end of a line.
func marks(a *txtar.Archive) (all []string) {
	for _, f := range a.Files {
		for i, line := range strings.Split(string(f.Data), "\n") {
			if _, codes, ok := strings.Cut(line, "-- ! "); ok && strings.HasSuffix(f.Name, ".aadl") {
				for _, c := range strings.Split(codes, ", ") {
					all = append(all, fmt.Sprintf("%s:%d %s", f.Name, i+1, c))
				}
			}
		}
	}
	slices.Sort(all)
	return all
}

// TestFaults: each mistake is one fault, in the line that a comment marks, with all that it says in the golden; every code is
// among them, and Rules has it.
func TestFaults(t *testing.T) {
	seen := map[string]bool{}
	for file, a := range texts(t, "faults") {
		want := marks(a)
		_, faults := Link(parsed(t, a))
		var got []string
		for _, f := range faults {
			got = append(got, fmt.Sprintf("%s:%d %s", f.File, f.Line, strings.TrimPrefix(f.Code, "aadl-")))
			seen[f.Code] = true
			if f.What == "" || f.Do == "" || f.Column < 1 || f.Path == "" {
				t.Errorf("a fault does not say all: %+v", f)
			}
		}
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-marked +found)\n%s", file, d)
		}
		golden(t, file, a, faults.Error()+"\n")
	}
	for _, r := range Rules() {
		if !seen[r.Code] {
			t.Errorf("no text has a fault %s", r.Code)
		}
		delete(seen, r.Code)
	}
	if len(seen) > 0 {
		t.Errorf("no rule for %v", slices.Sorted(maps.Keys(seen)))
	}
}

// TestModels: what names mean in models without faults: members, types, values and where every name leads.
func TestModels(t *testing.T) {
	for file, a := range texts(t, "models") {
		files := parsed(t, a)
		m, faults := Link(files)
		if len(faults) > 0 {
			t.Errorf("%s: %v", file, faults)
		}
		var b bytes.Buffer
		dump(&b, m, files)
		golden(t, file, a, b.String())
	}
}

// TestPredeclared: what is predeclared has no faults, and is all there.
func TestPredeclared(t *testing.T) {
	m, faults := Link(nil)
	if len(faults) > 0 {
		t.Error(faults)
	}
	p := m.Property("timing_properties::DEADLINE")
	if p == nil || p.Default == nil || p.Default.Kind != PropertyName || p.Default.Property != m.Property("Timing_Properties::Period") {
		t.Errorf("%+v", p)
	}
	if u := p.Type.Units; u.Name != "AADL_Project::Time_Units" || len(u.Units) != 7 || u.Units[6].Factor != 3.6e15 {
		t.Errorf("%+v", u)
	}
	c := m.Classifier("base_types::Integer_16")
	if c == nil || c.Base.Classifier != m.Classifier("Base_Types::Integer") || c.Associations[1].Values[0].Value.In(8) != 2 {
		t.Errorf("%+v", c)
	}
	for _, s := range m.Sets {
		for _, p := range s.Properties {
			if p.Type == nil || p.Syntax.Value != nil && (p.Default == nil || p.Default.Kind == NoValue) {
				t.Errorf("%s has no type, or default", p.Name)
			}
		}
		for _, k := range s.Constants {
			if k.Value.Kind == NoValue {
				t.Errorf("%s has no value", k.Name)
			}
		}
	}
	if m.Classifier("Base_Types::None") != nil || m.Classifier("None") != nil || m.Property("Period") != nil || m.Property("None::Period") != nil {
		t.Error("something is there that is not")
	}
}
