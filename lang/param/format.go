package param

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/sinew-robotics/sinew/lang/asn1/scan"
)

// writer writes a value in a notation.
type writer struct {
	bytes.Buffer
	notation Notation
	err      error
}

// Format writes a value: the same value gives the same bytes, and Read gives the same value back. Members are in the
// type's order, one per line. Its error names what the notation cannot express: ASN.1 only has names like max-speed.
func Format(v *Value, notation Notation) ([]byte, error) {
	w := &writer{notation: notation}
	switch notation {
	case YAML:
		w.yaml(v, 0)
	default:
		w.value(v, 0)
	}
	if b := w.Bytes(); len(b) == 0 || b[len(b)-1] != '\n' {
		w.WriteByte('\n')
	}
	if w.err != nil {
		return nil, w.err
	}
	return w.Bytes(), nil
}

// FormatLine writes a value on one line.
func FormatLine(v *Value, notation Notation) (string, error) {
	w := &writer{notation: notation}
	w.value(v, -1)
	return w.String(), w.err
}

// name writes the name of a member.
func (w *writer) name(name string) string {
	if w.notation != ASN1 {
		return quoted(name)
	}
	if !scan.Identifier(name) && w.err == nil {
		w.err = fmt.Errorf("%q is no name in ASN.1's value notation, which has small letters first, then letters, digits and hyphens: write JSON or YAML", name)
	}
	return name
}

// quoted writes a text as in JSON and YAML.
func quoted(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		return strconv.Quote(s)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// scalar writes a value without parts.
func (w *writer) scalar(v *Value) string {
	switch v.Kind {
	case Integer:
		return strconv.FormatInt(v.Int, 10)
	case Real:
		s := number(v.Real)
		if w.notation == ASN1 { // which allows no sign but a minus before an exponent
			s = strings.NewReplacer("e+", "E", "e", "E").Replace(s)
		}
		return s
	case Boolean:
		if w.notation == ASN1 {
			return strings.ToUpper(strconv.FormatBool(v.Bool))
		}
		return strconv.FormatBool(v.Bool)
	case Enumeration:
		if w.notation == ASN1 {
			return w.name(v.Text)
		}
		return quoted(v.Text)
	}
	if w.notation == ASN1 {
		return `"` + strings.ReplaceAll(v.Text, `"`, `""`) + `"`
	}
	return quoted(v.Text)
}

// value writes JSON or ASN.1's notation, indented by depth levels, or on one line if depth is negative.
func (w *writer) value(v *Value, depth int) {
	open, shut, between := "{", "}", ": "
	switch {
	case v.Kind == Choice && w.notation == ASN1:
		w.WriteString(w.name(v.Parts[0].Name) + " : ")
		w.value(&v.Parts[0].Value, depth)
		return
	case v.Kind == List && w.notation != ASN1:
		open, shut = "[", "]"
	case v.Kind != Record && v.Kind != List && v.Kind != Choice:
		w.WriteString(w.scalar(v))
		return
	}
	if w.notation == ASN1 {
		between = " "
	}
	flat := depth < 0 || v.short()
	inner := depth + 1
	if depth < 0 {
		inner = depth
	}
	w.WriteString(open)
	for i := range v.Parts {
		p := &v.Parts[i]
		if i > 0 {
			w.WriteByte(',')
		}
		switch {
		case !flat:
			w.WriteString("\n" + strings.Repeat("  ", inner))
		case i > 0 || w.notation == ASN1:
			w.WriteByte(' ')
		}
		if v.Kind != List {
			w.WriteString(w.name(p.Name) + between)
		}
		w.value(&p.Value, inner)
	}
	switch {
	case len(v.Parts) > 0 && !flat:
		w.WriteString("\n" + strings.Repeat("  ", depth))
	case len(v.Parts) > 0 && w.notation == ASN1:
		w.WriteByte(' ')
	}
	w.WriteString(shut)
}

// short reports whether a value is empty or a list of a few scalars, and so goes on one line.
func (v *Value) short() bool {
	if len(v.Parts) == 0 {
		return true
	}
	if v.Kind != List || len(v.Parts) > 8 {
		return false
	}
	for i := range v.Parts {
		if len(v.Parts[i].Value.Parts) > 0 {
			return false
		}
	}
	return true
}

// yaml writes YAML in block style, but empty values and lists of a few scalars as in JSON.
func (w *writer) yaml(v *Value, depth int) {
	if v.short() || v.Kind != Record && v.Kind != List && v.Kind != Choice {
		line := &writer{notation: JSON}
		line.value(v, -1)
		w.Write(line.Bytes())
		w.WriteByte('\n')
		return
	}
	for i := range v.Parts {
		p := &v.Parts[i]
		head := "-"
		if v.Kind != List {
			head = plain(p.Name) + ":"
		}
		w.WriteString(strings.Repeat("  ", depth) + head)
		if len(p.Value.Parts) > 0 && !p.Value.short() {
			w.WriteByte('\n')
			w.yaml(&p.Value, depth+1)
			continue
		}
		w.WriteByte(' ')
		w.yaml(&p.Value, depth+1)
	}
}

// plain is a key in YAML, without quotation marks if it is a word.
func plain(name string) string {
	for _, r := range name {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-') {
			return quoted(name)
		}
	}
	switch strings.ToLower(name) {
	case "y", "n", "yes", "no", "on", "off": // true and false in YAML 1.1
		return quoted(name)
	}
	if name == "" || name[0] < 'A' || yamlScalar(name) {
		return quoted(name)
	}
	return name
}
