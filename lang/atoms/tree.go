package atoms

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/yamltree"
)

// source is a file, for the places of its nodes.
type source struct {
	name  string
	lines []string
}

// text is a word or a line of a file, with its place.
type text struct {
	s    string
	at   diag.Pos
	file *source
	node ast.Node // that it comes from
}

// parse reads a file's YAML; nil after a fault.
func (r *reader) parse(f *source, src []byte) ast.Node {
	if at := notText(src); at >= 0 {
		before := src[:at]
		r.fault("syntax", diag.Pos{File: f.name, Line: 1 + bytes.Count(before, []byte("\n")), Column: 1 + utf8.RuneCount(before[1+bytes.LastIndexByte(before, '\n'):])},
			"this is no text in UTF-8", "save the file as UTF-8")
		return nil
	}
	if len(f.lines) > maxLines {
		r.fault("limit", diag.Pos{File: f.name, Line: maxLines + 1, Column: 1}, fmt.Sprintf("the text is too long: more than %d lines", maxLines), "leave out what is not used")
		return nil
	}
	tokens := lexer.Tokenize(string(src))
	if !r.shallow(f, tokens) {
		return nil
	}
	tree, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		r.syntax(f, err, tokens)
		return nil
	}
	var body ast.Node
	for i, d := range tree.Docs {
		if i == 0 {
			body = d.Body
		} else if d.Body != nil {
			r.fault("syntax", f.place(d.Body), "a second document begins here", "write one document a file")
		}
	}
	return body
}

// notText returns the index of the first byte that no text has, or -1.
func notText(src []byte) int {
	for at := 0; at < len(src); {
		c, size := utf8.DecodeRune(src[at:])
		if c == 0 || c == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// shallow refuses nesting that no law needs, before anything recurses into it.
func (r *reader) shallow(f *source, tokens token.Tokens) bool {
	var nesting yamltree.Nesting
	var entries [yamltree.MaxIndent + 2]int // keys or items of the mapping or list that begins in a column
	for k, t := range tokens {
		if k > maxTokens {
			r.fault("limit", diag.Pos{File: f.name, Line: t.Position.Line, Column: t.Position.Column},
				fmt.Sprintf("the text is too long: more than %d words and signs", maxTokens), "leave out what is not used, or write the model in Go")
			return false
		}
		deep := nesting.Deep(t)
		if column := begins(t); column > 0 && column <= yamltree.MaxIndent && nesting.Flow == 0 {
			entries[column]++
			clear(entries[column+1:])
			if entries[column] > maxEntries {
				r.fault("limit", diag.Pos{File: f.name, Line: t.Position.Line, Column: column},
					fmt.Sprintf("there are more than %d entries in this", maxEntries), "make Molecules of what belongs together, or write the model in Go")
				return false
			}
		}
		if deep {
			r.fault("limit", diag.Pos{File: f.name, Line: t.Position.Line, Column: t.Position.Column},
				"this is nested too deeply", "use definitions of their own")
			return false
		}
	}
	return true
}

// begins returns the column of an entry of a mapping or list if t is its colon or dash, and 0 for other tokens.
func begins(t *token.Token) int {
	switch {
	case t.Type == token.SequenceEntryType, t.Type == token.MappingKeyType, t.Type == token.DocumentHeaderType, t.Type == token.DirectiveType:
		return t.Position.Column
	case t.Type == token.MappingValueType && t.Prev != nil:
		return t.Prev.Position.Column
	}
	return 0
}

// syntax reports what is not YAML.
func (r *reader) syntax(f *source, err error, tokens token.Tokens) {
	at, message := yamltree.Wrong(err)
	if at.File = f.name; at.Line == 0 {
		at.Line, at.Column = 1, 1
	}
	message, _, _ = strings.Cut(message, "\n")
	message = "this is no YAML: " + message
	hint := "a key, a colon and a space before its value; what is within it is indented further"
	if at.Line >= 1 && at.Line <= len(f.lines) {
		at, message, hint = f.explain(at, message, hint, tokens)
	}
	r.fault("syntax", at, message, hint)
}

// place is where a node begins.
func (f *source) place(n ast.Node) diag.Pos {
	at := yamltree.Place(n)
	at.File = f.name
	return at
}

// field is an entry of a mapping.
type field struct {
	name  text
	value ast.Node
}

// key is a known key of a mapping, and how to read its value.
type key struct {
	name string
	read func(ast.Node)
}

// fields lists the entries of a mapping, each name once.
func (r *reader) fields(f *source, n ast.Node, what string) (list []field) {
	var values []*ast.MappingValueNode
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return nil
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		r.fault("syntax", f.place(n), what+" is not written as keys with values", `write "key: value", a line each`)
		r.wrong = true
		return nil
	}
	first := map[string]diag.Pos{}
	for _, v := range values {
		if r.many() {
			return list
		}
		if v.Key == nil || v.Key.GetToken() == nil {
			continue
		}
		at := f.place(v.Key)
		if v.Key.IsMergeKey() {
			r.fault("syntax", at, "<< is not read here", "write the keys out")
			continue
		}
		name := r.scalar(f, v.Key)
		if name.s == "" {
			continue
		}
		if p, ok := first[name.s]; ok {
			r.fault("duplicate", at, fmt.Sprintf("%s is here a second time: it stands in line %d already", name.s, p.Line), "remove one of the two")
			continue
		}
		first[name.s] = at
		list = append(list, field{name, v.Value})
	}
	return list
}

// mapping reads the keys of a mapping; other keys are faults.
func (r *reader) mapping(f *source, n ast.Node, what string, keys []key) {
	for _, e := range r.fields(f, n, what) {
		known := false
		for _, k := range keys {
			if k.name == e.name.s {
				known = true
				r.within(k.name, func() { k.read(e.value) })
			}
		}
		if !known {
			var names []string
			for _, k := range keys {
				names = append(names, k.name)
			}
			r.fault("key", e.name.at, fmt.Sprintf("%s has no key %q", what, e.name.s), r.near(e.name.s, names, "keys"))
			r.wrong = true
		}
	}
}

// scalar reads a word, a number or a text as written.
func (r *reader) scalar(f *source, n ast.Node) text {
	t := text{at: f.place(n), file: f, node: n}
	switch n := n.(type) {
	case *ast.StringNode:
		t.s = n.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		t.s = n.GetToken().Value
	case *ast.LiteralNode:
		t.s = n.Value.Value
	case nil, *ast.NullNode:
		r.fault("syntax", t.at, "a value is missing", "")
		return t
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		r.fault("syntax", t.at, "anchors, aliases and tags are not read here", "write the value out, or in quotes")
		r.wrong = true
		return t
	default:
		r.fault("syntax", t.at, "a word, a number or a text is needed here", "")
		return t
	}
	if strings.TrimSpace(t.s) == "" {
		r.fault("syntax", t.at, "a value is missing", "")
		t.s = ""
	}
	return t
}

// place is the place of a line and column within a text, or the text's own place if that is unknown.
func (t text) place(line, column int) diag.Pos {
	p := t.at
	switch n := t.node.(type) {
	case *ast.LiteralNode:
		p.Line += line
		p.Column = column
		if p.Line-1 < len(t.file.lines) {
			l := t.file.lines[p.Line-1]
			first := 0 // all lines of a literal begin in the column of the first nonempty one
			for k := t.at.Line; k < len(t.file.lines); k++ {
				if s := t.file.lines[k]; strings.TrimSpace(s) != "" {
					first = len(s) - len(strings.TrimLeft(s, " "))
					break
				}
			}
			p.Column += min(first, len(l))
		}
		_ = n
	case *ast.StringNode:
		if yamltree.Quoted(n) {
			p.Column++
		}
		if line == 1 {
			p.Column += column - 1
		}
	}
	return p
}

// items lists the items of a list; anything else is a single item.
func items(n ast.Node) []ast.Node {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return nil
	case *ast.SequenceNode:
		return n.Values
	}
	return []ast.Node{n}
}

// words reads a list of words; a text with commas is several words.
func (r *reader) words(f *source, n ast.Node) (list []text) {
	for _, i := range items(n) {
		t := r.scalar(f, i)
		at := 1
		for _, s := range strings.Split(t.s, ",") {
			if w := strings.TrimSpace(s); w != "" {
				list = append(list, text{w, t.place(1, at+strings.Index(s, w)), f, i})
			} else if t.s != "" {
				r.fault("syntax", t.place(1, at), "a word is missing beside this comma", "")
			}
			at += len(s) + 1
		}
	}
	return list
}

// near suggests the name that may have been meant, or lists the known ones.
func (r *reader) near(s string, among []string, what string) string {
	if r.many() {
		return "" // nobody would read it
	}
	return near(s, among, what)
}

func near(s string, among []string, what string) string {
	at := spelling.Nearest(s, among)
	switch {
	case at != "":
		return fmt.Sprintf("did you mean %s?", at)
	case len(among) == 0:
		return "there are no " + what
	case len(among) > 16:
		return fmt.Sprintf("the %s are %s and %d more", what, strings.Join(among[:12], ", "), len(among)-12)
	}
	return fmt.Sprintf("the %s are %s", what, strings.Join(among, ", "))
}
