package aadl

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/internal/fuzz"
	"github.com/sinew-robotics/sinew/lang/aadl/syntax"
)

// reparsed reads texts again, from which names have been changed.
func reparsed(t interface{ Fatalf(string, ...any) }, files []*syntax.File, change map[*syntax.File]string) (again []*syntax.File) {
	for _, f := range files {
		text := f.Text
		if other, ok := change[f]; ok {
			text = other
		}
		g, faults := syntax.Parse(f.Name, text)
		if len(faults) > 0 {
			t.Fatalf("%v\n%s", faults, text)
		}
		again = append(again, g)
	}
	return again
}

// TestRename: a model stays the same if a declaration is renamed wherever References says that it is meant.
func TestRename(t *testing.T) {
	archives := texts(t, "models")
	rapid.Check(t, func(t *rapid.T) {
		a := archives[rapid.SampledFrom(slices.Sorted(maps.Keys(archives))).Draw(t, "model")]
		files := make([]*syntax.File, 0, len(a.Files))
		for _, f := range a.Files {
			if strings.HasSuffix(f.Name, ".aadl") {
				g, _ := syntax.Parse(f.Name, string(f.Data))
				files = append(files, g)
			}
		}
		m, _ := Link(files)
		f := files[rapid.IntRange(0, len(files)-1).Draw(t, "file")]
		all := slices.DeleteFunc(m.References(f), func(r Reference) bool { return !slices.Contains(files, r.To.File) })
		r := all[rapid.IntRange(0, len(all)-1).Draw(t, "name")]
		another := "Quite_New" + strings.Repeat("::Indeed", strings.Count(r.Name.Text, "::"))
		change := map[*syntax.File]string{}
		n := 0
		for _, g := range files {
			text, refs := g.Text, m.References(g)
			for i := len(refs) - 1; i >= 0; i-- {
				x := refs[i]
				if m.Origin(x.To) == m.Origin(r.To) && syntax.Same(x.Name.Text, r.Name.Text) {
					from, to := g.Tokens[x.Name.From].Start, g.Tokens[x.Name.Tokens().To-1].End
					text = text[:from] + another + text[to:]
					n++
				}
			}
			change[g] = text
		}
		again := reparsed(t, files, change)
		m2, faults := Link(again)
		if len(faults) > 0 {
			t.Fatalf("%s, renamed at %d places: %v", r.Name.Text, n, faults)
		}
		for i, g := range files {
			was, is := m.References(g), m2.References(again[i])
			if len(was) != len(is) {
				t.Fatalf("%s has %d names that lead somewhere instead of %d", g.Name, len(is), len(was))
			}
			for j := range was {
				if was[j].Name.Span != is[j].Name.Span || was[j].To.Node.Tokens() != is[j].To.Node.Tokens() {
					t.Fatalf("%s: %s leads elsewhere than %s", g.Name, is[j].Name.Text, was[j].Name.Text)
				}
			}
		}
	})
}

// random draws the packages of a model without faults: classifiers that extend those before them, in this package or
// another, and refine what they inherit.
func random(t *rapid.T) (files []string) {
	type drawn struct {
		pack, name string
		features   []string
	}
	var all []drawn
	packs := rapid.IntRange(1, 4).Draw(t, "packages")
	bodies := make([]strings.Builder, packs)
	for i := range rapid.IntRange(1, 12).Draw(t, "types") {
		k := rapid.IntRange(0, packs-1).Draw(t, "package")
		b, d := &bodies[k], drawn{pack: fmt.Sprintf("P%d", k), name: fmt.Sprintf("T%d", i)}
		fmt.Fprintf(b, "\tprocess %s", d.name)
		if len(all) > 0 && rapid.Bool().Draw(t, "extends") {
			base := rapid.SampledFrom(all).Draw(t, "base")
			fmt.Fprintf(b, " extends %s::%s", base.pack, base.name)
			d.features = slices.Clone(base.features)
		}
		fmt.Fprintln(b, "\n\t\tfeatures")
		for _, f := range d.features {
			if rapid.IntRange(0, 3).Draw(t, "refined") == 0 {
				fmt.Fprintf(b, "\t\t\t%s: refined to in event port {Queue_Size => %d;};\n", f, i)
			}
		}
		f := fmt.Sprintf("f%d", i)
		d.features = append(d.features, f)
		fmt.Fprintf(b, "\t\t\t%s: in event port;\n\tend %s;\n", f, d.name)
		all = append(all, d)
	}
	for k := range packs {
		b := &bodies[k]
		fmt.Fprintf(b, "\tsystem S%d\n\t\tfeatures\n\t\t\tp: in event port;\n\tend S%d;\n\tsystem implementation S%d.i\n", k, k, k)
		var parts, connections strings.Builder
		for j := range rapid.IntRange(1, 5).Draw(t, "parts") {
			d := rapid.SampledFrom(all).Draw(t, "classifier")
			fmt.Fprintf(&parts, "\t\t\ts%d: process %s::%s;\n", j, d.pack, d.name)
			fmt.Fprintf(&connections, "\t\t\tc%d: port p -> s%d.%s;\n", j, j, rapid.SampledFrom(d.features).Draw(t, "feature"))
		}
		fmt.Fprintf(b, "\t\tsubcomponents\n%s\t\tconnections\n%s\tend S%d.i;\n", &parts, &connections, k)
		var with strings.Builder
		for other := range packs {
			if other != k {
				fmt.Fprintf(&with, "\twith P%d;\n", other)
			}
		}
		files = append(files, fmt.Sprintf("package P%d\npublic\n%s%send P%d;\n", k, &with, b, k))
	}
	return files
}

// TestOrderOfFiles: a model is the same, whatever the order of its texts is, and has no fault if it is made without one.
func TestOrderOfFiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := random(t)
		read := func(order []int) string {
			var files []*syntax.File
			for _, i := range order {
				f, faults := syntax.Parse(fmt.Sprintf("f%d.aadl", i), texts[i])
				if len(faults) > 0 {
					t.Fatalf("%v\n%s", faults, texts[i])
				}
				files = append(files, f)
			}
			m, faults := Link(files)
			if len(faults) > 0 {
				t.Fatalf("%v\n%s", faults, strings.Join(texts, "\n"))
			}
			slices.SortFunc(files, func(a, b *syntax.File) int { return strings.Compare(a.Name, b.Name) })
			slices.SortFunc(m.Packages, func(a, b *Package) int { return strings.Compare(a.Name, b.Name) })
			var b bytes.Buffer
			dump(&b, m, files)
			return b.String()
		}
		order := make([]int, len(texts))
		for i := range order {
			order[i] = i
		}
		if d := cmp.Diff(read(order), read(rapid.Permutation(order).Draw(t, "order"))); d != "" {
			t.Error(d)
		}
	})
}

// chain is a text in which a type is extended n times over, each time with a feature more.
func chain(n int, last string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package A\npublic\n\tprocess T0 %s\n\t\tfeatures\n\t\t\tf0: in event port;\n\tend T0;\n", last)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "\tprocess T%d extends T%d\n\t\tfeatures\n\t\t\tf%d: in event port;\n\tend T%d;\n", i, i-1, i, i)
	}
	return b.String() + "end A;\n"
}

// TestLongExtension: a type that is extended ten thousand times over has all features, and takes time and room like its text.
func TestLongExtension(t *testing.T) {
	const n = 10_000
	text := chain(n, "")
	allocations := testing.AllocsPerRun(1, func() {
		m, faults := link(t, text)
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		c := m.Classifier(fmt.Sprintf("A::T%d", n))
		if len(c.Features) != n+1 || c.Features[n].Name != fmt.Sprintf("f%d", n) || c.Features[0].Name != "f0" {
			t.Errorf("%d features", len(c.Features))
		}
		if f := m.Classifier("A::T5").Features; len(f) != 6 || cap(f) != 6 {
			t.Errorf("%d features, room for %d", len(f), cap(f))
		}
	})
	if allocations > 60*n {
		t.Errorf("%v allocations", allocations)
	}
	_, faults := link(t, chain(1000, fmt.Sprintf("extends T%d", 1000)))
	if len(faults) != 1 || faults[0].Code != "aadl-cycle" || !strings.Contains(faults[0].What, "A::T1000 extends A::T999") {
		t.Errorf("%.300v", faults)
	}
}

// TestSiblings: what two classifiers add to one that they extend does not mix.
func TestSiblings(t *testing.T) {
	m, faults := link(t, `package A
public
	process T
		features
			a: in event port;
			b: in event port;
			c: in event port;
	end T;
	process U extends T
		features
			u: in event port;
	end U;
	process V extends T
		features
			b: refined to in event port;
			v: in event port;
	end V;
	process W extends U
		features
			w: in event port;
	end W;
	process X extends U
		features
			x: in event port;
	end X;
end A;
`)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	for name, want := range map[string]string{"T": "a b c", "U": "a b c u", "V": "a b c v", "W": "a b c u w", "X": "a b c u x"} {
		var got []string
		for _, f := range m.Classifier("A::" + name).Features {
			got = append(got, f.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s has %v instead of %s", name, got, want)
		}
	}
	if m.Classifier("A::V").Features[1].Owner.Name != "V" || m.Classifier("A::T").Features[1].Owner.Name != "T" {
		t.Error("a refinement has changed what it refines")
	}
}

// TestMutual: feature groups that are the inverse of each other, of themselves and in a circle have an end.
func TestMutual(t *testing.T) {
	m, faults := link(t, `package A
public
	feature group G
		features
			a: in event port;
		inverse of H
	end G;
	feature group H
		features
			b: out event port;
		inverse of G
	end H;
	feature group I
		inverse of J
	end I;
	feature group J
		inverse of K
	end J;
	feature group K
		inverse of I
	end K;
	feature group L
		inverse of L
	end L;
end A;
`)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if g := m.Classifier("A::G"); g.Inverse != m.Classifier("A::H") || len(g.Features) != 1 || g.Inverse.Inverse != g || len(m.Classifier("A::K").Features) != 0 {
		t.Errorf("%+v", g)
	}
}

// TestWide: long lists of names of every kind are read in a time like their length.
func TestWide(t *testing.T) {
	const n = 20_000
	list := func(format, separator string) string {
		var b strings.Builder
		for i := range n {
			if i > 0 {
				b.WriteString(separator)
			}
			b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return b.String()
	}
	for _, text := range []string{
		"property set S is E: type enumeration (" + list("e#", ", ") + "); P: E => e9 applies to (all); end S;",
		"property set S is U: type units (u, " + list("u# => u * 2", ", ") + "); end S;",
		"property set S is R: type record (" + list("f#: aadlinteger;", "") + "); end S;",
		"property set S is " + list("c#: constant aadlinteger => 3;", "") + " L: list of aadlinteger => (" + list("c#", ", ") + ") applies to (all); end S;",
		"package P public with A_0; " + list("renames A_0::all;", "") + list("d# renames data A_0::D;", "") + " end P; package A_0 public data D end D; end A_0;",
		"package P public thread T features " + list("f#: in event port;", "") + "end T; thread T2 extends T features " + list("f#: refined to in event port {Queue_Size => 2;};", "") + "end T2; end P;",
		"package P public thread T modes i: initial mode; " + list("m#: mode;", "") + "end T; process Q end Q; process implementation Q.i subcomponents " +
			list("t#: thread T;", "") + " properties " + list("Period => 1 ms applies to t#;", "") + "end Q.i; end P;",
		list("package P# public end P#; ", "") + list("property set S# is end S#; ", ""),
	} {
		if _, faults := link(t, text); len(faults) > 0 {
			t.Errorf("%.300v", faults)
		}
	}
}

// TestManyFaults: a text in which everything is wrong is read in a time like its length.
func TestManyFaults(t *testing.T) {
	text := func(n int) string {
		var b strings.Builder
		b.WriteString("package A\npublic\n\tsystem S\n\tend S;\n\tsystem implementation S.i\n\t\tsubcomponents\n")
		for i := range n {
			fmt.Fprintf(&b, "\t\t\ts%d: system Missing_%d;\n", i, i)
		}
		b.WriteString("\t\tproperties\n")
		for i := range n {
			fmt.Fprintf(&b, "\t\t\tNone_%d => 3;\n", i)
		}
		return b.String() + "\tend S.i;\nend A;\n"
	}
	_, faults := link(t, text(20_000))
	if len(faults) != 40_000 {
		t.Errorf("%d faults", len(faults))
	}
}

// brief is a little of what is predeclared, of every kind: it is linked much sooner than all.
const brief = `property set AADL_Project is
	Time_Units: type units (ps, ns => ps * 1000, us => ns * 1000, ms => us * 1000, sec => ms * 1000);
	Time: type aadlinteger 0 ps .. Max_Time units Time_Units;
	Time_Range: type range of Time;
	Max_Time: constant Time => 1000 sec;
	Orders: type enumeration (FIFO, LIFO);
	Frame: type record (Length: Time; Order: Orders; Next: list of classifier (data););
end AADL_Project;
property set Timing_Properties is
	Period: inherit Time applies to (thread, process, system, device);
	Deadline: inherit Time => Period applies to (thread, process);
	Compute_Execution_Time: Time_Range applies to (thread);
end Timing_Properties;
property set Communication_Properties is
	Queue_Size: aadlinteger 0 .. 100 => 1 applies to (port);
	Frames: list of Frame => ([Length => 3 ms; Order => FIFO; Next => (classifier (Base_Types::Integer));]) applies to (connection);
end Communication_Properties;
property set Data_Model is
	Bytes: aadlinteger applies to (data);
end Data_Model;
package Base_Types
public
	with Data_Model;
	data Integer
	end Integer;
	data Integer_16 extends Integer
		properties
			Data_Model::Bytes => 2;
	end Integer_16;
end Base_Types;
`

// FuzzLink links a text over what is predeclared, and anew together with it. Both find the same faults, and lead names to the
// same places.
func FuzzLink(f *testing.F) {
	for _, dir := range []string{"models", "faults"} {
		for _, a := range texts(f, dir) {
			text := ""
			for _, x := range a.Files[:len(a.Files)-1] {
				text += string(x.Data)
			}
			f.Add(text)
		}
	}
	brief, faults := syntax.Parse("predeclared/brief.aadl", brief)
	more := []*syntax.File{brief}
	base, others := linked(nil, more, nothing())
	if faults = append(faults, others...); len(faults) > 0 {
		f.Fatal(faults)
	}
	fuzz.Run(f, func(t *testing.T, text string) {
		file, _ := syntax.Parse("a.aadl", text)
		files := []*syntax.File{file}
		m, faults := base.link(files)
		anew, others := linked(files, more, nothing())
		if !slices.Equal(faults, others) {
			t.Errorf("linked over another model (-) and anew (+)\n%s", cmp.Diff(faults, others))
		}
		for _, x := range faults {
			if x.What == "" || x.Do == "" || x.Line > 0 && x.Column < 1 {
				t.Errorf("a fault does not say all: %+v", x)
			}
		}
		at := int32(-1)
		refs := m.References(file)
		if !slices.EqualFunc(refs, anew.References(file), func(a, b Reference) bool {
			return a.Name == b.Name && a.To.File.Name == b.To.File.Name && a.To.Node.Tokens() == b.To.Node.Tokens()
		}) {
			t.Error("linked over another model, names lead elsewhere than anew")
		}
		for _, r := range refs {
			if r.Name.From < at || r.Name.From < 0 || int(r.Name.Span.To) > len(file.Tokens) || r.To.Node == nil || r.To.File == nil {
				t.Errorf("%+v behind %d", r, at)
			}
			at = r.Name.From
		}
	})
}
