package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The layout.
const (
	indent = "    "
	width  = 100 // most characters of a line, if it can be broken
)

// Format returns the text in the standard layout: the same tokens in the same order, so the meaning is unchanged. Keywords
// are in lower case, lines are indented by four spaces and broken at 100 characters, there is at most one blank line in a
// row, and comments stay where they are. A text with faults is not formatted, but an error.
func Format(f *File) ([]byte, error) {
	if f.faulty {
		return nil, fmt.Errorf("%s has faults: mend them first", f.Name)
	}
	w := writer{f: f, out: make([]byte, 0, len(f.Text)+len(f.Text)/4)}
	for i := range f.Tokens {
		w.token(i)
	}
	return w.out, nil
}

// writer writes tokens.
type writer struct {
	f      *File
	out    []byte
	column int   // in characters
	level  uint8 // of the line
	depth  int   // of brackets
	broken bool  // a comment ended the line before

	next   int // the token after some comments,
	indent int // and its column
}

// token writes a token with the space before it.
func (w *writer) token(i int) {
	t := &w.f.Tokens[i]
	gap := ""
	if i > 0 {
		gap = w.f.Text[w.f.Tokens[i-1].End:t.Start]
	}
	lines := lineEnds(gap)
	switch {
	case t.Kind == EOF:
		if len(w.out) > 0 {
			w.newline(0, 0)
		}
		return
	case i == 0:
	case t.Kind == Comment && lines == 0:
		w.put(" ")
	case t.Kind == Comment:
		w.newline(lines, w.commentLevel(i))
	case t.level > 0:
		w.level = t.level - 1
		w.newline(lines, w.level)
	case w.broken:
		w.newline(0, w.level+1)
	case w.spaced(i):
		if w.f.breakable(i, w.depth) && w.column+1+w.chunk(i) > width {
			w.newline(0, w.level+1)
		} else {
			w.put(" ")
		}
	}
	w.broken = false
	text := w.f.Text[t.Start:t.End]
	switch {
	case t.Kind == Comment:
		text = strings.TrimRight(text, " \t\f\v")
		w.broken = true
	case t.Kind == AnnexText:
		text = unixLines.Replace(text)
	case t.Kind.Keyword():
		text = t.Kind.String()
	}
	w.put(text)
	w.depth += t.Kind.nests()
}

// unixLines makes all line ends \n.
var unixLines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// nests is how much a token changes the depth of brackets.
func (k Kind) nests() int {
	switch k {
	case leftParen, leftBrace, leftSquare:
		return 1
	case rightParen, rightBrace, rightSquare:
		return -1
	}
	return 0
}

// lineEnds counts them.
func lineEnds(gap string) int {
	return strings.Count(gap, "\n") + strings.Count(gap, "\r") - strings.Count(gap, "\r\n")
}

// put writes text.
func (w *writer) put(text string) {
	w.out = append(w.out, text...)
	if n := strings.LastIndexByte(text, '\n'); n >= 0 {
		w.column, text = 0, text[n+1:]
	}
	w.column += utf8.RuneCountInString(text)
}

// newline begins a line, after a blank one if there were several line ends.
func (w *writer) newline(ends int, level uint8) {
	if ends > 1 {
		w.put("\n")
	}
	w.put("\n")
	w.put(strings.Repeat(indent, int(level)))
}

// commentLevel is the indentation of a comment on its own line: that of what follows it or, if the comment is further to
// the right in the text, that of what precedes it.
func (w *writer) commentLevel(i int) uint8 {
	if w.next < i {
		for w.next = i; w.f.Tokens[w.next].Kind == Comment; w.next++ {
		}
		w.indent = w.f.indentation(w.next)
	}
	t := &w.f.Tokens[w.next]
	var level uint8
	switch {
	case t.level > 0:
		level = t.level - 1
	case t.Kind != EOF:
		return w.level + 1
	}
	switch t.Kind {
	case rightBrace, rightParen, rightSquare:
		return level + 1
	}
	if w.level > level && w.f.indentation(i) > w.indent {
		return w.level
	}
	return level
}

// indentation is the column of a token, a tab being four.
func (f *File) indentation(i int) (n int) {
	for at := int(f.Tokens[i].Start) - 1; at >= 0 && f.Text[at] != '\n' && f.Text[at] != '\r'; at-- {
		if n++; f.Text[at] == '\t' {
			n += len(indent) - 1
		}
	}
	return n
}

// spaced reports whether there is a space before a token.
func (w *writer) spaced(i int) bool {
	t, before := &w.f.Tokens[i], &w.f.Tokens[i-1]
	if t.tight {
		return false
	}
	switch before.Kind {
	case leftParen, leftBrace, leftSquare, dot, doubleColon, leftStep:
		return false
	}
	switch t.Kind {
	case semicolon, colon, doubleColon, comma, dot, rightParen, rightBrace, rightSquare, rightStep:
		return false
	case leftSquare: // of an array, or of a record
		return before.Kind == gives || before.Kind == appends || before.Kind == comma || before.Kind == kwConstant
	}
	return true
}

// breakable reports whether a line may be broken before a token inside the given number of brackets.
func (f *File) breakable(i, depth int) bool {
	switch f.Tokens[i-1].Kind {
	case comma, semicolon:
		return true
	case gives, appends:
		return depth == 0
	}
	switch f.Tokens[i].Kind {
	case arrow, both, leftStep, kwApplies, kwExtends, leftBrace:
		return true
	case kwIn:
		next := f.Tokens[i+1].Kind
		return next == kwModes || next == kwBinding
	}
	return false
}

// chunk is the width from a token to the next place where the line may be broken outside brackets that open in between,
// measured only until it exceeds what matters.
func (w *writer) chunk(i int) (n int) {
	depth := 0
	for k := i; n <= width; k++ {
		t := &w.f.Tokens[k]
		if t.Kind == EOF || t.Kind == Comment || t.level > 0 {
			break
		}
		if k > i && w.spaced(k) {
			if depth <= 0 && w.f.breakable(k, w.depth+depth) {
				break
			}
			n++
		}
		depth += t.Kind.nests()
		text := w.f.Text[t.Start:t.End]
		if end := strings.IndexByte(text, '\n'); end >= 0 {
			return n + end
		}
		n += utf8.RuneCountInString(text)
	}
	return n
}
