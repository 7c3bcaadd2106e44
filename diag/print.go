package diag

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Printer shows faults to people.
type Printer struct {
	Colour bool                     // with a terminal's control sequences (ECMA-48)
	Read   func(file string) []byte // returns the text that positions refer to, nil if there is none; if Read is nil files are read
}

// PrinterFor returns a printer, in colour if it writes to a terminal and the environment has neither NO_COLOR
// (no-color.org) nor TERM=dumb. getenv is os.Getenv.
func PrinterFor(terminal bool, getenv func(string) string) Printer {
	return Printer{Colour: terminal && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"}
}

// Print writes each fault on a line as Error does, with warnings marked, and below it the line of the text with a caret
// at the column, if it can be read. Quotations are clipped and cannot control the terminal.
func (p Printer) Print(w io.Writer, fs Faults) error {
	var b strings.Builder
	var file string
	var lines []string
	for _, f := range fs.Clipped() {
		p.fault(&b, &f)
		if f.Line == 0 || f.File == "" {
			continue
		}
		if f.File != file {
			file, lines = f.File, nil
			if text := p.read(f.File); len(text) > 0 {
				lines = strings.Split(string(text), "\n")
			}
		}
		if f.Line <= len(lines) {
			p.source(&b, &f, strings.TrimSuffix(lines[f.Line-1], "\r"))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// The colours, by ECMA-48's SGR.
const (
	plain  = ""
	bold   = "1"
	dim    = "2"
	red    = "1;31"
	yellow = "1;33"
)

func (f *Fault) colour() string {
	if f.Severity == Warning {
		return yellow
	}
	return red
}

func (p Printer) paint(colour, s string) string {
	if s = strings.Map(harmless, s); !p.Colour || colour == plain {
		return s
	}
	return "\x1b[" + colour + "m" + s + "\x1b[0m"
}

// harmless replaces characters that control a terminal or hide text.
func harmless(c rune) rune {
	if c != '\t' && c != '\n' && (unicode.IsControl(c) || unicode.Is(unicode.Cf, c)) {
		return unicode.ReplacementChar
	}
	return c
}

func (p Printer) fault(b *strings.Builder, f *Fault) {
	if at := f.Pos.String(); at != "" {
		fmt.Fprintf(b, "%s: ", p.paint(bold, spelling.Clip(at)))
	}
	if f.Severity == Warning {
		fmt.Fprintf(b, "%s: ", p.paint(yellow, f.Severity.String()))
	}
	if f.Path != "" {
		fmt.Fprintf(b, "%s: ", p.paint(plain, f.Path))
	}
	b.WriteString(p.paint(f.colour(), f.What))
	if f.Do != "" {
		b.WriteString(p.paint(plain, "; "+f.Do))
	}
	if f.Code != "" {
		b.WriteString(p.paint(dim, " ("+f.Code+")"))
	}
	b.WriteByte('\n')
}

// width is the number of characters shown of a line.
const width = 120

// source returns a line of the text, or the part of it around the column.
func (p Printer) source(b *strings.Builder, f *Fault, text string) {
	line := []rune(strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
	at := min(max(f.Column, 1), len(line)+1) - 1
	before, after := "", ""
	if from := at - width/2; len(line) > width && from > 0 {
		line, at, before = line[from:], at-from, "…"
	}
	if len(line) > width {
		line, after = line[:width], "…"
	}
	fmt.Fprintf(b, "%s%s%s%s\n", p.paint(dim, fmt.Sprintf("%5d | ", f.Line)), before, p.paint(plain, string(line)), after)
	if f.Column == 0 {
		return
	}
	pad := strings.Map(func(c rune) rune {
		if c == '\t' {
			return c
		}
		return ' '
	}, before+string(line[:at]))
	fmt.Fprintf(b, "%s%s%s\n", p.paint(dim, "      | "), pad, p.paint(f.colour(), "^"))
}

// maxSource bounds the size of files whose lines are shown.
const maxSource = 16 << 20

func (p Printer) read(file string) []byte {
	if p.Read != nil {
		return p.Read(file)
	}
	if strings.HasSuffix(file, ".go") { // named without its folder: a different file with this name may be here
		return nil
	}
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
		return nil // a pipe, for example, has been read already
	}
	text, _ := os.ReadFile(file)
	return text
}
