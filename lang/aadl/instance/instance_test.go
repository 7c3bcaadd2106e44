package instance

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

var rewrite = flag.Bool("rewrite", false, "write the golden files anew")

// link reads texts that are without faults.
func link(t testing.TB, texts ...string) *aadl.Model {
	t.Helper()
	var files []*syntax.File
	for i, text := range texts {
		f, faults := syntax.Parse(fmt.Sprintf("%c.aadl", 'a'+i), text)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		files = append(files, f)
	}
	m, faults := aadl.Link(files)
	if err := faults.Err(); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestGolden builds small systems, and looks up the values that comments in their texts ask for: --? path property, in every system
// operation mode.
func TestGolden(t *testing.T) {
	models, err := filepath.Glob("testdata/*.aadl")
	if err != nil || len(models) == 0 {
		t.Fatal(models, err)
	}
	for _, name := range models {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".aadl"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			m := link(t, string(text))
			var out strings.Builder
			roots := Systems(m)
			if len(roots) == 0 { // a system that contains itself is no root
				roots = []*aadl.Classifier{m.Classifier("P::S.i")}
			}
			for _, root := range roots {
				i, faults := Instantiate(m, root.Qualified())
				for _, f := range faults {
					fmt.Fprintln(&out, f)
				}
				if i == nil {
					continue
				}
				consistent(t, i)
				out.WriteString(dump(i))
				for line := range strings.Lines(string(text)) {
					if ask, ok := strings.CutPrefix(strings.TrimSpace(line), "--? "); ok {
						fmt.Fprintf(&out, "%s: %s\n", ask, answer(t, i, ask))
					}
				}
			}
			golden := strings.TrimSuffix(name, ".aadl") + ".golden"
			if *rewrite {
				if err := os.WriteFile(golden, []byte(out.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), out.String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", golden, diff)
			}
		})
	}
}

// answer gives the values of a property at a path, or what they refer to.
func answer(t *testing.T, i *Instance, ask string) string {
	path, property, _ := strings.Cut(ask, " ")
	o := object(i, path)
	if o == nil {
		t.Fatalf("nothing is at %s", path)
	}
	var all []string
	for _, m := range i.Modes {
		v, ok := i.Value(o, property, m)
		text := "none"
		if ok {
			text = valueText(v.Value)
		}
		if to := i.References(o, property, m); len(to) > 0 {
			var paths []string
			for _, r := range to {
				paths = append(paths, r.Path())
			}
			text = "[" + strings.Join(paths, ", ") + "]"
		}
		if _, stated := i.Stated(o, property, m); ok && !stated {
			text += " by default"
		}
		if m.Name != "" {
			text = m.Name + " " + text
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// object finds what has a path.
func object(i *Instance, path string) Object {
	for _, c := range i.Components {
		if c.Path() == path {
			return c
		}
		var feature func([]*Feature) Object
		feature = func(all []*Feature) Object {
			for _, f := range all {
				if f.Path() == path {
					return f
				}
				if o := feature(f.Members); o != nil {
					return o
				}
			}
			return nil
		}
		if o := feature(c.Features); o != nil {
			return o
		}
		for _, s := range c.Specs {
			if s.Path() == path {
				return s
			}
		}
		for _, m := range c.Modes {
			if m.Path() == path {
				return m
			}
		}
	}
	for _, f := range i.Flows {
		if f.Path() == path {
			return f
		}
	}
	for _, c := range i.Connections {
		if strings.ReplaceAll(c.Path(), " ", "") == path {
			return c
		}
	}
	return nil
}

// valueText writes a value.
func valueText(v aadl.Value) string {
	var parts []string
	for k, e := range v.Elements {
		text := valueText(e)
		if k < len(v.Names) {
			text = v.Names[k] + " => " + text
		}
		parts = append(parts, text)
	}
	switch v.Kind {
	case aadl.Boolean:
		return fmt.Sprint(v.Bool)
	case aadl.String:
		return fmt.Sprintf("%q", v.Text)
	case aadl.Word, aadl.Computed:
		return v.Text
	case aadl.Integer, aadl.Real:
		return strings.TrimSpace(fmt.Sprint(v.Number, " ", v.Unit.Name))
	case aadl.Range:
		return strings.Join(parts, " .. ")
	case aadl.ClassifierName:
		return v.Classifier.Qualified()
	case aadl.List, aadl.Record:
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return fmt.Sprint("kind ", v.Kind)
}

// consistent checks what holds of every instance.
func consistent(t testing.TB, i *Instance) {
	t.Helper()
	paths := map[string]bool{}
	for n, c := range i.Components {
		if c.index != n || c.Parent != nil && c.Parent.index >= n || paths[c.Path()] || len(c.Active) != len(i.Modes) {
			t.Fatalf("component %d, %s, is out of order, or twice", n, c.Path())
		}
		paths[c.Path()] = true
		if at := place(c.Declared().File, c.Declared().Node); at.Line == 0 {
			t.Errorf("%s stands nowhere", c.Path())
		}
	}
	for _, c := range i.Connections {
		at := c.Source
		for _, s := range c.Segments {
			if s.From != at {
				t.Fatalf("%s: a segment begins at %s, not where the one before ended", c.Path(), s.From.Path())
			}
			at = s.To
		}
		if at != c.Destination || len(c.Segments) == 0 || len(c.Active) != len(i.Modes) {
			t.Fatalf("%s: its segments do not end where it ends", c.Path())
		}
	}
	for _, f := range i.Flows {
		for k, e := range f.Elements {
			if (e.Connection != nil) != (k%2 == 1) {
				t.Fatalf("%s: connections and components do not take turns", f.Path())
			}
		}
	}
	initial := 0
	for _, m := range i.Modes {
		if m.Initial {
			initial++
		}
	}
	if initial != 1 {
		t.Fatalf("%d system operation modes are initial", initial)
	}
	if err := i.Graph().Check().Err(); err != nil {
		t.Errorf("graph: %v", err)
	}
}

func TestSystem(t *testing.T) {
	two := link(t, "package P public system S end S; system implementation S.i end S.i; system implementation S.j end S.j; end P;")
	for _, test := range []struct{ system, what, do string }{
		{"", "the model has 2 systems: P::S.i, P::S.j", "name one of them"},
		{"P::S", "P::S is a type, which has no parts", "name an implementation: P::S.i"},
		{"P::S.k", "there is no component implementation P::S.k", "did you mean P::S.i?"},
	} {
		i, faults := Instantiate(two, test.system)
		if i != nil || len(faults) != 1 || faults[0].What != test.what || faults[0].Do != test.do || faults[0].Code != "aadl-system" {
			t.Errorf("%q: %v", test.system, faults)
		}
	}
	if i, faults := Instantiate(two, "p::s.J"); len(faults) > 0 || i.Root.Name != "S.j" {
		t.Error(i, faults)
	}
	if i, faults := Instantiate(link(t, "package P public data D end D; end P;"), ""); i != nil || len(faults) != 1 {
		t.Error(i, faults)
	}
}

func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if seen[r.Code] || r.Text == "" {
			t.Errorf("%v", r)
		}
		seen[r.Code] = true
	}
	page, err := os.ReadFile("../../../docs/format/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	for code := range seen {
		if !strings.Contains(string(page), "`"+code+"`") {
			t.Errorf("docs/format/faults.md has no %s", code)
		}
	}
	var _ []diag.Rule = Rules()
}
