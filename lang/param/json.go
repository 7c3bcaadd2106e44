package param

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
)

// jsonReader reads JSON token by token, and notes where each begins.
type jsonReader struct {
	text  []byte
	d     *json.Decoder
	at    diag.Pos // of the byte at seen
	seen  int
	depth int
}

// parseJSON reads a text with one value in JSON.
func parseJSON(file string, text []byte) (*Node, diag.Faults) {
	r := &jsonReader{text: text, d: json.NewDecoder(bytes.NewReader(text)), at: diag.Pos{File: file, Line: 1, Column: 1}}
	r.d.UseNumber()
	fail := func(at int, what string) (*Node, diag.Faults) {
		return nil, diag.Faults{{Code: Syntax, Pos: r.place(at), What: "this is no JSON: " + what}}
	}
	if at := firstInvalid(text); at >= 0 {
		return fail(at, "a byte that is no UTF-8")
	}
	n, err := r.value()
	if err == nil {
		begin := r.begin()
		if _, err = r.d.Token(); err == nil {
			return fail(begin, "something follows the value")
		} else if errors.Is(err, io.EOF) {
			return n, nil
		}
	}
	what := err.Error()
	at := r.begin()
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax) && int(syntax.Offset) > r.seen:
		at = int(syntax.Offset) - 1
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		what, at = "the text ends too early", len(text)
	}
	return fail(max(at, r.seen), what)
}

// firstInvalid returns the index of the first byte that is not UTF-8, or -1.
func firstInvalid(text []byte) int {
	for at := 0; at < len(text); {
		c, size := utf8.DecodeRune(text[at:])
		if c == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// begin returns where the next token begins.
func (r *jsonReader) begin() int {
	at := int(r.d.InputOffset())
	for at < len(r.text) && strings.IndexByte(" \t\r\n,:", r.text[at]) >= 0 {
		at++
	}
	return at
}

// place returns the place of a byte; calls must go from front to back.
func (r *jsonReader) place(at int) diag.Pos {
	at = min(at, len(r.text))
	between := r.text[r.seen:at]
	if lines := bytes.Count(between, []byte("\n")); lines > 0 {
		r.at.Line += lines
		r.at.Column, between = 1, between[bytes.LastIndexByte(between, '\n')+1:]
	}
	r.at.Column += utf8.RuneCount(between)
	r.seen = at
	return r.at
}

func (r *jsonReader) value() (*Node, error) {
	if r.depth++; r.depth > maxDepth {
		return nil, fmt.Errorf("values within values more than %d deep", maxDepth)
	}
	defer func() { r.depth-- }()
	n := &Node{Notation: JSON, Pos: r.place(r.begin())}
	t, err := r.d.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		if n.Shape = Array; t == '{' {
			n.Shape = Object
		}
		return n, r.parts(n)
	case string:
		n.Shape, n.Text = Quoted, t
	case json.Number:
		n.Text = t.String()
	case bool:
		n.Text = fmt.Sprint(t)
	default:
		n.Text = "null"
	}
	return n, nil
}

// parts reads what is between braces or brackets.
func (r *jsonReader) parts(n *Node) error {
	for r.d.More() {
		p := NodePart{At: r.place(r.begin())}
		if n.Shape == Object {
			t, err := r.d.Token()
			if err != nil {
				return err
			}
			p.Name, _ = t.(string)
		}
		var err error
		if p.Node, err = r.value(); err != nil {
			return err
		}
		n.Parts = append(n.Parts, p)
	}
	_, err := r.d.Token()
	return err
}
