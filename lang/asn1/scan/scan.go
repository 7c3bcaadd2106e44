// Package scan splits texts in ASN.1 (ITU-T X.680) into tokens: words, numbers, texts and signs, each with its place,
// and comments, which carry what the language cannot express. It knows no grammar.
package scan

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of tokens.
const (
	End    Kind = iota // of the text
	Word               // a name or a reserved word
	Number             // 12, 1.5, 1.5E-3: without a sign
	Text               // "…"; the token has its content
	Bits               // '…'B or '…'H, as written
	Sign               // ::= .. ... and single characters
)

// Token is a token with its place.
type Token struct {
	Kind Kind
	Text string
	diag.Pos
}

// Is reports whether the token is the given word or sign.
func (t Token) Is(text string) bool { return (t.Kind == Word || t.Kind == Sign) && t.Text == text }

// String is the token as faults quote it.
func (t Token) String() string {
	switch t.Kind {
	case End:
		return "the end of the text"
	case Text:
		return fmt.Sprintf("%q", t.Text)
	}
	return t.Text
}

// Comment is a line of a comment, without the signs that mark it.
type Comment struct {
	Text string
	diag.Pos
}

// MaxText bounds a text, in bytes.
const MaxText = 4 << 20

// maxFaults bounds the faults noted for one text.
const maxFaults = 100

// scanner is at a place in a text.
type scanner struct {
	rest     string
	at       diag.Pos
	code     string
	tokens   []Token
	comments []Comment
	faults   diag.Faults
}

// Tokens splits a text. The last token is an End. Anything that cannot be a token is a fault with the given code, and
// is left out.
func Tokens(file string, text []byte, code string) ([]Token, []Comment, diag.Faults) {
	s := &scanner{rest: string(text), at: diag.Pos{File: file, Line: 1, Column: 1}, code: code}
	if len(text) > MaxText {
		s.fault(s.at, fmt.Sprintf("the text has %d bytes", len(text)), fmt.Sprintf("give at most %d", MaxText))
		s.rest = ""
	}
	for s.rest != "" {
		s.next()
	}
	s.tokens = append(s.tokens, Token{Kind: End, Pos: s.at})
	return s.tokens, s.comments, s.faults.First(maxFaults, file, 0)
}

func (s *scanner) fault(at diag.Pos, what, do string) {
	s.faults = append(s.faults, diag.Fault{Code: s.code, Pos: at, What: spelling.Clip(what), Do: do})
}

// take advances by n bytes and returns them.
func (s *scanner) take(n int) string {
	text := s.rest[:n]
	s.rest = s.rest[n:]
	if lines := strings.Count(text, "\n"); lines > 0 {
		s.at.Line += lines
		s.at.Column = 1 + utf8.RuneCountInString(text[strings.LastIndexByte(text, '\n')+1:])
	} else {
		s.at.Column += utf8.RuneCountInString(text)
	}
	return text
}

// put takes n bytes as a token.
func (s *scanner) put(kind Kind, n int) {
	at := s.at
	s.tokens = append(s.tokens, Token{kind, s.take(n), at})
}

// next takes a token, a comment or space.
func (s *scanner) next() {
	c := s.rest[0]
	switch {
	case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f':
		s.take(len(s.rest) - len(strings.TrimLeft(s.rest, " \t\r\n\v\f")))
	case strings.HasPrefix(s.rest, "--"):
		s.line()
	case strings.HasPrefix(s.rest, "/*"):
		s.block()
	case letter(c):
		s.put(Word, wordLength(s.rest))
	case digit(c):
		s.put(Number, numberLength(s.rest))
	case c == '"':
		s.quoted()
	case c == '\'':
		s.bits()
	case strings.HasPrefix(s.rest, "::="), strings.HasPrefix(s.rest, "..."):
		s.put(Sign, 3)
	case strings.HasPrefix(s.rest, ".."), strings.HasPrefix(s.rest, "[["), strings.HasPrefix(s.rest, "]]"):
		s.put(Sign, 2)
	case strings.IndexByte("{}()[],;:.<>|-!^@*&", c) >= 0:
		s.put(Sign, 1)
	default:
		r, n := utf8.DecodeRuneInString(s.rest)
		s.fault(s.at, fmt.Sprintf("%q is no character of ASN.1", r), "")
		s.take(n)
	}
}

// line takes a comment that ends at the end of the line, or at two more hyphens.
func (s *scanner) line() {
	s.take(len(s.rest) - len(strings.TrimLeft(s.rest[2:], " \t")))
	at := s.at
	end := strings.IndexByte(s.rest, '\n')
	if end < 0 {
		end = len(s.rest)
	}
	if close := strings.Index(s.rest[:end], "--"); close >= 0 {
		s.comments = append(s.comments, Comment{strings.TrimSpace(s.take(close)), at})
		s.take(2)
		return
	}
	s.comments = append(s.comments, Comment{strings.TrimSpace(s.take(end)), at})
}

// block takes a comment between /* and */, which may have others within.
func (s *scanner) block() {
	start, depth, n := s.at, 0, 0
	for n < len(s.rest) {
		switch {
		case strings.HasPrefix(s.rest[n:], "/*"):
			depth, n = depth+1, n+2
		case strings.HasPrefix(s.rest[n:], "*/"):
			depth, n = depth-1, n+2
		default:
			n++
		}
		if depth == 0 {
			break
		}
	}
	body := s.take(n)
	if depth > 0 {
		s.fault(start, "the comment does not end", "write */")
	}
	body = strings.TrimSuffix(strings.TrimPrefix(body, "/*"), "*/")
	for k, line := range strings.Split(body, "\n") {
		at := diag.Pos{File: start.File, Line: start.Line + k, Column: 1}
		if text := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "*")); text != "" {
			s.comments = append(s.comments, Comment{text, at})
		}
	}
}

// quoted takes a text; a quotation mark in it is written twice.
func (s *scanner) quoted() {
	at := s.at
	var b strings.Builder
	s.take(1)
	for {
		end := strings.IndexByte(s.rest, '"')
		if line := strings.IndexByte(s.rest, '\n'); end < 0 || line >= 0 && line < end {
			s.fault(at, "the text in quotation marks does not end on its line", `close it with "`)
			if line < 0 {
				line = len(s.rest)
			}
			s.take(line)
			break
		}
		b.WriteString(s.take(end))
		s.take(1)
		if !strings.HasPrefix(s.rest, `"`) {
			break
		}
		b.WriteString(s.take(1))
	}
	text := b.String()
	if !utf8.ValidString(text) {
		s.fault(at, "the text in quotation marks is no UTF-8", "")
		text = strings.ToValidUTF8(text, string(utf8.RuneError))
	}
	s.tokens = append(s.tokens, Token{Text, text, at})
}

// bits takes '0101'B or '1F'H.
func (s *scanner) bits() {
	end := strings.IndexByte(s.rest[1:], '\'')
	if end < 0 || end+2 >= len(s.rest) || strings.IndexByte("BH", s.rest[end+2]) < 0 {
		s.fault(s.at, "an apostrophe without bits", "write '0101'B or '1F'H")
		s.take(1)
		return
	}
	s.put(Bits, end+3)
}

func letter(c byte) bool { return c < utf8.RuneSelf && unicode.IsLetter(rune(c)) }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// wordLength is the length of the word at the beginning of a text: letters, digits and single hyphens that are not at
// the end. Underscores are included, so that a fault can be about the whole name.
func wordLength(s string) int {
	n := 1
	for n < len(s) {
		switch {
		case letter(s[n]) || digit(s[n]) || s[n] == '_':
			n++
		case s[n] == '-' && n+1 < len(s) && (letter(s[n+1]) || digit(s[n+1])):
			n += 2
		default:
			return n
		}
	}
	return n
}

// numberLength is the length of the number at the beginning of a text.
func numberLength(s string) int {
	n := digits(s, 0)
	if n+1 < len(s) && s[n] == '.' && digit(s[n+1]) {
		n = digits(s, n+1)
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
		e := n + 1
		if e < len(s) && (s[e] == '-' || s[e] == '+') {
			e++
		}
		if end := digits(s, e); end > e {
			n = end
		}
	}
	return n
}

func digits(s string, from int) int {
	for from < len(s) && digit(s[from]) {
		from++
	}
	return from
}

// Identifier reports whether a name can stand for a value or a member: it begins with a lower-case letter.
func Identifier(s string) bool {
	return s != "" && letter(s[0]) && s[0] >= 'a' && wordLength(s) == len(s) && !strings.Contains(s, "_")
}

// Reference reports whether a name can stand for a type or a module: it begins with a capital letter.
func Reference(s string) bool {
	return s != "" && letter(s[0]) && s[0] < 'a' && wordLength(s) == len(s) && !strings.Contains(s, "_")
}
