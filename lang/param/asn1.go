package param

import (
	"fmt"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/lang/asn1/scan"
)

// asn1Reader reads ASN.1's value notation.
type asn1Reader struct {
	tokens []scan.Token // the last one is the End
	depth  int
	faults diag.Faults
}

// ReadASN1 reads the value at the beginning of tokens, and returns the tokens after it. The last token is a scan.End. After
// a fault the value is nil, and the returned tokens begin where reading stopped.
func ReadASN1(tokens []scan.Token) (*Node, []scan.Token, diag.Faults) {
	r := &asn1Reader{tokens: tokens}
	n := r.value()
	if len(r.faults) > 0 {
		n = nil
	}
	return n, r.tokens, r.faults
}

// parseASN1 reads a text with one value, or the assignment of one: name Type ::= value.
func parseASN1(file string, text []byte) (*Node, diag.Faults) {
	tokens, _, faults := scan.Tokens(file, text, Syntax)
	if len(faults) > 0 {
		return nil, faults
	}
	if len(tokens) > 3 && tokens[0].Kind == scan.Word && tokens[1].Kind == scan.Word && tokens[2].Is("::=") {
		tokens = tokens[3:]
	}
	n, rest, faults := ReadASN1(tokens)
	if n != nil && rest[0].Kind != scan.End {
		faults = append(faults, diag.Fault{Code: Syntax, Pos: rest[0].Pos, What: spelling.Clip(rest[0].String()) + " follows the value", Do: "give one value"})
	}
	return n, faults
}

func (r *asn1Reader) next() scan.Token {
	t := r.tokens[0]
	if t.Kind != scan.End {
		r.tokens = r.tokens[1:]
	}
	return t
}

// fault notes only the first fault: others would follow from it.
func (r *asn1Reader) fault(at diag.Pos, what, do string) {
	if len(r.faults) == 0 {
		r.faults = diag.Faults{{Code: Syntax, Pos: at, What: spelling.Clip(what), Do: do}}
	}
}

func (r *asn1Reader) value() *Node {
	if r.depth++; r.depth > maxDepth {
		r.fault(r.tokens[0].Pos, fmt.Sprintf("values within values more than %d deep", maxDepth), "")
		return nil
	}
	defer func() { r.depth-- }()
	t := r.tokens[0]
	n := &Node{Notation: ASN1, Pos: t.Pos, Text: t.Text}
	switch {
	case t.Is("{"):
		r.next()
		r.braces(n)
		n.Text = ""
	case t.Is("-") && r.tokens[1].Kind == scan.Number:
		r.next()
		n.Text = "-" + r.next().Text
	case t.Kind == scan.Number:
		r.next()
	case t.Kind == scan.Text:
		r.next()
		n.Shape = Quoted
	case t.Kind == scan.Bits:
		r.fault(t.Pos, "strings of bits or octets are not supported", "give a number, or a text in quotation marks")
	case t.Kind == scan.Word:
		r.next()
		if r.tokens[0].Is(":") {
			r.next()
			n.Shape, n.Text = Chosen, ""
			n.Parts = []NodePart{{t.Text, t.Pos, r.value()}}
		}
	default:
		r.fault(t.Pos, "a value is missing before "+t.String(), "give a number, TRUE, FALSE, a name, a text in quotation marks or { … }")
	}
	if len(r.faults) > 0 {
		return nil
	}
	return n
}

// braces reads what is between { and }: members or elements, depending on the first one.
func (r *asn1Reader) braces(n *Node) {
	if n.Shape = Braces; r.tokens[0].Is("}") {
		r.next()
		return
	}
	n.Shape = Array
	if r.tokens[0].Kind == scan.Word && !r.tokens[1].Is(",") && !r.tokens[1].Is("}") && !r.tokens[1].Is(":") {
		n.Shape = Object
	}
	for len(r.faults) == 0 {
		p := NodePart{At: r.tokens[0].Pos}
		if n.Shape == Object {
			if r.tokens[0].Kind != scan.Word {
				r.fault(p.At, "the name of a member is missing before "+r.tokens[0].String(), "write members as name value")
				return
			}
			p.Name = r.next().Text
		}
		p.Node = r.value()
		n.Parts = append(n.Parts, p)
		switch t := r.next(); {
		case t.Is("}"):
			return
		case !t.Is(","):
			r.fault(t.Pos, "a comma or } is missing before "+t.String(), "")
		}
	}
}
