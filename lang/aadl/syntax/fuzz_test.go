package syntax

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/fuzz"
)

// checkPlaces: faults are in the text and in its order, parts of the tree at its tokens, and these behind each other.
func checkPlaces(t tester, f *File, faults diag.Faults) {
	t.Helper()
	lines := strings.Split(f.Text, "\n")
	last := diag.Pos{File: f.Name}
	for _, x := range faults {
		if x.Line == 0 && strings.HasPrefix(x.What, "and ") {
			continue
		}
		if x.Pos.Compare(last) < 0 || x.Line > len(lines) || x.Column < 1 || x.Column > 1+utf8.RuneCountInString(lines[x.Line-1]) {
			t.Errorf("a fault is nowhere, or behind the one before at %v: %v", last, x)
		}
		if x.Code == "" || x.What == "" || x.Do == "" {
			t.Errorf("a fault does not say all: %+v", x)
		}
		last = x.Pos
	}
	at := int32(0)
	for _, k := range f.Tokens {
		if k.Start < at || k.End < k.Start || int(k.End) > len(f.Text) || k.End == k.Start && k.Kind != EOF {
			t.Errorf("token %+v behind %d", k, at)
		}
		at = k.End
	}
	if n := len(f.Tokens); n == 0 || f.Tokens[n-1].Kind != EOF {
		t.Errorf("no end of the tokens")
	}
	if tree := dump(f, true); len(faults) == 0 && strings.Contains(tree, "!outside") {
		t.Errorf("parts of the tree stand outside what they belong to\n%s", tree)
	}
}

// seeds are the texts of the goldens.
func seeds(f *testing.F) {
	for _, dir := range []string{"tree", "faults", "format"} {
		for _, text := range folder(f, dir) {
			f.Add(text)
		}
	}
}

func FuzzParse(f *testing.F) {
	seeds(f)
	fuzz.Run(f, func(t *testing.T, text string) {
		file, faults := Parse("a.aadl", text)
		checkPlaces(t, file, faults)
		if _, err := Format(file); (err == nil) != (len(faults) == 0) {
			t.Errorf("formatted: %v; %v", err, faults)
		}
	})
}

func FuzzFormat(f *testing.F) {
	seeds(f)
	fuzz.Run(f, func(t *testing.T, text string) {
		if file, faults := Parse("a.aadl", text); len(faults) == 0 {
			checkFormat(t, file)
		}
	})
}
