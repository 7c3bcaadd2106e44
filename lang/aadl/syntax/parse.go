package syntax

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Bounds of a text.
const (
	maxText  = 1 << 30
	maxDepth = 100 // of values, types and bindings within each other
)

// Parse reads a text. It always returns a file, whatever the faults: parts with faults are left out, or read up to the
// fault. The faults are in the order of the text.
func Parse(name, text string) (*File, diag.Faults) {
	f := &File{Name: name, Text: text}
	x := lexer{text: text}
	switch {
	case len(text) > maxText:
		x.fault(0, "aadl-limit", fmt.Sprintf("the text has %d bytes, more than are read", len(text)), "split it by package")
		x.text = ""
	case strings.HasPrefix(text, "\xff\xfe"), strings.HasPrefix(text, "\xfe\xff"):
		x.fault(0, "aadl-text", "this is a text in UTF-16", "save the file as UTF-8")
		x.text = ""
	}
	x.lex()
	f.Tokens = x.tokens
	f.measure()
	p := parser{notes: x.notes, f: f, tokens: x.tokens, at: -1, unclosed: x.unclosed}
	p.advance()
	p.units()
	f.faulty = len(p.all) > 0
	return f, p.faults(f)
}

// Rules are the codes of the faults.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "aadl-file", Text: "a file or folder that cannot be read"},
		{Code: "aadl-text", Text: "bytes or characters that may not stand here"},
		{Code: "aadl-limit", Text: "more than is read"},
		{Code: "aadl-name", Text: "a word that is no name"},
		{Code: "aadl-number", Text: "a number that is written wrongly"},
		{Code: "aadl-string", Text: "a string without its end"},
		{Code: "aadl-annex", Text: "an annex without its end"},
		{Code: "aadl-syntax", Text: "something else is expected"},
		{Code: "aadl-reserved", Text: "a keyword is used as a name"},
		{Code: "aadl-end", Text: "an end is missing, or names something else"},
		{Code: "aadl-order", Text: "a part stands where it may not"},
		{Code: "aadl-direction", Text: "a direction that a feature cannot have, or lacks"},
		{Code: "aadl-depth", Text: "values, types or bindings nest too deeply"},
	}
}

// parser reads a file's tokens. After a fault it sees only tokens of kind bad, so that everything that expects another
// token ends, until sync finds where to go on.
type parser struct {
	notes
	f        *File
	tokens   []Token
	at       int32 // the current token
	last     int32 // the token before it
	kind     Kind  // of the current token, or bad
	level    uint8 // of indentation
	depth    int   // of values, types and bindings
	close    Kind  // of the block that is open
	unclosed bool  // as in lexer
	path     string
}

// advance goes to the next token.
func (p *parser) advance() {
	p.last = p.at
	p.at = p.pass(p.at + 1)
	p.kind = p.tokens[p.at].Kind
}

// pass skips comments, up to the end.
func (p *parser) pass(at int32) int32 {
	last := int32(len(p.tokens) - 1)
	for at < last && p.tokens[at].Kind == Comment {
		at++
	}
	return min(at, last)
}

// after is the kind of the token after the current one.
func (p *parser) after() Kind {
	if p.kind == bad || p.kind == EOF {
		return p.kind
	}
	return p.tokens[p.pass(p.at+1)].Kind
}

// got skips the current token if it is of the given kind.
func (p *parser) got(k Kind) bool {
	if p.kind != k {
		return false
	}
	p.advance()
	return true
}

// want skips a token of the given kind, which must be there.
func (p *parser) want(k Kind) {
	if !p.got(k) {
		p.expect(k.said(), k.String())
	}
}

// line notes that the current token begins a line.
func (p *parser) line() { p.tokens[p.at].level = p.level + 1 }

// tight notes that there is no space before the current token.
func (p *parser) tight() { p.tokens[p.at].tight = true }

// since is the span from a token to the last one.
func (p *parser) since(from int32) Span { return Span{from, max(p.last+1, from)} }

// source is the text of a token.
func (p *parser) source(at int32) string { return p.f.Text[p.tokens[at].Start:p.tokens[at].End] }

// report notes a fault at a token.
func (p *parser) report(at int32, code, what, do string) {
	p.note(fault{p.tokens[at].Start, code, what, do, p.path})
}

// expect reports that something else is expected, and then ends reading until sync. among are the keywords that may have
// been meant.
func (p *parser) expect(what string, among ...string) {
	if p.kind == bad {
		return
	}
	if !p.said() {
		do := "put it here"
		if p.kind == Identifier {
			if near := spelling.Nearest(p.source(p.at), among); near != "" {
				do = "write " + near + ", if that is meant"
			}
		}
		p.report(p.at, "aadl-syntax", what+" is expected, not "+p.found(), do)
	}
	p.kind = bad
}

// unknown reports that something other than what begins here is expected, and then ends reading until sync.
func (p *parser) unknown(what string) {
	if !p.said() {
		p.report(p.at, "aadl-syntax", what+" is expected, not "+p.found(), "leave it out, or mend what stands before it")
	}
	p.kind = bad
}

// said reports whether the reason for an unexpected token here has been reported: an annex runs to the end of the text,
// or some text was left out.
func (p *parser) said() bool { return p.kind == EOF && p.unclosed || p.tokens[p.at].stray }

// meant reports whether one of some keywords was probably meant by another word here: that is a fault, and the word is
// taken as the keyword.
func (p *parser) meant(what string, kinds ...Kind) bool {
	if p.kind != Identifier {
		return false
	}
	near := spelling.Nearest(p.source(p.at), words(kinds))
	if near == "" {
		return false
	}
	p.report(p.at, "aadl-syntax", what+" is expected, not "+p.found(), "write "+near+", if that is meant")
	p.kind = keywords[near]
	p.tokens[p.at].Kind = p.kind
	return true
}

// words are keywords as they are written.
func words(kinds []Kind) []string {
	all := make([]string, len(kinds))
	for i, k := range kinds {
		all[i] = k.String()
	}
	return all
}

// found names the current token.
func (p *parser) found() string {
	switch {
	case p.kind == EOF || p.kind == AnnexText:
		return p.kind.String()
	case p.kind.sign():
		return p.kind.said()
	}
	return spelling.Clip(p.source(p.at))
}

// breaks reports whether a line ends between the last token and the current one.
func (p *parser) breaks() bool {
	return p.last >= 0 && strings.ContainsAny(p.f.Text[p.tokens[p.last].End:p.tokens[p.at].Start], "\r\n")
}

// ends skips the semicolon of a declaration. A missing one at the end of a line is a fault, but what follows is read as
// if it were there.
func (p *parser) ends() {
	if p.kind == bad || p.got(semicolon) {
		return
	}
	if !p.said() {
		p.note(fault{p.tokens[p.last].End, "aadl-syntax", semicolon.said() + " is expected after " + spelling.Clip(p.source(p.last)), "put it here", p.path})
	}
	if !p.breaks() && p.kind != rightBrace && p.kind != EOF && !p.boundary() {
		p.kind = bad
	}
}

// boundary reports whether a new part begins with the current token, as written in the text.
func (p *parser) boundary() bool {
	next := p.tokens[p.pass(p.at+1)].Kind
	before := p.tokens[max(p.last, 0)].Kind
	switch p.tokens[p.at].Kind {
	case kwEnd: // of something, and not end to end flow
		return next != kwTo && next != kwFlow && before != kwTo
	case kwPrototypes, kwFeatures, kwSubcomponents, kwCalls, kwConnections, kwFlows, kwProperties, kwPublic, kwPrivate:
		return !p.labels()
	case kwModes:
		return before != kwIn && !p.labels()
	case kwAnnex:
		return before == semicolon
	case kwInternal, kwProcessor:
		return next == kwFeatures
	case kwRequires:
		return next == kwModes
	case kwPackage:
		return before != kwRenames && next == Identifier
	case kwProperty:
		return next == kwSet
	}
	return false
}

// sync goes on after a fault: after the semicolon that ends the declaration, or before what closes or begins a part.
func (p *parser) sync() {
	if p.kind != bad {
		return
	}
	depth := 0
	for p.kind = p.tokens[p.at].Kind; p.kind != EOF && !p.boundary(); p.advance() {
		if depth == 0 && p.kind == p.close {
			return
		}
		switch p.kind {
		case leftParen, rightParen: // a semicolon is seldom within one, and an unclosed bracket must not hide all others
			if p.close == rightParen {
				depth = max(0, depth+int(leftParen)-int(p.kind)+int(rightParen)-int(p.kind))
			}
		case leftBrace, leftSquare:
			depth++
		case rightBrace, rightSquare:
			depth = max(0, depth-1)
		case semicolon:
			if depth == 0 {
				p.advance()
				return
			}
			if next := p.pass(p.at + 1); p.tokens[next].Kind == Identifier && p.tokens[p.pass(next+1)].Kind == colon {
				p.advance()
				return
			}
		}
	}
}

// skip skips to the next part, or to the end of the text.
func (p *parser) skip(stop func() bool) {
	p.kind = p.tokens[p.at].Kind
	for p.kind != EOF && !stop() {
		p.advance()
	}
}

// each reads declarations while there are any. After a fault in one it goes on with the next.
func (p *parser) each(more func() bool, item func()) {
	for more() {
		at := p.at
		p.line()
		item()
		if p.sync(); p.at == at {
			p.advance()
		}
	}
}

// named reports whether a declaration begins here: with its name, even if that is a keyword, or with the colon if it has
// none.
func (p *parser) named() bool {
	switch p.after() {
	case gives, appends, doubleColon: // a property has a value
		return false
	}
	return p.kind == Identifier || p.kind == colon || p.kind.Keyword() && p.labels()
}

// labels reports whether a colon follows on the line, which means that a keyword is used as a name.
func (p *parser) labels() bool {
	next := &p.tokens[p.pass(p.at+1)]
	return next.Kind == colon && strings.IndexByte(p.f.Text[p.tokens[p.at].End:next.Start], '\n') < 0
}

// list reads the items between brackets, separated by commas. It is broken into lines where the text is.
func (p *parser) list(open, close Kind, item func()) {
	p.want(open)
	broken := p.breaks()
	if broken {
		p.level++
	}
	for {
		if broken {
			p.line()
		}
		item()
		if !p.got(comma) {
			break
		}
	}
	if broken {
		p.level--
		p.line()
	}
	p.want(close)
}

// block reads declarations between brackets, which end with semicolons. It is broken into lines where the text is.
func (p *parser) block(open, close Kind, more func() bool, item func()) {
	p.want(open)
	broken := p.breaks()
	if broken {
		p.level++
	}
	outer := p.close
	p.close = close
	for more() {
		at := p.at
		if broken {
			p.line()
		}
		item()
		if p.sync(); p.at == at {
			p.advance()
		}
	}
	p.close = outer
	if broken {
		p.level--
		p.line()
	}
	p.want(close)
}

// nest reads something that may be nested, up to a depth.
func (p *parser) nest(item func()) {
	if p.kind == bad {
		return
	}
	if p.depth == maxDepth {
		p.report(p.at, "aadl-depth", fmt.Sprintf("this is nested more than %d deep", maxDepth), "leave something out, or give a part a name of its own")
		p.kind = bad
		return
	}
	p.depth++
	item()
	p.depth--
}

// oneOf skips one of some keywords that are always written alike.
func (p *parser) oneOf(kinds ...Kind) Kind {
	k := p.kind
	if slices.Contains(kinds, k) {
		p.advance()
		return k
	}
	var said []string
	for _, k := range kinds {
		said = append(said, k.said())
	}
	p.expect(alternatives(said), words(kinds)...)
	return bad
}

// alternatives lists words as in a sentence: a, b or c.
func alternatives(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " or " + words[n]
	}
	return words[0]
}

// name reads a name.
func (p *parser) name() Name {
	switch {
	case p.kind == Identifier:
	case p.kind == kwInternal && p.after() != kwFeatures:
		p.tokens[p.at].Kind = Identifier
	case p.kind.Keyword() && (!p.after().word() || slices.Contains(afterNames, p.after())):
		p.report(p.at, "aadl-reserved", p.source(p.at)+" is a keyword, not a name", "choose another name")
	default:
		p.expect("a name")
		return Name{}
	}
	n := Name{Span{p.at, p.at + 1}, p.source(p.at)}
	p.advance()
	return n
}

// afterNames are keywords that follow a declared name.
var afterNames = []Kind{kwPublic, kwPrivate, kwIs, kwExtends, kwPrototypes, kwFeatures, kwSubcomponents, kwProperties, kwEnd, kwIn}

// word reports whether k is a keyword, a name or a value.
func (k Kind) word() bool { return k.Keyword() || Identifier <= k && k <= AnnexText }

// joined is the text from one token to another without spaces and comments between tokens.
func (p *parser) joined(s Span) Name {
	text := p.f.Text[p.tokens[s.From].Start:p.tokens[s.To-1].End]
	size := 0
	for i := s.From; i < s.To; i++ {
		if p.tokens[i].Kind != Comment {
			size += int(p.tokens[i].End - p.tokens[i].Start)
		}
	}
	if size == len(text) {
		return Name{s, text}
	}
	var b strings.Builder
	for i := s.From; i < s.To; i++ {
		if p.tokens[i].Kind != Comment {
			b.WriteString(p.source(i))
		}
	}
	return Name{s, b.String()}
}

// qualified reads a name with ::, such as that of a package.
func (p *parser) qualified() Name {
	n := p.name()
	if p.kind != doubleColon {
		return n
	}
	for p.kind == doubleColon && p.after() != kwAll {
		p.advance()
		p.name()
	}
	if p.kind == bad {
		return n
	}
	return p.joined(p.since(n.From))
}

// ref reads a reference: A::B::T.i.
func (p *parser) ref() Ref {
	r := p.propertyRef()
	if p.got(dot) {
		r.Impl = p.name()
	}
	return r
}

// propertyRef reads a reference without an implementation: A::B::T, or the name of a property.
func (p *parser) propertyRef() Ref {
	r := Ref{Name: p.name()}
	from, to := r.Name.From, r.Name.From
	for p.kind == doubleColon {
		to = p.last + 1
		p.advance()
		r.Name = p.name()
	}
	if to > from && p.kind != bad {
		r.Space = p.joined(Span{from, to})
	}
	return r
}

// optionalRef reads a reference, if there is one. A keyword on the same line is taken as one, unless it begins in
// modes.
func (p *parser) optionalRef() Ref {
	next := p.after()
	if p.kind == Identifier || p.kind.Keyword() && !p.breaks() && (!next.word() || next == kwIn) && (p.kind != kwIn || next != kwModes) {
		return p.ref()
	}
	return Ref{}
}
