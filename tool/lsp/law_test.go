package lsp

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-robotics/sinew/tool/lsp/client"
)

// keep is a law of Atoms with what it includes, faultless.
var keep = map[string]string{
	"keep.atoms.yaml": `model: keep_heading
include: [parts.atoms.yaml]
frames: {WORLD: north east down}

instances:
  Compass: {driver: compass, every: 10 ms .. 50 ms, worst: 1 ms, products: {psi: "Angle WORLD z in -180 deg .. 180 deg"}}
  Operator: {driver: operator, update: sporadic, products: {psi_des: "Angle WORLD z"}}
  Gains: {update: constant, products: {k: Frequency = 0.5 Hz}}
  Error: {is: AngleSubtractor, with: {frame: WORLD, axis: z}, needs: {a: sporadic}, every: 10 ms .. 100 ms, worst: 10 us}
  Turn: {is: Turning, every: 10 ms .. 40 ms, worst: 10 us}
  Helm: {driver: helm, every: 10 ms .. 100 ms, worst: 1 ms, needs: {speed: "AngularSpeed WORLD z"}}

links:
  - Operator.psi_des, Compass.psi -> Error.(a, b)
  - Error.out -> Turn.e
  - Gains -> Turn
  - Turn -> Helm
`,
	"parts.atoms.yaml": `define:
  Turning:
    doc: Turns until there is no error.
    needs: {e: "Angle WORLD z", k: constant Frequency}
    products: {speed: "AngularSpeed WORLD z"}
    physics: speed = clamp(k * e, -30 deg/s, 30 deg/s)
`}

func TestFaultsOfAtoms(t *testing.T) {
	e := edit(t, keep)
	e.open("keep.atoms.yaml")
	e.change("keep.atoms.yaml", "Error.out -> Turn.e", "Error.out -> Turn.ee")
	e.told("keep.atoms.yaml", "14:17-14:24 name: Turn: Turn has no need ee; did you mean e?")
	e.change("keep.atoms.yaml", "Turn.ee", "Turn.e")
	e.told("keep.atoms.yaml")

	// What is included is as the editor has it.
	e.open("parts.atoms.yaml")
	e.change("parts.atoms.yaml", "Turning", "Turner")
	e.told("keep.atoms.yaml", "definition")
	e.change("parts.atoms.yaml", "Turner", "Turning")
	e.told("keep.atoms.yaml")

	// While the text is no YAML, the law that it was answers.
	e.change("keep.atoms.yaml", "Gains -> Turn\n", "Gains -> Turn\n - }\n")
	e.told("keep.atoms.yaml", "syntax")
	if got, err := ask[*hover](e, "hover", "keep.atoms.yaml", "Error.out -> Tu|rn.e"); err != nil || got == nil {
		t.Errorf("%v, %v", got, err)
	}
}

func TestLookingAtAtoms(t *testing.T) {
	e := edit(t, keep)
	e.open("keep.atoms.yaml")
	for marked, want := range map[string]string{
		"Error.out -> Tu|rn.e":   "keep.atoms.yaml:9:2",
		"Error.out -> Turn.|e":   "parts.atoms.yaml:3:12",
		"is: Tur|ning":           "parts.atoms.yaml:1:2",
		"Operator.psi_des, Com|": "keep.atoms.yaml:5:2",
		"is: Angle|Subtractor":   "null", // it is declared in Go
		"Turn: {|is":             "null",
	} {
		got, err := ask[*location](e, "definition", "keep.atoms.yaml", marked)
		said := "null"
		if got != nil {
			said = fmt.Sprintf("%s:%d:%d", strings.TrimPrefix(got.URI, uriOf(e.dir)+"/"), got.Range.Start.Line, got.Range.Start.Character)
		}
		if err != nil || said != want {
			t.Errorf("%s: %s instead of %s, %v", marked, said, want, err)
		}
	}
	for marked, want := range map[string]string{
		"Error.out -> Tu|rn.e": "Turn: Turning\n  need e: Angle WORLD z\n  need k: Frequency\n  product speed: AngularSpeed WORLD z\n  physics speed = clamp",
		"is: Tur|ning":         "Turns until there is no error.",
		"is: Angle|Subtractor": "need a: Angle $frame $axis",
		"Error.ou|t":           "product out: Angle",
	} {
		got, err := ask[*hover](e, "hover", "keep.atoms.yaml", marked)
		if err != nil || got == nil || !strings.Contains(got.Contents.Value, want) {
			t.Errorf("%s: %+v has no %q, %v", marked, got, want, err)
		}
	}
	all, err := ask[[]documentSymbol](e, "documentSymbol", "keep.atoms.yaml", "")
	if err != nil || len(all) != 6 || all[4].Name != "Turn" || all[4].Detail != "Turning" || all[4].Selection.Start.Line != 9 {
		t.Errorf("%+v, %v", all, err)
	}
	for _, method := range []string{"formatting", "references", "rename"} {
		if _, err := ask[any](e, method, "keep.atoms.yaml", "|links", client.Object{"newName": "x"}); err == nil || !strings.Contains(err.Error(), "not supported for texts of Atoms") {
			t.Errorf("%s: %v", method, err)
		}
	}
}

func TestTypingAtoms(t *testing.T) {
	e := edit(t, keep)
	e.open("keep.atoms.yaml")
	for _, c := range []struct{ typed, have, lack string }{
		{"is: |Turning", "Turning|PID|AngleSubtractor", "Compass"},
		{"Error.|out", "a|b|out", "Turn"},
		{"  - |Gains -> Turn", "Compass|Turn|Helm", "PID"},
		{"  - Gains -> |Turn", "Turn|Helm", "PID"},
		{"|links:", "compositions|budget|drivers", "is"},
		{"Compass: {|driver", "loop|power|energy|critical", "budget"},
		{"products: {k: |Frequency", "Frequency|WORLD|Angle", "Helm"},
		{"worst: 10 us}\n  |Helm", "", "PID"},
	} {
		got, err := ask[struct{ Items []completionItem }](e, "completion", "keep.atoms.yaml", c.typed)
		var labels []string
		for _, i := range got.Items {
			labels = append(labels, i.Label)
		}
		for _, want := range strings.Split(c.have, "|") {
			if want != "" && !slices.Contains(labels, want) {
				t.Errorf("at %s there is no %s in %.200v, %v", c.typed, want, labels, err)
			}
		}
		if slices.Contains(labels, c.lack) {
			t.Errorf("at %s there is %s", c.typed, c.lack)
		}
	}
}

// The laws of the examples are faultless in the editor as in sinew check.
func TestExamplesOfAtoms(t *testing.T) {
	text, err := os.ReadFile("../../examples/rov-heading/heading.atoms.yaml")
	if err != nil {
		t.Fatal(err)
	}
	e := edit(t, map[string]string{"heading.atoms.yaml": string(text)})
	e.open("heading.atoms.yaml")
	all, err := ask[[]documentSymbol](e, "documentSymbol", "heading.atoms.yaml", "")
	if err != nil || len(all) < 25 {
		t.Errorf("%d symbols, %v", len(all), err)
	}
	e.change("heading.atoms.yaml", "is: RobotSpeeds,", "is: RobotSpeds,")
	e.told("heading.atoms.yaml", "did you mean RobotSpeeds?")
}
