package predeclared

import (
	"flag"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

var rewrite = flag.Bool("rewrite", false, "lay the texts out anew")

// TestTexts: the texts have no fault, hold what their names say, and are laid out as Format does it.
func TestTexts(t *testing.T) {
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		name := strings.TrimSuffix(path.Base(f.Name), ".aadl")
		names = append(names, name)
		var holds string
		for _, s := range f.Sets {
			holds += s.Name.Text
		}
		for _, p := range f.Packages {
			holds += p.Name.Text
		}
		if holds != name {
			t.Errorf("%s holds %s", name, holds)
		}
		laid, err := syntax.Format(f)
		if err != nil {
			t.Fatal(err)
		}
		if *rewrite {
			if err := os.WriteFile(path.Base(f.Name), laid, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if d := cmp.Diff(string(laid), f.Text); d != "" {
			t.Errorf("%s (-as laid out +as it is); with -rewrite it is laid out anew\n%s", f.Name, d)
		}
	}
	want := []string{"AADL_Project", "ARINC653", "Base_Types", "Communication_Properties", "Data_Model", "Deployment_Properties", "Memory_Properties",
		"Modeling_Properties", "Programming_Properties", "SEI", "Sinew", "Thread_Properties", "Timing_Properties"}
	if !slices.Equal(names, want) {
		t.Errorf("%v instead of %v", names, want)
	}
}

// TestNoNameTwice: without their sets the names of the standard's properties are unique, so that models may leave the set out.
func TestNoNameTwice(t *testing.T) {
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	in := map[string]string{}
	for _, f := range files {
		for _, s := range f.Sets {
			if s.Name.Text == "SEI" || s.Name.Text == "ARINC653" || s.Name.Text == "Sinew" || s.Name.Text == "Data_Model" {
				continue
			}
			for _, p := range s.Declarations {
				key := syntax.Fold(p.Name.Text)
				if other, ok := in[key]; ok {
					t.Errorf("%s is in %s and %s", p.Name.Text, other, s.Name.Text)
				}
				in[key] = s.Name.Text
			}
		}
	}
	if len(in) < 150 {
		t.Errorf("only %d", len(in))
	}
}

// TestNamesLeadSomewhere: a type that is named is one of those that are there.
func TestNamesLeadSomewhere(t *testing.T) {
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, f := range files {
		for _, s := range f.Sets {
			for _, p := range s.Declarations {
				there[syntax.Fold(p.Name.Text)] = p.Form == syntax.PropertyTypeDeclaration
			}
		}
	}
	var look func(where string, y *syntax.PropertyType)
	look = func(where string, y *syntax.PropertyType) {
		if y == nil {
			return
		}
		if name := y.Name.Name.Text; y.Kind == syntax.NamedType && !there[syntax.Fold(name)] {
			t.Errorf("%s: there is no type %s", where, name)
		}
		look(where, y.Units)
		look(where, y.Element)
		for _, f := range y.Fields {
			look(where, f.Type)
		}
	}
	for _, f := range files {
		for _, s := range f.Sets {
			for _, p := range s.Declarations {
				look(f.Name+" "+p.Name.Text, p.Type)
			}
		}
	}
}
