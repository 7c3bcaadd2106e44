package kinematics

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
	"github.com/sinew-robotics/sinew/math/spatial"
)

// Bounds on a description, so that no input takes long or much memory.
const (
	maxURDF  = 16 << 20
	maxDepth = 32
)

type element struct {
	name  string
	attrs []xml.Attr
	kids  []*element
	at    diag.Pos
}

func (e *element) attr(name string) (string, bool) {
	for _, a := range e.attrs {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value, true
		}
	}
	return "", false
}

func (e *element) child(name string) *element {
	for _, k := range e.kids {
		if k.name == name {
			return k
		}
	}
	return nil
}

// reader collects faults while it turns elements into values.
type reader struct {
	file   string
	faults diag.Faults
}

func (r *reader) fault(at diag.Pos, do, what string, args ...any) {
	r.faults = append(r.faults, diag.Fault{Pos: at, What: fmt.Sprintf(what, args...), Do: do})
}

// begin is the beginning of the file.
func (r *reader) begin() diag.Pos { return diag.Pos{File: r.file, Line: 1, Column: 1} }

// place is the decoder's position.
func (r *reader) place(d *xml.Decoder, data []byte) diag.Pos {
	line, bytes := d.InputPos()
	at := int(d.InputOffset())
	return diag.Pos{File: r.file, Line: max(line, 1), Column: 1 + utf8.RuneCount(data[min(max(at-bytes+1, 0), at):at])}
}

// tree reads the XML; it returns nil after a fault.
func (r *reader) tree(data []byte) *element {
	if len(data) > maxURDF {
		r.fault(r.begin(), "split it or remove what is not a URDF", "the file has %d bytes, the limit is %d", len(data), maxURDF)
		return nil
	}
	d := xml.NewDecoder(bytes.NewReader(data))
	var stack []*element
	var root *element
	for {
		at := r.place(d, data)
		tok, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			r.fault(r.place(d, data), "correct the XML here", "%s", xmlReason(err))
			return nil
		}
		switch t := tok.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local, attrs: t.Copy().Attr, at: at}
			if t.Name.Space != "" {
				e.name = t.Name.Space + ":" + e.name
			}
			switch {
			case len(stack) >= maxDepth:
				r.fault(at, "nest less", "elements are nested more than %d deep", maxDepth)
				return nil
			case len(stack) > 0:
				up := stack[len(stack)-1]
				up.kids = append(up.kids, e)
			case root != nil:
				r.fault(at, "keep one <robot> per file", "a second root element <%s>", e.name)
				return nil
			default:
				root = e
			}
			stack = append(stack, e)
		case xml.EndElement:
			name := t.Name.Local
			if t.Name.Space != "" {
				name = t.Name.Space + ":" + name
			}
			if len(stack) == 0 || stack[len(stack)-1].name != name {
				r.fault(at, "close elements in the order they were opened", "</%s> closes nothing that is open here", name)
				return nil
			}
			stack = stack[:len(stack)-1]
		}
	}
	if len(stack) > 0 {
		e := stack[len(stack)-1]
		r.fault(e.at, "add </"+e.name+">", "<%s> is never closed", e.name)
		return nil
	}
	if root == nil || root.name != "robot" {
		r.fault(r.begin(), "give a URDF: <robot name=\"…\">…</robot>", "there is no <robot> element")
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

func (r *reader) text(e *element, name string) string {
	v, _ := e.attr(name)
	if v = strings.TrimSpace(v); v == "" {
		r.fault(e.at, "add "+name+"=\"…\"", "<%s> has no %s", e.name, name)
	}
	return v
}

// number reads attribute name of e; if it is absent the result is missing.
func (r *reader) number(e *element, name string, missing float64) float64 {
	s, ok := e.attr(name)
	if !ok {
		return missing
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || v-v != 0 {
		r.fault(e.at, "write a finite decimal number", "%s=%q of <%s> is not a number", name, s, e.name)
		return missing
	}
	return v
}

// positive is number for a required attribute above zero.
func (r *reader) positive(e *element, name string) float64 {
	v := r.number(e, name, math.NaN())
	switch _, ok := e.attr(name); {
	case !ok:
		r.fault(e.at, "add "+name+"=\"…\"", "<%s> has no %s", e.name, name)
	case v <= 0:
		r.fault(e.at, "give it in SI units, above zero", "%s of <%s> is %g", name, e.name, v)
	}
	return v
}

func (r *reader) numbers(e *element, name string, out []float64) bool {
	s, ok := e.attr(name)
	if !ok {
		return false
	}
	words := strings.Fields(s)
	if len(words) != len(out) {
		r.fault(e.at, fmt.Sprintf("write %d numbers with blanks between", len(out)), "%s=%q of <%s> has %d numbers", name, s, e.name, len(words))
		return false
	}
	for i, w := range words {
		v, err := strconv.ParseFloat(w, 64)
		if err != nil || v-v != 0 {
			r.fault(e.at, "write finite decimal numbers", "%q in %s of <%s> is not a number", w, name, e.name)
			return false
		}
		out[i] = v
	}
	return true
}

func (r *reader) vec(e *element, name string, missing spatial.Vec3) spatial.Vec3 {
	var v [3]float64
	if !r.numbers(e, name, v[:]) {
		return missing
	}
	return spatial.V(v[0], v[1], v[2])
}

// origin reads the <origin> of e; without one it is the identity.
func (r *reader) origin(e *element) spatial.Pose {
	o := e.child("origin")
	if o == nil {
		return spatial.Identity()
	}
	a := r.vec(o, "rpy", spatial.Vec3{})
	return spatial.Pose{P: r.vec(o, "xyz", spatial.Vec3{}), R: spatial.RPY{Roll: a.X, Pitch: a.Y, Yaw: a.Z}.Rot()}
}
