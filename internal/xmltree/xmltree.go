// Package xmltree reads XML as a tree of elements with their places in the file, and collects faults.
package xmltree

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
)

// Bounds on a file, so that no input takes long or much memory.
const (
	maxSize  = 16 << 20
	maxDepth = 64
)

// Element is an element with its place.
type Element struct {
	Name  string // with its prefix: "xacro:if"
	Attrs []xml.Attr
	Kids  []*Element
	At    diag.Pos
	text  strings.Builder
}

// Text returns the character data in the element, unchanged.
func (e *Element) Text() string { return e.text.String() }

// Word returns the character data without surrounding white space.
func (e *Element) Word() string { return strings.TrimSpace(e.text.String()) }

// Local returns the name without its prefix.
func (e *Element) Local() string { return e.Name[strings.IndexByte(e.Name, ':')+1:] }

// Attr returns an attribute's value.
func (e *Element) Attr(name string) (string, bool) {
	for _, a := range e.Attrs {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value, true
		}
	}
	return "", false
}

// Child returns the first child element with a name, nil if there is none.
func (e *Element) Child(name string) *Element {
	for _, k := range e.Kids {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// Reader collects faults while its user turns elements into values.
type Reader struct {
	File   string // named in faults
	Code   string // of the faults
	Faults diag.Faults
}

// Fault records a fault.
func (r *Reader) Fault(at diag.Pos, do, what string, args ...any) {
	r.Faults = append(r.Faults, diag.Fault{Code: r.Code, Pos: at, What: fmt.Sprintf(what, args...), Do: do})
}

// Begin returns the beginning of the file.
func (r *Reader) Begin() diag.Pos { return diag.Pos{File: r.File, Line: 1, Column: 1} }

// cursor follows the decoder's position, each byte of a line once.
type cursor struct {
	file         string
	data         []byte
	at           int // offset of its position
	line, column int
}

// place returns the decoder's position.
func (c *cursor) place(d *xml.Decoder) diag.Pos {
	line, bytes := d.InputPos()
	at := int(d.InputOffset())
	if line > c.line {
		c.line, c.column, c.at = line, 1, min(max(at-bytes+1, 0), at)
	}
	c.column += utf8.RuneCount(c.data[c.at:at])
	c.at = at
	return diag.Pos{File: c.file, Line: c.line, Column: c.column}
}

// Tree reads a file whose root is <want>; like is an example of it for faults. It returns nil after a
// fault.
func (r *Reader) Tree(data []byte, want, like string) *Element {
	if len(data) > maxSize {
		r.Fault(r.Begin(), "split it", "the file has %d bytes, the limit is %d", len(data), maxSize)
		return nil
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	c := cursor{file: r.File, data: data, line: 1, column: 1}
	var stack []*Element
	var root *Element
	for {
		at := c.place(d)
		tok, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			r.Fault(c.place(d), "correct the XML here", "%s", xmlReason(err))
			return nil
		}
		switch t := tok.(type) {
		case xml.StartElement:
			e := &Element{Name: t.Name.Local, Attrs: t.Copy().Attr, At: at}
			if t.Name.Space != "" {
				e.Name = t.Name.Space + ":" + e.Name
			}
			switch {
			case len(stack) >= maxDepth:
				r.Fault(at, "nest less", "elements are nested more than %d deep", maxDepth)
				return nil
			case len(stack) > 0:
				up := stack[len(stack)-1]
				up.Kids = append(up.Kids, e)
			case root != nil:
				r.Fault(at, "keep one <"+want+"> per file", "a second root element <%s>", e.Name)
				return nil
			default:
				root = e
			}
			stack = append(stack, e)
		case xml.CharData:
			if len(stack) > 0 {
				stack[len(stack)-1].text.Write(t)
			}
		case xml.EndElement:
			name := t.Name.Local
			if t.Name.Space != "" {
				name = t.Name.Space + ":" + name
			}
			if len(stack) == 0 || stack[len(stack)-1].Name != name {
				r.Fault(at, "close elements in the order they were opened", "</%s> closes nothing that is open here", name)
				return nil
			}
			stack = stack[:len(stack)-1]
		}
	}
	if len(stack) > 0 {
		e := stack[len(stack)-1]
		r.Fault(e.At, "add </"+e.Name+">", "<%s> is never closed", e.Name)
		return nil
	}
	if root == nil || root.Local() != want {
		r.Fault(r.Begin(), "give "+like, "there is no <%s> element", want)
		return nil
	}
	return root
}

func xmlReason(err error) string {
	var s *xml.SyntaxError
	if errors.As(err, &s) {
		return s.Msg
	}
	return err.Error()
}

// Required returns an attribute that must be present and not empty.
func (r *Reader) Required(e *Element, name string) string {
	v, _ := e.Attr(name)
	if v = strings.TrimSpace(v); v == "" {
		r.Fault(e.At, "add "+name+"=\"…\"", "<%s> has no %s", e.Name, name)
	}
	return v
}

// Number reads attribute name of e; if it is absent the result is missing.
func (r *Reader) Number(e *Element, name string, missing float64) float64 {
	s, ok := e.Attr(name)
	if !ok {
		return missing
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || v-v != 0 {
		r.Fault(e.At, "write a finite decimal number", "%s=%q of <%s> is not a number", name, s, e.Name)
		return missing
	}
	return v
}

// Positive is Number for a required attribute above zero.
func (r *Reader) Positive(e *Element, name string) float64 {
	v := r.Number(e, name, math.NaN())
	switch _, ok := e.Attr(name); {
	case !ok:
		r.Fault(e.At, "add "+name+"=\"…\"", "<%s> has no %s", e.Name, name)
	case v <= 0:
		r.Fault(e.At, "give it in SI units, above zero", "%s of <%s> is %g", name, e.Name, v)
	}
	return v
}

// Numbers reads len(out) numbers from attribute name of e, and reports whether they are there.
func (r *Reader) Numbers(e *Element, name string, out []float64) bool {
	s, ok := e.Attr(name)
	if !ok {
		return false
	}
	words := strings.Fields(s)
	if len(words) != len(out) {
		r.Fault(e.At, fmt.Sprintf("write %d numbers with blanks between", len(out)), "%s=%q of <%s> has %d numbers", name, s, e.Name, len(words))
		return false
	}
	for i, w := range words {
		v, err := strconv.ParseFloat(w, 64)
		if err != nil || v-v != 0 {
			r.Fault(e.At, "write finite decimal numbers", "%q in %s of <%s> is not a number", w, name, e.Name)
			return false
		}
		out[i] = v
	}
	return true
}
