package instance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/lang/aadl"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// small are bounds that are soon reached.
var small = bounds{components: 200, features: 400, connections: 400, flows: 20, modes: 16, steps: 1000}

// FuzzInstantiate builds what a text declares, as a system and as it is declared, and looks a few values up.
func FuzzInstantiate(f *testing.F) {
	models, err := filepath.Glob("testdata/*.aadl")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range models {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	fuzz.Run(f, func(t *testing.T, text string) {
		if len(text) > 10_000 {
			return
		}
		file, _ := syntax.Parse("a.aadl", text)
		m, _ := aadl.Link([]*syntax.File{file})
		n := 0
		for _, p := range m.Packages {
			for _, c := range p.Classifiers {
				if n++; n > 4 {
					return
				}
				if _, faults := build(m, c, true, small); len(faults) > 100 {
					t.Fatal(faults)
				}
				if c.Syntax.Form != syntax.ComponentImplementation {
					continue
				}
				i, _ := build(m, c, false, small)
				if i == nil {
					continue
				}
				consistentUnderFaults(t, i)
			}
		}
	})
}

// consistentUnderFaults checks what holds whatever the text is.
func consistentUnderFaults(t *testing.T, i *Instance) {
	for n, c := range i.Components {
		if c.index != n || c.Parent != nil && c.Parent.index >= n {
			t.Fatalf("component %d is out of order", n)
		}
	}
	for _, c := range i.Connections {
		if len(c.Segments) == 0 || c.Segments[0].From != c.Source || c.Segments[len(c.Segments)-1].To != c.Destination {
			t.Fatalf("%s: its segments do not lead from its source to its destination", c.Name)
		}
		i.Word(c, "Communication_Properties::Timing", nil)
	}
	for _, c := range i.Components[:min(10, len(i.Components))] {
		for _, m := range i.Modes {
			i.Duration(c, "Timing_Properties::Deadline", m)
			i.References(c, "Deployment_Properties::Actual_Processor_Binding", m)
		}
	}
	if g := i.Graph(); len(g.Reactors) != len(i.Components) {
		t.Fatal("the graph has other components")
	}
}

// What has no end, or is too large, is refused, with the chain of what contains what, and soon.
func TestRefused(t *testing.T) {
	for _, test := range []struct{ name, text, code, what string }{
		{"itself", "system S end S; system implementation S.i subcomponents s: system S.i; end S.i;", "aadl-recursion", "S.i contains S.i"},
		{"mutual", "system S end S; system implementation S.i subcomponents t: system T.i; end S.i; system T end T; system implementation T.i subcomponents u: system U.i; end T.i;" +
			"system U end U; system implementation U.i subcomponents s: system S.i; end U.i;", "aadl-recursion", "S.i contains T.i contains U.i contains S.i"},
		{"below", "system S end S; system implementation S.i subcomponents t: system T.i; end S.i; system T end T; system implementation T.i subcomponents t: system T.i; end T.i;", "aadl-recursion", "T.i contains T.i"},
		{"prototype", "system S end S; system implementation S.i subcomponents t: system T.i (P => system T.i); end S.i; system T prototypes P: system; end T;" +
			"system implementation T.i subcomponents t: system P; u: system T.i (P => system P); end T.i;", "aadl-recursion", "T.i contains T.i"},
		{"group", "system S features g: feature group G; end S; system implementation S.i end S.i; feature group G features h: feature group H; end G; feature group H features g: feature group G; end H;",
			"aadl-recursion", "feature group G contains H contains G"},
		{"array", "system S end S; system implementation S.i subcomponents d: device D[1000][1000][1000]; end S.i; device D end D;", "aadl-size", "the system has more than 200 components"},
		{"features", "system S features f: in event port[100000000]; end S; system implementation S.i end S.i;", "aadl-size", "the system has more than 400 features"},
		{"connections", "system S end S; system implementation S.i subcomponents a: device D[30]; connections c: port a.o -> a.i {Connection_Pattern => ((All_To_All));}; end S.i;" +
			"device D features o: out event port; i: in event port; end D;", "aadl-size", "the system has more than 400 connections"},
		{"open", "system S end S; system implementation S.i subcomponents d: device D[]; end S.i; device D end D;", "aadl-array", "the array d is open: nothing says how many elements it has"},
		{"sizes", "system S end S; system implementation S.i subcomponents a: device D[3]; b: device D[2]; connections c: port a.o -> b.i; end S.i;" +
			"device D features o: out event port; i: in event port; end D;", "aadl-pattern", "c connects arrays of 3 and 2 elements"},
		{"set", "system S end S; system implementation S.i subcomponents a: device D[3]; connections c: port a.o -> a.i {Connection_Set => ([src => (1); dst => (4);]);}; end S.i;" +
			"device D features o: out event port; i: in event port; end D;", "aadl-pattern", "Connection_Set has indices [1] and [4], which the arrays do not have"},
		{"path", "system S end S; system implementation S.i subcomponents t: system T.i (P => device D); properties Period => 1 ms applies to t.x.p; end S.i; device D end D;" +
			"system T prototypes P: device; end T; system implementation T.i subcomponents x: device P; end T.i;",
			"aadl-instance-path", "no p is there, at which this property is to be"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := link(t, "package P public "+test.text+" end P;")
			_, faults := build(m, m.Classifier("P::S.i"), false, small)
			if len(faults) != 1 || faults[0].Code != test.code || faults[0].What != test.what || faults[0].Line == 0 || faults[0].Do == "" {
				t.Error(faults)
			}
		})
	}
}

// A system that doubles at every level, and one that is nested deeply, are bounded, and do not take long to refuse.
func TestDeep(t *testing.T) {
	var b strings.Builder
	b.WriteString("package P public system S0 end S0; system implementation S0.i end S0.i;")
	for k := range 3000 {
		fmt.Fprintf(&b, "system S%d end S%d; system implementation S%d.i subcomponents a: system S%d.i; end S%d.i;", k+1, k+1, k+1, k, k+1)
	}
	fmt.Fprintf(&b, "system T0 end T0; system implementation T0.i end T0.i;")
	for k := range 40 {
		fmt.Fprintf(&b, "system T%d end T%d; system implementation T%d.i subcomponents a: system T%d.i; b: system T%d.i; end T%d.i;", k+1, k+1, k+1, k, k, k+1)
	}
	m := link(t, b.String()+" end P;")
	i, faults := Instantiate(m, "P::S3000.i")
	if len(faults) > 0 || len(i.Components) != 3001 || i.Components[3000].Path() != strings.Repeat("a.", 2999)+"a" {
		t.Error(faults)
	}
	if i, faults := build(m, m.Classifier("P::T40.i"), false, small); i != nil || len(faults) != 1 || faults[0].Code != "aadl-size" {
		t.Error(faults)
	}
}

// More system operation modes than are kept are told as a warning, and do not take the time of all of them.
func TestManyModes(t *testing.T) {
	var b strings.Builder
	b.WriteString("package P public device D modes a: initial mode; b: mode; end D; system S end S; system implementation S.i subcomponents d: device D[60]; end S.i; end P;")
	i, faults := Instantiate(link(t, b.String()), "")
	if large, faults := Instantiate(link(t, strings.Replace(b.String(), "60", "1000][1000][1000", 1)), ""); large != nil || len(faults) != 1 || faults[0].What != "the system has more than 1000000 components" {
		t.Error(faults)
	}
	if i == nil || len(i.Modes) != 4096 || len(faults) != 1 || faults.Err() != nil || faults[0].Code != "aadl-size" || !i.Modes[0].Initial {
		t.Error(len(i.Modes), faults)
	}
}
