package rosmsg

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
)

// Limits of one definition.
const (
	maxText   = 1 << 20 // bytes
	maxFields = 4096
	maxFaults = 50
	maxBody   = 1 << 30 // bytes of the part of fixed size
)

// Rules are the codes of the faults.
func Rules() []diag.Rule {
	return []diag.Rule{
		{Code: "rosmsg-file", Text: "a definition or folder that cannot be read"},
		{Code: "rosmsg-syntax", Text: "a line that is neither a field, a constant nor a comment"},
		{Code: "rosmsg-name", Text: "a name of a field, constant, message or package that ROS does not allow"},
		{Code: "rosmsg-type", Text: "a type that is not built in and has no definition"},
		{Code: "rosmsg-duplicate", Text: "two fields or constants of one name, or two definitions of one message that differ"},
		{Code: "rosmsg-constant", Text: "a constant's value that its type does not have"},
		{Code: "rosmsg-cycle", Text: "a message that contains itself"},
		{Code: "rosmsg-limit", Text: "a definition larger than is read"},
	}
}

// parser reads one text.
type parser struct {
	file   string
	faults *diag.Faults
	m      *Message
	names  map[string]diag.Pos
	above  []string // comment lines since the last other line
	line   int
	top    bool // only comments so far
}

func (p *parser) fault(column int, code, what, do string) {
	*p.faults = append(*p.faults, diag.Fault{Code: code, What: what, Do: do, Pos: diag.Pos{File: p.file, Line: p.line, Column: column}})
}

// parse reads the definition of a message from lines of a file; first is the number of the first line.
func parse(name, file, text string, first int, faults *diag.Faults) *Message {
	p := &parser{file: file, faults: faults, names: map[string]diag.Pos{}, line: first, top: true,
		m: &Message{Name: name, Text: text, Pos: diag.Pos{File: file, Line: first, Column: 1}}}
	if len(text) > maxText {
		p.fault(1, "rosmsg-limit", fmt.Sprintf("it has %d bytes, and %d is the most", len(text), maxText), "split it")
		return p.m
	}
	if !utf8.ValidString(text) {
		p.fault(1, "rosmsg-syntax", "it is no UTF-8", "save it as UTF-8")
		return p.m
	}
	had := len(*faults)
	for l := range strings.Lines(text) {
		p.read(strings.TrimRight(l, "\r\n"))
		p.line++
		if len(*faults)-had >= maxFaults || len(p.m.Fields)+len(p.m.Constants) > maxFields {
			p.fault(1, "rosmsg-limit", "there is too much wrong or too much in it to read on", "is it a definition of a message?")
			break
		}
	}
	if p.top && len(p.above) > 0 {
		p.m.Comment = strings.Join(p.above, "\n")
	}
	return p.m
}

// read takes a line.
func (p *parser) read(line string) {
	code, comment, commented := strings.Cut(line, "#")
	if strings.TrimSpace(code) == "" {
		switch {
		case commented:
			p.above = append(p.above, strings.TrimSpace(strings.TrimLeft(comment, "#")))
		default:
			p.paragraph()
		}
		return
	}
	if p.top && p.m.Comment == "" && len(p.above) > 0 && len(p.m.Fields)+len(p.m.Constants) == 0 {
		p.m.Comment = strings.Join(p.above, "\n")
		p.above = nil
	}
	p.top = false
	if commented {
		p.above = append(p.above, strings.TrimSpace(strings.TrimLeft(comment, "#")))
	}
	beside := strings.Join(p.above, "\n")
	p.above = nil
	at := 1 + utf8.RuneCountInString(code[:len(code)-len(strings.TrimLeft(code, " \t"))])
	trimmed := strings.TrimLeft(code, " \t")
	cut := strings.IndexAny(trimmed, " \t")
	if cut < 0 {
		p.fault(at, "rosmsg-syntax", fmt.Sprintf("%s stands alone", spelling.Clip(strings.TrimSpace(code))), "write a type and a name, as in float64 x")
		return
	}
	typ := trimmed[:cut]
	rest := strings.TrimLeft(trimmed[cut:], " \t")
	nameAt := at + utf8.RuneCountInString(trimmed[:len(trimmed)-len(rest)])
	if strings.Contains(rest, "=") {
		// The value of a text reaches to the end of the line, with whatever looks like a comment.
		p.constant(typ, rest, line[strings.Index(line, "=")+1:], at, nameAt, beside)
		return
	}
	p.field(typ, strings.TrimSpace(rest), at, nameAt, beside)
}

// paragraph ends a block of comments: at the top it belongs to the message.
func (p *parser) paragraph() {
	if p.top && len(p.above) > 0 {
		if p.m.Comment != "" {
			p.m.Comment += "\n\n"
		}
		p.m.Comment += strings.Join(p.above, "\n")
	}
	p.above = nil
}

func (p *parser) field(typ, name string, at, nameAt int, comment string) {
	base, length, ok := p.array(typ, at)
	if !ok || !p.name(name, nameAt, "field") {
		return
	}
	f := Field{Name: name, Base: base, Len: length, Comment: comment, Pos: diag.Pos{File: p.file, Line: p.line, Column: at}}
	f.Kind, ok = kindOf(base)
	if !ok {
		if f.Base, ok = p.message(base, at); !ok {
			return
		}
	}
	p.m.Fields = append(p.m.Fields, f)
}

// array removes the brackets from a type.
func (p *parser) array(typ string, at int) (base string, length int, ok bool) {
	base, brackets, has := strings.Cut(typ, "[")
	if !has {
		return base, One, true
	}
	at += utf8.RuneCountInString(base)
	number, closed := strings.CutSuffix(brackets, "]")
	switch n, err := strconv.ParseUint(number, 10, 31); {
	case closed && number == "":
		return base, Any, true
	case !closed || err != nil || strings.HasPrefix(number, "+"):
		p.fault(at, "rosmsg-syntax", fmt.Sprintf("[%s is no length of an array", spelling.Clip(brackets)), "write [] for any length, or a number such as [9]")
		return "", 0, false
	default:
		return base, int(n), true
	}
}

// message returns the full name of a message that is named in this package.
func (p *parser) message(base string, at int) (full string, ok bool) {
	pkg, short, has := strings.Cut(base, "/")
	switch {
	case base == "Header":
		return "std_msgs/Header", true
	case !has:
		pkg, short = p.m.Package(), base
	}
	if !legal(pkg) || !legal(short) {
		p.fault(at, "rosmsg-name", fmt.Sprintf("%q is no name of a type", spelling.Clip(base)), "write a built-in type, Message, or package/Message: letters, digits and _, with a letter first")
		return "", false
	}
	return pkg + "/" + short, true
}

func (p *parser) name(name string, at int, what string) bool {
	if !legal(name) {
		p.fault(at, "rosmsg-name", fmt.Sprintf("%q is no name of a %s", spelling.Clip(name), what), "write letters, digits and _, with a letter first")
		return false
	}
	if old, ok := p.names[name]; ok {
		p.fault(at, "rosmsg-duplicate", fmt.Sprintf("%s is there already, on line %d", name, old.Line), "give one of them another name")
		return false
	}
	p.names[name] = diag.Pos{File: p.file, Line: p.line, Column: at}
	return true
}

// legal reports whether ROS allows a name.
func legal(name string) bool {
	for i, r := range name {
		if r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') || i == 0 && (r == '_' || r >= '0' && r <= '9') {
			return false
		}
	}
	return name != ""
}

func (p *parser) constant(typ, rest, raw string, at, nameAt int, comment string) {
	kind, ok := kindOf(typ)
	if !ok || kind == Time || kind == Duration {
		p.fault(at, "rosmsg-constant", fmt.Sprintf("a constant of type %s", spelling.Clip(typ)), "give it a number's type, bool or string")
		return
	}
	name, text, _ := strings.Cut(rest, "=")
	if name = strings.TrimSpace(name); !p.name(name, nameAt, "constant") {
		return
	}
	text = strings.TrimSpace(text)
	c := Constant{Name: name, Base: typ, Kind: kind, Comment: comment, Pos: diag.Pos{File: p.file, Line: p.line, Column: at}}
	var err error
	if kind == String {
		text = strings.TrimSpace(raw)
		c.Comment = ""
	}
	c.Text = text
	if c.Value, err = constant(kind, text); err != nil {
		p.fault(nameAt+utf8.RuneCountInString(rest[:strings.Index(rest, "=")])+1, "rosmsg-constant",
			fmt.Sprintf("%s is no value of %s", spelling.Clip(strconv.Quote(text)), typ), err.Error())
		return
	}
	p.m.Constants = append(p.m.Constants, c)
}

// constant reads a constant's value; its error says what to write.
func constant(k Kind, text string) (any, error) {
	switch k {
	case String:
		return text, nil
	case Bool:
		switch text {
		case "True", "true", "1":
			return true, nil
		case "False", "false", "0":
			return false, nil
		}
		return nil, fmt.Errorf("write True or False")
	case Float32, Float64:
		x, err := strconv.ParseFloat(text, 8*k.size())
		if err != nil || math.IsInf(x, 0) || math.IsNaN(x) || strings.ContainsAny(text, "xX_") {
			return nil, fmt.Errorf("write a number such as 0.5")
		}
		return x, nil
	case Uint8, Uint16, Uint32, Uint64:
		x, err := strconv.ParseUint(text, 10, 8*k.size())
		if err != nil {
			return nil, fmt.Errorf("write a whole number from 0 to %d", uint64(math.MaxUint64)>>(64-8*k.size()))
		}
		return x, nil
	}
	x, err := strconv.ParseInt(text, 10, 8*k.size())
	if err != nil {
		most := int64(math.MaxInt64) >> (64 - 8*k.size())
		return nil, fmt.Errorf("write a whole number from %d to %d", -most-1, most)
	}
	return x, nil
}
