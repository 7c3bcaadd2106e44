package syntax

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Kind is the kind of a token: a sign of one byte as itself, or one of the constants below.
type Kind int

// The kinds of tokens that are not one byte. Reserved words come first, in alphabetical order.
const (
	tokAnd Kind = iota + 256
	tokBreak
	tokDo
	tokElse
	tokElseif
	tokEnd
	tokFalse
	tokFor
	tokFunction
	tokGoto
	tokIf
	tokIn
	tokLocal
	tokNil
	tokNot
	tokOr
	tokRepeat
	tokReturn
	tokThen
	tokTrue
	tokUntil
	tokWhile
	tokIdiv
	tokConcat
	tokDots
	tokEq
	tokGe
	tokLe
	tokNe
	tokShl
	tokShr
	tokLabel
	tokEOF
	tokFloat
	tokInt
	tokName
	tokString
)

var spellings = []string{"and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
	"local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
	"//", "..", "...", "==", ">=", "<=", "~=", "<<", ">>", "::", "<eof>", "<number>", "<integer>", "<name>", "<string>"}

var reserved = func() map[string]Kind {
	m := map[string]Kind{}
	for k := tokAnd; k <= tokWhile; k++ {
		m[spellings[k-tokAnd]] = k
	}
	return m
}()

// Reserved reports whether a word is one of the language and so cannot be a name.
func Reserved(word string) bool { return reserved[word] != 0 }

// Words lists the reserved words in alphabetical order.
func Words() []string { return slices.Clone(spellings[:tokWhile-tokAnd+1]) }

func (k Kind) String() string {
	if k >= tokAnd {
		return spellings[k-tokAnd]
	}
	return string(rune(k))
}

// Error is a fault in a text. Chunk is the name for messages, already shortened.
type Error struct {
	Chunk        string
	Line, Column int // Column is in bytes from 1 on, or 0 if the fault is of a whole line
	What         string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.Chunk, e.Line, e.What) }

type token struct {
	kind Kind
	line int
	text string // of names and strings
	i    int64
	f    float64
	pos  int // where the token begins in the source
}

type lexer struct {
	chunk string
	src   string
	pos   int
	line  int
	buf   []byte
	note  func(from, to int) // called with the place of each comment; may be nil
}

// fail reports an error at an offset in the source, in the line at.
func (l *lexer) fail(pos, at int, near string, format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	if near != "" {
		what += " near " + near
	}
	pos = min(pos, len(l.src))
	panic(&Error{l.chunk, at, pos - strings.LastIndexByte(l.src[:pos], '\n'), what})
}

// fault reports an error at the text read since start.
func (l *lexer) fault(start int, format string, args ...any) {
	text := l.src[start:min(l.pos, len(l.src))]
	l.fail(start+strings.LastIndexByte(text, '\n')+1, l.line, "'"+text+"'", format, args...)
}

func (l *lexer) peek(n int) byte {
	if l.pos+n < len(l.src) {
		return l.src[l.pos+n]
	}
	return 0
}

func (l *lexer) newline() {
	c := l.src[l.pos]
	l.pos++
	if n := l.peek(0); (n == '\n' || n == '\r') && n != c && l.pos < len(l.src) {
		l.pos++
	}
	l.line++
}

// next reads the next token.
func (l *lexer) next() token {
	l.skip()
	t := token{line: l.line, pos: l.pos}
	if l.pos >= len(l.src) {
		t.kind = tokEOF
		return t
	}
	c := l.src[l.pos]
	switch {
	case isAlpha(c):
		for l.pos < len(l.src) && (isAlpha(l.src[l.pos]) || isDigit(l.src[l.pos])) {
			l.pos++
		}
		t.text = l.src[t.pos:l.pos]
		if t.kind = reserved[t.text]; t.kind == 0 {
			t.kind = tokName
		}
	case isDigit(c), c == '.' && isDigit(l.peek(1)):
		l.number(&t)
	case c == '"' || c == '\'':
		t.kind, t.text = tokString, l.quoted(c)
	case c == '[' && l.level() >= 0:
		t.kind, t.text = tokString, l.long(l.level(), "string")
	default:
		l.sign(&t)
	}
	return t
}

// skip passes blanks and comments.
func (l *lexer) skip() {
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == '\n' || c == '\r':
			l.newline()
		case c == ' ' || c == '\t' || c == '\v' || c == '\f':
			l.pos++
		case c == '-' && l.peek(1) == '-':
			l.comment()
		default:
			return
		}
	}
}

func (l *lexer) comment() {
	from := l.pos
	l.pos += 2
	if n := l.level(); l.peek(0) == '[' && n >= 0 {
		l.long(n, "comment")
	} else {
		for l.pos < len(l.src) && l.src[l.pos] != '\n' && l.src[l.pos] != '\r' {
			l.pos++
		}
	}
	if l.note != nil {
		l.note(from, l.pos)
	}
}

// sign reads an operator or a delimiter.
func (l *lexer) sign(t *token) {
	rest := l.src[l.pos:]
	if strings.HasPrefix(rest, "...") {
		t.kind, l.pos = tokDots, l.pos+3
		return
	}
	if len(rest) >= 2 {
		for k := tokIdiv; k <= tokLabel; k++ {
			if k != tokDots && rest[:2] == spellings[k-tokAnd] {
				t.kind, l.pos = k, l.pos+2
				return
			}
		}
	}
	t.kind = Kind(rest[0])
	l.pos++
}

// level returns how many equal signs a long bracket that begins here has, or -1 if none begins here.
func (l *lexer) level() int {
	n := 0
	for l.peek(n+1) == '=' {
		n++
	}
	if l.peek(n+1) == '[' {
		return n
	}
	return -1
}

func (l *lexer) long(level int, what string) string {
	line := l.line
	l.pos += level + 2
	if c := l.peek(0); c == '\n' || c == '\r' {
		l.newline()
	}
	l.buf = l.buf[:0]
	closing := "]" + strings.Repeat("=", level) + "]"
	for {
		if l.pos >= len(l.src) {
			l.fail(l.pos, l.line, "<eof>", "unfinished long %s (starting at line %d)", what, line)
		}
		c := l.src[l.pos]
		switch {
		case c == ']' && strings.HasPrefix(l.src[l.pos:], closing):
			l.pos += len(closing)
			return string(l.buf)
		case c == '\n' || c == '\r':
			l.newline()
			l.buf = append(l.buf, '\n')
		default:
			l.buf = append(l.buf, c)
			l.pos++
		}
	}
}

func (l *lexer) quoted(quote byte) string {
	start := l.pos
	l.pos++
	l.buf = l.buf[:0]
	for {
		if l.pos >= len(l.src) {
			l.fail(l.pos, l.line, "<eof>", "unfinished string")
		}
		switch c := l.src[l.pos]; c {
		case quote:
			l.pos++
			return string(l.buf)
		case '\n', '\r':
			l.fault(start, "unfinished string")
		case '\\':
			l.pos++
			l.escape(start)
		default:
			l.buf = append(l.buf, c)
			l.pos++
		}
	}
}

// escape reads what follows a backslash.
func (l *lexer) escape(start int) {
	if l.pos >= len(l.src) {
		l.fail(l.pos, l.line, "<eof>", "unfinished string")
	}
	c := l.src[l.pos]
	if i := strings.IndexByte("abfnrtv\\\"'", c); i >= 0 {
		l.buf = append(l.buf, "\a\b\f\n\r\t\v\\\"'"[i])
		l.pos++
		return
	}
	switch {
	case c == '\n' || c == '\r':
		l.newline()
		l.buf = append(l.buf, '\n')
	case c == 'x':
		l.pos++
		v := l.hexDigit(start)<<4 | l.hexDigit(start)
		l.buf = append(l.buf, byte(v))
	case c == 'z':
		l.pos++
		for l.pos < len(l.src) && strings.IndexByte(" \t\v\f\n\r", l.src[l.pos]) >= 0 {
			if l.src[l.pos] == '\n' || l.src[l.pos] == '\r' {
				l.newline()
			} else {
				l.pos++
			}
		}
	case c == 'u':
		l.utf8(start)
	case isDigit(c):
		v := 0
		for n := 0; n < 3 && isDigit(l.peek(0)); n++ {
			v = v*10 + int(l.src[l.pos]-'0')
			l.pos++
		}
		if v > 255 {
			l.pos = min(l.pos+1, len(l.src))
			l.fault(start, "decimal escape too large")
		}
		l.buf = append(l.buf, byte(v))
	default:
		l.pos++
		l.fault(start, "invalid escape sequence")
	}
}

func (l *lexer) hexDigit(start int) uint64 {
	v := hexValue(l.peek(0))
	if l.pos < len(l.src) {
		l.pos++
	}
	if v < 0 {
		l.fault(start, "hexadecimal digit expected")
	}
	return uint64(v)
}

func (l *lexer) utf8(start int) {
	l.pos++
	if l.peek(0) != '{' {
		l.pos = min(l.pos+1, len(l.src))
		l.fault(start, "missing '{' in \\u{xxxx}")
	}
	l.pos++
	v := l.hexDigit(start)
	for hexValue(l.peek(0)) >= 0 {
		v = v<<4 | l.hexDigit(start)
		if v > math.MaxInt32 {
			l.fault(start, "UTF-8 value too large")
		}
	}
	if l.peek(0) != '}' {
		l.pos = min(l.pos+1, len(l.src))
		l.fault(start, "missing '}' in \\u{xxxx}")
	}
	l.pos++
	l.buf = AppendUTF8(l.buf, uint32(v))
}

// AppendUTF8 appends a code point of up to 31 bits as Lua encodes it, in up to six bytes.
func AppendUTF8(b []byte, v uint32) []byte {
	if v < 0x80 {
		return append(b, byte(v))
	}
	var rest [6]byte
	n, first := len(rest), uint32(0x3f)
	for v > first {
		n--
		rest[n] = byte(0x80 | v&0x3f)
		v >>= 6
		first >>= 1
	}
	return append(append(b, byte(^first<<1|v)), rest[n:]...)
}

func (l *lexer) number(t *token) {
	exp := "eE"
	if l.src[l.pos] == '0' && (l.peek(1) == 'x' || l.peek(1) == 'X') {
		exp = "pP"
		l.pos += 2
	}
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		if strings.IndexByte(exp, c) >= 0 {
			l.pos++
			if s := l.peek(0); s == '+' || s == '-' {
				l.pos++
			}
			continue
		}
		if !isAlpha(c) && !isDigit(c) && c != '.' {
			break
		}
		l.pos++
	}
	i, f, kind := Number(l.src[t.pos:l.pos])
	switch kind {
	case Int:
		t.kind, t.i = tokInt, i
	case Float:
		t.kind, t.f = tokFloat, f
	default:
		l.fault(t.pos, "malformed number")
	}
}

// NumberKind is the kind of number that Number found.
type NumberKind int

// The kinds of numbers.
const (
	NotNumber NumberKind = iota
	Int
	Float
)

// Number reads a numeral as Lua does: with blanks around it and a sign, decimal or hexadecimal, integer or float.
func Number(s string) (int64, float64, NumberKind) {
	s = strings.Trim(s, " \t\n\v\f\r")
	digits, neg := s, false
	if digits != "" && (digits[0] == '-' || digits[0] == '+') {
		neg = digits[0] == '-'
		digits = digits[1:]
	}
	if digits == "" || !isDigit(digits[0]) && digits[0] != '.' || strings.IndexByte(digits, '_') >= 0 {
		return 0, 0, NotNumber
	}
	if len(digits) > 1 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') {
		return hexNumber(digits[2:], neg)
	}
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return i, 0, Int
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && err.(*strconv.NumError).Err != strconv.ErrRange {
		return 0, 0, NotNumber
	}
	return 0, f, Float
}

func hexNumber(s string, neg bool) (int64, float64, NumberKind) {
	if !strings.ContainsAny(s, ".pP") {
		var v uint64
		for i := range len(s) {
			d := hexValue(s[i])
			if d < 0 {
				return 0, 0, NotNumber
			}
			v = v<<4 | uint64(d)
		}
		if s == "" {
			return 0, 0, NotNumber
		}
		if neg {
			v = -v
		}
		return int64(v), 0, Int
	}
	if !strings.ContainsAny(s, "pP") {
		s += "p0"
	}
	f, err := strconv.ParseFloat("0x"+s, 64)
	if err != nil && err.(*strconv.NumError).Err != strconv.ErrRange {
		return 0, 0, NotNumber
	}
	if neg {
		f = -f
	}
	return 0, f, Float
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isAlpha(c byte) bool { return c|32 >= 'a' && c|32 <= 'z' || c == '_' }

func hexValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case c|32 >= 'a' && c|32 <= 'f':
		return int(c|32-'a') + 10
	}
	return -1
}
