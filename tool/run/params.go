package run

import (
	"encoding"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/internal/yamltree"
)

// Codes of faults in parameters.
const (
	ParamFile   = "param-file"
	ParamSyntax = "param-syntax"
	ParamName   = "param-name"
	ParamType   = "param-type"
	ParamValue  = "param-value"
)

// ParamRules explains the codes of faults in parameters.
func ParamRules() []diag.Rule {
	return []diag.Rule{
		{Code: ParamFile, Text: "a file of parameters that cannot be read"},
		{Code: ParamSyntax, Text: "a file of parameters that is no YAML, or not lines of names and values"},
		{Code: ParamName, Text: "a parameter that the program does not have"},
		{Code: ParamType, Text: "a value that is not of the parameter's type"},
		{Code: ParamValue, Text: "a value that the program does not take"},
	}
}

// LoadParams overrides parameters with those of a YAML file, "" for none, and checks them as ReadParams does.
func LoadParams(file string, into any) error {
	if file == "" {
		return CheckParams(into, nil, diag.Pos{}).Err()
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return diag.Faults{{Code: ParamFile, Pos: diag.Pos{File: file}, What: "parameters: " + err.Error()}}
	}
	return ReadParams(file, text, into)
}

// ReadParams overrides parameters with those in a YAML text, which may contain no others, and checks them with
// CheckParams. The error is diag.Faults with everything that is wrong, each fault at its position in the file called
// name.
func ReadParams(name string, text []byte, into any) error {
	r := decodeParams(name, text, into)
	return append(r.faults, CheckParams(into, r.at, diag.Pos{File: name})...).Err()
}

// CheckParams calls the method Validate of parameters, if they have one. A fault is placed at the first parameter that
// it names, if that was set at a known position, and otherwise at elsewhere.
func CheckParams(params any, at map[string]diag.Pos, elsewhere diag.Pos) diag.Faults {
	v, ok := params.(interface{ Validate() error })
	if !ok {
		return nil
	}
	faults, others := diag.Of(v.Validate())
	for _, err := range others {
		faults = append(faults, diag.Fault{What: err.Error()})
	}
	for i := range faults {
		f := &faults[i]
		if f.Code == "" {
			f.Code = ParamValue
		}
		if f.File != "" {
			continue
		}
		if f.Pos = elsewhere; f.File != "" {
			f.What = strings.TrimPrefix(f.What, "parameters: ")
		}
		first := len(f.What)
		for name, pos := range at {
			m := regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).FindStringIndex(f.What)
			if m != nil && m[0] < first {
				first, f.Pos = m[0], pos
			}
		}
		f.What = spelling.Clip(f.What)
	}
	return faults
}

// Fields are the parameters of a program by their names in files.
type Fields struct {
	Names []string // in their order
	value map[string]reflect.Value
}

// FieldsOf lists the fields of the struct that params points to; for anything else the list is empty.
func FieldsOf(params any) Fields {
	f := Fields{value: map[string]reflect.Value{}}
	if v := reflect.ValueOf(params); v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Struct {
		f.add(v.Elem())
	}
	return f
}

func (f *Fields) add(v reflect.Value) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("yaml"), ",")
		switch {
		case strings.Contains(options, "inline") && field.Type.Kind() == reflect.Struct:
			f.add(v.Field(i))
		case name == "-" || !field.IsExported():
		default:
			if name == "" {
				name = strings.ToLower(field.Name)
			}
			f.Names, f.value[name] = append(f.Names, name), v.Field(i)
		}
	}
}

// Has reports whether there is a parameter with this name.
func (f *Fields) Has(name string) bool { return f.value[name].IsValid() }

// Set sets a parameter to the value of a text: a word, or else a number, true, false or a composite value, which decode
// decodes. If the value does not have the parameter's type, Set returns what is wanted and does not change the
// parameter.
func (f *Fields) Set(name, text string, word bool, decode func(into any) error) (want string) {
	v := f.value[name]
	switch into := v.Addr().Interface().(type) {
	case *time.Duration:
		d, err := time.ParseDuration(text)
		if err != nil || !word {
			return "a time with its unit such as 4ms"
		}
		*into = d
		return ""
	case yaml.InterfaceUnmarshaler, yaml.BytesUnmarshaler, encoding.TextUnmarshaler:
		return composite(v, decode)
	}
	switch {
	case v.Kind() == reflect.Bool:
		if word || text != "true" && text != "false" {
			return "true or false"
		}
		v.SetBool(text == "true")
	case v.CanInt():
		n, err := strconv.ParseInt(text, 10, v.Type().Bits())
		if err != nil || word {
			return "a whole number"
		}
		v.SetInt(n)
	case v.CanUint():
		n, err := strconv.ParseUint(text, 10, v.Type().Bits())
		if err != nil || word {
			return "a whole number from 0"
		}
		v.SetUint(n)
	case v.CanFloat():
		x, err := strconv.ParseFloat(text, v.Type().Bits())
		if err != nil || word {
			return "a number"
		}
		v.SetFloat(x)
	case v.Kind() == reflect.String:
		if !word && (text == "null" || strings.HasPrefix(text, "[") || strings.HasPrefix(text, "{")) {
			return "a word"
		}
		v.SetString(text)
	case word:
		return "a value such as " + sample(v)
	case v.Kind() == reflect.Pointer && text == "null":
		v.SetZero()
	case v.Kind() == reflect.Pointer: // the library does not set pointers to pointers to nil
		to := reflect.New(v.Type().Elem())
		if want := composite(to.Elem(), decode); want != "" {
			return want
		}
		v.Set(to)
	default:
		return composite(v, decode)
	}
	return ""
}

// composite sets a field that holds several values or has its own decoder.
func composite(v reflect.Value, decode func(into any) error) string {
	if v.Kind() == reflect.Array {
		var items []any
		if decode(&items) != nil || len(items) != v.Len() {
			return fmt.Sprintf("a list of %d such as [%s]", v.Len(), strings.TrimSuffix(strings.Repeat("0, ", v.Len()), ", "))
		}
	}
	if decode(v.Addr().Interface()) != nil {
		return "a value such as " + sample(v)
	}
	return ""
}

// sample is a field's present value, as YAML.
func sample(v reflect.Value) string {
	b, err := yaml.MarshalWithOptions(v.Interface(), yaml.Flow(true))
	if err != nil {
		return v.Type().String()
	}
	return strings.TrimSpace(string(b))
}

// paramReader reads a file of parameters.
type paramReader struct {
	name   string
	fields Fields
	at     map[string]diag.Pos // of the values that were valid
	faults diag.Faults
}

// decodeParams sets the parameters in a text.
func decodeParams(name string, text []byte, into any) *paramReader {
	r := &paramReader{name: name, fields: FieldsOf(into), at: map[string]diag.Pos{}}
	if v, ok := into.(*Values); ok {
		r.faults = v.ReadValues("", name, text)
		return r
	}
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		r.faults = YAMLFaults(name, err)
		return r
	}
	for i, d := range tree.Docs {
		if i > 0 && d.Body != nil {
			r.fault(ParamSyntax, yamltree.Place(d.Body), "a second document: give one")
		}
		r.document(d.Body)
	}
	return r
}

func (r *paramReader) fault(code string, at diag.Pos, format string, args ...any) {
	at.File = r.name
	r.faults = append(r.faults, diag.Fault{Code: code, Pos: at, What: spelling.Clip(fmt.Sprintf(format, args...))})
}

func (r *paramReader) document(n ast.Node) {
	switch n := n.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
	case *ast.MappingNode:
		for _, v := range n.Values {
			r.value(v)
		}
	case *ast.MappingValueNode:
		r.value(n)
	default:
		r.fault(ParamSyntax, yamltree.Place(n), "no parameters: write lines such as \"speed: 0.3\"")
	}
}

// value sets one parameter.
func (r *paramReader) value(n *ast.MappingValueNode) {
	key := n.Key.GetToken()
	if !r.fields.Has(key.Value) {
		r.fault(ParamName, yamltree.Place(n.Key), "there is no parameter %q: %s", key.Value, spelling.Suggest(key.Value, r.fields.Names))
		return
	}
	at := yamltree.Place(n.Value)
	switch n.Value.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		r.fault(ParamSyntax, at, "anchors, aliases and tags are not read here: write the value out")
		return
	}
	text, word := scalar(n.Value)
	var inner error // a fault within a composite value
	want := r.fields.Set(key.Value, text, word, func(into any) error {
		inner = decodeNode(n.Value, into)
		return inner
	})
	switch at.File = r.name; {
	case want == "":
		r.at[key.Value] = at
	case inner != nil && strings.HasPrefix(want, "a value"):
		r.faults = append(r.faults, YAMLFaults(r.name, inner)...)
	default:
		r.fault(ParamType, at, "%s is %s: give %s", key.Value, strings.TrimSpace(n.Value.String()), want)
	}
}

// scalar is the text of a node, and whether it is a word; for a composite node it is its YAML.
func scalar(n ast.Node) (text string, word bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		if !yamltree.Quoted(n) && IsNumber(n.Value) {
			return n.Value, false
		}
		return n.Value, true
	case *ast.LiteralNode:
		err := decodeNode(n, &text)
		return text, err == nil
	case *ast.IntegerNode:
		return fmt.Sprint(n.Value), false
	case *ast.InfinityNode:
		return fmt.Sprint(n.Value), false
	case *ast.NanNode:
		return "NaN", false
	case *ast.NullNode:
		return "null", false
	case *ast.SequenceNode:
		return "[", false
	case *ast.MappingNode, *ast.MappingValueNode:
		return "{", false
	}
	return n.GetToken().Value, false
}

// IsNumber reports whether a word is a number: the YAML library takes 1e-1 for a word, as YAML 1.1 does.
func IsNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && !strings.ContainsAny(s, "xXpP_iInN")
}

// guarded calls a decoder of the YAML library, which panics if a list is too long for an array.
func guarded(read func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a list is longer than it may be: %v", r)
		}
	}()
	return read()
}

// Decode decodes YAML that must not have other fields than into.
func Decode(text []byte, into any) error {
	return guarded(func() error { return yaml.UnmarshalWithOptions(text, into, yaml.Strict()) })
}

func decodeNode(n ast.Node, into any) error {
	return guarded(func() error { return yaml.NodeToValue(n, into, yaml.Strict()) })
}

// YAMLFaults converts an error of the YAML library to faults with positions, without the quoted lines.
func YAMLFaults(name string, err error) diag.Faults {
	at, what := yamltree.Wrong(err)
	at.File = name
	return diag.Faults{{Code: ParamSyntax, Pos: at, What: spelling.Clip(what)}}
}
