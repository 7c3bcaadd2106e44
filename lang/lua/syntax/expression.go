package syntax

// priority holds the left and right priorities of the operators; a right one below the left makes an operator right
// associative.
var priority = map[Kind][2]int{
	tokOr: {1, 1}, tokAnd: {2, 2},
	'<': {3, 3}, '>': {3, 3}, tokLe: {3, 3}, tokGe: {3, 3}, tokNe: {3, 3}, tokEq: {3, 3},
	'|': {4, 4}, '~': {5, 5}, '&': {6, 6}, tokShl: {7, 7}, tokShr: {7, 7},
	tokConcat: {9, 8}, '+': {10, 10}, '-': {10, 10},
	'*': {11, 11}, '/': {11, 11}, tokIdiv: {11, 11}, '%': {11, 11},
	'^': {14, 13},
}

const unaryPriority = 12

func (p *parser) list() []Expr {
	l := []Expr{p.expression(0)}
	for p.accept(',') {
		l = append(l, p.expression(0))
	}
	return l
}

// expression reads operators that bind more strongly than limit.
func (p *parser) expression(limit int) Expr {
	p.enter()
	var e Expr
	switch p.tok.kind {
	case tokNot, '-', '~', '#':
		op, line := p.tok.kind.String(), p.tok.line
		p.advance()
		e = &UnaryExpr{op, p.expression(unaryPriority), line}
	default:
		e = p.operand()
	}
	for {
		pr, ok := priority[p.tok.kind]
		if !ok || pr[0] <= limit {
			break
		}
		op, line := p.tok.kind.String(), p.tok.line
		p.advance()
		e = &BinaryExpr{op, e, p.expression(pr[1]), line}
	}
	p.leave()
	return e
}

func (p *parser) operand() Expr {
	t := p.tok
	switch t.kind {
	case tokInt:
		p.advance()
		return &IntExpr{t.i}
	case tokFloat:
		p.advance()
		return &FloatExpr{t.f}
	case tokString:
		p.advance()
		return &StringExpr{t.text}
	case tokNil:
		p.advance()
		return &NilExpr{}
	case tokTrue, tokFalse:
		p.advance()
		return &BoolExpr{t.kind == tokTrue}
	case tokDots:
		if !p.varargs {
			p.wrong("cannot use '...' outside a vararg function")
		}
		p.advance()
		return &VarargExpr{t.line}
	case '{':
		return p.table()
	case tokFunction:
		p.advance()
		return p.body("", false, t.line)
	}
	return p.suffixed()
}

func (p *parser) primary() Expr {
	switch line := p.tok.line; p.tok.kind {
	case tokName:
		return &NameExpr{p.name(), line}
	case '(':
		p.advance()
		e := p.expression(0)
		p.closeWith(')', '(', line)
		switch e.(type) {
		case *CallExpr, *VarargExpr:
			return &ParenExpr{e}
		case *NameExpr, *IndexExpr:
			return &ParenExpr{e} // not assignable
		}
		return &ParenExpr{e}
	}
	p.wrong("unexpected symbol")
	return nil
}

func (p *parser) suffixed() Expr {
	p.enter()
	e := p.primary()
	for {
		line := p.tok.line
		switch p.tok.kind {
		case '.':
			p.advance()
			e = &IndexExpr{e, &StringExpr{p.name()}, line}
		case '[':
			p.advance()
			e = &IndexExpr{e, p.expression(0), line}
			p.expect(']')
		case ':':
			p.advance()
			name := p.name()
			e = &CallExpr{Func: e, Method: name, Args: p.args(), Line: line}
		case '(', tokString, '{':
			e = &CallExpr{Func: e, Args: p.args(), Line: line}
		default:
			p.leave()
			return e
		}
	}
}

func (p *parser) args() []Expr {
	switch t := p.tok; t.kind {
	case tokString:
		p.advance()
		return []Expr{&StringExpr{t.text}}
	case '{':
		return []Expr{p.table()}
	case '(':
		p.advance()
		if p.accept(')') {
			return nil
		}
		l := p.list()
		p.closeWith(')', '(', t.line)
		return l
	}
	p.wrong("function arguments expected")
	return nil
}

func (p *parser) table() Expr {
	t := &TableExpr{Line: p.tok.line}
	p.expect('{')
	for p.tok.kind != '}' {
		var key Expr
		switch {
		case p.tok.kind == tokName && p.look() == '=':
			key = &StringExpr{p.name()}
			p.expect('=')
		case p.tok.kind == '[':
			p.advance()
			key = p.expression(0)
			p.expect(']')
			p.expect('=')
		}
		t.Keys = append(t.Keys, key)
		t.Values = append(t.Values, p.expression(0))
		if !p.accept(',') && !p.accept(';') {
			break
		}
	}
	p.closeWith('}', '{', t.Line)
	return t
}
