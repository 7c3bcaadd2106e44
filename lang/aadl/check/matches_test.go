package check

import (
	"regexp"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/predeclared"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// TestMatchingLists: the lists of a project's own AADL_Project say which classifiers match by which rule, and which way.
func TestMatchingLists(t *testing.T) {
	files, err := predeclared.Files()
	if err != nil {
		t.Fatal(err)
	}
	project := ""
	for _, f := range files {
		if strings.HasSuffix(f.Name, "/AADL_Project.aadl") {
			project = f.Text
		}
	}
	project = strings.Replace(project, "property set AADL_Project is", "property set AADL_Project is\n with P;", 1)
	for _, c := range []struct {
		list, rule string
		there      bool // D -> E matches
		back       bool // E -> D does
	}{
		{"", "Equivalence", false, false},
		{"Supported_Classifier_Equivalence_Matches", "Equivalence", true, true},
		{"Supported_Classifier_Equivalence_Matches", "Classifier_Match", false, false},
		{"Supported_Type_Conversions", "Conversion", true, false},
		{"Supported_Type_Conversions", "Equivalence", false, false},
		{"Supported_Classifier_Subset_Matches", "Subset", true, false},
		{"Supported_Classifier_Subset_Matches", "Conversion", false, false},
	} {
		set := project
		if c.list != "" {
			re := regexp.MustCompile(`(` + c.list + `: constant [^;=]*)=>\s*\(\)`)
			if set = re.ReplaceAllString(set, "$1=> ((classifier (P::D), classifier (P::E)))"); set == project {
				t.Fatal(c.list)
			}
		}
		model := `package P public
			data D end D;
			data E end E;
			process A features d: out data port D; e: out data port E; end A;
			process B features d: in data port D; e: in data port E; end B;
			system S end S;
			system implementation S.i subcomponents a: process A; b: process B;
			connections
				there: port a.d -> b.e;
				back: port a.e -> b.d;
			properties Classifier_Matching_Rule => ` + c.rule + `;
			end S.i;
			end P;`
		var texts []*syntax.File
		for _, text := range []string{set, model} {
			f, faults := syntax.Parse("text", text)
			if len(faults) > 0 {
				t.Fatal(faults)
			}
			texts = append(texts, f)
		}
		m, faults := aadl.Link(texts)
		if len(faults) > 0 {
			t.Fatalf("%s: %v", c.list, faults)
		}
		there, back := true, true
		for _, f := range Model(m) {
			there = there && !strings.HasSuffix(f.Path, ".there")
			back = back && !strings.HasSuffix(f.Path, ".back")
		}
		if there != c.there || back != c.back {
			t.Errorf("%s by %s: D -> E %v, E -> D %v", c.list, c.rule, there, back)
		}
	}
}
