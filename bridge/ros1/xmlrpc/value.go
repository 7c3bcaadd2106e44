// Package xmlrpc is the part of XML-RPC (xmlrpc.com/spec.md) that ROS 1 nodes and their master speak: calls over HTTP
// POST, and values of eight types. Bytes, nesting and the number of values that are read are limited.
package xmlrpc

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits on what is read.
const (
	MaxBody   = 16 << 20 // bytes: a robot description is a parameter of some megabytes
	maxDepth  = 64       // nesting of arrays and structs
	maxValues = 1 << 20
)

// Value is a bool, an int32, a float64, a string, []byte, time.Time, Array or Struct; nil is sent as an empty text.
type Value = any

// Array is a list of values.
type Array = []Value

// Struct holds values by name.
type Struct = map[string]Value

// A DateTime is written without a zone (ISO 8601 without dashes).
const dateTime = "20060102T15:04:05"

type appender struct {
	b      []byte
	faults []error
	depth  int
}

func (a *appender) put(parts ...string) {
	for _, p := range parts {
		a.b = append(a.b, p...)
	}
}

func (a *appender) fault(path, format string, args ...any) {
	a.faults = append(a.faults, fmt.Errorf("%s%s", strings.TrimPrefix(path+": ", ": "), fmt.Sprintf(format, args...)))
}

func (a *appender) value(path string, v Value) {
	if a.depth++; a.depth > maxDepth {
		a.fault(path, "values in values, more than %d deep", maxDepth)
		a.depth--
		return
	}
	a.put("<value>")
	switch v := v.(type) {
	case nil:
		a.put("<string></string>")
	case bool:
		a.put("<boolean>", map[bool]string{false: "0", true: "1"}[v], "</boolean>")
	case int32:
		a.put("<i4>", strconv.FormatInt(int64(v), 10), "</i4>")
	case int:
		if v != int(int32(v)) {
			a.fault(path, "%d does not fit into 32 bits, which is all XML-RPC has: send a float or a text", v)
		}
		a.put("<i4>", strconv.Itoa(v), "</i4>")
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			a.fault(path, "XML-RPC has no %v", v)
		}
		a.put("<double>", strconv.FormatFloat(v, 'g', 17, 64), "</double>")
	case string:
		a.put("<string>")
		a.text(path, v)
		a.put("</string>")
	case []byte:
		a.put("<base64>", base64.StdEncoding.EncodeToString(v), "</base64>")
	case time.Time:
		a.put("<dateTime.iso8601>", v.Format(dateTime), "</dateTime.iso8601>")
	case Array:
		a.put("<array><data>")
		for i, x := range v {
			a.value(fmt.Sprintf("%s[%d]", path, i), x)
		}
		a.put("</data></array>")
	case []string:
		a.put("<array><data>")
		for i, x := range v {
			a.value(fmt.Sprintf("%s[%d]", path, i), x)
		}
		a.put("</data></array>")
	case Struct:
		a.put("<struct>")
		for _, name := range slices.Sorted(maps.Keys(v)) {
			a.put("<member><name>")
			a.text(path, name)
			a.put("</name>")
			a.value(strings.TrimPrefix(path+"."+name, "."), v[name])
			a.put("</member>")
		}
		a.put("</struct>")
	default:
		a.fault(path, "XML-RPC has no %T", v)
	}
	a.put("</value>")
	a.depth--
}

// text writes characters; those that XML cannot represent are a fault.
func (a *appender) text(path, s string) {
	for _, r := range s {
		if r == 0xFFFD || r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			a.fault(path, "%.40q has characters that XML cannot hold: send bytes", s)
			return
		}
	}
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer never fails
	a.b = append(a.b, b.Bytes()...)
}

// Fault is the answer of a server that could not carry out a call.
type Fault struct {
	Code int
	Text string
}

// Error returns the text.
func (f *Fault) Error() string { return fmt.Sprintf("fault %d: %s", f.Code, f.Text) }

// parser parses elements.
type parser struct {
	d      *xml.Decoder
	depth  int
	values int
}

func newParser(r io.Reader) *parser {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		switch strings.ToLower(label) {
		case "utf-8", "us-ascii", "ascii":
			return in, nil
		}
		return nil, fmt.Errorf("the text is in %q: send UTF-8", label)
	}
	return &parser{d: d}
}

// next returns the next start or end of an element, and the characters before it.
func (p *parser) next() (start, end string, text string, err error) {
	var b []byte
	for {
		t, err := p.d.Token()
		if err != nil {
			if err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
			return "", "", "", err
		}
		switch t := t.(type) {
		case xml.StartElement:
			return t.Name.Local, "", string(b), nil
		case xml.EndElement:
			return "", t.Name.Local, string(b), nil
		case xml.CharData:
			b = append(b, t...)
		}
	}
}

// open expects the start of an element.
func (p *parser) open(name string) error {
	start, end, _, err := p.next()
	if err == nil && start != name {
		if start == "" {
			start = "/" + end
		}
		return fmt.Errorf("<%s> where <%s> belongs", start, name)
	}
	return err
}

// shut expects the end of an element, and returns the characters before it.
func (p *parser) shut(name string) (text string, err error) {
	start, end, text, err := p.next()
	if err == nil && end != name {
		return "", fmt.Errorf("<%s> where </%s> belongs", start+end, name)
	}
	return text, err
}

// value parses what follows <value>, including </value>.
func (p *parser) value() (v Value, err error) {
	if p.depth++; p.depth > maxDepth {
		return nil, fmt.Errorf("values in values, more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	if p.values++; p.values > maxValues {
		return nil, fmt.Errorf("more than %d values", maxValues)
	}
	start, _, text, err := p.next()
	if err != nil || start == "" { // characters without a type are text
		return text, err
	}
	switch start {
	case "array":
		v, err = p.array()
	case "struct":
		v, err = p.members()
	default:
		if text, err = p.shut(start); err == nil {
			v, err = scalar(start, text)
		}
	}
	if err == nil {
		_, err = p.shut("value")
	}
	return v, err
}

// scalar parses a value without parts.
func scalar(typ, text string) (v Value, err error) {
	trimmed := strings.TrimSpace(text)
	switch typ {
	case "string":
		return text, nil
	case "i4", "int":
		n, err := strconv.ParseInt(trimmed, 10, 32)
		if err != nil {
			return nil, fmt.Errorf("%.40q is no integer of 32 bits", text)
		}
		return int32(n), nil
	case "boolean":
		switch trimmed {
		case "0", "false", "False":
			return false, nil
		case "1", "true", "True":
			return true, nil
		}
	case "double":
		if f, err := strconv.ParseFloat(trimmed, 64); err == nil && !math.IsInf(f, 0) && !math.IsNaN(f) {
			return f, nil
		}
	case "base64":
		b, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
		if err == nil {
			return b, nil
		}
	case "dateTime.iso8601":
		for _, layout := range []string{dateTime, "2006-01-02T15:04:05", "20060102T15:04:05Z07:00"} {
			if t, err := time.Parse(layout, trimmed); err == nil {
				return t, nil
			}
		}
	case "nil":
		return nil, nil
	default:
		return nil, fmt.Errorf("<%.40s> is no type of XML-RPC", typ)
	}
	return nil, fmt.Errorf("%.40q is no %s", text, typ)
}

func (p *parser) array() (Value, error) {
	if err := p.open("data"); err != nil {
		return nil, err
	}
	all := Array{}
	for {
		start, end, _, err := p.next()
		switch {
		case err != nil:
			return nil, err
		case end == "data":
			_, err = p.shut("array")
			return all, err
		case start != "value":
			return nil, fmt.Errorf("<%s> in an array", start+end)
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
}

func (p *parser) members() (Value, error) {
	all := Struct{}
	for {
		start, end, _, err := p.next()
		switch {
		case err != nil:
			return nil, err
		case end == "struct":
			return all, nil
		case start != "member":
			return nil, fmt.Errorf("<%s> in a struct", start+end)
		}
		if err = p.open("name"); err != nil {
			return nil, err
		}
		name, err := p.shut("name")
		if err == nil {
			err = p.open("value")
		}
		if err != nil {
			return nil, err
		}
		if all[name], err = p.value(); err != nil {
			return nil, err
		}
		if _, err = p.shut("member"); err != nil {
			return nil, err
		}
	}
}

// Call is the name of a method with its arguments.
type Call struct {
	Method string
	Args   Array
}

// AppendCall adds the XML of a call to b.
func AppendCall(b []byte, c Call) ([]byte, error) {
	a := appender{b: b}
	a.put(`<?xml version="1.0"?>`, "\n<methodCall><methodName>")
	a.text("", c.Method)
	a.put("</methodName><params>")
	for i, v := range c.Args {
		a.put("<param>")
		a.value(fmt.Sprintf("argument %d", i+1), v)
		a.put("</param>")
	}
	a.put("</params></methodCall>\n")
	return a.b, errors.Join(a.faults...)
}

// ReadCall parses a call.
func ReadCall(r io.Reader) (c Call, err error) {
	p := newParser(io.LimitReader(r, MaxBody))
	if err = p.open("methodCall"); err != nil {
		return c, p.where(err)
	}
	if err = p.open("methodName"); err != nil {
		return c, p.where(err)
	}
	if c.Method, err = p.shut("methodName"); err != nil {
		return c, p.where(err)
	}
	c.Method = strings.TrimSpace(c.Method)
	start, end, _, err := p.next()
	if err == nil && start == "params" {
		c.Args, err = p.params()
	} else if err == nil && end != "methodCall" {
		err = fmt.Errorf("<%s> in a call", start+end)
	}
	return c, p.where(err)
}

// where adds the position in bytes to an error.
func (p *parser) where(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("XML-RPC: at byte %d: %w", p.d.InputOffset(), err)
}

// params parses what follows <params>, including its end.
func (p *parser) params() (all Array, err error) {
	for {
		start, end, _, err := p.next()
		switch {
		case err != nil:
			return nil, err
		case end == "params":
			return all, nil
		case start != "param":
			return nil, fmt.Errorf("<%s> among the arguments", start+end)
		}
		if err = p.open("value"); err != nil {
			return nil, err
		}
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		all = append(all, v)
		if _, err = p.shut("param"); err != nil {
			return nil, err
		}
	}
}

// AppendAnswer adds the XML of a call's result to b.
func AppendAnswer(b []byte, v Value) ([]byte, error) {
	a := appender{b: b}
	a.put(`<?xml version="1.0"?>`, "\n<methodResponse><params><param>")
	a.value("answer", v)
	a.put("</param></params></methodResponse>\n")
	return a.b, errors.Join(a.faults...)
}

// AppendFault adds the XML of a fault to b.
func AppendFault(b []byte, f Fault) []byte {
	a := appender{b: b}
	a.put(`<?xml version="1.0"?>`, "\n<methodResponse><fault>")
	a.value("", Struct{"faultCode": int32(f.Code), "faultString": strings.ToValidUTF8(strings.Map(printable, f.Text), "?")})
	a.put("</fault></methodResponse>\n")
	return a.b
}

func printable(r rune) rune {
	if r < ' ' && r != '\n' || r >= 0xFFFD && r <= 0xFFFF {
		return '?'
	}
	return r
}

// ReadAnswer parses the result of a call; the error is a *Fault if the server has returned one.
func ReadAnswer(r io.Reader) (v Value, err error) {
	p := newParser(io.LimitReader(r, MaxBody))
	if err = p.open("methodResponse"); err != nil {
		return nil, p.where(err)
	}
	start, end, _, err := p.next()
	switch {
	case err != nil:
	case start == "params":
		var all Array
		if all, err = p.params(); err == nil && len(all) != 1 {
			err = fmt.Errorf("%d values, not one", len(all))
		}
		if err == nil {
			return all[0], nil
		}
	case start == "fault":
		if err = p.open("value"); err == nil {
			v, err = p.value()
		}
		if err == nil {
			s, _ := v.(Struct)
			code, _ := s["faultCode"].(int32)
			text, _ := s["faultString"].(string)
			return nil, &Fault{int(code), text}
		}
	default:
		err = fmt.Errorf("<%s> in an answer", start+end)
	}
	return nil, p.where(err)
}
