package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/tool/lsp/client"
)

// two are packages of which one uses the other.
var two = map[string]string{
	"parts/parts.aadl": `package Parts
public
    with Base_Types, Own;

    -- A wheel with its motor.
    -- It drives.
    system Drive
        features
            speed: in data port Base_Types::Float {Own::Gain => 3;}; -- in m/s
        properties
            Period => 10 ms;
    end Drive;

    system implementation Drive.i
    end Drive.i;

    system Fast extends Drive
        features
            speed: refined to in data port;
    end Fast;

    system implementation Drive.other extends Drive.i
    end Drive.other;
end Parts;
`,
	"own.aadl": `property set Own is
    -- How strongly it acts.
    Gain: aadlinteger applies to (all);
    Colour: enumeration (red, green) applies to (all);
end Own;
`,
	"rover.aadl": `package Rover
public
    with Parts;

    system Vehicle
        features
            command: in data port;
    end Vehicle;

    system implementation Vehicle.i
        subcomponents
            left: system Parts::Drive.i;
            right: system Parts::Drive.other;
        connections
            c1: port command -> left.speed;
            c2: port command -> right.speed;
        properties
            Period => 20 ms applies to left;
    end Vehicle.i;
end Rover;
`}

func TestDefinition(t *testing.T) {
	e := edit(t, two)
	e.open("rover.aadl")
	for marked, want := range map[string]string{
		"system Par|ts::Drive.i": "parts/parts.aadl:0:8",
		"system Parts::Dri|ve.i": "parts/parts.aadl:6:11",
		"Parts::Drive.|i;":       "parts/parts.aadl:13:32",
		"Parts::Drive.other|;":   "parts/parts.aadl:21:32",
		"-> |left.speed":         "rover.aadl:11:12",
		"-> left.sp|eed":         "parts/parts.aadl:8:12",
		"port comm|and -> left":  "rover.aadl:6:12",
		"applies to le|ft":       "rover.aadl:11:12",
		"end Vehi|cle.i":         "rover.aadl:4:11",
		"c1|: port":              "rover.aadl:14:12",
		"sys|tem Parts::Drive.i": "null",
	} {
		got, err := ask[*location](e, "definition", "rover.aadl", marked)
		said := "null"
		if got != nil {
			said = fmt.Sprintf("%s:%d:%d", strings.TrimPrefix(got.URI, uriOf(e.dir)+"/"), got.Range.Start.Line, got.Range.Start.Character)
		}
		if err != nil || said != want {
			t.Errorf("%s: %s instead of %s, %v", marked, said, want, err)
		}
	}
}

// What is predeclared has a copy to look at, from where the names go on; it is no part of the workspace.
func TestPredeclared(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("HOME", cache)
	e := edit(t, two)
	e.open("rover.aadl")
	period, err := ask[*location](e, "definition", "rover.aadl", "Per|iod => 20")
	if err != nil || period == nil || filepath.Base(period.URI) != "Timing_Properties.aadl" {
		t.Fatalf("%+v, %v", period, err)
	}
	text, err := os.ReadFile(pathOf(period.URI))
	if err != nil || !strings.HasPrefix(strings.Split(string(text), "\n")[period.Range.Start.Line], "    Period:") {
		t.Fatalf("%+v: %s, %v", period, text, err)
	}
	if unit, err := ask[*location](e, "definition", "rover.aadl", "20 m|s"); err != nil || filepath.Base(unit.URI) != "AADL_Project.aadl" {
		t.Errorf("%+v, %v", unit, err)
	}
	if err := e.Open(period.URI, "aadl", string(text)); err != nil {
		t.Fatal(err)
	}
	var back []location
	in := client.Object{"textDocument": client.Object{"uri": period.URI}, "position": period.Range.Start, "newName": "Span",
		"context": client.Object{"includeDeclaration": false}}
	if err := e.Call("textDocument/references", in, &back); err != nil || !slices.ContainsFunc(back, func(l location) bool { return l.URI == e.uri("rover.aadl") }) {
		t.Errorf("%+v, %v", back, err)
	}
	if err := e.Call("textDocument/rename", in, nil); err == nil || !strings.Contains(err.Error(), "predeclared") {
		t.Error(err)
	}
	if _, err := ask[workspaceEdit](e, "rename", "rover.aadl", "-> ri|ght", client.Object{"newName": "starboard"}); err != nil {
		t.Error(err)
	}
	e.change("rover.aadl", "Period", "Perod")
	e.told("rover.aadl", "Perod")
	e.change("rover.aadl", "Perod", "Period")
	e.told("rover.aadl")
}

func TestReferences(t *testing.T) {
	e := edit(t, two)
	e.open("rover.aadl")
	for _, c := range []struct {
		marked  string
		declare bool
		want    string
	}{
		{"left.sp|eed", false, "rover.aadl:14 rover.aadl:15"},
		{"left.sp|eed", true, "parts/parts.aadl:8 parts/parts.aadl:18 rover.aadl:14 rover.aadl:15"},
		{"Parts::Dri|ve.i", true, "parts/parts.aadl:6 parts/parts.aadl:11 parts/parts.aadl:13 parts/parts.aadl:14 parts/parts.aadl:16 parts/parts.aadl:21 " +
			"parts/parts.aadl:21 parts/parts.aadl:22 rover.aadl:11 rover.aadl:12"},
		{"-> ri|ght", true, "rover.aadl:12 rover.aadl:15"},
	} {
		got, err := ask[[]location](e, "references", "rover.aadl", c.marked, client.Object{"context": client.Object{"includeDeclaration": c.declare}})
		var lines []string
		for _, l := range got {
			lines = append(lines, fmt.Sprintf("%s:%d", strings.TrimPrefix(l.URI, uriOf(e.dir)+"/"), l.Range.Start.Line))
		}
		if said := strings.Join(lines, " "); err != nil || said != c.want {
			t.Errorf("%s: %s instead of %s, %v", c.marked, said, c.want, err)
		}
	}
}

func TestHover(t *testing.T) {
	e := edit(t, two)
	e.open("rover.aadl")
	e.open("parts/parts.aadl")
	for _, c := range []struct{ file, marked, want string }{
		{"rover.aadl", "Parts::Dri|ve.i", "```aadl\nsystem Drive\n    speed: in data port Base_Types::Float {Own::Gain => 3;};\n```\n\nA wheel with its motor.\nIt drives."},
		{"rover.aadl", "left.sp|eed", "```aadl\nspeed: in data port Base_Types::Float {Own::Gain => 3;};\n```\n\nin m/s"},
		{"rover.aadl", "with Par|ts", "```aadl\npackage Parts\n```"},
		{"rover.aadl", "Per|iod => 20", "Period: inherit Time\n"},
		{"rover.aadl", "20 m|s", "Time_Units: type units ("},
		{"rover.aadl", "2|0 ms", "20 ms = 20000000 ns = 20000 us = 0.02 sec"},
		{"parts/parts.aadl", "10 m|s", "10 ms = "},
		{"parts/parts.aadl", "Own::Ga|in", "```aadl\nGain: aadlinteger applies to (all);\n```\n\nHow strongly it acts."},
	} {
		got, err := ask[*hover](e, "hover", c.file, c.marked)
		if err != nil || got == nil {
			t.Errorf("%s: %v, %v", c.marked, got, err)
		} else if !strings.Contains(got.Contents.Value, c.want) {
			t.Errorf("%s: %q has no %q", c.marked, got.Contents.Value, c.want)
		}
	}
	if got, err := ask[*hover](e, "hover", "rover.aadl", "sys|tem Vehicle"); got != nil || err != nil {
		t.Errorf("a keyword is %v, %v", got, err)
	}
}

func TestRename(t *testing.T) {
	e := edit(t, two)
	e.open("rover.aadl")
	e.open("parts/parts.aadl")
	for _, c := range []struct{ marked, name, want string }{
		{"left.sp|eed", "velocity", "parts/parts.aadl 2, rover.aadl 2"},
		{"Parts::Dri|ve.i", "Wheel", "parts/parts.aadl 8, rover.aadl 2"},
		{"Parts::Drive.|i", "small", "parts/parts.aadl 3, rover.aadl 1"},
		{"with Par|ts", "Robot::Parts", "parts/parts.aadl 2, rover.aadl 3"},
		{"-> ri|ght", "starboard", "rover.aadl 2"},
		{"-> ri|ght", "RIGHT", "rover.aadl 2"},
		{"-> ri|ght", "left", "!this cannot be called left"},
		{"-> ri|ght", "c1", "!this cannot be called c1"},
		{"-> ri|ght", "system", "!system is a reserved word"},
		{"-> ri|ght", "a__b", "!is no name"},
		{"-> ri|ght", "a b", "!is no name"},
		{"-> ri|ght", "A::b", "!is no name"},
		{"-> ri|ght", " a", "!has spaces around it"},
		{"-> ri|ght", "", "!is no name"},
		{"-> ri|ght", "1", "!is no name"},
		{"Parts::Dri|ve.i", "Vehicle", "parts/parts.aadl 8, rover.aadl 2"}, // in another package
		{"with Par|ts", "Rover", "!this cannot be called Rover"},
		{"Per|iod => 20", "Span", "!predeclared"},
		{"sys|tem Vehicle", "Span", "!there is no name here"},
	} {
		_, refused := ask[*client.Object](e, "prepareRename", "rover.aadl", c.marked)
		got, err := ask[workspaceEdit](e, "rename", "rover.aadl", c.marked, client.Object{"newName": c.name})
		if want, bad := strings.CutPrefix(c.want, "!"); bad {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s as %q: %v, %v", c.marked, c.name, got, err)
			}
			continue
		}
		var files []string
		after := map[string]string{}
		for uri, edits := range got.Changes {
			name := strings.TrimPrefix(uri, uriOf(e.dir)+"/")
			files = append(files, fmt.Sprintf("%s %d", name, len(edits)))
			after[name] = applied(two[name], edits)
		}
		slices.Sort(files)
		if said := strings.Join(files, ", "); err != nil || refused != nil || said != c.want {
			t.Errorf("%s as %q: %s instead of %s, %v, %v", c.marked, c.name, said, c.want, err, refused)
		}
		for name, text := range after {
			if strings.Count(strings.ToLower(text), strings.ToLower(c.name)) < 1 {
				t.Errorf("%s:\n%s", name, text)
			}
		}
	}
}
