package atoms

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/token"

	"github.com/sinew-robotics/sinew/diag"
)

// explain guesses the mistake behind a fault of YAML, and where it is, if it can.
func (f *source) explain(at diag.Pos, message, hint string, tokens token.Tokens) (where diag.Pos, what, do string) {
	l := f.lines[at.Line-1]
	indent := func(l string) int { return len(l) - len(strings.TrimLeft(l, " ")) }
	if begin, end, ok := quoted(at.Line, tokens); ok {
		at.Line, at.Column = begin.Line, begin.Column
		return at, fmt.Sprintf("this text in quotes ends in line %d", end), "is its closing quote missing?"
	}
	if open := unclosed(at, tokens); open != nil && strings.Contains(message, "must be specified") {
		at.Line, at.Column = open.Position.Line, open.Position.Column
		return at, fmt.Sprintf("this %s is not closed", open.Value), "close it, or put quotes around the whole value"
	}
	switch {
	case strings.Contains(l[:indentOf(l)], "\t"):
		return at, message, "indent with spaces, not with tabs"
	case strings.Contains(l, "\u00a0"):
		at.Column = 1 + utf8.RuneCountInString(l[:strings.Index(l, "\u00a0")])
		return at, message, "this is a no-break space: type a plain one"
	case strings.Contains(l, "∪") || strings.Contains(l, ": [") || strings.Contains(l, ": {"):
		return at, message, `what begins with [ or { and goes on behind ] or } needs quotes around it: "[10 ms, 50 ms] ∪ [80 ms, 100 ms]"`
	case strings.Count(l, ": ") > 1:
		return at, message, `a value with ": " in it needs quotes, or | and lines of its own below`
	}
	for k := at.Line; k < len(f.lines) && strings.Contains(message, "mapping value"); k++ {
		if next := f.lines[k]; strings.TrimSpace(next) != "" {
			if indent(next) > indent(l) {
				at.Line, at.Column = k+1, indent(next)+1
				return at, message, fmt.Sprintf("it is indented further than line %d, which has a value already", k)
			}
			break
		}
	}
	if h := f.misaligned(at.Line); h != "" {
		return at, message, h
	}
	return at, message, hint
}

// indentOf counts the bytes of space before a line's first word.
func indentOf(l string) int { return len(l) - len(strings.TrimLeft(l, " \t")) }

// quoted finds a text in quotes that begins before a line and ends in it or continues past it.
func quoted(line int, tokens token.Tokens) (begin *token.Position, end int, ok bool) {
	for _, t := range tokens {
		if t.Type != token.SingleQuoteType && t.Type != token.DoubleQuoteType {
			continue
		}
		n := strings.Count(strings.TrimRight(strings.TrimLeft(t.Origin, "\n"), "\n"), "\n")
		if n > 0 && t.Position.Line <= line && line <= t.Position.Line+n+1 {
			return t.Position, t.Position.Line + n, true
		}
	}
	return nil, 0, false
}

// unclosed finds the innermost [ or { that is open at a place.
func unclosed(at diag.Pos, tokens token.Tokens) *token.Token {
	var open []*token.Token
	for _, t := range tokens {
		if t.Position.Line > at.Line || t.Position.Line == at.Line && t.Position.Column >= at.Column {
			break
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			open = append(open, t)
		case token.SequenceEndType, token.MappingEndType:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
	if len(open) == 0 {
		return nil
	}
	return open[len(open)-1]
}

// misaligned says what a line that begins between others could be aligned with, or "" if it does not begin there.
func (f *source) misaligned(line int) string {
	type level struct{ indent, line int }
	var open []level
	var last level
	for k, l := range f.lines[:line] {
		if s := strings.TrimSpace(l); s == "" || s[0] == '#' {
			continue
		}
		in := level{len(l) - len(strings.TrimLeft(l, " ")), k + 1}
		last = level{}
		for len(open) > 0 && open[len(open)-1].indent > in.indent {
			last = open[len(open)-1]
			open = open[:len(open)-1]
		}
		if len(open) > 0 && open[len(open)-1].indent == in.indent {
			open[len(open)-1] = in
			last = level{}
			continue
		}
		if k+1 == line && last.line > 0 && len(open) > 0 {
			top := open[len(open)-1]
			return fmt.Sprintf("it is indented by %d, what it could belong to by %d (line %d) or %d (line %d)", in.indent, top.indent, top.line, last.indent, last.line)
		}
		open = append(open, in)
	}
	return ""
}
