package diag_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/sinew-robotics/sinew/diag"
)

const law = "define:\n\tP: {e: Angle}\r\nlinks: [ψ -> Δ.e]\n"

func read(file string) []byte {
	if file == "law.yaml" {
		return []byte(law)
	}
	return nil
}

func printed(t interface{ Fatal(...any) }, p diag.Printer, fs ...diag.Fault) string {
	var b strings.Builder
	if err := p.Print(&b, fs); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPrint(t *testing.T) {
	p := diag.Printer{Read: read}
	got := printed(t, p,
		diag.Fault{Code: "frame", What: "the frames differ", Do: "add a shift", Pos: diag.Pos{File: "law.yaml", Line: 3, Column: 14}, Path: "Δ.e"},
		diag.Fault{What: "it is used nowhere", Severity: diag.Warning, Pos: diag.Pos{File: "law.yaml", Line: 2, Column: 2}},
		diag.Fault{What: "a value is missing", Pos: diag.Pos{File: "law.yaml", Line: 1, Column: 99}},
		diag.Fault{What: "a line", Pos: diag.Pos{File: "law.yaml", Line: 1}},
		diag.Fault{What: "behind the end", Pos: diag.Pos{File: "law.yaml", Line: 9, Column: 1}},
		diag.Fault{What: "nobody has the text", Pos: diag.Pos{File: "other.yaml", Line: 1, Column: 1}},
		diag.Fault{What: "no place", Path: "m"})
	want := `law.yaml:3:14: Δ.e: the frames differ; add a shift (frame)
    3 | links: [ψ -> Δ.e]
      |              ^
law.yaml:2:2: warning: it is used nowhere
    2 | 	P: {e: Angle}
      | 	^
law.yaml:1:99: a value is missing
    1 | define:
      |        ^
law.yaml:1: a line
    1 | define:
law.yaml:9:1: behind the end
other.yaml:1:1: nobody has the text
m: no place
`
	if got != want {
		t.Errorf("%s\ninstead of\n%s", got, want)
	}
}

func TestPrintInColour(t *testing.T) {
	p := diag.Printer{Read: read, Colour: true}
	got := printed(t, p, diag.Fault{Code: "key", What: "it is used nowhere", Do: "drop it", Severity: diag.Warning, Pos: diag.Pos{File: "law.yaml", Line: 1, Column: 1}})
	want := "\x1b[1mlaw.yaml:1:1\x1b[0m: \x1b[1;33mwarning\x1b[0m: \x1b[1;33mit is used nowhere\x1b[0m; drop it\x1b[2m (key)\x1b[0m\n" +
		"\x1b[2m    1 | \x1b[0mdefine:\n\x1b[2m      | \x1b[0m\x1b[1;33m^\x1b[0m\n"
	if got != want {
		t.Errorf("%q\ninstead of\n%q", got, want)
	}
}

// TestColourAsAsked: a terminal alone, and not where NO_COLOR has a value, whatever it is.
func TestColourAsAsked(t *testing.T) {
	for _, c := range []struct {
		terminal bool
		env      map[string]string
		want     bool
	}{
		{true, nil, true},
		{false, nil, false},
		{true, map[string]string{"NO_COLOR": "0"}, false},
		{true, map[string]string{"NO_COLOR": "", "TERM": "xterm"}, true},
		{true, map[string]string{"TERM": "dumb"}, false},
	} {
		if p := diag.PrinterFor(c.terminal, func(k string) string { return c.env[k] }); p.Colour != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// TestLongLines: what is around the column is shown, and the caret stands below it.
func TestLongLines(t *testing.T) {
	line := strings.Repeat("ab ", 5000) + "X" + strings.Repeat(" cd", 5000)
	p := diag.Printer{Read: func(string) []byte { return []byte(line) }}
	got := strings.Split(printed(t, p, diag.Fault{What: "X", Pos: diag.Pos{File: "f", Line: 1, Column: 15001}}), "\n")
	if len(got) != 4 || len([]rune(got[1])) > 140 || !strings.HasSuffix(got[1], "…") {
		t.Fatalf("%q", got)
	}
	text, caret := []rune(got[1]), []rune(got[2])
	if text[len(caret)-1] != 'X' {
		t.Errorf("the caret is below %c of\n%s\n%s", text[len(caret)-1], got[1], got[2])
	}
}

// TestFilesAreRead: where nobody gives the text it comes from disk, of regular files that are no Go code: that is named
// without its folder, so another file could be meant.
func TestFilesAreRead(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]bool{"a.yaml": true, "a.go": false} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte("the line\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		got := printed(t, diag.Printer{}, diag.Fault{What: "w", Pos: diag.Pos{File: file, Line: 1, Column: 5}})
		if strings.Contains(got, "    1 | the line\n      |     ^\n") != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, name := range []string{dir, filepath.Join(dir, "none"), os.DevNull} {
		if got := printed(t, diag.Printer{}, diag.Fault{What: "w", Pos: diag.Pos{File: name, Line: 2}}); strings.Count(got, "\n") != 1 {
			t.Errorf("%s: %q", name, got)
		}
	}
}

var sgr = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestNothingControlsTheTerminal: whatever faults and texts hold, what is printed is text, and bounded.
func TestNothingControlsTheTerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fs := faults().Draw(t, "faults")
		text := rapid.SliceOf(rapid.Byte()).Draw(t, "text")
		for _, colour := range []bool{false, true} {
			p := diag.Printer{Colour: colour, Read: func(string) []byte { return text }}
			got := printed(t, p, fs...)
			if colour {
				got = sgr.ReplaceAllString(got, "")
			}
			for _, c := range got {
				if c != '\n' && c != '\t' && unicode.IsControl(c) || c == '\u202e' {
					t.Fatalf("%q", got)
				}
			}
			if n := len(fs); len(got) > n*4000 {
				t.Fatalf("%d bytes for %d faults", len(got), n)
			}
		}
		if plain, coloured := printed(t, diag.Printer{Read: func(string) []byte { return text }}, fs...),
			sgr.ReplaceAllString(printed(t, diag.Printer{Colour: true, Read: func(string) []byte { return text }}, fs...), ""); plain != coloured {
			t.Fatalf("%q\n%q", plain, coloured)
		}
	})
}
