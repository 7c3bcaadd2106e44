package syntax

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// fault is a fault before its place is computed.
type fault struct {
	at             int32 // of the text
	code, what, do string
	path           string
}

// maxFaults is how many faults are noted; more are only counted.
const maxFaults = 200

// notes are the faults of a text.
type notes struct {
	all    []fault
	unsaid int
}

func (n *notes) fault(at int, code, what, do string) { n.note(fault{int32(at), code, what, do, ""}) }

func (n *notes) note(f fault) {
	if len(n.all) >= maxFaults {
		n.unsaid++
		return
	}
	f.what, f.do = spelling.Clip(f.what), spelling.Clip(f.do)
	n.all = append(n.all, f)
}

// faults are the faults with their places, in the order of the text.
func (n *notes) faults(f *File) diag.Faults {
	sort.SliceStable(n.all, func(i, j int) bool { return n.all[i].at < n.all[j].at })
	var all diag.Faults
	last, place := int32(0), diag.Pos{File: f.Name, Line: 1, Column: 1}
	for _, x := range n.all {
		between := f.Text[last:x.at] // counted once, however long the line
		if lines := strings.Count(between, "\n"); lines > 0 {
			place.Line += lines
			place.Column, between = 1, between[strings.LastIndexByte(between, '\n')+1:]
		}
		place.Column += utf8.RuneCountInString(between)
		last = x.at
		all = append(all, diag.Fault{Code: x.code, What: x.what, Do: x.do, Pos: place, Path: x.path})
	}
	return all.First(maxFaults, f.Name, n.unsaid)
}

// lexer splits a text into tokens.
type lexer struct {
	notes
	text     string
	tokens   []Token
	at       int
	unquoted int  // up to here the text has been searched for the end of a string
	unclosed bool // an annex runs to the end of the text: what is missing there is not a separate fault
	binary   bool // a NUL has been seen
	stray    bool // some text was left out before the next token
}

const (
	byteOrderMark = "\xef\xbb\xbf"
	bytesPerToken = 6 // of a usual text
)

// lex splits the whole text.
func (x *lexer) lex() {
	x.tokens = make([]Token, 0, len(x.text)/bytesPerToken+16)
	x.at = len(x.text) - len(strings.TrimPrefix(x.text, byteOrderMark))
	for x.at < len(x.text) {
		c := x.text[x.at]
		switch class[c] {
		case space:
			x.at++
		case letter:
			x.word()
		case digit:
			x.number()
		case quote:
			x.quoted(c)
		case sign:
			x.sign(c)
		default:
			x.drop()
		}
	}
	x.token(EOF, 0)
}

// token makes a token from the next n bytes.
func (x *lexer) token(k Kind, n int) {
	x.tokens = append(x.tokens, Token{Start: int32(x.at), End: int32(x.at + n), Kind: k, stray: x.stray})
	x.at += n
	x.stray = false
}

// The classes of bytes.
const (
	other = iota
	space
	letter
	digit
	quote
	sign
)

var class = func() (c [256]uint8) {
	for _, b := range " \t\r\n\f\v" {
		c[b] = space
	}
	for b := 'a'; b <= 'z'; b++ {
		c[b], c[b-'a'+'A'] = letter, letter
	}
	for b := '0'; b <= '9'; b++ {
		c[b] = digit
	}
	c['"'], c['\''], c['_'] = quote, quote, letter
	for _, b := range ";:,.()[]{}+-*=<>" {
		c[b] = sign
	}
	for b := 0x80; b < 0x100; b++ {
		c[b] = letter // a fault, together with the word around it
	}
	return c
}()

// word makes a keyword or a name.
func (x *lexer) word() {
	var folded [longestKeyword]byte
	n, wrong, some := 0, false, false
	before := byte('_')
	for ; x.at+n < len(x.text); n++ {
		c := x.text[x.at+n]
		if k := class[c]; k != letter && k != digit {
			break
		}
		some = some || c < utf8.RuneSelf
		wrong = wrong || c >= utf8.RuneSelf || c == '_' && before == '_'
		before = c
		if n < longestKeyword {
			folded[n] = lower(c)
		}
	}
	k := Identifier
	if n <= longestKeyword {
		if key, ok := keywords[string(folded[:n])]; ok {
			k = key
		}
	}
	if wrong || before == '_' {
		x.misspelt(x.text[x.at : x.at+n])
	}
	if !some {
		x.at += n
		x.stray = true
		return
	}
	x.token(k, n)
}

// misspelt is the fault for a word that is not a name.
func (x *lexer) misspelt(word string) {
	strange := strings.IndexFunc(word, func(c rune) bool { return c >= utf8.RuneSelf })
	switch {
	case strange < 0:
		x.fault(x.at, "aadl-name", word+" is no name: an underscore stands between two letters or digits of it, and alone", "write another name")
	case !utf8.ValidString(word):
		x.fault(x.at+strange, "aadl-text", "here are bytes that are no text in UTF-8, outside comments, strings and annexes", "save the file as UTF-8")
	default:
		c, _ := utf8.DecodeRuneInString(word[strange:])
		x.fault(x.at+strange, "aadl-text", fmt.Sprintf("%q stands outside comments, strings and annexes", c), "names have the letters a to z, digits and underscores; replace it")
	}
}

// digits is how many bytes from at on are digits, with single underscores between them.
func (x *lexer) digits(at int, hex bool) int {
	n := at
	for ; n < len(x.text); n++ {
		if c := x.text[n]; !x.digit(n, hex) && (c != '_' || n == at || !x.digit(n+1, hex)) {
			break
		}
	}
	return n - at
}

func (x *lexer) digit(n int, hex bool) bool {
	c := x.next(n)
	return class[c] == digit || hex && 'a' <= lower(c) && lower(c) <= 'f'
}

// next is the byte at n, 0 after the end.
func (x *lexer) next(n int) byte {
	if n < len(x.text) {
		return x.text[n]
	}
	return 0
}

// number makes an integer or a real number.
func (x *lexer) number() {
	k, end := IntegerLiteral, x.at+x.digits(x.at, false)
	switch {
	case x.next(end) == '#':
		n := x.digits(end+1, true)
		if n == 0 || x.next(end+1+n) != '#' {
			x.fault(x.at, "aadl-number", "this number with a base does not end", "write it as 16#FF#")
			for end += 1 + n; class[x.next(end)] == letter || class[x.next(end)] == digit || x.next(end) == '#'; end++ {
			}
			break
		}
		if base := x.text[x.at:end]; len(base) > 2 || !based(base, x.text[end+1:end+1+n]) {
			x.fault(x.at, "aadl-number", fmt.Sprintf("%s has digits that base %s has not", x.text[end+1:end+1+n], base), "give a base from 2 to 16, and digits below it")
		}
		end += n + 2
	case x.next(end) == '.' && class[x.next(end+1)] == digit:
		k = RealLiteral
		end += 1 + x.digits(end+1, false)
	}
	if lower(x.next(end)) == 'e' {
		e := end + 1
		if c := x.next(e); c == '+' || c == '-' {
			e++
		}
		if n := x.digits(e, false); n > 0 {
			if k == IntegerLiteral && x.next(e-1) == '-' {
				x.fault(x.at, "aadl-number", "an integer has a negative exponent", "write a real number: 1.0e-3")
			}
			end = e + n
		}
	}
	x.token(k, end-x.at)
}

// based reports whether digits are digits of a base from 2 to 16.
func based(base, digits string) bool {
	b := 0
	for i := range len(base) {
		b = 10*b + int(base[i]-'0')
	}
	for i := range len(digits) {
		d := int(lower(digits[i]))
		if d >= 'a' {
			d -= 'a' - 10
		} else {
			d -= '0'
		}
		if digits[i] != '_' && d >= b {
			return false
		}
	}
	return 2 <= b && b <= 16
}

// quoted makes a string, which ends on its line. An unterminated string is taken to end before the next semicolon;
// later ones on that line are not searched further than that either.
func (x *lexer) quoted(q byte) {
	stop := len(x.text) // the first semicolon
	n := x.at + 1
	for ; n < len(x.text) && x.text[n] != '\n'; n++ {
		c := x.text[n]
		if c == ';' && stop == len(x.text) {
			if stop = n; x.at < x.unquoted {
				break
			}
		}
		switch {
		case c == '\\' && x.next(n+1) != '\n' && x.next(n+1) != '\r', c == q && x.next(n+1) == q:
			n++
		case c == q:
			x.token(StringLiteral, n+1-x.at)
			return
		}
	}
	x.fault(x.at, "aadl-string", "this string does not end on its line", "close it with "+string(q))
	x.unquoted = max(n, x.unquoted)
	x.token(StringLiteral, len(strings.TrimRight(x.text[x.at:min(n, stop, len(x.text))], " \t\r")))
}

// signs of more than one character, longest first.
var signs = [...]struct {
	text string
	kind Kind
}{
	{"+=>", appends}, {"<->", both}, {"]->", rightStep}, {"::", doubleColon}, {"..", dotDot}, {"=>", gives}, {"->", arrow}, {"-[", leftStep},
}

var single = [...]Kind{';': semicolon, ':': colon, ',': comma, '.': dot, '(': leftParen, ')': rightParen, '[': leftSquare, ']': rightSquare,
	'{': leftBrace, '}': rightBrace, '+': plus, '-': minus, '*': star}

// sign makes a sign, a comment or an annex's text.
func (x *lexer) sign(c byte) {
	rest := x.text[x.at:]
	switch {
	case strings.HasPrefix(rest, "--"):
		if n := strings.IndexAny(rest, "\r\n"); n >= 0 {
			rest = rest[:n]
		}
		x.token(Comment, len(rest))
		return
	case strings.HasPrefix(rest, "{**"):
		if n := strings.Index(rest[3:], "**}"); n >= 0 {
			x.token(AnnexText, n+6)
			return
		}
		x.fault(x.at, "aadl-annex", "this annex does not end", "close it with **}")
		x.unclosed = true
		x.token(AnnexText, len(rest))
		return
	}
	if c := x.next(x.at + 1); class[c] == sign {
		for _, s := range signs {
			if strings.HasPrefix(rest, s.text) {
				x.token(s.kind, len(s.text))
				return
			}
		}
	}
	if int(c) < len(single) && single[c] != EOF {
		x.token(single[c], 1)
		return
	}
	x.drop()
}

// drop skips bytes that begin no token; a whole run of them is one fault.
func (x *lexer) drop() {
	n := x.at
	for n < len(x.text) && (class[x.text[n]] == other || x.text[n] == '<' || x.text[n] == '>' || x.text[n] == '=') {
		n++
	}
	run := x.text[x.at:max(n, x.at+1)]
	what, do := fmt.Sprintf("%q has no meaning outside comments, strings and annexes", spelling.Clip(run)), "leave it out"
	switch {
	case run == "=":
		x.fault(x.at, "aadl-text", "= alone means nothing", "write => to give a value")
		x.token(gives, 1)
		return
	case strings.IndexByte(run, 0) >= 0:
		what, do = "here are bytes that are in no text", "save the file as UTF-8"
		if x.binary {
			what = ""
		}
		x.binary = true
	}
	if what != "" {
		x.fault(x.at, "aadl-text", what, do)
	}
	x.at += len(run)
	x.stray = true
}
