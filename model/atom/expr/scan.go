package expr

import (
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/math/unit"
)

// Bounds so that no text takes long or much memory.
const (
	maxSource = 64 << 10
	maxNodes  = 8192
	maxDepth  = 200
)

type tokenKind uint8

const (
	endToken tokenKind = iota
	nameToken
	numberToken
	markToken // operators and punctuation
)

// token is a word of an expression.
type token struct {
	kind  tokenKind
	text  string
	at    int // offset in the source
	value float64
	dim   unit.Dimension
	unit  string  // as written after a number
	below float64 // the value with a minus in front, if the unit has a zero of its own: °C
	whole bool    // a number without unit, fraction or sign
}

// marks with two characters, and those with one.
const (
	marks2 = "== != <= >= && ||"
	marks1 = "+-*/^<>!?:(),;="
)

// scanner splits a source into tokens.
type scanner struct {
	src    string
	at     int
	tokens []token
	fault  func(at int, message, hint string)
}

// symbol is one spelling of a unit.
type symbol struct {
	text string
	unit unit.Unit
	dim  unit.Dimension
}

// symbols are all spellings of units, the longest first.
var symbols = sync.OnceValue(func() (all []symbol) {
	add := func(text string, u unit.Unit, d unit.Dimension) {
		at := 0
		for at < len(all) && len(all[at].text) >= len(text) {
			if all[at].text == text {
				return // a second type with the same unit: J is the same as N·m
			}
			at++
		}
		all = append(all[:at], append([]symbol{{text, u, d}}, all[at:]...)...)
	}
	plain := strings.NewReplacer("²", "^2", "³", "^3", "·", "*", "µ", "u", "°C", "degC")
	for _, t := range unit.Types() {
		for _, u := range t.Units() {
			if u.Symbol == "" {
				continue
			}
			add(u.Symbol, u, t.Dimension())
			add(plain.Replace(u.Symbol), u, t.Dimension())
			add(strings.Replace(u.Symbol, "deg", "°", 1), u, t.Dimension())
		}
	}
	return all
})

func letter(c rune) bool { return c == '_' || unicode.IsLetter(c) }
func digit(c rune) bool  { return c >= '0' && c <= '9' }

// scan splits the source into words; what does not belong is a fault and is skipped.
func (s *scanner) scan() []token {
	for s.skip(); s.at < len(s.src); s.skip() {
		at := s.at
		c, size := utf8.DecodeRuneInString(s.src[at:])
		switch {
		case letter(c):
			s.name()
		case digit(c) || c == '.' && at+1 < len(s.src) && digit(rune(s.src[at+1])):
			s.number()
		case at+2 <= len(s.src) && strings.Contains(" "+marks2+" ", " "+s.src[at:at+2]+" "):
			s.mark(2)
		case c < utf8.RuneSelf && strings.ContainsRune(marks1, c):
			s.mark(1)
		default:
			hint := "an expression has names, numbers, + - * / ^, comparisons, && || !, ?: and parentheses"
			if c == '\'' || c == '"' {
				hint = "there are no texts in expressions"
			}
			s.fault(at, strconv.Quote(string(c))+" does not belong into an expression", hint)
			s.at += size
		}
	}
	return append(s.tokens, token{kind: endToken, at: len(s.src)})
}

// skip skips space and comments.
func (s *scanner) skip() {
	for s.at < len(s.src) {
		switch {
		case strings.IndexByte(" \t\r\n", s.src[s.at]) >= 0:
			s.at++
		case s.src[s.at] == '#', strings.HasPrefix(s.src[s.at:], "//"):
			if end := strings.IndexByte(s.src[s.at:], '\n'); end >= 0 {
				s.at += end
			} else {
				s.at = len(s.src)
			}
		default:
			return
		}
	}
}

func (s *scanner) mark(n int) {
	s.tokens = append(s.tokens, token{kind: markToken, text: s.src[s.at : s.at+n], at: s.at})
	s.at += n
}

// name reads letters and digits, and the index of an element of several: force[2].
func (s *scanner) name() {
	from := s.at
	for s.at < len(s.src) {
		c, size := utf8.DecodeRuneInString(s.src[s.at:])
		if !letter(c) && !unicode.IsDigit(c) {
			break
		}
		s.at += size
	}
	if rest := s.src[s.at:]; strings.HasPrefix(rest, "[") {
		if end := strings.IndexByte(rest, ']'); end > 1 && strings.Trim(rest[1:end], "0123456789") == "" {
			s.at += end + 1
		}
	}
	s.tokens = append(s.tokens, token{kind: nameToken, text: s.src[from:s.at], at: from})
}

// number reads a number and, on the same line, the longest unit after it.
func (s *scanner) number() {
	t := token{kind: numberToken, at: s.at, whole: true}
	digits := func() {
		for s.at < len(s.src) && digit(rune(s.src[s.at])) {
			s.at++
		}
	}
	digits()
	if s.at < len(s.src) && s.src[s.at] == '.' {
		s.at++
		t.whole = false
		digits()
	}
	if rest := s.src[s.at:]; len(rest) > 1 && (rest[0] == 'e' || rest[0] == 'E') {
		skip := 1
		if rest[1] == '+' || rest[1] == '-' {
			skip = 2
		}
		if len(rest) > skip && digit(rune(rest[skip])) {
			s.at += skip
			t.whole = false
			digits()
		}
	}
	t.text = s.src[t.at:s.at]
	v, err := strconv.ParseFloat(t.text, 64)
	if err != nil || math.IsInf(v, 0) {
		s.fault(t.at, t.text+" is too large for a number", "")
	}
	t.value = v
	t.whole = t.whole && v <= 1<<53
	s.unit(&t)
	s.tokens = append(s.tokens, t)
}

// unit reads the unit after a number.
func (s *scanner) unit(t *token) {
	at := s.at
	for at < len(s.src) && (s.src[at] == ' ' || s.src[at] == '\t') {
		at++
	}
	rest := s.src[at:]
	for _, u := range symbols() {
		if !strings.HasPrefix(rest, u.text) {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(rest[len(u.text):]); letter(next) || digit(next) {
			continue // the beginning of a longer word
		}
		if next, _ := utf8.DecodeRuneInString(rest[len(u.text):]); u.text == "%" && next != utf8.RuneError && strings.ContainsRune("=(", next) {
			continue
		}
		if u.unit.Offset != 0 {
			t.below = u.unit.SI(-t.value)
		}
		t.value = u.unit.SI(t.value)
		t.dim, t.unit, t.whole = u.dim, u.text, false
		s.at = at + len(u.text)
		return
	}
	if c, _ := utf8.DecodeRuneInString(rest); letter(c) || c == '°' {
		end := strings.IndexFunc(rest, func(c rune) bool { return !letter(c) && !digit(c) && c != '°' })
		if end < 0 {
			end = len(rest)
		}
		s.fault(at, strconv.Quote(rest[:end])+" is no unit", "write * to multiply; units are as in 75 deg, 0.5 m/s, 10 Hz^2")
		s.at = at + end
	}
}
