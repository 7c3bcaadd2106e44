package lemon

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
	"github.com/sinew-robotics/sinew/diag"
	"github.com/sinew-robotics/sinew/internal/spelling"
	"github.com/sinew-robotics/sinew/tool/run"
)

// ReadParams overrides the default parameters with those of a YAML file. An empty name gives the defaults. The error
// is diag.Faults, all of the file: names that do not exist, values of a wrong type and values
// out of range.
func ReadParams(file string) (Params, error) {
	p := DefaultParams()
	if file == "" {
		return p, p.Validate()
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return p, fmt.Errorf("parameters: %w", err)
	}
	return parseParams(file, text)
}

// paramFile is a parameter file being read.
type paramFile struct {
	name   string
	p      Params
	at     map[string]*token.Position // of the values that were understood
	faults diag.Faults
}

func parseParams(name string, text []byte) (Params, error) {
	f := &paramFile{name: name, p: DefaultParams(), at: map[string]*token.Position{}}
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		return f.p, run.YAMLError(name, err)
	}
	for i, d := range tree.Docs {
		if i > 0 {
			f.fail(d.GetToken().Position, "a second document: give one")
		}
		f.document(d.Body)
	}
	f.ranges()
	return f.p, f.faults.Err()
}

func (f *paramFile) fail(at *token.Position, format string, args ...any) {
	f.faults = append(f.faults, diag.Fault{Pos: diag.Pos{File: f.name, Line: at.Line, Column: at.Column}, What: spelling.Clip(fmt.Sprintf(format, args...))})
}

func (f *paramFile) document(n ast.Node) {
	switch n := n.(type) {
	case nil, *ast.NullNode, *ast.CommentGroupNode:
	case *ast.MappingNode:
		for _, v := range n.Values {
			f.value(v)
		}
	case *ast.MappingValueNode:
		f.value(n)
	default:
		f.fail(n.GetToken().Position, "no parameters: write lines such as \"speed: 0.3\"")
	}
}

// value takes one line.
func (f *paramFile) value(n *ast.MappingValueNode) {
	key := n.Key.GetToken()
	field, ok := paramField(&f.p, key.Value)
	if !ok {
		f.fail(key.Position, "there is no parameter %q: %s", key.Value, suggestion(key.Value))
		return
	}
	at := n.Value.GetToken().Position
	if want := wanted(field, n.Value); want != "" {
		f.fail(at, "%s is %s: give %s", key.Value, strings.TrimSpace(n.Value.String()), want)
		return
	}
	f.at[key.Value] = at
}

// ranges checks the values together.
func (f *paramFile) ranges() {
	err := f.p.Validate()
	all := []error{err}
	if j, ok := err.(interface{ Unwrap() []error }); ok {
		all = j.Unwrap()
	}
	for _, err := range all {
		var p *ParamError
		if errors.As(err, &p) && f.at[p.Key] != nil {
			f.fail(f.at[p.Key], "%s", p.Text)
		} else if err != nil {
			f.fail(&token.Position{}, "%s", strings.TrimPrefix(err.Error(), "parameters: "))
		}
	}
}

// paramNames are the names of all parameters in their order.
func paramNames() []string {
	var names []string
	for f := range fields(reflect.TypeFor[Params]()) {
		names = append(names, f.Tag.Get("yaml"))
	}
	return names
}

func fields(t reflect.Type) func(yield func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}

func paramField(p *Params, name string) (reflect.Value, bool) {
	i := slices.Index(paramNames(), name)
	if i < 0 {
		return reflect.Value{}, false
	}
	return reflect.ValueOf(p).Elem().Field(i), true
}

// suggestion names the parameter that was meant, or those there are.
func suggestion(name string) string {
	if best := spelling.Nearest(name, paramNames()); best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	return "take one of " + strings.Join(paramNames(), ", ")
}

// wanted decodes a value into a field; when that fails it says what should stand there.
func wanted(field reflect.Value, n ast.Node) string {
	seq, isList := n.(*ast.SequenceNode)
	_, isText := n.(*ast.StringNode)
	long := isList && field.Kind() == reflect.Array && len(seq.Values) > field.Len() // the library panics on these
	ok := !long && yaml.NodeToValue(n, field.Addr().Interface()) == nil && n.Type() != ast.NullType
	switch field.Type() {
	case reflect.TypeFor[time.Duration]():
		if !ok || !isText {
			return "a time with its unit such as 4ms"
		}
		return ""
	case reflect.TypeFor[[3]float64]():
		if !ok || !isList || len(seq.Values) != 3 {
			return "three numbers such as [0.2, -0.4, 0.1]"
		}
		return ""
	}
	switch field.Kind() {
	case reflect.Bool:
		if !ok || n.Type() != ast.BoolType {
			return "true or false"
		}
	case reflect.Int:
		if !ok || n.Type() != ast.IntegerType {
			return "a whole number"
		}
	case reflect.Float64:
		if isText { // such as 1e-1, which YAML 1.1 takes for a word
			x, err := strconv.ParseFloat(n.GetToken().Value, 64)
			if ok = err == nil; ok {
				field.SetFloat(x)
			}
		}
		if !ok || isList {
			return "a number"
		}
	default:
		if !ok || !isText {
			return "a word"
		}
	}
	return ""
}
