package syntax

import (
	"fmt"
	"slices"
	"strings"
)

// Format lays out a text: the same words, signs and comments in the same order and lines, so that the meaning is
// unchanged, with the spaces that its structure asks for. Lines are indented by two spaces for each open block or
// bracket, and by two more if they continue a statement; several empty lines become one. A text with a fault is not laid
// out; the fault is an *Error. Laying out a text again changes nothing.
func Format(name, text string) (string, error) {
	if _, err := Parse(name, text); err != nil {
		return "", err
	}
	all := pieces(text)
	l := layout{}
	for i := 0; i < len(all); {
		n := i + 1
		for n < len(all) && all[n].breaks == 0 {
			n++
		}
		l.putLine(all[i:n])
		i = n
	}
	out := string(l.out)
	same := func(a, b piece) bool { return a.kind == b.kind && a.text == b.text }
	if !slices.EqualFunc(all, pieces(out), same) {
		return "", fmt.Errorf("lua: the layout of %s is not the text that it was made from: report this, with the text", name)
	}
	return out, nil
}

// tokComment is a comment, or a first line that begins with #.
const tokComment Kind = -1

// piece is a token or a comment as it stands in the text.
type piece struct {
	kind   Kind
	text   string
	breaks int  // lines that end between the piece before and this one
	spaced bool // something stands between them
}

// pieces splits a text without faults. Lines end with \n.
func pieces(text string) (all []piece) {
	end := 0
	add := func(kind Kind, from, to int) {
		between := text[end:from]
		p := piece{kind, oneNewline(text[from:to]), strings.Count(oneNewline(between), "\n"), between != ""}
		if from == 0 && kind == tokComment && text[0] == '#' { // which only \n ends
			p.text = text[:to]
		}
		if kind == tokComment {
			p.text = strings.TrimRight(p.text, " \t\v\f\r")
		}
		all = append(all, p)
		end = to
	}
	l := lexer{src: text, line: 1, note: func(from, to int) { add(tokComment, from, to) }}
	if strings.HasPrefix(text, "#") {
		if l.pos = strings.IndexByte(text, '\n'); l.pos < 0 {
			l.pos = len(text)
		}
		add(tokComment, 0, l.pos)
	}
	for {
		t := l.next()
		if t.kind == tokEOF {
			return all
		}
		add(t.kind, t.pos, l.pos)
	}
}

// oneNewline makes all line ends \n.
func oneNewline(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	return strings.NewReplacer("\r\n", "\n", "\n\r", "\n", "\r", "\n").Replace(s)
}

// opener is a block or a bracket that is open.
type opener struct {
	kind    Kind
	indent  int  // of the line that it stands in
	awaited bool // the do of a loop is still to come
}

// layout writes lines.
type layout struct {
	out    []byte
	open   []opener
	last   Kind // the token before, not counting comments; 0 at the beginning
	local  bool // in the names of a local statement, where < and > hold attributes
	label  bool // between the signs of a label
	prefix bool // the token before is an operator of one operand
}

func (l *layout) top() Kind {
	if len(l.open) == 0 {
		return 0
	}
	return l.open[len(l.open)-1].kind
}

// putLine writes a line of pieces.
func (l *layout) putLine(line []piece) {
	indent := l.indent(line)
	if len(l.out) > 0 && line[0].breaks > 1 {
		l.out = append(l.out, '\n')
	}
	for range indent {
		l.out = append(l.out, "  "...)
	}
	for i, p := range line {
		if i > 0 && l.blank(line[i-1], p) {
			l.out = append(l.out, ' ')
		}
		l.out = append(l.out, p.text...)
		if p.kind != tokComment {
			l.nest(p.kind, indent)
			l.follow(p.kind)
		}
	}
	l.out = append(l.out, '\n')
}

// indent returns how deep a line is nested.
func (l *layout) indent(line []piece) int {
	first := line[0].kind
	if len(l.open) == 0 {
		return l.goesOn(first)
	}
	n := len(l.open)
	for _, p := range line {
		if !closes(p.kind) || n == 0 {
			break
		}
		n--
	}
	switch {
	case n < len(l.open):
		return l.open[n].indent
	case first == tokElse || first == tokElseif:
		return l.open[n-1].indent
	}
	return l.open[n-1].indent + 1 + l.goesOn(first)
}

func closes(k Kind) bool { return k == tokEnd || k == tokUntil || k == ')' || k == ']' || k == '}' }

// goesOn is 1 if a line that begins with a token continues a statement or an expression, else 0.
func (l *layout) goesOn(first Kind) int {
	bracket := l.top() == '(' || l.top() == '{' || l.top() == '['
	switch {
	case l.last == 0:
		return 0
	case l.last == ',' && !bracket, l.last == '=', l.last == tokLocal, binary(l.last) && l.last != '>', l.prefix:
		return 1
	case l.last == '>' && !l.local, l.last == tokReturn && first != tokComment && !statement(first):
		return 1
	case first == '.', first == ':', first == '=', first == ',':
		return 1
	case binary(first) && operand(l.last):
		return 1
	case !bracket && (first == '[' || first == '{' || first == tokString):
		return 1
	}
	return 0
}

// statement reports whether a token begins or ends a statement, not an expression.
func statement(k Kind) bool {
	switch k {
	case tokFunction, tokNil, tokTrue, tokFalse, tokNot:
		return false
	}
	return k >= tokAnd && k <= tokWhile || k == ';' || k == tokLabel
}

// binary reports whether a token is a binary operator.
func binary(k Kind) bool { return priority[k] != [2]int{} }

// operand reports whether a token can end an operand.
func operand(k Kind) bool {
	switch k {
	case tokName, tokInt, tokFloat, tokString, tokNil, tokTrue, tokFalse, tokDots, tokEnd, ')', ']', '}':
		return true
	}
	return false
}

// nest opens and closes blocks and brackets.
func (l *layout) nest(k Kind, indent int) {
	switch k {
	case tokDo:
		if n := len(l.open); n > 0 && l.open[n-1].awaited {
			l.open[n-1].awaited = false
			return
		}
		l.open = append(l.open, opener{kind: k, indent: indent})
	case tokWhile, tokFor:
		l.open = append(l.open, opener{kind: k, indent: indent, awaited: true})
	case tokIf, tokFunction, tokRepeat, '(', '{', '[':
		l.open = append(l.open, opener{kind: k, indent: indent})
	default:
		if closes(k) {
			l.open = l.open[:len(l.open)-1]
		}
	}
}

// follow notes what the next token must know about this one.
func (l *layout) follow(k Kind) {
	l.prefix = k == tokNot || k == '#' || (k == '-' || k == '~') && !operand(l.last)
	switch {
	case k == tokLabel:
		l.label = !l.label
	case k == tokLocal:
		l.local = true
	case l.local:
		l.local = k == tokName || k == ',' || k == '<' || k == '>'
	}
	l.last = k
}

// blank reports whether there is a space between two pieces of a line.
func (l *layout) blank(p, q piece) bool {
	a, b := p.kind, q.kind
	called := a == tokName || a == ')' || a == ']' || a == tokString
	switch {
	case a == tokComment || b == tokComment:
		return true
	case b == ',' || b == ';' || b == ')' || b == '}' || b == '.' || b == ':':
		return false
	case a == '(' || a == '{' || a == '.' || a == ':':
		return false
	case a == '[' || b == ']': // [[ would begin a string
		return p.text[0] == '[' && len(p.text) > 1 || q.text[0] == '[' && len(q.text) > 1
	case l.label && (a == tokLabel || b == tokLabel):
		return false
	case l.local && (a == '<' || b == '>'):
		return false
	case l.prefix && a != tokNot:
		return a == '-' && b == '-' // -- would begin a comment
	case a == '^' || b == '^':
		return false
	case b == '(':
		return !called && a != tokFunction
	case b == '[':
		return !called
	case b == '{' || b == tokString:
		return !called || q.spaced
	}
	return true
}
