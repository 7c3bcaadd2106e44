package param

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/yamltree"
)

// Bounds of a text in YAML: the parser's time is quadratic in some of them.
const (
	maxYAML   = 512 << 10 // bytes
	maxTokens = 20_000
)

// yamlReader converts YAML's nodes.
type yamlReader struct {
	file   string
	faults diag.Faults
}

// parseYAML reads a text with one document in YAML.
func parseYAML(file string, text []byte) (*Node, diag.Faults) {
	r := &yamlReader{file: file}
	if at := firstInvalid(text); at >= 0 || len(text) > maxYAML || strings.IndexByte(string(text), 0) >= 0 {
		r.fault(diag.Pos{Line: 1, Column: 1}, fmt.Sprintf("this is no text in UTF-8 of at most %d bytes", maxYAML), "")
		return nil, r.faults
	}
	tokens := lexer.Tokenize(string(text))
	if !r.shallow(tokens) {
		return nil, r.faults
	}
	tree, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		r.syntax(err)
		return nil, r.faults
	}
	var n *Node
	for i, d := range tree.Docs {
		switch {
		case i == 0 && d.Body != nil:
			n = r.node(d.Body)
		case d.Body != nil:
			r.fault(r.place(d.Body), "a second document begins here", "give one")
		}
	}
	if n == nil && len(r.faults) == 0 {
		r.fault(diag.Pos{Line: 1, Column: 1}, "there is no value in the text", `write "name: value", a line each`)
	}
	return n, r.faults
}

func (r *yamlReader) fault(at diag.Pos, what, do string) {
	at.File = r.file
	r.faults = append(r.faults, diag.Fault{Code: Syntax, Pos: at, What: spelling.Clip(what), Do: do})
}

// syntax notes what is not YAML.
func (r *yamlReader) syntax(err error) {
	at, message := yamltree.Wrong(err)
	if at.Line == 0 {
		at.Line, at.Column = 1, 1
	}
	message, _, _ = strings.Cut(message, "\n")
	r.fault(at, "this is no YAML: "+message, "")
}

// shallow refuses nesting that no value needs, before anything recurses into it.
func (r *yamlReader) shallow(tokens token.Tokens) bool {
	var nesting yamltree.Nesting
	for k, t := range tokens {
		if nesting.Deep(t) || k > maxTokens {
			r.fault(diag.Pos{Line: t.Position.Line, Column: t.Position.Column}, "this is too long, or nested too deeply", "")
			return false
		}
	}
	return true
}

// place is where a node begins.
func (r *yamlReader) place(n ast.Node) diag.Pos {
	at := yamltree.Place(n)
	at.File = r.file
	return at
}

// node reads a value; nil after a fault.
func (r *yamlReader) node(n ast.Node) *Node {
	x := &Node{Notation: YAML, Pos: r.place(n)}
	switch n := n.(type) {
	case *ast.MappingNode:
		x.Shape = Object
		for _, v := range n.Values {
			r.member(x, v)
		}
	case *ast.MappingValueNode:
		x.Shape = Object
		r.member(x, n)
	case *ast.SequenceNode:
		x.Shape = Array
		for _, v := range n.Values {
			if e := r.node(v); e != nil {
				x.Parts = append(x.Parts, NodePart{At: e.Pos, Node: e})
			}
		}
	case *ast.StringNode:
		x.Text = n.Value
		if yamltree.Quoted(n) {
			x.Shape = Quoted
		}
	case *ast.LiteralNode:
		x.Shape, x.Text = Quoted, n.Value.Value
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		x.Text = n.GetToken().Value
	case nil, *ast.NullNode:
		x.Text = "null"
	default:
		r.fault(x.Pos, "anchors, aliases and tags are not read here", "write the value out")
		return nil
	}
	return x
}

// member reads a key with its value.
func (r *yamlReader) member(x *Node, v *ast.MappingValueNode) {
	if v.Key == nil || v.Key.GetToken() == nil {
		return
	}
	at := r.place(v.Key)
	key, ok := v.Key.(ast.Node)
	if !ok || v.Key.IsMergeKey() {
		r.fault(at, "<< is not read here", "write the keys out")
		return
	}
	k := r.node(key)
	if k == nil {
		return
	}
	if k.Shape != Plain && k.Shape != Quoted {
		r.fault(at, "a key is a word", "")
		return
	}
	if value := r.node(v.Value); value != nil {
		x.Parts = append(x.Parts, NodePart{k.Text, at, value})
	}
}
