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
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl/predeclared"
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

// told is what is said of texts.
func told(m *Model, files []*syntax.File, faults diag.Faults) string {
	var b bytes.Buffer
	for _, f := range m.Files {
		fmt.Fprintln(&b, f.Name)
	}
	fmt.Fprintln(&b, faults.Error())
	dump(&b, m, files)
	return b.String()
}

// TestOver: over what is predeclared, and has been linked before, texts have the model that they have when all is linked
// anew; also those that are linked at the same time, and those that replace some of it.
func TestOver(t *testing.T) {
	more, err := predeclared.Files()
	if err != nil {
		t.Fatal(err)
	}
	base, _ := standard()
	before := told(base, base.Files, nil)
	text := func(s string) *txtar.Archive {
		return &txtar.Archive{Files: []txtar.File{{Name: "a.aadl", Data: []byte(s)}}}
	}
	all := map[string]*txtar.Archive{"bounds": text(`property set S is
	Little: constant Data_Volume => -1 bitsps;
	Some: constant list of Data_Volume => (1 bitsps, -1 bitsps);
	Limit: constant Time => -1 ms;
	Soon: aadlinteger 0 ps .. Limit units Time_Units => 3 us applies to (all);
	Rate: Data_Volume => Little applies to (all);
end S;
`), "extended": text(`package P
public
	with Base_Types;
	renames Base_Types::all;
	data D extends Base_Types::Integer_16
		features
			get: provides subprogram access;
		properties
			Source_Data_Size => 3 Bytes;
	end D;
	data implementation D.i extends Integer_32
		subcomponents
			d: data Integer_8 {Queue_Size => 3;};
	end D.i;
end P;
`)}
	for _, dir := range []string{"models", "faults"} {
		maps.Copy(all, texts(t, dir))
	}
	for name, a := range all {
		t.Run(name, func(t *testing.T) {
			files := parsed(t, a)
			anew, others := linked(files, more, nothing())
			want := told(anew, files, others)
			var both sync.WaitGroup
			for range 2 {
				both.Go(func() {
					m, faults := Link(files)
					if d := cmp.Diff(want, told(m, files, faults)); d != "" {
						t.Errorf("(-anew +over)\n%s", d)
					}
					if (m.Set("SEI") == base.Set("SEI")) != (a != all["testdata/faults/replaced.txtar"]) {
						t.Error("what is predeclared is not shared where it may be, or is where it may not")
					}
				})
			}
			both.Wait()
		})
	}
	if d := cmp.Diff(before, told(base, base.Files, nil)); d != "" {
		t.Errorf("what is predeclared has changed\n%s", d)
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
