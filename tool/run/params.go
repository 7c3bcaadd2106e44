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

// ParamRules says what the codes of faults in parameters stand for.
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

// ReadParams overrides parameters with those of a YAML text that names no others, and has them check themselves. The
// error is diag.Faults, all that is wrong, each at its place in the file called name.
func ReadParams(name string, text []byte, into any) error {
	r := decodeParams(name, text, into)
	return append(r.faults, CheckParams(into, r.at, diag.Pos{File: name})...).Err()
}

// CheckParams asks parameters for what is wrong with them, by their method Validate if they have one. A fault stands at
// the first parameter that it names, if somebody wrote that one at a place, and elsewhere if not.
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

// Fields are the parameters of a program by the names that files give them.
type Fields struct {
	Names []string // in their order
	value map[string]reflect.Value
}

// FieldsOf lists the fields of the struct that params points to; of anything else there are none.
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

// Has says whether there is a parameter of this name.
func (f *Fields) Has(name string) bool { return f.value[name].IsValid() }

// Set gives a parameter the value of a text, which is a word or else a number, true, false or something composite, which
// decode takes. Where the value is none of the parameter's type, Set says what should stand there, and leaves it.
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
	case v.Kind() == reflect.Pointer: // the library leaves what is behind a pointer of a pointer alone
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

// composite sets what holds several values, or reads itself.
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

// sample is a field's value so far, as YAML.
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
	at     map[string]diag.Pos // of the values that were understood
	faults diag.Faults
}

// decodeParams sets the parameters that a text gives.
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

// value takes one parameter.
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
	var inner error // of what is within a composite value
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

// scalar is what a node says, and whether it is a word; of something composite it is the YAML.
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

// IsNumber reports whether a word is a number: YAML 1.1 takes 1e-1 for a word.
func IsNumber(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && !strings.ContainsAny(s, "xXpP_iInN")
}

// guarded calls what reads YAML for others: the library panics where a list is too long for an array.
func guarded(read func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a list is longer than it may be: %v", r)
		}
	}()
	return read()
}

// Decode reads YAML that has no fields but those of into.
func Decode(text []byte, into any) error {
	return guarded(func() error { return yaml.UnmarshalWithOptions(text, into, yaml.Strict()) })
}

func decodeNode(n ast.Node, into any) error {
	return guarded(func() error { return yaml.NodeToValue(n, into, yaml.Strict()) })
}

// YAMLFaults are what the YAML library found wrong with a file, with its place and without the lines around it.
func YAMLFaults(name string, err error) diag.Faults {
	at, what := yamltree.Wrong(err)
	at.File = name
	return diag.Faults{{Code: ParamSyntax, Pos: at, What: spelling.Clip(what)}}
}
