package syntax

import "fmt"

// maxDepth bounds the nesting of a text, so that no text exhausts the stack of the program that reads it.
const maxDepth = 200

type parser struct {
	lexer
	tok, ahead token
	peeked     bool
	depth      int
	varargs    bool // "..." is allowed here
}

// Parse reads a chunk. Errors begin with the name. A first line that begins with # is skipped.
func Parse(name, text string) (f *FuncExpr, err error) {
	p := &parser{lexer: lexer{chunk: name, src: text, line: 1}, varargs: true}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			f, err = nil, e
		}
	}()
	if len(text) > 0 && text[0] == '#' {
		for p.pos < len(text) && text[p.pos] != '\n' {
			p.pos++
		}
	}
	p.advance()
	f = &FuncExpr{Vararg: true, Name: "main chunk"}
	f.Body = p.block()
	if p.tok.kind != tokEOF {
		p.expected(tokEOF)
	}
	f.End = p.tok.line
	return f, nil
}

func (p *parser) advance() {
	if p.peeked {
		p.tok, p.peeked = p.ahead, false
		return
	}
	p.tok = p.lexer.next()
}

func (p *parser) look() Kind {
	if !p.peeked {
		p.ahead, p.peeked = p.lexer.next(), true
	}
	return p.ahead.kind
}

// near is the token that a message points to.
func (p *parser) near() string {
	if p.tok.kind == tokEOF {
		return "<eof>"
	}
	switch p.tok.kind {
	case tokName, tokString, tokInt, tokFloat:
		end := p.pos
		if p.peeked {
			end = p.ahead.pos
		}
		text := p.src[p.tok.pos:end]
		for len(text) > 0 && (text[len(text)-1] == ' ' || text[len(text)-1] == '\n') {
			text = text[:len(text)-1]
		}
		return "'" + text + "'"
	}
	return "'" + p.tok.kind.String() + "'"
}

func (p *parser) wrong(format string, args ...any) {
	p.fail(p.tok.pos, p.tok.line, p.near(), format, args...)
}

func (p *parser) expected(k Kind) { p.wrong("'%s' expected", k) }

func (p *parser) accept(k Kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(k Kind) {
	if p.tok.kind != k {
		if k == tokName {
			p.wrong("<name> expected")
		}
		p.expected(k)
	}
	p.advance()
}

// closeWith expects the token that ends what began at a line.
func (p *parser) closeWith(k, began Kind, line int) {
	if p.tok.kind == k {
		p.advance()
		return
	}
	if line == p.tok.line {
		p.expected(k)
	}
	p.wrong("'%s' expected (to close '%s' at line %d)", k, began, line)
}

func (p *parser) name() string {
	text := p.tok.text
	p.expect(tokName)
	return text
}

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.tok.pos, p.tok.line, p.near(), "chunk has too many syntax levels (limit is %d)", maxDepth)
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) blockEnds() bool {
	switch p.tok.kind {
	case tokElse, tokElseif, tokEnd, tokEOF, tokUntil:
		return true
	}
	return false
}

func (p *parser) block() *Block {
	p.enter()
	b := &Block{}
	for !p.blockEnds() {
		if p.tok.kind == tokReturn {
			b.Stmts = append(b.Stmts, p.returns())
			break
		}
		if s := p.statement(); s != nil {
			b.Stmts = append(b.Stmts, s)
		}
	}
	b.End = p.tok.line
	p.leave()
	return b
}

func (p *parser) returns() Stmt {
	s := &ReturnStmt{Line: p.tok.line}
	p.advance()
	if !p.blockEnds() && p.tok.kind != ';' {
		s.Values = p.list()
	}
	p.accept(';')
	return s
}

func (p *parser) statement() Stmt {
	line := p.tok.line
	switch p.tok.kind {
	case ';':
		p.advance()
		return nil
	case tokIf:
		return p.ifs(line)
	case tokWhile:
		p.advance()
		s := &WhileStmt{Cond: p.expression(0), Line: line}
		p.expect(tokDo)
		s.Body = p.block()
		p.closeWith(tokEnd, tokWhile, line)
		return s
	case tokDo:
		p.advance()
		s := &DoStmt{p.block()}
		p.closeWith(tokEnd, tokDo, line)
		return s
	case tokFor:
		return p.fors(line)
	case tokRepeat:
		p.advance()
		s := &RepeatStmt{Body: p.block(), Line: line}
		p.closeWith(tokUntil, tokRepeat, line)
		s.Cond = p.expression(0)
		return s
	case tokFunction:
		return p.function(line)
	case tokLocal:
		p.advance()
		if p.accept(tokFunction) {
			name := p.name()
			return &FuncStmt{Local: name, Func: p.body(name, false, line), Line: line}
		}
		return p.locals(line)
	case tokLabel:
		p.advance()
		name := p.name()
		p.expect(tokLabel)
		return &LabelStmt{name, line}
	case tokBreak:
		p.advance()
		return &GotoStmt{"break", line}
	case tokGoto:
		p.advance()
		return &GotoStmt{p.name(), line}
	}
	return p.simple(line)
}

// simple reads a call or an assignment.
func (p *parser) simple(line int) Stmt {
	e := p.suffixed()
	if p.tok.kind != '=' && p.tok.kind != ',' {
		call, ok := e.(*CallExpr)
		if !ok {
			p.wrong("syntax error")
		}
		return &CallStmt{call, line}
	}
	s := &AssignStmt{Targets: []Expr{e}, Line: line}
	p.assignable(e)
	for p.accept(',') {
		e = p.suffixed()
		p.assignable(e)
		s.Targets = append(s.Targets, e)
		if len(s.Targets) > maxDepth {
			p.fail(p.tok.pos, p.tok.line, p.near(), "C stack overflow")
		}
	}
	p.expect('=')
	s.Values = p.list()
	return s
}

func (p *parser) assignable(e Expr) {
	switch e.(type) {
	case *NameExpr, *IndexExpr:
	default:
		p.wrong("syntax error")
	}
}

func (p *parser) ifs(line int) Stmt {
	s := &IfStmt{}
	for {
		s.Lines = append(s.Lines, p.tok.line)
		p.advance()
		s.Conds = append(s.Conds, p.expression(0))
		p.expect(tokThen)
		s.Blocks = append(s.Blocks, p.block())
		if p.tok.kind != tokElseif {
			break
		}
	}
	if p.accept(tokElse) {
		s.Blocks = append(s.Blocks, p.block())
	}
	p.closeWith(tokEnd, tokIf, line)
	return s
}

func (p *parser) fors(line int) Stmt {
	p.advance()
	name := p.name()
	switch p.tok.kind {
	case '=':
		p.advance()
		s := &NumForStmt{Name: name, Line: line, Start: p.expression(0)}
		p.expect(',')
		s.Stop = p.expression(0)
		if p.accept(',') {
			s.Step = p.expression(0)
		}
		s.Body = p.forBody(line)
		return s
	case ',', tokIn:
		s := &GenForStmt{Names: []string{name}, Line: line}
		for p.accept(',') {
			s.Names = append(s.Names, p.name())
		}
		p.expect(tokIn)
		s.Line = p.tok.line
		s.Values = p.list()
		s.Body = p.forBody(line)
		return s
	}
	p.wrong("'=' or 'in' expected")
	return nil
}

func (p *parser) forBody(line int) *Block {
	p.expect(tokDo)
	b := p.block()
	p.closeWith(tokEnd, tokFor, line)
	return b
}

func (p *parser) function(line int) Stmt {
	p.advance()
	text, method := p.tok.text, false
	var target Expr = &NameExpr{p.name(), line}
	for p.tok.kind == '.' || p.tok.kind == ':' {
		method = p.tok.kind == ':'
		sep := p.tok.kind.String()
		p.advance()
		key := p.name()
		text += sep + key
		target = &IndexExpr{target, &StringExpr{key}, line}
		if method {
			break
		}
	}
	return &FuncStmt{Target: target, Func: p.body(text, method, line), Line: line}
}

func (p *parser) locals(line int) Stmt {
	s := &LocalStmt{Line: line}
	closes := false
	for {
		s.Names = append(s.Names, p.name())
		attrib := ""
		if p.accept('<') {
			attrib = p.name()
			p.expect('>')
			if attrib != "const" && attrib != "close" {
				p.fail(p.tok.pos, p.tok.line, "", "unknown attribute '%s'", attrib)
			}
			if attrib == "close" && closes {
				p.fail(p.tok.pos, p.tok.line, p.near(), "multiple to-be-closed variables in local list")
			}
			closes = closes || attrib == "close"
		}
		s.Attribs = append(s.Attribs, attrib)
		if !p.accept(',') {
			break
		}
	}
	if p.accept('=') {
		s.Values = p.list()
	}
	return s
}

// body reads parameters and statements of a function.
func (p *parser) body(name string, method bool, line int) *FuncExpr {
	f := &FuncExpr{Name: name, Line: line}
	if method {
		f.Params = append(f.Params, "self")
	}
	p.expect('(')
	for p.tok.kind != ')' {
		if p.accept(tokDots) {
			f.Vararg = true
			break
		}
		if p.tok.kind != tokName {
			p.wrong("<name> expected")
		}
		f.Params = append(f.Params, p.name())
		if !p.accept(',') {
			break
		}
		if p.tok.kind == ')' {
			p.wrong("<name> expected")
		}
	}
	p.expect(')')
	outer := p.varargs
	p.varargs = f.Vararg
	f.Body = p.block()
	p.varargs = outer
	f.End = p.tok.line
	p.closeWith(tokEnd, tokFunction, line)
	return f
}

// Quote turns the name of a chunk into a name for messages, as Lua does: @ means a file, = the name itself; anything
// else is the text, and its first line is shown.
func Quote(chunk string) string {
	const size = 59
	if chunk == "" {
		return `[string ""]`
	}
	switch chunk[0] {
	case '=':
		return chunk[1:min(len(chunk), size+1)]
	case '@':
		if len(chunk) > size+1 {
			return "..." + chunk[len(chunk)-size+3:]
		}
		return chunk[1:]
	}
	room := size - len(`[string "..."]`)
	for i := range len(chunk) {
		if chunk[i] == '\n' {
			return fmt.Sprintf(`[string "%s..."]`, chunk[:min(i, room)])
		}
	}
	if len(chunk) > room+3 {
		return fmt.Sprintf(`[string "%s..."]`, chunk[:room])
	}
	return fmt.Sprintf(`[string "%s"]`, chunk)
}
